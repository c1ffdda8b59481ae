"""Many games as one Gymnasium vector environment, stepped in compiled code on all cores."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fathom5.bots import Named
from fathom5.door import load
from fathom5.gym.batch import REST, RESTART, TAKE
from fathom5.gym.salon import batch_of
from fathom5.gym.spaces import RENDER_MODES, checked_mode, laid_out, no_options, observation_space, picture, viewer_of
from fathom5.kernel.play import CORES
from fathom5.kernel.record import Move


class GamesEnv(VectorEnv[Any, Any, Any]):
    """What SyncVectorEnv over so many SeatEnvs would do, but all at once.

    A step is a decision in each game, of the seat to move or of seat k. With copy=False the arrays that a step returns
    are the same every time, and what they held before is gone.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seat: int | None = None,
        bots: Named | Sequence[Named] = "hinted",
        observation: str = "flat",
        dtype: Any = np.float32,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        cores: int = CORES,
        render_mode: str | None = None,
        reward: str = "share",
        **options: Any,
    ):
        self.batch = batch_of(load(game, **options), num_envs, seat, bots, dtype, cores, reward)
        self.num_envs, self.layout, self.copy = num_envs, observation, copy
        self.autoreset_mode, self.render_mode = AutoresetMode(autoreset_mode), checked_mode(render_mode)
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 2, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_space(self.batch, observation)
        self.decisions = self.batch.encoding.table.decisions
        self.single_action_space = spaces.Discrete(self.decisions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = np.ones(num_envs, bool)
        self._is_seeded = np.zeros(num_envs, bool)

    # Beginning.

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New games, in all places or where options["reset_mask"] says so; game i follows from seed + i."""
        no_options({name: value for name, value in (options or {}).items() if name != "reset_mask"})
        which = self._checked_mask((options or {}).get("reset_mask"))
        for i, own in enumerate(self._seeds(seed)):
            if which[i] and (own is not None or not self._is_seeded[i]):
                self.batch.seed(i, seeding.np_random(own)[0])
                self._is_seeded[i] = True
        self.batch.carry_out(np.where(which, RESTART, REST))
        return self._observed(), self._infos(which)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None or isinstance(seed, int | np.integer):
            return [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"{self.num_envs} games ask for {self.num_envs} seeds (or one), not {len(seed)}")
        return seed

    def _checked_mask(self, mask: Any) -> np.ndarray:
        if mask is None:
            return self._all
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f"options['reset_mask'] is an array of bool, not {type(mask).__name__}")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"options['reset_mask'] has a place for each of {self.num_envs} games, at least one True")
        return mask

    # Stepping.

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """A decision in each game; where a game is over, what the autoreset mode says."""
        batch, over = self.batch, self.batch.results["over"]
        if not self._is_seeded.all():
            raise ResetNeeded("no game has begun: call reset() before step()")
        batch.actions[:] = self._checked_actions(actions)
        if self.autoreset_mode == AutoresetMode.DISABLED and over.any():
            raise AssertionError(f"games {np.flatnonzero(over)} are over: reset them with options['reset_mask']")
        batch.carry_out(np.where(over, RESTART, TAKE))
        rewards, ended = batch.results["reward"].copy(), over.copy()
        infos = self._begin_anew(ended) if self.autoreset_mode == AutoresetMode.SAME_STEP and ended.any() else {}
        return self._observed(), rewards, ended, np.zeros(self.num_envs, bool), infos | self._infos(self._all)

    def _checked_actions(self, actions: Any) -> np.ndarray:
        array = np.asarray(actions)
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            raise InvalidAction(f"actions are {self.num_envs} whole numbers, not {array.dtype} of shape {array.shape}")
        if array.min() < 0 or array.max() >= self.decisions:
            raise InvalidAction(f"an action is a whole number from 0 to {self.decisions - 1}")
        return array

    def _begin_anew(self, ended: np.ndarray) -> dict[str, Any]:
        """Keep how these games have ended, and start others in their place."""
        last = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            last[i] = laid_out(self.batch, self.layout, self.batch.observations[i].copy())
        infos: dict[str, Any] = {"final_obs": last, "final_info": self._infos(ended)}
        self.batch.carry_out(np.where(ended, RESTART, REST))
        return infos | {f"_{name}": ended.copy() for name in infos}

    def _observed(self) -> Any:
        observations = self.batch.observations
        return laid_out(self.batch, self.layout, observations.copy() if self.copy else observations)

    def _infos(self, which: np.ndarray) -> dict[str, Any]:
        """What a SeatEnv says, in a row, each with the games that have said it."""
        batch = self.batch
        infos: dict[str, Any] = {
            "seat": batch.results["seat"].copy(),
            "rewards": batch.rewards.copy(),
            "action_mask": batch.masks.copy() if self.copy or which is not self._all else batch.masks,
            "illegal": batch.results["illegal"].copy(),
        }
        if which is not self._all:
            for values in infos.values():
                values[~which] = 0
        return infos | {f"_{name}": which.copy() for name in infos}

    # Looking.

    def action_masks(self) -> np.ndarray:
        """What can be done now in each game."""
        return self.batch.masks.astype(bool)

    def moves(self, i: int) -> dict[int, Move]:
        """What can be done now in a game, by number and in words."""
        return self.batch.moves(i)

    def render(self) -> tuple[Any, ...]:
        """Every board, as whoever is to decide sees it."""
        games = range(self.num_envs)
        return tuple(picture(self.batch, i, viewer_of(self.batch, i), self.render_mode) for i in games)
