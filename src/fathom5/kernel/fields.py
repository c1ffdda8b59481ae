"""What a learner is shown of a game: a table of fields, from which encoder, spaces and documentation are all made."""

from collections.abc import Callable
from enum import IntEnum
from types import EllipsisType
from typing import Any, NamedTuple

from fathom5.kernel.options import Value

Part = EllipsisType | int | slice | tuple[EllipsisType | int | slice, ...]


class Kind(IntEnum):
    """How a number of the record is written."""

    SCALAR = 0  # as it is, from low to high
    ONE_HOT = 1  # a 1 in one of high - low + 1 slots; none where it is outside
    BITS = 2  # its bits from low to high, a slot for each
    PLACES = 3  # the last axis as a map: how many of its numbers are each of low to high
    SEAT = 4  # a seat, counted from the viewer on: one-hot; none where it is no player
    SEAT_BITS = 5  # a bit for each seat, counted from the viewer on


class Rows(IntEnum):
    """How the first axis of a field is read."""

    AS_IT_IS = 0
    BY_SEAT = 1  # the viewer's row first, then clockwise
    AROUND = 2  # some rows around the viewer's own place


class Around(NamedTuple):
    """Which rows those are."""

    place: str  # the field with a place for each seat
    first: int  # relative to it
    rows: int


class Field(NamedTuple):
    """One line of the table."""

    name: str
    source: str  # the field of the hidden record
    meaning: str  # one sentence
    low: int = 0
    high: int = 1
    kind: Kind = Kind.SCALAR
    rows: Rows | Around = Rows.AS_IT_IS
    part: Part = ...  # which slice of the field
    shape: tuple[int, ...] = ()  # if it is to be read in another shape than the record's
    only: str = ""  # a field of the record that is 0 from the set-up on where this line is left out
    house_high: int = 0  # the highest number by house rules, if that is another


def never(options: dict[str, Value]) -> bool:
    """No options make secrets."""
    return False


class Observation(NamedTuple):
    """What a learner has to know of a game beside its rules."""

    fields: tuple[Field, ...]
    decisions: int  # the actions below this number are the players', the others chance's
    actions: int  # all action numbers are below this
    has_secrets: Callable[[dict[str, Any]], bool] = never  # with these options, a seat may know what another does not
    together: bool = False  # all win or lose together; else what one wins, the others lose
    circle: str = "seats"  # how many rows a field by seat has: another field of the record, where a seat has several
