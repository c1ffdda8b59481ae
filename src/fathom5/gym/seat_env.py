"""One game as a Gymnasium environment: a learner in one seat, compiled bots in the others."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded

from fathom5.door import load
from fathom5.gym.batch import RESTART, TAKE, Batch
from fathom5.gym.spaces import RENDER_MODES, checked_mode, laid_out, observation_space, picture, viewer_of
from fathom5.kernel.record import Move


class SeatEnv(gymnasium.Env[Any, Any]):
    """A step is a decision of the learner; with seat=None of whoever is to decide, and all rewards are in the info.

    The reward is the seat's share of the victory, at the end. An action outside the mask ends the game with -1.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012, as Gymnasium has it

    def __init__(
        self,
        game: str,
        seat: int | None = 0,
        bots: str | Sequence[str] = "hinted",
        observation: str = "flat",
        dtype: Any = np.float32,
        render_mode: str | None = None,
        **options: Any,
    ):
        self.batch = Batch(load(game, **options), 1, seat, bots, dtype, cores=1)
        self.layout, self.render_mode = observation, checked_mode(render_mode)
        self.observation_space = observation_space(self.batch, observation)
        self.decisions = self.batch.encoding.table.decisions
        self.action_space = spaces.Discrete(self.decisions)
        self._is_seeded = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game at the learner's first decision; the same seed is the same chance again."""
        super().reset(seed=seed)
        if seed is not None or not self._is_seeded:
            self.batch.seed(0, self.np_random)
            self._is_seeded = True
        self.batch.carry_out(np.array([RESTART]))
        return self._shown()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Decide, and let chance and the others answer."""
        batch = self.batch
        if batch.results["over"][0]:
            raise ResetNeeded("the game is over, or has not begun: call reset() before step()")
        if not self.action_space.contains(action):
            raise InvalidAction(f"an action is a whole number from 0 to {self.decisions - 1}, not {action!r}")
        batch.actions[0] = action
        batch.carry_out(np.array([TAKE]))
        observation, info = self._shown()
        return observation, float(batch.results["reward"][0]), bool(batch.results["over"][0]), False, info

    def _shown(self) -> tuple[Any, dict[str, Any]]:
        batch = self.batch
        info = {
            "seat": int(batch.results["seat"][0]),
            "rewards": batch.rewards[0].copy(),
            "action_mask": batch.masks[0].copy(),
            "illegal": bool(batch.results["illegal"][0]),
        }
        if self.render_mode == "human":
            self.render()
        return laid_out(batch, self.layout, batch.observations[0].copy()), info

    def action_masks(self) -> np.ndarray:
        """What can be done now, as sb3-contrib asks for it."""
        return self.batch.masks[0].astype(bool)

    def moves(self) -> dict[int, Move]:
        """What can be done now, by number and in words."""
        return self.batch.moves(0)

    def render(self) -> Any:
        """The board as the learner sees it, or whoever is to decide."""
        return picture(self.batch, 0, viewer_of(self.batch, 0), self.render_mode)
