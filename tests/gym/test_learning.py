"""The learning example learns, and the figures can be measured."""

import sys
from pathlib import Path

import numpy as np
import pytest

from every import INTERPRETED
from fathom5 import load, names
from fathom5.command.bench import gym as bench
from fathom5.gym import player

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "examples"))
pytest.importorskip("sklearn")
import self_play

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of games take their time")


def test_hopes_and_ends_are_looked_back_on():
    seats = [np.array([0]), np.array([1]), np.array([0])]
    hopes = [np.array([0.5]), np.array([0.4]), np.array([0.6])]
    ends = [(np.array([False]), None), (np.array([False]), None), (np.array([True]), np.array([[1.0, 0.0]]))]
    worths = [worth.item() for worth in self_play.looked_back(seats, hopes, ends, players=2)]
    lam = self_play.PATIENCE
    assert worths == pytest.approx([(1 - lam) * 0.6 + lam * 1.0, 0.0, 1.0])


@pytest.mark.parametrize("name", names()[:2])
def test_a_few_lessons_make_a_player(name, tmp_path, monkeypatch):
    monkeypatch.setattr(self_play, "GAMES", 64)
    monkeypatch.setattr(self_play, "STEPS", 16)
    learner = self_play.train(name, 2, {}, tell=lambda line: None)
    player.save(tmp_path / "player.npz", load(name), learner.layers)
    bot = player.read(tmp_path / "player.npz")
    seen = np.zeros((1, bot.encoding.size), np.float32)
    assert player.forward(bot.layers, seen) == pytest.approx(player.forward(learner.layers, seen), abs=1e-5)


def loss(output, lived, variety):
    """PPO's, as its authors write it; gains are given as they are."""
    chances, hopes = self_play.judged(output, lived.masks)
    games = np.arange(len(lived.done))
    gain = lived.worths - lived.hopes
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    ratio = chances[games, lived.done] / lived.chances
    clipped = np.clip(ratio, 1 - self_play.CLIP, 1 + self_play.CLIP)
    variety_of = -(chances * np.log(np.maximum(chances, 1e-9))).sum(1)
    missed = self_play.HOPE / 2 * (hopes - lived.worths) ** 2
    return (missed - np.minimum(ratio * gain, clipped * gain) - variety * variety_of).sum()


def test_the_slope_is_that_of_ppos_loss():
    rng = np.random.default_rng(3)
    masks = np.array([[1, 1, 0, 1], [0, 1, 1, 0], [1, 1, 1, 1]])
    output, h = rng.normal(size=(3, 5)), 1e-6
    lived = self_play.Lived(output, masks, np.array([0, 2, 3]), np.array([0.4, 0.5, 0.3]), *rng.random((2, 3)))
    slope = self_play.slope(output, lived, 0.1)
    for place in np.ndindex(output.shape):
        step = np.zeros_like(output)
        step[place] = h
        up = (loss(output + step, lived, 0.1) - loss(output - step, lived, 0.1)) / (2 * h)
        assert slope[place] == pytest.approx(up, abs=1e-5), place


def test_a_learner_is_measured_against_bots():
    ready = load(names()[0])
    size, actions = player.Encoding(ready).size, player.Encoding(ready).table.decisions
    assert 0 <= self_play.against(names()[0], self_play.Learner(size, actions, 0), "uniform", 20, {}) <= 1


def test_the_environments_are_measured_next_to_others():
    figures = bench.measure(names()[0], seconds=0.03)
    assert figures["vector_steps_per_s"].low > 0
    assert all(figures["steps_per_s"].low > 0 for figures in bench.peers(seconds=0.03))


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_what_warm_compiles_is_what_environments_ask_for(monkeypatch):
    from fathom5.gym import single, vector, warming
    from fathom5.kernel.linking import Piece

    warming.compile_environments("deep_sea")
    assert "deep_sea" not in warming.cold()
    made = Piece.made
    vector("deep_sea", 2).reset(seed=1)
    vector("deep_sea", 2, dtype="int8").reset(seed=1)
    single("deep_sea", seat=1).reset(seed=1)
    assert Piece.made == made
