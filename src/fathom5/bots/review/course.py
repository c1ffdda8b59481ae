"""A game that is over, step by step, and what is asked about each step."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from fathom5.bots.review.arithmetic import Change, after_chance, after_decision, informed, settled, unchanged
from fathom5.bots.review.levels import BY_STAKE, measure
from fathom5.bots.review.positions import Choice, Outlook
from fathom5.bots.review.rollouts import Start, medals
from fathom5.bots.review.samples import Sample, Value
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
    unsure: dict[int, Outlook] = field(default_factory=dict)  # by seat that does not know all: what it may expect
    heard: tuple[int, ...] = ()  # the seats that were told what chance took, where it could have taken something else

    @property
    def asks(self) -> Iterator[Outlook | Choice]:
        """What is to be found out by playing on."""
        yield from filter(None, (self.others, self.choice))
        yield from self.unsure.values()

    @property
    def is_turn_of_events(self) -> bool:
        """It could have gone otherwise: somebody chose, or chance did."""
        return self.choice is not None or self.others is not None

    def change(self, after: Value, owed: np.ndarray) -> Change:
        """What this action did, as far as is known; `owed` is what the same player's go has missed later on."""
        if self.others is not None and self.others.found.games:
            change = after_chance(after, self.odds, self.others.value)
        elif self.choice is not None:
            change = after_decision(after, self.choice, owed)
        else:
            change = unchanged(after)
        found = {seat: outlook.value for seat, outlook in self.unsure.items() if outlook.found.games}
        return informed(change, after, found, self.heard)


def steps(match: Match, kind: Kind, seed: int) -> list[Step]:
    """Each action of a game, with what is to be found out about it."""
    game, made = match.game, []
    state = np.zeros(1, game.rules.STATE)[0]
    setup(state, game.packed(match.options))
    keys, going = dice(seed, games=max(1, len(match.actions))), CHANCE
    for number, action in enumerate(match.actions):
        step = Step(number, int(state.seat), action, state.copy())
        apply(state, action)
        nothing = Sample.of(match.seats + len(medals(game)))
        _ask(step, game.name, keys[number], kind, nothing)
        if kind == Kind.KNOWN and (step.seat == CHANCE or step.seat != going):
            _ask_the_unsure(step, state, keys[number], nothing)
        going = step.seat if step.is_turn_of_events else going
        made.append(step)
    return made


def _ask(step: Step, game: str, seed: np.uint64, kind: Kind, nothing: Sample) -> None:
    """What is to be found out about what was done, from where that is looked at."""
    ways = offers(step.before)
    if step.seat == CHANCE and len(ways) > 1:
        step.odds = ways[step.action] / sum(ways.values())
        step.others = Outlook(Start(step.before, False, seed), nothing, step.action, 1 - step.odds)
    elif step.seat >= 0 and len(ways) > 1:
        position = view(step.before, step.seat) if kind == Kind.KNOWN else step.before
        others = [action for action in ways if action != step.action]
        start = Start(position, _differ(position, step.before), seed)
        blind = nothing if measure(game) is BY_STAKE else None
        step.choice = Choice(start, step.seat, step.action, others, [nothing] * len(others), blind=blind)


def _ask_the_unsure(step: Step, after: np.record, seed: np.uint64, nothing: Sample) -> None:
    """What those may expect who do not know all: at every turn of chance, and once for each go of somebody else.

    Who knows what to expect from its own view has no use for what is played on from the state as it is.
    """
    seats = range(int(step.before.seats))
    step.unsure = {
        seat: Outlook(Start(view(step.before, seat), True, seed), nothing, asked=(seat,))
        for seat in seats
        if _is_unsure(step, after, seat)
    }
    if step.others is not None:
        step.heard = tuple(seat for seat in seats if view(after, seat).last == after.last)
        step.others.asked = tuple(column for column in range(len(nothing.total)) if column not in step.unsure)


def _is_unsure(step: Step, after: np.record, seat: int) -> bool:
    """Whether that seat does not know all before or after this; of its own choice it knows what it knows."""
    if seat == step.seat:
        return False
    return _differ(view(step.before, seat), step.before) or _differ(view(after, seat), after)


def _differ(one: np.record, other: np.record) -> bool:
    return one.tobytes() != other.tobytes()


def changes(course: list[Step], result: np.ndarray) -> list[Change]:
    """What each action did, worked out backwards from the result."""
    nothing = np.zeros(len(result))
    after, told, going, owed = settled(result), [], CHANCE, nothing
    for step in reversed(course):
        if step.is_turn_of_events and step.seat != going:
            going, owed = step.seat, nothing
        told.append(step.change(after, owed))
        after, owed = told[-1].before, owed - told[-1].skill
    return told[::-1]
