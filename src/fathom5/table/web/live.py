"""The live socket: frames in, commands out, and messages back without ever waiting for a slow reader."""

import asyncio
import contextlib
import json
import logging
import time
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from fathom5.door import LANGUAGES
from fathom5.scene import SHAPES
from fathom5.table.keep.store import Conflict
from fathom5.table.play.aside import SetAside
from fathom5.table.play.commands import id_of, obey
from fathom5.table.play.meters import Times, asked_at
from fathom5.table.play.people import Bucket, is_plain, seat_of
from fathom5.table.play.room import SHOWN_OUT, Room
from fathom5.table.play.rooms import Rooms
from fathom5.table.play.telling import compact
from fathom5.table.web.devices import device_of
from fathom5.table.web.gate import asker_of

log = logging.getLogger("fathom5.table")
NO_TABLE, ASIDE, TOO_MANY, TOO_FAST, RESTART = 4404, 4409, 4413, 4429, 1012
COSTLY = ("since", "buttons", "view", "why")  # and hints, and to come in, which is answered with all that there is
PATIENCE = 50  # refusals for haste, before the socket is closed


class Caller:
    """A guest at a socket. What is sent waits in a queue that a task of its own empties."""

    def __init__(self, socket: WebSocket, language: str, shape: str, waiting: int, deliveries: Times) -> None:
        self.socket, self.language, self.shape, self.device = socket, language, shape, device_of(socket)
        self.most, self.asker = waiting, asker_of(socket)
        self.outbox: deque[tuple[str, float | None]] = deque()  # with when the command came whose answer it is
        self.deliveries = deliveries
        self.has_mail = asyncio.Event()
        self.close_code: int | None = None

    def send(self, text: str) -> None:
        """Put a message on its way; who does not read is let go, and comes back to a sync."""
        self.outbox.append((text, asked_at.get()))
        if len(self.outbox) > self.most:
            self.outbox.clear()
            self.close_code = RESTART
        self.has_mail.set()

    def close(self, code: int) -> None:
        self.close_code = code
        self.has_mail.set()

    async def deliver(self) -> None:
        """Send what waits, until told to close."""
        while True:
            await self.has_mail.wait()
            self.has_mail.clear()
            while self.outbox:
                text, since = self.outbox.popleft()
                await self.socket.send_text(text)
                if since is not None:
                    self.deliveries.add(time.perf_counter() - since)
            if self.close_code is not None:
                return await self.socket.close(self.close_code)


async def live(socket: WebSocket) -> None:
    """Let someone take part in a table, or look on."""
    rooms: Rooms = socket.app.state.rooms
    await socket.accept()
    try:
        room = await rooms.find(socket.path_params["table"])
    except SetAside:
        return await socket.close(ASIDE)
    if room is None:
        return await socket.close(NO_TABLE)
    if rooms.is_crowding(asker_of(socket)) or rooms.is_full(room, seat_of(room.seats, device_of(socket))):
        return await socket.close(TOO_MANY)
    if asker_of(socket) in room.shown_out and seat_of(room.seats, device_of(socket)) is None:
        return await socket.close(SHOWN_OUT)
    language, shape = asked(socket, "lang", LANGUAGES), asked(socket, "shape", SHAPES)
    caller = Caller(socket, language, shape, rooms.settings.waiting, rooms.meters.deliveries)
    with rooms.charged(caller.device, caller.asker) as can_afford:
        if not can_afford:
            return await socket.close(TOO_FAST)
        delivery = asyncio.create_task(caller.deliver())
        room.enter(caller)
    try:
        with rooms.counted(room, caller):
            await converse(room, caller)
    finally:
        room.leave(caller)
        rooms.forget_later(room)
        await dismissed(caller, delivery)
    return None


def asked(socket: WebSocket, name: str, known: tuple[str, ...]) -> str:
    """What the address asks for, or the first of what there is."""
    wanted = socket.query_params.get(name)
    return wanted if wanted in known else known[0]


async def dismissed(caller: Caller, delivery: asyncio.Task[None]) -> None:
    """Let the last messages and the reason for closing go out, if there is one."""
    if caller.close_code is None:
        delivery.cancel()
    with contextlib.suppress(asyncio.CancelledError, TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
        await asyncio.wait_for(delivery, 1)


async def converse(room: Room, caller: Caller) -> None:
    """Take commands one after the other until the socket closes."""
    settings = room.settings
    bucket, patience = Bucket(*settings.frames), PATIENCE
    while True:
        frame = await caller.socket.receive()
        if frame["type"] == "websocket.disconnect" or caller.socket.application_state != WebSocketState.CONNECTED:
            return None
        await caller.socket.app.state.turns.take(caller.asker)
        if not bucket.take():
            patience -= 1
            refuse(room, caller, understood(frame.get("text"), settings.frame), "too_fast")
            if patience == 0:
                return caller.close(TOO_FAST)
            continue
        asked_at.set(time.perf_counter())
        await afforded(room, caller, understood(frame.get("text"), settings.frame))


async def afforded(room: Room, caller: Caller, message: object) -> None:
    """What is costly draws on the budgets of the socket, its device and its address."""
    if not isinstance(message, dict) or message.get("do") not in COSTLY:
        return await answered(room, caller, message)
    with room.rooms.charged(f"socket {id(caller)}", caller.device, caller.asker) as can_afford:
        if can_afford:
            return await answered(room, caller, message)
    return refuse(room, caller, message, "too_fast")


async def answered(room: Room, caller: Caller, message: object) -> None:
    """A command that fails for a reason of ours is refused too, and the table plays on."""
    try:
        await obey(room, caller, message)
    except Conflict:
        refuse(room, caller, message, "too_late")
    except Exception:
        log.exception("command", extra={"table": room.agreed.id[:6], "game": room.agreed.game, "rows": room.n})
        refuse(room, caller, message, "busy")


def refuse(room: Room, caller: Caller, message: object, why: str) -> None:
    """Whoever has asked knows by the id which command it was."""
    room.rooms.meters.refusals[why] += 1
    caller.send(compact({"do": "refused", "n": room.n, "id": id_of(message), "why": why}))


def understood(text: str | None, longest: int) -> object:
    """A frame as data; None if it is none."""
    if text is None or len(text) > longest:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if is_plain(found) else None
