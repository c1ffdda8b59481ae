"""Records are handed to compiled code by the address of their bytes, wherever those are."""

import numpy as np
import pytest

from fathom5 import load, names
from fathom5.door import Match
from fathom5.kernel import handing, worlds
from fathom5.kernel.game import apply, record_dtype

pytestmark = pytest.mark.skipif(worlds.WORLD == worlds.INTERPRETED, reason="nothing is handed over")
PAIR = record_dtype(("first", "i4"), ("second", "i8", 3))


@worlds.rule
def swapped(record, place):
    """Writes, and returns what stood there."""
    was = record.second[place]
    record.second[place] = record.first
    return was


def test_numpy_keeps_the_address_where_it_is_looked_for():
    assert handing.is_there()


@pytest.mark.parametrize("place", range(3))
def test_a_record_of_an_array_is_the_one_that_is_changed(place):
    rows = np.zeros(4, PAIR).view(np.recarray)
    rows["first"], rows["second"] = [7, 8, 9, 10], np.arange(12).reshape(4, 3)
    assert swapped.twin(rows[2], place) == 6 + place
    assert rows["second"][2, place] == 9
    assert [list(row) for row in np.delete(rows["second"], 2, axis=0)] == [[0, 1, 2], [3, 4, 5], [9, 10, 11]]


def test_a_copy_lies_elsewhere():
    rows = np.zeros(1, PAIR).view(np.recarray)
    mine = rows[0].copy()
    mine.first = 5
    swapped.twin(mine, 1)
    assert mine.second[1] == 5 and rows["second"][0, 1] == 0


def test_a_record_that_nobody_else_holds_lives_as_long_as_the_call():
    for number in range(1000):
        assert swapped.twin(np.array([(0, [number] * 3)], PAIR)[0], 0) == number


@pytest.mark.parametrize("name", names())
def test_games_go_on_from_single_records_as_from_arrays(name):
    ready = load(name)
    match = Match(ready.game, ready.options, seed=None)
    alone = match._states[0].copy()
    while not match.over and len(match.actions) < 60:
        action = next(iter(match.offers))
        apply(alone, action)
        match.play(action)
        assert alone.tobytes() == match._states[0].tobytes()


def test_where_it_is_not_found_numba_does_it(monkeypatch):
    ways = handing.pythonapi._unboxers.functions
    assert ways[handing.kinds.Record] is handing.unboxed
    monkeypatch.setitem(ways, handing.kinds.Record, None)
    monkeypatch.setattr(handing, "is_there", lambda: False)
    handing.hand_over_by_address()
    assert ways[handing.kinds.Record] is handing.boxing.unbox_record
