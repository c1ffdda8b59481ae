"""The crowd of `bench serve`: people who move, bots who think, and a server whose processes are known."""

import asyncio
from collections import Counter
from itertools import chain

import pytest

from fathom5.command.bench import table
from fathom5.scene import SHAPES
from table.playing import finished, house


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr(table, "STARTS", 60.0)
    monkeypatch.setattr(table, "STARTING", 0.0)


def test_people_move_beside_tables_of_bots(tmp_path, hurried):
    with table.running(str(tmp_path / "t.db"), bot_pause=0.5) as server:
        assert server.pids() == [server.process.pid]
        figures = asyncio.run(table.crowd(server, tables=3, seconds=6, bots=1))
        assert server.stop() >= 0
    assert (figures["tables"], figures["tables_of_bots"], figures["sockets"]) == (3, 1, 7)
    assert figures["sockets_of_tall_stages"] == 3
    assert figures["moves"] >= 2
    assert figures["server_cpu"] > 0


def test_every_table_has_wide_and_tall_stages_and_the_crowd_as_many_of_each(tmp_path):
    with house(tmp_path / "t.db") as place:
        shapes = finished(stages(place, tables=2))
    assert all({*at_a_table} == {*SHAPES} for at_a_table in shapes)
    assert {*Counter(chain(*shapes)).values()} == {3}


async def stages(place, tables):
    """By table the shapes of all who are there, as the server knows them."""
    crowd = [await table.seated(place.url, number) for number in range(tables)]
    rooms = [place.rooms._rooms[each.id] for each in crowd]
    shapes = [[point.shape for point in room.viewpoints.values() for _ in point.guests] for room in rooms]
    await asyncio.gather(*(wire.close() for each in crowd for wire in each.wires))
    return shapes


def test_a_named_database_is_used_and_else_one_for_the_bench(tmp_path):
    with table.kept_in("here", 1) as where:
        assert where == "here"
    with table.kept_in(None, 1) as where:
        assert where.endswith("bench.db")
