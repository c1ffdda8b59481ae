"""Many games at once, from decision to decision: chance and bots are played inside, in compiled code, on all cores.

Every environment here is such a batch: that of one seat is a batch of one game.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property, partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from fathom5.bots import Named, brain
from fathom5.door import Ready
from fathom5.gym.encoder import encode, scale
from fathom5.gym.encoding import Encoding
from fathom5.kernel import worlds
from fathom5.kernel.game import (
    BRAIN,
    CHANCE,
    NOBODY,
    apply,
    ask,
    hide,
    inlined,
    loop,
    record_dtype,
    rule,
    score,
    setup,
    win,
)
from fathom5.kernel.play import CORES, consider
from fathom5.kernel.record import Move
from fathom5.kernel.worlds import Rule

ILLEGAL = -1.0  # the reward for what cannot be done
REWARDS = ("share", "points")  # of the victory, or as the game counts
SHARE, REST_OF_SHARE = 6, 2  # small pieces that a core begins with, and as many more for who is free
ALONE = 256  # fewer games than this are not worth a second core
TAKE, RESTART, REST = range(3)  # what is to happen in a game
NOT_SCALED = np.zeros((0, 0), np.float32)

RESULT = record_dtype(  # of a step, for each game
    ("reward", "f8"),  # of whoever has decided
    ("seat", "i8"),  # who is to decide, NOBODY when it is over
    ("actor", "i8"),  # who has decided, NOBODY when it has just begun
    ("over", "?"),
    ("illegal", "?"),
)


# Compiled, most of it as one piece of machine code: every call that hands over arrays costs a few per cent of a step.


@inlined
def advance(state, sheet, brains, learner, rng):
    """Let chance and bots act until the learner is asked, or with NOBODY for a learner, anyone."""
    while state.seat == CHANCE or (state.seat >= 0 and learner >= 0 and state.seat != learner):
        apply(state, consider(state, sheet, brains, rng))


@rule
def start(states, i, openings, sheet, brains, learner, rng, rewards, result):
    """A new game at its first decision; one that is over before is no game."""
    state = states[i]
    state.seat = NOBODY
    while state.seat == NOBODY:
        states[i] = openings[0]
        advance(state, sheet, brains, learner, rng)
    rewards[:] = 0.0
    result.reward = 0.0
    result.seat = state.seat
    result.actor = NOBODY
    result.over = False
    result.illegal = False


@inlined
def play(state, action, is_legal, sheet, brains, learner, rng, rewards, result):
    """Take one action and go on to the next decision, or end the game if it cannot be taken."""
    result.actor = state.seat
    result.illegal = not is_legal
    rewards[:] = 0.0
    if is_legal:
        apply(state, action)
        advance(state, sheet, brains, learner, rng)
        result.seat = state.seat
        if state.seat == NOBODY:
            win(state, rewards)
    else:
        rewards[result.actor] = ILLEGAL  # the state stays as it is: an end that the rules do not know opens no secrets
        result.seat = NOBODY
    result.reward = rewards[result.actor]
    result.over = result.seat == NOBODY


@inlined
def offer_mask(state, sheet, is_over, mask):
    """Mark what can be done now."""
    for action in range(len(mask)):
        mask[action] = 0
    if not is_over:
        ask(state, sheet)
        for k in range(sheet.count):
            mask[sheet.action[k]] = 1


@inlined
def observe(states, i, viewer, desk, desk_record, plan, vector):
    """Hide a copy of a state from the viewer, and write down what is left."""
    desk[0] = states[i]
    hide(desk[0], viewer)
    encode(desk_record, plan, viewer, vector)


@loop
def look(states, i, viewer, desk, desk_record, plan, vector):
    """The same for who is not to decide, and asks by Python."""
    observe(states, i, viewer, desk, desk_record, plan, vector)


@loop
def play_slice(
    first, end, states, openings, orders, actions, rngs, vectors, scaled, masks, rewards, results, sheets,
    brains, learner, rng, desk, desk_record, plan, lows, factors,
):  # fmt: skip
    """Do in some games what is ordered, and show it to whoever is to decide, or to whoever has ended it."""
    sheet = sheets[0]
    for i in range(first, end):
        if orders[i] == REST:
            continue
        state, result = states[i], results[i]
        rng[0] = rngs[i]
        if orders[i] == RESTART:
            start(states, i, openings, sheet, brains, learner, rng, rewards[i], result)
        else:
            play(state, actions[i], masks[i, actions[i]], sheet, brains, learner, rng, rewards[i], result)
        rngs[i] = rng[0]
        offer_mask(state, sheet, result.over, masks[i])
        viewer = learner if learner >= 0 else result.actor if result.over else result.seat
        row = 0 if len(scaled) > 0 else i  # what is to be scaled is only a draft, and stays in the cache
        observe(states, i, viewer, desk, desk_record, plan, vectors[row])
        if len(scaled) > 0:
            scale(vectors[row], lows, factors, scaled[i])


# The batch.

Work = Callable[[], Any]


@cache
def workers() -> ThreadPoolExecutor:
    """Compiled loops do not hold the GIL."""
    return ThreadPoolExecutor(CORES, "batch")


def on_all_cores(works: Sequence[Work], cores: int) -> None:
    """Do the first of these here and one on each other core beside it; the rest goes to who is free."""
    rest = list(works[cores:])
    tasks = [workers().submit(_do_in_turn, work, rest) for work in works[1:cores]]
    _do_in_turn(works[0], rest)
    for task in tasks:
        task.result()


def _do_in_turn(work: Work, rest: list[Work]) -> None:
    """This, then what nobody has begun yet."""
    work()
    while True:
        try:
            work = rest.pop()
        except IndexError:  # another may have been quicker, so it is not asked before
            return
        work()


def settled(rule: Rule, *arguments: Any) -> Work:
    """The same call, again and again: which code it takes is found out once, which takes longer than a step."""
    if worlds.WORLD == worlds.INTERPRETED:
        return partial(rule, *arguments)
    from fathom5.kernel.twins import code_of

    return partial(code_of(rule, *arguments), *arguments)


def opponents(ready: Ready, learner: int, bots: Named | Sequence[Named]) -> list[Named]:
    """A player for each seat; the learner's own is never asked."""
    seats = ready.seats
    names = [bots] * seats if isinstance(bots, str) or callable(bots) else list(bots)
    if learner >= 0 and len(names) == seats - 1:
        names.insert(learner, names[0] if names else "uniform")
    if len(names) != seats:
        raise ValueError(f"bots names one for all, or one for each of the other {seats - 1} seats, not {len(names)}")
    return names


