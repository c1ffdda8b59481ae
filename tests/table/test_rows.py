"""No row reaches the rules unasked: what was written down happens again only if it can.

In CI each game is tried with a seeded sample of changed logs; FATHOM5_LOGS=10000 tries as many.
"""

import os
import random

import pytest

import fathom5
from every import INTERPRETED
from fathom5 import CHANCE
from fathom5.door import IllegalMove, Match, load
from fathom5.table.keep import chain
from fathom5.table.keep.store import UNDO
from fathom5.table.play.course import CannotHappen, counting, played, retold, stepped

LOGS = int(os.environ.get("FATHOM5_LOGS", 20 if INTERPRETED else 2000))
GAMES = 10  # whose logs are changed, of each game
KEY = b"k" * 32


def log_of(ready, seed, undos=2):
    """A random game as rows; here and there a seat takes something back and does it again."""
    luck, match, rows = random.Random(seed), Match(ready.game, ready.options, None), []
    while not match.over:
        seat, offers = match.seat, match.offers
        action = luck.choices(list(offers), list(offers.values()))[0]
        match.play(action)
        rows.append((seat, action))
        if seat != CHANCE and undos and luck.random() < 0.1:
            rows.append((seat, UNDO))
            match.undo()
            undos -= 1
    return rows


@pytest.mark.parametrize("name", fathom5.names())
def test_an_undo_never_takes_back_an_action_of_chance(name):
    """So chance's n-th action has no gaps, and what was drawn is never drawn again."""
    ready = load(name)
    rows = log_of(ready, 3)
    drawn = [turn for turn, (seat, _) in enumerate(rows) if seat == CHANCE]
    for turn in (drawn[0], drawn[len(drawn) // 4]):
        before = rows[: turn + 1]
        match = played(ready, before)
        for seat in (CHANCE, *range(ready.seats)):
            with pytest.raises(CannotHappen):
                stepped(match, len(before), seat, UNDO)
            with pytest.raises(CannotHappen):
                played(ready, [*rows[: drawn[0] + 1], (seat, UNDO)])
    counted = [row for row in counting(rows) if row[0] == CHANCE]
    assert counted == [row for row in rows if row[0] == CHANCE]


def changed(rows, luck):
    """The same with one row changed, dropped, doubled, swapped or given to another seat; and where."""
    at, other = luck.randrange(len(rows)), luck.randrange(len(rows))
    seat, action, *rest = rows[at]
    rows = list(rows)
    match luck.randrange(6):
        case 0:
            other = luck.choice([action ^ 1 << luck.randrange(16), luck.randrange(-2, 3000), 1 << 40, "x", None])
            rows[at] = (seat, other, *rest)
        case 1:
            del rows[at]
        case 2:
            rows.insert(at, rows[at])
        case 3:
            rows[at], rows[other] = rows[other], rows[at]
            at = min(at, other)
        case 4:
            rows[at] = (luck.choice([-2, -1, 0, 1, 2, 3, 4, 5, 99, None]), action, *rest)
        case 5:
            rows[at] = (seat, UNDO, *rest)
    return rows, at


def first_that_cannot(ready, rows):
    """The same said slowly, one move at a time; None if all can happen."""
    match, standing = Match(ready.game, ready.options, None), []
    for turn, (seat, action) in enumerate(rows):
        if action == UNDO:
            if not standing or standing[-1] != seat or seat == CHANCE:
                return turn
            standing.pop()
            match.undo()
        elif seat != match.seat or action not in match.offers:
            return turn
        else:
            standing.append(seat)
            match.play(action)
    return None


@pytest.fixture
def logs(name):
    return [(ready := load(name), log_of(ready, seed)) for seed in range(1 if INTERPRETED else GAMES)]


def test_what_can_happen_happens_again(logs):
    for ready, rows in logs:
        assert played(ready, rows).over
        assert [step.n for step in retold(ready, rows)] == list(range(1, len(rows) + 1))


def test_a_changed_log_is_refused_at_the_first_row_that_cannot_happen_or_is_a_game(logs, name):
    luck, refused = random.Random(name), 0
    for number in range(LOGS):
        ready, rows = logs[number % len(logs)]
        other, at = changed(rows, luck)
        try:
            match = played(ready, other)
            found = None
            assert match.seat in (*range(match.seats), CHANCE, fathom5.NOBODY)
        except CannotHappen as error:
            found = error.turn
            refused += 1
            assert found >= at or rows == other
        if number % 20 == 0:
            assert found == first_that_cannot(ready, other)
    assert refused > LOGS // 2


def chained(rows):
    """Rows as they are kept, with turn and digest; all by a person."""
    kept, before = [], chain.FIRST
    for turn, (seat, action) in enumerate(rows):
        before = chain.digest(KEY, before, turn, seat, action, "person")
        kept.append((seat, action, turn, before))
    return kept


def test_a_changed_log_that_was_chained_is_refused_at_that_row(logs, name):
    luck = random.Random(name)
    for number in range(LOGS):
        kept = chained(logs[number % len(logs)][1][: luck.randrange(1, 60)])
        other, _ = changed(kept, luck)
        links = [chain.Link(turn, seat, action, "person", digest) for seat, action, turn, digest in other]
        assert chain.torn_at(KEY, links, len(kept), kept[-1][-1]) == first_difference(kept, other)


def first_difference(some, others):
    """None if there is none."""
    if some == others:
        return None
    same = [one == other for one, other in zip(some, others)]
    return same.index(False) if False in same else min(len(some), len(others))


def test_another_key_another_writer_and_another_end_are_found():
    kept = chained([(0, 1), (1, 2), (0, 3)])
    links = [chain.Link(turn, seat, action, "person", digest) for seat, action, turn, digest in kept]
    assert chain.torn_at(KEY, links, 3, kept[-1][-1]) is None
    assert chain.torn_at(b"other", links, 3, kept[-1][-1]) == 0
    assert chain.torn_at(KEY, links, 3, kept[0][-1]) == 2
    assert chain.torn_at(KEY, [*links[:1], links[1]._replace(by="forced"), links[2]], 3, kept[-1][-1]) == 1
    assert chain.torn_at(KEY, [], 0, chain.FIRST) is None


def test_frames_keep_parts_apart():
    assert chain.framed("ab", "c") != chain.framed("a", "bc") != chain.framed("abc")
    assert chain.framed(12, "é") == b"\0\0\0\x0212\0\0\0\x02\xc3\xa9"


# The door checks as well.


def test_a_match_cannot_be_made_of_actions_that_cannot_happen(name):
    ready = load(name)
    for wrong in (-5, 30_000, 1 << 70, True, "go_on", None):
        with pytest.raises(IllegalMove):
            Match(ready.game, ready.options, None, [wrong])
    match = ready.start(seed=1)
    with pytest.raises(IllegalMove):
        match.opens(31_000)
