"""The picture of Deep Sea Adventure."""

import pytest

from fathom5 import NOBODY
from fathom5.door.testing import play
from fathom5.games.deep_sea.board import scene
from fathom5.games.deep_sea.words import WORDS
from fathom5.scene import SHAPES


@pytest.mark.parametrize("shape", SHAPES)
def test_what_a_diver_carries_hangs_from_the_diver(shape):
    match = play("deep_sea", "first_player 0", "roll 3 3", "take", players=2)
    things = {thing["id"]: thing for thing in scene(match.seen(0), NOBODY, WORDS["en"], shape)["things"]}
    diver, find = things["diver-0"], things["pile-0-0"]
    assert find["symbol"] == "chip-1"  # the sixth space is of level 1
    assert abs(find["x"] - diver["x"]) < 30 and 0 < find["y"] - diver["y"] < 60
    assert "pile-1-0" not in things
