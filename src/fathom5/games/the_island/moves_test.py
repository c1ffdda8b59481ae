"""The rulebook of The Island, clause by clause: moves."""

import pytest

from fathom5.door.testing import then
from fathom5.games.the_island.rules.box import TEAM, Phase
from fathom5.games.the_island.rules_test import (
    EAST,
    FAR_BEACHES,
    INLAND,
    WEST,
    boats,
    island,
    offered,
    plight,
    spot,
    sunk,
    targets,
    turn,
    until,
    vanished,
)


def test_ti_15_from_land_to_land_to_a_boat_or_into_the_water():
    match = island()
    assert targets(match, "walk", 0, 1) == {(-7, 5), (-3, 5), (-4, 4), (-6, 6), (-4, 6)}
    assert targets(match, "board", 0, 0) == {(-6, 4), (-8, 4)}
    assert targets(match, "dive", 0, 1) == {(-6, 4)}
    then(match, "walk 0 1 -7 5")
    assert spot(match, 0, 0) == spot(match, 0, 1) == (-7, 5)


def test_ti_15_a_boat_holds_three():
    match = turn(island(), "board 0 0 -6 4", "board 0 1 -6 4", "board 0 2 -6 4")
    until(match, Phase.MOVES, 0)
    then(match, "walk 0 3 -7 5")
    assert targets(match, "board", 0, 3) == {(-8, 4)}


def test_ti_16_from_a_boat_to_the_next_boat_or_into_its_own_water():
    match = then(island(), "board 0 1 -6 4")
    assert targets(match, "board", 0, 1) == {(-8, 4)}
    assert targets(match, "dive", 0, 1) == {(-6, 4)}
    then(match, "board 0 1 -8 4")
    assert (spot(match, 0, 1), plight(match, 0, 1)) == ((-8, 4), "aboard")


def test_ti_16_from_a_boat_on_a_landing_cell_to_the_safe_island():
    match = turn(island(), "board 0 0 -8 4", "boat -8 4 -9 3")
    until(match, Phase.MOVES, 0)
    assert not offered(match, "land")
    then(match, "boat -9 3 -10 2", "land 0 0 NW")
    assert (plight(match, 0, 0), boats(match) >= {(-10, 2)}) == ("saved", True)


def test_ti_17_never_back_on_land_and_only_own_explorers():
    match = then(island(), "board 0 0 -6 4", "dive 0 1 -6 4")
    assert not targets(match, "walk", 0, 0) | targets(match, "walk", 0, 1)
    until(turn(match), Phase.MOVES, 0)
    assert not targets(match, "walk", 0, 0) | targets(match, "walk", 0, 1)
    assert {move[1] for move in offered(match, "walk", "board", "dive", "swim")} == {0}


def test_ti_18_a_swimmer_has_one_sea_action_a_turn_and_diving_is_one():
    match = then(island(), "dive 0 1 -6 4")
    assert not targets(match, "swim", 0, 1) | targets(match, "board", 0, 1)
    until(turn(match), Phase.MOVES, 0)
    assert targets(match, "board", 0, 1) == {(-6, 4)}
    assert targets(match, "swim", 0, 1) == {(-8, 4), (-7, 3), (-5, 3)}
    then(match, "swim 0 1 -8 4")
    assert not targets(match, "swim", 0, 1) | targets(match, "board", 0, 1)


def test_ti_18_a_swimmer_lands_from_a_landing_cell_but_not_in_the_turn_it_came():
    match = turn(island(), "dive 0 0 -8 4")
    until(match, Phase.MOVES, 0)
    turn(match, "swim 0 0 -9 3")
    until(match, Phase.MOVES, 0)
    then(match, "swim 0 0 -10 2")
    assert not offered(match, "land")
    until(turn(match), Phase.MOVES, 0)
    assert plight(then(match, "land 0 0 NW"), 0, 0) == "saved"


def test_ti_18_there_must_be_room_in_the_boat():
    match = turn(island(), "board 0 1 -6 4", "board 0 2 -6 4", "dive 0 0 -6 4")
    turn(until(match, Phase.MOVES, 0), "walk 0 3 -7 5", "board 0 3 -6 4")
    assert not targets(until(match, Phase.MOVES, 0), "board", 0, 0) & {(-6, 4)}


@pytest.mark.parametrize("under, lost", [("shark", True), ("whale", False)])
def test_ti_19_a_swimmer_who_enters_a_cell_with_a_shark_is_lost(under, lost):
    match = sunk(island(), ((-3, 3), under))
    then(match, "dive 0 2 -3 3")
    assert (plight(match, 0, 2) == "lost") == lost


