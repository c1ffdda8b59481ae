"""How long somebody waits who is new here: from a fresh copy of the project to each thing that can be done with it.

The copy, its environment and all its caches lie in a folder of their own, which is removed at the end.
"""

import asyncio
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

from websockets.asyncio.client import connect

import fathom5
from fathom5 import games
from fathom5.command.bench import table as crowd

ROOT = Path(fathom5.__file__).parents[2]
PARTS = ("fathom5", "pyproject.toml", "README.md", "LICENSE", "src", "tests")  # of the project, to be copied
EXAMPLE = re.compile(r"```python\n(.*?)```", re.DOTALL)
PICTURE = re.compile(r'<img src="(/games/[^"]*\.svg)"')  # those of a browser that prefers light
INSTALL, COMMAND, READY = 1800.0, 120.0, 1800.0  # seconds that each may take before it counts as broken
SEATS = 4  # at a table, one of them ours
CLICKS = 20.0  # seconds in which somebody clicks at each table as soon as it is their turn
TAKES = 3  # of what is measured warm; the best counts
PULSE = 0.02  # seconds between two questions whether the server still answers
QUICK = re.compile("PYTHON|NUMBA|VIRTUAL_ENV|XDG_|FATHOM5_")  # settings that would make it another's start


class Stage(NamedTuple):
    """Something to wait for."""

    stage: str
    seconds: float
    to_reach: float | None = None  # on two quiet cores


# A fresh place.


class Place(NamedTuple):
    """A copy of the project in which nothing was ever run."""

    folder: Path

    @property
    def root(self) -> Path:
        return self.folder / "copy"

    @property
    def python(self) -> Path:
        return self.root / ".venv" / "bin" / "python"

    @property
    def env(self) -> dict[str, str]:
        """Settings under which all that is kept is kept here."""
        found = {name: value for name, value in os.environ.items() if not QUICK.match(name)}
        homes = {"XDG_CACHE_HOME": "cache", "XDG_DATA_HOME": "data", "PIP_CACHE_DIR": "pip", "UV_CACHE_DIR": "uv"}
        return found | {name: str(self.folder / home) for name, home in homes.items()}

    def run(self, *command: str | Path, patience: float = COMMAND, ends: int = 0) -> float:
        """Seconds that a command takes, which is to end with this code."""
        began = time.perf_counter()
        done = subprocess.run(
            command, cwd=self.root, env=self.env, timeout=patience, text=True, capture_output=True, check=False
        )
        if done.returncode != ends:
            raise RuntimeError(f"{' '.join(map(str, command[1:]))} fails:\n{done.stderr[-2000:]}")
        return time.perf_counter() - began

    def fathom5(self, *words: str, patience: float = COMMAND, ends: int = 0) -> float:
        return self.run(self.root / "fathom5", *words, patience=patience, ends=ends)


@contextmanager
def fresh() -> Iterator[Place]:
    """A copy in an empty folder, removed in the end."""
    if not (ROOT / "pyproject.toml").exists():
        raise ValueError("bench start needs the whole project: run it as ./fathom5 in a clone")
    with tempfile.TemporaryDirectory(prefix="fathom5-start-") as folder, cleaning_up():
        place = Place(Path(folder))
        place.root.mkdir()
        for part in PARTS:
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, place.root / part, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, place.root)
        yield place


@contextmanager
def cleaning_up() -> Iterator[None]:
    """Who is told to stop removes all first, as when interrupted at the keyboard."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


# What is waited for.


def stages() -> Iterator[Stage]:
    """All of it, in the order in which somebody new meets it."""
    with fresh() as place:
        yield Stage("installing, for games", place.fathom5("games", patience=INSTALL))
        yield Stage("installing more, for serve", place.fathom5("verify", "nothing", patience=INSTALL, ends=2))
        yield from library(place)
        yield from serving(place)
        yield from after_a_change(place)
        yield Stage("installing the rest, for test", place.fathom5("test", "--help", patience=INSTALL))


def library(place: Place) -> Iterator[Stage]:
    """Python and the commands that only ask."""
    (example,) = EXAMPLE.findall((place.root / "README.md").read_text("utf8"))
    yield Stage("import fathom5", place.run(place.python, "-c", "import fathom5"))
    yield Stage("the ten lines of the README", place.run(place.python, "-c", example), 3.0)
    for words in (("--help",), ("games",), ("rules", games.names()[0])):
        took = min(place.fathom5(*words) for _ in range(TAKES))
        yield Stage(f"fathom5 {' '.join(words)}, warm", took, 0.5)


def serving(place: Place) -> Iterator[Stage]:
    """The table, in an empty cache."""
    with Served(place) as served:
        yield Stage("serve: first page with its pictures", served.first_page(), 3.0)
        yield from asyncio.run(served.tables(games.names()))
        yield from served.getting_ready()


def after_a_change(place: Place) -> Iterator[Stage]:
    """One line of one game's rules is another; the others are as they were."""
    name = games.names()[0]
    found = sorted((place.root / "src" / "fathom5" / "games" / name).glob("rules*/verbs.py"))
    path = found[0] if found else place.root / "src" / "fathom5" / "games" / name / "rules.py"
    path.write_text(path.read_text("utf8") + "\nCHANGED = True\n", "utf8")
    with Served(place) as served:
        served.first_page()
        for stage in asyncio.run(served.tables([name])):
            yield stage._replace(stage=f"after a change: {stage.stage}")
        for stage in served.getting_ready():
            yield stage._replace(stage=f"after a change: {stage.stage}", to_reach=30.0 if name in stage.stage else None)


