"""The rulebook of Deep Sea Adventure, clause by clause."""

from functools import partial

import numpy as np
import pytest

import fathom5
from fathom5 import CHANCE
from fathom5.door.testing import can, play, then
from fathom5.games.deep_sea.rules import LEVEL, VALUE, Phase
from fathom5.kernel.game import win

play = partial(play, "deep_sea")
FIRST = "first_player 0"
VARIANTS = [{"players": 3, "peek": True}]


def pieces(state):
    """Every chip is on the path, in a hand or treasure."""
    lying = (state.path[:, :, LEVEL] > 0).sum() + (state.held[:, :, :, LEVEL] > 0).sum()
    return int(lying + state.treasure.sum())


def derived(state):
    """What the record keeps for the sake of speed, found in the rest of it."""
    return {"occupied": sum(1 << place for place in state.place.tolist() if place)}


def heard(before, move, seat):
    """DS-26: what a diver peeks at is the diver's own secret."""
    if move[0] == "value" and before.phase == Phase.LOOK and seat != before.diver:
        return ("value", None)
    return move


def reveals(before, after):
    """DS-17: at the end of a round chips are turned over for all."""
    return after.lap != before.lap


def go(a, b, search="nothing"):
    """A roll and a search."""
    return (f"roll {a} {b}", search)


def levels(match, space):
    """The levels of the chips on a space."""
    return [chip[LEVEL] for chip in match.state["path"][space] if chip[LEVEL]]


def path(match):
    return [levels(match, space) for space in range(1, match.state["spaces"] + 1)]


def held(match, seat):
    """The levels of what a diver carries, pile by pile."""
    piles = match.state["held"][seat][: match.state["piles"][seat]]
    return [[chip[LEVEL] for chip in pile if chip[LEVEL]] for pile in piles]


def odds(match):
    return dict(zip(match.moves, match.odds, strict=True))


def values(match, seat):
    """What a diver has brought home."""
    return [value for value, count in enumerate(match.state["treasure"][seat]) for _ in range(count)]


# Seat 0 fetches a level 1 chip from space 2 and is at home; seat 1 stands on space 4 with empty hands.
FETCHED = (FIRST, *go(1, 1, "take"), *go(1, 2), "return", "roll 1 2")
# With 1 air and two chips a level: seat 1 drowns on space 7 with level 4, seat 0 on space 3 with levels 1 and 2.
DROWNED = (FIRST, *go(1, 1, "take"), *go(3, 3, "take"), "go_on", *go(1, 1, "take"))


def test_ds_1_two_dice_make_2_to_6_with_odds_1_2_3_2_1_of_9():
    sums = {}
    for (_, a, b), chance in odds(play(FIRST)).items():
        sums[a + b] = sums.get(a + b, 0) + chance
    assert sums == pytest.approx({2: 1 / 9, 3: 2 / 9, 4: 3 / 9, 5: 2 / 9, 6: 1 / 9})


@pytest.mark.parametrize("level, steps", [(1, (1, 1)), (2, (3, 3)), (3, (3, 3)), (4, (3, 3))])
def test_ds_2_a_level_has_two_chips_of_each_of_its_four_values(level, steps):
    match = play(FIRST, "roll 3 3", air=60, chips=8, rounds=1)
    while levels(match, match.state["place"][0]) != [level]:
        then(match, "nothing", *go(1, 1), "roll 3 3")
    then(match, "take", *go(1, 1))
    while match.seat != CHANCE or match.moves[0][0] != "value":
        then(match, next(move for move in ("return", "roll 3 3", "nothing") if move in can(match)))
    assert odds(match) == {("value", value): 1 / 4 for value in range(4 * level - 4, 4 * level)}
    assert then(match, match.moves[0]).scores[0] == 4 * level - 4


def test_ds_2_nobody_knows_a_value_before_the_chip_is_home():
    match = play(FIRST, *go(3, 3, "take"))
    assert all(chip[VALUE] == -1 for pile in match.state["path"] + match.state["held"][0] for chip in pile)


