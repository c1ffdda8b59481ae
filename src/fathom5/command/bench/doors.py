"""Our doors beside others': each by what it offers to everybody, asked at each step for the list of what can be done.

Both sides play at random in one process, in turns by fractions of a second, and are timed by the processor.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from itertools import count
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from fathom5 import CHANCE, NOBODY, load
from fathom5.command.bench.against import taking_turns
from fathom5.command.bench.gym import dealt, pettingzoo_game, turned
from fathom5.command.bench.pace import LUCK, rate
from fathom5.command.bench.probe import VECTOR, Work, timed, vector_steps
from fathom5.command.bench.spread import LEAST, Spread, spread
from fathom5.gym.seat_env import SeatEnv
from fathom5.gym.turns_env import aec
from fathom5.kernel.play import begin, step

SECONDS = 0.25  # for each turn of each side
TURNS = 2 * LEAST
PLAYERS = 2
FRAMES = 12  # of a game, from its start on
MASK = len(LUCK) - 1
INSTALL = "not installed: pip install 'fathom5[peers]'"


# Ours. What is counted is a decision, with all that chance answers to it; inside OpenSpiel every action.


def inner_kernel(name: str) -> Work:
    """No door at all, but what is behind all of them: the rules on bare arrays, nothing checked."""
    ready = load(name, players=PLAYERS)
    rules, options = ready.game.rules, ready.game.packed(ready.options)
    states, sheets = np.zeros(1, rules.STATE), np.zeros(1, rules.CHOICES)
    seat, offered, action = states["seat"].item, sheets["count"].item, sheets["action"].item

    def play() -> int:
        states[:] = 0
        begin(states, 0, options, sheets)
        steps = decisions = 0
        while (whose := seat(0)) != NOBODY:
            step(states, 0, action(0, int(LUCK[steps & MASK] * offered(0))), sheets)
            steps += 1
            decisions += whose != CHANCE
        return decisions

    return play


def match_by_number(name: str) -> Work:
    """`Match.play` with the number of an action."""
    ready, seeds = load(name, players=PLAYERS), count()

    def play() -> int:
        match, decisions = ready.start(seed=next(seeds)), 0
        while not match.over:
            numbers = match.numbers
            match.play(numbers[int(LUCK[decisions & MASK] * len(numbers))])
            decisions += 1
        return decisions

    return play


def one_seat(name: str) -> Work:
    """Gymnasium's environment, with hinted players in the other seats."""
    env = SeatEnv(name, players=PLAYERS)
    env.reset(seed=0)

    def play() -> int:
        (_, info), steps, is_over = env.reset(), 0, False
        while not is_over:
            actions = info["action_mask"].nonzero()[0]
            _, _, is_over, _, info = env.step(int(actions[int(LUCK[steps & MASK] * len(actions))]))
            steps += 1
        return steps

    return play


def all_seats(name: str) -> Work:
    """PettingZoo's environment."""
    return turned(partial(aec, name, players=PLAYERS))


def inside_openspiel(name: str) -> Work:
    """A game of ours among OpenSpiel's."""
    from fathom5.gym.openspiel import PREFIX

    return stepped(f"{PREFIX}{name}", players=PLAYERS)


# Theirs.


def pig() -> Work | None:
    return stepped("pig", by_decision=True) if find_spec("pyspiel") else None


def leduc() -> Work | None:
    return dealt("leduc-holdem") if find_spec("rlcard") else None


def connect_four() -> Work | None:
    make = pettingzoo_game("connect_four_v3")
    return make and turned(make)


def tic_tac_toe() -> Work | None:
    if not find_spec("pyspiel"):
        return None
    from open_spiel.python.games import tic_tac_toe as _  # noqa: F401, which registers it

    return stepped("python_tic_tac_toe")


