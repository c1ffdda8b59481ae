"""A player that somebody has trained sits down at the tables of a house that has brought it along."""

import numpy as np
import pytest

from fathom5 import bots, load, names
from fathom5.gym import player
from fathom5.gym.encoding import Encoding
from fathom5.table import bring
from fathom5.table.play import botseats

GAME, OTHER = names()[:2]


@pytest.fixture
def level(tmp_path, monkeypatch):
    """A player that knows nothing yet."""
    monkeypatch.setattr(botseats, "trained", {})
    encoding = Encoding(load(GAME, players=2))
    nothing = np.zeros((encoding.size, encoding.table.decisions)), np.zeros(encoding.table.decisions)
    player.save(tmp_path / "novice.npz", load(GAME, players=2), [nothing])
    bring(tmp_path / "novice.npz")
    return "file:novice"


def test_it_plays_against_a_bot(ada, level):
    socket = ada.live(ada.open(GAME, f"bot:{level}", "bot:hinted"))
    assert socket.until("over", timeout=120)["winners"] is not None


def test_it_is_offered_where_it_fits(ada, level):
    assert "novice" in ada.http.get(f"/new/{GAME}").text
    assert "novice" not in ada.http.get(f"/new/{OTHER}").text
    for wrong in (
        {"game": OTHER, "seats": ["me", f"bot:{level}"]},
        {"game": GAME, "seats": ["me", "open", f"bot:{level}"]},
        {"game": GAME, "seats": ["me", "bot:file:/etc/passwd"]},
    ):
        assert ada.http.post("/tables", json=wrong).status_code == 422


def test_the_best_sits_in_for_one_that_was_not_brought_along_again(level):
    match = load(GAME, players=2).start(seed=1)
    botseats.trained.clear()
    for unknown in (level, "nobody"):
        assert botseats.choose(match, match.seat, unknown) == botseats.choose(match, match.seat, botseats.BEST)


def test_a_file_that_is_no_player_is_not_brought_along(tmp_path):
    (tmp_path / "none.npz").write_bytes(b"")
    with pytest.raises(ValueError, match="no player"):
        bring(tmp_path / "none.npz")


# Players that somebody has written.

CODE = """
from threading import Event

def last(view):
    return view.moves[-1]

def broken(view):
    raise RuntimeError("not today")
"""


@pytest.fixture
def written(tmp_path, monkeypatch):
    monkeypatch.setattr(botseats, "trained", {})
    (tmp_path / "my_bots.py").write_text(CODE)
    for each in ("last", "broken"):
        bring(f"{tmp_path / 'my_bots.py'}:{each}")
    bring("search:iterations=3")
    return tmp_path / "my_bots.py"


def test_code_sits_down_under_a_name_that_does_not_tell_where_it_lies(ada, written):
    assert botseats.levels(GAME)[-3:] == ("code:last", "code:broken", "code:search iterations=3")
    page = ada.http.get(f"/new/{GAME}").text
    assert "code:last" in page and str(written.parent) not in page and "my_bots" not in page


def test_code_plays_to_the_end_and_its_faults_are_noted(ada, written):
    """Whoever is broken loses its moves to the hints, and every row says so."""
    table = ada.open("deep_sea", "bot:code:last", "bot:code:broken", options={"rounds": 1})
    assert ada.live(table).until("over", timeout=120)["winners"] is not None
    rows = ada.http.get(f"/t/{table}/replay.json").json()["fair"]["rows"]
    by = {word for row in rows for word in row if isinstance(word, str) and ":code:" in word}
    assert by == {"bot:code:last", "hinted:code:broken"}


def test_who_takes_too_long_at_a_table_loses_the_move_to_the_hints(ada, tmp_path, monkeypatch):
    """Nobody waits for it: the hinted move is played, and the row says whose it is."""
    monkeypatch.setattr(botseats, "trained", {})
    monkeypatch.setattr(bots.decision, "__defaults__", (0.02,))  # seconds that a move may take
    (tmp_path / "sleepers.py").write_text("from time import sleep\n\ndef late(view):\n    sleep(20)\n")
    bring(f"{tmp_path / 'sleepers.py'}:late")
    table = ada.open("deep_sea", "bot:code:late", "bot:hinted", options={"rounds": 1, "air": 10})
    assert ada.live(table).until("over", timeout=120)["winners"] is not None
    rows = ada.http.get(f"/t/{table}/replay.json").json()["fair"]["rows"]
    by = {word for row in rows for word in row if isinstance(word, str) and ":code:" in word}
    assert by == {"hinted:code:late"}


def test_a_guest_names_no_file_and_no_module(ada, written):
    """What would run code, or open a file, is only for who runs the house."""
    for name in (
        f"{written}:last",
        "my_bots:last",
        "my_bots.py:last",
        "os:abort",
        "file:/etc/passwd",
        "search:seconds=99",
    ):
        for level in (f"bot:{name}", f"bot:code:{name}"):
            wrong = {"game": GAME, "seats": ["me", level]}
            assert ada.http.post("/tables", json=wrong).status_code == 422
    socket = ada.live(ada.open(GAME, "me", "open"))
    socket.until("sync")
    asked = socket.say("seat", seat=1, **{"as": f"bot:{written}:last"})
    assert socket.until("refused")["id"] == asked
