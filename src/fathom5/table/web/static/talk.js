// Talk at the table: quick phrases and emoji for all, free words for those who play.

import { find, h, mark } from "./dom.js";
import { _ } from "./words.js";

const PHRASES = {
  hello: _("Hello!"),
  good_luck: _("Good luck!"),
  well_played: _("Well played!"),
  your_turn: _("Your turn"),
  sorry: _("Sorry!"),
  thanks: _("Thanks"),
  one_moment: _("One moment, please"),
  good_game: _("Good game!"),
};
const ORDERS = { muted: _("is silent now: the host has asked for it."), removed: _("was shown out by the host.") };
const EMOJI = ["👍", "😄", "😮", "😱", "🌊", "🐙"];

export class Talk {
  constructor(live, drawer) {
    this.live = live;
    this.drawer = drawer;
    this.list = find("#talk");
    this.form = find("#say");
    this.heard = 0;
    this.form.addEventListener("submit", (event) => this.#speak(event));
    const quick = [...Object.entries(PHRASES), ...EMOJI.map((each) => [each, each])];
    find("#phrases").append(...quick.map(([phrase, text]) => this.#phrase(phrase, text)));
  }

  #phrase(phrase, text) {
    return h("button", { type: "button", onclick: () => this.live.ask({ do: "say", phrase }) }, text);
  }

  #speak(event) {
    event.preventDefault();
    const field = find("input", this.form);
    const text = field.value.trim();
    if (text) this.live.ask({ do: "say", text });
    field.value = "";
  }

  // Who opened the table may ask for quiet, and show out who only looks on.
  #orders(m, seat) {
    const order = (what, word) => h("button", { type: "button", onclick: () => this.live.ask({ do: what, m }) }, word);
    return [order("mute", _("Mute")), seat === null && order("remove", _("Show out"))];
  }

  show({ you, seats, host }) {
    Object.assign(this, { you, seats, host });
    this.form.hidden = you === null;
  }

  recall(said) {
    this.list.replaceChildren();
    for (const each of said ?? []) this.#write(each);
  }

  hear(message) {
    if (message.m <= this.heard) return;
    this.#write(message);
    this.drawer.knock("talk");
  }

  #write({ m, seat, text, phrase, order }) {
    this.heard = m ?? this.heard;
    const who = this.seats?.[seat]?.name ?? _("Someone who looks on");
    const said = text ?? ORDERS[order] ?? PHRASES[phrase] ?? phrase;
    const orders = this.host && !order && seat !== this.you ? this.#orders(m, seat) : [];
    this.list.append(h("li", {}, seat >= 0 && seat !== null ? mark(seat) : null, h("span", {}, h("b", {}, who), " ", said), orders));
    this.list.scrollTop = this.list.scrollHeight;
  }
}
