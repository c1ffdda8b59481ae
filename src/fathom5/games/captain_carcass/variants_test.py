"""The rulebook of Captain Carcass, clause by clause: variants, and rulings on the corners."""

import pytest

from fathom5 import CHANCE, NOBODY, load
from fathom5.door.testing import can, dealt, then
from fathom5.games.captain_carcass.rules_test import (
    ON_OR_UP,
    PASSIVE_AT_FIRST,
    bank,
    dive,
    down_to,
    exploration,
    explorer,
    grave,
    held,
    play,
    shares,
    shows,
    squid,
    start,
    words,
)
from fathom5.games.captain_carcass.words import CARD_OF
from fathom5.kernel.chance import dice

# Variants.


def test_cc_51_lost_cards_go_to_the_player_on_the_left():
    first = dive("mermaid-9", "anchor-3", "key-3", "key-4")
    match = play("first_player 2", *first, players=3, variant="thieves_island")
    assert (held(match, 2), held(match, 0)) == ({"mermaid-9"}, {"anchor-3", "key-3", "key-4"})
    assert grave(match)[0] == set()


def test_cc_51_the_saboteur_stays_away():
    assert len(play(divers="dealt", variant="thieves_island").moves) == 16
    with pytest.raises(ValueError, match="divers has no 'saboteur' with the variant thieves_island"):
        load("captain_carcass", divers=["saboteur", "navigator"], variant="thieves_island")


def test_cc_52_every_card_scores():
    first = [*bank("mermaid-9", "key-3"), *bank("chest-3"), *bank("key-5", "mermaid-6")]
    assert start(*first, variant="pile_of_treasure").scores == [23, 3]


def fifty(mermaid):
    """The moves that gather 42 points and this mermaid in one turn."""
    return [*dive(mermaid, *PASSIVE_AT_FIRST, "drone-7"), "drone_shows key-3"]


def test_cc_53_fifty_points_at_the_end_of_a_turn_win():
    sudden = {"variant": "sudden_death"}
    assert not start(*fifty("mermaid-8"), **sudden).over
    match = start(*fifty("mermaid-8"), "surface", **sudden)
    assert (match.scores, match.winners, match.seat) == ([50, 0], [0], NOBODY)
    assert not start(*fifty("mermaid-7"), "surface", **sudden).over
    assert not start(*fifty("mermaid-8"), "surface").over


def test_cc_54_every_missing_suit_costs_five():
    assert start(*bank("key-3", "net-7"), variant="all_hands_on_deck").scores == [10 - 8 * 5, -50]


def test_cc_55_a_repeated_number_is_the_incident():
    strange = {"variant": "strange_lands"}
    assert exploration(start(*dive("key-3", "key-4"), **strange)) == ["key-3", "key-4"]
    assert grave(start(*dive("key-3", "key-4", "chest-3"), **strange))[0] == {"key-3", "key-4", "chest-3"}
    assert grave(start(*dive("mermaid-5", "key-5"), **strange))[0] == {"mermaid-5", "key-5"}


SIXTY = "mermaid-9 key-7 chest-7 anchor-7 knife-7 net-7 harpoon-7 drone-7 squid-2"


def test_cc_56_the_highest_score_below_60_wins_or_else_the_lowest():
    assert shares("beneath_the_waves", SIXTY, "key-3") == [0, 1]
    assert shares("beneath_the_waves", SIXTY.removesuffix(" squid-2"), "key-3", SIXTY) == [1, 0, 0]
    assert shares("beneath_the_waves", SIXTY.replace("squid-2", "squid-3"), SIXTY) == [0, 1]


# Rulings on the corners.


def test_cc_61_with_an_empty_draw_pile_surfacing_is_automatic_once_effects_are_done():
    match = down_to("mermaid-5", "knife-3")
    then(match, *dive("mermaid-5", "knife-3"))
    assert words(match) == {"knife"}
    last = match.seat
    assert then(match, match.moves[0]).over
    assert {"mermaid-5", "knife-3"} <= held(match, last)


def test_cc_61_the_last_card_in_every_effect():
    for card in ("map-3", "net-3", "harpoon-3", "squid-3", "drone-3", "key-3", "anchor-3"):
        match = then(down_to(card), f"turn_over {card}")
        while not match.over:
            assert match.moves[0][0] not in ("go_on", "surface", "turn_over")
            match.play(match.moves[0])


def test_cc_62_the_bonus_of_saved_cards_can_include_lost_ones():
    match = start(*dive("key-3", "chest-4", "anchor-5", "key-6"))
    assert {"bonus key-6", "bonus anchor-5"} <= can(match)
    assert held(then(match, "bonus key-6", "bonus anchor-5")) == {"key-3", "chest-4", "anchor-5", "key-6"}