def test_ds_3_blanks_never_run_out():
    match = play(FIRST, players=6, air=60)
    while path(match).count([]) <= 16:
        then(match, next(move for move in ("go_on", "take", "roll 3 3", "nothing") if move in can(match)))
    assert match.state["lap"] == 1


def test_ds_4_every_round_begins_with_25_air():
    assert play().state["air"] == 25  # before the first action too, which a replay shows
    assert play(FIRST).state["air"] == 25
    match = play(*FETCHED)
    while match.state["lap"] == 1:
        then(match, *("value 0",) if match.moves[0][0] == "value" else go(3, 3))
    assert match.state["air"] == 25


def test_ds_5_level_1_lies_nearest_and_level_4_farthest_and_all_are_in_the_submarine():
    match = play(FIRST)
    assert path(match) == [[1]] * 8 + [[2]] * 8 + [[3]] * 8 + [[4]] * 8
    assert match.state["place"] == [0] * 6


def test_ds_6_anyone_may_begin_and_turns_go_clockwise():
    assert odds(play(players=3)) == pytest.approx({("first_player", seat): 1 / 3 for seat in range(3)})
    order = [play("first_player 1", *go(1, 1) * turns, players=3).state["diver"] for turns in range(4)]
    assert order == [1, 2, 0, 1]


def test_ds_7_a_turn_uses_as_much_air_as_the_diver_holds_piles():
    match = play(FIRST, *go(1, 1, "take"), *go(3, 3))
    assert match.state["air"] == 24
    then(match, "go_on", *go(1, 2, "take"))
    assert match.state["air"] == 24
    assert then(match, *go(3, 3)).state["air"] == 22


def test_ds_7_treasure_of_earlier_rounds_does_not_count():
    match = play(FIRST, *go(1, 1, "take"), *go(1, 2, "take"), "return", "roll 3 3", "return", "roll 3 3")
    then(match, "value 3", "value 3", *go(3, 3), *go(3, 3))
    assert (match.state["lap"], match.state["air"]) == (2, 25)


def test_ds_7_who_empties_the_tank_still_plays_and_can_still_score():
    match = play(FIRST, *go(1, 1, "take"), *go(1, 2, "take"), *("return", "roll 3 3"), air=1, rounds=1)
    assert then(match, "value 3").scores == [3, 0]
    assert match.over


def test_ds_7_the_air_never_shows_less_than_0():
    match = play(FIRST, *go(1, 1, "take"), *go(3, 3), "go_on", *go(1, 2, "take"), *go(3, 3), air=2)
    assert match.state["air"] == 0
    assert can(match) == {"return", "go_on"}


def test_ds_8_not_on_the_first_turn_nor_with_empty_hands():
    assert play(FIRST).seat == CHANCE
    assert play(FIRST, *go(1, 1), *go(3, 3)).seat == CHANCE
    assert can(play(FIRST, *go(1, 1, "take"), *go(3, 3))) == {"return", "go_on"}


def test_ds_8_going_on_leaves_the_question_open_and_turning_back_settles_it():
    start = (FIRST, *go(3, 3, "take"), *go(3, 3))
    assert can(play(*start, "go_on", *go(1, 1), *go(1, 1))) == {"return", "go_on"}
    match = play(*start, "return", *go(1, 1), *go(1, 1))
    assert (match.seat, match.moves[0][0]) == (CHANCE, "roll")
    assert then(match, "roll 1 1").state["place"][0] == 4


def test_ds_9_every_pile_takes_one_off_the_roll_but_never_below_0():
    match = play(FIRST, *go(1, 1, "take"), *go(3, 3), "go_on", "roll 1 2")
    assert match.state["place"][0] == 4
    then(match, "take", *go(3, 3), "go_on", *go(2, 2, "nothing"), *go(3, 3), "go_on", "roll 1 2")
    assert match.state["place"][0] == 7
    match = play(FIRST, *go(3, 3, "take"), *go(1, 1), "go_on", *go(1, 2, "take"), *go(1, 1), "go_on", *go(1, 2, "take"))
    assert then(match, *go(1, 1), "go_on", "roll 1 1").state["place"][0] == 9


