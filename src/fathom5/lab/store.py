"""Columns kept as Parquet, with what they were made from."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fathom5.lab.series import Columns


def writable(path: Path) -> Path:
    """The path, if a file can be written there; found out before hours of play."""
    if path.suffix != ".parquet":
        raise ValueError(f"the file is to be named *.parquet, not {path.name!r}")
    if path.is_dir() or not path.parent.is_dir():
        raise OSError(f"cannot write {path}: {'it is a folder' if path.is_dir() else f'no folder {path.parent}'}")
    is_new = not path.exists()
    with path.open("ab"):
        pass
    if is_new:
        path.unlink()
    return path


class Rows:
    """A file that is being written; it is whole, and has its name, only once all rows are there or writing ended."""

    def __init__(self, path: Path, about: dict[str, Any], schema: Any = None) -> None:
        self.path, self.beside, self.about = path, path.with_name(f"{path.name}.part"), about
        self.schema = schema  # where the first rows do not tell of what kind all are
        self.writer: Any = None

    def add(self, columns: Columns | dict[str, list[Any]]) -> None:
        """Rows go to disk as they come."""
        import pyarrow as pa
        from pyarrow import parquet

        table = pa.table(columns, schema=self.schema).replace_schema_metadata({"fathom5": json.dumps(self.about)})
        if self.writer is None:
            self.writer = parquet.ParquetWriter(self.beside, table.schema)
        self.writer.write_table(table)

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
            self.beside.replace(self.path)


@contextmanager
def written(path: Path | None, about: dict[str, Any]) -> Iterator[Rows | None]:
    """One row a game; what it was made from is in the file's own notes. Whoever breaks off keeps what was played."""
    rows = Rows(path, about) if path else None
    try:
        yield rows
    finally:
        if rows:
            rows.close()
