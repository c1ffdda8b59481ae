// What a thing is, what it does and where the rulebook says so: on a pointer that rests, or a finger that stays.

import { h, s } from "./dom.js";
import { departures } from "./house.js";

const REST = 450; // milliseconds
const STEADY = 10; // pixels

// As many sentences as can be read at a glance; the rulebook has the rest.
const BRIEF = 230; // letters
function brief(text) {
  let told = "";
  for (const sentence of text.match(/.+?(?:[.!?](?= |$)|$) ?/gs) ?? [text]) {
    if (told && told.length + sentence.length > BRIEF) return `${told.trim()} …`;
    told += sentence;
  }
  return told.trim();
}

export class About {
  constructor(node, board, linesOf = () => []) {
    Object.assign(this, { node, board, linesOf });
    for (const svg of [board.svg, board.rim]) {
      svg.addEventListener("pointermove", (event) => this.#moved(event));
      svg.addEventListener("pointerdown", (event) => this.#moved(event, true));
      svg.addEventListener("pointerup", () => clearTimeout(this.timer));
      svg.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && this.hide());
      svg.addEventListener("click", (event) => this.#released(event), { capture: true });
      svg.addEventListener("contextmenu", (event) => event.preventDefault()); // a long press is ours
    }
  }

  hide() {
    clearTimeout(this.timer);
    this.node.hidden = true;
  }

  #moved({ clientX, clientY, pointerType, buttons }, pressed = false) {
    if (this.at && !pressed && Math.hypot(clientX - this.at[0], clientY - this.at[1]) < STEADY) return;
    this.at = [clientX, clientY];
    this.hide();
    if (pointerType === "mouse" ? buttons : !pressed) return;
    this.isHeld = false;
    this.timer = setTimeout(() => this.#show(clientX, clientY, pointerType !== "mouse"), REST);
  }

  // The end of a long press is no touch: what was asked for stays until the next one.
  #released(event) {
    if (this.isHeld && event.detail > 0) event.stopImmediatePropagation();
    this.isHeld = false;
  }

  #show(x, y, isHeld) {
    const id = this.board.at(x, y).find((each) => this.board.things.get(each)?.label); // marks lie on what they mark
    const thing = id && this.board.things.get(id);
    if (!thing?.label) return;
    const told = this.board.toldOf(thing);
    const lines = this.linesOf(id).map((line) => h("p", { class: "last" }, line.text));
    this.node.replaceChildren(...[
      this.#picture(id),
      h("b", {}, thing.label),
      told && h("p", {}, `${brief(told.text)} `, h("span", { class: "cited" }, `(${told.clause})`)),
      ...departures(told),
      ...lines,
    ].filter(Boolean));
    this.isHeld = isHeld;
    this.node.hidden = false;
    this.#place(x, y);
  }

  // The thing itself, drawn once more.
  #picture(id) {
    const node = this.board.nodes.get(id);
    const shown = node.querySelector("use");
    if (!shown) return null;
    const { x, y, width, height } = shown.getBBox();
    const copy = s("svg", { viewBox: [x - 3, y - 3, width + 6, height + 6].join(" "), "aria-hidden": "true" });
    const host = s("g", { class: node.getAttribute("class") }, shown.cloneNode());
    copy.append(host);
    const shadow = h("div", { class: "about-picture" });
    const root = shadow.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = this.board.root.adoptedStyleSheets;
    copy.append(...[...this.board.svg.querySelectorAll(":scope > defs")].map((defs) => defs.cloneNode(true)));
    copy.setAttribute("width", 64);
    copy.setAttribute("height", 64);
    root.append(copy);
    return shadow;
  }

  // Beside the finger, and within the stage.
  #place(x, y) {
    const stage = this.node.parentNode.getBoundingClientRect();
    const { width, height } = this.node.getBoundingClientRect();
    const left = Math.min(Math.max(8, x - stage.left + 16), stage.width - width - 8);
    const above = y - stage.top - height - 20;
    const top = above > 8 ? above : Math.min(y - stage.top + 24, stage.height - height - 8);
    Object.assign(this.node.style, { left: `${left}px`, top: `${Math.max(8, top)}px` });
  }
}
