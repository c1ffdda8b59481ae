"""What is in the box of The Island: tiles, explorers, creatures; the actions; and the record of a game under way."""

from enum import IntEnum

from fathom5.games.the_island.house import HOUSE, UNDERSIDES, VALUES
from fathom5.games.the_island.house import TEAM as TEAM
from fathom5.games.the_island.rules.sea import CELLS, FAR, NEAR, SLOTS
from fathom5.kernel.game import choices_dtype, state_dtype

MOST_COLOURS = 4
EXPLORERS = MOST_COLOURS * TEAM  # explorer i of colour c is number TEAM * c + i
ROOM = 3  # TI-15: in a boat
MOST_OWN_BOATS = 2  # TI-8
MOST_MOVES = 3  # TI-11
LAST_TURNS = 20  # TI-58: of each colour
UNKNOWN = 0  # a value that is hidden, or not chosen yet
NO_BOAT = -1
NO_ONE = -1  # on an empty bench


class Terrain(IntEnum):  # TI-24: in the order in which they sink
    BEACH = 0
    FOREST = 1
    MOUNTAIN = 2
    SEA = 3


class Kind(IntEnum):  # of creature
    SERPENT = 0
    SHARK = 1
    WHALE = 2


class Under(IntEnum):  # what is printed under a tile; the red ones from DOLPHIN on
    SHARK = 0
    WHALE = 1
    BOAT = 2
    WHIRLPOOL = 3
    VOLCANO = 4
    DOLPHIN = 5
    WIND = 6
    MOVE_SERPENT = 7
    MOVE_SHARK = 8
    MOVE_WHALE = 9
    STOP_SHARK = 10
    STOP_WHALE = 11


class Plight(IntEnum):  # of an explorer
    UNPLACED = 0
    ASHORE = 1
    ABOARD = 2
    SWIMMING = 3
    SAVED = 4
    LOST = 5


class Challenge(IntEnum):
    CROWDED = 0  # TI-37
    TO_THE_LAST = 1  # TI-38
    ALL_EQUAL = 2  # TI-39
    ATLANTIS_SUBMERGED = 3  # TI-40


TERRAINS, KINDS, UNDERS, CHALLENGES = len(Terrain) - 1, len(Kind), len(Under), len(Challenge)
RED = Under.DOLPHIN
REDS = UNDERS - RED
CREATURES = (5, 6, 5)  # TI-5
MOST_CREATURES = max(CREATURES)  # of one kind
BOATS = MOST_OWN_BOATS * MOST_COLOURS + sum(tile[Under.BOAT] for tile in UNDERSIDES)


class Phase(IntEnum):
    FIRST = 0  # chance says who begins
    TERRAIN = 1  # chance lays the tiles
    PLACE = 2
    PLACE_BOAT = 3
    START = 4
    MOVES = 5
    REMOVE = 6
    UNDER = 7  # chance says what is printed under the tile
    ABOARD = 8
    DIE = 9  # chance rolls
    CREATURE = 10
    DEFENCE = 11


