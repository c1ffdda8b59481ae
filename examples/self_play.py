"""Learn a game by playing against oneself: PPO on the vector environment, with scikit-learn.

    pip install '.[learn]'
    python examples/self_play.py deep_sea player.npz
    fathom5 arena deep_sea file:player.npz hinted -n 2000

All seats are played by one network. It says how much each action is to be preferred, and what share of the victory
whoever is to move may hope for. Many games are played at once, then the network is taught to prefer what went better
than hoped for, and so on. The player in the file can sit at a table: see docs/researchers.md.
"""

import argparse
import time
from typing import NamedTuple

import numpy as np
from sklearn.neural_network import MLPRegressor

import fathom5
from fathom5 import gym
from fathom5.gym.player import forward, save

GAMES = 512  # at once
STEPS = 128  # between two lessons
HIDDEN = (128,)
BATCH = 2048
READINGS = 2  # of what was lived, in a lesson
RATE = (2e-3, 2e-4)  # at which the network learns, at first and at last
VARIETY = (0.02, 0.002)  # how much it is worth to do one thing and another
PATIENCE = 0.95  # how much how it went on counts against what was hoped for: the lambda of TD(lambda)
CLIP = 0.2  # a preference that has changed by this much in a lesson has changed enough
HOPE = 0.5  # how much the hopes count in what is learnt


class Lived(NamedTuple):
    """Decisions: what was seen, what could be done, what was done, how likely that was, and what it was worth."""

    seen: np.ndarray
    masks: np.ndarray
    done: np.ndarray
    chances: np.ndarray
    hopes: np.ndarray
    worths: np.ndarray


class Learner:
    """A network from an observation to a preference for each action, and at last a hope."""

    def __init__(self, size: int, actions: int, seed: int, hidden: tuple[int, ...] = HIDDEN):
        self.rng = np.random.default_rng(seed)
        self.net = MLPRegressor(hidden_layer_sizes=hidden, alpha=0.0, random_state=seed)
        self.step(np.zeros((1, size), np.float32), np.zeros((1, actions + 1), np.float32))
        self.net.coefs_[-1] *= 0.1  # to begin with, all is much the same

    @property
    def layers(self) -> list[tuple[np.ndarray, np.ndarray]]:
        return list(zip(self.net.coefs_, self.net.intercepts_, strict=True))

    @property
    def rate(self) -> float:
        """At which it learns."""
        return self.net._optimizer.learning_rate_init

    @rate.setter
    def rate(self, rate: float) -> None:
        self.net._optimizer.learning_rate_init = rate

    def judge(self, seen: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How likely each action is, and the hopes."""
        return judged(forward(self.layers, seen), masks)

    def learn(self, lived: Lived, rate: float, variety: float) -> None:
        """Read what was lived some times over, in another order each time."""
        self.rate = rate
        for _ in range(READINGS):
            order = self.rng.permutation(len(lived.done))
            for part in np.array_split(order, 1 + len(order) // BATCH):
                self._learn(Lived(*(array[part] for array in lived)), variety)

    def _learn(self, lived: Lived, variety: float) -> None:
        """Half the squared distance from a target has the slope output - target: so any slope makes a target."""
        output = forward(self.layers, lived.seen)
        self.step(lived.seen, output - slope(output, lived, variety))

    def step(self, seen: np.ndarray, target: np.ndarray) -> None:
        """One step towards a target."""
        self.net.batch_size = len(seen)
        self.net.partial_fit(seen, target)


def judged(output: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What a network says as chances of what can be done, and as hopes."""
    liked = np.where(masks > 0, output[:, :-1], -np.inf)
    chances = np.exp(liked - liked.max(1, keepdims=True))
    return chances / chances.sum(1, keepdims=True), output[:, -1]


def slope(output: np.ndarray, lived: Lived, variety: float) -> np.ndarray:
    """Where PPO's loss goes up: with what it did to hope for less, with the one-sidedness of play, with wrong hopes."""
    chances, hopes = judged(output, lived.masks)
    games = np.arange(len(lived.done))
    gain = lived.worths - lived.hopes
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    ratio = chances[games, lived.done] / lived.chances
    pull = np.where(np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP), gain * ratio, 0.0)
    logs = np.log(np.maximum(chances, 1e-9))
    spread = -(chances * logs).sum(1, keepdims=True)
    up = np.empty_like(output)
    up[:, :-1] = chances * (pull[:, None] + variety * (logs + spread))
    up[games, lived.done] -= pull
    up[:, -1] = HOPE * (hopes - lived.worths)
    return up


