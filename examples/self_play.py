"""Learn a game by playing against oneself: TD(lambda) control on the vector environment, with scikit-learn.

    pip install '.[learn]'
    python examples/self_play.py deep_sea player.npz

All seats are played by one network that says what each action is worth to whoever is to move: its mean share of the
victory from there on. Thousands of games are played at once, mostly by what seems worth most; then the network is
fitted to how they went on, and so on. The player in the file can sit at a table: see docs/researchers.md.
"""

import argparse
import time

import numpy as np
from sklearn.neural_network import MLPRegressor

import fathom5
from fathom5 import gym
from fathom5.gym.player import forward, save

GAMES = 1024  # at once
STEPS = 128  # between two lessons
HIDDEN = (64,)
BATCH = 1024
RATE = (2e-3, 2e-4)  # at which the network learns, at first and at last
LEARNT = 0.5  # of all decisions: those of one game have much in common
PATIENCE = 0.8  # how much how it went on counts against what was hoped for: the lambda of TD(lambda)
WARMTH = (0.06, 0.01)  # how much worth is given up for variety, at first and at last


class Learner:
    """A network that is fitted step by step."""

    def __init__(self, size: int, actions: int, seed: int):
        self.net = MLPRegressor(
            hidden_layer_sizes=HIDDEN, alpha=1e-6, batch_size=BATCH, learning_rate_init=1e-3, random_state=seed
        )
        self.net.partial_fit(np.zeros((1, size), np.float32), np.full((1, actions), 0.5, np.float32))

    @property
    def layers(self) -> list[tuple[np.ndarray, np.ndarray]]:
        return list(zip(self.net.coefs_, self.net.intercepts_, strict=True))

    def worth(self, observations: np.ndarray) -> np.ndarray:
        return forward(self.layers, observations)

    def learn(self, observations: np.ndarray, actions: np.ndarray, worths: np.ndarray) -> None:
        """Only what was done is corrected: elsewhere the network is its own teacher."""
        order = np.random.default_rng(0).permutation(len(actions))
        for part in np.array_split(order, max(1, len(order) // BATCH)):
            target = self.worth(observations[part])
            target[np.arange(len(part)), actions[part]] = worths[part]
            self.net.partial_fit(observations[part], target)


def choose(worth: np.ndarray, masks: np.ndarray, warmth: float, rng: np.random.Generator) -> np.ndarray:
    """One of the possible actions for each game; the warmer, the more at random."""
    noise = warmth * rng.gumbel(size=worth.shape) if warmth else 0.0
    return np.where(masks > 0, worth + noise, -np.inf).argmax(1)


def experience(env, learner: Learner, observed, infos, warmth: float, rng: np.random.Generator):
    """Play on for some steps: what was seen and done, what that seemed to be worth, and where the games stand."""
    seen, done, seats, hopes, ends = [], [], [], [], []
    for _ in range(STEPS):
        worth = learner.worth(observed)
        action = choose(worth, infos["action_mask"], warmth, rng)
        seen.append(observed)
        done.append(action)
        seats.append(infos["seat"])
        hopes.append(np.where(infos["action_mask"] > 0, worth, -np.inf).max(1))
        observed, _, over, _, infos = env.step(action)
        ends.append((over, infos["final_info"]["rewards"] if over.any() else None))
    worths = np.stack(looked_back(seats, hopes, ends, env.batch.seats))
    known = ~np.isnan(worths) & (rng.random(worths.shape) < LEARNT)
    return (np.stack(seen)[known], np.stack(done)[known], worths[known]), observed, infos


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
        observed, infos = env.reset(seed=seed)
        won, is_open = np.zeros(games), np.ones(games, bool)
        while is_open.any():
            observed, reward, over, _, infos = env.step(choose(learner.worth(observed), infos["action_mask"], 0, None))
            won[over & is_open] = reward[over & is_open]
            is_open &= ~over
        shares.append(won.mean())
    return float(np.mean(shares))


def between(ends: tuple[float, float], part: float) -> float:
    """From the first to the last, by equal factors."""
    return ends[0] * (ends[1] / ends[0]) ** part


def train(name: str, lessons: int, options: dict, seed: int = 0, tell=print) -> Learner:
    rng, start = np.random.default_rng(seed), time.process_time()
    env = gym.vector(name, GAMES, autoreset_mode="SameStep", **options)
    learner = Learner(env.single_observation_space.shape[0], env.single_action_space.n, seed)
    observed, infos = env.reset(seed=seed)
    for lesson in range(lessons):
        learner.net._optimizer.learning_rate_init = between(RATE, lesson / lessons)
        warmth = between(WARMTH, lesson / lessons)
        lived, observed, infos = experience(env, learner, observed, infos, warmth, rng)
        learner.learn(*lived)
        if lesson % 20 == 19:
            share = against(name, learner, "hinted", 500, options)
            tell(f"lesson {lesson + 1:4}  {time.process_time() - start:5.0f} s of CPU  against hinted: {share:.3f}")
    return learner


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=fathom5.names())
    parser.add_argument("file", help="where the player is written to")
    parser.add_argument("--lessons", type=int, default=300)
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
