"""What all processes of one house count together: how much anyone has used up, and who is connected where.

It is a small SQLite file in the folder of the house, which lasts as long as the house is open. What a process has
counted as being there ends with the process: who looks after it crosses that out.
"""

import sqlite3
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path

FILE = "ledger"
OLD = 3600.0  # seconds after which whatever was used up is long filled again

TABLES = """
CREATE TABLE IF NOT EXISTS levels (name TEXT PRIMARY KEY, level REAL NOT NULL, at REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS counts (
    worker INTEGER NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (name, worker)
) WITHOUT ROWID;
"""


class Ledger:
    """The house's counters, as one of its processes writes them."""

    def __init__(self, folder: str, worker: int) -> None:
        self.worker = worker
        self._db = sqlite3.connect(Path(folder) / FILE, isolation_level=None, timeout=5.0, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=OFF")  # it does not outlive the house
        self._db.executescript(TABLES)

    # What is used up, and fills again.

    def left(self, name: str, burst: float, rate: float) -> float:
        now = time.monotonic()  # the same in all processes of a machine
        level, then = self._db.execute("SELECT level, at FROM levels WHERE name = ?", [name]).fetchone() or (burst, now)
        return float(min(burst, level + (now - then) * rate))

    def spend(self, name: str, amount: float, burst: float, rate: float, least: float | None = None) -> bool:
        """Take it, unless there is less than the least; whether it was taken."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            left = self.left(name, burst, rate)
            can_take = least is None or left >= least
            if can_take:
                now = (name, left - amount, time.monotonic())
                self._db.execute("INSERT OR REPLACE INTO levels VALUES (?, ?, ?)", now)
        finally:
            self._db.execute("COMMIT")
        return can_take

    # Who is there.

    def come(self, names: Iterable[str], change: int = 1) -> None:
        """One more under each of these names; or, by a change of -1, one less."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for name in names:
                one = (self.worker, name, change)
                add = "ON CONFLICT (name, worker) DO UPDATE SET count = count + excluded.count"
                self._db.execute(f"INSERT INTO counts VALUES (?, ?, ?) {add}", one)
                self._db.execute("DELETE FROM counts WHERE name = ? AND worker = ? AND count <= 0", [name, self.worker])
        finally:
            self._db.execute("COMMIT")

    def elsewhere(self, name: str) -> int:
        """How many there are under this name in other processes."""
        asked = "SELECT coalesce(sum(count), 0) FROM counts WHERE name = ? AND worker <> ?"
        return int(self._db.execute(asked, [name, self.worker]).fetchone()[0])

    def cross_out(self, worker: int) -> None:
        """That process is no more."""
        self._db.execute("DELETE FROM counts WHERE worker = ?", [worker])

    def sweep(self) -> None:
        self._db.execute("DELETE FROM levels WHERE at < ?", [time.monotonic() - OLD])

    def close(self) -> None:
        self._db.close()


@cache
def opened(folder: str, worker: int) -> Ledger:
    """This process's own."""
    return Ledger(folder, worker)
