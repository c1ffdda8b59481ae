"""The report: one page that stands alone, in English or French, light or dark."""

from html import escape
from pathlib import Path
from typing import Any

from fathom5 import __version__
from fathom5.kernel.options import HOUSE, Value
from fathom5.lab.charts import Chart, charts, colours, standing_alone
from fathom5.lab.dataset import Dataset, needs
from fathom5.lab.facts import MOST_FACTS, facts
from fathom5.lab.looking import Looking
from fathom5.lab.plan import Study, shown
from fathom5.lab.summary import Summary
from fathom5.lab.tongues import LANGUAGES, Tongue

MOST_NAMED = 8  # values of an option that are named one by one
MOST_REASONS = 3  # why settings are left out
MOST_ROWS = 400  # of a table of all points on the page; the rows themselves hold the rest


def page(found: Summary, language: str = "en", is_part: bool = False) -> str:
    """The whole page, or only what a notebook shows."""
    return composed(found, language, is_part)[0]


def composed(found: Summary, language: str, is_part: bool = False) -> tuple[str, list[Chart]]:
    """The page, and the charts on it."""
    needs("jinja2", "altair", "vl_convert")
    from jinja2 import Environment, PackageLoader

    tongue, look = Tongue(language, found.study), Looking(found)
    told, drawn = facts(found, tongue), charts(look, tongue)
    room = Environment(loader=PackageLoader("fathom5.lab", "pages"), autoescape=True, trim_blocks=True)
    told_clearly = [fact.text for fact in told if fact.is_clear][:MOST_FACTS]
    html = room.get_template("part.html" if is_part else "report.html").render(
        language=language,
        say=tongue.say,
        light=colours(0),
        dark=colours(1),
        title=titled(found.study, tongue),
        question=question(found, tongue),
        facts=told_clearly or [tongue.say("nothing")],
        unclear=[fact.text for fact in told if not fact.is_clear],
        charts=drawn,
        head=points_head(look, tongue),
        points=points_table(look, tongue),
        version=__version__,
    )
    return html, drawn


def asked(study: Study, language: str = "en") -> str:
    """What a notebook shows of a study that nobody has played yet; its points are not looked at: there may be many."""
    tongue = Tongue(language, study)
    title = titled(study, tongue)
    plan = {"settings": tongue.counted(study.size, "setting"), "games": tongue.counted(study.looks[0], "game")}
    lines = [*who_and_what(study, tongue), tongue.say("to_play", **plan)]
    told = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<div lang="{language}"><strong>{escape(title)}</strong><ul>{told}</ul></div>'


def titled(study: Study, tongue: Tongue) -> str:
    return tongue.spaced(study.titled(tongue.language)) or tongue.say("report", game=tongue.words["title"])


def who_and_what(study: Study, tongue: Tongue) -> list[str]:
    return [
        tongue.say("one_of", name=tongue.words["title"], values=f"{asked_points(study, tongue)}."),
        tongue.say("who", players=tongue.listed(study.pairings or study.players)),
    ]


def question(found: Summary, tongue: Tongue) -> list[str]:
    """What was asked, and how sure the answers are."""
    study = found.study
    counts = tongue.counted(found.games, "game"), tongue.counted(len(found.points), "point")
    played = {"games": counts[0], "points": counts[1], "seed": study.seed}
    lines = [
        *who_and_what(study, tongue),
        tongue.say("played", **played, rules=study.kind.version),
        tongue.say("sure"),
        tongue.say("pooled"),
    ]
    if study.house_rules:
        lines.append(tongue.say("house", clauses=tongue.listed(cited_clauses(study))))
    lines += [left_out(study, tongue)] * bool(study.refusals)
    if study.draws_positions:
        lines.append(tongue.say("matter.asked", bound=tongue.percent(study.better_by), count=study.positions))
    return lines + [tongue.say("timed")] * (not study.is_repeatable)


def left_out(study: Study, tongue: Tongue) -> str:
    """How many settings the game does not agree to, and why, which it says in English alone."""
    told = tongue.counted(sum(study.refusals.values()), "left_out")
    return f"{told}: {'; '.join(list(study.refusals)[:MOST_REASONS])}." if tongue.language == "en" else f"{told}."


