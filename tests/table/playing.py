"""A server of our own on a free port, and people who play on it through real sockets."""

import asyncio
import json
import queue
import secrets
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from itertools import count
from typing import Any

import httpx2
from websockets.sync.client import ClientConnection, connect

from every import INTERPRETED
from fathom5.table import dice
from fathom5.table.settings import Settings
from fathom5.table.web.app import create_app
from fathom5.table.web.server import Server, configured

FAST = Settings(
    hand_pause=0.05, bot_pause=0.0, forced_pause=0.0, grace=0.3, words_wait=20.0, frames=(1e9, 1e9), talk=(1e9, 1e9),
    hints=(1e9, 1e9), undos=(1e9, 1e9), openings=(1e9, 1e9), request_time=2.0,
    budget=(1e9, 1e9), idle=0.5, thought=2 if INTERPRETED else 40,
    thinkers=0,  # to start processes takes its time; test_thinking shows that they do the same
)  # fmt: skip
ids = count()


def spare_port() -> int:
    """One that no connection is given by chance, so that it is still free when it is needed, and after a restart."""
    while True:
        port = secrets.choice(range(20_000, 30_000))
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port


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
            assert self.thread.is_alive(), "the server could not be started"
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
        self.luck = secrets.token_hex(16)  # what this device's words are made of
        self.tells = {"commitment", "words"}  # what it answers when asked before a game

    def open(self, game: str, *seats: str, **more: Any) -> str:
        """A new table; its id."""
        asked = {"game": game, "seats": seats, "name": self.name} | more
        response = self.http.post("/tables", json=asked)
        assert response.status_code == 303, response.text
        return response.headers["location"].removeprefix("/t/")

    def join(self, table: str, seat: int, round: int = 1) -> httpx2.Response:
        asked = {"seat": seat, "name": self.name, "commitment": self.commitment(table, seat, round)}
        return self.http.post(f"/t/{table}/join", json=asked)

    def words(self, table: str, round: int) -> str:
        """What it tells at a table in a round: never the same twice."""
        return sha256(f"{self.luck} {table} {round}".encode()).hexdigest()[:32]

    def commitment(self, table: str, seat: int, round: int) -> str:
        return dice.seat_commitment(table, seat, self.words(table, round))

    def live(self, table: str, lang: str = "en", shape: str = "wide") -> "Socket":
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = self.house.url.replace("http", "ws") + f"/t/{table}/live?lang={lang}&shape={shape}"
        headers = {"Cookie": cookies} if cookies else {}
        wire = connect(
            url, additional_headers=headers, origin=self.house.url, compression=None, max_queue=None, ping_interval=None
        )
        return Socket(self.house.guests.enter_context(wire), self, table)


class Socket:
    """A live socket, with what it has told."""

    def __init__(self, wire: ClientConnection, person: Person, table: str) -> None:
        self.wire, self.person, self.table = wire, person, table
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.n, self.acts, self.to_move, self.status, self.you = 0, [], -2, "", None
        self.shown = 0  # n of the last picture
        self.seat: int | None = None  # as far as it has been told, heard or not
        self.fair: dict[str, Any] = {}
        self._inbox: queue.SimpleQueue[str | Exception] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Commitments and words are sent when they are asked for, however long nobody here listens."""
        try:
            while True:
                text = self.wire.recv()
                self._answer(json.loads(text))
                self._inbox.put(text)
        except Exception as error:
            self._inbox.put(error)

    def hear(self, timeout: float = 120) -> dict[str, Any]:
        """The next message."""
        try:
            text = self._inbox.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError from None
        if isinstance(text, Exception):
            self._inbox.put(text)  # for who asks again
            raise text
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

    def _answer(self, message: dict[str, Any]) -> None:
        if message["do"] == "sync":
            self.seat = message["you"]
        self.fair = message.get("fair") or self.fair
        if "fair" in message and self.fair.get("asks") in self.person.tells:
            self.tell(self.fair)

    def tell(self, fair: dict[str, Any]) -> None:
        """What this seat is asked for before a game."""
        if "protocol" not in fair:  # the first
            words = self.person.words(self.table, 0)
            told = {"words": words, "commitment": sha256(words.encode()).hexdigest()}[fair["asks"]]
            self.say("words", **{fair["asks"]: told})
        elif fair["asks"] == "commitment":
            promise = self.person.commitment(self.table, self.seat, fair["round"])
            self.say("words", round=fair["round"], commitment=promise)
        else:
            seal = dice.Seal.of(fair["seal"]).digest.hex()
            self.say("words", round=fair["round"], seal=seal, words=self.person.words(self.table, fair["round"]))

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

    def settle(self) -> None:
        """Hear all until nothing happens any more without a person, however long bots and forced moves take."""
        while True:
            room = self.person.house.rooms._rooms[self.table]
            n, waits = room.n, waits_for_a_person(room)
            self.ask_for_all()
            if waits and self.n == n == room.n and (self.status == "over") == room.match.over:
                return
            time.sleep(0.005)

    def ask_for_all(self) -> None:
        """Hear all that was told so far: the answer comes after it."""
        self.wire.send(json.dumps({"do": "ping"}))
        self.until("pong")

    def close(self) -> None:
        self.wire.close()


def waits_for_a_person(room: Any) -> bool:
    """Whether a game goes on only if somebody acts, or is over."""
    match = room.match
    if match.over:
        return True
    is_persons = match.seat >= 0 and room.seats[match.seat].kind == "person"
    return is_persons and (match.forced is None or match.seat in room.auto_off)


def time_is_up(place: House, table: str) -> None:
    """Words that are not here now do not come."""

    async def late() -> None:
        room = await place.rooms.find(table)
        await room._break_off(room.n)

    asyncio.run_coroutine_threadsafe(late(), place.loop).result(20)
