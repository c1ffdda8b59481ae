"""Whether what is read has the form of what was written. SQLite keeps anything anywhere: so does a damaged file."""

import json
from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from fathom5.table.keep.schema import tables

JSON = {"options": dict, "rounds": list, "brought": dict}  # by column: what is kept as such
UNREADABLE = (ValueError, TypeError, RecursionError)  # JSON that is none, or deeper than anybody writes


def is_of_form(table: sa.Table, kept: object, sparing: Collection[str] = ()) -> bool:
    """Whether everything in a row is of its column's kind, or all but some."""
    return all(_fits(column, getattr(kept, column.name)) for column in table.c if column.name not in sparing)


def _fits(column: sa.Column[Any], value: object) -> bool:
    if value is None:
        return bool(column.nullable)
    if isinstance(column.type, sa.JSON):
        return isinstance(value, JSON[column.name])
    if isinstance(column.type, sa.Float):
        return type(value) in (int, float)
    return type(value) is column.type.python_type


def table_rows(db: Connection, wanted: Sequence[str]) -> list[dict[str, Any]]:
    """Tables' own rows, in this order; JSON that cannot be read is given as the text that it is, and so of no form."""
    which = tables.c.id.in_(wanted)
    try:
        found = [dict(row) for row in db.execute(sa.select(tables).where(which)).mappings()]
    except UNREADABLE:
        found = [with_data(dict(row)) for row in db.execute(sa.select(*as_text(tables)).where(which)).mappings()]
    order = {table: number for number, table in enumerate(wanted)}
    return sorted(found, key=lambda row: order[row["id"]])


def as_text(table: sa.Table) -> list[sa.ColumnElement[Any]]:
    """Its columns, with JSON as it is written."""
    return [sa.cast(each, sa.Text).label(each.name) if isinstance(each.type, sa.JSON) else each for each in table.c]


def with_data(row: dict[str, Any]) -> dict[str, Any]:
    """A row with its JSON read, where that can be read."""
    return {name: _read(value) if name in JSON else value for name, value in row.items()}


def with_numbers(table: sa.Table, row: dict[str, Any]) -> dict[str, Any]:
    """A row that any database takes: what should be a number and is none is left out, and so stays damaged."""
    return {name: value if _is_taken(table.c[name], value) else _nothing(table.c[name]) for name, value in row.items()}


def _is_taken(column: sa.Column[Any], value: object) -> bool:
    return value is None or not isinstance(column.type, sa.Float | sa.Integer) or isinstance(value, int | float)


def _nothing(column: sa.Column[Any]) -> int | None:
    return None if column.nullable else 0


def _read(text: Any) -> Any:
    try:
        return None if text is None else json.loads(text)
    except UNREADABLE:
        return text
