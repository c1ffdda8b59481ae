"""Touches in vain on the board of Sub Terra, each with its reason."""

from fathom5.door.testing import then
from fathom5.games.sub_terra.rules_test import begin, explore, over, reveal


def no(match, *touched):
    told = match.refusal(match.seat, touched)
    return told.clause, told.text


def test_st_11_st_14_without_points_nothing_is_reached_and_with_them_what_is_beside():
    match = then(begin(), *explore("N", "plain S", "NS"), *explore("N", "plain X", "NESW"))
    assert no(match, "tile-1") == ("ST-11", "No action points are left: exert yourself, or end the turn")
    then(match, "exert")
    assert no(match, "tile-0")[1].endswith("only reach the tiles next door")


def test_st_18_what_costs_two_points_says_so():
    match = over(then(begin(), *reveal("N", "flood S", "NS")), "hazard flood")
    then(match, *reveal("E", "plain X", "NESW"))
    assert no(match, "tile-1") == (
        "ST-18", "It is flooded: swimming there costs 2 points, and 1 is left"
    )  # fmt: skip


def test_st_17_who_is_well_needs_no_healing():
    match = begin()
    assert no(match, "caver-1")[1].endswith("has full health")


def test_st_24_no_way_leads_through_a_wall():
    match = then(begin(), *reveal("E", "plain D", "W"), *explore("N", "plain X", "NESW"), "exert")
    then(match, *reveal("E", "plain S", "EW"), "end", "check 6", "move N", "move E", "exert")
    assert no(match, "tile-1") == ("ST-24", "A wall is in between")
    assert no(match, "stack")[0] == "ST-13"
