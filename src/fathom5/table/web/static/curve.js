// The chance to win of each seat over a game; for one of them, what was luck and what was skill.

import { apart } from "./chart.js";
import { h, s } from "./dom.js";
import { percent } from "./numbers.js";
import { _ } from "./words.js";

const MOMENTS = 8; // of which the numbers are told, beside those in which the game turned
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 380, 72, 34, 18, 18];

// What a seat could expect before each action and at the end.
export const values = ({ actions, result }, seat) => [...actions.map(({ before }) => before[seat]), result[seat]];

// The same without the luck so far: what skill alone made of it.
export function withoutLuck(review, seat) {
  let luck = 0;
  const sums = [0, ...review.actions.map((action) => (luck += action.luck?.[seat] ?? 0))];
  return values(review, seat).map((value, step) => value - sums[step]);
}

// Where all win or lose together there is one curve for all.
export function curve(review, seats, chosen, marks, onStep) {
  const isShared = review.medals.length > 0;
  const whole = seats.map((_seat, seat) => values(review, seat));
  const calm = withoutLuck(review, chosen);
  const [least, most] = [Math.min(0, ...calm), Math.max(1, ...calm)];
  const x = (step) => LEFT + ((WIDTH - LEFT - RIGHT) * step) / Math.max(1, calm.length - 1);
  const y = (share) => TOP + ((HEIGHT - TOP - BOTTOM) * (most - share)) / (most - least);
  const point = (share, step) => `${x(step).toFixed(1)} ${y(share).toFixed(1)}`;
  const line = (shares) => `M${shares.map(point).join("L")}`;
  const between = (one, other) => `${line(one)}L${other.map(point).reverse().join("L")}Z`;
  const flat = calm.map(() => calm[0]);
  const shown = isShared ? [chosen] : seats.map((_seat, seat) => seat).sort((a, b) => (a === chosen) - (b === chosen));
  const now = s("path", { class: "now" });
  const svg = s("svg", { class: "chart curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": told(whole, seats) },
    hatching(),
    ticks(least, most).map((tick) => [
      s("path", { class: "axis", d: `M${LEFT} ${y(tick)}H${WIDTH - RIGHT}` }),
      s("text", { x: LEFT - 8, y: y(tick) + 5, "text-anchor": "end" }, percent(tick)),
    ]),
    s("path", { class: "skill", d: between(calm, flat) }),
    s("path", { class: "luck", d: between(whole[chosen], calm) }),
    s("path", { class: "calm", d: line(calm) }),
    shown.map((seat) => s("g", { class: `seat-${seat}${seat === chosen ? " chosen" : " other"}` },
      s("path", { class: "under", d: line(whole[seat]) }), s("path", { class: "course", d: line(whole[seat]) }))),
    now,
    marks.map(({ step, name }) => s("g", { class: "turn", transform: `translate(${x(step + 1)} ${y(whole[chosen][step + 1])})` },
      s("circle", { r: 11 }), s("text", { y: 5, "text-anchor": "middle" }, name))),
    !isShared && apart(whole.map((shares) => y(shares.at(-1))), HEIGHT - 12).map((height, seat) => s("g", { class: `seat-${seat}`, transform: `translate(${WIDTH - RIGHT + 17} ${height})` }, s("use", { href: `#mark-${seat}` }))));
  if (onStep) listen(svg, calm.length - 1, onStep);
  svg.at = (step) => now.setAttribute("d", `M${x(step)} ${TOP}V${HEIGHT - BOTTOM}`);
  return svg;
}

// How likely each medal was before each action, and which it was at the end.
function odds({ actions, medals: names, result }) {
  const best = names.length - 1;
  return [...actions.map((action) => action.medals), names.map((_name, medal) => Number(medal === Math.round(result[0] * best)))];
}

// The same, one above the other, the best at the bottom.
export function medals(review) {
  const { medals: names } = review;
  const course = odds(review);
  const x = (step) => LEFT + ((WIDTH - LEFT - RIGHT) * step) / Math.max(1, course.length - 1);
  const y = (share) => 10 + 120 * (1 - share);
  const atLeast = (medal) => course.map((odds) => odds.slice(medal).reduce((sum, each) => sum + each, 0));
  const line = (shares) => shares.map((share, step) => `${x(step).toFixed(1)} ${y(share).toFixed(1)}`);
  const band = (medal) => `M${line(atLeast(medal)).join("L")}L${line(atLeast(medal + 1)).reverse().join("L")}Z`;
  const spoken = names.map((name, medal) => _("{name}: from {start} to {end}", { name, start: percent(course[0][medal]), end: percent(course.at(-1)[medal]) }));
  return s("svg", { class: "chart medals", viewBox: `0 0 ${WIDTH} 140`, role: "img", "aria-label": `${_("How likely each medal was")}. ${spoken.join("; ")}` },
    names.map((_name, medal) => s("path", { class: `medal-${medal}`, d: band(medal) })),
    [0, 0.5, 1].map((tick) => s("text", { x: LEFT - 8, y: y(tick) + 5, "text-anchor": "end" }, percent(tick))));
}

// The curve in numbers, for who cannot see it: at the beginning, in some moments, where the game turned, and at the end.
export function inNumbers(review, seats, turns, isOpen) {
  const columns = review.medals.length
    ? review.medals.map((name, medal) => ({ name, shares: odds(review).map((each) => each[medal]) }))
    : seats.map(({ name }, seat) => ({ name, shares: values(review, seat) }));
  const last = review.actions.length;
  const some = [...Array(MOMENTS + 1).keys()].map((part) => Math.round((part * last) / MOMENTS));
  const steps = [...new Set([...some, ...turns.map((step) => step + 1)])].sort((a, b) => a - b);
  return h("details", { class: "in-numbers", open: isOpen },
    h("summary", { "data-key": "in-numbers" }, _("The curve in numbers")),
    h("table", { class: "shares" },
      h("caption", { class: "unseen" }, review.medals.length ? _("How likely each medal was") : _("Chance to win over the game")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, _("Actions so far")), columns.map(({ name }) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, steps.map((step) => h("tr", {}, h("th", { scope: "row" }, String(step)),
        columns.map(({ shares }) => h("td", {}, percent(shares[step]))))))));
}

// A touch leads to that moment.
function listen(svg, last, onStep) {
  svg.classList.add("leads");
  svg.addEventListener("click", (event) => {
    const { left, width } = svg.getBoundingClientRect();
    const at = ((event.clientX - left) / width) * WIDTH;
    onStep(Math.round(Math.min(1, Math.max(0, (at - LEFT) / (WIDTH - LEFT - RIGHT))) * last));
  });
}

export function hatching() {
  return s("defs", {}, s("pattern", { id: "hatching", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    s("rect", { class: "hatch", width: 3, height: 7 })));
}

function ticks(least, most) {
  const found = [0, 0.5, 1];
  for (let tick = -0.5; tick >= least; tick -= 0.5) found.push(tick);
  for (let tick = 1.5; tick <= most; tick += 0.5) found.push(tick);
  return found;
}

function told(whole, seats) {
  const each = seats.map((seat, number) => _("{name}: from {start} to {end}", { name: seat.name, start: percent(whole[number][0]), end: percent(whole[number].at(-1)) }));
  return `${_("Chance to win over the game")}. ${each.join("; ")}`;
}
