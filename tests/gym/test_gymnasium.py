"""Gymnasium's own checks, and what its users expect."""

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from every import INTERPRETED
from fathom5 import gym, names
from fathom5.gym.seat_env import SeatEnv

IDS = gym.ids()
GAMES = 4
STEPS = 60 if INTERPRETED else 400


def any_of(masks, rng, slips=0.0):
    """Something that can be done in each game, or now and then something that cannot."""
    return np.array(
        [rng.choice(np.flatnonzero(mask)) if mask.any() and rng.random() >= slips else 0 for mask in masks], np.int64
    )


@pytest.mark.filterwarnings("ignore:.*render.*")
@pytest.mark.parametrize("id", IDS)
def test_gymnasiums_checker_finds_nothing(id, capsys):
    check_env(gymnasium.make(id).unwrapped)
    capsys.readouterr()


@pytest.mark.parametrize("layout", ["flat", "dict"])
@pytest.mark.parametrize("dtype", ["float32", "int8"])
def test_every_layout_passes(name, layout, dtype):
    check_env(SeatEnv(name, observation=layout, dtype=dtype), skip_render_check=True)


def test_ids_are_versioned_with_the_rules():
    assert sorted(IDS.values()) == list(names())
    assert all(id.startswith("Fathom5/") and id.rpartition("-v")[2].isdigit() for id in IDS)


def test_a_game_is_played_to_its_end_with_bots_in_the_other_seats(name):
    env, rng = SeatEnv(name, seat=0), np.random.default_rng(1)
    seen, info = env.reset(seed=5)
    over = False
    while not over:
        assert seen in env.observation_space
        assert info["seat"] == 0
        assert set(env.moves()) == set(np.flatnonzero(info["action_mask"]))
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, over, truncated, info = env.step(action)
        assert not truncated
    assert reward == info["rewards"][0] >= 0
    assert info["seat"] == -2
    assert not info["action_mask"].any()


def test_what_cannot_be_done_ends_the_game(name):
    env = SeatEnv(name)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info["illegal"]) == (-1, True, True)


def test_errors_are_those_that_users_expect(name):
    env = SeatEnv(name)
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(0)
    env.reset(seed=1)
    for wrong in (-1, 10**6, 0.5, "take", None):
        with pytest.raises(InvalidAction):
            env.step(wrong)
    with pytest.raises(gymnasium.error.Error):
        env.reset(seed=-1)
    for wrong in ({"seat": 9}, {"seat": True}, {"observation": "round"}, {"dtype": "int64"}, {"render_mode": "3d"}):
        with pytest.raises(ValueError, match=str(next(iter(wrong.values()))).split("(")[0]):
            SeatEnv(name, **wrong)
    with pytest.raises(ValueError, match="bots"):
        SeatEnv(name, bots=("hinted",) * 7)
    with pytest.raises(ValueError, match="there is no bot 'nobody'"):
        SeatEnv(name, bots="nobody")


def test_a_vector_says_what_is_wrong_with_actions_and_seeds(name):
    env = gym.vector(name, GAMES)
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(np.zeros(GAMES, int))
    env.reset(seed=1)
    for wrong in (np.zeros(GAMES + 1, int), np.zeros(GAMES), np.full(GAMES, -1), np.full(GAMES, 10**4), 3):
        with pytest.raises(InvalidAction):
            env.step(wrong)
    with pytest.raises(ValueError, match="seeds"):
        env.reset(seed=[1, 2])
    with pytest.raises(TypeError, match="reset_mask"):
        env.reset(options={"reset_mask": [True] * GAMES})
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": np.zeros(GAMES, bool)})
    with pytest.raises(ValueError, match="at least one"):
        gym.vector(name, 0)


def test_a_finished_game_must_be_reset_where_nobody_else_does():
    name = names()[0]
    env = gym.vector(name, GAMES, autoreset_mode=AutoresetMode.DISABLED)
    _, infos = env.reset(seed=1)
    wrong = infos["action_mask"].argmin(1)
    env.step(wrong)
    with pytest.raises(AssertionError, match="over"):
        env.step(wrong)


def check_same(ours, theirs, where="result"):
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys(), where
        for key in theirs:
            check_same(ours[key], theirs[key], f"{where}/{key}")
    elif theirs.dtype == object:
        for one, other in zip(ours, theirs, strict=True):
            assert (one is None) == (other is None), where
            if other is not None:
                check_same(one, other, where)
    else:
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), where
        assert np.array_equal(ours, theirs), where


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize(("seat", "layout"), [(None, "flat"), (0, "dict")])
def test_a_vector_is_equal_to_gymnasiums_own_step_by_step(name, mode, seat, layout):
    made = {"seat": seat, "observation": layout}
    theirs = SyncVectorEnv([lambda: SeatEnv(name, **made) for _ in range(GAMES)], autoreset_mode=mode)
    ours, rng = gym.vector(name, GAMES, autoreset_mode=mode, **made), np.random.default_rng(2)
    assert (ours.observation_space, ours.action_space) == (theirs.observation_space, theirs.action_space)
    for one, other in zip(ours.reset(seed=3), theirs.reset(seed=3), strict=True):
        check_same(one, other)
    ends = 0
    for _ in range(STEPS):
        actions = any_of(ours.batch.masks, rng, slips=0.02)
        step, expected = ours.step(actions), theirs.step(actions)
        for one, other in zip(step, expected, strict=True):
            check_same(one, other)
        ends += step[2].sum()
        if mode == AutoresetMode.DISABLED and step[2].any():
            which = {"reset_mask": step[2]}
            for one, other in zip(ours.reset(options=dict(which)), theirs.reset(options=dict(which)), strict=True):
                check_same(one, other)
    assert ends


def test_cores_and_copies_make_no_difference(name):
    results = []
    for cores, copy in ((1, True), (2, False)):
        env, rng = gym.vector(name, 300, cores=cores, copy=copy, dtype="int8"), np.random.default_rng(4)
        env.reset(seed=9)
        for _ in range(5 if INTERPRETED else 50):
            seen, *_ = env.step(any_of(env.batch.masks, rng))
        results.append(seen.copy())
    assert np.array_equal(*results)


def test_a_copy_is_kept_by_its_owner():
    env = gym.vector(names()[0], 2)
    first, _ = env.reset(seed=1)
    before = first.copy()
    env.step(any_of(env.batch.masks, np.random.default_rng(0)))
    assert np.array_equal(first, before)


def test_gymnasium_makes_the_vector_itself():
    env = gymnasium.make_vec(next(iter(IDS)), num_envs=3, vectorization_mode="vector_entry_point")
    seen, _ = env.reset(seed=1)
    assert seen.shape == env.observation_space.shape


def test_boards_can_be_looked_at(name):
    env = SeatEnv(name, render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    games = gym.vector(name, 2, render_mode="ansi")
    games.reset(seed=1)
    assert len(games.render()) == 2
