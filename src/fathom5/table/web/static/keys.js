// Keys for who would rather not reach for the mouse; `?` lists them.

import { find, h } from "./dom.js";
import { _ } from "./words.js";

export class Keys {
  constructor(dialog, does) {
    this.dialog = dialog;
    this.does = { ...does, "?": [_("List the keys"), () => this.#list()] };
    addEventListener("keydown", (event) => this.#pressed(event));
  }

  #pressed(event) {
    const isWriting = event.target.closest?.("input, select, textarea, dialog[open]");
    if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    const [, act] = this.does[event.key] ?? [];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #list() {
    const close = () => this.dialog.close();
    this.dialog.replaceChildren(h("h2", {}, _("Keys")),
      h("dl", {}, Object.entries(this.does).flatMap(([key, [what]]) => [h("dt", {}, key), h("dd", {}, what)]),
        h("dt", {}, "Enter"), h("dd", {}, _("Confirm what has the focus")),
        h("dt", {}, "Esc"), h("dd", {}, _("Take back a move that was only begun"))),
      h("button", { type: "button", class: "strong", onclick: close }, _("Close")));
    this.dialog.showModal();
  }
}

export const press = (selector) => find(selector)?.click();
