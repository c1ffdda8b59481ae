"""The Island (Survive: Escape from Atlantis!): bring your explorers to safety while their island sinks."""

from collections.abc import Mapping
from typing import Any

from fathom5.games.the_island.house import HOUSE, TEAM, WHOLES
from fathom5.games.the_island.rules.box import (
    LAST_TURNS,
    MOST_COLOURS,
    MOST_MOVES,
    MOST_OWN_BOATS,
    ROOM,
    Challenge,
)
from fathom5.games.the_island.rules.sea import SLOTS
from fathom5.kernel.game import Game
from fathom5.kernel.options import ON_OFF, Disagreement, Option, Value, values

OPTIONS = {
    "players": Option(2, range(2, MOST_COLOURS + 1)),
    "two_colours": Option(None, ON_OFF),
    "memory": Option(True, ON_OFF),
    "challenges": Option((), (), several=tuple(challenge.name.lower() for challenge in Challenge), most=len(Challenge)),
}


def longest(chosen: Mapping[str, Any]) -> int:
    """No game with these options has more actions.

    Set-up: who begins, the tiles, the explorers, the boats. Each turn removes a tile, but for the last ones where the
    volcano is no end; it has at most a red tile, three moves, a removal with its underside and three to take aboard,
    the die, a creature and a defence by each other colour.
    """
    colours = chosen["players"] * (2 if chosen["two_colours"] else 1)
    is_longer = bool(OUTLASTING & set(chosen["challenges"]))
    turns = SLOTS + (LAST_TURNS * colours if is_longer else 0)
    return 1 + SLOTS + (TEAM + MOST_OWN_BOATS) * colours + turns * (1 + MOST_MOVES + 2 + ROOM + 2 + colours - 1)


OUTLASTING = {"to_the_last", "atlantis_submerged"}  # TI-38, TI-40: the game goes on when the volcano is found
MOST = {"players": MOST_COLOURS, "two_colours": False, "challenges": OUTLASTING}


def agree(chosen: dict[str, Value]) -> dict[str, Value]:
    """TI-36: two colours each are for two players, who take them unless they say otherwise; house rules add up."""
    _check_wholes(chosen)
    is_duel = chosen["players"] == 2
    if chosen["two_colours"] and not is_duel:
        raise Disagreement(
            f"two_colours is for 2 players, not for {chosen['players']}",
            en="Two colours each are for two players.",
            fr="Deux couleurs chacun, c'est pour deux joueurs.",
        )
    return chosen | {"two_colours": is_duel} if chosen["two_colours"] is None else chosen


def _check_wholes(chosen: dict[str, Value]) -> None:
    """TI-4, TI-5: no more tiles and explorers than there are."""
    house = values(HOUSE, chosen)
    for (size, rules, _), (en, fr) in WHOLES:
        asked = sum(house[rule] for rule in rules)
        if asked > size:
            raise Disagreement(
                f"house_{rules[0]} to house_{rules[-1]} are {asked} together; there are {size} {en}",
                en=f"House rules ask for {asked}: there are {size} {en}.",
                fr=f"Les règles maison en demandent {asked} : il y a {size} {fr}.",
            )


GAME = Game.of(
    __name__,
    version=2,
    options=OPTIONS,
    longest=longest(MOST),
    agree=agree,
    house=HOUSE,
    rests=tuple(whole.rest for whole in WHOLES),
)
