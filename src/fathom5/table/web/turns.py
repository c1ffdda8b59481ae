"""Who asks much waits longer: what people ask for is begun in turns, so that nobody's crowd drowns out the others.

All that has come since the last look at the sockets is worked off before the next one. As long as that is little,
everything is begun at once. Once it has taken a few milliseconds, the rest waits in a queue for each address, and a few
addresses at a time may begin one thing before the sockets are looked at again.
"""

import asyncio
import time
from collections import OrderedDict, deque

STRETCH = 0.005  # seconds of work between two looks at the sockets
AT_ONCE = 4  # addresses that may begin something in each turn, once there is a queue


class Turns:
    """The queue of a house."""

    def __init__(self) -> None:
        self._began: float | None = None  # this stretch of work
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def take(self, asker: str) -> None:
        """Return when it may begin."""
        loop, now = asyncio.get_running_loop(), time.perf_counter()
        if self._began is None:
            self._began = now
            loop.call_soon(self._next)
        if not self._waiting and now < self._began + STRETCH:
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.setdefault(asker, deque()).append(turn)
        await turn

    def _next(self) -> None:
        """The sockets have been looked at: one thing each for a few addresses, who then go to the end."""
        self._began = None
        for _ in range(min(AT_ONCE, len(self._waiting))):
            asker, turns = self._waiting.popitem(last=False)
            while turns and (turn := turns.popleft()).cancelled():  # who has gone away leaves the turn to the next
                pass
            if not turn.done():
                turn.set_result(None)
            if turns:
                self._waiting[asker] = turns
        if self._waiting:
            self._began = time.perf_counter()
            asyncio.get_running_loop().call_soon(self._next)
