"""The rulebook of Sub Terra, clause by clause: a round."""

import pytest

from fathom5 import CHANCE, NOBODY
from fathom5.door.testing import can, then
from fathom5.games.sub_terra.rules_test import (
    FOUR,
    acting,
    begin,
    calm,
    dig,
    drain,
    exit_found,
    explore,
    fallen,
    health,
    horrors,
    hurt,
    left,
    marked,
    odds,
    over,
    pocket,
    ready,
    reveal,
    rubble,
    stalked,
    turn_of,
    walk,
    wall_between,
    where,
)


def test_st_10_each_caver_acts_in_order_then_horrors_then_a_hazard():
    match = then(begin(), *reveal("N", "horror D", "S"), *reveal("E", "plain S", "EW"))
    assert [acting(then(match, "end")) for _ in range(3)] == [4, 5, 1]
    over(match, "hazard horror")
    then(match, "move E", "end", "move E", "end", "move E", "end")
    then(match, "move E", "end")
    assert horrors(match) == [(0, 0)]  # the horror has moved, and the hazard is yet to come
    assert match.seat == CHANCE and ("hazard", "gas") in match.moves


def test_st_11_two_points_and_a_third_by_exerting_once():
    match = then(begin(), *explore("N", "plain S", "NS"), *explore("N", "plain S", "NS"))
    assert {"end", "exert"} == can(match)
    then(match, "exert", *explore("N", "plain X", "NESW"))
    assert {"end"} == can(match)


def test_st_11_who_exerts_checks_at_the_end_of_the_turn():
    assert health(then(begin(), "exert", "end", "check 4"), 6) == 3
    assert health(then(begin(), "exert", "end", "check 3"), 6) == 2


def test_st_11_who_exerts_loses_nothing_on_the_exit():
    match = then(exit_found(), "exert", "move E")
    assert acting(match) == 5
    assert acting(then(match, "end")) == 1


def test_st_11_who_fell_does_not_check_any_more():
    match = then(calm(begin()), "exert", *explore("N", "gas T", "ESW"), "move S", "move N")
    assert health(match, 4) == 0 and acting(match) == 5


def test_st_12_four_or_more_succeeds_and_the_leader_adds_one():
    match = then(begin(8, 4, 5, 1), "exert", "end")
    assert {("check", face): 1 / 6 for face in range(1, 7)} == odds(match)
    assert health(then(match, "check 3"), 8) == 3
    assert health(then(match, "exert", "end", "check 3"), 4) == 2
    assert health(then(begin(8, 4, 5, 1), "exert", "end", "check 2"), 8) == 2


def test_st_13_reveal_lays_a_tile_in_any_orientation_that_connects():
    match = then(begin(), "reveal E", "tile plain T")
    assert {"place drawn NSW", "place drawn NEW", "place drawn ESW"} == can(match)
    then(match, "place drawn NEW")
    assert where(match, 6) == (0, 0) and match.state["points"] == 1


@pytest.mark.parametrize("tile, ways", [("plain S", 1), ("plain C", 2), ("plain T", 3), ("plain X", 1), ("plain D", 1)])
def test_st_13_each_orientation_is_offered_once(tile, ways):
    assert ways == len(then(begin(), "reveal N", f"tile {tile}").moves)


def test_st_13_only_open_sides_without_a_tile_can_be_revealed():
    match = then(begin(), *explore("N", "plain C", "ES"))
    assert {"reveal E"} == {move for move in can(match) if move.startswith("reveal")}


def test_st_14_move_to_a_connected_tile_for_one_point():
    match = then(begin(), *reveal("N", "plain S", "NS"))
    assert {"move N"} == {move for move in can(match) if move.startswith("move")}
    then(match, "move N")
    assert where(match, 6) == (0, -1) and match.state["points"] == 0


WAYS_IN = {
    "plain S NS": {"move N", "run N"},
    "flood S NS": {"move N", "run N"},
    "gas C ES": {"move N", "run N"},
    "cave-in C 3 6 ES": {"move N", "run N"},
    "horror D S": {"move N", "run N"},
    "squeeze S NS": {"squeeze N"},
    "ledge S NS": {"move N", "run N"},
    "slide S NS": {"move N", "run N"},
    "rough ground X NESW": {"move N", "run N"},
}


