"""House rules of Captain Carcass: each number that can be changed changes what its clause says."""

from fathom5 import CHANCE
from fathom5.door.testing import can, then
from fathom5.games.captain_carcass.rules_test import ON_OR_UP, bank, dive, held, squid, start, words
from fathom5.games.captain_carcass.variants_test import SIXTY, fifty, shares


def test_cc_21_a_squid_may_demand_one_card_or_none():
    assert can(start(*squid("squid-3", "key-3"), house={"squid": 1})) == ON_OR_UP
    assert can(start("turn_over squid-3", house={"squid": 0})) == ON_OR_UP


def test_cc_46_the_tamers_squids_may_demand_less():
    tamed = {"divers": ["navigator", "tamer_2"], "house": {"tamed_squid": 1}}
    assert can(start(*squid("squid-3", "key-3"), **tamed)) == ON_OR_UP


def test_cc_22_a_map_may_show_a_single_card():
    assert can(start("turn_over map-3", "map_shows key-2", house={"map": 1})) == {"map key-2"}


def test_cc_25_a_drone_may_show_two_cards():
    match = start("turn_over drone-3", "drone_shows key-3", house={"drone": 2})
    assert (match.seat, words(match)) == (CHANCE, {"drone_shows"})
    assert can(then(match, "drone_shows key-4")) == ON_OR_UP
    assert can(then(match, "go_on", "turn_over key-3", "go_on")) == {"turn_over key-4"}


def test_cc_39_the_pilots_drone_may_show_two_cards():
    piloted = {"divers": ["drone_pilot", "navigator"], "house": {"pilot_drone": 2}}
    assert can(start("turn_over drone-3", "drone_shows key-3", "drone_shows key-4", **piloted)) == ON_OR_UP


def test_cc_44_the_old_salts_anchor_may_save_itself_alone():
    first = dive("mermaid-9", "anchor-3", "key-3", "knife-3", "mermaid-8")
    match = start(*first, divers=["old_salt", "navigator"], house={"anchor": 1})
    assert held(match) == {"mermaid-9", "anchor-3"}


def test_cc_44_no_anchor_saves_more_than_there_is():
    match = start(*dive("anchor-3", "anchor-4"), divers=["old_salt", "navigator"], house={"anchor": 10})
    assert held(match) == {"anchor-3"}


def test_cc_31_a_mermaid_may_be_worth_no_more_to_her_friend():
    friends = {"divers": ["siren_friend_1", "navigator"], "house": {"mermaid": 1}}
    assert start(*bank("mermaid-9"), **friends).scores == [10, 0]


def test_cc_54_a_missing_suit_may_cost_less():
    assert start(*bank("key-3"), variant="all_hands_on_deck", house={"missing": 2}).scores == [3 - 9 * 2, -20]


def test_cc_53_other_points_may_be_enough():
    for enough, is_over in ((49, True), (50, True), (51, False)):
        match = start(*fifty("mermaid-8"), "surface", variant="sudden_death", house={"enough": enough})
        assert match.over == is_over


def test_cc_56_other_points_may_be_too_many():
    assert shares("beneath_the_waves", SIXTY, "key-3", house={"flood": 70}) == [1, 0]
