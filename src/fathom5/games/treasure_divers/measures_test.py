"""The odds of Treasure Divers, against the figures of its rulebook, against counting and against play."""

import numpy as np
import pytest

from fathom5.door.testing import then
from fathom5.games.treasure_divers.measures import COLUMNS, beat, odds, reach
from fathom5.games.treasure_divers.rules.verbs import GONE, SURFACE, WRECK_ROW, Action, Phase
from fathom5.games.treasure_divers.rules_test import BUST, game, meet, sink
from fathom5.kernel.chance import dice, pick
from fathom5.kernel.game import CHANCE, apply, ask, measure, sheet

REACHED = (0.889, 0.849, 0.795, 0.725, 0.632, 0.577, 0.517, 0.455, 0.398, 0.353, 0.309)  # rows 1 to 10 and the wreck
BEATEN = {1: (0.889, 0.667), 2: (0.750, 0.500), 3: (0.556, 0.333), 4: (0.306, 0.167)}  # with two dice, with one


def test_the_chance_to_reach_each_row_is_that_of_the_rulebook():
    assert [round(reach(row, 2), 3) for row in range(1, WRECK_ROW + 1)] == list(REACHED)


def test_the_chance_to_beat_monsters_is_that_of_the_rulebook():
    assert {n: (round(beat(n, 2), 3), round(beat(n, 1), 3)) for n in BEATEN} == BEATEN


@pytest.mark.parametrize("monsters", BEATEN)
def test_the_chance_to_beat_monsters_is_that_of_the_rolls(monsters):
    match = meet(monsters)
    won = sum(
        chance
        for move, chance in zip(match.moves, match.odds)
        if max(n for n in (0, *move[1:]) if n != "X") >= monsters
    )
    assert won == pytest.approx(beat(monsters, 2))


def empty_water() -> np.record:
    """No tile is left, and diver 0 is about to roll."""
    state = game().seen()
    state.symbol[:] = GONE
    return state


def deepest(state: np.record, rng: np.ndarray) -> int:
    """The last row of one dive, always by the higher die."""
    choices, row = sheet(state), SURFACE
    while state.diver == 0 and row < WRECK_ROW:
        row = int(state.row)
        ask(state, choices)
        if state.seat == CHANCE:
            apply(state, pick(choices, rng))
        else:
            apply(state, Action.ON if state.phase == Phase.EMPTY else choices.action[: choices.count].max())
    return row


def test_the_chance_to_reach_each_row_is_that_of_play():
    rng, dives, water = dice(5), 400, empty_water()
    depths = np.array([deepest(water.copy(), rng) for _ in range(dives)])
    for row, chance in enumerate(REACHED, 1):
        assert abs((depths >= row).mean() - chance) < 3 * np.sqrt(chance * (1 - chance) / dives)


def test_odds_tell_what_may_be_under_the_lamp():
    chances = odds(sink(game(), 0, 6).seen(0))
    assert chances["row.7"] == pytest.approx(8 / 9)
    chances = odds(then(sink(game(), 0, 6), "lit cave").seen(0))
    assert chances["front.gold.4"] == chances["front.monster.4"] == pytest.approx(1 / 3)


def test_odds_of_a_roll_count_from_where_it_leads():
    chances = odds(game("roll 4 X").seen(0))
    assert "row.4" not in chances
    assert (chances["row.5"], chances["beat.1"]) == (pytest.approx(2 / 3), pytest.approx(2 / 3))


def counted(*moves: str) -> dict[str, float]:
    """What was measured of these moves."""
    row, match = np.zeros(len(COLUMNS)), game()
    for move in moves:
        then(match, move)
        measure(match._states[0], row)
    return {name: count for name, count in zip(COLUMNS, row.tolist()) if count}


def test_measures_count_what_happens():
    lost = ("roll 1 1", "dive 0 1", "lit monster", "front monster 2", "roll 1 X")
    assert counted(BUST, *lost) == {"turns": 2, "busts": 1, "lit": 1, "fights": 1}
    won = ("roll 1 1", "dive 0 1", "roll 2 X", "roll 1 1", "dive 0 1", "stop")
    assert counted(*lost, *won) == {"turns": 3, "lit": 1, "fights": 2, "fights_won": 1, "empty": 1, "stopped": 1}


def test_measures_tell_why_the_game_ended():
    assert counted(*[BUST] * 60) == {"turns": 59, "busts": 60, "end_patience": 1}
