"""The picture of Captain Carcass."""

import pytest

from fathom5 import NOBODY, load
from fathom5.games.captain_carcass.board import PLANS, scene
from fathom5.games.captain_carcass.rules.cards import NO_CARD, RANKS, SUITS, value_of
from fathom5.games.captain_carcass.words import WORDS
from fathom5.scene import SHAPES


def dived(cards, shape):
    """The cards of a dive of so many suits, as drawn, and all else that is drawn."""
    view = load("captain_carcass").start(seed=1).seen(0).copy()
    view.explored = cards
    view.mapped[:] = NO_CARD
    view.exploration[:cards] = [suit * RANKS for suit in range(cards)]
    things = scene(view, NOBODY, WORDS["en"], shape)["things"]
    return {thing["id"]: thing for thing in things}


@pytest.mark.parametrize("shape", SHAPES)
def test_in_the_longest_dive_cards_are_as_large_as_the_first_and_none_covers_another(shape):
    plan = PLANS[shape]
    first, longest = dived(1, shape)["card-0"], dived(SUITS, shape)
    cards = [longest[f"card-{suit * RANKS}"] for suit in range(SUITS)]
    assert {card["scale"] for card in cards} == {first["scale"]}
    assert len({(card["x"], card["y"]) for card in cards}) == SUITS
    wide, high = 76 * first["scale"], 104 * first["scale"]
    for card in cards:
        assert wide / 2 < card["x"] < plan.sea[0] - wide / 2
        assert plan.surface < card["y"] - high / 2 and card["y"] + high / 2 < longest["watch-0"]["y"]
        near = [other for other in cards if abs(other["x"] - card["x"]) < wide and abs(other["y"] - card["y"]) < high]
        assert near == [card]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_hold_shows_its_highest_cards_and_how_many_lie_below(shape):
    view = load("captain_carcass").start(seed=1).seen(0).copy()
    view.hold[0, 2] = 0b001011  # of one suit the lowest two and the fourth
    things = {thing["id"]: thing for thing in scene(view, NOBODY, WORDS["en"], shape)["things"]}
    assert things[f"card-{2 * RANKS + 3}"]["text"] == str(value_of(2 * RANKS + 3))
    assert things["below-0-2"]["text"] == "+2"
    assert "slot-0-2" not in things and "slot-0-3" in things
