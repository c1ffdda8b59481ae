"""What a learner is shown of The Island; a seat's own colour comes first, with two colours each every second one."""

from fathom5.games.the_island.house import TEAM, TILES, UNDERSIDES, VALUES
from fathom5.games.the_island.rules.box import (
    EXPLORERS,
    KINDS,
    LAST_TURNS,
    MOST_COLOURS,
    MOST_CREATURES,
    MOST_MOVES,
    Action,
    Phase,
    Plight,
    Terrain,
)
from fathom5.games.the_island.rules.sea import CELLS, NOWHERE, SLOTS
from fathom5.kernel.fields import Field, Kind, Observation, Rows

SEAT, ONE_HOT, BITS, PLACES, BY_SEAT = Kind.SEAT, Kind.ONE_HOT, Kind.BITS, Kind.PLACES, Rows.BY_SEAT
TEAMS = (MOST_COLOURS, TEAM)
LAST_CELL = CELLS - 1
MOST_ALIKE = max(max(undersides) for undersides in UNDERSIDES)

FIELDS = (
    Field("colour", "colour", "Whose turn it is.", kind=SEAT),
    Field("asked", "asked", "Who is asked for a defence.", kind=SEAT),
    Field("phase", "phase", "What is going on, as in Phase of the rules.", 0, len(Phase) - 1, ONE_HOT),
    Field("challenge", "challenge", "Which challenges are on."),
    Field("placed", "placed", "Pieces laid so far in this part of the set-up.", 0, max(SLOTS, EXPLORERS)),
    Field("moves", "moves", "Moves left in this turn.", 0, MOST_MOVES),
    Field("spent", "spent", "Which explorers of the turn's colour have used their sea action.", 0, TEAM - 1, BITS),
    Field("hole", "hole", "The cell of the tile removed last.", 0, LAST_CELL, ONE_HOT),
    Field("sunk", "sunk", "Its terrain.", 0, len(Terrain) - 1, ONE_HOT),
    Field("die", "die", "The kind of creature rolled last.", 0, KINDS - 1, ONE_HOT),
    Field("striker", "striker", "Which of that kind was moved.", 0, MOST_CREATURES - 1, ONE_HOT),
    Field("last_turns", "last_turns", "Turns begun since the last tile has gone.", 0, LAST_TURNS * MOST_COLOURS),
    Field("terrain", "terrain", "What each cell is.", 0, len(Terrain) - 1, ONE_HOT),
    Field("left", "left", "Undersides that the viewer has not seen, by terrain.", 0, MOST_ALIKE, house_high=max(TILES)),
    Field(
        "hand", "hand", "Tiles in hand, by terrain and red underside; the last are face down.", 0, max(TILES),
        rows=BY_SEAT,
    ),
    Field("value", "value", "What each explorer is worth; 0 is unknown.", 0, len(VALUES), rows=BY_SEAT, shape=TEAMS),
    Field("plight", "plight", "How each explorer is.", 0, len(Plight) - 1, ONE_HOT, BY_SEAT, shape=TEAMS),
    Field("place", "place", "The cell of each explorer.", NOWHERE, LAST_CELL, rows=BY_SEAT, shape=TEAMS),
    Field(
        "explorers", "place", "How many of each colour are on each cell.", 0, LAST_CELL, PLACES, BY_SEAT, shape=TEAMS,
    ),
    Field("boat", "boat", "The cell of each boat.", NOWHERE, LAST_CELL),
    Field("boats", "boat", "The same as a map.", 0, LAST_CELL, PLACES),
    Field("creature", "creature", "The cell of each creature, by kind.", NOWHERE, LAST_CELL),
    Field("creatures", "creature", "The same as a map.", 0, LAST_CELL, PLACES),
    Field("swimmers", "swimmers", "How many swim on each cell.", 0, EXPLORERS),
)  # fmt: skip


def has_secrets(options: dict[str, object]) -> bool:
    """TI-7, TI-27: values and hands."""
    return True


OBSERVATION = Observation(FIELDS, int(Action.FIRST), int(Action.DIE) + KINDS, has_secrets, circle="colours")
