"""Tables of games whose search is not there yet: everybody plays, and everybody is told."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import pytest

from fathom5 import bots, load, names
from fathom5.bots import compiling
from fathom5.table.play import botseats
from fathom5.table.play.searches import Searches
from fathom5.table.web import assets, server
from house.test_start import imported_by

SOME = names()[0]


class Kitchen:
    """Where searches are made ready: as far as it is told."""

    def __init__(self):
        self.asked, self.failures = [], {}

    def ask(self, name):
        self.asked.append(name)

    def progress(self, name):
        return 0.4

    def failure(self, name):
        return self.failures.get(name, "")


@pytest.fixture
def ready(monkeypatch):
    """The games whose search is there; none at first."""
    games = set()
    monkeypatch.setattr(compiling, "is_ready", lambda name: name in games)
    return games


@pytest.fixture
def kitchen(house, ready):
    house.app.state.searches = Searches(Kitchen())
    return house.app.state.searches.beside


def told_by(page):
    """The bars of a page, by game, and whether they are to be seen."""
    lines = [line for line in page.splitlines() if "data-search=" in line]
    return {line.split('data-search="')[1].split('"')[0]: not line.endswith(" hidden>") for line in lines}


def test_how_far_the_searches_are_is_told(ada, kitchen, ready):
    ready.add(SOME)
    told = ada.http.get("/searches").json()
    assert told[SOME] == {"share": 1, "comes": True}
    assert all(told[name] == {"share": 0.4, "comes": True} for name in names()[1:])


def test_a_search_that_cannot_be_made_never_comes(ada, kitchen):
    kitchen.failures[SOME] = "no space left"
    assert ada.http.get("/searches").json()[SOME] == {"share": 0.4, "comes": False}
    page = unescape(ada.http.get(f"/new/{SOME}", headers={"accept-language": "fr"}).text)
    assert "<span>Les robots qui réfléchissent à l'avance ne viendront pas" in page
    assert "no space left" not in page


def test_where_nobody_compiles_no_search_comes(ready):
    assert Searches().told(SOME) == {"share": 0, "comes": False}


def test_the_first_page_has_a_bar_for_each_game_until_its_search_is_there(ada, kitchen, ready):
    ready.add(SOME)
    assert told_by(ada.http.get("/").text) == {name: name != SOME for name in names()}
    assert "s'échauffent encore" in unescape(ada.http.get("/", headers={"accept-language": "fr"}).text)


def test_the_game_that_somebody_opens_is_made_ready_next(ada, kitchen):
    ada.http.get(f"/new/{names()[-1]}")
    assert kitchen.asked == [names()[-1]]
    ada.http.get(f"/t/{ada.open(SOME, 'me', 'open')}")
    assert kitchen.asked == [names()[-1], SOME]


def test_a_bot_that_thinks_ahead_says_that_it_warms_up(ada, kitchen, ready):
    table = ada.open(SOME, "me", "bot:hinted", "bot:diver")
    assert [seat["warming"] for seat in ada.live(table).hear()["seats"]] == [False, False, True]
    ready.add(SOME)
    assert not any(seat["warming"] for seat in ada.live(table).hear()["seats"])


def test_until_then_it_plays_by_rule_of_thumb(ready, monkeypatch):
    asked, match = [], load(SOME).start(seed=1)
    first = next(iter(match.offers))
    monkeypatch.setattr(bots, "load", lambda level: asked.append(level) or (lambda view, seed: first))
    botseats.choose(match, match.seat, "diver")
    ready.add(SOME)
    botseats.choose(match, match.seat, "diver")
    assert asked == ["hinted", "diver"]


def test_a_table_whose_search_comes_in_mid_game_loses_nothing(house, ada, kitchen, ready):
    table = ada.open(SOME, "me", "bot:diver")
    socket = ada.live(table)
    socket.my_turn()
    assert socket.ask("hint")["why"] == "warming"
    for _ in range(3):
        socket.my_turn()
        assert socket.act()["do"] == "done"
    before = socket.n
    ready.add(SOME)
    socket.my_turn()
    assert socket.ask("hint")["lines"]
    assert socket.act()["do"] == "done"
    assert socket.n > before
    kept = house.rooms.store.kept(table)
    heard = {message["n"] for message in socket.heard if message["do"] == "change"}
    assert len(kept.rows) >= socket.n
    assert set(range(min(heard), socket.n + 1)) <= heard


def test_a_picture_that_many_ask_for_at_once_is_composed_once(monkeypatch):
    started = []
    monkeypatch.setattr(assets, "load", lambda name, **options: started.append(name) or load(name, **options))
    assets._midway.cache_clear()
    with ThreadPoolExecutor(4) as browsers:
        matches = list(browsers.map(assets.midway, [SOME] * 4))
    assert started == [SOME]
    assert len(set(map(id, matches))) == 1
    assert not matches[0].over


def test_what_is_loaded_later_is_spared_by_the_collector_too(ready):
    frozen = []

    def freeze():
        frozen.append(len(ready))
        ready.add(names()[len(ready) % 5])

    ready.add(SOME)
    asyncio.run(server.spare_what_comes(Searches(Kitchen()), look=0, freeze=freeze))
    assert frozen == list(range(1, len(names()) + 1))


def test_dice_are_verified_without_a_compiler(ada, tmp_path):
    table = ada.open(SOME, "bot:uniform", "bot:uniform")
    ada.live(table).until(lambda message: message["do"] == "over")
    (tmp_path / "some.fathom5").write_text(ada.http.get(f"/t/{table}/save").text)
    assert "numba" not in imported_by("verify", "some.fathom5", cwd=tmp_path)
