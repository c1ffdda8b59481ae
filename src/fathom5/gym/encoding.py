"""From a game's table of fields to numbers: one compiled encoder for all games, and what it does in words.

A table becomes a program: for each field where its bytes are in the record and how they are to be written.
The encoder reads the bytes of a hidden record, and knows nothing else.
"""

from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from fathom5.door import Ready
from fathom5.kernel.fields import Around, Field, Kind, Observation, Rows
from fathom5.kernel.game import Game, record_dtype, rule, setup

SCALAR, ONE_HOT, BITS, PLACES, SEAT, SEAT_BITS = (int(kind) for kind in Kind)  # compiled code takes plain numbers
HIGHEST = np.iinfo(np.int8).max
BY_SEAT, AROUND = int(Rows.BY_SEAT), int(Rows.AROUND)

LINE = record_dtype(  # of a program
    ("kind", "i8"),
    ("low", "i8"),
    ("high", "i8"),
    ("shift", "i8"),  # SCALAR: what is taken off, where the highest is more than an int8 can be
    ("octets", "i8"),  # bytes of a number
    ("offset", "i8"),  # of the first row, in the record
    ("stride", "i8"),  # from row to row
    ("rows", "i8"),  # that there are
    ("reading", "i8"),  # Rows
    ("written", "i8"),  # rows
    ("place", "i8"),  # Around: where the viewer's place is, for seat 0
    ("place_stride", "i8"),
    ("place_octets", "i8"),
    ("first", "i8"),
    ("begin", "i8"),  # the numbers of a row, from here on in the list of their offsets
    ("count", "i8"),
    ("group", "i8"),  # PLACES: how many numbers make a map
    ("width", "i8"),  # slots of a number, or of a map
    ("slots", "i8"),  # of a row
    ("out", "i8"),  # where in the vector it begins
)


def observation_of(game: Game) -> Observation:
    """The table that lies in a game's folder."""
    package = game.rules.__name__.rpartition(".")[0]
    return import_module(f"{package}.observation").OBSERVATION


# The compiled encoder.


@rule
def number(record, offset, octets):
    """A signed number of one or two bytes."""
    if octets == 1:
        return np.int64(record[offset])
    return (np.int64(record[offset]) & 255) + 256 * np.int64(record[offset + 1])


@rule
def turned(seat, circle):
    """A seat once round the table; % would take several times as long."""
    return seat - circle if seat >= circle else seat


@rule
def encode(record, runs, program, offsets, circle, viewer, vector):
    """Write what a viewer sees of a hidden record, given as bytes, into a vector of int8."""
    for k in range(len(vector)):
        vector[k] = 0
    for i in range(runs.shape[1]):
        _copy(record, runs[viewer, i], vector)
    for i in range(len(program)):
        line = program[i]
        if line.reading == AROUND:
            _copy_around(line, record, offsets, viewer, vector)
        else:
            for row in range(line.written):
                source = turned(viewer + row, circle) if line.reading == BY_SEAT else row
                base, out = line.offset + source * line.stride, line.out + row * line.slots
                _write(line, record, base, offsets, circle, viewer, vector, out)


@rule
def _copy(record, run, vector):
    """Some bytes as they are; by unsigned numbers, which cannot mean places counted from the end, it is faster."""
    source, step, count, target = run[0], run[1], run[2], run[3]
    for k in range(count):
        vector[target + k] = record[source + k * step]


@rule
def _copy_around(line, record, offsets, viewer, vector):
    """The rows around the viewer's own place, as far as there are any."""
    first = number(record, line.place + viewer * line.place_stride, line.place_octets) + line.first
    for row in range(max(0, -first), min(line.written, line.rows - first)):
        base, out = np.uint64(line.offset + (first + row) * line.stride), np.uint64(line.out + row * line.slots)
        for k in range(line.count):
            vector[out + np.uint64(k)] = record[base + np.uint64(offsets[line.begin + k])]


@rule
def _write(line, record, base, offsets, circle, viewer, vector, out):
    """The numbers of one row."""
    slot, group = out, 0
    for k in range(line.count):
        value = number(record, base + offsets[line.begin + k], line.octets)
        if line.kind == SCALAR:
            vector[slot] = min(max(value, line.low), line.high) - line.shift
        elif line.kind == BITS:
            for bit in range(line.width):
                vector[slot + bit] = value >> (line.low + bit) & 1
        elif line.kind == SEAT_BITS:
            for seat in range(line.width):
                vector[slot + seat] = value >> turned(viewer + seat, circle) & 1
        elif line.kind == SEAT:
            if value >= 0:
                vector[slot + turned(value + circle - viewer, circle)] = 1
        elif line.low <= value <= line.high:
            vector[slot + value - line.low] += 1  # ONE_HOT and PLACES
        group += 1
        if group == line.group:
            slot, group = slot + line.width, 0


@rule
def scale(vector, lows, factors, scaled):
    """The same as float32, from 0 to 1."""
    for k in range(len(vector)):
        scaled[k] = (np.float32(vector[k]) - lows[k]) * factors[k]


