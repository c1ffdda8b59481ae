"""What a cheating house might make of a game afterwards: each forgery is found, by what is noted if not by itself."""

import pytest

from fathom5 import BrokenSave
from fathom5.table import Tampered, verify
from table.forging import FORGERIES, honest, house_of_one_game, name_of, text_of


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """Played once for all."""
    with house_of_one_game(tmp_path_factory.mktemp("honest") / "t.db") as place:
        yield honest(place)


def test_the_honest_game_is_found_right_with_all_that_was_noted(game, tmp_path):
    for text in (game.save, text_of(game.replay)):
        (tmp_path / "file").write_text(text)
        mine = game.kept["rounds"]["2"]["seal"]
        verdict = verify(tmp_path / "file", mine, game.replay["fair"]["last"])
        assert verdict.is_compared
        assert [(told.reason, told.seats) for told in verdict.rounds] == [("silent", (2,))]
        assert verdict.people == 2
        assert verdict.recomputed > 0 and not verdict.unsure
        assert "kept its word" in " ".join(verdict.notes)
        assert "no words came from seat 3" in " ".join(verdict.notes)


def test_the_game_holds_what_forgeries_are_about(game):
    rows = game.replay["fair"]["rows"]
    assert any(len(row) == 4 for row in rows)
    assert game.kept["last"][0] == len(rows)


@pytest.mark.parametrize("forgery", FORGERIES, ids=name_of)
def test_a_forgery_is_found(game, tmp_path, forgery):
    replay, kept = game.copies()
    last = replay["fair"]["last"]
    forgery.forge(replay, kept)
    (tmp_path / "file").write_text(text_of(replay))
    noted = kept["rounds"]["2"]["seal"]
    with pytest.raises(Tampered, match=forgery.noted):
        verify(tmp_path / "file", noted, last)
    if not forgery.verify:
        verify(tmp_path / "file")  # all of it fits: only who was there can tell
        return
    with pytest.raises(Tampered, match=forgery.verify):
        verify(tmp_path / "file")


def test_there_are_enough_of_them():
    assert len({name_of(forgery) for forgery in FORGERIES}) == len(FORGERIES) >= 12


@pytest.mark.parametrize("part", ["seal", "words", "rows", "secret", "rounds", "last", "commitment"])
@pytest.mark.parametrize("nonsense", [None, 7, "x", [], {}, [[]], [None], {"a": 1}])
def test_what_cannot_be_read_is_said_so_or_refused(game, tmp_path, part, nonsense):
    replay, _ = game.copies()
    replay["fair"][part] = nonsense
    (tmp_path / "file").write_text(text_of(replay))
    with pytest.raises((Tampered, BrokenSave)):
        verify(tmp_path / "file")
