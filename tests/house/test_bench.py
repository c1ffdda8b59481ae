"""How speed is told: with its noise, and against another tree."""

import json
import random
import shutil
from io import StringIO

import pytest
from rich.console import Console

from fathom5.command import figures
from fathom5.command.bench import against, cores, engine, probe
from fathom5.command.bench.spread import LEAST, Spread, plain, ratio, spread

GAME = "deep_sea"


# The spread.


def test_the_spread_of_few_repetitions_is_all_of_them():
    assert spread([3, 1, 2, 6, 5, 4]) == (3.5, 1, 6)


def test_more_repetitions_leave_out_the_outer_ones():
    assert spread(range(1, 11)) == (5.5, 2, 9)
    assert spread(range(1, 101)) == (50.5, 40, 61)  # the ranks in any table of the sign test


def test_an_interval_holds_the_true_median_as_often_as_it_says():
    luck = random.Random(1)
    for count in (LEAST, 8, 20):
        found = [spread([luck.expovariate(1) for _ in range(count)]) for _ in range(2000)]
        assert sum(one.low <= 0.693147 <= one.high for one in found) / 2000 > 0.94


def test_nothing_has_no_spread():
    with pytest.raises(ValueError, match="nothing"):
        spread([])


@pytest.mark.parametrize(("low", "high", "is_clear"), [(0.9, 1.1, False), (1.01, 1.1, True), (0.5, 0.99, True)])
def test_a_ratio_is_told_only_where_it_is_clear_of_the_noise(low, high, is_clear):
    told = figures.times(Spread((low + high) / 2, low, high))
    assert ("no difference" not in told) == is_clear
    assert f"{low:.3f} to {high:.3f}" in told


def test_within_and_at_least_ask_whether_the_interval_reaches_the_bound():
    found = Spread(0.97, 0.95, 0.985)
    assert found.is_at_least(0.98)
    assert not found.is_at_least(0.99)


def test_a_ratio_of_two_figures_is_as_uncertain_as_both():
    assert ratio(Spread(10, 8, 12), Spread(5, 4, 6)) == (2, 8 / 6, 3)


def test_figures_are_told_with_their_spread():
    told = plain({"games": [{"game": GAME, "actions_per_s": Spread(100.0, 90.0, 105.0)}], "cores": 2})
    assert told == {
        "games": [{"game": GAME, "actions_per_s": 100.0, "spread": {"actions_per_s": [90.0, 105.0]}}],
        "cores": 2,
    }
    assert figures.figure(Spread(100.0, 90.0, 105.0)) == "100 (-10% +5%)"


def test_peers_are_compared_by_ratios_with_a_spread():
    ours, theirs = {"game": GAME, "actions_per_s": Spread(10, 9, 11)}, {"game": "pig", "nodes_per_s": Spread(10, 9, 11)}
    assert engine.ratios([ours], [theirs]) == {GAME: {"pig": (1.0, 9 / 11, 11 / 9)}}


# Against another tree.


def test_trees_take_turns_and_change_who_begins():
    asked = []

    def tree(name, speed):
        return lambda figure, seconds: asked.append((name, seconds)) or speed

    pairs = against.taking_turns(tree("here", 3.0), tree("there", 2.0), "playouts", turns=2, seconds=0.5)
    assert pairs == [(3.0, 2.0), (3.0, 2.0)]
    assert asked == [("here", 0), ("there", 0), ("there", 0.5), ("here", 0.5), ("here", 0.5), ("there", 0.5)]


@pytest.fixture
def other_tree(tmp_path):
    """A copy of this tree in another folder."""
    kept = shutil.ignore_patterns("*_test.py", "__pycache__", "static", "locale", "*.md")
    shutil.copytree(against.HERE / "fathom5", tmp_path / "src" / "fathom5", ignore=kept)
    return tmp_path


def test_a_real_run_over_both_trees(other_tree):
    (found,) = against.compare(other_tree, GAME, ["python_steps"], rounds=LEAST, turns=1, seconds=0.01)
    assert (found.game, found.figure) == (GAME, "python_steps")
    assert 0 < found.ratio.low <= found.ratio.middle <= found.ratio.high
    assert json.loads(json.dumps(found.plain(0.0)))["is_reached"]


def test_what_is_measured_there_is_the_other_tree(other_tree):
    with (other_tree / "src/fathom5/kernel/play.py").open("a") as rules:
        rules.write("\n\ndef step(*_):\n    raise RuntimeError('of the other tree')\n")
    with against.asking(against.HERE, GAME) as ours, against.asking(other_tree / "src", GAME) as theirs:
        assert ours("python_steps", 0.01) > 0
        with pytest.raises(RuntimeError, match="of the other tree"):
            theirs("python_steps", 0.01)


def test_too_few_rounds_are_refused(tmp_path):
    with pytest.raises(ValueError, match="fewer than"):
        list(against.compare(tmp_path, GAME, ["playouts"], rounds=LEAST - 1))


def test_a_folder_without_a_tree_is_no_tree(tmp_path):
    with pytest.raises(ValueError, match="no tree"):
        against.sources_of(tmp_path)


def test_a_figure_is_one_of_those_there_are():
    assert against.chosen(None) == list(probe.FIGURES)
    with pytest.raises(ValueError, match="there are: playouts"):
        against.chosen(["speed"])


@pytest.mark.parametrize("figure", [name for name in probe.FIGURES if not name.startswith("vector")])
def test_every_figure_is_some_work(monkeypatch, figure):
    for size in ("BATCH", "SEARCHES"):
        monkeypatch.setattr(probe, size, 2)
    assert probe.FIGURES[figure](GAME)() > 0


@pytest.mark.parametrize("work", ["plain_c", "playouts", "simulate", "arena"])
def test_all_cores_do_the_work_of_one(monkeypatch, work):
    for name, size in {"ROUNDS_OF_HASHING": 1, "CHUNKS": 2, "GAMES": 1, "CONTESTS": 2, "CONTEST": 0.001}.items():
        monkeypatch.setattr(cores, name, size)
    some = cores.WORKS[work](GAME)
    assert some(1) > 0 and some(cores.CORES) > 0


def test_how_much_faster_all_cores_are_is_told_with_its_spread():
    found = cores.speedup(lambda count: count, turns=LEAST, seconds=0.001)
    assert 0 < found.low <= found.middle <= found.high


def test_what_is_to_be_installed_is_printed_with_its_brackets():
    out = Console(width=200, record=True, file=StringIO())
    out.print(
        figures.rows("Doors", [{"peer": "leduc", "times_as_fast": "not installed: pip install 'fathom5[peers]'"}])
    )
    assert "fathom5[peers]" in out.export_text()
