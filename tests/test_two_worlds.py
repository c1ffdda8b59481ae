"""Compiled and interpreted, the same seeds lead to the same bytes."""

import os
import subprocess
import sys
from hashlib import sha256

import numpy as np
import pytest

from every import INTERPRETED, random_game, variants
from fathom5 import cache, load, names
from fathom5.bots import Search
from fathom5.bots.search import Finding
from fathom5.door import Ready
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, deal, hide, offers
from fathom5.kernel.play import play_all


def digest() -> str:
    """Of how games end, at random and by hinted players, of what could be behind their last views, and of searches."""
    made = sha256()
    for ready in variants(is_brief=True):
        game, seats = ready.game, ready.options["players"]
        for player in ("uniform", *game.hints.PLAYERS):
            brains = np.zeros(seats, BRAIN)
            brains[:] = game.brain(player)
            states, sheets = np.zeros(1, game.rules.STATE), np.zeros(1, game.rules.CHOICES)
            results = [np.zeros((1, 6), np.int64), np.zeros((1, 6)), np.zeros((1, len(game.measures.COLUMNS)))]
            lengths = play_all(states, game.packed(ready.options), sheets[0], brains, dice(1), *results)
            for array in (states, lengths, *results):
                made.update(array.tobytes())
            hide(states[0], 0)
            deal(states[0], dice(2))
            made.update(states.tobytes())
    for ready in map(load, names()):
        made.update(repr(found(ready)).encode())
    return made.hexdigest()


def found(ready: Ready) -> list[Finding]:
    """What a small search says in the middle of a random game."""
    choices = [state for state, _ in random_game(ready, 1) if state.seat >= 0 and len(offers(state)) > 1]
    state = choices[len(choices) // 2]
    return Search(iterations=6, trees=1, horizon=10, size=64).search(state, state.seat, seed=1, is_brief=False)


@pytest.mark.skipif(not INTERPRETED, reason="the other world is asked from the interpreted one")
def test_both_worlds_are_the_same():
    other = {"NUMBA_DISABLE_JIT": "0", "PYTHONPATH": str(cache.PACKAGE.parent)}
    there = subprocess.run([sys.executable, __file__], env=os.environ | other, stdout=subprocess.PIPE, check=True)
    assert digest() == there.stdout.decode().strip()


if __name__ == "__main__":
    print(digest())
