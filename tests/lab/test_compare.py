"""Two studies side by side."""

import pytest

from fathom5.lab.compare import Difference, clear, differences, told
from fathom5.lab.plan import Study
from fathom5.lab.summary import Cell, Summary

AIR = Study("deep_sea", options={"air": [10, 20]}, columns=["turns"])


def found(*turns, study=AIR):
    cells = {}
    for point, mean in enumerate(turns):
        cells |= {(point, "turns"): Cell(100, mean, 5.0), (point, "share_0"): Cell(100, 0.5, 0.5)}
    return Summary(study, cells)


def test_what_differs_is_told_with_what_does_not():
    lines = told(found(20.0, 30.0), found(20.1, 36.0))
    assert lines[0].startswith("Turns at air=20: 30 and 36, a difference of +6")
    assert lines[-1] == "3 of 4 comparisons show no significant difference."


def test_holm_asks_more_of_each_the_more_are_compared():
    one = Difference(AIR.points[0], "turns", Cell(100, 20.0, 5.0), Cell(100, 21.5, 5.0))
    same = Difference(AIR.points[0], "turns", Cell(100, 20.0, 5.0), Cell(100, 20.0, 5.0))
    assert clear([one]) == [one]
    assert clear([one, *[same] * 20]) == []


def test_only_shared_points_of_one_game_are_compared():
    with pytest.raises(ValueError, match="share no point"):
        differences(found(1.0, 2.0), found(1.0, 2.0, study=Study("deep_sea", options={"air": [30, 40]})))
    with pytest.raises(ValueError, match="two games"):
        differences(found(1.0), Summary(Study("sub_terra"), {}))
