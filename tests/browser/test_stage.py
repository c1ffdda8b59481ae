"""The stage: boards that can be read, seats that are never cut off, and panels that leave the board its size."""

import re

import pytest
from playwright.sync_api import expect

import fathom5
from browser.people import PHONE, Visitor

GAMES = fathom5.names()
SHORT = next(name for name in GAMES if "rounds" in fathom5.load(name).game.options)
DESK = {"viewport": {"width": 1280, "height": 800}}
ON_ITS_SIDE = PHONE | {"viewport": {"width": 844, "height": 390}}
DEVICES = {"desk": DESK, "phone": PHONE, "phone on its side": ON_ITS_SIDE}
MOST = {name: int(fathom5.load(name).game.options["players"].allowed[-1]) for name in GAMES}
CROWDED = max(GAMES, key=MOST.__getitem__)
SET_UP_FIRST = max(GAMES, key=lambda name: len(fathom5.load(name).start(seed=1).actions))  # no counters before that
LONG = "Bartholomew Featherstonehaugh"

# How large each text of the board is as shown.
LETTERS = """
() => [...document.querySelector("#board").shadowRoot.querySelectorAll(".f5-layer text")]
  .filter((text) => getComputedStyle(text).visibility === "visible" && text.getClientRects().length)
  .map((text) => {
    const { a, b } = text.getScreenCTM();
    return [text.textContent, parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b)];
  })
"""


def midway(visit, game: str) -> Visitor:
    """Somebody in the middle of a game."""
    ada = visit("Ada")
    ada.set_up(game, "me", *["bot:uniform"] * (min(3, MOST[game]) - 1))
    ada.play()
    expect(ada.page.locator("#log li[data-n]").nth(60)).to_be_attached(timeout=60_000)
    ada.rest()
    return ada


def seated(visit, ada: Visitor, **device) -> Visitor:
    """The same person, who is known by her cookie, before another screen."""
    visitor = visit("", **device)
    visitor.page.context.add_cookies(ada.page.context.cookies())
    visitor.page.goto(ada.page.url)
    expect(visitor.page.locator("#board .f5-layer > g").first).to_be_attached()
    return visitor


@pytest.mark.parametrize("game", GAMES)
def test_no_text_on_a_board_is_smaller_than_twelve_pixels(visit, game):
    ada = midway(visit, game)
    for name, device in DEVICES.items():
        shown = seated(visit, ada, **device).page.evaluate(LETTERS)
        assert shown, name
        assert not [(text, round(size, 1)) for text, size in shown if size < 12 - 0.1], name


@pytest.mark.parametrize("game", GAMES)
def test_a_board_fills_its_stage(visit, game):
    ada = midway(visit, game)
    for name, device in DEVICES.items():
        page = seated(visit, ada, **device).page
        _, _, wide, high = map(float, page.locator("#board svg.f5-board").get_attribute("viewBox").split())
        stage = page.locator("#board").bounding_box()
        filled = min(stage["width"] / wide, stage["height"] / high) ** 2 * wide * high
        assert filled > 0.85 * stage["width"] * stage["height"], name


# Whether what a seat tells lies on the screen and within its own frame.
CUT_OFF = """
all => all.flatMap((seat) => {
  const frame = seat.getBoundingClientRect();
  const parts = [...seat.querySelectorAll(".mark, .name > span, .points")];
  const across = (r) => r.width > 8 && r.left >= frame.left && r.right <= frame.right + 0.5;
  const inside = (r) => across(r) && r.bottom <= frame.bottom + 0.5;
  const fits = frame.left >= 0 && frame.right <= innerWidth && frame.bottom <= innerHeight;
  const whole = parts.length >= 3 && parts.every((part) => inside(part.getBoundingClientRect()));
  return fits && whole ? [] : [seat.outerHTML];
})
"""


