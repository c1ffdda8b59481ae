// Keeps this device's part of the dice: words that nobody knows before all have committed to theirs, and what the table
// showed before it knew any words. The windows of a device share it. What differs later is told.

import { PROTOCOL, roundFaults, sealDigest, sealFaults, seatCommitment } from "./dice.js";
import { commitment } from "./fair.js";
import { randomText } from "./live.js";
import { remember, remembered } from "./page.js";

// What a device keeps of a table: of each round the table's commitment, the seal, its seat and words; the last digest.
export const keptOf = (table) => remembered(`dice.${table}`, {});

export class Keeper {
  constructor(live, table, game, warn) {
    Object.assign(this, { live, table, game, warn, answered: "" });
  }

  hear(fair, at) {
    if (!fair) return;
    if (fair.protocol !== PROTOCOL) return this.#first(fair);
    const noted = this.#look(fair, at);
    const answer = JSON.stringify([fair.asks, fair.round, at.you, fair.asks === "words" && noted.seal]);
    if (!fair.asks || this.answered === answer) return; // a question that is repeated needs no other answer
    this.answered = answer;
    if (fair.asks === "commitment") this.live.tell({ do: "words", round: fair.round, commitment: promise(this.table, at.you, fair) });
    if (fair.asks === "words" && noted.words && !this.wrong) this.#reveal(fair.round, noted);
  }

  // A connection that came back is asked again.
  forget() {
    this.answered = "";
  }

  // The chain's digest after so many rows; history that is rewritten later no longer contains it.
  link(n, digest) {
    if (!digest) return;
    const kept = keptOf(this.table);
    const [known, last] = kept.last ?? [0, ""];
    if (n < known) return; // another window of this device has heard more, or the end will tell
    if (n === known && last && last !== digest) return this.#tell([{ what: "rewritten", row: n }]);
    remember(`dice.${this.table}`, { ...kept, last: [n, digest] });
  }

  #look(fair, at) {
    const noted = note(this.table, fair.round, { c: fair.commitment });
    const found = noted.c === fair.commitment ? [] : [{ what: "noted" }];
    if (fair.seal) found.push(...this.#seen(fair, noted, at));
    const kept = keptOf(this.table).rounds;
    for (const [number, told] of fair.rounds.entries()) found.push(...roundFaults(told, number + 1, kept[number + 1]));
    this.#tell(found);
    return keptOf(this.table).rounds[fair.round];
  }

  // The first seal that was seen before the game began is kept; it must hold what was noted before.
  #seen(fair, noted, at) {
    const digest = sealDigest(fair.seal);
    if (!noted.seal && at.status === "lobby") note(this.table, fair.round, { seal: digest });
    if (noted.seal && noted.seal !== digest) return [{ what: "second" }];
    if (fair.seal.rounds.length !== fair.round - 1) return [{ what: "rounds" }];
    const own = noted.seat === at.you ? noted : { c: noted.c }; // who has left that seat has no say in it
    return sealFaults(fair.seal, own, { table: this.table, game: this.game, options: at.options });
  }

  #tell(found) {
    this.wrong = found.find(({ what }) => what !== "silent"); // then this device tells no words
    if (found.length) this.warn(found);
  }

  #reveal(round, { seal, words }) {
    remember(`dice.${this.table}`, changed(this.table, round, { sent: true }));
    this.live.tell({ do: "words", round, seal, words });
  }

  // Tables that were opened under the first protocol.
  #first({ asks }) {
    if (asks === "commitment") this.live.tell({ do: "words", commitment: commitment(ownWords(this.table)) });
    if (asks === "words") this.live.tell({ do: "words", words: ownWords(this.table) });
  }
}

// What is sent before the words themselves: words of this round, for this seat, drawn when they are first needed.
export function promise(table, seat, fair) {
  if (fair?.protocol !== PROTOCOL) return commitment(ownWords(table));
  let noted = note(table, fair.round, { c: fair.commitment });
  if (!noted.words || noted.seat !== seat) noted = replaced(table, fair.round, { seat, words: randomText() });
  return seatCommitment(table, seat, noted.words);
}

// Adds to what is kept of a round, never changing what is there.
function note(table, round, more) {
  return replaced(table, round, { ...more, ...keptOf(table).rounds?.[round] });
}

function replaced(table, round, more) {
  const kept = changed(table, round, more);
  remember(`dice.${table}`, kept);
  return kept.rounds[round];
}

function changed(table, round, more) {
  const kept = keptOf(table);
  return { ...kept, rounds: { ...kept.rounds, [round]: { ...kept.rounds?.[round], ...more } } };
}

function ownWords(table) {
  const kept = remembered(`words.${table}`) ?? randomText();
  remember(`words.${table}`, kept);
  return kept;
}
