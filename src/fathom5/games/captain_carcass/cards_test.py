"""The rulebook of Captain Carcass, clause by clause: what the cards do."""

from collections import Counter

from fathom5 import CHANCE
from fathom5.door.testing import can, dealt, then
from fathom5.games.captain_carcass.rules_test import (
    LOWEST,
    ON_OR_UP,
    bank,
    cards_of,
    dive,
    down_to,
    exploration,
    explorer,
    grave,
    held,
    odds,
    shows,
    squid,
    start,
    words,
)
from fathom5.games.captain_carcass.words import CARD_NAMES
from fathom5.kernel.chance import dice


def test_cc_20_an_anchor_saves_what_lies_before_it():
    match = start(*dive("mermaid-9", "anchor-4", "chest-5", "mermaid-6"))
    assert held(match) == {"mermaid-9"}
    assert grave(match)[0] == {"anchor-4", "chest-5", "mermaid-6"}


def test_cc_20_key_and_chest_that_are_saved_bring_a_bonus_for_the_saved_cards():
    match = start(*dive("key-3", "chest-4", "anchor-5", "mermaid-6", "mermaid-7"))
    assert explorer(match) == 0
    assert words(match) == {"bonus"}
    assert held(then(match, "bonus key-2", "bonus net-2")) == {"key-3", "chest-4", "key-2", "net-2"}
    assert explorer(match) == 1


def test_cc_20_key_and_chest_that_are_not_both_saved_bring_nothing():
    assert explorer(start(*dive("key-3", "anchor-5", "chest-4", "key-7"))) == 1


def test_cc_21_a_squid_demands_two_cards():
    match = start("turn_over squid-3")
    for card in ("key-3", "chest-3"):
        assert words(match) == {"turn_over"}
        then(match, f"turn_over {card}")
    assert can(match) == ON_OR_UP


def test_cc_21_what_harpoon_net_or_map_place_is_the_second_card():
    net = [*bank("mermaid-9"), *bank("chest-3"), *squid("squid-3", "net-3"), "net mermaid"]
    harpoon = [*bank("mermaid-9"), *squid("squid-3", "harpoon-3"), "harpoon 0 mermaid"]
    chart = [*squid("squid-3", "map-3"), *shows("map_shows", "key-2", "net-2", "squid-2"), "map key-2"]
    assert [can(start(*moves)) for moves in (net, harpoon, chart)] == [ON_OR_UP] * 3


def test_cc_21_an_effect_without_a_card_leaves_the_second_draw_due():
    for idle in ("net-3", "harpoon-3", "knife-3"):
        match = start(*squid("squid-3", idle))
        assert words(match) == {"turn_over"}
        assert can(then(match, "turn_over key-3")) == ON_OR_UP


def test_cc_21_a_drone_gives_no_right_to_surface_while_a_squid_is_hungry():
    match = start(*squid("squid-3", "drone-3"), "drone_shows key-3")
    assert can(match) == {"turn_over key-3"}
    assert can(then(match, "turn_over key-3")) == ON_OR_UP


def test_cc_21_a_squid_takes_what_is_left():
    assert then(down_to("squid-3"), "turn_over squid-3").over
    match = down_to("squid-3", "key-3")
    assert can(then(match, "turn_over squid-3")) == {"turn_over key-3"}
    assert then(match, "turn_over key-3").over


def test_cc_21_chains_run_through_map_net_and_harpoon():
    match = start(*bank("harpoon-7"), *bank("mermaid-9"), *squid("squid-3", "map-3"))
    then(match, *shows("map_shows", "net-2", "key-2", "chest-2"), "map net-2", "net harpoon", "harpoon 1 mermaid")
    assert exploration(match) == ["squid-3", "map-3", "net-2", "harpoon-7", "mermaid-9"]
    assert can(match) == ON_OR_UP


def test_cc_22_a_map_shows_three_cards_of_the_graveyard_and_places_one():
    match = start("turn_over map-3")
    assert odds(match) == {("map_shows", card): 1 / 10 for card in LOWEST}
    assert odds(then(match, "map_shows key-2")) == {("map_shows", card): 1 / 9 for card in LOWEST - {"key-2"}}
    then(match, "map_shows net-2", "map_shows mermaid-4")
    assert (match.seat, can(match)) == (0, {"map key-2", "map net-2", "map mermaid-4"})
    assert exploration(then(match, "map mermaid-4")) == ["map-3", "mermaid-4"]
    assert cards_of(match.state["grave"]) == LOWEST - {"mermaid-4"}


def test_cc_22_fewer_if_there_are_fewer_and_none_if_there_are_none():
    bonus = shows("bonus", *sorted(LOWEST - {"key-2", "chest-2"}))
    few = [*bank("key-3", "chest-3", "mermaid-5", "anchor-3"), *bonus, "turn_over map-3"]
    match = start(*few, "map_shows key-2", "map_shows chest-2", divers=["locksmith_2", "tamer_1"])
    assert can(match) == {"map key-2", "map chest-2"}
    none = [*bank("key-3", "chest-3", "mermaid-5", "anchor-3", "net-3"), *shows("bonus", *sorted(LOWEST))]
    assert can(start(*none, "turn_over map-3", divers=["locksmith_2", "tamer_1"])) == ON_OR_UP


def test_cc_22_only_the_explorer_sees_what_the_map_shows():
    seen = [start("turn_over map-3", *shows("map_shows", "net-2", card, "mermaid-4")) for card in ("key-2", "chest-2")]
    assert seen[0].view(0) != seen[1].view(0)
    assert seen[0].view(1) == seen[1].view(1)
    assert seen[0].told(1)[-3:] == [("map_shows", None)] * 3
    assert seen[0].told(0)[-1] == ("map_shows", "mermaid-4")


