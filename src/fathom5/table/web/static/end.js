// After the game: who has won, how the points came about, and what next.

import { h, icon } from "./dom.js";
import { chart } from "./chart.js";
import { Film } from "./film.js";
import { Review } from "./review.js";
import { result } from "./result.js";
import { shape } from "./shape.js";
import { verdict } from "./verdict.js";
import { language, _ } from "./words.js";

const TOGETHER = "together" in document.body.dataset; // all win or lose together

export class End {
  constructor(root, live, table, game, lookAt) {
    Object.assign(this, { root, live, table, game, lookAt });
  }

  show(at) {
    const now = JSON.stringify([at.over, at.next, at.you, at.seats.map(({ name }) => name), at.fair?.secret]);
    if (!at.over || now === this.drawn) return;
    this.drawn = now; // what is drawn again loses the focus
    const { endings, course } = at.over;
    const ending = endings?.[language];
    const has_points = !ending?.together;
    this.root.replaceChildren(h("div", { class: "end" },
      h("h2", {}, title(at)),
      ...result(ending ?? { rows: rows(at) }, at.seats),
      has_points && course?.length > 1 && h("section", {}, h("h3", {}, _("How the points came about")), chart(course, at.seats)),
      this.#review(at),
      h("section", { id: "dice-verdict" }),
      h("div", { class: "go-row" }, this.#again(at),
        h("a", { class: "button", href: `/t/${this.table}/replay` }, icon("play"), _("Replay")),
        h("a", { class: "button", href: `/t/${this.table}/save`, download: true }, _("Save file")),
        h("button", { type: "button", class: "plain", onclick: () => this.lookAt(true) }, _("Look at the board")))));
    this.#check();
  }

  // The verdict on the dice, found by this browser.
  async #check() {
    const node = this.root.querySelector("#dice-verdict");
    try {
      const answer = await fetch(`/t/${this.table}/replay.json?lang=${document.documentElement.lang}`);
      node.replaceChildren(...verdict(await answer.json()));
    } catch {
      node.remove();
    }
  }

  // What was luck and what was skill, for whoever wants to know: what is drawn again keeps it.
  #review(at) {
    const host = h("div", { class: "review" });
    const button = h("button", { type: "button", id: "ask-review", onclick: () => this.#goThrough(at, host, button) }, icon("review"), _("What was luck, what was skill?"));
    this.reviewed ??= h("section", { id: "review" }, h("h3", {}, _("Luck and skill")), button, host);
    return this.reviewed;
  }

  async #goThrough({ you, seats }, host, button) {
    button.hidden = true;
    const answer = await fetch(`/t/${this.table}/replay.json?lang=${language}&shape=${shape()}${you === null ? "" : `&view=${you}`}`);
    if (!answer.ok) return (button.hidden = false);
    const { steps } = await answer.json();
    new Review(host, { base: `/t/${this.table}`, game: this.game, seats, you, view: you, steps, film: new Film(steps) }).ask();
  }

  #again(at) {
    if (at.next) return h("a", { class: "button lit", href: `/t/${at.next}` }, _("To the next game"));
    if (at.you === null) return null;
    const ask = () => {
      this.asked = true;
      this.live.ask({ do: "rematch" });
    };
    return h("button", { type: "button", class: "lit", onclick: ask }, _("Play again"));
  }
}

function title({ over, seats, you }) {
  const names = over.winners.map((seat) => seats[seat].name);
  if (!names.length) return TOGETHER && you !== null ? _("You have lost") : _("Nobody has won");
  if (over.winners.includes(you)) return names.length > 1 ? _("You have won together") : _("You have won!");
  if (names.length === 1) return _("{name} has won", { name: names[0] });
  return _("{names} have won", { names: new Intl.ListFormat(document.documentElement.lang).format(names) });
}

// Without words of how each fared: the best first, by victory and points.
function rows({ over }) {
  const won = (seat) => over.winners.includes(seat);
  const seats = [...over.scores.keys()].sort((a, b) => won(b) - won(a) || over.scores[b] - over.scores[a]);
  return seats.map((seat) => ({ seat, won: won(seat), score: over.scores[seat], place: 1 + over.scores.filter((score) => score > over.scores[seat]).length }));
}
