// The verdict on the dice of a game that is over, found by this browser from its replay.

import { h, icon } from "./dom.js";
import { fault } from "./fair.js";
import { ngettext, _ } from "./words.js";

export function verdict({ fair, seats }) {
  if (!fair) return [h("p", {}, _("This game was not played at a table, so there is no seal to open."))];
  const wrong = fault(fair);
  const seals = fair.seats.map((seat, n) => [seats[n].name, seat.commitment, seat.words]);
  return [
    h("div", { class: wrong ? "verdict bad" : "verdict good", id: "verdict" },
      icon(wrong ? "close" : "check"), h("span", {}, wrong ? complaint(wrong) : praise(fair))),
    h("details", {}, h("summary", {}, _("What was sealed")),
      h("ul", { class: "rows" }, [[_("table"), fair.commitment, fair.secret], ...seals].map(([who, seal, words]) =>
        h("li", {}, h("b", {}, who), h("br"), h("code", {}, seal), h("br"), h("code", {}, words))))),
  ];
}

function praise({ draws }) {
  return ngettext(
    "Checked in this browser: the one draw is fair.",
    "Checked in this browser: all {count} draws are fair.",
    draws.length,
  );
}

function complaint(wrong) {
  if ("action" in wrong) return _("Action {number} was not drawn fairly.", { number: wrong.action });
  return _("A seal does not fit what was sealed.");
}
