// The page's words in the reader's language; the sources speak English.

const words = JSON.parse(document.getElementById("words").textContent);
export const language = document.documentElement.lang;
const plural = new Intl.PluralRules(language);

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

export function _(text, values = {}) {
  return filled(words[text] ?? text, values);
}

export function ngettext(one, many, count, values = {}) {
  const form = plural.select(count) === "one" ? 0 : 1;
  return filled((words[one] ?? [one, many])[form], { count, ...values });
}
