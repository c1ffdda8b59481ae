// Why something cannot be done, or why it happened: the way to the clause of the rulebook, and to its picture.

import { h } from "./dom.js";
import { byHouse } from "./house.js";
import { language, _ } from "./words.js";

const { game } = document.body.dataset;

// Where there is a drawer it opens there; everywhere else, and in a new tab, the page of the rulebook does.
export function cited(clause, words, more = {}) {
  return h("a", { href: byHouse(`/rules/${game}?lang=${language}#${clause}`), "data-clause": clause, ...more }, words);
}

export function why(clause, more = {}) {
  return cited(clause, _("Why?"), { class: "why-link", "aria-label": _("Why? Rule {clause}", { clause }), title: clause, ...more });
}
