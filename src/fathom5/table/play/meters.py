"""What a house counts of itself, in this process: moves, refusals, how long it takes until people see what was asked.

Counting is a few additions; who looks at it, and in which form, is for others.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass, field

from fathom5.table.keep.store import Row

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
asked_at: ContextVar[float | None] = ContextVar("asked_at", default=None)  # when the command came that is being obeyed


@dataclass
class Times:
    """How many took how long."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    total: float = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def up_to(self) -> list[tuple[str, int]]:
        """For each bound how many took no longer; the last is no bound."""
        found, so_far = list[tuple[str, int]](), 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts):
            so_far += count
            found.append((bound, so_far))
        return found


@dataclass
class Meters:
    """All that is counted."""

    moves: Counter[str] = field(default_factory=Counter)  # rows that were kept, by whom
    refusals: Counter[str] = field(default_factory=Counter)  # commands, by reason
    errors: Counter[int] = field(default_factory=Counter)  # requests that were not answered as wished, by status
    deliveries: Times = field(default_factory=Times)  # from a command until a socket had what came of it

    def moved(self, rows: Iterable[Row]) -> None:
        """Levels of bots are left out: 'bot:leviathan' is a bot."""
        for row in rows:
            self.moves[row.by.partition(":")[0] or "unknown"] += 1
