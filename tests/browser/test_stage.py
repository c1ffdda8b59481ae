"""The stage: boards that can be read, seats that are never cut off, and panels that leave the board its size."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from random import Random
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

import fathom5
from browser.people import DESK, ON_ITS_SIDE, PHONE, Visitor
from fathom5.door import Match
from fathom5.games.captain_carcass.rules.cards import SUITS, suit_of
from fathom5.games.captain_carcass.words import CARD_OF
from fathom5.games.the_island.rules_test import rescued
from fathom5.kernel.record import Move
from fathom5.table.play.people import BOT_NAMES
from fathom5.table.web import assets
from fathom5.table.web.devices import COOKIE
from table.playing import House
from table.test_same_messages import DEVICES as HOLDERS
from table.test_same_messages import keep

GAMES = fathom5.names()
SHORT = next(name for name in GAMES if "rounds" in fathom5.load(name).game.options)
DEVICES = {"desk": DESK, "phone": PHONE, "phone on its side": ON_ITS_SIDE}
MOST = {name: int(fathom5.load(name).game.options["players"].allowed[-1]) for name in GAMES}
CARDS = "captain_carcass"
SHARED = next(name for name in GAMES if getattr(fathom5.load(name).game.words, "TOGETHER", False))
CROWDED = max(GAMES, key=MOST.__getitem__)
SET_UP_FIRST = max(GAMES, key=lambda name: len(fathom5.load(name).start(seed=1).actions))  # no counters before that
PACES = ["slow", "normal", "fast", "at_once", "step"]
LONG = "Bartholomew Featherstonehaugh"

# How large each text of the board is as shown, and whether it lies within the board.
LETTERS = """
() => {
  const board = document.querySelector("#board").shadowRoot;
  const edge = board.querySelector("svg.f5-board").getBoundingClientRect();
  const across = (r) => r.left > edge.left - 2 && r.right < edge.right + 2;
  const inside = (r) => across(r) && r.top > edge.top - 2 && r.bottom < edge.bottom + 2;
  return [...board.querySelectorAll(".f5-layer text")]
    .filter((text) => getComputedStyle(text).visibility === "visible" && text.getClientRects().length)
    .map((text) => {
      const { a, b } = text.getScreenCTM();
      const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
      return [text.textContent, size, inside(text.getBoundingClientRect())];
    });
}
"""


def middle_of(game: str, players: int, is_wanted: Callable[[Match], bool] = lambda match: True) -> Match:
    """A game in its middle, where the first seat has something to decide; the same each time."""
    luck, least = Random(5), len(assets.midway(game).actions) * 2 // 3  # of a game of other players
    while True:
        match = fathom5.load(game, players=players).start(seed=luck.getrandbits(30))
        while not match.over:
            if len(match.actions) >= least and match.seat == 0 and match.forced is None and is_wanted(match):
                return match
            match.play(luck.choice(match.moves))


def kept(house: House, match: Match, names: Sequence[str] = ("Ada", *BOT_NAMES[1:])) -> str:
    """The address of a table at which this was played."""
    table = f"kept{uuid4().hex}"  # other files, which import this module anew, keep theirs in the same house
    rows = zip(match.deciders, match.actions, strict=True)
    keep(house, fathom5.load(match.game.name, **match.options), table, rows, names)
    return f"/t/{table}"


def seated(visit, house: House, seat: int, address: str, **device) -> Visitor:
    """Who sits there, at a table that was kept as if it had been played, before a screen."""
    visitor = visit("", **device)
    visitor.page.context.add_cookies([{"name": COOKIE, "value": HOLDERS[seat], "url": house.url}])
    visitor.page.goto(address)
    expect(visitor.page.locator("#board .f5-layer > g").first).to_be_attached()
    return visitor


def to_move(visit, house: House, seat: int, address: str, **device) -> Visitor:
    """The same, who has something to decide there and sees all of it."""
    visitor = seated(visit, house, seat, address, **device)
    visitor.settle()
    return visitor


# Buttons that cannot be pressed near their upper or lower edge, since they are cut off or covered.
COVERED = """
all => all.filter((button) => {
  const { left, top, right, bottom } = button.getBoundingClientRect();
  return [top + 3, bottom - 3].some((y) => !button.contains(document.elementFromPoint((left + right) / 2, y)));
}).map((button) => button.outerHTML)
"""


@pytest.mark.parametrize("players", ["few", "most"])
@pytest.mark.parametrize("game", GAMES)
def test_a_board_fills_its_stage_and_no_text_on_it_is_small_or_cut_off(visit, house, game, players):
    address = kept(house, middle_of(game, 2 if players == "few" else MOST[game]))
    for name, device in DEVICES.items():
        page = to_move(visit, house, 0, address, locale="fr-FR", **device).page  # which has the longer words
        shown = page.evaluate(LETTERS)
        assert shown, name
        assert not [(text, round(size, 1)) for text, size, _ in shown if size < 12 - 0.1], name
        assert not [text for text, _, is_inside in shown if not is_inside], name
        _, _, wide, high = map(float, page.locator("#board svg.f5-board").get_attribute("viewBox").split())
        stage = page.locator("#board").bounding_box()
        filled = min(stage["width"] / wide, stage["height"] / high) ** 2 * wide * high
        assert filled > 0.85 * stage["width"] * stage["height"], name
        assert page.locator("#acts > button").evaluate_all(COVERED) == [], name


def has_buttons(count: int, match: Match) -> bool:
    """Most moves of some turns are made on the board; here so many have a button each, and there are more."""
    acts = match.scene(match.seat)["acts"]
    return len(acts) > count == sum(not act["path"] for act in acts)


@pytest.mark.parametrize("device", DEVICES)
def test_however_many_sit_there_all_buttons_can_be_pressed(visit, house, device):
    address = kept(house, middle_of(SHARED, MOST[SHARED], partial(has_buttons, 3)))
    ada = to_move(visit, house, 0, address, locale="fr-FR", **DEVICES[device])
    assert ada.page.locator("#acts > button").count() >= 5  # three moves, all moves, a hint
    assert ada.page.locator("#acts > button").evaluate_all(COVERED) == []
    expect(ada.page.get_by_role("button", name=re.compile(r"^Tous les coups \(\d+\)$"))).to_be_visible()


@pytest.mark.parametrize("width", [900, 1024, 1280])
def test_beside_the_drawer_there_is_room_for_the_question_and_all_buttons(visit, house, width):
    address, screen = kept(house, middle_of(SHARED, 1, partial(has_buttons, 4))), {"width": width, "height": 768}
    ada = to_move(visit, house, 0, address, locale="fr-FR", viewport=screen)
    assert ada.page.locator("#acts > button").count() == 6  # four moves, all moves, a hint
    assert ada.page.locator("#acts > button").evaluate_all(COVERED) == []
    question, around = (ada.page.locator(name).bounding_box() for name in (".ask", ".bar-in"))
    assert around["y"] < question["y"] < question["y"] + question["height"] < around["y"] + around["height"]


# The dive that fills the picture: a card of each suit.


def longest_dive(players: int) -> Match:
    """A match in which all have brought some cards home, and then somebody has turned over one of each suit."""
    luck = Random(5)
    while True:
        match = fathom5.load(CARDS, players=players).start(chance="manual")
        while not match.over and match.record.explored < SUITS:
            match.play(luck.choice(wanted(match)))
        if match.seat == match.record.explorer:
            return match


def wanted(match: Match) -> list[Move]:
    """What leads to a long dive: suits that are not there yet, and once all have some cards to go on and on."""
    now, moves = match.record, match.moves
    dived = {suit_of(card) for card in now.exploration[: now.explored]}
    new = [move for move in moves if move[0] == "turn_over" and suit_of(CARD_OF[move[1]]) not in dived]
    goes_up = len(dived) >= 3 and now.turns.sum() <= 4 * match.seats
    return new or [move for move in moves if move[0] == ("surface" if goes_up else "go_on")] or moves


# Where each thing is, as shown.
PLACES = """
() => Object.fromEntries([...document.querySelector("#board").shadowRoot.querySelectorAll("[data-id]")].map((thing) => {
  const shape = thing.querySelector(":scope > use, :scope > path") ?? thing;
  const { left, top, right, bottom } = shape.getBoundingClientRect();
  return [thing.dataset.id, { left, top, right, bottom }];
}))
"""


def overlap(one, other) -> bool:
    """By more than a line's width."""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    return across > 2 and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 2


