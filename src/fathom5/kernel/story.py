"""How a game tells what happened: lines for the log, and at the end why it ended and how each has fared.

A game's `words.tell(before, after, names, words)` yields the lines of one action, from what one viewer knew before and
knows after it, so that a line can tell no more than the view; `words.ending(course, names, words)` looks back on all.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np

Kind = Literal[
    "round",  # a head: a round, or a like part of the game, begins
    "turn",  # a head: somebody's turn begins
    "setup",  # bookkeeping before the game; folds into one line
    "deed",  # what somebody, or the dice, did
    "event",  # what came of it and matters: worth a moment of everybody's time
    "end",  # the game is over, and why
]


class Told(NamedTuple):
    """A line of the log."""

    kind: Kind
    text: str
    things: tuple[str, ...] = ()  # ids of what it speaks of, as they are or were on the board
    clause: str = ""  # where the rulebook speaks of it, where that is not where it speaks of the move


class Fared(NamedTuple):
    """What became of a seat, and what its result is made of."""

    seat: int
    parts: tuple[str, ...]


class Ending(NamedTuple):
    """A game that is over."""

    why: str  # in a sentence
    fared: tuple[Fared, ...]  # in the order of seats
    notes: tuple[str, ...] = ()  # what concerns all: a medal, how far the game had come


No = tuple[str, dict[str, object]]  # why a touch does nothing: the key of a game's REASONS, and what it speaks of
Reason = tuple[str, dict[str, int]]  # the key of a sentence in `words`, under "reason.", and what it speaks of
Course = Sequence[np.record]  # what somebody who looks on has seen: before the first action and after each
Tell = Callable[[np.record, np.record, Sequence[str], dict[str, str]], Iterator[Told]]