def test_cc_62_every_protection_counts():
    first = [*bank("key-7"), *bank("mermaid-9"), "turn_over net-3", "net key", *["go_on", "turn_over chest-3"]]
    match = start(*first, "go_on", *dive("anchor-3", "net-4"), divers=["net_maker_1", "navigator"])
    assert held(match) == {"net-3", "key-7", "chest-3"}
    assert explorer(then(match, *shows("bonus", "net-4", "key-2", "map-2"))) == 1


def test_cc_62_plunder_follows_an_incident_too():
    first = [*bank("mermaid-9"), *dive("key-3", "chest-4", "anchor-5", "key-6")]
    assert can(start(*first, divers=["navigator", "locksmith_1"], variant="thieves_island")) == {"plunder 0"}


def test_cc_63_the_last_anchor_saves_all_before_it():
    match = start(*dive("anchor-3", "key-4", "anchor-5", "chest-6", "mermaid-6"), variant="strange_lands")
    assert (held(match), grave(match)[0]) == ({"anchor-3", "key-4"}, {"anchor-5", "chest-6", "mermaid-6"})


def test_cc_64_nested_squids_add_up():
    match = start(*squid("squid-3", "squid-4", "key-5", "key-6"), variant="strange_lands")
    assert match.seat == CHANCE
    assert can(then(match, "turn_over key-7")) == ON_OR_UP


def test_cc_64_a_harpoon_that_a_decoy_discards_counts_but_leaves_no_trace():
    match = start(*squid("squid-3", "harpoon-3", "key-3"), divers=["navigator", "harpooner_2"])
    assert (can(match), exploration(match)) == (ON_OR_UP, ["squid-3", "key-3"])
    assert exploration(then(match, "go_on", "turn_over harpoon-4")) == ["squid-3", "key-3"]


def test_cc_64_more_cards_than_demanded_leave_nothing_due():
    first = [*bank("mermaid-9", "key-7"), *bank("chest-3"), *squid("squid-3", "chest-4", "net-3")]
    match = start(*first, "net key", "net mermaid", "go_on", divers=["net_maker_2", "navigator"])
    assert can(then(match, "turn_over anchor-3")) == ON_OR_UP


def test_cc_65_a_squid_from_the_net_is_fed_before_the_second_card():
    first = [*squid("squid-7", "key-7", "mermaid-9"), "surface", *bank("chest-3"), "turn_over net-3", "net squid"]
    match = start(*first, divers=["net_maker_2", "navigator"])
    assert words(match) == {"turn_over"}
    assert can(then(match, "turn_over anchor-4", "turn_over chest-5")) == {"net key", "net mermaid"}


def test_cc_65_the_second_card_waits_for_an_earlier_squid_too():
    first = [*bank("mermaid-9", "key-7"), *bank("chest-3"), *squid("squid-3", "net-4"), "net mermaid"]
    match = start(*first, divers=["net_maker_2", "tamer_2"])
    assert words(match) == {"turn_over"}
    assert words(then(match, "turn_over anchor-4")) == {"turn_over"}
    assert can(then(match, "turn_over chest-5")) == {"net key"}
    assert can(then(match, "net key")) == ON_OR_UP


def test_cc_65_an_incident_in_between_ends_the_turn_without_it():
    first = [*bank("mermaid-9", "key-7"), *bank("chest-3"), *squid("squid-3", "net-4"), "net mermaid"]
    match = start(*first, "turn_over squid-4", divers=["net_maker_2", "tamer_2"])
    assert explorer(match) == 1 and match.state["nets"] == 0


def test_cc_65_nothing_is_due_when_the_hold_is_empty():
    first = [*bank("mermaid-9"), *bank("chest-3"), "turn_over net-3", "net mermaid"]
    assert can(start(*first, divers=["net_maker_2", "navigator"])) == ON_OR_UP


def test_cc_66_a_card_that_goes_straight_home_causes_no_incident():
    shown = shows("map_shows", "mermaid-4", "key-2", "net-2")
    first = ["turn_over map-3", *shown, "map mermaid-4", "go_on", "turn_over mermaid-9"]
    match = start(*first, divers=["siren_friend_2", "navigator"])
    assert (exploration(match), held(match)) == (["map-3", "mermaid-4"], {"mermaid-9"})


def test_cc_66_one_may_surface_with_an_empty_exploration():
    assert explorer(start("turn_over squid-7", "surface", divers=["tamer_1", "navigator"])) == 1


