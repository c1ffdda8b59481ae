"""Compiled and interpreted, the same seeds lead to the same searches."""

import os
import subprocess
import sys

import pytest

from every import INTERPRETED, variants
from fathom5 import names
from fathom5.bots import Search

SEARCH = Search(iterations=8, trees=1, horizon=30, size=1 << 8)


def searches(name: str) -> str:
    """What is visited how often in every set-up of a game."""
    matches = [ready.start(seed=1) for ready in variants(is_brief=True) if ready.game.name == name]
    found = [SEARCH.search(match.seen(match.seat), match.seat, 2, is_brief=False) for match in matches]
    return str([[(each.action, each.visits) for each in findings] for findings in found])


@pytest.mark.skipif(not INTERPRETED, reason="the other world is asked from the interpreted one")
@pytest.mark.parametrize("name", names())
def test_both_worlds_search_alike(name):
    other = {"NUMBA_DISABLE_JIT": "0", "FATHOM5_WORLD": "compiled", "PYTHONPATH": os.pathsep.join(sys.path)}
    there = subprocess.run([sys.executable, __file__, name], env=os.environ | other, stdout=subprocess.PIPE, check=True)
    assert searches(name) == there.stdout.decode().strip()


if __name__ == "__main__":
    print(searches(sys.argv[1]))
