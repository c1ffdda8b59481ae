"""Who checks types can follow what the researcher's door gives, and is told of a slip."""

import sys
from pathlib import Path

import pytest

api = pytest.importorskip("mypy.api")
SOURCES = Path(__file__).parents[2] / "src"
USED = """
from typing import Any, assert_type

import numpy as np

from fathom5 import gym
from fathom5.gym.games_env import GamesEnv
from fathom5.gym.seat_env import SeatEnv
from fathom5.kernel.record import Move

single = gym.single("deep_sea", seat=0, bots="hinted", players=3)
assert_type(single, SeatEnv)
observation, reward, over, truncated, info = single.step(0)
assert_type(reward, float)
assert_type(over, bool)
assert_type(info, dict[str, Any])
assert_type(single.moves(), dict[int, Move])

vector = gym.vector("deep_sea", 8, copy=False)
assert_type(vector, GamesEnv)
observations, rewards, ended, cut_off, infos = vector.step(np.zeros(8, int))
assert_type(infos, dict[str, Any])

turns = gym.aec("deep_sea", players=2)
for agent in turns.agent_iter():
    assert_type(agent, str)
    seen, won, over, cut, told = turns.last()
    assert_type(won, float)
    turns.step(None if over else turns.action_space(agent).sample())
"""
SLIPS = """
from fathom5 import gym

gym.single("deep_sea").stpe(0)
gym.vector("deep_sea", "many")
gym.aec("deep_sea").agent_selektion
"""


def test_mypy_follows_the_environments_and_finds_slips(tmp_path, monkeypatch):
    monkeypatch.setenv("MYPYPATH", str(SOURCES))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "used.py").write_text(USED)
    (tmp_path / "slips.py").write_text(SLIPS)
    settings = ["--config-file=", "--strict", "--ignore-missing-imports", "--follow-imports=silent"]
    said, wrong, _ = api.run([*settings, f"--python-executable={sys.executable}", "used.py", "slips.py"])
    found = [line.partition(":")[0] for line in said.splitlines() if ": error:" in line]
    assert not wrong and found == ["slips.py"] * 3, said
