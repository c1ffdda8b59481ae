"""The rulebook of Sub Terra, clause by clause: what each caver can do."""

import pytest

from fathom5 import CHANCE
from fathom5.door.testing import can, then
from fathom5.games.sub_terra.rules_test import (
    SIDES,
    acting,
    at,
    begin,
    calm,
    dig,
    dived,
    drain,
    explore,
    fallen,
    health,
    horrors,
    hurt,
    late,
    left,
    marked,
    mining,
    odds,
    over,
    play,
    pocket,
    ready,
    reveal,
    rubble,
    stalked,
    turn_of,
    walk,
    where,
)


def test_st_44_the_diver_dives_from_a_flood_tile_and_surfaces_on_any_next_turn():
    match = dig(begin(1, 4, 5, 6), 1, "?S flood S NS", "N flood S NS")
    over(then(ready(match, 1, 2), "dive"), "hazard flood")
    assert at(match, 1) == -2
    assert {"surface 0 -1", "surface 0 1"} == can(over(match))
    then(match, "surface 0 1")
    assert where(match, 1) == (0, 1) and acting(match) != 1


def test_st_44_the_diver_only_dives_from_flood_tiles():
    assert "dive" not in can(begin(1, 4, 5, 6))
    assert "dive" not in can(then(begin(6, 4, 5, 1), *explore("N", "flood S", "NS")))


def test_st_44_floods_do_not_hurt_the_diver_who_walks_through_water():
    match = over(then(begin(1, 4, 5, 6), *explore("N", "flood S", "NS")), "hazard flood")
    assert health(match, 1) == 3
    match = turn_of(then(turn_of(match, 1), "move S", "move N"), 1)
    assert where(match, 1) == (0, -1) and {"swim N", "move N"}.isdisjoint(can(match))


def test_st_45_the_scout_may_refuse_a_tile_and_must_take_the_next():
    match = then(begin(2, 4, 5, 1), "reveal N", "tile plain D")
    assert {"place drawn S", "guide"} == can(match)
    then(match, "guide", "tile plain C")
    assert {"place drawn ES", "place drawn SW"} == can(match)
    assert left(match) == 63 and match.state["discards"] == 1


def test_st_45_three_times_a_game():
    match = begin(2, 4, 5, 1)
    for side in "NES":
        then(ready(match, 2), f"reveal {side}", "tile plain T", "guide", "tile plain X", "place drawn NESW")
    then(ready(match, 2), "reveal W", "tile plain S")
    assert "guide" not in can(match)


def test_st_45_not_the_exit():
    match = then(drain(pocket(6, 4, 2, 1), 6), "tile exit D")
    assert {"place drawn W"} == can(match)


def test_st_45_the_scout_is_never_a_victim_nor_hurt_by_horrors():
    match = over(then(begin(2, 4, 5, 1), *explore("N", "horror D", "S")), "hazard horror")
    assert horrors(match) == [(0, -1)] and health(match, 2, 4) == [3, 3]
    over(match)
    assert horrors(match) == [(0, 0)] and health(match, 2) == 3


def test_st_46_the_geologist_excavates_for_one_point():
    match = rubble(3, 4, 5, 1)
    assert "excavate N" in can(turn_of(match, 3))
    then(match, "excavate N")
    assert not marked(match, 0, -1) and match.state["points"] == 1


def test_st_46_the_geologist_begins_with_a_tile_and_always_has_two_to_choose_from():
    match = play("first_caver 4", cavers=[4, 3, 5, 1])
    assert match.seat == CHANCE and odds(match)["tile", "plain", "S"] == 4 / 64
    match = then(match, "tile plain C", "end", "reveal N", "tile plain S")
    assert {"place drawn NS", "place kept ES", "place kept SW"} == can(match)
    then(match, "place kept ES", "reveal E", "tile plain D")
    assert {"place drawn W", "place kept EW"} == can(match)


def test_st_46_only_the_geologist_lays_the_tile_set_aside():
    assert {"place drawn NS"} == can(then(turn_of(begin(3, 4, 5, 1), 4), "reveal N", "tile plain S"))


def test_st_47_the_engineer_blows_up_a_wall_for_two_points_and_the_roof_may_fall():
    match = mining()
    assert {"demolish N", "demolish W"} == {move for move in can(match) if "demolish" in move}
    then(match, "demolish W")
    assert {("cave_in", face): 1 / 6 for face in range(1, 7)} == odds(match)
    then(match, "cave_in 4", "exert")
    assert marked(match, -1, 0) and {"reveal W", "explore W"} <= can(match)


def test_st_47_towards_a_neighbour_both_sides_open():
    match = dig(begin(4, 6, 5, 1), 4, "?E plain C SW", "N plain C ES", "E plain D W")
    match = ready(match, 4, 2)
    then(match, "demolish S", "cave_in 1", "exert", "move S")
    assert where(match, 4) == (1, 0)


def test_st_47_three_times_a_game():
    match = mining()
    dig(match, 4, "E plain S EW", "E plain D W")
    for side in "NES":
        match = ready(match, 4, 2)
        then(match, f"demolish {side}", "cave_in 2")
    match = walk(match, 4, "W")
    assert not any("demolish" in move for move in can(ready(match, 4, 2)))


