"""The rulebook of Sub Terra, clause by clause: the end, and rulings on the corners."""

import pytest

from fathom5 import CHANCE
from fathom5.door.testing import can, then
from fathom5.games.sub_terra.rules.box import EXIT, REMOVED
from fathom5.games.sub_terra.rules.cave import must_discard
from fathom5.games.sub_terra.rules_test import (
    FOUR,
    SIDES,
    acting,
    at,
    begin,
    calm,
    changed,
    dig,
    dived,
    drain,
    escape,
    exit_found,
    explore,
    fallen,
    health,
    horrors,
    hurt,
    late,
    mining,
    over,
    play,
    pocket,
    ready,
    stalked,
    together,
    turn_of,
    walk,
    wall_between,
    where,
)
from fathom5.games.sub_terra.words import move
from fathom5.kernel.game import offers

# The end.


def test_st_53_the_game_ends_at_once_when_every_caver_is_on_the_exit():
    match = escape(exit_found(), 5, 1, 4, 6)
    assert match.over and match.log[-1] == ("move", "E")
    assert match.scores == [3]


def test_st_53_or_when_nobody_is_conscious():
    match = over(stalked())
    assert match.over and match.scores == [0]


@pytest.mark.parametrize("lost, medal", [(0, 3), (1, 2), (2, 1), (3, 0)])
def test_st_53_each_caver_left_behind_costs_a_medal(lost, medal):
    match = escape(exit_found(), *(5, 1, 4, 6)[: 4 - lost])
    assert [medal] == match.scores


def test_st_54_the_medal_is_the_team_s():
    match = escape(exit_found(players=4), 5, 1, 4, 6)
    assert match.scores == [3] * 4 and match.shares == [1.0] * 4 and match.winners == [0, 1, 2, 3]
    match = over(stalked(players=4))
    assert match.scores == [0] * 4 and match.winners == []


def test_st_54_silver_and_bronze_are_worth_two_thirds_and_one():
    match = escape(exit_found(), 5, 1)
    assert [pytest.approx(1 / 3)] == match.shares
    assert [pytest.approx(2 / 3)] == escape(match, 4).shares


# The corners.


def test_st_61_a_check_that_can_cost_nothing_is_not_rolled():
    match = over(then(begin(7, 4, 5, 1)), "hazard tremor")
    then(match, "check 6")
    assert acting(match) == 4  # the Bodyguard alone had something to lose


def test_st_61_the_fallen_do_not_roll_on_rough_ground():
    match = walk(dig(begin(), 6, "E rough ground X NESW", "?N horror D S"), 6, "W")
    over(over(match, "hazard horror"), "hazard flood")
    rank = acting(match)
    then(match, "move E")
    assert health(match, rank) == 0 and match.seat != CHANCE


def test_st_62_powers_are_judged_before_anybody_loses_health():
    match = begin(7, 4, 5, 1)
    for _ in range(3):
        hurt(ready(match, 7), 7)
    walk(dig(match, 7, "N cave-in T 2 3 ESW"), 5, "N")
    over(match, "hazard cave-in", "cave_in 3")
    assert health(match, 7, 5) == [0, 3]  # the Bodyguard falls, and has protected the Climber


def test_st_63_orientations_that_would_close_the_cave_are_not_offered():
    match = dig(begin(), 6, "?N plain D S", "?E plain D W", "?S horror D N", "W plain C NE")
    assert {"place drawn SW"} == can(then(ready(match, 6), "reveal N", "tile plain C"))


def test_st_63_the_exit_is_laid_even_if_it_closes_the_cave():
    match = then(drain(pocket(), 6), "tile exit D")
    assert {"place drawn W"} == can(match)


def test_st_63_with_the_stack_empty_anything_may_be_laid():
    match = drain(pocket(), 2)
    then(match, "tile exit D", "place drawn W")
    match = drain(pocket(6, 4, 5, 1, how="explore"), 2)
    last = next(move for move in match.moves if move[1] != "exit")
    assert then(match, last).seat == CHANCE  # the last but one is discarded
    assert {("place", "drawn", "W")} == set(then(match, "tile exit D").moves)


def test_st_63_the_geologist_discards_only_the_drawn_tile():
    match = pocket(6, 4, 3, 1)
    kept = match.state["kept"]
    then(match, "tile plain X")
    assert match.seat == CHANCE and kept == match.state["kept"]


def two_tiles(drawn, kept, is_last=False):
    """What the Geologist may lay of these two west of the start, the cave's only open side."""
    match = dig(begin(3, 4, 5, 1), 4, "?N horror D S", "?E horror D W", "?S plain D N")
    state = then(ready(match, 3), "reveal W", "tile plain C").seen(0)
    designs = {"corner": int(state.drawn), "dead end": int(state.kept), "exit": EXIT}
    state.drawn, state.kept = designs[drawn], designs[kept]
    state.stack *= not is_last
    changed(state)
    return bool(must_discard(state)), {" ".join(move(state, action)[1:]) for action in offers(state)}


