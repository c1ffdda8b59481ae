"""The script that makes the figures of the page about reviews: what it plays, keeps and tells."""

import sys
from importlib.util import module_from_spec, spec_from_file_location

import pytest

from every import INTERPRETED
from fathom5 import load
from fathom5.bots import LEVELS, named
from fathom5.bots.review.rollouts import best_player
from fathom5.games import load as find
from fathom5.kernel.cache import PACKAGE
from fathom5.lab.reviews import Fared

SCRIPT = PACKAGE.parent.parent / "docs" / "review_figures.py"


@pytest.fixture(scope="module")
def figures():
    spec = spec_from_file_location("review_figures", SCRIPT)
    module, path = module_from_spec(spec), list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = path
    return module


def seat(game, who, errors, result, options="{}"):
    return Fared("deep_sea", str(game), 2, options, who, 10, errors, (0.5, 0.1, -errors, 0.0, 0.0), result)


def test_every_contest_can_be_played(figures):
    for contest in figures.CONTESTS.values():
        assert load(contest.game, **contest.options).start(seed=0).seats == contest.options["players"]
        assert all(named(bot) for bot in contest.bots)


def test_nobody_is_compared_who_is_the_yardstick(figures):
    checked = {name: contest for name, contest in figures.CONTESTS.items() if name == contest.game}
    assert len(checked) == 5
    for contest in checked.values():
        assert best_player(find(contest.game)) not in contest.bots


def test_games_are_played_and_looked_at_once(figures, monkeypatch, tmp_path):
    if INTERPRETED:
        pytest.skip("thousands of games are played on")
    few = figures.Contest("deep_sea", ("hinted", "uniform"), 4, 16, {"players": 2, "rounds": 1, "air": 9})
    monkeypatch.setattr(figures, "CONTESTS", {"deep_sea": few})
    monkeypatch.setattr(figures, "PIECE", 2)
    figures.look_at("deep_sea", tmp_path, 0)
    assert not figures.pieces("deep_sea", tmp_path)
    for _ in range(2):
        figures.look_at("deep_sea", tmp_path, 600)
        assert len(figures.pieces("deep_sea", tmp_path)) == 2
        monkeypatch.setattr(figures, "keep", None)  # nothing is done again
    told = "\n".join(figures.tell(tmp_path))
    assert "| deep_sea | hinted (" in told
    assert "| deep_sea | 2 | hinted, uniform | 4 | 16 |" in told


def test_who_errs_less_is_told_with_how_often_a_group_says_so(figures, monkeypatch, tmp_path):
    monkeypatch.setattr(figures, "processor_time", lambda name, where: 0.5)
    strong, weak = figures.CONTESTS["deep_sea"].bots
    seats = [
        seat(game, who, error, won) for game in range(30) for who, error, won in ((strong, 0.1, 1), (weak, 0.4, 0))
    ]
    (told,) = figures.checks({"deep_sea": seats}, tmp_path)
    assert told.endswith("| 30 | 256 | 0.5 s | 1.000 ± 0.000 : 4.000 ± 0.000 | 100 |")
    assert f"{strong} (100%)" in told and f"{weak} (0%)" in told


def test_where_all_results_are_alike_there_is_no_share(figures):
    strong, _ = figures.CONTESTS["deep_sea"].bots
    (told,) = figures.lucks({"deep_sea": [seat(game, strong, 0.0, 0.5) for game in range(3)]})
    assert "all results are alike" in told


def test_levels_are_told_from_the_weakest_on_and_only_where_all_have_played(figures):
    seats = [seat(game, who, 0.1, 0.5) for game in range(2) for who in reversed(LEVELS)]
    duels = [seat("duel", "paddler", 0.4, 0.0), seat("duel", "search:iterations=100", 0.0, 1.0)]
    found = figures.levels({"deep_sea-levels": seats, "deep_sea": duels, "deep_sea-one-round": duels})
    assert list(found["deep_sea"]) == list(LEVELS)
    assert found["deep_sea"]["diver"]["decisions"] == 20
    assert found["deep_sea"]["paddler"]["errors_per_decision"] == pytest.approx(0.6 / 30)
    assert figures.levels({"deep_sea": duels}) == {}


def test_levels_of_the_island_are_told_by_what_was_at_stake(figures):
    seats = [seat(game, who, 0.1, 0.5)._replace(game="the_island") for game in range(2) for who in LEVELS]
    assert "the_island" not in figures.levels({"the_island-levels": seats})  # reviews that did not ask for it
    found = figures.levels({"the_island-levels": [each._replace(stake=0.4) for each in seats]})
    assert found["the_island"]["diver"] == {"errors_per_stake": 0.25, "standard_error": 0, "games": 2, "stake": 0.8}
