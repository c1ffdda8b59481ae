"""From a game's table of fields to numbers: the plan that the encoder follows, and in words what it writes."""

from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from fathom5.door import Ready
from fathom5.gym.encoder import COPY, RUN, WINDOW, Plan, encode
from fathom5.kernel.fields import Around, Field, Kind, Observation, Rows
from fathom5.kernel.game import Game, setup
from fathom5.kernel.options import HOUSE

HIGHEST = np.iinfo(np.int8).max
OF_SEATS = (Kind.SEAT, Kind.SEAT_BITS)
CLIPPED, MARKED, SPLIT = (Kind.SCALAR,), (Kind.ONE_HOT, Kind.PLACES, Kind.SEAT), (Kind.BITS, Kind.SEAT_BITS)
Step = tuple[int | np.ndarray, ...]  # of a plan: numbers for each viewer, or one for all


def observation_of(game: Game) -> Observation:
    """The table that lies in a game's folder."""
    return import_module(f"{game.package}.observation").OBSERVATION


class Line(NamedTuple):
    """A field as it is written: where in the vector, in which shape, from which to which number."""

    field: Field
    out: int
    shape: tuple[int, ...]
    low: int
    high: int

    @property
    def end(self) -> int:
        return self.out + int(np.prod(self.shape, dtype=int))


