"""What a review estimates beside what is true: games so near their end that all that can happen is gone through."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import chain, count, islice

import numpy as np
import pytest

from every import INTERPRETED
from fathom5 import NOBODY, load
from fathom5.bots import Hinted
from fathom5.bots.review import FIRST
from fathom5.bots.review.positions import MOST, Outlook
from fathom5.bots.review.rollouts import Desk, Start, best_player
from fathom5.bots.review.samples import Sample
from fathom5.door import Match
from fathom5.games.treasure_divers.rules import box
from fathom5.games.treasure_divers.rules import verbs as diving
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, CHANCE, MAX_SEATS, Game, apply, offers, setup, sheet, win
from fathom5.kernel.play import consider

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of games are played on")
SURE = 1.96  # standard errors
POSITIONS = 1000
NODES = 250  # that one position may lead to
OF_ONE_GAME = 60  # positions
LEAST_VARIANCE = 0.05 * 0.95  # of the share: less is as good as decided
SMALL = {  # what is played
    "deep_sea": {"rounds": 1, "air": 4, "chips": 2},
    "captain_carcass": {"players": 2},
    "treasure_divers": {"players": 3},
}


class TooLarge(Exception):
    """More can happen than is worth going through."""


class Exact:
    """Values of positions from which all that chance and the hinted player can do is gone through.

    A value is what the first seat may expect of the victory, and of the square of it, which tells what is open.
    """

    def __init__(self, game: Game):
        self.brains = np.zeros(MAX_SEATS, BRAIN)
        self.brains[:] = game.brain(best_player(game))
        self.known: dict[bytes, np.ndarray] = {}
        self.left = NODES  # positions that may still be looked at

    def value(self, state: np.record) -> np.ndarray:
        key = state.tobytes()
        if key not in self.known:
            self.left -= 1
            if self.left < 0:
                raise TooLarge
            self.known[key] = self._value(state)
        return self.known[key]

    def _value(self, state: np.record) -> np.ndarray:
        if state.seat == NOBODY:
            shares = np.zeros(int(state.seats))
            win(state, shares)
            return shares[0] ** np.array([1, 2])
        ways = offers(state) if state.seat == CHANCE else self._answers(state)
        total = sum(ways.values())
        return sum(way / total * self.value(after(state, action)) for action, way in ways.items())

    def _answers(self, state: np.record) -> dict[int, int]:
        """What the hinted player does, with each ticket that it may draw to choose among equals."""
        if (moves := len(offers(state))) == 1:
            return offers(state)
        draws = [np.array([-(-(ticket << 32) // moves) + 1], np.uint64) for ticket in range(moves)]
        return Counter(int(consider(state.copy(), sheet(state), self.brains, draw)) for draw in draws)

    def positions(self, dtype: np.dtype, rng: np.random.Generator) -> Iterator[tuple[np.record, float]]:
        """Some of those that were gone through and in which something is open, with what the first seat may expect."""
        open_ones = [key for key, (share, square) in self.known.items() if square - share**2 > LEAST_VARIANCE]
        for place in rng.permutation(len(open_ones))[:OF_ONE_GAME]:
            state = np.frombuffer(bytearray(open_ones[place]), dtype)[0]
            if len(offers(state)) > 1:
                yield state, float(self.known[open_ones[place]][0])


def after(state: np.record, action: int) -> np.record:
    then = state.copy()
    apply(then, action)
    return then


# Positions.


def played(name: str, seed: int) -> Match:
    match = load(name, **SMALL[name]).start(seed=seed)
    while not match.over:
        player = Hinted("hinted" if match.seat else "uniform")
        match.play(player(match.seen(match.seat), len(match.actions)))
    return match


def last_ones(name: str, seed: int) -> list[np.record]:
    """The positions of a game that was played, from its end on backwards."""
    match = played(name, seed)
    states = [laid_out(name)]
    for action in match.actions[:-1]:
        states.append(after(states[-1], action))
    return states[::-1]


def laid_out(name: str) -> np.record:
    ready = load(name, **SMALL[name])
    state = np.zeros(1, ready.game.rules.STATE)[0]
    setup(state, ready.game.packed(ready.options))
    return state


def last_dives(name: str, seed: int) -> list[np.record]:
    """A position of Treasure Divers in which the next tile is the last of its kind, wherever it is taken.

    Turns can pass without end there, so the next two in which nothing is taken are the last as well (TD-21).
    """
    rng, state = np.random.default_rng(seed), laid_out(name)
    apply(state, diving.Action.FIRST)
    given = [*_left_of_wreck(state, rng), *chain.from_iterable(_left_of_zone(state, zone, rng) for zone in box.ZONES)]
    for find in given:
        state.held[rng.integers(state.seats), find] += 1
    for kind in range(box.BONUSES):
        owners = [seat for seat in range(state.seats) if diving.objects(state, seat, kind) >= state.goal[kind]]
        state.bonus[kind] = rng.choice(owners) if owners else NOBODY
    state.idle = diving.PATIENCE - 2
    return [state] if diving.bonuses_left(state) else []


def _left_of_wreck(state: np.record, rng: np.random.Generator) -> list[int]:
    """Leave one tile in the wreck; the finds that are taken."""
    finds = rng.permutation(np.repeat(np.arange(diving.KINDS_OF_FIND), box.WRECK_LEFT))
    state.wreck[:] = np.bincount(finds[:1], minlength=diving.KINDS_OF_FIND)
    return finds[1:].tolist()


def _left_of_zone(state: np.record, zone: int, rng: np.random.Generator) -> list[int]:
    """Leave one tile on a square of this zone, unlit; the finds that are taken."""
    rows = slice(1 + zone * diving.ROWS_OF_ZONE, 1 + (zone + 1) * diving.ROWS_OF_ZONE)
    symbols = np.full(diving.COLUMNS * diving.ROWS_OF_ZONE, diving.GONE)
    symbols[rng.integers(len(symbols))] = diving.UNLIT
    state.symbol[:, rows] = symbols.reshape(diving.COLUMNS, diving.ROWS_OF_ZONE)
    first, end = box.OF_SYMBOL[zone].min(), box.OF_SYMBOL[zone].max()
    fronts = rng.permutation(np.repeat(np.arange(first, end), box.FRONTS_LEFT[first:end]))
    state.face_down[first:end] = np.arange(first, end) == fronts[0]
    is_of = (box.OF_SYMBOL[zone, :, 0] <= fronts[0]) & (fronts[0] < box.OF_SYMBOL[zone, :, 1])
    state.unlit[zone] = is_of
    return box.FIND[fronts[1:]].tolist()


SOURCES = {"deep_sea": last_ones, "captain_carcass": last_ones, "treasure_divers": last_dives}


def valued(name: str) -> Iterator[tuple[np.record, float]]:
    """Positions with what the first seat may expect there, exactly: as far from the end as can be gone through."""
    game = load(name).game
    for seed in count(1):
        exact = Exact(game)
        with suppress(TooLarge):
            for state in SOURCES[name](name, seed):
                exact.left = NODES
                exact.value(state)
        yield from exact.positions(game.rules.STATE, np.random.default_rng(seed))


# What is claimed.


@cache
def known(name: str) -> list[tuple[np.record, float]]:
    """Always the same ones."""
    return list(islice(valued(name), POSITIONS))


def as_in_a_review(outlook: Outlook, desk: Desk) -> None:
    """More rounds for as long as more would be seen."""
    rounds = FIRST
    outlook.refine(desk, rounds)
    while outlook.is_open and rounds < MOST:
        rounds *= 2
        outlook.refine(desk, rounds)


def as_often_for_all(outlook: Outlook, desk: Desk) -> None:
    outlook.refine(desk, 400)


@pytest.mark.parametrize("looked_at", [as_in_a_review, as_often_for_all])
@pytest.mark.parametrize("name", SOURCES)
def test_the_intervals_cover_what_is_true_as_often_as_they_claim(name, looked_at):
    match, covered = load(name, **SMALL[name]).start(seed=1), 0
    desk = Desk(match)
    for number, (position, true) in enumerate(known(name)):
        outlook = Outlook(Start(position, False, dice(number)[0]), Sample.of(match.seats))
        looked_at(outlook, desk)
        covered += abs(outlook.value.share[0] - true) <= SURE * np.sqrt(outlook.value.variance[0])
    assert len(known(name)) == POSITIONS
    assert 0.93 * POSITIONS <= covered <= 0.97 * POSITIONS
