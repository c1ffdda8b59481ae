"""What a diver has to weigh, for people who ask why."""

import numpy as np

from fathom5.games.treasure_divers.rules.verbs import Phase, X
from fathom5.kernel.story import Reason


def reason(view: np.record) -> Reason | None:
    """What a diver has to weigh: how likely diving on ends the turn at once."""
    dice = sum(int(face) != X for face in view.rolled)
    if view.phase not in (Phase.TILE, Phase.EMPTY) or dice == 0:
        return None
    return "bust", {"percent": round(100 / 3**dice), "row": int(view.row)}
