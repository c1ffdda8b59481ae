"""PettingZoo's own tests, from the installed package."""

import copy
import warnings

import numpy as np
import pytest
from gymnasium.error import Error
from pettingzoo.utils.env_logger import EnvLogger

from every import INTERPRETED, READY
from fathom5 import gym

with warnings.catch_warnings():  # its tests import its own games in the old way, of which it warns
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

# It warns of every environment that gives a mask as its own classic games do.
pytestmark = pytest.mark.filterwarnings("ignore:Observation.* NumPy array", "ignore:Observation space for each agent")
READY_IDS = [f"{ready.game.name}-{i}" for i, ready in enumerate(READY)]
CYCLES = 20 if INTERPRETED else 200


@pytest.mark.parametrize("ready", READY, ids=READY_IDS)
def test_the_api_of_every_game_and_option(ready, capsys):
    api_test(gym.aec(ready.game.name, **ready.options), num_cycles=CYCLES)
    assert "Passed" in capsys.readouterr().out


def test_the_api_in_every_layout(name):
    for layout in ("flat", "dict"):
        for dtype in ("float32", "int8"):
            api_test(gym.aec(name, observation=layout, dtype=dtype), num_cycles=CYCLES)


def test_seeds(name):
    seed_test(lambda: gym.aec(name), num_cycles=CYCLES)


def test_pictures(name, capsys):
    render_test(lambda render_mode: gym.aec(name, render_mode=render_mode), {"svg": lambda svg: svg.startswith("<svg")})
    assert capsys.readouterr().out


@pytest.mark.skipif(INTERPRETED, reason="it measures speed, and interpreted there is none")
def test_the_benchmark(name, capsys):
    performance_benchmark(gym.aec(name))
    assert "turns per second" in capsys.readouterr().out


def steps(env, count, seed):
    """Play on at random and say what was seen."""
    rng, seen = np.random.default_rng(seed), []
    for _ in range(count):
        observed, reward, over, _, _ = env.last()
        seen.append((env.agent_selection, observed["observation"].tobytes(), reward))
        env.step(None if over else int(rng.choice(np.flatnonzero(observed["action_mask"]))))
        if not env.agents:
            break
    return seen


def test_a_copy_of_a_running_game_is_a_real_copy(name):
    env = gym.aec(name)
    env.reset(seed=3)
    steps(env, 9, seed=0)
    twin = copy.deepcopy(env)
    gone_on = steps(env, 30, seed=1)
    assert steps(twin, 30, seed=1) == gone_on


def test_an_illegal_move_ends_the_game_with_a_loss(name):
    env = gym.aec(name)
    env.reset(seed=1)
    observed, *_ = env.last()
    agent = env.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(int(observed["action_mask"].argmin()))
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


def test_errors_are_those_that_users_expect(name):
    env = gym.aec(name)
    with pytest.raises(AssertionError, match=r"reset\(\) needs to be called"):
        env.step(0)
    with pytest.raises(Error, match="Seed"):
        env.reset(seed=-1)
    env.reset(seed=1)
    for wrong in (-1, 10**5, 0.5, "take", None):
        with pytest.raises(AssertionError, match="action space"):
            env.step(wrong)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_a_finished_game_is_stepped_out_of_not_on(name):
    env = gym.aec(name)
    env.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(int(env.last()[0]["action_mask"].argmin()))
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)


def test_rewards_at_the_end_are_the_shares_of_the_victory(name):
    env, rng = gym.aec(name), np.random.default_rng(2)
    env.reset(seed=2)
    won = {}
    for agent in env.agent_iter():
        observed, reward, over, _, _ = env.last()
        won[agent] = reward
        env.step(None if over else int(rng.choice(np.flatnonzero(observed["action_mask"]))))
    assert all(0 <= share <= 1 for share in won.values())


def test_what_makes_no_sense_in_this_order_is_refused():
    env = gym.aec("deep_sea", rounds=1)
    for ask in (env.agent_iter, env.state, env.render, lambda: env.observe("player_0")):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called"):
            ask()
    for name in ("agents", "rewards", "agent_selection", "num_agents"):
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(env, name)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match=r"need to call step\(\)"):
        list(env.agent_iter(2))
    assert len(list(env.agent_iter(0))) == 0


def test_a_step_after_the_end_is_warned_of(capsys):
    env, rng = gym.aec("deep_sea", rounds=1), np.random.default_rng(0)
    env.reset(seed=1)
    for _ in env.agent_iter():
        observed, _, over, _, _ = env.last()
        env.step(None if over else int(rng.choice(np.flatnonzero(observed["action_mask"]))))
    EnvLogger.mqueue.clear()
    env.step(None)
    assert "after all agents are terminated" in EnvLogger.mqueue[0]
