"""Charts as SVG, drawn by Vega-Lite through Altair.

Altair and its renderer vl-convert need neither a browser nor a network, draw in milliseconds, and let colours be the
names of the look's own, so that one picture serves light and dark; Matplotlib would need one for each.
"""

import re
from collections.abc import Callable
from functools import partial
from html import escape
from math import exp
from typing import Any, NamedTuple

from fathom5.kernel.options import Value
from fathom5.lab.looking import Looking, estimated, pooled
from fathom5.lab.summary import Cell, Estimate, is_share
from fathom5.lab.tongues import Tongue, capital
from fathom5.scene import SEAT_COLOURS, TOKENS

WIDTHS = {"wide": 620, "tall": 300}  # of the drawing, without its axes: on a desk, on a phone
NAMES = {"wide": 160, "tall": 110}  # room for words beside it
MARKS = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")  # a mark for each colour
LABEL, SHORT = {"wide": 230, "tall": 165}, 60  # the most room for a label; one that needs none of its own
LETTER, NARROWEST = 8, 12  # the width of a letter of it; of a column of a heat map
DEPTHS = tuple(TOKENS[f"depth-{depth}"][0] for depth in range(7))
MOST_CHARTS = 24
BARS = 30  # of a chart that shows how often each count comes up, at most
MOST_WORDS = 20  # values of an option that are words, in one chart
Rows = list[dict[str, Any]]


class Chart(NamedTuple):
    """A picture in two shapes, with its words and its figures."""

    name: str  # of its file
    title: str
    alternative: str  # for those who cannot see it
    pictures: dict[str, str]  # SVG by shape
    head: tuple[str, ...]
    figures: list[tuple[str, ...]]


def charts(look: Looking, tongue: Tongue) -> list[Chart]:
    """All that the summary has to show."""
    drawn = [*_of_order(look, tongue), *_of_seats(look, tongue), *_of_ladder(look, tongue), *_of_pairs(look, tongue)]
    for measure in look.measures:
        drawn += _of_measure(look, tongue, measure)
    return drawn[: MOST_CHARTS - len(look.found.lengths)] + _of_lengths(look, tongue)


def _of_order(look: Looking, tongue: Tongue) -> list[Chart]:
    """Who begins and who wins, for each number of players."""
    shares = look.turn_order()
    if not shares:
        return []
    rows = [
        _row(cell, "share_", len(shares), tongue, x=tongue.ordinal(place), group=str(players), equal=1 / players)
        for (players, place), cell in shares.items()
    ]
    title, axis = tongue.say("chart.order"), capital(tongue.say("place"))
    return [_dots("order", title, rows, axis, tongue.option("players"), tongue.say("share"), tongue, is_percent=True)]


def _of_seats(look: Looking, tongue: Tongue) -> list[Chart]:
    """How each seat fares, where others sit in each."""
    found = look.by_seat()
    if not found:
        return []
    players = look.study.points[look.found.points[0]].players
    rows = [
        _row(cell, "share_", len(found), tongue, x=f"{tongue.say('seat', number=seat + 1)}, {players[seat]}", group="")
        for (_, seat), cell in found.items()
    ]
    return [_ranks("seats", tongue.say("chart.seats"), rows, tongue.say("share"), tongue, is_percent=True)]


def _of_ladder(look: Looking, tongue: Tongue) -> list[Chart]:
    """The contenders from the strongest on: how likely each is to win against an average one, or what it wins alone."""
    found = look.ladder()
    if found is None:
        return []
    is_alone = not look.duels()
    rows = []
    for name in reversed(found.names):
        strength = found.estimate(name)
        share = strength if is_alone else _as_share(strength)
        rows.append(_told(share, "share_", tongue, x=look.called(name, tongue), group=""))
    title = tongue.say("chart.alone" if is_alone else "chart.ladder")
    return [_ranks("ladder", title, rows, tongue.say("share"), tongue, is_percent=True)]


def _as_share(strength: Estimate) -> Estimate:
    """How likely such a strength wins against an average one."""
    mean, low, high = (1 / (1 + exp(-value)) for value in strength[:3])
    return Estimate(mean, low, high, strength.games)


