// Beside the board: what happened, the rulebook, talk, and the table itself. A sheet from below on phones.

import { find, findAll, h, mark } from "./dom.js";
import { remember, remembered } from "./page.js";
import { language, _ } from "./words.js";

const WIDE = matchMedia("(width >= 900px)");
const MOST_LINES = 400;

export class Drawer {
  constructor(root, game) {
    Object.assign(this, { root, game });
    this.log = find("#log", root);
    this.rules = find("#panel-rules", root);
    for (const tab of findAll(".tab", root)) tab.addEventListener("click", () => this.#pressed(tab.dataset.panel));
    this.rules.addEventListener("click", (event) => this.#linked(event));
    this.#select(WIDE.matches ? remembered("panel", "log") : null);
  }

  get panel() {
    return find(".tab[aria-expanded=true]", this.root)?.dataset.panel ?? null;
  }

  #pressed(name) {
    this.#select(this.panel === name && !WIDE.matches ? null : name);
    remember("panel", this.panel);
  }

  #select(name) {
    for (const tab of findAll(".tab", this.root)) {
      const open = tab.dataset.panel === name;
      tab.setAttribute("aria-expanded", open);
      find(`#panel-${tab.dataset.panel}`, this.root).hidden = !open;
      if (open) find(".unread", tab)?.remove();
    }
    if (name === "rules") this.#read();
    if (name === "log") this.#end();
  }

  // Something new in a panel that is closed.
  knock(name) {
    const tab = find(`[data-panel=${name}]`, this.root);
    if (this.panel === name || find(".unread", tab)) return;
    tab.append(h("span", { class: "unread" }, h("span", { class: "unseen" }, _("new"))));
  }

  // The log.

  retell(lines) {
    this.log.replaceChildren();
    this.tell(lines);
  }

  tell(lines) {
    for (const line of lines) {
      if (line.undo) this.#strike();
      else this.log.append(this.#line(line));
    }
    while (this.log.children.length > MOST_LINES) this.log.firstChild.remove();
    this.#end();
  }

  #line({ n, text, clause, seat, undone }) {
    const link = clause && h("a", { href: `#${clause}`, onclick: (event) => this.open(event, clause) }, clause);
    const words = h("span", { class: undone && "undone" }, text);
    return h("li", { "data-n": n }, seat >= 0 ? mark(seat) : h("span"), words, link);
  }

  #strike() {
    const last = findAll("li > span:nth-child(2):not(.undone)", this.log).at(-1);
    last?.classList.add("undone");
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
    node?.scrollIntoView({ block: "center" });
    find("a", node ?? this.rules)?.focus({ preventScroll: true });
  }

  #linked(event) {
    const clause = event.target.closest("a[href^='#']")?.hash.slice(1);
    if (clause) this.open(event, clause);
  }

  #read() {
    this.book ??= fetch(`/games/${this.game}/rulebook.${language}.html`)
      .then((answer) => answer.text())
      .then((text) => (this.rules.innerHTML = text));
    return this.book;
  }
}
