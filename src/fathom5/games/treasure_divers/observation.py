"""What a learner is shown of Treasure Divers."""

import numpy as np

from fathom5.games.treasure_divers.rules.box import FIND, FRONTS, FRONTS_LEFT, SYMBOLS, SYMBOLS_LEFT, WRECK_LEFT
from fathom5.games.treasure_divers.rules.verbs import (
    COLUMNS,
    DICE,
    FACES,
    GONE,
    PATIENCE,
    WRECK_ROW,
    Action,
    Phase,
)
from fathom5.kernel.fields import Field, Kind, Observation, Rows

SEAT, ONE_HOT, BY_SEAT = Kind.SEAT, Kind.ONE_HOT, Rows.BY_SEAT
SQUARES = (slice(None), slice(1, None))  # all columns, without the surface
MOST_OF_A_FIND = int(max(*np.bincount(FIND, FRONTS_LEFT), *WRECK_LEFT))

FIELDS = (
    Field("to_move", "seat", "Who decides now.", kind=SEAT),
    Field("diver", "diver", "Whose turn it is.", kind=SEAT),
    Field("phase", "phase", "What is going on, as in Phase of the rules.", 0, len(Phase) - 1, ONE_HOT),
    Field("dice", "dice", "How many dice are left in this dive.", 0, DICE),
    Field("rolled", "rolled", "What each die shows; the first slot is X.", 0, FACES - 1, ONE_HOT),
    Field("column", "column", "Where the lamp is, across.", 0, COLUMNS - 1, ONE_HOT),
    Field("row", "row", "Where the lamp is, from the surface to the wreck.", 0, WRECK_ROW, ONE_HOT),
    Field("idle", "idle", "Turns in a row in which nothing left the board.", 0, PATIENCE),
    Field(
        "symbol", "symbol", "What each square shows: gone, unlit, then the symbols of the box.", GONE, SYMBOLS - 1,
        ONE_HOT, part=SQUARES,
    ),
    Field("front", "front", "Fronts that all have seen, by number; -1 is none.", -1, FRONTS - 1, part=SQUARES),
    Field("unlit", "unlit", "Tiles no lamp has shown, by zone and symbol.", 0, int(SYMBOLS_LEFT.max())),
    Field("face_down", "face_down", "Tiles nobody has turned over, by front.", 0, int(FRONTS_LEFT.max())),
    Field("wreck", "wreck", "What is left in the wreck, by find.", 0, int(WRECK_LEFT.max())),
    Field("bonus", "bonus", "Whose each bonus token is.", kind=SEAT),
    Field("held", "held", "What each diver has, by find.", 0, MOST_OF_A_FIND, rows=BY_SEAT),
)  # fmt: skip
OBSERVATION = Observation(FIELDS, int(Action.FIRST), int(Action.FRONT) + FRONTS)
