"""What is kept of the tables: what was agreed, who sits there, and what happened. The rest is computed.

All writing goes through one thread, which takes whatever is waiting and commits it at once: under load many moves
share one flush to the disk, and a move is acknowledged only after its commit.

SQLite serves one process. PostgreSQL serves many: what one of them writes, the others hear of by LISTEN and NOTIFY.
"""

import asyncio
import json
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from secrets import token_hex
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from fathom5 import __version__
from fathom5.door import Branch
from fathom5.table import dice
from fathom5.table.keep import chain
from fathom5.table.keep.database import DAMAGED, Hold, Identity, opened, reason
from fathom5.table.keep.form import JSON, UNREADABLE, is_of_form, table_rows
from fathom5.table.keep.schema import actions, seats, tables

log = logging.getLogger("fathom5.table")
UNDO = -1  # as an action: takes back the last one that still counts
CHANNEL = "fathom5"
NOTIFY = "SELECT pg_notify(%s, told) FROM unnest(%s::text[]) AS told"
PERSON, FORCED, CHANCES, PREPARED = (
    "person",
    "forced",
    "chance",
    "lesson",
)  # by whom a row was; a bot has its level after it
SEATED, OPEN = ("person", "bot"), "open"  # kinds of seats
PROGRAM = "program"  # the level of a person's seat in which a program of theirs plays
BEFORE = "before"  # in another game, from which this one goes on
BOT, SITTING_IN, HINTED = "bot:", "sitting in:", "hinted:"
PROBE = 1.0  # seconds for which it is known that writing works
News = dict[str, Any]
T = TypeVar("T")


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


@lru_cache(maxsize=4096)
def _read(seal: str) -> dice.Seal:
    return dice.Seal.of(json.loads(seal))


@lru_cache(maxsize=4096)
def _digest(seal: str) -> bytes:
    """Asked for with every move."""
    return _read(seal).digest


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
    protocol: int = 1
    commitment: str | None = None
    seal: str | None = None
    rounds: list[dict[str, Any]] | None = None
    brought: dict[str, Any] | None = None
    version: str = __version__
    chain: str | None = field(default_factory=lambda: token_hex(32))
    rows: int = 0
    last: str = ""  # as chain.FIRST
    is_migrated: bool = False
    touched: float = field(default_factory=time.time)

    @property
    def is_lesson(self) -> bool:
        """Whether its dice are prepared; only the house opens such a table."""
        return self.protocol == dice.PREPARED

    @property
    def branch(self) -> Branch | None:
        """Where its game goes on from another, if it does."""
        if self.protocol != dice.PLAYED_ON or self.brought is None:
            return None
        return Branch(*self.brought["branch"])

    @property
    def key(self) -> bytes:
        """The key of its rows: from the table's own secret where its dice are sealed, else from one for this alone."""
        return dice.chain_key(bytes.fromhex(self.chain or self.secret or ""), self.sealed)

    @property
    def sealed(self) -> bytes:
        """What all rows stand on: the seal, or what was agreed where there is none."""
        if self.seal is not None:
            return _digest(self.seal)
        return dice.framed(self.id, self.protocol, self.game, self.rules, json.dumps(self.options, sort_keys=True))

    @property
    def broken(self) -> tuple[dice.Broken, ...]:
        """The rounds that were broken off, as the next seal tells of them."""
        return tuple(
            dice.Broken(told["reason"], tuple(told["seats"]), dice.Seal.of(told["seal"]).digest.hex())
            for told in self.rounds or ()
        )

    def is_as_sealed(self, seats: Sequence[Seat]) -> bool:
        """Whether what was agreed is what was sealed, and the dice are made of what people sealed; without a seal the
        chain's key holds it."""
        if self.protocol == dice.PROTOCOL and dice.table_commitment(self.id, self.secret or "") != self.commitment:
            return False
        if self.seal is None:
            return self.protocol != dice.PROTOCOL or not self.rows
        mine = (self.id, self.protocol, self.game, self.rules, dice.options_text(self.options), self.commitment)
        seal = _read(self.seal)
        if seal[: len(mine)] != mine or seal.rounds != self.broken or len(seal.seats) != len(seats):
            return False
        return all(self._has_kept_words(seat, place) for seat, place in zip(seats, seal.seats))

    def _has_kept_words(self, seat: Seat, place: dice.Place) -> bool:
        """Whether a seat has the words that it committed to; they come after the seal, and bots have none."""
        if not place.commitment or seat.words is None:
            return not seat.words and (not place.commitment or self.started is None)
        return dice.seat_commitment(self.id, seat.seat, seat.words) == place.commitment

    @property
    def first(self) -> str:
        """What its first row has before it."""
        return chain.FIRST if self.seal is None else dice.first_link(self.key, self.sealed)