def experience(env, learner: Learner, seen: np.ndarray, infos: dict) -> tuple[Lived, np.ndarray, dict]:
    """Play on for some steps: the decisions of which it is known how they went on, and where the games stand."""
    lived, seats, ends = [], [], []
    games = np.arange(env.num_envs)
    for _ in range(STEPS):
        masks = infos["action_mask"]
        chances, hopes = learner.judge(seen, masks)
        done = (chances.cumsum(1) < learner.rng.random((len(games), 1))).sum(1).clip(max=masks.shape[1] - 1)
        lived.append((seen, masks, done, chances[games, done], hopes))
        seats.append(infos["seat"])
        seen, _, over, _, infos = env.step(done)
        ends.append((over, infos["final_info"]["rewards"] if over.any() else None))
    worths = np.stack(looked_back(seats, [hopes for *_, hopes in lived], ends, env.batch.seats))
    known = ~np.isnan(worths)
    return Lived(*(np.stack(column)[known] for column in zip(*lived, strict=True)), worths[known]), seen, infos


def looked_back(seats: list, hopes: list, ends: list, players: int) -> list[np.ndarray]:
    """What each decision was worth: partly what its seat hoped for at its next, partly how it went on from there."""
    games = np.arange(len(hopes[0]))
    next_hope = np.full((len(games), players), np.nan)
    went_on = next_hope.copy()
    worths = []
    for seat, hope, (over, rewards) in zip(reversed(seats), reversed(hopes), reversed(ends), strict=True):
        if rewards is not None:
            next_hope[over] = went_on[over] = rewards[over]
        worth = (1 - PATIENCE) * next_hope[games, seat] + PATIENCE * went_on[games, seat]
        next_hope[games, seat] = hope
        went_on[games, seat] = np.where(np.isnan(worth), hope, worth)
        worths.append(worth.astype(np.float32))
    return worths[::-1]


def against(name: str, learner: Learner, bot: str, games: int, options: dict, seed: int = 1) -> float:
    """The mean share of the victory against bots in all other seats, taking every seat in turn."""
    shares = []
    for seat in range(fathom5.load(name, **options).options["players"]):
        env = gym.vector(name, games, seat=seat, bots=bot, **options)
        seen, infos = env.reset(seed=seed)
        won, is_open = np.zeros(games), np.ones(games, bool)
        while is_open.any():
            chances, _ = learner.judge(seen, np.maximum(infos["action_mask"], ~is_open[:, None]))
            seen, reward, over, _, infos = env.step(chances.argmax(1))
            won[over & is_open] = reward[over & is_open]
            is_open &= ~over
        shares.append(won.mean())
    return float(np.mean(shares))


def between(ends: tuple[float, float], part: float) -> float:
    """From the first to the last, by equal factors."""
    return ends[0] * (ends[1] / ends[0]) ** part


def train(name: str, lessons: int, options: dict, seed: int = 0, tell=print, learner: Learner | None = None) -> Learner:
    """From nothing, or from what a learner knows already."""
    start = time.monotonic()
    env = gym.vector(name, GAMES, autoreset_mode="SameStep", **options)
    learner = learner or Learner(env.single_observation_space.shape[0], env.single_action_space.n, seed)
    seen, infos = env.reset(seed=seed)
    for lesson in range(lessons):
        lived, seen, infos = experience(env, learner, seen, infos)
        learner.learn(lived, between(RATE, lesson / lessons), between(VARIETY, lesson / lessons))
        if lesson % 20 == 19:
            share = against(name, learner, "hinted", 500, options)
            spent = f"{time.monotonic() - start:5.0f} s ({time.process_time():.0f} s of CPU)"
            tell(f"lesson {lesson + 1:4}  {spent}  against hinted: {share:.3f}")
    return learner


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=fathom5.names())
    parser.add_argument("file", help="where the player is written to")
    parser.add_argument("--lessons", type=int, default=120)
    parser.add_argument("--players", type=int)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    options = {"players": asked.players} if asked.players else {}
    learner = train(asked.game, asked.lessons, options, asked.seed)
    save(asked.file, fathom5.load(asked.game, **options), learner.layers)
    for bot in ("uniform", "hinted"):
        print(f"against {bot}: {against(asked.game, learner, bot, 5000, options):.3f} of the victories")


if __name__ == "__main__":
    main()
