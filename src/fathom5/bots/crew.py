"""Processes that play games for an arena: Python runs on one core at a time, so each core has a Python of its own.

    with Crew(cores, game, arena.play) as crew:
        rows = crew.do(fixture)            # in a thread for each core
    python -m fathom5.bots.crew            # a process: it is told once what it is for, then a piece of work at a time

A process ends as soon as nobody is left who could give it work.
"""

import os
import pickle
import queue
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any, Generic, Self, TypeVar

from fathom5.bots import compiling
from fathom5.kernel import worlds

Piece = TypeVar("Piece")
Done = TypeVar("Done")


class Member:
    """A process that is given work through a pipe, and answers through another."""

    def __init__(self, game: str, work: Callable[[Any], Any]) -> None:
        # Where all is compiled, a process loads the code of whole games, which is quicker than piece by piece.
        env = os.environ | ({worlds.SETTING: worlds.BOTH} if worlds.WORLD == worlds.COMPILED else {})
        command = [sys.executable, "-m", __name__]
        self._process = subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._told: IO[bytes] = self._process.stdin
        self._answers: IO[bytes] = self._process.stdout
        _say(self._told, (game, work))

    @property
    def pid(self) -> int:
        return self._process.pid

    def do(self, piece: object) -> Any:
        try:
            _say(self._told, piece)
            failure, done = pickle.load(self._answers)
        except (OSError, EOFError):
            raise RuntimeError(
                f"a process that plays has died, with code {self._process.wait()}, over {piece}"
            ) from None
        if failure:
            raise RuntimeError(f"{piece} could not be played:\n{failure}")
        return done

    def end(self) -> None:
        """Whatever it does: nobody waits for that any more."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._told, self._answers):
            with suppress(OSError):  # what was left in it has nowhere to go
                pipe.close()


class Crew(Generic[Piece, Done]):
    """As many processes as cores, each of which does one piece of work after the other."""

    def __init__(self, cores: int, game: str, work: Callable[[Piece], Done]) -> None:
        self._members = [Member(game, work) for _ in range(cores)]
        self._free: queue.SimpleQueue[Member] = queue.SimpleQueue()
        for member in self._members:
            self._free.put(member)

    def do(self, piece: Piece) -> Done:
        """Wait for one who is free, and for what comes of it."""
        member = self._free.get()
        try:
            done: Done = member.do(piece)
        finally:
            self._free.put(member)
        return done

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for member in self._members:
            member.end()


def _say(pipe: IO[bytes], what: object) -> None:
    pipe.write(pickle.dumps(what))
    pipe.flush()


# In a process of its own.


def _done(work: Callable[[Any], Any], piece: object) -> tuple[str, Any]:
    try:
        return "", work(piece)
    except Exception:
        return traceback.format_exc(), None


def main() -> None:
    """Work until nobody asks any more; what players print goes where errors go, and not among the answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who gave us work, and keeps what was played
    told, answers, sys.stdout = sys.stdin.buffer, sys.stdout.buffer, sys.stderr
    game, work = pickle.load(told)
    compiling.load_code(game)
    with suppress(EOFError, BrokenPipeError):
        while True:
            _say(answers, _done(work, pickle.load(told)))


if __name__ == "__main__":
    main()
