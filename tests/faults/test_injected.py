"""Whole games by several people through a store whose every call fails, hangs or dies with its process, in turn.

A seeded share of a minute; `fathom5 bench faults --minutes M` goes on for longer, with all games.
"""

import logging

import pytest
import sqlalchemy as sa

from fathom5.command.bench import deaths, faults
from table.playing import Person, house
from table.test_play import SOME, seats_of

GAME = "deep_sea"
NOTHING_LOST = {"lost or doubled": 0, "unfinished": 0, "alarms left": 0}


@pytest.fixture(autouse=True)
def quietly(caplog):
    """Every fault would be told."""
    caplog.set_level(logging.CRITICAL, "fathom5.table")


def left(found):
    return {name: found[name] for name in NOTHING_LOST}


def test_each_call_fails_once_before_it_is_done_once_after_it_and_hangs_once():
    found = faults.each_in_turn(GAME, every=4, seed=5)
    assert left(found) == NOTHING_LOST
    assert found["tables"] == 12
    assert found["moves"] > 200
    for kind in faults.KINDS:
        assert found[f"write {kind}"] > 20


def test_over_all_rounds_no_call_is_left_out():
    plans = [faults.in_turn(faults.BEFORE, first, 4) for first in range(4)]
    assert all([bool(plan(call)) for plan in plans].count(True) == 1 for call in range(100))


def test_calls_that_fail_at_random(monkeypatch):
    monkeypatch.setattr(faults, "names", lambda: (GAME,))
    monkeypatch.setattr(faults, "each_in_turn", lambda *_, **__: {"in turn": 1})
    monkeypatch.setattr(deaths, "measure", lambda *_, **__: {"deaths": 1})
    found = faults.measure(0.25, seed=5, every=0.3, tables=3)
    assert left(found) == NOTHING_LOST
    assert found["faults"] > 10
    assert found["moves"] > 50


def test_the_process_dies_before_and_after_commits_and_is_started_again():
    found = deaths.measure(GAME, seed=5, most=12, far=8)
    assert left(found) == NOTHING_LOST
    assert (found["tables"], found["deaths"]) == (2, 12)
    assert found["moves"] > 20


def test_a_store_that_forgets_what_it_acknowledged_is_found_out():
    """What judges is itself to be trusted: a row that is missing, doubled or another's is seen."""
    rows = [faults.Row(0, 5, "a", by="person"), faults.Row(1, 7, None, by=faults.FORCED)]
    assert faults.is_there_once(rows, "a", 0, 5)
    assert faults.is_there_once(rows, "b", 1, 7)  # the move had played itself
    assert not faults.is_there_once(rows, "b", 0, 5)
    assert not faults.is_there_once(rows, "a", 0, 6)
    assert not faults.is_there_once([*rows, rows[0]], "a", 0, 5)


@pytest.mark.parametrize(
    ("call", "path"), [("kept", "/t/{}"), ("kept", "/t/{}/replay.json"), ("held_by", "/mine"), ("count", "/health")]
)
def test_what_reads_may_fail_once_and_is_answered_the_next_time_over_the_same_line(tmp_path, monkeypatch, call, path):
    with house(tmp_path / "t.db") as place:
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        if "replay" in path:
            socket = ada.live(table)
            while socket.my_turn():
                socket.act()
        store = place.rooms.store
        whole = getattr(store, call)

        def fails_once(*about):
            monkeypatch.setattr(store, call, whole)
            raise sa.exc.OperationalError("", None, OSError("injected"))

        monkeypatch.setattr(store, call, fails_once)
        failed = ada.http.get(path.format(table))
        assert failed.status_code >= 500
        assert "why" in failed.json()
        assert ada.http.get(path.format(table)).status_code == 200
