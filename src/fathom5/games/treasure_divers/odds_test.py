"""The odds of what is unseen in Treasure Divers, against counting every way the tiles of a small zone can lie."""

from itertools import permutations

import numpy as np
import pytest

from fathom5.door import load
from fathom5.games.treasure_divers import words
from fathom5.games.treasure_divers.rules.box import DARK, FIND, KINDS, LIGHT, OF_SYMBOL
from fathom5.games.treasure_divers.rules.verbs import GONE, STATE, Action
from fathom5.kernel.game import apply, offers, setup
from fathom5.kernel.record import spoken

SMALL = (
    ("shell", "shell 1"),
    ("shell", "seaweed 0"),
    ("monster", "monster 1"),
    ("monster", "monster 2"),
    ("cave", "seaweed 0"),
)
SCRIPTS = (  # two divers look at the same five squares; what cannot happen is left out
    (
        *("roll 1 1", "dive 0 1", "on", "roll 1 1", "dive 0 2", "take", "roll X X"),
        *("roll 3 3", "dive 0 3", "on", "roll 1 1", "dive 0 4", "take", "roll X X"),
        *("roll 1 1", "dive 0 1", "take", "roll X X", "roll 2 2", "dive 0 2", "take", "roll 3 3", "dive 0 3", "take"),
    ),
    (
        *("roll 4 4", "dive 0 4", "on", "roll 1 1", "dive 0 5", "take", "roll X X"),
        *("roll 4 4", "dive 0 4", "take", "roll X X", "roll 2 2", "dive 0 2", "on", "roll 1 1", "dive 0 3", "take"),
        *("roll 2 2", "dive 0 2", "take", "roll X X", "roll 1 1", "dive 0 1", "take", "roll 3 3", "dive 0 3", "take"),
    ),
)


def small_zone() -> np.record:
    """Five tiles in the light part of column 0, and diver 0 about to roll."""
    state = np.zeros(1, STATE)[0]
    setup(state, load("treasure_divers").game.packed({"players": 2, "memory": True}))
    state.symbol[1:, 1:6] = GONE
    state.unlit[LIGHT], state.face_down[: OF_SYMBOL[DARK, 0, 0]] = 0, 0
    for symbol, front in SMALL:
        kind = KINDS.index(symbol)
        state.unlit[LIGHT, kind] += 1
        state.face_down[front_of(kind, front)] += 1
    apply(state, Action.FIRST)
    return state


def front_of(kind: int, front: str) -> int:
    """The number of a light front."""
    fronts = range(*OF_SYMBOL[LIGHT, kind])
    return next(number for number in fronts if spoken(words.NAMED[FIND[number]]) == front)


def in_words(state: np.record) -> dict[str, tuple[int, int]]:
    """What can happen now: its number, and in how many ways."""
    return {spoken(words.move(state, action)): (action, n) for action, n in offers(state).items()}


def agrees(world: tuple[tuple[str, str], ...], row: int, move: str) -> bool:
    """Whether this is seen on that square if the tiles lie so."""
    symbol, front = world[row - 1]
    return move in (f"lit {symbol}", f"front {front}")


def compare(state: np.record, worlds: list, script: tuple[str, ...]) -> int:
    """Follow the script through all that chance can show; return how many draws were compared with counting."""
    can = in_words(state)
    drawn = [move for move in can if move.startswith(("lit", "front"))]
    if not drawn:
        while script and script[0] not in can:
            script = script[1:]
        return compare(after(state, can[script[0]][0]), worlds, script[1:]) if script else 0
    compared, total = 1, sum(n for _, n in can.values())
    for move in drawn:
        left = [world for world in worlds if agrees(world, state.row, move)]
        assert left
        assert len(left) * total == can[move][1] * len(worlds), (move, can)
        compared += compare(after(state, can[move][0]), left, script)
    return compared


def after(state: np.record, action: int) -> np.record:
    then = state.copy()
    apply(then, action)
    return then


@pytest.mark.parametrize("script", SCRIPTS)
def test_td_11_the_odds_are_those_of_all_ways_the_tiles_can_lie(script):
    assert compare(small_zone(), list(permutations(SMALL)), script) > 25
