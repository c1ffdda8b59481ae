"""How quick it feels; only a machine with nothing else to do can tell."""

from os import cpu_count, getloadavg
from statistics import median

import pytest

import fathom5

SHORT = next(name for name in fathom5.names() if "rounds" in fathom5.load(name).game.options)
CLICKS = 30
MOST = 60  # milliseconds

# From the click until the frame is painted in which the move is told.
CLICKED = """
async (clicks) => {
  const times = [], log = document.querySelector("#log");
  const soon = () => new Promise((go) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = go;
    port2.postMessage(0);
  });
  while (times.length < clicks && !document.querySelector(".end")) {
    const button = document.querySelector(".yours #acts button.lit:not(:disabled)");
    await new Promise((go) => setTimeout(go, 100));
    if (!button?.isConnected) continue;
    const [told, start] = [log.lastChild.dataset.n, performance.now()];
    button.click();
    while (log.lastChild.dataset.n === told) await soon();
    await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    times.push(performance.now() - start);
  }
  return times;
}
"""


def test_a_click_is_painted_at_once(visit):
    if getloadavg()[0] > (cpu_count() or 1):
        pytest.skip("this machine has other things to do")
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    assert median(ada.page.evaluate(CLICKED, CLICKS)) < MOST
