"""The coach: by keyboard, aloud, for who tries something else, and for who leaves and comes back."""

import time

import pytest
from playwright.sync_api import expect

from browser.people import FOR_LONG, FRAMES, PHONE
from browser.test_everyone import faults
from browser.test_lessons import OBEY, begin
from fathom5 import names
from fathom5.door.lessons import dive

SOME = "deep_sea"
# A device with a voice of its own, and one that would send what is read to somebody else.
VOICES = """
window.spoken = [];
const voices = [false, true].map((isHere) => ({ lang: "en-GB", localService: isHere, name: isHere ? "near" : "far" }));
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => voices, cancel() {}, addEventListener() {},
  speak: ({ voice, text }) => window.spoken.push([voice.name, text]),
} });
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
"""


def go_to_the_first_question(page, game=SOME):
    for bubble in dive(game).bubbles("en"):
        expect(page.locator(".coach-told")).to_have_text(bubble["text"])
        if bubble["action"] is not None:
            return
        page.locator("#coach-on").click()


def test_what_else_is_tried_is_answered_and_changes_nothing(visit, house):
    ada = visit("Ada")
    page = begin(ada, SOME)
    page.locator("#board [data-id=floor]").click()
    expect(page.locator(".coach-answer")).to_have_text("Read this first, then go on.")
    go_to_the_first_question(page)
    table = page.url.rsplit("/", 1)[1]
    rows = house.rooms.store.kept(table).agreed.rows
    page.locator("#board [data-id=floor]").click()
    expect(page.locator(".coach-answer")).to_have_text(dive(SOME).told("en")["others"])
    assert house.rooms.store.kept(table).agreed.rows == rows
    page.reload()  # left and gone on with
    expect(page.locator(".coach-told")).to_be_visible()
    assert house.rooms.store.kept(table).agreed.rows == rows


def test_a_lesson_is_skipped_gone_on_with_and_dived_once_more(visit):
    ada = visit("Ada")
    page = begin(ada, SOME)
    address = page.url
    page.locator("#coach-skip").click()
    expect(page.locator(".lesson-end h2")).to_have_text("First dive skipped")
    page.get_by_role("button", name="Go on with the first dive").click()
    expect(page.locator("#coach")).to_be_visible()
    expect(page.locator("#board")).to_be_visible()
    page.goto("/")
    expect(page.locator("#mine")).to_contain_text("first dive")
    page.locator(f"[data-lesson={SOME}]").click()
    page.wait_for_url(address)
    page.locator("#coach-skip").click()
    page.get_by_role("button", name="Dive once more").click()
    page.wait_for_url(lambda url: url != address)
    expect(page.locator("#coach")).to_be_visible()


# What leads on, if it has the focus, by its name: the bubble's button, a lit thing not touched yet, or a lit button.
FOCUSED = """
() => {
  const outer = document.activeElement;
  const node = outer.shadowRoot?.activeElement ?? outer;
  const leads = node.matches("#coach-on, #acts button.lit, [role=button]:not(.f5-begun)");
  return leads && !node.disabled ? node.getAttribute("aria-label") || node.textContent : null;
}
"""
# What a screen reader is given to say: each change of a live region that is there all the time.
HEARD = """
() => {
  const region = document.querySelector("#coach-spoken");
  const isRead = () => region.checkVisibility() && region.ariaLive === "polite";
  const note = () => window.heard.push(isRead() ? region.textContent : null);
  window.heard = [region.textContent];
  new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true });
}
"""
# Which bubble is shown, how many things of the move that it asks for have been touched, and whether it is all over.
STATE = """
() => {
  const [coach, board] = [document.querySelector("#coach"), document.querySelector("#board").shadowRoot];
  const bubble = coach.hidden ? 0 : coach.querySelector("progress").value;
  return [bubble, board.querySelectorAll(".f5-begun").length, Boolean(document.querySelector(".lesson-end"))];
}
"""
CLOSER_TO_THE_LOWER_EDGE = """
() => {
  const svg = document.querySelector("#board").shadowRoot.querySelector("svg.f5-board");
  const { left: clientX, bottom } = svg.getBoundingClientRect();
  svg.dispatchEvent(new WheelEvent("wheel", { deltaY: -700, clientX, clientY: bottom - 2, cancelable: true }));
}
"""
MOST_TABS = 12  # from wherever the focus is to what leads on


def go_to_what_leads_on(page):
    """By the tabulator; what a screen reader calls it."""
    for _ in range(MOST_TABS):
        if name := page.evaluate(FOCUSED):
            return name
        page.keyboard.press("Tab")
    raise AssertionError(f"nothing leads on: {page.locator('.coach-told').text_content()}")


