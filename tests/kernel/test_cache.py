"""Compiled once and loaded ever after, until a source changes that it is made from."""

import json
import os
import shutil
import subprocess
import sys
from importlib import import_module

import pytest

from every import INTERPRETED
from fathom5 import names
from fathom5.bots import compiling
from fathom5.kernel import cache, worlds
from fathom5.kernel.cache import KEPT, PACKAGE, sweep

SMALLEST = min(names(), key=lambda name: sum(path.stat().st_size for path in (PACKAGE / "games" / name).glob("*.py")))
PLAY = f"""
import json, os, numpy as np
from hashlib import sha256
from fathom5 import load
from fathom5.bots import Search, compiling
from fathom5.gym.batch import RESTART, TAKE, Batch
from fathom5.kernel.linking import Piece
from fathom5.lab.series import series

ready = load({SMALLEST!r})
compiling.compile_game(ready.game.name, lambda share: None)
rows = [chunk["actions"].tolist() for chunk in series(ready, ["uniform"], 50)]
match = ready.start(seed=1)
found = Search(iterations=200, trees=1).search(match.seen(0), 0, 1)
batch = Batch(ready, 20, cores=1)
batch.rngs[:] = range(1, 21)
batch.carry_out(np.full(20, RESTART))
for _ in range(30):
    batch.actions[:] = batch.masks.argmax(1)
    batch.carry_out(np.where(batch.results["over"], RESTART, TAKE))
assert "NUMBA_CACHE_DIR" not in os.environ
print(json.dumps([Piece.made, rows, str(found), sha256(batch.states).hexdigest()]))
"""


@pytest.fixture
def copied(monkeypatch, tmp_path):
    """The sources somewhere else, where they can be changed."""
    shutil.copytree(PACKAGE, tmp_path / "fathom5", ignore=shutil.ignore_patterns("__pycache__", "table"))
    monkeypatch.setattr(cache, "PACKAGE", tmp_path / "fathom5")
    cache.fingerprint.cache_clear()
    yield tmp_path / "fathom5"
    cache.fingerprint.cache_clear()


def fault_in(rules):
    """What stands in a file, and what would be wrong there: what is offered, so that no game stays the same."""
    faults = [fault for some in import_module(f"fathom5.games.{SMALLEST}.faults").FAULTS.values() for fault in some]
    return next(fault for fault in faults if fault[0].startswith("offer") and fault[0] in rules.read_text())


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_second_process_compiles_nothing_and_every_loop_plays_by_an_edited_rule(copied, tmp_path):
    def play():
        gone = {"NUMBA_CACHE_DIR": "", worlds.SETTING: worlds.BOTH}
        env = os.environ | gone | {"PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        del env["NUMBA_CACHE_DIR"]
        run = subprocess.run([sys.executable, "-c", PLAY], env=env, stdout=subprocess.PIPE, check=True)
        return json.loads(run.stdout)

    compiled, *ends = play()
    assert compiled > 100
    assert play() == [0, *ends]
    rules = copied / f"games/{SMALLEST}/rules.py"
    rules.write_text(rules.read_text().replace(*fault_in(rules), 1))
    compiled_again, *other_ends = play()
    assert compiled_again > 100
    assert all(one != other for one, other in zip(ends, other_ends, strict=True))  # series, search and gym


@pytest.mark.parametrize("name", names())
def test_a_changed_rule_is_a_matter_of_its_own_game(copied, name):
    def prints():
        cache.fingerprint.cache_clear()
        return {game: cache.fingerprint(game) for game in names()}

    rooms, before = [f"{cache.GAMES}.{name}.{room}" for room in cache.ROOMS], prints()
    for path in cache.sources(*rooms):
        if path.is_relative_to(copied / "games"):
            path.write_text(f"{path.read_text()}\n# one line more\n")
            after = prints()
            assert {game for game in names() if after[game] != before[game]} == {name}, path
            before = after


def test_a_changed_loop_is_a_matter_of_those_who_use_it(copied):
    modules = [f"fathom5.{module}" for module in ("bots.tree", "gym.batch")]
    before = [cache.fingerprint("", module) for module in modules]
    encoder = copied / "gym/encoder.py"
    encoder.write_text(f"{encoder.read_text()}\n# one line more\n")
    cache.fingerprint.cache_clear()
    assert [cache.fingerprint("", module) == was for module, was in zip(modules, before)] == [True, False]


def test_what_is_not_whole_is_nothing(tmp_path):
    place = tmp_path / "folder" / "some.code"
    assert cache.read(place) is None
    assert cache.write(place, b"code")
    assert cache.read(place) == b"code"
    place.write_bytes(place.read_bytes()[:-1])
    assert cache.read(place) is None
    assert [path.name for path in place.parent.iterdir()] == ["some.code"]


def test_where_nothing_can_be_written_somebody_says_what_to_do(tmp_path, caplog):
    (tmp_path / "file").touch()
    assert not cache.write(tmp_path / "file" / "folder" / "some.code", b"code")
    assert "NUMBA_CACHE_DIR" in caplog.text


def test_a_user_without_a_home_is_told_what_to_do(monkeypatch, caplog):
    for setting in ("HOME", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(setting, raising=False)
    monkeypatch.setattr("pwd.getpwuid", lambda user: {}[user])  # as where no such user is known
    assert not cache.is_warm("deep_sea")
    assert not cache.write(cache.whole("deep_sea"), b"code")
    assert "NUMBA_CACHE_DIR" in caplog.text


def test_a_folder_given_to_numba_is_used(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert cache.whole(SMALLEST).is_relative_to(tmp_path)
    for setting in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(setting, raising=False)
    assert cache.whole(SMALLEST).name.startswith("whole")


def test_what_is_compiled_is_known(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(worlds, "WORLD", worlds.BOTH)
    assert compiling.cold() == list(names())
    cache.write(cache.whole(SMALLEST), b"code")
    assert SMALLEST not in compiling.cold()
    monkeypatch.setattr(worlds, "WORLD", worlds.INTERPRETED)
    assert not compiling.cold()


def test_old_folders_of_each_game_are_swept(tmp_path):
    for age in range(KEPT + 3):
        for game in ("one", "other"):
            folder = tmp_path / f"{game}-{age}"
            folder.mkdir()
            os.utime(folder, (age, age))
    (tmp_path / "one-current").symlink_to(tmp_path / "swept away")  # leads nowhere
    sweep(tmp_path)
    (tmp_path / "one-current").unlink()
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{game}-{age}" for game in ("one", "other") for age in range(3, KEPT + 3)
    }
