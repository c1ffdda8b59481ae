// Fair dice, recomputed here. Our own SHA-256, since Web Crypto is missing over plain http on a home network.

const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const BLOCK = 64;

const turned = (x, by) => (x >>> by) | (x << (32 - by));

function mixed(state, block) {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i++) words[i] = block.getUint32(4 * i);
  for (let i = 16; i < 64; i++) {
    const [a, b] = [words[i - 15], words[i - 2]];
    const first = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const second = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words[i] = words[i - 16] + first + words[i - 7] + second;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i];
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) >>> 0);
}

export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(8 * bytes.length));
  let state = START;
  for (let at = 0; at < padded.length; at += BLOCK) state = mixed(state, new DataView(padded.buffer, at, BLOCK));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

export function hmac(key, message) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const padded = (by) => block.map((byte) => byte ^ by);
  return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), message))));
}

function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

const bytes = (text) => new TextEncoder().encode(text);
const hex = (digest) => [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const commitment = (text) => hex(sha256(bytes(text)));

export function ticket(key, n, total) {
  const digest = hmac(key, bytes(String(n)));
  return Number((new DataView(digest.buffer).getBigUint64(0) * BigInt(total)) >> 64n);
}

function drawn(offers, number) {
  for (const [action, weight] of offers) {
    if (number < weight) return action;
    number -= weight;
  }
  return null;
}

// What is wrong with a replay's dice: {commitment: "table" | seat} or {action: its number}; null where all is right.
export function fault({ commitment: promised, secret, seats, draws }) {
  if (commitment(secret) !== promised) return { commitment: "table" };
  const broken = seats.findIndex((seat) => commitment(seat.words) !== seat.commitment);
  if (broken >= 0) return { commitment: broken };
  const key = bytes(secret + seats.map((seat) => seat.words).join(""));
  for (const [count, { n, offers, took }] of draws.entries()) {
    const total = offers.reduce((sum, [, weight]) => sum + weight, 0);
    if (drawn(offers, ticket(key, count, total)) !== took) return { action: n };
  }
  return null;
}
