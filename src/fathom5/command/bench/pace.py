"""How often something can be done in a second."""

import time
from collections.abc import Callable

import numpy as np

from fathom5.command.bench.probe import timed
from fathom5.command.bench.spread import LEAST, Spread, spread

LUCK = np.random.default_rng(0).random(1 << 12).tolist()  # drawn beforehand: who picks an action should not be measured


def rate(work: Callable[[], int], seconds: float, clock: Callable[[], float] = time.perf_counter) -> Spread:
    """What is done in a second, with the spread of some runs: others use this machine too. The first is not timed."""
    work()
    return spread([timed(work, seconds / LEAST, clock) for _ in range(LEAST)])