def _of_pairs(look: Looking, tongue: Tongue) -> list[Chart]:
    """Each against each other: the first seat's share."""
    contenders = look.contenders()
    if not contenders or any(len(names) != 2 for names in contenders.values()):
        return []
    cells: dict[tuple[Value, ...], list[Cell]] = {}
    for point, names in contenders.items():
        cells.setdefault(names, []).append(look.found.cells[point, "share_0"])
    pairs = {key: pooled(found) for key, found in cells.items()}
    words = tongue.say("against"), tongue.say("row")
    spoken = (lambda name: look.called(name, tongue),) * 2
    return [_heat("pairs", tongue.say("chart.pairs"), "share_", pairs, words, spoken, tongue)]


def _of_measure(look: Looking, tongue: Tongue, measure: str) -> list[Chart]:
    """Heat maps over the first two options that vary, lines over each other one; one bar if nothing varies."""
    options, name = [option for option in look.options if option != look.contested], measure.replace(":", "-")
    if len(options) >= 2:
        first, second = options[:2]
        words = tongue.option(first), tongue.option(second)
        title = tongue.say("chart.heat", measure=capital(tongue.measure(measure)), option=words[0], other=words[1])
        cells = look.along(measure, first, second)
        spoken = partial(tongue.choice, first), partial(tongue.choice, second)
        drawn = [_heat(f"{name}-{first}-{second}", title, measure, cells, words, spoken, tongue)]
        return drawn + [_line(look, tongue, measure, option) for option in options[2:] if _has_room(look, option)]
    return [_line(look, tongue, measure, option) for option in options if _has_room(look, option)]


def _has_room(look: Looking, option: str) -> bool:
    return option in look.numeric or len(look.study.axes[option]) <= MOST_WORDS


def _of_lengths(look: Looking, tongue: Tongue) -> list[Chart]:
    """How long games are, all points together."""
    return [
        _bars(f"length-{name}", tongue.say("chart.length", measure=tongue.measure(name)), name, counts, tongue)
        for name, counts in look.found.lengths.items()
        if len(counts) > 1
    ]


def _line(look: Looking, tongue: Tongue, measure: str, option: str) -> Chart:
    """One measure over one option, in the order of its values; words stand in rows, where they have room."""
    cells = look.along(measure, option)
    rows = [
        _row(cell, measure, len(cells), tongue, x=tongue.choice(option, value), group="")
        for (value,), cell in _sorted(cells)
    ]
    title = tongue.say("chart.line", measure=capital(tongue.measure(measure)), option=tongue.option(option))
    name = f"{measure.replace(':', '-')}-{option}"
    axis, is_percent = capital(tongue.option(option)), is_share(measure)
    if option not in look.numeric:
        return _ranks(name, title, rows, tongue.measure(measure), tongue, is_percent, axis)
    return _dots(name, title, rows, axis, "", tongue.measure(measure), tongue, is_percent, is_line=True)


def _sorted(cells: dict[tuple[Value, ...], Cell]) -> list[tuple[tuple[Value, ...], Cell]]:
    """Numbers by their size; words as they come."""
    is_number = all(type(value) is int for key in cells for value in key)
    return sorted(cells.items(), key=lambda item: item[0]) if is_number else list(cells.items())


def _row(cell: Cell, measure: str, family: int, tongue: Tongue, **where: Any) -> dict[str, Any]:
    return _told(estimated(cell, measure, family), measure, tongue, **where)


def _told(found: Estimate, measure: str, tongue: Tongue, **where: Any) -> dict[str, Any]:
    told = {"mean": found.mean, "low": found.low, "high": found.high, "games": found.games}
    said = tongue.value(measure, found.mean), tongue.interval(measure, found)
    return told | where | {"said": said}


# Kinds of charts.


