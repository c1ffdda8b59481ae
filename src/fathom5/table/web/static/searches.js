// How far the searches of the games are: asked for from time to time until all have come that will.

import { find, findAll } from "./dom.js";
import { _ } from "./words.js";

const PAUSE = 1000;
const LONG_PAUSE = 10000; // while nobody looks, or nobody answers

const isOver = ({ share, comes }) => share === 1 || !comes;

function fill(node, { share, comes }) {
  const [bar, words] = [find("progress", node), find("span", node)];
  node.hidden = share === 1;
  bar.value = share;
  bar.hidden = !comes;
  if (!comes) words.textContent = node.dataset.never;
}

async function ask() {
  const answer = await fetch("/searches").catch(() => null);
  return answer?.ok ? answer.json() : null;
}

// Fill the bars on this page as they grow, and tell of it.
export async function watch(heard = () => {}) {
  let told = await ask();
  while (!told || !Object.values(told).every(isOver)) {
    if (told) show(told, heard);
    await new Promise((done) => setTimeout(done, told && !document.hidden ? PAUSE : LONG_PAUSE));
    told = await ask();
  }
  show(told, heard);
}

function show(told, heard) {
  for (const node of findAll("[data-search]")) fill(node, told[node.dataset.search]);
  heard(told);
}

// What a bot says of itself while it plays by rule of thumb.
export function warming({ comes }) {
  return comes ? _("warming up") : _("by rule of thumb");
}
