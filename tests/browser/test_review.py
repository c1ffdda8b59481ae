"""The review on its pages: at the end of a game and in its replay, for everyone."""

import json
import re

import pytest
from playwright.sync_api import expect

from browser.people import LOOKS, PHONE
from browser.test_everyone import SHORT, faults
from fathom5 import load, names, replay
from fathom5.bots import compiling
from fathom5.bots.review.levels import BY_STAKE
from fathom5.table.play import judging, reviews
from fathom5.table.web.devices import COOKIE
from fathom5.table.web.language import speech
from table.test_reviews import asked, invented, some_game  # noqa: F401  # a fixture: what processes find out is invented here
from table.test_same_messages import DEVICES, keep

TABLES = iter(range(100))
BY_WHAT = (
    "The level is that of the bot that lost most nearly as much of what was at stake, which is what moves picked "
    "blindly would have cost."
)
TOGETHER = next(name for name in names() if load(name).start(seed=1).is_shared)


def begins_by_pointing(name):
    """Every first move is made by touching something."""
    match = load(name, players=2).start(seed=1)
    return all(act["path"] for act in match.scene(match.seat)["acts"])


POINTED = next(filter(begins_by_pointing, names()))


def kept(house, name):
    """A table at which a game is over; its first seat is ours."""
    compiling.make_ready(name)
    match, table = some_game(name), f"reviewed{next(TABLES)}"
    keep(house, load(name, **match.options), table, list(zip(match.deciders, match.actions)))
    return table


@pytest.fixture
def game(house):
    return kept(house, SHORT)


def eventful(found):
    """The same game, in which chance gave and took; where all win together, with the odds of each medal."""
    by_chance = [action for action in found["actions"] if action["seat"] < 0]
    by_chance[0]["luck"], by_chance[-1]["luck"] = ([part] * len(found["result"]) for part in (0.2, -0.1))
    if TOGETHER in found["game"]:
        found["medals"] = ["defeat", "bronze", "silver", "gold"]
        for action in found["actions"]:
            action["medals"] = {"before": [0.4, 0.3, 0.2, 0.1]}
    return found


@pytest.fixture
def turns(monkeypatch):
    """Processes that find a game in which much happened."""

    async def found(question):
        game = {"game": replay(question["save"]).game.name}
        yield json.dumps(eventful(invented(question["save"], question["kind"]) | game))

    monkeypatch.setattr(reviews, "found", found)


def overflow(page):
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.usefixtures("asked")
def test_the_end_tells_luck_from_skill_and_leads_to_each_moment(visit, house, game, look):
    ada, _ = visit("Ada", **look), speech(look["locale"][:2]).gettext
    page = ada.page
    ada.context.add_cookies([{"name": COOKIE, "value": DEVICES[0], "url": house.url}])
    page.goto(f"/t/{game}")
    page.locator("#ask-review").click()
    expect(page.locator(".curve")).to_be_visible()
    expect(page.locator(".moments h4").first).to_have_text(_("Your costliest decisions"))
    expect(page.locator(".moment-card")).to_have_count(3)
    expect(page.locator(".standings tbody tr")).to_have_count(2)
    expect(page.locator(".standings")).to_contain_text(_("diver"))
    expect(page.locator(".level-basis")).to_have_text(
        _("The level is that of the bot whose errors a decision are most alike.")
    )
    assert overflow(page) <= 0
    assert not faults(ada), "end"
    page.locator(".moment-card a").first.click()
    expect(page.locator("#count")).not_to_have_text("")
    page.locator("[data-panel=review]").click()
    expect(page.locator(".review-now .values .made")).to_be_visible()
    expect(page.locator(".moment-board").first.locator(".f5-layer > g").nth(5)).to_be_attached()
    before = page.locator("#count").text_content()
    page.locator(".moments [data-key^=to-]").nth(1).click()
    expect(page.locator("#count")).not_to_have_text(before)
    page.locator(".review-kinds input").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".review-basis")).to_have_text(
        _("Judged by how it really was, hidden things included: what did it cost?")
    )
    assert overflow(page) <= 0
    assert not faults(ada), "replay"
    page.locator(".review-now [data-key^=on-]").click()
    expect(page.locator(".branch")).to_contain_text(re.compile(r"\d"))
    ada.my_turn()
    assert overflow(page) <= 0
    assert not faults(ada), "played on"


