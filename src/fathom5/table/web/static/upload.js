// Hand in a save file, and watch it.

import { find } from "./dom.js";
import "./page.js";
import { _ } from "./words.js";

find("#upload").addEventListener("submit", async (event) => {
  event.preventDefault();
  const [file] = find("[type=file]").files;
  if (!file) return;
  const answer = await fetch("/replay", { method: "POST", headers: { "Content-Type": "text/plain" }, body: await file.text() });
  if (answer.ok) return location.assign(answer.url);
  const { why } = await answer.json().catch(() => ({}));
  find("#error").textContent = `${_("This file cannot be read as a saved game.")} ${why ?? ""}`;
});
