"""First dives in a browser: finished by doing what the coach asks and nothing else, by anybody."""

import pytest
from playwright.sync_api import Page, expect

from browser.people import DESK, LOOKS, PHONE, Visitor
from browser.test_everyone import faults
from fathom5 import names
from fathom5.door.lessons import dive

GAMES = names()
DEVICES = {"desk": DESK, "phone": PHONE}
LOCALES = {"en": "en-GB", "fr": "fr-FR"}

# Whether the bubble lies on the stage, and hides nothing of the thing it speaks of but what has to be.
OUTSIDE = """
() => {
  const [bubble, stage] = ["#coach", "#stage"].map((each) => document.querySelector(each).getBoundingClientRect());
  const isIn = (first, last) => bubble[first] > stage[first] - 1 && bubble[last] < stage[last] + 1;
  return !(isIn("left", "right") && isIn("top", "bottom"));
}
"""

# Somebody who does what the coach asks and nothing else: goes on, or touches what is lit, or presses what is lit.
OBEY = """
() => new Promise((done, failed) => {
  const board = document.querySelector("#board").shadowRoot;
  const [told, outside] = [[], []];
  let [idle, seen] = [0, false];
  // Words for buttons come a moment later, and the stage gives way to them.
  const settle = (times, then) => (times && (OUTSIDE)() ? setTimeout(() => settle(times - 1, then), 200) : then());
  const timer = setInterval(() => {
    if (document.querySelector(".lesson-end")) return clearInterval(timer), done([told, outside]);
    if (++idle > 6000) return clearInterval(timer), failed(new Error(`stuck after: ${told.at(-1)}`));
    const bubble = document.querySelector("#coach");
    if (bubble.hidden) return;
    const text = `${bubble.querySelector("progress").value} ${bubble.querySelector(".coach-told").textContent}`;
    if (told.at(-1) !== text) {
      told.push(text);
      [idle, seen] = [0, false];
      settle(100, () => ((seen = true), (OUTSIDE)() && outside.push(text)));
    }
    if (!seen) return;
    const next = bubble.querySelector("#coach-on") ?? board.querySelector("[role=button]:not(.f5-begun)")
      ?? document.querySelector("#acts button.lit:not(:disabled)");
    next?.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
  }, 10);
})
""".replace("OUTSIDE", OUTSIDE.strip())


def begin(visitor: Visitor, game: str) -> Page:
    """From the first page to the first bubble."""
    visitor.page.goto("/")
    visitor.page.locator(f"[data-lesson={game}]").click()
    visitor.page.wait_for_url("**/t/*")
    expect(visitor.page.locator("#coach")).to_be_visible()
    return visitor.page


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("language", LOCALES)
def test_a_lesson_is_finished_by_doing_what_the_coach_asks(visit, game, device, language):
    theme = "dark" if (device == "phone") == (language == "en") else "light"
    ada = visit("Ada", locale=LOCALES[language], color_scheme=theme, **DEVICES[device])
    page = begin(ada, game)
    told, outside = page.evaluate(OBEY)
    said = [f"{number} {bubble['text']}" for number, bubble in enumerate(dive(game).bubbles(language), 1)]
    assert told == said
    assert not outside
    expect(page.locator("#coach")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert page.locator(".answers dd").all_text_contents() == dive(game).told(language)["answers"]
    assert not faults(ada), "the end"
    if language == "en":  # the pages differ in words only
        address = page.url
        page.locator(".lesson-end .lit").click()  # play a real game now
        page.wait_for_url(lambda url: url != address)
        ada.my_turn()


# Boards are looked at in a test of their own; here it is what the coach says, over what he speaks of.
WITHOUT_DECORATION = """
document.querySelector("#board").shadowRoot.querySelectorAll("[aria-hidden]").forEach((each) => each.remove())
"""


TRIES_SOMETHING = """
document.querySelector("#board").shadowRoot.querySelector("[data-id]")
  .dispatchEvent(new MouseEvent("click", { bubbles: true }))
"""


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_while_the_coach_speaks_and_answers(visit, look):
    ada = visit("Ada", **look)
    for game in GAMES:
        page = begin(ada, game)
        page.evaluate(WITHOUT_DECORATION)
        page.evaluate(TRIES_SOMETHING)
        expect(page.locator(".coach-answer")).not_to_be_empty()
        assert not faults(ada), game
