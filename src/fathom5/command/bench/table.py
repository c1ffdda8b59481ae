"""How the table bears a crowd: many tables, each with people at real sockets who move once a second.

Half of the sockets have a wide stage and half a tall one, and every table has both: each picture is composed twice.
The crowd is one process and the server another, or several; how much of a core each needs is told with the figures,
for a crowd that is out of breath would measure itself. At some of the tables there may be bots alone, the strongest,
that think all the time: what they take from the others is seen in the times of the others.
"""

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import fathom5
from fathom5 import games
from fathom5.command.bench import clicks, postgres
from fathom5.scene import SHAPES, TALL
from fathom5.table import dice
from fathom5.table.settings import Settings
from fathom5.table.web import workers
from fathom5.table.web.server import serve as run

CROWD = Settings(
    openings=(1e9, 1e9),
    frames=(1e9, 1e9),
    budget=(1e9, 1e9),
    all_sockets=100_000,
    address_sockets=100_000,
    connections=100_000,
    idle=3600,
    bot_pause=0,
    hand_pause=0,
    forced_pause=0,
)
SOURCES = str(Path(fathom5.__file__).parents[1])
WORDS = "be" * 16
PEOPLE, WATCHERS = 2, 1  # at each table
STRONGEST = "bot:leviathan"
STARTS = 60.0  # seconds that a server may take to answer
STARTING = 8.0  # seconds in which bots begin to think
ids = count()


# A server in a process of its own.


@dataclass
class Running:
    """A server that was started, of one process or several, and how long that took."""

    process: subprocess.Popen[bytes]
    port: int
    start_s: float

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def memory(self) -> int:
        """Bytes that are its own and in use."""
        lines = [line for pid in self.pids() for line in Path(f"/proc/{pid}/status").read_text().splitlines()]
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))

    def cpu(self) -> float:
        """Seconds that it has computed so far, without those in which bots thought."""
        return sum(sum(map(int, facts_of(pid)[11:13])) for pid in self.pids()) / os.sysconf("SC_CLK_TCK")

    def pids(self) -> list[int]:
        """The processes that serve: the one that was started, and those that it has started to serve with it."""
        everybody = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
        children = [pid for pid in everybody if facts_of(pid)[1:2] == [str(self.process.pid)]]
        return [self.process.pid, *(pid for pid in children if workers.__name__ in words_of(pid))]

    def work(self) -> float:
        """The same, to the microsecond, where Linux tells it of other processes."""
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def stop(self) -> float:
        """Seconds until it has stopped when told to."""
        began = time.perf_counter()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(STARTS)
        return time.perf_counter() - began


def facts_of(pid: int) -> list[str]:
    """What the system tells of a process, from its state on; nothing if it has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def words_of(pid: int) -> list[str]:
    """How it was called."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    except OSError:
        return []


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def running(database: str, processes: int = 1, **settings: Any) -> Iterator[Running]:
    """A server on a free port, ready to answer; more of its settings can be named."""
    port, began = free_port(), time.perf_counter()
    found = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (SOURCES, os.environ.get("PYTHONPATH"))))}
    words = [str(port), database, str(processes), json.dumps(settings)]
    process = subprocess.Popen([sys.executable, "-m", __spec__.name, *words], env=found, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        process.stdout.readline()  # that all of it is open
        while not answers(port):
            if process.poll() is not None or time.perf_counter() - began > STARTS:
                raise RuntimeError("the server does not start")
            time.sleep(0.01)
        yield Running(process, port, time.perf_counter() - began)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1) as answer:
            return bool(json.load(answer)["ok"])
    except OSError:
        return False


# A crowd.


@dataclass
class Table:
    """A table with its sockets, and when each of them had heard how much."""

    id: str
    address: str  # of the live socket
    number: int = 0
    wires: list[ClientConnection] = field(default_factory=list)
    heard: list[int] = field(default_factory=list)  # n, by socket
    heard_at: float = 0.0  # when the last message came in
    news: asyncio.Event = field(default_factory=asyncio.Event)
    seat: int = -2  # to move
    acts: list[dict[str, Any]] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    done: int = 0  # n after the last command
    refused: list[str] = field(default_factory=list)  # why
    closed: list[str] = field(default_factory=list)  # sockets by the house, and what it said
    cookies: list[str] = field(default_factory=list)  # of those who sit there
    tasks: list[asyncio.Task[None]] = field(default_factory=list)  # that listen

    def stage_of(self, place: int) -> str:
        """Where a socket connects: wide and tall stages take turns, at each table and from table to table."""
        return f"{self.address}?shape={SHAPES[(self.number + place) % len(SHAPES)]}"


