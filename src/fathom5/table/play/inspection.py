"""For whoever runs the house: which tables are whole, and everything about them as files. The server may be running."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from fathom5.table.keep.database import CannotOpen, checked_version, connect, in_time, newest, version_of
from fathom5.table.keep.database import written_whole as whole_file
from fathom5.table.keep.schema import tables
from fathom5.table.keep.store import Kept, read
from fathom5.table.keep.sweeping import A_DAY
from fathom5.table.play import replays
from fathom5.table.play.aside import SetAside, checked


class Finding(NamedTuple):
    """A table, and what is wrong with it; None if it is whole."""

    table: str
    game: str
    rows: int
    wrong: str | None


@contextmanager
def reading(database: str | None) -> Iterator[Connection]:
    """A database of our version, as it is at one moment."""
    engine = connect(database)
    in_time(lambda: None, engine)
    try:
        with engine.connect() as db:
            version = version_of(db)
            if version is None or checked_version(version) != newest():
                raise CannotOpen(
                    f"this database is of version {version or 'none'}; `fathom5 serve` brings it to {newest()}"
                )
        with engine.connect() as db:
            yield db.execution_options(isolation_level="REPEATABLE READ") if engine.dialect.name != "sqlite" else db
    finally:
        engine.dispose()


def all_kept(db: Connection, only: Sequence[str] | None = None, older: float | None = None) -> Iterator[Kept]:
    """All tables, those that are named, or those at which nothing has happened for so many days."""
    asked = sa.select(tables.c.id).order_by(tables.c.opened)
    if older is not None:
        asked = asked.where(tables.c.touched < time.time() - A_DAY * older)
    for table in only or db.execute(asked).scalars().all():
        kept = read(db, table)
        if kept is None:
            raise ValueError(f"there is no table {table!r}")
        yield kept


def check(database: str | None = None) -> Iterator[Finding]:
    """Look at every row of every table: whether it is as it was written, and whether it can have happened."""
    with reading(database) as db:
        for kept in all_kept(db):
            yield Finding(kept.agreed.id, kept.agreed.game, len(kept.rows), wrong_with(kept))


def wrong_with(kept: Kept) -> str | None:
    try:
        checked(kept)
    except SetAside as aside:
        return None if aside.turn is None else str(aside)  # of other rules, but whole
    return None


def export(
    folder: Path, database: str | None = None, only: Sequence[str] | None = None, older: float | None = None
) -> int:
    """All that is kept of tables as JSON, and where a game is whole and over also as a save; how many they are."""
    folder.mkdir(parents=True, exist_ok=True)
    with reading(database) as db:
        return sum(_write(folder, kept) for kept in all_kept(db, only, older))


def _write(folder: Path, kept: Kept) -> int:
    """One table."""
    name = f"{kept.agreed.game}-{kept.agreed.id}".replace("/", "_")
    everything = asdict(kept) | {"wrong": wrong_with(kept)}
    with whole_file(folder / f"{name}.json") as file:
        text = json.dumps(everything, ensure_ascii=False, indent=1, default=repr)  # what is damaged may be anything
        file.write(text.encode(errors="backslashreplace"))
    try:
        if checked(kept).over:
            (folder / f"{name}.fathom5").write_text(replays.save(kept), encoding="utf-8")
    except SetAside:
        pass  # what there is of it is in the other file
    return 1
