// The table itself: settings of this device, the way to another device, what was agreed, and the seal of the dice.

import { sealDigest, spoken } from "./dice.js";
import { h } from "./dom.js";
import { copy } from "./lobby.js";
import { remember, remembered } from "./page.js";
import { pace } from "./sequence.js";
import { remains, rounds } from "./verdict.js";
import { _ } from "./words.js";

const PACE_WORDS = {
  slow: _("slow"),
  normal: _("normal"),
  fast: _("fast"),
  at_once: _("at once"),
  step: _("step by step"),
};

export class More {
  constructor(root, live, table) {
    Object.assign(this, { root, live, table });
    this.drawn = "";
    document.addEventListener("coach", () => this.#again()); // switched off in its bubble
  }

  #again() {
    this.drawn = "";
    this.show(this.at);
  }

  show(at) {
    this.at = at;
    const now = JSON.stringify([at.you, at.status, at.fair, at.moved]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.root.replaceChildren(...[this.#moved(at), this.#settings(at), this.#way(at), this.#dice(at), this.#leave(at)].filter(Boolean));
  }

  #settings(at) {
    const auto = (on) => {
      remember("auto", on);
      this.live.ask({ do: "auto", on });
    };
    return h("section", { class: "more-part" }, h("h2", {}, _("On this device")),
      toggle(_("A sound when it is my turn"), remembered("sound", false), (on) => remember("sound", on)),
      choice(_("Pace of what is shown"), PACE_WORDS, pace(), (chosen) => remember("pace", chosen)),
      toggle(_("Places and numbers on the board"), remembered("notes", true), (on) => {
        remember("notes", on);
        document.dispatchEvent(new Event("notes"));
      }),
      toggle(_("The coach speaks when something comes up for the first time"), remembered("coach", true), (on) => remember("coach", on)),
      at.you !== null && toggle(_("A move without a choice plays itself"), remembered("auto", true), auto));
  }

  #moved({ moved, you }) {
    if (!moved || you !== null) return null;
    return h("section", { class: "more-part" }, h("p", {}, _("Your seat has moved to another device.")),
      h("a", { class: "button", href: moved.link }, _("Take it back")));
  }

  #way(at) {
    const address = `${location.origin}/t/${this.table}`;
    const own = h("div", { class: "share" });
    const reveal = async (method = "GET") => {
      const { link } = await (await fetch(`/t/${this.table}/mine`, { method })).json();
      const full = new URL(link, location.origin).href;
      own.replaceChildren(
        h("img", { src: `/t/${this.table}/qr.svg?mine=1`, alt: _("The link to your seat as a QR code"), width: 148, height: 148 }),
        h("p", {}, _("Whoever opens this link can take your seat; it works once.")), copy(full),
        h("button", { type: "button", onclick: () => reveal("POST") }, _("Another link")));
    };
    return h("section", { class: "more-part" }, h("h2", {}, _("Come and look")),
      h("p", {}, _("Anyone with this link can look on:")), h("p", {}, h("code", {}, address)), copy(address),
      at.you !== null && h("button", { type: "button", onclick: () => reveal() }, _("Continue on another device")), at.you !== null && own);
  }

  #dice({ fair, seats }) {
    if (!fair) return null;
    return h("section", { class: "more-part" }, h("h2", {}, _("Fair dice")),
      fair.seal && h("p", {}, _("The seal of this game in eight words; everybody at the table has the same. After the game this device checks every draw against it.")),
      fair.seal && h("p", { class: "eight-words" }, spoken(sealDigest(fair.seal)).join(" ")),
      !fair.seal && h("p", {}, _("The table's own part of the dice, which it had committed to before anyone sat down.")),
      !fair.seal && h("p", {}, h("code", {}, fair.commitment)), fair.rounds && rounds(fair.rounds, seats), remains());
  }

  #leave({ you, status }) {
    if (you === null || status === "over") return null;
    const leave = () => confirm(_("Give up your seat? A bot will play on for you.")) && this.live.ask({ do: "leave" });
    return h("section", { class: "more-part" }, h("button", { type: "button", onclick: leave }, _("Leave the table")));
  }
}

function choice(label, words, now, change) {
  const options = Object.entries(words).map(([value, word]) => h("option", { value, selected: value === now }, word));
  const select = h("select", { id: "pace", onchange: (event) => change(event.target.value) }, options);
  return h("label", { class: "row" }, h("span", { class: "label" }, label), select);
}

function toggle(label, on, change) {
  const onchange = (event) => change(event.target.checked);
  const box = h("input", { type: "checkbox", role: "switch", class: "switch", checked: on, onchange });
  return h("label", { class: "row" }, h("span", { class: "label" }, label), box);
}
