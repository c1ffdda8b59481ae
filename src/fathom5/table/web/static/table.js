// The table page: hears what happens, shows it one after the other, and says what the player does.

import { Acts } from "./acts.js";
import { Bar } from "./bar.js";
import { Board } from "./board.js";
import { find, say } from "./dom.js";
import { Drawer } from "./drawer.js";
import { End } from "./end.js";
import { Keeper } from "./keeper.js";
import { Live } from "./live.js";
import { Lobby } from "./lobby.js";
import { More } from "./more.js";
import { remembered } from "./page.js";
import { shape, turned } from "./shape.js";
import { Seats } from "./seats.js";
import { watch } from "./searches.js";
import { Sequence } from "./sequence.js";
import { Talk } from "./talk.js";
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
  no_seat: _("There is no such seat."),
  not_now: _("Not now."),
  nonsense: _("The table did not understand that."),
  warming: _("Hints come as soon as the bots that think ahead have warmed up."),
  no_search: _("There are no hints here: they need bots that think ahead, which will not come."),
  busy: _("The table is busy; try again in a moment."),
};

// What is known of the table; changes are shown in their own time, so this is what is on the screen.
const at = { status: "lobby", you: null, host: false, seats: [], scores: [], turn: 0, to_move: -2, acts: new Acts(), over: null };

const live = new Live(
  () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${table}/live?lang=${language}&shape=${shape()}`,
  hear,
  connection,
);
const board = new Board(find("#board"), game, touched);
const sequence = new Sequence();
const seats = new Seats(find("#seats"));
const drawer = new Drawer(find("#drawer"), game);
const bar = new Bar(find("#bar"), live, { act, drawer, cancel: () => touched([]), result: () => lookAt(false) });
const talk = new Talk(live, drawer);
const overlay = find("#overlay");
const lobby = new Lobby(overlay, live, table);
const end = new End(overlay, live, table, lookAt);
const more = new More(find("#more"), live, table);
const keeper = new Keeper(live, table);

let known = 0; // rows heard of, shown or waiting
let early = []; // what was heard before the board could be drawn

// Hearing.

function hear(message) {
  if (early) early.push(message);
  else HEARD[message.do]?.(message);
}

const HEARD = {
  sync(message) {
    sequence.clear();
    known = message.n;
    Object.assign(at, pick(message, ["status", "you", "host", "seats", "scores", "turn", "to_move", "undo", "clock", "fair"]));
    Object.assign(at, { over: message.over ?? null, next: message.next ?? null });
    if (message.scene) board.show(message.scene);
    decide(message.scene);
    drawer.retell(message.log ?? []);
    talk.recall(message.talk);
    keeper.hear(message.fair);
    if (at.you !== null && !remembered("auto", true)) live.tell({ do: "auto", on: false });
    show();
  },
  change(message) {
    if (message.n <= known) return;
    if (message.n !== known + 1) return live.tell({ do: "since", n: known });
    known = message.n;
    sequence.add(() => happen(message));
  },
  seats(message) {
    Object.assign(at, pick(message, ["status", "seats", "clock"]));
    show();
  },
  fair({ fair }) {
    at.fair = fair;
    keeper.hear(fair);
    more.show(at);
    lobby.show(at);
  },
  said: (message) => talk.hear(message),
  hint: (message) => bar.hint(message),
  buttons: (message) => bar.name(message.words),
  done: () => {},
  refused(message) {
    const never = message.why === "warming" && at.search && !at.search.comes;
    const why = REASONS[never ? "no_search" : message.why] ?? _("The table did not understand that.");
    if (at.status === "lobby") say(find("#lobby-wrong"), why);
    bar.refuse(why, message.clause);
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
  board.change(message);
  Object.assign(at, pick(message, ["turn", "to_move", "scores", "undo", "clock"]));
  if (at.status === "lobby") at.status = "playing"; // the first action tells it before the seats do
  decide(message);
  drawer.tell(message.log);
  say(find("#news"), message.log.map((line) => line.text).join(". "));
  if (sequence.busy) return glance();
  show();
  if (!wasYours && at.to_move === at.you) call();
}

function decide(scene) {
  at.acts = new Acts(scene?.acts ?? []);
  at.ask = scene?.ask ?? "";
  if (at.acts.all.some((act) => !act.words) && at.acts.all.length <= 3) live.tell({ do: "buttons", id: "words" });
}

function finish(message) {
  at.status = "over";
  at.over = message;
  at.next = message.next ?? null;
  at.to_move = -2;
  show();
}

function connection(state) {
  say(find("#state"), { open: "", lost: _("Connection lost; coming back…"), gone: _("This table is no longer here.") }[state]);
}

// Showing.

function show() {
  const inLobby = at.status === "lobby";
  document.body.dataset.status = at.status;
  seats.show(at);
  bar.show(at);
  talk.show(at);
  more.show(at);
  light();
  overlay.hidden = !(inLobby || (at.over && !at.aside));
  if (inLobby) lobby.show(at);
  else if (at.over) end.show(at);
  document.title = `${mine() ? `● ${_("Your turn")} · ` : ""}${title}`;
}

// More is about to happen: nothing can be done yet.
function glance() {
  seats.show(at);
  board.light(new Set());
}

// The result can be put aside to look at the board.
function lookAt(isBoard) {
  at.aside = isBoard;
  show();
}

const mine = () => at.status === "playing" && at.you !== null && at.to_move === at.you;

function light() {
  board.light(mine() ? at.acts.next : new Set(), mine() ? at.acts.begun : []);
}

// Doing.

function touched(ids) {
  if (!mine() || bar.waiting) return;
  const meant = at.acts.touch(ids);
  if (meant) return act(meant);
  bar.show(at);
  light();
}

function act(meant) {
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

turned((now) => live.tell({ do: "shape", shape: now }));

board.ready.then(() => {
  const heard = early;
  early = null;
  heard.forEach(hear);
});
