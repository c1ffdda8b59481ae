"""What is in the box of Sub Terra, and how a game is written down; ST-n are the clauses of its rulebook."""

from enum import IntEnum

import numpy as np

from fathom5.games.sub_terra.house import HOUSE
from fathom5.kernel.game import choices_dtype, state_dtype

# Tiles. Open sides are a mask, a bit for each side.

NORTH, EAST, SOUTH, WEST = range(4)
SIDES = 4
EAST_OF = np.array([0, 1, 0, -1])  # what a step to each side adds to x
SOUTH_OF = np.array([-1, 0, 1, 0])  # and to y
ALL_SIDES = 15


class Kind(IntEnum):
    PLAIN = 0
    FLOOD = 1
    GAS = 2
    CAVE_IN = 3
    HORROR = 4
    SQUEEZE = 5
    LEDGE = 6
    SLIDE = 7
    ROUGH = 8
    EXIT = 9
    START = 10


STRAIGHT, CORNER, THREE, FOUR, DEAD_END = range(5)
NO_SHAPE = -1
OPPOSITE_PAIRS = (1 << NORTH | 1 << SOUTH, 1 << EAST | 1 << WEST)
SHAPE_BY_COUNT = (NO_SHAPE, DEAD_END, CORNER, THREE, FOUR)
SHAPE_OF = np.array(  # of each mask of open sides
    [STRAIGHT if sides in OPPOSITE_PAIRS else SHAPE_BY_COUNT[sides.bit_count()] for sides in range(ALL_SIDES + 1)]
)

CAVE_INS = (  # ST-2: the numbers by which a tile falls, on corners and on threes
    (CORNER, ((3, 6), (2, 6), (1, 5), (1, 4))),
    (THREE, ((2, 3), (1, 6), (3, 5), (4, 5), (1, 3), (4, 6), (2, 5), (2, 4))),
)
DESIGNS = (  # ST-1, ST-2: kind, shape, how many, numbers
    (Kind.PLAIN, STRAIGHT, 4, ()),
    (Kind.PLAIN, CORNER, 4, ()),
    (Kind.PLAIN, THREE, 3, ()),
    (Kind.PLAIN, FOUR, 3, ()),
    (Kind.PLAIN, DEAD_END, 2, ()),
    (Kind.FLOOD, STRAIGHT, 4, ()),
    (Kind.FLOOD, THREE, 2, ()),
    (Kind.FLOOD, FOUR, 2, ()),
    (Kind.GAS, CORNER, 6, ()),
    (Kind.GAS, THREE, 2, ()),
    *((Kind.CAVE_IN, shape, 1, pair) for shape, pairs in CAVE_INS for pair in pairs),
    (Kind.HORROR, CORNER, 2, ()),
    (Kind.HORROR, DEAD_END, 6, ()),
    (Kind.SQUEEZE, STRAIGHT, 3, ()),
    (Kind.LEDGE, STRAIGHT, 3, ()),
    (Kind.SLIDE, STRAIGHT, 3, ()),
    (Kind.ROUGH, FOUR, 3, ()),
    (Kind.EXIT, DEAD_END, 1, ()),
    (Kind.START, FOUR, 0, ()),  # laid before anything is drawn
)
START = len(DESIGNS) - 1
EXIT = START - 1
DRAWABLE = START  # designs 0 to EXIT are in the stack
KIND = np.array([kind for kind, _, _, _ in DESIGNS])
SHAPE = np.array([shape for _, shape, _, _ in DESIGNS])
PRINTED = np.array([count for _, _, count, _ in DESIGNS])
NUMBERS = np.array([sum(1 << number for number in numbers) for _, _, _, numbers in DESIGNS])  # a bit for each face
STACK = int(PRINTED.sum())  # ST-1: 64 and the exit
MOST_TILES = STACK + 1  # with the start
MOST_FLOODS = 8
MOST_LAIRS = 8  # horror tiles

NOWHERE = -1  # no tile, no design, no horror, no caver
IN_TRANSIT = -2  # where a diver is between two turns (ST-44)
REMOVED = -3  # where a caver is who was lost for good (ST-39)

# Cavers.


class Rank(IntEnum):
    DIVER = 1
    SCOUT = 2
    GEOLOGIST = 3
    ENGINEER = 4
    CLIMBER = 5
    MEDIC = 6
    BODYGUARD = 7
    LEADER = 8


