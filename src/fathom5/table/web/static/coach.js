// The coach: a bubble beside the thing it speaks of, which is lit; one or two short sentences at a time.

import { find, h, icon, s, say } from "./dom.js";
import { remember, remembered } from "./page.js";
import { language, _ } from "./words.js";

const GAP = 14; // pixels between the bubble and its thing
const RIM = 6; // and to the edge of the stage
const OWN = 20; // so much worse it is to hide the thing itself than another
const SETTLED = 300; // milliseconds after which pieces and the view have come to rest

export class Coach {
  constructor(node, board) {
    Object.assign(this, { node, board, things: [] });
    this.told = h("p", { class: "coach-told" });
    this.spoken = find("#coach-spoken"); // never hidden, as the bubble is: what appears with its words is not always read out
    this.answer = h("p", { class: "coach-answer", role: "alert" });
    this.row = h("div", { class: "coach-row" });
    this.picture = h("div", { class: "coach-picture" });
    this.picture.hidden = true;
    this.node.append(h("div", { class: "coach-words" }, this.picture, this.told), this.answer, this.row);
    for (const name of ["wheel", "pointermove", "pointerup"]) board.svg.addEventListener(name, () => this.#place());
    new ResizeObserver(() => this.#place()).observe(this.node.parentNode);
    globalThis.speechSynthesis?.addEventListener?.("voiceschanged", () => this.#offerVoice());
  }

  // Say something of some things; the buttons lead on.
  say(text, things, buttons, picture = "") {
    this.#own(document.activeElement);
    this.things = things;
    this.answer.textContent = "";
    this.node.hidden = false;
    this.told.textContent = text;
    say(this.spoken, text);
    this.#draw(picture);
    this.row.replaceChildren(...buttons);
    this.#offerVoice();
    this.board.point(things);
    this.#bringIntoSight();
    this.#place();
    clearTimeout(this.later);
    this.later = setTimeout(() => this.#place(), SETTLED);
    if (remembered("aloud", false)) this.#speak(text);
  }

  // Something else was told meanwhile: what is said is not said again, its buttons stay, and so does an answer.
  stay() {
    this.hadFocus = false;
    this.board.point(this.things);
    this.#place();
  }

  // Other things are lit, now that a move is begun: the bubble must not hide where it goes.
  giveWay() {
    this.#place();
  }

  // What somebody tried instead changes nothing, and is answered.
  reply(text) {
    this.answer.textContent = "";
    this.answer.textContent = text;
    this.#place();
    if (remembered("aloud", false)) this.#speak(text);
  }

  hide() {
    if (this.node.hidden) return;
    this.node.hidden = true;
    this.things = [];
    this.board.point([]);
    globalThis.speechSynthesis?.cancel();
  }

  // Who goes on by keyboard finds the focus on the next button.
  #own(active) {
    this.hadFocus = this.node.contains(active);
  }

  focus(node) {
    if (this.hadFocus || document.activeElement === document.body) node?.focus({ preventScroll: true });
  }

  // A symbol of the board beside the words.
  #draw(symbol) {
    this.picture.hidden = !symbol;
    if (!symbol) return;
    const root = this.picture.shadowRoot ?? this.picture.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = this.board.root.adoptedStyleSheets;
    const shown = s("use", { href: `#symbol-${symbol}` });
    const defs = [...this.board.svg.querySelectorAll(":scope > defs")].map((each) => each.cloneNode(true));
    const svg = s("svg", { width: 56, height: 56, "aria-hidden": "true" }, ...defs, s("g", { class: symbol }, shown));
    root.replaceChildren(svg);
    const { x, y, width, height } = shown.getBBox();
    svg.setAttribute("viewBox", [x - 3, y - 3, width + 6, height + 6].join(" "));
  }

  // Where it is.

  #place() {
    if (this.node.hidden) return;
    const stage = this.node.parentNode.getBoundingClientRect();
    const { width, height } = this.node.getBoundingClientRect();
    const [thing, ...others] = this.#spokenOf(stage);
    const spot = thing ? beside(thing, others, stage, width, height) : { left: (stage.width - width) / 2, top: RIM, side: "none" };
    this.node.dataset.side = spot.side;
    Object.assign(this.node.style, { left: `${spot.left}px`, top: `${spot.top}px` });
    if (!thing) return;
    const across = ["below", "above"].includes(spot.side);
    const middle = across ? thing.left + thing.width / 2 - spot.left : thing.top + thing.height / 2 - spot.top;
    this.node.style.setProperty("--tip", `${Math.min(Math.max(middle, 22), (across ? width : height) - 22)}px`);
  }

  // Who looks closer at another place sees the whole board again.
  #bringIntoSight() {
    const stage = this.node.parentNode.getBoundingClientRect();
    const isIn = (middle, size) => middle >= 0 && middle <= size;
    const isSeen = ({ left, top, width, height }) => isIn(left + width / 2, stage.width) && isIn(top + height / 2, stage.height);
    if (this.board.view.closer > 1 && !this.#spokenOf(stage).every(isSeen)) this.board.view.all();
  }

  // The things as the stage has them, the first of which it stands beside; then those that are lit.
  #spokenOf(stage) {
    const nodes = [...this.things, ...this.board.lit.keys()].map((id) => this.board.nodes.get(id)).filter(Boolean);
    return nodes
      .map((node) => node.getBoundingClientRect())
      .filter(({ width, height }) => width || height)
      .map(({ left, top, width, height }) => ({ left: left - stage.left, top: top - stage.top, width, height }));
  }

