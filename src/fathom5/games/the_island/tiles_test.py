"""The rulebook of The Island, clause by clause: tiles that sink, red ones and what defends from them."""

from collections import Counter

import numpy as np
import pytest

from fathom5 import CHANCE
from fathom5.door.testing import can, dealt, then
from fathom5.games.the_island.rules.box import Phase
from fathom5.games.the_island.rules.sea import PLACES, distance
from fathom5.games.the_island.rules_test import (
    EAST,
    INLAND,
    WEST,
    armed,
    boats,
    creatures,
    drown_island,
    hand,
    island,
    plight,
    raid,
    spot,
    sunk,
    targets,
    terrain,
    turn,
    until,
)
from fathom5.games.the_island.words import KIND_WORDS
from fathom5.kernel.chance import dice

# Removing a tile.


def test_ti_24_beaches_at_the_sea_first_and_new_sea_and_the_lagoon_count():
    match = until(island(), Phase.REMOVE)
    assert {terrain(match, *place) for place in targets(match, "remove")} == {"beach"}
    assert (-1, 5) in targets(match, "remove")  # at the lagoon
    assert (-2, 4) not in targets(match, "remove")
    until(turn(match, remove=(-3, 3), under="boat"), Phase.REMOVE)
    assert (-2, 4) in targets(match, "remove")


def test_ti_24_then_forests_then_mountains():
    for left, kind in ((25, "beach"), (24, "forest"), (9, "forest"), (8, "mountain")):
        match = until(drown_island(island(), left), Phase.REMOVE)
        assert {terrain(match, *place) for place in targets(match, "remove")} == {kind}


def test_ti_24_if_no_tile_of_that_terrain_is_at_the_sea_any_of_it():
    shore = [place for place in INLAND if place[1] in (3, 9)] + [
        (-4, 4),
        (4, 4),
        (-4, 8),
        (4, 8),
        (7, 5),
        (6, 6),
        (7, 7),
    ]
    match = island(dict.fromkeys([*shore, (-4, 6)], "beach"))
    until(match, Phase.REMOVE)
    assert targets(match, "remove") == set(shore)
    until(drown_island(match, 25), Phase.REMOVE)
    assert match.moves == (("remove", -4, 6),)


def test_ti_25_those_on_the_tile_swim_before_its_underside_acts():
    match = then(until(island(), Phase.REMOVE), "remove -5 5")
    assert (plight(match, 0, 1), spot(match, 0, 1)) == ("swimming", (-5, 5))
    assert plight(then(match, "under shark"), 0, 1) == "lost"


def test_ti_26_a_shark_takes_the_swimmers_and_a_whale_does_not():
    shark = turn(island(), remove=(-5, 5), under="shark")
    whale = turn(island(), remove=(-5, 5), under="whale")
    assert (creatures(shark, "shark"), plight(shark, 0, 1)) == ([(-5, 5)], "lost")
    assert (creatures(whale, "whale"), plight(whale, 0, 1)) == ([(-5, 5)], "swimming")


def test_ti_26_up_to_three_swimmers_board_the_new_boat():
    match = turn(island(), "walk 0 0 -5 5", "walk 0 2 -5 5", remove=(-5, 5), under="boat")
    assert (-5, 5) in boats(match)
    assert [plight(match, 0, index) for index in (0, 1, 2)] == ["aboard"] * 3


def test_ti_26_of_five_swimmers_the_remover_chooses_three_of_any_colour():
    match = island(spots=(WEST, [(-3, 5), (-4, 6)]))
    turn(match, "walk 0 0 -5 5", "walk 0 2 -5 5", remove=(3, 3), under="shark")
    then(match, "walk 1 0 -5 5", "walk 1 1 -5 5", "end_moves", "remove -5 5", "under boat")
    assert (match.seat, can(match)) == (1, {f"aboard {who}" for who in ("0 0", "0 1", "0 2", "1 0", "1 1")})
    then(match, "aboard 1 0", "aboard 0 2", "aboard 1 1")
    assert match.seat == CHANCE
    assert [plight(match, *who) for who in ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1))] == [
        *("swimming", "swimming"),
        *("aboard", "aboard", "aboard"),
    ]


def whirlpool():
    """The forest at (-7, 5) is one; beside it a boat with explorer 0, a swimmer in another, a shark, and land."""
    match = drown_island(island(dict.fromkeys(WEST, "forest"), spots=([(-7, 5), (-5, 5), (-6, 6)], ())), 24)
    until(match, Phase.START, 0)
    then(match, next(move for move in match.moves if move[0] == "move_shark" and move[3:] == (-9, 5)))
    return then(match, "board 0 0 -8 4", "dive 0 1 -6 4", "end_moves", "remove -7 5")


