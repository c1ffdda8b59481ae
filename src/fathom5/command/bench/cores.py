"""What all cores are worth: the same work on one core and on all of them, in turns.

What the machine itself gives is measured beside it, by plain C that shares nothing: where others use the machine too,
that is less than the number of its cores, and nothing can be expected to be better than it.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import pbkdf2_hmac
from itertools import count, islice
from typing import Any

import numpy as np

from fathom5.bots import arena
from fathom5.command.bench import probe
from fathom5.command.bench.spread import LEAST, Spread, spread
from fathom5.kernel.chance import dice
from fathom5.kernel.play import CORES, playouts
from fathom5.lab.series import series

SECONDS = 0.5  # for each turn
TURNS = {"arena": LEAST}  # whose turns are long
USUAL = 2 * LEAST
ROUNDS_OF_HASHING = 20_000
PIECES = 8  # of plain C and of random games for each core, so that the last to end is not waited for
CHUNKS = 16  # of a series, likewise
GAMES = 500  # at random in a piece: enough that to begin with them does not count
CONTESTS = arena.MANY  # games of an arena, each of which takes
CONTEST = 0.7  # seconds at least
Many = Callable[[int], int]  # does something on so many cores, and says how much


def plain_c(name: str) -> Many:
    """Hashing, which holds no lock and hardly any memory."""

    def work(cores: int) -> int:
        with ThreadPoolExecutor(cores) as pool:
            list(pool.map(lambda _: pbkdf2_hmac("sha256", b"", b"", ROUNDS_OF_HASHING), range(PIECES * cores)))
        return PIECES * cores

    return work


def random_games(name: str) -> Many:
    """Playouts in compiled code, by the action; each piece draws its own generators, as a series of games does."""
    ready, seed = probe.table_of(name), count()
    rules, options = ready.game.rules, ready.game.packed(ready.options)

    def piece(number: int) -> int:
        states, choices = np.zeros(GAMES, rules.STATE), np.zeros(1, rules.CHOICES)
        return int(playouts(states, options, choices[0], dice(number, games=GAMES)))

    def work(cores: int) -> int:
        with ThreadPoolExecutor(cores) as pool:
            return sum(pool.map(piece, islice(seed, PIECES * cores)))

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
    """Games between searches, by the decision; enough of them that who plays the last one is not waited for."""
    ready, seed = probe.table_of(name), count()

    def play(iterations: int, games: int, cores: int) -> int:
        searchers = f"search:iterations={iterations}", f"search:iterations={iterations + 1}"
        return sum(row.decisions for row in arena.run(ready, searchers, games, next(seed), cores=cores))

    thought = probe.enough(lambda iterations: play(iterations, 1, 1), CONTEST)
    return lambda cores: play(thought, CONTESTS, cores)


WORKS: dict[str, Callable[[str], Many]] = {
    "plain_c": plain_c,
    "playouts": random_games,
    "simulate": simulated,
    "vector_steps": vector_steps,
    "arena": contests,
}


def measure(name: str, works: Sequence[str] = tuple(WORKS)) -> dict[str, Any]:
    """How many times as fast each kind of work of a game is on all cores as on one."""
    found = {work: speedup(WORKS[work](name), TURNS.get(work, USUAL)) for work in works}
    return {"game": name, "cores": CORES, **found}


def speedup(work: Many, turns: int = USUAL, seconds: float = SECONDS) -> Spread:
    """Of neighbours in time."""
    for cores in (1, CORES):
        work(cores)
    return spread([_rate(work, CORES, seconds) / _rate(work, 1, seconds) for _ in range(turns)])


def _rate(work: Many, cores: int, seconds: float) -> float:
    return probe.timed(lambda: work(cores), seconds, time.perf_counter)
