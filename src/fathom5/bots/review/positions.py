"""What is found out about a position by playing on from it, again and again."""

from dataclasses import dataclass, field
from math import ceil

import numpy as np

from fathom5.bots.review.rollouts import Desk, Start
from fathom5.bots.review.samples import Sample, Value

MOST = 1024  # rounds for what is open, unless something else is asked for
ADVISED = 64  # rounds up to which a move is compared only with what the best hinted player would have done
SCREENED = 0.25  # of the rounds of a comparison, beyond that, tell which of all moves are worth a closer look
FINALISTS = 4  # moves that get one
TRIED = 2  # rounds in which all moves are tried
EVENLY = 0.6180339887498949  # multiples of it, less what is whole, lie evenly between 0 and 1
FRESH = 1 << 27  # from this number on rounds pick nobody: they judge
CLEAR = 2.6  # standard errors by which a move must be better: more than two, as one looks several times
MATTERS = 0.01  # of a victory
VISIBLE = 0.025  # of a victory: what can be seen of a curve
KNOWING = 128  # rounds that tell how many more are needed
ENOUGH = 32  # rounds of screening in which a better move would have shown; games in which something at stake would
DOUBT = 8  # rounds without a difference that each move is thought to have had before: few rounds promise little
BLIND = 512  # rounds at most in which a move is picked blindly, to know what was at stake
FAINT = 0.02  # of a victory: a standard error of what was at stake that will do, as a game has many decisions
FEWEST = 16  # rounds that a verdict takes: in a few of them all can go the same way


@dataclass(slots=True)
class Outlook:
    """What comes of a position as it stands, or if chance had done anything there but what it did."""

    start: Start
    found: Sample
    taken: int | None = None  # what chance did
    weight: float = 1.0  # how much of the value before hangs on it
    asked: tuple[int, ...] | None = None  # the seats that have no other way to know: all, unless it is said

    def refine(self, desk: Desk, rounds: int) -> None:
        """Play on until so many rounds are played in all, or as many as will do."""
        missing = min(rounds, self._enough) - self.found.games
        if missing <= 0:
            return
        if self.taken is None:
            self.found = self.found.plus(desk.outlook(self.start, self.found.games, missing))
        else:
            self.found = self.found.plus(desk.otherwise(self.start, self.taken, self.found.games, missing))

    @property
    def value(self) -> Value:
        return self.found.value

    @property
    def is_open(self) -> bool:
        """More rounds would change what can be seen of a curve."""
        return self._blur > 1

    @property
    def _blur(self) -> float:
        """The widest standard error, as a multiple of what can be seen."""
        variance = self.value.variance if self.asked is None else self.value.variance[[*self.asked]]
        return float(self.weight * np.sqrt(variance.max(initial=0.0)) / VISIBLE)

    @property
    def _enough(self) -> int:
        """Rounds after which nothing more would be seen, by what is known so far; few rounds do not know it."""
        if self.asked == ():
            return 0
        return ceil(self.found.games * self._blur**2) + 1 if self.found.games >= KNOWING else MOST