@pytest.mark.parametrize("name", WAYS_IN)
def test_st_14_each_kind_of_tile_is_entered_in_its_own_way(name):
    match = turn_of(dig(begin(), 6, f"?N {name}"), 4)
    assert WAYS_IN[name] == {move for move in can(match) if move.endswith(" N") and "demolish" not in move}


@pytest.mark.parametrize("name", WAYS_IN)
def test_st_15_each_kind_of_tile_can_be_explored(name):
    assert where(dig(begin(), 6, f"N {name}"), 6) == (0, -1)


def test_st_15_explore_reveals_and_moves_for_one_point():
    match = then(begin(), *explore("W", "plain X", "NESW"))
    assert where(match, 6) == (-1, 0) and match.state["points"] == 1


def test_st_16_run_is_up_to_three_moves_for_two_points():
    match = then(begin(), *explore("N", "plain S", "NS"), *explore("N", "plain S", "NS"), "exert")
    then(match, *explore("N", "plain S", "NS"), "end", "check 6", "run N")
    assert {"stop", "step N", "step S"} == can(match)
    then(match, "step N", "step N")
    assert where(match, 4) == (0, -3) and {"end", "exert"} == can(match)


def test_st_16_a_run_may_stop_early():
    match = then(begin(), *reveal("N", "plain S", "NS"), "end", "run N", "stop")
    assert where(match, 4) == (0, -1) and {"end", "exert"} == can(match)


def test_st_16_a_fall_ends_the_run():
    match = then(begin(), *reveal("N", "gas T", "ESW"), "end", "exert", "end", "check 1")
    assert acting(then(calm(match), "run N")) == 5


def test_st_17_heal_yourself_or_who_is_here_for_two_points():
    match = hurt(begin())
    assert {"heal 6"} == {move for move in can(match) if "heal" in move}
    then(match, "heal 6")
    assert health(match, 6) == 3 and {"end", "exert"} == can(match)


def test_st_17_heal_up_to_the_maximum_and_only_on_the_own_tile():
    match = dig(hurt(begin()), 4, "N plain S NS")
    assert not {"heal 4", "heal 6"} & can(ready(match, 4, 2))
    assert {"heal 6"} == {move for move in can(ready(match, 5, 2)) if "heal" in move}


def flooded(*ranks):
    """North of the start a flooded tile, the first caver's turn."""
    match = then(begin(*ranks), *reveal("N", "flood X", "NESW"), *reveal("E", "plain S", "EW"))
    return turn_of(over(match, "hazard flood"), (ranks or FOUR)[1])


def test_st_18_swim_to_a_connected_flooded_tile_for_two_points():
    match = flooded()
    assert "move N" not in can(match) and "run N" not in can(match)
    then(match, "swim N")
    assert where(match, 4) == (0, -1) and match.state["points"] == 0


def test_st_19_squeeze_to_a_connected_squeeze_tile_for_two_points():
    match = turn_of(then(begin(), *reveal("N", "squeeze S", "NS")), 4)
    assert "squeeze N" in can(match) and not {"move N", "run N", "swim N"} & can(match)
    then(match, "squeeze N")
    assert where(match, 4) == (0, -1) and match.state["points"] == 0


def test_st_20_clear_rubble_on_a_connected_tile_for_two_points():
    match = rubble()
    assert "clear N" in can(match) and "move N" not in can(match)
    then(match, "clear N")
    assert not marked(match, 0, -1) and match.state["points"] == 0


def test_st_20_clear_rubble_on_the_own_tile():
    match = then(begin(7, 4, 5, 1), *explore("N", "cave-in C 3 6", "ES"))
    match = turn_of(over(match, "hazard cave-in", "cave_in 6"), 7)
    assert marked(match, 0, -1) and not marked(then(match, "clear here"), 0, -1)


def test_st_20_not_behind_a_wall():
    match = over(wall_between("cave-in C 3 6 NE", *FOUR), "hazard cave-in", "cave_in 3")
    assert "clear E" not in can(ready(match, 4, 2))


@pytest.mark.parametrize("name", ["ledge S", "slide S"])
def test_st_21_a_rope_on_the_own_ledge_or_slide_takes_two_points_and_a_check(name):
    match = then(begin(), *explore("N", name, "NS"), "exert", "rope")
    assert match.state["points"] == 0
    assert not marked(then(match.copy(), "check 3"), 0, -1)
    assert marked(then(match, "check 4"), 0, -1)


