"""A fault that passes has passed: nobody has to come back for a table to go on."""

import sqlite3
import time
from contextlib import closing
from dataclasses import replace

import pytest
import sqlalchemy as sa

from fathom5.table import check
from fathom5.table.keep.store import Conflict
from table.playing import FAST, Person, house
from table.test_play import SOME, seats_of


@pytest.fixture
def database(tmp_path):
    return tmp_path / "tables.db"


class Broken:
    """A store that fails for a while, as a full disk does."""

    def __init__(self, store):
        self.store, self.together = store, store._together

    def __enter__(self):
        self.store._together = self.fail

    def fail(self, jobs):
        raise sa.exc.OperationalError("", None, OSError("disk full"))

    def __exit__(self, *_):
        self.store._together = self.together


def waiting_for(wanted, seconds=60):
    ends = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < ends
        time.sleep(0.02)


def test_bots_go_on_by_themselves_after_a_fault_without_anybody_reloading(database):
    with house(database) as place:
        ada = Person(place)
        table = ada.open(SOME, *["bot:hinted"] * 3)
        with Broken(place.rooms.store):
            socket = ada.live(table)
            socket.hear()
            waiting_for(lambda: place.rooms._rooms[table].failures >= 2)
            assert place.rooms._rooms[table].agreed.started is None  # what could not be stored has not begun
        socket.until("over")
        assert place.rooms._rooms[table].failures == 0
    assert [found.wrong for found in check(str(database))] == [None]


def test_a_game_in_the_middle_goes_on_after_a_fault(database):
    with house(database) as place:
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        socket = ada.live(table)
        assert socket.my_turn()
        with Broken(place.rooms.store):
            n, answer = socket.n, socket.ask("act", turn=socket.n, action=socket.acts[0]["action"])
            assert (answer["do"], answer["why"]) == ("refused", "busy")
            assert answer["id"]
            told = ada.http.get("/health")
            assert (told.status_code, told.json()["ok"]) == (503, False)
        assert socket.act()["do"] == "done"
        assert socket.n > n
        assert ada.http.get("/health").status_code == 200


def test_a_move_that_was_kept_but_not_answered_is_not_lost_and_not_doubled(database):
    with house(database) as place:
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        socket = ada.live(table)
        assert socket.my_turn()
        store = place.rooms.store
        together = store._together

        def answers_too_late(jobs):
            together(jobs)
            store._together = together
            raise sa.exc.OperationalError("", None, OSError("the line is dead"))

        store._together = answers_too_late
        answer = socket.ask("act", turn=socket.n, action=socket.acts[0]["action"])
        assert answer["do"] == "done"
        while socket.my_turn():
            socket.act()
    assert [found.wrong for found in check(str(database))] == [None]


def test_a_lock_of_another_program_passes(database):
    with house(database) as place:
        ada = Person(place)
        table = ada.open(SOME, *["bot:hinted"] * 2)
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("begin immediate")
            socket = ada.live(table)
            waiting_for(lambda: ada.http.get("/health").json().get("why") in ("locked", "slow"))
            other.execute("rollback")
        socket.until("over")


@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_a_file_that_is_deleted_or_replaced_is_noticed_and_no_move_is_acknowledged(database, how):
    with house(database) as place:
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        socket = ada.live(table)
        assert socket.my_turn()
        assert socket.act()["do"] == "done"
        assert socket.my_turn()  # nobody else is to move, so what is refused is this
        copy = database.read_bytes()
        database.unlink()
        if how == "replaced":
            database.write_bytes(copy)
        told = ada.http.get("/health")
        assert (told.status_code, told.json()["why"]) == (503, "gone")
        assert "deleted or replaced" in told.json()["reason"]
        answer = socket.ask("act", turn=socket.n, action=socket.acts[0]["action"])
        assert (answer["do"], answer["why"]) == ("refused", "busy")


def test_one_bad_job_fails_alone(database):
    with house(database) as place:
        ada, eve = Person(place), Person(place, "Eve")
        table = ada.open(SOME, *seats_of(SOME))
        socket = ada.live(table)
        while socket.my_turn():
            socket.act()
        save = ada.http.get(f"/t/{table}/save").text
        for trick in ("\\ud800", "\\u0000"):
            words = save.replace('"words": ["', f'"words": ["{trick}', 1)
            assert words != save
            assert eve.http.post("/replay", content=words).status_code == 422
            name = eve.http.post(
                "/tables", content=f'{{"game": "{trick}"}}', headers={"content-type": "application/json"}
            )
            assert name.status_code == 400
        loop, store = place.loop, place.rooms.store

        async def both():
            import asyncio

            bad = store.write(lambda db: db.execute(sa.text("select :x"), {"x": object()}))
            good = store.write(lambda db: 5)
            return await asyncio.gather(bad, good, return_exceptions=True)

        import asyncio

        failed, done = asyncio.run_coroutine_threadsafe(both(), loop).result(10)
        assert isinstance(failed, Exception)
        assert done == 5


def test_every_refusal_carries_the_id_of_its_command(database):
    with house(database, replace(FAST, talk=(1, 0.001), frame=300)) as place:
        ada, ben = Person(place), Person(place, "Ben")
        table = ada.open(SOME, *seats_of(SOME))
        socket, watching = ada.live(table), ben.live(table)
        assert socket.my_turn()
        room, asked = place.rooms._rooms[table], []

        def refused(one, do, **more):
            answer = one.ask(do, **more)  # which waits for an answer that carries the id
            assert answer["do"] == "refused"
            asked.append(answer["why"])

        refused(socket, "dance")
        refused(socket, "act", turn="x", action=1)
        refused(socket, "act", turn=socket.n, action=31_000)
        refused(socket, "act", turn=socket.n + 5, action=0)
        refused(watching, "act", turn=socket.n, action=0)
        assert socket.ask("say", text="hello")["do"] == "done"
        refused(socket, "say", text="hello again")
        with Broken(place.rooms.store):
            refused(socket, "act", turn=socket.n, action=socket.acts[0]["action"])

        async def faster(*_):
            raise Conflict("others were faster")

        renamed, room.change_seat = room.change_seat, faster
        refused(socket, "name", name="Adele")
        room.change_seat = renamed
        assert asked == [
            "nonsense", "nonsense", "not_legal", "too_late", "not_seated", "too_fast", "busy", "too_late"
        ]  # fmt: skip


def test_what_comes_too_fast_is_refused_with_its_id(database):
    with house(database, replace(FAST, frames=(2, 0.001))) as place:
        ada = Person(place)
        watching = ada.live(ada.open(SOME, "me", "open"))
        watching.quiet(0.5)
        sent = [watching.say("ping") for _ in range(4)]
        refusals = [watching.until("refused") for _ in range(2)]
        assert {(one["why"], one["id"]) for one in refusals} <= {("too_fast", each) for each in sent}
