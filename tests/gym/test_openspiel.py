"""OpenSpiel's own tests and bots on every game, and a tiny game solved twice."""

import pickle
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    best_response,
    cfr,
    exploitability,
    ismcts,
    mcts,
    value_iteration,
)
from open_spiel.python.bots import uniform_random  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from every import INTERPRETED, READY, story_of  # noqa: E402
from fathom5 import CHANCE, NOBODY, load, names  # noqa: E402
from fathom5.gym import openspiel  # noqa: E402
from fathom5.gym.encoding import observation_of  # noqa: E402
from fathom5.kernel.game import apply, offers, setup, win  # noqa: E402
from fathom5.text import plainly  # noqa: E402

IDS = [f"{ready.game.name}-{i}" for i, ready in enumerate(READY)]
SIMULATED = [load(name) for name in names()] + [  # and with secrets; each option would take minutes and show no more
    load(name, **story_of(name).VARIANTS[-1]) for name in names() if hasattr(story_of(name), "VARIANTS")
]


def written(ready):
    """A game with its options as OpenSpiel's users write it."""
    words = {}
    for name, value in ready.options.items():
        if ready.game.agreeable[name].default is None and isinstance(value, bool):
            value = "on" if value else "off"
        is_own = isinstance(value, tuple) and isinstance(ready.game.agreeable[name].allowed, range)
        words[f"{name}_list" if is_own else name] = " ".join(map(str, value)) if isinstance(value, tuple) else value
    said = ",".join(f"{name}={value}" for name, value in words.items() if value != "")
    return pyspiel.load_game(f"{openspiel.PREFIX}{ready.game.name}({said})")


def random_state(game, steps, seed=0):
    """So many actions later, or at the end."""
    state, rng = game.new_initial_state(), np.random.default_rng(seed)
    while steps > 0 and not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=np.array(odds) / sum(odds))))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
        steps -= 1
    return state


def first_decision(game, steps=40):
    state = random_state(game, steps)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


@pytest.mark.parametrize("ready", READY, ids=IDS)
def test_every_option_can_be_written(ready):
    assert written(ready).ready == ready


@pytest.mark.parametrize("ready", SIMULATED, ids=repr)
def test_random_play(ready):
    pyspiel.random_sim_test(written(ready), num_sims=1, serialize=not INTERPRETED, verbose=False)


def test_what_is_left_open_follows_from_the_others(name):
    most = max(load(name).game.options["players"].allowed)
    assert pyspiel.load_game(f"python_fathom5_{name}(players={most})").ready == load(name, players=most)


def test_a_game_is_loaded_by_its_name(name):
    assert name in str(pyspiel.load_game(f"python_fathom5_{name}(players=2)"))
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game(f"python_fathom5_{name}(colour=3)")
    with pytest.raises(ValueError, match="players"):
        pyspiel.load_game(f"python_fathom5_{name}(players=99)")


DISAGREEING = [
    ("captain_carcass", "divers=saboteur", {"divers": ("saboteur",)}),
    ("sub_terra", "players=2,cavers=6", {"players": 2, "cavers": 6}),
    ("sub_terra", "players=3,cavers_list=1 2", {"players": 3, "cavers": (1, 2)}),
    ("the_island", "players=3,two_colours=on", {"players": 3, "two_colours": True}),
    ("deep_sea", "air=99", {"air": 99}),
]


@pytest.mark.parametrize(("name", "written", "options"), DISAGREEING, ids=[case[1] for case in DISAGREEING])
def test_what_the_door_refuses_is_refused_in_the_same_words(name, written, options):
    with pytest.raises(ValueError) as at_the_door:
        load(name, **options)
    with pytest.raises(ValueError) as here:
        pyspiel.load_game(f"{openspiel.PREFIX}{name}({written})")
    assert str(here.value) == str(at_the_door.value)


