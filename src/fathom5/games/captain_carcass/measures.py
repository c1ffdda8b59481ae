"""What can be counted in Captain Carcass, and what can be foretold."""

import numpy as np

from fathom5.games.captain_carcass.rules.state import Action, risk, worth
from fathom5.kernel.game import NOBODY, rule

COLUMNS = (
    "turns",
    "incidents",
    "turned_over",  # cards of the draw pile
    "deepest",  # the longest exploration
    "mapped",  # cards placed by a Map
    "netted",
    "harpooned",
    "knifed",
    "bonus",  # cards that Key and Chest brought
    "highest",  # points of a hold at the end
    "lowest",
)
TURNS, INCIDENTS, TURNED_OVER, DEEPEST, MAPPED, NETTED, HARPOONED, KNIFED, BONUS, HIGHEST, LOWEST = range(len(COLUMNS))


@rule
def measure(state, row):
    """Count what just happened."""
    action = state.last
    row[TURNED_OVER] += Action.TURN_OVER <= action < Action.BONUS
    row[DEEPEST] = max(row[DEEPEST], state.explored)
    row[MAPPED] += Action.MAP <= action < Action.FIRST
    row[NETTED] += Action.NET <= action < Action.KNIFE
    row[HARPOONED] += Action.HARPOON <= action < Action.MAP
    row[KNIFED] += Action.KNIFE <= action < Action.HARPOON
    row[BONUS] += Action.BONUS <= action < Action.MAP_SHOWS
    if state.seat == NOBODY:
        row[TURNS] = state.turns.sum()
        row[INCIDENTS] = state.incidents.sum()
        _note_points(state, row)


@rule
def _note_points(state, row):
    """The best and the worst hold."""
    row[HIGHEST] = row[LOWEST] = worth(state, 0)
    for seat in range(1, state.seats):
        row[HIGHEST] = max(row[HIGHEST], worth(state, seat))
        row[LOWEST] = min(row[LOWEST], worth(state, seat))


def odds(view: np.record) -> dict[str, float]:
    """How likely the next card turned over is an incident, for all that the explorer knows."""
    if view.seat != view.explorer or not view.explored:
        return {}
    return {"incident": float(risk(view, view.seat))}
