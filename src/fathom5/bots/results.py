"""What was played in an arena, as Parquet: a row for each seat of each game."""

import json
from pathlib import Path
from typing import Any, NamedTuple

AGREED = b"fathom5 arena"  # where the file says what was agreed


class Row(NamedTuple):
    """How a seat fared in a game."""

    game: int
    deal: int
    seat: int
    bot: str
    share: float  # of the victory
    points: int
    decisions: int
    seconds: float  # spent on them
    faults: int = 0  # of them were made for it: its player had raised, taken too long or said nonsense

    def with_decision(self, seconds: float, is_fault: bool) -> "Row":
        """One decision later."""
        return self._replace(
            decisions=self.decisions + 1, seconds=self.seconds + seconds, faults=self.faults + is_fault
        )


class OtherArena(ValueError):
    """A file with the results of something else."""


def write(file: Path, agreed: dict[str, Any], rows: list[Row]) -> None:
    """All rows, so that the file is whole at any time."""
    pa, parquet = _arrow()
    columns = dict(zip(Row._fields, map(list, zip(*sorted(rows))), strict=True)) if rows else {}
    table = pa.table(columns).replace_schema_metadata({AGREED: json.dumps(agreed)})
    beside = file.with_name(f"{file.name}.part")
    parquet.write_table(table, beside)
    beside.replace(file)


def read(file: Path, agreed: dict[str, Any]) -> list[Row]:
    """What the file holds, if it is of the same arena; nothing if there is no file."""
    if not file.exists():
        return []
    table = _arrow()[1].read_table(file)
    there = json.loads((table.schema.metadata or {}).get(AGREED, b"null"))
    if there != json.loads(json.dumps(agreed)):
        raise OtherArena(f"{file} holds other games: {there}, not {agreed}; choose another file")
    return [Row(**row) for row in table.to_pylist()]


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise ValueError("to keep results, install pyarrow: pip install 'fathom5[lab]'") from None
    return pyarrow, parquet