def test_ds_10_divers_are_jumped_without_counting_several_in_a_row_too():
    match = play(FIRST, *go(1, 1), *go(1, 1), "roll 1 1", players=3)
    assert match.state["place"][:3] == [2, 3, 4]


def test_ds_10_on_the_way_home_too_and_the_submarine_is_never_occupied():
    start = (FIRST, *go(1, 2, "take"), *go(1, 1, "take"), "return")
    assert play(*start, "roll 1 1").state["place"][0] == 1
    home = play(*start, "roll 1 2", "return", "roll 3 3")
    assert home.moves[0][0] == "value"


def test_ds_11_past_the_end_stop_on_the_farthest_free_space_or_stay():
    turns = (*go(3, 3), *go(3, 3), *go(3, 3), *go(2, 3))
    match = play(FIRST, *turns, players=6, chips=1)
    assert match.state["place"] == [4, 3, 2, 1, 0, 0]
    assert then(match, "roll 3 3").state["place"] == [4, 3, 2, 1, 0, 0]


def test_ds_12_reaching_or_overshooting_the_submarine_is_home_for_the_round():
    for roll in ("roll 1 2", "roll 3 3"):
        match = play(*FETCHED[:-1], roll)
        assert match.state["home"][:2] == [1, 0]
        assert then(match, *go(1, 1)).state["diver"] == 1
        assert match.state["air"] == 24


def test_ds_12_one_short_is_not_home():
    match = play(FIRST, *go(1, 2, "take"), *go(3, 3), "return", "roll 1 2")
    assert (match.state["home"][0], match.state["place"][0]) == (0, 1)


def test_ds_13_leave_it_or_take_it_and_leave_a_blank():
    match = play(FIRST, "roll 1 1")
    assert can(match) == {"nothing", "take"}
    assert levels(then(match.copy(), "nothing"), 2) == [1]
    then(match, "take")
    assert (levels(match, 2), held(match, 0)) == ([], [[1]])


def test_ds_13_on_a_blank_one_of_the_piles_can_be_put_down_and_lies_there_again():
    match = play(FIRST, *go(1, 1, "take"), *go(3, 3), "go_on", "roll 1 2", chips=2)
    assert can(match) == {"nothing", "take"}
    then(match, "take", *go(1, 1), "go_on", "roll 1 1")
    assert can(match) == {"nothing", "drop 0", "drop 1"}
    then(match, "drop 1")
    assert (levels(match, 4), held(match, 0)) == ([2], [[1]])


def test_ds_13_there_is_no_search_in_the_submarine():
    match = play(FIRST, *go(3, 3) * 4, "roll 3 3", players=6, chips=1)
    assert (match.seat, match.state["diver"]) == (CHANCE, 5)


def test_ds_14_a_returning_diver_keeps_the_last_pile():
    down = (FIRST, *go(1, 1, "take"), *go(3, 3))
    match = play(*down, "go_on", *go(1, 2, "take"), *go(1, 1), "return", "roll 1 1")
    assert can(match) == {"nothing", "drop 0", "drop 1"}
    then(match, "drop 0", *go(1, 1), "roll 1 2")
    assert (match.state["place"][0], can(match)) == (2, {"nothing"})


def test_ds_14_a_diver_on_the_way_down_may_put_down_the_last_pile():
    match = play(FIRST, *go(3, 3, "take"), *go(1, 1), "go_on", "roll 1 1")
    assert can(match) == {"nothing", "take"}
    match = play(
        FIRST, *go(1, 1, "take"), *go(3, 3, "take"), "go_on", *go(2, 3), "return", *go(1, 1), "go_on", "roll 1 1"
    )
    assert can(match) == {"nothing", "drop 0"}