def press_what_leads_on(ada):
    assert go_to_what_leads_on(ada.page).strip()
    ada.page.keyboard.press("Enter")


# Where a finger goes: to the bubble's button, else to a lit thing that nothing covers, else to a lit button.
REACHABLE = """
() => {
  const host = document.querySelector("#board");
  const middle = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const onTop = (node) => {
    const hit = document.elementFromPoint(...middle(node));
    const isShown = () => node.contains(host.shadowRoot.elementFromPoint(...middle(node)));
    return node.contains(hit) || (hit === host && isShown());
  };
  const buttons = "#coach-on, #acts button.lit:not(:disabled)";
  const [first, ...others] = [...document.querySelectorAll(buttons)].sort((node) => (node.id ? -1 : 1));
  const lit = [...host.shadowRoot.querySelectorAll("[role=button]:not(.f5-begun)")];
  const node = [...(first?.id ? [first] : [...lit, first, ...others])].filter(Boolean).find(onTop);
  return node ? middle(node) : null;
}
"""


READING = 350  # milliseconds, after which a bubble has come to rest: from then on only what is lit moves it


def tap_what_leads_on(ada):
    """By a finger, at a place of the screen where it stays."""
    page = ada.page
    before, until = None, time.monotonic() + FOR_LONG / 1000
    while time.monotonic() < until:
        place = page.evaluate(REACHABLE)
        if place and place == before:
            state = page.evaluate(STATE)
            if not ada.touch(*place) and page.evaluate(STATE) == state:
                ada.touch(*place)  # the browser lost the first, and the page knows nothing of it
            return
        before = place
        page.evaluate(FRAMES)
    raise AssertionError(f"no finger reaches what leads on: {page.locator('.coach-told').text_content()}")


def go_on(ada, act):
    """To the next thing of a move, to the next bubble, or to the end."""
    page = ada.page
    ada.worded()
    bubble, begun, _ = page.evaluate(STATE)
    act(ada)

    def has_gone_on():
        now, touched, is_over = page.evaluate(STATE)
        return is_over or now not in (0, bubble) or (now and touched > begun)

    ada.wait_until(has_gone_on)


@pytest.mark.parametrize("game", names())
def test_a_lesson_is_finished_by_keyboard_alone_and_a_screen_reader_is_told_all_of_it(visit, game):
    ada = visit("Ada")
    page = begin(ada, game)
    expect(page.locator("#coach-on")).to_be_focused()
    page.evaluate(HEARD)
    bubbles = dive(game).bubbles("en")
    for number, bubble in enumerate(bubbles, 1):
        expect(page.locator(".coach-told")).to_have_text(bubble["text"])
        while page.evaluate(STATE)[0] == number:
            go_on(ada, press_what_leads_on)
    expect(page.locator(".lesson-end .lit")).to_be_focused()
    assert page.evaluate("window.heard") == [bubble["text"] for bubble in bubbles]


@pytest.mark.parametrize("game", names())
def test_a_lesson_is_finished_by_a_finger_that_touches_what_is_lit(visit, game):
    ada = visit("Ada", **PHONE)
    page = begin(ada, game)
    for number, bubble in enumerate(dive(game).bubbles("en"), 1):
        expect(page.locator(".coach-told")).to_have_text(bubble["text"])
        page.wait_for_timeout(READING)
        while page.evaluate(STATE)[0] == number:
            go_on(ada, tap_what_leads_on)
    page.locator(".lesson-end .lit").tap()
    page.wait_for_url("**/t/*")


def test_who_looks_closer_elsewhere_is_shown_what_is_spoken_of(visit):
    page = begin(visit("Ada", **PHONE), SOME)
    board = page.locator("#board svg.f5-board")
    whole = board.get_attribute("viewBox")
    page.evaluate(CLOSER_TO_THE_LOWER_EDGE)
    expect(page.locator("body[data-closer]")).to_be_attached()
    page.locator("#coach-on").tap()
    expect(board).to_have_attribute("viewBox", whole)


def test_a_bubble_is_read_aloud_by_a_voice_of_this_device_only(visit):
    ada = visit("Ada")
    ada.context.add_init_script(VOICES)
    page = begin(ada, SOME)
    page.locator("#aloud").click()
    page.locator("#coach-on").click()
    first, second = (bubble["text"] for bubble in dive(SOME).bubbles("en")[:2])
    expect(page.locator(".coach-told")).to_have_text(second)
    assert page.evaluate("window.spoken") == [["near", first], ["near", second]]
    page.evaluate("speechSynthesis.getVoices().pop()")  # now the only voice left is elsewhere
    page.locator("#coach-on").click()
    expect(page.locator(".coach-told")).not_to_have_text(second)
    expect(page.locator("#aloud")).to_have_count(0)
    assert len(page.evaluate("window.spoken")) == 2


