"""A series: many games of one kind played by hinted players, one row each.

A game's chance follows from the seed and its number alone: any stretch of a series can be played by any core, first.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from math import sqrt
from threading import local
from typing import NamedTuple, TypeVar

import numpy as np

from fathom5.bots import brain
from fathom5.door import Ready
from fathom5.kernel.chance import below, dice, numbered_dice
from fathom5.kernel.game import BRAIN, MAX_SEATS, read
from fathom5.kernel.play import CORES, begin, play_all

CHUNK = 1 << 14  # games between two signs of life
BLOCK = 1 << 10  # games whose states lie in memory at once
NONE = -1  # of the seats
SURE = 1.96  # standard errors on either side of a mean: 95 %

Columns = dict[str, np.ndarray]
Task = TypeVar("Task")
Result = TypeVar("Result")


class Stretch(NamedTuple):
    """Some games of a series that follow one another."""

    first: int
    games: int


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
    hall = Hall(ready, brains(ready, players), dice(seed)[0])
    return in_order(hall.play, stretches(0, games, chunk), cores)


def stretches(first: int, end: int, chunk: int) -> Iterator[Stretch]:
    """The games from number `first` up to `end`, cut at the multiples of a chunk."""
    while first < end:
        games = min(end, (first // chunk + 1) * chunk) - first
        yield Stretch(first, games)
        first += games


def in_order(work: Callable[[Task], Result], tasks: Iterable[Task], cores: int) -> Iterator[Result]:
    """Work on all cores, with no more done ahead than they need; the results come in the order of the tasks."""
    with ThreadPoolExecutor(cores, "series") as pool:
        ahead: deque[Future[Result]] = deque()
        try:
            for task in tasks:
                ahead.append(pool.submit(work, task))
                if len(ahead) > cores + 1:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def brains(ready: Ready, players: Sequence[str]) -> np.ndarray:
    """A brain for each seat, by the names of hinted players; one name is for all, none is hinted play."""
    table = np.zeros(ready.seats, BRAIN)
    for seat, name in enumerate(seated(ready, players)):
        table[seat] = brain(ready.game, name)
    return table


def seated(ready: Ready, players: Sequence[str]) -> tuple[str, ...]:
    """A name for each seat."""
    seats, names = ready.seats, tuple(players) or ("hinted",)
    names = names * seats if len(names) == 1 else names
    if len(names) != seats:
        raise ValueError(f"{seats} seats ask for {seats} players (or one for all), not {len(names)}")
    return names


class Desk:
    """Where one thread plays: arrays made once, for block after block."""

    def __init__(self, ready: Ready) -> None:
        game = ready.game
        self.states, self.sheet = np.zeros(BLOCK, game.rules.STATE), np.zeros(1, game.rules.CHOICES)[0]
        self.points, self.shares = np.zeros((BLOCK, MAX_SEATS), np.int64), np.zeros((BLOCK, MAX_SEATS))
        self.rows = np.zeros((BLOCK, len(game.measures.COLUMNS)))

    def cleared(self, games: int) -> tuple[np.ndarray, ...]:
        """States, points, shares and rows for so many games."""
        for array in (self.states, self.points, self.shares, self.rows):
            array[:games] = np.zeros((), array.dtype)
        return self.states[:games], self.points[:games], self.shares[:games], self.rows[:games]


class Beginners:
    """Who begins, where that is the first thing chance decides: known from a game's generator before it is played."""

    def __init__(self, ready: Ready) -> None:
        game = ready.game
        self.states, self.sheets = np.zeros(1, game.rules.STATE), np.zeros(1, game.rules.CHOICES)
        begin(self.states, 0, game.packed(ready.options), self.sheets)
        moves = {action: game.words.move(self.states[0], action) for action in read(self.sheets)}
        self.seats = {action: int(move[1]) for action, move in moves.items() if move[0] == "first_player"}

    def drawn(self, rngs: np.ndarray) -> np.ndarray:
        """The seat that begins in each game; the generators stay as they are."""
        sheet = self.sheets[0]
        if not self.seats or sheet.total != sheet.count:
            return np.full(len(rngs), NONE)
        tickets = below.plain(rngs[np.newaxis].copy(), sheet.total)
        return np.array([self.seats.get(action, NONE) for action in sheet.action[: sheet.count].tolist()])[tickets]


class Hall:
    """Where the games of one series are played, by any number of threads."""

    def __init__(self, ready: Ready, table: np.ndarray, key: np.uint64) -> None:
        self.ready, self.table, self.key = ready, table, key
        self.options, self.own = ready.game.packed(ready.options), local()
        self.beginners = Beginners(ready)

    def play(self, stretch: Stretch) -> Columns:
        """A row for each game of the stretch."""
        columns = blank(self.ready, stretch.games)
        rngs = numbered_dice(self.key, *stretch)
        columns["first"][:] = self.beginners.drawn(rngs)
        for first, games in stretches(0, stretch.games, BLOCK):
            self._play(rngs[first : first + games], {name: column[first:] for name, column in columns.items()})
        return columns

    def _play(self, rngs: np.ndarray, columns: Columns) -> None:
        """One game from each generator, written to the head of the columns."""
        games = len(rngs)
        states, points, shares, rows = self._desk().cleared(games)
        lengths = play_all(states, self.options, self._desk().sheet, self.table, rngs, points, shares, rows)
        seats = range(self.ready.seats)
        found = (*lengths.T, *(points[:, seat] for seat in seats), *(shares[:, seat] for seat in seats), *rows.T)
        for column, values in zip(list(columns.values())[1:], found, strict=True):
            column[:games] = values

    def _desk(self) -> Desk:
        if not hasattr(self.own, "desk"):
            self.own.desk = Desk(self.ready)
        return self.own.desk


def blank(ready: Ready, games: int) -> Columns:
    """Columns for so many games, each as narrow as what it counts allows."""
    seats, count = range(ready.seats), np.int16 if ready.game.longest < 1 << 15 else np.int32
    kinds = {
        "first": np.int8,  # the seat that begins; NONE where nobody is drawn
        "decisions": count,
        "actions": count,
        **{f"points_{seat}": np.int16 for seat in seats},
        **{f"share_{seat}": np.float32 for seat in seats},
        **dict.fromkeys(ready.game.measures.COLUMNS, count),
    }
    return {name: np.zeros(games, kind) for name, kind in kinds.items()}


class Moments:
    """What the means of a series and their intervals follow from, however long it gets."""

    def __init__(self) -> None:
        self.games = 0
        self.sums: dict[str, tuple[float, float]] = {}  # of each column, and of its squares

    def add(self, columns: Columns) -> None:
        for name, column in columns.items():
            values, (total, squares) = column.astype(np.float64), self.sums.get(name, (0.0, 0.0))
            self.sums[name] = total + float(values.sum()), squares + float(values @ values)
        self.games += len(next(iter(columns.values())))

    def merge(self, other: "Moments") -> None:
        for name, (total, squares) in other.sums.items():
            known = self.sums.get(name, (0.0, 0.0))
            self.sums[name] = known[0] + total, known[1] + squares
        self.games += other.games

    def means(self) -> dict[str, Mean]:
        """The mean of each column, with its 95 % interval."""
        return {name: mean_of(self.games, *sums) for name, sums in self.sums.items()}


def mean_of(games: int, total: float, squares: float) -> Mean:
    spread = sqrt(max(0.0, squares - total * total / games) / (games - 1)) if games > 1 else float("inf")
    return Mean(total / games, SURE * spread / sqrt(games))
