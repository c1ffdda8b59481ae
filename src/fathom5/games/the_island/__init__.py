"""The Island (Survive: Escape from Atlantis!): bring your explorers to safety while their island sinks."""

from fathom5.games.the_island.rules.box import (
    EXPLORERS,
    LAST_TURNS,
    MOST_COLOURS,
    MOVES,
    OWN_BOATS,
    ROOM,
    Challenge,
)
from fathom5.games.the_island.rules.sea import SLOTS
from fathom5.kernel.game import Game
from fathom5.kernel.options import ON_OFF, Disagreement, Option, Value

OPTIONS = {
    "players": Option(2, range(2, MOST_COLOURS + 1)),
    "two_colours": Option(None, ON_OFF),
    "memory": Option(True, ON_OFF),
    "challenges": Option((), (), several=tuple(challenge.name.lower() for challenge in Challenge), most=len(Challenge)),
}
# Set-up: who begins, the tiles, the explorers, the boats. Each turn removes a tile, but for the last turns of challenge
# 2; it has at most a red tile, three moves, a removal with its underside and three to take aboard, the die, a creature
# and a defence by each other colour.
_SET_UP = 1 + SLOTS + EXPLORERS + OWN_BOATS * MOST_COLOURS
_TURN = 1 + MOVES + 2 + ROOM + 2 + MOST_COLOURS - 1
LONGEST = _SET_UP + (SLOTS + LAST_TURNS * MOST_COLOURS) * _TURN


def agree(chosen: dict[str, Value]) -> dict[str, Value]:
    """TI-36: two colours each are for two players, who take them unless they say otherwise."""
    is_duel = chosen["players"] == 2
    if chosen["two_colours"] and not is_duel:
        raise Disagreement(
            f"two_colours is for 2 players, not for {chosen['players']}",
            en="Two colours each are for two players.",
            fr="Deux couleurs chacun, c'est pour deux joueurs.",
        )
    return chosen | {"two_colours": is_duel} if chosen["two_colours"] is None else chosen


GAME = Game.of(__name__, version=2, options=OPTIONS, longest=LONGEST, agree=agree)
