"""The script at the root sets itself up, and says in one sentence why it cannot."""

import os
import shutil
import subprocess

import pytest

from fathom5.kernel.cache import PACKAGE

ROOT = PACKAGE.parent.parent
TOOLS = ("sh", "dirname", "cksum", "cat", "tail", "rm", "mkdir", "chmod")
TOO_OLD = "exit 1"
NO_VENV = '[ "$1" = -c ] || exit 1'
MAKES_VENV = """
if [ "$1" = -m ]; then
    mkdir -p "$3/bin"
    printf '#!/bin/sh\\n%s\\n' "$PIP" > "$3/bin/python"
    printf '#!/bin/sh\\necho plays "$@"\\n' > "$3/bin/fathom5"
    chmod +x "$3/bin/python" "$3/bin/fathom5"
fi"""


@pytest.fixture
def run(tmp_path):
    """Run the script in a folder and on a path of its own, where this is Python."""
    shutil.copy(ROOT / "fathom5", tmp_path)
    (tmp_path / "pyproject.toml").write_text("[project]")
    (tmp_path / "bin").mkdir()
    for tool in TOOLS:
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool))

    def run(python, pip="exit 0"):
        fake = tmp_path / "bin" / "python3"
        fake.write_text(f"#!/bin/sh\n{python}\n")
        fake.chmod(0o755)
        env = {"PATH": str(tmp_path / "bin"), "PIP": pip}
        return subprocess.run([tmp_path / "fathom5", "games"], env=env, text=True, capture_output=True)

    return run


@pytest.mark.parametrize(
    ("python", "pip", "why"),
    [
        (TOO_OLD, "", "Python 3.11 or newer is needed; install it"),
        (NO_VENV, "", "has no venv module; install it (on Debian: apt install python3-venv)"),
        (MAKES_VENV, "echo no route to host; exit 1", "is there a network? Then run this again"),
    ],
)
def test_what_cannot_be_set_up_is_said_in_a_sentence(run, python, pip, why):
    done = run(python, pip)
    assert done.returncode == 2
    assert why in done.stderr.splitlines()[-1]
    assert not done.stdout


def test_it_sets_up_once_and_again_when_the_project_changed(run, tmp_path):
    first, second = run(MAKES_VENV), run(MAKES_VENV)
    (tmp_path / "pyproject.toml").write_text("[project]\n# more")
    third = run(MAKES_VENV)
    assert [done.stdout for done in (first, second, third)] == ["plays games\n"] * 3
    assert ["Setting up" in done.stderr for done in (first, second, third)] == [True, False, True]


def test_after_a_failure_it_tries_again(run):
    assert run(MAKES_VENV, pip="exit 1").returncode == 2
    again = run(MAKES_VENV)
    assert (again.returncode, again.stdout) == (0, "plays games\n")


def test_ci_runs_what_everybody_runs():
    script = (ROOT / ".ci" / "run").read_text()
    assert script.splitlines()[-1].endswith("exec ./fathom5 test")
    assert os.access(ROOT / "fathom5", os.X_OK)
    assert (ROOT / "README.md").read_text().count("./fathom5 test") == 1