def seated(ready: Ready, learner: int, bots: str | Sequence[str]) -> np.ndarray:
    """Those who are compiled with the game, as a brain for each seat."""
    table = np.zeros(ready.seats, BRAIN)
    for seat, player in enumerate(opponents(ready, learner, bots)):
        table[seat] = brain(ready.game, player)
    return table


class First(NamedTuple):
    """What the last step of one game has come to, as windows on arrays: to find them takes longer than to read."""

    observation: np.ndarray
    mask: np.ndarray
    rewards: np.ndarray  # of each seat
    reward: np.ndarray
    seat: np.ndarray
    over: np.ndarray
    illegal: np.ndarray


class Batch:
    """Some games of one kind under way, and what was seen, offered and won in the last step of each."""

    def __init__(
        self,
        ready: Ready,
        count: int,
        seat: int | None = None,
        bots: str | Sequence[str] = "hinted",
        dtype: Any = np.float32,
        cores: int = CORES,
        reward: str = "share",
    ):
        self.reward = _known_reward(reward)
        self.ready, self.count, self.cores, self.dtype = ready, _at_least_one(count), cores, _known(dtype)
        seats = ready.seats
        if seat is not None and (isinstance(seat, bool) or seat not in range(seats)):
            raise ValueError(f"there is no seat {seat!r}; the seats are 0 to {seats - 1}, or None for all")
        self.seats, self.learner = seats, NOBODY if seat is None else int(seat)
        self.encoding = Encoding(ready)
        self.brains = seated(ready, self.learner, bots)
        self.states, self.openings = np.zeros(count, ready.game.rules.STATE), np.zeros(1, ready.game.rules.STATE)
        setup(self.openings[0], ready.game.packed(ready.options))
        self.rngs = np.zeros(count, np.uint64)
        self.observations = np.zeros((count, self.encoding.size), self.dtype)
        self.masks = np.zeros((count, self.encoding.table.decisions), np.int8)
        self.rewards = np.zeros((count, seats))
        self.results = np.zeros(count, RESULT)
        self.results["over"] = True
        self.orders, self.actions = np.zeros(count, np.int64), np.zeros(count, np.int64)

    def __getstate__(self) -> dict[str, Any]:
        """Windows on arrays and compiled code stay here: a copy has its own."""
        return {name: value for name, value in self.__dict__.items() if name not in ("first", "_works")}

    @cached_property
    def first(self) -> "First":
        """Windows on the first game."""
        of = {name: self.results[name] for name in ("reward", "seat", "over", "illegal")}
        return First(self.observations[0], self.masks[0], self.rewards[0], **of)

    @property
    def is_scaled(self) -> bool:
        return bool(self.dtype == np.float32)

    def seed(self, i: int, source: np.random.Generator) -> None:
        """Let a game's chance follow from a generator."""
        self.rngs[i] = source.integers(1, 1 << 63, dtype=np.uint64)

    def carry_out(self, orders: int | np.ndarray) -> None:
        """Do in each game what is ordered, with `actions` where one is to be taken."""
        self.orders[:] = orders
        on_all_cores(self._works, self._busy)
        if self.reward != "share":
            self._count_points()

    def carry_out_one(self, order: int, action: int = 0) -> None:
        """The same where there is only one game."""
        self.orders[0], self.actions[0] = order, action
        self._works[0]()
        if self.reward != "share":
            self._count_points()

    def _count_points(self) -> None:
        """What a game that has just ended brought each seat, instead of its share."""
        for i in np.flatnonzero(self.results["over"] & (self.orders == TAKE) & ~self.results["illegal"]):
            points = np.zeros(self.seats, np.int64)
            score(self.states[i], points)
            self.rewards[i] = points
            self.results["reward"][i] = points[self.results["actor"][i]]

    @property
    def _busy(self) -> int:
        """Cores that are worth it for so many games."""
        return self.cores if self.count >= ALONE else 1

    @cached_property
    def _works(self) -> list[Work]:
        """What there is to do: most of each core's share in one piece, the rest in small ones for who is free."""
        sizes = [1] if self._busy == 1 else [SHARE] * self._busy + [1] * (REST_OF_SHARE * self._busy)
        cuts = [self.count * sum(sizes[:k]) // sum(sizes) for k in range(len(sizes) + 1)]
        return [self._work(*part) for part in pairwise(cuts)]

    def _work(self, first: int, end: int) -> Work:
        rules, encoding = self.ready.game.rules, self.encoding
        desk, draft = np.zeros(1, rules.STATE), np.zeros((1, encoding.size), np.int8)
        vectors, scaled = (draft, self.observations) if self.is_scaled else (self.observations, NOT_SCALED)
        return settled(
            play_slice,
            first, end, self.states, self.openings, self.orders, self.actions, self.rngs,
            vectors, scaled, self.masks, self.rewards, self.results, np.zeros(1, rules.CHOICES),
            self.brains, self.learner, np.zeros(1, np.uint64), desk, bytes_of(desk)[0],
            encoding.plan, encoding.lows, encoding.factors,
        )  # fmt: skip

    def seen(self, i: int, viewer: int) -> np.record:
        """What a seat may know of a game."""
        seen = self.states[i].copy()
        hide(seen, viewer)
        return seen

    def observed(self, i: int, viewer: int) -> np.ndarray:
        """What a seat is shown of a game, whether it is to decide or not."""
        if viewer == self.results["seat"][i]:
            return self.observations[i].copy()
        desk, vector = np.zeros(1, self.states.dtype), np.zeros(self.encoding.size, np.int8)
        look(self.states, i, viewer, desk, bytes_of(desk)[0], self.encoding.plan, vector)
        return self.encoding.scaled(vector) if self.is_scaled else vector

    def moves(self, i: int) -> dict[int, Move]:
        """What can be done in a game now, by number and in words."""
        seat = int(self.states[i].seat)
        seen = self.seen(i, seat)
        return {int(action): self.ready.game.words.move(seen, int(action)) for action in np.flatnonzero(self.masks[i])}


def bytes_of(states: np.ndarray) -> np.ndarray:
    """The same memory as rows of bytes."""
    return states.view(np.int8).reshape(len(states), -1)


def _known_reward(reward: str) -> str:
    if reward not in REWARDS:
        raise ValueError(f"the reward is {' or '.join(REWARDS)}, not {reward!r}")
    return reward


def _at_least_one(count: int) -> int:
    if count < 1:
        raise ValueError(f"there must be at least one game, not {count}")
    return count


def _known(dtype: Any) -> np.dtype:
    if np.dtype(dtype) not in (np.dtype(np.float32), np.dtype(np.int8)):
        raise ValueError(f"observations are float32 or int8, not {np.dtype(dtype)}")
    return np.dtype(dtype)
