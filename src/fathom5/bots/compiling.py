"""Compile every game's kernels before anyone waits for them: in parallel, once for each state of the sources."""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed

import numpy as np

from fathom5 import bots, games
from fathom5.door import Ready, load
from fathom5.kernel import cache
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, MAX_SEATS, deal
from fathom5.kernel.play import CORES, consider, imagine, play_all, playouts


def is_needed() -> bool:
    """Something is not compiled yet, and compiling is not switched off."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0") and bool(cold())


def cold() -> list[str]:
    """The games that are not compiled yet."""
    return [name for name in games.names() if not cache.is_warm(name)]


def warm_up(tell: Callable[[str, int, int], None] = lambda name, done, of: None) -> None:
    """Compile the games that are not compiled yet, each in a process of its own; tell which is done."""
    todo = cold()
    with ThreadPoolExecutor(CORES) as pool:
        tasks = {pool.submit(_in_own_process, name): name for name in todo}
        for done, task in enumerate(as_completed(tasks), 1):
            task.result()
            tell(tasks[task], done, len(todo))


def _in_own_process(name: str) -> None:
    run = subprocess.run([sys.executable, "-m", "fathom5.bots.compiling", name], capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(f"{name} could not be compiled:\n{run.stderr}")


def compile_game(ready: Ready) -> None:
    """Call all that is compiled once."""
    match = ready.start(seed=0)
    while match.seat < 0:
        match.play(match.moves[0])
    game, view = ready.game, match.seen(match.seat)
    brains = np.zeros(match.seats, BRAIN)
    consider(view, np.zeros(1, game.rules.CHOICES)[0], brains, dice(0))
    deal(view, dice(0))
    imagine(np.full(1, view), next(iter(match.offers)), match.seat, np.zeros(1, game.rules.CHOICES), dice(0))
    measured = np.zeros((1, MAX_SEATS), np.int64), np.zeros((1, MAX_SEATS)), np.zeros((1, len(game.measures.COLUMNS)))
    states, sheet, options = (
        np.zeros(1, game.rules.STATE),
        np.zeros(1, game.rules.CHOICES)[0],
        game.packed(ready.options),
    )
    play_all(states, options, sheet, brains, dice(0), *measured)
    playouts(np.zeros(1, game.rules.STATE), options, sheet, dice(0))
    bots.warm(ready)
    _ = match.scores, match.shares, match.forced, match.opens(next(iter(match.offers)))


if __name__ == "__main__":
    compile_game(load(sys.argv[1]))
    cache.note_warm(sys.argv[1])
