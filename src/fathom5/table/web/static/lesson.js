// A first dive: leads through a lesson bubble by bubble. The table knows what may happen; here is only what is said.

import { find, h } from "./dom.js";
import { byHouse } from "./house.js";
import { me } from "./me.js";
import { Acts } from "./acts.js";
import { language, _ } from "./words.js";

// A first dive of a game: the one this device has left, or from the beginning.
export async function learn(game, again = false) {
  const { name, colour } = me();
  const answer = await post(`/lessons/${game}`, { name: name || _("Sailor"), colour, again });
  if (answer.ok) location.assign(answer.url);
}

function post(address, body) {
  return fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

export const lessonOf = async (game) => (await fetch(byHouse(`/games/${game}/lesson.${language}.json`))).json();

const MUCH = 24; // rows between two bubbles: more than one wants to look at one by one

export class Lesson {
  constructor(coach, live, game, redraw) {
    Object.assign(this, { coach, live, game, redraw, turn: -1, read: 0, skipped: false });
  }

  async load() {
    this.data = await lessonOf(this.game);
  }

  // The bubbles at this moment of the game, and the one that is shown.
  get here() {
    return this.data.bubbles.filter(({ n }) => n === this.turn);
  }

  get bubble() {
    return this.here[this.read];
  }

  get done() {
    return this.skipped || (this.turn >= this.data.rows && !this.bubble);
  }

  // Whether a row is one of many that happen between two bubbles: the game is played on to its end, and seen go by.
  skims(row) {
    const [from, to] = [this.data.bubbles.findLast(({ n }) => n < row), this.data.bubbles.find(({ n }) => n >= row)];
    return from && to && to.n - from.n > MUCH;
  }

  // What can be done: only what is asked for, once it is asked for; the rest can be tried, and is answered.
  narrow(at, acts) {
    if (this.turn !== at.turn) Object.assign(this, { turn: at.turn, read: 0 });
    if (this.narrowed === this.bubble && this.bubble) return; // a move that was begun stays so
    this.narrowed = this.bubble;
    const asked = this.bubble?.action ?? null;
    at.acts = new Acts(acts.filter((act) => act.action === asked));
    at.others = asked === null ? [] : acts.filter((act) => act.action !== asked);
  }

  show() {
    const { bubble } = this;
    if (this.done || !bubble) return this.coach.hide();
    if (this.said === bubble && !this.coach.node.hidden) this.coach.stay();
    else this.#say(bubble);
    const leads = bubble.action === null ? find("#coach-on") : find("#acts .lit");
    this.coach.focus(leads ?? this.coach.board.root.querySelector("[role=button]"));
  }

  #say(bubble) {
    this.said = bubble;
    const leads = bubble.action === null && h("button", { type: "button", class: "lit", id: "coach-on", onclick: () => this.#on() }, this.#onWord());
    this.coach.say(bubble.text, bubble.things, [leads, this.#count(), this.#skip()].filter(Boolean), bubble.picture);
  }

  #onWord() {
    return this.turn >= this.data.rows && this.read === this.here.length - 1 ? _("Finish") : _("Go on");
  }

  #count() {
    const now = this.data.bubbles.indexOf(this.bubble) + 1;
    const count = this.data.bubbles.length;
    const label = _("{now} of {count}", { now, count });
    return h("progress", { class: "coach-count", max: count, value: now, "aria-label": label, title: label });
  }

  #skip() {
    const skip = () => {
      this.skipped = true;
      this.redraw();
    };
    return h("button", { type: "button", class: "plain", id: "coach-skip", onclick: skip }, _("Skip"));
  }

  #on() {
    this.read += 1;
    if (!this.bubble && this.turn < this.data.rows) this.live.ask({ do: "go_on", turn: this.turn });
    this.redraw();
  }

  refuse() {
    if (this.bubble) this.coach.reply(this.bubble.action === null ? _("Read this first, then go on.") : this.data.others);
  }

  // What next: a real game, the same once more, or back.
  end(overlay) {
    if (find(".lesson-end", overlay)) return;
    const { seats, options } = this.data.next;
    const levels = Object.fromEntries(JSON.parse(document.body.dataset.levels));
    const bots = [...new Set([...seats.filter((seat) => seat.startsWith("bot:")).slice(0, 1), "bot:diver"])];
    const real = (bot, number) =>
      h("button", { type: "button", class: number ? "" : "lit", onclick: () => this.#play(seats.map((seat) => (seat === "me" ? seat : bot)), options) },
        _("Play a real game now"), bot && h("small", {}, " ", _("against bots: {level}", { level: levels[bot.slice(4)] })));
    const buttons = seats.length > 1 ? bots.map(real) : [real(null, 0)];
    overlay.replaceChildren(h("div", { class: "end lesson-end" },
      h("h2", {}, this.skipped ? _("First dive skipped") : _("First dive done!")),
      h("p", {}, this.skipped ? _("You can go on with it at any time, from the first page.") : _("Now the dice are fair, and nobody knows how it ends.")),
      this.skipped ? null : this.#answers(),
      h("div", { class: "go-row" }, buttons),
      h("div", { class: "go-row" },
        this.skipped && h("button", { type: "button", onclick: () => this.#back(overlay) }, _("Go on with the first dive")),
        h("button", { type: "button", onclick: () => learn(this.game, true) }, _("Dive once more")),
        h("a", { class: "button", href: `/new/${this.game}` }, _("Choose players and options")),
        h("a", { class: "button plain", href: "/" }, _("The five games")))));
    find("button", overlay).focus({ preventScroll: true });
  }

  // What can be said now of a game that was new some minutes ago.
  #answers() {
    const [wins, ends, risked] = this.data.answers;
    const said = [[_("What wins"), wins], [_("What ends the game"), ends], [_("What your last decision risked"), risked]];
    return h("dl", { class: "answers" }, said.map(([asked, answer]) => h("div", {}, h("dt", {}, asked), h("dd", {}, answer))));
  }

  #back(overlay) {
    this.skipped = false;
    overlay.replaceChildren();
    this.redraw();
  }

  async #play(seats, options) {
    const { name, colour } = me();
    const answer = await post("/tables", { game: this.game, seats, options, name: name || _("Sailor"), colour });
    if (answer.ok) location.assign(answer.url);
  }
}