@dataclass(slots=True, frozen=True)
class Row:
    """Something that happened."""

    seat: int
    action: int
    command: str | None = None
    at: float = field(default_factory=time.time)
    by: str = ""
    digest: str = ""
    turn: int = -1  # where it stands, once it is kept


@dataclass(slots=True)
class Kept:
    """All that is kept of a table."""

    agreed: Agreed
    seats: list[Seat]
    rows: list[Row]

    def torn_at(self, first: int = 0, before: str = chain.FIRST) -> int | None:
        """The first row that is not as it was written, from one on if those before are known; None if all are."""
        links = (chain.Link(row.turn, row.seat, row.action, row.by, row.digest) for row in self.rows)
        try:
            if not self.is_of_form or not self.agreed.is_as_sealed(self.seats):
                return 0
            before = before if first else self.agreed.first
            return chain.torn_at(self.agreed.key, links, self.agreed.rows, self.agreed.last, first, before)
        except (*UNREADABLE, LookupError, AttributeError):  # what was agreed is not even readable
            return 0

    @property
    def is_of_form(self) -> bool:
        """Whether a table and its seats can be what was written."""
        agreed = self.agreed
        kinds = SEATED if agreed.started is not None else (*SEATED, OPEN)
        return (
            is_of_form(tables, agreed)
            and all(is_of_form(seats, seat) and seat.kind in kinds for seat in self.seats)
            and [seat.seat for seat in self.seats] == list(range(agreed.options["players"]))
        )


def _columns(table: str, row: Row) -> dict[str, Any]:
    """A row as it is written."""
    return {"table": table} | {name: getattr(row, name) for name in Row.__slots__}


def linked(agreed: Agreed, rows: Iterable[Row]) -> list[Row]:
    """Rows that come next, chained to those before."""
    key, before, done = agreed.key, agreed.last or agreed.first, list[Row]()
    for turn, row in enumerate(rows, agreed.rows):
        before = chain.digest(key, before, turn, row.seat, row.action, row.by)
        done.append(replace(row, digest=before, turn=turn))
    return done


class Conflict(Exception):
    """Someone else was faster."""


class Gone(Exception):
    """The file has been deleted or replaced: nothing that is written would be there tomorrow."""

    told = ("gone", "the database file has been deleted or replaced; start the server anew")


REFUSALS = (Conflict, sa.exc.IntegrityError)


@dataclass(slots=True)
class Extension:
    """What happened next at a table: its rows, and what the table's own row says then, if it says what it did before.

    It is what is written most: those of many tables go to the database together.
    """

    rows: list[dict[str, Any]]
    table: dict[str, Any]


EXTENSION = (
    tables.update()
    .where(tables.c.id == sa.bindparam("id_"))
    .where(tables.c.rows == sa.bindparam("rows_before"), tables.c.last == sa.bindparam("last_before"))
    .values(
        rows=sa.bindparam("rows_now"),
        last=sa.bindparam("last_now"),
        touched=sa.bindparam("touched_now"),
        version=sa.bindparam("version_now"),
        ended=sa.func.coalesce(sa.bindparam("ended_now", type_=sa.Float), tables.c.ended),
    )
)


