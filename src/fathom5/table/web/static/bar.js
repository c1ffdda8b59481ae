// What to do now: one sentence and a few buttons, the whole list where it is wanted, and the bots' advice.

import { find, h, icon, renew, say } from "./dom.js";
import { why } from "./why.js";
import { _ } from "./words.js";

const FEW = 3; // buttons that fit beside the sentence
const CHANCE = -1;

export class Bar {
  constructor(root, live, { act, drawer, cancel, result }) {
    Object.assign(this, { root, live, act, drawer, cancel, result });
    this.ask = find("#ask", root);
    this.acts = find("#acts", root);
    this.list = find("#list");
    this.advice = find("#hint");
    this.wrong = find("#wrong", root);
    this.waiting = null;
    this.turn = null;
    this.words = {};
    this.focused = null;
  }

  // An answer is on its way; nothing else can be asked for.
  wait(id) {
    this.waiting = id;
    this.#notice();
    this.#putAway();
    say(this.wrong, "");
    for (const button of this.acts.querySelectorAll("button")) button.disabled = true;
  }

  show(at) {
    this.at = at;
    const isNew = this.turn !== at.turn;
    this.turn = at.turn;
    if (isNew) this.#clean();
    const yours = at.status === "playing" && at.you !== null && at.to_move === at.you;
    this.root.hidden = at.status === "lobby" || (at.over && !at.aside);
    this.root.classList.toggle("yours", yours);
    say(this.ask, yours ? this.#question(at) : this.#waitingFor(at));
    this.#buttons(yours ? this.#offered(at) : this.#aside(at));
  }

  #clean() {
    this.waiting = null;
    this.#putAway();
    this.words = {};
    say(this.wrong, "");
  }