def test_st_47_cave_ins_cost_the_engineer_only_one():
    match = then(begin(4, 6, 5, 1), *explore("N", "cave-in T 2 3", "ESW"), "end", "move N")
    over(match, "hazard cave-in", "cave_in 2")
    assert health(match, 4, 6) == [2, 0]


def test_st_48_the_climber_secures_for_one_point_without_a_check():
    match = then(begin(5, 4, 6, 1), *explore("N", "ledge S", "NS"))
    assert "secure" in can(match)
    then(match, "secure")
    assert marked(match, 0, -1) and acting(match) == 5 and match.state["points"] == 0


def test_st_48_the_climber_walks_into_squeezes_and_rubble():
    match = turn_of(then(begin(), *reveal("N", "squeeze S", "NS")), 5)
    assert {"move N", "run N", "squeeze N"} <= can(match)
    assert {"move N", "run N", "clear N"} <= can(turn_of(rubble(), 5))


def test_st_49_the_medic_treats_another_for_one_point():
    match = turn_of(calm(hurt(hurt(begin(), 6), 4)), 6)
    assert {"treat 4"} == {move for move in can(match) if "treat" in move}
    then(match, "treat 4")
    assert health(match, 4) == 3 and match.state["points"] == 1


def test_st_49_the_medic_sprints_two_moves_for_one_point():
    match = then(begin(), *reveal("N", "plain S", "NS"), "sprint N")
    assert {"stop", "step S"} == can(match)
    then(match, "step S")
    assert {"end", "exert"} == can(match) and where(match, 6) == (0, 0)


def test_st_50_the_bodyguard_repels_a_horror_on_an_adjacent_tile():
    match = turn_of(stalked(6, 4, 7, 1), 7)
    assert "repel N" in can(match)
    then(match, "repel N")
    assert horrors(match) == [] and match.state["points"] == 1


@pytest.mark.parametrize(
    "tile, sides, answers",
    [
        ("flood X", "NESW", ("hazard flood",)),
        ("gas T", "ESW", ("hazard gas",)),
        ("cave-in T 2 3", "ESW", ("hazard cave-in", "cave_in 2")),
    ],
)
def test_st_50_others_on_the_tile_of_the_bodyguard_lose_nothing(tile, sides, answers):
    match = over(then(begin(7, 4, 5, 1), *explore("N", tile, sides), "end", "end", "move N"), *answers)
    assert health(match, 5) == 3 and health(match, 7) < 5


def test_st_50_nor_to_tremors():
    match = over(then(begin(7, 4, 5, 1), *explore("N", "plain S", "NS"), "end", "move N"), "hazard tremor")
    then(match, "check 1", "check 1", "check 1")
    assert health(match, 7, 4, 5, 1) == [4, 3, 2, 2] and match.seat != CHANCE


def test_st_50_nor_to_gas_when_they_enter():
    match = calm(then(begin(7, 4, 5, 1), *explore("N", "gas T", "ESW")))
    assert health(then(match, "move N"), 4) == 3


def test_st_51_the_leader_directs_another_caver_once_a_turn():
    match = then(begin(8, 4, 5, 1, players=4), "direct 5")
    assert match.seat == 2
    assert {"decline", *(f"{verb} {side}" for verb in ("reveal", "explore") for side in SIDES)} == can(match)
    then(match, *explore("N", "plain S", "NS"))
    assert where(match, 5) == (0, -1) and match.seat == 0 and match.state["points"] == 1
    assert "direct 4" not in can(match)


def test_st_51_not_the_unconscious():
    match = fallen(6, 8, 5, 1)
    assert {"direct 1", "direct 5"} == {
        move for move in can(turn_of(over(match, "hazard flood"), 8)) if "direct" in move
    }


def test_st_51_the_leader_adds_one_to_checks():
    for face, rest in ((3, 3), (2, 2)):
        match = over(begin(4, 8, 5, 1), "hazard tremor", "check 6", f"check {face}", "check 6", "check 6")
        assert rest == health(match, 8)


def test_st_52_a_diver_in_transit_meets_no_hazard():
    match = over(dived(), "hazard tremor", "check 1", "check 1", "check 1")
    assert health(match, 1, 4, 5, 6) == [3, 2, 2, 2] and match.seat != CHANCE


def test_st_52_a_diver_in_transit_is_no_victim():
    match = calm(dig(begin(1, 2, 7, 8), 1, "N flood S NS", "?N horror D S"))
    then(match, "end", "hide", "check 6", "end", "hide", "check 6", "end", "dive", "hazard horror")
    assert horrors(match) == []


def test_st_52_a_diver_in_transit_checks_when_time_is_out():
    match = dig(then(late(begin(1, 4, 5, 6)), *["check 6"] * 4), 1, "N flood S NS")
    over(then(ready(match, 1, 2), "dive"), *["check 6"] * 3)
    assert match.seat == CHANCE and then(match, "check 6").seat != CHANCE  # four have checked
