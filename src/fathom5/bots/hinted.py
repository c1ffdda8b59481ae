"""Players that follow their game's hints, or nothing at all."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from fathom5 import games
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, Game, package_of, sheet
from fathom5.kernel.play import consider


@cache
def game_of(dtype: np.dtype) -> Game:
    """The game that records of this type belong to."""
    return games.load(package_of[dtype].rpartition(".")[2])


class House:
    """A player of the house: it is asked with a hidden record and a seed, and answers with an action."""


@dataclass(frozen=True)
class Hinted(House):
    """A player of the game's own `hints`, by name; "uniform" does anything that can be done."""

    name: str
    knobs: tuple[float, ...] = ()

    def __call__(self, view: np.record, seed: int) -> int:
        brains = np.zeros(int(view.seat) + 1, BRAIN)
        brains[view.seat] = game_of(view.dtype).brain(self.name, *self.knobs)
        return int(consider(view, sheet(view), brains, dice(seed)))
