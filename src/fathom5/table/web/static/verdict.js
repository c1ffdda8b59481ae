// The verdict on the dice of a game that is over, found by this browser from its replay and from what it kept itself.

import { h, icon } from "./dom.js";
import { PROTOCOL, faults, sealDigest, spoken } from "./dice.js";
import { fault } from "./fair.js";
import { keptOf } from "./keeper.js";
import { ngettext, _ } from "./words.js";

export function verdict(replay) {
  try {
    return found(replay);
  } catch {
    return [judged(false, _("What this game says of its dice cannot be read."))]; // somebody has brought such a file
  }
}

function found(replay) {
  const { fair, seats } = replay;
  if (replay.lesson) return [h("p", {}, _("A lesson: its dice were prepared, so there is nothing to vouch for."))];
  if (!fair) return [h("p", {}, _("This game was not played at a table, so there is no seal to open."))];
  if (fair.protocol !== PROTOCOL) return ofFirst(fair, seats);
  const kept = keptOf(fair.seal.table);
  return ofSecond(replay, faults(replay, kept), kept.rounds?.[fair.seal.rounds.length + 1]);
}

function judged(isGood, ...lines) {
  return h("div", { class: isGood ? "verdict good" : "verdict bad", id: "verdict" },
    icon(isGood ? "check" : "close"), h("span", {}, lines.join(" ")));
}

// The second protocol.

function ofSecond({ fair, seats }, found, noted) {
  const digest = sealDigest(fair.seal);
  const kept = noted?.seal ? _("The table kept its word.") : _("All fits together.");
  return [
    found.length ? judged(false, ...found.map(complaint)) : judged(true, kept, praise(fair)),
    !noted?.seal && h("p", {}, _("This device came after the seal: compare the eight words with somebody who was there before.")),
    h("p", { class: "eight-words" }, spoken(digest).join(" ")),
    !fair.seal.seats.some(({ kind }) => kind === "person") && h("p", {}, _("No person gave words: the dice were the house's alone.")),
    rounds(fair.rounds, seats),
    remains(),
    h("details", {}, h("summary", {}, _("What was sealed")),
      h("ul", { class: "rows" },
        sealed(_("seal"), digest, ""), sealed(_("table"), fair.commitment, fair.secret),
        sealed(_("last digest"), fair.last, ""),
        fair.seal.seats.map((seat, n) => sealed(seats[n].name, seat.commitment || seat.level, fair.words[n])))),
  ].filter(Boolean);
}

const sealed = (who, commitment, text) =>
  h("li", {}, h("b", {}, who), h("br"), h("code", {}, commitment), h("br"), h("code", {}, text));

// Rounds that were broken off, each in a sentence.
export function rounds(told, seats) {
  const names = (numbers) => new Intl.ListFormat(document.documentElement.lang).format(numbers.map((seat) => seats[seat].name));
  const why = ({ reason, seats: whose }) => (reason === "silent" ? _("no words came from {names}", { names: names(whose) }) : _("somebody else sat down"));
  if (!told.length) return null;
  return h("ul", { class: "broken-rounds" }, told.map((each, n) =>
    h("li", {}, _("Round {number} was broken off: {why}.", { number: n + 1, why: why(each) }))));
}

export function remains() {
  return h("details", {}, h("summary", {}, _("What this does not prevent")),
    h("p", {}, _("A house that cheats can see all hands, know its dice beforehand and tell a friend, break off a round by keeping silent, and refuse to go on. It cannot choose or change a draw without being seen.")));
}

function praise({ draws }) {
  return ngettext(
    "Checked in this browser: the one draw is fair.",
    "Checked in this browser: all {count} draws are fair.",
    draws.length,
  );
}

const COMPLAINTS = {
  noted: _("The table's commitment is not the one that this device had noted."),
  own: _("What this device had committed to is not what was sealed."),
  second: _("This device was shown another seal."),
  seal: _("The seal is of another table."),
  options: _("The game or its options are not those that were sealed."),
  secret: _("The secret is not the one that the table had committed to."),
  words: _("Somebody's words are not those that they had committed to."),
  rounds: _("The broken rounds are not those that the seal tells of."),
  again: _("Words of an earlier round were told again."),
  silent: _("This device sent its words, and the table says that they did not come."),
  rows: _("The steps are not those that the rows tell."),
  chain: _("The rows do not end where their chain ends: some were changed, added or left out."),
  marks: _("Other actions are marked as taken back than were."),
  tail: _("This device has seen {row} actions; the last ones are missing."),
  rewritten: _("What happened up to action {row} is not what this device saw."),
  who: _("Action {row} cannot have been chosen by who is named."),
  draw: _("Action {action} was not drawn fairly."),
};

export function complaint({ what, ...where }) {
  return Object.entries(where).reduce((text, [name, value]) => text.replace(`{${name}}`, value), COMPLAINTS[what]);
}

// The first protocol.

function ofFirst(fair, seats) {
  const wrong = fault(fair);
  const said = wrong && ("action" in wrong ? complaint({ what: "draw", ...wrong }) : _("A seal does not fit what was sealed."));
  return [
    wrong ? judged(false, said) : judged(true, praise(fair)),
    h("p", {}, _("This game was played under the first protocol, which could not exclude that the table chose its secret afterwards.")),
    h("details", {}, h("summary", {}, _("What was sealed")),
      h("ul", { class: "rows" }, sealed(_("table"), fair.commitment, fair.secret),
        fair.seats.map((seat, n) => sealed(seats[n].name, seat.commitment, seat.words)))),
  ];
}
