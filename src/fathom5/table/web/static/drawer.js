// Beside the board: what happened, the rulebook, talk, and the table itself. A sheet from below on phones.

import { find, findAll, h, mark } from "./dom.js";
import { byHouse } from "./house.js";
import { remember, remembered } from "./page.js";
import { cited, why } from "./why.js";
import { language, ngettext, _ } from "./words.js";

const WIDE = matchMedia("(width >= 900px)");
const MOST_LINES = 400;

const SWIPE = 50; // pixels downward that put a sheet away
const HEADS = ["round", "turn"];
const HAPPENED = ["event", "end"]; // to somebody, who may ask why

export class Drawer {
  // In a replay each line leads to its moment, and none is left out.
  constructor(root, game, onPoint = () => {}, onMoment = null) {
    Object.assign(this, { root, game, onPoint, onMoment });
    this.log = find("#log", root);
    this.rules = find("#panel-rules", root);
    this.told = []; // lines, for whoever asks what last befell a thing
    for (const tab of findAll(".tab", root)) tab.addEventListener("click", () => this.#pressed(tab.dataset.panel));
    for (const panel of findAll(".panel", root)) this.#swiped(panel);
    document.addEventListener("click", (event) => this.#linked(event));
    this.#listen();
    this.#select(WIDE.matches ? remembered("panel", "log") : null);
  }

  get panel() {
    return findAll(".panel", this.root).find((panel) => !panel.hidden)?.id.slice("panel-".length) ?? null;
  }

  // Open something beside the board; on a phone it slides over it, and the board keeps its size.
  show(name) {
    this.#select(name);
  }

  // Away with what slid over the board; on a wide screen the log comes back.
  close() {
    this.#select(WIDE.matches ? "log" : null);
  }

  // A touch beside a sheet puts it away.
  leave() {
    if (!WIDE.matches) this.#select(null);
  }

  #pressed(name) {
    this.#select(this.panel === name && !WIDE.matches ? null : name);
    remember("panel", this.panel);
  }

  #select(name) {
    for (const panel of findAll(".panel", this.root)) panel.hidden = panel.id !== `panel-${name}`;
    for (const tab of findAll(".tab", this.root)) {
      const open = tab.dataset.panel === name;
      tab.setAttribute("aria-expanded", open);
      if (open) find(".unread", tab)?.remove();
    }
    if (name === "rules") this.#read();
    if (name === "log") this.#end();
  }

