"""Figures as tables in the terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.markup import escape
from rich.table import Table

from fathom5.command.bench.spread import Spread

if TYPE_CHECKING:  # this module must not wait for Numba
    from fathom5.door import Ready


def means(ready: "Ready", names: Sequence[str], means: dict[str, Any], games: int) -> Table:
    """Points and wins by seat, then what the game counts."""
    seats = range(ready.seats)
    table = Table(title=f"{ready.game.name}: {games:,} games, means ± 95 %", title_justify="left")
    table.add_column("")
    for seat in seats:
        table.add_column(f"seat {seat}\n{names[seat % len(names)]}", justify="right")
    for word in ("points", "share"):
        table.add_row(word, *(mean(means[f"{word}_{seat}"]) for seat in seats))
    table.add_section()
    for name in ("decisions", "actions", *ready.game.measures.COLUMNS):
        table.add_row(name.replace("_", " "), mean(means[name]))
    return table


def mean(value: Any) -> str:
    """A mean and its margin; a single game has none."""
    margin = f" ± {value.margin:.2g}" if value.margin < float("inf") else ""
    return f"{value.mean:.3f}{margin}"


def figures(title: str, columns: Sequence[dict[str, Any]], head: str = "") -> Table:
    """A row for each figure, a column for each thing measured."""
    table = Table(title=title, title_justify="left")
    table.add_column("")
    for column in columns:
        table.add_column(str(column.get(head, "")), justify="right")
    for key in columns[0]:
        if key != head:
            table.add_row(spelled(key), *(figure(column[key]) for column in columns))
    return table


def rows(title: str, found: Sequence[dict[str, Any]]) -> Table:
    """A row for each thing measured, a column for each figure."""
    table = Table(title=title, title_justify="left")
    for key in found[0]:
        table.add_column(spelled(key), justify="left" if isinstance(found[0][key], str) else "right")
    for each in found:
        table.add_row(*(escape(value) if isinstance(value, str) else figure(value) for value in each.values()))
    return table


def peers(others: Sequence[dict[str, Any]], ratios: dict[str, dict[str, Spread]]) -> Table:
    """OpenSpiel's figures, and how many times as fast each of our games is."""
    table = figures("OpenSpiel, in the same run", others, "game")
    table.add_section()
    for name, ratio in ratios.items():
        table.add_row(f"{name}, times as fast", *(times(ratio[other["game"]]) for other in others))
    return table


def compared(folder: str, rows: Sequence[dict[str, Any]]) -> Table:
    """Each figure here and there; above 1 this tree is the faster one."""
    table = Table(title=f"This tree against {folder}: middle and 95 % interval", title_justify="left")
    for head in ("game", "figure", "here / s", "there / s", "times as fast"):
        table.add_column(head, justify="left" if head in ("game", "figure") else "right")
    if "is_reached" in rows[0]:
        table.add_column("the bound is")
    for row in rows:
        here, there, ratio = (Spread(**row[key]) for key in ("here", "there", "ratio"))
        verdict = ("reached" if row["is_reached"] else "NOT reached",) if "is_reached" in row else ()
        table.add_row(row["game"], spelled(row["figure"]), figure(here), figure(there), times(ratio), *verdict)
    return table


def times(ratio: Spread) -> str:
    """A ratio only where it is clear of the noise: else no more than what it lies between."""
    between = f"{ratio.low:.3f} to {ratio.high:.3f}"
    return f"{ratio.middle:.3f} ({between})" if ratio.is_clear_of_one else f"no difference ({between})"


def spelled(key: str) -> str:
    return key.replace("_", " ").replace(" per s", " / s")


def figure(value: Any) -> str:
    if isinstance(value, Spread):
        return f"{figure(value.middle)} (-{1 - value.low / value.middle:.0%} +{value.high / value.middle - 1:.0%})"
    if isinstance(value, int | float) and value >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}" if isinstance(value, float) else str(value)
