"""Innocent tables beside each attack: how long their moves take, and how much memory the house needs meanwhile.

The house is `fathom5 serve` as it comes, with the limits that everybody has.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from fathom5.command.bench.attackers import ATTACKS
from fathom5.command.bench.table import SOURCES, STARTS, Running, Table, answers, free_port, moving, quiet, seated

INNOCENTS = 4  # tables beside each attack
PAUSE = 0.25  # seconds between two moves at each of them
BEGINS = 1.0  # seconds until an attack is in full swing
NICE = 10  # attackers come from elsewhere: they shall not take the house's own cores
QUIET = "nobody"


@contextmanager
def house(database: str) -> Iterator[Running]:
    """`fathom5 serve`, ready to answer."""
    port, began = free_port(), time.perf_counter()
    found = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (SOURCES, os.environ.get("PYTHONPATH"))))}
    command = [sys.executable, "-m", "fathom5", "serve", "--port", str(port), "--database", database]
    process = subprocess.Popen(command, env=found, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not answers(port):
            if process.poll() is not None or time.perf_counter() - began > STARTS:
                raise RuntimeError("the server does not start")
            time.sleep(0.02)
        yield Running(process, port, time.perf_counter() - began)
    finally:
        process.kill()
        process.wait()


@dataclass
class Seen:
    """Moves at innocent tables: how long each took until all had seen it, and what the house computed meanwhile."""

    times: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)


async def innocent(server: Running, first: int, seconds: float) -> Seen:
    there, found = [await seated(server.url, first + number) for number in range(INNOCENTS)], Seen()
    async with asyncio.timeout(seconds + 60):
        await asyncio.gather(*(_moves(server, table, first + n, seconds, found) for n, table in enumerate(there)))
    for table in there:
        for wire in table.wires:
            await wire.close()
    return found


async def _moves(server: Running, table: Table, seed: int, seconds: float, found: Seen) -> None:
    looks: list[float] = []
    found.times += await moving(table, seconds, random.Random(seed), PAUSE, lambda: looks.append(server.work()))
    found.work += [after - before for before, after in zip(looks[::2], looks[1::2])]


async def memory(server: Running, most: list[int]) -> None:
    """The most that it has needed, seen several times a second."""
    while True:
        most.append(server.memory())
        await asyncio.sleep(0.2)


async def beside(server: Running, name: str, first: int, seconds: float) -> tuple[Seen, int, dict[str, int]]:
    """Innocent tables beside an attack: moves, memory, and what the attackers did."""
    most: list[int] = []
    watching = asyncio.create_task(memory(server, most))
    command = ["nice", "-n", str(NICE), sys.executable, "-m", "fathom5.command.bench.attackers"]
    found = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (SOURCES, os.environ.get("PYTHONPATH"))))}
    attackers = None
    if name != QUIET:
        words = (name, str(server.port), str(seconds + BEGINS))
        attackers = await asyncio.create_subprocess_exec(*command, *words, stdout=asyncio.subprocess.PIPE, env=found)
        await asyncio.sleep(BEGINS)
    seen = await innocent(server, first, seconds)
    done = {}
    if attackers is not None:
        said, _ = await attackers.communicate()
        done = json.loads(said.splitlines()[-1])
    watching.cancel()
    return seen, max(most), done


def told(name: str, seen: Seen, most: int, start: int, done: dict[str, int]) -> dict[str, Any]:
    """Times are of a machine that does nothing else; what was computed meanwhile tells the same on a busy one."""
    return {
        "attack": name,
        "moves": len(seen.times),
        "p50_ms": 1000 * median(seen.times),
        "p99_ms": 1000 * p99(seen.times),
        "work_p99_ms": 1000 * p99(seen.work),
        "memory_mb": most / 1e6,
        "times_its_start": most / start,
        "done": ", ".join(f"{what} {count}" for what, count in sorted(done.items())),
    }


def p99(found: list[float]) -> float:
    return quantiles(found, n=100, method="inclusive")[-1]


async def _measured(
    server: Running, names: list[str], seconds: float, tell: Callable[[dict[str, Any]], object]
) -> list[dict[str, Any]]:
    await quiet(server)
    rows = list[dict[str, Any]]()
    await innocent(server, 0, 2.0)  # what is loaded with the first tables is no harm that anybody did
    start = server.memory()
    for number, name in enumerate([QUIET, *names], 1):
        seen, most, done = await beside(server, name, number * INNOCENTS, seconds)
        rows.append(told(name, seen, most, start, done))
        tell(rows[-1])
        await quiet(server)
    return rows


def measure(
    seconds: float = 10.0, names: list[str] | None = None, tell: Callable[[dict[str, Any]], object] = lambda _: None
) -> list[dict[str, Any]]:
    """All attacks, one after the other, on one house."""
    with tempfile.TemporaryDirectory() as folder, house(str(Path(folder) / "t.db")) as server:
        return asyncio.run(_measured(server, names or list(ATTACKS), seconds, tell))