# From table to program.


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
        plans, offsets = [], [np.zeros(0, np.int64)]
        for field in self.table.fields:
            if not field.only or self._start[0][field.only]:
                plan, numbers = self._planned(field, sum(map(len, offsets)))
                plans.append(plan)
                offsets.append(numbers)
        self.offsets = np.concatenate(offsets)
        self.program = np.array([tuple(plan.values()) for plan in plans if not _is_copied(plan)], LINE)
        self.runs = self._runs([plan for plan in plans if _is_copied(plan)])

    @property
    def plan(self) -> tuple[Any, ...]:
        """What the encoder takes."""
        return self.runs, self.program, self.offsets, self.circle

    def _runs(self, plans: list[dict[str, int]]) -> np.ndarray:
        """For each viewer, which bytes are copied as they are: from where, in which steps, how many, to where."""
        runs = []
        for plan in plans:
            numbers = self.offsets[plan["begin"] : plan["begin"] + plan["count"]]
            for row in range(plan["written"]):
                seats = (np.arange(self.circle) + row) % self.circle * (plan["reading"] == BY_SEAT)
                for first, step, count in _even(numbers):
                    source, target = plan["offset"] + numbers[first], plan["out"] + row * plan["slots"] + first
                    runs.append([(source + seat * plan["stride"], step, count, target) for seat in seats])
        return np.array(runs, np.uint64).reshape(-1, self.circle, 4).swapaxes(0, 1).copy()

    @property
    def size(self) -> int:
        """Of the vector."""
        return self.lines[-1].end

    def _planned(self, field: Field, begin: int) -> tuple[dict[str, int], np.ndarray]:
        """A line of the program and the offsets of its numbers within a row; `lines` grows by the line in words."""
        part = self._part(field)
        rows = part if field.rows != Rows.AS_IT_IS else part[None]
        written = self._written(field)
        width, low, high = self._width(field)
        group = rows.shape[-1] if field.kind == Kind.PLACES else 1
        numbers = _offsets(rows[0])
        inner = rows.shape[1:-1] if field.kind == Kind.PLACES else rows.shape[1:]
        shape = (*([written] if field.rows != Rows.AS_IT_IS else []), *inner, *([width] if width > 1 else []))
        out = self.lines[-1].end if self.lines else 0
        self.lines.append(Line(field, out, shape or (1,), low, high))
        line = {
            "kind": field.kind,
            "low": field.low,
            "high": field.high,
            "shift": _shift(field),
            "octets": part.itemsize,
            "offset": self._offset(rows),
            "stride": rows.strides[0],
            "rows": len(rows),
            "reading": Rows.AROUND if isinstance(field.rows, Around) else field.rows,
            "written": written,
            **self._place(field),
            "begin": begin,
            "count": len(numbers),
            "group": group,
            "width": width,
            "slots": len(numbers) // group * width,
            "out": out,
        }
        return {name: int(line[name]) for name in LINE.names or ()}, numbers

    def _part(self, field: Field) -> np.ndarray:
        """The slice of a record that a field is about, as a window on that record."""
        part = self._start[field.source][0, ...]
        return (part.reshape(field.shape) if field.shape else part)[field.part]

    def _offset(self, window: np.ndarray) -> int:
        return int(window.__array_interface__["data"][0] - self._start.__array_interface__["data"][0])

    def _written(self, field: Field) -> int:
        if isinstance(field.rows, Around):
            return field.rows.rows
        return self.circle if field.rows == Rows.BY_SEAT else 1

    def _width(self, field: Field) -> tuple[int, int, int]:
        """How many slots a number has, and what is in them."""
        if field.kind == Kind.SCALAR:
            return 1, field.low - _shift(field), field.high - _shift(field)
        if field.kind in (Kind.SEAT, Kind.SEAT_BITS):
            return self.circle, 0, 1
        most = self._part(field).shape[-1] if field.kind == Kind.PLACES else 1
        return field.high - field.low + 1, 0, most

    def _place(self, field: Field) -> dict[str, int]:
        if not isinstance(field.rows, Around):
            return {"place": 0, "place_stride": 0, "place_octets": 1, "first": 0}
        places = self._start[field.rows.place][0, ...]
        return {
            "place": self._offset(places),
            "place_stride": places.strides[0],
            "place_octets": places.itemsize,
            "first": field.rows.first,
        }

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
        record = np.frombuffer(seen.tobytes(), np.int8)
        encode(record, *self.plan, viewer, vector)  # type: ignore[call-arg]
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


def _is_copied(plan: dict[str, int]) -> bool:
    """Most numbers are copied byte by byte, which takes no program."""
    return plan["kind"] == SCALAR and plan["octets"] == 1 and plan["reading"] != AROUND


def _even(numbers: np.ndarray) -> list[tuple[int, int, int]]:
    """Numbers as rows of even steps: the index of the first, the step and how many."""
    runs, first = [], 0
    while first < len(numbers):
        step = int(numbers[first + 1] - numbers[first]) if first + 1 < len(numbers) else 0
        end = first + 1
        while end < len(numbers) and numbers[end] - numbers[end - 1] == step:
            end += 1
        runs.append((first, step, end - first))
        first = end
    return runs


def _offsets(row: np.ndarray) -> np.ndarray:
    """Where each number of a row is, from the first on."""
    places = np.zeros(row.shape, np.int64)
    for axis, stride in enumerate(row.strides):
        steps = np.arange(row.shape[axis]) * stride
        places += steps.reshape([-1 if other == axis else 1 for other in range(row.ndim)])
    return places.ravel()
