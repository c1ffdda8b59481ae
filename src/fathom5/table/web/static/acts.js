// What can be done now, and how far it has been pointed out: an act is a path of things to touch, one after the other.

const fits = (act, begun) => begun.every((id, step) => act.path[step] === id);

export class Acts {
  constructor(acts = []) {
    this.all = acts;
    this.begun = [];
  }

  // The acts that can still be meant.
  get open() {
    return this.all.filter((act) => fits(act, this.begun));
  }

  // Those that have been pointed out to the end; before the first touch, those that need none.
  get meant() {
    return this.open.filter((act) => act.path.length === this.begun.length);
  }

  // What can be touched next.
  get next() {
    return new Set(this.open.map((act) => act.path[this.begun.length]).filter(Boolean));
  }

  // Touch what lies at a point, topmost first; returns the act, once there is no doubt.
  touch(ids) {
    const next = this.next;
    const step = ids.find((id) => next.has(id));
    if (step) this.begun = [...this.begun, step];
    else this.begun = this.#back(ids);
    const [act, another] = this.open;
    return act && !another && this.begun.length && act.path.length === this.begun.length ? act : null;
  }

  // One step back, another beginning, or none.
  #back(ids) {
    const again = this.begun.findIndex((id) => ids.includes(id));
    if (again >= 0) return this.begun.slice(0, again);
    const first = ids.find((id) => this.all.some((act) => act.path[0] === id));
    return first ? [first] : [];
  }
}
