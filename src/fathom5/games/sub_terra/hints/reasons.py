"""What a team in the cave has to reckon with, for people who ask why."""

import numpy as np

from fathom5.games.sub_terra.rules.box import NOWHERE
from fathom5.kernel.story import Reason


def reason(view: np.record) -> Reason:
    """What a team has to reckon with: the rounds until the lamps go dark, and how far the exit may be."""
    if view.exit != NOWHERE:
        return ("exit_late" if view.late else "exit"), {"rounds": int(view.cards)}
    return ("late" if view.late else "search"), {"rounds": int(view.cards), "tiles": int(view.stack.sum())}
