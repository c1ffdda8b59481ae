"""Old tables end, a few at a time, where nobody is; and none is looked for by going through all."""

import asyncio
import re
import time
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest
import sqlalchemy as sa

from fathom5.table import export, verify
from fathom5.table.keep import sweeping
from fathom5.table.keep.store import Row, Store
from fathom5.table.play import sweeping as sweeper
from fathom5.table.play.people import new_id
from table.playing import FAST, Person, finished, house
from table.test_play import SOME, seats_of
from table.test_store import agreed, seats

NOW = 10_000 * sweeping.A_DAY
KEPT = {"lobbies": 7 * sweeping.A_DAY, "unfinished": 90 * sweeping.A_DAY, "finished": 365 * sweeping.A_DAY}


@pytest.fixture
def store(tmp_path):
    with closing(Store(str(tmp_path / "t.db"))) as store:
        yield store


def a_table(store, kind, days, rows=3):
    """One at which nothing has happened for so many days."""
    table = agreed()
    table.id, table.touched = new_id(), NOW - days * sweeping.A_DAY
    table.started, table.ended = {"lobbies": (None, None), "unfinished": (1.0, None), "finished": (1.0, 2.0)}[kind]
    finished(store.open(table, seats(table.id), [Row(0, 5)] * (0 if kind == "lobbies" else rows)))
    return table.id


def swept(store, kept=None, sparing=()):
    """All steps, until there is nothing more to do."""
    steps = []
    while gone := finished(store.write(lambda db: sweeping.sweep(db, KEPT if kept is None else kept, NOW, sparing))):
        steps.append(gone)
    return steps


def there(store, *some):
    return [store.kept(table) is not None for table in some]


def test_each_kind_is_kept_for_its_time_and_goes_with_seats_and_rows(store):
    old = [a_table(store, kind, days) for kind, days in (("lobbies", 8), ("unfinished", 91), ("finished", 366))]
    young = [a_table(store, kind, days) for kind, days in (("lobbies", 6), ("unfinished", 89), ("finished", 364))]
    assert swept(store) == [{"lobbies": 1}, {"unfinished": 1}, {"finished": 1}]
    assert there(store, *old, *young) == [False] * 3 + [True] * 3
    with store.engine.connect() as db:
        for left in ("seats", "actions"):
            assert set(db.exec_driver_sql(f'select distinct "table" from {left}').scalars()) <= set(young)


def test_nothing_is_kept_for_a_time_of_0_days_it_is_kept_for_ever(store):
    table = a_table(store, "finished", 9_999)
    assert swept(store, KEPT | {"finished": 0.0}) == []
    assert there(store, table) == [True]


def test_a_step_is_a_little_work(store):
    for _ in range(sweeping.TABLES + 3):
        a_table(store, "lobbies", 8)
    big = [a_table(store, "finished", days, rows=sweeping.ROWS) for days in (370, 369)]
    assert swept(store) == [{"lobbies": sweeping.TABLES}, {"lobbies": 3}, {"finished": 1}, {"finished": 1}]
    assert there(store, *big) == [False, False]


def test_a_damaged_count_of_rows_does_not_stop_it(store):
    damaged, old = (a_table(store, "lobbies", days) for days in (9, 8))
    with store.engine.begin() as db:
        db.execute(sa.text("UPDATE tables SET rows = 'x' WHERE id = :id"), {"id": damaged})
    swept(store)
    assert there(store, damaged, old) == [False, False]


def test_tables_that_are_open_somewhere_are_spared_and_do_not_hide_older_ones(store):
    here = {a_table(store, "lobbies", 20 + n) for n in range(sweeping.TABLES + 5)}
    old = a_table(store, "lobbies", 8)
    assert swept(store, sparing=here) == [{"lobbies": 1}]
    assert there(store, old, *here) == [False] + [True] * len(here)


def made_old(place, table):
    """As if nothing had happened there for years; the room is not told."""
    old = sa.text("update tables set touched = 5 where id = :table")
    job = place.rooms.store.write(lambda db: db.execute(old, {"table": table}) and None)
    asyncio.run_coroutine_threadsafe(job, place.loop).result(10)


def step(place):
    return asyncio.run_coroutine_threadsafe(place.rooms.sweeper.step(), place.loop).result(20)


def is_there(place, table):
    return Person(place).http.get(f"/t/{table}", headers={"accept": "text/html"}).status_code == 200


def test_a_table_at_which_somebody_sits_stays_and_another_processs_sweeper_knows_it(house, ada):
    table, other = ada.open(SOME, *seats_of(SOME)), ada.open(SOME, "me", "open")
    socket = ada.live(table)
    assert socket.my_turn()
    for each in (table, other):
        made_old(house, each)
    assert step(house)
    assert not is_there(house, other)
    with house.rooms.store.engine.connect() as db:  # who shares the database sees that it is young
        assert db.execute(sa.text("select touched from tables where id = :table"), {"table": table}).scalar() > 1e9
    assert socket.act()["do"] == "done"
    assert not step(house)


