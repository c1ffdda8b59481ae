"""What can be counted in Sub Terra, and what can be foretold."""

import numpy as np

from fathom5.games.sub_terra.house import EXIT_AMONG
from fathom5.games.sub_terra.rules.box import (
    FACES,
    HAZARDS,
    NOWHERE,
    RANKS,
    REMOVED,
    Action,
    Hazard,
    Kind,
    Reason,
)
from fathom5.games.sub_terra.rules.cave import kind, tiles_left
from fathom5.games.sub_terra.rules.cavers import is_conscious, is_safe
from fathom5.games.sub_terra.words import CARDS
from fathom5.kernel.game import NOBODY, rule

CAUSES = ("tremor", "flood", "gas", "cave_in", "horror", "strain", "time")
COLUMNS = (
    "rounds",  # over
    "cards_left",
    "tiles_laid",
    "exit_round",  # when the exit was laid, 0 if never
    "awake",  # conscious cavers at the end
    *(f"fell_by_{cause}" for cause in CAUSES),
    "removed",  # when time was out
    "without_exit",  # 1 if it was never found
    "all_fell",  # 1 if nobody was left conscious
    "explored",  # reveal and explore
    "walked",  # move, run, sprint and their steps, swim, squeeze
    "healed",  # heal and treat
    "exerted",
    "hid",
    "worked",  # rubble, ropes, explosives, repelling
    *(f"played_{rank}" for rank in range(1, RANKS + 1)),
    *(f"saved_{rank}" for rank in range(1, RANKS + 1)),
)
ROUNDS, CARDS_LEFT, TILES_LAID, EXIT_ROUND, AWAKE, FELL = range(6)
REMOVALS = FELL + len(CAUSES)
WITHOUT_EXIT, ALL_FELL, EXPLORED, WALKED, HEALED, EXERTED, HID, WORKED = range(REMOVALS + 1, REMOVALS + 9)
PLAYED = WORKED + 1
SAVED = PLAYED + RANKS
STRAIN, TIME = CAUSES.index("strain"), CAUSES.index("time")


@rule
def measure(state, row):
    """Count what just happened."""
    _count_time(state, state.last, row)
    if state.rank[state.cavers - 1] == 0:
        return
    awake = 0
    for caver in range(state.cavers):
        awake += is_conscious(state, caver)
    if awake < row[AWAKE]:
        row[FELL + cause(state)] += row[AWAKE] - awake
    row[AWAKE] = awake
    row[ROUNDS] = state.rounds
    row[CARDS_LEFT] = state.cards
    row[TILES_LAID] = state.laid
    if state.exit != NOWHERE and row[EXIT_ROUND] == 0:
        row[EXIT_ROUND] = state.rounds + 1
    if state.seat == NOBODY:
        _count_end(state, row)


@rule
def cause(state):
    """Why somebody has just fallen, or is lost."""
    action = state.last
    if action >= Action.CAVE_IN:
        return Hazard.CAVE_IN
    if action >= Action.CHECK:
        return cause_of_check(state)
    if action >= Action.HAZARD:
        return (action - Action.HAZARD) % HAZARDS
    here = state.place[state.actor]
    if action < Action.HORROR_FIRST and here >= 0 and state.gas and kind(state, here) == Kind.GAS:
        return Hazard.GAS
    return Hazard.HORROR


@rule
def cause_of_check(state):
    """ST-39: who fails a check when time is out has not strained."""
    if state.reason == Reason.TREMOR:
        return Hazard.TREMOR
    return TIME if state.reason == Reason.OUT_OF_TIME else STRAIN


@rule
def _count_time(state, action, row):
    """Where time is spent."""
    row[EXPLORED] += Action.REVEAL <= action < Action.MOVE
    row[WALKED] += Action.MOVE <= action < Action.DEMOLISH
    row[HEALED] += Action.HEAL <= action < Action.DIRECT
    row[EXERTED] += action == Action.EXERT
    row[HID] += action == Action.HIDE
    row[WORKED] += Action.DEMOLISH <= action < Action.HEAL or action == Action.ROPE or action == Action.SECURE


@rule
def _count_end(state, row):
    """Who is out, and why others are not."""
    row[WITHOUT_EXIT] = state.exit == NOWHERE
    row[ALL_FELL] = row[AWAKE] == 0
    row[REMOVALS] = 0
    for caver in range(state.cavers):
        row[REMOVALS] += state.place[caver] == REMOVED
        row[PLAYED + state.rank[caver] - 1] = 1
        row[SAVED + state.rank[caver] - 1] = is_safe(state, caver)


def odds(view: np.record) -> dict[str, float]:
    """How likely each hazard is to be next, and the exit to be the next tile; and that a check succeeds."""
    chances = {"check": 1 / 2 if view.rank[view.actor] != RANKS else 2 / 3}
    left, cards = int(tiles_left(view)), int(view.pool.sum())
    if view.exit == NOWHERE and left:
        chances["exit_next"] = int(view.stack[-1]) / left if left <= view.house[EXIT_AMONG] else 0.0
    if view.cards:
        for hazard, name in enumerate(CARDS):
            chances[f"next_{name}"] = int(view.pool[hazard] + view.pool[hazard + HAZARDS]) / cards
    return chances | ({"cave_in_here": 2 / FACES} if is_shaky(view) else {})


def is_shaky(view: np.record) -> bool:
    """The acting caver is on a tile that may fall."""
    here = int(view.place[view.actor])
    return here >= 0 and bool(kind(view, here) == Kind.CAVE_IN and not view.marked[here])
