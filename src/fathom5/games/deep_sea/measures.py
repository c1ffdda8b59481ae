"""What can be counted in Deep Sea Adventure, and what can be foretold."""

import numpy as np

from fathom5.games.deep_sea.house import HIGHEST_FACE, LOWEST_FACE
from fathom5.games.deep_sea.rules import FACES, SUBMARINE, Action, Phase, is_free
from fathom5.kernel.game import NOBODY, rule

COLUMNS = (
    "turns",
    "rounds",  # begun
    "turned_back",
    "taken",
    "put_down",
    "stuck",  # rolls that moved nobody
    "brought_home",  # chips
)
TURNS, ROUNDS, TURNED_BACK, TAKEN, PUT_DOWN, STUCK, BROUGHT_HOME = range(len(COLUMNS))


@rule
def measure(state, row):
    """Count what just happened."""
    action = state.last
    row[ROUNDS] = state.lap
    row[TURNED_BACK] += action == Action.RETURN
    row[TAKEN] += action == Action.TAKE
    row[PUT_DOWN] += Action.DROP <= action < Action.ROLL
    row[TURNS] += Action.ROLL <= action < Action.FIRST
    row[STUCK] += Action.ROLL <= action < Action.FIRST and is_stuck(state, action - Action.ROLL)
    if state.seat == NOBODY:
        row[BROUGHT_HOME] = state.treasure.sum()


@rule
def is_stuck(state, pips):
    """The diver is still out and carries as much as was rolled."""
    return state.phase == Phase.SEARCH and state.piles[state.diver] >= 2 + pips // FACES + pips % FACES


def odds(view: np.record) -> dict[str, float]:
    """How likely the diver is home after the next roll, and how likely not to move at all."""
    piles = int(view.piles[view.diver])
    faces = range(view.house[LOWEST_FACE], view.house[HIGHEST_FACE] + 1)
    rolls = [max(0, a + b - piles) for a in faces for b in faces]
    chances = {"stuck": sum(steps == 0 for steps in rolls) / len(rolls)}
    if piles:
        chances["home_next_roll"] = sum(steps >= steps_home(view) for steps in rolls) / len(rolls)
    return chances


def steps_home(view: np.record) -> int:
    """How far the submarine is: spaces with divers on them are jumped (DS-10)."""
    between = range(SUBMARINE + 1, view.place[view.diver])
    return 1 + sum(bool(is_free(view, space)) for space in between)