@pytest.mark.parametrize("ready", READY, ids=IDS)
def test_how_long_a_game_can_be_follows_from_its_options(ready):
    assert written(ready).max_game_length() == ready.longest <= ready.game.longest


def test_a_smaller_game_is_shorter_for_openspiel_too():
    lengths = [pyspiel.load_game(f"python_fathom5_deep_sea({options})").max_game_length() for options in SMALLER]
    assert lengths == sorted(lengths, reverse=True) and len(set(lengths)) == len(lengths)


SMALLER = ("players=6", "players=2", "rounds=1", "rounds=1,air=10", "rounds=1,air=10,chips=1", "horizon=9", "horizon=3")


class Checks(api_test.EnforceAPIOnPartialTreeBase):
    """OpenSpiel's checks of its Python API, on one game."""

    __test__ = False


def checks_of(name):
    return type(f"Checks_{name}", (Checks,), {"game_name": name, "game": pyspiel.load_game(name), "__test__": True})


for each in names():
    globals()[f"TestApi_{each}"] = checks_of(openspiel.PREFIX + each)


def test_an_information_state_is_the_log_as_told(name):
    ready = load(name)
    match, state = ready.start(chance="manual"), pyspiel.load_game(openspiel.PREFIX + name).new_initial_state()
    first, rng = observation_of(ready.game).decisions, np.random.default_rng(5)
    for _ in range(30):
        if match.over:
            break
        action = int(rng.choice(list(match.offers)))
        state.apply_action(action - first if match.seat == CHANCE else action)
        match.play(action)
        for seat in range(match.seats) if not state.is_chance_node() else ():
            heard = [" ".join(map(str, move)) for move in match.told(seat)]
            assert state.information_state_string(seat).split("\n") == [f"player {seat}", *heard]


def test_a_resampled_state_cannot_be_told_from_the_true_one(name):
    game, resample = pyspiel.load_game(openspiel.PREFIX + name), openspiel.resampler(seed=1)
    for steps in (20, 60, 100):
        state = first_decision(game, steps)
        if state.is_terminal():
            continue
        player = state.current_player()
        other = resample(state, player)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()


def test_a_copy_goes_its_own_way_and_a_saved_state_comes_back(name):
    game = pyspiel.load_game(openspiel.PREFIX + name)
    state = first_decision(game)
    twin, before = state.clone(), str(state)
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before != str(twin)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == before
    assert again.information_state_string(0) == state.information_state_string(0)
    assert str(pickle.loads(pickle.dumps(state))) == before


def test_a_state_can_be_read(name):
    """As the board in letters, and differently where anything differs that matters."""
    state = first_decision(pyspiel.load_game(openspiel.PREFIX + name))
    match = load(name).start(chance="manual")
    match.follow([action + state.first_of_chance * (seat < 0) for seat, action in state_history(state)])
    *board, _, decider, digest = str(state).splitlines()
    assert board[0] == plainly(match.text()).splitlines()[0] and len(board) > 3
    assert decider == f"seat {state.current_player()} decides" and digest.startswith("state ")
    assert max(map(len, board)) <= 100
    written = {}
    for steps in range(0, 60, 3):
        each = random_state(pyspiel.load_game(openspiel.PREFIX + name), steps, seed=3)
        record = each.course.states.copy()
        record["last"] = 0
        assert written.setdefault(str(each), record.tobytes()) == record.tobytes()


def state_history(state):
    return [(pair.player, pair.action) for pair in state.full_history()]


def test_an_information_state_has_no_tensor(name):
    """What an observation shows is no information state: it forgets. So it is declared as not provided."""
    game = pyspiel.load_game(openspiel.PREFIX + name)
    assert not game.get_type().provides_information_state_tensor
    assert game.get_type().provides_observation_tensor and game.get_type().provides_information_state_string


def test_what_cannot_be_done_is_refused(name):
    state = first_decision(pyspiel.load_game(openspiel.PREFIX + name))
    before = str(state)
    for wrong in (-1, 10**4, next(action for action in range(10**4) if action not in state.legal_actions())):
        with pytest.raises(pyspiel.SpielError):
            state.apply_action(wrong)
    assert str(state) == before