def test_cc_67_only_who_holds_something_can_be_plundered():
    keys = {"divers": ["locksmith_1", "navigator"]}
    assert explorer(start(*bank("key-3", "chest-3"), **keys)) == 1
    first = [*bank("mermaid-9"), "turn_over knife-3", "knife 0 mermaid", "surface", *bank("key-3", "chest-3")]
    match = start(*first, divers=["tamer_1", "navigator", "locksmith_1"], players=3)
    assert can(match) == {"plunder 1"}


def test_cc_68_a_squid_that_may_not_be_taken_is_as_good_as_none():
    first = [*squid("squid-3", "key-3", "anchor-3"), "surface", *squid("squid-7", "key-4", "anchor-4"), "surface"]
    match = start(*first, "turn_over harpoon-3", divers=["navigator", "harpooner_2"])
    assert (can(match), grave(match)[0]) == (ON_OR_UP, {"harpoon-3"})


def test_cc_69_a_card_that_triggers_the_incident_was_never_placed_but_the_net_is_safe():
    first = [*bank("key-7"), *bank("chest-3"), *dive("key-3", "net-4"), "net key"]
    match = start(*first, divers=["net_maker_1", "navigator"])
    assert (held(match), grave(match)[0]) == ({"net-4"}, {"key-3", "key-7"})


def test_cc_69_a_net_that_placed_nothing_is_safe_and_nothing_else():
    match = start(*dive("net-3", "key-3", "net-4"), divers=["net_maker_1", "navigator"])
    assert (held(match), grave(match)[0]) == ({"net-3"}, {"key-3", "net-4"})


def test_cc_70_every_mermaid_in_the_pile_of_treasure_is_worth_5_more():
    first = [*bank("mermaid-9"), *bank("mermaid-8"), *bank("mermaid-5")]
    assert start(*first, divers=["siren_friend_1", "navigator"], variant="pile_of_treasure").scores == [24, 8]


def test_cc_71_the_saboteur_chooses_publicly_before_the_first_card():
    match = play("first_player 1", divers=["saboteur", "navigator", "tamer_1"], players=3)
    assert (match.seat, can(match)) == (0, {"sabotage 1", "sabotage 2"})
    assert (then(match, "sabotage 2").seat, explorer(match)) == (CHANCE, 1)
    assert match.told(1)[-1] == ("sabotage", 2)


def test_cc_72_all_players_are_checked_at_the_end_of_every_turn():
    first = [*dive("mermaid-8", "chest-7", "knife-7", "net-7", "harpoon-7", "drone-7"), "drone_shows key-7", "go_on"]
    sudden = {"divers": ["navigator", "saboteur"], "variant": "sudden_death"}
    match = start("sabotage 0", *first, *dive("key-7", "key-3"), **sudden)
    assert (match.scores, match.winners, match.over) == ([0, 50], [1], True)


def test_cc_72_several_with_enough_and_ties_are_settled_as_ever():
    assert shares("sudden_death", SIXTY, SIXTY.replace("squid-2", "squid-3")) == [0, 1]
    assert shares("beneath_the_waves", "key-7 key-3", "chest-7") == [1, 0]
    assert shares("beneath_the_waves", SIXTY + " key-3", SIXTY) == [1, 0]
    assert shares("beneath_the_waves", SIXTY, SIXTY) == [0.5, 0.5]


def test_cc_73_what_a_drone_has_shown_stays_known_until_it_is_turned_over():
    match = start("turn_over drone-3", "drone_shows key-3", "surface")
    key, unseen, nothing = [CARD_OF["key-3"], -1, -1], [-2, -1, -1], [-1, -1, -1]
    assert [match.view(seat)["top"] for seat in (0, 1, None)] == [key, unseen, unseen]
    assert dealt(match.seen(0), dice(1)).top.tolist() == key
    assert [then(match.copy(), "turn_over key-3").view(seat)["top"] for seat in (0, 1)] == [nothing, nothing]


def test_cc_73_the_pilot_still_knows_the_cards_below_and_others_see_them_in_turn():
    first = ["turn_over drone-3", *shows("drone_shows", "key-3", "drone-4", "net-3"), "surface"]
    match = start(*first, *dive("key-3", "drone-4"), divers=["drone_pilot", "navigator"])
    assert can(match) == {"drone_shows net-3"}
    assert match.view(1)["top"] == [-2, -1, -1]
    then(match, "drone_shows net-3")
    assert [match.view(seat)["top"] for seat in (0, 1)] == [[CARD_OF["net-3"], -1, -1]] * 2
    assert match.told(0)[-1] == ("drone_shows", None)
