"""Reviews of games that are over: each found out in a process of its own, for all who want to know it.

    async with aclosing(reviews.listen(wanted)) as news:
        async for each in news: ...        # {"waiting": True}, {"warming": 0.4}, {"found": "…"}, {"why": "busy"}

There is one at a time for a person, and some for the house, of which one address leaves one to others; the rest wait.
When nobody listens any more it is broken off. What was found is kept for a while, so that to ask again is free.
"""

import asyncio
import json
import logging
import os
import sys
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from fathom5.bots import reviewer
from fathom5.bots.reviewer import Question
from fathom5.table.play.searches import Told
from fathom5.table.play.thinking import WORLD

if TYPE_CHECKING:
    from fathom5.table.play.rooms import Rooms

log = logging.getLogger("fathom5.table")
News = dict[str, Any]
KEPT = 40  # reviews at hand: what is over does not change
LOOK = 0.25  # seconds between two looks at whether it can begin
LINE = 1 << 25  # bytes of the longest that is found at once
EVERY = "reviews"


class Wanted(NamedTuple):
    """What somebody wants to know."""

    table: str
    kind: str
    person: str  # who asks: a device, or an address
    readiness: Callable[[], Told]  # how far the game's compiled code is
    question: Callable[[], Question]
    address: str = ""  # from where


@dataclass(eq=False)
class Job:
    """A review under way, and how many listen."""

    wanted: Wanted
    newest: News = field(default_factory=lambda: {"waiting": True})
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    listeners: int = 0
    is_running: bool = False
    is_over: bool = False
    task: "asyncio.Task[None] | None" = None

    def tell(self, news: News, is_last: bool = False) -> None:
        """Who listens hears the newest, whatever they have missed."""
        if news != self.newest or is_last:
            changed, self.changed = self.changed, asyncio.Event()
            self.newest, self.is_over = news, is_last
            changed.set()

    async def news(self) -> AsyncGenerator[News, None]:
        heard: News | None = None
        while True:
            changed = self.changed
            if heard is not self.newest:
                heard = self.newest
                yield heard
            if self.is_over and heard is self.newest:
                return
            await changed.wait()


async def found(question: Question) -> AsyncGenerator[str, None]:
    """What a process finds out, better and better; it ends when nobody reads on."""
    env = os.environ | ({WORLD: "both"} if os.environ.get(WORLD) == "compiled" else {})
    command = [sys.executable, "-m", reviewer.__name__]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, env=env, stdin=pipe, stdout=pipe, limit=LINE)
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(json.dumps(question).encode() + b"\n")
        while line := await process.stdout.readline():
            yield line.decode()
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


class Reviews:
    """All reviews of a house, under way and done."""

    def __init__(self, rooms: "Rooms") -> None:
        self.rooms = rooms
        self._jobs: dict[tuple[str, str], Job] = {}
        self._kept: OrderedDict[tuple[str, str], News] = OrderedDict()

    def is_at_hand(self, table: str, kind: str) -> bool:
        """It is done, or under way already."""
        return (table, kind) in self._kept or (table, kind) in self._jobs

    async def listen(self, wanted: Wanted) -> AsyncGenerator[News, None]:
        """What is known of it, whenever more is."""
        key = wanted.table, wanted.kind
        if key in self._kept:
            yield self._kept[key]
            return
        job = self._jobs.get(key) or self._begin(key, wanted)
        job.listeners += 1
        try:
            async with aclosing(job.news()) as news:
                async for each in news:
                    yield each
        finally:
            job.listeners -= 1
            if not job.listeners:
                self._break_off(key, job)

    def _begin(self, key: tuple[str, str], wanted: Wanted) -> Job:
        job = self._jobs[key] = Job(wanted)
        job.task = asyncio.get_running_loop().create_task(self._work(key, job))
        return job

    def _break_off(self, key: tuple[str, str], job: Job) -> None:
        if self._jobs.get(key) is job:
            del self._jobs[key]
        if job.task is not None:
            job.task.cancel()

    async def _work(self, key: tuple[str, str], job: Job) -> None:
        try:
            await self._turn_of(job)
            with self._counted(job):
                if await self._is_ready(job):
                    await self._find_out(key, job)
        except Exception:
            log.exception("review", extra={"table": job.wanted.table[:6]})
            job.tell({"why": "busy"}, is_last=True)
        finally:
            if self._jobs.get(key) is job:
                del self._jobs[key]

    async def _turn_of(self, job: Job) -> None:
        while self._is_full(job):
            job.tell({"waiting": True})
            await asyncio.sleep(LOOK)

    def _is_full(self, job: Job) -> bool:
        """So many for the house, and one for a person, in all processes; a person can be many, but not everywhere."""
        most, wanted = self.rooms.settings.reviews, job.wanted
        running = [other.wanted for other in self._jobs.values() if other.is_running]
        of_person = sum(each.person == wanted.person for each in running)
        from_there = sum(each.address == wanted.address for each in running)
        return (
            self._count(EVERY, len(running)) >= most
            or self._count(f"review {wanted.person}", of_person) > 0
            or (wanted.address != "" and self._count(f"review from {wanted.address}", from_there) >= max(1, most - 1))
        )

    def _count(self, name: str, here: int) -> int:
        return here + self.rooms.elsewhere(name)

    @contextmanager
    def _counted(self, job: Job) -> Iterator[None]:
        wanted, ledger = job.wanted, self.rooms.ledger
        names = [EVERY, f"review {wanted.person}", f"review from {wanted.address}"]
        job.is_running = True
        if ledger is not None:
            ledger.come(names)
        try:
            yield
        finally:
            job.is_running = False
            if ledger is not None:
                ledger.come(names, -1)

    async def _is_ready(self, job: Job) -> bool:
        """Whether the game's compiled code is there; what is still being compiled is waited for."""
        while (told := job.wanted.readiness())["share"] < 1:
            if not told["comes"]:
                job.tell({"why": "never"}, is_last=True)
                return False
            job.tell({"warming": told["share"]})
            await asyncio.sleep(LOOK)
        return True

    async def _find_out(self, key: tuple[str, str], job: Job) -> None:
        question = await self.rooms.think(job.wanted.question)
        last: News = {"why": "busy"}
        async with aclosing(found(question)) as lines:
            async for line in lines:
                last = {"why": "busy"} if line.startswith('{"error"') else {"found": line}
                job.tell(last)
        if "found" in last:
            self._keep(key, last)
        job.tell(last, is_last=True)

    def _keep(self, key: tuple[str, str], last: News) -> None:
        self._kept[key] = last
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def close(self) -> None:
        """Whoever still listens comes back and asks again."""
        for key, job in tuple(self._jobs.items()):
            job.tell({"why": "busy"}, is_last=True)
            self._break_off(key, job)
