"""Compiled once and loaded ever after, until a source changes."""

import json
import os
import shutil
import subprocess
import sys
from importlib import import_module

import pytest

from every import INTERPRETED
from fathom5 import names
from fathom5.bots import compiling as warm
from fathom5.kernel import cache, worlds
from fathom5.kernel.cache import KEPT, PACKAGE, sources, sweep

SMALLEST = min(names(), key=lambda name: sum(path.stat().st_size for path in sources() if name in path.parts))
PLAY = f"""
import json, numpy as np
from hashlib import sha256
from fathom5 import load
from fathom5.kernel.chance import dice
from fathom5.kernel.play import playouts
ready = load({SMALLEST!r})
game = ready.game
states, sheets = np.zeros(50, game.rules.STATE), np.zeros(1, game.rules.CHOICES)
playouts(states, game.packed(ready.options), sheets[0], dice(1, games=50))
print(json.dumps([sum(playouts.twin.stats.cache_misses.values()), sha256(states).hexdigest()]))
"""


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_second_process_compiles_nothing_but_misses_no_edited_rule(tmp_path):
    def play():
        env = os.environ | {"PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        run = subprocess.run([sys.executable, "-c", PLAY], env=env, stdout=subprocess.PIPE, check=True)
        return json.loads(run.stdout)

    others = [name for name in names() if name != SMALLEST]
    shutil.copytree(PACKAGE, tmp_path / "fathom5", ignore=shutil.ignore_patterns("__pycache__", "table", *others))
    compiled, ends = play()
    assert compiled == 1
    assert play() == [0, ends]
    faults = import_module(f"fathom5.games.{SMALLEST}.faults").FAULTS
    rules = tmp_path / f"fathom5/games/{SMALLEST}/rules.py"
    what, wrong = next(fault for some in faults.values() for fault in some if fault[0] in rules.read_text())
    rules.write_text(rules.read_text().replace(what, wrong, 1))
    compiled_again, other_ends = play()
    assert compiled_again == 1
    assert other_ends != ends


def test_what_is_compiled_is_known_by_the_sources_and_where_they_lie(monkeypatch, tmp_path):
    monkeypatch.setattr(cache, "prepare", lambda: tmp_path)
    monkeypatch.setattr(worlds, "WORLD", worlds.BOTH)
    compiled = names()[:2]
    for name in compiled:
        cache.note_warm(name, b"its pieces")
    assert warm.cold() == sorted(set(names()) - set(compiled))
    assert cache.pieces_of(compiled[0]) == b"its pieces"
    monkeypatch.setattr(cache, "PACKAGE", tmp_path)
    assert warm.cold() == list(names())


def test_old_folders_are_swept(tmp_path):
    for age in range(KEPT + 3):
        folder = tmp_path / f"{age}"
        folder.mkdir()
        os.utime(folder, (age, age))
    sweep(tmp_path)
    assert sorted(int(path.name) for path in tmp_path.iterdir()) == list(range(3, KEPT + 3))
