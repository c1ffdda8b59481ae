// After the game: who has won, how the points came about, and what next.

import { h, icon } from "./dom.js";
import { chart } from "./chart.js";
import { result } from "./result.js";
import { verdict } from "./verdict.js";
import { language, _ } from "./words.js";

export class End {
  constructor(root, live, table, lookAt) {
    Object.assign(this, { root, live, table, lookAt });
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
  if (!names.length) return _("Nobody has won");
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
