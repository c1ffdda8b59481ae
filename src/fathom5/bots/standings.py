"""Who is how much better: means with 95 % intervals, differences on the same deals, and ratings."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from fathom5.bots import sequential
from fathom5.bots.results import Row

Z = 1.959964  # standard errors to either side: 95 %
TOLERATED = 0.01  # of a player's moves may have been made for it


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
    faults: int  # decisions that were made for it, since its player had no answer that could be played
    faulty: float  # their share of all its decisions

    @property
    def is_marked(self) -> bool:
        """Too many of its moves were not its own: the result says little of it."""
        return self.faulty > TOLERATED


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
    decisions, faults = max(1, sum(row.decisions for row in rows)), sum(row.faults for row in rows)
    seconds = sum(row.seconds for row in rows) / decisions
    share, points = proportion([row.share for row in rows]), mean(by_deal(rows, "points").values())
    return Standing(bot, len({row.game for row in rows}), share, points, rating, seconds, faults, faults / decisions)


def differences(rows: list[Row]) -> list[Difference]:
    """Each pair of bots that played together, the better first; bots that play alone had the same deals."""
    ranked = [standing.bot for standing in standings(rows)]
    return [found for bot, other in combinations(ranked, 2) if (found := difference(rows, bot, other))]


def difference(rows: list[Row], bot: str, other: str) -> Difference | None:
    """How much more one had than the other in the games in which both sat."""
    own, theirs = together(rows, bot, other)
    shares, points = ahead(own, theirs, "share"), ahead(own, theirs, "points")
    if not shares:
        return None
    return Difference(bot, other, within(mean(shares), -1.0, 1.0), mean(points))


def together(rows: list[Row], bot: str, other: str) -> tuple[list[Row], list[Row]]:
    """The rows of either in the games that they played together; all, where everybody plays alone."""
    own, theirs = ([row for row in rows if row.bot == name] for name in (bot, other))
    if all(row.seat == 0 for row in rows):
        return own, theirs
    common = {row.game for row in own} & {row.game for row in theirs}
    return [row for row in own if row.game in common], [row for row in theirs if row.game in common]


def told(rows: list[Row]) -> str:
    """Standings and differences for people to read."""
    head = ("bot", "games", "wins", "95 %", "points", "95 %", "rating", "ms a move")
    ranked = standings(rows)
    lines = [head, *map(_line, ranked)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    return "\n".join([*table, *map(_warning, filter(_is_faulty, ranked)), "", *map(_sentence, differences(rows))])


def _is_faulty(standing: Standing) -> bool:
    return standing.faults > 0


def _warning(standing: Standing) -> str:
    """How many moves were not the player's own."""
    said = f"{standing.faults} of {standing.bot}'s moves ({standing.faulty:.1%}) were made for it by hints"
    return f"! {said}: its result does not count as its own." if standing.is_marked else f"  {said}."


def _line(standing: Standing) -> tuple[str, ...]:
    bot, games, share, points, rating, seconds, _, _ = standing
    wins, between = f"{share.mean:.1%}", f"{share.low:.1%} to {share.high:.1%}"
    scored, among = f"{points.mean:.1f}", _between(points, ".1f")
    bot += " !" if standing.is_marked else ""
    return (bot, str(games), wins, between, scored, among, f"{rating:.1f}", f"{1000 * seconds:.1f}")


def _sentence(difference: Difference) -> str:
    bot, other, share, points = difference
    wins = f"{share.mean:+.1%} wins ({share.low:+.1%} to {share.high:+.1%})"
    return f"{bot} over {other}: {wins}, {points.mean:+.1f} points ({_between(points, '+.1f')})"


def _between(points: Estimate, form: str) -> str:
    """One deal says nothing of how far others may lie from it."""
    return f"{points.low:{form}} to {points.high:{form}}" if np.isfinite(points.low) else "one deal"


# Estimates.


def proportion(shares: list[float]) -> Estimate:
    """By Wilson; that deals are paired can only make it more certain."""
    n, p = len(shares), float(np.mean(shares))
    centre, spread = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return within(Estimate(p, (centre - spread) / (1 + Z * Z / n), (centre + spread) / (1 + Z * Z / n)), 0.0, 1.0)


def mean(values: Iterable[float]) -> Estimate:
    """Of values that are independent of one another, one for each deal."""
    deals = np.array(list(values))
    centre = float(deals.mean())
    spread = Z * float(deals.std(ddof=1)) / sqrt(len(deals)) if len(deals) > 1 else np.inf
    return Estimate(centre, centre - spread, centre + spread)


def by_deal(rows: list[Row], what: str) -> dict[int, float]:
    """The mean of a column for each deal."""
    deals: dict[int, list[float]] = defaultdict(list)
    for row in sorted(rows):
        deals[row.deal].append(getattr(row, what))
    return {deal: float(np.mean(values)) for deal, values in deals.items()}


def within(estimate: Estimate, low: float, high: float) -> Estimate:
    """No more can be than there is."""
    mean = estimate.mean
    return Estimate(mean, max(low, min(mean, estimate.low)), min(high, max(mean, estimate.high)))


def ahead(rows: list[Row], others: list[Row], what: str) -> list[float]:
    """How much more a bot had of something than another, deal by deal."""
    own, theirs = by_deal(rows, what), by_deal(others, what)
    return [own[deal] - theirs[deal] for deal in sorted(own.keys() & theirs.keys())]


# Looking while it goes on: by whole deals in their order, since a long game is not to count less for being late.


def is_clear_of(bar: float, rows: list[Row], bot: str) -> bool:
    """Whether a bot's share of the victory is certainly not at the bar, however often one has looked."""
    return sequential.is_clear(by_deal([row for row in rows if row.bot == bot], "share").values(), bar)


def is_settled(rows: list[Row], bot: str, other: str) -> bool:
    """Whether one of two bots is certainly the better, however often one has looked."""
    return sequential.is_clear([(1 + lead) / 2 for lead in leads(rows, bot, other)], 0.5)


def leads(rows: list[Row], bot: str, other: str) -> list[float]:
    """How much more of the victory one had than the other, deal by deal in their order."""
    return ahead(*together(rows, bot, other), "share")


def verdict(rows: list[Row], bot: str, other: str) -> str:
    """Who is better, for people to read; what it says holds also if it was looked at after every deal."""
    found = leads(rows, bot, other)
    low, high = (2 * bound - 1 for bound in sequential.interval([(1 + lead) / 2 for lead in found]))
    said = f"{bot} over {other}: between {low:+.1%} and {high:+.1%} wins at every look"
    return f"{said}; settled after {len(found)} deals." if is_settled(rows, bot, other) else f"{said}; not settled."


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
