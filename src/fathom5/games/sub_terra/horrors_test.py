"""The rulebook of Sub Terra, clause by clause: horrors."""

import pytest

from fathom5 import CHANCE
from fathom5.door.testing import can, then
from fathom5.games.sub_terra.rules_test import (
    begin,
    calm,
    dig,
    explore,
    health,
    horrors,
    over,
    ready,
    reveal,
    stalked,
    together,
    turn_of,
    walk,
)


def test_st_40_a_horror_moves_one_tile_towards_its_nearest_victim():
    match = stalked(2, 4, 5, 1)
    for rank in (4, 5, 1):
        then(turn_of(match, rank), *(explore("E", "plain S", "EW") if rank == 4 else ["move E"]), "end")
    over(match, "hazard flood")
    assert horrors(match) == [(0, 0)]


def test_st_40_of_victims_equally_near_the_lowest_rank():
    match = dig(begin(2, 4, 5, 8), 2, "?N horror D S", "?E plain S EW", "?W plain S EW")
    walk(walk(walk(match, 4, "E"), 5, "W"), 8, "W")
    over(over(match, "hazard horror"), "hazard flood")
    assert horrors(match) == [(0, 0)]
    assert horrors(over(match, "hazard flood")) == [(1, 0)]
    assert health(match, 4, 5, 8) == [0, 3, 3]


def ring(**options):
    """A horror south-east of the start, two ways from all cavers."""
    match = dig(begin(**options), 6, "E plain C SW", "?S horror C NW")
    return over(walk(dig(match, 4, "?S plain C NE"), 6, "W"), "hazard horror")


def test_st_40_of_several_shortest_paths_the_player_of_the_victim_chooses():
    match = over(ring(players=4))
    assert match.seat == 3  # who holds the Diver, the lowest rank
    assert {"horror_path N", "horror_path W"} == can(match)
    then(match, "horror_path W")
    assert horrors(match) == [(0, 1)] and match.seat == CHANCE


def long_way():
    """A horror is north of the start, with the Scout; all others are six tiles east, with one more tile beyond."""
    tiles = [*["E plain S EW"] * 4, *["E plain X NESW"] * 2, "?E plain X NESW"]
    match = dig(begin(2, 4, 5, 6), 4, "?N horror D S", *tiles)
    return over(walk(walk(match, 5, "EEEEEE"), 6, "EEEEEE"), "hazard horror")


def test_st_40_a_horror_senses_seven_tiles_far():
    match = long_way()
    assert horrors(match) == [(0, -1)]
    assert horrors(over(walk(match, 4, "E"))) == [(0, 0)]


def test_st_40_without_a_victim_within_seven_tiles_a_horror_is_gone():
    assert horrors(together(long_way(), "E")) == []


def test_st_40_walls_stop_horrors():
    match = walk(dig(begin(), 6, "N plain C ES", "E plain C SW", "?S horror D N"), 6, "WS")
    over(match, "hazard horror")
    assert horrors(match) == [(1, 0)]  # just east of all, behind a wall
    assert horrors(over(match)) == [(1, -1)]


@pytest.mark.parametrize("name", ["squeeze S NS", "slide S NS", "flood S NS", "cave-in T 2 3 NES"])
def test_st_40_nothing_else_stops_horrors(name):
    match = walk(dig(begin(), 5, f"N {name}", "?N horror D S"), 5, "S" * ("slide" not in name))
    if "cave-in" in name:
        over(match, "hazard cave-in", "cave_in 2")
    over(match, "hazard flood")
    assert horrors(over(over(match, "hazard horror"))) == [(0, -1)]


def test_st_41_a_horror_appears_on_the_horror_tile_nearest_to_its_victim():
    match = dig(begin(), 6, "?N horror D S", "E plain S EW", "E plain C SW", "?S horror D N")
    over(walk(match, 6, "W"), "hazard horror")
    assert horrors(match) == [(0, -1)]


def test_st_41_not_on_a_horror_tile_with_a_horror():
    match = then(begin(difficulty="advanced"), *reveal("N", "horror D", "S"))
    assert horrors(over(match, "hazard horror x2")) == [(0, -1)]


def test_st_41_ties_go_to_the_victim_of_lowest_rank_then_the_first_caver_chooses():
    match = dig(begin(players=4), 6, "?N horror D S", "?W horror D E", "E plain S EW", "?E horror D W")
    over(match, "hazard horror")
    assert {"appear 0 -1", "appear -1 0"} == can(match)  # beside the Diver, not beside the Medic
    assert 1 == match.state["first"] == match.seat
    assert horrors(then(match, "appear -1 0")) == [(-1, 0)]


def test_st_41_nowhere_without_a_victim_within_seven():
    assert horrors(then(together(long_way(), "E"), "hazard horror")) == []


def test_st_42_whoever_shares_a_tile_with_a_horror_loses_all_health():
    match = stalked(6, 4, 7, 1)
    assert health(then(match, "move N"), 4) == 0
    over(match)
    assert health(match, 6, 4, 7, 1) == [0, 0, 0, 0] and match.over


def test_st_42_a_hidden_caver_is_hit_too_but_not_the_scout():
    match = stalked(2, 4, 5, 1)
    over(then(match, "hide", "check 6", "end"))
    assert health(match, 2, 4, 5, 1) == [3, 0, 0, 0]
    assert horrors(match) == [(0, 0)]


def test_st_42_where_a_horror_appears_it_strikes():
    match = over(then(begin(), *explore("N", "horror D", "S")), "hazard horror")
    assert health(match, 6, 4) == [0, 3]


def test_st_43_the_unconscious_are_no_victims():
    match = dig(begin(), 6, "?N horror D S", "?E gas T NSW", "W plain S EW")
    calm(walk(walk(match, 5, "W"), 4, "W"))
    then(ready(match, 1, 2), "exert", "move E", "move W", "move E")
    over(over(match, "hazard horror"), "hazard flood")
    assert health(match, 1) == 0 and horrors(match) == [(0, 0)]
    assert horrors(over(match)) == [(-1, 0)]
