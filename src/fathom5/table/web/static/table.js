// The table page: hears what happens, shows it one after the other, and says what the player does.

import { About } from "./about.js";
import { Acts } from "./acts.js";
import { Bar } from "./bar.js";
import { Board } from "./board.js";
import { Coach } from "./coach.js";
import { find, mark, h, say } from "./dom.js";
import { Drawer } from "./drawer.js";
import { End } from "./end.js";
import { Firsts } from "./firsts.js";
import { byHouse } from "./house.js";
import { Keys, press } from "./keys.js";
import { Keeper } from "./keeper.js";
import { Lesson } from "./lesson.js";
import { Live } from "./live.js";
import { Lobby } from "./lobby.js";
import { More } from "./more.js";
import { remembered } from "./page.js";
import { shape, turned } from "./shape.js";
import { Seats } from "./seats.js";
import { watch } from "./searches.js";
import { Sequence, SKIMMED, weight } from "./sequence.js";
import { Talk } from "./talk.js";
import { complaint } from "./verdict.js";
import { why } from "./why.js";
import { language, _ } from "./words.js";

const { table, game, title } = document.body.dataset;
const REASONS = {
  not_your_turn: _("It is not your turn."),
  not_legal: _("That cannot be done now."),
  too_late: _("Something else happened first; have another look."),
  no_undo: _("This can no longer be taken back."),
  too_fast: _("Not so fast, please."),
  too_long: _("That is too long."),
  not_seated: _("You are looking on; only players can do that."),
  not_host: _("Only the host can do that."),
  taken: _("Somebody else was quicker."),
  no_programs: _("This house is for people only."),
  no_seat: _("There is no such seat."),
  not_now: _("Not now."),
  nonsense: _("The table did not understand that."),
  warming: _("Hints come as soon as the bots that think ahead have warmed up."),
  no_search: _("There are no hints here: they need bots that think ahead, which will not come."),
  busy: _("The table is busy; try again in a moment."),
  not_asked: _("That is not part of this lesson."),
};

// What is known of the table; changes are shown in their own time, so this is what is on the screen.
const at = { status: "lobby", you: null, host: false, seats: [], scores: [], turn: 0, to_move: -2, acts: new Acts(), over: null };

