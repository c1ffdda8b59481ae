"""A store that fails: whole games played by several people through it, and what is left of them at the end."""

import asyncio
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any

import sqlalchemy as sa

from fathom5 import names
from fathom5.table import dice
from fathom5.table.keep.store import FORCED, Job, Row, Store
from fathom5.table.play.aside import checked
from fathom5.table.play.commands import obey
from fathom5.table.play.people import new_id
from fathom5.table.play.room import Room
from fathom5.table.play.rooms import Rooms
from fathom5.table.settings import Settings
from fathom5.table.web.app import arranged

BEFORE, AFTER, HANGS = "fails before", "fails after", "hangs"
KINDS = (BEFORE, AFTER, HANGS)
HANG = (0.02, 0.3)  # seconds, from and to: some are longer than the tables' own patience
SEATS = 2  # people at each table, beside a bot
PATIENCE = 120.0  # seconds in which all games come to their end once nothing fails any more
SETTLED = 10.0  # in which the last alarms are gone once all games are over
HURRIED = Settings(bot_pause=0.0, forced_pause=0.0, words_wait=0.2, hand_pause=0.0, talk=(1e9, 1e9))
Plan = Callable[[int], str]  # which of its calls fails, and how


def at_random(luck: random.Random, every: float) -> Plan:
    """Such a share of all calls."""
    return lambda call: luck.choice(KINDS) if luck.random() < every else ""


def in_turn(kind: str, first: int, every: int) -> Plan:
    """One of so many calls, from the first on: over all that can be the first, each call fails once."""
    return lambda call: kind if call % every == first else ""


class Failing(Store):
    """A store of whose calls some fail once: before they are done, after they were done, or by taking their time."""

    def __init__(self, database: str, plan: Plan, luck: random.Random) -> None:
        self.plan, self.luck, self.calls, self.injected = plan, luck, 0, Counter[str]()
        self.is_failing = True
        super().__init__(database)

    @contextmanager
    def _faulty(self, name: str) -> Iterator[None]:
        kind = self.plan(self.calls) if self.is_failing else ""
        self.calls += 1
        if kind:
            self.injected[f"{name} {kind}"] += 1
        if kind == HANGS:
            time.sleep(self.luck.uniform(*HANG))
        if kind == BEFORE:
            raise sa.exc.OperationalError(name, None, OSError("injected"))
        yield
        if kind == AFTER:
            raise sa.exc.OperationalError(name, None, OSError("injected"))

    def _together(self, jobs: list[Job]) -> None:
        with self._faulty("write"):
            super()._together(jobs)

    def kept_without_faults(self, table: str) -> Any:
        return super().kept(table)

    def kept(self, table: str, since: int = 0) -> Any:
        with self._faulty("read"):
            return super().kept(table, since)


@dataclass(eq=False)
class Client:
    """Someone at a table who asks again until it is done, as the page does."""

    device: str
    language: str = "en"
    shape: str = "wide"
    acknowledged: dict[str, tuple[int, int]] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    is_closed: bool = False

    def send(self, text: str) -> None:
        told = json.loads(text)
        if told.get("id"):
            self.answers[told["id"]] = told["do"] if told["do"] != "refused" else told["why"]

    def close(self, code: int) -> None:
        self.is_closed = True


async def asked(room: Room, client: Client, message: dict[str, Any]) -> str:
    """What is answered; a failure of the store is 'busy', as at a socket."""
    try:
        await obey(room, client, message)
    except Exception:
        return "busy"
    return client.answers.get(message["id"], "busy")


@dataclass
class Play:
    """A game by people who come back whenever they were let go, and ask again until they are answered."""

    rooms: Rooms
    table: str
    clients: list[Client]
    luck: random.Random
    pending: dict[str, Any] = field(default_factory=dict)  # what was asked and not answered yet
    note: Callable[[Mapping[str, Any]], object] = lambda _: None  # told before it is asked, and when it is answered

    async def until(self, ends: float) -> None:
        """To its end, or until then."""
        room: Room | None = None
        while time.monotonic() < ends:
            if room is None or not self.rooms.has(room):
                room = await _entered(self.rooms, self.table, self.clients)
            elif room.status == "over":
                return
            elif room.agreed.started is not None and 0 <= room.match.seat < len(self.clients):
                await self._move(room)
            await asyncio.sleep(0.002)

    async def _move(self, room: Room) -> None:
        seat, n = room.match.seat, room.n
        if not self.pending or self.pending["turn"] != n:
            action = self.luck.choice(list(room.match.offers))
            self.pending = {"do": "act", "id": new_id(), "turn": n, "action": action}
            self.note({"table": self.table, "seat": seat, "asks": self.pending})
        asked_for = self.pending
        if await asked(room, self.clients[seat], asked_for) == "done":
            self.clients[seat].acknowledged[asked_for["id"]] = (asked_for["turn"], asked_for["action"])
            self.note({"table": self.table, "seat": seat, "done": asked_for})
            self.pending = {}


async def _entered(rooms: Rooms, table: str, clients: list[Client]) -> Room | None:
    try:
        room = await rooms.find(table)
    except sa.exc.OperationalError:
        return None
    for client in clients if room is not None else ():
        client.is_closed = False
        room.enter(client)  # type: ignore[union-attr]  # the loop is empty without a room
    return room