@pytest.mark.parametrize("players", [2, MOST[CARDS]])
def test_a_dive_of_ten_cards_is_shown_large_and_nothing_covers_them(visit, house, players):
    match = longest_dive(players)
    address = kept(house, match)
    dived = [f"card-{card}" for card in match.record.exploration]
    for name, device in DEVICES.items():
        page = to_move(visit, house, match.seat, address, **device).page
        places = page.evaluate(PLACES)
        least = 80 if name == "desk" else 56
        assert all(places[card]["right"] - places[card]["left"] >= least for card in dived), name
        assert not [pair for pair in combinations(dived, 2) if overlap(*map(places.__getitem__, pair))], name
        others = [thing for thing in places if re.match(r"watch-|pile$|grave$|hold-\d$|gauge", thing)]
        assert len(others) > 10
        assert not [(card, thing) for card in dived for thing in others if overlap(places[card], places[thing])], name
        assert not [text for text, size, is_inside in page.evaluate(LETTERS) if size < 12 - 0.1 or not is_inside], name


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
    ada.settle()
    for name, device in DEVICES.items():
        ada.resize(device["viewport"])
        ada.settle()  # turned, the picture comes anew
        assert ada.page.locator("#seats li").count() == players
        assert ada.page.locator("#seats li").evaluate_all(CUT_OFF) == [], name
        expect(ada.page.locator("#seats li.turn")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("device", DEVICES)
def test_hint_moves_and_log_never_shrink_the_board(visit, device):
    ada = visit("Ada", **DEVICES[device])
    ada.set_up(GAMES[-2], "me", "bot:hinted")
    ada.settle()
    stage = ada.page.locator("#stage")
    before = stage.bounding_box()
    for name, opens in {"moves": "#all-moves", "hint": "#ask-hint", "log": "[data-panel=log]"}.items():
        ada.page.locator(opens).click()
        panel = ada.page.locator(f"#panel-{name}")
        expect(panel).to_be_visible()
        assert stage.bounding_box() == before, opens
        if device != "desk":
            ada.page.locator("#board svg.f5-board").dispatch_event("click")
            expect(panel).to_be_hidden()


@pytest.mark.parametrize("game", [game for game in GAMES if game != SET_UP_FIRST])
def test_counters_stay_where_they_are_when_one_looks_closer(visit, game):
    ada = visit("Ada")
    ada.set_up(game, "me", "bot:hinted")
    ada.settle()
    pins = ada.page.locator("#board .pinned")
    expect(pins.first).to_be_attached()
    where = "all => all.map((each) => JSON.stringify(each.getBoundingClientRect()))"
    before = pins.evaluate_all(where)
    ada.page.keyboard.press("+")
    expect(ada.page.locator("#board svg.f5-closer")).to_be_visible()
    assert pins.evaluate_all(where) == before
    ada.page.keyboard.press("0")
    expect(ada.page.locator("#board svg.f5-closer")).to_have_count(0)


# How far each outline is from the nearest thing that is lit.
ASTRAY = """
() => {
  const board = document.querySelector("#board").shadowRoot;
  const middle = (r) => [r.x + r.width / 2, r.y + r.height / 2];
  const shapes = "[role=button] > use, [role=button] > path";
  const lit = [...board.querySelectorAll(shapes)].map((each) => middle(each.getBoundingClientRect()));
  const rings = [...board.querySelectorAll(".f5-ring")].map((each) => each.getBoundingClientRect());
  const far = ([x, y]) => Math.min(...lit.map(([lx, ly]) => Math.hypot(x - lx, y - ly)));
  return rings.filter((r) => r.width).map(middle).map(far);
}
"""


def test_outlines_go_with_their_things_when_a_phone_is_turned(visit):
    ada = visit("Ada", **PHONE)
    ada.set_up(GAMES[0], "me", "bot:hinted")
    ada.settle()
    board = ada.page.locator("#board svg.f5-board")
    upright = board.get_attribute("viewBox")
    ada.resize(ON_ITS_SIDE["viewport"])
    expect(board).not_to_have_attribute("viewBox", upright)
    ada.settle()
    astray = ada.page.evaluate(ASTRAY)
    assert astray and max(astray) < 6


def test_what_lies_close_beside_others_is_outlined_too(visit):
    ada = visit("Ada")
    ada.set_up("treasure_divers", "me", "bot:hinted")  # tiles are wide, and lie so close that they hide a glow
    ada.settle()
    lit = ada.page.locator("#board [data-id^=square-][role=button]")
    outlined = ada.page.locator("#board .f5-ring").evaluate_all("all => all.filter((each) => each.getBBox().width > 0)")
    assert lit.count() == len(outlined) > 1


def test_the_question_follows_the_steps_of_a_move_and_what_was_chosen_is_marked(visit):
    ada = visit("Ada")
    ada.set_up(SET_UP_FIRST, "me", "bot:hinted")
    ada.my_turn()
    question, chosen = ada.page.locator("#ask"), ada.page.locator("#board .f5-begun")
    asked = question.text_content()
    ada.page.locator("#board [role=button]").first.dispatch_event("click")
    expect(question).to_have_text("Where to?")
    expect(chosen.first).to_be_attached()
    expect(ada.page.locator("#board .f5-ring").first).to_be_attached()  # targets are outlined, not covered
    ada.page.keyboard.press("Escape")
    expect(question).to_have_text(asked)
    expect(chosen).to_have_count(0)


def test_ones_own_pieces_are_marked(visit):
    ada = visit("Ada")
    ada.set_up(SHARED, "me", "bot:hinted")
    ada.my_turn()
    expect(ada.page.locator("#board [data-id^=caver-].seat-0.f5-mine").first).to_be_attached()
    expect(ada.page.locator("#board [data-id^=caver-].seat-1.f5-mine")).to_have_count(0)


# What of a replay's controls is wider than the screen or below it.
BEYOND = """
all => all.filter((part) => {
  const { left, right, bottom } = part.getBoundingClientRect();
  return left < 0 || right > innerWidth || bottom > innerHeight;
}).map((part) => part.outerHTML)
"""


def button_height(page: Page, number: int) -> float:
    """How far down the buttons of a replay are at some action."""
    page.locator("#slider").fill(str(number))
    expect(page.locator("#count")).to_contain_text(f"{number} /")
    return page.locator("#slider").bounding_box()["y"]


def test_a_replay_fits_every_screen(visit, house):
    match, luck = fathom5.load(SHORT, players=3).start(seed=5), Random(5)
    while not match.over:
        match.play(luck.choice(match.moves))
    address = kept(house, match, [LONG, *BOT_NAMES[1:]])
    for name, device in DEVICES.items():
        page = visit("", locale="fr-FR", **device).page
        page.goto(f"{address}/replay")
        slider = page.locator("#slider")
        expect(slider).not_to_have_attribute("max", "0")
        slider.fill("40")
        expect(page.locator("#count")).to_contain_text("40 /")
        assert page.locator(".player :is(p, button, input, select, #count)").evaluate_all(BEYOND) == [], name
        assert len({button_height(page, number) for number in range(10, 40, 3)}) == 1, name  # nothing jumps
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


# The story beside the board.


def test_the_newest_event_is_told_above_the_bar_without_opening_the_log(visit):
    ada = visit("Ada", **PHONE)
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    expect(ada.page.locator("#newest")).to_be_visible()
    told = ada.page.locator("#newest").text_content()
    assert told in ada.log()


@pytest.mark.parametrize("device", DEVICES)
def test_nothing_of_the_log_is_cut_off_however_long_a_name_is(visit, device):
    ada = visit("Wolfeschlegelsteinhausen", locale="fr-FR", **DEVICES[device])
    ada.set_up(SHARED, "me", "bot:hinted")
    ada.play_until_told(12)
    if device != "desk":
        ada.page.locator("[data-panel=log]").click()
    panel = ada.page.locator("#panel-log")
    expect(panel).to_be_visible()
    assert panel.evaluate("(each) => each.scrollWidth <= each.clientWidth")


def test_points_that_nobody_may_count_yet_are_not_shown_as_nothing(visit, house):
    match = rescued()
    points = to_move(visit, house, match.seat, kept(house, match)).page.locator("#seats .points")
    expect(points).to_have_text(["Points are told at the end?", "Points: 0"])


def test_a_line_of_the_log_lights_what_it_speaks_of(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.play_until("document.querySelector('#log li[data-things]')")
    ada.settle()
    ada.page.locator("#log li[data-things]").last.hover()
    expect(ada.page.locator("#board .f5-pointed").first).to_be_attached()
    ada.page.mouse.move(5, 5)
    expect(ada.page.locator("#board .f5-pointed")).to_have_count(0)


def test_the_log_is_one_stop_for_the_tabulator_and_arrows_go_from_line_to_line(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    expect(ada.page.locator("#log li[data-n]").last).to_be_visible()
    assert ada.page.locator("#panel-log [tabindex='0'], #panel-log a:not([tabindex='-1'])").count() == 0
    ada.page.locator("#panel-log").focus()
    ada.page.keyboard.press("ArrowUp")
    assert ada.page.evaluate("document.activeElement.matches('#log li')")


def test_the_last_events_are_shown_once_more(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.play_until_told(8)
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
        ada.page.locator("#acts .lit:enabled").first.click()
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
    table = ada.page.locator("script[src*=table]").evaluate("(each) => each.src")
    paces = ada.page.evaluate("async (script) => (await import(script)).PACES", table.replace("table", "sequence"))
    event, deed, bookkeeping, skimmed = paces["normal"]
    assert event >= 800 > deed > skimmed > bookkeeping  # milliseconds
    expect(ada.page.locator("#pace option")).to_have_count(len(PACES))  # filled once the table has told
    assert ada.page.locator("#pace option").evaluate_all("all => all.map((each) => each.value)") == PACES
    ada.page.select_option("#pace", "fast")
    ada.page.goto(address)
    ada.page.locator("[data-panel=more]").click()
    expect(ada.page.locator("#pace")).to_have_value("fast")


def test_keys_are_listed_and_do_what_they_say(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    ada.page.keyboard.press("?")
    expect(ada.page.locator("#keys button")).to_be_visible()
    assert ada.page.locator("#keys dt").all_text_contents() == [*"0uhalns+-?", "Enter", "Esc"]
    assert all(ada.page.locator("#keys dd").all_text_contents())
    ada.page.locator("#keys button").click()
    ada.page.keyboard.press("h")
    expect(ada.page.locator("#hint li").first).to_be_visible()
    ada.page.keyboard.press("l")
    expect(ada.page.locator("#log")).to_be_visible()
    ada.settle()  # a hint changes nothing
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


@pytest.mark.parametrize("device", DEVICES)
def test_the_lobby_says_what_is_played_and_its_start_is_within_reach_however_many_seats_there_are(visit, device):
    ada = visit(LONG, **DEVICES[device])
    ada.set_up(CROWDED, "me", *["open"] * (MOST[CROWDED] - 1))
    title = fathom5.load(CROWDED).game.words.WORDS["en"]["title"]
    expect(ada.page.locator(".what-game")).to_contain_text(title)
    expect(ada.page.locator(".what-game a")).to_have_attribute("href", re.compile(f"^/rules/{CROWDED}"))
    expect(ada.page.locator("#start button")).to_be_in_viewport(ratio=1)
    assert ada.page.locator("#start > *").evaluate_all(COVERED) == []
    ada.page.locator("#to-invite").click()
    expect(ada.page.locator("#link")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", GAMES)
def test_a_thing_tells_what_it_is_and_does_and_its_clause_to_eyes_and_to_screen_readers(visit, game):
    ada = visit("Ada")
    ada.set_up(game, "me", *["bot:hinted"] * (MOST[game] > 1))
    ada.settle()
    told = ada.page.locator("#board .f5-board [aria-description][role]").last
    expect(told).to_have_attribute("aria-description", re.compile(r"\([A-Z]{2}-\d+\)$"))
    box = told.bounding_box()
    ada.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(ada.page.locator("#about")).to_contain_text(re.compile(r"\([A-Z]{2}-\d+\)"))


def test_a_click_on_what_is_not_allowed_says_why_with_its_clause(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.settle()
    ada.page.locator("#board .f5-board [role=img][aria-description]").first.click(force=True)
    expect(ada.page.locator("#wrong a")).to_have_attribute("data-clause", re.compile(r"^[A-Z]{2}-\d+$"))
