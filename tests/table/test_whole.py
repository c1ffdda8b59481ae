"""A table that is not whole is set aside, says from which row on, and all others go on."""

import json
import sqlite3
from contextlib import closing

import pytest

from fathom5.command import cli
from fathom5.table import backup, check, export, restore
from fathom5.table.keep.store import Store
from fathom5.table.play import sealing
from table.playing import FAST, Person, house
from table.test_play import SOME, seats_of

LEAF = 13  # as the first byte of a page of SQLite: it holds rows of a table
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


OWN_ROW = {  # of a table, damaged in one way each: SQLite keeps anything anywhere
    "options that are no JSON": "options = '{{'",
    "options that are too deep": f"options = '{'[' * 3000}{']' * 3000}'",
    "options that are no text": "options = x'ff00'",
    "rounds that are no JSON": "rounds = '{{'",
    "rounds that were never broken": "rounds = '[1]'",
    "something brought along that is no JSON": "brought = '{{'",
    "a seal that is too deep": f"seal = '{'[' * 3000}{']' * 3000}'",
    "a seal of nothing": "seal = '{}'",
    "no seal": "seal = null",
    "another secret": "secret = substr(secret, 2) || substr(secret, 1, 1) || ''",
    "another commitment": "commitment = secret",
    "another protocol": "protocol = 1",
    "a lesson": "protocol = 0",
    "a clock that is none": "clock = 'x'",
    "a game that has not begun and has rows": "started = null",
    "a beginning that is no time": "started = 'x'",
    "an age that is none": "touched = 'x'",
    "a number for a version": "version = x'00'",
    "rows that are no number": "rows = 'x'",
    "letters that are none": "game = cast(x'ff' as text)",
}
SEATS = {
    "a seat that is gone": "delete from seats where seat = 1",
    "no seats": "delete from seats where seat >= 0",
    "a seat that is nowhere": "update seats set seat = 9 where seat = 1",
    "a kind that there is not": "update seats set kind = 'x' where seat = 1",
    "an open seat in a game": "update seats set kind = 'open' where seat = 1",
    "a name that is none": "update seats set name = x'ff' where seat = 1",
    "other words": "update seats set words = replace(words, substr(words, 1, 1), 'x') where seat = 0",
    "no words": "update seats set words = null where seat = 0",
    "words of a bot": "update seats set words = 'x' where seat = 1",
}


def test_whatever_is_damaged_of_a_tables_own_row_or_seats_it_alone_is_set_aside(database, tmp_path):
    with house(database) as place:
        ada = Person(place)
        tables = {how: ada.open(SOME, *seats_of(SOME)) for how in (*OWN_ROW, *SEATS, "nothing")}
        for table in tables.values():
            played(ada, table, 1)
    for how, table in tables.items():
        if how in OWN_ROW:
            with closing(sqlite3.connect(database)) as db, db:
                db.execute(f"update tables set {OWN_ROW[how]} where id = ?", (table,))
        elif how in SEATS:
            damaged(database, table, SEATS[how], 0)
    wrong = {found.table: found.wrong for found in check(str(database))}
    assert {how: wrong[table] for how, table in tables.items() if wrong[table] != "torn from row 1 on"} == {
        "nothing": None
    }
    assert export(tmp_path / "all", str(database)) == len(tables)
    assert backup(tmp_path / "all.gz", str(database)) == len(tables)
    assert restore(tmp_path / "all.gz", str(tmp_path / "again.db")) == len(tables)
    with house(database) as place:
        again = Person(place)
        again.http.cookies = ada.http.cookies
        assert again.http.get("/mine").status_code == again.http.get("/health").status_code == 200
        for how, table in tables.items():
            expected = 200 if how == "nothing" else 409
            for path in ("", "/mine"):
                assert again.http.get(f"/t/{table}{path}", headers=HTML).status_code == expected, how
        assert again.live(tables["nothing"]).my_turn()
    assert {found.wrong for found in check(str(tmp_path / "again.db"))} == {None, "torn from row 1 on"}


def test_a_game_that_is_said_to_be_over_and_is_not_shows_nothing(database):
    with house(database) as place:
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        played(ada, table, 3)
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("update tables set ended = 1")
    with house(database) as place:
        for path in ("save", "replay.json", "rows", "review"):
            assert Person(place, "Eve").http.get(f"/t/{table}/{path}").status_code == 409
    (found,) = check(str(database))
    assert found.wrong == f"torn from row {found.rows + 1} on"


def test_a_damaged_page_of_the_file_damages_what_is_on_it(database):
    with house(database) as place:
        ada = Person(place)
        tables = [ada.open(SOME, *seats_of(SOME)) for _ in range(2)]
        for table in tables:
            played(ada, table)
    with closing(sqlite3.connect(database)) as db, db:
        size = db.execute("pragma page_size").fetchone()[0]
        db.execute("pragma wal_checkpoint(truncate)")
    whole = database.read_bytes()
    leaves = [at for at in range(0, len(whole), size) if whole[at] == LEAF]
    rows = max(leaves, key=lambda at: whole.count(tables[1].encode(), at, at + size))
    database.write_bytes(whole[:rows] + b"\xff" * 64 + whole[rows + 64 :])
    wrong = [found.wrong for found in check(str(database))]
    assert len(wrong) == 2 and any(wrong)
    with house(database) as place:
        told = {Person(place).http.get(f"/t/{table}/mine").status_code for table in tables}
        assert 409 in told and 500 not in told


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
