"""What is wrong at the start is said in one sentence, with exit code 2, before the table is said to be open."""

import gzip
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from fathom5.table import backup, check, restore
from fathom5.table.keep.database import CannotOpen
from fathom5.table.keep.store import Store
from table.test_store import filled
from table.test_upgrade import OLD


def served(*arguments, before=None):
    """A server that cannot start: what it says, and how it ends."""
    command = [sys.executable, "-m", "fathom5", "serve", "--port", "0", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, preexec_fn=before)
    assert "The table is open" not in done.stdout
    assert "Traceback" not in done.stderr
    return done.returncode, " ".join(done.stderr.split())


def test_a_port_in_use(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, said = served("--port", taken.getsockname()[1], "--database", tmp_path / "t.db")
    assert (code, "another program listens there" in said) == (2, True)


def test_not_a_database_and_one_that_is_cut_off(tmp_path):
    (tmp_path / "none.db").write_bytes(b"hello " * 1000)
    code, said = served("--database", tmp_path / "none.db")
    assert (code, "the file is no database" in said) == (2, True)
    Store(str(tmp_path / "cut.db")).close()
    whole = (tmp_path / "cut.db").read_bytes()
    (tmp_path / "cut.db").write_bytes(whole[: len(whole) // 2])
    code, said = served("--database", tmp_path / "cut.db")
    assert (code, "is cut off" in said) == (2, True)


def test_a_file_that_can_only_be_read(tmp_path):
    file = tmp_path / "t.db"
    Store(str(file)).close()
    with closing(sqlite3.connect(file)) as db:
        db.execute("pragma journal_mode = delete")
    code, said = served("--database", f"sqlite:///file:{file}?mode=ro&uri=true")
    assert (code, "not written" in said) == (2, True)


def test_a_full_disk(tmp_path):
    import resource

    def full():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    (tmp_path / "t.db").touch()
    code, said = served("--database", tmp_path / "t.db", before=full)
    assert (code, "cannot be used" in said) == (2, True)


def test_a_server_that_does_not_answer():
    pytest.importorskip("psycopg")
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        code, said = served("--database", f"postgresql://x@127.0.0.1:{silent.getsockname()[1]}/x")
    assert (code, "does not answer" in said) == (2, True)
    with pytest.raises(CannotOpen, match="does not answer"):
        Store("postgresql://x@127.0.0.1:1/x")


def test_no_driver(monkeypatch):
    monkeypatch.setattr("fathom5.table.keep.database.find_spec", lambda name: None)
    with pytest.raises(CannotOpen, match="needs psycopg"):
        Store("postgresql://x@127.0.0.1:1/x")


def test_a_user_without_a_home(monkeypatch):
    for setting in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(setting, raising=False)
    monkeypatch.setattr("pwd.getpwuid", lambda user: {}[user])
    with pytest.raises(CannotOpen, match="--database"):
        Store()


def test_a_file_has_one_server_backup_and_check_work_beside_it_and_a_killed_one_leaves_no_lock(tmp_path):
    file = tmp_path / "t.db"
    holds = (
        f"import time; from fathom5.table.keep.store import Store; Store({str(file)!r})\n"
        "print('held', flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", holds], stdout=subprocess.PIPE, text=True) as first:
        try:
            assert first.stdout.readline() == "held\n"
            code, said = served("--database", file)
            assert (code, "in use by another server" in said) == (2, True)
            assert backup(tmp_path / "b.gz", str(file)) == 0
            assert list(check(str(file))) == []
        finally:
            first.kill()
            first.wait()
    Store(str(file)).close()


def test_a_backup_that_is_killed_leaves_nothing_behind(tmp_path):
    file = tmp_path / "t.db"
    Store(str(file)).close()
    slow = (
        "import time; from fathom5.table.keep import backups; lines = backups._lines\n"
        "def slowly(db):\n    yield next(lines(db)); print('begun', flush=True); time.sleep(600)\n"
        f"backups._lines = slowly; backups.backup({str(tmp_path / 'b.gz')!r}, {str(file)!r})"
    )
    with subprocess.Popen([sys.executable, "-c", slow], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline() == "begun\n"
        time.sleep(0.1)
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith("b.gz")]


def killed_at(script):
    """A script that says that it has begun, and is killed then."""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline() == "begun\n"
        os.kill(running.pid, signal.SIGKILL)
        running.wait()


def test_a_restore_that_is_killed_leaves_an_empty_database_and_can_be_made_again(tmp_path):
    (tmp_path / "from").mkdir()
    database, _ = filled(tmp_path / "from")
    count = backup(tmp_path / "b.gz", database)
    target = tmp_path / "to.db"
    killed_at(
        "import time; from fathom5.table.keep import backups; fill = backups._fill\n"
        "def slowly(db, lines):\n    fill(db, lines); print('begun', flush=True); time.sleep(600)\n"
        f"backups._fill = slowly; backups.restore({str(tmp_path / 'b.gz')!r}, {str(target)!r})"
    )
    assert not list(tmp_path.glob("*.part"))
    with closing(Store(str(target))) as store:
        assert store.count() == 0
    assert restore(tmp_path / "b.gz", str(target)) == count


def test_an_upgrade_that_is_killed_while_it_copies_changes_nothing_and_the_next_clears_up(tmp_path):
    file = tmp_path / "tables.db"
    file.write_bytes(gzip.decompress(OLD.read_bytes()))
    killed_at(
        "import time; from pathlib import Path; from fathom5.table.keep import store\n"
        "def slowly(self, target):\n    print('begun', flush=True); time.sleep(600)\n"
        f"Path.replace = slowly; store.Store({str(file)!r})"
    )
    assert len(list(tmp_path.glob("*.part"))) == 1
    Store(str(file)).close()
    assert not list(tmp_path.glob("*.part"))
    assert len(list(tmp_path.glob("tables.db.version-0001-*"))) == 1
    assert not [found for found in check(str(file)) if found.wrong]
