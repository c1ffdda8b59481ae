// What is to be seen of a board: pan with a finger or the mouse, pinch or turn the wheel to zoom.

import { findAll } from "./dom.js";
import { still } from "./page.js";

const MOST = 6; // times closer than the whole
const TWICE = 2.2; // by tapping twice
const STEADY = 8; // pixels: a finger that moves less has tapped
const GLIDE = 220;
const APART = 500; // milliseconds: no two touches so far apart are one double touch

export class View {
  constructor(svg, onChange) {
    this.svg = svg;
    this.onChange = onChange;
    this.whole = null;
    this.box = null;
    this.dragged = false;
    this.fingers = new Map();
    this.usedAt = -APART;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, (event) => this.#up(event));
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    svg.addEventListener("dblclick", (event) => this.#twice(event));
    for (const button of findAll("[data-zoom]")) {
      const factor = Number(button.dataset.zoom);
      button.addEventListener("click", () => (factor ? this.zoom(factor) : this.all()));
    }
    new ResizeObserver(() => this.onChange()).observe(svg);
  }

  // Pixels for one unit of the board.
  get scale() {
    const { width, height } = this.svg.getBoundingClientRect();
    return this.box ? Math.min(width / this.box[2], height / this.box[3]) : 0;
  }

  get closer() {
    return this.whole ? this.whole[2] / this.box[2] : 1;
  }

  frame(box, moving) {
    const same = this.whole && box.every((value, index) => value === this.whole[index]);
    if (same) return;
    const wasWhole = !this.whole || this.closer <= 1.01;
    this.whole = box;
    if (wasWhole) this.#glide(box, moving);
  }

  #glide(target, moving) {
    if (!moving || !this.box || still.matches) return this.#set(target);
    const [from, begun] = [this.box, performance.now()];
    const step = (now) => {
      const part = Math.min(1, (now - begun) / GLIDE);
      const eased = 1 - (1 - part) ** 3;
      this.#set(from.map((value, index) => value + (target[index] - value) * eased), part === 1);
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  #set(box, tell = true) {
    this.box = box;
    this.svg.setAttribute("viewBox", box.map((value) => Math.round(value * 100) / 100).join(" "));
    this.svg.classList.toggle("f5-closer", this.closer > 1.01);
    document.body.toggleAttribute("data-closer", this.closer > 1.01);
    if (tell) this.onChange();
  }

  // The point of the board under a point of the screen.
  #point(x, y) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const scale = this.scale;
    const [bx, by, bw, bh] = this.box;
    return [bx + bw / 2 + (x - left - width / 2) / scale, by + bh / 2 + (y - top - height / 2) / scale];
  }

  zoom(factor, x, y) {
    if (!this.box) return;
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const [px, py] = this.#point(x ?? left + width / 2, y ?? top + height / 2);
    const closer = Math.min(MOST, Math.max(1, this.closer * factor));
    const part = this.closer / closer;
    const [bx, by, bw, bh] = this.box;
    this.#set(this.#within([px + (bx - px) * part, py + (by - py) * part, bw * part, bh * part]));
  }

  all() {
    if (this.whole) this.#glide(this.whole, true);
  }

  // A touch that did something is no half of a double touch: who quickly moves a piece a little wants no closer look.
  use(moment) {
    this.usedAt = moment;
  }

  #twice({ timeStamp, clientX, clientY }) {
    if (timeStamp - this.usedAt < APART) return;
    if (this.closer > 1.5) this.all();
    else this.zoom(TWICE, clientX, clientY);
  }

  // No farther than the edge of the whole.
  #within([x, y, width, height]) {
    const [wx, wy, ww, wh] = this.whole;
    return [
      Math.min(Math.max(x, wx), wx + ww - width),
      Math.min(Math.max(y, wy), wy + wh - height),
      width,
      height,
    ];
  }

  #down(event) {
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 1) {
      this.dragged = false;
      this.start = [event.clientX, event.clientY];
    } else {
      this.dragged = true;
    }
  }

  #move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.box) return;
    const now = [event.clientX, event.clientY];
    if (!this.dragged && Math.hypot(now[0] - this.start[0], now[1] - this.start[1]) < STEADY) return;
    if (!this.dragged) this.svg.setPointerCapture(event.pointerId);
    this.dragged = true;
    if (this.fingers.size >= 2) this.#pinch(event.pointerId, before, now);
    else this.#pan(now[0] - before[0], now[1] - before[1]);
    this.fingers.set(event.pointerId, now);
  }

  #pan(dx, dy) {
    const scale = this.scale;
    const [x, y, width, height] = this.box;
    this.#set(this.#within([x - dx / scale, y - dy / scale, width, height]), false);
  }

  #pinch(id, before, now) {
    const [, other] = [...this.fingers].find(([each]) => each !== id);
    const apart = (finger) => Math.hypot(finger[0] - other[0], finger[1] - other[1]);
    this.zoom(apart(now) / Math.max(1, apart(before)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    this.#pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  }

  #up(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) this.onChange();
  }

  #wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)), event.clientX, event.clientY);
  }
}
