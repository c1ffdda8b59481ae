"""How fast the environments are, next to PettingZoo's and RLCard's own games in the same run."""

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

from fathom5 import games
from fathom5.command.bench.pace import LUCK, rate
from fathom5.command.bench.probe import VECTOR, vector_steps
from fathom5.gym.turns_env import aec
from fathom5.kernel.play import CORES

Figures = dict[str, Any]
SECONDS = 1.0  # for each figure
PETTINGZOO_GAMES = ("connect_four_v3", "tictactoe_v3", "go_v5")
RLCARD_GAMES = ("leduc-holdem", "limit-holdem", "uno")


# Ours.


def measure(name: str, seconds: float = SECONDS) -> Figures:
    """Steps a second of the vector environment: every seat by the caller, or one seat among compiled bots."""
    return {
        "game": name,
        "games": VECTOR,
        "cores": CORES,
        "vector_steps_per_s": rate(vector_steps(name), seconds),
        "vector_steps_per_s_int8": rate(vector_steps(name, dtype="int8"), seconds),
        "seat_steps_per_s": rate(vector_steps(name, seat=0), seconds),
        "aec_steps_per_s": rate(turned(partial(aec, name)), seconds),
    }


def turned(make: Callable[[], Any]) -> Callable[[], int]:
    """Plays a game of a PettingZoo environment at random and says how many turns it took."""
    env = make()

    def play() -> int:
        env.reset()
        turns = 0
        for _ in env.agent_iter():
            observed, _, over, cut, _ = env.last()
            actions = observed["action_mask"].nonzero()[0]
            env.step(None if over or cut else int(actions[int(LUCK[turns % len(LUCK)] * len(actions))]))
            turns += 1
        return turns

    return play


# Others, in the same run.


def peers(seconds: float = SECONDS) -> Iterator[Figures]:
    """PettingZoo's and RLCard's own games, as far as they are installed; each turn is a step."""
    for name in PETTINGZOO_GAMES:
        if make := pettingzoo_game(name):
            yield {"game": f"PettingZoo {name}", "steps_per_s": rate(turned(make), seconds)}
    for name in RLCARD_GAMES if find_spec("rlcard") else ():
        yield {"game": f"RLCard {name}", "steps_per_s": rate(dealt(name), seconds)}


def pettingzoo_game(name: str) -> Callable[[], Any] | None:
    """How one of its classic games is made, if what it needs is there."""
    from importlib import import_module

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            make: Callable[[], Any] = import_module(f"pettingzoo.classic.{name}").env
            make().close()
        except Exception:  # each of them needs something else
            return None
    return make


def dealt(name: str) -> Callable[[], int]:
    """Plays a game of RLCard at random."""
    import rlcard

    env = rlcard.make(name)

    def play() -> int:
        state, _ = env.reset()
        turns = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(LUCK[turns % len(LUCK)] * len(actions))])
            turns += 1
        return turns

    return play


def figures(seconds: float = SECONDS) -> list[Figures]:
    """All of ours."""
    return [measure(name, seconds) for name in games.names()]
