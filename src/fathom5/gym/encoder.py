"""The compiled encoder: it reads the bytes of a hidden record as a plan says, and knows nothing else.

All of it becomes one piece of machine code: a call that hands over arrays takes as long as to write a dozen numbers.
"""

from typing import NamedTuple

import numpy as np

from fathom5.kernel.game import inlined, record_dtype

COPY = record_dtype(  # bytes as they are
    ("source", "i8"),  # where the first is in the record
    ("step", "i8"),  # from one to the next
    ("count", "i8"),
    ("target", "i8"),  # the slot of the first in the vector; the others follow
)
WINDOW = record_dtype(  # the same, around the viewer's own place
    ("place", "i8"),  # where that is in the record
    ("octets", "i8"),  # of it
    ("first", "i8"),  # row, seen from there
    ("rows", "i8"),  # that there are
    ("written", "i8"),  # rows
    ("row", "i8"),  # how many bytes are one
    ("source", "i8"),  # of row 0
    ("step", "i8"),
    ("target", "i8"),
)
RUN = record_dtype(  # numbers that are translated
    ("source", "i8"),
    ("step", "i8"),
    ("octets", "i8"),  # of a number
    ("count", "i8"),
    ("target", "i8"),
    ("advance", "i8"),  # slots from one to the next
    ("low", "i8"),
    ("high", "i8"),
    ("shift", "i8"),  # what is taken off: what is too much for an int8; or the viewer's seat, the slots going round
)


class Plan(NamedTuple):
    """What the encoder does, by viewer: an array for each way of writing."""

    copies: np.ndarray
    windows: np.ndarray
    clipped: np.ndarray  # SCALAR
    marked: np.ndarray  # ONE_HOT, PLACES and SEAT
    split: np.ndarray  # BITS and SEAT_BITS


@inlined
def encode(record, plan, viewer, vector):
    """Write what a viewer sees of a hidden record, given as bytes, into a vector of int8."""
    for slot in range(len(vector)):
        vector[slot] = 0
    _copy(record, plan.copies, viewer, vector)
    _copy_around(record, plan.windows, viewer, vector)
    _clip(record, plan.clipped, viewer, vector)
    _mark(record, plan.marked, viewer, vector)
    _split(record, plan.split, viewer, vector)


@inlined
def number(record, offset, octets):
    """A signed number of one or two bytes."""
    if octets == 1:
        return np.int64(record[offset])
    return (np.int64(record[offset]) & 255) + 256 * np.int64(record[offset + 1])


@inlined
def _copy(record, copies, viewer, vector):
    """Bytes as they are."""
    for i in range(copies.shape[1]):
        copy = copies[viewer, i]
        _copy_run(record, copy.source, copy.step, vector, copy.target, copy.count)


@inlined
def _copy_around(record, windows, viewer, vector):
    """The rows around the viewer's own place, as far as there are any."""
    for i in range(windows.shape[1]):
        window = windows[viewer, i]
        first = number(record, window.place, window.octets) + window.first
        begin, end = window.row * max(0, -first), window.row * min(window.written, window.rows - first)
        source = window.source + (first * window.row + begin) * window.step
        _copy_run(record, source, window.step, vector, window.target + begin, end - begin)


@inlined
def _copy_run(record, source, step, vector, target, count):
    """Every so many bytes; the usual steps are spelled out, since with a step that it knows LLVM takes many at once.

    By unsigned indices, which are never counted from the end, it is faster.
    """
    if step == 1:
        for k in range(count):
            vector[np.uint64(target + k)] = record[np.uint64(source + k)]
    elif step == 3:
        for k in range(count):
            vector[np.uint64(target + k)] = record[np.uint64(source + 3 * k)]
    else:
        for k in range(count):
            vector[np.uint64(target + k)] = record[np.uint64(source + k * step)]


@inlined
def _clip(record, runs, viewer, vector):
    """Numbers no lower and no higher than they may be."""
    for i in range(runs.shape[1]):
        run = runs[viewer, i]
        for k in range(run.count):
            value = number(record, run.source + k * run.step, run.octets)
            vector[run.target + k * run.advance] = min(max(value, run.low), run.high) - run.shift


@inlined
def _mark(record, runs, viewer, vector):
    """Count each number in the slot of its own; in none where it is outside."""
    for i in range(runs.shape[1]):
        run = runs[viewer, i]
        for k in range(run.count):
            value = number(record, run.source + k * run.step, run.octets)
            if run.low <= value <= run.high:
                slot = value - run.low - run.shift
                if slot < 0:
                    slot += run.high - run.low + 1
                vector[run.target + k * run.advance + slot] += 1


@inlined
def _split(record, runs, viewer, vector):
    """The bits of each number, a slot for each."""
    for i in range(runs.shape[1]):
        run = runs[viewer, i]
        width = run.high - run.low + 1
        for k in range(run.count):
            value, target = number(record, run.source + k * run.step, run.octets), run.target + k * run.advance
            for slot in range(width):
                bit = run.low + run.shift + slot
                vector[target + slot] = value >> (bit if bit <= run.high else bit - width) & 1


@inlined
def scale(vector, lows, factors, scaled):
    """The same as float32, from 0 to 1."""
    for slot in range(len(vector)):
        scaled[slot] = (np.float32(vector[slot]) - lows[slot]) * factors[slot]
