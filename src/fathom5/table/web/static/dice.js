// Dice that nobody can choose: the second protocol, computed here as the table does it in `table/dice.py`.
// Knows nothing of the page: what it is given is what it judges. docs/fair_dice.md says who sends what when.

import { hmac, sha256 } from "./fair.js";

const UTF8 = new TextEncoder();
export const PROTOCOL = 2;
const LINK = 16; // bytes of a digest in the chain
const UNDO = -1;
const CHANCE = -1;
const MOST = 3; // broken rounds, then a table closes

// Texts: each part after its length in four bytes.

export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export function framed(...parts) {
  const texts = parts.map((part) => (part instanceof Uint8Array ? part : UTF8.encode(String(part))));
  const all = new Uint8Array(texts.reduce((sum, text) => sum + 4 + text.length, 0));
  let at = 0;
  for (const text of texts) {
    new DataView(all.buffer).setUint32(at, text.length);
    all.set(text, at + 4);
    at += 4 + text.length;
  }
  return all;
}

const hashed = (...parts) => sha256(framed(...parts));
const keyed = (key, ...parts) => hmac(key, framed(...parts));

export const tableCommitment = (table, secret) => hex(hashed("table", table, unhex(secret)));
export const seatCommitment = (table, seat, words) => hex(hashed("seat", table, seat, words));

// The seal.

export function optionsText(options) {
  const sorted = Object.keys(options).sort().map((name) => [name, options[name]]);
  return JSON.stringify(Object.fromEntries(sorted));
}

export function sealDigest({ table, protocol, game, rules, options, commitment, seats, rounds }) {
  return hex(hashed("seal", table, protocol, game, rules, options, commitment,
    seats.length, ...seats.flatMap((seat) => [seat.kind, seat.level, seat.commitment]),
    rounds.length, ...rounds.flatMap((round) => [round.reason, round.seats.join(" "), round.seal])));
}

const crossed = (some, vowels) => some.flatMap((each) => [...vowels].map((vowel) => each + vowel));
const HEADS = crossed([..."bdfgjklmnprstvz", "tr"], "aeio");
const TAILS = crossed([..."flmnprstvz", "lm", "nd", "nt", "rk", "rn", "st"], "ao");
export const SPOKEN = HEADS.flatMap((head) => TAILS.map((tail) => head + tail)); // 2,048

// A seal as it is read aloud: eight words of eleven bits each.
export function spoken(digest) {
  const number = BigInt(`0x${digest.slice(0, 22)}`);
  return Array.from({ length: 8 }, (_, place) => SPOKEN[Number((number >> BigInt(11 * (7 - place))) & 2047n)]);
}

// Dice and rows.

export function ticket(key, n, total) {
  const digest = keyed(key, "draw", n);
  return Number((new DataView(digest.buffer).getBigUint64(0) * BigInt(total)) >> 64n);
}

function drawn(key, n, offers) {
  let left = ticket(key, n, offers.reduce((sum, [, weight]) => sum + weight, 0));
  return offers.find(([, weight]) => (left -= weight) < 0)?.[0];
}

export const diceKey = (secret, seal, words) => keyed(unhex(secret), "dice", unhex(seal), ...words);

export function links(secret, seal, rows) {
  const key = keyed(unhex(secret), "chain", unhex(seal));
  const chained = [hex(keyed(key, "seal", unhex(seal)).slice(0, LINK))];
  for (const [turn, [seat, action, by]] of rows.entries()) {
    chained.push(hex(keyed(key, unhex(chained[turn]), turn, seat, action, by).slice(0, LINK)));
  }
  return chained;
}

// Before words are told: what is wrong with a seal, for a device that noted the table's commitment and its own.

export function sealFaults(seal, noted, { table, game, options }) {
  const found = [];
  if (seal.table !== table || seal.protocol !== PROTOCOL) found.push({ what: "seal" });
  if (seal.game !== game || seal.options !== optionsText(options)) found.push({ what: "options" });
  if (noted?.c && seal.commitment !== noted.c) found.push({ what: "noted" });
  if (noted?.words && seal.seats[noted.seat]?.commitment !== seatCommitment(table, noted.seat, noted.words)) found.push({ what: "own" });
  return found;
}

// A round that was broken off, against what this device kept of it.
export function roundFaults(told, number, noted) {
  const found = [];
  if (tableCommitment(told.seal.table, told.secret) !== told.seal.commitment) found.push({ what: "secret", round: number });
  if (noted?.c && told.seal.commitment !== noted.c) found.push({ what: "noted", round: number });
  if (noted?.seal && sealDigest(told.seal) !== noted.seal) found.push({ what: "second", round: number });
  if (noted?.sent && told.reason === "silent" && told.seats.includes(noted.seat)) found.push({ what: "silent", round: number });
  const isWrong = told.words.some((words, seat) => words !== null && !fits(told.seal, seat, words));
  if (isWrong) found.push({ what: "words", round: number });
  return found;
}

