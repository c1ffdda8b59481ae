"""Where bots think: in processes of their own, taken in turns by the tables.

    thinking = Thinking(processes=2, wait=60)
    async with thinking.turn(table, tell) as thinker:     # tell(3): three are before us
        answer = await thinker.answer(question)            # see bots.thinker

Tables take turns, a question each, so that a table of many bots takes nothing from the others. A process is started
when it is first needed. One that dies is replaced, and its question asked once more. NoThought means that no answer
will come: then a bot follows the hints.

Whoever has a turn keeps it until they give it back. So how long a turn lasts can be independent of what is thought.
"""

import asyncio
import json
import logging
import os
import subprocess
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import zip_longest

from fathom5.bots import thinker as work
from fathom5.bots.thinker import Answer, Question

log = logging.getLogger("fathom5.table")
TRIES = 2  # of a question, each by another process
LONGEST = 30.0  # seconds for an answer: the longest level thinks for one, the first question loads a game
TELLING = 0.5  # seconds between two looks at who waits for how many
WORLD = "FATHOM5_WORLD"
Tell = Callable[[int], None]


class NoThought(Exception):
    """No answer will come."""


class Lost(NoThought):
    """The process that should have answered has died."""


class Process:
    """Someone who thinks in a process, which starts with the first question and again after its death."""

    def __init__(self) -> None:
        self._running: subprocess.Popen[str] | None = None
        self._is_closed = False
        self._lock = threading.Lock()  # who closes, and who starts

    @property
    def pid(self) -> int | None:
        return self._running.pid if self._running is not None else None

    def think(self, question: Question) -> Answer:
        """Ask, and wait for the answer; in a thread. Lost if the process dies over it."""
        running = self._started()
        assert running.stdin is not None and running.stdout is not None
        try:
            running.stdin.write(json.dumps(question) + "\n")
            running.stdin.flush()
            line = running.stdout.readline()
        except (OSError, ValueError) as error:
            line = ""
            log.debug("thinker", exc_info=error)
        if not line.endswith("\n"):
            self.end()
            raise Lost("a process that thinks has died")
        answer: Answer = json.loads(line)
        if "error" in answer:
            raise NoThought(answer["error"])
        return answer

    def _started(self) -> subprocess.Popen[str]:
        with self._lock:
            if self._is_closed:
                raise NoThought("the house closes")
            if self._running is None:
                # Where all is compiled, a process loads the code of whole games, which is quicker than piece by piece.
                env = os.environ | ({WORLD: "both"} if os.environ.get(WORLD) == "compiled" else {})
                command = [sys.executable, "-m", work.__name__]
                self._running = subprocess.Popen(
                    command, env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
            return self._running

    def kill(self) -> None:
        """Whoever waits for its answer learns that it is lost."""
        if (running := self._running) is not None:
            running.kill()

    def end(self) -> None:
        """There is no process any more; the next question starts another."""
        with self._lock:
            running, self._running = self._running, None
        if running is not None:
            running.kill()
            running.wait()
            for pipe in (running.stdin, running.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what was left in it has nowhere to go
                        pipe.close()

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
        self.kill()


class Inside:
    """Someone who thinks in this process."""

    pid = None

    def think(self, question: Question) -> Answer:
        return work.answered(question)

    def kill(self) -> None: ...

    def end(self) -> None: ...

    def close(self) -> None: ...


@dataclass(eq=False)
class Waiting:
    """A table that waits for its turn."""

    table: str
    tell: Tell
    turn: "asyncio.Future[Thinker]"
    told: int = 0


@dataclass(eq=False)
class Thinker:
    """Whose turn it is asks this one."""

    mind: Process | Inside
    threads: ThreadPoolExecutor
    asked: "Future[Answer] | None" = field(default=None)  # what is being thought about

    async def answer(self, question: Question) -> Answer:
        for _ in range(TRIES):
            self.asked = self.threads.submit(self.mind.think, question)
            answer = asyncio.wrap_future(self.asked)
            answer.add_done_callback(_heard)
            await asyncio.wait({answer}, timeout=LONGEST)
            if not answer.done():
                self.mind.kill()
            try:
                return await asyncio.shield(answer)
            except Lost:
                log.warning("thinker lost", extra={"game": question["game"]})
        raise NoThought("process after process has died over this")


def _heard(answer: "asyncio.Future[Answer]") -> None:
    """Nobody may be left who wants to know."""
    if not answer.cancelled():
        answer.exception()


class Thinking:
    """All who think for a house, and those who wait for them."""

    def __init__(self, processes: int, wait: float, threads: int = 2) -> None:
        minds: list[Process | Inside] = [Process() for _ in range(processes)]
        minds = minds or [Inside() for _ in range(threads)]
        self.wait = wait
        self._threads = ThreadPoolExecutor(len(minds), "thinker")
        self.all = [Thinker(mind, self._threads) for mind in minds]
        self._free = self.all[::-1]  # who comes back last is taken first: few start where few are needed
        self._queue: OrderedDict[str, deque[Waiting]] = OrderedDict()
        self._telling: asyncio.TimerHandle | None = None
        self._expected: dict[str, asyncio.Task[None]] = {}

    @asynccontextmanager
    async def turn(self, table: str, tell: Tell = lambda before: None) -> AsyncIterator[Thinker]:
        """When it is this table's turn, someone who thinks; NoThought if it takes too long."""
        thinker = await self._taken(table, tell)
        try:
            yield thinker
        finally:
            self._give_back(thinker)

    async def _taken(self, table: str, tell: Tell) -> Thinker:
        if self._free:
            return self._free.pop()
        waiting = Waiting(table, tell, asyncio.get_running_loop().create_future())
        self._queue.setdefault(table, deque()).append(waiting)
        self._tell_soon()
        try:
            await asyncio.wait({waiting.turn}, timeout=self.wait)
        except asyncio.CancelledError:
            if waiting.turn.done():
                self._next(waiting.turn.result())
            self._forget(waiting)
            raise
        if not waiting.turn.done():
            self._forget(waiting)
            raise NoThought("too many are before us")
        return waiting.turn.result()

    def _give_back(self, thinker: Thinker) -> None:
        """Someone who still thinks about what nobody wants to know any more is free as soon as that is done."""
        if thinker.asked is None or thinker.asked.done():
            self._next(thinker)
        else:
            loop = asyncio.get_running_loop()
            thinker.asked.add_done_callback(lambda _: self._free_later(loop, thinker))

    def _free_later(self, loop: asyncio.AbstractEventLoop, thinker: Thinker) -> None:
        with suppress(RuntimeError):  # the house has closed
            loop.call_soon_threadsafe(self._next, thinker)

    def _next(self, thinker: Thinker) -> None:
        """The next table's turn: each has one, then the first comes again."""
        if not self._queue:
            return self._free.append(thinker)
        table, waiting = self._queue.popitem(last=False)
        first = waiting.popleft()
        if waiting:
            self._queue[table] = waiting
        first.turn.set_result(thinker)
        if first.told:
            first.tell(0)
        return self._tell_soon()

    def _forget(self, waiting: Waiting) -> None:
        mine = self._queue.get(waiting.table)
        if mine is not None and waiting in mine:
            mine.remove(waiting)
            if not mine:
                del self._queue[waiting.table]
        if waiting.told:
            waiting.tell(0)

    # Who waits for how many.

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return sum(map(len, self._queue.values()))

    def _tell_soon(self) -> None:
        """Not with every change: many wait for each that ends."""
        if self._telling is None and self._queue:
            self._telling = asyncio.get_running_loop().call_later(TELLING, self._tell)

    def _tell(self) -> None:
        """Before the first there are those who are thought for now, as one."""
        self._telling = None
        rounds = zip_longest(*self._queue.values())
        in_turn = [waiting for each in rounds for waiting in each if waiting is not None]
        for before, waiting in enumerate(in_turn, 1):
            if waiting.told != before:
                waiting.told = before
                waiting.tell(before)

    # Getting ready, and closing.

    def expect(self, game: str) -> None:
        """Bots of this game are about to think: someone gets ready for it."""
        if game not in self._expected and isinstance(self.all[0].mind, Process):
            self._expected[game] = asyncio.get_running_loop().create_task(self._get_ready(game))

    async def _get_ready(self, game: str) -> None:
        try:
            async with self.turn("") as thinker:
                await thinker.answer(work.readiness(game))
        except NoThought as why:
            log.warning("thinker", extra={"game": game, "why": str(why)})

    def close(self) -> None:
        for task in self._expected.values():
            task.cancel()
        if self._telling is not None:
            self._telling.cancel()
        for thinker in self.all:
            thinker.mind.close()
            thinker.mind.end()
        self._threads.shutdown(wait=False, cancel_futures=True)