def _dots(
    name: str,
    title: str,
    rows: Rows,
    axis: str,
    group: str,
    measure: str,
    tongue: Tongue,
    is_percent: bool = False,
    is_line: bool = False,
) -> Chart:
    """Means with their intervals; groups have a colour and a mark of their own."""
    import altair as alt

    groups = list(dict.fromkeys(row["group"] for row in rows))
    data = {"values": [{key: value for key, value in row.items() if key != "said"} for row in rows]}
    x = alt.X("x:N", sort=None, title=axis, axis=alt.Axis(labelAngle=0, labelOverlap=True))
    number = alt.Axis(format="~%" if is_percent else "~g")
    y = alt.Y("low:Q", title=capital(measure), axis=number, scale=alt.Scale(zero=False, nice=True))
    colours = [f"var(--seat-{place % 6})" for place in range(len(groups))] if group else ["var(--depth-line)"]
    colour = alt.Color("group:N", scale=alt.Scale(domain=groups, range=colours), title=group or None)
    shape = alt.Shape("group:N", scale=alt.Scale(domain=groups, range=list(MARKS[: len(groups)])), title=group or None)
    if len(groups) < 2:
        colour, shape = colour.legend(None), shape.legend(None)
    offset = {"xOffset": alt.XOffset("group:N", sort=groups)} if len(groups) > 1 else {}
    base = alt.Chart(data)
    layers = [
        base.mark_rule(strokeWidth=2).encode(x=x, y=y, y2="high:Q", color=colour, **offset),
        base.mark_point(filled=True, size=90, opacity=1).encode(x=x, y="mean:Q", color=colour, shape=shape, **offset),
    ]
    if is_line:
        layers.insert(0, base.mark_line(strokeWidth=2).encode(x=x, y="mean:Q", color=colour))
    if "equal" in rows[0]:
        level = base.mark_tick(color="var(--ink)", thickness=1.5, opacity=0.75, size=16)
        layers.insert(0, level.encode(x=x, y="equal:Q", **offset))
    head = (*([group] if group else []), axis, capital(tongue.say("mean")), tongue.say("between"), tongue.say("games"))
    figures = [
        (*([row["group"]] if group else []), row["x"], *row["said"], tongue.number(row["games"], 0)) for row in rows
    ]
    drawn = {kind: _svg(alt.layer(*layers), width, 300, title, tongue.language) for kind, width in WIDTHS.items()}
    return Chart(name, title, _alternative(title, rows), drawn, head, figures)


