// What came of a game: why it ended, what concerns all, and how each has fared, the best first.

import { h, mark } from "./dom.js";
import { _ } from "./words.js";

export function result(ending, seats) {
  const { why, rows, notes = [], together } = ending;
  return [
    why && h("p", { class: "why" }, why),
    notes.length ? h("ul", { class: "notes" }, notes.map((note) => h("li", {}, note))) : null,
    h("ol", { class: "result" }, rows.map((row) => line(row, seats, !together))),
  ].filter(Boolean);
}

// Where all win or lose together there are neither places nor points.
function line({ seat, won, score, parts, place }, seats, hasPoints) {
  const name = h("span", { class: "name" }, seats[seat].name, won && ` · ${_("winner")}`);
  return h("li", { class: won && "winner" },
    hasPoints && h("span", { class: "place-number" }, `${place}.`), mark(seat),
    h("div", { class: "fared" }, name, parts?.length ? h("ul", {}, parts.map((part) => h("li", {}, part))) : null),
    hasPoints && h("span", { class: "points" }, String(score)));
}
