"""The examples for learners: Stable-Baselines3's vector environment, and the players that come with the project."""

import sys
from pathlib import Path

import numpy as np
import pytest

from every import INTERPRETED
from fathom5 import bots, load, names
from fathom5.bots import arena
from fathom5.bots.standings import mean, standings
from fathom5.gym import player

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
PLAYERS = sorted((EXAMPLES / "players").glob("*.npz"))
sys.path.insert(0, str(EXAMPLES))
import stable_baselines  # noqa: E402

MOST = 400_000  # bytes of a player


# Stable-Baselines3.


@pytest.fixture
def tables():
    return stable_baselines.Tables("deep_sea", 8, bots="uniform", rounds=1, players=2)


def legal(tables):
    """The last that can be done in each game."""
    return np.array([np.flatnonzero(mask)[-1] for mask in tables.env_method("action_masks")])


def test_the_adapter_keeps_what_a_vec_env_promises(tables):
    """Arrays for all games; where one ends, the next has begun and the end is told beside it."""
    tables._seeds = list(range(8))
    seen, ended = tables.reset(), 0
    assert seen.shape == (8, *tables.observation_space.shape) and tables._seeds == [None] * 8
    for _ in range(60):
        tables.step_async(legal(tables))
        seen, rewards, over, infos = tables.step_wait()
        assert seen.shape[0] == len(rewards) == len(over) == len(infos) == 8 and rewards.dtype == np.float32
        for i in range(8):
            assert ("terminal_observation" in infos[i]) == over[i] and tables.observation_space.contains(seen[i])
            assert not over[i] or not np.array_equal(infos[i]["terminal_observation"], seen[i])
        ended += over.sum()
    assert ended >= 8


def test_what_is_asked_of_each_is_asked_of_all(tables):
    tables.reset()
    assert tables.get_attr("render_mode") == [None] * 8 and tables.env_is_wrapped(object, indices=[1, 2]) == [False] * 2
    assert len(tables.env_method("action_masks", indices=3)) == 1 and tables.get_attr("action_masks")
    for wrong in (lambda: tables.set_attr("seat", 1), lambda: tables.env_method("fly"), lambda: tables.get_attr("fly")):
        with pytest.raises(AttributeError):
            wrong()


def test_it_is_what_stable_baselines_takes_for_one(tables):
    vec_env = pytest.importorskip("stable_baselines3.common.vec_env")
    assert isinstance(tables, vec_env.VecEnv) and tables.has_attr("action_masks")
    seen, _, _, _ = (tables.reset(), tables.step(legal(tables)))[1]
    assert len(seen) == 8


# Players that come with the project.


@pytest.mark.parametrize("path", PLAYERS, ids=[path.stem for path in PLAYERS])
def test_a_baseline_plays_its_game(path):
    bot = player.read(path)
    assert bot.ready == load(path.stem) and path.stat().st_size < MOST
    match = bot.ready.start(seed=4)
    for _ in range(30):
        if not match.over:
            match.play(bots.decision(bots.named(f"file:{path}"), match, 0).action)


WINNERS = [path for path in PLAYERS if path.stem != "sub_terra"]  # there neither has ever brought anybody out


@pytest.mark.skipif(INTERPRETED, reason="whole games take their time")
@pytest.mark.parametrize("path", WINNERS, ids=[path.stem for path in WINNERS])
def test_a_baseline_beats_who_has_no_plan_clear_of_the_interval(path):
    ours = f"file:{path}"
    rows = arena.run(load(path.stem), [ours, "uniform"], 60, seed=7, cores=1)
    by_bot = {standing.bot: standing for standing in standings(rows)}
    assert by_bot[ours].share.low > by_bot["uniform"].share.high


@pytest.mark.skipif(INTERPRETED, reason="whole games take their time")
def test_where_nobody_gets_out_a_baseline_gets_further_than_who_has_no_plan():
    """By the tiles that are laid when it is over, clear of the interval."""

    def laid(who):
        bot, tiles = bots.named(who), []
        for seed in range(40):
            match = load("sub_terra").start(seed=seed)
            while not match.over:
                match.play(bots.decision(bot, match, len(match.actions)).action)
            tiles.append(float(match.record.laid))
        return mean(tiles)

    assert laid(f"file:{EXAMPLES / 'players' / 'sub_terra.npz'}").low > 1.5 * laid("uniform").high


def test_there_is_one_for_each_game():
    baselines = pytest.importorskip("baselines")
    assert {path.stem for path in PLAYERS} == set(baselines.PLANS) == set(names())


def test_weights_lose_only_their_last_bits():
    baselines = pytest.importorskip("baselines")
    weights = np.random.default_rng(1).normal(size=400)
    for spare, part in ((0, 2**-10), (3, 2**-7)):
        assert np.abs(baselines.shortened(weights, spare) / weights - 1).max() < part


def test_imitation_follows_the_slope_of_how_unlikely_the_advice_seems():
    baselines = pytest.importorskip("baselines")
    rng, masks, wanted = np.random.default_rng(2), np.array([[1, 1, 0], [1, 0, 1]]), np.array([1, 2])
    output, step = rng.normal(size=(2, 4)), 1e-6

    def unlikely(output):
        chances, _ = baselines.judged(output, masks)
        return -np.log(chances[np.arange(2), wanted]).sum()

    slope = baselines.pull(output, masks, wanted)
    for place in np.ndindex(2, 3):
        more = output.copy()
        more[place] += step
        assert slope[place] == pytest.approx((unlikely(more) - unlikely(output)) / step, abs=1e-4)
    assert not slope[:, -1].any()
