"""Frames and requests that are nearly right, thrown at a house: it answers each, and people play on."""

import asyncio
import json
import random
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from fathom5 import games
from fathom5.command.bench.grammar import VARIANTS, Asked, Frame, Raw, bursts, raws, requests
from fathom5.command.bench.table import moving, post, running, seated
from fathom5.table import check

REQUESTS = 20  # bursts of frames for each few requests
A_BURST = 15 * (1 + VARIANTS)  # frames, roughly
ANSWER = 60.0  # seconds in which a house must answer or close a line, however busy the machine is
A_LINE = 10  # bursts over one line
AFTER_ALL = 40  # bursts, after which there is another table
CLOSED = {1000, 1002, 1003, 1007, 1009, 1012, 4404, 4409, 4410, 4413, 4429}  # reasons for which a line may end
DEAF = "keepalive ping timeout"  # what a socket is told that has not answered for long: ours, on a busy machine
UPGRADE = (
    "GET /t/{}/live HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
STRICT = (b"content-security-policy:", b"x-content-type-options: nosniff")


class Found(AssertionError):
    """Something that must not be."""


class Target:
    """A house, somebody who sits at a table of it, and what was answered so far."""

    def __init__(self, url: str) -> None:
        self.url, self.host = url, url.removeprefix("http://")
        self.answers, self.sent, self.bursts = Counter[str](), Counter[str](), 0
        self.wire: ClientConnection | None = None
        self.line = ExitStack()
        self.n, self.offers, self.table, self.cookie = 0, list[int](), "", ""

    def sit_down(self) -> None:
        """At a new table: two of three are in the middle of a game, the others wait for somebody."""
        number = self.bursts // AFTER_ALL
        if number % 3 < 2:
            self.table, self.cookie = asyncio.run(begun(self.url, number))
            return
        wish = {"game": games.names()[number % len(games.names())], "seats": ["me", "open"], "name": "Eve"}
        opened, self.cookie = post(f"{self.url}/tables", wish, "")
        self.table = opened.removeprefix("/t/")

    def connected(self) -> ClientConnection:
        if self.bursts % A_LINE == 0:
            self.close()
        if self.bursts % AFTER_ALL == 0:
            self.sit_down()
        if self.wire is None:
            address = f"ws://{self.host}/t/{self.table}/live"
            headers = {"Cookie": self.cookie} if self.bursts // A_LINE % 4 < 3 else {}  # some only look on
            self.wire = self.line.enter_context(
                connect(address, additional_headers=headers, compression=None, ping_interval=None, max_queue=None)
            )
        return self.wire

    def close(self) -> None:
        self.line.close()
        self.wire = None

    # Frames.

    def throw(self, burst: list[Frame]) -> None:
        """Send all of it, each with its variants, and hear until the last was answered."""
        wire = self.connected()
        self.bursts += 1
        try:
            for number, frame in enumerate(burst):
                for text in (frame.text(self.n, self.offers), *frame.variants(self.n, self.offers, number)):
                    wire.send(text)
                    self.sent["frames"] += 1
            wire.send(json.dumps({"do": "nothing", "id": f"last-{self.bursts}"}))
            self._hear(wire, f"last-{self.bursts}")
        except ConnectionClosed as end:
            code, why = (end.rcvd.code, end.rcvd.reason) if end.rcvd else (None, "")
            self.answers[f"closed {code} {why}".strip()] += 1
            self.close()
            if code not in CLOSED and why != DEAF:
                raise Found(f"the line was closed with {code} {why}") from end

    def _hear(self, wire: ClientConnection, last: str) -> None:
        told: dict[str, Any] = {}
        while told.get("id") != last:
            told = json.loads(wire.recv(ANSWER))
            self.answers[told.get("why", told["do"])] += 1
            self._take_in(told)
            if told.get("why") == "busy":
                raise Found(f"answered with busy: {told}")

    def _take_in(self, told: dict[str, Any]) -> None:
        self.n = told["n"]
        scene = told.get("scene") or told
        if told["do"] in ("sync", "change") and isinstance(scene.get("acts"), list):
            self.offers = [act["action"] for act in scene["acts"]]

    def break_(self, frames: list[Raw]) -> None:
        """Frames of which nothing need be right, over a line of their own, which is closed then."""
        if not self.table:
            self.sit_down()
        self.sent["frames"] += len(frames)
        with closing(self._line()) as wire:
            wire.sendall(UPGRADE.format(self.table, self.host, self.cookie).encode())
            try:
                if not wire.recv(65536).startswith(b"HTTP/1.1 101"):
                    raise Found("no live socket is opened any more")
                for frame in frames:
                    wire.sendall(frame.bytes())
                _end_speech(wire)
                while wire.recv(65536):
                    pass
            except (ConnectionResetError, BrokenPipeError):
                pass
        self.answers["broken lines"] += 1

    def _line(self) -> socket.socket:
        place, _, port = self.host.partition(":")
        return socket.create_connection((place, int(port)), timeout=ANSWER)

    # Requests.

    def ask(self, asked: Asked) -> None:
        """Over a line of its own; there is an answer with all headers, or the line is closed."""
        if not self.table:
            self.sit_down()
        self.sent["requests"] += 1
        with closing(self._line()) as wire:
            try:
                wire.sendall(asked.bytes(self.table, self.cookie, self.host))
                if asked.is_short:
                    _end_speech(wire)
                answer = _all_of(wire)
            except (ConnectionResetError, BrokenPipeError):
                answer = b""
        self._judge(asked, answer)

    def _judge(self, asked: Asked, answer: bytes) -> None:
        head = answer.partition(b"\r\n\r\n")[0].lower()
        status = head.split()[1].decode() if head else "closed"
        self.answers[f"http {status}"] += 1
        if status.startswith("5"):
            raise Found(f"answered with {status}: {asked}")
        if head and status not in ("100", "101") and not all(line in head for line in STRICT):
            raise Found(f"an answer without its headers: {asked}: {head!r}")


def _end_speech(wire: socket.socket) -> None:
    """Say that nothing more comes; the other end may have left before that."""
    with suppress(OSError):
        wire.shutdown(socket.SHUT_WR)


def _all_of(wire: socket.socket) -> bytes:
    """Until it is closed; a live socket that was opened says nothing more of interest after its first words."""
    answer = b""
    while chunk := wire.recv(65536):
        answer += chunk
        if answer.startswith(b"HTTP/1.1 101") or len(answer) > 1_000_000:
            break
    return answer


def fuzz(url: str, count: int, number: int = 0, tell: Callable[[int], object] = lambda _: None) -> dict[str, Any]:
    """Throw so many frames and requests at a house; what was answered how often. What must not be is raised."""
    target, began, round_ = Target(url), time.perf_counter(), 0
    while sum(target.sent.values()) < count:
        left = count - sum(target.sent.values())
        examples = max(1, min(REQUESTS, left // A_BURST))
        _examples(bursts, target.throw, examples, number + round_)
        _examples(requests, target.ask, min(examples, left), number + round_)
        _examples(raws, target.break_, min(examples, left), number + round_)
        round_ += 1
        tell(sum(target.sent.values()))
    target.close()
    plays_on(url)
    taken = time.perf_counter() - began
    return {**target.sent, "per_s": sum(target.sent.values()) / taken, **dict(target.answers.most_common())}


def _examples(of: Any, throw: Callable[[Any], None], count: int, number: int) -> None:
    """So many, drawn from this seed; the first that must not be is made small before it is told."""

    @seed(number)
    @settings(
        max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )  # fmt: skip
    @given(of)
    def each(drawn: Any) -> None:
        throw(drawn)

    each()


async def begun(url: str, number: int) -> tuple[str, str]:
    """A table at which a game is going on, and who sits there."""
    table = await seated(url, number)
    for wire in table.wires:
        await wire.close()
    return table.id, table.cookies[0]


def plays_on(url: str) -> None:
    """People sit down after all that, and move."""

    async def moves() -> list[float]:
        table = await seated(url, 0)
        taken = await moving(table, 1.0, random.Random(1), pause=0.05)
        for wire in table.wires:
            await wire.close()
        return taken

    if not asyncio.run(moves()):
        raise Found("nobody can move any more")


def measure(count: int, tell: Callable[[int], object] = lambda _: None) -> dict[str, Any]:
    """On a house of its own; at the end all of its tables are whole."""
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "t.db")
        with running(database) as server:
            start, figures = server.memory(), fuzz(server.url, count, tell=tell)
            figures |= {"times_its_start": server.memory() / start}
        torn = [found.table for found in check(database) if found.wrong]
        if torn:
            raise Found(f"tables that are not whole: {torn}")
        return figures
