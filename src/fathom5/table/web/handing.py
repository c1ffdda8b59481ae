"""All live sockets of a table in one process, wherever they come in.

Processes that share a port get connections as they come. Every table has a home among them, by its id; a live socket
that comes in elsewhere is handed over there, still unread, as an open file. Nothing depends on it: where the home does
not answer, the socket stays where it is, and news of the table come through the database. It only saves work.
"""

import array
import asyncio
import logging
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from fathom5.table.settings import Settings

log = logging.getLogger("fathom5.table")
LIVE = re.compile(rb"/t/([\w-]+)/live(?:\?|$)")
LARGEST = 65_536  # bytes of a request that is handed over
FILE = array.array("i").itemsize
Take = Callable[[socket.socket, bytes], None]


def home_of(table: bytes, workers: int) -> int:
    """The process where a table is at home."""
    return int.from_bytes(sha256(table).digest()[:8], "big") % workers


class Hand:
    """Hands sockets over to other processes of the house, and takes theirs."""

    def __init__(self, settings: Settings) -> None:
        self.folder, self.worker, self.workers = Path(settings.house or ""), settings.worker, settings.workers
        self._take: Take = lambda connection, request: connection.close()
        self._lines: dict[int, socket.socket] = {}  # to the others
        self._ear: socket.socket | None = None
        self._heard: set[socket.socket] = set()  # from the others

    # Giving.

    def give(self, target: bytes, connection: socket.socket, request: bytes) -> bool:
        """Whether somebody else has taken this connection, for it is theirs."""
        found = LIVE.match(target)
        home = home_of(found[1], self.workers) if found else self.worker
        if home == self.worker or len(request) > LARGEST:
            return False
        try:
            files = array.array("i", [connection.fileno()])
            self._line(home).sendmsg([request], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
        except OSError:  # nobody is at home, or they are too busy
            if (line := self._lines.pop(home, None)) is not None:
                line.close()
            return False
        return True

    def _line(self, home: int) -> socket.socket:
        if home not in self._lines:
            line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            try:
                line.setblocking(False)
                line.connect(str(self.folder / str(home)))
            except OSError:
                line.close()
                raise
            self._lines[home] = line
        return self._lines[home]

    # Taking.

    def open(self, take: Take) -> None:
        """Be at home: what others hand over is taken in this way."""
        self._take = take
        own = self.folder / str(self.worker)
        own.unlink(missing_ok=True)  # of one who was killed
        self._ear = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._ear.setblocking(False)
        self._ear.bind(str(own))
        self._ear.listen(64)
        asyncio.get_running_loop().add_reader(self._ear, self._answer, self._ear)

    def _answer(self, ear: socket.socket) -> None:
        with suppress(BlockingIOError):
            line, _ = ear.accept()
            line.setblocking(False)
            self._heard.add(line)
            asyncio.get_running_loop().add_reader(line, self._hear, line)

    def _hear(self, line: socket.socket) -> None:
        try:
            request, files, _, _ = socket.recv_fds(line, LARGEST, 1)
        except BlockingIOError:
            return
        except OSError:
            request, files = b"", []
        if not request:
            self._hang_up(line)
        for number in files:
            self._take(socket.socket(fileno=number), request)

    def _hang_up(self, line: socket.socket) -> None:
        asyncio.get_running_loop().remove_reader(line)
        self._heard.discard(line)
        line.close()

    def close(self) -> None:
        for line in tuple(self._heard):
            self._hang_up(line)
        for line in self._lines.values():
            line.close()
        if self._ear is not None:
            asyncio.get_running_loop().remove_reader(self._ear)
            self._ear.close()