def test_cc_22_to_others_any_three_cards_of_the_graveyard_are_as_likely():
    seen, rng = start("turn_over map-3", *shows("map_shows", "net-2", "key-2", "mermaid-4")).seen(1), dice(1)
    guesses = [dealt(seen, rng).mapped.tolist() for _ in range(2000)]
    assert all(len(set(guess)) == 3 for guess in guesses)
    counts = Counter(CARD_NAMES[card] for guess in guesses for card in guess)
    assert counts.keys() == LOWEST
    assert all(0.25 < count / 2000 < 0.35 for count in counts.values())


def test_cc_23_key_and_chest_bring_as_many_cards_of_the_graveyard():
    match = start(*bank("key-3", "mermaid-9", "chest-4"))
    assert odds(match) == {("bonus", card): 1 / 10 for card in LOWEST}
    then(match, "bonus key-2", "bonus net-2")
    assert (explorer(match), match.seat) == (0, CHANCE)
    assert held(then(match, "bonus map-2")) == {"key-3", "mermaid-9", "chest-4", "key-2", "net-2", "map-2"}
    assert explorer(match) == 1


def test_cc_23_key_or_chest_alone_brings_nothing_and_never_more_than_there_is():
    assert [explorer(start(*bank(card, "mermaid-9"))) for card in ("key-3", "chest-3")] == [1, 1]
    six = bank("key-3", "chest-3", "mermaid-5", "anchor-3", "net-3", "knife-3")
    assert explorer(start(*six, *shows("bonus", *sorted(LOWEST)), divers=["locksmith_2", "tamer_1"])) == 1


def test_cc_24_a_knife_sends_the_highest_card_of_an_opponents_suit_to_the_graveyard():
    first = [*bank("key-3", "mermaid-9"), *bank("chest-3"), *bank("anchor-3"), *bank("key-6")]
    match = start(*first, "turn_over knife-3", players=3)
    assert can(match) == {"knife 0 key", "knife 0 mermaid", "knife 2 anchor"}
    assert held(then(match, "knife 0 key")) == {"key-3", "mermaid-9"}
    assert (grave(match)[0], can(match)) == ({"key-6"}, ON_OR_UP)


def test_cc_24_a_knife_is_ignored_if_no_opponent_holds_anything():
    assert can(start("turn_over knife-3")) == ON_OR_UP


def test_cc_25_a_drone_shows_the_top_card_which_is_placed_or_stays():
    match = start("turn_over drone-3")
    assert odds(match) == {("drone_shows", card): 1 / 49 for card in CARD_NAMES if card not in LOWEST | {"drone-3"}}
    assert can(then(match, "drone_shows key-3")) == ON_OR_UP
    assert can(then(match.copy(), "go_on")) == {"turn_over key-3"}
    assert can(then(match, "surface")) == {"turn_over key-3"}


def test_cc_25_a_drone_without_a_card_to_see_is_ignored():
    assert then(down_to("drone-3"), "turn_over drone-3").over


def test_cc_25_only_the_explorer_sees_it():
    seen = [start("turn_over drone-3", f"drone_shows {card}") for card in ("key-3", "net-3")]
    assert seen[0].view(0) != seen[1].view(0)
    assert seen[0].view(1) == seen[1].view(1)
    assert seen[0].view() == seen[1].view()
    assert [seen[0].told(seat)[-1] for seat in (0, 1)] == [("drone_shows", "key-3"), ("drone_shows", None)]


def test_cc_25_to_others_any_card_of_the_draw_pile_is_as_likely():
    seen, rng = start("turn_over drone-3", "drone_shows key-3", "surface").seen(1), dice(1)
    guesses = Counter(CARD_NAMES[dealt(seen, rng).top[0]] for _ in range(3000))
    assert guesses.keys() == set(CARD_NAMES) - LOWEST - {"drone-3"}
    assert all(20 < count < 120 for count in guesses.values())


def test_cc_26_a_net_places_the_highest_card_of_an_own_suit_which_acts():
    first = [*bank("key-3", "mermaid-9"), *bank("chest-3"), *bank("key-6"), *bank("anchor-3")]
    match = start(*first, "turn_over net-3")
    assert can(match) == {"net key", "net mermaid"}
    assert exploration(then(match, "net key")) == ["net-3", "key-6"]
    assert (held(match), can(match)) == ({"key-3", "mermaid-9"}, ON_OR_UP)


def test_cc_26_a_net_is_ignored_if_the_hold_is_empty():
    assert can(start(*bank("key-3"), "turn_over net-3")) == ON_OR_UP


def test_cc_27_a_harpoon_steals_a_suit_that_the_own_hold_lacks_and_the_card_acts():
    first = [*bank("key-3", "mermaid-9"), *bank("key-4"), *bank("mermaid-8", "key-7"), "turn_over harpoon-3"]
    match = start(*first)
    assert can(match) == {"harpoon 0 mermaid"}
    assert exploration(then(match, "harpoon 0 mermaid")) == ["harpoon-3", "mermaid-9"]
    assert held(match) == {"key-3", "key-7", "mermaid-8"}


def test_cc_27_the_stolen_card_acts_and_a_harpoon_without_a_target_is_ignored():
    match = start(*bank("knife-7", "key-3"), "turn_over harpoon-3", "harpoon 0 knife")
    assert can(match) == {"knife 0 key"}
    assert can(start(*bank("key-3"), *bank("key-4"), "turn_over harpoon-3")) == ON_OR_UP
