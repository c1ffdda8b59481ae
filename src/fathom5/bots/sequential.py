"""Looking at results while they come, as often as one likes, without fooling oneself.

A gambler bets, before each deal and by what was seen so far, that the mean is not what it is said to be. If it is,
nobody can win: the chance that the purse ever grows twentyfold is below 5 %, however long one plays and whenever one
looks (Ville). So what is stopped at because the purse did grow so was no accident; and all means against which it
did not are an interval that holds at every look (Waudby-Smith and Ramdas, Estimating means of bounded random variables
by betting).
"""

from collections.abc import Iterable, Sequence

import numpy as np

DOUBT = 0.05  # how often a claim may be wrong
BOLD = 0.5  # the share of a purse that may be staked at most, so that no deal ruins it
GRID = 201  # means that an interval is made of


def purses(values: np.ndarray, means: np.ndarray) -> np.ndarray:
    """The greatest purse so far, after each value from 0 to 1, of who bets against each mean: (values, means)."""
    seen = np.arange(1, len(values) + 1)
    centre = (0.5 + np.cumsum(values)) / (seen + 1)  # begun at the middle, so that the first bets are small
    spread = (0.25 + np.cumsum((values - centre) ** 2)) / (seen + 1)
    known, width = np.r_[0.5, centre[:-1]][:, None], np.r_[0.25, spread[:-1]][:, None]  # before each deal
    lead = known - means
    stakes = np.clip(lead / (width + lead**2), -BOLD / np.maximum(1 - means, 1e-9), BOLD / np.maximum(means, 1e-9))
    grown = np.cumsum(np.log1p(stakes * (values[:, None] - means)), 0)
    return np.maximum.accumulate(grown, 0)


def is_clear(values: Iterable[float], bar: float) -> bool:
    """Whether the mean of these values from 0 to 1, in the order they were drawn in, is certainly not at the bar."""
    drawn = np.array(list(values), float)
    return len(drawn) > 0 and bool(purses(drawn, np.array([bar]))[-1, 0] >= np.log(1 / DOUBT))


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Between what the mean of values from 0 to 1 lies, however often one has looked."""
    means = np.linspace(0, 1, GRID)
    if not len(values):
        return 0.0, 1.0
    kept = np.flatnonzero(purses(np.array(values, float), means)[-1] < np.log(1 / DOUBT))
    step = means[1]
    middle = float(np.mean(values))
    low, high = (float(means[kept[0]]), float(means[kept[-1]])) if len(kept) else (middle, middle)
    return max(0.0, min(low - step, middle)), min(1.0, max(high + step, middle))
