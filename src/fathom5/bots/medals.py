"""How likely each medal is after a move, in a game that all win or lose together: what a hint speaks of there.

A search knows a share of the victory only. So games are played on to their end by hinted players, after each of the
moves with the same dice, and it is counted which medal each became.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fathom5.bots.advice import margin
from fathom5.bots.hinted import game_of
from fathom5.bots.review.rollouts import Desk, Start, medals
from fathom5.door import load
from fathom5.kernel.chance import dice


class Chance(NamedTuple):
    """How likely something is, give or take."""

    share: float
    margin: float


def chances(view: np.record, actions: Sequence[int], seed: int, rounds: int) -> list[dict[str, Chance]]:
    """By action how likely each medal is, the best first; nothing where there are none to win."""
    game, seats = game_of(view.dtype), int(view.seats)
    names = medals(game)
    if not names or not actions:
        return [{} for _ in actions]
    desk = Desk(load(game.name, players=seats))  # other options are those of the view
    played = desk.compare(Start(view, True, dice(seed)[0]), actions, 0, rounds)
    return [_by_name(names, shares, rounds) for shares in played[:, :, seats:].mean(axis=0).tolist()]


def _by_name(names: Sequence[str], shares: Sequence[float], rounds: int) -> dict[str, Chance]:
    """Without the first of them, which is to win nothing."""
    best_first = list(zip(names, shares, strict=True))[:0:-1]
    return {name: Chance(share, margin(share, rounds)) for name, share in best_first}
