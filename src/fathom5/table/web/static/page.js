// What every page can do: change the language and the theme, and remember things on this device.

import { find, findAll } from "./dom.js";

const YEAR = 31536000;
const passing = new Map(); // where storage is switched off, this page remembers as long as it is open

export function remembered(key, otherwise) {
  try {
    return JSON.parse(passing.get(key) ?? localStorage.getItem(`fathom5.${key}`)) ?? otherwise;
  } catch {
    return otherwise; // storage is switched off, or holds something else
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(`fathom5.${key}`, JSON.stringify(value));
  } catch {
    passing.set(key, JSON.stringify(value));
  }
}

function keep(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
}

function is_dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

for (const button of findAll("[data-language]")) {
  button.addEventListener("click", () => {
    keep("language", button.dataset.language);
    if (!button.href) location.reload(); // a link goes there by itself
  });
}

find("[data-theme-switch]")?.addEventListener("click", () => {
  const theme = is_dark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  keep("theme", theme);
  for (const image of findAll("picture img")) {
    image.parentNode.querySelector("source")?.remove();
    image.src = image.src.replace(/(light|dark)(?=\.\w+\.svg)/, theme);
  }
});

export const still = matchMedia("(prefers-reduced-motion: reduce)");
