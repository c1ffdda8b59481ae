"""House rules of Deep Sea Adventure: each number that can be changed changes what its clause says."""

from functools import partial

import numpy as np
import pytest

import fathom5
from fathom5.door.testing import can, play, then
from fathom5.games.deep_sea.rules_test import FIRST, go, path
from fathom5.kernel.options import Disagreement

play = partial(play, "deep_sea")


def test_ds_7_a_pile_may_use_more_air():
    match = play(FIRST, *go(1, 1, "take"), *go(1, 2), house={"air_per_pile": 3})
    assert match.state["air"] == 25 - 3


def test_ds_7_the_story_tells_the_air_that_is_used():
    match = play(FIRST, *go(1, 1, "take"), *go(1, 2), house={"air_per_pile": 3})
    assert "uses 3 air: 22 left" in " ".join(match.story())


def test_ds_1_dice_may_have_fewer_faces():
    assert can(play(FIRST, house={"highest_face": 2})) == {"roll 1 1", "roll 1 2", "roll 2 1", "roll 2 2"}
    assert can(play(FIRST, house={"lowest_face": 3})) == {"roll 3 3"}


def test_ds_18_lost_chips_may_sink_one_by_one():
    moves = FIRST, *go(1, 1, "take"), *go(1, 2, "take"), "go_on", *go(1, 1, "nothing")
    piled, single = play(*moves, air=1), play(*moves, air=1, house={"pile_size": 1})
    assert path(piled)[-1] == [1, 1]
    assert path(single)[-2:] == [[1], [1]]


@pytest.mark.parametrize("level, steps", [(1, (1, 1)), (2, (3, 3))])
def test_ds_2_levels_may_be_worth_more(level, steps):
    match = play(FIRST, players=2, chips=4, air=9, house={f"value_{level}": 30})
    then(match, *go(*steps, "take"), *go(3, 2), "return", "roll 3 3")
    while "value" not in str(match.moves):
        match.play(match.moves[0])
    assert can(match) == {f"value {30 + step}" for step in range(4)}
    match.play("value 32")
    assert match.scores == [32, 0]


def test_ds_2_each_level_has_a_number_of_its_own():
    lowest = {f"value_{level}": 10 * level for level in range(1, 5)}
    match = fathom5.load("deep_sea", house=lowest).start(chance="manual")
    treasure = match.record
    treasure.treasure[0, [1, 5, 9, 13]] = 1
    points = np.zeros(2, np.int64)
    match.game.rules.score(treasure, points)
    assert points.tolist() == [11 + 21 + 31 + 41, 0]


def test_faces_that_cross_are_refused():
    with pytest.raises(Disagreement, match="house_lowest_face is at most"):
        fathom5.load("deep_sea", house={"lowest_face": 3, "highest_face": 2})


def test_who_peeks_sees_the_values_of_the_rulebook():
    with pytest.raises(Disagreement, match="peek"):
        fathom5.load("deep_sea", peek=True, house={"value_1": 3})
