"""The built wheel works in an empty environment, without tests or tools."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from every import INTERPRETED

ROOT = Path(__file__).parents[2]
PLAY = """
import fathom5
for name in fathom5.names():
    match = fathom5.load(name).start(seed=1)
    for _ in range(5):
        match.play(match.moves[0])
    assert fathom5.replay(match.save()).state == match.state
    assert match._repr_svg_().startswith("<svg")
print(*fathom5.names())
"""


@pytest.mark.skipif(not INTERPRETED, reason="once is enough, and needs nothing compiled")
def test_a_game_is_played_from_the_wheel_in_an_empty_environment(tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", wheel], check=True, capture_output=True)
    played = subprocess.run([python, "-c", PLAY], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert "deep_sea" in played.stdout
    listed = subprocess.run([python, "-m", "zipfile", "-l", wheel], check=True, capture_output=True, text=True).stdout
    assert all(page in listed for page in ("rulebook.fr.md", "guide.toml", "example.json"))
    assert "_test.py" not in listed
    assert "faults.py" not in listed
