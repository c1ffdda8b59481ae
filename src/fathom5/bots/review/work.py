"""A review under way: what is played where, on all cores, until little is open or time is up."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from math import log2
from threading import local
from time import monotonic
from typing import Any

import numpy as np

from fathom5.bots.review.arithmetic import Change
from fathom5.bots.review.course import Kind, Step, changes, steps
from fathom5.bots.review.data import Better, Judged, Medals, Review
from fathom5.bots.review.positions import MATTERS, MOST, Choice, Outlook
from fathom5.bots.review.rollouts import Desk, best_player, medals
from fathom5.bots.review.samples import Sample
from fathom5.door import Match
from fathom5.kernel.play import CORES
from fathom5.kernel.record import Move

FIRST = 8  # rounds after which there is something to show
NAMED = 3  # decisions of each seat that are told as its costliest: they get more rounds, until they are sure
SURE = 1 << 14  # rounds that those get at most
SHOWN = 12  # other moves of a decision that are told
AT_ONCE = 512  # rounds of one comparison, before somebody asks whether it is time to stop
PULSE = 0.5  # seconds between two tellings
TELLING = 0.05  # seconds that one of them may take: if it takes longer, there are fewer
PATIENCE = 0.5  # seconds until something is told even if not every moment has been looked at

Ask = Outlook | Choice
Tell = Callable[[Review], bool | None] | None


class Work:
    """A review under way."""

    def __init__(
        self, match: Match, kind: Kind, seed: int, seconds: float | None, most: int = MOST, cores: int = CORES
    ) -> None:
        self.match, self.kind, self.most, self.cores = match, kind, most, cores
        self.begun, self.seconds, self.own = monotonic(), seconds, local()
        self.course, self.result = steps(match, kind, seed), np.array([*match.shares, *won(match)])
        self.moves: dict[tuple[int, int], Move] = {}
        self.weighed: dict[int, tuple[Any, tuple[Better, ...]]] = {}  # by action: as of when, and what
        self.rounds, self.tell_at, self.is_content = 0, self.begun + PATIENCE, False

    # Working.

    def until_done(self, tell: Tell) -> Review:
        """Twice as many rounds in each pass for all that is still open, then more for what will be named."""
        asks = spread([ask for step in self.course for ask in step.asks])
        with ThreadPoolExecutor(self.cores, "review") as pool:
            while self.rounds < self.most and not self._is_over():
                self.rounds = min(self.most, max(FIRST, 2 * self.rounds))
                self._pass(pool, asks if self.rounds == FIRST else [ask for ask in asks if ask.is_open], tell)
            rounds = self.most
            while (unsure := self._unsure_named()) and rounds < SURE and self.most == MOST and not self._is_over():
                rounds = min(SURE, rounds + AT_ONCE * max(1, rounds // MOST))
                self._pass(pool, unsure, tell, rounds)
        return self.told(is_done=True)

    def _pass(self, pool: ThreadPoolExecutor, todo: Iterable[Ask], tell: Tell, rounds: int = 0) -> None:
        """Every one of these once; meanwhile it is told now and then how it stands."""
        for task in as_completed([pool.submit(self._refine, ask, rounds or self.rounds) for ask in todo]):
            task.result()
            if monotonic() > self.tell_at:
                self._tell(tell)
        self._tell(tell)

    def _tell(self, tell: Tell) -> None:
        """Whoever listens hears of it, but not so often that nothing else is done."""
        if tell is not None and not self.is_content:
            begun = monotonic()
            self.is_content = tell(self.told()) is False
            self.tell_at = monotonic() + PULSE * max(1.0, (monotonic() - begun) / TELLING)

    def _refine(self, ask: Ask, rounds: int) -> None:
        if not self._is_over():
            ask.refine(self._desk(), rounds)

    def _is_over(self) -> bool:
        return self.is_content or (self.seconds is not None and monotonic() >= self.begun + self.seconds)

    def _desk(self) -> Desk:
        if not hasattr(self.own, "desk"):
            self.own.desk = Desk(self.match)
        return self.own.desk

    def _unsure_named(self) -> list[Choice]:
        """The costliest decisions of each seat, as far as it is not sure enough what they cost."""
        costs: dict[int, list[tuple[float, Choice]]] = {seat: [] for seat in range(self.match.seats)}
        for step, change in zip(self.course, changes(self.course, self.result), strict=True):
            if step.choice is not None and step.choice.is_mistake:
                costs[step.seat].append((-change.skill[step.seat], step.choice))
        named = [sorted(own, key=lambda one: -one[0])[:NAMED] for own in costs.values()]
        return [choice for own in named for _, choice in own if choice.margin > MATTERS]

    # Telling.

    def told(self, is_done: bool = False) -> Review:
        """What is known so far."""
        game, seats = self.match.game, self.match.seats
        found = changes(self.course, self.result)
        ends = [change.before.share for change in found[1:]] + [self.result]
        judged = [self._judged(*row) for row in zip(self.course, found, ends, strict=True)]
        return Review(
            game=game.name,
            kind=str(self.kind),
            player=best_player(game),
            rounds=self.rounds,
            progress=1.0 if is_done else self._progress(),
            start=judged[0].before if judged else _numbers(self.result[:seats]),
            result=_numbers(self.result[:seats]),
            medals=medals(game),
            actions=judged,
        )

    def _progress(self) -> float:
        """How far it is: by rounds, which double, or by the clock, if that is farther."""
        played = log2(max(1, self.rounds / FIRST)) / max(1.0, log2(self.most / FIRST))
        passed = (monotonic() - self.begun) / self.seconds if self.seconds else 0.0
        return min(0.99, max(0.9 * played, passed))

    def _judged(self, step: Step, change: Change, after: np.ndarray) -> Judged:
        seats, choice = self.match.seats, step.choice
        parts = change.before.share, after, change.luck, change.skill
        return Judged(
            number=step.number,
            seat=step.seat,
            action=step.action,
            move=self._move(step, step.action),
            was_choice=choice is not None,
            before=_numbers(change.before.share[:seats]),
            after=_numbers(after[:seats]),
            margins=_numbers(np.sqrt(change.before.variance[:seats])),
            luck=_numbers(change.luck[:seats]),
            skill=_numbers(change.skill[:seats]),
            learnt=_numbers(change.learnt[:seats]),
            better=self._better(step, choice) if choice is not None else None,
            moves=self._others(step, choice) if choice is not None else (),
            stake=self._stake(choice, change),
            medals=Medals(*(_numbers(part[seats:]) for part in parts)) if medals(self.match.game) else None,
        )

    def _stake(self, choice: Choice | None, change: Change) -> float | None:
        """From the best move down to one picked blindly."""
        if choice is None or choice.stake is None:
            return None
        return choice.stake - float(change.skill[choice.seat])

    def _better(self, step: Step, choice: Choice) -> Better | None:
        if choice.rival is None or not choice.is_mistake:
            return None
        return self._other(step, choice.rival, choice.duel)

    def _others(self, step: Step, choice: Choice) -> tuple[Better, ...]:
        """What the other moves would have brought; that is worked out anew only where more is known."""
        known = choice.rounds, choice.rival, choice.duel.games
        if self.weighed.get(step.number, (None,))[0] != known:
            shown = list(choice.weighed().items())[:SHOWN]
            self.weighed[step.number] = known, tuple(self._other(step, *one) for one in shown)
        return self.weighed[step.number][1]

    def _other(self, step: Step, action: int, more: Sample) -> Better:
        gain, variance = float(more.mean[step.seat]), float(more.variance[step.seat])
        return Better(action, self._move(step, action), gain, float(np.sqrt(variance)))

    def _move(self, step: Step, action: int) -> Move:
        """In words, which are looked up once: it is told again and again."""
        if (step.number, action) not in self.moves:
            self.moves[step.number, action] = self.match.game.words.move(step.before, action)
        return self.moves[step.number, action]


def spread(asks: list[Ask]) -> list[Ask]:
    """What curves are made of first, and so that whatever part of it has been looked at lies all over the game."""
    places = sorted(range(len(asks)), key=lambda place: f"{place:032b}"[::-1])
    return sorted((asks[place] for place in places), key=lambda ask: isinstance(ask, Choice))


def won(match: Match) -> list[bool]:
    """Which medal it became."""
    return [match.scores[0] == points for points in range(len(medals(match.game)))]


def _numbers(values: np.ndarray) -> tuple[float, ...]:
    return tuple(values.tolist())
