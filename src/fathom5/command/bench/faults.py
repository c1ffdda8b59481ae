"""A store that fails: whole games played by several people through it, and what is left of them at the end."""

import asyncio
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from fathom5 import names
from fathom5.table.keep.store import FORCED, Job, Row, Store
from fathom5.table.play import fair
from fathom5.table.play.aside import checked
from fathom5.table.play.commands import obey
from fathom5.table.play.people import new_id
from fathom5.table.play.room import Room
from fathom5.table.play.rooms import Rooms
from fathom5.table.settings import Settings
from fathom5.table.web.app import arranged

KINDS = ("fails before", "fails after", "hangs")
HANG = 0.15  # seconds
SEATS = 2  # people at each table, beside a bot
PATIENCE = 120.0  # seconds in which all games come to their end once nothing fails any more
HURRIED = Settings(bot_pause=0.0, forced_pause=0.0, words_wait=0.2, hand_pause=0.0, talk=(1e9, 1e9))


class Failing(Store):
    """A store whose every so manieth call fails once: before it is done, after it was done, or by taking its time."""

    def __init__(self, database: str, luck: random.Random, every: float) -> None:
        self.luck, self.every, self.calls, self.injected = luck, every, 0, Counter[str]()
        self.is_failing = True
        super().__init__(database)

    @contextmanager
    def _faulty(self, name: str) -> Iterator[None]:
        self.calls += 1
        kind = self.luck.choice(KINDS) if self.is_failing and self.luck.random() < self.every else ""
        self.injected[f"{name} {kind}"] += bool(kind)
        if kind == "hangs":
            time.sleep(HANG)
        if kind == "fails before":
            raise sa.exc.OperationalError(name, None, OSError("injected"))
        yield
        if kind == "fails after":
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


async def played(rooms: Rooms, table: str, clients: list[Client], luck: random.Random, ends: float) -> None:
    """A game to its end, by people who come back whenever they were let go."""
    room: Room | None = None
    pending: dict[str, Any] = {}
    while time.monotonic() < ends:
        if room is None or not rooms.has(room):
            room = await _entered(rooms, table, clients)
        elif room.status == "over":
            return
        elif room.agreed.started is not None and 0 <= room.match.seat < len(clients):
            seat, n = room.match.seat, room.n
            if not pending or pending["turn"] != n:
                action = luck.choice(list(room.match.offers))
                pending = {"do": "act", "id": new_id(), "turn": n, "action": action}
            if await asked(room, clients[seat], pending) == "done":
                clients[seat].acknowledged[pending["id"]] = (n, pending["action"])
                pending = {}
        await asyncio.sleep(0.002)


async def _entered(rooms: Rooms, table: str, clients: list[Client]) -> Room | None:
    try:
        room = await rooms.find(table)
    except sa.exc.OperationalError:
        return None
    for client in clients if room is not None else ():
        client.is_closed = False
        room.enter(client)  # type: ignore[union-attr]  # the loop is empty without a room
    return room


async def _opened(store: Failing, rooms: Rooms, game: str, clients: list[Client]) -> str:
    """A table of these people and a bot, whose words are the table's own."""
    agreed, seats = arranged({"game": game, "seats": ["me", *["open"] * (SEATS - 1), "bot:hinted"]}, clients[0].device)
    for seat, client in zip(seats, clients):
        seat.kind, seat.name, seat.holder, seat.secret = "person", client.device, client.device, new_id()
        seat.commitment, seat.words = fair.commitment(seat.spare or ""), seat.spare
    while True:
        try:
            await rooms.open(agreed, seats)
            return agreed.id
        except sa.exc.OperationalError:
            if store.kept_without_faults(agreed.id):
                return agreed.id


def is_there_once(rows: list[Row], sent: str, turn: int, action: int) -> bool:
    """What was acknowledged stands where it was said to; a click on a move that played itself meanwhile counts too."""
    there, times = rows[turn], sum(row.command == sent for row in rows)
    return there.action == action and (there.command == sent if times else there.by == FORCED) and times <= 1


async def _run(store: Failing, game: str, tables: int, ends: float) -> dict[str, Any]:
    rooms, lost = Rooms(store, HURRIED), 0
    crowd: list[tuple[str, list[Client]]] = []
    for _ in range(tables):
        clients = [Client(new_id()) for _ in range(SEATS)]
        crowd.append((await _opened(store, rooms, game, clients), clients))
    luck = [random.Random(store.luck.random()) for _ in crowd]
    await asyncio.gather(*(played(rooms, table, clients, one, ends) for (table, clients), one in zip(crowd, luck)))
    store.is_failing = False
    late = time.monotonic() + PATIENCE  # what was under way comes to its end without faults
    await asyncio.gather(*(played(rooms, table, clients, one, late) for (table, clients), one in zip(crowd, luck)))
    unfinished, alarms, moves = 0, 0, 0
    for table, clients in crowd:
        kept = store.kept_without_faults(table)
        rows = checked(kept) and kept.rows
        unfinished += kept.agreed.ended is None
        for client in clients:
            moves += len(client.acknowledged)
            lost += sum(not is_there_once(rows, sent, *what) for sent, what in client.acknowledged.items())
        room = await rooms.find(table)
        alarms += room is None or room.timer is not None
    rooms.close()
    faults = dict(sorted(store.injected.items()))
    return {
        "tables": len(crowd), "moves": moves, "calls": store.calls, "faults": sum(faults.values()), "by kind": faults,
        "lost or doubled": lost, "unfinished": unfinished, "alarms left": alarms,
    }  # fmt: skip


def measure(minutes: float = 1.0, seed: int = 0, every: float = 0.1, tables: int = 4) -> dict[str, Any]:
    """Rounds of games through a failing store, for so long; what was lost, left unfinished or left behind."""
    luck, ends, sums = random.Random(seed), time.monotonic() + 60 * minutes, Counter[str]()
    while not sums or time.monotonic() < ends:
        with tempfile.TemporaryDirectory() as folder:
            store = Failing(str(Path(folder) / "t.db"), random.Random(luck.random()), every)
            found = asyncio.run(_run(store, luck.choice(names()), tables, ends))
            sums.update({name: count for name, count in found.items() if isinstance(count, int)})
    return dict(sums)
