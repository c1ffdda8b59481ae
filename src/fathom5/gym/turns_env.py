"""One game as a PettingZoo environment: an agent in each seat, one after the other."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from fathom5.door import load
from fathom5.gym.batch import ILLEGAL, RESTART, TAKE, Batch
from fathom5.gym.spaces import RENDER_MODES, checked_mode, laid_out, observation_space, picture
from fathom5.kernel.record import Move


class TurnsEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """Agents are player_0, player_1 …; the reward is the share of the victory, at the end."""

    def __init__(
        self,
        game: str,
        observation: str = "flat",
        dtype: Any = np.float32,
        render_mode: str | None = None,
        **options: Any,
    ):
        super().__init__()
        ready = load(game, **options)
        self.metadata = {
            "name": f"fathom5_{game}_v{ready.game.version}",
            "render_modes": RENDER_MODES,
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.batch = Batch(ready, 1, dtype=dtype, cores=1)
        self.layout, self.render_mode = observation, checked_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.batch.seats)]
        decisions = self.batch.encoding.table.decisions
        self.action_spaces = {agent: spaces.Discrete(decisions) for agent in self.possible_agents}
        mask = spaces.Box(0, 1, (decisions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": observation_space(self.batch, observation), "action_mask": mask})
            for agent in self.possible_agents
        }
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed is the same chance again."""
        if seed is not None or self._chance is None:
            self._chance = seeding.np_random(seed)[0]
            self.batch.seed(0, self._chance)
        self.batch.carry_out(np.array([RESTART]))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agent_to_move()

    def _agent_to_move(self) -> str:
        return self.possible_agents[self.batch.results["seat"][0]]

    def step(self, action: Any) -> None:
        """Decide for the agent in turn, and let chance answer."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.batch.actions[0] = action
        self.batch.carry_out(np.array([TAKE]))
        self.rewards = dict(zip(self.possible_agents, self.batch.rewards[0].tolist(), strict=True))
        if self.batch.results["over"][0]:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._agent_to_move()
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know, and what it can do if it is its turn."""
        seat, batch = self.possible_agents.index(agent), self.batch
        mask = batch.masks[0].copy() if seat == batch.results["seat"][0] else np.zeros_like(batch.masks[0])
        return {"observation": laid_out(batch, self.layout, batch.observed(0, seat)), "action_mask": mask}

    def moves(self) -> dict[int, Move]:
        """What can be done now, by number and in words."""
        return self.batch.moves(0)

    def render(self) -> Any:
        """The board as the agent in turn sees it."""
        return picture(self.batch, 0, self.possible_agents.index(self.agent_selection), self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


def aec(game: str, **settings: Any) -> AECEnv[str, Any, Any]:
    """As PettingZoo's users know it: an illegal move ends the game, and steps out of order are errors."""
    env: AECEnv[str, Any, Any] = TurnsEnv(game, **settings)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)