RANKS = len(Rank)
MOST_CAVERS = 6
MOST_HEALTH = 5  # ST-50
POINTS = 2  # ST-11
RUN, SPRINT = 3, 2  # ST-16, ST-49: moves
GUIDES, EXPLOSIVES = 3, 3  # ST-45, ST-47: for the whole game
FACES = 6
SUCCESS = 4  # ST-12: this or more on a die
PRACTICE = 2  # ST-22: whoever has tried to hide in so many rounds just before succeeds
HORRORS = 3  # ST-4
REACH = 7  # ST-40: how far horrors sense
FAR = REACH + 1

# Hazards.


class Hazard(IntEnum):
    TREMOR = 0
    FLOOD = 1
    GAS = 2
    CAVE_IN = 3
    HORROR = 4
    OUT_OF_TIME = 10  # 5 to 9 are the first five, twice


HAZARDS = 5
POOL = 2 * HAZARDS
CALM = -1  # no hazard is under way
NORMAL, ADVANCED, EXPERT = range(3)
CARDS = np.array([[22, 19, 17], [20, 17, 15], [18, 15, 13]])  # ST-7: by difficulty, for 4, 5 and 6 cavers
FEWEST_CAVERS = 4
FEWER_CARDS = np.array([0, 1, 2])  # ST-8: plain ones of each hazard than in a normal game, by difficulty
HAS_DOUBLES = np.array([0, 1, 1])
RELIEF = 3  # ST-7: cards more when it is easier
CAREFUL_LOSS = 1  # ST-47

# What is going on, and what can happen.


class Phase(IntEnum):
    DEAL = 0  # chance deals a caver
    FIRST = 1  # chance says who begins
    KEEP = 2  # chance shows the Geologist's first tile
    DRAW = 3  # chance shows the next tile of the stack
    CHECK = 4  # chance rolls for a caver
    CAVE_IN = 5  # chance rolls for the roof
    HAZARD = 6  # chance turns over a card
    TURN = 7  # a caver acts
    STEP = 8  # a caver runs on or stops
    PLACE = 9  # a caver lays a tile
    SURFACE = 10  # a diver comes back
    HORROR_FIRST = 11  # the first caver says which horror moves next
    HORROR_PATH = 12  # a victim says which way a horror comes
    APPEAR = 13  # the first caver says where a horror appears
    ACTED = 14  # from here on nobody is asked: an action is done
    TURN_OVER = 15
    NEXT_TURN = 16
    PROWL = 17  # horrors move
    DANGER = 18  # the hazard phase begins
    EFFECT = 19  # a hazard strikes
    ARRIVE = 20  # horrors appear
    ROUND_OVER = 21


class Reason(IntEnum):
    """What a check is for."""

    EXERT = 0
    ROPE = 1
    HIDE = 2
    ROUGH = 3
    TREMOR = 4
    OUT_OF_TIME = 5


HERE = SIDES  # instead of a side
DRAWN, KEPT = range(2)


class Action(IntEnum):
    END = 0
    EXERT = 1
    ROPE = 2
    HIDE = 3
    DIVE = 4
    SECURE = 5
    STOP = 6
    GUIDE = 7
    DECLINE = 8
    REVEAL = 9  # at a side, with REVEAL + side, and so on
    EXPLORE = REVEAL + SIDES
    MOVE = EXPLORE + SIDES
    RUN = MOVE + SIDES
    SPRINT = RUN + SIDES
    SWIM = SPRINT + SIDES
    SQUEEZE = SWIM + SIDES
    STEP = SQUEEZE + SIDES
    DEMOLISH = STEP + SIDES
    REPEL = DEMOLISH + SIDES
    CLEAR = REPEL + SIDES  # at a side or HERE
    EXCAVATE = CLEAR + SIDES + 1
    HEAL = EXCAVATE + SIDES + 1  # the n-th caver, with HEAL + n
    TREAT = HEAL + MOST_CAVERS
    DIRECT = TREAT + MOST_CAVERS
    PLACE = DIRECT + MOST_CAVERS  # DRAWN or KEPT with these open sides, with PLACE + 16 which + sides
    SURFACE = PLACE + 2 * (ALL_SIDES + 1)  # on the n-th tile laid, with SURFACE + n
    HORROR_FIRST = SURFACE + MOST_TILES  # figure f, with HORROR_FIRST + f
    HORROR_PATH = HORROR_FIRST + HORRORS
    APPEAR = HORROR_PATH + SIDES  # on the n-th tile
    CAVER = APPEAR + MOST_TILES  # chance deals the caver of rank r, with CAVER + r
    FIRST_CAVER = CAVER + RANKS + 1  # the n-th caver
    TILE = FIRST_CAVER + MOST_CAVERS  # design d
    HAZARD = TILE + DRAWABLE  # card h
    CHECK = HAZARD + POOL + 1  # face f from 0
    CAVE_IN = CHECK + FACES


