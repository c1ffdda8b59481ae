"""One game as a PettingZoo environment: an agent in each seat, one after the other.

What PettingZoo's wrappers check, an order that makes no sense and actions that there are not, is checked here in the
same words: each of the three would take longer than the step itself.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from fathom5.door import load
from fathom5.gym.batch import RESTART, TAKE, Batch
from fathom5.gym.spaces import RENDER_MODES, checked_mode, laid_out, no_options, observation_space, picture
from fathom5.kernel.record import Move

UNDER_WAY = ("rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents")


class TurnsEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """Agents are player_0, player_1 …; the reward is the share of the victory, or points, at the end.

    An illegal move ends the game, with ILLEGAL for who made it.
    """

    def __init__(
        self,
        game: str,
        observation: str = "flat",
        dtype: Any = np.float32,
        render_mode: str | None = None,
        reward: str = "share",
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
        self.batch = Batch(ready, 1, dtype=dtype, cores=1, reward=reward)
        self.layout, self.render_mode = observation, checked_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.batch.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.decisions = self.batch.encoding.table.decisions
        self.action_spaces = {agent: spaces.Discrete(self.decisions) for agent in self.possible_agents}
        mask = spaces.Box(0, 1, (self.decisions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": observation_space(self.batch, observation), "action_mask": mask})
            for agent in self.possible_agents
        }
        both = [observation_space(self.batch, "flat")] * self.batch.seats
        low, high = (np.concatenate([getattr(each, end) for each in both]) for end in ("low", "high"))
        self.state_space = spaces.Box(low, high, dtype=self.batch.dtype.type)
        self._chance: np.random.Generator | None = None
        self._has_begun = self._has_gone_on = False

    def __getattr__(self, name: str) -> Any:
        """What a game under way has, and this has not yet."""
        if name in UNDER_WAY:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed is the same chance again."""
        # PettingZoo's own tests send words of their own: refused is what somebody might expect to work.
        no_options({name: value for name, value in (options or {}).items() if name in self.batch.ready.options})
        if seed is not None or self._chance is None:
            self._chance = seeding.np_random(seed)[0]
            self.batch.seed(0, self._chance)
        self.batch.carry_out_one(RESTART)
        self._has_begun = self._has_gone_on = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agent_to_move()

    def _agent_to_move(self) -> str:
        return self.possible_agents[self.batch.first.seat.item(0)]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent in turn, again and again, with a step by each."""
        if not self._has_begun:
            EnvLogger.error_agent_iter_before_reset()
        return self._in_turn(max_iter)

    def _in_turn(self, most: int) -> Iterator[str]:
        while self.agents and most > 0:
            assert self._has_gone_on, "need to call step() or reset() in a loop over `agent_iter`"
            self._has_gone_on = False
            yield self.agent_selection
            most -= 1

    def step(self, action: Any) -> None:
        """Decide for the agent in turn, and let chance answer."""
        if not self._has_begun:
            EnvLogger.error_step_before_reset()
        self._has_gone_on = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
        elif self.terminations[self.agent_selection]:
            self._was_dead_step(action)
        else:
            self._decide(action)

    def _decide(self, action: Any) -> None:
        agent, batch, first = self.agent_selection, self.batch, self.batch.first
        if not (type(action) is int and 0 <= action < self.decisions):
            assert self.action_spaces[agent].contains(action), "action is not in action space"
        batch.carry_out_one(TAKE, action)
        self._cumulative_rewards[agent] = 0.0
        if first.over.item(0):
            self._end()
        else:
            self.agent_selection = self._agent_to_move()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Until here all rewards were 0."""
        self.rewards = dict(zip(self.possible_agents, self.batch.rewards[0].tolist(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        if self.batch.first.illegal.item(0):
            EnvLogger.warn_on_illegal_move()
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know, and what it can do if it is its turn."""
        if not self._has_begun:
            EnvLogger.error_observe_before_reset()
        seat, batch, first = self._seats[agent], self.batch, self.batch.first
        if seat == first.seat.item(0):
            observed, mask = first.observation.copy(), first.mask.copy()
        else:
            observed, mask = batch.observed(0, seat), np.zeros(self.decisions, np.int8)
        return {"observation": laid_out(batch, self.layout, observed), "action_mask": mask}

    def state(self) -> np.ndarray:
        """What all agents know together: the observation of each, one after the other."""
        if not self._has_begun:
            EnvLogger.error_state_before_reset()
        return np.concatenate([self.batch.observed(0, seat) for seat in range(self.batch.seats)])

    def moves(self) -> dict[int, Move]:
        """What can be done now, by number and in words."""
        return self.batch.moves(0)

    def render(self) -> Any:
        """The board as the agent in turn sees it."""
        if not self._has_begun:
            EnvLogger.error_render_before_reset()
        return picture(self.batch, 0, self._seats[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


def aec(game: str, **settings: Any) -> TurnsEnv:
    """As PettingZoo's users know it: an illegal move ends the game, and steps out of order are errors."""
    return TurnsEnv(game, **settings)
