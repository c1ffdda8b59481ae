"""The crowd of `bench serve`: people who move, bots who think, and a server whose processes are known."""

import asyncio

import pytest

from fathom5.command.bench import table


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr(table, "STARTS", 60.0)
    monkeypatch.setattr(table, "STARTING", 0.0)


def test_people_move_beside_tables_of_bots(tmp_path, hurried):
    with table.running(str(tmp_path / "t.db"), bot_pause=0.5) as server:
        assert server.pids() == [server.process.pid]
        figures = asyncio.run(table.crowd(server, tables=3, seconds=2, bots=1))
        assert server.stop() >= 0
    assert (figures["tables"], figures["tables_of_bots"], figures["sockets"]) == (3, 1, 7)
    assert figures["moves"] >= 2
    assert figures["server_cpu"] > 0


def test_a_named_database_is_used_and_else_one_for_the_bench(tmp_path):
    with table.kept_in("here", 1) as where:
        assert where == "here"
    with table.kept_in(None, 1) as where:
        assert where.endswith("bench.db")
