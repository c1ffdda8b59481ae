"""An environment's opponents may be anybody, and details that researchers meet."""

from itertools import pairwise

import numpy as np
import pytest

from fathom5 import bots, gym, load
from fathom5.gym import player
from fathom5.gym.batch import Batch
from fathom5.gym.encoding import Encoding
from fathom5.gym.exported import mask, observed
from fathom5.gym.salon import Salon

onnx = pytest.importorskip("onnx")


def first(view):
    return view.moves[0]


def last(env):
    return int(np.flatnonzero(env.action_masks())[-1])


def played(env, seed=1):
    """A whole game in which the learner does the last that can be done."""
    _, info = env.reset(seed=seed)
    steps, over, reward = [], False, 0.0
    while not over:
        seen, reward, over, _, info = env.step(last(env))
        steps.append((seen.tobytes(), reward, info["seat"], tuple(info["rewards"])))
    return steps


def test_anybody_may_be_the_opponent(name):
    env = gym.single(name, bots=first)
    assert isinstance(env.batch, Salon)
    steps = played(env)
    assert steps == played(env) and steps[-1][1] >= 0


def test_who_is_compiled_with_the_game_is_played_in_a_batch():
    for own in ("hinted", "hinted:0.9:4", ["zeffar"]):
        assert type(gym.single("deep_sea", bots=own).batch) is Batch
    assert type(gym.single("deep_sea", bots="search:iterations=2").batch) is Salon
    with pytest.raises(ValueError, match="there is no bot 'nobody'"):
        gym.single("deep_sea", bots="nobody")


def test_a_learner_meets_a_frozen_copy_of_itself():
    """A league: what the copy is shown is what the environment would show it."""
    env, shown = gym.single("deep_sea", rounds=1, bots="hinted"), []

    def copy(view):
        shown.append((observed(view), mask(view)))
        return int(np.flatnonzero(mask(view))[-1])

    league = gym.single("deep_sea", rounds=1, bots=copy)
    played(league)
    for seen, can in shown:
        assert env.observation_space.contains(seen) and can.any()


def test_a_vector_of_games_against_anybody():
    env = gym.vector("deep_sea", 3, seat=1, bots=first, rounds=1)
    env.reset(seed=5)
    ended = 0
    for _ in range(60):
        can = [int(np.flatnonzero(each)[0]) if each.any() else 0 for each in env.action_masks()]
        _, rewards, over, _, _ = env.step(np.array(can))
        ended += int(over.sum())
        assert (rewards[~over] == 0).all()
    assert ended >= 3


def test_what_cannot_be_done_ends_the_game_there_too():
    env = gym.single("deep_sea", bots=first)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


def test_a_reset_refuses_options_it_does_not_know():
    for env in (gym.single("deep_sea"), gym.vector("deep_sea", 2), gym.aec("deep_sea")):
        with pytest.raises(ValueError, match="reset knows no options 'air'"):
            env.reset(options={"air": 20})


def test_the_reward_may_be_points():
    shares, points = (played(gym.single("deep_sea", bots="hinted", reward=each))[-1] for each in ("share", "points"))
    assert shares[0] == points[0] and sum(shares[3]) == 1.0 and points[1] == points[3][0]
    assert max(points[3]) > 1 and np.argmax(points[3]) == np.argmax(shares[3])
    with pytest.raises(ValueError, match="the reward is share or points, not 'gold'"):
        gym.single("deep_sea", reward="gold")


def test_the_state_of_an_aec_is_what_all_know_together():
    env = gym.aec("deep_sea")
    env.reset(seed=1)
    together = np.concatenate([env.observe(agent)["observation"] for agent in env.agents])
    assert np.array_equal(env.state(), together) and env.unwrapped.state_space.contains(env.state())


# Networks in files.


def exported(path, ready, with_mask=False):
    """A network with tanh, as another library would write it."""
    from onnx import TensorProto, helper, numpy_helper

    encoding, rng = Encoding(ready), np.random.default_rng(3)
    sizes = (encoding.size, 8, encoding.table.decisions)
    arrays = {f"w{k}": rng.normal(size=(a, b)).astype("f4") for k, (a, b) in enumerate(pairwise(sizes))}
    nodes = [
        helper.make_node("MatMul", ["observation", "w0"], ["a"]),
        helper.make_node("Tanh", ["a"], ["b"]),
        helper.make_node("MatMul", ["b", "w1"], ["c"]),
        helper.make_node("Mul", ["c", "action_mask"], ["worth"])
        if with_mask
        else helper.make_node("Identity", ["c"], ["worth"]),
    ]
    takes = [("observation", encoding.size), ("action_mask", encoding.table.decisions)][: 1 + with_mask]
    inputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, size]) for name, size in takes]
    output = helper.make_tensor_value_info("worth", TensorProto.FLOAT, [1, encoding.table.decisions])
    weights = [numpy_helper.from_array(array, name) for name, array in arrays.items()]
    graph = helper.make_graph(nodes, "player", inputs, [output], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    path.write_bytes(model.SerializeToString())
    return [(arrays["w0"], np.zeros(8)), (arrays["w1"], np.zeros(sizes[2]))]


def test_a_network_of_another_library_plays_like_our_own(tmp_path):
    pytest.importorskip("onnxruntime")
    ready = load("deep_sea", rounds=1)
    layers = exported(tmp_path / "one.onnx", ready)
    player.save(tmp_path / "one.npz", ready, layers, activation="tanh")
    theirs, ours = (bots.named(f"file:{tmp_path / name}") for name in ("one.onnx", "one.npz"))
    match = ready.start(seed=1)
    while not match.over:
        wanted = [bots.decision(bot, match, 0) for bot in (theirs, ours)]
        assert wanted[0] == wanted[1] and wanted[0].fault is None
        match.play(wanted[0].action)
    assert theirs.fits("deep_sea", 2) and not theirs.fits("deep_sea", 3)


def test_a_network_may_ask_for_the_mask(tmp_path):
    pytest.importorskip("onnxruntime")
    ready = load("deep_sea", rounds=1)
    exported(tmp_path / "one.onnx", ready, with_mask=True)
    match = ready.start(seed=1)
    assert bots.decision(bots.named(f"file:{tmp_path / 'one.onnx'}"), match, 0).fault is None


def test_what_is_no_network_is_refused(tmp_path):
    pytest.importorskip("onnxruntime")
    (tmp_path / "one.onnx").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="no network that ONNX can read"):
        bots.named(f"file:{tmp_path / 'one.onnx'}")
    with pytest.raises(FileNotFoundError):
        bots.named(f"file:{tmp_path / 'two.onnx'}")
    with pytest.raises(ValueError, match="relu or tanh, not 'gelu'"):
        player.save(tmp_path / "x.npz", load("deep_sea"), [], activation="gelu")
