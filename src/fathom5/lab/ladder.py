"""Who is how much stronger: by Bradley and Terry where contenders meet in pairs, by what each wins where it is alone.

How many of them are clearly apart, one above the other, is a measure of a game's depth.
"""

from collections.abc import Mapping
from itertools import combinations
from math import log, sqrt
from typing import NamedTuple

import numpy as np

from fathom5.lab.summary import Cell, Estimate, score_for

STEP = log(2)  # of strength: two wins in three
DRAWN = 0.5  # of a victory, given to both of each pair: nobody is infinitely strong
ROUNDS, SETTLED = 100, 1e-9  # of Newton's method at most, and the change that ends it
Pair = tuple[str, str]


class Ladder(NamedTuple):
    """Contenders from the weakest on, with strengths, and the variances and covariances of these."""

    names: tuple[str, ...]
    strengths: np.ndarray
    covariance: np.ndarray
    games: tuple[int, ...]

    def estimate(self, name: str) -> Estimate:
        """A strength among all, with an interval that holds for all of them together."""
        place = self.names.index(name)
        margin = score_for(len(self.names)) * sqrt(self.covariance[place, place])
        strength = float(self.strengths[place])
        return Estimate(strength, strength - margin, strength + margin, self.games[place])

    def lead(self, name: str, other: str) -> Estimate:
        """By how much the one is stronger than the other, corrected for all pairs that might have been asked for."""
        one, two = self.names.index(name), self.names.index(other)
        variance = self.covariance[one, one] + self.covariance[two, two] - 2 * self.covariance[one, two]
        margin = score_for(len(list(combinations(self.names, 2)))) * sqrt(max(0.0, variance))
        lead = float(self.strengths[one] - self.strengths[two])
        return Estimate(lead, lead - margin, lead + margin, min(self.games[one], self.games[two]))

    @property
    def rungs(self) -> list[str]:
        """As many as are clearly apart, from the weakest on: each is clearly stronger than the one before."""
        found = [self.names[0]]
        for name in self.names[1:]:
            if self.lead(name, found[-1]).low > 0:
                found.append(name)
        return found


def of_pairs(met: Mapping[Pair, Cell]) -> Ladder:
    """By Bradley and Terry: a strength is the logarithm of the odds against an average contender.

    A cell is what the first of a pair got of the victories over the second.
    """
    names = sorted({name for pair in met for name in pair})
    won = np.zeros((len(names), len(names)))
    for (one, other), cell in met.items():
        a, b = names.index(one), names.index(other)
        won[a, b] += cell.games * cell.mean + DRAWN
        won[b, a] += cell.games * (1 - cell.mean) + DRAWN
    strengths, information = _most_likely(won)
    games = won + won.T
    return _ranked(names, strengths, np.linalg.pinv(information), games.sum(axis=1))


def _most_likely(won: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The strengths under which these victories are most likely, zero on average, and how much is known of them."""
    games, strengths = won + won.T, np.zeros(len(won))
    for _ in range(ROUNDS):
        expected = 1 / (1 + np.exp(strengths[np.newaxis] - strengths[:, np.newaxis]))
        spread = games * expected * (1 - expected)
        information = np.diag(spread.sum(axis=1)) - spread
        change = np.linalg.pinv(information) @ (won - games * expected).sum(axis=1)
        strengths += change.clip(-1, 1)
        if np.abs(change).max() < SETTLED:
            break
    return strengths - strengths.mean(), information


def alone(fared: Mapping[str, Cell]) -> Ladder:
    """By what each wins where it plays by itself: a strength is a share of the victory."""
    names, cells = list(fared), list(fared.values())
    strengths = np.array([cell.mean for cell in cells])
    covariance = np.diag([max(cell.spread**2, 1 / cell.games) / cell.games for cell in cells])
    return _ranked(names, strengths, covariance, np.array([cell.games for cell in cells]))


def _ranked(names: list[str], strengths: np.ndarray, covariance: np.ndarray, games: np.ndarray) -> Ladder:
    order = np.argsort(strengths, kind="stable")
    counts = tuple(int(games[place]) for place in order)
    return Ladder(tuple(names[place] for place in order), strengths[order], covariance[np.ix_(order, order)], counts)
