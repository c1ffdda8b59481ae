// A whole game as scenes: any position from the steps before it.

const EVERY = 40; // so often a position is kept whole

export class Film {
  constructor(steps) {
    this.steps = steps;
    this.kept = [];
  }

  get last() {
    return this.steps.length - 1;
  }

  // The scene after a step, with its things from bottom to top.
  scene(number) {
    let from = Math.floor(number / EVERY);
    while (from > 0 && !this.kept[from]) from--;
    let now = from ? this.kept[from] : { box: this.steps[0].box, things: [] };
    for (let step = from ? from * EVERY + 1 : 0; step <= number; step++) {
      now = after(now, this.steps[step]);
      if (step % EVERY === 0) this.kept[step / EVERY] = now;
    }
    return now;
  }
}

function after({ box, things }, step) {
  const gone = new Set(step.gone);
  const changed = new Map((step.things ?? []).map((thing) => [thing.id, thing]));
  const old = new Set(things.map((thing) => thing.id));
  const now = new Map(things.filter(({ id }) => !gone.has(id)).map((thing) => [thing.id, changed.get(thing.id) ?? thing]));
  const fresh = [...changed.values()].filter(({ id }) => !old.has(id));
  for (const thing of fresh) now.set(thing.id, thing);
  return { box: step.box ?? box, things: ordered(now, fresh, step) };
}

function ordered(now, fresh, { order, before = {} }) {
  if (order) return order.map((id) => now.get(id)).filter(Boolean);
  const isFresh = new Set(fresh.map(({ id }) => id));
  const laid = [];
  for (const thing of now.values()) {
    if (isFresh.has(thing.id)) continue;
    laid.push(...fresh.filter(({ id }) => before[id] === thing.id), thing);
  }
  return [...laid, ...fresh.filter(({ id }) => !(id in before))];
}
