// Keeps this device's part of the dice: words that nobody knows before all have promised theirs.

import { commitment } from "./fair.js";
import { randomText } from "./live.js";
import { remember, remembered } from "./page.js";

export class Keeper {
  constructor(live, table) {
    Object.assign(this, { live, table });
  }

  hear(fair) {
    if (fair?.asks === "commitment") this.live.tell({ do: "words", commitment: promise(this.table) });
    if (fair?.asks === "words") this.live.tell({ do: "words", words: words(this.table) });
  }
}

// What is said before the words themselves.
export function promise(table) {
  return commitment(words(table));
}

function words(table) {
  const kept = remembered(`words.${table}`) ?? randomText();
  remember(`words.${table}`, kept);
  return kept;
}
