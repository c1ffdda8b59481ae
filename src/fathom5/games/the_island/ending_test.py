"""The rulebook of The Island, clause by clause: the end and the options."""

import pytest

import fathom5
from fathom5 import NOBODY
from fathom5.door.testing import then
from fathom5.games.the_island.rules.box import TEAM, Action, Kind, Phase, Plight, Under
from fathom5.games.the_island.rules.sea import COAST, PLACES
from fathom5.games.the_island.rules_test import (
    CHALLENGES,
    FAR_BEACHES,
    INLAND,
    boats,
    drown_island,
    dull,
    island,
    laid,
    plight,
    rescued,
    targets,
    tiles_left,
    turn,
    until,
    vanished,
)
from fathom5.kernel.game import apply

# End.


def test_ti_34_the_volcano_ends_the_game_and_the_sum_of_the_saved_values_wins():
    match = until(drown_island(rescued(), 8), Phase.REMOVE)
    assert match.winners == []
    then(match, dull(match), "under volcano")
    assert (match.over, match.scores, match.winners, match.shares) == (True, [11, 0], [0], [1, 0])


def test_ti_34_at_the_end_whoever_is_not_saved_is_lost():
    match = until(drown_island(rescued(), 8), Phase.REMOVE)
    then(match, dull(match), "under volcano")
    fates = [plight(match, *divmod(who, TEAM)) for who in range(TEAM * match.state["colours"])]
    assert set(fates) == {"saved", "lost"} and fates.count("saved") == 2
    assert not any(match.state["swimmers"]) and all(who < 0 for bench in match.state["bench"] for who in bench)


def test_ti_26_the_volcano_that_ends_the_game_does_not_whirl():
    match = until(drown_island(rescued(), 8), Phase.REMOVE)
    state = then(match, dull(match)).seen()
    state.creature[Kind.WHALE, 0] = state.hole
    apply(state, Action.UNDER + Under.VOLCANO)
    assert (state.seat, state.creature[Kind.WHALE, 0]) == (NOBODY, state.hole)


def test_ti_55_whatever_ends_the_game_whoever_is_not_saved_is_lost():
    match = drown_island(island(challenges=["atlantis_submerged"]), 0)
    match.play(match.moves[0])
    assert match.over and set(match.state["plight"][: TEAM * match.state["colours"]]) <= {Plight.SAVED, Plight.LOST}


def test_ti_34_ties_share_the_victory():
    match = until(drown_island(island(), 8), Phase.REMOVE)
    then(match, dull(match), "under volcano")
    assert (match.scores, match.winners, match.shares) == ([0, 0], [0, 1], [0.5, 0.5])


def test_ti_35_the_game_ends_as_soon_as_nobody_has_an_explorer_in_play():
    match = island(FAR_BEACHES, spots=(INLAND[:20:2], INLAND[1:20:2]))
    vanished(match, 0)
    assert not match.over
    vanished(match, 1)
    assert (match.over, match.state["phase"]) == (True, Phase.MOVES)


# Options.


def test_ti_36_two_players_take_two_colours_each_unless_they_say_otherwise():
    assert fathom5.load("the_island").options["two_colours"] is True
    assert fathom5.load("the_island", players=3).options["two_colours"] is False
    for players in (3, 4):
        with pytest.raises(ValueError, match="two_colours is for 2 players"):
            fathom5.load("the_island", players=players, two_colours=True)


def test_ti_36_the_colours_take_turns_each_with_its_own_pieces_and_the_totals_are_added():
    match = laid(first=1)
    order = []
    for _ in range(5):
        order.append((match.seat, match.moves[0][1]))
        then(match, match.moves[0])
    assert order == [(1, 1), (0, 2), (1, 3), (0, 0), (1, 1)]


def test_ti_36_each_colour_has_its_own_boats_and_the_two_totals_are_added():
    match = island(spots=([(-7, 5)], [], [(-5, 5)]), two_colours=True)
    assert len(boats(match)) == 8
    turn(match, "board 0 0 -6 4", under="shark")
    turn(until(match, Phase.MOVES, 2), "board 2 0 -6 4", "boat -6 4 -7 3", "boat -7 3 -9 3", under="shark")
    turn(until(match, Phase.MOVES, 0), "boat -9 3 -10 2", "land 0 0 NW", under="shark")
    assert then(until(match, Phase.MOVES, 2), "land 2 0 NW").scores == [12, 0]


