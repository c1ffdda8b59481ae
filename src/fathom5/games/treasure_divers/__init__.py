"""Treasure Divers: a lamp, two dice, and ever better treasure the deeper you dare."""

from collections.abc import Mapping
from typing import Any

from fathom5.games.treasure_divers import rules
from fathom5.games.treasure_divers.house import HOUSE
from fathom5.games.treasure_divers.rules import box
from fathom5.kernel.game import Game
from fathom5.kernel.options import ON_OFF, Option

OPTIONS = {
    "players": Option(2, range(2, rules.MOST_PLAYERS + 1)),
    "memory": Option(True, ON_OFF),
}
# A turn is at most eleven steps of four actions (roll, dive, light, dive on), the last of which may be to take, turn
# over and fight. Each of the 57 tiles leaves the board once at most, and fewer than PATIENCE idle turns lie between.
_TURN = 4 * rules.WRECK_ROW + 2
_CHANGES = int(box.FRONTS_LEFT.sum() + box.WRECK_LEFT.sum())
LONGEST = 1 + (_CHANGES + 1) * rules.PATIENCE * _TURN


def longest(chosen: Mapping[str, Any]) -> int:
    """No game has more actions; turns are counted for all divers together, so it is the same with any options."""
    return LONGEST


GAME = Game.of(__name__, version=1, options=OPTIONS, longest=LONGEST, house=HOUSE)
