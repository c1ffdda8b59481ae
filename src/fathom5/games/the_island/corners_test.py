"""The rulebook of The Island, clause by clause: rulings on the corners."""

import numpy as np
import pytest

import fathom5
from fathom5.door.testing import can, then
from fathom5.games.the_island.board import recalled, untold
from fathom5.games.the_island.rules import score
from fathom5.games.the_island.rules.box import RED, TEAM, Action, Phase, Terrain, Under
from fathom5.games.the_island.rules_test import (
    EAST,
    FAR_BEACHES,
    INLAND,
    WORTH,
    armed,
    drown_island,
    dull,
    island,
    odds,
    offered,
    plight,
    raid,
    rescued,
    sunk,
    targets,
    turn,
    until,
    vanished,
)


def test_ti_51_the_first_player_is_drawn_among_the_persons():
    assert odds(fathom5.load("the_island").start(chance="manual")) == {
        ("first_player", 0): 0.5,
        ("first_player", 1): 0.5,
    }
    assert len(fathom5.load("the_island", players=3).start(chance="manual").moves) == 3


def test_ti_51_a_colour_counts_as_a_player_for_control_and_moves_only_its_own():
    match = island(spots=([(-7, 5)], [(-5, 5), (-4, 4)]), two_colours=True)
    turn(match, "board 0 0 -6 4")
    turn(match, "board 1 0 -6 4", "board 1 1 -6 4")
    assert {move[1] for move in offered(until(match, Phase.MOVES, 2), "walk", "dive", "board")} == {2}
    assert not targets(match, "boat", -6, 4)
    assert targets(until(match, Phase.MOVES, 1), "boat", -6, 4)


def test_ti_51_two_colours_of_a_person_do_not_add_up_in_a_boat():
    match = island(spots=([(-7, 5)], [(-5, 5)], [(-4, 4)]), two_colours=True)
    for colour in (0, 1, 2):
        turn(until(match, Phase.MOVES, colour), f"board {colour} 0 -6 4", under="shark")
    assert not targets(until(match, Phase.MOVES, 3), "boat", -6, 4)
    assert targets(until(match, Phase.MOVES, 1), "boat", -6, 4)


def test_ti_51_no_defence_in_the_turn_of_the_same_persons_other_colour():
    match = turn(island(spots=([(-5, 5)], []), two_colours=True), "dive 0 0 -6 4", under="stop_shark")
    turn(match, remove=(-3, 3), under="shark")
    then(match, "end_moves", "remove -1 3", "under boat", "die shark")
    then(match, "creature shark -3 3 -6 4")
    assert (plight(match, 0, 0), match.state["colour"]) == ("lost", 3)


def test_ti_52_who_climbed_into_a_boat_does_not_jump_out_again_in_that_turn():
    match = until(turn(island(), "dive 0 1 -6 4"), Phase.MOVES, 0)
    then(match, "board 0 1 -6 4")
    assert not targets(match, "dive", 0, 1)
    assert targets(match, "board", 0, 1) == {(-8, 4)}


def test_ti_52_being_capsized_in_ones_own_moves_uses_the_sea_action_up():
    match = then(sunk(island(), ((-3, 3), "whale")), "board 0 1 -6 4", "boat -6 4 -5 3")
    until(turn(match), Phase.MOVES, 0)
    then(match, "boat -5 3 -3 3")
    assert plight(match, 0, 1) == "swimming"
    assert not targets(match, "swim", 0, 1)


@pytest.mark.parametrize("index", range(TEAM))
def test_ti_52_whoever_of_the_ten_it_was(index):
    west = INLAND[: TEAM - 1]
    west.insert(index, (-5, 5))
    match = then(sunk(island(spots=(west, EAST)), ((-3, 3), "whale")), f"board 0 {index} -6 4", "boat -6 4 -5 3")
    then(until(turn(match), Phase.MOVES, 0), "boat -5 3 -3 3")
    assert plight(match, 0, index) == "swimming"
    assert match.state["spent"] == 1 << index


def test_ti_52_being_capsized_by_wind_does_not():
    match = sunk(island(), ((-3, 3), "whale"))
    until(turn(match, "board 0 1 -6 4", "boat -6 4 -5 3", under="wind"), Phase.START, 0)
    then(match, "wind -5 3 -3 3")
    assert targets(match, "swim", 0, 1)