def test_ti_26_a_whirlpool_takes_all_on_its_cell_and_on_the_sea_around():
    match = whirlpool()
    assert {(-8, 4), (-6, 4)} <= boats(match)
    assert (-9, 5) in creatures(match, "shark")
    then(match, "under whirlpool")
    assert not {(-8, 4), (-6, 4)} & boats(match)
    assert (-9, 5) not in creatures(match, "shark")
    assert plight(match, 0, 0) == plight(match, 0, 1) == "lost"


def test_ti_26_explorers_on_land_beside_a_whirlpool_are_safe():
    assert plight(then(whirlpool(), "under whirlpool"), 0, 2) == "ashore"


def test_ti_26_the_volcano_ends_the_game_at_once():
    match = until(drown_island(island(), 8), Phase.REMOVE)
    assert then(match, match.moves[0], "under volcano").over


def test_ti_27_a_red_underside_is_known_to_the_remover_only_and_the_number_in_hand_to_all():
    one, other = (turn(island(), remove=(-3, 3), under=under) for under in ("wind", "dolphin"))
    assert one.view(0) != other.view(0)
    for seat in (1, None):
        assert one.seen(seat).tobytes() == other.seen(seat).tobytes()
        assert one.told(seat) == other.told(seat)
        assert (np.sum(one.view(seat)["held"][0]), np.sum(one.view(seat)["hand"])) == (1, 0)
    assert ("under", None) in one.told(1)
    assert ("under", "wind") in one.told(0)


def test_ti_27_green_undersides_are_open_and_a_tile_once_played_leaves_the_game():
    match = turn(island(), remove=(-3, 3), under="wind")
    until(turn(match, under="shark"), Phase.START, 0)
    assert ("under", "shark") in match.told(0)
    assert hand(match, 0) == ["wind"]
    assert not hand(then(match, "wind -6 4 -5 3"), 0)


def test_ti_27_behind_a_tile_in_hand_may_be_any_red_one_of_its_terrain():
    seen, rng = turn(island(), remove=(-3, 3), under="wind").seen(1), dice(2)
    guesses = Counter(int(dealt(seen, rng).hand[0, 0].argmax()) for _ in range(2000))
    assert [guesses[red] / 2000 for red in range(7)] == pytest.approx(np.array([3, 2, 1, 1, 1, 1, 0]) / 9, abs=0.04)


# Red tiles.


def test_ti_28_the_dolphin_carries_an_own_swimmer_one_to_three_cells():
    match = armed("dolphin", moves=("dive 0 0 -8 6",))
    found = targets(match, "dolphin", 0, 0)
    near = {p for p in PLACES if 0 < distance(p, (-8, 6)) <= 3 and terrain(match, *p) == "sea"}
    assert found == near - {(-5, 9), (-5, 3)}  # which are farther, round the land
    then(match, "dolphin 0 0 -9 3")
    assert spot(match, 0, 0) == (-9, 3)
    assert (-10, 2) in targets(match, "swim", 0, 0)


def test_ti_28_the_dolphin_ends_where_a_swimmer_is_lost():
    match = armed("dolphin", moves=("dive 0 0 -8 4",))
    until(turn(match, die="serpent", creature="creature serpent -9 1 -10 2"), Phase.START, 0)
    assert (-10, 2) in targets(match, "dolphin", 0, 0)
    assert plight(then(match, "dolphin 0 0 -10 2"), 0, 0) == "lost"


def test_ti_28_the_dolphin_does_not_pass_a_deadly_cell():
    match = turn(island(), remove=(-5, 5), under="dolphin")
    turn(match, remove=(-4, 4), under="shark", die="shark", creature="creature shark -4 4 -6 4")
    assert {(-6, 4), (-4, 4), (-5, 3)} <= targets(match, "dolphin", 0, 1)
    assert (-8, 4) not in targets(match, "dolphin", 0, 1)  # only by way of (-6, 4)


@pytest.mark.parametrize("crew, boat", [((), (6, 4)), (("board 0 1 -6 4",), (-6, 4))])
def test_ti_28_the_wind_blows_a_boat_one_controls_one_to_three_cells(crew, boat):
    match = armed("wind", moves=crew)
    found = targets(match, "wind", *boat)
    assert found and max(distance(place, boat) for place in found) == 3
    assert not found & boats(match)
    then(match, ("wind", *boat, *min(found)))
    assert min(found) in boats(match)


def test_ti_28_the_wind_does_not_blow_a_boat_of_others():
    match = armed("wind")
    until(then(match, "pass"), Phase.MOVES, 1)
    until(turn(match, "board 1 1 6 4"), Phase.START, 0)
    assert not targets(match, "wind", 6, 4)


