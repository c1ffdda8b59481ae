"""What is known so far of something that is played again and again: means, and how sure they are."""

from dataclasses import dataclass

import numpy as np


@dataclass(slots=True)
class Sample:
    """What each seat got, in so many games; or by how much more it got after one move than after another."""

    total: np.ndarray  # by seat
    squares: np.ndarray
    games: int = 0

    @classmethod
    def of(cls, seats: int) -> "Sample":
        return cls(np.zeros(seats), np.zeros(seats))

    def add(self, gains: np.ndarray) -> None:
        """More games, a row each."""
        self.total += gains.sum(axis=0)
        self.squares += (gains * gains).sum(axis=0)
        self.games += len(gains)

    @property
    def mean(self) -> np.ndarray:
        return self.total / max(1, self.games)

    @property
    def variance(self) -> np.ndarray:
        """Of the mean; not known before there are two games."""
        if self.games < 2:
            return np.full(len(self.total), np.inf)
        return np.maximum(0, self.squares - self.total**2 / self.games) / (self.games * (self.games - 1))
