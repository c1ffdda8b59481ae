"""The rulebook of Captain Carcass, clause by clause."""

from collections import Counter
from functools import partial

import numpy as np
import pytest

from fathom5 import CHANCE, NOBODY, load
from fathom5.games.captain_carcass.cards import CARDS, NAMES, PEOPLE, RANKS, put
from fathom5.games.captain_carcass.words import CARD_NAMES, CARD_OF, SUIT_NAMES
from fathom5.kernel.chance import dice
from fathom5.kernel.game import win
from fathom5.testing import can, dealt, play, then

play = partial(play, "captain_carcass")
start = partial(play, "first_player 0")
LOWEST = {*(f"{suit}-2" for suit in SUIT_NAMES[:-1]), "mermaid-4"}
ON_OR_UP = {"go_on", "surface"}
PASSIVE_AT_FIRST = ("chest-7", "anchor-7", "knife-7", "net-7", "harpoon-7")  # with empty holds, these do nothing


def dive(*cards):
    """The moves that turn over these cards, one after the other."""
    return [move for card in cards for move in ("go_on", f"turn_over {card}")][1:]


def bank(*cards):
    """A turn that brings these cards home."""
    return [*dive(*cards), "surface"]


def squid(*cards):
    """The moves that turn over a squid and what it demands."""
    return [f"turn_over {card}" for card in cards]


def shows(word, *cards):
    return [f"{word} {card}" for card in cards]