@dataclass(slots=True)
class Choice:
    """A decision: how much better than the move made others are, and whether the best of them really is better.

    The rounds that pick a rival to the move made are not those that judge it: who was picked as the best of many has
    been lucky. The first rival is what the best hinted player would have done: few rounds pick nobody who is better.
    """

    start: Start
    seat: int
    made: int
    others: list[int]
    screened: list[Sample]  # by how much more each seat gets after each of the others
    rounds: int = 0  # that those in front were screened in
    nominee: int | None = None  # what the best hinted player would have done, unless it was done
    rival: int | None = None  # the best of the others, unless all are worse
    judged: dict[int, Sample] = field(default_factory=dict)  # the same for those that have been rivals, in fresh rounds
    blind: Sample | None = None  # the same for moves picked blindly, where somebody asks what was at stake

    def refine(self, desk: Desk, rounds: int) -> None:
        """Compare until so many rounds are played in all, as far as something is open."""
        if self._is_contested:
            self._compare(desk, rounds)
        if self._is_faint and rounds > ADVISED:
            self._pick_blindly(desk, rounds)

    def _compare(self, desk: Desk, rounds: int) -> None:
        if rounds > ADVISED:
            self._screen(desk, int(rounds * SCREENED))
        else:
            self._nominate(desk)
        missing = rounds - self.duel.games
        if self.rival is not None and missing > 0 and not self._is_judged:
            gains = self._more(desk, [self.rival], FRESH + self.duel.games, missing)[:, 0]
            self.judged[self.rival] = self.duel.plus(gains)

    def _pick_blindly(self, desk: Desk, rounds: int) -> None:
        """Each move in its turn, so that all are picked as often, whenever it stops."""
        assert self.blind is not None
        ways, first = [self.made, *self.others], self.blind.games
        picked = [ways[int(number * EVENLY % 1 * len(ways))] for number in range(first, min(rounds, BLIND))]
        if picked:
            self.blind = self.blind.plus(desk.instead(self.start, self.made, picked, first))

    def _nominate(self, desk: Desk) -> None:
        advised = desk.advised(self.start)
        self.nominee = self.rival = advised if advised != self.made else None

    def _screen(self, desk: Desk, rounds: int) -> None:
        """All moves in the first rounds; each time the rounds double, half of them are left."""
        while self.rounds < rounds and not self._is_idle:
            leaders, until = self._leaders(), min(rounds, max(TRIED, 2 * self.rounds))
            gains = self._more(desk, [self.others[k] for k in leaders], self.rounds, until - self.rounds)
            for place, k in enumerate(leaders):
                self.screened[k] = self.screened[k].plus(gains[:, place])
            self.rounds = until
        front = max(self._leaders(), key=self._promise)
        self.rival = self.others[front] if self._promise(front) > 0 else None

    def _leaders(self) -> list[int]:
        """Who stays in the field: the best so far, and whom a good player would have chosen."""
        count = max(FINALISTS, len(self.others) // max(1, self.rounds))
        front = sorted(range(len(self.others)), key=lambda k: -self._promise(k))[:count]
        advised = [k for k, action in enumerate(self.others) if action == self.nominee and k not in front]
        return sorted(front + advised)

    def _promise(self, k: int) -> float:
        """What the mover gains by another move, as far as was screened, and doubted."""
        return float(self.screened[k].total[self.seat]) / (DOUBT + self.screened[k].games)

    def _more(self, desk: Desk, actions: list[int], first: int, rounds: int) -> np.ndarray:
        """By how much more each seat gets after each of these actions than after the move made, round by round."""
        played = desk.compare(self.start, [self.made, *actions], first, rounds)
        return played[:, 1:] - played[:, :1]

    @property
    def duel(self) -> Sample:
        """By how much more each seat gets after the rival, in rounds that have picked nobody."""
        none = Sample.of(len(self.screened[0].total))
        return none if self.rival is None else self.judged.get(self.rival, none)

    @property
    def gain(self) -> float:
        """What the rival is better by."""
        return float(self.duel.mean[self.seat])

    @property
    def margin(self) -> float:
        """One standard error of that."""
        return float(np.sqrt(self.duel.variance[self.seat]))

    @property
    def is_mistake(self) -> bool:
        """The rival is better, clear of what luck could have done."""
        return self.gain > CLEAR * self.margin and self.duel.games >= FEWEST

    @property
    def is_open(self) -> bool:
        """More rounds might show a mistake that matters, or how much it matters, or what was at stake."""
        return self._is_contested or self._is_faint

    @property
    def stake(self) -> float | None:
        """What a move picked blindly would have cost beside the move made, where that was asked for and found."""
        return -float(self.blind.mean[self.seat]) if self.blind is not None and self.blind.games else None

    @property
    def _is_faint(self) -> bool:
        """More rounds would tell better what was at stake."""
        if self.blind is None or self.blind.games >= BLIND:
            return False
        return self.blind.value.variance[self.seat] > FAINT**2

    @property
    def _is_contested(self) -> bool:
        return (self.rounds < ENOUGH and not self._is_idle) or not self._is_judged

    @property
    def _is_idle(self) -> bool:
        """In many games after all other moves nobody has got more or less: nothing is at stake."""
        if self.rounds < 2 * TRIED or sum(sample.games for sample in self.screened) < ENOUGH:
            return False
        return not any(sample.squares.any() for sample in [*self.screened, *self.judged.values()])

    @property
    def _is_judged(self) -> bool:
        """Against this rival more rounds would show nothing new that matters, or nothing clearly."""
        if self.rival is None:
            return True
        if self.is_mistake:
            return self.margin <= MATTERS
        clear = CLEAR * self.margin * (self.duel.games / MOST) ** 0.5  # what would be so after all rounds
        return self.gain + self.margin <= max(MATTERS, clear)

    def weighed(self) -> dict[int, Sample]:
        """What each other move is known to bring more, from fresh rounds where there are some; the best first."""
        found = {action: self.judged.get(action, self.screened[k]) for k, action in enumerate(self.others)}
        played = {action: sample for action, sample in found.items() if sample.games}
        return dict(sorted(played.items(), key=lambda one: -one[1].total[self.seat] / one[1].games))
