"""How quick it feels: told to who reads the output of the tests, and for no machine to fail on."""

from statistics import median

import pytest

import fathom5
from fathom5.command.bench.clicks import painted


@pytest.mark.parametrize("game", fathom5.names())
def test_a_click_is_painted(visit, house, game):
    """Every move is timed until it is to be seen; `fathom5 bench serve --browser` does the same on a quiet machine."""
    times = painted(visit("Ada").page, house.url, game, clicks=6)
    print(f"{game}: {median(times):.0f} ms from click to paint")
    assert len(times) == 6
    assert all(time > 0 for time in times)
