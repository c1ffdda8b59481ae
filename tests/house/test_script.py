"""The script at the root sets itself up, adds what a command needs, and says in one sentence why it cannot."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from fathom5.command import launch
from fathom5.command.cli import app
from fathom5.kernel.cache import PACKAGE

ROOT = PACKAGE.parent.parent
TOOLS = ("sh", "dirname", "cat", "mkdir", "chmod", "sleep")
PROJECT = """
[project]
dependencies = ["numba>=0.60", "rich"]
[project.optional-dependencies]
table = ["starlette>=1", "jinja2"]
postgres = ["psycopg[binary]>=3.2"]
arena = ["openskill"]
all = ["fathom5[arena,postgres,table]"]
"""
PYTHON = f'exec {sys.executable} "$@"'
TOO_OLD = "exit 1"
# Stand-ins for the module venv: Debian's Python without it, a full disk, and one that makes an environment at once.
NO_VENV = "import sys; sys.exit('The virtual environment was not created because ensurepip is not available.')"
FULL_DISK = "import sys; sys.exit('No space left on device')"
MAKES_VENV = """
import os, pathlib, sys
place = pathlib.Path(sys.argv[1]) / "bin"
place.mkdir(parents=True)
def write(name, text):
    (place / name).write_text("#!/bin/sh\\n" + text)
    (place / name).chmod(0o755)