const live = new Live(
  () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${table}/live?lang=${language}&shape=${shape()}`,
  hear,
  connection,
);
const board = new Board(find("#board"), game, touched);
const sequence = new Sequence((held) => (find("#next").hidden = !held));
const seats = new Seats(find("#seats"));
const drawer = new Drawer(find("#drawer"), game, (things) => board.point(things));
const bar = new Bar(find("#bar"), live, { act, drawer, cancel: () => touched([]), result: () => lookAt(false) });
const talk = new Talk(live, drawer);
const about = new About(find("#about"), board, (id) => (at.options?.memory ? [] : drawer.linesOf(id)));
const overlay = find("#overlay");
const lobby = new Lobby(overlay, live, table);
const end = new End(overlay, live, table, game, lookAt);
const more = new More(find("#more"), live, table);
const keeper = new Keeper(live, table, game, (found) => {
  say(find("#dice-warning"), found.map(complaint).join(" "));
  find("#dice-warning").hidden = false;
});

const coach = new Coach(find("#coach"), board);
const firsts = new Firsts(coach, game);
const lesson = "lesson" in document.body.dataset ? new Lesson(coach, live, game, show) : null;

let known = 0; // rows heard of, shown or waiting
let early = []; // what was heard before the board could be drawn
let latest = null; // the last change that was heard, shown or not
let asked = null; // what was touched in vain
let past = []; // the last changes, each with the picture before it
const LAST = 8; // changes that are shown again
const MOST_TOUCHED = 12; // things at a point that the table is asked about

// Hearing.

function hear(message) {
  if (early) early.push(message);
  else HEARD[message.do]?.(message);
}

const HEARD = {
  sync(message) {
    sequence.clear();
    past = [];
    latest = null;
    known = message.n;
    Object.assign(at, pick(message, ["status", "you", "host", "seats", "scores", "turn", "to_move", "undo", "clock", "fair", "options"]));
    at.decision = message.decision ?? null;
    Object.assign(at, { over: lesson ? null : (message.over ?? null), next: message.next ?? null });
    if (message.scene) board.show(message.scene);
    decide(message.scene);
    drawer.retell(message.log ?? []);
    tellNewest((message.log ?? []).filter((line) => line.n === message.n));
    talk.show(at); // who said what is told by name
    talk.recall(message.talk);
    keeper.forget();
    keeper.hear(message.fair, at);
    keeper.link(message.n, message.digest);
    if (at.you !== null && !remembered("auto", true)) live.tell({ do: "auto", on: false });
    show();
  },
  change(message) {
    if (message.n <= known) return;
    if (message.n !== known + 1) return live.tell({ do: "since", n: known });
    known = message.n;
    latest = message;
    keeper.link(message.n, message.digest);
    sequence.add(() => happen(message), lesson?.skims(message.n) ? SKIMMED : weight(message));
    foresee();
  },
  seats(message) {
    Object.assign(at, pick(message, ["status", "seats", "clock"]));
    show();
  },
  fair({ fair }) {
    at.fair = fair;
    keeper.hear(fair, at);
    more.show(at);
    lobby.show(at);
  },
  said: (message) => talk.hear(message),
  hint: (message) => bar.hint(message),
  buttons: (message) => bar.name(message.words),
  why: ({ text, clause, id }) => asked?.id === id && mine() && bar.refuse(text ?? generally(asked.ids), clause ?? clauseOf(asked.ids)),
  done: () => {},
  refused(message) {
    if (!message.id) return; // nobody here asked for it: another window of this device was quicker with its words
    const never = message.why === "warming" && at.search && !at.search.comes;
    const reason = REASONS[never ? "no_search" : message.why] ?? _("The table did not understand that.");
    if (at.status === "lobby") say(find("#lobby-wrong"), reason);
    bar.refuse(reason, message.clause);
    bar.show(at);
    light();
  },
  over: (message) => sequence.add(() => finish(message)),
  next({ table: next }) {
    at.next = next;
    if (end.asked) location.assign(`/t/${next}`);
    else end.show(at);
  },
};

function pick(message, names) {
  return Object.fromEntries(names.filter((name) => name in message).map((name) => [name, message[name]]));
}

function happen(message) {
  const wasYours = at.to_move === at.you;
  past = [...past, { scene: board.scene(), message }].slice(-LAST);
  board.change(message);
  Object.assign(at, pick(message, ["turn", "to_move", "scores", "undo", "clock"]));
  if (at.status === "lobby") at.status = "playing"; // the first action tells it before the seats do
  at.decision = message.decision ?? null;
  decide(message);
  drawer.tell(message.log);
  tellNewest(message.log);
  if (!lesson?.skims(message.n)) say(find("#news"), message.log.map((line) => line.text).join(". "));
  if (sequence.busy) return glance();
  show();
  if (mine()) live.tell({ do: "seen", turn: at.turn });
  if (!wasYours && at.to_move === at.you) call();
}

// The newest event is told above the bar on every screen, so that nobody has to open the log to know it.
function tellNewest(lines) {
  const told = lines.filter((line) => !line.undo && !["setup", "round", "turn"].includes(line.kind));
  const line = told.findLast(({ kind }) => kind === "event" || kind === "end") ?? told.at(-1);
  if (!line) return;
  const newest = find("#newest");
  newest.className = `newest plain told-${line.kind ?? "deed"}`;
  find("#newest-why").replaceChildren(...(line.clause && ["event", "end"].includes(line.kind) ? [why(line.clause)] : []));
  const words = h("span", {}, line.text);
  newest.replaceChildren(...[line.seat >= 0 && mark(line.seat), words].filter(Boolean));
  newest.classList.toggle("long", words.scrollWidth > words.clientWidth || words.scrollHeight > words.clientHeight);
}

// The last events once more, on the board; where things have to be remembered there is no looking back.
function showAgain() {
  if (sequence.busy || !past.length) return;
  board.light(new Set());
  board.show(past[0].scene);
  for (const { message } of past) {
    sequence.add(() => {
      board.change(message);
      tellNewest(message.log);
      if (!sequence.busy) show();
    }, Math.min(1, weight(message)));
  }
}

// Whose turn it is never waits for what is still being shown: the bar offers at once what can be done.
function foresee() {
  if (lesson || !sequence.busy || at.you === null || latest?.to_move !== at.you) return;
  const { turn, to_move, ask, undo } = latest;
  bar.show({ ...at, status: "playing", turn, to_move, ask, undo, acts: new Acts(latest.acts ?? []) });
}

function decide(scene) {
  at.acts = new Acts(scene?.acts ?? []);
  at.offered = at.acts.all;
  at.ask = scene?.ask ?? "";
  if (at.acts.all.some((act) => !act.words) && (lesson || at.acts.all.length <= 3)) live.tell({ do: "buttons", id: "words" });
}

function finish(message) {
  at.status = "over";
  at.over = lesson ? null : message; // a lesson has an end of its own
  at.next = message.next ?? null;
  at.to_move = -2;
  show();
}

function connection(state) {
  say(find("#state"), { open: "", lost: _("Connection lost; coming back…"), gone: _("This table is no longer here.") }[state]);
}

// Showing.

function show() {
  lesson?.narrow(at, at.offered ?? []);
  const inLobby = at.status === "lobby" || at.status === "closed";
  document.body.dataset.status = at.status;
  seats.show(at);
  board.own(at.you);
  bar.show(at);
  find("#again").hidden = !past.length || Boolean(at.options?.memory) || inLobby;
  talk.show(at);
  more.show(at);
  light();
  overlay.hidden = !(inLobby || lesson?.done || (at.over && !at.aside));
  if (lesson) lesson.show();
  else firsts.show(at, mine());
  if (lesson?.done) lesson.end(overlay);
  else if (inLobby) lobby.show(at);
  else if (at.over) end.show(at);
  document.title = `${mine() ? `● ${_("Your turn")} · ` : ""}${title}`;
}

// More is about to happen: nothing can be done yet.
function glance() {
  if (lesson) coach.hide();
  seats.show(at);
  board.light(new Set());
  foresee();
}

// The result can be put aside to look at the board.
function lookAt(isBoard) {
  at.aside = isBoard;
  show();
}

const mine = () => at.status === "playing" && at.you !== null && at.to_move === at.you;

function light() {
  board.light(mine() ? at.acts.next : new Set(), mine() ? at.acts.begun : []);
  coach.giveWay();
}

// Doing.

function touched(ids) {
  about.hide();
  drawer.leave();
  if (sequence.busy && latest?.to_move === at.you) return sequence.flush(); // a touch brings what can be done
  if (lesson && ids.length && !ids.some((id) => at.acts.next.has(id) || at.acts.begun.includes(id))) return lesson.refuse();
  if (!mine() || bar.waiting) return;
  const begun = at.acts.begun;
  const isWrong = ids.length && !ids.some((id) => at.acts.next.has(id) || at.acts.all.some((each) => each.path[0] === id)) && !at.acts.begun.some((id) => ids.includes(id));
  const meant = at.acts.touch(ids);
  if (meant) return act(meant);
  bar.show(at);
  light();
  if (isWrong) asked = { ids, id: live.ask({ do: "why", things: ids.slice(0, MOST_TOUCHED), begun }) };
}

// Something that cannot be done now and of which the game has nothing to say: what the rulebook says it is.
const told = (ids) => board.toldOf(ids.map((id) => board.things.get(id)).find((each) => each?.label && board.toldOf(each)));
const clauseOf = (ids) => told(ids)?.clause;
const generally = (ids) => (told(ids) ? _("Not now: {text}", { text: atThisTable(told(ids)) }) : _("Nothing can be done there now."));
const atThisTable = ({ text, house = [] }) => [firstSentence(text), ...house].join(" ");
const firstSentence = (text) => text.match(/^.*?[.;](?= |$)/)?.[0] ?? text;

function act(meant) {
  if (at.others?.includes(meant)) return lesson.refuse();
  sequence.flush();
  bar.wait(live.ask({ do: "act", turn: at.turn, action: meant.action }));
  at.acts.begun = [];
  board.light(new Set());
}

// It is your turn: a word in the title, a sound where it is wanted, a short tremor on a phone.
function call() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60); // browsers complain of it before the first touch
  if (remembered("sound", false)) chime();
}

function chime() {
  const audio = new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.setValueAtTime(523, audio.currentTime);
  tone.frequency.setValueAtTime(784, audio.currentTime + 0.12);
  volume.gain.setValueAtTime(0.12, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.5);
}

// A game's search comes while it is played: from then on bots think ahead, and there are hints.
watch((told) => {
  at.search = told[game];
  seats.show(at);
});

find("#newest").addEventListener("click", () => drawer.show("log"));
find("#next").addEventListener("click", () => sequence.step());
find("#again").addEventListener("click", showAgain);
document.addEventListener("notes", bare);
bare();

// Places and numbers that the log speaks of are printed on the board, unless this device would rather not.
function bare() {
  find("#board").classList.toggle("f5-bare", !remembered("notes", true));
}

new Keys(find("#keys"), {
  u: [_("Undo"), () => press("#undo")],
  h: [_("Hint"), () => press("#ask-hint")],
  a: [_("All moves"), () => press("#all-moves")],
  l: [_("Log"), () => (drawer.panel === "log" ? drawer.close() : drawer.show("log"))],
  n: [_("Next thing that can be touched"), () => board.next()],
  s: [_("Step: show the next event"), () => sequence.step()],
  "+": [_("Closer"), () => board.view.zoom(1.5)],
  "-": [_("Farther"), () => board.view.zoom(1 / 1.5)],
  0: [_("Whole board"), () => board.view.all()],
});

addEventListener("keydown", ({ key }) => key === "Escape" && press("#cancel")); // wherever the focus is

turned((now) => live.tell({ do: "shape", shape: now }));

board.learn(byHouse(`/games/${game}/about.${language}.json`));
Promise.all([board.ready, lesson?.load()]).then(() => {
  const heard = early;
  early = null;
  heard.forEach(hear);
});