def test_ds_15_six_piles_can_be_held_and_then_nobody_moves():
    match = play(FIRST, *go(3, 3, "take"), *go(1, 1), air=60)
    for _ in range(5):
        then(match, "go_on", *go(3, 3, "take"), *go(1, 1))
    assert len(held(match, 0)) == 6
    then(match, "go_on", "roll 3 3")
    assert match.state["place"][0] == 21
    assert can(match) == {"nothing", *(f"drop {pile}" for pile in range(6))}


def test_ds_16_the_round_ends_when_all_are_home():
    match = play(FIRST, *go(1, 1, "take"), *go(1, 2, "take"), "return", "roll 3 3")
    assert match.state["lap"] == 1
    then(match, "return", "roll 3 3", "value 0", "value 0")
    assert match.state["lap"] == 2


def test_ds_16_the_round_ends_when_a_turn_would_begin_without_air():
    match = play(FIRST, *go(1, 1, "take"), *go(1, 2), "go_on", "roll 1 1", air=1)
    assert (match.state["lap"], match.state["air"]) == (1, 0)
    assert then(match, "nothing").state["lap"] == 2


def test_ds_17_who_is_home_turns_chips_over_seat_by_seat_in_the_order_taken():
    match = play(FIRST, *go(1, 1, "take"), *go(1, 2, "take"), "return", "roll 1 2", "return", "roll 3 3", chips=1)
    assert can(match) == {"value 4"}
    assert can(then(match, "value 4")) == {"value 12"}
    then(match, "value 12")
    assert (values(match, 0), values(match, 1), match.scores) == ([4], [12], [4, 12])
    assert path(match) == [[1], [3]]


def test_ds_17_a_divers_own_chips_come_in_the_order_taken():
    match = play(FIRST, *go(3, 3, "take"), *go(1, 1), "return", *go(1, 2, "take"), *go(1, 1), chips=2, air=3)
    assert can(then(match, "roll 3 3")) == {"value 8", "value 9"}
    assert can(then(match, "value 9")) == {"value 4", "value 5"}


def test_ds_18_lost_chips_sink_from_the_farthest_diver_on_in_piles_of_three():
    assert path(play(*DROWNED, air=1, chips=2)) == [[1], [2], [3], [3], [4], [4, 1, 2]]


def test_ds_18_a_fourth_chip_begins_a_new_pile():
    match = play(FIRST, *go(1, 1, "take"), *go(3, 3, "take"), "go_on", *go(1, 1, "take"), air=2, chips=2)
    then(match, "return", *go(1, 1, "take"))
    assert path(match) == [[1], [2], [3], [4], [4, 3, 1], [2]]


def test_ds_18_a_pile_that_sinks_again_falls_apart():
    match = play(*DROWNED, air=1, chips=2)
    then(match, *go(1, 1, "take"), *go(1, 1), "go_on", *go(3, 3, "take"))
    assert path(match) == [[1], [3], [3], [4], [2, 4, 1], [2]]


def test_ds_18_at_the_end_of_the_game_who_drowned_is_not_home_and_nobody_is_left_on_the_path():
    match = play(*DROWNED, air=1, chips=2, rounds=1)
    assert match.over and match.state["home"][:2] == [0, 0] and match.state["place"][:2] == [0, 0]
    assert match.text().count("drowned") == 2 and "noyé" in match.text(language="fr")
    labels = [thing.get("label", "") for thing in match.scene()["things"]]
    assert "\u2068Diver 1\u2069, drowned, carries 0" in labels  # a name stands apart, whichever way it is written


def test_ds_12_at_the_end_of_the_game_only_who_came_back_is_home():
    match = play(*FETCHED, *go(1, 1, "take"), "go_on", *go(1, 1), "value 3", air=2, rounds=1)
    assert match.over and match.state["home"][:2] == [1, 0]
    assert "back home" in match.text() and "drowned" in match.text()