  // Reading aloud: by voices that are on this device only.

  #voice() {
    return globalThis.speechSynthesis?.getVoices().find((each) => each.localService && each.lang.startsWith(language));
  }

  #offerVoice() {
    if (!this.#voice() || find("#aloud", this.row) || !this.row.children.length) return;
    const flip = ({ currentTarget }) => {
      remember("aloud", !remembered("aloud", false));
      currentTarget.setAttribute("aria-pressed", String(remembered("aloud", false)));
      if (remembered("aloud", false)) this.#speak(this.told.textContent);
      else speechSynthesis.cancel();
    };
    const state = { "aria-pressed": String(remembered("aloud", false)), "aria-label": _("Read aloud"), title: _("Read aloud") };
    this.row.append(h("button", { type: "button", class: "square plain", id: "aloud", ...state, onclick: flip }, icon("aloud")));
  }

  #speak(text) {
    const voice = this.#voice();
    if (!voice) return;
    const said = new SpeechSynthesisUtterance(text);
    Object.assign(said, { voice, lang: voice.lang });
    speechSynthesis.cancel();
    speechSynthesis.speak(said);
  }
}

// Below the thing if there is room, else above or beside it: where it hides least of it, and then of the others.
function beside(thing, others, stage, width, height) {
  const within = (at, size, most) => Math.min(Math.max(at, RIM), Math.max(RIM, most - size - RIM));
  const [x, y] = [thing.left + thing.width / 2 - width / 2, thing.top + thing.height / 2 - height / 2];
  const spots = [
    ["below", x, thing.top + thing.height + GAP],
    ["above", x, thing.top - height - GAP],
    ["right", thing.left + thing.width + GAP, y],
    ["left", thing.left - width - GAP, y],
  ].map(([side, left, top]) => ({ side, left: within(left, width, stage.width), top: within(top, height, stage.height) }));
  const overlap = ({ left, top }, rect) =>
    Math.max(0, Math.min(left + width, rect.left + rect.width) - Math.max(left, rect.left)) *
    Math.max(0, Math.min(top + height, rect.top + rect.height) - Math.max(top, rect.top));
  const hidden = (spot) => OWN * overlap(spot, thing) + others.reduce((sum, rect) => sum + overlap(spot, rect), 0);
  return spots.reduce((best, spot) => (hidden(spot) < hidden(best) ? spot : best));
}
