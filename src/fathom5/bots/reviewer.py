"""A process that reviews a game for others: it reads one question, and writes a line whenever it knows more.

    reviewer.question(save, "known", 90)       # a game that is over, from where, and for how many seconds at most
    python -m fathom5.bots.reviewer            # the process

It has a low priority, and ends as soon as nobody is left who listens: the pipe of its question stays open until then.
"""

import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

from fathom5.bots.review import Review, review

Question = dict[str, Any]
Found = dict[str, Any]
LOWER = 15  # as a priority: after those who think about a move, before those who compile


def question(save: str, kind: str, seconds: float) -> Question:
    return {"save": save, "kind": kind, "seconds": seconds}


def answered(question: Question, tell: Callable[[Found], None]) -> None:
    """Tell what is known, again and again; what is told last is done."""

    def told_so_far(so_far: Review) -> None:
        tell(so_far.plain() | {"done": False})

    found = review(question["save"], seconds=question["seconds"], kind=question["kind"], tell=told_so_far)
    tell(found.plain() | {"done": True})


# In a process of its own.


def _write(told: Found) -> None:
    print(json.dumps(told), flush=True)


def _answer(line: str) -> None:
    try:
        answered(json.loads(line), _write)
    except Exception as error:
        _write({"error": f"{type(error).__name__}: {error}"})
    os._exit(0)


def main() -> None:
    """Think in a thread of its own: this one has to notice at once that nobody listens any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which says goodbye first
    if hasattr(os, "nice"):
        os.nice(LOWER)
    threading.Thread(target=_answer, args=(sys.stdin.readline(),), daemon=True).start()
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
