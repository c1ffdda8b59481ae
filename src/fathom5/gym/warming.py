"""Compile a game's environments before anyone waits for them; what they share with its players is compiled already."""

import os
import sys
from pathlib import Path

import numpy as np

from fathom5 import games
from fathom5.door import load
from fathom5.gym.batch import RESTART, Batch
from fathom5.kernel import cache, worlds


def mark(name: str) -> Path:
    """An empty file beside the code of a game's environments: it is there, from these sources."""
    return cache.place(name, "environments", "fathom5.gym.batch")


def cold() -> list[str]:
    """The games whose environments are not compiled yet; none where nothing is ever compiled."""
    return [] if worlds.WORLD == worlds.INTERPRETED else [name for name in games.names() if not mark(name).exists()]


def compile_environments(name: str) -> None:
    """Play a moment in each kind of environment; its code is kept as it is made."""
    for dtype in (np.float32, np.int8):
        batch = Batch(load(name), 2, dtype=dtype)
        for game in range(batch.count):
            batch.seed(game, np.random.default_rng(game))
        batch.carry_out(RESTART)
        batch.observed(0, viewer=(int(batch.results["seat"][0]) + 1) % batch.seats)
    cache.write(mark(name), b"")


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(19)
    compile_environments(sys.argv[1])
