"""What `bench start` measures is a fresh copy, and nothing of it is left."""

import os
import signal
import time

import pytest

from fathom5.command.bench import start
from fathom5.command.launch import needs


def test_the_copy_knows_nothing_of_what_was_here_before(monkeypatch):
    for name in ("XDG_CACHE_HOME", "NUMBA_CACHE_DIR", "PYTHONPATH", "VIRTUAL_ENV", "FATHOM5_WORLD", "PIP_CACHE_DIR"):
        monkeypatch.setenv(name, "mine")
    with start.fresh() as place:
        assert "mine" not in place.env.values()
        assert place.env["PATH"] == os.environ["PATH"]
        assert (place.root / "fathom5").exists()
        assert not (place.root / ".venv").exists()
        assert not list(place.root.rglob("__pycache__"))
        folder = place.folder
    assert not folder.exists()


def test_who_is_told_to_stop_leaves_nothing():
    with pytest.raises(SystemExit), start.fresh() as place:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(5)
    assert not place.folder.exists()


def test_a_stage_that_breaks_says_why():
    with start.fresh() as place, pytest.raises(RuntimeError, match="no such module"):
        place.run("sh", "-c", "echo no such module >&2; exit 1")


def test_a_copy_is_made_of_the_whole_project_only(monkeypatch, tmp_path):
    monkeypatch.setattr(start, "ROOT", tmp_path)
    with pytest.raises(ValueError, match="in a clone"), start.fresh():
        pass


def test_installing_for_serve_is_measured_by_a_command_that_needs_the_same():
    assert needs(["verify", "nothing"]) == needs(["serve"])
