// What came of a game: why it ended, what concerns all, and how each has fared, the best first.

import { h, mark } from "./dom.js";
import { why as reason } from "./why.js";
import { _ } from "./words.js";

const { scoring } = document.body.dataset; // the clause that says how it is counted

export function result(ending, seats) {
  const { why, clause, rows, notes = [], clauses, together } = ending;
  return [
    why && h("p", { class: "why" }, ...reasoned(why, clause)),
    notes.length ? told(notes, clauses, { class: "notes" }) : null,
    h("ol", { class: "result" }, rows.map((row) => line(row, seats, !together))),
  ].filter(Boolean);
}

// Lines, each with the way to where the rulebook tells why.
const told = (lines, clauses, more = {}) => h("ul", more, lines.map((line, number) => h("li", {}, ...reasoned(line, clauses?.[number]))));
const reasoned = (line, clause) => (clause ? [`${line} `, reason(clause)] : [line]);

// Where all win or lose together there are neither places nor points.
function line({ seat, won, score, parts, clauses, place }, seats, hasPoints) {
  const name = h("span", { class: "name" }, seats[seat].name, won && hasPoints && ` · ${_("winner")}`);
  return h("li", { class: won && "winner" },
    hasPoints && h("span", { class: "place-number" }, `${place}.`), mark(seat),
    h("div", { class: "fared" }, name, parts?.length ? told(parts, clauses) : scoring && reason(scoring)),
    hasPoints && h("span", { class: "points" }, String(score)));
}
