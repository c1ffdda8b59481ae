"""What the hinted player makes of the game."""

import numpy as np
import pytest

from fathom5 import load
from fathom5.bots import Hinted
from fathom5.games.sub_terra.hints.dangers import set_dread
from fathom5.games.sub_terra.hints.hope import chances
from fathom5.games.sub_terra.hints.plan import LOST, PLAN
from fathom5.games.sub_terra.hints.players import policy, think, value
from fathom5.games.sub_terra.hints.shape import good, is_closing, left_open
from fathom5.games.sub_terra.hints.ways import STEP, TRIALS, spread, spread_to
from fathom5.games.sub_terra.measures import COLUMNS
from fathom5.games.sub_terra.rules.box import (
    CORNER,
    DEAD_END,
    DESIGNS,
    EAST,
    EAST_OF,
    EXIT,
    FOUR,
    IN_TRANSIT,
    NORTH,
    REMOVED,
    SOUTH,
    SOUTH_OF,
    STATE,
    STRAIGHT,
    WEST,
    Action,
    Kind,
    Phase,
    Rank,
)
from fathom5.games.sub_terra.rules.cave import lay
from fathom5.games.sub_terra.rules_test import changed
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, MAX_SEATS, ask, setup
from fathom5.kernel.play import play_all
from fathom5.kernel.worlds import COMPILED, WORLD

DESIGN_OF = {(kind, shape): design for design, (kind, shape, _, _) in enumerate(DESIGNS)}
compiled = pytest.mark.skipif(WORLD != COMPILED, reason="takes minutes when interpreted")


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
def test_st_39_who_is_lost_because_time_is_out_has_not_strained():
    _, rows = series("hinted", 500)
    is_in_time = rows["removed"] == 0
    assert (rows["fell_by_time"] <= rows["removed"]).all()
    assert rows["fell_by_time"][~is_in_time].mean() > 1
    assert rows["fell_by_strain"].mean() < 0.5


@compiled
def test_four_cavers_win_a_medal_in_every_third_game_on_normal_as_most_do_who_find_the_exit():
    points, rows = series("hinted", 2000)
    assert (points > 0).mean() > 0.32
    assert rows["without_exit"].mean() < 0.5
    assert (points > 0)[rows["without_exit"] == 0].mean() > 0.5


@compiled
@pytest.mark.parametrize("cavers", [5, 6])
def test_larger_teams_win_a_medal_in_every_fifth_game_and_half_of_them_are_gold(cavers):
    points, rows = series("hinted", 2000, cavers=cavers)
    assert (points > 0).mean() > 0.18
    assert (points == 3).mean() > 0.08
    assert (points > 0)[rows["without_exit"] == 0].mean() > 0.6


@compiled
def test_four_cavers_win_a_medal_in_every_eighth_game_on_expert():
    points, _ = series("hinted", 1000, difficulty="expert")
    assert (points > 0).mean() > 0.12


@compiled
def test_who_closes_the_cave_on_normal_wins_less_often_but_mostly_gold():
    points, _ = series("closing", 1000)
    assert (points > 0).mean() > 0.17
    assert (points == 3).sum() > (points > 0).sum() / 2


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


def begun(*ranks, phase=Phase.TURN, **options):
    """A game in which the first of these cavers has two points."""
    ready, state = load("sub_terra", cavers=list(ranks), **options), np.zeros(1, STATE)[0]
    setup(state, ready.game.packed(ready.options))
    state.seat, state.phase, state.points = 0, phase, 2
    return state


def act(state):
    """What the hinted player does."""
    game = load("sub_terra").game
    choices = np.zeros(1, game.rules.CHOICES)[0]
    ask(state, choices)
    chosen = policy(state, choices, game.brain("hinted"), dice(1))
    assert chosen in choices.action[: choices.count]
    return chosen


@pytest.mark.parametrize(("phase", "expected"), [(Phase.TURN, Action.END), (Phase.STEP, Action.STOP)])
def test_whoever_is_at_the_exit_stays_there(phase, expected):
    state = begun(1, 2, 3, 4, phase=phase)
    state.exit = state.place[state.actor]
    assert act(state) == expected


def test_who_has_fallen_is_woken_up_at_once():
    state = begun(1, 2, 3, 4)
    state.health[2] = 0
    assert act(state) == Action.HEAL + 2


def test_who_has_one_point_left_exerts_to_wake_somebody_up():
    state = begun(1, 2, 3, 4)
    state.health[2], state.points = 0, 1
    assert act(state) == Action.EXERT


def test_a_horror_beside_is_repelled():
    state = begun(Rank.BODYGUARD, 2, 3, 4)
    corridor(state, 1)
    state.horror[0] = 1
    assert act(state) == Action.REPEL + EAST


def test_nobody_goes_beside_a_horror():
    state = begun(1, 2, 3, 4)
    corridor(state, 2)
    state.horror[0] = 2
    assert act(state) not in (Action.MOVE + EAST, Action.RUN + EAST)


