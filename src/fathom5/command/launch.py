"""What each command needs, and how the script at the root adds what is missing before it runs one.

The script runs this file by itself, with any Python and nothing installed: it knows the standard library alone.
"""

import os
import re
import shutil
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, NoReturn

# For each command the extras of pyproject.toml that it needs: always, or only where a word of it begins like this.
ALWAYS = ""
DATABASE = {"postgresql": "postgres", "--database=postgresql": "postgres"}
NEEDS: dict[str, dict[str, str]] = {
    "arena": {ALWAYS: "arena", "--ray": "ray"},
    "backup": {ALWAYS: "table"} | DATABASE,
    "bench": {
        "serve": "table",
        "start": "table",
        "faults": "table",
        "tables": "table",
        "attack": "table",
        "--frames": "dev",
        "gym": "gym",
        "lab": "ray",
        "--peers": "peers",
        "--browser": "dev",
        "--workers": "postgres",
    }
    | DATABASE,
    "join": {ALWAYS: "table", ".onnx": "onnx"},
    "mcp": {ALWAYS: "mcp"} | DATABASE,
    "check": {ALWAYS: "table"} | DATABASE,
    "export": {ALWAYS: "table"} | DATABASE,
    "games": {},
    "play": {},
    "replay": {},
    "restore": {ALWAYS: "table"} | DATABASE,
    "review": {"--out": "lab"},
    "rules": {},
    "serve": {ALWAYS: "table", "--mcp": "mcp"} | DATABASE,
    "simulate": {"--out": "lab"},
    "study": {ALWAYS: "lab", "--ray": "ray"},
    "test": {ALWAYS: "all"},
    "verify": {ALWAYS: "table"},
    "warm": {},
}
HELP = {"-h", "--help"}
LEAVE_OUT = r"[/\\]tests[/\\]"  # others' tests, which nobody imports here


def needs(words: Sequence[str]) -> list[str]:
    """The extras that a command line asks for; to be told how a command is used, none."""
    command = next((word for word in words if not word.startswith("-")), "")
    if HELP & set(words) and command != "test":
        return []
    asked = NEEDS.get(command, {})
    return sorted({extra for start, extra in asked.items() if any(word.startswith(start) for word in words)})


# Setting up.


class CannotSetUp(Exception):
    """Something that the person at the keyboard has to mend; nothing else was changed."""


class Place(NamedTuple):
    """Where the project lies, and what is installed beside it."""

    root: Path

    @property
    def venv(self) -> Path:
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        return self.venv / "bin" / "python"

    @property
    def log(self) -> Path:
        return self.venv / "install.log"

    @property
    def stamp(self) -> Path:
        """Says what pyproject.toml asked for when something was installed last, and the extras there are."""
        return self.venv / "extras"

    @property
    def project(self) -> str:
        return (self.root / "pyproject.toml").read_text("utf8")

    @property
    def version(self) -> str:
        """A name for what pyproject.toml asks for."""
        return sha256(self.project.encode()).hexdigest()

    def installed(self) -> tuple[str, set[str]]:
        if not self.stamp.exists():
            return "", set()
        version, *extras = self.stamp.read_text("utf8").split() or [""]
        return version, set(extras)

    def note(self, extras: Iterable[str]) -> None:
        self.stamp.write_text(" ".join([self.version, *sorted(extras)]), "utf8")


def set_up(place: Place, words: Sequence[str]) -> None:
    """Add what this command needs and is not there yet: once, and again when the project asks for other things."""
    if is_ready(place, words):
        return
    make_venv(place)
    with alone(place):
        version, there = place.installed()
        if not is_ready(place, words):  # while we waited, another may have done it
            wanted = there & extras_of(place.project) | set(needs(words))
            install(place, wanted, wanted - there if version == place.version else None)
            place.note(wanted)


def is_ready(place: Place, words: Sequence[str]) -> bool:
    version, extras = place.installed()
    return place.python.exists() and version == place.version and extras >= set(needs(words))


def make_venv(place: Place) -> None:
    """An environment beside the script; what was there before is never removed, however broken."""
    if place.python.exists():
        return
    was_there = place.venv.exists()
    try:
        if uv := shutil.which("uv"):
            run([uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, str(place.venv)])
        else:
            run([sys.executable, "-m", "venv", str(place.venv)])
    except subprocess.CalledProcessError as wrong:
        if was_there:
            raise CannotSetUp(f"{place.venv} is no environment that runs, and could not be mended; remove it") from None
        shutil.rmtree(place.venv, ignore_errors=True)
        raise CannotSetUp(_without_venv(wrong.stdout)) from None
    place.stamp.unlink(missing_ok=True)  # another Python than before has nothing installed


def _without_venv(said: str) -> str:
    if "ensurepip" in said or "No module named venv" in said:
        return "this Python has no venv module; install it (on Debian: apt install python3-venv), or install uv"
    return f"no environment could be made: {(said.strip().splitlines() or ['nobody knows why'])[-1]}"


def run(command: list[str]) -> None:
    subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


