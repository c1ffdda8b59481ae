"""A game that goes on from a moment of another: what a seat could not know at that moment is dealt anew."""

from typing import NamedTuple

import numpy as np

from fathom5.kernel.chance import dice
from fathom5.kernel.game import deal, view
from fathom5.kernel.record import BrokenSave

SEEDS = 1 << 63


class Branch(NamedTuple):
    """Where it leaves the other game, and for whom."""

    at: int  # actions of the other game that come before
    seat: int  # who decides there, and could know what is kept
    seed: int  # of the deal

    @classmethod
    def of(cls, told: object) -> "Branch | None":
        """As a save tells it, if it does."""
        if told is None:
            return None
        if not isinstance(told, list) or [type(each) for each in told] != [int] * 3 or not 0 <= told[2] < SEEDS:
            raise BrokenSave("this save does not say from where its game goes on")
        return cls(*told)


def dealt(state: np.record, branch: Branch) -> np.record:
    """The state as it might be, for all that the seat can know."""
    known = view(state, branch.seat)
    deal(known, dice(branch.seed))
    return known
