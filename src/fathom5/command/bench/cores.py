"""What all cores are worth: the same work on one core and on all of them, in turns.

What the machine itself gives is measured beside it, by plain C that shares nothing: where others use the machine too,
that is less than the number of its cores, and nothing can be expected to be better than it.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import pbkdf2_hmac
from itertools import count
from typing import Any

import numpy as np

from fathom5.bots import arena
from fathom5.command.bench import probe
from fathom5.command.bench.spread import LEAST, Spread, spread
from fathom5.kernel.chance import dice
from fathom5.kernel.play import CORES, in_slices, playouts
from fathom5.lab.series import series

SECONDS = 0.5  # for each turn
TURNS = 2 * LEAST
ROUNDS_OF_HASHING = 20_000
PIECES = 8  # of plain C for each core, so that the last to end is not waited for
CHUNKS = 16  # of a series, likewise
GAMES = 2000  # at random for each core: enough that to begin with them does not count
SEARCHERS = "search:iterations=300", "search:iterations=200"
Many = Callable[[int], int]  # does something on so many cores, and says how much


def plain_c(name: str) -> Many:
    """Hashing, which holds no lock and hardly any memory."""

    def work(cores: int) -> int:
        with ThreadPoolExecutor(cores) as pool:
            list(pool.map(lambda _: pbkdf2_hmac("sha256", b"", b"", ROUNDS_OF_HASHING), range(PIECES * cores)))
        return PIECES * cores

    return work


def random_games(name: str) -> Many:
    """Playouts in compiled code, by the action."""
    ready, seed = probe.table_of(name), count()
    rules, options = ready.game.rules, ready.game.packed(ready.options)
    all_states = np.zeros(GAMES * CORES, rules.STATE)

    def piece(states: np.ndarray, rngs: np.ndarray) -> int:
        states.view(np.int8)[:] = 0
        return int(playouts(states, options, np.zeros(1, rules.CHOICES)[0], rngs))

    def work(cores: int) -> int:
        games = GAMES * cores
        return sum(in_slices(piece, games, all_states, dice(next(seed), games=games), cores=cores))

    return work


def simulated(name: str) -> Many:
    """Games of hinted players as `simulate` plays them."""
    ready, seed = probe.table_of(name), count()

    def play(games: int, cores: int, chunk: int) -> int:
        chunks = series(ready, ["hinted"], games, next(seed), cores, chunk)
        return sum(int(columns["actions"].sum()) for columns in chunks)

    play(1, 1, 1)
    chunk = probe.enough(lambda games: play(games, 1, games))
    return lambda cores: play(CHUNKS * chunk, cores, chunk)


def vector_steps(name: str) -> Many:
    """Steps of the vector environment, every seat by the caller."""
    alone, together = probe.vector_steps(name, cores=1), probe.vector_steps(name)
    return lambda cores: alone() if cores == 1 else together()


def contests(name: str) -> Many:
    """Games between searches, by the game."""
    ready, seed = probe.table_of(name), count()

    def work(cores: int) -> int:
        return len({row.game for row in arena.run(ready, SEARCHERS, 4 * ready.seats, next(seed), cores=cores)})

    return work


WORKS: dict[str, Callable[[str], Many]] = {
    "plain_c": plain_c,
    "playouts": random_games,
    "simulate": simulated,
    "vector_steps": vector_steps,
    "arena": contests,
}


def measure(name: str, works: Sequence[str] = tuple(WORKS)) -> dict[str, Any]:
    """How many times as fast each kind of work of a game is on all cores as on one."""
    return {"game": name, "cores": CORES, **{work: speedup(WORKS[work](name)) for work in works}}


def speedup(work: Many, turns: int = TURNS, seconds: float = SECONDS) -> Spread:
    """Of neighbours in time."""
    for cores in (1, CORES):
        work(cores)
    return spread([_rate(work, CORES, seconds) / _rate(work, 1, seconds) for _ in range(turns)])


def _rate(work: Many, cores: int, seconds: float) -> float:
    return probe.timed(lambda: work(cores), seconds, time.perf_counter)