  // Moves and advice are about one decision only.
  #putAway() {
    if (["moves", "hint"].includes(this.drawer.panel)) this.drawer.close();
  }

  // The question follows the steps of a move.
  #question({ acts, ask }) {
    if (!acts.begun.length || !acts.next.size) return ask;
    return acts.open.some((act) => act.path.length > acts.begun.length + 1) ? _("Which one?") : _("Where to?");
  }

  #waitingFor({ status, to_move, seats, you }) {
    if (status === "over") return _("The game is over.");
    if (status === "paused") return _("Paused: the table waits until somebody is back.");
    if (to_move === CHANCE) return _("Chance decides…");
    const seat = seats[to_move];
    if (!seat) return "";
    const { name, kind } = seat;
    const thinks = kind === "bot" ? _("{name} is thinking…", { name }) : _("It is {name}'s turn.", { name });
    return you === null ? `${_("You are looking on.")} ${thinks}` : thinks;
  }

  #offered(at) {
    const { all, begun, meant } = at.acts;
    const few = all.length <= FEW && all.every((act) => this.#word(act));
    const others = few && at.others && all.length + at.others.length <= FEW ? at.others : []; // a lesson lets them be tried
    const shown = few && !begun.length ? all : meant;
    const buttons = [...shown.map((act) => this.#button(act)), ...others.map((act) => this.#button(act, ""))];
    if (begun.length) buttons.push(h("button", { type: "button", id: "cancel", onclick: this.cancel }, _("Cancel")));
    else if (!few && all.length > shown.length) buttons.push(this.#more(all.length));
    return [...buttons, ...this.#aside(at), begun.length || at.others ? null : this.#help()].filter(Boolean);
  }

  #aside(at) {
    if (at.over) return [h("button", { type: "button", class: "lit", onclick: this.result }, _("Show the result"))];
    if (!at.undo) return [];
    const take = () => this.wait(this.live.ask({ do: "undo", turn: at.turn }));
    const named = { "aria-label": _("Undo"), title: _("Undo") };
    return [h("button", { type: "button", class: "undo", id: "undo", ...named, onclick: take }, icon("undo"), h("span", {}, _("Undo")))];
  }

  #button(act, classes = "lit") {
    const press = () => this.act(act);
    return h("button", { type: "button", class: classes, "data-action": act.action, onclick: press }, this.#word(act) ?? "…");
  }

  #word(act) {
    return act.words ?? this.words[act.action];
  }

  #more(count) {
    const state = { "aria-expanded": String(this.drawer.panel === "moves"), "aria-controls": "panel-moves", id: "all-moves" };
    const toggle = () => this.#toggle();
    const all = _("All {count} moves", { count });
    // Beside many buttons there is no room for the words: then the number alone stands there.
    const shown = [h("span", { class: "in-words" }, all), h("span", { class: "in-short", "aria-hidden": "true" }, String(count))];
    return h("button", { type: "button", ...state, "aria-label": all, title: all, onclick: toggle }, icon("list"), shown);
  }

  #help() {
    const ask = () => (this.drawer.panel === "hint" ? this.drawer.close() : this.live.ask({ do: "hint" }));
    return h("button", { type: "button", class: "square", id: "ask-hint", "aria-label": _("Hint"), title: _("Hint"), onclick: ask }, icon("hint"));
  }

  // Whether the focus is on one of our buttons; it is nowhere while there are none.
  #notice() {
    const active = document.activeElement;
    if (active.closest("#acts, #list")) this.focused = active.textContent;
    else if (active !== document.body) this.focused = null;
  }

  // Who presses buttons by keyboard finds the focus here again on the next turn.
  #buttons(nodes) {
    this.#notice();
    for (const node of nodes) node.disabled = Boolean(this.waiting);
    renew(this.acts, nodes);
    const shown = [...this.acts.children];
    if (!this.waiting && this.focused && shown.length) (shown.find((node) => node.textContent === this.focused) ?? shown[0]).focus();
  }

  // The whole list, in words.
  #toggle() {
    const opens = this.drawer.panel !== "moves";
    if (opens) this.drawer.show("moves");
    else this.drawer.close();
    if (opens && this.at.acts.all.some((act) => !this.#word(act))) this.live.ask({ do: "buttons" });
    this.#fill();
    this.show(this.at);
  }

  #fill() {
    this.list.replaceChildren(...this.at.acts.all.map((act) => this.#button(act, "")));
  }

  name(words) {
    this.words = words;
    if (this.drawer.panel === "moves") this.#fill();
    this.show(this.at);
  }

  refuse(sentence, clause) {
    this.waiting = null;
    this.wrong.replaceChildren(sentence, ...(clause ? [" ", why(clause)] : []));
  }

  // What the bots would do.
  hint({ lines }) {
    const percent = (part) => `${Math.round(100 * part)} %`;
    const together = "together" in document.body.dataset;
    const sure = (share, margin) => (margin ? `${percent(share)} ± ${Math.max(1, Math.round(100 * margin))}` : percent(share));
    const advice = lines.map((line, number) => {
      const equal = number > 0 && line.as_good && h("small", { class: "as-good" }, ` · ${_("as good")}`);
      const medals = Object.entries(line.medals).map(([name, [share, margin]]) => h("span", {}, `${name} ${sure(share, margin)}`));
      return h("li", { class: medals.length ? "by-medal" : "" }, h("span", {}, line.words, equal),
        h("b", { class: "numbers" }, medals.length ? medals : sure(line.share, line.margin)),
        h("span", { class: "share-bar" }, shares(line)));
    });
    const odds = Object.entries(lines[0]?.odds ?? {}).flatMap(([name, chance]) => [
      h("dt", {}, name.replaceAll("_", " ")), h("dd", {}, percent(chance)),
    ]);
    this.advice.replaceChildren(
      h("h2", {}, _("The bots would…")),
      lines[0]?.reason ? h("p", { class: "why" }, lines[0].reason) : "",
      h("p", { class: "what" }, together ? _("Chance to get out, by medal; ± is how sure that is.") : _("Chance to win; ± is how sure that is.")),
      h("ol", {}, advice),
      odds.length ? h("dl", {}, odds) : "",
    );
    this.drawer.show("hint");
  }
}

// How much of a hint's bar is filled: by medal where there are such, the best first.
function shares({ share, medals }) {
  const parts = Object.values(medals).map(([chance]) => chance);
  return (parts.length ? parts : [share]).map((part) => {
    const filled = h("span");
    filled.style.width = `${100 * part}%`;
    return filled;
  });
}
