"""Connections that must be in time: what is asked, and what is read, comes soon or the line is cut.

uvicorn waits for ever for the rest of a request, and for who does not read: its protocols get a watch here.
"""

import asyncio
import socket
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from fathom5.table.keep import ledger
from fathom5.table.settings import Settings
from fathom5.table.web.gate import HEADERS, UNLESS_SAID, asker
from fathom5.table.web.handing import Hand


class Watch:
    """Cuts a line when time is up."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._alarm: asyncio.TimerHandle | None = None

    def start(self, transport: asyncio.Transport) -> None:
        if self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(self.seconds, transport.abort)

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


class Callers:
    """How many connections there are from where, in all processes of the house."""

    def __init__(self, settings: Settings) -> None:
        self._here: Counter[str] = Counter()
        self._ledger = ledger.opened(settings.house, settings.worker) if settings.house else None

    def come(self, caller: str) -> None:
        self._here[caller] += 1
        if self._ledger is not None:
            self._ledger.come([f"connection {caller}"])

    def leave(self, caller: str) -> None:
        self._here[caller] -= 1
        if self._here[caller] <= 0:
            del self._here[caller]
        if self._ledger is not None:
            self._ledger.come([f"connection {caller}"], -1)

    def count(self, caller: str) -> int:
        elsewhere = self._ledger.elsewhere(f"connection {caller}") if self._ledger is not None else 0
        return self._here[caller] + elsewhere


class Counted(asyncio.Protocol):
    """A line that counts while it lasts, and is cut when nobody reads what is sent over it."""

    settings: Settings
    callers: Callers
    transport: asyncio.Transport
    client: tuple[str, int] | None

    def _come(self) -> None:
        """The line is open; uvicorn knows by now from where."""
        self.reading = Watch(self.settings.deaf)
        self.caller = asker(self.client[0] if self.client else "")
        self.callers.come(self.caller)

    def connection_lost(self, exc: Exception | None) -> None:
        self.reading.stop()
        self.callers.leave(self.caller)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.reading.start(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.reading.stop()


class Requests(Counted, H11Protocol):
    """A whole request must come in time, and an answer must be read."""

    most: int | None  # from one address
    hand: Hand | None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._come()
        self.coming, self.is_upgraded = Watch(self.settings.request_time), False
        self.coming.start(transport)
        if self.most is not None and self.callers.count(self.caller) > self.most:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.coming.stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.coming.start(self.transport)
        super().data_received(data)
        if self.is_upgraded or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self.coming.stop()

    def send_400_response(self, msg: str) -> None:
        """What is no request at all is answered with the same headers as everything else."""
        _refuse(self.transport)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self.is_upgraded = True
        self.reading.stop()
        if self.hand is not None and self.hand.give(
            event.target, self.transport.get_extra_info("socket"), self._asked(event)
        ):
            self.transport.abort()  # our end of it: the connection stays open
            return
        self.callers.leave(self.caller)  # the live socket counts itself
        super().handle_websocket_upgrade(event)

    def _asked(self, event: Any) -> bytes:
        """The request as it came."""
        lines = [b" ".join((event.method, event.target, b"HTTP/1.1"))]
        lines += [name + b": " + value for name, value in self.headers]
        return b"\r\n".join([*lines, b"", b""])


class Live(Counted, WebSocketsSansIOProtocol):
    """Who does not read is let go."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._come()

    def handle_connect(self, event: Any) -> None:
        """What lacks something that opens a live socket is answered like everything else."""
        if self.conn.accept(event).status_code == 101:
            return super().handle_connect(event)
        self.handshake_initiated = self.handshake_complete = self.close_sent = True
        return _refuse(self.transport)

    def data_received(self, data: bytes) -> None:
        """What would open no live socket, one with a body, say, is not left without an answer."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            _refuse(self.transport)


def protocols(settings: Settings) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """For requests and for live sockets, with the house's patience; they count together how many come from where."""
    ours = {"settings": settings, "callers": Callers(settings)}
    most = settings.connections if settings.trust_proxy is None else None  # all of a proxy's come from one address
    hand = Hand(settings) if settings.workers > 1 and hasattr(socket, "SOCK_SEQPACKET") else None
    return type("Requests", (Requests,), ours | {"most": most, "hand": hand}), type("Live", (Live,), ours)


def _refuse(transport: asyncio.Transport) -> None:
    """What is no request that we know."""
    said = "".join(f"{name}: {value}\r\n" for name, value in (HEADERS | UNLESS_SAID).items())
    transport.write(f"HTTP/1.1 400 \r\nconnection: close\r\ncontent-length: 0\r\n{said}\r\n".encode())
    transport.close()
