// The replay page: a slider over every action, from any seat, and the check of the dice.

import { Board } from "./board.js";
import { chart } from "./chart.js";
import { find, findAll, h, icon, say } from "./dom.js";
import { Drawer } from "./drawer.js";
import { Film } from "./film.js";
import { Review } from "./review.js";
import { copy } from "./lobby.js";
import { result } from "./result.js";
import { shape, turned } from "./shape.js";
import { Seats } from "./seats.js";
import { verdict } from "./verdict.js";
import { language, _ } from "./words.js";

const { base, game, you } = document.body.dataset;
const BEAT = 700; // a step at normal speed

const board = new Board(find("#board"), game, () => {});
const drawer = new Drawer(find("#drawer"), game, (things) => board.point(things), go);
const seats = new Seats(find("#seats"));
const slider = find("#slider");
const playing = find("#play");
let film = null;
let replay = null;
let now = 0;
let timer = 0;
let review = null;

async function load(view) {
  const chosen = view === "" ? "" : `&view=${view}`;
  const answer = await fetch(`${base}/replay.json?lang=${language}&shape=${shape()}${chosen}`);
  if (!answer.ok) return say(find("#told"), _("This game cannot be replayed before its end."));
  replay = await answer.json();
  film = new Film(replay.steps);
  await board.ready;
  slider.max = film.last;
  tell();
  go(Math.min(now, film.last));
  forget();
}

// The whole log, each line a way to its moment.
function tell() {
  drawer.retell(replay.steps.flatMap((step) => step.log ?? []));
}

function go(number) {
  const step = replay?.steps[number];
  if (!step) return; // the slider was moved before there was anything to show
  if (number === now + 1 && board.things.size) board.change(step);
  else board.show(film.scene(number));
  now = number;
  slider.value = number;
  slider.setAttribute("aria-valuetext", told(step));
  say(find("#told"), told(step));
  say(find("#count"), `${number} / ${film.last}`);
  const players = replay.seats.map((seat) => ({ ...seat, here: true }));
  seats.show({ seats: players, scores: step.scores, to_move: step.to_move, you: null, status: "playing", clock: null });
  for (const line of findAll("[aria-current]", drawer.log)) line.removeAttribute("aria-current");
  const line = findAll(`[data-n="${number}"]`, drawer.log).findLast((each) => !each.matches(".head"));
  line?.setAttribute("aria-current", "step");
  const advised = review?.look(number) ?? [];
  board.point(advised.length ? advised : (line?.dataset.things?.split(" ") ?? []));
  if (drawer.panel === "log" && line?.offsetParent) line.scrollIntoView({ block: "nearest" });
}

function told(step) {
  return (step.log ?? []).map((line) => (line.undo ? _("takes that back") : line.text)).join(". ") || _("The beginning");
}

// Playing.

function play(on) {
  clearInterval(timer);
  timer = 0;
  playing.replaceChildren(icon(on ? "pause" : "play"));
  playing.setAttribute("aria-label", on ? _("Pause") : _("Run"));
  if (!on) return;
  if (now === film.last) go(0);
  timer = setInterval(() => (now < film.last ? go(now + 1) : play(false)), BEAT / Number(find("#speed").value));
}

slider.addEventListener("input", () => go(Number(slider.value)));
playing.addEventListener("click", () => play(!timer));
find("#back").addEventListener("click", () => go(Math.max(0, now - 1)));
find("#forth").addEventListener("click", () => go(Math.min(film.last, now + 1)));
find("#speed").addEventListener("change", () => timer && play(true));
find("#view").addEventListener("change", (event) => load(event.target.value));

// What was luck and what was skill, from the seat that is looked from; found out only for who opens it.

function forget() {
  review?.asking?.abort();
  review = null;
  if (drawer.panel === "review") goThrough();
}

function goThrough() {
  if (review || !replay) return;
  const shown = { base, game, seats: replay.seats, you: you ? Number(you) : null, view: replay.view, steps: replay.steps, film, go };
  review = new Review(find("#review"), shown);
  review.look(now);
  review.ask();
}

find("[data-panel=review]").addEventListener("click", goThrough);

// What came of it, and the check of every draw.

function summary() {
  const { ending, course } = replay;
  find("#more").replaceChildren(
    h("section", { class: "more-part" }, h("h2", {}, _("The result")),
      ...result(ending, replay.seats),
      !ending.together && course?.length > 1 && chart(course, replay.seats)),
    h("section", { class: "more-part" }, h("h2", {}, _("Fair dice")), ...verdict(replay)),
    h("section", { class: "more-part" }, h("h2", {}, _("Keep and share")),
      copy(location.href), h("a", { class: "button", href: `${base}/save`, download: true }, _("Save file"))));
}

function viewpoints() {
  find("#view").replaceChildren(...replay.viewpoints.map((seat) =>
    h("option", { value: seat ?? "", selected: seat === replay.view }, seat === null ? _("someone who looks on") : replay.seats[seat].name)));
}

turned(() => replay && load(find("#view").value));
now = Number(location.hash.slice(1)) || 0;
await load(new URLSearchParams(location.search).get("view") ?? "");
if (replay) {
  viewpoints();
  summary();
}
