// Who sits where: mark, name, points, and whose turn it is.

import { h, icon, mark } from "./dom.js";
import { warming } from "./searches.js";
import { _, ngettext } from "./words.js";

const COLOURS = 6;
const TOGETHER = "together" in document.body.dataset; // all win or lose together: there are no points to compare

export class Seats {
  constructor(root) {
    this.root = root;
    this.drawn = "";
    setInterval(() => this.#tick(), 500);
  }

  show(at) {
    const { seats, scores, to_move, you, status, clock, search } = at;
    this.root.dataset.count = seats.length;
    this.#wind(clock);
    const now = JSON.stringify([seats, scores, to_move, you, status, search]);
    if (now === this.drawn) return;
    this.drawn = now;
    dress(seats.map((seat) => seat.colour));
    this.root.replaceChildren(...seats.map((seat, number) => this.#seat(seat, number, at)));
    this.#tick();
  }

  #seat(seat, number, { scores, to_move, you, status, search }) {
    const turn = status === "playing" && to_move === number;
    const away = seat.kind === "person" && !seat.here;
    const classes = [turn && "turn", number === you && "you", away && "away"].filter(Boolean).join(" ");
    const note = this.#note(seat, number, you, search, turn);
    const secret = scores?.[number] === null && _("Points are told at the end");
    const points = secret
      ? [h("span", { class: "unseen" }, secret), h("span", { "aria-hidden": "true" }, "?")]
      : [h("span", { class: "unseen" }, _("Points:"), " "), String(scores?.[number] ?? 0)];
    return h(
      "li",
      { class: classes, "aria-current": turn && "true", title: [seat.name, note, secret].filter(Boolean).join(", ") },
      mark(number),
      h("span", { class: "name" }, h("span", {}, seat.name || _("free")), note && h("small", {}, note)),
      seat.kind === "bot" || seat.sat_in || seat.level === "program" ? icon("bot") : away ? icon("away") : null,
      status === "lobby" || TOGETHER ? null : h("span", { class: "points" }, points),
      turn ? h("span", { class: "clock" }) : null,
      turn ? h("span", { class: "unseen" }, _("to move")) : null,
    );
  }

  #note(seat, number, you, search, turn) {
    if (turn && seat.before) return ngettext("thinking, {count} before me", "thinking, {count} before me", seat.before);
    if (number === you) return _("you");
    if (seat.sat_in) return _("a bot sits in");
    if (seat.kind === "person" && !seat.here) return _("away");
    if (seat.kind === "person" && seat.level === "program") return _("a program");
    if (seat.warming && search && search.share < 1) return warming(search);
    return null;
  }

  // The clock is told with what happens; between that it runs here.
  #wind(clock) {
    if (this.clock === clock) return;
    this.clock = clock;
    this.until = clock ? Date.now() + 1000 * clock.left : null;
  }

  #tick() {
    const node = this.root.querySelector(".clock");
    if (!node || !this.until) return;
    const left = Math.max(0, Math.round((this.until - Date.now()) / 1000));
    node.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}

// A seat's pieces have the colour that was chosen for it; those of nobody's seat (a second team) have the others.
function dress(chosen) {
  const { style } = document.documentElement;
  const others = [...Array(COLOURS).keys()].filter((colour) => !chosen.includes(colour));
  [...chosen, ...others].forEach((colour, seat) => style.setProperty(`--seat-${seat}`, `var(--colour-${colour})`));
}
