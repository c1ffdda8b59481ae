// Keeps this device's part of the dice: words that nobody knows before all have promised theirs.

import { commitment } from "./fair.js";
import { randomText } from "./live.js";
import { remember, remembered } from "./page.js";

export class Keeper {
  constructor(live, table) {
    this.live = live;
    this.key = `words.${table}`;
  }

  hear(fair) {
    if (fair?.asks === "commitment") this.live.tell({ do: "words", commitment: commitment(this.#words()) });
    if (fair?.asks === "words") this.live.tell({ do: "words", words: this.#words() });
  }

  #words() {
    const words = remembered(this.key) ?? randomText();
    remember(this.key, words);
    return words;
  }
}

export function promise(table) {
  const words = remembered(`words.${table}`) ?? randomText();
  remember(`words.${table}`, words);
  return commitment(words);
}
