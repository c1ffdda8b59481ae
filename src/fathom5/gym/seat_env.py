"""One game as a Gymnasium environment: a learner in one seat, players of any kind in the others."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded

from fathom5.bots import Named
from fathom5.door import load
from fathom5.gym.batch import RESTART, TAKE
from fathom5.gym.salon import batch_of
from fathom5.gym.spaces import RENDER_MODES, checked_mode, laid_out, no_options, observation_space, picture, viewer_of
from fathom5.kernel.record import Move


class SeatEnv(gymnasium.Env[Any, Any]):
    """A step is a decision of the learner; with seat=None of whoever is to decide, and all rewards are in the info.

    The reward is the seat's share of the victory, or its points, at the end. An action outside the mask ends the game
    with -1. Opponents are named as everywhere, or are functions of a view; who is compiled with the game is quickest.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012, as Gymnasium has it

    def __init__(
        self,
        game: str,
        seat: int | None = 0,
        bots: Named | Sequence[Named] = "hinted",
        observation: str = "flat",
        dtype: Any = np.float32,
        render_mode: str | None = None,
        reward: str = "share",
        **options: Any,
    ):
        self.batch = batch_of(load(game, **options), 1, seat, bots, dtype, 1, reward)
        self.layout, self.render_mode = observation, checked_mode(render_mode)
        self.observation_space = observation_space(self.batch, observation)
        self.decisions = self.batch.encoding.table.decisions
        self.action_space = spaces.Discrete(self.decisions)
        self._is_seeded = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game at the learner's first decision; the same seed is the same chance again."""
        no_options(options)
        super().reset(seed=seed)
        if seed is not None or not self._is_seeded:
            self.batch.seed(0, self.np_random)
            self._is_seeded = True
        self.batch.carry_out_one(RESTART)
        return self._shown()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Decide, and let chance and the others answer."""
        batch, first = self.batch, self.batch.first
        if first.over.item(0):
            raise ResetNeeded("the game is over, or has not begun: call reset() before step()")
        if not (type(action) is int and 0 <= action < self.decisions) and not self.action_space.contains(action):
            raise InvalidAction(f"an action is a whole number from 0 to {self.decisions - 1}, not {action!r}")
        batch.carry_out_one(TAKE, action)
        observation, info = self._shown()
        return observation, first.reward.item(0), first.over.item(0), False, info

    def _shown(self) -> tuple[Any, dict[str, Any]]:
        first = self.batch.first
        info = {
            "seat": first.seat.item(0),
            "rewards": first.rewards.copy(),
            "action_mask": first.mask.copy(),
            "illegal": first.illegal.item(0),
        }
        if self.render_mode == "human":
            self.render()
        return laid_out(self.batch, self.layout, first.observation.copy()), info

    def action_masks(self) -> np.ndarray:
        """What can be done now, as sb3-contrib asks for it."""
        return self.batch.masks[0].astype(bool)

    def moves(self) -> dict[int, Move]:
        """What can be done now, by number and in words."""
        return self.batch.moves(0)

    def render(self) -> Any:
        """The board as the learner sees it, or whoever is to decide."""
        return picture(self.batch, 0, viewer_of(self.batch, 0), self.render_mode)
