// A coach for the first real games: when a kind of decision first comes up on this device, one sentence about it.

import { h } from "./dom.js";
import { lessonOf } from "./lesson.js";
import { remember, remembered } from "./page.js";
import { cited } from "./why.js";
import { _ } from "./words.js";

export class Firsts {
  constructor(coach, game) {
    Object.assign(this, { coach, game, turn: null });
  }

  show({ decision, turn, acts }, mine) {
    if (this.turn !== null && this.turn !== turn) this.#leave();
    if (!mine || !decision || !remembered("coach", true) || this.#met().includes(decision)) return;
    remember(`met.${this.game}`, [...this.#met(), decision]); // said now, and never again
    this.turn = turn;
    this.#say(decision, turn, [...acts.next].slice(0, 1));
  }

  #met() {
    return remembered(`met.${this.game}`, []);
  }

  async #say(decision, turn, things) {
    this.lesson ??= lessonOf(this.game);
    const told = (await this.lesson).decisions[decision];
    if (!told || this.turn !== turn) return; // the game has gone on meanwhile
    this.coach.say([told.text, ...(told.house ?? [])].join(" "), things, [
      h("button", { type: "button", id: "coach-seen", onclick: () => this.#leave() }, _("I see")),
      cited(told.clause, _("More: {clause}", { clause: told.clause })),
      h("button", { type: "button", class: "plain", id: "coach-off", onclick: () => this.#off() }, _("No more of this")),
    ]);
  }

  #off() {
    remember("coach", false);
    document.dispatchEvent(new Event("coach"));
    this.#leave();
  }

  #leave() {
    this.turn = null;
    this.coach.hide();
  }
}