async def seated(url: str, number: int) -> Table:
    """A table of a game, each in its turn, with two people and someone who looks on, ready to move."""
    name = games.names()[number % len(games.names())]
    opened, cookie = await asyncio.to_thread(post, f"{url}/tables", _wish(name), "")
    table = Table(opened.removeprefix("/t/"), url.replace("http", "ws") + f"{opened}/live", number)
    _, other = await asyncio.to_thread(post, f"{url}/t/{table.id}/join", {"seat": 1, "name": "Ben"}, "")
    table.cookies = [cookie, other]
    for seat, held in enumerate((cookie, other, *[""] * WATCHERS)):
        cookie_header = {"Cookie": held} if held else {}
        stage = table.stage_of(seat)
        wire = await connect(
            stage, additional_headers=cookie_header, compression=None, max_queue=None, ping_interval=None
        )
        table.wires.append(wire)
        table.heard.append(0)
        asyncio.get_running_loop().create_task(listen(table, seat, wire))
    async with asyncio.timeout(60):
        while table.seat < 0 or not table.acts:
            await news_at(table)
    return table


def _wish(name: str) -> dict[str, Any]:
    return {"game": name, "seats": ["me", *["open"] * (PEOPLE - 1)], "name": "Ada"}


def post(url: str, body: dict[str, Any], cookie: str) -> tuple[str, str]:
    """Where it leads, and the cookie that came with it."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.build_opener(_Stay).open(request, timeout=30) as answer:
        return answer.headers.get("location", ""), (answer.headers.get("set-cookie") or cookie).split(";")[0]


class _Stay(urllib.request.HTTPRedirectHandler):
    def http_error_303(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        return fp


async def news_at(table: Table) -> None:
    table.news.clear()
    await table.news.wait()


async def listen(table: Table, seat: int, wire: ClientConnection) -> None:
    """Hear what a socket is told until it is closed, which is noted: who waits for it must not wait for ever."""
    with suppress(ConnectionClosed):
        await _hear(table, seat, wire)
    table.closed.append(f"{wire.close_code} {wire.close_reason}".strip())
    table.news.set()


async def _hear(table: Table, seat: int, wire: ClientConnection) -> None:
    """What is said, and do what is asked for before the start."""
    async for text in wire:
        table.heard_at = time.perf_counter()
        message = json.loads(text)
        table.sizes.append(len(text))
        table.heard[seat] = max(table.heard[seat], message["n"])
        if (fair := message.get("fair")) and fair["asks"]:
            await wire.send(json.dumps({"do": "words", **said(table, seat, fair)}))
            await wire.send(json.dumps({"do": "auto", "on": False}))
        if message["do"] in ("done", "refused") and message["id"]:
            table.done = message["n"]
            table.refused += [message["why"]] if message["do"] == "refused" else []
        scene = message.get("scene") or message
        if message["do"] in ("sync", "change") and scene.get("acts"):
            table.seat, table.acts = seat, scene["acts"]
        table.news.set()


def said(table: Table, seat: int, fair: dict[str, Any]) -> dict[str, str]:
    """What a seat answers before the start."""
    if fair["asks"] == "words":
        return {"words": WORDS, "seal": dice.Seal.of(fair["seal"]).digest.hex()}
    return {"commitment": dice.seat_commitment(table.id, seat, WORDS)}


async def moving(
    table: Table, seconds: float, luck: random.Random, pause: float = 1.0, tell: Callable[[], object] = lambda: None
) -> list[float]:
    """A move a second; for each the time until the last socket had heard all of it. Told before and after each."""
    times: list[float] = []
    await asyncio.sleep(pause * luck.random())
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends and table.acts:
        tell()
        began = time.perf_counter()
        action, turn, table.acts, table.done = luck.choice(table.acts)["action"], max(table.heard), [], 0
        sent = {"do": "act", "id": f"b{next(ids)}", "turn": turn, "action": action}
        await table.wires[table.seat].send(json.dumps(sent))
        while not table.closed and (not table.done or min(table.heard) < table.done):
            await news_at(table)
        if table.closed:
            break
        times.append(table.heard_at - began)
        tell()
        await asyncio.sleep(max(0.0, pause - times[-1]))
    return times


async def quiet(server: Running) -> None:
    """Wait until the server has nothing to do: when it starts, it warms up beside its work."""
    spent = -1.0
    while server.cpu() - spent > 0.05:
        spent = server.cpu()
        await asyncio.sleep(1)


@dataclass
class Idle:
    """Bytes that are taken while nobody moves."""

    table: float  # begun, without its sockets
    socket: float  # of one who looks on


async def thinking(url: str, number: int) -> ClientConnection:
    """A table of the strongest bots, and someone who looks on: it waits for its turn to think, again and again."""
    name = games.names()[number % len(games.names())]
    opened, _ = await asyncio.to_thread(post, f"{url}/tables", {"game": name, "seats": [STRONGEST] * PEOPLE}, "")
    address = url.replace("http", "ws") + f"{opened}/live"
    return await connect(address, compression=None, max_queue=None, ping_interval=None)  # nobody reads what it is told


async def idle_memory(server: Running, tables: int) -> tuple[list[Table], Idle]:
    """All tables, and what they take.

    Before that there is a table of each game, so that what all tables of a game share is not counted. What a socket
    takes is seen when as many again look on as there are tables; the rest is the table's.
    """
    first = [await seated(server.url, number) for number in range(len(games.names()))]
    before = await settled_memory(server)
    found = [await seated(server.url, number) for number in range(tables)]
    with_sockets = await settled_memory(server)
    watching = [await connect(table.stage_of(PEOPLE), compression=None, ping_interval=None) for table in found]
    socket = (await settled_memory(server) - with_sockets) / tables
    for wire in [*watching, *(wire for table in first for wire in table.wires)]:
        await wire.close()
    return found, Idle((with_sockets - before) / tables - (PEOPLE + WATCHERS) * socket, socket)


async def settled_memory(server: Running) -> int:
    await quiet(server)
    return server.memory()


async def crowd(server: Running, tables: int, seconds: float, bots: int = 0) -> dict[str, Any]:
    """Seat all, let them be idle, let them move; at so many of the tables there are bots alone."""
    all_tables, idle = await idle_memory(server, tables - bots)
    watching = [await thinking(server.url, number) for number in range(bots)]
    await asyncio.sleep(STARTING if bots else 0)
    for table in all_tables:
        table.sizes.clear()
    began, cpu, own_cpu = time.perf_counter(), server.cpu(), time.process_time()
    taken = await asyncio.gather(*(moving(table, seconds, random.Random(n)) for n, table in enumerate(all_tables)))
    lasted, cpu, own_cpu = time.perf_counter() - began, server.cpu() - cpu, time.process_time() - own_cpu
    times = sorted(spent for spents in taken for spent in spents)
    closed = sorted({why for table in all_tables for why in table.closed})
    sizes = sorted(size for table in all_tables for size in table.sizes)
    wires = [wire for table in all_tables for wire in table.wires]
    await asyncio.gather(*(wire.close() for wire in wires))
    await asyncio.gather(*(wire.close() for wire in watching))
    return {
        "tables": tables,
        "tables_of_bots": bots,
        "sockets": len(wires) + bots,
        "sockets_of_tall_stages": sum(TALL in str(wire.request and wire.request.path) for wire in wires),
        "moves": len(times),
        "refused": ", ".join(sorted({why for table in all_tables for why in table.refused})) or "none",
        "closed": ", ".join(closed) or "none",
        "moves_per_s": len(times) / seconds,  # each table moves for so long, though not all begin together
        "delivery_p50_ms": 1000 * median(times),
        "delivery_p95_ms": 1000 * quantiles(times, n=20)[-1],
        "delivery_max_ms": 1000 * times[-1],
        "message_median_bytes": median(sizes),
        "message_p95_bytes": quantiles(sizes, n=20)[-1],
        "idle_table_kb": idle.table / 1000,
        "idle_socket_kb": idle.socket / 1000,
        "server_cpu": cpu / lasted,
        "server_cpu_per_move_ms": 1000 * cpu / len(times),
        "crowd_cpu": own_cpu / lasted,
    }


def serve(
    tables: int = 200,
    seconds: float = 15.0,
    database: str | None = None,
    browser: bool = False,
    processes: int = 1,
    bots: int = 0,
) -> dict[str, Any]:
    """All figures of the table, measured on a server in processes of its own; in a browser too, if wanted."""
    pauses = {name: getattr(Settings(), name) for name in ("bot_pause", "hand_pause")} if bots else {}
    with kept_in(database, processes) as where, running(where, processes, **pauses) as server:
        figures = asyncio.run(crowd(server, tables, seconds, bots))
        if browser:
            figures |= clicks.measured(server.url)
        return {"processes": processes, **figures, "start_s": server.start_s, "stop_s": server.stop()}


@contextmanager
def kept_in(database: str | None, processes: int) -> Iterator[str]:
    """The database that was named; else a file, or for several processes a PostgreSQL of our own."""
    if database is not None:
        yield database
    elif processes > 1:
        with postgres.running() as found:
            yield found.create("bench")
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield f"{folder}/bench.db"


def main(port: str, database: str, processes: str, settings: str) -> None:
    """Serve a crowd."""
    chosen, tell = replace(CROWD, **json.loads(settings)), partial(print, "open", flush=True)
    run("127.0.0.1", int(port), database, settings=chosen, workers=int(processes), tell=tell)


if __name__ == "__main__":
    main(*sys.argv[1:])
