"""Who plays in a study: hinted players in compiled loops, all others through their view, move by move."""

from collections.abc import Sequence
from threading import local

import numpy as np

from fathom5.bots import FILE, Bot, named
from fathom5.bots.arena import alone
from fathom5.bots.search import Search
from fathom5.door import Ready
from fathom5.kernel.chance import dice, numbered_dice
from fathom5.kernel.game import CHANCE, MAX_SEATS, NOBODY, Game, hide, measure, score, sheet, win
from fathom5.kernel.play import begin, consider, fall, step
from fathom5.lab.series import NONE, Beginners, Columns, Hall, Stretch, blank, brain, brains


def is_hinted(game: Game, name: str) -> bool:
    """A player that is compiled with the game."""
    return name.split(":")[0] in ("uniform", *game.hints.PLAYERS)


def check_player(game: Game, name: str) -> None:
    """Refuse a name that nobody answers to."""
    if is_hinted(game, name):
        brain(game, name)
    else:
        named(name)


def is_repeatable(game: Game, name: str) -> bool:
    """It answers by what it is shown alone, not by the clock."""
    if is_hinted(game, name) or name.startswith(FILE):
        return True
    bot = named(name)
    return not isinstance(bot, Search) or (bot.seconds == 0 and bot.iterations > 0)


def hall_of(ready: Ready, players: Sequence[str], key: np.uint64) -> "Hall | Parlour":
    """Where these players play: all in one compiled loop if they can."""
    if all(is_hinted(ready.game, name) for name in players):
        return Hall(ready, brains(ready, players), key)
    return Parlour(ready, players, key)


class Parlour:
    """Where any bots play, one decision after the other, each shown what its seat may know."""

    def __init__(self, ready: Ready, players: Sequence[str], key: np.uint64) -> None:
        self.ready, self.players, self.key = ready, tuple(players), key
        self.options, self.own = ready.game.packed(ready.options), local()
        self.beginners = Beginners(ready).seats

    def play(self, stretch: Stretch) -> Columns:
        """A row for each game of the stretch."""
        columns = blank(self.ready, stretch.games)
        for number, start in enumerate(numbered_dice(self.key, *stretch)):
            for column, value in zip(columns.values(), self._play_one(start), strict=True):
                column[number] = value
        return columns

    def _play_one(self, start: np.uint64) -> list[float]:
        """What a row says of the game that begins there."""
        game, rng = self.ready.game, np.zeros(1, np.uint64)
        states, sheets = np.zeros(1, game.rules.STATE), np.zeros(1, game.rules.CHOICES)
        row, decisions, actions = np.zeros(len(game.measures.COLUMNS)), 0, 0
        begin(states, 0, self.options, sheets)
        first = NONE
        while (seat := int(states["seat"][0])) != NOBODY:
            if seat == CHANCE:
                fall(states, 0, sheets, start, actions, rng)
            else:
                step(states, 0, self._decision(states, seat, int(start), actions), sheets)
                decisions += 1
            measure(states[0], row)
            first = self.beginners.get(int(states["last"][0]), NONE) if actions == 0 else first
            actions += 1
        return [first, decisions, actions, *self._outcome(states), *row.tolist()]

    def _decision(self, states: np.ndarray, seat: int, start: int, actions: int) -> int:
        seen = states.copy()
        hide(seen[0], seat)
        return self._bots()[seat](seen[0], int(dice(start, actions)[0]))

    def _outcome(self, states: np.ndarray) -> list[float]:
        points, shares = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS)
        score(states[0], points)
        win(states[0], shares)
        seats = self.ready.seats
        return [*points[:seats].tolist(), *shares[:seats].tolist()]

    def _bots(self) -> list[Bot]:
        """For each thread its own: a trained player need not be told of threads."""
        if not hasattr(self.own, "bots"):
            self.own.bots = [self._bot(name) for name in self.players]
        return self.own.bots

    def _bot(self, name: str) -> Bot:
        if not is_hinted(self.ready.game, name):
            return alone(named(name))
        table = brains(self.ready, [name])
        return lambda view, seed: int(consider(view, sheet(view), table, dice(seed)))
