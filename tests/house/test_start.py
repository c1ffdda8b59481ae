"""Who only asks does not wait: what answers without Numba, and what never compiles."""

import json
import subprocess
import sys

import pytest

import fathom5
from fathom5 import load, names

ASKED = """
import json, sys
from fathom5.command.cli import main
sys.argv[1:] = {words!r}
try:
    main()
except SystemExit as end:
    assert not end.code
print(json.dumps([name for name in ("numba", "numpy", "pydantic", "rich.progress") if name in sys.modules]))
"""


def imported_by(*words, cwd):
    """Which of the heavy libraries a command imports, in a process and a cache of its own."""
    env = {"PYTHONPATH": ":".join(sys.path), "XDG_CACHE_HOME": str(cwd), "PATH": ""}
    command = [sys.executable, "-c", ASKED.format(words=list(words))]
    done = subprocess.run(command, env=env, cwd=cwd, check=True, text=True, capture_output=True)
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("words", [("--help",), ("--version",), ("serve", "--help")])
def test_help_needs_not_even_numpy(words, tmp_path):
    assert imported_by(*words, cwd=tmp_path) == []


@pytest.mark.parametrize("words", [("games",), *[("rules", name, "--lang", "fr") for name in names()]])
def test_games_and_rules_need_only_numpy(words, tmp_path):
    assert imported_by(*words, cwd=tmp_path) == ["numpy"]


@pytest.mark.parametrize("name", names())
def test_a_saved_game_is_told_without_a_compiler(name, tmp_path):
    match = load(name).start(seed=3)
    for _ in range(10):
        match.play(match.moves[0])
    (tmp_path / "some.fathom5").write_text(match.save())
    assert "numba" not in imported_by("replay", "some.fathom5", cwd=tmp_path)


def test_the_door_offers_what_it_lists():
    assert all(getattr(fathom5, name) is not None for name in fathom5.__all__)
    assert set(fathom5.__all__) <= set(dir(fathom5))
    with pytest.raises(AttributeError, match="has no attribute 'lode'"):
        _ = fathom5.lode