def stepped(name: str, by_decision: bool = False, **options: int) -> Work:
    """A game of OpenSpiel by its actions, chance's too, or by the decisions among them."""
    import pyspiel

    game = pyspiel.load_game(name, options)

    def play() -> int:
        state, steps, chances = game.new_initial_state(), 0, 0
        while not state.is_terminal():
            chances += by_decision and state.is_chance_node()
            actions = state.legal_actions()
            state.apply_action(actions[int(LUCK[steps & MASK] * len(actions))])
            steps += 1
        return steps - chances

    return play


# Side by side.


class Door(NamedTuple):
    """One way in, beside another's."""

    name: str
    ours: Callable[[str], Work]  # of a game
    peer: str
    theirs: Callable[[], Work | None]
    to_reach: float | None  # with Deep Sea: how many times as fast


DOORS = (
    Door("inner kernel: the rules, called from Python", inner_kernel, "OpenSpiel's pig", pig, None),
    Door("public door: Match.play by number", match_by_number, "OpenSpiel's pig", pig, 0.5),
    Door("public door: Gymnasium, one seat", one_seat, "RLCard's leduc", leduc, 6),
    Door("public door: PettingZoo AEC", all_seats, "PettingZoo's connect_four", connect_four, 6),
    Door("public door: inside OpenSpiel", inside_openspiel, "OpenSpiel's Python tic-tac-toe", tic_tac_toe, 3),
)


def measure(name: str, turns: int = TURNS, seconds: float = SECONDS) -> Iterator[dict[str, Any]]:
    """Every door of a game, beside its peer."""
    for door in DOORS:
        yield {"game": name, "door": door.name, **compared(door, name, turns, seconds)}


def compared(door: Door, name: str, turns: int, seconds: float) -> dict[str, Any]:
    """Rates of both, and how many times as fast ours is, from neighbours in time."""
    theirs, about = door.theirs(), {"peer": door.peer, "to_reach": door.to_reach or "–"}
    needs_openspiel = door.ours is inside_openspiel and not find_spec("pyspiel")
    ours = None if needs_openspiel else door.ours(name)
    if ours is None or theirs is None:
        return {"ours_per_s": rate_of(ours, seconds), "theirs_per_s": "–", "times_as_fast": INSTALL, **about}
    for work in (ours, theirs):
        work()  # the first time something may be compiled
    pairs = taking_turns(asked(ours), asked(theirs), door.name, turns, seconds)
    rates = [spread(side) for side in zip(*pairs, strict=True)]
    times = spread([one / other for one, other in pairs])
    return {"ours_per_s": rates[0], "theirs_per_s": rates[1], "times_as_fast": times, **about}


def rate_of(work: Work | None, seconds: float) -> Spread | str:
    """Ours alone, where there is nobody to take turns with."""
    return rate(work, LEAST * seconds, time.process_time) if work else "–"


def asked(work: Work) -> Callable[[str, float], float]:
    return lambda _, seconds: timed(work, seconds, time.process_time)


# Without a peer.


def alone(name: str, seconds: float = SECONDS, games: int = VECTOR, frames: int = FRAMES) -> dict[str, Any]:
    """What is measured by itself: the vector environment, which `--against` compares with another tree; pictures."""
    vector = vector_steps(name, games=games, cores=1)
    return {
        "game": name,
        "vector_steps_per_s_one_core": rate(vector, LEAST * seconds, time.process_time),
        "seconds_for_a_picture": spread(drawn(name, frames)),
    }


def drawn(name: str, frames: int) -> list[float]:
    """How long each picture of pixels takes, once there has been one."""
    env = SeatEnv(name, players=PLAYERS, render_mode="rgb_array")
    (_, info), is_over = env.reset(seed=1), False
    times: list[float] = []
    env.render()
    while len(times) < frames and not is_over:
        actions = info["action_mask"].nonzero()[0]
        _, _, is_over, _, info = env.step(int(actions[int(LUCK[len(times)] * len(actions))]))
        start = time.process_time()
        env.render()
        times.append(time.process_time() - start)
    return times


def mean_picture(found: list[dict[str, Any]]) -> Spread:
    """Of all games that were measured."""
    pictures = [each["seconds_for_a_picture"] for each in found]
    return Spread(*(fmean(figures) for figures in zip(*pictures, strict=True)))
