"""Old tables end: which are old, and how they go, a few at a time.

A table is as old as what last happened at it. Each kind has an index of its own, so that looking for the oldest never
passes by those that are kept for longer.
"""

from collections.abc import Collection, Mapping, Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from fathom5.table.keep.schema import KINDS, actions, seats, tables

A_DAY = 24 * 3600.0
TABLES, ROWS = 10, 1000  # that go in one step, at most: nobody's move waits long for it


def oldest(db: Connection, kind: str, before: float, sparing: Collection[str] = ()) -> list[str]:
    """The longest untouched tables of a kind, so many as go in one step; those that others are writing to wait."""
    asked = (
        sa.select(tables.c.id, tables.c.rows)
        .where(KINDS[kind], tables.c.touched < before)
        .order_by(tables.c.touched)
        .limit(TABLES + len(sparing))
    )
    found = db.execute(asked.with_for_update(skip_locked=True)).all()
    return _some([(table, rows) for table, rows in found if table not in sparing])


def _some(found: Sequence[tuple[str, int]]) -> list[str]:
    """As many as are not too much work; one in any case."""
    chosen, rows = list[str](), 0
    for table, its_rows in found[:TABLES]:
        rows += its_rows if isinstance(its_rows, int) else ROWS  # in a damaged file it may be anything
        if chosen and rows > ROWS:
            break
        chosen.append(table)
    return chosen


def sweep(db: Connection, kept: Mapping[str, float], now: float, sparing: Collection[str] = ()) -> dict[str, int]:
    """One step: a few tables of one kind go; how many of which. Kept are seconds, 0 for ever."""
    for kind, seconds in kept.items():
        chosen = oldest(db, kind, now - seconds, sparing) if seconds else []
        if chosen:
            for rows, table in ((actions, actions.c.table), (seats, seats.c.table), (tables, tables.c.id)):
                db.execute(rows.delete().where(table.in_(chosen)))
            return {kind: len(chosen)}
    return {}


def touch(db: Connection, chosen: Sequence[str], now: float) -> list[str]:
    """Somebody is at these tables: they are young again. Those that are no longer there."""
    db.execute(tables.update().where(tables.c.id.in_(chosen)).values(touched=now))
    there = set(db.execute(sa.select(tables.c.id).where(tables.c.id.in_(chosen))).scalars())
    return [table for table in chosen if table not in there]
