"""From the rows that are kept to matches, and how a game went. Every row is asked whether it can happen."""

from collections.abc import Iterator, Sequence

from fathom5 import CHANCE
from fathom5.door import LANGUAGES, IllegalMove, Match, Ready, Summary
from fathom5.table.keep.store import UNDO
from fathom5.table.play.telling import Step

Rows = Sequence[tuple[int, int]]  # seat and action


class CannotHappen(ValueError):
    """A row that the rules, the turn or what stands before it do not allow."""

    def __init__(self, turn: int, why: str) -> None:
        super().__init__(f"row {turn} cannot have happened: {why}")
        self.turn = turn


def counting(rows: Rows) -> list[tuple[int, int]]:
    """The rows that still count: seat and action."""
    kept: list[tuple[int, int]] = []
    for row in rows:
        kept.pop() if row[1] == UNDO else kept.append(row)
    return kept


def played(ready: Ready, rows: Rows) -> Match:
    """The match that these rows lead to; CannotHappen names the first that cannot."""
    match, standing = ready.start(chance="manual"), list[int]()
    remembered: dict[int, Match] = {}  # before those rows that will be taken back
    cuts = sorted({*_taken_back(rows), *(n for n, row in enumerate(rows) if row[1] == UNDO), len(rows)})
    turn = 0
    for cut in cuts:
        _follow(match, rows, turn, cut)
        standing += range(turn, cut)
        turn = cut
        if cut < len(rows) and rows[cut][1] == UNDO:
            match, turn = remembered.pop(_undone(rows, standing, cut)), cut + 1
        elif cut < len(rows):
            remembered[cut] = match.copy()
    return match


def _taken_back(rows: Rows) -> Iterator[int]:
    """The rows that an undo takes back, if all of them can happen."""
    standing: list[int] = []
    for turn, (_, action) in enumerate(rows):
        if action != UNDO:
            standing.append(turn)
        elif standing:
            yield standing.pop()


def _follow(match: Match, rows: Rows, first: int, end: int) -> None:
    """Let these rows happen, none of them an undo."""
    before, refusal = len(match.actions), ""
    try:
        match.follow([action for _, action in rows[first:end]])
    except IllegalMove as error:
        refusal = str(error)
    for turn, whose in enumerate(match.deciders[before:], first):
        if rows[turn][0] != whose:
            raise CannotHappen(turn, f"it was the turn of {whose}, not of {rows[turn][0]}")
    if refusal:
        raise CannotHappen(first + len(match.actions) - before, refusal)


def _undone(rows: Rows, standing: list[int], turn: int) -> int:
    """Which row an undo takes back: the last that stands, by whoever did it."""
    if not standing or rows[standing[-1]][0] == CHANCE or rows[standing[-1]][0] != rows[turn][0]:
        raise CannotHappen(turn, f"there is nothing that seat {rows[turn][0]} could take back")
    return standing.pop()


def stepped(match: Match, n: int, seat: int, action: int) -> Step:
    """One row more."""
    if seat != (match.deciders[-1:] or (CHANCE,))[-1] if action == UNDO else seat != match.seat:
        raise CannotHappen(n, f"it is not the turn of {seat}")
    if seat == CHANCE and action == UNDO:
        raise CannotHappen(n, "what chance did is never taken back")
    after = match.copy()
    try:
        after.undo() if action == UNDO else after.play(action)
    except IllegalMove as error:
        raise CannotHappen(n, str(error)) from None
    return Step(n + 1, seat, match, after, action == UNDO)


def retold(ready: Ready, rows: Rows, first: int = 0) -> Iterator[Step]:
    """What happened, row by row, from one on."""
    match = played(ready, rows[:first])
    for n, (seat, action) in enumerate(rows[first:], first):
        step = stepped(match, n, seat, action)
        yield step
        match = step.after


def endings(match: Match, names: Sequence[str]) -> dict[str, Summary | None]:
    """Why a game ended and how each has fared, by language."""
    return {language: match.ending(language, names) for language in LANGUAGES}


def course(ready: Ready, rows: Rows) -> list[list[int]]:
    """How the scores came about: after the set-up and after each decision with chance's answers. For after the end."""
    counted = [(-1, -1), *counting(rows)]
    match, told = played(ready, ()), []
    for number, (_, action) in enumerate(counted):
        if number:
            match.play(action)
        if match.seat != CHANCE:
            told.append(match.scores)
    return told
