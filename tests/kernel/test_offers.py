"""Sheets of offers: what is written on them, and what is left to who draws."""

import numpy as np
import pytest

from fathom5.kernel.chance import dice, nth, pick
from fathom5.kernel.game import choices_dtype, clean, clockwise, offer, offer_any, offer_row, offer_set, read, write_out

CHOICES = choices_dtype(63)
MEMBERS = 0b101 | 1 << 17 | 0xFF << 40 | 1 << 62


@pytest.fixture
def sheets():
    return np.zeros(1, CHOICES)


def test_each_of_a_set_can_happen_in_one_way(sheets):
    offer_row(sheets[0], 3, 2)
    offer_set(sheets[0], 10, 0b1001, 8)
    assert read(sheets) == {3: 1, 4: 1, 10: 1, 13: 1}


def test_weights_are_read_where_one_is_more_than_one(sheets):
    offer(sheets[0], 5)
    offer(sheets[0], 6, 3)
    assert read(sheets) == {5: 1, 6: 3}


def test_a_set_that_is_written_out_is_what_is_drawn_from(sheets):
    offer_any(sheets[0], 100, MEMBERS)
    drawn = [pick(sheets[0], dice(seed)) for seed in range(50)]
    write_out(sheets[0])
    assert list(read(sheets)) == [100 + place for place in range(63) if MEMBERS >> place & 1]
    assert drawn == [pick(sheets[0], dice(seed)) for seed in range(50)]


def test_a_clean_sheet_has_no_set(sheets):
    offer_any(sheets[0], 100, MEMBERS)
    clean(sheets[0])
    write_out(sheets[0])
    assert read(sheets) == {}


def test_the_nth_bit():
    places = [place for place in range(63) if MEMBERS >> place & 1]
    assert [nth(np.int64(MEMBERS), n) for n in range(len(places))] == places


def test_clockwise_comes_back_to_the_first():
    assert [clockwise(seat, 3) for seat in range(3)] == [1, 2, 0]
