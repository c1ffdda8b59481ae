"""The rulebook of The Island, clause by clause: creatures moved by the die."""

from fathom5.door.testing import then
from fathom5.games.the_island.rules.box import Phase
from fathom5.games.the_island.rules_test import EAST, WEST, boats, island, plight, sunk, targets, turn, until


def test_ti_30_creatures_pass_and_share_cells_with_each_other_and_with_empty_boats():
    match = sunk(island(), ((-3, 3), "whale"), ((-1, 3), "shark"))
    turn(match, "boat -6 4 -5 3", die="shark", creature="creature shark -1 3 -3 3")
    then(until(match, Phase.DIE), "die whale")
    assert {(-5, 3), (-6, 4), (-7, 3)} <= targets(match, "creature", "whale", -3, 3)
    then(match, "creature whale -3 3 -5 3")
    assert (-5, 3) in boats(match)


def test_ti_30_two_of_a_kind_on_one_cell_are_one_choice():
    match = sunk(island(), ((-3, 3), "shark"), ((-1, 3), "shark"))
    turn(match, die="shark", creature="creature shark -1 3 -3 3")
    then(until(match, Phase.DIE), "die shark")
    assert len(match.moves) == len(set(match.moves)) == 1 + len(targets(match, "creature", "shark", -3, 3))


def test_ti_31_a_serpent_takes_boat_crew_and_swimmers_but_leaves_an_empty_boat():
    match = turn(island(), "board 0 0 -8 4", "boat -8 4 -9 3", creature="creature serpent -9 1 -10 2")
    turn(until(match, Phase.MOVES, 0), creature="creature serpent -10 2 -9 3")
    assert (plight(match, 0, 0), (-9, 3) in boats(match)) == ("lost", False)
    match = turn(island(), "boat -8 4 -9 3", "dive 0 0 -8 4", creature="creature serpent -9 1 -10 2")
    turn(match)
    turn(match, "swim 0 0 -9 3", creature="creature serpent -10 2 -9 3")
    assert (plight(match, 0, 0), (-9, 3) in boats(match)) == ("lost", True)


def test_ti_32_a_shark_stops_at_swimmers_and_takes_them_but_no_boat():
    match = turn(island(first=1, spots=(EAST, WEST)), "dive 1 1 -6 4", under="boat")
    then(match, "end_moves", "remove -4 4", "under shark", "die shark")
    assert (-6, 4) in targets(match, "creature", "shark", -4, 4)
    assert (-8, 4) not in targets(match, "creature", "shark", -4, 4)  # only by way of (-6, 4)
    then(match, "creature shark -4 4 -6 4")
    assert (plight(match, 1, 1), (-6, 4) in boats(match)) == ("lost", True)


def test_ti_32_a_shark_does_not_mind_people_in_boats():
    match = turn(island(first=1, spots=(EAST, WEST)), "board 1 1 -6 4", under="boat")
    then(match, "end_moves", "remove -4 4", "under shark", "die shark")
    assert (-8, 4) in targets(match, "creature", "shark", -4, 4)
    assert plight(then(match, "creature shark -4 4 -6 4"), 1, 1) == "aboard"


def test_ti_33_a_whale_stops_at_people_in_a_boat_and_capsizes_it():
    match = turn(island(first=1, spots=(EAST, WEST)), "board 1 1 -6 4", under="boat")
    then(match, "end_moves", "remove -4 4", "under whale", "die whale")
    assert (-6, 4) in targets(match, "creature", "whale", -4, 4)
    assert (-10, 4) not in targets(match, "creature", "whale", -4, 4)  # only by way of (-6, 4)
    then(match, "creature whale -4 4 -6 4")
    assert (plight(match, 1, 1), (-6, 4) in boats(match)) == ("swimming", False)


def test_ti_33_those_capsized_where_a_shark_is_are_lost():
    match = sunk(island(), ((-3, 3), "whale"), ((-4, 4), "shark"))
    turn(match, "board 0 1 -6 4", die="shark", creature="creature shark -4 4 -6 4")
    until(turn(match, die="whale", creature="creature whale -3 3 -6 4"), Phase.MOVES, 0)
    assert (plight(match, 0, 1), (-6, 4) in boats(match)) == ("lost", False)


def test_ti_33_swimmers_and_empty_boats_are_nothing_to_a_whale():
    match = turn(island(first=1, spots=(EAST, WEST)), "dive 1 1 -6 4", under="boat")
    then(match, "end_moves", "remove -4 4", "under whale", "die whale")
    assert (-10, 4) in targets(match, "creature", "whale", -4, 4)
    then(match, "creature whale -4 4 -6 4")
    assert (plight(match, 1, 1), (-6, 4) in boats(match)) == ("swimming", True)
