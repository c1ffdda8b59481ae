// The review of a game that is over: what was luck, what was skill, and where the game turned.

import { curve, inNumbers, medals, values } from "./curve.js";
import { h, icon, mark, say } from "./dom.js";
import { finely, percent, signed } from "./numbers.js";
import { picture } from "./picture.js";
import { Refusal, stream } from "./stream.js";
import { language, ngettext, _ } from "./words.js";

const COSTLIEST = 3;
const TURNS = 5; // that are marked on the curve
const LEAST = 0.03; // of a victory, to be one
const SEEN = 0.005; // of a victory: less is no per cent
const AGAIN = 3000; // milliseconds before it is asked for again, where the house had no time

export class Review {
  // What it shows of a game: where it is kept, its seats, whose view it is, its positions, and the way to one of them.
  constructor(root, shown) {
    Object.assign(this, { root, shown, kind: "known", chosen: shown.view ?? 0, found: null });
    this.status = h("p", { class: "review-status", role: "status" });
    this.body = h("div", { class: "review-body" });
    this.now = h("section", { class: "review-now", "aria-label": _("This moment") });
    this.at = 0; // how many rows have happened in what is looked at
    root.replaceChildren(this.#kinds(), this.status, this.now, this.body);
    addEventListener("pagehide", () => this.asking?.abort());
  }

  #kinds() {
    const kinds = [["known", _("What you could know")], ["real", _("How it really was")]];
    return h("fieldset", { class: "review-kinds" }, h("legend", { class: "unseen" }, _("Which review")),
      kinds.map(([kind, words]) => h("label", { class: "choice bare" },
        h("input", { type: "radio", name: "review-kind", value: kind, checked: kind === this.kind, onchange: () => this.ask(kind) }), words)));
  }

  // Ask for it; what was asked for before is broken off.
  async ask(kind = this.kind) {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    const { base, view } = this.shown;
    this.kind = kind;
    this.found = null;
    this.body.replaceChildren();
    this.now.replaceChildren();
    say(this.status, _("The game is being gone through…"));
    try {
      await stream(`${base}/review?kind=${kind}&lang=${language}${view === null ? "" : `&view=${view}`}`, asking.signal, (news) => this.#hear(news));
    } catch (error) {
      if (asking.signal.aborted) return;
      this.#refused(error instanceof Refusal ? error.message : "busy");
    }
    if (!asking.signal.aborted && !this.found?.done && this.again) setTimeout(() => this.asking === asking && this.ask(), AGAIN);
  }

  #hear(news) {
    this.again = true;
    if (news.why) return this.#refused(news.why);
    if (news.waiting) return say(this.status, _("Other games are being gone through; yours is next."));
    if (news.warming !== undefined) return say(this.status, _("Still warming up ({share}); the review comes by itself.", { share: percent(news.warming) }));
    this.found = news;
    this.status.classList.toggle("done", news.done);
    say(this.status, news.done ? basis(news) : _("The curve is getting sharper: {share}", { share: percent(news.progress) }));
    this.#draw();
  }

