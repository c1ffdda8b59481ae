"""The same tables in PostgreSQL, served by several processes at once."""

import asyncio
import logging
import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import pytest

from fathom5.command.bench import faults
from fathom5.table import backup, check, restore, verify
from fathom5.table.keep.database import FIRST_VERSION, CannotOpen, connect, newest, upgraded, version_of
from fathom5.table.keep.store import Store
from table.playing import FAST, Person, house, time_is_up
from table.test_play import SOME, mover, seats_of
from table.test_store import filled
from table.test_sweeping import a_table, made_old, overheard, step, swept, there


def test_a_game_is_played_to_its_end_and_can_be_checked(database, tmp_path):
    with house(database) as place:
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        socket = ada.live(table)
        while socket.my_turn():
            assert socket.act(socket.acts[-1]["action"])["do"] == "done"
        (tmp_path / "save").write_text(ada.http.get(f"/t/{table}/save").text)
        assert verify(tmp_path / "save").draws


def test_two_processes_break_a_round_once(database):
    """Both of them wait for Ben's words, and both find that they do not come."""
    patient = replace(FAST, words_wait=1e6)
    with house(database, patient) as here, house(database, patient) as there:
        ada, ben = Person(here, "Ada"), Person(there, "Ben")
        ben.tells = {"commitment"}
        table = ada.open(SOME, *seats_of(SOME, 2))
        assert ben.join(table, 1).json() == {"seat": 1}
        one, other = ada.live(table), ben.live(table)
        while here.rooms.store.kept(table).seats[0].words is None or other.fair.get("asks") != "words":
            time.sleep(0.02)
        with ThreadPoolExecutor(2) as both:
            list(both.map(time_is_up, (here, there), (table, table)))
        while {one.status, other.status} != {"playing"}:
            one.quiet(0.05)
            other.quiet(0.05)
        kept = here.rooms.store.kept(table)
        assert [(told["reason"], told["seats"]) for told in kept.agreed.rounds] == [("silent", [1])]
        assert [seat.kind for seat in kept.seats[:2]] == ["person", "bot"]
        assert one.fair["seal"] == other.fair["seal"]


def test_two_processes_serve_one_table(database):
    """Ada is at one server, Ben at the other: each hears at once what the other does."""
    with house(database) as here, house(database) as there:
        ada, ben = Person(here, "Ada"), Person(there, "Ben")
        table = ada.open(SOME, *seats_of(SOME, 2))
        one = ada.live(table)
        one.until("sync")
        assert ben.join(table, 1).json() == {"seat": 1}
        other = ben.live(table)
        ends = time.monotonic() + 60
        while {one.status, other.status} != {"playing"}:
            assert time.monotonic() < ends
            one.quiet(0.05)
            other.quiet(0.05)
        told = Person(there).live(table).hear()["fair"]
        assert [seat["words"] for seat in told["seats"][:2]] == [ada.words(table, 1), ben.words(table, 1)]
        for socket in (one, other):
            assert socket.ask("auto", on=False)["do"] == "done"
        for _ in range(12):
            socket = mover(one, other)
            assert socket.act(socket.acts[-1]["action"])["do"] == "done"
        mover(one, other)  # both have heard all
        assert one.n == other.n
        watchers = [Person(place).live(table) for place in (here, there)]
        assert watchers[0].hear()["scene"] == watchers[1].hear()["scene"]
        one.say("say", text="hello over there")
        assert other.until("said")["text"] == "hello over there"


def test_presence_is_known_across_processes(database):
    with house(database) as here, house(database) as there:
        ada, ben = Person(here, "Ada"), Person(there, "Ben")
        table = ada.open(SOME, *seats_of(SOME, 2))
        one = ada.live(table)
        one.until("sync")
        ben.join(table, 1)
        other = ben.live(table)
        one.until(lambda message: message["do"] == "seats" and message["seats"][1]["here"])
        other.until(lambda message: message["do"] == "seats" and message["seats"][0]["here"])
        other.close()
        one.until(lambda message: message["do"] == "seats" and not message["seats"][1]["here"])