class Encoding:
    """How a game with these options is written as numbers."""

    def __init__(self, ready: Ready):
        self.table = observation_of(ready.game)
        self._start = np.zeros(1, ready.game.rules.STATE)
        setup(self._start[0], ready.game.packed(ready.options))
        self.circle = int(self._start[0][self.table.circle])
        self.lines: list[Line] = []
        is_by_house = any(name.startswith(HOUSE) for name in ready.options)
        for field in self.table.fields:
            if not field.only or self._start[0][field.only]:
                high = field.house_high if is_by_house and field.house_high else field.high
                self.lines.append(self._line(field._replace(high=high)))
        self.plan = Plan(
            self._planned(COPY, self._copies()),
            self._planned(WINDOW, self._windows()),
            *(self._planned(RUN, self._runs(kinds)) for kinds in (CLIPPED, MARKED, SPLIT)),
        )

    @property
    def size(self) -> int:
        """Of the vector, as far as there are lines."""
        return self.lines[-1].end if self.lines else 0

    def _line(self, field: Field) -> Line:
        """A field as the next line."""
        low, high = self._range(field)
        shape = self._places(field).shape[1:]
        if field.kind == Kind.SCALAR:
            return Line(field, self.size, shape or (1,), low - _shift(field), high - _shift(field))
        inner, most = (shape[:-1], shape[-1]) if field.kind == Kind.PLACES else (shape, 1)
        return Line(field, self.size, (*inner, *([high - low + 1] if high > low else [])) or (1,), 0, most)

    def _range(self, field: Field) -> tuple[int, int]:
        """The lowest and the highest number, with a slot for each where they are marked."""
        return (0, self.circle - 1) if field.kind in OF_SEATS else (field.low, field.high)

    # Where the numbers are in a record.

    def _part(self, field: Field) -> np.ndarray:
        """The slice of a record that a field is about, as a window on that record."""
        part = self._start[field.source][0, ...]
        return (part.reshape(field.shape) if field.shape else part)[field.part]

    def _offsets(self, window: np.ndarray) -> np.ndarray:
        """Where each number of a window on the record is."""
        offsets = np.array(window.__array_interface__["data"][0] - self._start.__array_interface__["data"][0])
        for size, stride in zip(window.shape, window.strides, strict=True):
            offsets = offsets[..., None] + np.arange(size) * stride
        return offsets

    def _places(self, field: Field) -> np.ndarray:
        """Where each number of a field is, by viewer, in the order in which that one reads them."""
        places = self._offsets(self._part(field))
        if field.rows == Rows.BY_SEAT:
            return np.array([np.roll(places[: self.circle], -viewer, 0) for viewer in range(self.circle)])
        rows = places[: field.rows.rows] if isinstance(field.rows, Around) else places
        return np.array([rows] * self.circle)

    # The plan.

    def _planned(self, dtype: np.dtype, steps: Iterator[Step]) -> np.ndarray:
        """Steps in a table, by viewer; what is the same for all viewers is given once."""
        columns = [np.broadcast_arrays(np.arange(self.circle), *step)[1:] for step in steps]
        planned = np.zeros((self.circle, len(columns)), dtype)
        for i, column in enumerate(columns):
            for name, values in zip(dtype.names or (), column, strict=True):
                planned[name][:, i] = values
        return planned

    def _is_copied(self, line: Line) -> bool:
        """Most numbers are bytes and stay as they are."""
        return line.field.kind == Kind.SCALAR and self._part(line.field).itemsize == 1

    def _copies(self) -> Iterator[Step]:
        """Lines that follow one another are copied as one."""
        for is_copied, group in groupby(self.lines, lambda line: self._is_copied(line) and not _is_around(line)):
            if is_copied:
                lines = list(group)
                places = np.concatenate([self._places(line.field).reshape(self.circle, -1) for line in lines], 1)
                for first, step, count in _even(places):
                    yield places[:, first], step, count, lines[0].out + first

    def _windows(self) -> Iterator[Step]:
        for line in self.lines:
            if isinstance(around := line.field.rows, Around):
                own, part = self._start[around.place][0], self._part(line.field)
                places = self._offsets(part).ravel()
                (step,) = set(np.diff(places))
                shape = len(part), around.rows, len(places) // len(part)
                yield self._offsets(own)[: self.circle], own.itemsize, around.first, *shape, places[0], step, line.out

    def _runs(self, kinds: tuple[Kind, ...]) -> Iterator[Step]:
        """All numbers of a line in one row, but each map by itself."""
        for line in self.lines:
            if line.field.kind in kinds and not self._is_copied(line):
                places = self._places(line.field)
                row = places.shape[-1] if line.field.kind == Kind.PLACES else places[0].size
                for k, numbers in enumerate(places.reshape(self.circle, -1, row).swapaxes(0, 1)):
                    yield from self._run(line, numbers, k)

    def _run(self, line: Line, places: np.ndarray, row: int) -> Iterator[Step]:
        field, (low, high) = line.field, self._range(line.field)
        slots = 1 if field.kind == Kind.SCALAR else high - low + 1
        advance = 0 if field.kind == Kind.PLACES else slots
        shift = np.arange(self.circle) if field.kind in OF_SEATS else _shift(field)
        for first, step, count in _even(places):
            target = line.out + row * slots + first * advance
            yield places[:, first], step, self._part(field).itemsize, count, target, advance, low, high, shift

    @cached_property
    def lows(self) -> np.ndarray:
        return self._of_slots("low").astype(np.float32)

    @cached_property
    def highs(self) -> np.ndarray:
        return self._of_slots("high").astype(np.float32)

    @cached_property
    def factors(self) -> np.ndarray:
        return (1 / np.maximum(1, self.highs - self.lows)).astype(np.float32)

    def _of_slots(self, which: str) -> np.ndarray:
        return np.concatenate([np.full(line.end - line.out, getattr(line, which), np.int8) for line in self.lines])

    # What is written.

    def vector(self, seen: np.record, viewer: int) -> np.ndarray:
        """A hidden record as int8."""
        vector = np.zeros(self.size, np.int8)
        encode(np.frombuffer(seen.tobytes(), np.int8), self.plan, viewer, vector)
        return vector

    def scaled(self, vectors: np.ndarray) -> np.ndarray:
        """Vectors of int8 as float32 from 0 to 1."""
        return ((vectors - self.lows) * self.factors).astype(np.float32)

    def named(self, vector: np.ndarray) -> dict[str, np.ndarray]:
        """A vector, or a row of vectors, as planes and scalars by name, without a copy."""
        first = vector.shape[:-1]
        return {line.field.name: vector[..., line.out : line.end].reshape((*first, *line.shape)) for line in self.lines}

    def described(self) -> str:
        """All that is written, as a table in Markdown."""
        rows = [f"| `{' | '.join(map(str, self._words(line)))} |" for line in self.lines]
        return "\n".join(["| name | shape | kind | numbers | meaning |", "|---|---|---|---|---|", *rows])

    def _words(self, line: Line) -> tuple[Any, ...]:
        kind = line.field.kind.name.lower().replace("_", " ")
        if line.field.rows == Rows.BY_SEAT:
            kind += ", own first"
        elif isinstance(line.field.rows, Around):
            first, count = line.field.rows.first, line.field.rows.rows
            kind += f", rows {first:+} to {first + count - 1:+} around the own {line.field.rows.place}"
        if _shift(line.field):
            kind += f", less {_shift(line.field)}"
        shape = " × ".join(map(str, line.shape))
        return f"{line.field.name}`", shape, kind, f"{line.low} to {line.high}", line.field.meaning


def _shift(field: Field) -> int:
    """How much is taken off a number so that it is an int8."""
    return max(0, field.high - HIGHEST) if field.kind == Kind.SCALAR else 0


def _is_around(line: Line) -> bool:
    return isinstance(line.field.rows, Around)


def _even(places: np.ndarray) -> Iterator[tuple[int, np.ndarray, int]]:
    """Rows of places cut where the steps of any row change: the index of the first, the steps and how many."""
    first, end = 0, places.shape[1]
    while first < end:
        steps = np.diff(places[:, first:])
        count = 1 + int(np.cumprod((steps == steps[:, :1]).all(0)).sum())
        yield first, steps[:, 0] if count > 1 else np.zeros(len(places), int), count
        first += count
