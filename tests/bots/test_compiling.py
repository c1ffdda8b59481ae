"""Games are compiled beside whatever is going on; what goes wrong there is told, and nothing half-made is loaded."""

import os
import resource
import subprocess
import sys
import time

import pytest

from fathom5 import names
from fathom5.bots import compiling
from fathom5.kernel import cache, worlds
from fathom5.kernel.worlds import BOTH, INTERPRETED

SMALL = "captain_carcass"
ONE, OTHER = "deep_sea", "the_island"


# With processes in the compiler's place, which do what a compiler might.


def says(*lines, code=0, then=0.0):
    """A process in the place of the one that compiles."""
    script = f"import time; print({chr(10).join(lines)!r}, flush=True); time.sleep({then}); raise SystemExit({code})"
    return lambda name: subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.fixture
def bench(monkeypatch):
    """Nothing is compiled here, whatever world this is; `loaded` says in which order games came."""
    loaded, compiled = [], set()
    monkeypatch.setattr(worlds, "WORLD", BOTH)
    monkeypatch.setattr(worlds, "ready", set())
    monkeypatch.setattr(cache, "is_warm", compiled.__contains__)

    def load_code(name):
        loaded.append(name)
        worlds.ready.add(name)

    monkeypatch.setattr(compiling, "load_code", load_code)
    monkeypatch.setattr(compiling, "CORES", 1)
    return loaded, compiled


def until(is_so):
    """Wait for what comes by itself."""
    for _ in range(3000):
        if is_so():
            return
        time.sleep(0.02)
    raise AssertionError("it did not come")


def test_games_are_compiled_and_loaded_and_it_is_told_how_far_they_are(bench, monkeypatch):
    monkeypatch.setattr(compiling, "_child", says("0.25", "0.5"))
    with compiling.Beside([ONE]) as beside:
        until(lambda: beside.progress(ONE) == 1)
    assert bench[0] == [ONE]
    assert beside.failure(ONE) == ""


def test_what_is_compiled_already_comes_first_then_what_somebody_asked_for(bench, monkeypatch):
    loaded, compiled = bench
    monkeypatch.setattr(compiling, "_child", says("0.5"))
    compiled.add(SMALL)
    beside = compiling.Beside([ONE, OTHER, SMALL])
    beside.ask(OTHER)
    with beside:
        until(lambda: len(loaded) == 3)
    assert loaded == [SMALL, OTHER, ONE]


def test_a_compiler_that_fails_is_told_and_stops_no_other_game(bench, monkeypatch):
    good, bad = says("0.5"), says("0.1", code=3)
    monkeypatch.setattr(compiling, "_child", lambda name: (bad if name == ONE else good)(name))
    with compiling.Beside([ONE, OTHER]) as beside:
        until(lambda: beside.progress(OTHER) == 1)
        assert "could not be compiled" in beside.failure(ONE)
    assert bench[0] == [OTHER]


def test_who_closes_the_house_does_not_wait_for_the_compiler(bench, monkeypatch):
    began = []

    def child(name):
        began.append(says("0.1", then=600)(name))
        return began[0]

    monkeypatch.setattr(compiling, "_child", child)
    with compiling.Beside([ONE]) as beside:
        until(lambda: beside.progress(ONE) == 0.1)
    assert began[0].poll() is not None
    assert bench[0] == []


# With the real one.


def compiler(home, name=SMALL):
    env = os.environ | {"XDG_CACHE_HOME": str(home), worlds.SETTING: BOTH, "PYTHONPATH": str(cache.PACKAGE.parent)}
    command = [sys.executable, "-m", "fathom5.bots.compiling", name]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def codes(home):
    return list(home.rglob("*.code"))


@pytest.mark.skipif(worlds.WORLD == INTERPRETED, reason="nothing is compiled")
def test_a_killed_compilation_leaves_nothing_and_several_that_start_at_once_do_it_once(tmp_path):
    with compiler(tmp_path) as killed:
        killed.stdout.readline()
        killed.kill()
    assert codes(tmp_path) == []
    both = [compiler(tmp_path), compiler(tmp_path)]
    told = [child.communicate() for child in both]
    assert [child.returncode for child in both] == [0, 0], told
    assert sorted(bool(said) for said, _ in told) == [False, True]  # one compiled, the other found it done
    assert len(codes(tmp_path)) == 1


def test_a_disk_that_is_full_is_told_and_nothing_half_written_stays(tmp_path, caplog):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))  # to whoever writes it looks the same
    try:
        assert not cache.write(tmp_path / "game" / "whole.code", bytes(2000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "NUMBA_CACHE_DIR" in caplog.text
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_there_is_nothing_to_compile_where_all_is_interpreted(monkeypatch):
    monkeypatch.setattr(worlds, "WORLD", INTERPRETED)
    assert compiling.cold(names()) == []
    assert all(map(compiling.is_ready, names()))
