"""Games in letters: what is read says all that a seat may know and no more, and what is written is never guessed at."""

import re

import pytest

from every import INTERPRETED, random_game
from fathom5 import NOBODY, load, text
from fathom5.kernel.game import offers
from fathom5.text import Reply, duel, observe, parse

MOVES = (("nothing",), ("take",), ("drop", 0), ("drop", 1), ("turn_back",))


@pytest.mark.parametrize(
    "answer, move",
    [
        ("take", ("take",)),
        ("  Take. ", ("take",)),
        ("`take`", ("take",)),
        ("**TAKE**", ("take",)),
        ("2", ("take",)),
        ("2. take", ("take",)),
        ("Move: 3", ("drop", 0)),
        ("drop 0", ("drop", 0)),
        ('("drop", 1)', ("drop", 1)),
        ('["drop", 1]', ("drop", 1)),
        ('{"move": "drop 1"}', ("drop", 1)),
        ('```json\n{"move": ["drop", 1], "why": "heavy"}\n```', ("drop", 1)),
        ("turn back", ("turn_back",)),
        ("I could take, but the air is low.\nMove: nothing", ("nothing",)),
        ("My final answer is: turn_back", ("turn_back",)),
        ("The air is low.\n\ntake\n", ("take",)),
        ("Move: take\nMove: take", ("take",)),
    ],
)
def test_what_is_clear_is_understood(answer, move):
    assert parse(answer, MOVES) == move


@pytest.mark.parametrize(
    "answer",
    [
        "", "drop", "drop 2", "0", "6", "99", "I will not take", "take or nothing", "Let us take it!", "fly",
        "Move: take\nMove: nothing", "take\nnothing", "Move: take it or leave it", "3. take", "-1", "None", "[]", "{}",
        "Move: nonsense\ntake", "Move: take\nMove: maybe",
    ],
)  # fmt: skip
def test_what_is_not_clear_is_not_guessed(answer):
    assert parse(answer, MOVES) is None


def test_every_move_of_every_game_is_understood_as_it_is_told(name):
    """By its number, by its words, and as the list has it."""
    ready = load(name)
    for state, action in list(random_game(ready, 5))[::7]:
        if action == NOBODY or state.seat < 0:
            continue
        moves = tuple(ready.game.words.move(state, each) for each in offers(state))
        for number, move in enumerate(moves[:40], 1):
            said = " ".join(map(str, move))
            ways = (str(number), f"Move: {said}", f"{number}. {said}")
            assert [parse(way, moves) for way in ways] == [move] * 3


def test_what_is_read_says_the_board_the_log_and_the_moves(name):
    match = load(name).start(seed=1)
    for _ in range(8):
        match.play(match.moves[0])
    read = observe(match, match.seat)
    assert f"You are seat {match.seat + 1} of {match.seats}" in read
    assert all(" ".join(map(str, move)) in read for move in match.moves)
    assert " ".join(map(str, match.told(match.seat)[-1])) in read
    assert not re.search(r"\[/?(bold|dim|red|green|cyan|yellow)", read) and len(read) < 40_000
    if match.seats > 1:
        assert "It is not your turn." in observe(match, (match.seat + 1) % match.seats)


def test_what_is_read_is_made_of_the_view_alone():
    """A text is made of the view alone, whose bytes are the same where a seat may not know the difference."""
    match = load("captain_carcass").start(seed=1)
    assert observe(match, match.seat) == text.described(text.View.of(match, match.seat))


def test_a_duel_counts_what_cannot_be_read_and_tokens():
    def wise(read):
        assert "Your moves:" in read
        return Reply("Move: 1", tokens=7)

    def silly(read):
        return "I will not say"

    found = duel({"wise": wise, "silly": silly, "hinted": "hinted"}, 6, "deep_sea", rounds=1)
    wise_one, silly_one = found.speakers["wise"], found.speakers["silly"]
    assert wise_one.illegal == 0 and wise_one.tokens == 7 * wise_one.asked > 0
    assert silly_one.illegal == silly_one.asked == sum(row.faults for row in found.rows if row.bot == "silly") > 0
    assert "answers named no move" in str(found) and "silly !" in str(found)
    assert {row.bot for row in found.rows} == {"wise", "silly", "hinted"}


@pytest.mark.skipif(INTERPRETED, reason="reviews play thousands of games")
def test_a_duel_can_be_told_without_luck():
    found = duel({"one": lambda read: "1", "hinted": "hinted"}, 2, "deep_sea", effort=8, rounds=1, air=15)
    assert set(found.adjusted) == {"one", "hinted"} and "without luck" in str(found)
