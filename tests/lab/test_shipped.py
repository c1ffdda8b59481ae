"""The studies that ship can be asked, and their reports written, at a tiny size."""

from dataclasses import replace
from html import escape
from pathlib import Path

import pytest

from fathom5 import names
from fathom5.lab import matter
from fathom5.lab.plan import read
from fathom5.scene import typeset

STUDIES = sorted((Path(__file__).parents[2] / "studies").glob("*.toml"))


@pytest.mark.parametrize("file", STUDIES, ids=lambda file: file.stem)
def test_a_study_that_ships_is_asked_and_reported_on(file, tmp_path, monkeypatch):
    monkeypatch.setattr(matter, "STAGE", 8)
    monkeypatch.setattr(matter, "FEWEST_TRIED", 2)
    monkeypatch.setattr(matter, "FEWEST", 4)
    monkeypatch.setattr(matter, "MOST", 4)
    study = read(file)
    assert len(study.points) >= 3
    results = tiny(study).run(tmp_path)
    for language in ("en", "fr"):
        html = results.report(language)
        assert escape(typeset(study.titled(language), language)).replace("&#x27;", "&#39;") in html
        assert "<svg" in html
    played = results.query("SELECT count(*) AS n FROM games").to_pylist()
    assert played == [{"n": results.study.games * len(results.study.points)}]


def tiny(study):
    """Two values of each option, two games, and of players that search only one that hardly does."""
    few = {name: list(values[:2]) for name, values in study.axes.items()}
    pairings = [name for name in study.pairings if not name.startswith("search")]
    pairings += ["search:iterations=2"] * bool(study.pairings)
    few_games = {"games": 1 if study.pairings else 2, "positions": 1, "width": 0.0}  # however wide intervals are then
    return replace(study, options=few, house={}, pairings=pairings, **few_games)


@pytest.mark.parametrize("name", names())
def test_every_game_has_a_ladder_and_another_study(name):
    own = {file.stem for file in STUDIES if read(file).game == name}
    assert f"{name}_ladder" in own
    assert len(own) >= 2
