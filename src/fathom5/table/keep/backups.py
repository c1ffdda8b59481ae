"""All tables in one file, from any database to any other, while the server runs."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from fathom5.table.keep.database import (
    FIRST_VERSION,
    CannotOpen,
    checked_version,
    connect,
    in_time,
    upgraded,
    version_of,
    written_whole,
)
from fathom5.table.keep.form import as_text, with_data, with_numbers
from fathom5.table.keep.schema import metadata

KIND, END = "backup", {"fathom5": "end"}
TABLES = "tables"
AT_ONCE = 1000  # rows


class BrokenBackup(ValueError):
    """A file that is no backup, or not a whole one."""


def backup(path: str | Path, database: str | None = None) -> int:
    """Write all tables as they are at this moment; how many there are. The file is there only when it is whole."""
    engine, tables = connect(database), 0
    in_time(lambda: None, engine)
    try:
        with engine.connect() as db, written_whole(Path(path)) as plain, gzip.open(plain, "wb") as file:
            if engine.dialect.name != "sqlite":
                db.execution_options(isolation_level="REPEATABLE READ")
            for line in _lines(db):
                file.write(json.dumps(line, ensure_ascii=False, default=repr).encode() + b"\n")  # damaged: anything
                tables += line.get("of") == TABLES
    finally:
        engine.dispose()
    return tables


def _lines(db: Connection) -> Iterator[dict[str, Any]]:
    """The version, then the rows of each table as that version has them: an older database is backed up as it is."""
    version = version_of(db)
    yield {"fathom5": KIND, "version": version or FIRST_VERSION}
    for table in _tables(db) if version else ():
        for row in db.execute(sa.select(*as_text(table)).order_by(*table.primary_key)).mappings():
            yield {"of": table.name, "row": with_data(dict(row))}
    yield END


def _tables(db: Connection) -> list[sa.Table]:
    """Those that this database has, in an order in which they can be filled."""
    there = sa.MetaData()
    there.reflect(db, only=[name for name in metadata.tables if sa.inspect(db).has_table(name)])
    return list(there.sorted_tables)


def restore(path: str | Path, database: str | None = None) -> int:
    """Fill an empty database with a backup, all of it or nothing; how many tables there are."""
    lines = _read(path)
    version = next(lines)["version"]
    engine = connect(database)
    try:
        with engine.connect() as db:
            is_filled = version_of(db) is not None and any(db.execute(sa.select(one)).first() for one in _tables(db))
        if is_filled:
            raise CannotOpen("a backup is restored into an empty database; this one has tables")
        _emptied(engine, version)
        with engine.begin() as db:
            count = _fill(db, lines)
        upgraded(engine)
        return count
    finally:
        engine.dispose()


def _emptied(engine: Engine, version: str) -> None:
    """A database of the backup's version, to be filled; what stood there was empty."""
    with engine.begin() as db:
        for table in [*reversed(_tables(db)), sa.table("alembic_version")]:
            db.execute(sa.text(f"DROP TABLE IF EXISTS {table.name}"))
    upgraded(engine, version)


def _fill(db: Connection, lines: Iterator[dict[str, Any]]) -> int:
    tables, waiting, there = 0, list[dict[str, Any]](), {table.name: table for table in _tables(db)}
    for line in lines:
        if waiting and (waiting[0]["of"] != line.get("of") or len(waiting) == AT_ONCE):
            into = there[waiting[0]["of"]]
            db.execute(into.insert(), [with_numbers(into, one["row"]) for one in waiting])
            waiting = []
        tables += line.get("of") == TABLES
        waiting.append(line)
    return tables  # what waits last is the end mark


def _read(path: str | Path) -> Iterator[dict[str, Any]]:
    """The lines of a whole backup, first the version; the end mark is the last."""
    line: dict[str, Any] = {}
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            yield _head(json.loads(next(file, "null")))
            for text in file:
                line = json.loads(text)
                yield line
    except (OSError, EOFError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BrokenBackup(f"this backup cannot be read: {error}") from None
    if line != END:
        raise BrokenBackup("this backup is torn off")


def _head(head: Any) -> dict[str, Any]:
    """What kind of file it is, and of which version; the first said 1."""
    if not isinstance(head, dict) or head.get("fathom5") != KIND or "version" not in head:
        raise BrokenBackup("this is no backup of Full Fathom Five")
    version = FIRST_VERSION if head["version"] == 1 else str(head["version"])
    return {"version": checked_version(version, "this backup")}
