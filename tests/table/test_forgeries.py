"""What a cheating house might make of a game afterwards: each forgery is found, by what is noted if not by itself."""

import sys

import pytest

from fathom5 import BrokenSave
from fathom5.command import cli
from fathom5.table import Tampered, dice, verify
from fathom5.table.keep.store import PERSON, SITTING_IN, UNDO
from fathom5.table.play import botseats
from table.forging import FORGERIES, honest, house_of_one_game, name_of, text_of, written


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


@pytest.fixture
def type_in(monkeypatch, capsys, tmp_path):
    """A command as it is typed: its exit code, and what it says."""
    monkeypatch.chdir(tmp_path)
    for console in (cli.out, cli.err):
        monkeypatch.setattr(console, "_width", 300)

    def typed(*words):
        monkeypatch.setattr(sys, "argv", ["fathom5", *words])
        try:
            cli.main()
            code = 0
        except SystemExit as end:
            code = end.code
        said = capsys.readouterr()
        return code, said.out + said.err

    return typed


def test_the_command_compares_a_noted_seal_and_says_what_it_found(game, type_in, tmp_path):
    (tmp_path / "game.fathom5").write_text(game.save)
    words = " ".join(dice.spoken(bytes.fromhex(game.kept["rounds"]["2"]["seal"])))
    code, said = type_in("verify", "game.fathom5", "--seal", words, "--last", game.replay["fair"]["last"])
    assert code == 0
    for part in (
        "draws are as they had to be",
        words,
        "the table kept its word",
        "Round 1 was broken off",
        "recomputed",
    ):
        assert part in said
    code, said = type_in("verify", "game.fathom5", "--seal", " ".join(dice.SPOKEN[:8]))
    assert (code != 0, "the seal is not the one that you have noted" in said) == (True, True)
    code, said = type_in("verify", "game.fathom5")
    assert (code, "Compare these eight words" in said) == (0, True)


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


# What is said with a verdict.


def test_a_seal_that_is_noted_is_compared_in_words_and_in_digits(game, tmp_path):
    file = tmp_path / "game.fathom5"
    file.write_text(game.save)
    seal = bytes.fromhex(verify(file).seal)
    for noted in (seal.hex(), seal.hex().upper(), " ".join(dice.spoken(seal)), "-".join(dice.spoken(seal)).upper()):
        assert verify(file, noted).is_compared
    for noted in ("00" * 32, " ".join(dice.SPOKEN[:8])):
        with pytest.raises(Tampered, match="the seal is not the one"):
            verify(file, noted)
    for noted in ("hello", "00", "bafa " * 7, ""):
        with pytest.raises(ValueError, match="eight words"):
            verify(file, noted)
    with pytest.raises(ValueError, match="32 hexadecimal"):
        verify(file, last="00")


def test_of_bots_that_cannot_be_recomputed_the_verdict_says_so(game, tmp_path):
    """Where another version has played; and of bots that think by the clock, whoever plays."""
    replay, _ = game.copies()
    replay["fair"]["version"] = "0.0.0"
    (tmp_path / "file").write_text(text_of(replay))
    verdict = verify(tmp_path / "file")
    assert verdict.recomputed == 0
    assert sum(count for _, count in verdict.unsure) > 0
    assert "version 0.0.0" in " ".join(verdict.notes)
    replay, _ = game.copies()
    for row in replay["fair"]["rows"]:
        row[2] = f"{SITTING_IN}diver" if row[0] == 1 and row[2] == PERSON and row[1] != UNDO else row[2]
    (tmp_path / "file").write_text(text_of(written(replay)))
    verdict = verify(tmp_path / "file")
    assert "of diver, which thinks by the clock" in " ".join(verdict.notes)
    assert [botseats.is_counted(level) for level in ("uniform", "hinted", "diver", "file:x")] == [
        True,
        True,
        False,
        False,
    ]