def test_a_scout_refuses_a_dead_end():
    state = begun(Rank.SCOUT, 1, 3, 4, phase=Phase.PLACE)
    state.drawn = DESIGN_OF[Kind.PLAIN, DEAD_END]
    assert act(state) == Action.GUIDE


def test_tiles_are_laid_to_lead_on():
    state = begun(1, 2, 3, 4, phase=Phase.PLACE)
    state.side, state.drawn = EAST, DESIGN_OF[Kind.PLAIN, CORNER]
    lay(state, DESIGN_OF[Kind.PLAIN, CORNER], 1 << NORTH | 1 << EAST, 1, 1, 0)
    assert act(state) == Action.PLACE + (1 << NORTH | 1 << WEST)


def corridor(state, length):
    """Straight tiles from the start to the east."""
    for step in range(1, length + 1):
        lay(state, DESIGN_OF[Kind.PLAIN, STRAIGHT], 1 << EAST | 1 << WEST, step, 0, EAST)


def last_six(state):
    """Only six tiles are left, the exit among them (ST-6)."""
    state.stack[:] = 0
    state.stack[DESIGN_OF[Kind.PLAIN, STRAIGHT]], state.stack[EXIT] = 5, 1
    changed(state)


def test_the_last_tiles_are_not_turned_over_far_from_all_others():
    state = begun(1, 2, 3, 4)
    corridor(state, 8)
    state.place[0] = 8
    assert act(state) in (Action.REVEAL + EAST, Action.EXPLORE + EAST)
    last_six(state)
    assert act(state) == Action.RUN + WEST


def test_as_many_as_a_medal_takes_come_together_before_the_last_tiles():
    state = begun(1, 2, 3, 4)
    corridor(state, 8)
    state.sides[0] = 1 << EAST
    changed(state)
    state.place[:4] = 8, 0, 0, 0
    last_six(state)
    assert act(state) in (Action.END, Action.HIDE, Action.MOVE + WEST)
    state.place[1] = 7
    assert act(state) in (Action.REVEAL + EAST, Action.EXPLORE + EAST)


def test_a_step_takes_a_point_and_a_rope_more():
    state, plan = begun(1, 2, 3, 4), np.zeros(1, PLAN)[0]
    corridor(state, 3)
    set_dread(state, plan)
    spread_to(state, 0, 0, plan)
    assert list(plan.toll[:4]) == [0, STEP, 2 * STEP, 3 * STEP]
    state.design[2] = DESIGN_OF[Kind.SLIDE, STRAIGHT]
    spread_to(state, 0, 0, plan)
    assert list(plan.toll[:4]) == [0, STEP, 2 * STEP + 4 * TRIALS, 3 * STEP + 4 * TRIALS]


def test_ways_are_followed_only_as_far_as_the_limit():
    state, plan = begun(1, 2, 3, 4), np.zeros(1, PLAN)[0]
    corridor(state, 4)
    set_dread(state, plan)
    plan.toll[:5] = LOST, LOST, 1, LOST, 0
    spread(state, 0, plan, 1 + 2 * STEP)
    assert list(plan.toll[:5]) == [LOST, 1 + STEP, 1, STEP, 0]


def waters(state, length):
    """A corridor with water at both ends."""
    corridor(state, length)
    state.design[[1, length]] = DESIGN_OF[Kind.FLOOD, STRAIGHT]


def test_a_diver_takes_the_short_way_under_water_to_the_exit():
    state = begun(Rank.DIVER, 2, 3, 4)
    waters(state, 12)
    state.place[0], state.exit = 1, 11
    last_six(state)
    assert act(state) == Action.DIVE
    state.exit = 3
    assert act(state) == Action.RUN + EAST


@pytest.mark.parametrize(("exit_tile", "water"), [(3, 1), (11, 12)])
def test_a_diver_surfaces_near_the_exit(exit_tile, water):
    state = begun(Rank.DIVER, 2, 3, 4, phase=Phase.SURFACE)
    waters(state, 12)
    state.place[0], state.exit = IN_TRANSIT, exit_tile
    assert act(state) == Action.SURFACE + water


def loop(state, length):
    """A corridor there and, behind a wall, back."""
    corridor(state, length)
    lay(state, DESIGN_OF[Kind.PLAIN, CORNER], 1 << SOUTH | 1 << WEST, length + 1, 0, EAST)
    lay(state, DESIGN_OF[Kind.PLAIN, CORNER], 1 << NORTH | 1 << WEST, length + 1, 1, SOUTH)
    for step in range(length, 0, -1):
        lay(state, DESIGN_OF[Kind.PLAIN, STRAIGHT], 1 << EAST | 1 << WEST, step, 1, WEST)


def test_an_engineer_blasts_the_way_home_instead_of_a_long_detour():
    state = begun(Rank.ENGINEER, 2, 3, 5)
    loop(state, 6)
    state.place[0], state.exit = 1, state.laid - 1
    assert act(state) == Action.DEMOLISH + SOUTH
    state.place[0] = 6
    assert act(state) == Action.RUN + EAST


