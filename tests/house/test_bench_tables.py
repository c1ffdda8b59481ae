"""What is measured with many tables is measured on a real server with real tables."""

from contextlib import closing

from fathom5.command.bench import many
from fathom5.table import check
from fathom5.table.keep.store import Store

FIGURES = {
    "start_s", "first_page_ms", "mine_ms", "table_page_ms", "come_in_ms", "replay_page_ms", "health_ms",
    "sweep_step_ms", "sweep_nothing_ms",
}  # fmt: skip


def test_tables_that_were_filled_in_are_whole(tmp_path):
    there = many.fill(str(tmp_path / "t.db"), 50)
    assert (len(there.lobbies), len(there.unfinished), len(there.finished)) == (15, 30, 5)
    assert [found.wrong for found in check(str(tmp_path / "t.db"))] == [None] * 50


def test_steps_of_the_sweeper_are_measured_where_there_is_something_to_sweep(tmp_path):
    many.fill(str(tmp_path / "t.db"), 50)
    assert all(taken > 0 for taken in many.swept(str(tmp_path / "t.db")).values())
    with closing(Store(str(tmp_path / "t.db"))) as store:
        assert store.count() == 5  # those that are over


def test_every_figure_is_of_a_running_server(monkeypatch):
    monkeypatch.setattr(many, "TRIES", 3)
    found = many.measure(100)
    assert found["tables"] == 100
    assert all(found[name] > 0 for name in FIGURES)
