"""What a player is given: all that its seat may know, and nothing that leads any further.

def careful(view: View) -> Move:
    return ("turn_back",) if ("turn_back",) in view.moves else view.moves[0]
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from os import urandom
from time import monotonic
from typing import Any

import numpy as np

from fathom5 import games
from fathom5.door import Match, Ready, again, load, plain, words_at
from fathom5.kernel.game import Game, offers
from fathom5.kernel.record import Move, spoken

PATIENCE = 10.0  # seconds that a move may take, unless something else is said


class Clock:
    """How long a move may take, counted from when the view was made."""

    def __init__(self, seconds: float = PATIENCE) -> None:
        self.seconds, self._end = seconds, monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds; below 0 it is too late."""
        return self._end - monotonic()


@dataclass(frozen=True, eq=False)
class View:
    """A seat's view of a game at its decision. It holds no way to the match, and can be sent anywhere."""

    game: str
    options: dict[str, Any]
    seat: int
    record: np.record  # the state, as far as the seat may know it
    told: tuple[Move, ...]  # all that has happened, as the seat heard it
    clock: Clock
    seed: int = 0  # for a player that rolls dice of its own and wants to roll the same again

    @classmethod
    def of(cls, match: Match, seat: int | None = None, seconds: float = PATIENCE, seed: int = 0) -> "View":
        """What that seat may know of a match now, or whoever is to decide."""
        seat = match.seat if seat is None else seat
        told = tuple(match.told(seat))
        return cls(match.game.name, dict(match.options), seat, match.seen(seat), told, Clock(seconds), blurred(seed))

    @cached_property
    def ready(self) -> Ready:
        """The game with its options: to start a match of one's own, say."""
        return load(self.game, **self.options)

    @cached_property
    def actions(self) -> tuple[int, ...]:
        """What the seat can do, by number; nothing while others decide."""
        return tuple(offers(self.record)) if self.record.seat == self.seat else ()

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The same as tuples."""
        return tuple(self._game.words.move(self.record, action) for action in self.actions)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The same as it stands on the table's buttons."""
        said = words_at(self.record, self._game, "en")
        return tuple(self._game.words.button(self.record, move, said) for move in self.moves)

    @property
    def plain(self) -> dict[str, Any]:
        """The record as plain data."""
        return plain(self.record)

    @property
    def text(self) -> str:
        """The board in letters, with markup for colour."""
        said = words_at(self.record, self._game, "en")
        names = [f"{said['seat']} {seat + 1}" for seat in range(int(self.record.seats))]
        return self._game.board.text(self.record, self.seat, names, said)

    @property
    def _game(self) -> Game:
        return games.load(self.game)

    def __repr__(self) -> str:
        return f"<View of {self.game}, seat {self.seat}; it can: {', '.join(map(spoken, self.moves[:12]))}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Two views that say the same are the same bytes: pickle itself would tell which parts were one object."""
        said = [self.game, self.options, self.seat, self.told, self.clock.seconds, self.seed]
        return _unpacked, (json.dumps(said), self.record.tobytes())


def _unpacked(said: str, record: bytes) -> View:
    name, options, seat, told, seconds, seed = json.loads(said)
    state = np.frombuffer(bytearray(record), games.load(name).rules.STATE)[0]
    agreed = {option: tuple(value) if isinstance(value, list) else value for option, value in options.items()}
    return View(name, agreed, seat, state, tuple(map(tuple, told)), Clock(seconds), seed)


def received(
    name: str, options: dict[str, Any], rules: int, seat: int, record: bytes, told: Sequence[Sequence[Any]]
) -> View:
    """A view that another house has sent; a ValueError if it plays by other rules."""
    game = games.load(name)
    if rules != game.version or len(record) != game.rules.STATE.itemsize:
        raise ValueError(f"the other house plays by rules {rules} of {name}; these are rules {game.version}")
    said = json.dumps([name, options, seat, told, PATIENCE, int.from_bytes(urandom(6), "big")])
    return _unpacked(said, record)


def blurred(seed: int) -> int:
    """A number from which nobody finds the way back to the seeds of the house's own dice."""
    return int.from_bytes(sha256(f"view {seed}".encode()).digest()[:7], "big")


Player = Callable[[View], Any]  # answers with a move: as a tuple, as text or by its number


def heard(told: Sequence[Move], record: np.record, ready: Ready, seat: int, seconds: float, seed: int) -> View:
    """A view from its parts, where there is no match."""
    seen = again(record)[0]
    return View(ready.game.name, dict(ready.options), seat, seen, tuple(told), Clock(seconds), blurred(seed))
