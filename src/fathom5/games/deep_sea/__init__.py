"""Deep Sea Adventure: divers who share one tank of air."""

from collections.abc import Mapping
from typing import Any

from fathom5.games.deep_sea import rules
from fathom5.games.deep_sea.house import HOUSE
from fathom5.kernel.game import Game
from fathom5.kernel.options import ON_OFF, Disagreement, Option, Value, values

OPTIONS = {
    "players": Option(2, range(2, rules.MOST_PLAYERS + 1)),
    "air": Option(25, range(1, 61)),
    "rounds": Option(3, range(1, 6)),
    "chips": Option(8, range(1, rules.MOST_CHIPS + 1)),
    "peek": Option(False, ON_OFF),
}


def agree(chosen: dict[str, Value]) -> dict[str, Value]:
    """Dice have a face at least; chips that divers look at have their values printed on them."""
    house = values(HOUSE, chosen)
    if house["lowest_face"] > house["highest_face"]:
        raise Disagreement(
            "house_lowest_face is at most house_highest_face",
            en="The lowest face of the dice is higher than the highest.",
            fr="La plus petite face des dés dépasse la plus grande.",
        )
    if chosen["peek"] and any(name.startswith("house_value_") for name in chosen):
        raise Disagreement(
            "peek goes with no other values of chips: not with house_value_1 to house_value_4",
            en="Divers who see the values they hold see those of the rulebook: chips cannot have others.",
            fr="Les plongeurs qui voient les valeurs voient celles de la règle : les jetons n'en ont pas d'autres.",
        )
    return chosen


def longest(chosen: Mapping[str, Any]) -> int:
    """No game with these options has more actions.

    A round has no more turns that use air than there is air, since each pile uses one at least; each allows one chip
    more to be put down and taken up again, and each chip can be taken once. Before, between and after such changes lie
    fewer than 20 turns of each diver. A turn is to turn back or not, to roll and to search, with up to three looks at a
    pile. Beside that chance says who begins, and turns over each chip once at most.
    """
    chips = rules.LEVELS * chosen["chips"]
    turns = (2 * chosen["air"] + chips + 1) * rules.PATIENCE * chosen["players"]
    return 1 + chosen["rounds"] * turns * (3 + rules.PILE * chosen["peek"]) + chips


MOST = {name: option.allowed[-1] for name, option in OPTIONS.items()}
GAME = Game.of(__name__, version=2, options=OPTIONS, longest=longest(MOST), agree=agree, house=HOUSE)
