"""The picture of Treasure Divers."""

import pytest

from fathom5 import NOBODY, load
from fathom5.games.treasure_divers.board import scene
from fathom5.games.treasure_divers.words import WORDS
from fathom5.scene import SHAPES


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("shape", SHAPES)
def test_however_many_finds_lie_on_a_shelf_its_points_are_not_covered(shape, players):
    view = load("treasure_divers", players=players).start(seed=1).seen(0).copy()
    view.held[0] = 1  # one of each
    things = scene(view, NOBODY, WORDS["en"], shape)["things"]
    finds = [thing for thing in things if thing["id"].startswith("find-0-")]
    points = next(thing for thing in things if thing["id"] == "points-0")
    assert len(finds) > 15
    assert all(find["x"] - 11 * find["scale"] > points["x"] + 18 for find in finds)


@pytest.mark.parametrize("shape", SHAPES)
def test_finds_that_lie_behind_others_cover_no_number_of_the_row_above(shape):
    view = load("treasure_divers", players=4).start(seed=1).seen(0).copy()
    view.held[0] = 3  # three of each
    things = scene(view, NOBODY, WORDS["en"], shape)["things"]
    heights = [thing["y"] for thing in things if thing["id"].startswith("find-0-") and thing["id"].endswith("-0")]
    assert len(set(heights)) == 2
    assert heights == sorted(heights, reverse=True)  # the lower row first, then what lies on top of it
