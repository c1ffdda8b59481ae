"""What can be counted in Treasure Divers, and what can be foretold."""

from functools import cache

import numpy as np

from fathom5.games.treasure_divers.rules.box import BONUSES, DARK, FIND, LIGHT, OF_KIND, SEAWEED
from fathom5.games.treasure_divers.rules.verbs import (
    FACES,
    MOST_PIPS,
    PATIENCE,
    SIDES,
    SURFACE,
    WRECK_ROW,
    Action,
    Phase,
    X,
    bonuses_left,
    fronts_here,
    tiles_left,
    wreck_tiles_left,
)
from fathom5.games.treasure_divers.words import NAMED
from fathom5.kernel.game import NOBODY, rule

COLUMNS = (
    "turns",
    "busts",  # turns that ended with nothing but X
    "lit",  # tiles
    "empty",  # squares on which a lamp found nothing
    "stopped",
    "taken",
    "seaweed",  # tiles that somebody owns
    "fights",
    "fights_won",
    "exchanges",
    "wreck",  # tiles taken from there
    "bonuses",
    "end_bonus",  # what ended the game: the last of these was gone
    "end_light",
    "end_dark",
    "end_wreck",
    "end_patience",
)
TURNS, BUSTS, LIT, EMPTY, STOPPED, TAKEN, SEAWEEDS, FIGHTS, FIGHTS_WON, EXCHANGES, WRECK, TOKENS = range(12)
END_BONUS, END_LIGHT, END_DARK, END_WRECK, END_PATIENCE = range(12, len(COLUMNS))


@rule
def measure(state, row):
    """Count what just happened."""
    action = state.last
    row[TURNS] += state.phase == Phase.ROLL and state.row == SURFACE and state.seat != NOBODY
    row[BUSTS] += Action.ROLL <= action < Action.FIGHT and state.rolled[0] == X and state.rolled[1] == X
    row[LIT] += Action.LIT <= action < Action.FRONT
    row[EMPTY] += Action.DIVE <= action < Action.WRECK and state.phase == Phase.EMPTY
    row[STOPPED] += action == Action.STOP
    row[TAKEN] += action == Action.TAKE
    row[FIGHTS] += Action.FIGHT <= action < Action.LIT
    row[FIGHTS_WON] += Action.FIGHT <= action < Action.LIT and state.idle == 0
    row[EXCHANGES] += Action.EXCHANGE <= action < Action.FIRST
    row[WRECK] += Action.WRECK <= action < Action.EXCHANGE
    if state.seat == NOBODY:
        _measure_end(state, row)


@rule
def _measure_end(state, row):
    """What is there at the end, and why it is the end."""
    row[SEAWEEDS] = state.held[:, OF_KIND[SEAWEED, 0]].sum()
    row[TOKENS] = BONUSES - bonuses_left(state)
    row[END_BONUS] = bonuses_left(state) == 0
    row[END_LIGHT] = tiles_left(state, LIGHT) == 0
    row[END_DARK] = tiles_left(state, DARK) == 0
    row[END_WRECK] = wreck_tiles_left(state) == 0
    row[END_PATIENCE] = state.idle == PATIENCE


# What can be foretold.


def odds(view: np.record) -> dict[str, float]:
    """How far down the diver may get, what could be under the lamp, and how strong the dice are in a fight."""
    dice = int(view.dice)
    chances = {f"beat.{monsters}": beat(monsters, dice) for monsters in range(1, MOST_PIPS + 1)}
    if view.phase == Phase.TILE:
        chances |= under_lamp(view)
    if view.phase != Phase.WRECK:
        step = int(max(view.rolled)) if view.phase == Phase.DIVE else 0
        first = int(view.row) + step
        chances |= {f"row.{row}": reach(row - first, dice) for row in range(first + 1, WRECK_ROW)}
        chances["wreck"] = reach(WRECK_ROW - first, dice)
    return chances


@cache
def reach(rows: int, dice: int) -> float:
    """To get at least so many rows down from here, always by the higher die and never stopping."""
    if rows <= 0:
        return 1.0
    ways = 0.0
    for a in range(FACES):
        for b in range(FACES):
            left = (a != X) + (b != X) if dice > 1 else int(a != X)
            ways += SIDES[a] * SIDES[b] * (reach(rows - (max(a, b) if dice > 1 else a), left) if left else 0.0)
    return ways / sum(SIDES) ** 2


@cache
def beat(monsters: int, dice: int) -> float:
    """TD-15: to beat so many monsters with so many dice."""
    return 1 - (sum(SIDES[:monsters]) / sum(SIDES)) ** dice


def under_lamp(view: np.record) -> dict[str, float]:
    """What the lit tile may turn out to be."""
    first, end = fronts_here(view)
    total = int(view.face_down[first:end].sum())
    return {
        f"front.{kind}.{amount}": int(view.face_down[front]) / total
        for front in range(first, end)
        for kind, amount in [NAMED[FIND[front]]]
        if view.face_down[front]
    }
