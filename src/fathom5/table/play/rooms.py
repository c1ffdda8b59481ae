"""All rooms of a house: found, opened, forgotten, and heard of from other processes."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from contextvars import Context
from functools import partial
from typing import Any

from fathom5.door import Match
from fathom5.table.keep import ledger
from fathom5.table.keep.leads import Leads
from fathom5.table.keep.store import Agreed, Kept, Seat, Store
from fathom5.table.play import botseats
from fathom5.table.play.aside import checked
from fathom5.table.play.meters import Meters
from fathom5.table.play.people import Bucket, Budgets, SharedBudgets
from fathom5.table.play.reviews import Reviews
from fathom5.table.play.room import PULSE, Room
from fathom5.table.play.sealing import Draw
from fathom5.table.play.sweeping import Sweeper
from fathom5.table.play.thinking import NoThought, Tell, Thinker, Thinking
from fathom5.table.settings import Settings

log = logging.getLogger("fathom5.table")
RESTART = 1012  # as a reason to close a socket: come back at once
EVERYBODY = "everybody"
OUTSIDE = 8  # players of others that are waited for at once


class Rooms:
    """All tables that somebody is at."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.draw: Draw | None = None  # tests dictate the dice here
        self.threads = ThreadPoolExecutor(settings.threads, "aside")
        self.deciding = ThreadPoolExecutor(settings.threads, "deciding")  # no bot waits for what somebody is told
        self.outside = ThreadPoolExecutor(OUTSIDE, "outside")
        self.thinking = Thinking(settings.thinkers, settings.turn_wait)
        self.reviews = Reviews(self)
        self.ledger = ledger.opened(settings.house, settings.worker) if settings.house else None
        self.budgets = (
            Budgets(*settings.budget) if self.ledger is None else SharedBudgets(self.ledger, *settings.budget)
        )
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.callers: set[Any] = set()  # sockets that are open
        self.sweeper = Sweeper(self)
        self._leads: Leads | None = None  # where others may be at the same tables
        self._led: frozenset[str] = frozenset()  # tables for which we act
        self._missed: set[str] = set()  # tables of which we heard while they were loaded
        self.meters = Meters()

    def __len__(self) -> int:
        return len(self._rooms)

    def sockets(self) -> int:
        return sum(len(room.guests) for room in self._rooms.values())

    @contextmanager
    def charged(self, *askers: str | None, price: float = 0.0) -> Iterator[bool]:
        """Something costly is to be done for a socket, its device and its address: whether all of them can afford it.

        What it has really taken is taken off the budget of each; a price at once, so that few can be begun together.
        """
        known, began = [asker for asker in askers if asker], time.perf_counter()
        can_afford = self.afford(price, *known)
        try:
            yield can_afford
        finally:
            for asker in known if can_afford else ():
                self.budgets.spend(asker, time.perf_counter() - began)

    def afford(self, price: float, *askers: str | None) -> bool:
        """Whether a device and its address can afford something that has a price; then it is taken off at once."""
        known = [asker for asker in askers if asker]
        can_afford = all(self.budgets.left(asker) > 0 for asker in known)
        for asker in known if can_afford and price else ():
            self.budgets.spend(asker, price)
        return can_afford

    def is_crowding(self, asker: str) -> bool:
        """So many sockets from one address, and no more."""
        here = sum(caller.asker == asker for caller in self.callers)
        return here + self.elsewhere(f"from {asker}") >= self.settings.address_sockets

    def is_full(self, room: Room, viewer: int | None) -> bool:
        """Onlookers have a limit of their own, at the table and in the house: they never lock players out."""
        settings, all_here = self.settings, self.sockets() + self.elsewhere(EVERYBODY)
        here = sum(room.viewer_of(guest) == viewer for guest in room.guests)
        here += self.elsewhere(f"at {room.agreed.id} {viewer}")
        if viewer is None:
            return here >= settings.sockets or all_here >= settings.all_sockets * (1 - settings.players_share)
        return here >= settings.seat_sockets or all_here >= settings.all_sockets

    @contextmanager
    def counted(self, room: Room, caller: Any) -> Iterator[None]:
        """A socket is here, as all processes of the house may know."""
        names = [EVERYBODY, f"from {caller.asker}", f"at {room.agreed.id} {room.viewer_of(caller)}"]
        self.callers.add(caller)
        if self.ledger is not None:
            self.ledger.come(names)
        try:
            yield
        finally:
            self.callers.discard(caller)
            if self.ledger is not None:
                self.ledger.come(names, -1)

    def elsewhere(self, name: str) -> int:
        """How many are counted by that name in other processes of the house."""
        return self.ledger.elsewhere(name) if self.ledger is not None else 0

    def is_too_fast(self, room: Room, name: str, rate: tuple[float, float]) -> bool:
        """So much of this at a table, and no more."""
        if self.ledger is not None:
            return not self.ledger.spend(f"{room.agreed.id} {name}", 1, *rate, least=1)
        return not room.buckets.setdefault(name, Bucket(*rate)).take()

    def tables(self) -> set[str]:
        """Those that are in memory, or on their way there."""
        return {*self._rooms, *self._loading}

    def occupied(self) -> set[str]:
        """Those at which somebody is."""
        return {table for table, room in self._rooms.items() if room.guests}

    def listen(self) -> None:
        """Hear what other processes do at our tables, tell them from time to time who is here, and sweep old ones."""
        loop = asyncio.get_running_loop()
        self.store.listen(lambda news: loop.call_soon_threadsafe(self._hear, news))
        if self.store.is_shared:
            self.spawn(self._pulse())
            self._leads = Leads(self.store.engine, lambda held: loop.call_soon_threadsafe(self._lead, held))
        self.spawn(self.sweeper.run())

    def _hear(self, news: dict[str, Any] | None) -> None:
        """What nobody is at here is forgotten rather than followed."""
        if news is None:  # something may have been missed
            for table in tuple(self._rooms):
                self._hear({"table": table})
            return
        table = news["table"]
        if table in self._loading:
            self._missed.add(table)
        if table in self._rooms and not self._forget(self._rooms[table]):
            self.spawn(self._rooms[table].hear_others(news))

    async def _pulse(self) -> None:
        while True:
            await asyncio.sleep(PULSE)
            for room in tuple(self._rooms.values()):
                if room.guests:
                    room.tell_others()
                    room.miss_others()

    # Who acts for a table: of all processes that share it, one.

    def is_leading(self, room: Room) -> bool:
        return self._leads is None or room.agreed.id in self._led

    def want_lead(self, room: Room) -> None:
        """Whoever has guests at a table would act for it."""
        if self._leads is not None:
            self._leads.want(room.agreed.id) if room.guests else self._leads.give_up(room.agreed.id)

    def _lead(self, held: frozenset[str]) -> None:
        changed, self._led = held ^ self._led, held
        for table in changed & self._rooms.keys():
            self._rooms[table].plan()

    def has(self, room: Room) -> bool:
        """Whether this is still the room of its table."""
        return self._rooms.get(room.agreed.id) is room

    def drop(self, room: Room) -> None:
        """What we know of this table is not what is kept: all come in anew."""
        if self.has(room):
            self._forget_now(room)
            for guest in room.guests:
                guest.close(RESTART)

    def drop_table(self, table: str) -> None:
        """It is no longer kept."""
        if table in self._rooms:
            self.drop(self._rooms[table])

    async def find(self, table: str) -> Room | None:
        """The room of a table, from memory or from what is kept; SetAside if it cannot go on."""
        if table in self._rooms:
            return self._rooms[table]
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table))
        try:
            room = await self._loading[table]
        finally:
            self._loading.pop(table, None)
        # What others did there in this very moment has made us forget it again.
        return room if room is None or self.has(room) else await self.find(table)

    async def game_of(self, table: str) -> str | None:
        """What is played at a table."""
        room = await self.find(table)
        return room.agreed.game if room else None

    async def _load(self, table: str) -> Room | None:
        kept = await asyncio.to_thread(self.store.kept, table)
        if kept is None:
            return None
        room = self._rooms.setdefault(table, await asyncio.to_thread(self._made, kept))
        if table in self._missed:
            self._missed.discard(table)
            async with room.lock:
                await room.catch_up()
        if room.match.over:
            await room.end()
        self.forget_later(room)
        return room

    def _made(self, kept: Kept) -> Room:
        """A room in which every row has been checked; rules that are not these are never asked."""
        return Room(self, kept, checked(kept))

    def forget_later(self, room: Room) -> None:
        asyncio.get_running_loop().call_later(self.settings.idle, self._forget, room)

    def _forget(self, room: Room) -> bool:
        """A table that nobody is at needs no memory."""
        if room.guests or room.lock.locked() or not self.has(room):
            return False
        self._forget_now(room)
        return True

    def _forget_now(self, room: Room) -> None:
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        del self._rooms[room.agreed.id]
        if self._leads is not None:
            self._leads.give_up(room.agreed.id)

    def spawn(self, work: Any) -> None:
        """Run something that nobody waits for."""
        task = asyncio.get_running_loop().create_task(work, context=Context())  # it answers nobody's command
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def waiting(self) -> int:
        """How many bots wait for their turn to think."""
        return self.thinking.waiting

    def working(self) -> list[asyncio.Task[Any]]:
        """What runs now and nobody waits for."""
        return [task for task in self._tasks if not task.done()]

    async def think(self, think: Callable[..., Any], *about: Any) -> Any:
        """Do something beside the loop, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, think, *about)

    @asynccontextmanager
    async def chooser(self, room: Room, level: str, tell: Tell) -> AsyncIterator[Callable[..., Awaitable[int]]]:
        """Who answers like `botseats.choose`: for those who think ahead when it is their table's turn, else at once."""
        if botseats.is_outside(level):
            yield self._asked_outside
            return
        if not botseats.searches(level, room.agreed.game):
            yield self._decided
            return
        async with self.thinking.turn(room.agreed.id, tell) as thinker:
            yield partial(self._asked, thinker)

    async def _decided(self, *about: Any) -> int:
        return await asyncio.get_running_loop().run_in_executor(self.deciding, botseats.choose, *about)

    async def _asked(self, thinker: Thinker, match: Match, seat: int, level: str, luck: bytes) -> int:
        answer = await thinker.answer(botseats.question(match, seat, level, luck))
        return botseats.checked(match, level, answer["action"])

    async def _asked_outside(self, *about: Any) -> int:
        """Somebody else's player may take its time, beside all that we do ourselves."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self.outside, botseats.choose, *about)
        except botseats.NoAnswer as why:
            raise NoThought(str(why)) from None

    async def until(self, due: float) -> None:
        """Wait for a moment of the clock; tests write down which."""
        await asyncio.sleep(due - time.monotonic())

    async def open(self, agreed: Agreed, seats: Sequence[Seat]) -> None:
        await self.store.open(agreed, seats)
        log.info("opens", extra={"table": agreed.id[:6], "game": agreed.game, "rows": 0})

    async def dismiss(self) -> None:
        """Ask all who are here to come back in a moment."""
        self.reviews.close()
        for caller in tuple(self.callers):
            caller.close(RESTART)
        for _ in range(20):
            if not self.callers:
                return
            await asyncio.sleep(0.02)

    def close(self) -> None:
        for room in self._rooms.values():
            if room.timer is not None:
                room.timer.cancel()
        for task in self._tasks:
            task.cancel()
        if self._leads is not None:
            self._leads.close()
        self.thinking.close()
        self.threads.shutdown(wait=False, cancel_futures=True)
        self.deciding.shutdown(wait=False, cancel_futures=True)
        self.outside.shutdown(wait=False, cancel_futures=True)
        self.store.close()
