"""House rules of The Island: each number that can be changed changes what its clause says."""

import numpy as np
import pytest

import fathom5
from fathom5.door.testing import can, dealt, then
from fathom5.games.the_island.house import COUNTED, HOUSE, REST, TERRAIN_NAMES, TILES, UNDERSIDES
from fathom5.games.the_island.rules.box import RED, Phase, Under
from fathom5.games.the_island.rules.sea import LAIRS
from fathom5.games.the_island.rules_test import (
    SHORES,
    armed,
    boats,
    creatures,
    island,
    laid,
    odds,
    targets,
    team_of,
    turn,
)
from fathom5.kernel.chance import dice
from fathom5.kernel.options import Disagreement


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


# Tiles and explorers, which are as many as ever.


TILE_RULES = [rule for rule in HOUSE if rule.startswith(tuple(f"{terrain}_" for terrain in TERRAIN_NAMES))]


@pytest.mark.parametrize("rule, which", [*zip(TILE_RULES, COUNTED, strict=True)])
def test_ti_4_a_kind_of_tile_may_be_rarer_or_more_frequent(rule, which):
    (terrain, symbol), allowed = which, HOUSE[rule].allowed
    for count in (allowed[0], allowed[-1]):
        left = fathom5.load("the_island", house={rule: count}).start(chance="manual").state["left"]
        expected = [list(row) for row in UNDERSIDES]
        expected[terrain][REST[terrain]] -= count - expected[terrain][symbol]
        expected[terrain][symbol] = count
        assert left == expected
        assert tuple(map(sum, left)) == TILES


def test_ti_4_what_is_not_there_is_not_found():
    match = then(island(house={"beach_sharks": 0, "beach_winds": 5}), "end_moves", "remove -3 3")
    assert ("under", "shark") not in match.moves
    assert odds(match)["under", "wind"] == pytest.approx(5 / 16)


@pytest.mark.parametrize("worth_6, is_evident", [(0, True), (1, False)])
def test_ti_7_where_all_are_worth_the_same_everybody_sees_what_can_be_placed(worth_6, is_evident):
    alike = {f"worth_{value}": 0 for value in range(2, 6)}
    match = fathom5.load("the_island", house=alike | {"worth_6": worth_6}).start(seed=1)
    while match.record.phase != Phase.PLACE or match.record.placed < match.record.colours:
        match.play(match.numbers[0])
    assert match.is_evident == is_evident


def test_ti_5_explorers_may_be_worth_more():
    match = laid(house={"worth_2": 0, "worth_6": 4})
    assert team_of(match.record) == (2, 0, 2, 1, 1, 4)
    assert {move[3] for move in match.moves} == {1, 3, 4, 5, 6}


@pytest.mark.parametrize("value", range(2, 7))
def test_ti_5_each_value_has_a_number_of_its_own(value):
    match = fathom5.load("the_island", house={f"worth_{value}": 0}).start(chance="manual")
    rulebook = [3, 2, 2, 1, 1, 1]
    rulebook[0] += rulebook[value - 1]
    rulebook[value - 1] = 0
    assert match.record.team.tolist() == rulebook


def test_ti_7_values_that_are_hidden_are_dealt_by_the_changed_numbers():
    match = laid(house={"worth_2": 0, "worth_3": 5}, players=3)
    while match.state["phase"] == Phase.PLACE:
        match.play(match.moves[len(match.actions) % len(match.moves)])
    for seed in range(8):
        guess = dealt(match.seen(0), dice(seed))
        for colour in range(3):
            assert sorted(guess.value[10 * colour : 10 * colour + 10].tolist()) == [1, 1, 3, 3, 3, 3, 3, 4, 5, 6]


def test_ti_27_tiles_in_hand_are_dealt_by_the_changed_numbers():
    """Under these beaches no red tile is a wind or a call: the hand of another is a dolphin or stops a shark."""
    house = dict.fromkeys((f"beach_{kind}" for kind in ("winds", "call_serpents", "call_sharks", "call_whales")), 0)
    match = turn(island(house=house), remove=(-3, 3), under="dolphin")
    found = {tuple(np.flatnonzero(dealt(match.seen(1), dice(seed)).hand[0, 0])) for seed in range(40)}
    assert found == {(Under.DOLPHIN - RED,), (Under.STOP_SHARK - RED,)}


@pytest.mark.parametrize(
    "house, why",
    [
        ({"worth_2": 5, "worth_3": 5, "worth_4": 1}, "house_worth_2 to house_worth_6 are 13 together; there are 10"),
        ({"beach_winds": 5, "beach_call_sharks": 2}, "house_beach_sharks to house_beach_stop_sharks are 17 together"),
        ({"mountain_stop_sharks": 5, "mountain_stop_whales": 3}, "are 9 together; there are 7 tiles"),
    ],
)
def test_what_does_not_add_up_is_refused(house, why):
    with pytest.raises(Disagreement, match=why) as refused:
        fathom5.load("the_island", house=house)
    assert set(refused.value.said) == {"en", "fr"}


# Boats and red tiles.


def test_ti_8_each_may_moor_a_single_boat():
    match = island(house={"own_boats": 1}, boats=SHORES[:2])
    assert boats(match) == set(SHORES[:2])
    assert match.moves[0] == ("end_moves",)


@pytest.mark.parametrize("room", [1, 2])
def test_ti_15_a_boat_may_hold_fewer(room):
    match = island(house={"boat_room": room})
    for index in range(room):
        assert f"board 0 {index} -6 4" in can(match)
        match.play(f"board 0 {index} -6 4")
    assert f"board 0 {room} -6 4" not in can(match)


@pytest.mark.parametrize("room", [1, 2])
def test_ti_26_a_new_boat_takes_as_many_as_it_holds(room):
    match = then(island(house={"boat_room": room}), "walk 0 0 -5 5", "walk 0 2 -5 5", "end_moves")
    then(match, "remove -5 5", "under boat")
    for index in range(room):
        assert match.state["phase"] == Phase.ABOARD
        match.play(f"aboard 0 {index}")
    assert match.state["phase"] == Phase.DIE


def test_ti_28_a_dolphin_may_swim_less():
    match = armed("dolphin", moves=("dive 0 0 -8 6",), house={"dolphin_stride": 1})
    assert targets(match, "dolphin", 0, 0) < targets(armed("dolphin", moves=("dive 0 0 -8 6",)), "dolphin", 0, 0)


def test_ti_28_a_wind_may_carry_less():
    assert targets(armed("wind", house={"wind_stride": 1}), "wind", -6, 4) < targets(armed("wind"), "wind", -6, 4)
