"""The rulebook of Captain Carcass, clause by clause: what each diver can do."""

import pytest

from fathom5 import CHANCE, load
from fathom5.door.testing import can, then
from fathom5.games.captain_carcass.rules.cards import NAMES
from fathom5.games.captain_carcass.rules_test import (
    LOWEST,
    ON_OR_UP,
    bank,
    dive,
    down_to,
    exploration,
    explorer,
    grave,
    held,
    odds,
    play,
    shows,
    squid,
    start,
    words,
)


def test_cc_31_a_friends_scoring_mermaid_is_worth_5_more():
    first = [*bank("mermaid-9", "key-3"), *bank("mermaid-8"), *bank("mermaid-7")]
    assert start(*first, divers=["siren_friend_1", "navigator"]).scores == [17, 8]


def test_cc_32_a_mermaid_turned_over_goes_straight_to_the_hold():
    match = start("turn_over mermaid-9", divers=["siren_friend_2", "navigator"])
    assert (held(match), exploration(match), can(match)) == ({"mermaid-9"}, [], ON_OR_UP)


def test_cc_32_she_does_not_count_for_the_squid_and_only_from_the_draw_pile():
    friends = {"divers": ["siren_friend_2", "navigator"]}
    match = start(*squid("squid-3", "mermaid-9", "key-3"), **friends)
    assert words(match) == {"turn_over"}
    drawn = start("turn_over map-3", *shows("map_shows", "mermaid-4", "key-2", "net-2"), "map mermaid-4", **friends)
    assert exploration(drawn) == ["map-3", "mermaid-4"]


def test_cc_33_the_bonus_comes_from_an_opponents_hold():
    first = [*bank("mermaid-9", "anchor-3", "net-3"), *bank("key-3", "chest-3")]
    match = start(*first, divers=["navigator", "locksmith_1"])
    assert (match.seat, can(match)) == (1, {"plunder 0"})
    assert odds(then(match, "plunder 0")) == {("bonus", card): 1 / 3 for card in ("mermaid-9", "anchor-3", "net-3")}
    then(match, "bonus anchor-3", "bonus net-3")
    assert (held(match), explorer(match)) == ({"mermaid-9"}, 0)
    assert held(match, 1) == {"key-3", "chest-3", "anchor-3", "net-3"}


def test_cc_33_all_of_it_if_it_is_too_little():
    first = [*bank("mermaid-9"), *bank("key-3", "chest-3"), "plunder 0", "bonus mermaid-9"]
    assert explorer(start(*first, divers=["navigator", "locksmith_1"])) == 0


def test_cc_34_the_bonus_is_twice_as_much():
    match = start(*bank("key-3", "chest-3"), *shows("bonus", *sorted(LOWEST)[:3]), divers=["locksmith_2", "navigator"])
    assert explorer(match) == 0
    assert (len(held(then(match, "bonus net-2"))), explorer(match)) == (6, 1)


def test_cc_35_the_navigator_chooses_from_the_whole_graveyard():
    match = start("turn_over map-3", divers=["navigator", "tamer_1"])
    assert (match.seat, can(match)) == (0, {f"map {card}" for card in LOWEST})
    assert exploration(then(match, "map key-2")) == ["map-3", "key-2"]


def test_cc_36_the_whole_suit_goes_to_the_graveyard():
    first = [*bank("anchor-3"), *bank("key-3", "net-3"), *bank("anchor-4"), *bank("key-6"), "turn_over knife-3"]
    match = start(*first, "knife 1 key", divers=["knife_hand_1", "navigator"])
    assert (grave(match)[0], held(match, 1)) == ({"key-3", "key-6"}, {"net-3"})


def test_cc_37_the_removed_card_goes_to_the_own_hold():
    first = [*bank("anchor-3"), *bank("key-3"), *bank("anchor-4"), *bank("key-6"), "turn_over knife-3"]
    match = start(*first, "knife 1 key", divers=["knife_hand_2", "navigator"])
    assert (held(match), held(match, 1)) == ({"anchor-3", "anchor-4", "key-6"}, {"key-3"})
    assert grave(match)[0] == set()


