// What happens is shown one after the other, at the pace that was chosen on this device.

import { remembered } from "./page.js";

// Milliseconds for what matters, for what was done, for bookkeeping, and for what is only skimmed.
export const PACES = {
  slow: [1800, 900, 60, 120],
  normal: [900, 450, 30, 70],
  fast: [350, 160, 10, 30],
  at_once: [0, 0, 0, 0],
  step: [0, 0, 0, 70],
};
const [EVENT, DEED, BOOKKEEPING] = [0, 1, 2];
export const SKIMMED = 3; // the long way to the end of a lesson: seen go by, however long it is
const MATTERS = ["event", "end", "round"];
const PATIENCE = 80; // waiting: who is so far behind is brought nearer

export function pace() {
  const chosen = remembered("pace", remembered("quick", false) ? "at_once" : "normal");
  return chosen in PACES ? chosen : "normal";
}

// How much a change deserves to be looked at.
export function weight({ log = [] }) {
  if (log.some((line) => MATTERS.includes(line.kind))) return EVENT;
  return log.every((line) => line.kind === "setup") ? BOOKKEEPING : DEED;
}

export class Sequence {
  #waiting = [];
  #free = 0; // when the last step has been seen
  #timer = 0;
  #held = false; // step by step: until the next click

  constructor(onHold = () => {}) {
    this.onHold = onHold;
  }

  add(show, weight = DEED) {
    this.#waiting.push({ show, weight });
    if (this.#waiting.length === 1) this.#next();
  }

  // Forget what has not been shown yet.
  clear() {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#hold(false);
  }

  // Show all that waits, now.
  flush() {
    clearTimeout(this.#timer);
    const rest = this.#waiting;
    this.#waiting = [];
    this.#hold(false);
    rest.forEach(({ show }, number) => {
      this.#waiting = rest.slice(number + 1);
      show();
    });
  }

  // Step by step: the next, please.
  step() {
    this.#hold(false);
    if (this.busy) this.#next();
  }

  get busy() {
    return this.#waiting.length > 0;
  }

  #hold(on) {
    this.#held = on;
    this.onHold(on && this.busy);
  }

  #next() {
    clearTimeout(this.#timer);
    if (this.#held) return this.#hold(true);
    const isLate = this.#waiting.length > PATIENCE && this.#waiting[0].weight !== SKIMMED;
    const rest = document.hidden || isLate ? 0 : Math.max(0, this.#free - performance.now());
    if (rest > 0) this.#timer = setTimeout(() => this.#show(), rest);
    else this.#show();
  }

  #show() {
    const { show, weight } = this.#waiting.shift();
    const chosen = pace();
    this.#free = performance.now() + PACES[chosen][weight];
    if (chosen === "step" && weight < BOOKKEEPING) this.#held = true;
    show();
    if (this.#waiting.length) this.#next();
    else this.onHold(false); // what comes next waits for a click, if this was one to look at
  }
}
