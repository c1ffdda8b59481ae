"""What the rows say, as facts that can be told: each found by looking, none written by hand."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from fathom5.kernel.options import Value
from fathom5.lab.summary import Cell, Estimate, Summary, is_share, score_for, wilson
from fathom5.lab.tongues import Tongue, capital

MOST_FACTS = 12


class Fact(NamedTuple):
    """A sentence, how far it is from chance, and whether that is far enough."""

    text: str
    strength: float  # standard errors from what chance alone would give
    is_clear: bool


def pooled(cells: Sequence[Cell]) -> Cell:
    """Several points as one, each counting the same: their mean, and a spread that gives its standard error."""
    games = sum(cell.games for cell in cells)
    mean = sum(cell.mean for cell in cells) / len(cells)
    error = sqrt(sum(cell.spread**2 / cell.games for cell in cells)) / len(cells)
    return Cell(games, mean, error * sqrt(games))


def estimated(cell: Cell, measure: str, family: int) -> Estimate:
    return cell.estimate(family, is_share(measure))


class Looking:
    """A summary, looked at along its options."""

    def __init__(self, found: Summary) -> None:
        self.found, self.study = found, found.study

    @property
    def measures(self) -> list[str]:
        """What is shown: events first, then what is counted; what never changes says nothing."""
        names = [*(f"event:{name}" for name in self.study.events), "decisions", *self.study.measured]
        return [name for name in dict.fromkeys(names) if self._varies(name)]

    def _varies(self, measure: str) -> bool:
        cells = [cell for (_, name), cell in self.found.cells.items() if name == measure]
        return any(cell.spread > 0 or cell.mean != cells[0].mean for cell in cells)

    @property
    def options(self) -> list[str]:
        return [name for name in self.study.varied if name != "players_seated"]

    @property
    def numeric(self) -> list[str]:
        """Options whose values have an order."""
        return [name for name in self.options if all(type(value) is int for value in self.study.axes[name])]

    def along(self, measure: str, *options: str) -> dict[tuple[Value, ...], Cell]:
        """The measure for each combination of these options' values, all others averaged."""
        groups: dict[tuple[Value, ...], list[Cell]] = {}
        for point in self.found.points:
            if cell := self.found.cell(point, measure):
                key = tuple(self.study.points[point].options[name] for name in options)
                groups.setdefault(key, []).append(cell)
        return {key: pooled(cells) for key, cells in groups.items()}

    def turn_order(self) -> dict[tuple[int, int], Cell]:
        """The share of each place in the turn order, by number of players; nothing where all win together."""
        by_place = {
            (int(str(players)), place): cell
            for place in range(6)
            for (players,), cell in self.along(f"order_{place}", "players").items()
        }
        counts = {players for players, _ in by_place}
        fair = [n for n in counts if abs(sum(cell.mean for (m, _), cell in by_place.items() if m == n) - 1) < 0.01]
        return {key: by_place[key] for key in sorted(by_place) if key[0] in fair}

    def contenders(self) -> dict[int, tuple[str, ...]]:
        """Who is set against whom at each point: players that are paired, or words of an option, one for each seat."""
        points = [self.study.points[number] for number in self.found.points]
        if self.study.pairings:
            return {point.number: point.players for point in points}
        for name in self.options:
            values = [point.options[name] for point in points]
            if all(isinstance(value, tuple) and len(value) == len(points[0].players) for value in values):
                return {point.number: tuple(map(str, point.options[name])) for point in points}  # type: ignore[arg-type]  # tuples
        return {}

    def by_player(self) -> dict[str, Cell]:
        """How each of the contenders fares over all line-ups."""
        fared: dict[str, list[Cell]] = {}
        for point, contenders in self.contenders().items():
            for seat, name in enumerate(contenders):
                fared.setdefault(name, []).append(self.found.cells[point, f"share_{seat}"])
        return {name: pooled(cells) for name, cells in fared.items()}


def facts(found: Summary, tongue: Tongue) -> list[Fact]:
    """Everything that can be said: who wins, what happens how often, what changes; of each kind the surest first."""
    look = Looking(found)
    kinds = (_of_order, _of_players, _of_events, _of_trends)
    return [fact for kind in kinds for fact in sorted(kind(look, tongue), key=lambda fact: -fact.strength)]


def _of_order(look: Looking, tongue: Tongue) -> Iterator[Fact]:
    """For each number of players the place that is farthest from an equal share."""
    shares = look.turn_order()
    for count in dict.fromkeys(players for players, _ in shares):
        places = {place: cell for (players, place), cell in shares.items() if players == count}
        equal = 1 / count
        place = max(places, key=lambda place: round(_strength(places[place], equal), 6))  # of two alike, the first
        share, strength = estimated(places[place], "share_", len(shares)), _strength(places[place], equal)
        if not share.is_clear_of(equal):
            yield Fact(tongue.say("unclear.order", count=count, equal=tongue.percent(equal)), strength, False)
            continue
        yield Fact(
            tongue.say(
                "fact.order",
                count=count,
                place=tongue.ordinal(place),
                share=tongue.percent(share.mean),
                low=tongue.percent(share.low),
                high=tongue.percent(share.high),
                more=tongue.say("more" if share.mean > equal else "less"),
                equal=tongue.percent(equal),
            ),
            strength,
            True,
        )