def test_a_backup_moves_all_tables_from_sqlite_to_postgres_and_back(database, tmp_path):
    sqlite, table = filled(tmp_path)
    count = backup(tmp_path / "one.gz", sqlite)
    assert restore(tmp_path / "one.gz", database) == count
    assert backup(tmp_path / "two.gz", database) == count
    again = str(tmp_path / "again.db")
    restore(tmp_path / "two.gz", again)
    with closing(Store(sqlite)) as first, closing(Store(again)) as last:
        assert first.kept(table) == last.kept(table)


def test_old_tables_end_and_none_that_another_process_is_writing_to(database):
    with closing(Store(database)) as store:
        old = [a_table(store, "lobbies", 8 + n) for n in range(3)]
        with store.engine.begin() as db:  # somebody is at the oldest in this moment
            db.exec_driver_sql("update tables set clock = 5 where id = %s", (old[2],))
            assert swept(store) == [{"lobbies": 2}]
            assert there(store, *old) == [False, False, True]
        assert swept(store) == [{"lobbies": 1}]


def test_nothing_that_people_wait_for_goes_through_all_tables(database):
    with house(database) as place:
        ada, store = Person(place), place.rooms.store
        with overheard(store.engine) as said:
            lobby, table = ada.open(SOME, "me", "open"), ada.open(SOME, *seats_of(SOME))
            socket = ada.live(table)
            assert socket.my_turn()
            assert socket.act()["do"] == "done"
            assert ada.http.get("/mine").status_code == 200
            made_old(place, lobby)
            step(place)
        asked = [one for one in said if "tables" in one or "seats" in one or "actions" in one]
        assert len(asked) > 6
        with store.engine.connect() as db:
            db.exec_driver_sql("set enable_seqscan = off")  # then it is done only where there is no other way
            for statement in asked:
                plan = "\n".join(db.exec_driver_sql(f"EXPLAIN {statement}", said[statement]).scalars())
                assert "Seq Scan on" not in plan, (statement, plan)


def test_a_restart_of_the_database_passes_without_anybody_reloading(cluster, database):
    with house(database) as place:
        ada = Person(place)
        table = ada.open(SOME, *["bot:hinted"] * 3)
        socket = ada.live(table)
        socket.until("change")
        cluster.stop()
        told = ada.http.get("/health")
        assert (told.status_code, told.json()["why"]) == (503, "unreachable")
        assert told.json()["reason"]
        time.sleep(0.5)
        cluster.start()
        socket.until("over")
        assert ada.http.get("/health").status_code == 200
    assert [found.wrong for found in check(database)] == [None]


def test_whole_games_through_a_store_whose_calls_fail(database, caplog):
    caplog.set_level(logging.CRITICAL, "fathom5.table")
    luck, ends = random.Random(3), time.monotonic() + 5
    found = asyncio.run(faults.round_of(faults.at_random(luck, 0.1), luck, SOME, 2, ends, database))
    assert found["moves"] > 20
    assert (found["lost or doubled"], found["unfinished"], found["alarms left"]) == (0, 0, 0)


def test_an_older_database_is_backed_up_before_its_upgrade_once_by_whoever_comes_first(database, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    engine = connect(database)
    upgraded(engine, FIRST_VERSION)
    with engine.begin() as db:
        db.exec_driver_sql("insert into tables (id, game, rules, options, opened) values ('a', 'b', 1, '{}', 5)")
    with ThreadPoolExecutor(2) as both:
        for done in [both.submit(upgraded, engine) for _ in range(2)]:
            done.result(20)
    (copy,) = (tmp_path / "fathom5").iterdir()
    assert f".version-{FIRST_VERSION}-" in copy.name
    assert restore(copy, str(tmp_path / "again.db")) == 1
    with engine.connect() as db:
        assert version_of(db) == newest()
    engine.dispose()


def test_an_older_database_that_cannot_be_backed_up_is_not_upgraded(database, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    engine = connect(database)
    upgraded(engine, FIRST_VERSION)
    with pytest.raises(CannotOpen, match="backed up"):
        Store(database)
    with engine.connect() as db:
        assert version_of(db) == FIRST_VERSION
    engine.dispose()
