"""A process that thinks for others: it reads questions, a line each, and answers each with a line.

    thinker.move(view, "diver", seed)          # a question: what would a bot of this level do?
    thinker.advice(view, seat, seed, 3000)     # what would you tell this seat?
    thinker.answered(question)                 # the answer, worked out here
    python -m fathom5.bots.thinker             # the process

A question holds a view and nothing else of a game, so no more can be known here than the seat knows. The process has
a low priority, and ends as soon as who started it has ended, however that was: its questions come through a pipe.
"""

import json
import os
import queue
import signal
import sys
import threading
from typing import Any

import numpy as np

from fathom5 import bots, games
from fathom5.bots import compiling, medals
from fathom5.bots.hinted import game_of
from fathom5.kernel import cache

Question = dict[str, Any]
Answer = dict[str, Any]
LOW = 10  # as a priority: after those who wait for a click, before those who compile
TREE = 1 << 15  # nodes of the tree behind advice
MOVES = 4  # that advice speaks of, the best first
A_ROUND = 15  # iterations, for each of which a game is played to its end where there are medals


# What can be asked.


def move(view: np.record, level: str, seed: int) -> Question:
    return _about(view) | {"level": level, "seed": seed}


def advice(view: np.record, seat: int, seed: int, iterations: int) -> Question:
    """So many iterations always say the same."""
    return _about(view) | {"seat": seat, "seed": seed, "iterations": iterations}


def readiness(game: str) -> Question:
    """Get ready for this game."""
    return {"game": game}


def _about(view: np.record) -> Question:
    return {"game": game_of(view.dtype).name, "view": view.tobytes().hex()}


# What is answered.


def answered(question: Question) -> Answer:
    game = games.load(question["game"])
    if cache.is_warm(game.name):
        compiling.load_code(game.name)
    if "view" not in question:
        return {}
    view = np.frombuffer(bytes.fromhex(question["view"]), game.rules.STATE).copy()[0]
    if "level" in question:
        return {"action": searcher(question["level"])(view, question["seed"])}
    seat, seed, iterations = question["seat"], question["seed"], question["iterations"]
    found = bots.advice(view, seat, seed, iterations=iterations, trees=1, size=TREE)
    best = found.moves[:MOVES]
    won = medals.chances(view, [each.action for each in best], seed, max(1, iterations // A_ROUND))
    return {
        "moves": [
            {
                "action": each.action,
                "share": round(each.outcome, 3),
                "visits": each.visits,
                "margin": round(each.margin, 3),
                "as_good": each.is_as_good,
                "medals": {name: [round(number, 3) for number in chance] for name, chance in chances.items()},
            }
            for each, chances in zip(best, won, strict=True)
        ],
        "odds": found.odds,
        "reason": found.reason,
    }


def searcher(name: str) -> bots.Search:
    """Who is asked here: nobody else's code runs in a process that thinks."""
    bot = bots.named(name)
    if not isinstance(bot, bots.Search):
        raise ValueError(f"{name} does not search")
    return bot


# In a process of its own.


def _answer_all(questions: "queue.SimpleQueue[str]") -> None:
    while True:
        try:
            told = answered(json.loads(questions.get()))
        except Exception as error:
            told = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(told), flush=True)


def main() -> None:
    """Think in a thread of its own: this one has to notice at once that nobody is left who asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which says goodbye first
    if hasattr(os, "nice"):
        os.nice(LOW)
    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_answer_all, args=(questions,), daemon=True).start()
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
