// A board: draws a scene, keeps every thing by its id, lets it glide, flip and fade, and lights what can be touched.
// It knows no game. It lives in a shadow root, so that a game's style and the page's do not meet.

import { s } from "./dom.js";
import { still } from "./page.js";
import { View } from "./view.js";

const FLIP = 300;
const FADE = 120;
const FINGER = 22; // pixels around a lit thing that also touch it
const LEAST = 12; // where many are near each other
const LARGE = 44; // units: the neighbours of what is larger, one way or the other, hide the glow around it: it bears a ring
const LEGIBLE = 12; // pixels: smaller letters are left out until one looks closer

export const place = (thing) =>
  `translate(${thing.x}px, ${thing.y}px) rotate(${thing.turn ?? 0}deg) scale(${thing.scale ?? 1})`;

async function text(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.text();
}

async function sheet(address) {
  return new CSSStyleSheet().replace(await text(address));
}

// What all boards of a game wear: its style and ours, and its symbols.
let worn = null;
export function wardrobe(game) {
  worn ??= Promise.all([sheet(`/games/${game}/board.css`), sheet(new URL("board.css", import.meta.url)), text(`/games/${game}/symbols.svg`)])
    .then(([style, base, symbols]) => ({ sheets: [style, base], symbols: new DOMParser().parseFromString(symbols, "image/svg+xml").documentElement }));
  return worn;
}

// What is drawn of a thing.
export function faces(thing) {
  const drawn = thing.path ? s("path", { d: thing.path }) : thing.symbol ? s("use", { href: `#symbol-${thing.symbol}` }) : null;
  return [drawn, thing.text && s("text", {}, thing.text), thing.note && s("text", { class: "note" }, thing.note)].filter(Boolean);
}