def test_ti_28_the_wind_into_a_whale_capsizes_and_goes_no_farther():
    match = sunk(island(), ((-3, 3), "whale"))
    until(turn(match, "board 0 1 -6 4", "boat -6 4 -5 3", under="wind"), Phase.START, 0)
    assert (-3, 3) in targets(match, "wind", -5, 3)
    then(match, "wind -5 3 -3 3")
    assert (plight(match, 0, 1), spot(match, 0, 1)) == ("swimming", (-3, 3))
    assert not {(-5, 3), (-3, 3)} & boats(match)


@pytest.mark.parametrize("kind", KIND_WORDS)
def test_ti_28_any_creature_of_the_kind_goes_to_any_sea_cell_without_swimmer_boat_or_creature(kind):
    match = sunk(island(), ((-3, 3), "shark"), ((3, 3), "whale"))
    until(turn(match, "dive 0 0 -9 5", under=f"move_{kind}"), Phase.START, 0)
    here = creatures(match, kind)[0]
    taken = boats(match) | {(-9, 5)} | {place for each in KIND_WORDS for place in creatures(match, each)}
    water = {place for place in PLACES if terrain(match, *place) == "sea"}
    assert targets(match, f"move_{kind}", *here) == water - taken
    then(match, (f"move_{kind}", *here, 6, 0))
    assert (6, 0) in creatures(match, kind)


def test_ti_28_a_kind_that_is_not_there_cannot_be_moved():
    assert can(armed("move_whale")) == {"pass"}


# Defence.


@pytest.mark.parametrize("kind, kept", [("shark", "swimming"), ("whale", "aboard")])
def test_ti_29_the_second_who_is_asked_may_stop_it_too_and_it_leaves_the_game(kind, kept):
    match = raid(kind, "boat", f"stop_{kind}")
    before = len(creatures(match, kind))
    assert match.seat == 1
    then(match, "decline")
    assert (match.seat, can(match)) == (2, {"decline", f"stop_{kind}"})
    then(match, f"stop_{kind}")
    assert plight(match, 1, 0) == plight(match, 2, 0) == kept
    assert (len(creatures(match, kind)), hand(match, 2).count(f"stop_{kind}")) == (before - 1, 0)


def test_ti_29_once_it_is_stopped_nobody_else_is_asked_and_the_turn_is_over():
    match = then(raid("shark", "stop_shark", "boat"), "stop_shark")
    assert (match.state["colour"], match.state["phase"]) == (1, Phase.START)


@pytest.mark.parametrize("kind, fate", [("shark", "lost"), ("whale", "swimming")])
def test_ti_29_if_all_decline_it_strikes(kind, fate):
    match = then(raid(kind, "boat", "boat"), "decline", "decline")
    assert plight(match, 1, 0) == plight(match, 2, 0) == fate


def test_ti_29_without_a_tile_in_hand_nobody_is_asked_and_not_when_others_are_attacked():
    match = island(spots=([], [(-5, 5)]), first=1)
    turn(match, "dive 1 0 -6 4", under="boat")
    then(match, "end_moves", "remove -3 3", "under shark", "die shark", "creature shark -3 3 -6 4")
    assert (plight(match, 1, 0), match.seat) == ("lost", 1)
    match = turn(turn(island(), "dive 0 1 -6 4", under="stop_shark"), remove=(-3, 3), under="shark")
    turn(match, die="shark", creature="creature shark -3 3 -6 4")
    assert plight(match, 0, 1) == "lost"


def test_ti_29_a_whale_may_be_stopped_only_by_who_controls_the_boat():
    match = raid("whale", "stop_whale", "stop_whale")
    assert "stop_whale" in can(match)
    woods = dict.fromkeys([(-7, 5), (-5, 5), (-4, 4), (-3, 3)], "forest")
    match = drown_island(island(woods, spots=([], [(-5, 5), (-4, 4)], [(-7, 5)]), players=3), 24)
    turn(until(match, Phase.MOVES, 1), "board 1 0 -6 4", "board 1 1 -6 4", remove=(6, 6), under="boat")
    turn(match, "board 2 0 -6 4", remove=(7, 7), under="stop_whale")
    then(match, "pass", "end_moves", "remove -3 3", "under whale", "die whale", "creature whale -3 3 -6 4")
    assert match.seat == 1
    assert then(match, "decline").state["phase"] != Phase.DEFENCE


def test_ti_29_not_against_a_shark_from_a_tile_nor_against_a_serpent():
    match = turn(island(first=1), under="stop_shark")
    turn(match, remove=(5, 5), under="shark")
    assert plight(match, 1, 1) == "lost"
    match = turn(island(first=1, spots=(EAST, WEST)), "board 1 0 -8 4", "boat -8 4 -9 3", under="stop_shark")
    turn(match, creature="creature serpent -9 1 -10 2")
    turn(match)
    turn(match, creature="creature serpent -10 2 -9 3")
    assert plight(match, 1, 0) == "lost"
