"""How fast it is: figures for every game, and ratios to others measured in the same run."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from os import environ
from typing import Any

import numpy as np

from fathom5.command.bench import probe
from fathom5.command.bench.pace import rate as rate_for
from fathom5.command.bench.spread import Spread, ratio
from fathom5.door import Ready
from fathom5.kernel.chance import dice
from fathom5.kernel.play import CORES, in_slices, playouts

Figures = dict[str, Any]
SECONDS = 1.0  # for each figure
PEER_GAMES = ("pig", "hearts", "backgammon", "maedn")
rate = partial(rate_for, seconds=SECONDS)
rate_alone = partial(rate, clock=time.process_time)  # on one core: what others take of the machine does not count


def measure(name: str) -> Figures:
    """All figures of one game."""
    ready = probe.table_of(name)
    return {
        "game": name,
        "players": ready.seats,
        "record_bytes": ready.game.rules.STATE.itemsize,
        **random_playouts(ready),
        "python_steps_per_s": rate_alone(probe.python_steps(name)),
        "copies_per_s": copies(ready),
        "searches_per_s": rate_alone(probe.searches(name)),
        "cold_compile_s": start_up(name, warm=False),
        "warm_start_s": start_up(name, warm=True),
    }


def random_playouts(ready: Ready) -> Figures:
    """Compiled random play: on one core, and on all of them."""
    actions = rate_alone(probe.playouts(ready.game.name))
    share = share_of_decisions(ready)
    return {
        "actions_per_s": actions,
        "decisions_per_s": Spread(*(share * figure for figure in actions)),
        "actions_per_s_all_cores": rate(on_all_cores(ready)),
        "cores": CORES,
    }


def on_all_cores(ready: Ready) -> Callable[[], int]:
    """Plays some games on each core and says how many actions that took."""
    game, options, seed, games = ready.game, ready.game.packed(ready.options), count(), probe.BATCH * CORES

    def work(states: np.ndarray, rngs: np.ndarray) -> int:
        return int(playouts(states, options, np.zeros(1, game.rules.CHOICES)[0], rngs))

    def play() -> int:
        return sum(in_slices(work, games, np.zeros(games, game.rules.STATE), dice(next(seed), games=games)))

    return play


def share_of_decisions(ready: Ready) -> float:
    """How many of the actions are a player's."""
    decided = taken = 0
    for seed in range(5):
        match = ready.start(seed=seed)
        rng = np.random.default_rng(seed)
        while not match.over:
            match.play(list(match.offers)[rng.integers(len(match.offers))])
            decided += 1
        taken += len(match.actions)
    return decided / taken


def copies(ready: Ready) -> Spread:
    """Copies of a state, one by one, from Python."""
    states = np.zeros(2, ready.game.rules.STATE)

    def copy() -> int:
        for _ in range(1000):
            states[1] = states[0]
        return 1000

    return rate_alone(copy)


FIRST_PLAYOUT = """
import time; start = time.perf_counter()
import sys, numpy as np, fathom5
from fathom5.kernel.chance import dice
from fathom5.kernel.play import playouts
ready = fathom5.load(sys.argv[1]); game = ready.game
playouts(np.zeros(1, game.rules.STATE), game.packed(ready.options), np.zeros(1, game.rules.CHOICES)[0], dice(0))
print(time.perf_counter() - start)
"""


def start_up(name: str, warm: bool) -> float:
    """From `import fathom5` to the end of a first playout, in a new process, with and without a filled cache."""
    with tempfile.TemporaryDirectory() as empty:
        env = environ if warm else environ | {"XDG_CACHE_HOME": empty}
        runs = [sys.executable, "-c", FIRST_PLAYOUT, name]
        times = [
            float(subprocess.run(runs, env=env, capture_output=True, check=True).stdout) for _ in range(1 + 2 * warm)
        ]
    return min(times)


# Others, in the same run.


def has_peers() -> bool:
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        return False
    return True


def peers() -> Iterator[Figures]:
    """OpenSpiel's games: random rollouts and searches inside its C++, and driven from Python."""
    for name in PEER_GAMES:
        yield {
            "game": name,
            "nodes_per_s": rate_alone(rollouts(name)),
            "python_steps_per_s": rate_alone(driven(name)),
            "searches_per_s": rate_alone(simulations(name)),
        }


def rollouts(name: str) -> Callable[[], int]:
    """One simulation whose evaluation is many random rollouts, all inside C++; nodes by their mean length."""
    import pyspiel

    game, count = pyspiel.load_game(name), 200
    evaluator = pyspiel.RandomRolloutEvaluator(count, 0)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 0, False)
    length = mean_length(game)
    state = first_decision(game)

    def work() -> int:
        bot.mcts_search(state)
        return int(count * length)

    return work


def simulations(name: str) -> Callable[[], int]:
    """Its MCTS at the first decision, a random rollout for each simulation."""
    import pyspiel

    game = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 0), 1.0, probe.SEARCHES, 100, False, 0, False)
    state = first_decision(game)

    def work() -> int:
        bot.mcts_search(state)
        return probe.SEARCHES

    return work


def first_decision(game: Any) -> Any:
    """The first state in which there is a choice."""
    state, rng = game.new_initial_state(), np.random.default_rng(0)
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def mean_length(game: Any) -> float:
    """Actions in a random game from the first decision on, chance's included."""
    rng, lengths = np.random.default_rng(0), []
    for _ in range(100):
        state, length = first_decision(game), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(outcomes, p=np.array(odds) / sum(odds))))
            else:
                state.apply_action(actions[rng.integers(len(actions))])
            length += 1
        lengths.append(length)
    return float(np.mean(lengths))


def driven(name: str) -> Callable[[], int]:
    """A random game step by step from Python."""
    import pyspiel

    game, numbers = pyspiel.load_game(name), np.random.default_rng(0).random(4096).tolist()

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(numbers[steps & 4095] * len(actions))])
            steps += 1
        return steps

    return play


def ratios(figures: list[Figures], others: list[Figures]) -> dict[str, dict[str, Spread]]:
    """How many times as many actions on one core as another's nodes."""
    return {
        figure["game"]: {other["game"]: ratio(figure["actions_per_s"], other["nodes_per_s"]) for other in others}
        for figure in figures
    }
