// How the points came about: a line for each seat, with its mark at the end.

import { s } from "./dom.js";
import { _ } from "./words.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 260, 40, 34, 14, 14];

export function chart(course, seats) {
  const values = course.flat();
  const [least, most] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (step) => LEFT + ((WIDTH - LEFT - RIGHT) * step) / (course.length - 1);
  const y = (points) => TOP + ((HEIGHT - TOP - BOTTOM) * (most - points)) / (most - least);
  const ends = apart(seats.map((_seat, seat) => y(course.at(-1)[seat])), HEIGHT - 10);
  return s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": told(course, seats) },
    ticks(least, most).map((tick) => [
      s("path", { class: "axis", d: `M${LEFT} ${y(tick)}H${WIDTH - RIGHT}` }),
      s("text", { x: LEFT - 8, y: y(tick) + 4, "text-anchor": "end" }, String(tick)),
    ]),
    seats.map((_seat, seat) => {
      const d = `M${course.map((points, step) => `${x(step).toFixed(1)} ${y(points[seat]).toFixed(1)}`).join("L")}`;
      const end = `translate(${WIDTH - RIGHT + 16} ${ends[seat]})`;
      return s("g", { class: `seat-${seat}` }, s("path", { class: "under", d }), s("path", { class: "course", d }),
        s("g", { transform: end }, s("use", { href: `#mark-${seat}` })));
    }));
}

function ticks(least, most) {
  const rough = (most - least) / 4;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = Math.max(1, [1, 2, 5, 10].find((factor) => factor * power >= rough) * power);
  const found = [];
  for (let tick = Math.ceil(least / step) * step; tick <= most; tick += step) found.push(tick);
  return found;
}

// Marks that would lie on one another move apart.
export function apart(heights, floor) {
  const order = heights.map((y, seat) => ({ y, seat })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < order.length; i++) order[i].y = Math.max(order[i].y, order[i - 1].y + 20);
  if (order.at(-1)?.y > floor) order.forEach((each, i) => (each.y = Math.min(each.y, floor - 20 * (order.length - 1 - i))));
  return order.sort((a, b) => a.seat - b.seat).map(({ y }) => y);
}

function told(course, seats) {
  const last = course.at(-1);
  return `${_("How the points came about")}: ${seats.map((seat, number) => `${seat.name} ${last[number]}`).join(", ")}`;
}
