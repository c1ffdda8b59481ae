"""Decisions that matter: of one decision in each of many games, by how much the best move is better than the next.

A position is looked at as its mover sees it: what is hidden is dealt anew for each round, and all moves of a round are
played on in the same world, with the same dice. The rounds that pick the two best moves are not those that judge them:
who was picked as the best of many has been lucky. A game with many decisions is as likely to be drawn from as one with
few, so a decision counts as many times as its game has decisions.
"""

from collections.abc import Sequence
from threading import local
from typing import NamedTuple

import numpy as np

from fathom5.bots.review.rollouts import Desk, Start
from fathom5.bots.review.samples import Sample
from fathom5.door import Ready
from fathom5.kernel.chance import numbered_dice
from fathom5.kernel.game import offers, view
from fathom5.lab.players import Parlour
from fathom5.lab.series import Columns, Stretch

STAGE, FEWEST_TRIED = 512, 8  # games of a stage that halves the field; rounds of it, however many moves there are
FEWEST, MOST = 32, 4096  # rounds that judge the two best
FRESH = 1 << 27  # from this number on rounds pick nobody: they judge
CLEAR = 2.6  # standard errors from the bound: more than two, as one looks several times
COLUMNS: dict[str, np.dtype] = {  # of a row: a game, and the decision of it that was drawn
    "choices": np.dtype(np.int32),  # decisions of the game with two moves or more
    "seat": np.dtype(np.int8),
    "moves": np.dtype(np.int16),
    "gap": np.dtype(np.float32),  # how much more of a victory the best move brings than the next
    "margin": np.dtype(np.float32),  # a standard error of that
    "rounds": np.dtype(np.int32),
}


class Drawn(NamedTuple):
    """A decision of a game."""

    state: np.record
    choices: int  # of the game, as many as there have been so far


class Sampler:
    """Where decisions of one point's games are drawn and weighed, by any number of threads."""

    def __init__(self, ready: Ready, players: Sequence[str], key: np.uint64, bound: float) -> None:
        self.ready, self.key, self.bound, self.own = ready, key, bound, local()
        self.parlour = Parlour(ready, players, key)

    def play(self, stretch: Stretch) -> Columns:
        """A row for each game of the stretch."""
        columns = {name: np.zeros(stretch.games, kind) for name, kind in COLUMNS.items()}
        for number, start in enumerate(numbered_dice(self.key, *stretch)):
            if drawn := self._draw(start):
                seat = int(drawn.state["seat"])
                row = (drawn.choices, seat, *self._weigh(drawn.state, seat, start))
                for column, value in zip(columns.values(), row, strict=True):
                    column[number] = value
        return columns

    def _draw(self, start: np.uint64) -> Drawn | None:
        """One of the decisions of a game, each as likely as any other; None, if there was nothing to decide."""
        rng, found = np.random.default_rng(int(start)), list[Drawn]()

        def watch(states: np.ndarray, sheets: np.ndarray) -> None:
            if sheets["count"][0] > 1:
                choices = found[-1].choices + 1 if found else 1
                is_drawn = rng.integers(choices) == 0
                found[:] = [Drawn(states[0].copy() if is_drawn else found[-1].state, choices)]

        self.parlour.play_one(start, watch)
        return found[-1] if found else None

    def _weigh(self, state: np.record, seat: int, seed: np.uint64) -> tuple[int, float, float, int]:
        """How many moves there are, by how much the best is better than the next, how sure that is, and the rounds."""
        seen = view(state, seat)
        start, actions = Start(seen, seen.tobytes() != state.tobytes(), seed), list(offers(seen))
        gap = judged(self._desk(), start, seat, picked(self._desk(), start, seat, actions), self.bound)
        return len(actions), float(gap.mean[0]), float(np.sqrt(gap.variance[0])), gap.games

    def _desk(self) -> Desk:
        if not hasattr(self.own, "desk"):
            self.own.desk = Desk(self.ready.start(seed=0))
        return self.own.desk


def picked(desk: Desk, start: Start, seat: int, actions: list[int]) -> list[int]:
    """The two moves that look best to their mover: all are tried, and half of them are left each time."""
    first, field = 0, list(actions)
    while len(field) > 2:
        rounds = max(FEWEST_TRIED, STAGE // len(field))
        means = desk.compare(start, field, first, rounds)[:, :, seat].mean(axis=0)
        ranked = np.argsort(-means, kind="stable")[: max(2, len(field) // 2)]
        field, first = [field[place] for place in ranked], first + rounds
    return field


def judged(desk: Desk, start: Start, seat: int, two: list[int], bound: float) -> Sample:
    """How much more the one brings than the other, either way round: until that is clear of the bound, or for long."""
    gap = Sample.of(1)
    while gap.games < MOST:
        played = desk.compare(start, two, FRESH + gap.games, max(FEWEST, gap.games))[:, :, seat]
        gap = gap.plus(played[:, :1] - played[:, 1:])
        if abs(abs(gap.mean[0]) - bound) > CLEAR * np.sqrt(gap.variance[0]):
            break
    return Sample(np.abs(gap.total), gap.squares, gap.games)
