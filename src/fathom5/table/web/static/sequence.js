// What happens is shown one after the other: without haste when little is waiting, quickly when much is.

import { remembered, still } from "./page.js";

const BEAT = 480;
const PACE = [[2, BEAT], [5, 280], [12, 120], [Infinity, 20]]; // so many waiting: so long each, in milliseconds

export class Sequence {
  #waiting = [];
  #free = 0; // when the last step has been seen
  #timer = 0;

  add(step) {
    this.#waiting.push(step);
    if (this.#waiting.length === 1) this.#next();
  }

  // Forget what has not been shown yet.
  clear() {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  get busy() {
    return this.#waiting.length > 0;
  }

  #next() {
    const rest = document.hidden ? 0 : Math.max(0, this.#free - performance.now());
    if (rest > 0) this.#timer = setTimeout(() => this.#show(), rest);
    else this.#show();
  }

  #show() {
    const step = this.#waiting.shift();
    const [, beat] = PACE.find(([most]) => this.#waiting.length <= most);
    this.#free = performance.now() + (remembered("quick", false) ? 0 : still.matches ? beat / 4 : beat);
    step();
    if (this.#waiting.length) this.#next();
  }
}