@pytest.mark.parametrize("players", range(2, MOST[CROWDED] + 1))
def test_seats_are_never_cut_off(visit, players):
    ada = visit(LONG)
    ada.set_up(CROWDED, "me", *["bot:hinted"] * (players - 1))
    ada.my_turn()
    for name, device in DEVICES.items():
        ada.page.set_viewport_size(device["viewport"])
        assert ada.page.locator("#seats li").count() == players
        assert ada.page.locator("#seats li").evaluate_all(CUT_OFF) == [], name
        expect(ada.page.locator("#seats li.turn")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("device", DEVICES)
def test_hint_moves_and_log_never_shrink_the_board(visit, device):
    ada = visit("Ada", **DEVICES[device])
    ada.set_up(GAMES[-2], "me", "bot:hinted")
    ada.my_turn()
    stage = ada.page.locator("#stage")
    before = stage.bounding_box()
    for opens in ("#all-moves", "#ask-hint", "[data-panel=log]"):
        ada.page.locator(opens).click()
        panel = ada.page.locator("#drawer .panel:visible")
        expect(panel).to_be_visible()
        assert stage.bounding_box() == before, opens
        if device != "desk":
            ada.page.locator("#board svg.f5-board").dispatch_event("click")
            expect(panel).to_be_hidden()


@pytest.mark.parametrize("game", [game for game in GAMES if game != SET_UP_FIRST])
def test_counters_stay_where_they_are_when_one_looks_closer(visit, game):
    ada = visit("Ada")
    ada.set_up(game, "me", "bot:hinted")
    ada.my_turn()
    pins = ada.page.locator("#board .pinned")
    expect(pins.first).to_be_attached()
    where = "all => all.map((each) => JSON.stringify(each.getBoundingClientRect()))"
    before = pins.evaluate_all(where)
    ada.page.keyboard.press("+")
    expect(ada.page.locator("#board svg.f5-closer")).to_be_visible()
    assert pins.evaluate_all(where) == before
    ada.page.keyboard.press("0")
    expect(ada.page.locator("#board svg.f5-closer")).to_have_count(0)


# The story beside the board.


def test_the_newest_event_is_told_above_the_bar_without_opening_the_log(visit):
    ada = visit("Ada", **PHONE)
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    expect(ada.page.locator("#newest")).to_be_visible()
    told = ada.page.locator("#newest").text_content()
    assert told in ada.log()


def test_a_line_of_the_log_lights_what_it_speaks_of(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.play()
    line = ada.page.locator("#log li[data-things]").last
    expect(line).to_be_attached()
    ada.rest()
    ada.my_turn()
    line.hover()
    expect(ada.page.locator("#board .f5-pointed").first).to_be_attached()
    ada.page.mouse.move(5, 5)
    expect(ada.page.locator("#board .f5-pointed")).to_have_count(0)


def test_the_log_is_one_stop_for_the_tabulator_and_arrows_go_from_line_to_line(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    assert ada.page.locator("#panel-log [tabindex='0'], #panel-log a:not([tabindex='-1'])").count() == 0
    ada.page.locator("#panel-log").focus()
    ada.page.keyboard.press("ArrowUp")
    assert ada.page.evaluate("document.activeElement.matches('#log li')")


def test_the_last_events_are_shown_once_more(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.play()
    expect(ada.page.locator("#log li[data-n]").nth(8)).to_be_attached()
    ada.rest()
    ada.my_turn()
    ada.page.wait_for_timeout(200)
    where = "all => all.map((each) => [each.dataset.id, each.style.transform].join()).sort()"
    things = ada.page.locator("#board [data-id]")
    before = things.evaluate_all(where)
    ada.page.locator("#again").click()
    ada.my_turn()
    assert things.evaluate_all(where) == before


# Pace and keys.


def test_at_normal_pace_what_matters_can_be_followed_and_whose_turn_it_is_need_not_wait(visit):
    ada = visit("Ada")
    ada.context.add_init_script("localStorage.setItem('fathom5.pace', JSON.stringify('slow'))")
    ada.set_up(SHORT, "me", *["bot:uniform"] * 3)
    ada.my_turn()
    for _ in range(4):
        ada.page.locator("#acts .lit:enabled").first.click(timeout=15_000)
        ada.my_turn()  # the bar says so at once; what happened is still being shown
    expect(ada.page.locator("#wrong")).to_be_empty()


def test_step_by_step_each_event_waits_for_a_click(visit):
    ada = visit("Ada")
    ada.context.add_init_script("localStorage.setItem('fathom5.pace', JSON.stringify('step'))")
    ada.set_up(SHORT, "me", "bot:hinted", "bot:hinted")
    ada.my_turn()
    ada.page.locator("#acts .lit:enabled").first.click()
    expect(ada.page.locator("#next")).to_be_visible()
    told = len(ada.log())
    ada.page.wait_for_timeout(300)
    assert len(ada.log()) == told  # nothing goes on by itself
    ada.page.keyboard.press("s")
    expect(ada.page.locator("#log li[data-n]")).not_to_have_count(told)


def test_the_pace_is_chosen_on_this_device_and_remembered(visit):
    ada = visit("Ada")
    address = ada.set_up(SHORT, "me", "bot:hinted")
    ada.page.locator("[data-panel=more]").click()
    ada.page.select_option("#pace", "fast")
    ada.page.goto(address)
    ada.page.locator("[data-panel=more]").click()
    expect(ada.page.locator("#pace")).to_have_value("fast")


def test_keys_are_listed_and_do_what_they_say(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    ada.page.keyboard.press("?")
    expect(ada.page.locator("#keys")).to_contain_text("Hint")
    ada.page.locator("#keys button").click()
    ada.page.keyboard.press("h")
    expect(ada.page.locator("#hint li").first).to_be_visible()
    ada.page.keyboard.press("l")
    expect(ada.page.locator("#log")).to_be_visible()
    ada.page.keyboard.press("n")
    assert ada.page.evaluate("document.querySelector('#board').shadowRoot.activeElement.matches('.can')")


def test_a_link_skips_to_the_move(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    ada.page.keyboard.press("Tab")
    skip = ada.page.locator(".skip")
    expect(skip).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(ada.page).to_have_url(re.compile("#acts$"))


def test_the_end_says_why_who_and_what_of_and_that_the_dice_were_fair(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.play()
    ada.at_the_end()
    expect(ada.page.locator(".end .why")).not_to_be_empty()
    expect(ada.page.locator(".result > li").first).to_have_class(re.compile("winner"))
    expect(ada.page.locator(".result .fared li").first).to_be_visible()
    expect(ada.page.locator("#dice-verdict #verdict.good")).to_be_visible()


def test_the_lobby_says_when_nobody_else_can_reach_its_address(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "open")
    expect(ada.page.locator("#only-here")).to_contain_text("serve --lan")


@pytest.mark.parametrize("game", GAMES)
def test_a_thing_tells_what_it_is_and_does_and_its_clause_to_eyes_and_to_screen_readers(visit, game):
    ada = visit("Ada")
    ada.set_up(game, "me", *["bot:hinted"] * (MOST[game] > 1))
    ada.my_turn()
    told = ada.page.locator("#board .f5-board [aria-description][role]").last
    expect(told).to_have_attribute("aria-description", re.compile(r"\([A-Z]{2}-\d+\)$"))
    box = told.bounding_box()
    ada.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(ada.page.locator("#about")).to_contain_text(re.compile(r"\([A-Z]{2}-\d+\)"))


def test_a_click_on_what_is_not_allowed_says_why_with_its_clause(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    ada.page.locator("#board .f5-board [role=img][aria-description]").first.click(force=True)
    expect(ada.page.locator("#wrong a")).to_have_text(re.compile(r"^[A-Z]{2}-\d+$"))
