"""The rulebook of Sub Terra, clause by clause: tiles and hazards."""

from fathom5 import CHANCE
from fathom5.door.testing import can, then
from fathom5.games.sub_terra.rules_test import (
    FOUR,
    acting,
    begin,
    calm,
    dig,
    escape,
    exit_found,
    explore,
    fallen,
    health,
    horrors,
    late,
    marked,
    odds,
    over,
    ready,
    reveal,
    rubble,
    turn_of,
    walk,
    where,
)

# Tiles.


def test_st_26_a_flood_tile_is_plain_until_flooded():
    match = then(begin(), *reveal("N", "flood S", "NS"))
    assert {"move N"} <= can(match)
    assert {"run N"} <= can(turn_of(match, 4)) and "swim N" not in can(match)


def test_st_27_to_enter_a_gas_tile_costs_two_while_the_marker_is_up():
    match = then(begin(), *explore("N", "gas T", "ESW"))
    assert health(match, 6) == 3
    match = over(then(begin(), *reveal("N", "gas T", "ESW")), "hazard gas")
    assert health(then(match, "move N"), 4) == 1


def test_st_27_newly_revealed_gas_tiles_too_until_the_next_hazard_phase():
    match = calm(begin())
    assert health(then(match, *explore("N", "gas T", "ESW")), 4) == 1
    match = over(match, "hazard flood")
    assert health(then(match, "move N"), 5) == 3


def test_st_28_rubble_cannot_be_entered_but_left():
    assert not {"move N", "run N"} & can(turn_of(rubble(6, 4, 7, 1), 4))
    match = then(begin(7, 4, 5, 1), *explore("N", "cave-in T 2 3", "ESW"))
    assert "move S" in can(turn_of(over(match, "hazard cave-in", "cave_in 2"), 7))


def test_st_29_a_squeeze_is_entered_by_squeezing_or_when_explored():
    match = then(begin(), *explore("N", "squeeze S", "NS"))
    assert where(match, 6) == (0, -1) and "move S" in can(match)
    assert not {"move N", "run N", "swim N"} & can(then(match, "end"))


def test_st_30_a_ledge_is_laid_with_its_arrow_away_and_crossed_with_a_rope_only():
    match = then(begin(), *explore("N", "ledge S", "NS"))
    assert not {"reveal N", "explore N"} & can(match) and "move S" in can(match)
    match = turn_of(calm(match), 6)
    then(match, "rope", "check 6", "exert")
    assert {"reveal N", "explore N"} <= can(match)


def behind(name):
    """The Medic has gone around, and is north of a ledge or slide that points north."""
    match = dig(begin(), 6, f"?N {name} NS", "E plain C NW", "N plain S NS", "N plain C SW", "W plain T ESW")
    return ready(walk(match, 6, "S"), 6)


def test_st_30_a_ledge_is_entered_from_either_side_and_left_against_the_arrow():
    match = behind("ledge S")
    assert where(match, 6) == (0, -1)
    assert "move N" not in can(match) and "move S" in can(match)


def test_st_30_a_slide_is_left_with_the_arrow_but_not_against_it():
    match = behind("slide S")
    assert "move N" in can(match) and "move S" not in can(match)
    assert "move S" in can(ready(then(ready(match, 6, 2), "rope", "check 6"), 6))


def test_st_31_rough_ground_is_checked_on_entering():
    for face, rest in ((3, 2), (4, 3)):
        assert rest == health(then(begin(), *explore("N", "rough ground X", "NESW"), f"check {face}"), 6)
    match = then(begin(), *reveal("N", "rough ground X", "NESW"))
    assert then(match, "move N").seat == CHANCE


def test_st_32_cavers_on_the_exit_are_never_victims():
    match = escape(exit_found(2, 4, 5, 1), 5, 1, 4)
    assert horrors(over(match, "hazard horror")) == []


def test_st_32_cavers_on_the_exit_lose_no_health():
    match = then(exit_found(), "move E")
    match = over(match, "hazard tremor")
    assert len([then(match, "check 1") for _ in range(3)]) == 3
    assert health(match, *FOUR) == [2, 2, 3, 2]


# Hazards.


def shaken(card, *faces, **options):
    return over(begin(**options), f"hazard {card}", *(f"check {face}" for face in faces))


def test_st_33_in_a_tremor_each_conscious_caver_checks_or_loses_one():
    match = shaken("tremor", 3, 4, 1, 6)
    assert health(match, *FOUR) == [2, 3, 2, 3]
    assert acting(match) == 4


