"""What the rows say, as facts that can be told: each found by looking, none written by hand."""

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from fathom5.kernel.options import Value
from fathom5.lab import ladder
from fathom5.lab.looking import Looking, estimated, pooled
from fathom5.lab.plan import MATTER
from fathom5.lab.summary import OPEN, Cell, Estimate, Summary, score_for, wilson
from fathom5.lab.tongues import Tongue, capital

MOST_FACTS = 16
MOST_PAIRS = 3  # that are told


class Fact(NamedTuple):
    """A sentence, how far it is from chance, and whether that is far enough."""

    text: str
    strength: float  # standard errors from what chance alone would give
    is_clear: bool


def facts(found: Summary, tongue: Tongue) -> list[Fact]:
    """Everything that can be said: who wins, what happens how often, what changes; of each kind the surest first."""
    look = Looking(found)
    kinds = (_of_order, _of_ladder, _of_pairs, _of_players, _of_events, _of_words, _of_matter, _of_trends)
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


def _of_ladder(look: Looking, tongue: Tongue) -> Iterator[Fact]:
    """How many contenders are clearly apart, and how far the best is from the worst."""
    found = look.ladder()
    if found is None:
        return
    names = [look.cited(name, tongue) for name in found.names]
    rungs = [look.cited(name, tongue) for name in found.rungs]
    if len(rungs) == 1:
        yield Fact(tongue.say("unclear.ladder", names=tongue.listed(names)), 0.0, False)
        return
    yield Fact(tongue.say("fact.ladder", count=len(rungs), of=len(names), names=" < ".join(rungs)), len(rungs), True)
    if look.duels():
        lead = found.lead(found.names[-1], found.names[0])
        steps = {name: tongue.number(value / ladder.STEP, 1) for name, value in zip(("steps", "low", "high"), lead[:3])}
        yield Fact(tongue.say("fact.steps", worst=names[0], best=names[-1], **steps), 1.0, True)


def _of_pairs(look: Looking, tongue: Tongue) -> Iterator[Fact]:
    """The most one-sided duels, if many are set against each other."""
    met = look.duels()
    if len(met) < 3:
        return
    shares = {pair: cell.estimate(len(met), is_share=True) for pair, cell in met.items()}
    clear = [pair for pair, share in shares.items() if share.is_clear_of(0.5)]
    for pair in sorted(clear, key=lambda pair: -abs(shares[pair].mean - 0.5))[:MOST_PAIRS]:
        share, (one, other) = shares[pair], pair
        if share.mean < 0.5:
            share, one, other = Estimate(1 - share.mean, 1 - share.high, 1 - share.low, share.games), other, one
        told = {"player": look.cited(one, tongue), "other": look.cited(other, tongue)}
        said = {name: tongue.percent(value) for name, value in zip(("share", "low", "high"), share[:3])}
        yield Fact(tongue.say("fact.pair", **told, **said), share.mean, True)


def _of_matter(look: Looking, tongue: Tongue) -> Iterator[Fact]:
    """How many decisions matter, over all points."""
    cells = [cell for point in look.found.points if (cell := look.found.cell(point, MATTER))]
    if not cells:
        return
    found = pooled(cells).estimate(is_share=True)
    unsure = pooled([cell for point in look.found.points if (cell := look.found.cell(point, OPEN))])
    said = {name: tongue.percent(value) for name, value in zip(("share", "low", "high"), found[:3])}
    bound = tongue.percent(look.study.better_by)
    yield Fact(tongue.say("fact.matter", **said, bound=bound, open=tongue.percent(unsure.mean)), 1.0, True)


def _of_words(look: Looking, tongue: Tongue) -> Iterator[Fact]:
    """Where all win together: what each word of a list that varies does to the victory."""
    listed = [name for name in look.options if look.win_together and name != look.contested]
    for option in listed:
        pairs = look.with_and_without(option)
        same = []
        for word, (having, lacking) in pairs.items():
            named, z = tongue.word(option, word), score_for(len(pairs))
            error = sqrt(having.spread**2 / having.games + lacking.spread**2 / lacking.games)
            if abs(having.mean - lacking.mean) <= z * error:
                same.append(named)
                continue
            one, other = (cell.estimate(2 * len(pairs), is_share=True) for cell in (having, lacking))
            said = {name: tongue.percent(value) for name, value in zip(("share", "low", "high"), one[:3])}
            said |= {name: tongue.percent(value) for name, value in zip(("other", "low2", "high2"), other[:3])}
            strength = abs(having.mean - lacking.mean) / error
            yield Fact(tongue.say("fact.word", word=named, option=tongue.option(option), **said), strength, True)
        if same:
            said = {"option": tongue.option(option), "words": tongue.listed(same)}
            yield Fact(tongue.say("unclear.word", **said), 0.0, False)


def _of_players(look: Looking, tongue: Tongue) -> Iterator[Fact]:
    fared = look.by_player()
    key = "fact.player" if look.duels() or not look.win_together else "fact.alone"
    average = sum(cell.mean for cell in fared.values()) / max(1, len(fared))
    for name, cell in fared.items():
        share, strength = estimated(cell, "share_", len(fared)), _strength(cell, average)
        said = {"player": look.cited(name, tongue), "share": tongue.percent(share.mean)}
        if share.is_clear_of(average):
            between = {"low": tongue.percent(share.low), "high": tongue.percent(share.high)}
            yield Fact(tongue.say(key, **said, **between), strength, True)
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


def _change(look: Looking, measure: str, option: str, z: float) -> tuple[Known, Known, float] | None:
    """Between the ends of an option with an order, else between where the measure is lowest and highest."""
    cells = list(look.along(measure, option).items())
    if len(cells) < 2:
        return None
    if option not in look.numeric:
        return _clear_change(_extremes(cells), z)
    cells.sort(key=lambda item: item[0])
    return _clear_change([cells[0], cells[-1]], z) or _clear_change(_extremes(cells), z)


def _of_trends(look: Looking, tongue: Tongue) -> Iterator[Fact]:
    """What an option changes, between its ends or, where these are alike, its extremes; and what it does not."""
    options = [option for option in look.options if option != look.contested]
    pairs = [(measure, option) for option in options for measure in look.measures]
    same: dict[str, list[str]] = {option: [] for option in options}
    looked_at = sum(len(look.study.axes[option]) * (len(look.study.axes[option]) - 1) // 2 for _, option in pairs)
    z = score_for(max(1, looked_at))  # any two values might have been the extremes
    for measure, option in pairs:
        found = _change(look, measure, option, z)
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
                low=tongue.choice(option, low),
                high=tongue.choice(option, high),
                change=tongue.signed(measure, change),
                least=tongue.signed(measure, change - z * error),
                greatest=tongue.signed(measure, change + z * error),
            ),
            abs(change) / error,
            True,
        )
    for option, measures in same.items():
        if measures and option not in look.numeric:
            said = {"option": tongue.option(option), "measures": tongue.listed(measures)}
            yield Fact(tongue.say("unclear.kind", **said), 0.0, False)
        elif measures:
            ends = sorted(value for value in look.study.axes[option] if type(value) is int)
            between = {"option": tongue.option(option), "low": ends[0], "high": ends[-1]}
            yield Fact(tongue.say("unclear.trend", **between, measures=tongue.listed(measures)), 0.0, False)