def test_who_comes_to_an_old_table_makes_it_young(house, ada):
    table = ada.open(SOME, "me", "open")
    made_old(house, table)
    socket = ada.live(table)
    socket.hear()
    ends = time.monotonic() + 20
    while table not in house.rooms.sweeper.young:
        assert time.monotonic() < ends
        time.sleep(0.01)
    socket.close()


def test_a_table_that_ended_in_the_moment_in_which_somebody_came_lets_them_go(house, ada, ben):
    table = ada.open(SOME, "me", "open")
    socket = ben.live(table)
    socket.hear()
    made_old(house, table)
    gone = house.rooms.store.write(lambda db: sweeping.sweep(db, KEPT, time.time()))  # by another process
    assert asyncio.run_coroutine_threadsafe(gone, house.loop).result(10) == {"lobbies": 1}
    step(house)
    with pytest.raises(Exception, match="1012"):
        while True:
            socket.hear(10)
    assert not is_there(house, table)


def test_the_sweeper_goes_on_after_a_fault(tmp_path, monkeypatch, caplog):
    for pause in ("FIRST", "STEP", "ROUND"):
        monkeypatch.setattr(sweeper, pause, 0.01)
    with house(tmp_path / "t.db", replace(FAST, keep_lobbies=7)) as place:
        table = Person(place).open(SOME, "me", "open")
        steps, whole = [], place.rooms.sweeper.step

        async def failing():
            steps.append(1)
            if len(steps) < 4:
                raise OSError("no disk")
            return await whole()

        place.rooms.sweeper.step = failing
        made_old(place, table)
        ends = time.monotonic() + 20
        while place.rooms.store.kept(table) is not None:
            assert time.monotonic() < ends
            time.sleep(0.01)
        assert len(steps) > 3
    assert "sweeping" in caplog.text


def test_what_is_about_to_go_can_be_exported_before(house, ada, tmp_path):
    table = ada.open(SOME, *seats_of(SOME))
    ada.open(SOME, "me", "open")
    socket = ada.live(table)
    while socket.my_turn():
        socket.act()
    made_old(house, table)
    assert export(tmp_path / "all", str(tmp_path / "tables.db"), older=300) == 1
    assert {file.name for file in (tmp_path / "all").iterdir()} == {f"{SOME}-{table}.json", f"{SOME}-{table}.fathom5"}
    assert verify(tmp_path / "all" / f"{SOME}-{table}.fathom5").draws


# However many tables there are.


@contextmanager
def overheard(engine):
    """All that is said to the database."""
    said = {}

    def hear(db, cursor, statement, parameters, context, many):
        if statement.split()[0] in ("SELECT", "UPDATE", "DELETE"):
            said[statement] = parameters[0] if many else parameters

    sa.event.listen(engine, "before_cursor_execute", hear)
    yield said
    sa.event.remove(engine, "before_cursor_execute", hear)


def test_nothing_that_people_wait_for_goes_through_all_tables(house, ada, ben):
    engine = house.rooms.store.engine
    with overheard(engine) as said:
        lobby, table = ada.open(SOME, "me", "open"), ada.open(SOME, *seats_of(SOME))
        assert ben.join(lobby, 1).status_code == 200
        socket = ada.live(table)
        while socket.my_turn():
            socket.act()
        assert socket.ask("rematch")["do"] == "done"
        for path in ("/", "/mine", f"/t/{table}", f"/r/{table}", f"/t/{table}/save", f"/t/{lobby}/mine"):
            assert ada.http.get(path).status_code == 200
        made_old(house, lobby)
        step(house)
    assert len(said) > 10
    with engine.connect() as db:
        for statement, parameters in said.items():
            if "alembic" not in statement:
                plan = db.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
                found = [row[-1] for row in plan]
                assert not [line for line in found if re.match(r"SCAN (tables|seats|actions)", line)], (
                    statement,
                    found,
                )


def test_the_oldest_of_a_kind_are_found_in_the_order_of_its_index(store):
    with overheard(store.engine) as said:
        swept(store)
    with store.engine.connect() as db:
        for kind in KEPT:
            statement = next(one for one in said if "ORDER BY" in one and _is_about(kind, one))
            (plan,) = db.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", said[statement]).all()
            assert plan[-1] == f"SEARCH tables USING INDEX ix_tables_{kind} (touched<?)"
            del said[statement]


def _is_about(kind, statement):
    return {"lobbies": "started IS NULL", "unfinished": "started IS NOT NULL", "finished": "ended IS NOT NULL"}[
        kind
    ] in statement
