"""Those who want to spoil it, each in its own way, for so many seconds: in a process of their own, on loopback alone.

They come from many addresses of this machine (127.0.1.2 and on), as others come from many places; what each address
may do is what the house allows it.
"""

import asyncio
import contextlib
import json
import os
import socket
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from fathom5 import games
from fathom5.door import load
from fathom5.table.play.commands import COMMANDS

HALF_OPEN = 3000
SOCKETS = 100
FRAMES = 20  # commands a second that a socket may send
ADDRESSES = 10
LATE = 15.0  # seconds at most until all have gone
GONE = (OSError, WebSocketException, asyncio.TimeoutError, EOFError)


class Place:
    """The house under attack, and until when."""

    def __init__(self, port: int, seconds: float, network: int = 0) -> None:
        self.port, self.ends, self.seconds, self.network = port, time.monotonic() + seconds, seconds, network
        self.done = Counter[str]()

    @property
    def is_open(self) -> bool:
        return time.monotonic() < self.ends

    def address(self, number: int) -> tuple[str, int]:
        """Where one comes from."""
        return f"127.0.{self.network}.{2 + number % ADDRESSES}", 0

    async def asked(self, number: int, request: bytes) -> int:
        """A whole request over a line of its own; its status, 0 if there was no answer."""
        try:
            async with asyncio.timeout(5):
                reading, writing = await asyncio.open_connection(
                    "127.0.0.1", self.port, local_addr=self.address(number)
                )
                writing.write(request)
                answer = await reading.readline()
                writing.close()
                return int(answer.split()[1]) if answer else 0
        except (*GONE, ValueError, IndexError):
            return 0

    async def posted(self, number: int, path: str, body: bytes, kind: str = "application/json") -> int:
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        status = await self.asked(number, head.encode() + b"Connection: close\r\n\r\n" + body)
        self.done[f"{status}"] += 1
        return status

    async def table(self, number: int, seats: list[str], game: str | None = None) -> tuple[str, str] | None:
        """A table of one's own: its id and the cookie that goes with it."""
        body = json.dumps({"game": game or games.names()[0], "seats": seats, "name": "Eve"}).encode()
        head = (
            f"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
        )
        reading, writing = await asyncio.open_connection("127.0.0.1", self.port, local_addr=self.address(number))
        writing.write(head.encode() + b"\r\nConnection: close\r\n\r\n" + body)
        answer = (await reading.read()).decode("latin-1")
        writing.close()
        found = {line.partition(": ")[0].lower(): line.partition(": ")[2] for line in answer.split("\r\n")}
        if "location" not in found:
            return None
        return found["location"].removeprefix("/t/"), found["set-cookie"].split(";")[0]

    def live(self, number: int, table: str, cookie: str = "", **more: Any) -> Any:
        headers = {"Cookie": cookie} if cookie else {}
        return connect(
            f"ws://127.0.0.1:{self.port}/t/{table}/live",
            additional_headers=headers,
            compression=None,
            ping_interval=None,
            local_addr=self.address(number),
            **more,
        )

    async def many(self, one: Callable[["Place", int], Awaitable[None]], count: int) -> None:
        """So many at once, each of whom begins anew when it was let go, until time is up: it begins to run now."""
        self.ends = time.monotonic() + self.seconds

        async def again(number: int) -> None:
            while self.is_open:
                with contextlib.suppress(*GONE):
                    await one(self, number)
                await asyncio.sleep(0.01)

        await asyncio.gather(*(again(number) for number in range(count)))


# The attacks.


async def deaf(place: Place) -> None:
    """Sockets that ask for much and never read."""
    own = await place.table(0, ["me", "bot:hinted"])

    async def one(place: Place, number: int) -> None:
        wire = socket.socket()
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        wire.bind(place.address(number))
        wire.setblocking(False)
        loop = asyncio.get_running_loop()
        try:
            await loop.sock_connect(wire, ("127.0.0.1", place.port))
            await loop.sock_sendall(wire, _upgrade(own))
            place.done["sockets"] += 1
            while place.is_open:
                async with asyncio.timeout(2):
                    await loop.sock_sendall(wire, _frame(b'{"do":"since","n":-1}'))
                place.done["frames"] += 1
                await asyncio.sleep(1 / FRAMES)
        finally:
            wire.close()

    await place.many(one, SOCKETS)


def _upgrade(own: tuple[str, str] | None) -> bytes:
    table, cookie = own or ("none", "")
    return (
        f"GET /t/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
    ).encode()