class Action(IntEnum):
    """An explorer is named by its index in the colour, a boat or creature by its slot, a cell by its rank around."""

    PASS = 0
    END_MOVES = 1
    STAY = 2
    DECLINE = 3
    STOP = 4  # the shark or the whale that is moved
    PLACE = 5  # value v on slot s, with PLACE + SLOTS (v - 1) + s
    PLACE_UNSEEN = PLACE + SLOTS * len(VALUES)  # what this looks like to others, with PLACE_UNSEEN + s
    PLACE_BOAT = PLACE_UNSEEN + SLOTS  # on a cell
    WALK = PLACE_BOAT + CELLS  # explorer i to the n-th cell around, with WALK + NEAR i + n, and so on
    BOARD = WALK + TEAM * NEAR
    DIVE = BOARD + TEAM * NEAR
    SWIM = DIVE + TEAM * NEAR
    LAND = SWIM + TEAM * NEAR  # explorer i
    BOAT = LAND + TEAM  # boat b to the n-th cell around, with BOAT + NEAR b + n
    DOLPHIN = BOAT + BOATS * NEAR  # explorer i to the n-th cell around, with DOLPHIN + FAR i + n
    WIND = DOLPHIN + TEAM * FAR  # boat b likewise
    CREATURE = WIND + BOATS * FAR  # creature c of the kind rolled, likewise
    MOVE_CREATURE = CREATURE + MOST_CREATURES * FAR  # of any kind to any cell: + CELLS (MOST_CREATURES kind + c) + cell
    REMOVE = MOVE_CREATURE + KINDS * MOST_CREATURES * CELLS  # the tile of slot s
    ABOARD = REMOVE + SLOTS  # explorer of any colour, by number
    FIRST = ABOARD + EXPLORERS  # person
    TERRAIN = FIRST + MOST_COLOURS  # kind of tile on the next slot
    UNDER = TERRAIN + TERRAINS  # symbol
    UNDER_UNSEEN = UNDER + UNDERS  # what a red one looks like to others
    DIE = UNDER_UNSEEN + 1  # kind of creature


STATE = state_dtype(
    __name__,
    ("phase", "i2"),
    ("colours", "i2"),  # how many; TI-36: colour c is of seat c modulo seats
    ("colour", "i2"),  # whose turn it is, also while chance or a defender acts
    ("first", "i2"),  # the colour that begins
    ("memory", "i1"),  # TI-9: a matter of what people are shown; the record keeps what a seat has seen
    ("challenge", "i1", CHALLENGES),  # which are on
    ("placed", "i2"),  # tiles, explorers or boats laid so far in this part of the set-up
    ("moves", "i2"),  # TI-11: left in this turn
    ("spent", "i2"),  # TI-52: which of the colour's explorers have used their sea action, a bit for each
    ("hole", "i2"),  # the cell of the tile removed last
    ("sunk", "i2"),  # and its terrain
    ("die", "i2"),  # the kind of creature rolled last
    ("striker", "i2"),  # which of that kind was moved
    ("asked", "i2"),  # TI-29: the colour asked for its defence
    ("last_turns", "i2"),  # TI-58: begun since the last tile has gone
    ("terrain", "i1", CELLS),
    ("left", "i1", (TERRAINS, UNDERS)),  # undersides not yet turned over
    ("held", "i1", (MOST_COLOURS, TERRAINS)),  # TI-27: how many red tiles each colour has, which all can see
    ("hand", "i1", (MOST_COLOURS, TERRAINS, REDS)),  # and what is under them, as far as it is known
    ("value", "i1", EXPLORERS),
    ("plight", "i1", EXPLORERS),
    ("place", "i2", EXPLORERS),  # the cell; of the saved, the one they landed from
    ("boat", "i2", BOATS),  # the cell of each
    ("bench", "i1", (BOATS, ROOM)),  # the explorers aboard
    ("creature", "i2", (KINDS, MOST_CREATURES)),  # the cell of each
    ("boat_on", "i1", CELLS),  # the same seen from the cell: which boat is there
    ("swimmers", "i1", CELLS),  # and how many swim there
    derived=(
        ("sea_near", "i1", CELLS),  # which neighbours of a cell are sea, a bit for each
        ("boats_near", "i1", CELLS),  # and which have a boat
        ("lying", "i8", TERRAINS),  # on which slots each terrain lies, a bit for each
        ("in_play", "i1", MOST_COLOURS),  # how many explorers of each colour
        ("crews", "i1", (BOATS, MOST_COLOURS)),  # how many of each colour are aboard
        ("team", "i1", len(VALUES)),  # TI-5: how many explorers of a colour are worth 1, 2 … 6
        ("team_worth", "i2"),  # and all of them together
    ),
    house=HOUSE,
)
# Most are offered at the start of a turn: to pass; each explorer by dolphin and each boat by wind to all around but its
# own cell; each creature to all cells.
CHOICES = choices_dtype(1 + (TEAM + BOATS) * (FAR - 1) + sum(CREATURES) * CELLS)
