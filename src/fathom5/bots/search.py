"""The searching player: a budget, a few trees side by side, and the move that most searches led through."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import chain
from threading import Lock
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from fathom5.bots.hinted import House, game_of
from fathom5.bots.tree import NEXT, NODE, NONE, PLAN, ROOT, VIEW, foresee, keep, prepare, think
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, MAX_SEATS, Game, hide, offers
from fathom5.kernel.play import CORES

TREES = 2  # for a budget of iterations, so that the answer does not depend on the machine
CHUNK = 0.005  # seconds between two looks at the clock
FOR_EVER = 1 << 62
KNOBS = {"exploration": 0.5, "by_spread": False, "widening": 0.7, "trust": 2.0, "horizon": -1}  # see PLAN
HABITS = {"playouts": "hinted"} | KNOBS
HIRING = Lock()


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
def vacant(state: np.dtype, search: "Search") -> list[Workplace]:
    """The workplaces of a game and a searcher that are not in use."""
    return []


def hired(view: np.record, search: "Search", count: int) -> list[Workplace]:
    """So many workplaces, first those that expect this view."""
    with HIRING:
        free = vacant(view.dtype, search)
        free.sort(key=lambda place: expects(place, view))
        missing = max(0, count - len(free))
        return [free.pop() for _ in range(count - missing)] + [furnished(view.dtype, search) for _ in range(missing)]


def furnished(state: np.dtype, search: "Search") -> Workplace:
    sheet = game_of(state).rules.CHOICES
    return Workplace(np.zeros(search.size, NODE), np.zeros(4, state), np.zeros(1, sheet), np.zeros(1, PLAN))


def expects(place: Workplace, view: np.record) -> bool:
    """Whether the last search there led to this view."""
    return place.desk[NEXT].tobytes() == view.tobytes()


@cache
def workers() -> ThreadPoolExecutor:
    """Compiled loops do not hold the GIL."""
    return ThreadPoolExecutor(CORES, "search")


@dataclass(frozen=True)
class Search(House):
    """A player that searches for some seconds or iterations, whichever end first."""

    seconds: float = 0.0  # 0: no limit
    iterations: int = 0  # of all trees together; 0: no limit
    trees: int = 0  # side by side; 0: one for each core, or TREES where iterations are counted
    playouts: str | None = None  # who plays on below the tree; None here and below: as the game's hints advise
    exploration: float | None = None
    by_spread: bool | None = None  # exploration is counted in standard deviations of the outcomes
    widening: float | None = None
    trust: float | None = None  # in the hints
    horizon: int | None = None
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
        dies = np.split(dice(seed, games=self.forest), self.forest)
        places = hired(view, self, self.forest)
        if self.forest == 1:
            found = self._search(places[0], view, seat, dies[0], is_brief)
        else:
            is_brief = is_brief and not self.iterations  # when a tree stops depends on the clock, and so does their sum
            jobs = [(place, view, seat, rng, is_brief) for place, rng in zip(places, dies, strict=True)]
            found = merged([task.result() for task in [workers().submit(self._search, *job) for job in jobs]])
        for place, rng in zip(places, dies, strict=True):
            if view.seat == seat:
                foresee(place.desk, seat, found[0].action, rng)
        with HIRING:
            vacant(view.dtype, self).extend(places)
        return found

    @property
    def forest(self) -> int:
        """How many trees there are."""
        return self.trees or (TREES if self.iterations else CORES)

    def _search(self, place: Workplace, view: np.record, seat: int, rng: np.ndarray, is_brief: bool) -> list[Finding]:
        """What one tree says; unless iterations are counted, it goes on from the last search if that led here."""
        habits = self.habits(game_of(view.dtype))
        plan = planned(place.plans[0], seat, habits)
        if expects(place, view) and not self.iterations:
            keep(place.tree, view.last, plan)
        else:
            prepare(place.tree, plan)
        place.desk[VIEW] = view
        hide(place.desk[VIEW], seat)
        self._grow(place, brains_of(view.dtype, habits["playouts"]), rng, is_brief)
        return merged([list(at_root(place.tree, int(view.seats)))])

    def habits(self, game: Game) -> dict[str, Any]:
        """How this searcher goes about this game: as told, else as the game's hints advise, else as all do."""
        told = {knob: getattr(self, knob) for knob in HABITS if getattr(self, knob) is not None}
        return HABITS | getattr(game.hints, "SEARCH", {}) | told

    def _grow(self, place: Workplace, brains: np.ndarray, rng: np.ndarray, is_brief: bool) -> None:
        """Search in chunks, and look at the clock in between."""
        end = perf_counter() + (self.seconds or FOR_EVER)
        left, chunk = -(-self.iterations // self.forest) or FOR_EVER, 1
        while left > 0 and (now := perf_counter()) < end:
            chunk = min(chunk, left)
            think(place.tree, place.desk, place.sheets[0], place.plans[0], brains, rng, chunk)
            left -= chunk
            pace = (perf_counter() - now) / chunk
            if is_brief and is_decided(place.tree, min(left, int((end - now) / pace))):
                return
            chunk = max(1, min(2 * chunk, int(CHUNK / pace)))


def planned(plan: np.record, seat: int, habits: dict[str, Any]) -> np.record:
    plan.seat = seat
    for knob in KNOBS:
        plan[knob] = habits[knob]
    if habits["playouts"] == "uniform":
        plan.trust = 1  # the first move of a node is anyone's
    return plan


def brains_of(state: np.dtype, player: str) -> np.ndarray:
    """The same player in every seat."""
    brains = np.zeros(MAX_SEATS, BRAIN)
    brains[:] = game_of(state).brain(player)
    return brains


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
    visits, sibling = tree["visits"], tree["sibling"]  # asked after each chunk, so nothing else of a node is read
    first = second = 0
    child = tree["child"][ROOT]
    while child != NONE:
        first, second = max(first, visits[child]), max(second, min(first, visits[child]))
        child = sibling[child]
    return bool(second and first - second > left)


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
