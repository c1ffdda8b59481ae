"""The studies in examples/ can be asked, and their reports written, at a small size."""

from dataclasses import replace
from pathlib import Path

import pytest

from fathom5.lab.plan import read

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.toml")), ids=lambda file: file.stem)
def test_an_example_is_asked_and_reported_on(file, tmp_path):
    study = read(file)
    assert len(study.points) >= 3
    few = {name: list(values[:2]) for name, values in study.axes.items()}
    results = replace(study, options=few, games=2).run(tmp_path)
    assert study.title in results.report("en")
    assert "<svg" in results.report("fr")
    assert results.query("SELECT count(*) AS n FROM games").to_pylist() == [{"n": 2 * len(results.study.points)}]
