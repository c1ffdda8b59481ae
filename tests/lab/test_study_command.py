"""`fathom5 study`, as someone who types finds it."""

import re
import sys

import pytest

from fathom5.command import cli

STUDY = """
game = "deep_sea"
[options]
rounds = 1
air = {from = 6, to = 9, step = 3}
[stop]
games = 4
"""


@pytest.fixture
def study(monkeypatch, capsys, tmp_path):
    """Type a command in a folder with a study; the answer is its exit code and what it says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli, "warm", lambda *games: None)
    for console in (cli.out, cli.err):
        monkeypatch.setattr(console, "_width", 200)
    (tmp_path / "air.toml").write_text(STUDY)
    (tmp_path / "other.toml").write_text(STUDY.replace("9", "12"))
    (tmp_path / "wrong.toml").write_text(STUDY.replace("air", "aire"))
    (tmp_path / "huge.toml").write_text(
        STUDY.replace("rounds = 1", "chips = {from = 1, to = 8}\nrounds = [1, 2, 3, 4, 5]\npeek = [false, true]")
        .replace("{from = 6, to = 9, step = 3}", "{from = 1, to = 60}\nplayers = [2, 3, 4, 5, 6]")
    )  # fmt: skip

    def type_in(*words):
        monkeypatch.setattr(sys, "argv", ["fathom5", "study", *map(str, words)])
        try:
            cli.main()
            code = 0
        except SystemExit as end:
            code = end.code or 0
        said = capsys.readouterr()
        return code, said.out + said.err

    return type_in


def test_run_tells_what_it_takes_and_writes_a_report(study, tmp_path):
    code, said = study("run", "air.toml")
    assert code == 0
    assert "2 points, 8 games: about" in said and "free" in said
    assert "Report: air.study/report.en.html" in said
    assert (tmp_path / "air.study" / "report.fr.html").exists()


def test_going_on_and_showing_play_nothing_twice(study, tmp_path):
    study("run", "air.toml")
    before = sorted((tmp_path / "air.study" / "games").rglob("*.parquet"))
    written = [path.stat().st_mtime_ns for path in before]
    assert study("resume", "air.study")[0] == study("show", "air.toml", "--lang", "fr")[0] == 0
    assert [path.stat().st_mtime_ns for path in before] == written


def test_who_breaks_off_is_told_what_is_kept_and_how_to_go_on(study, monkeypatch):
    from fathom5.lab.work import Threads

    play = Threads.play

    def breaking_off(self, *about):
        yield next(play(self, *about))
        raise KeyboardInterrupt

    monkeypatch.setattr(Threads, "play", breaking_off)
    code, said = study("run", "air.toml")
    assert code == 130
    assert re.search("[48] games are kept; go on with: fathom5 study resume air.study", said)


def test_progress_says_what_is_played_how_fast_and_how_sure():
    from fathom5.command.study import _news
    from fathom5.lab.series import Mean
    from fathom5.lab.work import News

    told = _news(News(3, 8, 1234.5, {"share_0": Mean(0.5, 0.02)}))
    assert told == {"completed": 3, "total": 8, "kind": "games", "rate": "1,234/s", "width": "shares ± 2 %"}


def test_query_answers_in_a_table(study):
    study("run", "air.toml")
    code, said = study("query", "air.study", "SELECT count(*) AS rows FROM games")
    assert (code, "rows" in said, "8" in said) == (0, True, True)


def test_compare_says_what_differs_at_shared_points(study):
    study("run", "air.toml")
    study("run", "other.toml", "--out", "else")
    code, said = study("compare", "air.study", "else")
    assert code == 0
    assert "comparisons show no significant difference" in said


@pytest.mark.parametrize(
    "words, why",
    [
        (("run", "nothing.toml"), "nothing.toml: No such file"),
        (("run", "wrong.toml"), "did you mean 'air'?"),
        (("run", "huge.toml"), "24,000 points with 4 games each take about"),
        (("show", "nowhere"), "there is no study in nowhere"),
        (("run", "air.toml", "--ray", "ray://127.0.0.1:1"), "no Ray cluster answers at"),
        (("run", "air.toml", "--out", "nosuch://x"), "nosuch"),
    ],
)
def test_what_is_asked_wrongly_is_answered_in_a_sentence(study, words, why):
    code, said = study(*words)
    assert (code, "Traceback" in said) == (2, False)
    assert why in said


def test_bench_lab_measures_games_to_disk_and_reports(monkeypatch):
    from fathom5.command.bench import lab as measuring

    monkeypatch.setattr(measuring, "POINTS", 3)
    monkeypatch.setattr(measuring, "GAMES", 1)
    monkeypatch.setattr(measuring, "find_spec", lambda name: None)  # Ray has tests of its own
    figures = measuring.measure("deep_sea", seconds=0.01, rows=40, tell=(told := []).append)
    assert (figures["rows"], len(told), told[-1].startswith("40 rows: ")) == (40, 10, True)
    assert 0 < figures["MB_at_a_tenth"] <= figures["MB_at_most"] and figures["s_for_these_rows"] > 0
    assert (figures["game"], figures["points"]) == ("deep_sea", 3)
    assert figures["games_per_s_to_disk"] > 0 and figures["bytes_per_game"] > 10 and figures["s_for_both_reports"] > 0
