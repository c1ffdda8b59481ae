"""Who plays in a study: hinted players in compiled loops, all others through their view, move by move."""

from collections.abc import Callable, Iterator, Sequence
from threading import local

import numpy as np

from fathom5.bots import FILE, PATIENCE, Bot, Outside, Seated, brain, is_hinted, named
from fathom5.bots.arena import alone
from fathom5.bots.search import Search
from fathom5.bots.view import heard
from fathom5.door import Ears, Ready
from fathom5.kernel.chance import dice, numbered_dice
from fathom5.kernel.game import CHANCE, MAX_SEATS, NOBODY, Game, hide, measure, score, sheet, win
from fathom5.kernel.play import CORES, begin, consider, fall, step
from fathom5.lab.series import CHUNK as LOOPED
from fathom5.lab.series import NONE, Beginners, Columns, Hall, Stretch, blank, brains, in_order, seated, stretches

FEW = 16  # games between two signs of life where they are played move by move
Watch = Callable[[np.ndarray, np.ndarray], None]  # is shown a game's state and what can happen


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
    return isinstance(bot, Search) and bot.seconds == 0 and bot.iterations > 0


def hall_of(ready: Ready, players: Sequence[str], key: np.uint64) -> "Hall | Parlour":
    """Where these players play: all in one compiled loop if they can."""
    if all(is_hinted(ready.game, name) for name in players):
        return Hall(ready, brains(ready, players), key)
    return Parlour(ready, players, key)


def series(ready: Ready, players: Sequence[str], games: int, seed: int = 0, cores: int = CORES) -> Iterator[Columns]:
    """The games in chunks of columns, by any players."""
    names = seated(ready, players)
    hall = hall_of(ready, names, dice(seed)[0])
    return in_order(hall.play, stretches(0, games, LOOPED if isinstance(hall, Hall) else FEW), cores)


class Seats:
    """Who sits where in one game, and what those from outside have heard of it."""

    def __init__(self, ready: Ready, bots: Sequence[Seated]) -> None:
        self.ready, self.bots, self.actions = ready, bots, list[int]()
        self.ears = {seat: Ears(ready.game, ready.options, seat) for seat in self._outside()}

    def _outside(self) -> list[int]:
        return [seat for seat, bot in enumerate(self.bots) if isinstance(bot, Outside)]

    def decide(self, seen: np.record, seat: int, seed: int) -> int:
        bot = self.bots[seat]
        if not isinstance(bot, Outside):
            return bot(seen, seed)
        told = self.ears[seat].listen(self.actions)
        return bot.decide(heard(told, seen, self.ready, seat, PATIENCE, seed)).action


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
            for column, value in zip(columns.values(), self.play_one(start), strict=True):
                column[number] = value
        return columns

    def play_one(self, start: np.uint64, watch: Watch = lambda states, sheets: None) -> list[float]:
        """What a row says of the game that begins there; whoever watches is shown each decision before it is taken."""
        game, rng = self.ready.game, np.zeros(1, np.uint64)
        states, sheets = np.zeros(1, game.rules.STATE), np.zeros(1, game.rules.CHOICES)
        row, decisions, actions = np.zeros(len(game.measures.COLUMNS)), 0, 0
        begin(states, 0, self.options, sheets)
        first, seats = NONE, Seats(self.ready, self._seated())
        while (seat := int(states["seat"][0])) != NOBODY:
            if seat == CHANCE:
                fall(states, 0, sheets, start, actions, rng)
            else:
                watch(states, sheets)
                step(states, 0, self._decision(states, seats, seat, int(start), actions), sheets)
                decisions += 1
            measure(states[0], row)
            first = self.beginners.get(int(states["last"][0]), NONE) if actions == 0 else first
            actions += 1
            seats.actions.append(int(states["last"][0]))
        return [first, decisions, actions, *self._outcome(states), *row.tolist()]

    def _decision(self, states: np.ndarray, seats: Seats, seat: int, start: int, actions: int) -> int:
        seen = states.copy()
        hide(seen[0], seat)
        return seats.decide(seen[0], seat, int(dice(start, actions)[0]))

    def _outcome(self, states: np.ndarray) -> list[float]:
        points, shares = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS)
        score(states[0], points)
        win(states[0], shares)
        seats = self.ready.seats
        return [*points[:seats].tolist(), *shares[:seats].tolist()]

    def _seated(self) -> list[Seated]:
        """For each thread its own: a trained player need not know of threads. Who is from outside is new each time."""
        if not hasattr(self.own, "bots"):
            self.own.bots = [self._bot(name) for name in self.players]
        pairs = zip(self.players, self.own.bots)
        return [named(name) if isinstance(bot, Outside) else bot for name, bot in pairs]

    def _bot(self, name: str) -> Seated:
        return self._hinted(name) if is_hinted(self.ready.game, name) else alone(named(name))

    def _hinted(self, name: str) -> Bot:
        table = brains(self.ready, [name])
        return lambda view, seed: int(consider(view, sheet(view), table, dice(seed)))