export class Board {
  constructor(host, game, onTouch) {
    this.things = new Map(); // id -> what was said of it
    this.nodes = new Map(); // id -> its node
    this.lit = new Map(); // id -> what makes it glow and be touched
    this.onTouch = onTouch;
    this.focused = null; // who plays by keyboard finds the focus here again on the next turn
    this.root = host.attachShadow({ mode: "open" });
    this.svg = s("svg", { class: "f5-board", role: "group", "aria-label": host.dataset.label });
    this.layer = s("g", { class: "f5-layer" });
    this.marks = s("g", { class: "f5-marks" }); // outlines lie above all, so that no neighbour hides them
    this.svg.append(this.layer, this.marks);
    this.rim = s("svg", { class: "f5-rim", role: "group", "aria-label": host.dataset.label }); // counters stay in view
    this.pins = s("g", { class: "f5-layer" });
    this.rim.append(this.pins);
    this.seat = null; // whose board it is: one's own pieces are marked
    this.view = new View(this.svg, () => this.#fit());
    for (const svg of [this.svg, this.rim]) {
      svg.addEventListener("click", (event) => this.#clicked(event));
      svg.addEventListener("keydown", (event) => this.#key(event));
    }
    this.ready = this.#dress(game);
  }

  async #dress(game) {
    const { sheets, symbols } = await wardrobe(game);
    this.root.adoptedStyleSheets = sheets;
    this.svg.prepend(...[...symbols.children].map((child) => document.importNode(child, true)), halo());
    this.root.append(this.svg, this.rim);
  }

  // Whose pieces are one's own.
  own(seat) {
    if (this.seat === seat) return;
    this.seat = seat;
    for (const [id, node] of this.nodes) node.classList.toggle("f5-mine", this.#isMine(this.things.get(id)));
  }

  // What the rulebook says of a thing: what it does, and in which clause.
  toldOf(thing) {
    return this.glossary?.[thing?.about ?? thing?.symbol] ?? null;
  }

  async learn(address) {
    this.glossary = JSON.parse(await text(address));
    for (const [id, node] of this.nodes) this.#name(node, this.things.get(id), this.lit.get(id));
  }

  // The things at a point of the screen, the topmost first.
  at(x, y) {
    return this.root.elementsFromPoint(x, y).map((each) => each.closest?.("[data-id]")?.dataset.id).filter(Boolean);
  }

  // All that is to be seen, from bottom to top.
  scene() {
    const ids = [...this.layer.children, ...this.pins.children].map((node) => node.dataset.id).filter(Boolean);
    return { box: this.view.whole, things: ids.map((id) => this.things.get(id)) };
  }

  // Light what somebody speaks of.
  point(ids) {
    for (const node of this.root.querySelectorAll(".f5-pointed")) node.classList.remove("f5-pointed");
    for (const id of ids) this.nodes.get(id)?.classList.add("f5-pointed");
  }

  // The next thing that can be touched has the focus.
  next() {
    const ids = [...this.lit.keys()];
    const now = ids.indexOf(this.root.activeElement?.dataset?.id);
    const id = ids[(now + 1) % ids.length];
    if (id) this.#rove(id), this.nodes.get(id).focus();
  }

  #isMine(thing) {
    return this.seat !== null && ` ${thing?.classes ?? ""} `.includes(` seat-${this.seat} `);
  }

  // Drawing.

  show(scene) {
    const here = new Set(scene.things.map((thing) => thing.id));
    const gone = [...this.things.keys()].filter((id) => !here.has(id));
    this.change({ ...scene, gone, order: scene.things.map((thing) => thing.id) }, false);
  }

  change({ box, things, gone = [], order, before = {} }, moving = true) {
    const moves = moving && !still.matches && !document.hidden;
    if (box) {
      this.view.frame(box, moves);
      this.rim.setAttribute("viewBox", box.join(" "));
    }
    gone.forEach((id) => this.#remove(id, moves));
    const fresh = things.filter((thing) => !this.nodes.has(thing.id));
    fresh.forEach((thing) => this.#add(thing, moves));
    if (order) this.#arrange(order);
    for (const [id, above] of Object.entries(before)) this.#lay(this.nodes.get(id), this.nodes.get(above));
    if (moves) this.svg.getBoundingClientRect(); // what was put elsewhere among the others would jump, not glide
    for (const layer of [this.layer, this.pins]) layer.classList.toggle("f5-moving", moves);
    things.forEach((thing) => this.#update(thing, moves));
    if (things.some((thing) => this.lit.has(thing.id))) this.#fit(); // outlines go where their things go
    else this.#read();
  }

  // What is pinned has a layer of its own, above the others; there, order is kept as far as it goes.
  #lay(node, above) {
    const layer = node.parentNode;
    while (above && above.parentNode !== layer) above = above.nextElementSibling;
    layer.insertBefore(node, above ?? null);
  }

  // Letters that would be too small to read are left out until one zooms in.
  #read() {
    const scales = [[this.layer, this.view.scale], [this.pins, this.view.whole ? this.view.scale / this.view.closer : 0]];
    for (const [layer, scale] of scales) {
      if (!scale) continue;
      for (const text of layer.querySelectorAll("text")) {
        text.size ??= Number.parseFloat(getComputedStyle(text).fontSize);
        const own = this.things.get(text.parentNode.dataset.id)?.scale ?? 1;
        text.classList.toggle("f5-small", text.size * own * scale < LEGIBLE - 0.05);
      }
    }
  }

  #add(thing, moves) {
    const node = s("g", { "data-id": thing.id });
    node.style.transform = place(thing);
    this.nodes.set(thing.id, node);
    (isPinned(thing) ? this.pins : this.layer).append(node);
    if (moves) node.animate([{ opacity: 0 }, { opacity: 1 }], FADE);
  }

  #remove(id, moves) {
    const node = this.nodes.get(id);
    this.#dim(id);
    this.nodes.delete(id);
    this.things.delete(id);
    if (!node) return;
    node.removeAttribute("data-id");
    node.setAttribute("aria-hidden", "true");
    if (!moves) return node.remove();
    node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, fill: "forwards" }).onfinish = () => node.remove();
  }

  #arrange(order) {
    const nodes = order.map((id) => this.nodes.get(id)).filter(Boolean);
    for (const layer of [this.layer, this.pins]) {
      let next = null;
      for (const node of nodes.filter((each) => each.parentNode === layer).reverse()) {
        if (node.nextElementSibling !== next && node.nextSibling !== next) layer.insertBefore(node, next);
        next = node;
      }
    }
  }

  #update(thing, moves) {
    const before = this.things.get(thing.id);
    const node = this.nodes.get(thing.id);
    this.things.set(thing.id, thing);
    node.style.transform = place(thing);
    const turns = moves && before?.symbol && thing.symbol && before.symbol !== thing.symbol;
    if (turns) this.#flip(node, thing);
    else this.#paint(node, thing);
  }

  // Half the turn shows the old face, half the new one.
  #flip(node, thing) {
    const half = { duration: FLIP / 2, easing: "ease-in" };
    const faces = () => [...node.children].filter((child) => child.matches("use, path, text"));
    const turned = faces().map((face) => face.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], half));
    Promise.allSettled(turned.map((turn) => turn.finished)).then(() => {
      if (this.things.get(thing.id) !== thing) return; // something newer has been painted since
      this.#paint(node, thing);
      const back = { duration: FLIP / 2, easing: "ease-out" };
      faces().forEach((face) => face.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], back));
    });
  }

  #paint(node, thing) {
    const lit = this.lit.get(thing.id);
    const mine = this.#isMine(thing) && "f5-mine";
    node.setAttribute("class", [thing.symbol, thing.classes, lit?.classes, mine].filter(Boolean).join(" "));
    this.#name(node, thing, lit);
    node.replaceChildren(...[lit?.halo, ...faces(thing), lit?.hit].filter(Boolean));
  }

  #name(node, thing, lit) {
    const label = thing.label ?? (lit ? thing.text ?? thing.id : null);
    const told = label && this.toldOf(thing);
    const spoken = { "aria-description": told ? [`${told.text} (${told.clause})`, ...(told.house ?? [])].join(" ") : null, role: lit ? "button" : label ? "img" : null, "aria-label": label, tabindex: lit ? lit.tabindex : null };
    spoken["aria-hidden"] = label ? null : "true";
    for (const [name, value] of Object.entries(spoken)) {
      if (value === null || value === undefined) node.removeAttribute(name);
      else node.setAttribute(name, value);
    }
  }

  // The lamp.

  light(ids, begun = []) {
    const active = this.root.activeElement?.dataset?.id;
    if (active) this.focused = active;
    else if (document.activeElement !== document.body) this.focused = null;
    const focused = this.focused;
    const wanted = [...begun.map((id) => [id, "can f5-begun"]), ...[...ids].map((id) => [id, "can"])];
    const isSame = wanted.length === this.lit.size && wanted.every(([id, classes]) => this.lit.get(id)?.classes === classes);
    if (isSame) return;
    for (const id of [...this.lit.keys()]) this.#dim(id);
    for (const [id, classes] of wanted) if (this.nodes.has(id)) this.#kindle(id, classes);
    this.#fit();
    this.#rove(ids.has(focused) ? focused : undefined);
    if (focused && ids.size) this.nodes.get(ids.has(focused) ? focused : [...ids][0])?.focus();
  }

  #kindle(id, classes) {
    const [halo, ring] = [s("ellipse", { class: "f5-halo" }), s("rect", { class: "f5-ring" })];
    const lit = { classes, tabindex: -1, halo, ring, hit: s("circle", { class: "f5-hit" }) };
    this.lit.set(id, lit);
    const node = this.nodes.get(id);
    node.classList.add(...classes.split(" "));
    node.insertBefore(lit.halo, node.querySelector("use, path, text"));
    node.append(lit.hit);
    this.marks.append(lit.ring);
    this.#name(node, this.things.get(id), lit);
  }

  #dim(id) {
    const lit = this.lit.get(id);
    if (!lit) return;
    this.lit.delete(id);
    for (const part of [lit.halo, lit.ring, lit.hit]) part.remove();
    const node = this.nodes.get(id);
    node?.classList.remove("can", "f5-begun");
    if (node) this.#name(node, this.things.get(id));
  }

  // Lit things are as large as a finger where there is room, on any screen and at any zoom.
  #fit() {
    this.#read();
    const scale = this.view.scale;
    if (!scale || !this.lit.size) return;
    const middles = [...this.lit.keys()].map((id) => [id, this.middle(id)]);
    for (const [id, at] of middles) {
      const others = middles.filter(([other]) => other !== id).map(([, o]) => Math.hypot(o.x - at.x, o.y - at.y));
      const room = Math.max(LEAST / scale, Math.min(FINGER / scale, Math.min(...others) / 2));
      this.#size(id, room);
    }
  }

  #size(id, room) {
    const { halo, ring, hit } = this.lit.get(id);
    ring.style.transform = place(this.things.get(id));
    const shape = this.#shape(id);
    const own = this.things.get(id).scale ?? 1;
    const isLarge = own * Math.max(shape.width, shape.height) > LARGE;
    const glow = isLarge ? 0 : 9 / own; // what is large is only outlined
    set(halo, { cx: shape.cx, cy: shape.cy, rx: glow && shape.width / 2 + glow, ry: glow && shape.height / 2 + glow });
    const [wide, high] = isLarge ? [shape.width + 4 / own, shape.height + 4 / own] : [0, 0]; // around it: nothing is covered
    set(ring, { x: shape.cx - wide / 2, y: shape.cy - high / 2, width: wide, height: high, rx: 8 / own });
    set(hit, { cx: shape.cx, cy: shape.cy, r: Math.max(room / own, 0) });
  }

  // What is drawn of a thing, in its own coordinates.
  #shape(id) {
    const drawn = [...this.nodes.get(id).children].filter((child) => child.matches("use, path"));
    const boxes = (drawn.length ? drawn : [...this.nodes.get(id).querySelectorAll("text")]).map((child) => child.getBBox());
    const { x, y, width, height } = boxes[0] ?? { x: -12, y: -12, width: 24, height: 24 };
    return { cx: x + width / 2, cy: y + height / 2, width, height };
  }

  // The middle of a thing on the board.
  middle(id) {
    const thing = this.things.get(id);
    const { cx, cy } = this.#shape(id);
    const own = thing.scale ?? 1;
    const turn = ((thing.turn ?? 0) * Math.PI) / 180;
    return {
      x: thing.x + own * (cx * Math.cos(turn) - cy * Math.sin(turn)),
      y: thing.y + own * (cx * Math.sin(turn) + cy * Math.cos(turn)),
    };
  }

  // Touching.

  #clicked(event) {
    const byPointer = event.detail > 0; // a screen reader clicks without one
    if (this.view.dragged && byPointer) return;
    const own = event.target.closest?.("[data-id]")?.dataset.id;
    const ids = byPointer ? this.at(event.clientX, event.clientY) : [own].filter(Boolean);
    if (ids.some((id) => this.lit.has(id))) this.view.use(event.timeStamp);
    this.onTouch(ids);
  }

  #key(event) {
    const id = event.target.dataset?.id;
    if (event.key === "Escape") return this.onTouch([]);
    if (!this.lit.has(id)) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onTouch([id]);
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      const next = this.#towards(id, event.key.slice(5));
      if (next) this.#rove(next), this.nodes.get(next).focus();
    }
  }

  // The nearest lit thing in a direction; what lies aside counts double.
  #towards(from, way) {
    const [wx, wy] = { Left: [-1, 0], Right: [1, 0], Up: [0, -1], Down: [0, 1] }[way];
    const here = this.middle(from);
    let best = null;
    let least = Infinity;
    for (const id of this.lit.keys()) {
      const there = this.middle(id);
      const [dx, dy] = [there.x - here.x, there.y - here.y];
      const ahead = dx * wx + dy * wy;
      const far = ahead + 2 * Math.abs(dx * wy - dy * wx);
      if (id !== from && ahead > 0.5 && far < least) [best, least] = [id, far];
    }
    return best;
  }

  // One stop for the tabulator; the arrow keys go on from there.
  #rove(id = this.lit.keys().next().value) {
    for (const [each, lit] of this.lit) {
      lit.tabindex = each === id ? 0 : -1;
      this.nodes.get(each).setAttribute("tabindex", lit.tabindex);
    }
  }
}

const isPinned = (thing) => ` ${thing.classes ?? ""} `.includes(" pinned ");

function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
}

function halo() {
  const stops = [[0.45, 0.95], [0.75, 0.5], [1, 0]].map(([offset, opacity]) =>
    s("stop", { offset, "stop-color": "#ffd166", "stop-opacity": opacity }));
  return s("defs", {}, s("radialGradient", { id: "lamp-halo" }, stops));
}
