"""How quick a move feels: from a click until the browser has painted what came of it. Needs Playwright and Chromium."""

import shutil
from importlib.util import find_spec
from statistics import median, quantiles
from typing import Any

from fathom5 import games

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
CLICKS = 10  # in each game
PATIENCE = 30_000  # milliseconds that a page may take

# Someone who touches what is lit. What only picks a piece sends nothing; a click that makes a move is timed until
# the frame is painted that follows upon the change of the picture: the log is written in the same step, in a group.
PLAYER = """
async (clicks) => {
  const SILENCE = 5000;  // milliseconds after which a click has come to nothing: it is not counted
  const times = [], log = document.querySelector("#log"), board = document.querySelector("#board").shadowRoot;
  const pause = (time) => new Promise((go) => setTimeout(go, time));
  const lit = () => [
    ...document.querySelectorAll(".yours #acts button.lit:not(:disabled)"),
    ...board.querySelectorAll("[role=button]:not(.f5-begun)"),
  ];
  const patience = performance.now() + 60000;
  while (times.length < clicks && !document.querySelector(".end") && performance.now() < patience) {
    await pause(100);
    const chosen = lit()[0];
    if (!chosen) continue;
    const told = new Promise((go) => new MutationObserver(go).observe(log, { childList: true, subtree: true }));
    const start = performance.now();
    chosen.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
    if (lit().length) continue;
    if ((await Promise.race([told, pause(SILENCE).then(() => "nothing")])) === "nothing") continue;
    await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    times.push(performance.now() - start);
  }
  return times;
}
"""
OPENED = """
async (asked) => {
  localStorage.setItem("fathom5.quick", "true");
  localStorage.setItem("fathom5.coach", "false"); // whose bubble would be painted too
  const headers = { "Content-Type": "application/json" };
  return (await fetch("/tables", { method: "POST", headers, body: JSON.stringify(asked) })).url;
}
"""


def chromium() -> str | None:
    """Where the system's own browser is."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def can_be_measured() -> bool:
    return chromium() is not None and find_spec("playwright") is not None


def painted(page: Any, url: str, game: str, clicks: int = CLICKS) -> list[float]:
    """Milliseconds from click to paint, for some moves against a bot."""
    page.goto(url)
    page.goto(page.evaluate(OPENED, {"game": game, "seats": ["me", "bot:hinted"], "name": "Ada"}))
    page.wait_for_selector("#bar.yours", timeout=PATIENCE)
    times: list[float] = page.evaluate(PLAYER, clicks)
    return times


def measured(url: str) -> dict[str, float]:
    """The figures over all games of a server."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        times = [time for game in games.names() for time in painted(browser.new_page(), url, game)]
        browser.close()
    return {
        "clicks": len(times),
        "click_to_painted_p50_ms": median(times),
        "click_to_painted_p95_ms": quantiles(times, n=20)[-1],
    }