def test_cc_38_an_opponents_knife_hits_its_own_hold():
    knives = {"divers": ["navigator", "knife_hand_3"]}
    first = [*bank("key-3", "net-3"), *bank("chest-3")]
    match = start(*first, "turn_over knife-3", **knives)
    assert can(match) == {"knife 0 key", "knife 0 net"}
    assert (held(then(match, "knife 0 key")), grave(match)[0]) == ({"net-3"}, {"key-3"})


def test_cc_38_the_own_knife_is_as_sharp_as_any_and_an_empty_hold_is_spared():
    knives = {"divers": ["navigator", "knife_hand_3"]}
    assert can(start(*bank("key-3"), "turn_over knife-3", **knives)) == {"knife 0 key"}
    assert can(play("first_player 1", *bank("key-3"), "turn_over knife-3", **knives)) == ON_OR_UP


def test_cc_39_the_pilot_sees_three_cards_in_their_order():
    match = start("turn_over drone-3", "drone_shows key-3", "drone_shows chest-4", divers=["drone_pilot", "navigator"])
    assert (match.seat, len(match.moves)) == (CHANCE, 47)
    assert can(then(match, "drone_shows key-5")) == ON_OR_UP
    assert can(then(match, "go_on")) == {"turn_over key-3"}
    assert can(then(match, "turn_over key-3", "go_on")) == {"turn_over chest-4"}


def test_cc_39_fewer_if_there_are_fewer():
    pilots = (["drone_pilot", "navigator"], ["navigator", "drone_pilot"])
    games = [down_to("drone-3", "key-3", divers=divers) for divers in pilots]
    match = next(match for match in games if match.state["diver"][explorer(match)] == NAMES.index("drone_pilot"))
    assert can(then(match, "turn_over drone-3", "drone_shows key-3")) == ON_OR_UP


def test_cc_40_may_steal_a_suit_already_owned():
    first = [*bank("key-3"), *bank("key-4", "net-3"), "turn_over harpoon-3"]
    assert can(start(*first, divers=["harpooner_1", "navigator"])) == {"harpoon 1 key", "harpoon 1 net"}


def test_cc_41_an_opponents_harpoon_must_steal_the_decoys_squid():
    first = [*bank("anchor-3"), *squid("squid-7", "key-3", "net-3"), "surface"]
    match = start(*first, "turn_over harpoon-3", divers=["navigator", "harpooner_2"])
    assert can(match) == {"harpoon 1 squid"}
    assert exploration(then(match, "harpoon 1 squid")) == ["harpoon-3", "squid-7"]


def test_cc_41_without_a_squid_the_harpoon_is_lost_without_effect():
    decoy = {"divers": ["navigator", "harpooner_2"]}
    match = start(*bank("anchor-3"), *bank("key-3"), "turn_over harpoon-3", **decoy)
    assert (can(match), exploration(match), grave(match)[0]) == (ON_OR_UP, [], {"harpoon-3"})
    assert can(start(*bank("anchor-3"), "turn_over harpoon-3", **decoy)) == {"harpoon 0 anchor"}


def test_cc_42_the_net_and_what_it_placed_are_safe():
    first = [*bank("mermaid-9"), *bank("chest-3"), *dive("key-3", "net-3"), "net mermaid", "go_on", "turn_over key-4"]
    match = start(*first, divers=["net_maker_1", "navigator"])
    assert (held(match), grave(match)[0]) == ({"net-3", "mermaid-9"}, {"key-3", "key-4"})


def test_cc_42_only_what_the_net_placed_itself():
    first = [*bank("harpoon-7"), *bank("mermaid-9"), "turn_over net-3", "net harpoon", "harpoon 1 mermaid"]
    match = start(*first, "go_on", "turn_over net-4", divers=["net_maker_1", "navigator"])
    assert (held(match), grave(match)[0]) == ({"net-3", "harpoon-7"}, {"mermaid-9", "net-4"})


