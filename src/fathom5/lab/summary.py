"""Rows summed up by DuckDB: means, spreads and shares, each with an interval that holds for all of them together."""

from collections.abc import Sequence
from contextlib import suppress
from math import inf, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from fathom5.kernel.game import MAX_SEATS
from fathom5.lab import matter
from fathom5.lab.dataset import POSITIONS, Dataset, needs, schema_of
from fathom5.lab.plan import MATTER, Study

LEVEL = 0.95
LENGTHS = ("turns", "rounds")  # what a game's length is counted in, besides decisions
OPEN = "open"  # the share of decisions of which playing on could not tell whether they matter


class Estimate(NamedTuple):
    """A mean, and between what it lies; together with the others of its family, with 95 % confidence."""

    mean: float
    low: float
    high: float
    games: int

    @property
    def width(self) -> float:
        return self.high - self.low

    def is_clear_of(self, value: float) -> bool:
        return self.low > value or self.high < value


class Cell(NamedTuple):
    """What is known of a measure at a point."""

    games: int
    mean: float
    spread: float  # standard deviation

    def estimate(self, family: int = 1, is_share: bool = False) -> Estimate:
        """With an interval corrected for so many that are looked at together."""
        z = score_for(family)
        if is_share:
            return wilson(self.mean, self.games, z)
        margin = z * self.spread / sqrt(self.games) if self.games > 1 else inf
        return Estimate(self.mean, self.mean - margin, self.mean + margin, self.games)


def score_for(family: int) -> float:
    """Standard errors to either side, by Bonferroni: all of a family hold together with 95 % confidence."""
    return NormalDist().inv_cdf(1 - (1 - LEVEL) / (2 * family))


def wilson(share: float, games: int, z: float) -> Estimate:
    """Of a share; a victory that is shared varies less, so this is wide enough for it too."""
    centre = share + z * z / (2 * games)
    spread = z * sqrt(max(0.0, share * (1 - share)) / games + z * z / (4 * games * games))
    low, high = ((centre + way * spread) / (1 + z * z / games) for way in (-1, 1))
    return Estimate(share, max(0.0, low), min(1.0, high), games)


def is_share(measure: str) -> bool:
    return measure.startswith(("share_", "order_", "event:", "zero:")) or measure == MATTER


def connected(study: Study, dataset: Dataset) -> Any:
    """A DuckDB that sees the rows as `games`, what was played at each as `points`, decisions drawn as `positions`."""
    needs("duckdb", "pyarrow")
    import duckdb
    import pyarrow as pa

    base = duckdb.connect()
    with suppress(duckdb.InvalidInputException):  # a notebook that could show no bar anyway does not let it be put off
        base.execute("SET enable_progress_bar = false")
    points = [
        {"point": point.number, **{name: _plain(value) for name, value in point.options.items()}}
        | {f"player_{seat}": name for seat, name in enumerate(point.players)}
        for point in study.points
    ]
    names = list(dict.fromkeys(name for point in points for name in point))
    base.register("points", pa.table({name: [point.get(name) for point in points] for name in names}))
    base.register("games", dataset.rows(study.columns_of_all))
    base.register(POSITIONS, dataset.rows(matter.COLUMNS, POSITIONS))
    return base


def check_events(study: Study) -> None:
    """Refuse an event that DuckDB does not understand, before anything is played."""
    needs("duckdb", "pyarrow")
    import duckdb

    base = duckdb.connect()
    base.register("games", schema_of(study.columns_of_all).empty_table())
    for name, condition in study.conditions.items():
        try:
            base.execute(f"SELECT ({condition})::INT FROM games")
        except duckdb.Error as why:
            said = " ".join(line.strip() for line in str(why).splitlines()[:2])
            raise ValueError(f"event {name} is no condition over the columns of {study.game}: {said}") from None


def _plain(value: Any) -> Any:
    return "+".join(map(str, value)) if isinstance(value, tuple) else value


def query(study: Study, dataset: Dataset, sql: str) -> Any:
    """The answer to a question in SQL, as an Arrow table."""
    base = connected(study, dataset)
    import duckdb

    try:
        return base.sql(sql).to_arrow_table()
    except duckdb.Error as why:
        raise ValueError(f"DuckDB does not understand: {str(why).splitlines()[0]}") from None