def test_ds_4_the_air_is_full_before_the_first_round_too():
    assert play(air=7).state["air"] == 7


def test_ds_19_all_blanks_are_removed_and_the_gaps_close():
    assert play(*DROWNED, air=1, chips=2).state["spaces"] == 6


def test_ds_20_a_pile_counts_as_one_for_air_and_load():
    match = play(*DROWNED, "return", *go(1, 1), *go(3, 3, "take"), *go(1, 1), "return", "roll 2 3", air=2, chips=2)
    assert (held(match, 1), match.state["air"], match.state["place"][1]) == ([[4, 1, 2]], 1, 1)


def test_ds_20_a_pile_brought_home_scores_all_its_chips():
    match = play(*DROWNED, *go(3, 3, "take"), *go(1, 1), "return", "roll 3 3", air=1, chips=2)
    assert then(match, "value 12", "value 1", "value 5").scores == [0, 18]


def test_ds_20_a_pile_is_put_down_as_one():
    match = play(*DROWNED, *go(3, 3, "take"), *go(1, 1), "go_on", "roll 1 1", "drop 0", air=1, chips=2)
    assert path(match)[-1] == [4, 1, 2]


def test_ds_20_a_short_pile_is_never_topped_up():
    match = play(FIRST, *go(1, 1, "take"), *go(3, 3), "go_on", *go(1, 1), air=1)
    assert path(match)[-1] == [1]
    then(match, *go(1, 1, "take"), *go(3, 3), "go_on", *go(1, 1))
    assert path(match)[-2:] == [[1], [1]]


def test_ds_21_the_farthest_diver_begins_the_next_round():
    assert play(*DROWNED, air=1, chips=2).state["diver"] == 1


def test_ds_21_if_all_are_home_the_last_to_arrive_begins():
    match = play("first_player 1", *go(1, 1, "take"), *go(1, 2, "take"), "return", "roll 3 3", "return", "roll 3 3")
    assert then(match, "value 0", "value 0").state["diver"] == 0


def test_ds_22_after_three_rounds_the_most_points_win():
    match = play("first_player 1", air=1)
    for lap in (1, 2, 3):
        assert (match.state["lap"], match.winners) == (lap, [])
        then(match, *go(1, 1, "take"), *go(3, 3), "return", "roll 3 3", f"value {lap}")
    assert (match.over, match.scores, match.winners) == (True, [2, 4], [1])


def shares(*treasures):
    """Who wins with these chips at home."""
    state, result = play(players=len(treasures))._states[0], np.zeros(len(treasures))
    for seat, brought in enumerate(treasures):
        for value in brought:
            state.treasure[seat, value] += 1
    win(state, result)
    return result.tolist()


def test_ds_22_ties_are_broken_by_the_highest_level_and_else_shared():
    assert shares([7], [6]) == [1, 0]
    assert shares([12], [9, 3], [5, 7]) == [1, 0, 0]
    assert shares([8, 0], [7, 1]) == [1, 0]
    assert shares([13, 4, 4], [13, 8, 0]) == [0, 1]
    assert shares([3, 3], [6]) == [0, 1]
    assert shares([12, 1], [13, 0], [1]) == [0.5, 0.5, 0]


def test_ds_23_an_empty_path_ends_the_game():
    match = play(FIRST, *go(3, 3, "take") * 4, *("return", "roll 3 3") * 4, players=4, chips=1)
    then(match, "value 12", "value 8", "value 4", "value 0")
    assert (match.over, match.state["lap"], match.scores) == (True, 1, [12, 8, 4, 0])


def test_ds_24_the_round_ends_when_all_who_are_out_are_stranded():
    match = play(FIRST, *go(3, 3, "take"), *go(1, 1), "return", "roll 3 3", "roll 3 3", chips=1)
    assert can(match) == {"nothing"}
    assert can(then(match, "nothing")) == {"value 12"}


