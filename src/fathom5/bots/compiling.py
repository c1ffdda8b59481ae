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
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib import import_module
from threading import Lock, Thread
from typing import Any

import numpy as np

from fathom5 import bots, games
from fathom5.door import Ready, load
from fathom5.kernel import cache, worlds
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, MAX_SEATS, deal
from fathom5.kernel.play import CORES, consider, play_all, playouts

LOWEST = 19  # of all priorities
PAUSE = 0.002  # seconds between two pieces that are loaded: others have their turn
_loaded: set[str] = set()


def is_ready(name: str) -> bool:
    """Nobody waits for a compiler who asks for a loop or a search of this game; where there is one world, it is."""
    return worlds.WORLD != worlds.BOTH or name in _loaded


def cold(names: Sequence[str] = ()) -> list[str]:
    """Which of these games, or of all, are not compiled yet; none where nothing is ever compiled."""
    some = names or games.names()
    return [] if worlds.WORLD == worlds.INTERPRETED else [name for name in some if not cache.is_warm(name)]


def warm_up(todo: Sequence[str], tell: Callable[[str, int], None] = lambda name, done: None) -> None:
    """Compile these games, each in a process of its own; tell which is done, and how many."""
    with ThreadPoolExecutor(CORES) as pool:
        tasks = {pool.submit(_in_own_process, name): name for name in todo}
        for done, task in enumerate(as_completed(tasks), 1):
            task.result()
            tell(tasks[task], done)


def _child(name: str) -> subprocess.Popen:
    """A process that compiles a game and writes a line for each piece that it has."""
    command = [sys.executable, "-m", "fathom5.bots.compiling", name]
    env = os.environ | {worlds.SETTING: worlds.COMPILED}
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _in_own_process(name: str, tell: Callable[[int], None] = lambda pieces: None) -> None:
    with _child(name) as child:
        assert child.stdout is not None and child.stderr is not None
        for pieces, _ in enumerate(child.stdout, 1):
            tell(pieces)
        said = child.stderr.read()
    if child.returncode:
        raise RuntimeError(f"{name} could not be compiled:\n{said}")


def load_code(name: str) -> None:
    """Take a game's compiled code into this process, piece by piece; what is called meanwhile runs interpreted."""
    if is_ready(name):
        return
    for module, rule, arguments in pickle.loads(cache.pieces_of(name)):
        getattr(import_module(module), rule).twin.compile(arguments)
        time.sleep(PAUSE)
    _loaded.add(name)


def make_ready(name: str) -> None:
    """Wait until a game is compiled and its code is here."""
    warm_up(cold([name]))
    load_code(name)


class Beside:
    """Compiles and loads games in the background, the asked-for first."""

    def __init__(self, names: tuple[str, ...] = ()):
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
        assert child.stdout is not None and child.stderr is not None
        for line in child.stdout:
            self._progress[name] = float(line)
        said = child.stderr.read()
        if child.wait() and not self._is_closed:
            raise RuntimeError(f"{name} could not be compiled:\n{said}")


def compile_game(ready: Ready, tell: Callable[[float], Any] = lambda share: None) -> None:
    """Call all that is compiled once."""
    match = ready.start(seed=0)
    while match.seat < 0:
        match.play(match.moves[0])
    game, view = ready.game, match.seen(match.seat)
    brains = np.zeros(match.seats, BRAIN)
    tell(0.2)
    consider(view, np.zeros(1, game.rules.CHOICES)[0], brains, dice(0))
    tell(0.4)
    deal(view, dice(0))
    measured = np.zeros((1, MAX_SEATS), np.int64), np.zeros((1, MAX_SEATS)), np.zeros((1, len(game.measures.COLUMNS)))
    states, sheet, options = (
        np.zeros(1, game.rules.STATE),
        np.zeros(1, game.rules.CHOICES)[0],
        game.packed(ready.options),
    )
    tell(0.5)
    play_all(states, options, sheet, brains, dice(0), *measured)
    tell(0.7)
    playouts(np.zeros(1, game.rules.STATE), options, sheet, dice(0))
    tell(0.8)
    bots.warm(ready)
    _ = match.scores, match.shares, match.forced, match.opens(next(iter(match.offers)))
    tell(0.95)


def main(name: str) -> None:
    """Compile a game in this process, telling how far it is."""
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    from fathom5.kernel.twins import asked

    compile_game(load(name), lambda share: print(share, flush=True))
    cache.note_warm(name, pickle.dumps([(rule.__module__, rule.name, types) for rule, types in asked]))


if __name__ == "__main__":
    main(sys.argv[1])
