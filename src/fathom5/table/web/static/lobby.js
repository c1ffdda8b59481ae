// Before the game: who sits where, how friends get here, and the promise about the dice.

import { find, h, mark, renew } from "./dom.js";
import { byHouse } from "./house.js";
import { promise } from "./keeper.js";
import { form, me } from "./me.js";
import { sealDigest, spoken } from "./dice.js";
import { remains, rounds } from "./verdict.js";
import { language, _ } from "./words.js";

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/; // addresses that nobody else can reach

export class Lobby {
  constructor(root, live, table) {
    Object.assign(this, { root, live, table });
    this.levels = JSON.parse(document.body.dataset.levels);
  }

  show(at) {
    if (at.status !== "lobby" && at.status !== "closed") return;
    if (!find(".lobby", this.root)) this.#build();
    const open = at.seats.some((seat) => seat.kind === "open");
    const isHost = at.host;
    this.seated = at.you !== null;
    this.fair = at.fair;
    renew(find("#places"), at.seats.map((seat, number) => this.#place(seat, number, at, isHost)));
    find("#invite").hidden = find("#to-invite").hidden = !open || at.status === "closed";
    find("#start").hidden = !isHost || Boolean(at.fair?.seal) || at.status === "closed";
    find("#lobby-next").textContent = this.#next(at, open, isHost);
    find("#promise").textContent = at.fair?.commitment ?? "";
    find("#eight-words").textContent = at.fair?.seal ? spoken(sealDigest(at.fair.seal)).join(" ") : "";
    find("#broken-rounds").replaceChildren(...[rounds(at.fair?.rounds ?? [], at.seats)].filter(Boolean));
  }

  #next({ you, fair, status }, open, isHost) {
    if (status === "closed") return _("Too many rounds were broken off, so this table is closed. Open another one.");
    if (typeof fair?.left === "number") return _("Who is not ready in {left} seconds gives way to a bot.", { left: fair.left });
    if (fair?.seal) return _("All are here, and their parts of the dice are sealed. Now everybody's words are awaited.");
    if (you === null && !isHost && open) return _("Take a free seat to play along, or stay and look on.");
    if (you === null && !isHost) return _("All seats are taken; you can look on.");
    if (isHost && open) return _("The game begins when all seats are taken. Or start now: bots take the free seats.");
    return open ? _("The game begins when all seats are taken.") : _("All are here; the game begins.");
  }

  #place(seat, number, at, isHost) {
    const who = seat.kind === "open" ? _("free") : seat.name;
    const here = seat.level === "program" ? _("a program") : "";
    const person = number === at.you ? _("you") : seat.here ? here : _("away");
    const note = { bot: this.#level(seat.level), person, open: "" }[seat.kind];
    return h("li", { class: "place" },
      mark(number),
      h("span", { class: "who" }, who, note && h("small", {}, note)),
      seat.kind === "open" && at.you === null && this.#chair(number),
      isHost && number !== at.you && seat.kind === "person" && !at.fair?.seal && this.#clear(number),
      isHost && number !== at.you && seat.kind !== "person" && this.#filler(seat, number));
  }

  #chair(number) {
    return h("button", { type: "button", class: "lit", onclick: () => this.#join(number) }, _("Sit here"));
  }

  // Who joined and does not go on keeps nobody waiting.
  #clear(number) {
    const clear = () => this.live.ask({ do: "seat", seat: number, as: "open" });
    return h("button", { type: "button", onclick: clear }, _("Free this seat"));
  }

  #level(level) {
    return this.levels.find(([name]) => name === level)?.[1] ?? level;
  }

  // The host says who may sit on a seat that no person holds.
  #filler(seat, number) {
    const now = seat.kind === "open" ? "open" : `bot:${seat.level}`;
    const bots = this.levels.map(([name, level]) => [`bot:${name}`, _("Bot: {level}", { level })]);
    const ways = [["open", _("A friend, by link")], ...bots];
    const choose = (event) => this.live.ask({ do: "seat", seat: number, as: event.target.value });
    return h("select", { "aria-label": _("Seat {number}", { number: number + 1 }), onchange: choose },
      ways.map(([value, word]) => h("option", { value, selected: value === now }, word)));
  }

  async #join(seat) {
    const { name, colour } = me();
    const answer = await fetch(`/t/${this.table}/join`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ seat, name: name || _("Sailor"), colour, commitment: promise(this.table, seat, this.fair) }),
    });
    find("#lobby-wrong").textContent = answer.ok ? "" : _("Somebody else was quicker.");
    this.live.refresh();
  }

  #build() {
    const address = `${location.origin}/t/${this.table}`;
    const onfocus = (event) => event.target.select();
    const link = h("input", { type: "text", readonly: true, value: address, id: "link", onfocus });
    const start = () => this.live.ask({ do: "start" });
    const rename = ({ name, colour }) => this.seated && this.live.ask({ do: "name", name: name || _("Sailor"), colour });
    this.root.replaceChildren(h("div", { class: "lobby" },
      h("div", { class: "lobby-head" }, whatGame(),
        h("h2", {}, _("Who is diving?")), h("p", { id: "lobby-next", role: "status" })),
      form(rename),
      h("ol", { class: "rows", id: "places", "aria-label": _("Seats") }),
      find("#warming").content.cloneNode(true),
      h("p", { class: "error", id: "lobby-wrong", role: "alert" }),
      h("div", { id: "start" }, h("button", { type: "button", class: "lit", onclick: start }, _("Start now")),
        h("a", { class: "button plain", id: "to-invite", href: "#invite" }, _("Call your friends"))),
      h("section", { id: "invite" }, h("h3", {}, _("Call your friends")),
        LOOPBACK.test(location.hostname) && h("p", { class: "error", id: "only-here" }, _("Only this computer can open this address."), " ",
          _("Friends in your network can come if you start the table with: fathom5 serve --lan")),
        h("div", { class: "share" },
          h("img", { src: `/t/${this.table}/qr.svg`, alt: _("The link to this table as a QR code"), width: 148, height: 148 }),
          h("div", { class: "link" }, h("label", { for: "link" }, _("Send them this link:")), link, copy(address)))),
      h("section", {}, h("h3", {}, _("Fair dice")),
        h("p", {}, _("Before anyone sat down, the table has committed to its part of the dice. When all are here, everybody's part is sealed; eight words stand for the seal, the same for all. After the game it is opened, and this device checks every draw.")),
        h("p", {}, h("code", { id: "promise" })),
        h("p", { id: "eight-words", class: "eight-words", role: "status" }),
        h("div", { id: "broken-rounds" }), remains())));
  }
}

// Who comes by a link sees what will be played, also where the bar has no room for it, and can read how.
function whatGame() {
  const { title, game } = document.body.dataset;
  const rules = h("a", { href: byHouse(`/rules/${game}?lang=${language}`), target: "_blank" }, _("How to play, with pictures"));
  return h("p", { class: "what-game" }, h("b", {}, title), " ", h("small", {}, rules));
}

export function copy(text) {
  const button = h("button", { type: "button" }, _("Copy the link"));
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = h("textarea", {}, text); // over plain http there is no clipboard to ask
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    button.textContent = _("Copied");
  });
  return button;
}