def _strength(cell: Cell, value: float) -> float:
    error = cell.spread / sqrt(cell.games)
    return abs(cell.mean - value) / error if error else 0.0


def _of_players(look: Looking, tongue: Tongue) -> Iterator[Fact]:
    fared = look.by_player()
    average = sum(cell.mean for cell in fared.values()) / max(1, len(fared))
    for name, cell in fared.items():
        share, strength = estimated(cell, "share_", len(fared)), _strength(cell, average)
        said = {"player": name, "share": tongue.percent(share.mean)}
        if share.is_clear_of(average):
            between = {"low": tongue.percent(share.low), "high": tongue.percent(share.high)}
            yield Fact(tongue.say("fact.player", **said, **between), strength, True)
        else:
            yield Fact(tongue.say("unclear.player", **said), strength, False)


def _of_events(look: Looking, tongue: Tongue) -> Iterator[Fact]:
    """For each event and each option with an order, the value that divides the games best."""
    events = {f"event:{name}": tongue.event(name) for name in look.study.events}
    events |= {f"zero:{name}": tongue.say("zero", measure=tongue.measure(name)) for name in look.study.measured}
    cuts = [(event, option) for event in events for option in look.numeric]
    told = set()
    for event, option in cuts:
        cells = {key[0]: cell for key, cell in sorted(look.along(event, option).items(), key=lambda item: item[0])}
        found = _best_cut(cells, len(cuts) * max(1, len(cells) - 1))
        if found and (option, *found) not in told:  # an event may say in words that a count is zero
            told.add((option, *found))
            value, below, above, strength = found
            yield Fact(
                tongue.say(
                    "fact.event",
                    option=tongue.option(option),
                    value=value,
                    event=events[event],
                    share=tongue.percent(below.mean),
                    low=tongue.percent(below.low),
                    high=tongue.percent(below.high),
                    other=tongue.percent(above.mean),
                    low2=tongue.percent(above.low),
                    high2=tongue.percent(above.high),
                ),
                strength,
                True,
            )


def _best_cut(cells: dict[Value, Cell], family: int) -> tuple[Value, Estimate, Estimate, float] | None:
    """Where what is below differs most from what is above; None if nowhere clearly."""
    values, z, best = list(cells), score_for(family), None
    for place in range(1, len(values)):
        low, high = (
            pooled([cells[value] for value in values[:place]]),
            pooled([cells[value] for value in values[place:]]),
        )
        below, above = wilson(low.mean, low.games, z), wilson(high.mean, high.games, z)
        error = sqrt(low.spread**2 / low.games + high.spread**2 / high.games)
        is_clear = below.low > above.high or below.high < above.low
        gap = abs(low.mean - high.mean)
        if is_clear and error and gap > 0.05 and (best is None or gap > best[0]):
            best = gap, (values[place - 1], below, above, gap / error)
    return best[1] if best else None


Known = tuple[tuple[Value, ...], Cell]


def _extremes(cells: list[Known]) -> list[Known]:
    """Where the mean is lowest and where it is highest, in the order of the option."""
    means = [cell.mean for _, cell in cells]
    return [cells[place] for place in sorted((means.index(min(means)), means.index(max(means))))]


def _clear_change(ends: list[Known], z: float) -> tuple[Known, Known, float] | None:
    """The two with the standard error of their difference, if that is clear of chance."""
    first, last = ends
    error = sqrt(first[1].spread ** 2 / first[1].games + last[1].spread ** 2 / last[1].games)
    return (first, last, error) if error and abs(last[1].mean - first[1].mean) > z * error else None


def _of_trends(look: Looking, tongue: Tongue) -> Iterator[Fact]:
    """What an option changes, between its ends or, where these are alike, its extremes; and what it does not."""
    pairs = [(measure, option) for option in look.numeric for measure in look.measures]
    same: dict[str, list[str]] = {option: [] for option in look.numeric}
    looked_at = sum(len(look.study.axes[option]) * (len(look.study.axes[option]) - 1) // 2 for _, option in pairs)
    z = score_for(max(1, looked_at))  # any two values might have been the extremes
    for measure, option in pairs:
        cells = sorted(look.along(measure, option).items(), key=lambda item: item[0])
        found = _clear_change([cells[0], cells[-1]], z) or _clear_change(_extremes(cells), z)
        if not found:
            same[option].append(tongue.measure(measure))
            continue
        ((low,), first), ((high,), last), error = found
        change = last.mean - first.mean
        yield Fact(
            tongue.say(
                "fact.trend",
                measure=capital(tongue.measure(measure)),
                option=tongue.option(option),
                first=tongue.value(measure, first.mean),
                last=tongue.value(measure, last.mean),
                low=low,
                high=high,
                change=tongue.signed(measure, change),
                least=tongue.signed(measure, change - z * error),
                greatest=tongue.signed(measure, change + z * error),
            ),
            abs(change) / error,
            True,
        )
    for option, measures in same.items():
        if measures:
            ends = sorted(value for value in look.study.axes[option] if type(value) is int)
            said = {"option": tongue.option(option), "low": ends[0], "high": ends[-1]}
            yield Fact(tongue.say("unclear.trend", **said, measures=tongue.listed(measures)), 0.0, False)
