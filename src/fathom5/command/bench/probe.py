"""What is timed, as bare pieces of work; and, as a script, one tree timed in a process of its own.

The script is run with another tree's sources on the path too, an older one perhaps. So it stands alone: it imports only
names that have stayed where they are, each where it is needed, and knows nothing else of its own tree.
"""

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import numpy as np

import fathom5

Work = Callable[[], int]  # does something and says how much
PLAYERS = 4  # the games are measured at a full table
BATCH = 500  # random games between two looks at the clock
HINTED = 0.05  # seconds of hinted games likewise: simulate plays many, so to begin a series should not count
SEARCHES = 500  # iterations of a search likewise
VECTOR = 4096  # games of the environment that is stepped


def table_of(name: str) -> Any:
    """The game with four at the table, or as many as it can seat."""
    players = fathom5.load(name).game.options["players"].allowed
    return fathom5.load(name, players=min(PLAYERS, max(map(int, players))))


def playouts(name: str) -> Work:
    """Random games in compiled code, by the action."""
    from fathom5.kernel.chance import dice
    from fathom5.kernel.play import playouts

    ready = table_of(name)
    rules, options, seed = ready.game.rules, ready.game.packed(ready.options), count()

    def work() -> int:
        states, sheet = np.zeros(BATCH, rules.STATE), np.zeros(1, rules.CHOICES)[0]
        return int(playouts(states, options, sheet, dice(next(seed), games=BATCH)))

    return work


def hinted(name: str) -> Work:
    """Games of hinted players as `simulate` plays them, on one core, by the action."""
    from fathom5.lab.series import series

    ready, seed = table_of(name), count()

    def play(games: int) -> int:
        return sum(int(chunk["actions"].sum()) for chunk in series(ready, ["hinted"], games, next(seed), cores=1))

    play(1)
    games = enough(play)
    return lambda: play(games)


def enough(play: Callable[[int], int], seconds: float = HINTED) -> int:
    """How many games take at least so long."""
    games = 1
    while not timed_once(play, games) >= seconds:
        games *= 2
    return games


def timed_once(play: Callable[[int], int], games: int) -> float:
    start = time.process_time()
    play(games)
    return time.process_time() - start


def searches(name: str) -> Work:
    """Iterations of a search at the first decision of a game as it comes, on one core, every playout to its end."""
    from fathom5.bots import Search

    match, seed = fathom5.load(name).start(seed=1), count()
    search = Search(iterations=SEARCHES, trees=1, horizon=-1)

    def work() -> int:
        search.search(match.seen(match.seat), match.seat, next(seed), is_brief=False)
        return SEARCHES

    return work


def python_steps(name: str) -> Work:
    """A game from plain Python, one step at a time: the caller picks each action from the offers."""
    from fathom5.kernel.play import begin, step

    ready = table_of(name)
    rules, options = ready.game.rules, ready.game.packed(ready.options)
    states, sheets = np.zeros(1, rules.STATE), np.zeros(1, rules.CHOICES)
    seats, counts, actions = states["seat"], sheets["count"], sheets["action"]
    numbers = np.random.default_rng(0).random(4096).tolist()

    def work() -> int:
        states[:] = 0
        begin(states, 0, options, sheets)
        steps = 0
        seat, offered, action = seats.item, counts.item, actions.item
        while seat(0) != fathom5.NOBODY:
            step(states, 0, action(0, int(numbers[steps & 4095] * offered(0))), sheets)
            steps += 1
        return steps

    return work


def vector_steps(name: str, games: int = VECTOR, **settings: Any) -> Work:
    """Steps of the vector environment on all cores, every seat by the caller, at random."""
    from fathom5.gym.games_env import GamesEnv

    env, pick = GamesEnv(name, games, copy=False, **settings), picker()
    actions, rng = np.zeros(games, np.int64), np.ones(1, np.uint64)
    env.reset(seed=0)

    def work() -> int:
        pick(env.batch.masks, rng, actions)
        env.step(actions)
        return games

    return work


def picker() -> Callable[[np.ndarray, np.ndarray, np.ndarray], None]:
    """One of the possible actions in each game; any where there is none. Compiled, or it would be what is measured."""
    from numba import njit

    from fathom5.kernel.chance import below

    @njit
    def pick_any(masks, rng, actions):  # type: ignore[no-untyped-def]  # compiled
        for i in range(len(masks)):
            possible = 0
            for action in range(masks.shape[1]):
                possible += masks[i, action]
            ticket, action = below(rng, max(1, possible)), 0
            while action < masks.shape[1] - 1 and (not masks[i, action] or ticket > 0):
                ticket -= masks[i, action]
                action += 1
            actions[i] = action

    return pick_any


FIGURES: dict[str, Callable[[str], Work]] = {
    "playouts": playouts,
    "hinted": hinted,
    "searches": searches,
    "python_steps": python_steps,
    "vector_steps": vector_steps,
    "vector_steps_one_core": partial(vector_steps, cores=1),
}
ON_ALL_CORES = ("vector_steps",)


# In a process of its own.


def timed(work: Work, seconds: float, clock: Callable[[], float]) -> float:
    """What is done in a second, seen over at least so many of them."""
    done, start = 0, clock()
    while (spent := clock() - start) < seconds or not spent:
        done += work()
    return done / spent


def clock_of(figure: str) -> Callable[[], float]:
    """Who works on one core is timed by the processor: there it matters less that others use the machine too."""
    return time.perf_counter if figure in ON_ALL_CORES else time.process_time


def answer(game: str, lines: Any = sys.stdin) -> None:
    """For each line, a figure and for how many seconds, say the rate; the first time, all is compiled before."""
    made: dict[str, Work] = {}
    for line in lines:
        figure, seconds = line.split()
        if figure not in made:
            made[figure] = FIGURES[figure](game)
            made[figure]()
        print(json.dumps(timed(made[figure], float(seconds), clock_of(figure))), flush=True)


if __name__ == "__main__":
    answer(sys.argv[1])
