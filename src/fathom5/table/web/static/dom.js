// Making and finding elements.

const SVG = "http://www.w3.org/2000/svg";

export const find = (selector, within = document) => within.querySelector(selector);
export const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];

function made(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const h = (tag, attributes = {}, ...children) => made(document.createElement(tag), attributes, children);
export const s = (tag, attributes = {}, ...children) => made(document.createElementNS(SVG, tag), attributes, children);

// Children that look as before stay: who has a finger on one of them when something is told would press in vain.
// They do from then on what the new ones would, and hold what those hold.
export function renew(parent, nodes) {
  const isSame = nodes.length === parent.childNodes.length && nodes.every((node, number) => node.isEqualNode(parent.childNodes[number]));
  if (!isSame) return parent.replaceChildren(...nodes);
  const [old, fresh] = [[...parent.childNodes], nodes].map((list) => list.flatMap((node) => [node, ...findAll("*", node)]));
  old.forEach((node, number) => {
    const { onclick, onchange, value } = fresh[number];
    Object.assign(node, { onclick, onchange });
    if (node.value !== value) node.value = value;
  });
}

// Set only what differs, so that assistive technology is not told the same twice.
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("use", { href: `#icon-${name}` }));
}

export function mark(seat, label) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return s("svg", { class: `mark seat-${seat}`, viewBox: "-11 -11 22 22", ...spoken }, s("use", { href: `#mark-${seat}` }));
}
