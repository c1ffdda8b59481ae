"""Compiled and interpreted, the same seeds lead to the same bytes."""

import os
import subprocess
import sys
from hashlib import sha256

import numpy as np
import pytest

from every import INTERPRETED, variants
from fathom5 import names
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, deal, hide
from fathom5.kernel.play import play_all


def digest(name: str) -> str:
    """Of how games end, played at random and by hinted players, and of what could be behind their last views."""
    made = sha256()
    for ready in (ready for ready in variants(is_brief=True) if ready.game.name == name):
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
    return made.hexdigest()


@pytest.mark.skipif(not INTERPRETED, reason="the other world is asked from the interpreted one")
@pytest.mark.parametrize("name", names())
def test_both_worlds_are_the_same(name):
    other = {"NUMBA_DISABLE_JIT": "0", "FATHOM5_WORLD": "compiled", "PYTHONPATH": os.pathsep.join(sys.path)}
    there = subprocess.run([sys.executable, __file__, name], env=os.environ | other, stdout=subprocess.PIPE, check=True)
    assert digest(name) == there.stdout.decode().strip()


if __name__ == "__main__":
    print(digest(sys.argv[1]))
