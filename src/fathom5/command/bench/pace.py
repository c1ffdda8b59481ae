"""How often something can be done in a second."""

import time
from collections.abc import Callable

from fathom5.command.bench.probe import timed
from fathom5.command.bench.spread import LEAST, Spread, spread


def rate(work: Callable[[], int], seconds: float, clock: Callable[[], float] = time.perf_counter) -> Spread:
    """What is done in a second, with the spread of some runs: others use this machine too. The first is not timed."""
    work()
    return spread([timed(work, seconds / LEAST, clock) for _ in range(LEAST)])