def test_cc_43_the_net_places_two_cards():
    first = [*bank("mermaid-9", "key-7", "anchor-7"), *bank("chest-3"), "turn_over net-3", "net key"]
    match = start(*first, divers=["net_maker_2", "navigator"])
    assert can(match) == {"net anchor", "net mermaid"}
    assert can(then(match, "net anchor")) == ON_OR_UP
    assert exploration(match) == ["net-3", "key-7", "anchor-7"]


def test_cc_44_the_old_salts_anchor_and_the_next_two_cards_are_safe():
    first = dive("mermaid-9", "anchor-3", "key-3", "knife-3", "net-3", "mermaid-8")
    match = start(*first, divers=["old_salt", "navigator"])
    assert held(match) == {"mermaid-9", "anchor-3", "key-3", "knife-3"}
    assert grave(match)[0] == {"net-3", "mermaid-8"}


def test_cc_44_but_never_the_card_that_causes_the_incident():
    match = start(*dive("anchor-3", "anchor-4"), divers=["old_salt", "navigator"])
    assert (held(match), grave(match)[0]) == ({"anchor-3"}, {"anchor-4"})


def test_cc_45_a_squid_turned_over_goes_straight_to_the_hold():
    match = start("turn_over squid-7", divers=["tamer_1", "navigator"])
    assert (held(match), exploration(match), can(match)) == ({"squid-7"}, [], ON_OR_UP)


def test_cc_46_opponents_squids_demand_four_cards():
    tamed = {"divers": ["navigator", "tamer_2"]}
    match = start(*squid("squid-3", "key-3", "chest-3", "mermaid-5"), **tamed)
    assert match.seat == CHANCE
    assert can(then(match, "turn_over anchor-3")) == ON_OR_UP
    assert can(start(*bank("key-4"), *squid("squid-3", "key-3", "chest-3"), **tamed)) == ON_OR_UP


def test_cc_47_the_victims_lost_cards_go_to_the_saboteur():
    match = start("sabotage 0", *dive("mermaid-9", "anchor-3", "key-3", "key-4"), divers=["navigator", "saboteur"])
    assert (held(match), held(match, 1)) == ({"mermaid-9"}, {"anchor-3", "key-3", "key-4"})
    assert grave(match)[0] == set()


def test_cc_47_other_players_incidents_are_as_ever():
    first = ["sabotage 0", *bank("chest-3"), *dive("key-3", "key-4")]
    match = start(*first, divers=["navigator", "tamer_1", "saboteur"], players=3)
    assert (grave(match)[0], held(match, 2)) == ({"key-3", "key-4"}, set())


def test_cc_48_each_seat_gets_any_card_of_a_person_nobody_has():
    match = play(divers="dealt")
    assert odds(match) == {("diver", 0, name): 1 / 17 for name in NAMES}
    left = [name for name in NAMES if not name.startswith("knife")]
    assert odds(then(match, "diver 0 knife_hand_2")) == {("diver", 1, name): 1 / 14 for name in left}
    assert can(then(match, "diver 1 old_salt")) == {"first_player 0", "first_player 1"}
    assert match.state["diver"][:2] == [NAMES.index("knife_hand_2"), NAMES.index("old_salt")]


@pytest.mark.parametrize(
    "options, why",
    [
        ({"divers": ["navigator"]}, "divers lists one for each of the 2 players, not 1"),
        ({"divers": ["navigator", "old_salt"], "players": 3}, "divers lists one for each of the 3 players, not 2"),
        ({"divers": ["tamer_1", "tamer_2"]}, "divers names the same person twice: tamer_1 and tamer_2"),
        ({"divers": ["navigator", "navigator"]}, "divers names 'navigator' twice"),
        ({"divers": ["navigator", "old_slat"]}, "divers has no 'old_slat'; did you mean 'old_salt'?"),
        ({"divers": "delt"}, "did you mean 'dealt'?"),
        ({"variant": "strange_land"}, "did you mean 'strange_lands'?"),
    ],
)
def test_cc_48_a_wrong_list_of_divers_is_refused(options, why):
    with pytest.raises(ValueError) as refusal:
        load("captain_carcass", **options)
    assert str(refusal.value).endswith(why)