def test_observers_show_planes_by_name(name):
    game = pyspiel.load_game(openspiel.PREFIX + name)
    observer, state = make_observation(game), first_decision(game)
    observer.set_from(state, 0)
    assert observer.dict["player"].tolist()[0] == 1
    assert len(observer.tensor) == game.observation_tensor_size()
    with pytest.raises(ValueError, match="parameters"):
        game.make_py_observer(params={"colour": 1})


def random_bot(game, player):
    return uniform_random.UniformRandomBot(player, np.random.RandomState(player))


def mcts_bot(game, player):
    return mcts.MCTSBot(game, 1.4, 3, mcts.RandomRolloutEvaluator(1, np.random.RandomState(0)))


def ismcts_bot(game, player):
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(0)), 1.4, 3, random_state=np.random.RandomState(0)
    )
    bot.set_resampler(openspiel.resampler())
    return bot


@pytest.mark.parametrize("make", [random_bot, mcts_bot, ismcts_bot])
def test_openspiels_bots_play(name, make):
    if INTERPRETED and make is not random_bot:
        pytest.skip("random rollouts take their time")
    game = pyspiel.load_game(openspiel.PREFIX + name, {"imperfect": make is ismcts_bot})
    state = first_decision(game)
    for _ in range(3):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            action = make(game, state.current_player()).step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


# A tiny game, solved exactly by others and by ourselves.


def worth_of(state):
    """What seat 0 can win or lose at best play, by going through all that can happen."""
    if state.is_terminal():
        return state.returns()[0]
    if state.is_chance_node():
        return sum(odds * worth_of(state.child(action)) for action, odds in state.chance_outcomes())
    best = max if state.current_player() == 0 else min
    return best(worth_of(state.child(action)) for action in state.legal_actions())


@pytest.mark.skipif(INTERPRETED, reason="thousands of histories take their time")
def test_cfr_comes_to_its_end_on_the_tiny_game():
    """Exploitability falls from lesson to lesson, faster than the square root that is proved, and play is worth it."""
    game = pyspiel.load_game(openspiel.TINY)
    solver, found = cfr.CFRSolver(game), []
    for _ in range(5):
        solver.evaluate_and_update_policy()
        found.append(exploitability.exploitability(game, solver.average_policy()))
    assert found[0] > 0.4 and all(later < earlier for earlier, later in pairwise(found))
    assert all(each <= found[0] / np.sqrt(lessons) for lessons, each in enumerate(found, 1))
    learnt, start = solver.average_policy(), game.new_initial_state()
    replies = [best_response.BestResponsePolicy(game, seat, learnt).value(start) for seat in range(2)]
    assert replies[0] >= worth_of(start) >= -replies[1] and sum(replies) / 2 == pytest.approx(found[-1])


@pytest.mark.skipif(INTERPRETED, reason="thousands of histories take their time")
def test_cfr_comes_to_its_end_on_a_tiny_game_with_secrets():
    """There are information states behind which more than one state may be; exploitability falls all the same."""
    game = pyspiel.load_game(openspiel.TINY_WITH_SECRETS)
    behind, todo = {}, [game.new_initial_state()]
    while todo:
        state = todo.pop()
        if state.current_player() >= 0:
            told = state.information_state_string(state.current_player())
            behind.setdefault(told, set()).add(state.course.states.tobytes())
        todo += [] if state.is_terminal() else [state.child(action) for action in state.legal_actions()]
    assert sum(len(states) > 1 for states in behind.values()) > len(behind) / 3
    solver, found = cfr.CFRSolver(game), []
    for _ in range(2):
        solver.evaluate_and_update_policy()
        found.append(exploitability.exploitability(game, solver.average_policy()))
    assert found[0] > 0.1 and all(later <= found[0] / lessons**0.5 for lessons, later in enumerate(found, 1))


