"""A series: many games of one kind played by hinted players, one row each."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from fathom5.door import Ready
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, MAX_SEATS
from fathom5.kernel.play import CORES, in_slices, play_all

CHUNK = 4096  # games between two signs of life
SURE = 1.96  # standard errors on either side of a mean: 95 %

Columns = dict[str, np.ndarray]


class Mean(NamedTuple):
    """A mean and half the width of its 95 % interval."""

    mean: float
    margin: float


def series(
    ready: Ready, players: Sequence[str], games: int, seed: int = 0, cores: int = CORES, chunk: int = CHUNK
) -> Iterator[Columns]:
    """The games in chunks of columns; a longer series begins with the same games, on however many cores."""
    if games < 1:
        raise ValueError(f"there must be at least one game, not {games}")
    table = brains(ready, players)
    for first in range(0, games, chunk):
        # The generators of a seed are one sequence: each game has its own, whatever the chunks are.
        yield play(ready, table, dice(seed, games=min(games, first + chunk))[first:], cores)


def brains(ready: Ready, players: Sequence[str]) -> np.ndarray:
    """A brain for each seat, by the names of hinted players; one name is for all, none is hinted play."""
    seats = ready.seats
    names = list(players) or ["hinted"]
    names = names * seats if len(names) == 1 else names
    if len(names) != seats:
        raise ValueError(f"{seats} seats ask for {seats} players (or one for all), not {len(names)}")
    table = np.zeros(seats, BRAIN)
    for seat, name in enumerate(names):
        table[seat] = ready.game.brain(*_tuned(name))
    return table


def _tuned(name: str) -> tuple:
    """A player may be tuned by its knobs: "hinted:0.9:4"."""
    player, *knobs = name.split(":")
    try:
        return (player, *map(float, knobs))
    except ValueError:
        raise ValueError(f"the knobs of {player!r} are numbers, as in '{player}:0.5', not {name!r}") from None


def play(ready: Ready, table: np.ndarray, rngs: np.ndarray, cores: int) -> Columns:
    """One game from each generator."""
    game, count = ready.game, len(rngs)
    states, options = np.zeros(count, game.rules.STATE), game.packed(ready.options)
    points, shares = np.zeros((count, MAX_SEATS), np.int64), np.zeros((count, MAX_SEATS))
    rows, lengths = np.zeros((count, len(game.measures.COLUMNS))), np.zeros((count, 2), np.int64)

    def work(states, rngs, points, shares, rows, lengths):  # type: ignore[no-untyped-def]
        sheet = np.zeros(1, game.rules.CHOICES)[0]
        lengths[:] = play_all(states, options, sheet, table, rngs, points, shares, rows)

    in_slices(work, count, states, rngs, points, shares, rows, lengths, cores=min(cores, count))
    seats = range(len(table))
    return {
        "decisions": lengths[:, 0],
        "actions": lengths[:, 1],
        **{f"points_{seat}": points[:, seat] for seat in seats},
        **{f"share_{seat}": shares[:, seat] for seat in seats},
        **{name: rows[:, column] for column, name in enumerate(game.measures.COLUMNS)},
    }


def joined(chunks: Sequence[Columns]) -> Columns:
    return {name: np.concatenate([chunk[name] for chunk in chunks]) for name in chunks[0]}


def means(columns: Columns) -> dict[str, Mean]:
    """The mean of each column, with its 95 % interval."""
    return {name: mean_of(column) for name, column in columns.items()}


def mean_of(column: np.ndarray) -> Mean:
    spread = float(column.std(ddof=1)) if len(column) > 1 else float("inf")
    return Mean(float(column.mean()), SURE * spread / sqrt(len(column)))