# State. Cavers are numbered clockwise, tiles in the order in which they were laid, horrors by figure.

STATE = state_dtype(
    __name__,
    ("phase", "i1"),
    ("difficulty", "i1"),
    ("cavers", "i1"),  # how many there are
    ("rank", "i1", MOST_CAVERS),  # 0 until dealt
    ("place", "i1", MOST_CAVERS),  # a tile, IN_TRANSIT or REMOVED
    ("health", "i1", MOST_CAVERS),
    ("hidden", "i1", MOST_CAVERS),  # ST-22: for the rest of this round
    ("tried", "i1", MOST_CAVERS),  # ST-22: to hide, this round
    ("practice", "i1", MOST_CAVERS),  # ST-22: rounds just before this one in which it was tried, up to PRACTICE
    ("first", "i1"),  # ST-9: who has the marker
    ("turns", "i1"),  # begun this round
    ("rounds", "i2"),  # over
    ("caver", "i1"),  # whose turn it is
    ("actor", "i1"),  # who acts: that caver, or whom the Leader directs
    ("points", "i1"),  # ST-11: left this turn
    ("exerted", "i1"),  # ST-11: this turn
    ("directed", "i1"),  # ST-51: this turn
    ("steps", "i1"),  # ST-16: left of a run or sprint
    ("guides", "i1"),  # ST-45: left
    ("guided", "i1"),  # ST-45: this tile must be taken
    ("blasts", "i1"),  # ST-47: explosives used
    ("blast", "i1", (EXPLOSIVES, 2)),  # where: tile and side
    ("side", "i1"),  # where the acting caver lays a tile
    ("explores", "i1"),  # ST-15: and goes there
    ("drawn", "i1"),  # the design to be laid, or NOWHERE
    ("kept", "i1"),  # ST-46: the Geologist's design set aside, or NOWHERE
    ("stack", "i1", DRAWABLE),  # tiles not seen yet, by design
    ("discards", "i1"),
    ("laid", "i1"),  # how many tiles there are
    ("design", "i1", MOST_TILES),
    ("sides", "i1", MOST_TILES),  # which are open, a bit for each
    ("arrow", "i1", MOST_TILES),  # ST-30: the side a ledge or slide points to
    ("marked", "i1", MOST_TILES),  # flooded, under rubble or roped: what can befall its kind
    ("x", "i1", MOST_TILES),
    ("y", "i1", MOST_TILES),
    ("beside", "i1", (MOST_TILES, SIDES)),  # the tile there, walls or not, or NOWHERE
    ("exit", "i1"),  # the tile, or NOWHERE
    ("pool", "i1", POOL),  # hazards not seen yet
    ("cards", "i1"),  # of them still in the deck
    ("late", "i1"),  # ST-39: out of time
    ("gas", "i1"),  # ST-35: the marker is up
    ("hazard", "i1"),  # which strikes, from 0 to 4 or OUT_OF_TIME, or CALM before the hazard phase
    ("again", "i1"),  # ST-38: how often it still will
    ("reason", "i1"),  # of the check under way
    ("due", "i1"),  # who still has to check for it, a bit for each caver
    ("horror", "i1", HORRORS),  # the tile of each figure, or NOWHERE
    ("restless", "i1"),  # figures that have still to move, a bit for each
    ("marches", "i1"),  # how often all of them move once more
    ("arrivals", "i1"),  # how many will appear
    ("figure", "i1"),  # the one that moves
    ("near", "i1", MOST_TILES),  # how far from its victim a horror would be there, or FAR, as last looked at
    ("prey", "i1", MOST_TILES),  # and that victim's rank
    derived=(
        ("unseen", "i1"),  # how many tiles are in the stack
        ("ways", "i1", (MOST_TILES, SIDES)),  # to which tile each side leads, if it is open on both sides, or NOWHERE
        ("unexplored", "i1", MOST_TILES),  # which open sides have no tile yet, a bit for each
        ("cheapest", "i1"),  # points that the cheapest of the costly actions takes
    ),
    house=HOUSE,
)
# A side leads to a tile (move, run, sprint; swim or squeeze or clear; a power) or to none (reveal, explore; a power):
# four sides of at most five; end, exert, rope, secure, hide, dive; clear and excavate here; heal six, treat or direct
# five. Chance shows one of 29 designs, a diver surfaces on one of 8 tiles.
CHOICES = choices_dtype(max(4 * 5 + 6 + 2 + 6 + 5, DRAWABLE, MOST_FLOODS, MOST_LAIRS))