def test_st_21_a_rope_only_goes_on_ledges_and_slides_without_one():
    match = dig(begin(), 6, "N ledge S NS")
    assert "rope" not in can(turn_of(match.copy(), 4))
    assert "rope" not in can(ready(then(ready(match, 6, 2), "rope", "check 6", "end"), 6, 2))


def test_st_22_who_hides_is_no_victim_this_round():
    match = stalked()
    for _ in FOUR:
        then(match, "hide", "check 4", "end")
    assert horrors(match) == []  # it senses nobody


def test_st_22_a_failed_check_does_not_hide():
    match = stalked()
    for face in (4, 3, 4, 4):
        then(match, "hide", f"check {face}")
        if match.seat != NOBODY:
            then(match, "end")
    assert horrors(match) == [(0, 0)]


def test_st_22_the_third_round_in_a_row_hides_without_a_check():
    match = begin()
    for _ in range(2):
        calm(then(turn_of(match, 6), "hide", "check 1", "end"))
    then(turn_of(match, 6), "hide")
    assert acting(match) == 6 and match.state["hidden"][0]


def test_st_22_a_round_without_an_attempt_breaks_the_row():
    match = begin()
    for _ in range(2):
        calm(then(turn_of(match, 6), "hide", "check 6", "end"))
    match = calm(match)
    assert then(turn_of(match, 6), "hide").seat == CHANCE


def test_st_22_hiding_lasts_for_one_round():
    match = calm(then(begin(), "hide", "check 6", "end"))
    assert match.state["hidden"] == [0] * 6


def test_st_23_the_unconscious_do_nothing_and_their_turn_is_over():
    match = fallen()
    assert health(match, 6) == 0
    assert match.seat == CHANCE
    match = over(match, "hazard flood")
    assert [acting(match), acting(then(match, "end")), acting(then(match, "end"))] == [5, 1, 4]


def test_st_23_the_unconscious_are_not_said_to_act():
    match = fallen()
    before = len(match.story())
    for _ in range(1 + len(FOUR)):  # rounds, in each of which the Medic has another place
        over(match, "hazard flood")
    told = match.story()[before:]
    assert "The Engineer acts" in told and "The Medic acts" not in told


def test_st_23_the_passive_powers_of_the_unconscious_are_off():
    match = then(fallen(7, 4, 5, 1), "end", "check 1", "hazard gas", "move N")
    assert health(match, 7, 5) == [0, 1]  # the Bodyguard does not protect the Climber


def test_st_23_any_health_wakes_at_once():
    match = over(fallen(), "hazard flood")
    match = over(then(match, "exert", "move N", "heal 6", "end", "check 6"), "hazard flood")
    assert health(match, 6) == 1 and acting(turn_of(match, 6)) == 6


def test_st_24_connected_is_open_on_both_sides():
    match = then(begin(), *explore("N", "plain C", "ES"), *explore("E", "plain C", "SW"), "exert")
    then(match, *reveal("S", "plain D", "N"), "end", "check 6")
    assert "move E" not in can(match)
    assert "reveal E" not in can(match)
    match = walk(dig(begin(), 6, "N plain C ES"), 6, "S")
    dig(match, 6, "W plain C NE", "N plain C ES")  # open to the east, where the first tile has a wall
    assert "move S" in can(ready(match, 6))
    assert "move E" not in can(match)


def test_st_24_other_sides_of_a_new_tile_may_face_walls():
    match = then(begin(), *explore("N", "plain C", "ES"), *explore("E", "plain C", "SW"))
    match = then(match, "end", "reveal E", "tile plain C")
    assert {"place drawn NW", "place drawn SW"} == can(match)


def test_st_24_a_tile_that_would_close_the_cave_is_discarded():
    match = pocket()
    assert left(match) == 58
    then(match, "tile plain X")
    assert match.seat == CHANCE and left(match) == 57
    assert odds(match)["tile", "plain", "X"] == 2 / 56


def test_st_25_without_tiles_there_is_nothing_to_reveal():
    match = then(drain(pocket(), 1), "tile exit D", "place drawn W")
    then(ready(match, 4, 2), "demolish S", "cave_in 2", "exert")
    assert left(match) == 0
    assert not {"reveal S", "explore S"} & can(match)
