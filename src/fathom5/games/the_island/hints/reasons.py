"""What the island leaves to reckon with, for people who ask why."""

import numpy as np

from fathom5.games.the_island.rules.box import Terrain
from fathom5.games.the_island.rules.sea import LAND
from fathom5.kernel.story import Reason


def reason(view: np.record) -> Reason:
    """What a player has to reckon with: how many tiles sink before the volcano can wake."""
    terrain = view.terrain[list(LAND)]
    safe = int((terrain < Terrain.MOUNTAIN).sum())
    peaks = int((terrain == Terrain.MOUNTAIN).sum())
    return ("calm" if safe else "volcano"), {"tiles": safe, "peaks": peaks}
