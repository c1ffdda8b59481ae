// A name and a colour, remembered on this device.

import { h } from "./dom.js";
import { remember, remembered } from "./page.js";
import { _ } from "./words.js";

const COLOURS = [_("orange"), _("sky blue"), _("green"), _("yellow"), _("blue"), _("vermilion")];

export const me = () => ({ name: "", colour: 0, ...remembered("me", {}) });

export function form(onChange = () => {}) {
  const { name, colour } = me();
  const kind = { type: "text", maxlength: 24, autocomplete: "nickname", placeholder: _("Your name") };
  const field = h("input", { id: "my-name", name: "name", value: name, ...kind });
  const swatches = COLOURS.map((word, number) =>
    h("label", { class: `colour-${number}` },
      h("input", { type: "radio", name: "colour", value: number, checked: number === colour, "aria-label": word }),
      h("span", { class: "swatch", title: word })));
  const node = h("div", { class: "who-am-i" },
    h("label", { for: "my-name" }, _("Your name"), field),
    h("div", { class: "colours", role: "radiogroup", "aria-label": _("Your colour") }, swatches));
  node.addEventListener("change", () => {
    remember("me", { name: field.value.trim(), colour: Number(node.querySelector("[name=colour]:checked").value) });
    onChange(me());
  });
  return node;
}
