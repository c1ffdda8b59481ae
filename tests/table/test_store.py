"""Nothing lost: what is kept, in which order, and how it is carried from one database to another."""

import asyncio
import gzip
import sqlite3
import stat
import threading
from contextlib import closing
from dataclasses import replace

import pytest

from fathom5.table import BrokenBackup, backup, restore
from fathom5.table.keep.database import data_folder
from fathom5.table.keep.store import Agreed, Conflict, Row, Seat, Store
from fathom5.table.play.people import new_id
from table.playing import finished
from table.test_play import SOME


@pytest.fixture
def store(tmp_path):
    with closing(Store(str(tmp_path / "t.db"))) as store:
        yield store


def agreed():
    return Agreed(new_id(), SOME, 1, {"players": 2}, secret="s" * 64)


def seats(table):
    return [Seat(table, number, "open", "", number, spare="w" * 8) for number in range(2)]


async def opened(store):
    table = agreed()
    await store.open(table, seats(table.id))
    return table


async def append(store, table, *rows, **more):
    """Keep rows, and take in what is kept."""
    done = await store.append(table, rows, **more)
    table.rows, table.last = table.rows + len(done), done[-1].digest


def test_what_is_kept_comes_back(store):
    async def go():
        table = await opened(store)
        await append(store, table, Row(0, 5, "c1"), Row(-1, 7))
        await append(store, table, Row(1, -1), ended=3.0)
        return store.kept(table.id)

    kept = finished(go())
    assert [(row.seat, row.action, row.command) for row in kept.rows] == [(0, 5, "c1"), (-1, 7, None), (1, -1, None)]
    assert kept.agreed.ended == 3.0
    assert [seat.spare for seat in kept.seats] == ["w" * 8] * 2


def test_the_second_writer_of_a_turn_is_refused_and_nothing_of_it_is_kept(store):
    async def go():
        table = await opened(store)
        await store.append(table, [Row(0, 5)])
        with pytest.raises(Conflict):
            await store.append(table, [Row(1, 6), Row(-1, 8)])
        return store.kept(table.id)

    assert len(finished(go()).rows) == 1


def test_what_many_tables_write_together_fails_only_where_others_were_faster(store):
    async def go():
        tables = [await opened(store) for _ in range(4)]
        await append(store, tables[0], Row(0, 5))
        late = replace(tables[0], rows=0, last="")  # what was known before that
        held = threading.Event()
        waiting = asyncio.ensure_future(store.write(lambda db: held.wait(20)))
        some = [asyncio.ensure_future(store.append(table, [Row(0, 6), Row(-1, 7)])) for table in (late, *tables[1:])]
        await asyncio.sleep(0)
        held.set()
        found = await asyncio.gather(waiting, *some, return_exceptions=True)
        return found, [store.kept(table.id) for table in tables]

    (_, first, *others), kept = finished(go())
    assert isinstance(first, Conflict)
    assert [[row.action for row in rows] for rows in others] == [[6, 7]] * 3
    assert [[row.action for row in table.rows] for table in kept] == [[5], [6, 7], [6, 7], [6, 7]]
    assert [table.torn_at() for table in kept] == [None] * 4


def test_many_writers_at_once_share_a_flush_and_one_wins_each_turn(store):
    async def go():
        some = [await opened(store) for _ in range(20)]
        tries = [store.append(table, [Row(seat, 5)]) for table in some for seat in range(3)]
        done = await asyncio.gather(*tries, return_exceptions=True)
        return [store.kept(table.id) for table in some], sum(isinstance(one, Conflict) for one in done)

    kept, refused = finished(go())
    assert [len(table.rows) for table in kept] == [1] * 20
    assert not any(table.torn_at() for table in kept)
    assert refused == 40


def test_a_seat_is_taken_once_and_a_game_begins_once(store):
    async def go():
        table = agreed()
        places = seats(table.id)
        await store.open(table, places)
        taken = replace(places[0], kind="person")
        await store.seat(taken, places[0], table)
        with pytest.raises(Conflict):
            await store.seat(taken, places[0], table)
        places[0] = taken
        table.started = 1.0
        await store.start(table, places, [Row(-1, 1)])
        with pytest.raises(Conflict):
            await store.start(table, places, [Row(-1, 1)])
        await store.follow(table.id, "next")
        with pytest.raises(Conflict):
            await store.follow(table.id, "other")

    finished(go())