@dataclass(slots=True)
class Job:
    """Something to write, and who waits for it."""

    work: Callable[[Connection], Any] | Extension
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

    def __init__(self, database: str | None = None, is_alone: bool = True) -> None:
        self.engine = opened(database)
        self._hold = Hold(self.engine) if is_alone else None
        self._identity = Identity(self.engine)
        self.trouble: tuple[str, str] | None = None  # why writing fails: a word and a sentence
        self._written = 0.0  # when writing last worked
        self._counted = (0, float("-inf"))  # how many tables there were, and when
        self._insertion = str(actions.insert().compile(dialect=self.engine.dialect))  # once, not for each move
        self._extension = str(EXTENSION.compile(dialect=self.engine.dialect))
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

    def kept(self, table: str, since: int = 0) -> Kept | None:
        """A table with all that happened at it, or what happened after the first so many rows."""
        with self._one_moment() as db:
            return read(db, table, since)

    def _one_moment(self) -> Connection:
        """To read several things as they were at the same time."""
        db = self.engine.connect()
        return db.execution_options(isolation_level="REPEATABLE READ") if self.is_shared else db

    def held_by(self, device: str, most: int = 50) -> list[tuple[Agreed, list[Seat]]]:
        """The tables at which this device holds a seat, or which it has opened; the newest first."""
        mine = sa.select(seats.c.table).where(seats.c.holder == device)
        asked = sa.select(tables.c.id).where(
            tables.c.id.in_(mine.union(sa.select(tables.c.id).where(tables.c.host == device)))
        )
        with self.engine.connect() as db:
            newest = db.execute(asked.order_by(tables.c.opened.desc()).limit(most)).scalars().all()
            found = [Agreed(**row) for row in table_rows(db, newest)]
            wanted = sa.select(seats).where(seats.c.table.in_(newest)).order_by(seats.c.seat)
            sitting = [Seat(**row) for row in db.execute(wanted).mappings()]
        by_table = [(agreed, [seat for seat in sitting if seat.table == agreed.id]) for agreed in found]
        return [(agreed, its) for agreed, its in by_table if _can_be_listed(agreed, its)]

    def count(self, age: float = 0.0) -> int:
        """How many tables there are, or were so many seconds ago at most: to count them is to go through all."""
        known, when = self._counted
        if not age or time.monotonic() > when + age:
            with self.engine.connect() as db:
                known = int(db.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one())
            self._counted = (known, time.monotonic())
        return known

    # Writing.

    def waiting(self) -> int:
        """How many jobs wait to be written."""
        return self._jobs.qsize()

    async def write(self, work: Callable[[Connection], T], news: News | None = None) -> T:
        """Do this in a transaction; when it is answered, it is on the disk, and other processes get the news."""
        done: T = await self._written_soon(work, news)
        return done

    async def _written_soon(self, work: Callable[[Connection], Any] | Extension, news: News | None) -> Any:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
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
        """All in one transaction; where that fails one by one, so that nobody's job fails for another's."""
        try:
            self._together(jobs)
        except Exception:
            self._one_by_one(jobs)
        for loop, done in _by_loop(jobs).items():
            loop.call_soon_threadsafe(_settle, done)

    def _together(self, jobs: list[Job]) -> None:
        """Nothing is acknowledged that went to a file which is no longer there."""
        self._look()
        with self.engine.begin() as db:
            extensions = []
            for job in jobs:
                if isinstance(job.work, Extension):
                    extensions.append(job.work)
                else:
                    job.result = job.work(db)
            self._extend_all(db, extensions)
            self._notify(db, [job.news for job in jobs if job.news is not None])
        self._look()
        self.trouble, self._written = None, time.monotonic()

    def _look(self) -> None:
        if not self._identity.is_same():
            raise Gone("the database file has been deleted or replaced")

    def _one_by_one(self, jobs: list[Job]) -> None:
        """Each by itself. Where the database itself fails, the rest need not wait for the same again."""
        failing: Exception | None = None
        for job in jobs:
            try:
                if failing is not None:
                    raise failing
                self._together([job])
            except REFUSALS as error:
                job.error = error if isinstance(error, Conflict) else Conflict(str(error))
            except (sa.exc.OperationalError, sa.exc.InterfaceError, Gone) as error:
                failing = job.error = error
                self.trouble = reason(error)
            except Exception as error:
                job.error = error

    def _notify(self, db: Connection, all_news: Sequence[News]) -> None:
        """All at once: who writes for many tables tells much."""
        if all_news and self.is_shared:
            told = [json.dumps(news | {"from": self.name}, separators=(",", ":")) for news in all_news]
            db.exec_driver_sql(NOTIFY, (CHANNEL, told))

    async def works(self, patience: float = 2.0) -> tuple[str, str] | None:
        """Why nothing can be written now, if so: a word for machines and a sentence for people."""
        if self.trouble is None and time.monotonic() < self._written + PROBE and self._identity.is_same():
            return None
        try:
            probe = sa.text("UPDATE alembic_version SET version_num = version_num")
            await asyncio.wait_for(self.write(lambda db: db.execute(probe) and None), patience)
        except TimeoutError:
            return "slow", "writing takes too long"
        except Exception as error:
            return self.trouble or reason(error)
        return None

    async def open(self, agreed: Agreed, sitting: Sequence[Seat], rows: Iterable[Row] = ()) -> None:
        """Keep a new table."""
        done = linked(agreed, rows)
        if done:
            agreed.rows, agreed.last = len(done), done[-1].digest

        def work(db: Connection) -> None:
            if db.execute(sa.select(tables.c.id).where(tables.c.id == agreed.id)).first() is not None:
                return  # it was kept, though nobody could say so: ids are drawn anew for each table
            db.execute(tables.insert().values(**asdict(agreed)))
            db.execute(seats.insert(), [asdict(seat) for seat in sitting])
            self._insert(db, agreed.id, done)

        await self.write(work)

    def _insert(self, db: Connection, table: str, rows: Sequence[Row]) -> None:
        if rows:
            db.exec_driver_sql(self._insertion, [{"table": table} | asdict(row) for row in rows])

    def _extend(self, db: Connection, agreed: Agreed, rows: Sequence[Row], **more: Any) -> None:
        """Rows, and on the table's own row how many there are now and what the last is; a Conflict if it had others."""
        self._insert(db, agreed.id, rows)
        here = sa.and_(tables.c.id == agreed.id, tables.c.rows == agreed.rows, tables.c.last == agreed.last)
        now = {"rows": agreed.rows + len(rows), "touched": time.time()} | more
        now |= {"last": rows[-1].digest} if rows else {}
        if db.execute(tables.update().where(here).values(**now)).rowcount != 1:
            raise Conflict("others were faster")

    async def append(self, agreed: Agreed, rows: Sequence[Row], ended: float | None = None) -> list[Row]:
        """Keep what happened next, and return it chained; a Conflict if others were faster."""
        done, version = linked(agreed, rows), agreed.version
        if __version__ not in version.split():
            version = f"{version} {__version__}"[:60]  # bots of both have played
        table = {
            "id_": agreed.id,
            "rows_before": agreed.rows,
            "last_before": agreed.last,
            "rows_now": agreed.rows + len(done),
            "last_now": done[-1].digest if done else agreed.last,
            "touched_now": time.time(),
            "version_now": version,
            "ended_now": ended,
        }
        extension = Extension([_columns(agreed.id, row) for row in done], table)
        await self._written_soon(extension, {"table": agreed.id})
        agreed.version = version
        return done

    def _extend_all(self, db: Connection, extensions: Sequence[Extension]) -> None:
        """Each statement once for all tables: on a line to a server, every one is waited for. A Conflict if others were
        faster at any of them; then each is tried by itself."""
        if rows := [row for extension in extensions for row in extension.rows]:
            db.exec_driver_sql(self._insertion, rows)
        if extensions:
            changed = db.exec_driver_sql(self._extension, [extension.table for extension in extensions])
            if changed.rowcount != len(extensions):
                raise Conflict("others were faster")

    async def start(self, agreed: Agreed, sitting: Sequence[Seat], rows: Sequence[Row]) -> list[Row]:
        """Keep that the game begins: with whom, from which words, and chance's first actions, returned chained."""
        done = linked(agreed, rows)

        def work(db: Connection) -> None:
            fresh = sa.and_(_lobby(agreed), tables.c.seal.is_not_distinct_from(agreed.seal))
            begun = {name: getattr(agreed, name) for name in ("started", "protocol", "seal", "chain")}
            if db.execute(tables.update().where(fresh).values(**begun)).rowcount != 1:
                raise Conflict("the table has started")
            for seat in sitting:
                _update(db, seat)
            self._extend(db, agreed, done)

        await self.write(work, {"table": agreed.id})
        return done

    async def seal(self, agreed: Agreed, sitting: Sequence[Seat]) -> None:
        """Keep what was sealed, the first thing of the chain; a Conflict if others were faster, or sit there now."""

        def work(db: Connection) -> None:
            fresh = sa.and_(_lobby(agreed), tables.c.seal.is_(None))
            sealed = {"seal": agreed.seal, "last": agreed.last, "touched": time.time()}
            if db.execute(tables.update().where(fresh).values(**sealed)).rowcount != 1:
                raise Conflict("the table has been sealed")
            if _sitting(db, agreed.id) != list(sitting):
                raise Conflict("what is sealed is not what all have committed to")

        await self.write(work, {"table": agreed.id})

    async def break_off(self, agreed: Agreed, sitting: Sequence[Seat], was: Agreed) -> None:
        """Keep that a round is broken, and with what the next begins; a Conflict if others were faster."""
        names = ("secret", "commitment", "seal", "last", "rounds", "ended")

        def work(db: Connection) -> None:
            again = {name: getattr(agreed, name) for name in names} | {"touched": time.time()}
            if db.execute(tables.update().where(_lobby(was)).values(**again)).rowcount != 1:
                raise Conflict("the round is over")
            for seat in sitting:
                _update(db, seat)

        await self.write(work, {"table": agreed.id})

    async def seat(self, seat: Seat, was: Seat, agreed: Agreed) -> None:
        """Keep who sits there now; a Conflict if the seat is no longer what it was, or another round is sealed: who
        commits to something after the seal, or takes words for those of another, would spoil the table."""

        def work(db: Connection) -> None:
            _update(db, seat, was)
            same = (tables.c[name].is_not_distinct_from(getattr(agreed, name)) for name in ("secret", "seal"))
            here = sa.and_(tables.c.id == seat.table, *same)
            if db.execute(tables.update().where(here).values(touched=time.time())).rowcount != 1:
                raise Conflict("the round is over, or it has been sealed")

        await self.write(work, {"table": seat.table})

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
        if self._hold is not None:
            self._hold.release()


