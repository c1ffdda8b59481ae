"""Strengths: by Bradley and Terry, and by what each wins alone."""

from math import log

import pytest

from fathom5.lab import ladder
from fathom5.lab.summary import Cell


def cell(share, games=1000):
    return Cell(games, share, (share * (1 - share)) ** 0.5)


def test_strengths_are_those_under_which_the_victories_are_most_likely():
    """Odds of 2, 3 and 6 fit together: 2 to 1, and then 3 to 1."""
    found = ladder.of_pairs(
        {("b", "a"): cell(2 / 3, 10**6), ("c", "b"): cell(3 / 4, 10**6), ("c", "a"): cell(6 / 7, 10**6)}
    )
    assert found.names == ("a", "b", "c")
    assert found.strengths[1] - found.strengths[0] == pytest.approx(log(2), abs=1e-3)
    assert found.strengths[2] - found.strengths[1] == pytest.approx(log(3), abs=1e-3)
    assert sum(found.strengths) == pytest.approx(0)
    assert found.lead("c", "a").mean / ladder.STEP == pytest.approx(log(6) / log(2), abs=1e-3)


def test_an_interval_is_as_wide_as_two_contenders_would_have_it():
    """The log odds of n victories of a half have a standard error of 2 over the root of n."""
    found = ladder.of_pairs({("a", "b"): cell(0.5)})
    assert found.lead("a", "b").width == pytest.approx(2 * 1.96 * 2 / 1000**0.5, rel=0.01)


def test_who_always_wins_is_strong_but_not_infinitely():
    found = ladder.of_pairs({("a", "b"): cell(1.0)})
    assert 5 < found.lead("a", "b").mean < 10


def test_rungs_are_clearly_apart():
    near = {("a", "b"): cell(0.51), ("b", "c"): cell(0.9), ("a", "c"): cell(0.9)}
    assert ladder.of_pairs(near).rungs == ["c", "b"]
    assert ladder.alone({"x": cell(0.3), "y": cell(0.31), "z": cell(0.6)}).rungs == ["x", "z"]
