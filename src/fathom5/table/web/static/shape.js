// The shape of the stage: pictures are composed for a wide one or for a tall one.

import { find } from "./dom.js";

export function shape() {
  const { clientWidth, clientHeight } = find(".stage");
  return clientWidth >= clientHeight ? "wide" : "tall";
}

// Tell when it becomes another, as when a phone is turned.
export function turned(tell) {
  let last = shape();
  new ResizeObserver(() => {
    const now = shape();
    if (now !== last) tell((last = now));
  }).observe(find(".stage"));
}
