"""What a hinted player has in mind before an action: how far it is to where, and what there is to fear."""

from fathom5.games.sub_terra.rules.box import MOST_CAVERS, MOST_TILES, SIDES, Kind
from fathom5.kernel.game import record_dtype

SEEING, FALLING, HORROR, RACE = range(4)  # the knobs of a player, see hints.PLAYERS

LOST = 200  # half points: a way that leads nowhere
NEVER = -100.0  # points: what is not done
MAP = 31  # places of a map each way, less one; beyond it begins anew
RING = 127  # places of a queue, less one

PLAN = record_dtype(
    ("toll", "i2", MOST_TILES),  # what it takes from each tile to where one wants to be, in half points
    ("goal", "i2", MOST_TILES),  # what it takes to do there what one wants to do
    ("apart", "i2", MOST_TILES),  # what it takes from each tile to the next caver, or to the camp
    ("reach", "i2", (MOST_CAVERS, MOST_TILES)),  # what it takes each caver to get to each tile
    ("waits", "i1"),  # whether it is too early to turn over one of the last tiles
    ("walker", "i8"),  # for whom these are known, or NOWHERE:
    ("entry", "i2", MOST_TILES),  # what it takes to enter each tile
    ("dread", "i2", MOST_TILES),  # how far each tile is from the nearest horror, up to FAR
    ("flight", "i2", MOST_TILES),  # steps to each tile that is reached before a horror is there
    ("fear", "f8", len(Kind)),  # what it costs on average, in points, to end a turn on each kind of tile
    ("rest", "f8"),  # what is left to who has turned over a tile here, at whichever side,
    ("surprise", "f8"),  # and the danger of going there at once
    ("map", "i1", (MAP + 1, MAP + 1)),  # the open sides of the tile at each place, 0 if there is none
    ("good", "f8", (MOST_TILES, SIDES)),  # how good it is to explore there, in points
    ("queue", "i1", RING + 1),
    ("first", "i8"),  # in the queue,
    ("last", "i8"),  # and the place after the last
    ("queued", "i1", MOST_TILES),
)
