"""What a match tells: lines of its log, refusals, and its end with what each result is made of."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypedDict

import numpy as np

from fathom5.door.data import words_at
from fathom5.kernel.game import CHANCE, Game
from fathom5.kernel.record import Move
from fathom5.kernel.story import Ending, Kind
from fathom5.scene import Cited


class Line(TypedDict):
    """A line of the log. Several can tell of one action: what was done, what came of it, and whose turn begins."""

    n: int  # of the action that it tells of, from 1
    kind: Kind
    text: str
    clause: str | None  # where the rulebook speaks of it; heads have none
    seat: int  # who acted; CHANCE for the dice, and from the head of a turn on
    things: list[str]  # ids of the things on the board that it speaks of


class Refusal(NamedTuple):
    """Why something cannot be done now, and where the rulebook says so."""

    text: str
    clause: str


class Row(TypedDict):
    """How a seat has fared."""

    seat: int
    place: int  # from 1; who is equal shares the better place
    won: bool
    score: int
    parts: list[str]  # what the result is made of, in words
    clauses: list[str]  # where the rulebook tells each of them


class Summary(TypedDict):
    """The end of a game, for pages, the terminal and the story."""

    why: str  # in a sentence
    clause: str  # where the rulebook tells it
    together: bool  # all win or lose together: there are no points to show or to compare
    rows: list[Row]  # the best first
    notes: list[str]  # what concerns all
    clauses: list[str]  # where the rulebook tells each of them; nothing where it does not


def lines_of(
    game: Game, n: int, whose: int, before: np.record, after: np.record, language: str, names: Sequence[str]
) -> list[Line]:
    """The n-th action as lines, from what a viewer saw before and after it."""
    said = game.words
    done = said.move(before, int(after.last))
    told = said.tell(before, after, names, words_at(after, game, language))
    lines: list[Line] = []
    for kind, text, things, clause in told:
        if kind in ("round", "turn"):
            whose = CHANCE  # what follows is no longer the deed of who acted
        cited = clause or _cited(game, kind, done)
        lines.append(Line(n=n, kind=kind, text=text, clause=cited, seat=whose, things=list(things)))
    return lines


def _cited(game: Game, kind: Kind, done: Move) -> str | None:
    """Where the rulebook speaks of a move; of heads it does not."""
    return game.words.CLAUSES.get(done[0]) if kind in ("setup", "deed", "event") else None


def summed_up(ending: Ending, clause: str, shares: Sequence[float], scores: Sequence[int], together: bool) -> Summary:
    """With places: by shares of the victory, then by points; and the clause of why it ended."""
    rank = dict(enumerate(zip(shares, scores)))
    rows = [
        Row(
            seat=seat,
            place=1 + sum(other > rank[seat] for other in rank.values()),
            won=shares[seat] > 0,
            score=scores[seat],
            parts=list(parts),
            clauses=cited(parts),
        )
        for seat, parts in ending.fared
    ]
    return Summary(
        why=ending.why,
        clause=clause,
        together=together,
        rows=sorted(rows, key=_place),
        notes=list(ending.notes),
        clauses=cited(ending.notes),
    )


def cited(lines: Iterable[str]) -> list[str]:
    """Where the rulebook tells each of these lines."""
    return [line.clause if isinstance(line, Cited) else "" for line in lines]


def _place(row: Row) -> tuple[int, int]:
    return row["place"], row["seat"]


def summary(ending: Summary, names: Sequence[str]) -> list[str]:
    """The end as lines of text; why it came is the log's own last line."""
    told = list(ending["notes"])
    for row in ending["rows"]:
        head = names[row["seat"]] if ending["together"] else f"{row['place']}. {names[row['seat']]}, {row['score']}"
        told.append(" – ".join([head, " · ".join(row["parts"])] if row["parts"] else [head]))
    return told
