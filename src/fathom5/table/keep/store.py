"""What is kept of the tables: what was agreed, who sits there, and what happened. The rest is computed.

All writing goes through one thread, which takes whatever is waiting and commits it at once: under load many moves
share one flush to the disk, and a move is acknowledged only after its commit.

SQLite serves one process. PostgreSQL serves many: what one of them writes, the others hear of by LISTEN and NOTIFY.
"""

import asyncio
import json
import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine, make_url

log = logging.getLogger("fathom5.table")
UNDO = -1  # as an action: takes back the last one that still counts
CHANNEL = "fathom5"
News = dict[str, Any]
T = TypeVar("T")

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),  # their version
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("clock", sa.Integer),  # seconds a decision
    sa.Column("secret", sa.String(64)),  # of the dice; none where a game was played elsewhere and uploaded
    sa.Column("host", sa.String(64)),  # the device that opened the table
    sa.Column("opened", sa.Float, nullable=False),
    sa.Column("started", sa.Float),
    sa.Column("ended", sa.Float),
    sa.Column("next", sa.String(32)),  # the rematch
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("level", sa.String(40)),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("colour", sa.Integer, nullable=False),
    sa.Column("holder", sa.String(64), index=True),  # the device, by its hash
    sa.Column("secret", sa.String(32)),  # of the seat's own link
    sa.Column("spare", sa.String(64)),  # the table's words for this seat, should none come from it
    sa.Column("commitment", sa.String(64)),
    sa.Column("words", sa.String(64)),
)
actions = sa.Table(
    "actions",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("turn", sa.Integer, primary_key=True),  # two writers of one turn: the second is refused
    sa.Column("seat", sa.Integer, nullable=False),  # -1 is chance
    sa.Column("action", sa.Integer, nullable=False),
    sa.Column("command", sa.String(40)),  # its id, so that a repeated command is known
    sa.Column("at", sa.Float, nullable=False),
)


@dataclass(slots=True)
class Seat:
    """A place at the table."""

    table: str
    seat: int
    kind: str  # open, person or bot
    name: str
    colour: int
    level: str | None = None
    holder: str | None = None
    secret: str | None = None
    spare: str | None = None
    commitment: str | None = None
    words: str | None = None


@dataclass(slots=True)
class Agreed:
    """A table as it was opened, and how far it has come."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    clock: int | None = None
    secret: str | None = None
    host: str | None = None
    opened: float = field(default_factory=time.time)
    started: float | None = None
    ended: float | None = None
    next: str | None = None


@dataclass(slots=True, frozen=True)
class Row:
    """Something that happened."""

    seat: int
    action: int
    command: str | None = None
    at: float = field(default_factory=time.time)


@dataclass(slots=True)
class Kept:
    """All that is kept of a table."""

    agreed: Agreed
    seats: list[Seat]
    rows: list[Row]


class Conflict(Exception):
    """Someone else was faster."""


REFUSALS = (Conflict, sa.exc.IntegrityError)


def data_folder() -> Path:
    """The user's folder for data on this platform."""
    if "XDG_DATA_HOME" in os.environ:
        return Path(os.environ["XDG_DATA_HOME"]) / "fathom5"
    if sys.platform == "win32":
        return Path(os.environ["LOCALAPPDATA"]) / "fathom5"
    return Path.home() / ("Library/Application Support" if sys.platform == "darwin" else ".local/share") / "fathom5"


