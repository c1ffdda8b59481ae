"""What can be counted in The Island, and what can be foretold."""

import numpy as np

from fathom5.games.the_island.rules.box import RED, TEAM, Action, Phase, Plight, Terrain
from fathom5.games.the_island.rules.tiles import lowest_terrain
from fathom5.games.the_island.words import UNDER_WORDS
from fathom5.kernel.game import NOBODY, rule

COLUMNS = (
    "turns",
    "moves",  # of explorers and boats
    "sailed",  # those of boats
    "dives",
    "red_played",  # at the start of a turn
    "attacks",  # creatures sent
    "stopped",  # creatures that a defence drove away
    "removed",  # tiles
    "saved",
    "lost",
)
TURNS, MOVED, SAILED, DIVES, RED_PLAYED, ATTACKS, STOPPED, REMOVED, SAVED, LOST = range(len(COLUMNS))


@rule
def measure(state, row):
    """Count what just happened."""
    action = state.last
    row[TURNS] += action >= Action.DIE
    row[MOVED] += Action.WALK <= action < Action.DOLPHIN
    row[SAILED] += Action.BOAT <= action < Action.DOLPHIN
    row[DIVES] += Action.DIVE <= action < Action.SWIM
    row[RED_PLAYED] += Action.DOLPHIN <= action < Action.CREATURE or Action.MOVE_CREATURE <= action < Action.REMOVE
    row[ATTACKS] += Action.CREATURE <= action < Action.MOVE_CREATURE
    row[STOPPED] += action == Action.STOP
    row[REMOVED] += Action.REMOVE <= action < Action.ABOARD
    if state.seat == NOBODY:
        row[SAVED] = explorers(state, Plight.SAVED)
        row[LOST] = explorers(state, Plight.LOST)


@rule
def explorers(state, plight):
    """How many are in such a plight."""
    count = 0
    for who in range(TEAM * state.colours):
        count += state.plight[who] == plight
    return count


def odds(view: np.record) -> dict[str, float]:
    """What is under the tile that is about to be removed: any green one, or a red one.

    To who looks, tiles in the hands of others belong to the unseen lot; but these are known to be red.
    """
    terrain = int(lowest_terrain(view))
    if terrain == Terrain.SEA or view.phase not in (Phase.START, Phase.MOVES, Phase.REMOVE):
        return {}
    unseen = view.left[terrain].astype(int)
    red = unseen[RED:].sum() - (view.held[:, terrain].sum() - view.hand[:, terrain].sum())
    tiles = unseen[:RED].sum() + red
    green = {UNDER_WORDS[symbol]: float(unseen[symbol] / tiles) for symbol in range(RED) if unseen[symbol]}
    return green | {"red": float(red / tiles)}