def test_what_is_sealed_is_what_all_have_committed_to_and_nobody_commits_to_anything_else_after_it(store):
    async def go():
        table, late = agreed(), replace(agreed(), id="late")
        for one in (table, late):
            await store.open(one, seats(one.id))
        was, other = seats(table.id)
        promised = replace(was, kind="person", commitment="a" * 64)
        await store.seat(promised, was, table)
        sealed = replace(table, seal="{}", last="first")
        with pytest.raises(Conflict):
            await store.seal(sealed, [was, other])  # by who has not heard of the commitment
        await store.seal(sealed, [promised, other])
        for known, told in ((table, {"commitment": "b" * 64}), (table, {"words": "late"})):
            with pytest.raises(Conflict):
                await store.seat(replace(promised, **told), promised, known)  # by who has not heard of the seal
        await store.seat(replace(promised, words="mine"), promised, sealed)
        with pytest.raises(Conflict):
            await store.seat(replace(promised, name="Ada"), promised, sealed)  # it would take the words back
        return store.kept(table.id), store.kept(late.id)

    kept, untouched = finished(go())
    assert (kept.agreed.seal, kept.seats[0].commitment, kept.seats[0].words) == ("{}", "a" * 64, "mine")
    assert untouched.seats == seats("late")


def test_a_write_that_cannot_be_made_is_told_and_the_store_goes_on(store):
    async def go():
        with pytest.raises(ZeroDivisionError):
            await store.write(lambda db: 1 / 0)
        return await opened(store)

    assert store.kept(finished(go()).id)


def test_sqlite_is_set_to_keep_what_it_acknowledges(store, tmp_path):
    with store.engine.connect() as db:
        assert db.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert db.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
    assert stat.S_IMODE((tmp_path / "t.db").stat().st_mode) == 0o600


def test_readers_do_not_wait_for_the_writer(store):
    table = finished(opened(store)).id
    holding, release = threading.Event(), threading.Event()

    async def slow():
        await store.write(
            lambda db: (db.exec_driver_sql("update tables set clock = 1"), holding.set(), release.wait(5))
        )

    writer = threading.Thread(target=lambda: asyncio.run(slow()))
    writer.start()
    holding.wait(5)
    assert store.kept(table).agreed.clock is None
    release.set()
    writer.join()
    assert store.kept(table).agreed.clock == 1


def test_the_data_folder_is_the_users(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with closing(Store()) as store:
        assert store.count() == 0
    assert (data_folder() / "tables.db").exists()


# Backups.


def filled(tmp_path):
    """A database with some tables in it."""
    database = str(tmp_path / "t.db")

    async def go(store):
        for number in range(5):
            table = await opened(store)
            await store.append(table, [Row(0, action, f"c{action}") for action in range(300 * number)])
        return table.id

    with closing(Store(database)) as store:
        table = finished(go(store))
    return database, table


def test_a_backup_restores_all_of_it(tmp_path):
    database, table = filled(tmp_path)
    count = backup(tmp_path / "b.gz", database)
    other = str(tmp_path / "other.db")
    assert restore(tmp_path / "b.gz", other) == count == 5
    with closing(Store(database)) as one, closing(Store(other)) as two:
        assert one.kept(table) == two.kept(table)
    assert stat.S_IMODE((tmp_path / "b.gz").stat().st_mode) == 0o600


def test_a_backup_is_made_while_the_server_writes(tmp_path):
    database, table = filled(tmp_path)
    with closing(Store(database)) as store:
        rows, agreed = len(store.kept(table).rows), store.kept(table).agreed

        async def busy():
            making = asyncio.create_task(asyncio.to_thread(backup, tmp_path / "b.gz", database))
            for turn in range(rows, rows + 50):
                await append(store, agreed, Row(0, turn))
            await making

        finished(busy())
    restore(tmp_path / "b.gz", str(tmp_path / "other.db"))
    with closing(Store(str(tmp_path / "other.db"))) as other:
        assert rows <= len(other.kept(table).rows) <= rows + 50


def test_a_torn_or_foreign_backup_is_refused_and_nothing_is_restored(tmp_path):
    database, _ = filled(tmp_path)
    backup(tmp_path / "b.gz", database)
    whole = gzip.decompress((tmp_path / "b.gz").read_bytes())
    broken = {
        "torn": gzip.compress(b"\n".join(whole.splitlines()[:-1]) + b"\n"),
        "cut": (tmp_path / "b.gz").read_bytes()[:-20],
        "foreign": gzip.compress(b'{"hello": 1}\n'),
        "no gzip": b"hello",
    }
    for name, text in broken.items():
        (tmp_path / name).write_bytes(text)
        with pytest.raises(BrokenBackup):
            restore(tmp_path / name, str(tmp_path / f"{name}.db"))
        with closing(Store(str(tmp_path / f"{name}.db"))) as store:
            assert store.count() == 0


def test_a_backup_is_not_restored_over_tables(tmp_path):
    database, _ = filled(tmp_path)
    backup(tmp_path / "b.gz", database)
    with pytest.raises(ValueError, match="empty database"):
        restore(tmp_path / "b.gz", database)


def test_the_database_is_plain_sqlite(tmp_path):
    database, _ = filled(tmp_path)
    with closing(sqlite3.connect(database)) as db:
        named = {row[0] for row in db.execute("select name from sqlite_master where type = 'table'")}
        assert {"tables", "seats", "actions"} <= named
