"""The review of a game that is over: what was luck, what was skill, and where the game turned."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import local
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from fathom5.bots.compiling import make_ready
from fathom5.bots.review.arithmetic import Change
from fathom5.bots.review.course import Kind, Step, changes, steps
from fathom5.bots.review.positions import Choice
from fathom5.bots.review.rollouts import Desk, best_player
from fathom5.door import Match, replay
from fathom5.kernel.play import CORES
from fathom5.kernel.record import Move

__all__ = ["Better", "Judged", "Kind", "Review", "Standing", "review"]

FIRST = 32  # rounds after which there is something to show
EFFORT = 1024  # rounds, unless something else is asked for


class Better(NamedTuple):
    """A move that would have been better."""

    move: Move
    gain: float  # of the victory, for who decided
    margin: float  # a standard error of that


class Judged(NamedTuple):
    """One action: what each seat could expect before and after it, and why that changed."""

    number: int
    seat: int  # who acted: CHANCE, or a player
    move: Move
    was_choice: bool  # there was something else to do
    before: tuple[float, ...]
    after: tuple[float, ...]
    margins: tuple[float, ...]  # standard errors of what stands before
    luck: tuple[float, ...]
    skill: tuple[float, ...]
    learnt: tuple[float, ...]
    better: Better | None

    @property
    def error(self) -> float:
        """What the decision cost who made it."""
        return -self.skill[self.seat] if self.seat >= 0 else 0.0


class Standing(NamedTuple):
    """How one seat fared."""

    seat: int
    decisions: int
    errors: float  # in all
    luck: float
    given: float  # by errors of others
    learnt: float
    result: float

    @property
    def errors_per_decision(self) -> float:
        return self.errors / max(1, self.decisions)

    @property
    def adjusted(self) -> float:
        """The result less luck: what was to be expected of such play."""
        return self.result - self.luck


class Review(NamedTuple):
    """All of it, as plain data: start + luck + skill + learnt = result, for every seat."""

    game: str
    kind: str
    player: str  # who plays on in what was not played
    rounds: int
    start: tuple[float, ...]
    result: tuple[float, ...]
    actions: list[Judged]

    @property
    def standings(self) -> list[Standing]:
        """How each seat fared."""
        return [self._standing(seat) for seat in range(len(self.result))]

    def _standing(self, seat: int) -> Standing:
        own = [judged for judged in self.actions if judged.seat == seat]
        return Standing(
            seat=seat,
            decisions=sum(judged.was_choice for judged in own),
            errors=sum(judged.error for judged in own),
            luck=sum(judged.luck[seat] for judged in self.actions),
            given=sum(judged.skill[seat] for judged in self.actions if judged.seat != seat),
            learnt=sum(judged.learnt[seat] for judged in self.actions),
            result=self.result[seat],
        )

    def costliest(self, seat: int, most: int = 3) -> list[Judged]:
        """The decisions that cost that seat most, the worst first."""
        mistakes = [judged for judged in self.actions if judged.seat == seat and judged.error > 0]
        return sorted(mistakes, key=lambda judged: -judged.error)[:most]

    def luckiest(self, seat: int, most: int = 3) -> list[Judged]:
        """The moments when chance did most for that seat."""
        return sorted(self._lucky(seat, 1), key=lambda judged: -judged.luck[seat])[:most]

    def unluckiest(self, seat: int, most: int = 3) -> list[Judged]:
        """And those when it did most against it."""
        return sorted(self._lucky(seat, -1), key=lambda judged: judged.luck[seat])[:most]

    def _lucky(self, seat: int, sign: int) -> list[Judged]:
        return [judged for judged in self.actions if judged.luck[seat] * sign > 0]

    def plain(self) -> dict[str, Any]:
        """As JSON data."""
        actions = [judged._asdict() | {"better": judged.better and judged.better._asdict()} for judged in self.actions]
        standings = [
            each._asdict() | {"errors_per_decision": each.errors_per_decision, "adjusted": each.adjusted}
            for each in self.standings
        ]
        return self._asdict() | {"actions": actions, "standings": standings}


def review(
    match: Match | str,
    seconds: float | None = None,
    effort: int | None = None,
    kind: str = Kind.KNOWN,
    seed: int = 0,
    tell: Callable[[Review], bool | None] = lambda so_far: None,
) -> Review:
    """Judge every action of a game that is over, or of its save.

    `effort` is how many rounds each comparison may take, `seconds` how long all of it may; more is played where it is
    still open what the best move was. Both ends are told as they come nearer: `tell` is given what is known so far,
    and may return False to be content with it. With an effort and no limit of time the same seed tells the same.
    """
    match = replay(match) if isinstance(match, str) else match
    if not match.over:
        raise ValueError("this game is not over: a review is for afterwards")
    if kind not in set(Kind):
        raise ValueError(f"a review tells what was {' or '.join(Kind)}, not {kind!r}")
    if (seconds is not None and seconds <= 0) or (effort is not None and effort < FIRST):
        raise ValueError(f"a review needs some seconds, or an effort of at least {FIRST} rounds")
    make_ready(match.game.name)
    most = effort or (EFFORT if seconds is None else 1 << 20)
    return _Work(match, Kind(kind), seed, seconds).until(most, tell)


class _Work:
    """A review under way."""

    def __init__(self, match: Match, kind: Kind, seed: int, seconds: float | None) -> None:
        self.match, self.kind, self.own = match, kind, local()
        self.end = None if seconds is None else monotonic() + seconds
        self.course = steps(match, kind, seed)
        self.rounds = 0

    def until(self, most: int, tell: Callable[[Review], bool | None]) -> Review:
        """Twice as many rounds in each pass, for all that is still open."""
        asks = [ask for step in self.course for ask in step.asks]
        with ThreadPoolExecutor(CORES, "review") as pool:
            while self.rounds < most and not self._is_late():
                self.rounds = min(most, max(FIRST, 2 * self.rounds))
                todo = asks if self.rounds == FIRST else [ask for ask in asks if ask.is_open]
                list(pool.map(self._refine, todo))
                if not todo or tell(self.told()) is False:
                    break
        return self.told()

    def _refine(self, ask: Any) -> None:
        if self.rounds == FIRST or not self._is_late():
            ask.refine(self._desk(), self.rounds)

    def _is_late(self) -> bool:
        return self.end is not None and monotonic() >= self.end

    def _desk(self) -> Desk:
        if not hasattr(self.own, "desk"):
            self.own.desk = Desk(self.match)
        return self.own.desk

    def told(self) -> Review:
        """What is known so far."""
        game, result = self.match.game, self.match.shares
        found = changes(self.course, result)
        ends = [change.before.share for change in found[1:]] + [np.array(result)]
        judged = [self._judged(*row) for row in zip(self.course, found, ends, strict=True)]
        start = judged[0].before if judged else tuple(result)
        return Review(game.name, str(self.kind), best_player(game), self.rounds, start, tuple(result), judged)

    def _judged(self, step: Step, change: Change, after: np.ndarray) -> Judged:
        return Judged(
            number=step.number,
            seat=step.seat,
            move=self._move(step, step.action),
            was_choice=step.choice is not None,
            before=_numbers(change.before.share),
            after=_numbers(after),
            margins=_numbers(np.sqrt(change.before.variance)),
            luck=_numbers(change.luck),
            skill=_numbers(change.skill),
            learnt=_numbers(change.learnt),
            better=self._better(step, step.choice) if step.choice is not None else None,
        )

    def _better(self, step: Step, choice: Choice) -> Better | None:
        if not choice.is_mistake or choice.rival is None:
            return None
        return Better(self._move(step, choice.rival), float(choice.judged.mean[choice.seat]), choice.margin)

    def _move(self, step: Step, action: int) -> Move:
        return self.match.game.words.move(step.before, action)


def _numbers(values: np.ndarray) -> tuple[float, ...]:
    return tuple(values.tolist())