def read(db: Connection, table: str, since: int = 0) -> Kept | None:
    """A table as it is kept."""
    found = table_rows(db, [table])
    if not found:
        return None
    agreed = Agreed(**found[0])
    try:
        return Kept(agreed, _sitting(db, table), _rows(db, table, since))
    except sa.exc.DatabaseError as error:
        if reason(error) != DAMAGED:
            raise
        return Kept(agreed, [], [])  # where the file itself is damaged: it is torn from its beginning on


def _sitting(db: Connection, table: str) -> list[Seat]:
    found = db.execute(sa.select(seats).where(seats.c.table == table).order_by(seats.c.seat)).mappings()
    return [Seat(**row) for row in found]


def _can_be_listed(agreed: Agreed, sitting: Iterable[Seat]) -> bool:
    """Whether times and names are such; what was agreed need not be readable for that."""
    return is_of_form(tables, agreed, JSON) and all(is_of_form(seats, seat) for seat in sitting)


def _rows(db: Connection, table: str, since: int) -> list[Row]:
    names = ("seat", "action", "command", "at", "by", "digest", "turn")
    asked = sa.select(*(actions.c[name] for name in names)).where(actions.c.table == table, actions.c.turn >= since)
    return [Row(*row) for row in db.execute(asked.order_by(actions.c.turn))]


def _by_loop(jobs: Iterable[Job]) -> dict[asyncio.AbstractEventLoop, list[Job]]:
    """What each loop waits for, so that it is woken once."""
    found: dict[asyncio.AbstractEventLoop, list[Job]] = {}
    for job in jobs:
        found.setdefault(job.loop, []).append(job)
    return found


def _settle(jobs: Iterable[Job]) -> None:
    for job in jobs:
        job.settle()


def _lobby(agreed: Agreed) -> sa.ColumnElement[bool]:
    """A table that has not begun, in the same round of it."""
    is_same = tables.c.secret.is_not_distinct_from(agreed.secret)
    return sa.and_(tables.c.id == agreed.id, tables.c.started.is_(None), is_same)


def _update(db: Connection, seat: Seat, was: Seat | None = None) -> None:
    """Write a seat, where one is known that it was, only if it is still that."""
    known = asdict(was) if was else {}
    same = (seats.c[name].is_not_distinct_from(value) for name, value in known.items())
    here = sa.and_(seats.c.table == seat.table, seats.c.seat == seat.seat, *same)  # by its index
    if db.execute(seats.update().where(here).values(**asdict(seat))).rowcount != 1:
        raise Conflict(f"seat {seat.seat} has changed")
