"""Touches in vain on the board of Captain Carcass, each with its reason."""

from fathom5.games.captain_carcass.rules_test import bank, start
from fathom5.games.captain_carcass.words import CARD_OF


def no(match, *touched):
    told = match.refusal(match.seat, touched)
    return told.clause, told.text


def card(name):
    return f"card-{CARD_OF[name]}"


def test_cc_9_cards_of_the_dive_and_of_holds_stay_where_they_are():
    match = start(*bank("key-5"), *bank("chest-5"), "turn_over mermaid-9")
    assert no(match, card("mermaid-9")) == ("CC-9", "The cards of the dive stay there until you surface")
    assert no(match, card("chest-5")) == ("CC-8", "Holds are only reached by a Net, a Knife or a Harpoon")
    assert no(match, "grave")[0] == "CC-22"


def test_cc_26_cc_24_cc_27_each_effect_has_its_own_holds():
    match = start(*bank("key-5"), *bank("chest-5"), "turn_over net-4")
    assert no(match, card("chest-5")) == ("CC-26", "A Net takes a card of your own hold")
    assert no(match, "pile") == ("CC-26", "First the Net: choose a card of your own hold")
    match = start(*bank("key-5"), *bank("chest-5"), "turn_over knife-4")
    assert no(match, card("key-5"))[0] == "CC-24"
    match = start(*bank("key-5"), *bank("key-6", "mermaid-9"), "turn_over harpoon-4")
    assert no(match, card("key-6"))[1].startswith("You have this suit in your own hold")
    assert no(match, card("key-5")) == ("CC-27", "The Harpoon steals from an opponent")
