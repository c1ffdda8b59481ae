"""Both worlds in one process: who calls a rule gets the compiled one where it is loaded, and never waits for it."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from fathom5.kernel.cache import PACKAGE
from fathom5.kernel.worlds import BOTH, WORLD, here, loop, rule

pytestmark = pytest.mark.skipif(WORLD != BOTH, reason="one world is forced")
PLAY = """
import sys, fathom5
for name in fathom5.names():
    match = fathom5.load(name).start(seed=1)
    for _ in range(10):
        match.play(match.moves[0])
assert "numba" not in sys.modules
"""


@rule
def double(numbers):
    return 2 * numbers[0]


@rule
def doubled_twice(numbers):
    return double(numbers) + double(numbers)


@rule
def halved(numbers):
    return numbers[0] / 2


@rule
def tripled(numbers):
    return 3 * numbers[0]


def quadrupled(numbers):
    return 4 * numbers[0]


@loop
def doubled_often(numbers, times):
    total = 0
    for _ in range(times):
        total += doubled_twice(numbers)
    return total


@loop
def all_but_the_first(numbers):
    return numbers[1:].copy()


def asked(numbers):
    """What the rule says, and for how many kinds of arguments the rules are loaded."""
    return doubled_twice(numbers), len(double.loaded), len(doubled_twice.loaded)


def test_a_rule_is_interpreted_until_it_is_loaded_and_a_loop_is_compiled_when_asked_for(tmp_path, monkeypatch):
    from fathom5.kernel.twins import make, types_of

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    numbers = np.array([3, 0])
    assert asked(numbers) == (12, 0, 0)
    assert doubled_often(numbers, 10) == 120
    assert len(doubled_often.loaded) == 1
    assert asked(numbers) == (12, 0, 0)  # what the loop has of it, Python cannot call
    make([(doubled_twice, types_of(numbers))], tmp_path / "kept" / "rules-1" / "some.code")
    assert asked(numbers) == (12, 0, 1)
    assert doubled_twice(np.array([1.5, 0.0])) == 6.0  # other arguments than those that are loaded
    assert len(doubled_twice.twin.overloads) == len(doubled_twice.loaded) == 1


def test_a_fault_that_is_slipped_in_reaches_both_halves(tmp_path, monkeypatch):
    """What the test of faults does to a rule: both halves are made of the one source."""
    from fathom5.kernel.twins import make, types_of

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    numbers = np.array([3, 0], np.int32)
    assert tripled(numbers) == 9
    monkeypatch.setattr(tripled.plain, "__code__", quadrupled.__code__)
    assert tripled(numbers) == 12
    make([(tripled, types_of(numbers))], tmp_path / "kept" / "rules-1" / "fault.code")
    assert tripled.loaded
    assert tripled(numbers) == 12


def test_who_waits_for_a_compiler_is_told_in_the_log_and_in_a_terminal(tmp_path):
    script = "\n".join(
        (
            "import logging, numpy as np",
            "from fathom5.kernel.worlds import loop",
            "logging.basicConfig(level='INFO')",
            "doubled = loop(eval('lambda numbers: 2 * numbers[0]'))",
            "assert doubled(np.array([3, 0])) == 6",
        )
    )
    env = os.environ | {"PYTHONPATH": str(PACKAGE.parent), "XDG_CACHE_HOME": str(tmp_path / "log")}
    for settings in ({}, {"TTY_COMPATIBLE": "1", "XDG_CACHE_HOME": str(tmp_path / "terminal")}):
        said = subprocess.run([sys.executable, "-c", script], env=env | settings, capture_output=True, text=True).stderr
        assert "INFO:fathom5:Compiling" in said and "INFO:fathom5:Compiled" in said, said
        assert (", once" in said) == bool(settings), said  # the bar's word


def test_the_world_is_kept_until_the_outermost_call_returns_in_each_thread():
    def nested(numbers):
        assert here.interprets
        with ThreadPoolExecutor(1) as other:
            assert not other.submit(lambda: here.interprets).result()
        doubled_often(numbers, 1)  # is not compiled: what calls it is interpreted
        return len(doubled_often.loaded)

    before = len(doubled_often.loaded)
    assert rule(nested)(np.array([1, 0], np.int8)) == before
    assert not here.interprets


def test_a_rule_that_fails_leaves_its_world():
    with pytest.raises(IndexError):
        double(np.zeros(0))
    assert not here.interprets


def test_all_games_are_played_without_numba(tmp_path):
    env = os.environ | {"PYTHONPATH": str(PACKAGE.parent), "XDG_CACHE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", PLAY], env=env, check=True)
    assert not any(tmp_path.iterdir())


def test_a_home_that_cannot_be_written_is_no_matter(tmp_path):
    (tmp_path / "file").touch()
    for home in (tmp_path / "file" / "below", "/proc"):
        env = os.environ | {"PYTHONPATH": str(PACKAGE.parent), "XDG_CACHE_HOME": str(home)}
        subprocess.run([sys.executable, "-c", PLAY], env=env, check=True)


def test_python_gets_a_new_array_from_a_rule_that_makes_one():
    assert all_but_the_first(np.arange(4)).tolist() == [1, 2, 3]
    assert all_but_the_first.loaded


def test_code_is_loaded_by_many_threads_at_once(tmp_path):
    """As where several games get ready together: Numba's registries bear one thread at a time."""
    script = f"""
import numpy as np, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from worlds.test_both import double, doubled_twice
from fathom5.kernel.twins import load, make, types_of
places = [Path({str(tmp_path)!r}) / "kept" / "rules-1" / str(n) for n in range(8)]
if len(sys.argv) > 1:
    for n, place in enumerate(places):
        make([(double, types_of(np.zeros(n + 1, "i1 i2 i4 i8 u1 u2 u4 u8".split()[n])))], place)
else:
    with ThreadPoolExecutor(len(places)) as threads:
        assert all(threads.map(load, places))
    assert len(double.loaded) == len(places)
"""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    for more in (["make"], []):
        subprocess.run([sys.executable, "-c", script, *more], env=env, check=True)


def test_what_has_come_twice_is_still_called_without_asking(tmp_path, monkeypatch):
    """As where two threads ask at once: of two pieces of code that fit alike Numba would take neither."""
    from fathom5.kernel.twins import load, make, types_of

    numbers = np.array([1, 2, 3], np.float32)
    place = tmp_path / "kept" / "rules-1" / "halved"  # what lies beside its folder may be swept away
    make([(halved, types_of(numbers))], place)
    assert load(place)
    monkeypatch.setattr(halved.twin, "_compile_for_args", lambda *arguments: pytest.fail("asked again"))
    halved(numbers)
