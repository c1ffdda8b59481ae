// The first page: this device's tables.

import { find, findAll, h } from "./dom.js";
import { learn } from "./lesson.js";
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

function line({ table, game, status, names, lesson }) {
  const title = document.getElementById(game)?.textContent ?? game;
  const others = (names ?? []).filter(Boolean).join(", ");
  const note = [lesson && _("first dive"), STATUS[status] ?? status, lesson ? "" : others].filter(Boolean).join(" · ");
  return h("li", {}, h("a", { class: "button", href: `/t/${table}` }, h("span", {}, title, " ", h("small", {}, note))));
}

for (const button of findAll("[data-lesson]")) button.addEventListener("click", () => learn(button.dataset.lesson));
mine();
watch();
