"""Costly commands cost: in the time that they really take, for each socket, device and address."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from websockets.exceptions import ConnectionClosed

import fathom5
from fathom5.table.play import messages, people, replays
from fathom5.table.play.people import Budgets
from fathom5.table.web.app import IN_ADVANCE
from table.playing import FAST, Person, house
from table.test_play import SOME, begun, mover, seats_of

POOR = replace(FAST, budget=(1e-9, 0.0))  # whoever has asked for something once has nothing left


def test_a_budget_is_spent_in_seconds_and_fills_again(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(people.time, "monotonic", lambda: now[0])
    budgets = Budgets(burst=5.0, rate=0.5, most=2)
    assert budgets.left("a") == 5.0
    budgets.spend("a", 7.0)
    assert (budgets.left("a"), budgets.left("b")) == (-2.0, 5.0)
    now[0] = 4.0
    assert budgets.left("a") == 0.0
    now[0] = 100.0
    assert budgets.left("a") == 5.0
    for asker in "bcd":
        budgets.spend(asker, 1.0)
    assert len(budgets._left) == 2


@pytest.mark.parametrize("command", ["since", "hint", "buttons", "why"])
def test_who_has_used_up_the_budget_waits_and_goes_on_playing(tmp_path, command):
    with house(tmp_path / "t.db", FAST) as place:
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        socket = ada.live(table)
        socket.my_turn()
        place.rooms.budgets = Budgets(*POOR.budget)
        more = {"n": -5, "things": [], "begun": []}
        socket.ask(command, **more) if command != "since" else socket.say("since", n=-5)
        assert socket.ask(command, **more)["why"] == "too_fast"
        assert socket.act()["do"] == "done"


def test_another_cookie_or_another_socket_has_no_budget_of_its_own(tmp_path):
    with house(tmp_path / "t.db", POOR) as place:
        table = Person(place).open(SOME, *seats_of(SOME))
        Person(place).live(table).until("sync")
        for number in range(3):
            guest = Person(place)
            guest.http.cookies.set("fathom5", f"{number}" * 43)
            with pytest.raises(ConnectionClosed) as closed:
                guest.live(table).until("sync")
            assert closed.value.rcvd.code == 4429


def test_a_replay_draws_on_the_budget_but_not_when_it_is_at_hand(ada, ben):
    table, one, other = begun(ada, ben)
    while one.status != "over":
        for socket in (one, other):
            socket.act() if socket.acts and socket.to_move == socket.you else socket.quiet(0.01)
    rooms = ada.house.rooms
    rooms.budgets = Budgets(*POOR.budget)
    codes = [ada.http.get(f"/t/{table}/replay.json{view}").status_code for view in ("", "", "?view=0", "")]
    assert codes == [200, 200, 429, 200]


def test_replays_that_are_asked_for_at_once_are_paid_in_advance_and_no_bot_waits_for_them(ada, monkeypatch):
    match = fathom5.load(SOME).start(seed=3)
    where = ada.http.post("/replay", content=match.save().encode()).headers["location"]
    table = ada.open(SOME, *seats_of(SOME))
    rooms, held, true = ada.house.rooms, threading.Event(), replays.replay
    rooms.budgets = Budgets(2.5 * IN_ADVANCE, 0.0)
    monkeypatch.setattr(replays, "replay", lambda *about: held.wait(60) and true(*about))
    asked = [f"{where}/replay.json?lang={lang}&shape={shape}" for lang in ("en", "fr") for shape in ("wide", "tall")]
    with ThreadPoolExecutor(len(asked)) as crowd:
        answers = [crowd.submit(lambda path: ada.http.get(path).status_code, path) for path in asked]
        while sum(answer.done() for answer in answers) < 1:
            time.sleep(0.01)
        rooms.budgets = Budgets(1e9, 1e9)
        socket = ada.live(table)
        for _ in range(3):
            assert socket.my_turn(60) and socket.act()["do"] == "done"
        assert socket.my_turn(60)
        held.set()
    assert sorted(answer.result() for answer in answers) == [200, 200, 200, 429]


def test_saves_uploads_and_branches_draw_on_the_budget(ada):
    match = fathom5.load(SOME).start(seed=3)
    while not match.over:
        match.play(match.moves[0])
    where = ada.http.post("/replay", content=match.save().encode()).headers["location"]
    n = next(n for n, seat in enumerate(match.deciders) if seat == 0)
    for ask in (
        lambda: ada.http.get(f"{where}/save"),
        lambda: ada.http.post("/replay", content=match.save().encode()),
        lambda: ada.http.post(f"{where}/on", json={"n": n, "seat": 0}),
    ):
        ada.house.rooms.budgets = Budgets(*POOR.budget)
        assert [ask().status_code in (200, 303), ask().status_code] == [True, 429]


def test_what_was_told_to_a_viewpoint_is_told_again_as_it_is(ada, ben, monkeypatch):
    table, one, other = begun(ada, ben)
    mover(one, other)  # the bot has had its turn, if that was the first
    made, true = [], messages.log
    monkeypatch.setattr(
        messages, "log", lambda room, viewer, language: made.append(viewer) or true(room, viewer, language)
    )
    watchers = [Person(ada.house).live(table) for _ in range(4)]
    told = []
    for watcher in watchers:
        for _ in range(5):
            watcher.say("since", n=-7)
            told.append(watcher.until("sync"))
    assert made.count(None) == 1
    assert all(each["scene"] == told[0]["scene"] and each["log"] == told[0]["log"] for each in told)
    mover(one, other).act()
    watchers[0].until("change")
    watchers[0].say("since", n=-7)
    assert watchers[0].until("sync")["n"] > told[0]["n"]


def test_who_moves_out_of_turn_is_not_told_everything_again_and_again(tmp_path):
    with house(tmp_path / "t.db", FAST) as place:
        ada = Person(place)
        socket = ada.live(ada.open(SOME, *seats_of(SOME)))
        assert socket.my_turn()
        place.rooms.budgets = Budgets(*POOR.budget)
        heard = []
        for _ in range(4):
            sent = socket.say("act", turn=socket.n + 9, action=0)
            while (message := socket.hear()).get("id") != sent:
                heard.append(message["do"])
            assert message["why"] == "too_late"
        assert heard == ["sync"]
        assert socket.act()["do"] == "done"
