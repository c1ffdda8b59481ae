"""Columns kept as Parquet, with what they were made from."""

import json
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


def write(path: Path, columns: Columns, about: dict[str, Any]) -> None:
    """One row a game; what it was made from is in the file's own notes."""
    import pyarrow as pa
    from pyarrow import parquet

    table = pa.table(columns).replace_schema_metadata({"fathom5": json.dumps(about)})
    parquet.write_table(table, path)
