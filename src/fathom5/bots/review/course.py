"""A game that is over, step by step, and what is asked about each step."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from fathom5.bots.review.arithmetic import Change, Value, after_chance, after_decision, informed, settled, unchanged
from fathom5.bots.review.positions import Choice, Outlook
from fathom5.bots.review.rollouts import Start
from fathom5.bots.review.samples import Sample
from fathom5.door import Match
from fathom5.kernel.chance import dice
from fathom5.kernel.game import CHANCE, apply, offers, setup, view


class Kind(StrEnum):
    """From where a game is looked at."""

    KNOWN = "known"  # what each seat could know at that moment: was the decision good?
    REAL = "real"  # how it really was: what did it cost?


@dataclass(slots=True)
class Step:
    """One action: who took it, and what has to be found out to judge it."""

    number: int
    seat: int  # CHANCE, or who decided
    action: int
    before: np.record  # the state, whole
    odds: float = 1.0  # of what chance took
    others: Outlook | None = None  # at chance: what else could have come
    choice: Choice | None = None  # at a decision that was one
    unsure: dict[int, Outlook] | None = None  # by seat that does not know all: what it may expect before this
    heard: tuple[int, ...] = ()  # the seats that were told what chance took

    @property
    def asks(self) -> Iterator[Outlook | Choice]:
        """What is to be found out by playing on."""
        yield from filter(None, (self.others, self.choice))
        yield from (self.unsure or {}).values()

    def change(self, after: Value) -> Change:
        """What this action did, as far as is known."""
        if self.others is not None:
            change = after_chance(after, self.odds, self.others.found)
        elif self.choice is not None:
            change = after_decision(after, self.choice)
        else:
            change = unchanged(after)
        found = {seat: outlook.found for seat, outlook in (self.unsure or {}).items()}
        return informed(change, after, found, self.heard)


def steps(match: Match, kind: Kind, seed: int) -> list[Step]:
    """Each action of a game, with what is to be found out about it."""
    game, made = match.game, []
    state = np.zeros(1, game.rules.STATE)[0]
    setup(state, game.packed(match.options))
    keys = dice(seed, games=max(1, len(match.actions)))
    for number, action in enumerate(match.actions):
        step = Step(number, int(state.seat), action, state.copy())
        apply(state, action)
        _ask(step, state, kind, keys[number])
        made.append(step)
    return made


def _ask(step: Step, after: np.record, kind: Kind, seed: np.uint64) -> None:
    ways, seats = offers(step.before), int(step.before.seats)
    if step.seat == CHANCE and len(ways) > 1:
        step.odds = ways[step.action] / sum(ways.values())
        step.others = Outlook(Start(step.before, False, seed), Sample.of(seats), step.action)
    elif step.seat >= 0 and len(ways) > 1:
        position = view(step.before, step.seat) if kind == Kind.KNOWN else step.before
        others = [action for action in ways if action != step.action]
        start = Start(position, _differ(position, step.before), seed)
        step.choice = Choice(start, step.seat, step.action, others, [Sample.of(seats) for _ in others])
    if kind == Kind.KNOWN:
        step.unsure = {seat: _outlook(step, seat, seed) for seat in range(seats) if _is_unsure(step, after, seat)}
        step.heard = tuple(seat for seat in range(seats) if view(after, seat).last == after.last)


def _is_unsure(step: Step, after: np.record, seat: int) -> bool:
    """Whether that seat does not know all before or after this; of its own choice it knows what it knows."""
    if seat == step.seat:
        return False
    return _differ(view(step.before, seat), step.before) or _differ(view(after, seat), after)


def _outlook(step: Step, seat: int, seed: np.uint64) -> Outlook:
    return Outlook(Start(view(step.before, seat), True, seed), Sample.of(int(step.before.seats)))


def _differ(one: np.record, other: np.record) -> bool:
    return one.tobytes() != other.tobytes()


def changes(course: list[Step], result: list[float]) -> list[Change]:
    """What each action did, worked out backwards from the result."""
    after, told = settled(np.array(result)), []
    for step in reversed(course):
        told.append(step.change(after))
        after = told[-1].before
    return told[::-1]
