"""Captain Carcass: dive card by card, and surface before a suit comes twice."""

from collections.abc import Mapping
from typing import Any

from fathom5.games.captain_carcass.house import HOUSE
from fathom5.games.captain_carcass.rules.cards import CARDS, NAMES, PEOPLE, Variant
from fathom5.games.captain_carcass.rules.state import LONGEST_EXPLORATION, LOOKS, MOST_PLAYERS
from fathom5.kernel.game import Game
from fathom5.kernel.options import Disagreement, Option, Value

OPTIONS = {
    "players": Option(2, range(2, MOST_PLAYERS + 1)),
    "divers": Option("off", ("off", "dealt"), several=NAMES, most=MOST_PLAYERS),
    "variant": Option("none", tuple(variant.name.lower() for variant in Variant)),
}
# Every turn turns over at least one card for good. Other cards are placed by Nets, two at most each, Maps and Harpoons,
# of which an exploration has room for ten. Each card placed is turned over or chosen, shows three others at most, and
# is followed by a decision. A bonus is at most twice an exploration, after one choice.
_PLACED_IN_A_TURN = 1 + 2 * LONGEST_EXPLORATION
_TURNS = CARDS * (_PLACED_IN_A_TURN * (2 + LOOKS) + 2 * LONGEST_EXPLORATION + 1)


def longest(chosen: Mapping[str, Any]) -> int:
    """No game with these options has more actions: the turns, and before them a diver and a choice for each player."""
    return _TURNS + 2 * chosen["players"]


def agree(chosen: dict[str, Value]) -> dict[str, Value]:
    """CC-48, CC-51: a list of divers has one for each player, no person twice, no Saboteur on the thieves' island."""
    divers, players = chosen["divers"], chosen["players"]
    if isinstance(divers, tuple):
        if len(divers) != players:
            raise Disagreement(
                f"divers lists one for each of the {players} players, not {len(divers)}",
                en=f"Choose {players} divers: one for each player.",
                fr=f"Choisissez {players} plongeurs : un par joueur.",
            )
        people = [PEOPLE[NAMES.index(str(name))] for name in divers]
        if twice := [person for person in people if people.count(person) > 1]:
            same = " and ".join(str(name) for name, person in zip(divers, people) if person == twice[0])
            raise Disagreement(
                f"divers names the same person twice: {same}",
                en="The same person cannot dive twice: choose one side of a diver.",
                fr="Une même personne ne plonge pas deux fois : choisissez une face du plongeur.",
            )
        if "saboteur" in divers and chosen["variant"] == "thieves_island":
            raise Disagreement(
                "divers has no 'saboteur' with the variant thieves_island: both want the lost cards",
                en="The Saboteur does not go to the thieves' island: both want the lost cards.",
                fr="Le Saboteur ne va pas sur l'île aux voleurs : tous deux veulent les cartes perdues.",
            )
    return chosen


GAME = Game.of(
    __name__, version=2, options=OPTIONS, longest=longest({"players": MOST_PLAYERS}), agree=agree, house=HOUSE
)
