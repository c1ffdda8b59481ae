"""Many games of an arena are played by processes, and come to the same."""

import os
import pickle

import pytest

from fathom5 import load
from fathom5.bots import arena
from fathom5.bots.crew import Crew

READY = load("deep_sea", rounds=1)
LOUD = """
def first(view):
    print("this is no answer")
    return view.moves[0]
"""


@pytest.fixture
def few_are_many(monkeypatch):
    monkeypatch.setattr(arena, "MANY", 1)


def test_processes_play_the_same_games(few_are_many):
    players = ["search:iterations=20", "hinted", "uniform"]
    alone, together = (arena.run(READY, players, 6, seed=3, cores=cores) for cores in (1, 2))
    assert [row._replace(seconds=0.0) for row in sorted(together)] == [
        row._replace(seconds=0.0) for row in sorted(alone)
    ]


def test_what_players_print_is_not_taken_for_an_answer(few_are_many, tmp_path, capfd):
    (tmp_path / "loud.py").write_text(LOUD)
    rows = arena.run(READY, [f"{tmp_path / 'loud.py'}:first", "uniform"], 2, cores=2)
    assert len(rows) == 4
    assert "this is no answer" in capfd.readouterr().err


def test_a_function_plays_in_this_process(few_are_many):
    asked = []

    def first(view):
        asked.append(view)
        return view.moves[0]

    arena.run(READY, [first, "uniform"], 2, cores=2)
    assert asked


def test_what_fails_in_a_process_is_told_with_its_traceback():
    with Crew(1, "deep_sea", int) as crew:
        assert crew.do("12") == 12
        with pytest.raises(RuntimeError, match=r"(?s)twelve could not be played.*ValueError: invalid literal"):
            crew.do("twelve")
        assert crew.do("13") == 13  # it goes on


def test_a_process_that_dies_is_told():
    with Crew(1, "deep_sea", os._exit) as crew, pytest.raises(RuntimeError, match="has died, with code 3, over 3"):
        crew.do(3)


def test_no_process_is_left():
    with Crew(2, "deep_sea", pickle.dumps) as crew:
        pids = [member.pid for member in crew._members]
        crew.do("nothing")
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
