"""A server of our own on a free port, and people who play on it through real sockets."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from itertools import count
from secrets import token_hex
from typing import Any

import httpx2
from websockets.sync.client import ClientConnection, connect

from every import INTERPRETED
from fathom5.table.settings import Settings
from fathom5.table.web.app import create_app
from fathom5.table.web.server import Server, configured

FAST = Settings(
    hand_pause=0.05, bot_pause=0.0, forced_pause=0.0, grace=0.3, words_wait=0.5, frames=(1e9, 1e9), talk=(1e9, 1e9),
    hints=(1e9, 1e9), openings=(1e9, 1e9), request_time=2.0,
    budget=(1e9, 1e9), idle=0.5, thought=2 if INTERPRETED else 40,
    thinkers=0,  # to start processes takes its time; test_thinking shows that they do the same
)  # fmt: skip
ids = count()


def finished(job: Coroutine[Any, Any, Any]) -> Any:
    """What it returns; in a thread of its own, since a browser that is driven from this one has its loop here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, job).result()


class House:
    """A running server."""

    def __init__(self, database: str, settings: Settings = FAST) -> None:
        self.app = create_app(database, settings)
        self.server = Server(configured(self.app, "127.0.0.1", 0, settings))
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

        self.guests = ExitStack()  # whose connections are closed at the end

    def start(self) -> None:
        self.thread.start()
        while not self.server.started:
            time.sleep(0.005)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.server.serve()

    def stop(self) -> None:
        self.guests.close()
        self.server.should_exit = True
        self.thread.join(10)

    @property
    def rooms(self):
        return self.app.state.rooms


@contextmanager
def house(database: Any, settings: Settings = FAST) -> Iterator[House]:
    running = House(str(database), settings)
    running.start()
    try:
        yield running
    finally:
        running.stop()


class Person:
    """Someone with a device."""

    def __init__(self, house: Any, name: str = "Ada") -> None:
        self.house, self.name = house, name
        self.http = house.guests.enter_context(
            httpx2.Client(base_url=house.url, headers={"origin": house.url}, timeout=120)
        )
        self.words = token_hex(8)

    def open(self, game: str, *seats: str, **more: Any) -> str:
        """A new table; its id."""
        asked = {"game": game, "seats": seats, "name": self.name} | more
        response = self.http.post("/tables", json=asked)
        assert response.status_code == 303, response.text
        return response.headers["location"].removeprefix("/t/")

    def join(self, table: str, seat: int) -> httpx2.Response:
        asked = {"seat": seat, "name": self.name, "commitment": committed(self.words)}
        return self.http.post(f"/t/{table}/join", json=asked)

    def live(self, table: str, lang: str = "en", shape: str = "wide") -> "Socket":
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = self.house.url.replace("http", "ws") + f"/t/{table}/live?lang={lang}&shape={shape}"
        headers = {"Cookie": cookies} if cookies else {}
        wire = connect(
            url, additional_headers=headers, origin=self.house.url, compression=None, max_queue=None, ping_interval=None
        )
        return Socket(self.house.guests.enter_context(wire), self)


class Socket:
    """A live socket, with what it has told."""

    def __init__(self, wire: ClientConnection, person: Person) -> None:
        self.wire, self.person = wire, person
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.n, self.acts, self.to_move, self.status, self.you = 0, [], -2, "", None
        self.shown = 0  # n of the last picture

    def hear(self, timeout: float = 120) -> dict[str, Any]:
        """The next message; commitments and words are sent when asked for."""
        text = self.wire.recv(timeout)
        message = json.loads(text)
        self.raw.append(text)
        self.heard.append(message)
        self._take_in(message)
        return message

    def _take_in(self, message: dict[str, Any]) -> None:
        self.n = message["n"]
        if message["do"] in ("sync", "change"):
            self.shown = message["n"]
        if message["do"] == "sync":
            self.acts = message["scene"]["acts"] if message["scene"] else []
            self.to_move, self.status, self.you = message["to_move"], message["status"], message["you"]
        if message["do"] == "change":
            self.acts, self.to_move = message["acts"], message["to_move"]
        if message["do"] in ("seats", "over"):
            self.status = message.get("status", "over")
        asks = (message.get("fair") or {}).get("asks")
        if asks == "commitment":
            self.say("words", commitment=committed(self.person.words))
        if asks == "words":
            self.say("words", words=self.person.words)

    def until(self, wanted: str | Callable[[dict[str, Any]], bool], timeout: float = 120) -> dict[str, Any]:
        """The next message of this kind."""
        ends = time.monotonic() + timeout
        while True:
            message = self.hear(max(0.01, ends - time.monotonic()))
            if message["do"] == wanted if isinstance(wanted, str) else wanted(message):
                return message

    def say(self, do: str, **more: Any) -> str:
        sent = f"c{next(ids)}"
        self.wire.send(json.dumps({"do": do, "id": sent, **more}))
        return sent

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        """A command, and what is answered to it."""
        sent = self.say(do, **more)
        return self.until(lambda message: message.get("id") == sent)

    def act(self, action: int | None = None) -> dict[str, Any]:
        """Do this, or the first that can be done; what can be done next is known only from the next picture."""
        turn = self.n
        answer = self.ask("act", turn=turn, action=self.acts[0]["action"] if action is None else action)
        if answer["do"] == "done" and self.shown <= turn:
            self.acts = []
        return answer

    def my_turn(self, timeout: float = 120) -> bool:
        """Wait until there is something to do; False at the end."""
        ends = time.monotonic() + timeout
        while not (self.acts and self.to_move == self.you):
            if self.status == "over":
                return False
            self.hear(max(0.01, ends - time.monotonic()))
        return True

    def quiet(self, seconds: float = 0.1) -> None:
        """Hear all that comes until nothing does."""
        try:
            while True:
                self.hear(seconds)
        except TimeoutError:
            pass

    def close(self) -> None:
        self.wire.close()


def committed(words: str) -> str:
    return sha256(words.encode()).hexdigest()