def connect(database: str | None = None) -> Engine:
    """An engine for a URL, a file, or by default a file in the user's data folder."""
    where = database or str(data_folder() / "tables.db")
    if "://" not in where:
        Path(where).parent.mkdir(parents=True, exist_ok=True)
        where = f"sqlite:///{Path(where).absolute()}"
    url = make_url(where)
    if url.get_backend_name() != "sqlite":
        return sa.create_engine(url.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    if url.database:
        Path(url.database).touch(mode=0o600)  # seats' links are in it
    return _careful_sqlite(sa.create_engine(url, paramstyle="named"))


def _careful_sqlite(engine: Engine) -> Engine:
    """Readers beside a writer, every commit flushed to the disk, and transactions that begin when we say so."""

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None
        for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {setting}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


@dataclass(slots=True)
class Job:
    """Something to write, and who waits for it."""

    work: Callable[[Connection], Any]
    news: News | None  # for other processes
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None

    def settle(self) -> None:
        """Let who waits go on; who has gone away does not hear it."""
        if not self.answer.done():
            self.answer.set_result(self.result) if self.error is None else self.answer.set_exception(self.error)


class Store:
    """The tables in a database."""

    def __init__(self, database: str | None = None) -> None:
        self.engine = connect(database)
        metadata.create_all(self.engine)
        self._insertion = str(actions.insert().compile(dialect=self.engine.dialect))  # once, not for each move
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()
        self.name = token_hex(4)  # of this process, among those that share the database
        self._is_open = True
        self._listener: threading.Thread | None = None

    @property
    def is_shared(self) -> bool:
        """Whether other processes may be at the same tables."""
        return self.engine.dialect.name != "sqlite"

    # Reading.

    def kept(self, table: str) -> Kept | None:
        """A table with all that happened at it."""
        with self.engine.connect() as db:
            found = db.execute(sa.select(tables).where(tables.c.id == table)).mappings().first()
            if found is None:
                return None
            sitting = db.execute(sa.select(seats).where(seats.c.table == table).order_by(seats.c.seat)).mappings()
            return Kept(Agreed(**found), [Seat(**row) for row in sitting], self._rows(db, table, 0))

    def rows(self, table: str, since: int) -> list[Row]:
        """What happened after the first so many rows."""
        with self.engine.connect() as db:
            return self._rows(db, table, since)

    def _rows(self, db: Connection, table: str, since: int) -> list[Row]:
        asked = sa.select(actions.c.seat, actions.c.action, actions.c.command, actions.c.at)
        found = db.execute(asked.where(actions.c.table == table, actions.c.turn >= since).order_by(actions.c.turn))
        return [Row(*row) for row in found]

    def held_by(self, device: str, most: int = 50) -> list[tuple[Agreed, list[Seat]]]:
        """The tables at which this device holds a seat, or which it has opened; the newest first."""
        mine = sa.select(seats.c.table).where(seats.c.holder == device)
        asked = sa.select(tables).where(sa.or_(tables.c.id.in_(mine), tables.c.host == device))
        with self.engine.connect() as db:
            found = [Agreed(**row) for row in db.execute(asked.order_by(tables.c.opened.desc()).limit(most)).mappings()]
            wanted = sa.select(seats).where(seats.c.table.in_([agreed.id for agreed in found])).order_by(seats.c.seat)
            sitting = [Seat(**row) for row in db.execute(wanted).mappings()]
        return [(agreed, [seat for seat in sitting if seat.table == agreed.id]) for agreed in found]

    def count(self) -> int:
        with self.engine.connect() as db:
            return int(db.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one())

    # Writing.

    async def write(self, work: Callable[[Connection], T], news: News | None = None) -> T:
        """Do this in a transaction; when it is answered, it is on the disk, and other processes get the news."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._jobs.put(Job(work, news, loop, answer))
        return await answer

    def _write_all(self) -> None:
        while (job := self._jobs.get()) is not None:
            jobs = [job]
            while not self._jobs.empty():
                if (another := self._jobs.get()) is None:
                    self._jobs.put(None)
                    break
                jobs.append(another)
            self._commit(jobs)

    def _commit(self, jobs: list[Job]) -> None:
        """All in one transaction."""
        try:
            self._together(jobs)
        except Exception as error:  # the disk is full, the server is gone: nothing of this is acknowledged
            for job in jobs:
                job.error = error
        for loop, done in _by_loop(jobs).items():
            loop.call_soon_threadsafe(_settle, done)

    def _together(self, jobs: list[Job]) -> None:
        """It is seldom that one fails: only then is all done again, so that it takes back its own part alone."""
        try:
            with self.engine.begin() as db:
                for job in jobs:
                    self._do(db, job)
        except REFUSALS:
            with self.engine.begin() as db:
                for job in jobs:
                    self._try(db, job)

    def _do(self, db: Connection, job: Job) -> None:
        job.result = job.work(db)
        if job.news is not None and self.is_shared:
            told = json.dumps(job.news | {"from": self.name}, separators=(",", ":"))
            db.execute(sa.select(sa.func.pg_notify(CHANNEL, told)))

    def _try(self, db: Connection, job: Job) -> None:
        try:
            with db.begin_nested():
                self._do(db, job)
        except Conflict as error:
            job.error = error
        except sa.exc.IntegrityError as error:
            job.error = Conflict(str(error.orig))

    async def open(self, agreed: Agreed, sitting: Sequence[Seat], rows: Iterable[Row] = ()) -> None:
        """Keep a new table."""

        def work(db: Connection) -> None:
            db.execute(tables.insert().values(**asdict(agreed)))
            db.execute(seats.insert(), [asdict(seat) for seat in sitting])
            self._insert(db, agreed.id, 0, list(rows))

        await self.write(work)

    def _insert(self, db: Connection, table: str, turn: int, rows: Sequence[Row]) -> None:
        if rows:
            values = [(table, at, row.seat, row.action, row.command, row.at) for at, row in enumerate(rows, turn)]
            db.exec_driver_sql(self._insertion, [dict(zip(actions.c.keys(), row)) for row in values])

    async def append(self, table: str, turn: int, rows: Sequence[Row], ended: float | None = None) -> None:
        """Keep what happened from this turn on; a Conflict if others were faster."""

        def work(db: Connection) -> None:
            self._insert(db, table, turn, rows)
            if ended is not None:
                db.execute(tables.update().where(tables.c.id == table).values(ended=ended))

        await self.write(work, {"table": table})

    async def start(self, agreed: Agreed, sitting: Sequence[Seat], rows: Sequence[Row]) -> None:
        """Keep that the game begins: with whom, from which words, and chance's first actions."""

        def work(db: Connection) -> None:
            fresh = sa.and_(tables.c.id == agreed.id, tables.c.started.is_(None))
            if db.execute(tables.update().where(fresh).values(started=agreed.started)).rowcount != 1:
                raise Conflict("the table has started")
            for seat in sitting:
                _update(db, seat)
            self._insert(db, agreed.id, 0, rows)

        await self.write(work, {"table": agreed.id})

    async def seat(self, seat: Seat, was: str | None = None) -> None:
        """Keep who sits there now; a Conflict if it is no longer the kind of seat that it was."""
        await self.write(lambda db: _update(db, seat, was), {"table": seat.table})

    async def follow(self, table: str, rematch: str) -> None:
        """Keep where the table's rematch is; a Conflict if there is one already."""

        def work(db: Connection) -> None:
            alone = sa.and_(tables.c.id == table, tables.c.next.is_(None))
            if db.execute(tables.update().where(alone).values(next=rematch)).rowcount != 1:
                raise Conflict("there is a rematch already")

        await self.write(work, {"table": table})

    # News.

    async def tell(self, news: News) -> None:
        """Tell the other processes something that is not kept."""
        if self.is_shared:
            await self.write(lambda db: None, news)

    def listen(self, hear: Callable[[News | None], object]) -> None:
        """Pass on, from a thread of its own, what other processes tell; None after a time of deafness."""
        if self.is_shared:
            self._listener = threading.Thread(target=self._listen, args=(hear,), name="news", daemon=True)
            self._listener.start()

    def _listen(self, hear: Callable[[News | None], object]) -> None:
        while self._is_open:
            try:
                self._hear_until_closed(hear)
            except Exception:
                log.exception("deaf")
                time.sleep(1)

    def _hear_until_closed(self, hear: Callable[[News | None], object]) -> None:
        with self.engine.connect() as db:
            wire: Any = db.connection.driver_connection
            wire.autocommit = True
            wire.execute(f"LISTEN {CHANNEL}")
            hear(None)
            while self._is_open:
                for told in wire.notifies(timeout=0.2):
                    news = json.loads(told.payload)
                    if news.pop("from") != self.name:
                        hear(news)
            db.invalidate()

    def close(self) -> None:
        """Write what is waiting, and let go of the database."""
        self._is_open = False
        self._jobs.put(None)
        self._writer.join()
        if self._listener is not None:
            self._listener.join(1)
        self.engine.dispose()


def _by_loop(jobs: Iterable[Job]) -> dict[asyncio.AbstractEventLoop, list[Job]]:
    """What each loop waits for, so that it is woken once."""
    found: dict[asyncio.AbstractEventLoop, list[Job]] = {}
    for job in jobs:
        found.setdefault(job.loop, []).append(job)
    return found


def _settle(jobs: Iterable[Job]) -> None:
    for job in jobs:
        job.settle()


def _update(db: Connection, seat: Seat, was: str | None = None) -> None:
    here = sa.and_(seats.c.table == seat.table, seats.c.seat == seat.seat, seats.c.kind == (was or seats.c.kind))
    if db.execute(seats.update().where(here).values(**asdict(seat))).rowcount != 1:
        raise Conflict(f"seat {seat.seat} has changed")
