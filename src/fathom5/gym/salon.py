"""Games with players of any kind in the other seats: played move by move, each with a match of its own.

From outside it is a batch like any other; where all opponents are compiled with the game, that one is far faster.
"""

from collections.abc import Callable, Sequence
from typing import Any

from fathom5.bots import Named, Seated, decision, is_hinted, named
from fathom5.bots.arena import alone
from fathom5.door import Match, Ready
from fathom5.gym.batch import ILLEGAL, REST, RESTART, Batch, opponents
from fathom5.kernel.chance import dice
from fathom5.kernel.game import NOBODY


class Salon(Batch):
    """A batch whose opponents are asked one by one."""

    def __init__(self, ready: Ready, count: int, seat: int, bots: Sequence[Named], *about: Any):
        super().__init__(ready, count, seat, "uniform", *about)
        self.players = bots
        self.matches: list[Match | None] = [None] * count
        self.sitting: list[list[Seated]] = [[] for _ in range(count)]
        for player in bots:
            named(player)  # a wrong name is refused now

    @property
    def _works(self) -> list[Callable[[], Any]]:  # nothing is worth keeping here
        return [self._go_round]

    def _go_round(self) -> None:
        for i, order in enumerate(self.orders):
            if order == RESTART:
                self._restart(i)
            elif order != REST:
                self._take(i, int(self.actions[i]))

    def _restart(self, i: int) -> None:
        """A new game at the learner's first decision; one that is over before is no game."""
        match = None
        while match is None or match.over:
            match = self.ready.start(seed=int(self.rngs[i]))
            self.rngs[i] = dice(int(self.rngs[i]))[0]
            self.matches[i], self.sitting[i] = match, [alone(named(player)) for player in self.players]
            self._let_others_play(i, match)
        self._show(i, match, actor=NOBODY, is_legal=True)

    def _take(self, i: int, action: int) -> None:
        match = self.matches[i]
        assert match is not None
        actor, is_legal = match.seat, bool(self.masks[i, action])
        if is_legal:
            match.play(action)
            self._let_others_play(i, match)
        self._show(i, match, actor, is_legal)

    def _let_others_play(self, i: int, match: Match) -> None:
        while not match.over and match.seat != self.learner:
            seed = int(dice(match.seed or 0, len(match.actions))[0])
            match.play(decision(self.sitting[i][match.seat], match, seed).action)

    def _show(self, i: int, match: Match, actor: int, is_legal: bool) -> None:
        """What a step has come to, as a batch writes it down."""
        is_over = match.over or not is_legal
        self.states[i], self.masks[i] = match.record, 0
        self.rewards[i] = match.shares if match.over else 0.0
        if not is_legal:
            self.rewards[i, actor] = ILLEGAL
        if not is_over:
            self.masks[i, list(match.offers)] = 1
        reward = self.rewards[i, actor] if actor >= 0 else 0.0
        self.results[i] = reward, NOBODY if is_over else match.seat, actor, is_over, not is_legal
        seen = self.encoding.vector(match.glance(self.learner), self.learner)
        self.observations[i] = self.encoding.scaled(seen) if self.is_scaled else seen


def batch_of(ready: Ready, count: int, seat: int | None, bots: Named | Sequence[Named], *about: Any) -> Batch:
    """So many games: in compiled code if all opponents are, else one by one. The rest is as a batch is told it."""
    is_among = seat is not None and not isinstance(seat, bool) and seat in range(ready.seats)  # else a batch refuses it
    names = opponents(ready, int(seat or 0), bots) if is_among else []
    if all(is_hinted(ready.game, name) for name in names):
        return Batch(ready, count, seat, [str(name) for name in names] or "hinted", *about)
    return Salon(ready, count, int(seat or 0), names, *about)