def test_ds_24_who_can_still_take_something_is_not_stranded():
    match = play(FIRST, *go(3, 3), *go(3, 3), chips=1)
    assert (match.state["lap"], match.moves[0][0]) == (1, "roll")


def test_ds_24_twenty_idle_turns_of_each_diver_end_the_round():
    match = play(FIRST, *go(1, 1) * 39)
    assert match.state["lap"] == 1
    assert then(match, *go(1, 1)).state["lap"] == 2


def test_ds_24_a_change_starts_the_count_again():
    match = play(FIRST, *go(1, 1) * 37, "roll 1 1", "take", *go(1, 1), "go_on", "roll 1 1")
    then(match, "drop 0", *go(1, 1) * 39)
    assert match.state["lap"] == 1
    assert then(match, *go(1, 1)).state["lap"] == 2


def test_ds_24_using_air_is_a_change_too():
    match = play(FIRST, *go(1, 1, "take"), *(*go(1, 1), "go_on", *go(1, 1)) * 21, air=60)
    assert match.state["lap"] == 1


def test_ds_25_players_air_rounds_and_chips_are_options():
    match = play("first_player 5", players=6, air=60, rounds=5, chips=3)
    assert (match.seats, match.state["air"], match.state["laps"], match.state["spaces"]) == (6, 60, 5, 12)
    for wrong in ({"players": 1}, {"players": 7}, {"air": 0}, {"air": 61}, {"rounds": 6}, {"chips": 0}, {"chips": 9}):
        with pytest.raises(ValueError, match="is from"):
            fathom5.load("deep_sea", **wrong)


def test_ds_25_the_values_of_a_level_are_dealt_from_the_lowest_up_and_round_again():
    match = play(*FETCHED[:2], "take", *go(3, 3), "return", "roll 3 3", chips=5, rounds=1, air=1)
    assert odds(match) == {("value", 0): 2 / 5, ("value", 1): 1 / 5, ("value", 2): 1 / 5, ("value", 3): 1 / 5}


def test_ds_26_with_peek_the_diver_alone_sees_what_is_taken():
    match = play(FIRST, *go(1, 1, "take"), peek=True)
    assert odds(match) == {("value", value): 1 / 4 for value in range(4)}
    then(match, "value 3")
    assert [match.told(seat)[-1] for seat in (0, 1, None)] == [("value", 3), ("value", None), ("value", None)]
    assert [match.view(seat)["held"][0][0][0][VALUE] for seat in (0, 1, None)] == [3, -1, -1]


def test_ds_26_a_value_once_seen_stays_known_and_fixed():
    first = (FIRST, *go(3, 3, "take"), "value 3", *go(1, 1, "take"), "value 0")
    second = (
        "go_on",
        *go(1, 1, "take"),
        "value 2",
        "go_on",
        *go(1, 1),
        "go_on",
        *go(1, 1, "drop 0"),
        "go_on",
        *go(1, 1),
    )
    match = play(*first, *second, "go_on", *go(2, 2), "go_on", *go(2, 2, "take"), peek=True)
    assert match.seat == 0
    assert [match.view(seat)["held"][1][1][0][VALUE] for seat in (0, 1, None)] == [3, 3, -1]


def test_ds_26_what_is_seen_at_home_is_for_all():
    match = play(FIRST, *go(1, 1, "take"), "value 3", *go(3, 3), "return", "roll 3 3", peek=True, air=1)
    assert match.view(1)["treasure"][0][3] == 1


def test_ds_26_what_was_seen_is_no_longer_in_the_draw():
    match = play(FIRST, *go(1, 1, "take"), "value 3", "roll 1 1", "take", peek=True)
    assert odds(match)["value", 3] == pytest.approx(1 / 7)


def test_ds_26_off_is_the_rulebook():
    assert play(FIRST, *go(1, 1, "take")).moves[0][0] == "roll"
