"""Several processes that serve one port and one PostgreSQL, and the one that looks after them.

Each listens at the port by itself, and the system deals connections out to those that listen. One that dies is started
again; its people come back to another meanwhile. All end with the one that looks after them, however that ends.
"""

import asyncio
import json
import logging
import math
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from tempfile import TemporaryDirectory
from typing import Any

from fathom5.bots.compiling import Beside
from fathom5.table.keep.database import CannotOpen, opened
from fathom5.table.keep.ledger import Ledger
from fathom5.table.keep.store import Store
from fathom5.table.play import botseats
from fathom5.table.settings import Settings
from fathom5.table.web import logs
from fathom5.table.web.app import create_app
from fathom5.table.web.server import Server, bound, configured, figures_told

log = logging.getLogger("fathom5.table")
OPEN = b"open\n"  # what a process says once it serves
LOOK = 0.1  # seconds between two looks at who is alive
BRIEF = 10.0  # who lives for less than that is started again after a pause, which grows
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
SWEEP = 60.0
GOODBYE = 5.0  # seconds to say it
NOBODY = -1  # as a process: who looks after the others serves nobody


def serve_many(
    workers: int,
    host: str,
    port: int,
    database: str | None,
    settings: Settings,
    tell: Callable[[], None] = lambda: None,
    players: Sequence[str] = (),
) -> None:
    """Serve the table in so many processes until told to stop."""
    logs.configure()
    if not (database or "").startswith("postgres"):
        why = "a SQLite file has room for one process"
        raise CannotOpen(f"--workers {workers} needs PostgreSQL: {why}; name one with --database postgresql://…")
    opened(database).dispose()
    thinkers = math.ceil(settings.thinkers / workers)
    with reserved(host, port) as taken, TemporaryDirectory(prefix="fathom5-") as folder:
        shared = replace(settings, house=folder, workers=workers, thinkers=thinkers)
        Crew(host, taken, database or "", shared, players).run(tell)


@contextmanager
def reserved(host: str, port: int) -> Iterator[int]:
    """A port that nobody else listens at, kept for those who will; CannotOpen if somebody does."""
    if not hasattr(socket, "SO_REUSEPORT"):
        raise CannotOpen("on this system several processes cannot serve one port; leave out --workers")
    with bound(host, port) as free:
        found = int(free.getsockname()[1])
    with bound(host, found, is_shared=True):
        yield found


class Crew:
    """The processes that serve, each started again when it dies."""

    def __init__(self, host: str, port: int, database: str, settings: Settings, players: Sequence[str]) -> None:
        self.settings, self.ledger = settings, Ledger(settings.house or "", NOBODY)
        self._order = {
            "host": host, "port": port, "database": database, "players": list(players)
        }  # fmt: skip
        self._workers: dict[int, subprocess.Popen[bytes]] = {}
        self._began: dict[int, float] = {}
        self._pauses = dict.fromkeys(range(settings.workers), FIRST_PAUSE)
        self._due: dict[int, float] = {}  # who is started again when
        self._is_over = threading.Event()

    def run(self, tell: Callable[[], None]) -> None:
        for signum in (signal.SIGTERM, signal.SIGINT):
            signal.signal(signum, lambda *_: self._is_over.set())
        try:
            for number in range(self.settings.workers):
                self._start(number)
            for number in range(self.settings.workers):
                self._wait_for(number)
            tell()
            swept = time.monotonic()
            while not self._is_over.wait(LOOK):
                self._look()
                if time.monotonic() > swept + SWEEP:
                    swept = time.monotonic()
                    self.ledger.sweep()
        finally:
            self._dismiss()
            self.ledger.close()

    def _start(self, number: int) -> None:
        order = self._order | {"settings": asdict(replace(self.settings, worker=number))}
        command = [sys.executable, "-m", __name__]
        worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert worker.stdin is not None
        worker.stdin.write(json.dumps(order).encode() + b"\n")
        worker.stdin.flush()  # and stays open: its end is ours
        self._workers[number], self._began[number] = worker, time.monotonic()

    def _wait_for(self, number: int) -> None:
        """At the start, whoever cannot serve says why."""
        worker = self._workers[number]
        assert worker.stdout is not None
        if not self._is_over.is_set() and (said := worker.stdout.readline()) != OPEN and not self._is_over.is_set():
            raise CannotOpen(said.decode().strip() or "a process that should serve has ended at once")

    def _look(self) -> None:
        """Who has died is started again, at once if they have lived for a while."""
        now = time.monotonic()
        for number, worker in tuple(self._workers.items()):
            if worker.poll() is None:
                continue
            self.ledger.cross_out(number)
            self._forget(number)
            is_brief = now < self._began[number] + BRIEF
            self._pauses[number] = min(LONGEST_PAUSE, 2 * self._pauses[number]) if is_brief else FIRST_PAUSE
            self._due[number] = now + self._pauses[number]
            log.warning("worker lost", extra={"why": f"worker {number} ended with {worker.returncode}"})
        for number in [number for number, due in self._due.items() if due <= now]:
            del self._due[number]
            self._start(number)

    def _forget(self, number: int) -> None:
        worker = self._workers.pop(number)
        for pipe in (worker.stdin, worker.stdout):
            if pipe is not None:
                pipe.close()

    def _dismiss(self) -> None:
        for worker in self._workers.values():
            worker.terminate()
        ends = time.monotonic() + GOODBYE
        for number, worker in tuple(self._workers.items()):
            try:
                worker.wait(max(0.01, ends - time.monotonic()))
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()
            self._forget(number)


# One of them.


class Serving(Server):
    """Says when it serves."""

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        os.write(1, OPEN)


def main() -> None:
    """Serve as we are told through the pipe that ends with who looks after us."""
    with open(0, "rb", buffering=0, closefd=False) as orders:
        order = json.loads(orders.readline())
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in order["settings"].items()
    }
    settings = Settings(**given)
    logs.configure()
    for path in order["players"]:
        botseats.bring(path)
    try:
        with bound(order["host"], order["port"], is_shared=True) as ear:
            app = create_app(Store(order["database"]), settings)
            server = Serving(configured(app, order["host"], order["port"], settings))
            threading.Thread(target=_end_together, args=(server, settings.house), daemon=True).start()
            with figures_told(app, own_address(settings)), Beside() as app.state.compiling:
                asyncio.run(server.serve([ear]))
    except CannotOpen as why:
        os.write(1, f"{why}\n".encode())
        sys.exit(2)


def own_address(settings: Settings) -> str | None:
    """Each process tells its own figures: the first at the port that was named, the others at the next ones."""
    if settings.metrics is None:
        return None
    host, colon, port = settings.metrics.rpartition(":")
    return f"{host}{colon}{int(port) + settings.worker}" if port.isascii() and port.isdigit() else settings.metrics


def _end_together(server: Server, folder: str | None) -> None:
    while os.read(0, 1):
        pass
    server.should_exit = True
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
    time.sleep(GOODBYE)
    os._exit(1)


if __name__ == "__main__":
    main()
