"""Studies in notebooks: a real one is run by Jupyter's own client, and what its cells show is looked at."""

import os
import sys
from types import SimpleNamespace

import nbformat
import pytest
from nbclient import NotebookClient

from fathom5.lab import telling
from fathom5.lab.plan import Study
from fathom5.lab.report import asked
from fathom5.lab.series import Mean
from fathom5.lab.telling import Line, told_here, words
from fathom5.lab.work import News
from lab.studies import GAME, small

ASK = f"""
from fathom5.lab import Study
study = Study({GAME!r}, options={{"rounds": 1, "air": [6, 9]}}, games=6, title="Air & <chips>")
study
"""
RUN = "study.run({folder!r})"


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """What the two cells of a notebook show."""
    folder = tmp_path_factory.mktemp("notebook")
    os.environ["PYTHONPATH"], before = os.pathsep.join(sys.path), os.environ.get("PYTHONPATH")
    cells = [nbformat.v4.new_code_cell(code) for code in (ASK, RUN.format(folder=str(folder / "air.study")))]
    notebook = nbformat.v4.new_notebook(cells=cells)
    try:
        NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    finally:
        os.environ.pop("PYTHONPATH") if before is None else os.environ.update(PYTHONPATH=before)
    return [[output.get("data", {}).get("text/html", "") for output in cell.outputs] for cell in notebook.cells]


def test_a_study_that_is_yet_to_be_played_shows_what_it_asks(shown):
    ((html,), _) = shown
    assert "<strong>Air &amp; &lt;chips&gt;</strong>" in html
    assert "air at the start of each round: 6, 9" in html
    assert "2 settings to be played, with 6 games at each" in html


def test_a_study_that_runs_shows_a_bar_and_then_its_report(shown):
    _, (bar, report) = shown
    assert '<progress max="12" value="12">' in bar  # one output, which was changed until the end
    assert "12 of 12 games, shares ±" in bar
    assert "fathom5-study" in report and "<svg" in report


def test_french_and_counts_of_one():
    assert "1 réglage à jouer, avec 1 partie pour chacun" in asked(Study(GAME, games=1), "fr")


def test_a_study_of_many_points_is_shown_without_looking_at_them():
    study = Study(GAME, options={"air": {"from": 1, "to": 60}, "chips": {"from": 1, "to": 8}, "players": [2, 3, 4]})
    assert "1,440 settings" in study._repr_html_()
    assert "points" not in vars(study)


SOME = News(3000, 8000, 1000.0, {"share_0": Mean(0.5, 0.02)})


def test_news_in_words():
    assert words(SOME) == "3,000 of 8,000 games, 1,000/s, 5 seconds left, shares ± 2 %"
    assert words(SOME._replace(games=8000)) == "8,000 of 8,000 games, shares ± 2 %"


def test_a_terminal_shows_a_line_and_ends_it(monkeypatch, capsys):
    monkeypatch.setattr(telling, "is_notebook", lambda: False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    tell = told_here(small(title="Air"))
    assert isinstance(tell, Line)
    for news in (SOME, SOME._replace(games=4000), SOME._replace(games=8000)):
        tell(news)
    said = capsys.readouterr().err
    assert said.count("\r") == 2 and "4,000" not in said  # so soon after the first it is not told
    assert said.endswith("8,000 of 8,000 games, shares ± 2 %\033[K\n")


def test_who_cannot_see_it_is_told_nothing(tmp_path, capsys):
    small().run(tmp_path)
    assert capsys.readouterr() == ("", "")


def test_only_the_kernel_of_a_notebook_is_one(monkeypatch):
    for shell, expected in ((None, False), (SimpleNamespace(), False), (SimpleNamespace(kernel=1), True)):
        monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda shell=shell: shell))
        assert telling.is_notebook() == expected
