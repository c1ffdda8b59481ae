// The first page: this device's tables.

import { find, h } from "./dom.js";
import "./page.js";
import { watch } from "./searches.js";
import { _ } from "./words.js";

const STATUS = { lobby: _("waiting for players"), playing: _("running"), paused: _("paused"), over: _("finished") };

async function mine() {
  const answer = await fetch("/mine");
  const tables = answer.ok ? await answer.json() : [];
  find("#mine").hidden = !tables.length;
  find("#mine ul").replaceChildren(...tables.slice(0, 12).map(line));
}

function line({ table, game, status, names }) {
  const title = document.getElementById(game)?.textContent ?? game;
  const others = (names ?? []).filter(Boolean).join(", ");
  const note = [STATUS[status] ?? status, others].filter(Boolean).join(" · ");
  return h("li", {}, h("a", { class: "button", href: `/t/${table}` }, h("span", {}, title, " ", h("small", {}, note))));
}

mine();
watch();
