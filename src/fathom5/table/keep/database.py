"""To the database: where it is, whether it is ours and whole, and how it comes to the version that we need."""

import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import FileLock, Timeout
from sqlalchemy.engine import Connection, Engine, make_url

from fathom5.table.keep.schema import metadata

FIRST_VERSION = "0001"  # of databases from before versions were noted
ANSWER = 1.5  # seconds in which a database has to answer at the start
PATIENCE = 3.0  # seconds that a write waits for another's lock
PAGE, PAGES, CHANGES, VALID = 16, 28, 24, 92  # where SQLite's header says how long the file is
PARTIAL = ".part"  # what is being written, beside where it will be


class CannotOpen(ValueError):
    """A database that cannot be used, and why, in one sentence."""


def data_folder() -> Path:
    """The user's folder for data on this platform."""
    if "XDG_DATA_HOME" in os.environ:
        return Path(os.environ["XDG_DATA_HOME"]) / "fathom5"
    if sys.platform == "win32":
        return Path(os.environ["LOCALAPPDATA"]) / "fathom5"
    try:
        home = Path.home()
    except RuntimeError:
        raise CannotOpen("this user has no home to keep tables in: name a file with --database") from None
    return home / ("Library/Application Support" if sys.platform == "darwin" else ".local/share") / "fathom5"


def connect(database: str | None = None) -> Engine:
    """An engine for a URL, a file, or by default a file in the user's data folder."""
    where = database or str(data_folder() / "tables.db")
    if "://" not in where:
        Path(where).parent.mkdir(parents=True, exist_ok=True)
        where = f"sqlite:///{Path(where).absolute()}"
    url = make_url(where)
    if url.get_backend_name() != "sqlite":
        if find_spec("psycopg") is None:
            raise CannotOpen("PostgreSQL needs psycopg: pip install 'fathom5[postgres]'")
        wire = url.set(drivername="postgresql+psycopg")
        return sa.create_engine(wire, pool_pre_ping=True, connect_args={"connect_timeout": 2})
    if url.database and not url.query:
        Path(url.database).touch(mode=0o600)  # seats' links are in it
    return _careful_sqlite(sa.create_engine(url, paramstyle="named"))


