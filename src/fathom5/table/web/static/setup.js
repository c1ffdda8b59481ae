// The set-up form: reads the options by their kind and opens the table.

import { find, findAll } from "./dom.js";
import { form as whoAmI, me } from "./me.js";
import "./page.js";
import { watch } from "./searches.js";
import { _ } from "./words.js";

const form = find("#setup");
const seats = findAll("[data-seat]", form);

const READ = {
  switch: (row) => find("input", row).checked,
  slider: (row) => Number(find("input", row).value),
  words: (row) => JSON.parse(find("select", row).value),
  set: (row) => findAll("input:checked", row).map((box) => JSON.parse(box.value)),
  list(row) {
    const chosen = find("select", row).value;
    return chosen === "list" ? listed(row).map((word) => JSON.parse(word)) : JSON.parse(chosen);
  },
};

const players = () => Number(find("[name=players]:checked", form).value);
const listed = (row) => findAll(".list li:not([hidden]) select", row).map((select) => select.value).filter(Boolean);

function refresh() {
  seats.forEach((seat, number) => (seat.hidden = number >= players()));
  for (const row of findAll("[data-kind=list]", form)) find(".list", row).hidden = find("select", row).value !== "list";
  for (const row of findAll("[data-kind=slider]", form)) find("output", row).value = find("input", row).value;
}

function wrong({ why = _("The table did not understand that."), said = why }) {
  for (const node of findAll(".error", form)) node.textContent = "";
  const option = findAll("[data-option]", form).find((row) => why.startsWith(row.dataset.option));
  (option ? find(".error", option) : find("#error")).textContent = said;
  option?.scrollIntoView({ block: "center" });
}

async function open(event) {
  event.preventDefault();
  const button = find("[type=submit]", form);
  button.disabled = true;
  const options = Object.fromEntries(findAll("[data-option]", form).map((row) => [row.dataset.option, READ[row.dataset.kind](row)]));
  const { name, colour } = me();
  const body = {
    game: form.dataset.game,
    options: Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null)),
    seats: seats.slice(0, players()).map((seat) => find("select", seat).value),
    name: name || _("Sailor"),
    colour,
    clock: Number(find("#clock").value) || null,
  };
  const answer = await fetch("/tables", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (answer.ok) return location.assign(answer.url);
  button.disabled = false;
  wrong(await answer.json().catch(() => ({})));
}

// Only one seat is mine.
function alone({ target }) {
  if (target.name !== "seat" || target.value !== "me") return;
  for (const seat of seats) {
    const select = find("select", seat);
    if (select !== target && select.value === "me") select.value = "open";
  }
}

find("#me").append(whoAmI());
form.addEventListener("input", refresh);
form.addEventListener("change", alone);
form.addEventListener("submit", open);
refresh();
watch();