def test_ti_36_a_person_knows_the_values_of_both_colours():
    match = island(two_colours=True)
    assert [bool(value) for value in match.view(1)["value"][::TEAM]] == [False, True, False, True]


def test_ti_37_crowded_two_may_stand_on_a_tile_that_touches_no_sea():
    match = laid(challenges=["crowded"])
    inner = {(-4, 6), (4, 6)}
    then(match, "place 0 0 1 -4 6", "place 1 0 1 -3 3", "place 2 0 1 -2 6")
    assert (-4, 6) in targets(match, "place", 3, 0)
    assert not {(-3, 3), (-2, 6)} & targets(match, "place", 3, 0)
    then(match, "place 3 0 1 -4 6")
    assert targets(match, "place", 0, 1) & inner == {(4, 6)}
    assert 40 - COAST.bit_count() == 12


def test_ti_37_otherwise_one_explorer_a_tile():
    match = then(laid(), "place 0 0 1 -4 6")
    assert (-4, 6) not in targets(match, "place", 1, 0)


def volcano(challenge):
    """The volcano is under a tile on which someone stands; what has become of that explorer."""
    match = until(drown_island(island(challenges=[challenge]), 8), Phase.REMOVE)
    standing = [(who, cell) for who, cell in enumerate(match.state["place"]) if match.state["plight"][who] == 1]
    who, tile = next((who, PLACES[cell]) for who, cell in standing if ("remove", *PLACES[cell]) in match.moves)
    then(match, ("remove", *tile), "under volcano")
    return match, plight(match, *divmod(who, TEAM))


def test_ti_38_to_the_last_the_volcano_acts_as_a_whirlpool():
    match, fate = volcano("to_the_last")
    assert (match.over, fate) == (False, "lost")


def test_ti_38_to_the_last_the_game_goes_on_until_nobody_is_left():
    crowd = (INLAND[:20:2], INLAND[1:20:2])
    match = vanished(island(FAR_BEACHES, spots=crowd, challenges=["to_the_last"]), 0, 1)
    assert match.over
    match = drown_island(island(challenges=["to_the_last"]), 0)
    assert not then(match, match.moves[0]).over


def test_ti_39_all_equal_every_saved_explorer_counts_one():
    match = until(drown_island(rescued(challenges=["all_equal"]), 8), Phase.REMOVE)
    then(match, dull(match), "under volcano")
    assert (match.scores, match.winners) == ([2, 0], [0])


@pytest.mark.parametrize("language, saved", [("en", "2 saved"), ("fr", "2 sauvés")])
def test_ti_39_all_equal_the_end_shows_how_many_were_saved_and_no_values(language, saved):
    match = until(drown_island(rescued(challenges=["all_equal"]), 8), Phase.REMOVE)
    then(match, dull(match), "under volcano")
    winner, other = match.ending(language)["rows"]
    assert (winner["score"], winner["parts"][0]) == (2, saved)
    assert other["score"] == 0
    assert not any("+" in part or "=" in part for row in (winner, other) for part in row["parts"])


def test_ti_40_atlantis_submerged_the_volcano_acts_as_a_whirlpool():
    match, fate = volcano("atlantis_submerged")
    assert (match.over, fate) == (False, "lost")


def test_ti_40_atlantis_submerged_ends_with_the_last_tile():
    match = drown_island(island(challenges=["atlantis_submerged"]), 1)
    until(match, Phase.REMOVE)
    then(match, match.moves[0])
    assert not match.over
    assert then(match, match.moves[0]).over


def test_ti_41_with_both_whichever_end_comes_first():
    both = ["to_the_last", "atlantis_submerged"]
    match = drown_island(island(challenges=both), 1)
    assert drown_island(match, 0).state["phase"] == Phase.UNDER
    assert then(match, match.moves[0]).over
    match = vanished(island(FAR_BEACHES, spots=(INLAND[:20:2], INLAND[1:20:2]), challenges=both), 0, 1)
    assert match.over and tiles_left(match)
    assert laid(challenges=["crowded", "all_equal"]).state["challenge"] == [1, 0, 1, 0]
    assert fathom5.load("the_island", challenges=list(CHALLENGES)).options["challenges"] == CHALLENGES
