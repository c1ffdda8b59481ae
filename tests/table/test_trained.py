"""A player that somebody has trained sits down at the tables of a house that has brought it along."""

import numpy as np
import pytest

from fathom5 import load, names
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
    assert botseats.choose(match, match.seat, level) == botseats.choose(match, match.seat, botseats.BEST)


def test_a_file_that_is_no_player_is_not_brought_along(tmp_path):
    (tmp_path / "none.npz").write_bytes(b"")
    with pytest.raises(ValueError, match="no player"):
        bring(tmp_path / "none.npz")
