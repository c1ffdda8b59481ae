"""Games played on from one position after each of several moves, with the same dice, so that differences are sharp."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fathom5.door import Match, Ready
from fathom5.kernel.chance import numbered_dice, weighted
from fathom5.kernel.game import BRAIN, MAX_SEATS, Game, apply, deal, offers
from fathom5.kernel.play import consider, play_all

DEALS = 1 << 28  # numbers of rounds lie below it: deals and draws take their dice from later stretches of the seed


@dataclass(frozen=True, slots=True)
class Start:
    """Where it is played on from: a state, or a view, behind which a world is dealt for each round."""

    position: np.record
    is_dealt: bool
    seed: np.uint64


class Desk:
    """Where one thread plays on."""

    def __init__(self, match: Match | Ready) -> None:
        game = self.game = match.game
        self.seats, self.options, self.medals = match.seats, game.packed(match.options), len(medals(game))
        self.sheet, self.brains = np.zeros(1, game.rules.CHOICES)[0], np.zeros(match.seats, BRAIN)
        self.brains[:] = game.brain(best_player(game))

    def advised(self, start: Start) -> int:
        """What the best hinted player would do there."""
        return int(consider(start.position.copy(), self.sheet, self.brains, numbered_dice(start.seed, 0, 1)))

    def outlook(self, start: Start, first: int, rounds: int) -> np.ndarray:
        """What each seat gets, by round, as the position stands."""
        return self._finish(start, self._worlds(start, first, rounds), first)

    def otherwise(self, start: Start, taken: int, first: int, rounds: int) -> np.ndarray:
        """What each seat gets, by round, if chance does anything but what it did, each as likely as it was."""
        worlds, ways = self._worlds(start, first, rounds), offers(start.position)
        others = [action for action in ways if action != taken]
        odds = np.array([ways[action] for action in others])
        draws = numbered_dice(start.seed, 2 * DEALS + first, rounds)
        for i in range(rounds):
            apply(worlds[i], others[weighted(odds, draws[i : i + 1])])
        return self._finish(start, worlds, first)

    def compare(self, start: Start, actions: Sequence[int], first: int, rounds: int) -> np.ndarray:
        """What each seat gets, by round, after each of these actions.

        All games of a round are played in the same world and with the same dice. A round is known by its number alone,
        so that more of them can be played later, by any core.
        """
        worlds, played = self._worlds(start, first, rounds), np.zeros((rounds, len(actions), self.seats + self.medals))
        for k, action in enumerate(actions):
            games = np.frombuffer(bytearray(worlds), worlds.dtype)
            for i in range(rounds):
                apply(games[i], action)
            played[:, k] = self._finish(start, games, first)
        return played

    def instead(self, start: Start, made: int, picked: Sequence[int], first: int) -> np.ndarray:
        """By how much more each seat gets, by round, after the action picked for that round than after the one made."""
        worlds = self._worlds(start, first, len(picked))
        others = np.frombuffer(bytearray(worlds), worlds.dtype)
        for i, action in enumerate(picked):
            apply(worlds[i], made)
            apply(others[i], action)
        return self._finish(start, others, first) - self._finish(start, worlds, first)

    def _worlds(self, start: Start, first: int, rounds: int) -> np.ndarray:
        """The position so often, each time as it could be."""
        worlds = np.frombuffer(bytearray(rounds * start.position.tobytes()), start.position.dtype)
        if start.is_dealt:
            deals = numbered_dice(start.seed, DEALS + first, rounds)
            for i in range(rounds):
                deal(worlds[i], deals[i : i + 1])
        return worlds

    def _finish(self, start: Start, states: np.ndarray, first: int) -> np.ndarray:
        """Play each to its end; what each seat gets."""
        games = len(states)
        points, shares = np.zeros((games, MAX_SEATS), np.int64), np.zeros((games, MAX_SEATS))
        rows, rngs = np.zeros((games, len(self.game.measures.COLUMNS))), numbered_dice(start.seed, first, games)
        play_all(states, self.options, self.sheet, self.brains, rngs, points, shares, rows)
        won = [points[:, :1] == medal for medal in range(self.medals)]
        return np.hstack([shares[:, : self.seats], *won])


def medals(game: Game) -> tuple[str, ...]:
    """What all can win together, by points; in a game of each against all there is nothing of the kind."""
    return getattr(game.words, "MEDALS", ())


def medal_word(game: Game, medal: str, language: str) -> str:
    """What a medal is called, without what it takes to get it."""
    words: dict[str, str] = game.words.WORDS[language]
    return words[f"end.medal.{medal}"].split(":")[0].strip()


def best_player(game: Game) -> str:
    """The hinted player who plays on below a search, and in a review."""
    return getattr(game.hints, "SEARCH", {}).get("playouts", "hinted")
