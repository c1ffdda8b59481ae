"""A table that is not whole is set aside, says from which row on, and all others go on."""

import json
import sqlite3
from contextlib import closing

import pytest

from fathom5.command import cli
from fathom5.table import check, export
from fathom5.table.keep.store import Store
from fathom5.table.play import sealing
from table.playing import FAST, Person, house
from table.test_play import SOME, seats_of

HTML = {"accept": "text/html"}
DAMAGE = {
    "changed": "update actions set action = action + 1 where turn = {turn}",
    "by another seat": "update actions set seat = seat + 1 where turn = {turn}",
    "by somebody else": "update actions set by = 'forced!' where turn = {turn}",
    "no number": "update actions set action = 'x' where turn = {turn}",
    "missing": "delete from actions where turn = {turn}",
    "torn off": "delete from actions where turn >= {turn}",
}


def damaged(database, table, how, turn):
    with closing(sqlite3.connect(database)) as db, db:
        db.execute(how.format(turn=turn) + f" {'and' if 'where' in how else 'where'} \"table\" = '{table}'")


def played(person, table, most=10_000):
    socket = person.live(table)
    while most and socket.my_turn():
        socket.act()
        most -= 1
    socket.quiet(0.2)
    socket.close()
    return socket.n


@pytest.fixture
def database(tmp_path):
    return tmp_path / "tables.db"


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_table_is_set_aside_at_its_row_and_the_others_go_on(database, how):
    with house(database) as place:
        ada = Person(place)
        torn, other = (ada.open(SOME, *seats_of(SOME)) for _ in range(2))
        rows = min(played(ada, torn, 6), played(ada, other, 6))
    damaged(database, torn, DAMAGE[how], turn := rows // 2)
    with house(database) as place:
        again = Person(place)
        again.http.cookies = ada.http.cookies
        told = again.http.get(f"/t/{torn}", headers=HTML)
        assert (told.status_code, f"from row {turn + 1} on" in told.text) == (409, True)
        assert again.http.get(f"/t/{torn}/mine").json() == {"why": "set_aside", "rules": 1, "row": turn + 1} | {
            "rules": told_rules(database, torn)
        }
        assert again.live(other).my_turn()
    assert [found.wrong for found in check(str(database)) if found.wrong] == [f"torn from row {turn + 1} on"]


def told_rules(database, table):
    with closing(sqlite3.connect(database)) as db:
        return db.execute("select rules from tables where id = ?", (table,)).fetchone()[0]


def test_what_was_agreed_is_covered_too(database):
    with house(database) as place:
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        played(ada, table, 3)
    for wrong in ('{"players": 3}', "no json"):
        with closing(sqlite3.connect(database)) as db, db:
            db.execute("update tables set options = ?", (wrong,))
        with house(database) as place:
            assert Person(place).http.get(f"/t/{table}/mine").json()["row"] == 1
        assert [found.wrong for found in check(str(database))] == ["torn from row 1 on"]


def test_before_the_end_only_who_holds_a_seat_looks_back_and_sees_what_that_seat_saw(database):
    with house(database) as place:
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        n = played(ada, table, 6)
    damaged(database, table, DAMAGE["torn off"], n - 1)
    with house(database) as place:
        again, other = Person(place), Person(place, "Eve")
        again.http.cookies = ada.http.cookies
        for path in ("replay.json", "save", "rows", "replay"):
            assert other.http.get(f"/t/{table}/{path}").status_code == 409
        told = again.http.get(f"/t/{table}/replay.json").json()
        assert (told["view"], told["viewpoints"], len(told["steps"]), told["fair"]) == (0, [0], n, None)
        assert not any("action" in step for step in told["steps"])
        assert again.http.get(f"/t/{table}/replay.json?view=1").status_code == 409
        assert again.http.get(f"/t/{table}/save").status_code == 409
        assert again.http.get(f"/t/{table}/replay", headers=HTML).status_code == 200


def test_what_came_before_is_saved_where_the_game_was_over(database, tmp_path):
    with house(database) as place:
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        n = played(ada, table)
    damaged(database, table, DAMAGE["missing"], n - 2)
    with house(database) as place:
        other = Person(place, "Eve")
        assert other.http.get(f"/t/{table}/save").text.startswith("fathom5 save")
        assert None in other.http.get(f"/t/{table}/replay.json").json()["viewpoints"]
    assert export(tmp_path / "all", str(database)) == 1
    written = json.loads(next((tmp_path / "all").glob("*.json")).read_text())
    assert (len(written["rows"]), written["wrong"]) == (n - 1, f"torn from row {n - 1} on")
    assert written["agreed"]["secret"]


def test_a_table_of_other_rules_is_never_replayed_and_gives_its_rows_when_it_is_over(database, monkeypatch):
    with house(database) as place:
        ada = Person(place)
        over, under_way = (ada.open(SOME, *seats_of(SOME)) for _ in range(2))
        n = played(ada, over)
        played(ada, under_way, 3)
    with closing(Store(str(database))) as store:
        tables = [store.kept(table) for table in (over, under_way)]
    with closing(sqlite3.connect(database)) as db, db:  # as if other rules had chained them
        for kept in tables:
            kept.agreed.rules += 1
            rechain(db, kept)
    monkeypatch.setattr("fathom5.table.play.aside.played", lambda *_: pytest.fail("replayed"))
    with house(database) as place:
        eve = Person(place, "Eve")
        assert f"rules {kept.agreed.rules}" in eve.http.get(f"/t/{over}", headers=HTML).text
        data = eve.http.get(f"/t/{over}/rows").json()
        assert (data["rules"], len(data["rows"]), data["rows"][0]["n"]) == (kept.agreed.rules, n, 1)
        assert eve.http.get(f"/t/{under_way}/rows").status_code == 409
        assert eve.http.get(f"/t/{over}/replay.json").status_code == 409


def rechain(db, kept):
    from fathom5.table.keep.store import linked

    kept.agreed = sealing.sealed(kept.agreed, kept.seats)
    kept.agreed.rows, kept.agreed.last = 0, ""
    for row in linked(kept.agreed, kept.rows):
        db.execute(
            'update actions set digest = ? where "table" = ? and turn = ?', (row.digest, kept.agreed.id, row.turn)
        )
    now = (kept.agreed.rules, kept.agreed.seal, row.digest, kept.agreed.id)
    db.execute("update tables set rules = ?, seal = ?, last = ? where id = ?", now)


def test_who_did_what_is_kept(database):
    with house(database, FAST) as place:
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        played(ada, table)
    with closing(Store(str(database))) as store:
        who = {row.by for row in store.kept(table).rows}
    assert {"person", "chance"} <= who
    assert any(by.startswith("bot:") for by in who)


def test_the_commands_tell_and_write(database, tmp_path, capsys, monkeypatch):
    with house(database) as place:
        ada = Person(place)
        torn = ada.open(SOME, *seats_of(SOME))
        played(ada, torn, 4)
        assert run(monkeypatch, "check", str(database)) == 0  # beside the server
    damaged(database, torn, DAMAGE["missing"], 0)
    assert run(monkeypatch, "check", str(database)) == 1
    assert "torn from row 1 on" in capsys.readouterr().out
    assert run(monkeypatch, "export", str(tmp_path / "all"), "--database", str(database)) == 0
    assert len(list((tmp_path / "all").iterdir())) == 1


def run(monkeypatch, *arguments):
    monkeypatch.setattr("sys.argv", ["fathom5", *arguments])
    try:
        cli.main()
    except SystemExit as end:
        return end.code
    return 0