write("python", f'''
case "$1 $2" in
    "-m pip") echo pip "$@" >> {place.parent.parent}/asked; eval "$PIP" ;;
    "-m compileall") exit 0 ;;
    *) exec {sys.executable} "$@" ;;
esac''')
write("fathom5", 'echo plays "$@"')
"""


@pytest.fixture
def run(tmp_path):
    """Run the script in a folder and on a path of its own, where this is Python, this its venv and this its pip."""
    shutil.copy(ROOT / "fathom5", tmp_path)
    shutil.copytree(PACKAGE / "command", tmp_path / "src" / "fathom5" / "command")
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "bin").mkdir()
    for tool in TOOLS:
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool))

    def run(*words, python=PYTHON, venv=MAKES_VENV, pip="exit 0"):
        fake = tmp_path / "bin" / "python3"
        fake.write_text(f"#!/bin/sh\n{python}\n")
        fake.chmod(0o755)
        (tmp_path / "modules").mkdir(exist_ok=True)
        (tmp_path / "modules" / "venv.py").write_text(venv)
        env = {"PATH": str(tmp_path / "bin"), "PIP": pip, "PYTHONPATH": str(tmp_path / "modules")}
        return subprocess.run([tmp_path / "fathom5", *(words or ["games"])], env=env, text=True, capture_output=True)

    return run


def asked_of_pip(folder):
    """What pip was asked to install, each time; the folder left out."""
    return [line.split(str(folder))[-1] for line in (folder / "asked").read_text().splitlines()]


# What a command needs.


@pytest.mark.parametrize(
    ("typed", "extras"),
    [
        ("", []),
        ("--help", []),
        ("games", []),
        ("rules deep_sea --lang fr", []),
        ("play deep_sea", []),
        ("replay FILE", []),
        ("serve", ["table"]),
        ("serve --help", []),
        ("serve --database some.db", ["table"]),
        ("serve --database postgresql://here", ["postgres", "table"]),
        ("serve --database=postgresql://here", ["postgres", "table"]),
        ("backup FILE --database postgresql://here", ["postgres", "table"]),
        ("arena deep_sea hinted uniform", ["arena"]),
        ("simulate deep_sea", []),
        ("simulate deep_sea --out some.parquet", ["lab"]),
        ("simulate deep_sea --out=some.parquet", ["lab"]),
        ("check postgresql://here", ["postgres", "table"]),
        ("export FOLDER", ["table"]),
        ("review FILE", []),
        ("review FOLDER --out some.parquet", ["lab"]),
        ("study FILE", ["lab"]),
        ("bench", []),
        ("bench --peers", ["peers"]),
        ("bench gym", ["gym"]),
        ("bench serve --browser", ["dev", "table"]),
        ("bench serve --workers 2", ["postgres", "table"]),
        ("serve --workers 2 --database postgresql://x", ["postgres", "table"]),
        ("bench start", ["table"]),
        ("test lint", ["all"]),
        ("fly", []),
    ],
)
def test_each_command_names_what_it_needs(typed, extras):
    assert launch.needs(typed.split()) == extras


def test_no_command_is_forgotten():
    commands = {command.name or command.callback.__name__ for command in app.registered_commands}
    groups = {group.name for group in app.registered_groups}
    assert set(launch.NEEDS) == commands | groups | {"test"}


def test_what_commands_need_is_what_the_project_offers():
    project = (ROOT / "pyproject.toml").read_text()
    assert {extra for asked in launch.NEEDS.values() for extra in asked.values()} <= launch.extras_of(project)
    assert {"numba", "starlette", "psycopg", "pytest", "pyarrow"} <= set(launch.listed(project, ["all"]))
    assert "starlette" not in launch.listed(project, [])


# Setting up.


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"python": TOO_OLD}, "Python 3.11 or newer is needed; install it"),
        ({"venv": NO_VENV}, "has no venv module; install it (on Debian: apt install python3-venv)"),
        ({"venv": FULL_DISK}, "no environment could be made: No space left on device"),
        ({"pip": "echo no route to host; exit 1"}, "is there a network? Then run this again"),
    ],
)
def test_what_cannot_be_set_up_is_said_in_a_sentence(run, how, why):
    done = run(**how)
    assert done.returncode == 2
    assert why in done.stderr.splitlines()[-1]
    assert not done.stdout


def test_the_last_words_of_pip_are_shown(run):
    assert "no route to host" in run(pip="echo no route to host; exit 1").stderr


def test_it_sets_up_once_and_again_when_the_project_changed(run, tmp_path):
    first, second = run(), run()
    (tmp_path / "pyproject.toml").write_text(f"{PROJECT}# more")
    third = run()
    assert [done.stdout for done in (first, second, third)] == ["plays games\n"] * 3
    assert ["Setting up" in done.stderr for done in (first, second, third)] == [True, False, True]


def test_what_is_missing_is_added_once_and_said(run, tmp_path):
    games, serve, again, arena = run("games"), run("serve"), run("serve"), run("arena", "deep_sea")
    assert [done.stdout.split()[1] for done in (games, serve, again, arena)] == ["games", "serve", "serve", "arena"]
    assert "once: numba, rich\n" in games.stderr
    assert "Adding what this needs, once: starlette, jinja2\n" in serve.stderr
    assert not again.stderr
    assert asked_of_pip(tmp_path) == ["", "[table]", "[arena,table]"]


def test_what_was_added_stays_when_the_project_changed(run, tmp_path):
    run("serve")
    (tmp_path / "pyproject.toml").write_text(PROJECT.replace("arena", "hall"))
    run("games")
    assert asked_of_pip(tmp_path) == ["[table]", "[table]"]


def test_after_a_failure_it_tries_again(run):
    assert run(pip="exit 1").returncode == 2
    again = run()
    assert (again.returncode, again.stdout) == (0, "plays games\n")


def test_what_pip_is_at_is_shown_as_it_goes(run):
    said = run(pip="echo 'Collecting numba>=0.60'; echo '  Downloading numba-0.60-cp311.whl (3.8 MB)'").stderr
    assert "  looking for numba\n  downloading numba-0.60-cp311.whl (3.8 MB)\n" in said


def test_of_several_at_once_one_installs(run, tmp_path):
    run(pip="exit 1")
    (tmp_path / "asked").unlink()
    with ThreadPoolExecutor(3) as pool:
        tasks = [pool.submit(run, pip="sleep 0.5") for _ in range(3)]
    assert [task.result().stdout for task in tasks] == ["plays games\n"] * 3
    assert len(asked_of_pip(tmp_path)) == 1


@pytest.mark.parametrize("venv", [NO_VENV, FULL_DISK])
def test_an_environment_that_was_there_is_never_removed(run, tmp_path, venv):
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "mine").write_text("something of mine")
    done = run(venv=venv)
    assert (done.returncode, (tmp_path / ".venv" / "mine").read_text()) == (2, "something of mine")
    assert "could not be mended; remove it" in done.stderr


def test_an_environment_that_could_not_be_made_leaves_nothing(run, tmp_path):
    run(venv=f"import pathlib, sys; pathlib.Path(sys.argv[1], 'lib').mkdir(parents=True); {FULL_DISK}")
    assert not (tmp_path / ".venv").exists()


def test_ci_runs_what_everybody_runs():
    script = (ROOT / ".ci" / "run").read_text()
    assert script.splitlines()[-1].endswith("exec ./fathom5 test")
    assert os.access(ROOT / "fathom5", os.X_OK)
    assert (ROOT / "README.md").read_text().count("./fathom5 test") == 1
