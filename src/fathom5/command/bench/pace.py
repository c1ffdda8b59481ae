"""How often something can be done in a second."""

import time
from collections.abc import Callable


def rate(work: Callable[[], int], seconds: float) -> float:
    """What is done in a second, by the best of three runs: others use this machine too. The first call is not timed."""
    work()
    return max(_rate_once(work, seconds / 3) for _ in range(3))


def _rate_once(work: Callable[[], int], seconds: float) -> float:
    done, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        done += work()
    return done / spent