  #refused(why) {
    this.again = ["busy", "too_fast"].includes(why);
    const said = {
      not_now: _("A game is reviewed when it is over."),
      no_table: _("This table is no longer kept."),
      set_aside: _("This game was played by other rules than those of today, so it cannot be reviewed."),
      played_on: _("This game went on from a moment of another: it has no review of its own."),
      never: _("There is no review on this machine: what it needs cannot be made ready here."),
      too_fast: _("You have asked for much at once; the review comes in a moment."),
    };
    say(this.status, said[why] ?? _("The review has been held up; it comes in a moment."));
  }

  // Drawing. What has the focus keeps it while the numbers get sharper.

  #draw() {
    const focus = this.body.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const turns = turningPoints(this.found, this.chosen);
    const marks = turns.map(({ step }, index) => ({ step, name: String(index + 1) }));
    this.curve = curve(this.found, this.shown.seats, this.chosen, marks, this.shown.go && ((step) => this.shown.go(this.#row(step))));
    this.body.replaceChildren(
      h("p", { class: "review-basis" }, judgedBy(this.kind)),
      this.#seats(),
      ...(this.found.medals.length ? [medals(this.found), medalNames(this.found)] : []),
      this.curve,
      legend(),
      inNumbers(this.found, this.shown.seats, turns.map(({ step }) => step), Boolean(this.body.querySelector(".in-numbers")?.open)),
      this.#turns(turns),
      this.#moments(),
      this.#standings(),
      h("p", { class: "level-basis" }, levelBasis(this.found, (seat) => this.#called(seat))));
    if (focus) this.body.querySelector(`[data-key="${focus}"]`)?.focus({ preventScroll: true });
    if (this.shown.go) this.look(this.at);
  }

  // Look at a moment of the replay: what was decided next, and what else could have been. What the better move touches.
  look(rows) {
    this.at = rows;
    if (!this.found) return [];
    const { actions } = this.found;
    const step = actions.findIndex(({ n }) => n > rows);
    this.curve.at(step < 0 ? actions.length : step);
    this.now.replaceChildren(...(step < 0 ? [] : this.#decided(step)));
    return actions[step]?.better?.path ?? [];
  }

  #next(seat) {
    if (seat < 0) return _("Next: chance");
    return seat === this.shown.you ? _("Next: you decide") : _("Next: {name} decides", { name: this.#called(seat) });
  }

  #decided(step) {
    const { seat, luck, skill, moves, made, choice } = this.found.actions[step];
    const change = seat < 0 ? luck?.[this.chosen] : skill?.[seat];
    const head = h("h3", {}, seat >= 0 && mark(seat), this.#next(seat),
      Boolean(change) && h("b", { class: change < 0 ? "lost" : "won" }, signed(change)));
    if (seat < 0 || !choice) return [head, h("p", {}, this.#told(step))];
    if (!moves) return [head, h("p", {}, _("What else could be done, only its player could know: look from that seat."))];
    const rows = [{ words: made, gain: 0, isMade: true }, ...moves].sort((a, b) => b.gain - a.gain || Boolean(b.isMade) - Boolean(a.isMade));
    return [head, h("ol", { class: "values" }, rows.map((each) => h("li", { class: each.isMade && "made" },
      h("span", {}, each.words, each.isMade && h("small", {}, ` · ${_("done")}`)),
      h("span", {}, each.isMade ? "" : `${finely(each.gain)} ± ${finely(2 * each.margin).replace("+", "")}`)))), this.#onward(step)];
  }

  // How many rows had happened before a step.
  #row(step) {
    const { actions } = this.found;
    return step < actions.length ? actions[step].n - 1 : actions.at(-1).n;
  }

  #seats() {
    return h("fieldset", { class: "review-seats" }, h("legend", { class: "unseen" }, _("Whose luck and skill")),
      this.shown.seats.map((seat, number) => h("label", { class: "choice bare" },
        h("input", { type: "radio", name: "review-seat", value: number, checked: number === this.chosen, "data-key": `seat-${number}`, onchange: () => ((this.chosen = number), this.#draw()) }),
        mark(number), this.#called(number))));
  }

  #called(seat) {
    return seat === this.shown.you ? _("You") : this.shown.seats[seat].name;
  }

  #turns(turns) {
    if (!turns.length) return null;
    return h("ol", { class: "turns" }, turns.map(({ step, change }) => h("li", {},
      h("span", {}, this.#told(step)), h("b", { class: change < 0 ? "lost" : "won" }, signed(change)))));
  }

  // What happened in a step, as the log tells it.
  #told(step) {
    const lines = this.shown.steps[this.found.actions[step].n]?.log ?? [];
    return lines.filter(({ kind }) => !["round", "turn"].includes(kind)).map(({ text }) => text).join(". ") || _("Something that this seat did not see");
  }

  #moments() {
    const isMine = this.chosen === this.shown.you;
    const name = this.shown.seats[this.chosen].name;
    const costly = costliest(this.found, this.chosen);
    const lucky = luckiest(this.found, this.chosen);
    return h("div", { class: "moments" },
      h("h4", {}, isMine ? _("Your costliest decisions") : _("{name}'s costliest decisions", { name })),
      costly.length ? h("ol", {}, costly.map((step) => this.#costly(step))) : h("p", {}, _("No decision was clearly worse than another.")),
      lucky.length > 0 && h("h4", {}, isMine ? _("Your luckiest and unluckiest moments") : _("{name}'s luckiest and unluckiest moments", { name })),
      lucky.length > 0 && h("ol", {}, lucky.map((step) => this.#lucky(step))));
  }

  #costly(step) {
    const action = this.found.actions[step];
    const cost = percent(-action.skill[this.chosen]);
    const better = action.better && _("Better: {move} ({gain} of the victory, give or take {margin}).",
      { move: action.better.words, gain: signed(action.better.gain), margin: percent(2 * action.better.margin) });
    return this.#moment(step, action.better?.path ?? [], [
      h("p", {}, h("b", { class: "lost" }, _("It cost {share} of the victory.", { share: cost })), " ", this.#told(step)),
      h("p", { class: "better" }, better ?? _("What would have been better, only its player could know: look from that seat."))]);
  }

  #lucky(step) {
    const luck = this.found.actions[step].luck[this.chosen];
    const words = luck > 0 ? _("Luck: {share} of the victory.", { share: signed(luck) }) : _("Bad luck: {share} of the victory.", { share: signed(luck) });
    return this.#moment(step, [], [h("p", {}, h("b", { class: luck < 0 ? "lost" : "won" }, words), " ", this.#told(step))]);
  }

  // A moment: the board as it was before, what happened, and the way there.
  #moment(step, path, words) {
    const before = this.#row(step);
    const board = h("div", { class: "moment-board" });
    picture(board, this.shown.game, this.shown.film.scene(before), path, null);
    const way = this.shown.go
      ? h("button", { type: "button", "data-key": `to-${step}`, onclick: () => this.shown.go(before) }, _("Show this moment"))
      : h("a", { class: "button", "data-key": `to-${step}`, href: `${this.shown.base}/replay?view=${this.shown.view ?? ""}#${before}` }, _("Show this moment"));
    return h("li", { class: "moment-card" }, board, h("div", { class: "moment-words" }, words, h("div", { class: "moment-ways" }, way, this.#onward(step))));
  }

  // A table of one's own that goes on from a decision, for who could know what was known then.
  #onward(step) {
    const { moves, seat } = this.found.actions[step];
    if (!moves) return null;
    const open = async ({ target }) => {
      target.disabled = true;
      const asked = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ n: this.#row(step), seat }) };
      const answer = await fetch(`${this.shown.base}/on`, asked).catch(() => null);
      if (answer?.ok) location.href = answer.url;
      else say(this.status, _("No table could be opened from here; try again in a moment."));
      target.disabled = false;
    };
    const told = _("A new table against bots from this moment; the dice are fresh, and what {name} could not know is dealt anew.", { name: this.shown.seats[seat].name });
    return h("button", { type: "button", "data-key": `on-${step}`, title: told, onclick: open }, icon("play"), _("Play on from here"));
  }

  #standings() {
    const { standings } = this.found;
    const hasLearnt = standings.some(({ learnt }) => Math.abs(learnt) >= SEEN);
    const heads = [_("Player"), _("Decisions"), _("Errors a decision"), _("Luck"), ...(hasLearnt ? [_("Learnt")] : []), _("Result without luck")];
    return h("table", { class: hasLearnt ? "standings six" : "standings" },
      h("caption", {}, _("How each has played")),
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, standings.map((each) => h("tr", {},
        h("th", { scope: "row" }, mark(each.seat), h("span", {}, this.#called(each.seat), h("small", {}, levelWords(each.level)))),
        [String(each.decisions), finely(-each.errors_per_decision), signed(each.luck), ...(hasLearnt ? [signed(each.learnt)] : []), percent(each.adjusted)]
          .map((cell) => h("td", {}, cell))))));
  }
}

function medalNames({ medals: names }) {
  return h("ul", { class: "medal-names" }, names.map((name, medal) => h("li", { class: `medal-${medal}` }, name)).reverse());
}

// The bot whose errors are most alike; few decisions, or few errors by luck, say nothing.
function levelWords(level) {
  if (!level) return _("level hard to tell");
  const words = { uniform: _("carefree"), hinted: _("by rule of thumb"), paddler: _("paddler"), snorkeller: _("snorkeller"), diver: _("diver"), leviathan: _("leviathan") };
  return _("like: {level}", { level: words[level] ?? level });
}

// What these words rest on: errors a decision, or how much of what was at stake they cost, as soon as that is known.
function levelBasis({ levels, standings }, called) {
  if (levels !== "stake") return [_("The level is that of the bot whose errors a decision are most alike.")];
  const shares = standings.filter(({ lost }) => typeof lost === "number").map(({ seat, lost }) => `${called(seat)} ${percent(lost)}`);
  return [_("The level is that of the bot that lost most nearly as much of what was at stake, which is what moves picked blindly would have cost."), " ",
    shares.length > 0 && _("Lost of it: {shares}.", { shares: shares.join(", ") })];
}

// The words below the curve.
function legend() {
  return h("ul", { class: "curve-legend" },
    h("li", { class: "of-luck" }, _("luck: between the curve and what it would be without luck")),
    h("li", { class: "of-skill" }, _("skill: own errors, and those of others")));
}

function judgedBy(kind) {
  return kind === "known"
    ? _("Judged by what each player could know at that moment: was the decision good?")
    : _("Judged by how it really was, hidden things included: what did it cost?");
}

function basis({ rounds }) {
  return ngettext("What was not played was played on by the house's best rule of thumb, once.", "What was not played was played on by the house's best rule of thumb, up to {count} times.", rounds);
}

// The steps in which most changed for a seat, in the order of the game.
function turningPoints(review, seat) {
  const course = values(review, seat);
  return review.actions.map((_action, step) => ({ step, change: course[step + 1] - course[step] }))
    .filter(({ change }) => Math.abs(change) >= LEAST)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, TURNS).sort((a, b) => a.step - b.step);
}

function costliest({ actions }, seat) {
  return steps(actions).filter((step) => actions[step].seat === seat && actions[step].skill?.[seat] < 0)
    .sort((a, b) => actions[a].skill[seat] - actions[b].skill[seat]).slice(0, COSTLIEST);
}

function luckiest({ actions }, seat) {
  const luck = (step) => actions[step].luck?.[seat] ?? 0;
  const order = steps(actions).filter((step) => Math.abs(luck(step)) >= LEAST).sort((a, b) => luck(b) - luck(a));
  return [...new Set([order.find((step) => luck(step) > 0), order.findLast((step) => luck(step) < 0)])].filter((step) => step !== undefined);
}

const steps = (actions) => [...actions.keys()];
