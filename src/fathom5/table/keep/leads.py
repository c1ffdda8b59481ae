"""Who acts for a table by itself: bots, clocks and forced moves. Of all processes that share a database, one does.

It holds a lock of PostgreSQL for each such table. A lock ends with its connection, and so with the process, however
that ends; the others ask for it again and again. After a connection was lost two may act at once for a moment: then
the turn, which is the key of a row, lets one of them.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Engine

log = logging.getLogger("fathom5.table")
AGAIN = 0.5  # seconds between two tries
SPACE = 17  # of the locks' numbers, which others may use too
TAKE = f"SELECT t FROM unnest(%s::text[]) AS t WHERE pg_try_advisory_lock(hashtextextended(t, {SPACE}))"
GIVE = f"SELECT pg_advisory_unlock(hashtextextended(t, {SPACE})) FROM unnest(%s::text[]) AS t"


class Leads:
    """Takes the lead of the tables that are wanted, in a thread of its own, as soon as nobody else has it."""

    def __init__(self, engine: Engine, tell: Callable[[frozenset[str]], object]) -> None:
        self._engine, self._tell = engine, tell
        self._wanted: dict[str, None] = {}  # as a set whose copies are safe beside changes
        self._changed, self._is_open = threading.Event(), True
        self._thread = threading.Thread(target=self._work, name="leads", daemon=True)
        self._thread.start()

    def want(self, table: str) -> None:
        if table not in self._wanted:
            self._wanted[table] = None
            self._changed.set()

    def give_up(self, table: str) -> None:
        if self._wanted.pop(table, "") is None:
            self._changed.set()

    def close(self) -> None:
        self._is_open = False
        self._changed.set()
        self._thread.join(2)

    def _work(self) -> None:
        while self._is_open:
            try:
                self._hold()
            except sa.exc.OperationalError:
                log.warning("leads nothing", extra={"why": "the database does not answer"})
            except Exception:
                log.exception("leads nothing")
            self._tell(frozenset())
            if self._is_open:
                time.sleep(AGAIN)

    def _hold(self) -> None:
        """With one connection, as long as it lasts."""
        held: set[str] = set()
        with self._engine.connect() as db:
            wire: Any = db.connection.driver_connection
            try:
                wire.autocommit = True
                while self._is_open:
                    wanted = set(self._wanted)
                    if held - wanted:
                        wire.execute(GIVE, [sorted(held - wanted)])
                    taken = {row[0] for row in wire.execute(TAKE, [sorted(wanted - held)])}  # asked even for none: is
                    now = (held & wanted) | taken  # the line still there?
                    if now != held:
                        held = now
                        self._tell(frozenset(held))
                    self._changed.wait(AGAIN)
                    self._changed.clear()
            finally:
                db.invalidate()  # whoever has this connection next would hold the locks
