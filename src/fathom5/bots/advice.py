"""What a search would do, and why: for people who want to be told."""

import math
from typing import Any, NamedTuple

import numpy as np

from fathom5.bots.hinted import game_of
from fathom5.bots.search import Search
from fathom5.kernel.game import NOBODY
from fathom5.kernel.record import Move
from fathom5.kernel.story import Reason

SURE = 1.96  # standard errors within which nineteen in twenty lie


class Advised(NamedTuple):
    """A move, how often the search led through it, and what share of the victory it promises."""

    move: Move
    action: int
    visits: int
    outcome: float
    margin: float = 0.0  # the outcome may be so much better or worse
    is_as_good: bool = True  # as the best: what they promise differs by no more than it is uncertain


class Advice(NamedTuple):
    """The moves, the best first, what can be foretold exactly, and why, from a fact of the game."""

    moves: list[Advised]
    odds: dict[str, float]
    reason: Reason | None = None


def advice(view: np.record, seat: int | None = None, seed: int = 0, **budget: Any) -> Advice:
    """For the seat whose view this is, by default the one to move; the budget is that of a search: seconds=0.5, say.

    Where others are to move, their moves are told as this seat expects them.
    """
    viewer = int(view.seat) if seat is None else seat
    if view.seat == NOBODY:
        return Advice([], {})
    if viewer not in range(view.seats):
        raise ValueError(f"advice is for a seat from 0 to {view.seats - 1}, not for {viewer}")
    game = game_of(view.dtype)
    found = Search(**(budget or {"seconds": 0.5})).search(view, viewer, seed, is_brief=False)
    moves = [
        Advised(
            game.words.move(view, each.action),
            each.action,
            each.visits,
            each.outcome[viewer],
            margin(each.outcome[viewer], each.visits),
        )
        for each in found
    ]
    moves = [each._replace(is_as_good=is_close(each, moves[0])) for each in moves]
    if view.seat != viewer:
        return Advice(moves, {})
    return Advice(moves, game.measures.odds(view), game.hints.reason(view))


def margin(outcome: float, visits: int) -> float:
    """How uncertain a share of the victory is that was found in so many visits (Agresti and Coull)."""
    tries = visits + SURE**2
    share = (visits * outcome + SURE**2 / 2) / tries
    return SURE * math.sqrt(share * (1 - share) / tries)


def is_close(one: Advised, other: Advised) -> bool:
    """What two moves promise differs by no more than it is uncertain."""
    return abs(one.outcome - other.outcome) <= math.hypot(one.margin, other.margin)
