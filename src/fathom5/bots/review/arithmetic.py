"""Luck and skill, so that they add up: start + luck + skill + what was learnt = result, for every seat.

The value of a position on the path is defined by what comes after it, backwards from the result. At chance it is the
mean by odds of what came and of what else could have come; at a decision it is the value after the best move. Only what
was not played is estimated, so the same number stands on both sides of every step.
"""

from typing import NamedTuple

import numpy as np

from fathom5.bots.review.positions import Choice
from fathom5.bots.review.samples import Value


class Change(NamedTuple):
    """Why a value changed, by seat."""

    before: Value
    luck: np.ndarray
    skill: np.ndarray  # an error of who moved is negative; what it gave to others is theirs
    learnt: np.ndarray  # what came out, or what somebody else did in secret


def settled(result: np.ndarray) -> Value:
    """At the end nothing is uncertain."""
    return Value(result, np.zeros(len(result)))


def unchanged(after: Value) -> Change:
    """What had to happen has changed nothing."""
    nothing = np.zeros(len(after.share))
    return Change(after, nothing, nothing, nothing)


def after_chance(after: Value, odds: float, others: Value) -> Change:
    """Chance took something that had these odds."""
    share = odds * after.share + (1 - odds) * others.share
    variance = odds**2 * after.variance + (1 - odds) ** 2 * others.variance
    nothing = np.zeros(len(share))
    return Change(Value(share, variance), after.share - share, nothing, nothing)


def after_decision(after: Value, choice: Choice, owed: np.ndarray | None = None) -> Change:
    """Somebody chose; the values before are those after the best move, as far as they can be: shares end at 0 and 1.

    What is owed is part of the values after already: what the same player's next decisions, in the same go, are known
    to have missed. A chance that was missed twice is one chance, and is lost when it is missed for the last time.
    """
    more = choice.duel.mean if owed is None else choice.duel.mean - owed
    if not choice.is_mistake or more[choice.seat] <= 0:
        return unchanged(after)
    better = more * room(after.share, more)
    nothing = np.zeros(len(better))
    before = Value(after.share + better, after.variance + choice.duel.variance)
    return Change(before, nothing, after.share - before.share, nothing)


def room(share: np.ndarray, more: np.ndarray) -> float:
    """How much of this can be added to shares before one of them passes 0 or 1."""
    limits = np.where(more > 0, 1 - share, share)
    needed = np.abs(more)
    tight = needed > limits
    return float(np.min(limits[tight] / needed[tight])) if tight.any() else 1.0


def informed(change: Change, after: Value, unsure: dict[int, Value], heard: tuple[int, ...]) -> Change:
    """The same for seats that did not know all: they expected what could be expected from their view.

    What chance did is luck to those who heard of it; all else that their expectation changed by has been learnt.
    """
    if not unsure:
        return change
    share, variance = change.before.share.copy(), change.before.variance.copy()
    luck, learnt = change.luck.copy(), change.learnt.copy()
    for seat, found in unsure.items():
        share[seat], variance[seat] = found.share[seat], found.variance[seat]
        moved = after.share[seat] - share[seat]
        luck[seat] = moved if seat in heard else 0.0
        learnt[seat] = moved - luck[seat] - change.skill[seat]
    return Change(Value(share, variance), luck, change.skill, learnt)
