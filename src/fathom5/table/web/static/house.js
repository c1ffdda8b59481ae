// What a table has changed in the rulebook goes along to wherever the rulebook is asked.

import { h } from "./dom.js";

const { house } = document.body.dataset;

export function byHouse(address) {
  if (!house) return address;
  const [page, clause] = address.split("#");
  return `${page}${page.includes("?") ? "&" : "?"}${house}${clause ? `#${clause}` : ""}`;
}

// Below what the rulebook says: what is not so at this table.
export const departures = (told) => (told?.house ?? []).map((sentence) => h("p", { class: "house-rule" }, sentence));
