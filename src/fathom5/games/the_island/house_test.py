"""House rules of The Island: each number that can be changed changes what its clause says."""

import pytest

import fathom5
from fathom5.door.testing import then
from fathom5.games.the_island.rules.sea import LAIRS
from fathom5.games.the_island.rules_test import creatures, island, targets


def test_ti_11_a_turn_may_have_a_single_move():
    assert then(island(house={"moves": 1}), "walk 0 1 -7 5").moves[0][0] == "remove"


@pytest.mark.parametrize("serpents", [0, 2])
def test_ti_2_some_lairs_may_be_empty(serpents):
    match = fathom5.load("the_island", house={"serpents": serpents}).start(chance="manual")
    assert creatures(match, "serpent") == list(LAIRS[:serpents])


def test_ti_13_without_serpents_nothing_happens():
    match = then(island(house={"serpents": 0}), "end_moves", "remove -3 3", "under boat", "die serpent")
    assert match.state["colour"] == 1


@pytest.mark.parametrize("kind", ["shark", "whale"])
def test_ti_13_sharks_and_whales_may_move_a_single_cell(kind):
    match = island(house={f"{kind}_stride": 1})
    then(match, "end_moves", "remove -3 3", f"under {kind}", f"die {kind}")
    far = targets(island_with(kind), "creature", kind, -3, 3)
    assert targets(match, "creature", kind, -3, 3) < far


def island_with(kind):
    return then(island(), "end_moves", "remove -3 3", f"under {kind}", f"die {kind}")


def test_ti_13_serpents_may_move_two_cells():
    match = then(island(house={"serpent_stride": 2}), "end_moves", "remove -3 3", "under boat", "die serpent")
    assert targets(match, "creature", "serpent", -9, 1) > {(-7, 1), (-10, 2), (-8, 2)}
