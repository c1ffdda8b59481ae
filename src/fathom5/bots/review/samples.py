"""What is known so far of something that is played again and again: means, and how sure they are."""

from typing import NamedTuple

import numpy as np

HEDGE = 1  # game of each kind, won and lost, that is reckoned with before the first


class Value(NamedTuple):
    """What each seat may expect of a position, then how likely each medal is, and the variance of that."""

    share: np.ndarray
    variance: np.ndarray


class Sample(NamedTuple):
    """What each seat got, in so many games; or by how much more it got after one move than after another.

    It never changes: who reads while others play on reads numbers that belong together.
    """

    total: np.ndarray  # by seat, then by medal where there are such
    squares: np.ndarray
    games: int = 0

    @classmethod
    def of(cls, columns: int) -> "Sample":
        return cls(np.zeros(columns), np.zeros(columns))

    def plus(self, gains: np.ndarray) -> "Sample":
        """With more games, a row each."""
        return Sample(
            self.total + gains.sum(axis=0), self.squares + (gains * gains).sum(axis=0), self.games + len(gains)
        )

    @property
    def mean(self) -> np.ndarray:
        return self.total / max(1, self.games)

    @property
    def variance(self) -> np.ndarray:
        """Of the mean; not known before there are two games."""
        if self.games < 2:
            return np.full(len(self.total), np.inf)
        return np.maximum(0, self.squares - self.total**2 / self.games) / (self.games * (self.games - 1))

    @property
    def value(self) -> Value:
        """Of shares of a victory; how sure they are is reckoned with a game more that was won and one that was lost.

        Otherwise of a few games that all went the same way too much would be sure.
        """
        hedged = Sample(self.total + HEDGE, self.squares + HEDGE, self.games + 2 * HEDGE)
        return Value(self.mean, hedged.variance)