@contextmanager
def alone(place: Place) -> Iterator[None]:
    """While several start at once, one installs and the others wait."""
    import fcntl

    with open(place.venv / "installing", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install(place: Place, extras: set[str], new: set[str] | None) -> None:
    """The project itself, to be edited where it lies, with these extras."""
    began = time.monotonic()
    say(announced(place.project, extras, new))
    what = ["--editable", f"{place.root}[{','.join(sorted(extras))}]" if extras else str(place.root)]
    if uv := shutil.which("uv"):  # it shows its own progress
        done = subprocess.run([uv, "pip", "install", "--compile-bytecode", "--python", place.python, *what]).returncode
    else:
        done = watch(place, [str(place.python), "-m", "pip", "install", *PIP, *what])
        compile_bytecode(place)
    if done:
        log = f" (log: {place.log})" if place.log.exists() else ""
        raise CannotSetUp(f"could not install what is needed; is there a network? Then run this again{log}")
    say(f"Set up in {time.monotonic() - began:.0f} seconds.")


def announced(project: str, extras: set[str], new: set[str] | None) -> str:
    """What is about to be installed: all of it, or what these new extras add."""
    names = listed(project, extras)
    if new is None:
        return f"Setting up in .venv, once: {', '.join(names)}"
    there = listed(project, extras - new)
    return f"Adding what this needs, once: {', '.join(name for name in names if name not in there)}"


# pip would compile one file after the other, others' tests too: see compile_bytecode.
PIP = ["--no-input", "--no-compile", "--disable-pip-version-check"]


def compile_bytecode(place: Place) -> None:
    """On all cores, and without others' tests: what is imported first shall not wait for it."""
    command = [str(place.python), "-m", "compileall", "-q", "-j", "0", "-x", LEAVE_OUT, str(place.venv / "lib")]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def extras_of(project: str) -> set[str]:
    return set(tomllib.loads(project)["project"].get("optional-dependencies", ()))


def listed(project: str, extras: Iterable[str]) -> list[str]:
    """The names of what is asked for, always and with these extras."""
    asked = tomllib.loads(project)["project"]
    names: list[str] = []
    todo = [*asked.get("dependencies", ()), *(f"fathom5[{extra}]" for extra in sorted(extras))]
    for requirement in todo:  # grows as extras name other extras
        name, inner = re.match(r"([\w.-]+)(?:\[([\w,.-]+)\])?", requirement).groups()  # type: ignore[union-attr]  # ours
        if name == "fathom5":
            todo += [more for extra in inner.split(",") for more in asked["optional-dependencies"][extra]]
        elif name not in names:
            names.append(name)
    return names


# Showing how far it is.


def watch(place: Place, command: list[str]) -> int:
    """Run pip, keep all that it says, and show what it is at; on failure also its last words."""
    with open(place.log, "w", encoding="utf8") as log, Ticker() as ticker:
        pip = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for line in pip.stdout or ():
            log.write(line)
            if doing := told(line):
                ticker.tell(doing)
        done = pip.wait()
    if done:
        say("\n".join(place.log.read_text("utf8").splitlines()[-5:]))
    return done


def told(line: str) -> str:
    """What a line of pip's means to who waits; nothing, mostly."""
    word, _, rest = line.strip().partition(" ")
    if word == "Downloading" and not rest.split(" ")[0].endswith(".metadata"):
        return f"downloading {rest.rpartition('/')[2]}"
    if word == "Collecting":
        return f"looking for {re.split(r'[^A-Za-z0-9._-]', rest)[0]}"
    if word == "Installing" and ":" in rest:
        return f"installing {rest.count(',') + 1} packages"
    return ""


class Ticker:
    """One line that says what is being done and for how long; where nobody watches, a line for each thing."""

    def __init__(self) -> None:
        self.doing, self.began, self.is_over = "", time.monotonic(), threading.Event()
        self.thread = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> "Ticker":
        if sys.stderr.isatty():
            self.thread.start()
        return self

    def tell(self, doing: str) -> None:
        self.doing = doing
        if not sys.stderr.isatty():
            say(f"  {doing}")

    def _tick(self) -> None:
        while not self.is_over.wait(0.2):
            line = f"  {time.monotonic() - self.began:3.0f} s  {self.doing}"[: shutil.get_terminal_size().columns - 1]
            sys.stderr.write(f"\r\033[K{line}")
            sys.stderr.flush()

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        if self.thread.is_alive():
            self.thread.join()
            sys.stderr.write("\r\033[K")


def say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


# Running.


def start(place: Place, words: list[str]) -> NoReturn:
    """Become the command."""
    if words[:1] == ["test"]:
        command = [str(place.python), str(place.root / "tests" / "run.py"), *words[1:]]
    else:
        command = [str(place.venv / "bin" / "fathom5"), *words]
    os.execv(command[0], command)


def main(root: str, *words: str) -> NoReturn:
    place = Place(Path(root))
    try:
        set_up(place, words)
    except (CannotSetUp, OSError) as wrong:
        say(f"fathom5: {wrong}")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    start(place, list(words))


if __name__ == "__main__":
    main(*sys.argv[1:])
