"""What is found out about a position by playing on from it, again and again."""

from dataclasses import dataclass, field

import numpy as np

from fathom5.bots.review.rollouts import Desk, Start
from fathom5.bots.review.samples import Sample

SCREENED = 0.25  # of the rounds of a comparison tell which of all moves are worth a closer look
FINALISTS = 4  # moves that get one
FRESH = 1 << 27  # from this number on rounds pick nobody: they judge
CLEAR = 2.6  # standard errors by which a move must be better: more than two, as one looks several times
MATTERS = 0.01  # of a victory


@dataclass(slots=True)
class Outlook:
    """What comes of a position as it stands, or if chance had done anything there but what it did."""

    start: Start
    found: Sample
    taken: int | None = None  # what chance did

    def refine(self, desk: Desk, rounds: int) -> None:
        """Play on until so many rounds are played in all."""
        missing = rounds - self.found.games
        if missing <= 0:
            return
        if self.taken is None:
            self.found.add(desk.outlook(self.start, self.found.games, missing))
        else:
            self.found.add(desk.otherwise(self.start, self.taken, self.found.games, missing))

    @property
    def is_open(self) -> bool:
        """More rounds would tell more."""
        return bool(np.sqrt(self.found.variance.max()) > MATTERS / 2)


@dataclass(slots=True)
class Choice:
    """A decision: how much better than the move made others are, and whether the best of them really is better.

    The rounds that pick a rival to the move made are not those that judge it: who was picked as the best of many has
    been lucky.
    """

    start: Start
    seat: int
    made: int
    others: list[int]
    screened: list[Sample]  # by how much more each seat gets after each of the others
    rounds: int = 0  # that moves were screened in
    rival: int | None = None  # the best of the others, unless all are worse
    judged: Sample = field(default_factory=lambda: Sample.of(0))

    def refine(self, desk: Desk, rounds: int) -> None:
        """Compare until so many rounds are played in all."""
        self._screen(desk, max(2, int(rounds * SCREENED)))
        missing = rounds - self.judged.games
        if self.rival is not None and missing > 0:
            self.judged.add(self._more(desk, [self.rival], FRESH + self.judged.games, missing)[:, 0])

    def _screen(self, desk: Desk, rounds: int) -> None:
        """All moves in the first rounds, those in front in more of them."""
        missing = rounds - self.rounds
        if missing <= 0:
            return
        leaders = self._leaders() if self.rounds else list(range(len(self.others)))
        gains = self._more(desk, [self.others[k] for k in leaders], self.rounds, missing)
        for place, k in enumerate(leaders):
            self.screened[k].add(gains[:, place])
        self.rounds = rounds
        self._pick(self._leaders()[0])

    def _pick(self, front: int) -> None:
        rival = self.others[front] if self.screened[front].mean[self.seat] > 0 else None
        if rival != self.rival:
            self.rival, self.judged = rival, Sample.of(len(self.screened[front].total))

    def _leaders(self) -> list[int]:
        return sorted(range(len(self.others)), key=lambda k: -self.screened[k].mean[self.seat])[:FINALISTS]

    def _more(self, desk: Desk, actions: list[int], first: int, rounds: int) -> np.ndarray:
        """By how much more each seat gets after each of these actions than after the move made, round by round."""
        played = desk.compare(self.start, [self.made, *actions], first, rounds)
        return played[:, 1:] - played[:, :1]

    @property
    def margin(self) -> float:
        """One standard error of what the rival is better by."""
        return float(np.sqrt(self.judged.variance[self.seat]))

    @property
    def is_mistake(self) -> bool:
        """The rival is better, clear of what luck could have done."""
        return self.rival is not None and bool(self.judged.mean[self.seat] > CLEAR * self.margin)

    @property
    def is_open(self) -> bool:
        """More rounds might show a mistake that matters, or how much it matters."""
        if self.rival is None:
            return False
        if self.is_mistake:
            return self.margin > MATTERS
        return bool(self.judged.mean[self.seat] + 2 * self.margin > MATTERS)