  #swiped(panel) {
    let from = null;
    panel.addEventListener("touchstart", ({ touches }) => (from = panel.scrollTop <= 0 ? touches[0].clientY : null), { passive: true });
    panel.addEventListener("touchend", ({ changedTouches }) => {
      if (from !== null && changedTouches[0].clientY - from > SWIPE) this.leave();
    });
  }

  // Something new in a panel that is closed.
  knock(name) {
    const tab = find(`[data-panel=${name}]`, this.root);
    if (this.panel === name || find(".unread", tab)) return;
    tab.append(h("span", { class: "unread" }, h("span", { class: "unseen" }, _("new"))));
  }

  // The log: one stop for the tabulator, from there arrows go from line to line; a line lights what it speaks of.

  #listen() {
    const lineOf = (event) => event.target.closest?.("li[data-n]");
    const point = (line) => this.onPoint(line?.dataset.things?.split(" ") ?? []);
    for (const name of ["pointerover", "focusin", "click"]) this.log.addEventListener(name, (event) => point(lineOf(event)));
    for (const name of ["pointerleave", "focusout"]) this.log.addEventListener(name, () => point(null));
    this.log.parentNode.addEventListener("keydown", (event) => {
      const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const lines = way ? findAll("li[data-n], summary", this.log).filter((line) => line.offsetParent) : [];
      if (!lines.length) return;
      event.preventDefault();
      const now = lines.indexOf(document.activeElement);
      lines[now < 0 ? lines.length - 1 : Math.min(lines.length - 1, Math.max(0, now + way))].focus();
    });
  }

  retell(lines) {
    this.log.replaceChildren();
    this.told = [];
    this.tell(lines);
  }

  tell(lines) {
    for (const line of lines) {
      if (line.undo) this.#strike();
      else if (line.kind === "setup") this.#fold(line);
      else this.log.append(this.#line(line));
    }
    this.told = [...this.told, ...lines].slice(-MOST_LINES);
    while (!this.onMoment && this.log.children.length > MOST_LINES) this.log.firstChild.remove();
    this.#end();
  }

  // The last lines that speak of a thing.
  linesOf(id, count = 2) {
    return this.told.filter((line) => line.things?.includes(id) && !HEADS.includes(line.kind)).slice(-count);
  }

  // Bookkeeping before the game is one line that can be opened.
  #fold(line) {
    let last = this.log.lastElementChild;
    if (!last?.matches(".fold")) {
      last = h("li", { class: "fold" }, h("details", {}, h("summary", { tabindex: -1 }), h("ol")));
      this.log.append(last);
    }
    const list = find("ol", last);
    list.append(this.#line(line));
    find("summary", last).textContent = ngettext("The set-up, one line", "The set-up, {count} lines", list.children.length);
  }

  #line({ n, text, clause, seat, undone, kind, things }) {
    const classes = [HEADS.includes(kind) && "head", kind && `told-${kind}`].filter(Boolean).join(" ");
    const spoken = { "data-n": n, tabindex: -1, class: classes, "data-things": things?.length ? things.join(" ") : null };
    const words = this.onMoment && !classes.includes("head")
      ? h("button", { type: "button", tabindex: -1, class: "moment", onclick: () => this.onMoment(n) }, text)
      : h("span", {}, text);
    words.classList.toggle("undone", Boolean(undone));
    return h("li", spoken, seat >= 0 ? mark(seat) : h("span"), words, clause && this.#reason(kind, clause));
  }

  #reason(kind, clause) {
    return HAPPENED.includes(kind) ? why(clause, { tabindex: -1 }) : cited(clause, clause, { tabindex: -1 });
  }

  // All lines of the last action that still counts.
  #strike() {
    const words = findAll("li[data-n] > :nth-child(2):not(.undone)", this.log);
    const last = words.at(-1)?.parentNode.dataset.n;
    for (const each of words) if (each.parentNode.dataset.n === last) each.classList.add("undone");
  }

  #end() {
    const panel = this.log.parentNode;
    panel.scrollTop = panel.scrollHeight;
  }

  // The rulebook, opened at a clause.

  async open(event, clause) {
    event?.preventDefault();
    this.#select("rules");
    await this.#read();
    for (const node of findAll(".here", this.rules)) node.classList.remove("here");
    const node = find(`[id="${clause}"]`, this.rules);
    node?.classList.add("here");
    if (node) this.#illustrate(node, clause);
    node?.scrollIntoView({ block: node.offsetHeight > this.rules.clientHeight ? "start" : "center" }); // its beginning, at least
    find("a", node ?? this.rules)?.focus({ preventScroll: true });
  }

  // A picture that shows several clauses goes to the one that was asked for.
  #illustrate(node, clause) {
    const figures = findAll(`figure[data-clauses~="${clause}"]`, this.rules);
    const figure = figures.find(({ dataset }) => dataset.clauses.split(" ")[0] === clause) ?? figures[0];
    if (figure) node.append(figure);
  }

  #linked(event) {
    const link = event.target.closest?.("a[data-clause], #panel-rules a[href^='#']");
    if (link && !event.ctrlKey && !event.metaKey) this.open(event, link.dataset.clause ?? link.hash.slice(1));
  }

  #read() {
    this.book ??= fetch(byHouse(`/games/${this.game}/rulebook.${language}.html`))
      .then((answer) => answer.text())
      .then((text) => (this.rules.innerHTML = text));
    return this.book;
  }
}
