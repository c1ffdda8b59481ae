"""Sub Terra: cavers who look for the one way out before their lamps go dark."""

from collections.abc import Mapping
from typing import Any

from fathom5.games.sub_terra.house import HOUSE
from fathom5.games.sub_terra.rules.box import CARDS, FEWEST_CAVERS, MOST_CAVERS, RANKS, RELIEF, STACK
from fathom5.kernel.game import Game
from fathom5.kernel.options import ON_OFF, Disagreement, Option, Value

OPTIONS = {
    "players": Option(1, range(1, 7)),
    "cavers": Option(None, range(FEWEST_CAVERS, MOST_CAVERS + 1), several=tuple(range(1, RANKS + 1)), most=MOST_CAVERS),
    "difficulty": Option("normal", ("normal", "advanced", "expert")),
    "easier": Option(False, ON_OFF),
}
CAVERS = {1: (4, 5, 6), 2: (4,), 3: (6,), 4: (4,), 5: (5,), 6: (6,)}  # ST-5: by players, the first by default


def agree(chosen: dict[str, Value]) -> dict[str, Value]:
    """ST-5: how many cavers so many players have."""
    players, cavers = chosen["players"], chosen["cavers"]
    allowed = CAVERS[players]  # type: ignore[index]
    if cavers is None:
        return chosen | {"cavers": allowed[0]}
    count = len(cavers) if isinstance(cavers, tuple) else cavers
    if count not in allowed:
        seats, ways = "1 player" if players == 1 else f"{players} players", " or ".join(map(str, allowed))
        raise Disagreement(
            f"cavers: {seats} have {ways} of them, not {count}",
            en=f"So many players have {ways} cavers, not {count}.",
            fr=f"À {players}, on a {' ou '.join(map(str, allowed))} spéléologues, pas {count}.",
        )
    return chosen


def longest(chosen: Mapping[str, Any]) -> int:
    """No game with these options has more actions, or with a chance that nobody will ever meet.

    A round: for each caver a turn of nine actions (three points, exert, end) with their checks, 27 in all; no more are
    three runs with a check for each of their moves, where by a house rule one takes a point; three horrors that move
    three times with two questions each; a hazard with two checks of each caver. Beside it all tiles are shown and laid
    once. After the last card each round costs each caver who is not out his place with chance 1/3 or more: of a
    thousand such rounds in a row nobody will ever hear.
    """
    cavers = len(chosen["cavers"]) if isinstance(chosen["cavers"], tuple) else chosen["cavers"]
    difficulty = OPTIONS["difficulty"].allowed.index(chosen["difficulty"])
    cards = int(CARDS[difficulty, cavers - FEWEST_CAVERS]) + RELIEF * chosen["easier"]
    return (cards + 1000) * (cavers * 9 * 3 + 3 * 3 * 2 + 2 * cavers + 4) + 2 * STACK


MOST = {"cavers": MOST_CAVERS, "difficulty": "normal", "easier": True}
GAME = Game.of(__name__, version=2, options=OPTIONS, longest=longest(MOST), agree=agree, house=HOUSE)
