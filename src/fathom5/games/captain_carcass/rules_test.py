"""The rulebook of Captain Carcass, clause by clause."""

from functools import partial

import numpy as np
import pytest

from fathom5 import CHANCE, load
from fathom5.door.testing import can, play, then
from fathom5.games.captain_carcass.rules.cards import CARDS, NAMES, PEOPLE, RANKS, put
from fathom5.games.captain_carcass.words import CARD_NAMES, CARD_OF, SUIT_NAMES
from fathom5.kernel.game import win

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
