"""Who is how much better: means with 95 % intervals, differences on the same deals, and ratings."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from fathom5.bots.results import Row

Z = 1.959964  # standard errors to either side: 95 %


class Estimate(NamedTuple):
    """A mean, and between what it lies with 95 % confidence."""

    mean: float
    low: float
    high: float


class Standing(NamedTuple):
    """How a bot fared."""

    bot: str
    games: int
    share: Estimate  # of the victory
    points: Estimate
    rating: float  # OpenSkill's mean, less three standard deviations
    seconds: float  # a decision


class Difference(NamedTuple):
    """How much more one bot had than another, on the same deals."""

    bot: str
    other: str
    share: Estimate
    points: Estimate


def standings(rows: list[Row]) -> list[Standing]:
    """The bots, the best first."""
    rated = ratings(rows)
    found = [_standing(bot, [row for row in rows if row.bot == bot], rating) for bot, rating in rated.items()]
    return sorted(found, key=lambda standing: -standing.share.mean)


def _standing(bot: str, rows: list[Row], rating: float) -> Standing:
    seconds = sum(row.seconds for row in rows) / max(1, sum(row.decisions for row in rows))
    share, points = proportion([row.share for row in rows]), mean(by_deal(rows, "points").values())
    return Standing(bot, len({row.game for row in rows}), share, points, rating, seconds)


def differences(rows: list[Row]) -> list[Difference]:
    """Each pair of bots that played the same deals, the better first."""
    ranked = [standing.bot for standing in standings(rows)]
    own = {bot: [row for row in rows if row.bot == bot] for bot in ranked}
    pairs = [(bot, other) for bot, other in combinations(ranked, 2) if ahead(own[bot], own[other], "share")]
    return [
        Difference(bot, other, *(mean(ahead(own[bot], own[other], what)) for what in ("share", "points")))
        for bot, other in pairs
    ]


def told(rows: list[Row]) -> str:
    """Standings and differences for people to read."""
    head = ("bot", "games", "wins", "95 %", "points", "95 %", "rating", "ms a move")
    lines = [head, *map(_line, standings(rows))]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    return "\n".join([*table, "", *map(_sentence, differences(rows))])


def _line(standing: Standing) -> tuple[str, ...]:
    bot, games, share, points, rating, seconds = standing
    wins, between = f"{share.mean:.1%}", f"{share.low:.1%} to {share.high:.1%}"
    scored, among = f"{points.mean:.1f}", f"{points.low:.1f} to {points.high:.1f}"
    return (bot, str(games), wins, between, scored, among, f"{rating:.1f}", f"{1000 * seconds:.1f}")


def _sentence(difference: Difference) -> str:
    bot, other, share, points = difference
    wins = f"{share.mean:+.1%} wins ({share.low:+.1%} to {share.high:+.1%})"
    return f"{bot} over {other}: {wins}, {points.mean:+.1f} points ({points.low:+.1f} to {points.high:+.1f})"


# Estimates.


def proportion(shares: list[float]) -> Estimate:
    """By Wilson; that deals are paired can only make it more certain."""
    n, p = len(shares), float(np.mean(shares))
    centre, spread = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return Estimate(p, (centre - spread) / (1 + Z * Z / n), (centre + spread) / (1 + Z * Z / n))


def mean(values: Iterable[float]) -> Estimate:
    """Of values that are independent of one another, one for each deal."""
    deals = np.array(list(values))
    centre = float(deals.mean())
    spread = Z * float(deals.std(ddof=1)) / sqrt(len(deals)) if len(deals) > 1 else np.inf
    return Estimate(centre, centre - spread, centre + spread)


def by_deal(rows: list[Row], what: str) -> dict[int, float]:
    """The mean of a column for each deal."""
    deals: dict[int, list[float]] = defaultdict(list)
    for row in rows:
        deals[row.deal].append(getattr(row, what))
    return {deal: float(np.mean(values)) for deal, values in deals.items()}


def ahead(rows: list[Row], others: list[Row], what: str) -> list[float]:
    """How much more a bot had of something than another, deal by deal."""
    own, theirs = by_deal(rows, what), by_deal(others, what)
    return [own[deal] - theirs[deal] for deal in own.keys() & theirs.keys()]


def is_clear_of(bar: float, rows: list[Row], bot: str) -> bool:
    """Whether a bot's share of the victory is certainly above the bar, or below it."""
    _, low, high = proportion([row.share for row in rows if row.bot == bot])
    return low > bar or high < bar


# Ratings.


def ratings(rows: list[Row]) -> dict[str, float]:
    """OpenSkill's ordinals, by the games in their order; bots that play alone are rated against one another."""
    model = _model()
    known: dict[str, Any] = {}
    for contest in contests(rows):
        teams = [[known.setdefault(bot, model.rating())] for bot in contest]
        if len(teams) > 1:
            rated = model.rate(teams, scores=list(contest.values()))
            known |= {bot: team[0] for bot, team in zip(contest, rated, strict=True)}
    return {bot: rating.ordinal() for bot, rating in known.items()}


def contests(rows: list[Row]) -> list[dict[str, float]]:
    """The mean share of each bot, game by game; deal by deal where everybody plays alone."""
    alone = all(row.seat == 0 for row in rows)
    found: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in sorted(rows):
        found[row.deal if alone else row.game][row.bot].append(row.share)
    return [{bot: float(np.mean(shares)) for bot, shares in bots.items()} for bots in found.values()]


def _model() -> Any:
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise ValueError("for ratings, install openskill: pip install 'fathom5[arena]'") from None
    return PlackettLuce()
