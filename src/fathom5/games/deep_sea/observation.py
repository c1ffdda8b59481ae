"""What a learner is shown of Deep Sea Adventure."""

from fathom5.games.deep_sea.rules import (
    LEVEL,
    LEVELS,
    MOST_CHIPS,
    MOST_PLAYERS,
    MOST_SPACES,
    PATIENCE,
    SEEN,
    VALUE,
    VALUES,
    Action,
    Phase,
)
from fathom5.kernel.fields import Around, Field, Kind, Observation, Rows

NEARBY = Around("place", -6, 13)
SEAT = Kind.SEAT
BY_SEAT = Rows.BY_SEAT
HIGHEST = VALUES - 1

FIELDS = (
    Field("to_move", "seat", "Who decides now.", kind=SEAT),
    Field("diver", "diver", "Whose turn it is.", kind=SEAT),
    Field("phase", "phase", "What is going on, as in Phase of the rules.", 0, len(Phase) - 1, Kind.ONE_HOT),
    Field("lap", "lap", "The round, from 1 on.", 0, 5),
    Field("laps", "laps", "How many rounds are played.", 1, 5),
    Field("air", "air", "What is left of the air.", 0, 60),
    Field("full_air", "full_air", "The air at the start of a round.", 1, 60),
    Field("chips", "chips", "How many chips each level had.", 1, MOST_CHIPS),
    Field("idle", "idle", "Turns in a row in which nothing changed.", 0, PATIENCE * MOST_PLAYERS),
    Field("spaces", "spaces", "How long the path is.", 0, MOST_SPACES),
    Field("place", "place", "Where each diver is; 0 is the submarine.", 0, MOST_SPACES, rows=BY_SEAT),
    Field("where", "place", "The same, a slot for each space.", 0, MOST_SPACES, Kind.ONE_HOT, BY_SEAT),
    Field("returning", "returning", "Who has turned back.", rows=BY_SEAT),
    Field("home", "home", "Who is back for this round.", rows=BY_SEAT),
    Field("last_home", "last_home", "Who came home last.", kind=SEAT),
    Field("piles", "piles", "How many piles each diver holds.", 0, 6, rows=BY_SEAT),
    Field("held", "held", "Levels of the chips held, by pile.", 0, LEVELS, rows=BY_SEAT, part=(..., LEVEL)),
    Field("treasure", "treasure", "Chips brought home, by value.", 0, MOST_CHIPS, rows=BY_SEAT),
    Field("path", "path", "Levels of the chips on each space, by chip; 0 is none.", 0, LEVELS, part=(..., LEVEL)),
    Field("nearby", "path", "The same, around the own diver.", 0, LEVELS, rows=NEARBY, part=(..., LEVEL)),
    Field(
        "held_value", "held", "Their values as far as the viewer knows them.", -1, HIGHEST, rows=BY_SEAT,
        part=(..., VALUE), only="peek",
    ),
    Field("held_seen", "held", "Who has seen them.", kind=Kind.SEAT_BITS, rows=BY_SEAT, part=(..., SEEN), only="peek"),
    Field(
        "path_value", "path", "Values on the path as far as the viewer knows them.", -1, HIGHEST, part=(..., VALUE),
        only="peek",
    ),
    Field("path_seen", "path", "Who has seen them.", kind=Kind.SEAT_BITS, part=(..., SEEN), only="peek"),
)  # fmt: skip


def has_secrets(options: dict[str, object]) -> bool:
    """DS-26: only who peeks knows more."""
    return bool(options["peek"])


OBSERVATION = Observation(FIELDS, int(Action.ROLL), int(Action.VALUE_UNSEEN) + 1, has_secrets)
