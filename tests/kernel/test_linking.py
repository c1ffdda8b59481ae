"""What the compiler is told of the arguments of rules."""

import pytest

pytest.importorskip("numba")

from numba import from_dtype
from numba.core import types as kinds

from fathom5.kernel.game import record_dtype
from fathom5.kernel.linking import may_overlap

POINT, LINE = (from_dtype(record_dtype(*fields)) for fields in ([("x", "i2"), ("way", "i1", 4)], [("from", "i2")]))


def array(of):
    return kinds.Array(of, 1, "C")


@pytest.mark.parametrize(
    ("given", "is_so"),
    [
        (POINT, False),
        (array(kinds.uint64), False),  # a generator of chance
        (array(LINE), False),
        (array(POINT), True),  # the point may be one of them
        (array(kinds.int8), True),  # may be the point's own way
        (array(kinds.float64), True),
        (kinds.int64, False),
    ],
)
def test_a_record_lies_apart_but_from_what_may_be_a_part_of_it_or_the_whole(given, is_so):
    assert may_overlap(given, (POINT, given)) == is_so
