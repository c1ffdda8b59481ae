"""What a search would do, and why: for people who want to be told."""

from typing import Any, NamedTuple

import numpy as np

from fathom5.bots.hinted import game_of
from fathom5.bots.search import Search
from fathom5.kernel.game import NOBODY
from fathom5.kernel.record import Move


class Advised(NamedTuple):
    """A move, how often the search led through it, and what share of the victory it promises."""

    move: Move
    action: int
    visits: int
    outcome: float


class Advice(NamedTuple):
    """The moves, the best first, and what can be foretold exactly."""

    moves: list[Advised]
    odds: dict[str, float]


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
        Advised(game.words.move(view, each.action), each.action, each.visits, each.outcome[viewer]) for each in found
    ]
    return Advice(moves, game.measures.odds(view) if view.seat == viewer else {})