function fits(seal, seat, words) {
  const place = seal.seats[seat];
  if (place.kind !== "person") return !words && !place.commitment;
  return seatCommitment(seal.table, seat, words) === place.commitment;
}

// After the end: all that is wrong with a replay, by itself and against what this device kept.

export function faults(replay, kept = {}) {
  const { fair } = replay;
  const digest = sealDigest(fair.seal);
  const chained = links(fair.secret, digest, fair.rows);
  const { words, ...noted } = kept.rounds?.[fair.seal.rounds.length + 1] ?? {};
  return [
    ...ofSeal(replay, digest, noted.sent ? { ...noted, words } : noted), // words that were not told have no say
    ...ofRounds(fair, kept.rounds ?? {}),
    ...ofRows(replay, chained, kept.last),
    ...ofDraws(fair, diceKey(fair.secret, digest, fair.words)),
  ];
}

function ofSeal({ fair, game, rules, options }, digest, noted) {
  const { seal } = fair;
  const found = sealFaults(seal, noted, { table: seal.table, game, options });
  if (seal.rules !== rules) found.push({ what: "options" });
  if (noted.seal && noted.seal !== digest) found.push({ what: "second" });
  if (tableCommitment(seal.table, fair.secret) !== seal.commitment || fair.commitment !== seal.commitment) found.push({ what: "secret" });
  const seat = seal.seats.findIndex((_, number) => !fits(seal, number, fair.words[number]));
  if (seat >= 0 || fair.words.length !== seal.seats.length) found.push({ what: "words", seat: Math.max(0, seat) });
  return found;
}

function ofRounds({ seal, rounds, words }, kept) {
  const isOther = (told, number) => {
    const sealed = seal.rounds[number];
    return told.reason !== sealed.reason || told.seats.join() !== sealed.seats.join() || sealDigest(told.seal) !== sealed.seal;
  };
  if (rounds.length !== seal.rounds.length || rounds.length >= MOST || rounds.some(isOther)) return [{ what: "rounds" }];
  const used = rounds.flatMap((told) => told.words.filter(Boolean));
  const again = words.some((each) => used.includes(each)) ? [{ what: "again" }] : [];
  return [...again, ...rounds.flatMap((told, number) => roundFaults(told, number + 1, kept[number + 1]))];
}

function ofRows({ fair, steps }, chained, last) {
  const { seal, rows } = fair;
  const found = [];
  const isStep = ([seat, action], n) => steps[n + 1]?.seat === seat && steps[n + 1]?.action === action;
  if (steps.length !== rows.length + 1 || !rows.every(isStep)) found.push({ what: "rows" });
  if (chained.at(-1) !== fair.last) found.push({ what: "chain" });
  if (last && last[0] > rows.length) found.push({ what: "tail", row: last[0] });
  else if (last && chained[last[0]] !== last[1]) found.push({ what: "rewritten", row: last[0] });
  const back = undone(rows);
  if (rows.some((row, n) => row.length > 3 !== back.has(n))) found.push({ what: "marks" });
  const strange = rows.findIndex((row) => !isPossible(seal, row));
  if (strange >= 0) found.push({ what: "who", row: strange + 1 });
  return found;
}

// The rows that were taken back, and those that took them back.
function undone(rows) {
  const [standing, back] = [[], new Set()];
  for (const [turn, [, action]] of rows.entries()) {
    if (action !== UNDO) standing.push(turn);
    else if (standing.length) back.add(turn).add(standing.pop());
  }
  return back;
}

// Whether who is said to have chosen sits there by the seal.
function isPossible(seal, [seat, action, by]) {
  if (seat === CHANCE) return by === "chance" && action !== UNDO;
  const place = seal.seats[seat];
  if (!place) return false;
  if (place.kind === "bot") return action !== UNDO && ["forced", `bot:${place.level}`, `hinted:${place.level}`].includes(by);
  return by === "person" || (action !== UNDO && /^(forced|bot:|hinted:|sitting in:)/.test(by));
}

function ofDraws({ rows, draws }, key) {
  const chance = rows.filter(([seat]) => seat === CHANCE);
  const wrong = draws.findIndex(({ offers, took }, n) => chance[n]?.[1] !== took || drawn(key, n, offers) !== took);
  if (wrong >= 0) return [{ what: "draw", action: draws[wrong].n }];
  return draws.length === chance.length ? [] : [{ what: "rows" }];
}