def test_outcomes_of_chance_that_come_to_the_same_are_one():
    apart, merged = (
        pyspiel.load_game(f"python_fathom5_deep_sea({words})") for words in ("chips=1", "chips=1,merged=True")
    )
    for state in (apart.new_initial_state(), merged.new_initial_state()):
        state.apply_action(state.chance_outcomes()[0][0])
        odds = {}
        for action, chance in state.chance_outcomes():
            place = int(state.child(action).course.states[0].place[0])
            odds[place] = odds.get(place, 0) + chance
        assert odds == pytest.approx({2: 1 / 9, 3: 2 / 9, 4: 6 / 9})  # the path has four spaces
    assert len(state.chance_outcomes()) == len(odds)


def test_at_its_horizon_a_game_is_over_as_it_stands():
    game = pyspiel.load_game("python_fathom5_deep_sea(horizon=5)")
    state = random_state(game, 4)
    again = pickle.loads(pickle.dumps(state))
    for each in (state, again):
        assert not each.is_terminal()
        each.apply_action(each.chance_outcomes()[0][0] if each.is_chance_node() else each.legal_actions()[0])
        assert each.is_terminal() and each.returns() == [0.0, 0.0] and "over" in str(each)
    with pytest.raises(ValueError, match="horizon is a number of actions"):
        pyspiel.load_game("python_fathom5_deep_sea(horizon=-1)")


TINY = [name for name in names() if {"air", "rounds", "chips"} <= load(name).game.options.keys()]
ONE_CHIP = {"players": 2, "rounds": 1, "air": 1, "chips": 1}
TWO_CHIPS = {"players": 2, "rounds": 1, "air": 1, "chips": 2}


def enumerated(name, options):
    """What seat 0 can win or lose at best play, by who begins, by going through all positions."""
    ready = load(name, **options)
    state = np.zeros(1, ready.game.rules.STATE)[0]
    setup(state, ready.game.packed(ready.options))

    def after(state, action):
        then = state.copy()
        apply(then, action)
        return known(then)

    def known(state):
        state.last = 0  # nothing depends on it
        return worth(state.tobytes())

    @cache
    def worth(position):
        state = np.frombuffer(position, ready.game.rules.STATE)[0].copy()
        if state.seat == NOBODY:
            shares = np.zeros(2)
            win(state, shares)
            return shares[0] - shares[1]
        ways = offers(state)
        results = [after(state, action) for action in ways]
        if state.seat == CHANCE:
            return sum(result * way for result, way in zip(results, ways.values(), strict=True)) / sum(ways.values())
        return max(results) if state.seat == 0 else min(results)

    return [after(state, action) for action in offers(state)]


def solved(name, options):
    """The same by OpenSpiel's value iteration."""
    game = pyspiel.load_game(openspiel.PREFIX + name, options)
    values = value_iteration.value_iteration(game, depth_limit=-1, threshold=1e-9, cyclic_game=True)

    def worth(state):
        if state.is_chance_node():
            return sum(odds * worth(state.child(action)) for action, odds in state.chance_outcomes())
        return values[str(state)]

    start = game.new_initial_state()
    return [worth(start.child(action)) for action, _ in start.chance_outcomes()]


@pytest.mark.parametrize("name", TINY)
@pytest.mark.parametrize("options", [ONE_CHIP, TWO_CHIPS], ids=["one chip a level", "two chips a level"])
def test_a_tiny_game_has_the_same_value_for_openspiel_and_for_us(name, options):
    if INTERPRETED and options is TWO_CHIPS:
        pytest.skip("thousands of positions take their time")
    values = enumerated(name, options)
    assert values == pytest.approx(solved(name, options), abs=1e-6)
    assert values[0] == pytest.approx(-values[1], abs=1e-9)  # seats are alike
    assert values[0] != 0  # to begin matters
