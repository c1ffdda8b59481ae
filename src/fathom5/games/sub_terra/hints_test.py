"""What the hinted player makes of the game."""

import numba
import numpy as np
import pytest

from fathom5 import load
from fathom5.games.sub_terra.box import EAST, EAST_OF, NORTH, REMOVED, SOUTH, SOUTH_OF, STATE, Action, Phase
from fathom5.games.sub_terra.hints import PLAN, good, left_open, policy, value
from fathom5.games.sub_terra.measures import COLUMNS
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, MAX_SEATS, ask, setup
from fathom5.kernel.play import play_all

compiled = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="takes minutes when interpreted")


def series(player, games, **options):
    """Points and measures of games with this player in all seats."""
    ready = load("sub_terra", **options)
    brains = np.zeros(MAX_SEATS, BRAIN)
    brains[:] = ready.game.brain(player)
    states, choices = np.zeros(games, STATE), np.zeros(1, ready.game.rules.CHOICES)[0]
    points, shares = np.zeros((games, MAX_SEATS), np.int64), np.zeros((games, MAX_SEATS))
    rows = np.zeros((games, len(COLUMNS)))
    play_all(states, ready.game.packed(ready.options), choices, brains, dice(7, games=games), points, shares, rows)
    return points[:, 0], dict(zip(COLUMNS, rows.T, strict=True))


@compiled
def test_four_cavers_win_a_medal_in_every_fifth_game_on_normal_and_half_of_them_are_gold():
    points, rows = series("hinted", 1000)
    assert (points > 0).mean() > 0.19
    assert (points == 3).mean() > 0.08
    assert rows["exit_round"][rows["without_exit"] == 0].mean() < 16


@compiled
def test_most_who_find_the_exit_win_a_medal():
    points, rows = series("hinted", 1000)
    assert (points > 0)[rows["without_exit"] == 0].mean() > 0.7


@compiled
def test_it_is_harder_on_expert():
    normal, _ = series("hinted", 400)
    expert, _ = series("hinted", 400, difficulty="expert")
    assert expert.mean() < normal.mean()


@compiled
def test_without_hints_the_exit_is_hardly_ever_found():
    points, rows = series("uniform", 400)
    assert not points.any()
    assert rows["without_exit"].mean() > 0.95


@pytest.mark.parametrize(("phase", "act"), [(Phase.TURN, Action.END), (Phase.STEP, Action.STOP)])
def test_whoever_is_at_the_exit_stays_there(phase, act):
    ready, state = load("sub_terra", cavers=[1, 2, 3, 4]), np.zeros(1, STATE)[0]
    setup(state, ready.game.packed(ready.options))
    state.seat, state.phase, state.points, state.exit = 0, phase, 2, state.place[state.actor]
    brain, choices = np.zeros(1, BRAIN), np.zeros(1, ready.game.rules.CHOICES)[0]
    ask(state, choices)
    assert act in choices.action[: choices.count]
    assert policy(state, choices, brain[0], dice(1)) == act


def way_on(*walls):
    """What it costs to have a way on to a place from the west, with tiles beside it that are closed to it."""
    plan = np.zeros(1, PLAN)[0]
    plan.map[0, -1] = 1 << EAST
    for side in walls:
        plan.map[SOUTH_OF[side], EAST_OF[side]] = 1 << side
    return left_open(plan, 0, 0), good(plan, 0, 0)


def test_ways_on_are_best_left_open_to_pockets():
    assert way_on(NORTH, EAST, SOUTH)[0] < way_on(NORTH)[0] < way_on()[0]


def test_pockets_are_explored_last():
    assert way_on(NORTH, EAST, SOUTH)[1] < way_on(NORTH, SOUTH)[1] < way_on()[1] == 0


def hope(change):
    """What a game that has just begun is worth after a change."""
    ready, state = load("sub_terra", cavers=[1, 2, 3, 4]), np.zeros(1, STATE)[0]
    setup(state, ready.game.packed(ready.options))
    change(state)
    shares = np.zeros(MAX_SEATS)
    value(state, shares)
    return shares[0]


def test_time_is_worth_something():
    assert hope(lambda state: None) > hope(lambda state: setattr(state, "cards", 3))


def test_tiles_turned_over_are_worth_something():
    def turn_over(state):
        state.stack[:10] = 0

    assert hope(turn_over) > hope(lambda state: None)


def test_whoever_is_lost_is_worth_nothing():
    def lose(state):
        state.place[0] = REMOVED

    assert hope(lose) < hope(lambda state: None)
