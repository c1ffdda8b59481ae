"""Compile games beside whatever is going on, and load what is compiled into this process.

Nobody waits for it in order to play: until a game is ready, its rules run interpreted. Loops and searches need it.

    compiling.is_ready(name)        # searches and loops of this game run at once in this process
    with compiling.Beside() as beside:    # compile in child processes at the lowest priority, then load, in threads
        beside.ask(name)            # this one first
        beside.progress(name)       # from 0 to 1; is 1 when it is ready
        beside.failure(name)        # why it will not come, or ""
    compiling.warm_up(compiling.cold())   # wait until all are compiled; nothing is loaded
    compiling.load_code(name)             # what is compiled
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager, suppress
from threading import Lock, Thread
from typing import Any

import numpy as np

from fathom5 import bots, games
from fathom5.door import Ready, load, replay
from fathom5.kernel import cache, worlds
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, MAX_SEATS, deal
from fathom5.kernel.play import CORES, begin, consider, play_all, playouts

LOWEST = 19  # of all priorities


def is_ready(name: str) -> bool:
    """Nobody waits for a compiler who asks for a loop or a search of this game; where there is one world, it is."""
    return worlds.WORLD != worlds.BOTH or name in worlds.ready


def cold(names: Sequence[str] = ()) -> list[str]:
    """Which of these games, or of all, are not compiled yet; none where nothing is ever compiled."""
    some = names or games.names()
    return [] if worlds.WORLD == worlds.INTERPRETED else [name for name in some if not cache.is_warm(name)]


def warm_up(
    todo: Sequence[str],
    tell: Callable[[str, int], None] = lambda name, done: None,
    module: str = "fathom5.bots.compiling",
) -> None:
    """Compile these games, each in a process of its own that runs a module; tell which is done, and how many."""
    with ThreadPoolExecutor(CORES) as pool:
        tasks = {pool.submit(_in_own_process, name, module): name for name in todo}
        for done, task in enumerate(as_completed(tasks), 1):
            task.result()
            tell(tasks[task], done)


def _child(name: str, module: str = "fathom5.bots.compiling") -> subprocess.Popen:
    """A process that compiles a game and writes lines that say how far it is."""
    command = [sys.executable, "-m", module, name]
    env = os.environ | {worlds.SETTING: worlds.BOTH}
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _in_own_process(name: str, module: str) -> None:
    with _child(name, module) as child:
        _, said = child.communicate()
    if child.returncode:
        raise RuntimeError(f"{name} could not be compiled:\n{said}")


def load_code(name: str) -> None:
    """Take a game's compiled code into this process; what is called meanwhile runs interpreted."""
    if is_ready(name):
        return
    from fathom5.kernel import twins

    if not twins.load_game(name):
        raise RuntimeError(f"the compiled code of {name} is not in {cache.folder(name)}, or not whole")


def make_ready(name: str) -> None:
    """Wait until a game is compiled and its code is here."""
    warm_up(cold([name]))
    load_code(name)


class Beside:
    """Compiles and loads games in the background, the asked-for first."""

    def __init__(self, names: Sequence[str] = ()):
        self._todo = list(names or games.names())
        self._progress = dict.fromkeys(self._todo, 0.0)
        self._failures: dict[str, str] = {}
        self._children: dict[str, subprocess.Popen] = {}
        self._lock, self._is_closed = Lock(), worlds.WORLD != worlds.BOTH
        self._threads = [Thread(target=self._work, name=f"compiling-{n}", daemon=True) for n in range(CORES)]

    def __enter__(self) -> "Beside":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """What is under way is broken off; nothing of it was written that could be taken for whole."""
        self._is_closed = True
        with self._lock:
            for child in self._children.values():
                child.terminate()
        for thread in self._threads:
            thread.join()

    def ask(self, name: str) -> None:
        """Somebody wants this game: it is the next."""
        with self._lock:
            if name in self._todo:
                self._todo.remove(name)
                self._todo.insert(0, name)

    def progress(self, name: str) -> float:
        """How far a game is, from 0 to 1, where it is ready."""
        return 1.0 if is_ready(name) else self._progress[name]

    def failure(self, name: str) -> str:
        """Why a game will not be ready, or nothing."""
        return self._failures.get(name, "")

    def _work(self) -> None:
        while (name := self._next()) and not self._is_closed:
            try:
                if not cache.is_warm(name):
                    self._compile(name)
                if not self._is_closed:
                    load_code(name)
            except Exception as why:  # whatever it is: the game is played on interpreted
                self._failures[name] = str(why)

    def _next(self) -> str:
        """Compiled games first, as they are ready at once; else the one that was asked for last."""
        with self._lock:
            compiled = [name for name in self._todo if cache.is_warm(name)]
            name = next(iter(compiled or self._todo), "")
            if name:
                self._todo.remove(name)
            return name

    def _compile(self, name: str) -> None:
        with self._lock:
            child = self._children[name] = _child(name)
        with child:
            assert child.stdout is not None and child.stderr is not None
            for line in child.stdout:
                self._progress[name] = float(line)
            said = child.stderr.read()
        if child.returncode and not self._is_closed:
            raise RuntimeError(f"{name} could not be compiled: {said.strip()}")


# In a process of its own.


def call_all(ready: Ready) -> None:
    """Call once, as they are called, all the rules that players, bots and series call from Python."""
    match = ready.start(seed=0)
    while match.seat < 0:
        match.play(match.moves[0])
    game, view = ready.game, match.seen(match.seat)
    brains, sheet, options = (
        np.zeros(match.seats, BRAIN),
        np.zeros(1, game.rules.CHOICES)[0],
        game.packed(ready.options),
    )
    measured = np.zeros((1, MAX_SEATS), np.int64), np.zeros((1, MAX_SEATS)), np.zeros((1, len(game.measures.COLUMNS)))
    begin(np.zeros(1, game.rules.STATE), 0, options, np.zeros(1, game.rules.CHOICES))  # a match may find it laid out
    consider(view, sheet, brains, dice(0))
    deal(view, dice(0))
    play_all(np.zeros(1, game.rules.STATE), options, sheet, brains, dice(0), *measured)
    playouts(np.zeros(1, game.rules.STATE), options, sheet, dice(0))
    bots.warm(ready)
    action = next(iter(match.offers))
    _ = match.scores, match.shares, match.forced, match.opens(action), match.story(), match.seen(match.seat)
    match.copy().play(action)
    replay(match.save())


def compile_game(name: str, tell: Callable[[float], Any]) -> None:
    """Compile a game as one piece of machine code, and keep it; one process at a time does so."""
    from fathom5.kernel import linking, twins, watching

    with worlds.recorded() as calls:
        call_all(load(name))
    linking.Piece.tell = staticmethod(lambda: tell(watching.share_done(0)))
    with _alone(name):
        if not cache.is_warm(name):
            twins.make_game(name, calls)
    if not cache.is_warm(name):
        raise RuntimeError(
            f"compiled code cannot be kept in {cache.folder(name)}: set NUMBA_CACHE_DIR to a folder that can"
        )


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Whoever else compiles this game waits, and then finds it done."""
    with ExitStack() as held:
        with suppress(ImportError, OSError):  # no such locks here: it is done twice, and the last is kept
            import fcntl

            cache.folder(name).mkdir(parents=True, exist_ok=True)
            lock = held.enter_context((cache.folder(name) / "lock").open("w"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main(name: str) -> None:
    """Compile a game in this process, telling how far it is."""
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    compile_game(name, lambda share: print(f"{share:.3f}", flush=True))


if __name__ == "__main__":
    main(sys.argv[1])
