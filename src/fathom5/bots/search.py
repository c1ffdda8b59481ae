"""The searching player: a budget, a few trees side by side, and the move that most searches led through."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import chain
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import NamedTuple

import numpy as np

from fathom5.bots.hinted import game_of
from fathom5.bots.tree import NODE, NONE, PLAN, ROOT, VIEW, prepare, think
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, MAX_SEATS, hide, offers
from fathom5.kernel.play import CORES

TREES = 2  # for a budget of iterations, so that the answer does not depend on the machine
CHUNK = 0.005  # seconds between two looks at the clock
FOR_EVER = 1 << 62


class Finding(NamedTuple):
    """What a search found out about a move."""

    action: int
    visits: int
    outcome: tuple[float, ...]  # each seat's mean share of the victory


class Workplace(NamedTuple):
    """Memory for one tree, to be used again for the next search in the same game."""

    tree: np.ndarray
    desk: np.ndarray
    sheets: np.ndarray
    plans: np.ndarray


@cache
def vacant(state: np.dtype, size: int) -> SimpleQueue[Workplace]:
    """The workplaces of a game that nobody uses."""
    return SimpleQueue()


@cache
def workers() -> ThreadPoolExecutor:
    """Compiled loops do not hold the GIL."""
    return ThreadPoolExecutor(CORES, "search")


@dataclass(frozen=True)
class Search:
    """A player that searches for some seconds or iterations, whichever end first."""

    seconds: float = 0.0  # 0: no limit
    iterations: int = 0  # of all trees together; 0: no limit
    trees: int = 0  # side by side; 0: one for each core, or TREES where iterations are counted
    playouts: str = "hinted"  # who plays on below the tree
    exploration: float = 0.7
    widening: float = 1000.0
    horizon: int = -1
    size: int = 1 << 20  # nodes of a tree; when they are used up it grows no more, but still learns

    def __post_init__(self) -> None:
        if self.seconds <= 0 and self.iterations <= 0:
            raise ValueError("a search needs a budget: seconds=0.5, say, or iterations=10000")

    def __call__(self, view: np.record, seed: int) -> int:
        can = list(offers(view))
        if len(can) == 1:
            return can[0]
        return self.search(view, int(view.seat), seed)[0].action

    def search(self, view: np.record, seat: int, seed: int, is_brief: bool = True) -> list[Finding]:
        """What that seat finds out about the moves in its view, the most searched first; brief: stop when decided."""
        trees = self.trees or (TREES if self.iterations else CORES)
        share = -(-self.iterations // trees)
        if trees == 1:
            return self._search(view, seat, dice(seed)[0], share, is_brief)
        is_brief = is_brief and not self.iterations  # when a tree stops depends on the clock, and so does their sum
        jobs = [(view, seat, rng, share, is_brief) for rng in dice(seed, games=trees)]
        found = [task.result() for task in [workers().submit(self._search, *job) for job in jobs]]
        return merged(found)

    def _search(self, view: np.record, seat: int, rng: np.uint64, iterations: int, is_brief: bool) -> list[Finding]:
        """What one tree says."""
        waiting = vacant(view.dtype, self.size)
        try:
            place = waiting.get_nowait()
        except Empty:
            place = self._furnished(view.dtype)
        place.desk[VIEW] = view
        hide(place.desk[VIEW], seat)
        prepare(place.tree, self._planned(place.plans[0], seat))
        self._grow(place, np.array([rng]), iterations or FOR_EVER, is_brief)
        found = merged([list(at_root(place.tree, int(view.seats)))])
        waiting.put(place)
        return found

    def _furnished(self, state: np.dtype) -> Workplace:
        sheet = game_of(state).rules.CHOICES
        return Workplace(np.zeros(self.size, NODE), np.zeros(3, state), np.zeros(1, sheet), np.zeros(1, PLAN))

    def _planned(self, plan: np.record, seat: int) -> np.record:
        plan.seat, plan.exploration, plan.widening, plan.horizon = seat, self.exploration, self.widening, self.horizon
        return plan

    def _brains(self, state: np.dtype) -> np.ndarray:
        brains = np.zeros(MAX_SEATS, BRAIN)
        brains[:] = game_of(state).brain(self.playouts)
        return brains

    def _grow(self, place: Workplace, rng: np.ndarray, iterations: int, is_brief: bool) -> None:
        """Search in chunks, and look at the clock in between."""
        brains = self._brains(place.desk.dtype)
        end = perf_counter() + (self.seconds or FOR_EVER)
        left, chunk = iterations, 1
        while left > 0 and (now := perf_counter()) < end:
            chunk = min(chunk, left)
            think(place.tree, place.desk, place.sheets[0], place.plans[0], brains, rng, chunk)
            pace = (perf_counter() - now) / chunk
            left = min(left - chunk, int((end - now) / pace))
            chunk = max(1, min(2 * chunk, int(CHUNK / pace)))
            if is_brief and is_decided(place.tree, left):
                return


def at_root(tree: np.ndarray, seats: int) -> Iterator[Finding]:
    """The moves at the root of a tree."""
    child = tree["child"][ROOT]
    while child != NONE:
        node = tree[child]
        outcome = node["gain"][:seats] / node["visits"]
        yield Finding(int(node["move"]), int(node["visits"]), tuple(outcome.tolist()))
        child = node["sibling"]


def is_decided(tree: np.ndarray, left: int) -> bool:
    """Whether the first move at the root would stay the first, whatever comes."""
    visits = sorted(found.visits for found in at_root(tree, 0))
    return len(visits) > 1 and visits[-1] - visits[-2] > left


def merged(parts: list[list[Finding]]) -> list[Finding]:
    """What several trees say together, the most searched first."""
    together: dict[int, Finding] = {}
    for found in chain(*parts):
        other = together.get(found.action, Finding(found.action, 0, found.outcome))
        visits = found.visits + other.visits
        pairs = zip(found.outcome, other.outcome, strict=True)
        outcome = tuple((a * found.visits + b * other.visits) / visits for a, b in pairs)
        together[found.action] = Finding(found.action, visits, outcome)
    return sorted(together.values(), key=lambda found: (-found.visits, found.action))
