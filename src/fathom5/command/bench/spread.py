"""How sure a figure is: the spread of its repetitions, and what can be said of a ratio in spite of it."""

from collections.abc import Sequence
from math import comb
from statistics import median
from typing import Any, NamedTuple

SURE = 0.95  # how often an interval should hold what it is about
LEAST = 6  # repetitions: from fewer no interval is as sure as that


class Spread(NamedTuple):
    """The median of some repetitions, and an interval that holds the true one."""

    middle: float
    low: float
    high: float

    @property
    def is_clear_of_one(self) -> bool:
        """As a ratio: there is a difference, which noise alone would not make."""
        return not self.low <= 1 <= self.high

    def is_at_least(self, bound: float) -> bool:
        """The interval reaches the bound; for 'within 2 %' of another's speed the bound is a ratio of 0.98."""
        return self.high >= bound


def plain(figures: Any) -> Any:
    """Figures as JSON data: of each its middle, and under "spread" what it lies between."""
    if isinstance(figures, Spread):
        return figures.middle
    if isinstance(figures, list):
        return [plain(figure) for figure in figures]
    if not isinstance(figures, dict):
        return figures
    spreads = {name: [value.low, value.high] for name, value in figures.items() if isinstance(value, Spread)}
    return {name: plain(value) for name, value in figures.items()} | ({"spread": spreads} if spreads else {})


def spread(values: Sequence[float]) -> Spread:
    """The interval between two of the values, by their ranks alone: how the noise is distributed does not matter.

    The true median lies between the k-th smallest and the k-th largest of n values but for the chance that fewer than
    k of them fall on one side of it, which is that of so many heads in n throws of a coin.
    """
    if not values:
        raise ValueError("there is nothing to tell the spread of")
    ordered, n = sorted(values), len(values)
    k = 1
    while k < n // 2 and _outside(n, k + 1) <= 1 - SURE:
        k += 1
    return Spread(median(ordered), ordered[k - 1], ordered[-k])


def _outside(n: int, k: int) -> float:
    """How likely it is that the true median is not between the k-th smallest and the k-th largest of n values."""
    return 2 * sum(comb(n, heads) for heads in range(k)) / 2**n


def ratio(ours: Spread, theirs: Spread) -> Spread:
    """Of two figures that were not measured in pairs: as uncertain as both together."""
    return Spread(ours.middle / theirs.middle, ours.low / theirs.high, ours.high / theirs.low)