def _careful_sqlite(engine: Engine) -> Engine:
    """Readers beside a writer, every commit flushed to the disk, and transactions that begin when we say so."""

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None
        connection.text_factory = _text  # letters of a damaged file
        for setting in (
            f"busy_timeout={1000 * PATIENCE:.0f}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
        ):
            connection.execute(f"PRAGMA {setting}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def _text(written: bytes) -> str:
    """What cannot be read is shown as such: it is not what was written, and chained rows tell so."""
    return written.decode("utf-8", "replace")


def file_of(engine: Engine) -> Path | None:
    """The file of a SQLite database; None in memory, or where a server has it."""
    name = engine.url.database if engine.dialect.name == "sqlite" else None
    return Path(name) if name and name != ":memory:" and not engine.url.query else None


# Opening it.


def opened(database: str | None = None) -> Engine:
    """A database that answers, is ours, can be written and has our version; else CannotOpen says why not."""
    engine = connect(database)
    file = file_of(engine)
    if file is not None and _is_cut_off(file):
        raise CannotOpen(f"{file} is cut off: its end is missing. Restore a backup: fathom5 restore")
    try:
        in_time(lambda: upgraded(engine), engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def in_time(work: Callable[[], object], engine: Engine) -> None:
    """Do it; what goes wrong is told in one sentence. Who does not answer at all is not waited for."""
    thread = ThreadPoolExecutor(1, "opening")
    where = engine.url.render_as_string(hide_password=True)
    try:
        thread.submit(lambda: engine.connect().close()).result(ANSWER + PATIENCE * (engine.dialect.name == "sqlite"))
        work()
    except TooSlow:
        raise CannotOpen(f"{where} does not answer") from None
    except sa.exc.DBAPIError as error:
        raise CannotOpen(f"{where} cannot be used: {reason(error)[1]}") from None
    finally:
        thread.shutdown(wait=False)


def _is_cut_off(file: Path) -> bool:
    """Shorter than its header says. What a log beside it still holds is not in the file yet."""
    wal = file.with_name(file.name + "-wal")
    if wal.exists() and wal.stat().st_size:
        return False
    with open(file, "rb") as begin:
        head = begin.read(100)
    if not head.startswith(b"SQLite format 3\0"):
        return False  # SQLite itself says what it thinks of it

    def number(at: int, size: int = 4) -> int:
        return int.from_bytes(head[at : at + size], "big")

    page = 65536 if number(PAGE, 2) == 1 else number(PAGE, 2)
    return len(head) < 100 or (number(CHANGES) == number(VALID) and file.stat().st_size < page * number(PAGES))


DAMAGED = ("broken", "the file is damaged")
REASONS = {  # by SQLite's names and PostgreSQL's numbers: a word for machines, a sentence for people
    "SQLITE_FULL": ("full", "the disk is full"),
    "SQLITE_BUSY": ("locked", "another program has locked the database"),
    "SQLITE_LOCKED": ("locked", "another program has locked the database"),
    "SQLITE_READONLY": ("readonly", "it can be read, but not written"),
    "SQLITE_CANTOPEN": ("unreachable", "the file cannot be opened"),
    "SQLITE_IOERR": ("broken", "the disk cannot be written or read"),
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": ("broken", "the file is no database"),
    "53100": ("full", "the disk is full"),
    "25006": ("readonly", "it can be read, but not written"),
    "3D000": ("unreachable", "there is no such database"),
    "28": ("unreachable", "it does not let us in"),
    "57": ("unreachable", "the database is stopping or starting"),
}


def reason(error: BaseException) -> tuple[str, str]:
    """Why the database fails: a word for machines and a sentence for people."""
    cause: Any = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or ""
    for known, told in REASONS.items():
        if code.startswith(known):
            return told
    if type(cause).__module__.startswith("psycopg"):
        return "unreachable", "the database does not answer"
    return getattr(error, "told", ("failing", f"the database fails ({type(cause).__name__}: {cause})"))


# Its version.


def _script(db: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", "fathom5.table.keep:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = db
    return config


def newest() -> str:
    """The version that these sources know."""
    return str(ScriptDirectory.from_config(_script_only()).get_current_head())


def known() -> list[str]:
    """All versions, from the first."""
    return [one.revision for one in ScriptDirectory.from_config(_script_only()).walk_revisions()][::-1]


def _script_only() -> Config:
    config = Config()
    config.set_main_option("script_location", "fathom5.table.keep:migrations")
    config.set_main_option("path_separator", "os")
    return config


def version_of(db: Connection) -> str | None:
    """The version of a database; None if it is empty."""
    noted = MigrationContext.configure(db).get_current_revision()
    if noted is None and sa.inspect(db).has_table("tables"):
        return FIRST_VERSION
    return noted


def checked_version(version: str, what: str = "this database") -> str:
    if version not in known():
        raise CannotOpen(
            f"{what} is of version {version}, newer than these sources ({newest()}): update Full Fathom Five"
        )
    return version


def upgraded(engine: Engine, to: str = "head") -> None:
    """Bring a database to our version, an older one after it has been copied; two who come at once take turns."""
    with engine.begin() as db:
        if engine.dialect.name == "sqlite":
            db.exec_driver_sql("ROLLBACK")
            db.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            db.exec_driver_sql("SELECT pg_advisory_xact_lock(5)")
        version = version_of(db)
        if version is not None and checked_version(version) != newest() and to == "head":
            copied_aside(engine, version)
        _upgrade(db, to)
        noted = MigrationContext.configure(db).get_current_revision()  # written once more: it has to be possible
        db.execute(sa.text("UPDATE alembic_version SET version_num = :noted"), {"noted": noted})


def _upgrade(db: Connection, to: str) -> None:
    version, config = version_of(db), _script(db)
    if version is None and to == "head":
        metadata.create_all(db)
        command.stamp(config, "head")
        return
    if version == FIRST_VERSION and MigrationContext.configure(db).get_current_revision() is None:
        command.stamp(config, FIRST_VERSION)
    command.upgrade(config, to)


def copied_aside(engine: Engine, version: str) -> Path | None:
    """A copy as it was: of a file beside it, of PostgreSQL a backup in the user's data folder."""
    file, stamp = file_of(engine), f"version-{version}-{time.strftime('%Y%m%d-%H%M%S')}"
    if file is None:
        return _backed_up(engine, f"{engine.url.database}.{stamp}.gz") if engine.dialect.name != "sqlite" else None
    copy = file.with_name(f"{file.name}.{stamp}")
    for left in file.parent.glob(f"{file.name}.version-*{PARTIAL}"):  # by one who was killed
        left.unlink()
    partial = copy.with_name(copy.name + PARTIAL)
    with closing(sqlite3.connect(file)) as old, closing(sqlite3.connect(partial)) as new:
        partial.chmod(0o600)
        old.backup(new)
    partial.replace(copy)
    return copy


def _backed_up(engine: Engine, name: str) -> Path:
    from fathom5.table.keep.backups import backup  # which needs what is here

    copy = data_folder() / name
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        backup(copy, engine.url.render_as_string(hide_password=False))
    except OSError as error:
        raise CannotOpen(
            f"before its upgrade the database is backed up, and {copy} cannot be written: {error.strerror}. "
            "Name another folder: XDG_DATA_HOME"
        ) from None
    return copy


@contextmanager
def written_whole(target: Path) -> Iterator[IO[bytes]]:
    """A file that has its name only once it is whole; who is killed before leaves nothing behind, where Linux helps."""
    partial = target.with_name(target.name + PARTIAL)
    partial.unlink(missing_ok=True)
    nameless = _nameless(target.parent)
    try:
        with open(_named(partial) if nameless is None else nameless, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if nameless is not None:
                _name(nameless, partial)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def _named(path: Path) -> int:
    return os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)


def _nameless(folder: Path) -> int | None:
    """A file that vanishes with the process unless it is given a name; None where there is no such thing."""
    try:
        return os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o600)
    except (AttributeError, OSError):
        return None


def _name(file: int, path: Path) -> None:
    folder = os.open("/proc/self/fd", os.O_RDONLY)
    try:
        os.link(str(file), path, src_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)


# Whose it is.


class Hold:
    """A SQLite file belongs to one server: a lock that ends with the process, however it ends."""

    def __init__(self, engine: Engine) -> None:
        file = file_of(engine)
        self._lock = FileLock(f"{file}.lock", mode=0o600) if file is not None else None
        try:
            if self._lock is not None:
                self._lock.acquire(timeout=0)
        except Timeout:
            raise CannotOpen(f"{file} is in use by another server; a file has room for one") from None

    def release(self) -> None:
        if self._lock is not None:
            self._lock.release()


class Identity:
    """Whether a SQLite file is still the one that was opened: who writes to a deleted file writes to nowhere."""

    def __init__(self, engine: Engine) -> None:
        self._file = file_of(engine)
        self._known = self._seen()

    def _seen(self) -> tuple[object, ...]:
        if self._file is None:
            return ()
        wal = self._file.with_name(self._file.name + "-wal")
        return tuple(_identity(file) for file in (self._file, wal))

    def is_same(self) -> bool:
        """The log beside the file may come after it, but not go or change."""
        seen = self._seen()
        is_same = all(known in (None, now) for known, now in zip(self._known, seen))
        if is_same:
            self._known = seen
        return is_same


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