def cited_clauses(study: Study) -> list[str]:
    """Where the rulebook has the numbers that are changed."""
    changed = [study.kind.house[name.removeprefix(HOUSE)] for name in study.house_rules]
    return list(dict.fromkeys(constant.clause for constant in changed))


def asked_points(study: Study, tongue: Tongue) -> str:
    axes = "; ".join(axis(name, study.axes[name], tongue) for name in study.axes)
    if not study.varied or not axes:
        return axes or tongue.say("points.one")
    return (
        tongue.say("points.random", count=study.random, axes=axes)
        if study.random
        else tongue.say("points.grid", axes=axes)
    )


def axis(name: str, values: tuple[Value, ...], tongue: Tongue) -> str:
    """An option and what it ranges over."""
    numbers = [value for value in values if type(value) is int]
    if len(numbers) == len(values) > 3:
        ends = {"low": min(numbers), "high": max(numbers), "count": len(numbers)}
        return tongue.say("from_to", name=tongue.option_in_full(name), **ends)
    if len(values) > MOST_NAMED:
        return tongue.say("so_many", name=tongue.option_in_full(name), count=len(values))
    several = [tongue.choice(name, value) for value in values]
    return tongue.say("one_of", name=tongue.option_in_full(name), values=tongue.listed(several))


def points_head(look: Looking, tongue: Tongue) -> list[str]:
    names = [tongue.option(name) for name in look.study.varied]
    return [*names, tongue.say("games"), *(tongue.measure(measure) for measure in look.measures)]


def points_table(look: Looking, tongue: Tongue) -> list[list[str]]:
    """A row for each point: what it is, and every mean."""
    rows = []
    for number in look.found.points[:MOST_ROWS]:
        point = look.study.points[number]
        where = [
            " – ".join(point.players) if name == "players_seated" else tongue.choice(name, point.options[name])
            for name in look.study.varied
        ]
        cells = [(measure, look.found.cell(number, measure)) for measure in look.measures]
        means = [tongue.value(measure, cell.mean) if cell else "" for measure, cell in cells]
        rows.append([*where, tongue.number(look.found.games_at(number), 0), *means])
    return rows


def write(found: Summary, dataset: Dataset, languages: tuple[str, ...] = LANGUAGES) -> list[str]:
    """The page in each language beside the rows, and its charts as files; where they are."""
    written = []
    for language in languages:
        html, drawn = composed(found, language)
        written.append(f"report.{language}.html")
        dataset.write(written[-1], html.encode())
        for chart in drawn:
            dataset.write(f"charts/{chart.name}.{language}.svg", standing_alone(chart).encode())
    return [
        str(Path(dataset.address) / name) if "://" not in dataset.address else f"{dataset.address}/{name}"
        for name in written
    ]


class Results:
    """A study that was played, as Python and notebooks know it."""

    def __init__(self, study: Study, dataset: Dataset) -> None:
        self.study, self.dataset = study, dataset

    @property
    def summary(self) -> Summary:
        from fathom5.lab.summary import summary

        return summary(self.study, self.dataset)

    def query(self, sql: str) -> Any:
        """An Arrow table: `games` holds the rows, `points` what was played at each."""
        from fathom5.lab.summary import query

        return query(self.study, self.dataset, sql)

    def facts(self, language: str = "en") -> list[str]:
        """What the report says first, in sentences."""
        return [fact.text for fact in facts(self.summary, Tongue(language, self.study)) if fact.is_clear]

    def report(self, language: str = "en") -> str:
        """The page as HTML."""
        return page(self.summary, language)

    def write_report(self) -> list[str]:
        """The pages and charts beside the rows; where they are."""
        return write(self.summary, self.dataset)

    def _repr_html_(self) -> str:
        return page(self.summary, "en", is_part=True)

    def __repr__(self) -> str:
        return f"<study {self.study.name!r} in {self.dataset.address}: {shown(self.study.game)}>"