def test_st_63_if_one_of_the_geologists_tiles_is_the_exit_it_may_be_laid_and_the_other_only_if_the_cave_stays_open():
    assert two_tiles("exit", "corner") == (False, {"drawn E", "kept NE", "kept ES"})
    assert two_tiles("corner", "exit") == (False, {"kept E", "drawn NE", "drawn ES"})
    assert two_tiles("exit", "dead end") == (False, {"drawn E"})
    assert two_tiles("dead end", "exit") == (False, {"kept E"})


def test_st_63_if_neither_is_the_exit_they_leave_the_cave_open_or_the_drawn_one_goes():
    assert two_tiles("corner", "dead end") == (False, {"drawn NE", "drawn ES"})
    assert two_tiles("dead end", "dead end")[0]


def test_st_63_with_the_stack_empty_the_geologist_may_lay_both_as_they_connect():
    assert two_tiles("corner", "dead end", is_last=True) == (False, {"drawn NE", "drawn ES", "kept E"})


def test_st_62_all_roll_when_time_is_out_before_the_end_is_looked_at():
    match = begin()
    for _ in range(3):
        hurt(ready(match, 4), 4)
    late(match)
    assert health(match, 4) == 0 and match.state["place"][1] >= 0
    then(match, "check 1", "check 1", "check 1")
    assert not match.over  # nobody is conscious, but the Engineer, who rolls last, has still to
    assert then(match, "check 6").over
    assert [place == REMOVED for place in match.state["place"][:4]] == [True, False, True, True]


def test_st_62_each_strike_of_a_double_hazard_is_judged_on_its_own():
    match = begin(7, 4, 5, 1, difficulty="advanced")
    for _ in range(4):
        hurt(ready(match, 7), 7)
    over(match, "hazard tremor x2", "check 1")  # the Bodyguard falls, and protects nobody from the second
    then(match, "check 1", "check 1", "check 1")
    assert health(match, 7, 4, 5, 1) == [0, 2, 2, 2]


def test_st_62_the_end_is_looked_at_between_two_strikes():
    match = together(then(begin(6, 5, 1, 2, difficulty="advanced"), *explore("N", "cave-in T 2 3", "ESW")), "N")
    assert then(match, "hazard cave-in x2", "cave_in 2").over  # there is no second roll


def test_st_64_explore_always_moves_in():
    match = then(begin(), "explore N", "tile squeeze S")
    assert {"place drawn NS"} == can(match)
    assert where(then(match, "place drawn NS"), 6) == (0, -1)


def test_st_65_adjacent_is_by_an_edge_walls_or_not():
    match = over(wall_between("cave-in C 3 6 NE", 6, 3, 7, 1), "hazard cave-in", "cave_in 3")
    assert "excavate E" in can(ready(match, 3, 2)) and "clear E" not in can(match)
    match = over(wall_between("horror D N", 6, 3, 7, 1), "hazard horror")
    assert "repel E" in can(ready(match, 7))


@pytest.mark.parametrize("name, action", [("squeeze S", "squeeze N"), ("flood S", "swim N")])
def test_st_66_swimming_and_squeezing_obey_ledges(name, action):
    way = ("E plain C NW", "N plain S NS", "N plain S NS", "N plain C SW", "W plain C ES", f"?S {name} NS")
    match = walk(dig(begin(), 6, "?N ledge S NS", *way), 4, "N")
    over(match, "hazard flood")
    assert action not in can(ready(match, 4, 2))
    assert action in can(ready(then(match, "rope", "check 6"), 4, 2))


def test_st_67_explosives_also_go_where_only_the_neighbour_has_the_wall():
    match = dig(begin(6, 4, 5, 1), 6, "N plain C ES", "E plain C SW", "?S plain D N")
    assert {"demolish E"} == {move for move in can(ready(match, 4)) if "demolish" in move}


def test_st_68_a_diver_surfaces_in_any_case():
    match = dig(begin(1, 4, 5, 6), 1, "N flood S NS")
    hurt(hurt(match, 1) and ready(match, 1), 1)
    over(then(ready(match, 1, 2), "exert", "dive", "check 1"), "hazard flood")
    assert health(match, 1) == 0 and {"surface 0 -1"} == can(over(match))


def test_st_68_a_diver_in_transit_counts_as_in_the_cave():
    match = over(dig(begin(1, 4, 5, 6), 1, "?N horror D S", "W flood S EW"), "hazard horror")
    then(turn_of(match, 1), "dive")
    over(match)
    assert health(match, 4, 5, 6) == [0, 0, 0] and not match.over


def test_st_69_who_wakes_up_beside_a_horror_falls_again():
    match = over(then(begin(2, 4, 5, 1), *explore("N", "horror D", "S"), "end", "move N"), "hazard horror")
    assert health(match, 4) == 0
    assert health(then(turn_of(match, 2), "heal 4"), 4) == 0


def test_st_70_a_conscious_caver_on_the_exit_keeps_the_game_going():
    match = escape(exit_found(), 5)
    for hazard in ("horror", "flood", "flood", "flood", "flood", "gas"):
        over(match, f"hazard {hazard}")
    assert health(match, *FOUR) == [0, 0, 3, 0] and not match.over


