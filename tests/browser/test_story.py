"""The table tells its story: a log in turns and rounds, things that can be asked, and a real ending."""

import re

import pytest
from playwright.sync_api import expect

import fathom5
from browser.people import DESK, ON_ITS_SIDE, PHONE, Visitor

GAMES = fathom5.names()
SHORT = next(name for name in GAMES if "rounds" in fathom5.load(name).game.options)
SHARED = next(name for name in GAMES if getattr(fathom5.load(name).game.words, "TOGETHER", False))
REMEMBERED = [name for name in GAMES if "memory" in fathom5.load(name).game.options]
LONG_SET_UP = max(GAMES, key=lambda name: len(fathom5.load(name).start(seed=1).actions))
CARDS = next(name for name in GAMES if "divers" in fathom5.load(name).game.options)
SHOWN = "all => all.filter((each) => getComputedStyle(each).display !== 'none').length"


def some_turns(ada: Visitor, lines: int = 12) -> None:
    """Play on until there is something to tell."""
    ada.play_until_told(lines)


def finger(ada: Visitor):
    """A finger that can be put down, moved and lifted."""
    touch = ada.context.new_cdp_session(ada.page)

    def put(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    return put


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# The log.


def test_lines_are_grouped_by_round_and_turn(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    some_turns(ada, 30)  # of which no turn has ten
    assert ada.page.locator("#log > li.told-turn").count() > 2
    kinds = ada.page.locator("#log > li").evaluate_all("all => all.map((each) => each.className)")
    first = next(number for number, kind in enumerate(kinds) if "told-round" in kind)
    assert "told-turn" in kinds[first + 1] and "head" not in kinds[first + 2]


def test_the_set_up_is_one_line_that_can_be_opened(visit):
    ada = visit("Ada")
    ada.set_up(LONG_SET_UP, "me", "bot:hinted")
    ada.my_turn()
    folded = ada.page.locator("#log > li.fold")
    expect(folded).to_have_count(1)
    expect(folded.locator("summary")).to_have_text(re.compile(r"^The set-up, \d\d lines$"))
    expect(folded.locator("li").first).to_be_hidden()
    folded.locator("summary").click()
    expect(folded.locator("li").first).to_be_visible()


def test_a_line_that_is_touched_lights_its_pieces(visit):
    ada = visit("Ada", **PHONE)
    ada.set_up(SHORT, "me", "bot:hinted")
    some_turns(ada)
    ada.page.locator("#newest").tap()
    ada.page.locator("#log li[data-things]").last.tap()
    expect(ada.page.locator("#board .f5-pointed").first).to_be_attached()


def test_a_piece_that_is_touched_tells_its_last_lines(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    some_turns(ada)
    assert any(tells_its_last_line(ada.page, thing) for thing in ("diver-0", "diver-1"))  # who is home may lie below


def tells_its_last_line(page, thing):
    """Whether the piece that is touched there says what the log said last of this one."""
    line, piece = (
        page.locator(f"#log li[data-things~='{thing}']:not(.head)"),
        page.locator(f"#board [data-id='{thing}'] > use"),
    )
    if not line.count() or not (place := piece.bounding_box()):
        return False
    page.mouse.move(*middle(place))
    try:
        expect(page.locator("#about .last").last).to_have_text(
            line.last.locator("> :nth-child(2)").text_content(), timeout=5000
        )
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize("game", REMEMBERED)
def test_where_things_have_to_be_remembered_nothing_is_shown_again(visit, game):
    ada = visit("Ada")
    ada.set_up(game, "me", "bot:hinted")
    some_turns(ada, 110)
    expect(ada.page.locator("#newest")).not_to_be_empty()
    expect(ada.page.locator("#again")).to_be_hidden()
    named = ada.page.locator("#board .f5-board [aria-description][role=img]").first
    ada.page.mouse.move(*middle(named.bounding_box()))
    expect(ada.page.locator("#about")).to_be_visible()
    expect(ada.page.locator("#about .last")).to_have_count(0)


# What is printed on the board.


@pytest.mark.parametrize("game", [LONG_SET_UP, SHARED])
def test_places_and_numbers_are_printed_and_can_be_switched_off(visit, game):
    ada = visit("Ada")
    ada.set_up(game, "me", *["bot:hinted"] * (game != SHARED))
    ada.my_turn()
    ada.settle()
    notes = ada.page.locator("#board .note")
    assert notes.evaluate_all(SHOWN)
    ada.page.locator("[data-panel=more]").click()
    ada.page.get_by_label("Places and numbers on the board").uncheck()
    assert not notes.evaluate_all(SHOWN)
    ada.page.reload()
    ada.settle()
    assert notes.count()
    assert not notes.evaluate_all(SHOWN)


def test_in_a_game_of_memory_only_who_is_touched_shows_a_number(visit):
    ada = visit("Ada")
    ada.set_up(LONG_SET_UP, "me", "bot:hinted")
    some_turns(ada, 60)
    numbers = ada.page.locator("#board .quiet > .note")
    assert numbers.count() and not numbers.evaluate_all(SHOWN)
    ada.page.mouse.move(*middle(ada.page.locator("#board .quiet > use").first.bounding_box()))
    assert numbers.evaluate_all(SHOWN) == 1


@pytest.mark.parametrize("device, least", [(DESK, 80), (PHONE, 56), (ON_ITS_SIDE, 56)])
def test_the_cards_of_the_dive_are_large(visit, device, least):
    ada = visit("Ada", **device)
    ada.set_up(CARDS, "me", "bot:hinted")
    ada.my_turn()
    cards = ada.page.locator("#board .card > use")
    expect(cards.first).to_be_attached()
    sizes = [box["width"] for box in (card.bounding_box() for card in cards.all()) if box]
    assert max(sizes) >= least
    expect(ada.page.locator("#board .watch.now").first).to_be_attached()  # what would be an incident


def test_a_second_team_never_has_a_colour_that_somebody_chose(visit):
    ada = visit("Ada", colour=2)
    ada.set_up(LONG_SET_UP, "me", "bot:hinted")
    ada.my_turn()
    worn = ada.page.evaluate(
        "[0, 1, 2, 3].map((seat) => document.documentElement.style.getPropertyValue(`--seat-${seat}`))"
    )
    assert worn[0] == "var(--colour-2)" and len(set(worn)) == 4


# Fingers.


def test_a_finger_that_stays_asks_what_a_thing_is_and_does_nothing_else(visit):
    ada = visit("Ada", **PHONE)
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    ada.settle()
    put, told = finger(ada), ada.log()
    at = middle(ada.page.locator("#board [data-id=space-10] > use").bounding_box())
    put("touchStart", *at)
    expect(ada.page.locator("#about")).to_be_visible()
    put("touchEnd")
    expect(ada.page.locator("#about .about-picture")).to_be_visible()
    expect(ada.page.locator("#wrong")).to_be_empty()
    assert ada.log() == told
    assert ada.touch(200, 500)
    expect(ada.page.locator("#about")).to_be_hidden()


def test_a_panel_is_swiped_away(visit):
    ada = visit("Ada", **PHONE)
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    put = finger(ada)
    ada.page.locator("[data-panel=rules]").tap()
    panel = ada.page.locator("#panel-rules")
    expect(panel).to_be_visible()
    x, y = middle(panel.bounding_box())
    put("touchStart", x, y - 100)
    for step in range(20, 120, 20):
        put("touchMove", x, y - 100 + step)
    put("touchEnd")
    expect(panel).to_be_hidden()


# The end.


def test_where_all_win_or_lose_together_there_are_no_points_anywhere(visit):
    ada = visit("Ada")
    ada.set_up(SHARED, "me", "bot:uniform")
    ada.my_turn()
    expect(ada.page.locator("#seats .points")).to_have_count(0)
    ada.play()
    ada.at_the_end()
    expect(ada.page.locator(".end .why")).not_to_be_empty()
    expect(ada.page.locator(".end .notes li").first).to_be_visible()
    for where in ("#seats", ".end"):
        expect(ada.page.locator(f"{where} .points, {where} .chart")).to_have_count(0)
    ada.page.goto(f"{ada.page.url}/replay")
    expect(ada.page.locator("#slider")).not_to_have_attribute("max", "0")
    ada.page.locator("[data-panel=more]").click()
    expect(ada.page.locator("#more .notes li").first).to_be_visible()
    expect(ada.page.locator("#more .points, #more .chart, #seats .points")).to_have_count(0)


# Hints.


@pytest.mark.parametrize(
    "language, said, medals",
    [
        ("en-GB", "Chance to get out, by medal", "Gold Silver Bronze"),
        ("fr-FR", "Chances de sortir, par médaille", "Or Argent Bronze"),
    ],
)
def test_a_hint_names_the_medals_with_their_chances_and_how_sure_they_are(visit, language, said, medals):
    ada = visit("Ada", locale=language)
    ada.set_up(SHARED, "me")
    ada.my_turn()
    ada.page.keyboard.press("h")
    expect(ada.page.locator("#hint .what")).to_contain_text(said)
    numbers = [re.compile(rf"^{medal} \d+ % ± \d+$") for medal in medals.split()]
    expect(ada.page.locator("#hint li:first-child .numbers > span")).to_have_text(numbers)


# Pace.


def test_the_clock_starts_when_it_was_shown_whose_turn_it_is(visit, house):
    ada = visit("Ada")
    ada.context.add_init_script("localStorage.setItem('fathom5.pace', JSON.stringify('slow'))")
    ada.page.goto(f"/new/{SHORT}")
    ada.page.select_option("#clock", index=1)
    ada.page.select_option("#seat-1", "bot:hinted")
    told = []
    ada.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: told.append(str(frame))))
    ada.page.click("[type=submit]")
    ada.my_turn()
    ada.page.locator("#acts .lit:enabled").first.click()
    expect(ada.page.locator("#seats li.you.turn")).to_be_visible(timeout=60_000)
    expect(ada.page.locator("#seats .turn .clock")).to_have_text(re.compile(r"\d"))
    ada.wait_until(lambda: any('"seen"' in frame for frame in told))
