"""The pages are for everyone: languages, themes, phones, keyboards, screen readers."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

import fathom5
from browser.people import FRAMES, PHONE, Visitor
from fathom5.table.web.language import speech

GAMES = fathom5.names()
SHORT = next(name for name in GAMES if "rounds" in fathom5.load(name).game.options)
LOOKS = [(theme, language) for theme in ("light", "dark") for language in ("en-GB", "fr-FR")]


def faults(visitor: Visitor) -> list[str]:
    found = Axe().run(visitor.page).response["violations"]
    return [f"{each['id']}: {[node['html'][:120] for node in each['nodes'][:3]]}" for each in found]


@pytest.mark.parametrize("theme, locale", LOOKS)
def test_axe_finds_nothing_on_any_page(visit, theme, locale):
    ada = visit("Ada", color_scheme=theme, locale=locale)
    page = ada.page
    for address in ("/", *(f"/new/{game}" for game in GAMES), "/replay"):
        page.goto(address)
        assert not faults(ada), address
    ada.set_up(SHORT, "me", "open")
    expect(page.locator("#start button")).to_be_visible()
    assert not faults(ada), "lobby"
    page.locator("#start button").click()
    ada.settle()
    for panel, filled in (("log", "li"), ("rules", "li"), ("talk", "button"), ("more", "section")):
        page.locator(f"[data-panel={panel}]").click()
        expect(page.locator(f"#panel-{panel} {filled}").first).to_be_visible()
        assert not faults(ada), panel
    ada.play()
    ada.at_the_end()
    assert not faults(ada), "end"
    page.goto(page.url + "/replay")
    expect(page.locator("#count")).to_contain_text("/")
    assert not faults(ada), "replay"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_board(visit, game, theme):
    ada = visit("Ada", color_scheme=theme)
    ada.set_up(game, "me", "bot:hinted")
    ada.settle()
    assert not faults(ada)


def test_the_browsers_language_comes_first_and_can_be_switched(visit):
    ada = visit("Ada", locale="fr-FR")
    ada.page.goto("/")
    expect(ada.page.locator("html")).to_have_attribute("lang", "fr")
    expect(ada.page.locator(".lead")).to_contain_text("Cinq jeux")
    ada.page.locator("[data-language=en]").click()
    expect(ada.page.locator(".lead")).to_contain_text("Five board games")
    ada.page.reload()
    expect(ada.page.locator("html")).to_have_attribute("lang", "en")


def test_the_table_speaks_french_too(visit):
    ada = visit("Ada", locale="fr-FR")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    expect(ada.page).to_have_title(re.compile(speech("fr").gettext("Your turn")))
    words = fathom5.load(SHORT).game.words.WORDS
    asked = ada.page.locator("#ask").text_content()
    assert asked in words["fr"].values() and asked not in words["en"].values()


def test_the_theme_follows_the_device_and_can_be_switched(visit):
    ada = visit("Ada", color_scheme="dark")
    ada.page.goto("/")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert ada.page.evaluate(paper) == "rgb(11, 23, 34)"
    ada.page.locator("[data-theme-switch]").click()
    assert ada.page.evaluate(paper) == "rgb(251, 247, 238)"
    ada.page.reload()
    assert ada.page.evaluate(paper) == "rgb(251, 247, 238)"


# Phones.


def too_small(visitor: Visitor, selector: str, least: float) -> list[str]:
    """What is visible and smaller than a finger."""
    boxes = visitor.page.locator(selector).evaluate_all(
        """all => all.filter(each => each.checkVisibility({visibilityProperty: true}))
           .map(each => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])"""
    )
    return [f"{html} {box}" for html, box in boxes if min(box["width"], box["height"]) < least]


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_finds_everything_on_a_phone(visit, game):
    ada = visit("Ada", **PHONE)
    for address in ("/", f"/new/{game}", "/replay"):
        ada.page.goto(address)
        assert not too_small(ada, "button, .button, select, input:not(.choice input, .colours input, .switch)", 40)
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= 390, address
    ada.set_up(game, "me", "bot:hinted")
    ada.settle()
    assert not too_small(ada, "button, .button, select", 40)
    assert not too_small(ada, "#board .f5-hit", 24 - 0.1)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_lit_is_as_large_as_a_finger_when_zoomed(visit, game):
    ada = visit("Ada", **PHONE)
    ada.set_up(game, "me", "bot:hinted")
    ada.settle()
    lit = ada.page.locator("#board .f5-hit")
    if lit.count():
        box = lit.first.bounding_box()
        ada.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        ada.page.mouse.wheel(0, -1000)
        expect(ada.page.locator("#board svg.f5-closer")).to_be_visible()
    assert not too_small(ada, "#board .f5-hit", 40)


def part(board: Locator, number: int) -> float:
    """Of the box that is to be seen: left, top, width or height."""
    return float(board.get_attribute("viewBox").split()[number])


def test_two_fingers_zoom_and_one_pans(visit):
    ada = visit("Ada", **PHONE)
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.settle()
    touch = ada.context.new_cdp_session(ada.page)

    def fingers(kind: str, *points: tuple[int, int]) -> None:
        told = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    board = ada.page.locator("#board svg.f5-board")
    whole = board.get_attribute("viewBox")
    fingers("touchStart", (150, 300), (240, 300))
    for spread in range(10, 100, 10):
        fingers("touchMove", (150 - spread, 300), (240 + spread, 300))
    fingers("touchEnd")
    ada.wait_until(lambda: part(board, 2) < float(whole.split()[2]) / 1.5)
    ada.page.evaluate(FRAMES)  # what fingers did has been seen to the end
    closer = part(board, 0)
    fingers("touchStart", (200, 300))
    for step in range(10, 100, 10):
        fingers("touchMove", (200 - step, 300))
    fingers("touchEnd")
    ada.wait_until(lambda: part(board, 0) > closer)
    ada.page.locator("[data-zoom='0']").click()
    expect(board).to_have_attribute("viewBox", whole)


# Two touches at once of the first of these, or of a corner of the board if there is none; whether that looked closer.
TWICE = """
(lit) => {
  const board = document.querySelector("#board").shadowRoot.querySelector("svg.f5-board");
  const node = lit ? board.querySelector(lit) : board;
  const { x, y, width, height } = node.getBoundingClientRect();
  const [clientX, clientY] = lit ? [x + width / 2, y + height / 2] : [x + 2, y + height - 2];
  const at = { clientX, clientY, detail: 1, bubbles: true };
  for (const kind of ["click", "click", "dblclick"]) node.dispatchEvent(new MouseEvent(kind, at));
  return board.matches(".f5-closer");
}
"""


def test_two_quick_touches_look_closer_unless_they_touch_what_can_be_done(visit):
    ada = visit("Ada", **PHONE)
    ada.set_up("the_island", "me", "bot:hinted")
    ada.settle()
    assert not ada.page.evaluate(TWICE, "[role=button]")
    ada.page.wait_for_timeout(600)  # by now the touch is long over
    assert ada.page.evaluate(TWICE, None)


# Keyboards and screen readers.


def test_a_whole_game_is_played_by_keyboard_alone(visit):
    ada = visit("Ada")
    page, keys = ada.page, ada.page.keyboard
    page.goto("/")
    tab_to(ada, f"a.go[href='/new/{SHORT}']")
    keys.press("Enter")
    page.wait_for_url("**/new/*")
    tab_to(ada, "[type=submit]")
    keys.press("Enter")
    page.wait_for_url("**/t/*")
    ada.my_turn()
    tab_to(ada, "#acts button")
    for _ in range(400):
        page.locator("#bar.yours #acts button:enabled, .end").first.wait_for()
        if page.locator(".end").is_visible():
            break
        keys.press("Enter")
    expect(page.locator(".end")).to_be_visible()


def tab_to(visitor: Visitor, selector: str) -> None:
    for _ in range(80):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"the tabulator does not reach {selector}")


def test_the_board_is_walked_with_arrow_keys(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.settle()
    before = len(ada.log())
    ada.page.locator("#board [role=button][tabindex='0']").focus()
    ada.page.keyboard.press("ArrowDown")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#log li[data-n]")).not_to_have_count(before)


def test_what_happens_is_said_aloud(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    expect(ada.page.locator("#news[aria-live=polite]")).to_have_text(ada.log()[-1])


def test_every_lit_thing_has_a_name(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    lit = ada.page.locator("#board [role=button]")
    expect(lit.first).to_be_visible()
    assert all(lit.evaluate_all("all => all.map(each => each.getAttribute('aria-label'))"))


def test_nothing_moves_for_those_who_asked_for_stillness(visit):
    ada = visit("Ada", reduced_motion="reduce")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    assert ada.page.locator("#board svg.f5-board").evaluate("svg => svg.getAnimations({subtree: true}).length") == 0
    assert ada.page.locator("#board .f5-moving").count() == 0


def test_pieces_glide_for_the_others(visit):
    ada = visit("Ada", reduced_motion="no-preference")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    expect(ada.page.locator("#board .f5-layer > g").first).to_have_css("transition-duration", "0.22s")


# The weight of the first page.


def test_the_first_page_weighs_less_than_100_kilobytes(visit):
    ada = visit("Ada")
    weights: list[int] = []
    session = ada.context.new_cdp_session(ada.page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda done: weights.append(done["encodedDataLength"]))
    ada.page.goto("/")
    ada.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    ada.page.wait_for_load_state("networkidle")
    assert 5_000 < sum(weights) < 100_000
