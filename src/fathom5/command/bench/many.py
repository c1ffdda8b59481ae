"""However many tables there are: what people wait for, with a hundred tables kept and with a hundred thousand."""

import asyncio
import http.client
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from statistics import median
from typing import Any

import sqlalchemy as sa
from websockets.asyncio.client import connect

from fathom5.command.bench.table import Running, running
from fathom5.door import load
from fathom5.games import names
from fathom5.table.keep import sweeping
from fathom5.table.keep.schema import actions, seats, tables
from fathom5.table.keep.store import Agreed, Row, Seat, Store, linked
from fathom5.table.play.people import new_id
from fathom5.table.web.devices import COOKIE

OWN = 20  # tables of the person who asks, however many there are of others
BEGUN = 12  # rows of a game that is not over
AT_ONCE = 500  # tables written at once
TRIES = 15  # of which the middle is told
A_YEAR = 365 * sweeping.A_DAY
Games = dict[str, list[tuple[int, int]]]  # by name: seat and action of each row of a whole game


@dataclass
class Filled:
    """What was put into a database."""

    device: str = field(default_factory=lambda: token_urlsafe(32))  # the cookie of who asks
    lobbies: list[str] = field(default_factory=list)
    unfinished: list[str] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)


def whole_game(name: str) -> list[tuple[int, int]]:
    """A game by chance alone, as rows."""
    match, luck, rows = load(name).start(chance="manual"), random.Random(5), list[tuple[int, int]]()
    while not match.over:
        action = luck.choices(list(match.offers), list(match.offers.values()))[0]
        rows.append((match.seat, action))
        match.play(action)
    return rows


def made(number: int, games: Games, holder: str) -> tuple[Agreed, list[Seat], list[Row]]:
    """One table of many: three of ten have not begun, six are in the middle, one is over."""
    name = list(games)[number % len(games)]
    ready, at = load(name), time.time() - 30 * sweeping.A_DAY * random.random()
    agreed = Agreed(new_id(), name, ready.game.version, dict(ready.options), host=holder, opened=at, touched=at)
    kind = number // len(games) % 10
    rows = [] if kind < 3 else games[name] if kind == 9 else games[name][:BEGUN]
    agreed.protocol = 1
    agreed.started, agreed.ended = at if rows else None, at if kind == 9 else None
    done = linked(agreed, [Row(*row, at=at) for row in rows])
    agreed.rows, agreed.last = len(done), done[-1].digest if done else ""
    sitting = [Seat(agreed.id, seat, "person", f"P{seat}", seat, holder=holder) for seat in range(ready.seats)]
    return agreed, sitting, done


def fill(database: str, count: int, tell: Callable[[int], object] = lambda _: None) -> Filled:
    """So many tables, of which a few are somebody's."""
    found, games = Filled(), {name: whole_game(name) for name in names()}
    mine = sha256(found.device.encode()).hexdigest()
    with closing(Store(database)) as store:
        for first in range(0, count, AT_ONCE):
            some = range(first, min(count, first + AT_ONCE))
            batch = [made(number, games, mine if number < OWN else new_id()) for number in some]
            with store.engine.begin() as db:
                _insert(db, batch)
            for agreed, _, _ in batch:
                kind = found.finished if agreed.ended else found.unfinished if agreed.started else found.lobbies
                kind.append(agreed.id)
            tell(some.stop)
    return found


def _insert(db: sa.Connection, batch: Sequence[tuple[Agreed, list[Seat], list[Row]]]) -> None:
    db.execute(tables.insert(), [asdict(agreed) for agreed, _, _ in batch])
    db.execute(seats.insert(), [asdict(seat) for _, sitting, _ in batch for seat in sitting])
    rows = [{"table": agreed.id} | asdict(row) for agreed, _, done in batch for row in done]
    if rows:
        db.execute(actions.insert(), rows)


# What people wait for.


def timed(ask: Callable[[Any], object], about: Iterable[Any]) -> float:
    """The middle of some tries, in thousandths of a second."""
    times = list[float]()
    for what in about:
        began = time.perf_counter()
        ask(what)
        times.append(1000 * (time.perf_counter() - began))
    return median(times)


class Browser:
    """Asks for pages over one connection."""

    def __init__(self, server: Running, device: str) -> None:
        self.wire, self.device = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30), device

    def ask(self, path: str) -> bytes:
        self.wire.request("GET", path, headers={"cookie": f"{COOKIE}={self.device}"})
        answer = self.wire.getresponse()
        told = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")
        return told

    def close(self) -> None:
        self.wire.close()


async def come_in(server: Running, table: str) -> None:
    """To a table that is not in memory, until all there is to know was told."""
    async with connect(f"ws://127.0.0.1:{server.port}/t/{table}/live", compression=None) as wire:
        while json.loads(await wire.recv())["do"] != "sync":
            pass


def asked(server: Running, there: Filled, luck: random.Random) -> dict[str, float]:
    """All figures of a running server. Tables are other ones each time, so that none is in memory."""
    with closing(Browser(server, there.device)) as browser:
        return _asked(server, there, luck, browser.ask)


def _asked(server: Running, there: Filled, luck: random.Random, ask: Callable[[str], bytes]) -> dict[str, float]:
    ask("/")
    if len(json.loads(ask("/mine"))) != OWN:
        raise RuntimeError("/mine does not tell the tables of who asks")
    tries = min(TRIES, len(there.unfinished) // 2)
    some = luck.sample(there.unfinished, 2 * tries)
    over = luck.sample(there.finished, min(TRIES, len(there.finished)))
    return {
        "first_page_ms": timed(ask, TRIES * ["/"]),
        "mine_ms": timed(ask, TRIES * ["/mine"]),
        "table_page_ms": timed(ask, [f"/t/{table}" for table in some[:tries]]),
        "come_in_ms": timed(lambda table: asyncio.run(come_in(server, table)), some[tries:]),
        "replay_page_ms": timed(ask, [f"/r/{table}" for table in over]),
        "health_ms": timed(ask, TRIES * ["/health"]),
    }


def swept(database: str) -> dict[str, float]:
    """Steps of the sweeper where all games that are not over are old, and one that finds nothing to do."""
    now, kept = time.time() + A_YEAR, dict.fromkeys(("unfinished", "lobbies"), A_YEAR / 2) | {"finished": 10 * A_YEAR}

    async def step(store: Store, kept: dict[str, float]) -> None:
        await store.write(lambda db: sweeping.sweep(db, kept, now))

    with closing(Store(database)) as store:
        for_ever = kept | {"lobbies": 10 * A_YEAR, "unfinished": 10 * A_YEAR}
        return {
            "sweep_step_ms": timed(lambda kept: asyncio.run(step(store, kept)), TRIES * [kept]),
            "sweep_nothing_ms": timed(lambda kept: asyncio.run(step(store, kept)), 3 * [for_ever]),
        }


def measure(count: int, database: str | None = None, tell: Callable[[int], object] = lambda _: None) -> dict[str, Any]:
    """The figures with so many tables in a database of their own."""
    with tempfile.TemporaryDirectory() as folder:
        where, began = database or str(Path(folder) / "many.db"), time.perf_counter()
        there = fill(where, count, tell)
        figures: dict[str, Any] = {"tables": count, "filled_s": time.perf_counter() - began}
        with running(where) as server:
            figures |= {"start_s": server.start_s} | asked(server, there, random.Random(1))
            server.stop()
        return figures | swept(where)