def test_ti_53_the_moves_are_over_when_no_explorer_of_the_colour_is_in_play():
    match = island(FAR_BEACHES, spots=(INLAND, ()))
    vanished(match, 0)
    assert match.state["moves"] > 0
    assert (match.seat, match.moves[0][0]) == (0, "remove")


def test_ti_54_dolphin_and_wind_must_end_elsewhere():
    match = armed("dolphin")
    assert can(match) == {"pass"}  # nobody swims
    match = armed("dolphin", moves=("dive 0 0 -8 4",))
    assert (-8, 4) not in targets(match, "dolphin", 0, 0)
    match = armed("wind")
    assert (-6, 4) not in targets(match, "wind", -6, 4)


def test_ti_55_with_no_tile_left_nothing_is_removed_and_the_game_goes_on():
    match = drown_island(island(challenges=["to_the_last"]), 0)
    until(match, Phase.DIE)
    colour = match.state["colour"]
    until(match, Phase.MOVES, 1 - colour)
    assert then(match, "end_moves").moves[0][0] == "die"


def test_ti_55_whatever_ends_the_game_those_not_on_a_safe_island_do_not_score():
    match = drown_island(rescued(challenges=["atlantis_submerged"]), 0)
    then(match, match.moves[0])
    assert (match.over, match.scores) == (True, [11, 0])


def test_ti_56_at_the_end_the_values_of_the_saved_are_shown_and_the_others_are_not():
    match = drown_island(rescued(), 8)
    assert match.view(1)["value"][:TEAM] == [0] * TEAM
    until(match, Phase.REMOVE)
    then(match, dull(match), "under volcano")
    for seat in (1, None):
        assert match.view(seat)["value"][:TEAM] == [6, 5] + [0] * 8
    assert match.view(0)["value"][:TEAM] == WORTH


@pytest.mark.parametrize("kind", ["shark", "whale"])
def test_ti_57_who_holds_no_such_tile_is_asked_all_the_same_and_can_only_decline(kind):
    match = raid(kind, "boat", "boat")
    assert (match.seat, can(match)) == (1, {"decline"})
    with_tile, without = raid(kind, f"stop_{kind}", "boat"), raid(kind, "dolphin", "boat")
    assert with_tile.seen(2).tobytes() == without.seen(2).tobytes()


@pytest.mark.parametrize("memory, told", [(True, [0, 0]), (False, [11, 0])])
def test_ti_9_points_tell_no_value_that_people_may_not_look_at_again(memory, told):
    match, points = rescued(memory=memory), np.zeros(2, np.int64)
    score(recalled(match.seen(0)), points)
    assert (points.tolist(), match.scores) == (told, [11, 0])


@pytest.mark.parametrize("memory, seat, is_untold", [(True, 0, True), (False, 0, False), (False, 1, True)])
def test_ti_9_points_that_depend_on_a_value_face_down_are_nobodys_to_tell(memory, seat, is_untold):
    assert untold(recalled(rescued(memory=memory).seen(seat))) == ({0} if is_untold else set())


def test_ti_39_where_all_are_equal_points_are_no_secret():
    assert untold(recalled(rescued(challenges=["all_equal"]).seen(0))) == set()


def test_ti_57_a_question_answers_itself_only_when_all_know_that_the_hand_has_no_answer():
    match = raid("shark", "boat", "boat")
    assert (can(match), match.forced) == ({"decline"}, None)
    match._states["left"][:, :, Under.STOP_SHARK] = 0  # everybody has seen all of these in play
    match._states["hand"][:, :, :, Under.STOP_SHARK - RED] = 0
    assert match.forced == Action.DECLINE
    match = raid("whale", "boat", "boat")
    assert match.state["held"][1][Terrain.FOREST :] == [0, 0]  # no beach hides what stops a whale
    assert (can(match), match.forced) == ({"decline"}, Action.DECLINE)


def test_ti_57_the_start_of_a_turn_passes_itself_only_when_all_know_that_the_hand_has_nothing_to_play():
    match = armed("stop_shark")
    assert (can(match), match.forced) == ({"pass"}, None)  # it might have been the wind
    match._states["left"][:, :, RED : Under.STOP_SHARK] = 0  # everybody has seen all of these in play
    assert match.forced == Action.PASS


def test_ti_58_twenty_turns_of_each_colour_after_the_last_tile_end_the_game():
    match, turns = drown_island(island(challenges=["to_the_last"]), 0), 0
    match.play(match.moves[0])
    while not match.over:
        turns += match.state["phase"] == Phase.DIE
        match.play(dull(match))
    assert turns == 1 + 20 * 2
