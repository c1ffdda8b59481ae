"""Deep Sea Adventure: divers who share one tank of air."""

from fathom5.games.deep_sea import rules
from fathom5.kernel.game import Game
from fathom5.kernel.options import ON_OFF, Option

OPTIONS = {
    "players": Option(2, range(2, rules.MOST_PLAYERS + 1)),
    "air": Option(25, range(1, 61)),
    "rounds": Option(3, range(1, 6)),
    "chips": Option(8, range(1, rules.MOST_CHIPS + 1)),
    "peek": Option(False, ON_OFF),
}
# A round has at most 60 turns that use air; each allows one chip more to be put down and taken up again, and 32 can be
# taken once. Between two such changes lie fewer than 20 turns of each of six divers, and a turn is at most six actions.
_CHANGES = 60 + 60 + rules.MOST_SPACES
LONGEST = 5 * _CHANGES * rules.PATIENCE * rules.MOST_PLAYERS * 6

GAME = Game.of(__name__, version=2, options=OPTIONS, longest=LONGEST)
