// After the game: who has won, how the points came about, and what next.

import { h, icon, mark } from "./dom.js";
import { chart } from "./chart.js";
import { _ } from "./words.js";

export class End {
  constructor(root, live, table, lookAt) {
    Object.assign(this, { root, live, table, lookAt });
  }

  show(at) {
    const now = JSON.stringify([at.over, at.next, at.you, at.seats.map(({ name }) => name)]);
    if (!at.over || now === this.drawn) return;
    this.drawn = now; // what is drawn again loses the focus
    this.root.replaceChildren(h("div", { class: "end" },
      h("h2", {}, title(at)),
      h("ol", { class: "result" }, ranking(at).map((seat) => this.#line(seat, at))),
      at.over.course?.length > 1 && h("section", {}, h("h3", {}, _("How the points came about")), chart(at.over.course, at.seats)),
      h("div", { class: "go-row" }, this.#again(at),
        h("a", { class: "button", href: `/t/${this.table}/replay` }, icon("play"), _("Replay")),
        h("a", { class: "button", href: `/t/${this.table}/save`, download: true }, _("Save file")),
        h("button", { type: "button", class: "plain", onclick: () => this.lookAt(true) }, _("Look at the board")))));
  }

  #line(seat, { over, seats }) {
    const wins = over.winners.includes(seat);
    return h("li", { class: wins && "winner" }, mark(seat), h("span", { class: "name" }, seats[seat].name, wins && ` · ${_("winner")}`),
      h("span", { class: "points" }, String(over.scores[seat])));
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

function ranking({ over }) {
  const won = (seat) => over.winners.includes(seat);
  return [...over.scores.keys()].sort((a, b) => won(b) - won(a) || over.scores[b] - over.scores[a]);
}