def test_st_33_the_unconscious_do_not_check():
    match = then(over(fallen(), "hazard flood"), "end", "end", "end", "hazard tremor", "check 1", "check 1", "check 1")
    assert health(match, *FOUR) == [0, 2, 2, 2]


def test_st_34_a_flood_marks_all_flood_tiles_and_hurts_who_is_on_them():
    match = then(begin(), *explore("N", "flood X", "NESW"), *reveal("W", "flood S", "EW"))
    match = over(match, "hazard flood")
    assert marked(match, 0, -1) and marked(match, -1, -1)
    assert health(match, 6, 4) == [2, 3]
    assert health(over(match, "hazard flood"), 6) == 1


def test_st_35_gas_costs_two_and_the_marker_is_up_until_the_next_hazard_phase():
    match = over(then(begin(), *explore("N", "gas T", "ESW")), "hazard gas")
    assert health(match, 6, 4) == [1, 3] and match.state["gas"]
    assert not over(match, "hazard flood").state["gas"]


def test_st_36_a_cave_in_buries_tiles_of_the_number_and_costs_three():
    match = then(begin(), *explore("N", "cave-in T 2 3", "ESW"), *reveal("E", "cave-in C 1 5", "SW"))
    match = over(match, "hazard cave-in")
    assert {("cave_in", face): 1 / 6 for face in range(1, 7)} == odds(match)
    then(match, "cave_in 3")
    assert marked(match, 0, -1) and not marked(match, 1, -1)
    assert health(match, 6, 4) == [0, 3]


def test_st_36_a_tile_under_rubble_does_not_fall_again():
    match = then(begin(7, 4, 5, 1), *explore("N", "cave-in T 2 3", "ESW"))
    match = over(over(match, "hazard cave-in", "cave_in 3"), "hazard cave-in", "cave_in 2")
    assert health(match, 7) == 2


def test_st_37_horrors_move_then_one_appears():
    match = dig(begin(), 6, "?N horror D S", "E plain S EW", "E plain S EW")
    for rank in (4, 5, 1):
        walk(match, rank, "EE")
    assert horrors(over(over(match, "hazard horror"))) == [(0, 0)]  # after the horror phase
    assert horrors(then(match, "hazard horror")) == [(0, -1), (1, 0)]


def test_st_38_twice_is_two_checks_two_rolls_two_losses():
    match = shaken("tremor x2", 1, 1, 1, 1, 1, 6, 6, 6, difficulty="advanced")
    assert health(match, *FOUR) == [1, 2, 2, 2]
    match = then(begin(difficulty="advanced"), *explore("N", "flood X", "NESW"))
    assert health(over(match, "hazard flood x2"), 6) == 1
    match = then(begin(7, 4, 5, 1, difficulty="advanced"), *explore("N", "gas T", "ESW"))
    assert health(over(match, "hazard gas x2"), 7) == 1


def test_st_38_two_rolls_for_a_double_cave_in():
    match = then(begin(difficulty="expert"), *reveal("N", "cave-in T 2 3", "ESW"), *reveal("E", "cave-in C 1 5", "SW"))
    match = over(match, "hazard cave-in x2", "cave_in 2", "cave_in 5")
    assert marked(match, 0, -1) and marked(match, 1, 0)


def test_st_38_after_double_gas_entering_still_costs_two():
    match = over(then(begin(difficulty="expert"), *reveal("N", "gas T", "ESW")), "hazard gas x2")
    assert health(then(match, "move N"), 4) == 1


def test_st_38_a_double_horror_moves_twice_and_two_appear():
    match = dig(begin(2, 4, 5, 1, difficulty="advanced"), 2, "?N horror D S", "?W horror D E", "?S horror D N")
    match = dig(match, 4, "E plain S EW", "E plain S EW", "E plain X NESW")
    walk(walk(match, 5, "EEE"), 1, "EEE")
    then(over(match, "hazard horror x2"), "appear -1 0")
    assert match.seat != CHANCE and {"appear 0 -1", "appear 0 1"} == can(match)
    then(match, "appear 0 1")
    assert horrors(match) == [(-1, 0), (0, 1)]


def test_st_39_out_of_time_is_the_last_card():
    match = begin()
    rounds = late(match).state["rounds"]
    assert rounds == 22
    assert {("check", face) for face in range(1, 7)} == set(match.moves)


def test_st_39_who_fails_is_removed_for_good_in_every_hazard_phase():
    match = then(late(begin()), "check 3", "check 4", "check 4", "check 4")
    assert match.state["place"].count(-3) == 1
    match = over(match, "check 3", "check 6", "check 6")
    assert match.state["place"].count(-3) == 2
