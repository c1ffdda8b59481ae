"""A database of an older version is brought to ours, after a copy was made; one of a newer version is refused."""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from fathom5 import games
from fathom5.table import backup, check, restore
from fathom5.table.keep.database import CannotOpen, connect, newest, upgraded
from fathom5.table.keep.schema import metadata
from fathom5.table.keep.store import Store
from table.playing import Person, house

OLD = Path(__file__).parent / "old" / "tables-0001.db.gz"  # made by old/make.py


@pytest.fixture
def old(tmp_path):
    file = tmp_path / "tables.db"
    file.write_bytes(gzip.decompress(OLD.read_bytes()))
    return file


def rows_of(file):
    with closing(sqlite3.connect(file)) as db:
        return db.execute('select "table", turn, seat, action, command, at from actions order by 1, 2').fetchall()


def test_an_old_database_is_upgraded_after_a_copy_was_made(old):
    before, bytes_before = rows_of(old), old.read_bytes()
    with closing(Store(str(old))) as store:
        ids = [row[0] for row in before]
        kept = [store.kept(table) for table in dict.fromkeys(ids)]
    assert rows_of(old) == before
    assert all(one.agreed.is_migrated and one.torn_at() is None and one.agreed.protocol == 1 for one in kept)
    assert not [found for found in check(str(old)) if found.wrong]
    (copy,) = old.parent.glob("tables.db.version-0001-*")
    assert rows_of(copy) == before and len(copy.read_bytes()) == len(bytes_before)


def test_tables_of_the_same_rules_play_on_and_others_say_which_rules_they_had(old):
    with closing(sqlite3.connect(old)) as db:
        tables = db.execute("select id, game, rules, started, ended from tables").fetchall()
    assert len(tables) >= 8
    seen = set()
    with house(old) as place:
        for table, game, rules, started, ended in tables:
            is_same = games.load(game).version == rules
            seen.add(is_same)
            answer = Person(place).http.get(f"/t/{table}", headers={"accept": "text/html"})
            assert answer.status_code == (200 if is_same else 409)
            if not is_same:
                assert f"rules {rules}" in answer.text
            elif started and not ended:
                socket = Person(place).live(table)
                assert socket.hear()["n"] > 0
    assert seen


def test_what_upgrades_lead_to_is_what_a_new_database_has(old, tmp_path):
    for file in (old, tmp_path / "new.db"):
        engine = connect(str(file))
        upgraded(engine)
        with engine.connect() as db:
            assert compare_metadata(MigrationContext.configure(db), metadata) == []
            assert MigrationContext.configure(db).get_current_revision() == newest()
        engine.dispose()


def test_a_newer_database_is_refused_with_a_sentence(tmp_path):
    file = str(tmp_path / "tables.db")
    Store(file).close()
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("update alembic_version set version_num = '9999'")
    for use in (Store, lambda file: list(check(file))):
        with pytest.raises(CannotOpen, match="newer than these sources"):
            use(file)
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("select version_num from alembic_version").fetchone() == ("9999",)


def test_a_backup_of_an_older_version_is_restored_and_upgraded(old, tmp_path):
    count = backup(tmp_path / "b.gz", str(old))
    assert restore(tmp_path / "b.gz", str(tmp_path / "new.db")) == count
    assert rows_of(tmp_path / "new.db") == rows_of(old)
    assert not [found for found in check(str(tmp_path / "new.db")) if found.wrong]
    lines = gzip.decompress((tmp_path / "b.gz").read_bytes()).replace(b'"version": "0001"', b'"version": 1')
    (tmp_path / "first.gz").write_bytes(gzip.compress(lines))
    assert restore(tmp_path / "first.gz", str(tmp_path / "again.db")) == count
    (tmp_path / "newer.gz").write_bytes(gzip.compress(lines.replace(b'"version": 1', b'"version": "9999"')))
    with pytest.raises(CannotOpen, match="newer"):
        restore(tmp_path / "newer.gz", str(tmp_path / "third.db"))


def test_a_gap_in_an_old_table_is_found_after_the_upgrade(old):
    with closing(sqlite3.connect(old)) as db, db:
        table = db.execute('select "table" from actions where turn = 9').fetchone()[0]
        db.execute('delete from actions where turn = 4 and "table" = ?', (table,))
    Store(str(old)).close()
    wrong = {found.table: found.wrong for found in check(str(old)) if found.wrong}
    assert wrong == {table: "torn from row 5 on"}


def test_an_upgrade_that_fails_changes_nothing(old, monkeypatch):
    before = rows_of(old)
    monkeypatch.setattr("fathom5.table.keep.chain.digest", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        Store(str(old))
    assert rows_of(old) == before
    with closing(sqlite3.connect(old)) as db:
        assert "digest" not in [column[1] for column in db.execute("pragma table_info(actions)")]