class Served:
    """A server of that place, from when it was called for."""

    def __init__(self, place: Place) -> None:
        self.place, self.port = place, crowd.free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.pauses: list[float] = []  # of its answers, in seconds

    def __enter__(self) -> "Served":
        command = [str(self.place.root / "fathom5"), "serve", "--port", str(self.port)]
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            [*command, "--database", str(self.place.folder / "tables.db")],
            cwd=self.place.root,
            env=self.place.env,
            start_new_session=True,  # it starts compilers, which must end with it
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def since(self) -> float:
        return time.perf_counter() - self.began

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.url + path, timeout=COMMAND) as answer:
            return bytes(answer.read())

    def first_page(self) -> float:
        """Seconds until a browser has all that it shows."""
        while not crowd.answers(self.port):
            if self.process.poll() is not None or self.since() > COMMAND:
                raise RuntimeError("the server does not start")
            time.sleep(0.01)
        pictures = sorted(set(PICTURE.findall(self.get("/").decode())))
        if len(pictures) < len(games.names()):
            raise RuntimeError("the first page has lost its pictures")
        with ThreadPoolExecutor(6) as browser:
            list(browser.map(self.get, pictures))
        return self.since()

    # Tables.

    async def tables(self, names: tuple[str, ...] | list[str]) -> list[Stage]:
        """A table of each with hinted bots, and clicks there while nothing is compiled yet."""
        seated = await asyncio.gather(*(with_bots(self.url, name) for name in names))
        opened = Stage("serve: tables of all games, against hinted bots", self.since(), 5.0)
        taken = await asyncio.gather(*(clicking(table, random.Random(n)) for n, table in enumerate(seated)))
        for table in seated:
            for wire in table.wires:
                await wire.close()
        times = [spent for spents in taken for spent in spents]
        return [opened, Stage(f"serve: a click at a cold table, p95 of {len(times)}", quantiles(times, n=20)[-1], 0.1)]

    # Searches.

    def getting_ready(self) -> Iterator[Stage]:
        """When each game's search is there, and how long the server was silent at most until the last came."""
        waiting = set(games.names())
        while waiting:
            if self.process.poll() is not None or self.since() > READY:
                raise RuntimeError(f"no search came for {', '.join(sorted(waiting))}")
            for name in sorted(self.ready_among(waiting)):
                waiting.remove(name)
                yield Stage(f"serve: {name} searches", self.since())
            time.sleep(PULSE)
        yield Stage("serve: longest silence while games were loaded", max(self.pauses), 0.05)

    def ready_among(self, waiting: set[str]) -> set[str]:
        began = time.perf_counter()
        told: dict[str, Any] = json.loads(self.get("/searches"))
        self.pauses.append(time.perf_counter() - began)
        if broken := [name for name in waiting if not told[name]["comes"]]:
            raise RuntimeError(f"{broken[0]} will never search here")
        return {name for name in waiting if told[name]["share"] >= 1}


ids = count()


async def with_bots(url: str, name: str) -> crowd.Table:
    """A table of four where the others are bots, as soon as something has happened or can be done there."""
    seats = min(SEATS, int(games.load(name).options["players"].allowed[-1]))
    wish = {"game": name, "seats": ["me", *["bot:hinted"] * (seats - 1)], "name": "Ada"}
    opened, cookie = await asyncio.to_thread(crowd.post, f"{url}/tables", wish, "")
    table = crowd.Table(opened.removeprefix("/t/"), url.replace("http", "ws") + f"{opened}/live")
    wire = await connect(table.address, additional_headers={"Cookie": cookie}, compression=None, max_queue=None)
    table.wires.append(wire)
    table.heard.append(0)
    table.tasks.append(asyncio.create_task(crowd.listen(table, 0, wire)))
    await wire.send(json.dumps({"do": "start"}))
    async with asyncio.timeout(COMMAND):
        while not table.acts and not max(table.heard):
            await crowd.news_at(table)
    return table


async def clicking(table: crowd.Table, luck: random.Random) -> list[float]:
    """For so long, seconds from each click until it was answered."""
    times: list[float] = []
    ends = time.perf_counter() + CLICKS
    while (left := ends - time.perf_counter()) > 0:
        try:
            async with asyncio.timeout(left):
                while not table.acts:
                    await crowd.news_at(table)
        except TimeoutError:
            break
        began, action = time.perf_counter(), luck.choice(table.acts)["action"]
        table.acts, table.done = [], 0
        sent = {"do": "act", "id": f"s{next(ids)}", "turn": max(table.heard), "action": action}
        await table.wires[0].send(json.dumps(sent))
        async with asyncio.timeout(COMMAND):
            while not table.done:
                await crowd.news_at(table)
        times.append(time.perf_counter() - began)
    return times
