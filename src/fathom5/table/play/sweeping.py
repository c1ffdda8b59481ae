"""The sweeper of a house: in the background, old tables end a few at a time; where somebody is, none does.

Whoever is at a table keeps it young: every process notes from time to time at which tables it has guests, so that none
of those that share a database sweeps away where another's guests sit.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from fathom5.table.keep import sweeping
from fathom5.table.settings import Settings

if TYPE_CHECKING:
    from fathom5.table.play.rooms import Rooms

log = logging.getLogger("fathom5.table")
FIRST = 60.0  # seconds after the start: nobody waits for it
ROUND = 600.0  # between two looks for old tables
STEP = 1.0  # between two steps, while there are some
YOUNG = 3600.0  # for which a table at which somebody is need not be noted again
AT_ONCE = 100  # tables that are noted in one step
LONGEST_PAUSE = 3600.0  # after a fault


class Sweeper:
    """Goes round for ever. A passing fault passes: the next round comes, after growing pauses."""

    def __init__(self, rooms: "Rooms") -> None:
        self.rooms, self.kept = rooms, kept_for(rooms.settings)
        self.young: dict[str, float] = {}  # tables at which somebody is: when that was noted

    async def run(self) -> None:
        pause = FIRST
        while True:
            await asyncio.sleep(pause)
            try:
                pause = STEP if await self.step() else ROUND
            except Exception:
                log.exception("sweeping")
                pause = min(LONGEST_PAUSE, 2 * pause)

    async def step(self) -> bool:
        """Note who is here, then let a few tables go; whether there may be more."""
        await self._note_all()
        if not any(self.kept.values()):
            return False
        here, now = self.rooms.tables(), time.time()
        gone = await self.rooms.store.write(lambda db: sweeping.sweep(db, self.kept, now, here))
        for kind, count in gone.items():
            log.info("swept", extra={"why": kind, "tables": count})
        return bool(gone)

    def come(self, table: str, touched: float) -> None:
        """Somebody has come to a table, perhaps to one that was about to end."""
        if touched < time.time() - YOUNG and table not in self.young:
            self.rooms.spawn(self._note_one(table))

    async def _note_one(self, table: str) -> None:
        """Where that fails, the next round notes it."""
        try:
            await self._note([table])
        except Exception:
            log.exception("sweeping", extra={"table": table[:6]})

    async def _note_all(self) -> None:
        """Where somebody is."""
        now, occupied = time.time(), self.rooms.occupied()
        self.young = {table: noted for table, noted in self.young.items() if table in occupied}
        old = [table for table in occupied if self.young.get(table, 0.0) < now - YOUNG]
        for first in range(0, len(old), AT_ONCE):
            await self._note(old[first : first + AT_ONCE])

    async def _note(self, some: Sequence[str]) -> None:
        """A table that ended in the very moment in which somebody came is no longer here either."""
        now = time.time()
        for gone in await self.rooms.store.write(partial(sweeping.touch, chosen=some, now=now)):
            self.rooms.drop_table(gone)
        self.young |= dict.fromkeys(some, now)


def kept_for(settings: Settings) -> dict[str, float]:
    """Seconds for each kind of table."""
    days = {
        "lobbies": settings.keep_lobbies,
        "unfinished": settings.keep_unfinished,
        "finished": settings.keep_finished,
    }
    return {kind: sweeping.A_DAY * count for kind, count in days.items()}