def test_with_fewer_cards_the_cave_is_closed():
    racing, closing = map(load("sub_terra").game.brain, ("hinted", "closing"))
    assert not is_closing(begun(1, 2, 3, 4), racing)
    assert is_closing(begun(1, 2, 3, 4), closing)
    assert is_closing(begun(1, 2, 3, 4, 5), racing)
    assert is_closing(begun(1, 2, 3, 4, difficulty="advanced"), racing)


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
        changed(state)

    assert hope(turn_over) > hope(lambda state: None)


def test_whoever_is_lost_is_worth_nothing():
    def lose(state):
        state.place[0] = REMOVED

    assert hope(lose) < hope(lambda state: None)


def cut_short(games, each, **options):
    """Every so many actions of games of who closes the cave: what was hoped for from that, and what came of it."""
    ready, bot = load("sub_terra", **options), Hinted("closing")
    hoped = []
    for game in range(games):
        match, hopes = ready.start(seed=game), []
        while not match.over:
            view = match.seen(match.seat)
            if len(match.actions) % each == 0:
                hopes.append(chances(view)[0])
            match.play(bot(view, len(match.actions)))
        hoped += [(hope, match.shares[0]) for hope in hopes]
    return np.array(hoped).T


def surprise(hoped, came):
    """In nats."""
    return -(came * np.log(hoped) + (1 - came) * np.log(1 - hoped)).mean()


@compiled
def test_what_is_hoped_for_comes_true_as_often_and_surprises_less_than_the_average_would():
    hoped, came = cut_short(400, 20)
    assert abs(hoped.mean() - came.mean()) < 0.05
    assert surprise(hoped.clip(0.001, 0.999), came) < 0.85 * surprise(came.mean(), came)


def returning(*places, **changes):
    """What a game is worth with the exit at the end of a corridor and the cavers along it."""

    def change(state):
        corridor(state, 8)
        state.exit, state.place[:4] = 8, places
        for field, number in changes.items():
            setattr(state, field, number)

    return hope(change)


def test_once_the_exit_is_known_the_way_to_it_and_time_count():
    assert returning(8, 8, 8, 8) == 1
    assert returning(8, 8, REMOVED, REMOVED) == pytest.approx(1 / 3)
    assert 0 < returning(0, 0, 0, 0) < returning(6, 6, 6, 6) < returning(8, 8, 6, 6) < 1
    assert returning(0, 0, 0, 0, cards=1) < returning(0, 0, 0, 0)
    assert returning(8, 8, 8, IN_TRANSIT) > returning(8, 8, 8, REMOVED)


RING = (  # tiles around the place to the west of the start: where they lie, and their open sides
    *((0, -1, SOUTH, WEST), (-1, -1, EAST, WEST), (-2, -1, EAST, SOUTH), (-2, 0, NORTH, SOUTH)),
    *((-2, 1, NORTH, EAST), (-1, 1, WEST, EAST), (0, 1, WEST, NORTH)),
)


def enclosed(tiles, change=lambda state: None):
    """What a game is worth with so many tiles around the pocket, and perhaps something else."""

    def enclose(state):
        state.sides[0] = 1 << NORTH | 1 << WEST | 1 << SOUTH
        for x, y, *sides in RING[:tiles]:
            lay(changed(state), DESIGN_OF[Kind.PLAIN, CORNER], sum(1 << side for side in sides), x, y, 0)
        change(state)

    return hope(enclose)


def test_a_cave_of_which_nothing_but_a_pocket_is_left_is_nearly_won():
    assert enclosed(7) > 0.6
    assert enclosed(4) < 0.4


@pytest.mark.parametrize("fallen", range(4))
def test_nobody_waits_before_the_last_pocket_for_others_to_wake_up(fallen):
    def fall(state):
        state.health[:fallen] = 0

    def look(state):
        fall(state)
        lay(state, EXIT, 1 << EAST, -1, 0, WEST)
        state.exit = state.laid - 1

    assert enclosed(7, fall) < enclosed(7, look)


def crossing(tiles_left):
    """What a game is worth in which far too many ways lead on to close the cave, with so many tiles left."""

    def change(state):
        for side in (NORTH, EAST, SOUTH, WEST):
            lay(state, DESIGN_OF[Kind.PLAIN, FOUR], 15, EAST_OF[side], SOUTH_OF[side], side)
        state.stack[:] = 0
        state.stack[DESIGN_OF[Kind.PLAIN, STRAIGHT]], state.stack[EXIT] = tiles_left - 1, 1
        changed(state).cards = 8

    return hope(change)


def test_where_the_cave_cannot_be_closed_there_is_still_the_race_through_the_stack():
    assert crossing(60) < 0.03
    assert crossing(60) < crossing(40) < crossing(20) < crossing(6)
    assert crossing(6) > 0.3


def test_who_has_no_points_left_does_not_think_of_ways():
    state, plan = begun(1, 2, 3, 4), np.zeros(1, PLAN)[0]
    corridor(state, 3)
    state.points = 0
    think(state, 0, plan, load("sub_terra").game.brain("hinted"))
    assert not plan.toll.any()
    assert act(state) in (Action.END, Action.EXERT)