def _bars(name: str, title: str, measure: str, counts: dict[int, int], tongue: Tongue) -> Chart:
    """How many of all games lie in each stretch of a count."""
    import altair as alt

    first, games = min(counts), sum(counts.values())
    width = -(-(max(counts) + 1 - first) // BARS)
    binned: dict[int, int] = {}
    for value, count in counts.items():
        start = first + (value - first) // width * width
        binned[start] = binned.get(start, 0) + count
    rows = [_bar(start, width, count, games, tongue) for start, count in sorted(binned.items())]
    data = {"values": [{key: row[key] for key in ("start", "end", "mean")} for row in rows]}
    x = alt.X(
        "start:Q",
        title=capital(tongue.measure(measure)),
        scale=alt.Scale(zero=False),
        axis=alt.Axis(grid=False, labelOverlap=True),
    )
    y = alt.Y("mean:Q", title=capital(tongue.say("of_games")), axis=alt.Axis(format="~%"), scale=alt.Scale(zero=True))
    box = alt.Chart(data).mark_rect(color="var(--depth-line)", stroke="var(--paper)")  # a bar would have no foot
    bars = box.encode(x=x, x2="end:Q", y=y, y2=alt.datum(0))
    drawn = {kind: _svg(bars, across, 220, title, tongue.language) for kind, across in WIDTHS.items()}
    head = (capital(tongue.measure(measure)), capital(tongue.say("of_games")), tongue.say("games"))
    figures = [(row["x"], *row["said"], tongue.number(row["games"], 0)) for row in rows]
    return Chart(name, title, _alternative(title, rows), drawn, head, figures)


def _bar(start: int, width: int, count: int, games: int, tongue: Tongue) -> dict[str, Any]:
    named = str(start) if width == 1 else f"{start}–{start + width - 1}"
    told = {"start": start, "end": start + width, "mean": count / games, "games": count}
    return told | {"x": named, "said": (tongue.percent(count / games),)}


def _ranks(name: str, title: str, rows: Rows, measure: str, tongue: Tongue, is_percent: bool, axis: str = "") -> Chart:
    """Means with their intervals, a row for each word."""
    import altair as alt

    axis = axis or capital(tongue.say("contender"))
    data = {"values": [{key: value for key, value in row.items() if key != "said"} for row in rows]}
    y = alt.Y("x:N", sort=[row["x"] for row in rows], title=None, axis=alt.Axis(labelLimit=220))
    number = alt.Axis(format="~%" if is_percent else "~g", tickCount=6, labelOverlap=True)
    x = alt.X("low:Q", title=capital(measure), axis=number, scale=alt.Scale(zero=False, nice=True))
    base, colour = alt.Chart(data), "var(--depth-line)"
    layers = [
        base.mark_rule(strokeWidth=2, color=colour).encode(y=y, x=x, x2="high:Q"),
        base.mark_point(filled=True, size=90, opacity=1, color=colour).encode(y=y, x="mean:Q"),
    ]
    drawn = {
        kind: _svg(alt.layer(*layers), WIDTHS[kind] - room, 28 * len(rows), title, tongue.language)
        for kind, room in NAMES.items()
    }
    head = (axis, capital(tongue.say("mean")), tongue.say("between"), tongue.say("games"))
    figures = [(row["x"], *row["said"], tongue.number(row["games"], 0)) for row in rows]
    return Chart(name, title, _alternative(title, rows), drawn, head, figures)


def _heat(
    name: str,
    title: str,
    measure: str,
    cells: dict[tuple[Value, ...], Cell],
    words: tuple[str, str],
    spoken: tuple[Callable[[Any], str], Callable[[Any], str]],
    tongue: Tongue,
) -> Chart:
    """Deeper water for more; every cell says its number, as long as there is room."""
    import altair as alt

    rows = [
        _row(cell, measure, len(cells), tongue, x=spoken[1](key[-1]), y=spoken[0](key[0]))
        for key, cell in _sorted(cells)
    ]
    if name != "pairs":  # over options the first is the horizontal one
        rows = [row | {"x": row["y"], "y": row["x"]} for row in rows]
    least, most = min(row["mean"] for row in rows), max(row["mean"] for row in rows)
    for row in rows:
        depth = min(6, int(7 * (row["mean"] - least) / (most - least or 1)))
        row |= {"depth": f"var(--depth-{depth})", "ink": "var(--foam)" if depth >= 3 else "var(--night)"}
        row["text"] = row["said"][0]
    data = {"values": [{key: value for key, value in row.items() if key != "said"} for row in rows]}
    across, down = (list(dict.fromkeys(row[way] for row in rows)) for way in "xy")
    height = max(120, min(28 * len(down), 620))
    drawn = {}
    for kind, width in WIDTHS.items():
        beside, below = (LETTER * max(map(len, labels)) for labels in (down, across))
        room = max(width - (min(beside, LABEL[kind]) if beside > SHORT else 0), NARROWEST * len(across))
        angle = -45 if below > room / len(across) else 0
        turned = alt.Axis(labelAngle=angle, labelLimit=LABEL[kind], labelOverlap=True)
        x = alt.X("x:N", sort=across, title=capital(words[0]), axis=turned)
        y = alt.Y("y:N", sort=down, title=capital(words[1]), axis=alt.Axis(labelLimit=LABEL[kind]))
        cell_ = alt.Chart(data).mark_rect(stroke="var(--paper)", strokeWidth=1)
        texts = (
            alt.Chart(data).mark_text(fontSize=11).encode(x=x, y=y, text="text:N", color=alt.Color("ink:N", scale=None))
        )
        layers: list[Any] = [cell_.encode(x=x, y=y, color=alt.Color("depth:N", scale=None))]
        drawn[kind] = _svg(
            alt.layer(*layers, *([texts] if room / len(across) > 44 else [])), room, height, title, tongue.language
        )
    head = (*map(capital, words), capital(tongue.say("mean")), tongue.say("between"), tongue.say("games"))
    figures = [(row["x"], row["y"], *row["said"], tongue.number(row["games"], 0)) for row in rows]
    return Chart(name, title, _alternative(title, rows), drawn, head, figures)


def _alternative(title: str, rows: Rows) -> str:
    """The chart in a sentence: its ends, with where they are."""
    low, high = min(rows, key=lambda row: row["mean"]), max(rows, key=lambda row: row["mean"])
    ends = [f"{row['said'][0]} ({_where(row)})" for row in (low, high)]
    return f"{title}: {ends[0]} – {ends[1]}."


def _where(row: dict[str, Any]) -> str:
    return ", ".join(row[way] for way in ("group", "x", "y") if row.get(way))


# Drawing.

AXIS = {
    "labelColor": "var(--ink)",
    "titleColor": "var(--ink)",
    "domainColor": "var(--ink)",
    "tickColor": "var(--ink)",
    "gridColor": "var(--grid)",
    "labelFont": "system-ui, sans-serif",
    "titleFont": "system-ui, sans-serif",
    "labelFontSize": 13,
    "titleFontSize": 13,
    "titleFontWeight": 600,
    "titlePadding": 10,
    "labelSeparation": 6,
    "aria": False,  # the picture as a whole is told in the report's own language
}
CONFIG = {
    "background": "transparent",
    "aria": False,
    "view": {"stroke": None},
    "axis": AXIS,
    "axisY": {  # lies above its axis, where also a long one has room
        "titleAngle": 0,
        "titleAlign": "left",
        "titleAnchor": "end",
        "titleBaseline": "bottom",
        "titleX": 0,
        "titleY": -8,
    },
    "legend": {
        key: value
        for key, value in AXIS.items()
        if key.startswith(("label", "title", "aria")) and key != "labelSeparation"
    }
    | {"orient": "top", "symbolSize": 100, "offset": 24},  # above the title of the axis
}


FRENCH = {"decimal": ",", "thousands": "\u202f", "grouping": [3], "currency": ["", "\u00a0€"], "percent": "\u202f%"}


def _svg(chart: Any, width: int, height: int, title: str, language: str) -> str:
    """The drawing alone: no colours but the look's, named as CSS does, and no text but in the page's own letters."""
    import vl_convert

    spec = chart.properties(width=width, height=height).to_dict() | {"config": CONFIG}
    svg = vl_convert.vegalite_to_svg(spec, format_locale=FRENCH if language == "fr" else "en-US")
    svg = re.sub(r'(<svg [^>]*?) width="\d+" height="\d+"', r"\1", svg, count=1)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(title, quote=True)}" ', 1)


