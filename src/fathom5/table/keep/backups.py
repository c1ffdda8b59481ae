"""All tables in one file, from any database to any other, while the server runs."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from fathom5.table.keep.store import connect, metadata

HEAD, END = {"fathom5": "backup", "version": 1}, {"fathom5": "end"}
TABLES = "tables"
AT_ONCE = 1000  # rows


class BrokenBackup(ValueError):
    """A file that is no backup, or not a whole one."""


def backup(path: str | Path, database: str | None = None) -> int:
    """Write all tables as they are at this moment; how many there are. The file is there only when it is whole."""
    target, tables = Path(path), 0
    partial = target.with_name(target.name + ".part")
    engine = connect(database)
    metadata.create_all(engine)
    with engine.connect() as db, gzip.open(partial, "wt", encoding="utf-8") as file:
        partial.chmod(0o600)  # seats' links and the dice of running games are in it
        if engine.dialect.name != "sqlite":
            db.execution_options(isolation_level="REPEATABLE READ")
        for line in (HEAD, *_lines(db), END):
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            tables += line.get("of") == TABLES
    engine.dispose()
    partial.replace(target)
    return tables


def _lines(db: Connection) -> Iterator[dict[str, Any]]:
    for table in metadata.sorted_tables:
        for row in db.execute(sa.select(table).order_by(*table.primary_key)).mappings():
            yield {"of": table.name, "row": dict(row)}


def restore(path: str | Path, database: str | None = None) -> int:
    """Fill an empty database with a backup, all of it or nothing; how many tables there are."""
    engine = connect(database)
    metadata.create_all(engine)
    try:
        with engine.begin() as db:
            for table in metadata.sorted_tables:
                if db.execute(sa.select(sa.func.count()).select_from(table)).scalar_one():
                    raise ValueError("a backup is restored into an empty database; this one has tables")
            return _fill(db, path)
    finally:
        engine.dispose()


def _fill(db: Connection, path: str | Path) -> int:
    tables, waiting = 0, list[dict[str, Any]]()
    for line in _read(path):
        if waiting and (waiting[0]["of"] != line.get("of") or len(waiting) == AT_ONCE):
            db.execute(metadata.tables[waiting[0]["of"]].insert(), [one["row"] for one in waiting])
            waiting = []
        tables += line.get("of") == TABLES
        waiting.append(line)
    return tables  # what waits last is the end mark


def _read(path: str | Path) -> Iterator[dict[str, Any]]:
    """The lines of a whole backup; the end mark is the last."""
    line: dict[str, Any] = {}
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            if json.loads(next(file, "null")) != HEAD:
                raise BrokenBackup("this is no backup of Full Fathom Five")
            for text in file:
                line = json.loads(text)
                yield line
    except (OSError, EOFError, json.JSONDecodeError) as error:
        raise BrokenBackup(f"this backup cannot be read: {error}") from None
    if line != END:
        raise BrokenBackup("this backup is torn off")
