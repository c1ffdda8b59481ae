"""Baseline players: for each game a small network that learns what the hints would do, then goes on by itself.

    pip install '.[learn]'
    python examples/baselines.py deep_sea sub_terra       # or without a name, all five: three quarters of an hour
    fathom5 arena deep_sea file:examples/players/deep_sea.npz hinted

At first it imitates: games are played on by the network in every second place and by the hints in the others, and in
each place it is taught what the hints would do there, so that it also knows the way back from its own mistakes. Then,
where games are short enough, it plays against itself as in self_play.py. How strong they are is in docs/researchers.md.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
import self_play
from self_play import Learner, between, judged

import fathom5
from fathom5 import gym
from fathom5.bots import named
from fathom5.gym.player import forward, save

FOLDER = Path(__file__).parent / "players"
GAMES = 128  # at once
STEPS = 100  # between two lessons
BATCH = 512
RATE = (3e-3, 3e-4)  # at which it learns, at first and at last


class Plan(NamedTuple):
    """How a game's player is made."""

    hidden: int  # units of the network: as many as keep its file small
    imitations: int  # lessons from the hints
    lessons: int = 0  # by playing against itself
    spare: int = 0  # last bits of each weight that are left out, where the file would be large


PLANS = {
    "captain_carcass": Plan(hidden=64, imitations=40, lessons=40),
    "deep_sea": Plan(hidden=96, imitations=30, lessons=80),
    "sub_terra": Plan(hidden=48, imitations=150, spare=3),
    "the_island": Plan(hidden=20, imitations=60),
    "treasure_divers": Plan(hidden=64, imitations=25),
}


def advised(env, infos: dict, seed: int) -> np.ndarray:
    """What the hints would do in each game."""
    hinted = named("hinted")
    return np.array([hinted(env.batch.seen(i, int(seat)), seed + i) for i, seat in enumerate(infos["seat"])])


def imitate(env, learner: Learner, lessons: int, tell=print) -> None:
    """Lesson after lesson, from games in which the learner makes every second one's moves."""
    seen, infos = env.reset(seed=1)
    for lesson in range(lessons):
        shown, masks, wanted, agreed = [], [], [], []
        for step in range(STEPS):
            best = advised(env, infos, (lesson * STEPS + step) * GAMES)
            own = learner.judge(seen, infos["action_mask"])[0].argmax(1)
            for column, value in zip((shown, masks, wanted), (seen, infos["action_mask"], best), strict=True):
                column.append(value)
            agreed.append(np.mean(own == best))
            seen, _, _, _, infos = env.step(np.where(np.arange(GAMES) % 2, best, own))
        taught(learner, *map(np.concatenate, (shown, masks, wanted)), between(RATE, lesson / lessons))
        if lesson % 20 == 19:
            tell(f"imitation {lesson + 1:4}  it would have done the same in {np.mean(agreed):.1%}")


def taught(learner: Learner, seen: np.ndarray, masks: np.ndarray, wanted: np.ndarray, rate: float) -> None:
    """Read once what was seen, in any order."""
    learner.rate = rate
    for part in np.array_split(learner.rng.permutation(len(wanted)), 1 + len(wanted) // BATCH):
        output = forward(learner.layers, seen[part])
        learner.step(seen[part], output - pull(output, masks[part], wanted[part]))


def pull(output: np.ndarray, masks: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """The slope of how unlikely what is wanted seems; hopes are left alone."""
    up = np.zeros_like(output)
    up[:, :-1], _ = judged(output, masks)
    up[np.arange(len(wanted)), wanted] -= 1
    return up


def made(name: str, plan: Plan, tell=print) -> Learner:
    """A game's player, from nothing."""
    env = gym.vector(name, GAMES, autoreset_mode="SameStep")
    learner = Learner(env.single_observation_space.shape[0], env.single_action_space.n, seed=0, hidden=(plan.hidden,))
    imitate(env, learner, plan.imitations, tell)
    return self_play.train(name, plan.lessons, {}, tell=tell, learner=learner)


def halved(layers: list[tuple[np.ndarray, np.ndarray]], spare: int = 0) -> list[tuple[np.ndarray, ...]]:
    """In half precision, which plays alike and packs into half the file; without the hope, which players do not use."""
    *hidden, (weights, added) = layers
    kept = [*hidden, (weights[:, :-1], added[:-1])]
    return [tuple(shortened(array, spare) for array in layer) for layer in kept]


def shortened(array: np.ndarray, spare: int) -> np.ndarray:
    """Numbers of 16 bits without the last of them: what is all noughts takes no room in a file."""
    bits = array.astype(np.float16).view(np.uint16)
    return (bits >> spare << spare).view(np.float16).astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="game", help=", ".join(PLANS))
    FOLDER.mkdir(exist_ok=True)
    for name in parser.parse_args().games or PLANS:
        print(name)
        plan = PLANS[name]
        save(FOLDER / f"{name}.npz", fathom5.load(name), halved(made(name, plan).layers, plan.spare))


if __name__ == "__main__":
    main()