class Summary:
    """Everything a report says, from one pass over the rows."""

    def __init__(
        self, study: Study, cells: dict[tuple[int, str], Cell], lengths: dict[str, dict[int, int]] | None = None
    ) -> None:
        self.study, self.cells = study, cells
        self.lengths = lengths or {}  # by measure: how many games of all points took so many

    @property
    def games(self) -> int:
        return sum(cell.games for (_, measure), cell in self.cells.items() if measure == "actions")

    @property
    def points(self) -> list[int]:
        """Those that have been played."""
        return sorted({point for point, _ in self.cells})

    def games_at(self, point: int) -> int:
        return self.cells[point, "actions"].games

    def seats(self, point: int) -> range:
        return range(len(self.study.points[point].players))

    def cell(self, point: int, measure: str) -> Cell | None:
        return self.cells.get((point, measure))


def summary(study: Study, dataset: Dataset, up_to: int | None = None) -> Summary:
    """Of all rows, or of the first so many games of each point."""
    seats = range(min(MAX_SEATS, max(len(point.players) for point in study.points)))
    measures = [f"{word}_{seat}" for word in ("share", "points") for seat in seats]
    measures += list(dict.fromkeys(("decisions", "actions", *study.measured)))
    told = {name: f'"{name}"' for name in measures}
    told |= {f"order_{place}": _in_order(place, seats) for place in seats}
    told |= {f"zero:{name}": f'("{name}" = 0)::INT' for name in study.measured}
    told |= {f"event:{name}": f"({condition})::INT" for name, condition in study.conditions.items()}
    asked = ", ".join(f"count({sql}), avg({sql}), stddev_samp({sql})" for sql in told.values())
    seated = "(SELECT point, players AS seated FROM points)"
    where = f"WHERE game < {up_to}" if up_to is not None else ""
    table = query(
        study,
        dataset,
        f"SELECT point, {asked} FROM games JOIN {seated} USING (point) {where} GROUP BY point ORDER BY point",
    )
    drawn = _drawn(study, dataset) if study.draws_positions else {}
    return Summary(study, _cells(table, list(told)) | drawn, {} if up_to is not None else _lengths(study, dataset))


def _lengths(study: Study, dataset: Dataset) -> dict[str, dict[int, int]]:
    """How long games are: in decisions, and in turns or rounds, whichever the game counts."""
    counted = [name for name in LENGTHS if name in study.kind.measures.COLUMNS]
    return {
        name: {int(row[name]): row["games"] for row in table.to_pylist()}
        for name in ("decisions", *counted[:1])
        for table in [query(study, dataset, f"SELECT {name}, count(*) AS games FROM games GROUP BY 1 ORDER BY 1")]
    }


def _drawn(study: Study, dataset: Dataset) -> dict[tuple[int, str], Cell]:
    """At each point the share of decisions that clearly matter; each counts as often as its game has decisions."""
    told = {
        MATTER: f"gap - {matter.CLEAR} * margin > {study.better_by}",
        OPEN: f"abs(gap - {study.better_by}) <= {matter.CLEAR} * margin",
    }
    shares = ", ".join(f"sum(choices * ({condition})::INT) / sum(choices)" for condition in told.values())
    table = query(
        study,
        dataset,
        f"SELECT point, sum(choices::DOUBLE) ** 2 / sum(choices::DOUBLE ** 2), {shares} "
        f"FROM {POSITIONS} WHERE choices > 0 GROUP BY point ORDER BY point",
    )
    return {
        (row["point"], name): Cell(round(worth), share, sqrt(share * (1 - share)))
        for row in table.to_pylist()
        for worth, *found in [list(row.values())[1:]]
        for name, share in zip(told, found, strict=True)
    }


def _in_order(place: int, seats: range) -> str:
    """The share of whoever is in that place of the turn order, 0 being the first."""
    shares = ", ".join(f"share_{seat}" for seat in seats)
    return f"CASE WHEN first >= 0 AND {place} < seated THEN [{shares}][(first + {place}) % seated + 1] END"


def _cells(table: Any, measures: Sequence[str]) -> dict[tuple[int, str], Cell]:
    found = {}
    columns = [column.to_pylist() for column in table.columns]
    for row in zip(*columns, strict=True):
        for index, measure in enumerate(measures):
            count, mean, spread = row[1 + 3 * index : 4 + 3 * index]
            if count:
                found[int(row[0]), measure] = Cell(count, mean, spread or 0.0)
    return found


def widths(study: Study, dataset: Dataset, look: int) -> dict[int, float]:
    """The widest interval of a seat's share at each point, by its first games alone."""
    found = summary(study, dataset, look)
    return {
        point: max(found.cells[point, f"share_{seat}"].estimate(is_share=True).width for seat in found.seats(point))
        for point in found.points
    }
