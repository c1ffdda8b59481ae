"""The rows of a study: Parquet in parts, one folder for each point, on a disk or any address that Arrow opens.

A part is named by the games it holds and comes into being whole, so that what is there is known by its name alone, and
a part that is written twice is the same part.
"""

import errno
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from re import compile as pattern
from typing import Any, NamedTuple
from uuid import uuid4

import numpy as np

from fathom5 import __version__
from fathom5.lab.plan import Point, Study, from_data
from fathom5.lab.series import Columns, Stretch, stretches

ASKED, GAMES, POSITIONS = "study.json", "games", "positions"
PART = pattern(r"point=(\d+)/part-(\d+)-(\d+)\.parquet$")
Part = tuple[int, int, int]  # point, first game, games


class Chunk(NamedTuple):
    """Some games of a point that are played and written together; or positions, one of each game."""

    point: int
    stretch: Stretch
    kind: str = GAMES

    @property
    def path(self) -> str:
        return f"{self.kind}/point={self.point:06}/part-{self.stretch.first:012}-{self.stretch.games}.parquet"


class DiskFull(RuntimeError):
    """There is no room for more rows; those that were written are whole."""


class Dataset:
    """Where the rows of a study lie."""

    def __init__(self, address: str | Path) -> None:
        self.address = str(address)
        self.files, self.root = opened(self.address)

    # What was asked.

    def exists(self) -> bool:
        return self._is_file(ASKED)

    def begin(self, study: Study, chunk: int) -> None:
        """Note what is asked, before any row."""
        about = {"fathom5": __version__, "rules": study.kind.version, "chunk": chunk, "asked": study.asked()}
        self.write(ASKED, json.dumps(about, indent=2).encode())

    @cached_property
    def about(self) -> dict[str, Any]:
        if not self.exists():
            raise ValueError(f"there is no study in {self.address}")
        with self.files.open_input_stream(f"{self.root}/{ASKED}") as file:
            return json.loads(file.read())

    @property
    def study(self) -> Study:
        return from_data(self.about["asked"], self.address)

    def check(self, study: Study) -> None:
        """Refuse rows of another study; only when to stop may differ, since that changes no row."""
        kept, rules = self.study, self.about["rules"]
        when = {name: getattr(study, name) for name in ("games", "positions", "width", "most", "title")}
        same = replace(kept, **when)
        if same.asked() != study.asked():
            raise ValueError(f"{self.address} holds the rows of another study; name another folder with --out")
        if rules != study.kind.version:
            raise ValueError(f"{self.address} was played by rules {rules} of {study.game}, not {study.kind.version}")

    # Rows.

    def done(self, kind: str = GAMES) -> set[Part]:
        """The parts that are there."""
        found = filter(None, map(PART.search, self._parts(kind)))
        return {(int(part[1]), int(part[2]), int(part[3])) for part in found}

    def todo(self, points: Iterable[int], games: int, kind: str = GAMES, size: int = 0) -> Iterator[Chunk]:
        """The parts of these points that are missing, up to so many games; cut as it was agreed, or to that size."""
        have: dict[int, list[tuple[int, int]]] = {}
        for point, first, count in sorted(self.done(kind)):
            have.setdefault(point, []).append((first, first + count))
        for point in points:
            for first, end in gaps(have.get(point, []), games):
                for stretch in stretches(first, end, size or self.about["chunk"]):
                    yield Chunk(point, stretch, kind)

    def write_part(self, chunk: Chunk, columns: Columns, about: dict[str, Any]) -> int:
        """Write rows with what they were made from in the schema; how many bytes that took."""
        return self.write(chunk.path, encoded(columns, chunk.stretch.first, about))

    def write(self, path: str, content: bytes) -> int:
        """A file appears under its name only once it is whole."""
        target = f"{self.root}/{path}"
        folder, _, name = target.rpartition("/")
        beside = f"{folder}/_{name}.{uuid4().hex}"  # readers pass over names that begin like this
        try:
            self.files.create_dir(folder, recursive=True)
            with self.files.open_output_stream(beside) as file:
                file.write(content)
            self.files.move(beside, target)
        except OSError as why:
            self._forget(beside)
            if why.errno in (errno.ENOSPC, errno.EDQUOT):
                raise DiskFull(
                    f"the disk of {self.address} is full; what was played is kept: make room, resume"
                ) from why
            raise
        return len(content)

    def _forget(self, path: str) -> None:
        with suppress(OSError):  # it was never there, or the disk is gone too
            self.files.delete_file(path)

    def rows(self, columns: dict[str, np.dtype], kind: str = GAMES) -> Any:
        """All rows as one Arrow dataset, the point as a column; what no point has yet is empty, not an error."""
        import pyarrow as pa
        from pyarrow import dataset

        schema = schema_of(columns).append(pa.field("point", pa.int32()))
        paths = [f"{self.root}/{path}" for path in sorted(self._parts(kind))]
        return dataset.dataset(
            paths,
            schema=schema,
            filesystem=self.files,
            format="parquet",
            partitioning=dataset.partitioning(pa.schema([("point", pa.int32())]), flavor="hive"),
            partition_base_dir=f"{self.root}/{kind}",
        )

    def _parts(self, kind: str) -> list[str]:
        from pyarrow.fs import FileSelector, FileType

        folder = FileSelector(f"{self.root}/{kind}", recursive=True, allow_not_found=True)
        found = [info.path for info in self.files.get_file_info(folder) if info.type == FileType.File]
        return [path[path.index(f"{kind}/point=") :] for path in found if PART.search(path)]

    def _is_file(self, path: str) -> bool:
        from pyarrow.fs import FileType

        return self.files.get_file_info(f"{self.root}/{path}").type == FileType.File


