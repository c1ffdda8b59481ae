"""A PostgreSQL of our own, for benches and tests: the system's programs, a folder and a port."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

STARTS = 20.0  # seconds that it may take
HOW = "PostgreSQL's server is needed, which comes with the system's packages: apt-get install postgresql"


def programs() -> Path | None:
    """Where they are: on the path, or where Debian puts them."""
    found, installed = shutil.which("initdb"), sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return Path(found).resolve().parent if found else installed[-1] if installed else None


def unprivileged() -> dict[str, Any]:
    """The server refuses to run as root: then it runs as its own user."""
    if os.geteuid() != 0:
        return {}
    users = [user.pw_name for user in pwd.getpwall() if user.pw_name in ("postgres", "nobody")]
    return {"user": "postgres" if "postgres" in users else "nobody"}


class Postgres:
    """One that runs, and can be stopped and started again as it was."""

    def __init__(self, folder: Path, bin: Path, *settings: str) -> None:
        self.folder, self.bin, self.settings, self.as_whom = folder, bin, settings, unprivileged()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        if self.as_whom:
            shutil.chown(folder, self.as_whom["user"])
        command: list[str | Path] = [bin / "initdb", "-D", folder / "data", "-U", "fathom5", "-A", "trust"]
        command += ["-E", "UTF8", "--no-sync"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True, **self.as_whom)
        self.start()

    def start(self) -> None:
        command: list[str | Path] = [self.bin / "postgres", "-D", self.folder / "data", "-p", str(self.port)]
        command += ["-k", self.folder]
        for setting in ("listen_addresses=127.0.0.1", *self.settings):
            command += ["-c", setting]
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, cwd=self.folder, **quiet, **self.as_whom)
        self._wait()

    def _wait(self) -> None:
        import psycopg

        ends = time.monotonic() + STARTS
        while True:
            try:
                return psycopg.connect(self.address("postgres")).close()
            except psycopg.OperationalError:
                if time.monotonic() > ends or self.process.poll() is not None:
                    raise
                time.sleep(0.05)

    def stop(self) -> None:
        """At once, whoever is connected."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(STARTS)

    def address(self, database: str) -> str:
        return f"postgresql://fathom5@127.0.0.1:{self.port}/{database}"

    def create(self, database: str) -> str:
        """An empty database; its address."""
        import psycopg

        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f'create database "{database}"'.encode())
        return self.address(database)


@contextmanager
def running(*settings: str) -> Iterator[Postgres]:
    """A server of our own, with these settings: 'fsync=off', say."""
    bin = programs()
    if bin is None:
        raise ValueError(HOW)
    folder = Path(tempfile.mkdtemp(prefix="fathom5-postgres-"))
    try:
        server = Postgres(folder, bin, *settings)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