async def opened(rooms: Rooms, game: str, clients: list[Client]) -> str:
    """A table of these people, whose words are here already, and a bot."""
    agreed, seats = arranged({"game": game, "seats": ["me", *["open"] * (SEATS - 1), "bot:hinted"]}, clients[0].device)
    for seat, client in zip(seats, clients):
        seat.kind, seat.name, seat.holder, seat.secret = "person", client.device, client.device, new_id()
        seat.words = token_hex(16)
        seat.commitment = dice.seat_commitment(agreed.id, seat.seat, seat.words)
    while True:
        try:
            await rooms.open(agreed, seats)
            return agreed.id
        except sa.exc.OperationalError:
            pass  # to open it again is harmless


def is_there_once(rows: list[Row], sent: str, turn: int, action: int) -> bool:
    """What was acknowledged stands where it was said to; a click on a move that played itself meanwhile counts too."""
    there, times = rows[turn], sum(row.command == sent for row in rows)
    return there.action == action and (there.command == sent if times else there.by == FORCED) and times <= 1


@dataclass
class Verdict:
    """What is left of the games."""

    tables: int = 0
    moves: int = 0  # that were acknowledged
    lost: int = 0  # or doubled
    unfinished: int = 0
    alarms: int = 0  # that are still set, or are still at work, although all games are over

    def judge(self, kept: Any, clients: list[Client]) -> None:
        """A table, all of whose rows can have happened, else SetAside is raised."""
        checked(kept)
        self.tables += 1
        self.unfinished += kept.agreed.ended is None
        for client in clients:
            self.moves += len(client.acknowledged)
            self.lost += sum(not is_there_once(kept.rows, sent, *what) for sent, what in client.acknowledged.items())

    def told(self) -> dict[str, int]:
        return {
            "tables": self.tables,
            "moves": self.moves,
            "lost or doubled": self.lost,
            "unfinished": self.unfinished,
            "alarms left": self.alarms,
        }


async def alarms_left(rooms: Rooms, some: list[str]) -> int:
    """Alarms and tasks of tables that are over, once there was time for them to end."""
    ends = time.monotonic() + SETTLED
    while time.monotonic() < ends:
        found = [await rooms.find(table) for table in some]
        left = sum(room is None or room.timer is not None for room in found) + len(rooms.working())
        if not left:
            return 0
        await asyncio.sleep(0.02)
    return left


async def _run(store: Failing, game: str, tables: int, ends: float) -> dict[str, int]:
    """Games through a failing store, then to their ends through one that works again."""
    rooms, verdict = Rooms(store, HURRIED), Verdict()
    plays = list[Play]()
    for _ in range(tables):
        clients = [Client(new_id()) for _ in range(SEATS)]
        table = await opened(rooms, game, clients)
        plays.append(Play(rooms, table, clients, random.Random(store.luck.random())))
    await asyncio.gather(*(play.until(ends) for play in plays))
    store.is_failing = False
    await asyncio.gather(*(play.until(time.monotonic() + PATIENCE) for play in plays))
    for play in plays:
        verdict.judge(store.kept(play.table), play.clients)
    verdict.alarms = await alarms_left(rooms, [play.table for play in plays])
    rooms.close()
    return verdict.told() | {"calls": store.calls, "faults": sum(store.injected.values()), **store.injected}


async def round_of(
    plan: Plan, luck: random.Random, game: str, tables: int, ends: float, database: str = ""
) -> Counter[str]:
    """Games on a database of their own, or on this one."""
    with tempfile.TemporaryDirectory() as folder:
        store = Failing(database or str(Path(folder) / "t.db"), plan, random.Random(luck.random()))
        return Counter(await _run(store, game, tables, ends))


def each_in_turn(game: str, every: int, seed: int = 0, tables: int = 1, seconds: float = 60.0) -> dict[str, int]:
    """Each call fails once before it is done, once after it was done, and hangs once, in rounds of games at once."""
    luck, ends = random.Random(seed), time.monotonic() + seconds
    plans = [in_turn(kind, first, every) for kind in KINDS for first in range(every)]

    async def all_rounds() -> list[Counter[str]]:
        return await asyncio.gather(*(round_of(plan, luck, game, tables, ends) for plan in plans))

    return summed(asyncio.run(all_rounds()))


def summed(rounds: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """What is 0 is told too."""
    sums = Counter[str]()
    for found in rounds:
        sums.update(found)
    return dict(sums)


def measure(minutes: float = 1.0, seed: int = 0, every: float = 0.1, tables: int = 4) -> dict[str, int]:
    """Rounds of games through a failing store, for so long: calls that fail at random, each in turn, and processes
    that die before and after each commit. What was lost, left unfinished or left behind."""
    from fathom5.command.bench import deaths

    luck, ends, found = random.Random(seed), time.monotonic() + 60 * minutes, list[Mapping[str, int]]()
    while not found or time.monotonic() < ends:
        game, left = luck.choice(names()), ends - time.monotonic()
        soon = time.monotonic() + left / 3  # all three come to their turn, however long a game takes
        found.append(asyncio.run(round_of(at_random(luck, every), luck, game, tables, soon)))
        if (left := ends - time.monotonic()) > 0:
            found.append(deaths.measure(game, luck.randrange(1 << 30), seconds=left / 2))
        if (left := ends - time.monotonic()) > 0:
            found.append(each_in_turn(game, 5, luck.randrange(1 << 30), seconds=left))
    return summed(found)
