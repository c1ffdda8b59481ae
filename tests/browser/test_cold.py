"""Pages show how far a game's search is, and notice when it has come."""

import pytest
from playwright.sync_api import expect

from fathom5 import names
from fathom5.bots import compiling
from fathom5.table.play.searches import Searches
from table.test_cold import Kitchen

SOME = names()[0]


@pytest.fixture
def ready(house, monkeypatch):
    """The games whose search is there; none at first."""
    games = set()
    monkeypatch.setattr(compiling, "is_ready", lambda name: name in games)
    before, house.app.state.searches = house.app.state.searches, Searches(Kitchen())
    yield games
    house.app.state.searches = before


def test_the_bar_of_a_game_goes_when_its_search_has_come(visit, ready):
    page = visit().page
    page.goto("/")
    expect(page.locator(".warming progress")).to_have_count(len(names()))
    expect(page.locator(f"[data-search={SOME}] progress")).to_have_js_property("value", 0.4)
    ready.add(SOME)
    expect(page.locator(f"[data-search={SOME}]")).to_be_hidden()
    expect(page.locator(".warming:visible")).to_have_count(len(names()) - 1)


def test_a_bot_says_that_it_warms_up_until_it_does_not(visit, ready):
    ada = visit()
    ada.set_up(SOME, "me", "bot:diver")
    bot = ada.page.locator("#seats li:nth-child(2)")
    expect(bot).to_contain_text("warming up")
    ready.update(names())
    expect(bot).not_to_contain_text("warming up")


def test_where_no_search_comes_the_page_says_so(visit, ready, house):
    house.app.state.searches.beside.failures[SOME] = "a home that cannot be written"
    page = visit(locale="fr-FR").page
    page.goto(f"/new/{SOME}")
    expect(page.locator(".warming")).to_contain_text("ne viendront pas")
    expect(page.locator(".warming progress")).to_be_hidden()
