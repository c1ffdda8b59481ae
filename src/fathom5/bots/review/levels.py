"""A word for how somebody has played: the bot whose errors are most alike, from games of these bots in the arena."""

import json
from functools import cache
from importlib.resources import files
from math import log, sqrt
from typing import Any

from fathom5.bots.levels import LEVELS

FEW = 8  # decisions after which nothing can be said
FLOOR = 1e-4  # of a victory for each decision: less is as good as nothing


def level(game: str, decisions: int, errors: float) -> str | None:
    """The level whose errors for each decision are nearest, as a ratio; the weakest of those that cannot be told apart.

    Nothing is said where too little was decided, where the weakest might have done as well by luck, or where no such
    games have been reviewed.
    """
    found = measured().get(game, {})
    known = rates(found)
    if decisions < FEW or not known:
        return None
    own, weakest = log(FLOOR + errors / decisions), next(iter(known))
    nearest = min(known, key=lambda name: abs(log(FLOOR + known[name]) - own))
    if known[nearest] < known[weakest] and errors >= lucky(found[weakest], known[weakest], decisions):
        return None
    return nearest


def lucky(found: dict[str, Any], rate: float, decisions: int) -> float:
    """How few errors such a player may have by luck: one standard deviation less than expected."""
    spread = found["standard_error"] * sqrt(found["decisions"])  # of the errors of one decision, as games tell it
    return rate * decisions - spread * sqrt(decisions)


def rates(found: dict[str, dict[str, Any]]) -> dict[str, float]:
    """Errors for each decision, from the weakest level on.

    Who plays better does not make more errors: where few games say otherwise, neighbours are counted as one.
    """
    pools: list[tuple[list[str], float, int]] = []  # names, errors in all, decisions
    for name in filter(found.__contains__, LEVELS):
        names, count = [name], found[name]["decisions"]
        total = found[name]["errors_per_decision"] * count
        while pools and pools[-1][1] * count < total * pools[-1][2]:
            weaker, more, others = pools.pop()
            names, total, count = weaker + names, total + more, count + others
        pools.append((names, total, count))
    return {name: total / max(1, count) for names, total, count in pools for name in names}


@cache
def measured() -> dict[str, dict[str, dict[str, Any]]]:
    """By game and bot: errors for each decision, a standard error, and of how many games (docs/review.md)."""
    return json.loads(files(__package__).joinpath("levels.json").read_text("utf8"))