def cards_of(row):
    return {name for card, name in enumerate(CARD_NAMES) if row[card // RANKS] >> card % RANKS & 1}


def held(match, seat=0):
    return cards_of(match.state["hold"][seat])


def grave(match):
    """What lies in the graveyard beyond its first ten cards, and which of those are missing."""
    now = cards_of(match.state["grave"])
    return now - LOWEST, LOWEST - now


def exploration(match):
    return [CARD_NAMES[card] for card in match.state["exploration"][: match.state["explored"]]]


def words(match):
    """What kinds of moves there are."""
    return {move[0] for move in match.moves}


def explorer(match):
    return match.state["explorer"]


def odds(match):
    return dict(zip(match.moves, match.odds))


def down_to(*cards, **options):
    """A game played until just these cards are left in the draw pile, and a turn begins."""
    match = start(**options)
    while match.state["explored"] or cards_of(match.state["pile"]) != set(cards):
        left = [move for move in match.moves if move[0] not in ("turn_over", "drone_shows") or move[1] not in cards]
        match.play(max(left, key=lambda move: (move[0] == "surface", "squid" in str(move), "drone" in str(move))))
    return match


def shares(variant, *holds, **options):
    """Who would win with these cards in their holds."""
    match = play(variant=variant, players=len(holds), **options)
    state, won = match._states[0], np.zeros(len(holds))
    for seat, hold in enumerate(holds):
        for card in hold.split():
            put(state.hold[seat], CARD_OF[card])
    win(state, won)
    return won.tolist()


# For the laws of every game.

VARIANTS = [
    {"players": 4, "divers": "dealt"},
    {"players": 3, "divers": "dealt", "variant": "thieves_island"},
    {"divers": ["drone_pilot", "net_maker_2"], "variant": "strange_lands"},
    {"divers": ["navigator", "saboteur"], "variant": "sudden_death"},
    {"players": 3, "divers": ["harpooner_2", "tamer_2", "knife_hand_3"]},
    {"players": 3, "divers": ["locksmith_1", "siren_friend_2", "net_maker_1"], "variant": "strange_lands"},
]


def pieces(state):
    """Where the cards are does not change that there are sixty."""
    rows = [state.pile, state.grave, *state.hold]
    lying = [card for row in rows for card in range(CARDS) if row[card // RANKS] >> card % RANKS & 1]
    return sorted(lying + state.exploration[: state.explored].tolist())


def heard(before, move, seat):
    """CC-22, CC-25: only the explorer sees what a Map or a Drone shows."""
    if move[0] in ("map_shows", "drone_shows") and seat != before.explorer:
        return (move[0], None)
    return move


# Components and setup.


def test_cc_1_there_are_ten_suits_of_six_from_2_to_7_and_mermaids_from_4_to_9():
    match = start()
    values = {suit: range(4, 10) if suit == "mermaid" else range(2, 8) for suit in SUIT_NAMES}
    assert cards_of(match.state["pile"]) | LOWEST == {f"{suit}-{n}" for suit in values for n in values[suit]}
    assert pieces(match._states[0]) == list(range(CARDS))
    assert start(*bank("mermaid-9", "key-7")).scores == [16, 0]


def test_cc_2_seventeen_divers_are_ten_persons_and_one_variant_at_most_is_played():
    assert (len(NAMES), len(set(PEOPLE))) == (17, 10)
    assert len(load("captain_carcass").game.options["variant"].allowed) == 7
    with pytest.raises(ValueError, match="not a list"):
        load("captain_carcass", variant=["sudden_death", "strange_lands"])


def test_cc_3_the_lowest_cards_are_the_graveyard_and_any_of_the_others_can_be_drawn():
    match = start()
    assert cards_of(match.state["grave"]) == LOWEST
    assert odds(match) == {("turn_over", card): 1 / 50 for card in CARD_NAMES if card not in LOWEST}


def test_cc_4_all_know_what_is_left_to_draw_what_is_in_the_graveyard_and_in_the_holds():
    match = start(*bank("key-3"), *dive("chest-4", "chest-5"))
    assert match.state == match.view(0) == match.view(1) == match.view()
    assert grave(match)[0] == {"chest-4", "chest-5"}


def test_cc_5_anyone_may_begin_then_it_goes_to_the_left():
    assert odds(play(players=3)) == {("first_player", seat): 1 / 3 for seat in range(3)}
    turns = [*bank("key-3"), *bank("key-4"), *bank("key-5")]
    assert [explorer(play("first_player 1", *turns[: 2 * n], players=3)) for n in range(4)] == [1, 2, 0, 1]


# A turn.


def test_cc_6_turn_over_a_card_then_go_on_or_surface():
    match = start()
    assert match.seat == CHANCE
    assert can(then(match, "turn_over mermaid-9")) == ON_OR_UP
    assert words(then(match, "go_on")) == {"turn_over"}
    assert exploration(then(match, "turn_over key-3")) == ["mermaid-9", "key-3"]


def test_cc_7_a_suit_that_comes_twice_is_an_incident_and_all_is_lost():
    match = start(*dive("key-3", "chest-4", "key-5"))
    assert grave(match)[0] == {"key-3", "chest-4", "key-5"}
    assert (held(match), exploration(match), explorer(match)) == (set(), [], 1)


def test_cc_7_the_card_that_causes_an_incident_does_not_act():
    match = start("turn_over map-3", *shows("map_shows", "key-2", "net-2", "squid-2"), "map key-2")
    assert words(then(match, "go_on", "turn_over map-4")) == {"turn_over"}


def test_cc_7_incidents_come_through_map_net_and_harpoon_too():
    shown = shows("map_shows", "key-2", "squid-2", "net-2")
    assert grave(start(*dive("key-3", "map-3"), *shown, "map key-2"))[0] == {"key-3", "map-3"}
    match = start(*bank("key-7"), *bank("chest-3"), *dive("key-3", "net-3"), "net key")
    assert (grave(match)[0], held(match)) == ({"key-3", "net-3", "key-7"}, set())
    match = start(*bank("key-7"), *dive("key-3", "harpoon-3"), "harpoon 0 key")
    assert (grave(match)[0], held(match)) == ({"key-3", "harpoon-3", "key-7"}, set())


def test_cc_8_cards_act_wherever_they_come_from():
    match = start("turn_over map-3", *shows("map_shows", "squid-2", "key-2", "net-2"), "map squid-2")
    assert words(match) == {"turn_over"}
    owner = start(*dive("drone-7"), "drone_shows key-3", "surface", *bank("key-3"), "turn_over net-3", "net drone")
    assert words(owner) == {"drone_shows"}


def test_cc_8_key_and_chest_wait_for_the_surface():
    match = start("turn_over map-3", *shows("map_shows", "chest-2", "key-2", "net-2"), "map key-2")
    assert can(match) == ON_OR_UP
    assert can(then(match, "go_on", "turn_over chest-3")) == ON_OR_UP


def test_cc_9_surfacing_brings_all_cards_to_the_hold_and_ends_the_turn():
    match = start(*bank("mermaid-9", "anchor-3", "key-4"))
    assert held(match) == {"mermaid-9", "anchor-3", "key-4"}
    assert (exploration(match), explorer(match), match.seat) == ([], 1, CHANCE)


def test_cc_10_nobody_surfaces_before_the_first_card_or_while_an_effect_is_pending():
    assert not ON_OR_UP & can(start())
    assert {start(*squid("squid-3", "key-3")[:n]).seat for n in (1, 2)} == {CHANCE}
    assert can(start(*squid("squid-3", "key-3", "chest-3"))) == ON_OR_UP


# The end.


def test_cc_11_who_turns_over_the_last_card_finishes_the_turn_and_the_game_ends():
    match = down_to("mermaid-8", "mermaid-9")
    last = explorer(then(match, *bank("mermaid-8")))
    assert not match.over
    assert then(match, "turn_over mermaid-9").over
    assert "mermaid-9" in held(match, last)


def test_cc_11_an_incident_can_end_the_game_too():
    match = down_to("key-3", "key-4")
    assert then(match, *dive("key-3", "key-4")).over
    assert {"key-3", "key-4"} <= cards_of(match.state["grave"])


def test_cc_12_the_highest_card_of_each_suit_scores():
    assert start(*bank("mermaid-9"), *bank("key-3"), *bank("mermaid-5", "key-7")).scores == [16, 3]


def test_cc_12_most_points_win_then_most_cards_then_the_victory_is_shared():
    assert shares("none", "key-3", "key-4") == [0, 1]
    assert shares("none", "key-7", "chest-7") == [0.5, 0.5]
    assert shares("none", "key-7 key-6", "chest-7") == [1, 0]


# Card effects.


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


# Divers.


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


def test_cc_65_the_second_card_comes_before_the_rest_of_an_earlier_squid():
    first = [*bank("mermaid-9", "key-7"), *bank("chest-3"), *squid("squid-3", "net-4"), "net mermaid"]
    match = start(*first, divers=["net_maker_2", "tamer_2"])
    assert can(match) == {"net key"}
    assert words(then(match, "net key")) == {"turn_over"}
    assert can(then(match, "turn_over anchor-4")) == ON_OR_UP


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
