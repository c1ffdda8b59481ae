// A small board that nobody plays on: a scene as it was, with rings around what a move would have touched.

import { faces, place, wardrobe } from "./board.js";
import { s } from "./dom.js";

const ROOM = 6; // units between a thing and its ring

export async function picture(host, game, { box, things }, path, label) {
  const { sheets, symbols } = await wardrobe(game);
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = sheets;
  const nodes = new Map(things.map((thing) => [thing.id, drawn(thing)]));
  const marks = s("g", { class: "f5-advice" });
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  root.append(s("svg", { class: "f5-board f5-still", viewBox: box.join(" "), ...spoken },
    [...symbols.children].map((child) => document.importNode(child, true)),
    s("g", { class: "f5-layer", "aria-hidden": "true" }, [...nodes.values()]), marks));
  host.style.setProperty("--ratio", box[2] / box[3]);
  const ringed = path.map((id) => nodes.get(id)).filter(Boolean);
  whenSeen(host, () => marks.replaceChildren(...rings(ringed, marks)));
}

function drawn(thing) {
  const node = s("g", { class: [thing.symbol, thing.classes].filter(Boolean).join(" ") }, faces(thing));
  node.style.transform = place(thing);
  return node;
}

// What has no size yet cannot be measured: a panel that is closed, say.
function whenSeen(host, draw) {
  const seen = new ResizeObserver(() => {
    if (!host.clientWidth) return;
    seen.disconnect();
    draw();
  });
  seen.observe(host);
}

// A ring around each thing, and a line from one to the next.
function rings(nodes, marks) {
  const outer = marks.getCTM().inverse();
  const places = nodes.map((node) => bounds(node, outer.multiply(node.getCTM())));
  const way = `M${places.map(({ x, y, width, height }) => `${x + width / 2} ${y + height / 2}`).join("L")}`;
  const boxes = places.map(({ x, y, width, height }) => s("rect", {
    x: x - ROOM, y: y - ROOM, width: width + 2 * ROOM, height: height + 2 * ROOM, rx: Math.min(16, height / 2),
  }));
  return places.length > 1 ? [s("path", { d: way }), ...boxes] : boxes;
}

function bounds(node, matrix) {
  const { x, y, width, height } = node.getBBox();
  const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([a, b]) => new DOMPoint(a, b).matrixTransform(matrix));
  const [xs, ys] = [corners.map((each) => each.x), corners.map((each) => each.y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}
