"""From the rows that are kept to matches, and how a game went."""

from collections.abc import Iterator, Sequence

from fathom5 import CHANCE
from fathom5.door import Match, Ready
from fathom5.table.keep.store import UNDO
from fathom5.table.play.telling import Step


def counting(rows: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The rows that still count: seat and action."""
    kept: list[tuple[int, int]] = []
    for row in rows:
        kept.pop() if row[1] == UNDO else kept.append(row)
    return kept


def played(ready: Ready, rows: Sequence[tuple[int, int]]) -> Match:
    """The match that these rows lead to."""
    return Match(ready.game, ready.options, None, [action for _, action in counting(rows)])


def stepped(match: Match, n: int, seat: int, action: int) -> Step:
    """One row more."""
    after = match.copy()
    after.undo() if action == UNDO else after.play(action)
    return Step(n + 1, seat, match, after, action == UNDO)


def retold(ready: Ready, rows: Sequence[tuple[int, int]], first: int = 0) -> Iterator[Step]:
    """What happened, row by row, from one on."""
    match = played(ready, rows[:first])
    for n, (seat, action) in enumerate(rows[first:], first):
        step = stepped(match, n, seat, action)
        yield step
        match = step.after


def course(ready: Ready, rows: Sequence[tuple[int, int]]) -> list[list[int]]:
    """How the scores came about: after the set-up and after each decision with chance's answers. For after the end."""
    counted = [(-1, -1), *counting(rows)]
    match, told = played(ready, ()), []
    for number, (_, action) in enumerate(counted):
        if number:
            match.play(action)
        if match.seat != CHANCE:
            told.append(match.scores)
    return told