def test_who_looks_in_takes_no_answer_away_and_has_nothing_read_again(visit):
    ada, cleo = visit("Ada"), visit("Cleo")
    ada.context.add_init_script(VOICES)
    heard, page = ada.listen(), begin(ada, SOME)
    page.locator("#aloud").click()
    page.locator("#board [data-id=floor]").click()
    expect(page.locator(".coach-answer")).to_have_text("Read this first, then go on.")
    told = len(heard)
    cleo.page.goto(page.url)
    ada.wait_until(lambda: any('"do":"seats"' in frame for frame in heard[told:]))
    page.evaluate(FRAMES)
    expect(page.locator(".coach-answer")).to_have_text("Read this first, then go on.")
    assert len(page.evaluate("window.spoken")) == 2


def test_the_replay_of_a_lesson_has_no_verdict(visit):
    page = begin(visit("Ada"), SOME)
    page.evaluate(OBEY)
    page.goto(page.url + "/replay")
    page.locator("[data-panel=more]").click()
    expect(page.locator("#panel-more")).to_contain_text("A lesson: its dice were prepared")
    expect(page.locator("#verdict")).to_have_count(0)


# First real games.


# Every sentence that is shown, once for each time.
LISTEN = """
() => {
  const coach = document.querySelector("#coach");
  window.said = [];
  const note = () => {
    const text = coach.querySelector(".coach-told").textContent;
    if (!coach.hidden && window.said.at(-1) !== text) window.said.push(text);
  };
  new MutationObserver(note).observe(coach, { subtree: true, childList: true, attributes: true });
  note();
}
"""
NEW_HERE = "localStorage.setItem('fathom5.coach', 'true')"


ENOUGH = 2  # kinds of decisions, before one believes that the others are spoken of too


def met_in_page(game):
    return f"JSON.parse(localStorage.getItem('fathom5.met.{game}') ?? '[]')"


def met(page, game):
    return page.evaluate(met_in_page(game))


@pytest.mark.parametrize("game", names())
def test_each_kind_of_decision_is_spoken_of_once_in_the_words_of_the_lesson(visit, game):
    ada = visit("Ada")
    ada.page.goto("/")
    ada.page.evaluate(NEW_HERE)
    ada.set_up(game, "me", "bot:hinted")
    page, told = ada.page, dive(game).told("en")["decisions"]
    ada.my_turn()
    expect(page.locator("#coach")).to_be_visible()
    assert game != SOME or not faults(ada)
    (first,) = met(page, game)
    expect(page.locator("#coach a")).to_have_attribute("data-clause", told[first]["clause"])
    page.evaluate(LISTEN)
    ada.play_until(f"{met_in_page(game)}.length >= {min(ENOUGH, len(told))}")  # she has met another, and ponders it
    kinds = met(page, game)
    ada.wait_until(lambda: page.evaluate("window.said") == [told[kind]["text"] for kind in kinds])
    assert len(kinds) == len(set(kinds))
    ada.set_up(game, "me", "bot:hinted")
    ada.my_turn()
    known = [told[kind]["text"] for kind in kinds]  # never twice; what this game begins with may be new, by chance
    coach = page.locator("#coach")
    ada.wait_until(lambda: coach.is_visible() == (len(met(page, game)) > len(kinds)))
    assert coach.is_hidden() or page.locator(".coach-told").text_content() not in known
    assert met(page, game)[: len(kinds)] == kinds


@pytest.mark.parametrize("game", names())
def test_the_coach_is_switched_off(visit, game):
    ada = visit("Ada")
    ada.page.goto("/")
    ada.page.evaluate(NEW_HERE)
    ada.set_up(game, "me", "bot:hinted")
    ada.page.locator("#coach-off").click()
    expect(ada.page.locator("#coach")).to_be_hidden()
    ada.page.locator("[data-panel=more]").click()
    switch = ada.page.get_by_role("switch", name="The coach speaks")
    expect(switch).not_to_be_checked()
    ada.page.evaluate(f"localStorage.removeItem('fathom5.met.{game}')")
    ada.page.reload()
    ada.my_turn()
    expect(ada.page.locator("#coach")).to_be_hidden()