def colours(place: int) -> str:
    """The look as CSS variables, in light or in dark."""
    own = {
        "grid": ("#0b1d2a22", "#eaf2f126"),
        "depth-line": (TOKENS["depth-4"][0], TOKENS["depth-2"][1]),
    } | {f"seat-{seat}": (_darker(colour), colour) for seat, colour in enumerate(SEAT_COLOURS)}
    return ";".join(f"--{name}:{tones[place]}" for name, tones in (TOKENS | own).items())


def _darker(colour: str) -> str:
    """Bright seats stand out from paper by being deeper, as much as from night."""
    return {"#F0E442": "#9a8f00", "#E69F00": "#b87a00", "#56B4E9": "#2a86bd"}.get(colour, colour)


def standing_alone(chart: Chart, shape: str = "wide") -> str:
    """The same chart as a file of its own: it brings its colours, and follows the reader's light or dark."""
    style = (
        f"<title>{escape(chart.title)}</title><desc>{escape(chart.alternative)}</desc><style>:root{{{colours(0)};"
        f"background:var(--paper)}}@media (prefers-color-scheme:dark){{:root{{{colours(1)}}}}}</style>"
    )
    return re.sub(r"(<svg [^>]*>)", lambda found: found[1] + style, chart.pictures[shape], count=1)
