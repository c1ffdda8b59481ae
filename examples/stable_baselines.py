"""Learn a game with Stable-Baselines3: the vector environment as its VecEnv, MaskablePPO, and a player for the arena.

    pip install '.[gym,onnx]' sb3-contrib onnxscript
    python examples/stable_baselines.py deep_sea player.onnx --curve curve.csv
    fathom5 arena deep_sea file:player.onnx hinted

The learner sits in seat 0, bots in the others; what cannot be done is masked. Torch comes with sb3-contrib: nothing
else of this package needs it.
"""

import argparse
import csv
from typing import Any

import numpy as np

from fathom5 import gym

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:  # the adapter itself needs nothing of it
    VecEnv = object


class Tables(VecEnv):
    """Many games at once, as Stable-Baselines3 asks for them; where a game ends, the next begins."""

    def __init__(self, game: str, num_envs: int, seat: int = 0, **settings: Any) -> None:
        self.games = gym.vector(game, num_envs, seat=seat, autoreset_mode="SameStep", **settings)
        self.num_envs, self.render_mode, self.metadata = num_envs, None, {"render_modes": []}
        self.observation_space, self.action_space = self.games.single_observation_space, self.games.single_action_space
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        self._seeds: list[int | None] = [None] * num_envs
        self._options: list[dict[str, Any]] = [{} for _ in range(num_envs)]

    def reset(self) -> np.ndarray:
        seen, _ = self.games.reset(seed=self._seeds)
        self._seeds = [None] * self.num_envs  # said once
        return seen

    def step_async(self, actions: np.ndarray) -> None:
        self._chosen = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        seen, rewards, over, _, infos = self.games.step(self._chosen)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(over):
            told[i] = {"terminal_observation": infos["final_obs"][i], "TimeLimit.truncated": False}
        return seen, rewards.astype(np.float32), over, told

    def close(self) -> None:
        self.games.close()

    # What it asks of each environment is asked of all of them at once.

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        found = getattr(self if attr_name == "render_mode" else self.games, attr_name)
        return [found] * len(self._places(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name} is for all games: say it when you make them")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"games can be asked for action_masks, not for {method_name}")
        return list(self.games.action_masks()[self._places(indices)])

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False] * len(self._places(indices))

    def _places(self, indices: Any) -> list[int]:
        every = list(range(self.num_envs))
        return every if indices is None else [indices] if isinstance(indices, int) else list(indices)


def against(game: str, model: Any, bot: str, games: int, seed: int) -> tuple[float, float]:
    """The mean share of the victory against a bot in seat 0 and in seat 1, and how far it may be off in 95 of 100."""
    shares = []
    for seat in range(2):
        env = gym.vector(game, games // 2, seat=seat, bots=bot, autoreset_mode="SameStep", players=2)
        seen, _ = env.reset(seed=seed)
        won, is_open = np.zeros(games // 2), np.ones(games // 2, bool)
        while is_open.any():
            chosen, _ = model.predict(seen, deterministic=True, action_masks=env.action_masks())
            seen, reward, over, _, _ = env.step(chosen)
            won[over & is_open] = reward[over & is_open]
            is_open &= ~over
        shares.append(won)
    every = np.concatenate(shares)
    return float(every.mean()), float(1.96 * every.std() / np.sqrt(len(every)))


def train(game: str, bot: str, steps: int, lessons: int, seed: int = 0) -> tuple[Any, list[tuple[int, float, float]]]:
    """A model, and how it fared on its way: steps, share of the victory, margin."""
    from sb3_contrib import MaskablePPO

    games = Tables(game, 256, bots=bot, players=2)
    model = MaskablePPO(
        "MlpPolicy", games, n_steps=64, batch_size=2048, n_epochs=4, learning_rate=1e-3, gamma=1.0, ent_coef=0.005,
        policy_kwargs={"net_arch": [128]}, seed=seed, device="cpu",
    )  # fmt: skip
    curve = [(0, *against(game, model, bot, 2000, seed=1))]
    for _ in range(lessons):
        model.learn(steps // lessons, reset_num_timesteps=False)
        curve.append((model.num_timesteps, *against(game, model, bot, 2000, seed=1)))
        print("steps {:8}  against {}: {:.3f} ± {:.3f}".format(curve[-1][0], bot, *curve[-1][1:]), flush=True)
    return model, curve


def export(model: Any, path: str) -> None:
    """As `file:player.onnx` wants it: from an observation to what each action is worth."""
    import torch

    class Worth(torch.nn.Module):
        def __init__(self, policy: Any) -> None:
            super().__init__()
            self.policy = policy

        def forward(self, observation: Any) -> Any:
            features = self.policy.extract_features(observation, self.policy.pi_features_extractor)
            return self.policy.action_net(self.policy.mlp_extractor.forward_actor(features))

    size = model.observation_space.shape[0]
    torch.onnx.export(Worth(model.policy), torch.zeros(1, size), path, input_names=["observation"], external_data=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("file", help="where the player is written to, as ONNX")
    parser.add_argument("--against", default="hinted")
    parser.add_argument("--steps", type=int, default=2_000_000)
    parser.add_argument("--curve", help="where the learning curve is written to, as CSV")
    asked = parser.parse_args()
    model, curve = train(asked.game, asked.against, asked.steps, lessons=20)
    export(model, asked.file)
    if asked.curve:
        with open(asked.curve, "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([("steps", "share", "margin"), *curve])


if __name__ == "__main__":
    main()