def test_ti_19_a_swimmer_who_enters_a_cell_with_a_serpent_is_lost():
    match = vanished(island(FAR_BEACHES, spots=(INLAND, ())), 0)
    assert [plight(match, 0, index) for index in range(TEAM)] == ["lost"] * TEAM


def test_ti_20_anyone_moves_an_empty_boat_to_a_cell_without_a_boat():
    match = island()
    assert targets(match, "boat", 6, 4) == {(5, 3), (7, 3)}
    assert targets(match, "boat", -6, 4) == {(-5, 3), (-7, 3)}  # (-8, 4) has a boat
    assert (5, 3) in boats(then(match, "boat 6 4 5 3"))


@pytest.mark.parametrize("crew, ruled", [("0", {0}), ("1", {1}), ("01", {0, 1}), ("011", {1}), ("001", {0})])
def test_ti_20_most_aboard_control_a_boat_and_so_do_all_tied(crew, ruled):
    side = [(-7, 5), (-5, 5), (-4, 4)]
    match = island(spots=(side[: crew.count("0")], side[crew.count("0") : len(crew)]))
    for colour in (0, 1):
        until(match, Phase.MOVES, colour)
        turn(match, *(f"board {colour} {index} -6 4" for index in range(crew.count(str(colour)))))
    rulers = {c for c in (0, 1) if targets(until(match, Phase.MOVES, c), "boat", -6, 4)}
    assert rulers == ruled


def test_ti_21_an_occupied_boat_is_wrecked_by_a_whale():
    match = sunk(island(), ((-3, 3), "whale"))
    then(match, "board 0 1 -6 4", "boat -6 4 -5 3", "boat -5 3 -3 3")
    assert not boats(match) & {(-5, 3), (-3, 3)}
    assert (plight(match, 0, 1), spot(match, 0, 1)) == ("swimming", (-3, 3))


def test_ti_21_and_by_a_serpent_which_also_takes_the_swimmers():
    match = turn(island(), "board 0 0 -8 4", "boat -8 4 -9 3", die="serpent", creature="creature serpent -9 1 -10 2")
    then(until(match, Phase.MOVES, 0), "boat -9 3 -10 2")
    assert not boats(match) & {(-9, 3), (-10, 2)}
    assert plight(match, 0, 0) == "lost"


def test_ti_21_a_shark_does_not_wreck_a_boat_but_takes_those_who_are_wrecked_there():
    match = sunk(island(), ((-3, 3), "whale"), ((-1, 3), "shark"))
    turn(match, "board 0 1 -6 4", "boat -6 4 -5 3", die="shark", creature="creature shark -1 3 -2 2")
    turn(match, die="shark", creature="creature shark -2 2 -4 2")
    then(until(match, Phase.MOVES, 0), "boat -5 3 -4 2")
    assert plight(match, 0, 1) == "aboard"
    turn(match, die="whale", creature="creature whale -3 3 -4 2")
    assert plight(match, 0, 1) == "lost"


def test_ti_21_those_wrecked_by_their_own_move_are_taken_by_a_shark_there():
    match = sunk(island(), ((-3, 3), "whale"), ((-1, 3), "shark"))
    turn(match, "board 0 1 -6 4", "boat -6 4 -5 3", die="shark", creature="creature shark -1 3 -3 3")
    then(until(match, Phase.MOVES, 0), "boat -5 3 -3 3")
    assert plight(match, 0, 1) == "lost"


def test_ti_21_an_empty_boat_is_safe():
    match = then(sunk(island(), ((-3, 3), "whale")), "boat -6 4 -5 3", "boat -5 3 -3 3")
    assert (-3, 3) in boats(match)


def test_ti_22_who_boards_an_empty_boat_beside_a_whale_is_capsized_at_once():
    match = then(sunk(island(), ((-3, 3), "whale")), "boat -6 4 -5 3", "boat -5 3 -3 3", "board 0 2 -3 3")
    assert (-3, 3) not in boats(match)
    assert plight(match, 0, 2) == "swimming"


def test_ti_23_any_safe_island_will_do_and_all_there_score():
    match = turn(island(spots=(EAST, WEST)), "board 0 0 8 4", "boat 8 4 9 3")
    then(until(match, Phase.MOVES, 0), "boat 9 3 8 2", "boat 8 2 9 1", "land 0 0 NE")
    assert match.scores == [6, 0]
    assert until(match, Phase.MOVES, 0).scores == [6, 0]