def _frame(text: bytes) -> bytes:
    """A short text, masked with zeros."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


async def half_open(place: Place) -> None:
    """Connections that begin a request and never end it."""

    async def one(place: Place, number: int) -> None:
        _, writing = await asyncio.open_connection("127.0.0.1", place.port, local_addr=place.address(number))
        place.done["connections"] += 1
        try:
            writing.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            while place.is_open and not writing.is_closing():
                writing.write(b"X")
                await writing.drain()
                await asyncio.sleep(5)
        finally:
            writing.close()

    await place.many(one, HALF_OPEN)


async def at_the_limit(place: Place) -> None:
    """As many commands as each socket may send, of all kinds, from one address."""
    table, cookie = await place.table(0, ["me", "bot:hinted"]) or ("", "")
    kinds = [name for name in COMMANDS if name not in ("leave", "rematch")]

    async def one(place: Place, number: int) -> None:
        async with place.live(0, table, cookie if number % 4 == 0 else "") as wire:
            reading = asyncio.create_task(_read(wire))
            try:
                for sent in range(int(place.seconds * FRAMES)):
                    if not place.is_open:
                        break
                    message = {
                        "do": kinds[(number + sent) % len(kinds)],
                        "id": f"e{sent}",
                        "n": 0,
                        "turn": 0,
                        "action": 0,
                    }
                    await wire.send(json.dumps(message))
                    place.done["frames"] += 1
                    await asyncio.sleep(1 / FRAMES)
            finally:
                reading.cancel()

    await place.many(one, SOCKETS)


async def _read(wire: ClientConnection) -> None:
    with contextlib.suppress(*GONE):
        async for _ in wire:
            pass


async def frames(place: Place) -> None:
    """Sockets that send as fast as they can, and come back when they are let go."""
    table, cookie = await place.table(0, ["me", "bot:hinted"]) or ("", "")

    async def one(place: Place, number: int) -> None:
        async with place.live(number, table, cookie if number % 2 else "") as wire:
            reading = asyncio.create_task(_read(wire))
            try:
                while place.is_open:
                    await wire.send('{"do":"since","n":-1,"id":"x"}' if number % 3 else "[" * 4000)
                    place.done["frames"] += 1
            finally:
                reading.cancel()

    await place.many(one, 20)


async def requests(place: Place) -> None:
    """Pages, health, tables that are none, things that are no requests."""
    paths = (
        "/",
        "/mine",
        "/health",
        "/new/x",
        "/t/none",
        "/t/none/replay.json",
        "/r/none",
        "/static/none",
        "/searches",
    )

    async def one(place: Place, number: int) -> None:
        for path in paths:
            request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
            place.done[str(await place.asked(number, request))] += 1
        place.done[str(await place.asked(number, os.urandom(200) + b"\r\n\r\n"))] += 1

    await place.many(one, 20)


async def tables(place: Place) -> None:
    """Tables of the biggest kind, as fast as they are made."""

    async def one(place: Place, number: int) -> None:
        name = games.names()[number % len(games.names())]
        seats = ["me", *["open"] * (int(load(name).game.options["players"].allowed[-1]) - 1)]
        body = json.dumps({"game": name, "seats": seats, "name": "E" * 24}).encode()
        await place.posted(number, "/tables", body)

    await place.many(one, 20)


async def talk(place: Place) -> None:
    """A table full of people who all talk at once."""
    table, cookie = await place.table(0, ["me", "open"]) or ("", "")

    async def one(place: Place, number: int) -> None:
        async with place.live(number, table, cookie if number < 8 else "") as wire:
            reading = asyncio.create_task(_read(wire))
            try:
                while place.is_open:
                    said = {"text": "x" * 200} if number < 8 else {"phrase": "hello"}
                    await wire.send(json.dumps({"do": "say", **said}))
                    place.done["frames"] += 1
                    await asyncio.sleep(1 / FRAMES)
            finally:
                reading.cancel()

    await place.many(one, SOCKETS)


async def uploads(place: Place) -> None:
    """Saves that are none, that are too much, and that are poisoned."""
    poisons = tuple(_poisons())

    async def one(place: Place, number: int) -> None:
        for kind in ("text/plain", "multipart/form-data; boundary=x"):
            for poison in poisons:
                if place.is_open:
                    await place.posted(number, "/replay", poison, kind)

    await place.many(one, 10)


def _poisons() -> list[bytes]:
    """A real save made long, deep, odd and unreadable."""
    save = load(games.names()[0]).start(seed=1).save()
    line = save.splitlines()[-1]
    deep = b"[" * 60_000 + b"]" * 60_000
    return [
        save.encode() + (line + "\n").encode() * (190_000 // (len(line) + 1)),
        save.replace("{", '{"x": ' + "9" * 100_000 + ", ", 1).encode(),
        save.replace("{", '{"x": "\\ud800", ', 1).encode(),
        save.replace("{", '{"x": ' + deep.decode() + ", ", 1).encode(),
        deep,
        b"\xff" * 150_000,
        b'--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n' + save.encode() + b"\r\n--x--\r\n",
        b"--x\r\n" * 30_000,
        b"x" * 500_000,
    ]


ATTACKS: dict[str, Callable[[Place], Coroutine[Any, Any, None]]] = {
    "deaf sockets": deaf,
    "half-open connections": half_open,
    "sockets at the limit": at_the_limit,
    "floods of frames": frames,
    "floods of requests": requests,
    "table-making": tables,
    "talk": talk,
    "poisoned uploads": uploads,
}


def attack(name: str, port: int, seconds: float) -> dict[str, int]:
    """One of them; how much of what was done."""
    place = Place(port, seconds, list(ATTACKS).index(name) + 1)

    async def bounded() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds + LATE):
                await ATTACKS[name](place)

    asyncio.run(bounded())
    return dict(place.done)


if __name__ == "__main__":
    print(json.dumps(attack(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))))
