"""Both worlds agree action by action in one process, also where a game goes from one to the other."""

import numpy as np
import pytest

from every import variants
from fathom5 import names
from fathom5.bots.compiling import make_ready
from fathom5.kernel.linking import Piece
from fathom5.kernel.worlds import BOTH, WORLD, here

pytestmark = pytest.mark.skipif(WORLD != BOTH, reason="one world is forced")
MOVES = 60


def played(match, action, is_interpreted):
    """The same match one move later, by the rules of that world."""
    here.interprets = is_interpreted
    try:
        match.play(action)
    finally:
        here.interprets = False
    return match.seen().tobytes(), match.offers, match.actions


@pytest.mark.parametrize("name", names())
def test_both_worlds_agree_action_by_action_and_when_switched_in_mid_game(name):
    make_ready(name)
    made, rng = Piece.made, np.random.default_rng(1)
    for ready in variants(is_brief=True):
        if ready.game.name == name:
            interpreted, compiled, switched = (ready.start(seed=3) for _ in range(3))
            for move in range(MOVES):
                if compiled.over:
                    break
                action = list(compiled.offers)[rng.integers(len(compiled.offers))]
                here_and_there = played(compiled, action, False)
                assert played(interpreted, action, True) == here_and_there, ready
                assert played(switched, action, move % 2 == 0) == here_and_there, ready
    assert Piece.made == made  # nothing was compiled by playing