def reviewed(visit, house, name, **device):
    """Somebody who has asked what was luck and what was skill in a game of theirs."""
    ada = visit("Ada", **device)
    ada.context.add_cookies([{"name": COOKIE, "value": DEVICES[0], "url": house.url}])
    ada.page.goto(f"/t/{kept(house, name)}")
    ada.page.locator("#ask-review").click()
    expect(ada.page.locator(".curve")).to_be_visible()
    return ada


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_what_was_learnt_has_a_column_that_fits_a_small_phone(visit, house, monkeypatch, locale):
    async def found(question):
        told = invented(question["save"], question["kind"])
        for standing in told["standings"]:
            standing |= {"learnt": -1.27, "luck": -0.87, "adjusted": 1.17, "decisions": 178, "level": None}
        yield json.dumps(told)

    monkeypatch.setattr(reviews, "found", found)
    small = PHONE | {"viewport": {"width": 360, "height": 740}}
    page, _ = reviewed(visit, house, SHORT, locale=locale, **small).page, speech(locale[:2]).gettext
    table = page.locator(".standings")
    expect(table.locator("thead th").nth(4)).to_have_text(_("Learnt"))
    expect(table.locator("tbody tr").first).to_contain_text(_("level hard to tell"))
    assert table.evaluate("each => each.scrollWidth - each.parentElement.clientWidth") <= 0


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_a_level_told_by_what_was_at_stake_says_how_much_of_it_was_lost(visit, house, monkeypatch, locale):
    async def found(question):
        told = invented(question["save"], question["kind"])
        for standing, lost in zip(told["standings"], (0.221, None), strict=True):
            standing |= {"stake": 2.0, "lost": lost}
        yield json.dumps(told)

    monkeypatch.setattr(reviews, "found", found)
    monkeypatch.setattr(judging, "measure", lambda game: BY_STAKE)
    page, _ = reviewed(visit, house, SHORT, locale=locale, **PHONE).page, speech(locale[:2]).gettext
    basis = page.locator(".level-basis")
    expect(basis).to_contain_text(_(BY_WHAT))
    expect(basis).to_contain_text(re.compile(rf"{_('You')} 22\s?%\.$"))
    assert overflow(page) <= 0


@pytest.mark.usefixtures("turns")
def test_lucky_and_unlucky_moments_are_told_with_their_boards(visit, house):
    page = reviewed(visit, house, SHORT).page
    expect(page.get_by_text("Your luckiest and unluckiest moments")).to_be_visible()
    lucky = page.locator(".moments ol").nth(1)
    expect(lucky.locator("b")).to_have_text(["Luck: +20% of the victory.", "Bad luck: -10% of the victory."])
    expect(lucky.locator(".moment-board")).to_have_count(2)


@pytest.mark.usefixtures("turns")
def test_the_better_move_is_told_and_drawn_on_the_board_of_its_moment(visit, house):
    page = reviewed(visit, house, POINTED).page
    card = page.locator(".moments .moment-card").first
    expect(card.locator(".better")).to_contain_text("Better:")
    card.scroll_into_view_if_needed()
    expect(card.locator(".f5-advice rect").first).to_be_attached()  # around what it touches


@pytest.mark.usefixtures("turns")
def test_where_all_win_together_the_odds_of_each_medal_are_shown_and_told_in_numbers(visit, house):
    page = reviewed(visit, house, TOGETHER, **PHONE).page
    spoken = page.locator(".medals").get_attribute("aria-label")
    for medal, odds in (("Gold", "10%"), ("Silver", "20%"), ("Bronze", "30%"), ("Defeat", "40%")):
        assert f"{medal}: from {odds}" in spoken
    expect(page.locator(".medal-names li")).to_have_text(["Gold", "Silver", "Bronze", "Defeat"])
    page.locator(".in-numbers summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".shares thead th")).to_have_text(["Actions so far", "Defeat", "Bronze", "Silver", "Gold"])
    expect(page.locator(".shares tbody tr").first.locator("td")).to_have_text(["40%", "30%", "20%", "10%"])
    assert overflow(page) <= 0


@pytest.mark.usefixtures("turns")
def test_the_curve_is_told_in_numbers_too(visit, house):
    page = reviewed(visit, house, SHORT).page
    page.locator(".in-numbers summary").click()
    rows = page.locator(".shares tbody tr")
    expect(rows.first.locator("td")).to_have_text(["50%", "50%"])
    result = page.locator(".shares tbody tr").last.locator("td").all_text_contents()
    assert sorted(result) == ["0%", "100%"]
    assert rows.count() > 8
