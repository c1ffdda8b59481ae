"""Tables at which a game is learnt: their dice and their bots' moves are those of the house's own lessons."""

import time
from collections.abc import Iterable, Sequence

from fathom5.door.lessons import Dive, dive
from fathom5.table import dice
from fathom5.table.keep.store import PREPARED, Agreed, Kept, Row, Seat
from fathom5.table.play.people import new_id


def opened(game: str, device: str) -> tuple[Agreed, list[Row]]:
    """A table for the first dive of a game, which has begun: up to the first words. Nobody else can name its dice."""
    lesson = dive(game)
    options = dict(lesson.ready.options)
    agreed = Agreed(new_id(), game, lesson.ready.game.version, options, host=device, protocol=dice.PREPARED)
    agreed.started = time.time()
    return agreed, prepared(lesson.rest(0))


def prepared(rows: Iterable[tuple[int, int]]) -> list[Row]:
    return [Row(seat, action, by=PREPARED) for seat, action in rows]


def dive_at(agreed: Agreed, rows: Sequence[tuple[int, int]]) -> Dive | None:
    """The lesson of a table, if it is one and has gone as the lesson goes."""
    if not agreed.is_lesson:
        return None
    lesson = dive(agreed.game)
    return lesson if lesson.rows[: len(rows)] == tuple(rows) else None


def begun(held: Iterable[tuple[Agreed, list[Seat]]], game: str) -> str | None:
    """The table of a first dive that was left and can be gone on with, the newest of those held."""
    version = dive(game).ready.game.version
    mine = (agreed for agreed, _ in held if agreed.is_lesson and agreed.game == game)
    return next((agreed.id for agreed in mine if agreed.ended is None and agreed.rules == version), None)


def marks(kept: Kept) -> dict[str, bool]:
    """What a save says of a lesson: nobody shall take its dice for fair."""
    return {"lesson": True} if kept.agreed.is_lesson else {}
