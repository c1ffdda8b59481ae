"""A word for how somebody has played: the bot whose errors are most alike, from games of these bots in the arena."""

import json
from functools import cache
from importlib.resources import files
from math import log, sqrt
from typing import Any, NamedTuple

from fathom5.bots.levels import LEVELS

FEW = 8  # decisions after which nothing can be said


class Measure(NamedTuple):
    """What errors are divided by, with the names that this has in `levels.json`."""

    rate: str
    weight: str
    floor: float  # a rate below which errors are as good as none


BY_DECISION = Measure("errors_per_decision", "decisions", 1e-4)
BY_STAKE = Measure("errors_per_stake", "stake", 1e-2)  # what moves picked blindly would have cost


def measure(game: str) -> Measure:
    """By what the levels of a game are told apart: by what its games were measured; docs/review.md says why."""
    found = measured().get(game, {}).values()
    return BY_STAKE if any(BY_STAKE.rate in bot for bot in found) else BY_DECISION


def level(game: str, decisions: int, errors: float, stake: float | None = None) -> str | None:
    """The level whose errors are nearest, as a ratio; the weakest of those that cannot be told apart.

    Nothing is said where too little was decided or at stake, where the weakest might have done as well by luck, or
    where no such games have been reviewed.
    """
    found, how = measured().get(game, {}), measure(game)
    known = rates(found, how)
    weight = decisions if how is BY_DECISION else stake or 0.0
    if decisions < FEW or not known or weight <= 0:
        return None
    own, weakest = log(how.floor + errors / weight), next(iter(known))
    nearest = min(known, key=lambda name: abs(log(how.floor + known[name]) - own))
    if known[nearest] < known[weakest] and errors >= lucky(found[weakest], known[weakest], weight, how):
        return None
    return nearest


def lucky(found: dict[str, Any], rate: float, weight: float, how: Measure = BY_DECISION) -> float:
    """How few errors such a player may have by luck: one standard deviation less than expected."""
    spread = found["standard_error"] * sqrt(found[how.weight])  # of the errors of one decision, as games tell it
    return rate * weight - spread * sqrt(weight)


def rates(found: dict[str, dict[str, Any]], how: Measure = BY_DECISION) -> dict[str, float]:
    """Errors for each decision, or for what was at stake, from the weakest level on.

    Who plays better does not make more errors: where few games say otherwise, neighbours are counted as one.
    """
    pools: list[tuple[list[str], float, float]] = []  # names, errors in all, and what they are divided by
    for name in filter(found.__contains__, LEVELS):
        names, weight = [name], found[name][how.weight]
        total = found[name][how.rate] * weight
        while pools and pools[-1][1] * weight < total * pools[-1][2]:
            weaker, more, others = pools.pop()
            names, total, weight = weaker + names, total + more, weight + others
        pools.append((names, total, weight))
    return {name: total / weight if weight else 0.0 for names, total, weight in pools for name in names}


@cache
def measured() -> dict[str, dict[str, dict[str, Any]]]:
    """By game and bot: errors by its measure, a standard error, and of how many games (docs/review.md)."""
    return json.loads(files(__package__).joinpath("levels.json").read_text("utf8"))
