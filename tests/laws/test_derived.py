"""What a record keeps only for the sake of speed follows from the rest of it, after every action, hidden or dealt."""

import numpy as np
import pytest

from every import IDS, READY, played, story_of
from fathom5.door import plain
from fathom5.door.testing import dealt
from fathom5.kernel.chance import dice
from fathom5.kernel.game import derived_of, view

KEEPS = [index for index, ready in enumerate(READY) if derived_of[ready.game.rules.STATE]]


def check(name, state):
    again = story_of(name).derived(state)
    assert set(again) == set(derived_of[state.dtype])
    for field, value in again.items():
        assert np.array_equal(state[field], value), field


@pytest.mark.parametrize("index", KEEPS, ids=[IDS[index] for index in KEEPS])
def test_derived_fields_follow_from_the_others_after_each_action(index):
    for state, _ in played(index):
        check(READY[index].game.name, state)


@pytest.mark.parametrize("index", KEEPS, ids=[IDS[index] for index in KEEPS])
def test_they_hide_and_are_dealt_with_what_they_follow_from(index):
    for state, _ in played(index)[::9]:
        for seat in range(state.seats):
            seen = view(state, seat)
            check(READY[index].game.name, seen)
            check(READY[index].game.name, dealt(seen, dice(seat)))


@pytest.mark.parametrize("index", KEEPS, ids=[IDS[index] for index in KEEPS])
def test_they_are_not_shown(index):
    state = played(index)[0][0]
    assert not set(plain(state)) & set(derived_of[state.dtype])
    assert {*plain(state), *derived_of[state.dtype], "house"} == {*state.dtype.names, "house"}