def gaps(have: list[tuple[int, int]], games: int) -> Iterator[tuple[int, int]]:
    """What is missing from the first game up to so many, between stretches in their order."""
    end = 0
    for first, after in [*have, (games, games)]:
        if first > end:
            yield end, min(first, games)
        end = max(end, after)


def schema_of(columns: dict[str, np.dtype]) -> Any:
    """Of rows with such columns, each with its game's number."""
    import pyarrow as pa

    return pa.schema([("game", pa.uint32()), *((name, pa.from_numpy_dtype(kind)) for name, kind in columns.items())])


def encoded(columns: Columns, first: int, about: dict[str, Any]) -> bytes:
    """Rows as Parquet, each with its game's number."""
    import pyarrow as pa
    from pyarrow import parquet

    count = len(next(iter(columns.values())))
    numbers = np.arange(first, first + count, dtype=np.uint32)
    table = pa.table({"game": numbers, **columns}).replace_schema_metadata({"fathom5": json.dumps(about)})
    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink, compression="zstd", use_dictionary=list(columns), column_encoding=DELTA)
    return sink.getvalue().to_pybytes()


DELTA = {"game": "DELTA_BINARY_PACKED"}  # numbers that follow one another take next to nothing


def metadata(study: Study, point: Point) -> dict[str, Any]:
    """What every part says of itself in its schema."""
    return {
        "fathom5": __version__,
        "game": study.game,
        "rules": study.kind.version,
        "options": point.options,
        "players": point.players,
        "point": point.number,
        "seed": study.seed,
        "repeatable": study.is_repeatable,
    }


def opened(address: str) -> tuple[Any, str]:
    """The file system of an address, and the folder in it."""
    needs("pyarrow")
    from pyarrow import fs

    if "://" not in address:
        return fs.LocalFileSystem(), str(Path(address).absolute())
    try:
        return fs.FileSystem.from_uri(address)
    except (ValueError, OSError):
        pass  # not one of Arrow's own
    try:
        files, path = import_module("fsspec.core").url_to_fs(address)
    except ImportError:
        raise ValueError(f"to open {address}, install fsspec: pip install 'fathom5[ray]'") from None
    except (ValueError, OSError) as why:
        raise ValueError(f"{address} cannot be opened: {why}") from None
    return fs.PyFileSystem(fs.FSSpecHandler(files)), path


def needs(*modules: str, extra: str = "lab") -> None:
    """Say in a sentence what is to be installed."""
    for name in modules:
        try:
            import_module(name)
        except ImportError:
            raise ValueError(f"this needs {name}: pip install 'fathom5[{extra}]'") from None


def free_bytes(dataset: Dataset) -> int | None:
    """The room on a disk; nobody knows it of other addresses."""
    from shutil import disk_usage

    if "://" in dataset.address:
        return None
    folder = Path(dataset.root)
    while not folder.exists():
        folder = folder.parent
    return disk_usage(folder).free