def test_st_70_until_the_others_are_removed():
    match = then(late(escape(exit_found(), 5)), "check 1", "check 1")
    assert not match.over and then(match, "check 1").over


def test_st_71_the_marker_goes_to_the_unconscious_too():
    match = fallen()
    firsts = [over(match, "hazard flood").state["first"] for _ in range(3)]
    assert firsts == [2, 3, 0]


def test_st_72_easier_expert_with_four_cavers_deals_all_twenty_cards():
    assert play(difficulty="expert", easier=True).state["cards"] == 20


def test_st_73_with_the_stack_empty_the_geologist_still_has_the_tile_kept():
    match = drain(pocket(6, 4, 3, 1), 1)
    then(match, "tile exit D", "place drawn W")
    then(ready(match, 4, 2), "demolish S", "cave_in 2")
    assert not any(move[0] == "reveal" for move in ready(match, 4).moves)
    assert {"place kept N"} == can(then(ready(walk(match, 3, "S"), 3), "reveal S"))


def test_st_73_the_tile_kept_may_be_the_exit():
    match = drain(pocket(6, 4, 3, 1), 1)
    then(match, "tile exit D")
    assert {"place drawn W", "place kept W"} == can(match)
    assert then(match, "place kept W").state["kept"] == EXIT


def test_st_74_every_further_attempt_to_hide_in_a_row_succeeds():
    match = begin()
    for face in (6, 1):
        calm(then(turn_of(match, 6), "hide", f"check {face}", "end"))
    for _ in range(2):
        then(turn_of(match, 6), "hide")
        assert match.state["hidden"][0]
        calm(match)


def two_ways():
    """Horrors north and east of the Diver, who is at the start; the Engineer beside the second, others in the south."""
    match = begin(players=4, difficulty="advanced")
    dig(match, 4, "?N horror D S", "E horror C NW", "N plain C ES")
    walk(dig(match, 5, "S plain S NS"), 6, "S")
    return over(over(match, "hazard horror x2", "appear 0 -1"))


def test_st_75_the_first_caver_chooses_which_horror_starts_if_it_matters():
    match = two_ways()
    assert {"horror_first 0", "horror_first 1"} == can(match)
    assert match.state["first"] == match.seat
    then(match.copy(), "horror_first 0")
    assert horrors(then(match, "horror_first 0")) == [(0, 0), (1, -1)] and health(match, 1, 4) == [0, 0]
    match = then(two_ways(), "horror_first 1")
    assert horrors(match) == [(0, 0), (0, 0)] and health(match, 1, 4) == [0, 3]


def test_st_75_the_order_is_not_asked_if_it_does_not_matter():
    match = dig(begin(difficulty="advanced"), 6, "?N horror D S", "?W horror D E")
    over(match, "hazard horror x2", "appear 0 -1")
    assert horrors(match) == [(-1, 0), (0, -1)]
    assert over(match).over


def test_st_75_nor_if_no_horror_can_strike():
    match = dig(begin(difficulty="advanced"), 6, "N plain X NESW", "?N horror D S", "?E horror D W", "?W horror D E")
    over(walk(match, 6, "S"), "hazard horror x2", "appear 0 -2", "appear 1 -1")
    assert over(match).seat == CHANCE and horrors(match) == [(0, -1), (0, -1)]


def test_st_76_guide_needs_a_next_tile():
    match = drain(pocket(6, 4, 2, 1), 1)
    assert ("guide",) not in then(match, "tile exit D").moves


def test_st_76_towards_the_unexplored_only_the_own_side_opens():
    match = mining()
    then(match, "demolish N", "cave_in 2")
    dig(match, 4, "?N plain C SW")
    assert "".join(side for n, side in enumerate(SIDES) if match.state["sides"][at(match, 4)] >> n & 1) == "NES"


def test_st_76_the_directed_caver_may_decline():
    match = then(begin(8, 4, 5, 1), "direct 4", "decline")
    assert acting(match) == 8 and match.state["points"] == 1


def test_st_76_a_diver_in_transit_cannot_be_directed():
    match = over(dived(1, 5, 6, 8), "hazard flood")
    assert {"direct 5", "direct 6"} == {move for move in can(turn_of(match, 8)) if "direct" in move}


def test_st_77_actions_without_effect_are_not_offered():
    assert not {"heal 6", "treat 4", "clear here", "rope"} & can(begin())
    assert "hide" not in can(begin(2, 4, 5, 1))


def test_st_77_base_actions_stay_beside_cheaper_powers():
    match = turn_of(calm(hurt(hurt(begin(), 6), 4)), 6)
    assert {"heal 4", "treat 4"} <= can(match)


def test_st_78_two_cavers_each_sit_side_by_side():
    match = play("first_caver 4", cavers=[6, 4, 5, 1], players=2)
    seats = [match.seat, *(then(match, "end").seat for _ in range(3))]
    assert seats == [0, 1, 1, 0]
    assert calm(match).seat == 1  # the marker passes by caver
