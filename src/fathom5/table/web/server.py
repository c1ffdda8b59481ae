"""Start the table, and stop it."""

import asyncio
import errno
import gc
import socket
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import uvicorn

from fathom5.bots.compiling import Beside
from fathom5.table.keep.database import CannotOpen
from fathom5.table.keep.store import Store
from fathom5.table.play import botseats
from fathom5.table.play.searches import Searches
from fathom5.table.settings import Settings
from fathom5.table.web import logs
from fathom5.table.web.app import create_app
from fathom5.table.web.wire import protocols


class Server(uvicorn.Server):
    """Stops at once: sockets are told to come back, for a restart is nothing to a table."""

    _taking: frozenset[Any] | set[Any] = frozenset()

    async def startup(self, sockets: Any = None) -> None:
        sys.setswitchinterval(SWITCH)
        if (hand := getattr(self.config.http_protocol_class, "hand", None)) is not None:
            hand.open(self.take)
        await super().startup(sockets)
        sys.setswitchinterval(SWITCH)
        for ear in sockets or ():
            ear.listen(QUEUE)
        if (searches := self._kept("searches")) is not None:
            self.sparing = asyncio.create_task(spare_what_comes(searches))
        if (warming := self._kept("warming")) is not None:
            warming.add_done_callback(lambda _: spare_pauses())

    async def shutdown(self, sockets: Any = None) -> None:
        if (hand := getattr(self.config.http_protocol_class, "hand", None)) is not None:
            hand.close()
        if (rooms := self._kept("rooms")) is not None:
            await rooms.dismiss()
        await super().shutdown(sockets)

    def take(self, connection: socket.socket, request: bytes) -> None:
        """A connection that another process hands over, with what was asked through it so far."""
        self._taking = {task for task in self._taking if not task.done()}
        self._taking.add(asyncio.create_task(self._take(connection, request)))

    async def _take(self, connection: socket.socket, request: bytes) -> None:
        connection.setblocking(False)
        made: Callable[..., Any] = (
            self.config.http_protocol_class
        )  # one of uvicorn's own, which take more than asyncio's
        protocol = made(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, connection)
        protocol.data_received(request)

    def _kept(self, name: str) -> Any:
        """What the app keeps by this name; None if it has not come so far."""
        return getattr(getattr(self.config.app, "state", None), name, None)


QUEUE = 2048  # who may wait at the door while others come in
AT_ONCE = 50  # who come in before those who are here are heard again
SWITCH = 0.001  # seconds after which who has heard from the database gets its turn, though others have much to do
LOOK = 1.0  # seconds between two looks at what has been loaded
YOUNG = (5_000, 20, 100)  # new objects before Python looks for rings among them; and how seldom among older ones


def spare_pauses() -> None:
    """Let Python never again go through all that was loaded, in search of what nobody needs.

    It is some half a million objects, which takes a quarter of a second in which nobody's move is heard.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)


async def spare_what_comes(searches: Searches, look: float = LOOK, freeze: Callable[[], None] = gc.freeze) -> None:
    """The code of games that are loaded later is spared too, game by game."""
    known = 0
    while known < len(told := searches.all()):
        settled = sum(each["share"] == 1 or not each["comes"] for each in told.values())
        if settled > known:
            known = settled
            freeze()
        await asyncio.sleep(look)


def configured(app: Any, host: str, port: int, settings: Settings) -> uvicorn.Config:
    requests, live = protocols(settings)
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http=requests,
        ws=live,
        ws_max_size=settings.frame * 4,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=settings.deaf,
        proxy_headers=settings.trust_proxy is not None,
        forwarded_allow_ips=settings.trust_proxy,
        backlog=AT_ONCE,  # asyncio lets as many in at a stretch
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=15,
    )


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    public_url: str | None = None,
    settings: Settings | None = None,
    allow_hosts: Iterable[str] = (),
    trust_proxy: str | None = None,
    tell: Callable[[], None] = lambda: None,
    workers: int = 1,
    players: Sequence[str] = (),
    **more: Any,
) -> None:
    """Serve the table until told to stop; what is not compiled yet is compiled beside it.

    What is told once everything is open is true: before, whatever is wrong is said in one sentence. More of the
    settings can be named. Players are files of those who sit down too.
    """
    logs.configure()
    for path in players:
        botseats.bring(path)
    chosen = settings or Settings(
        public_url=public_url, allow_hosts=tuple(allow_hosts), trust_proxy=trust_proxy, **more
    )
    if workers > 1:
        from fathom5.table.web.workers import serve_many  # which starts servers like this one

        return serve_many(workers, host, port, database, chosen, tell, players)
    with bound(host, port) as ear:
        app = create_app(Store(database), chosen)
        server = Server(configured(app, host, port, chosen))
        with figures_told(app, chosen.metrics), Beside() as app.state.compiling:
            tell()
            asyncio.run(server.serve([ear]))
    return None


def figures_told(app: Any, address: str | None) -> AbstractContextManager[object]:
    """The figures of this app at an address, if there is one: only who asks for them waits for their library."""
    if address is None:
        return nullcontext()
    from fathom5.table.web import metrics

    return metrics.told(address, lambda: getattr(app.state, "rooms", None))


def bound(host: str, port: int, is_shared: bool = False) -> socket.socket:
    """An ear at this address, or CannotOpen. One that is shared with other processes does not listen before it serves:
    connections are dealt out to those that listen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ear = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # by name: else asyncio leaves Nagle's wait on
    ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if is_shared:
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        ear.bind((host, port))
        if not is_shared:
            ear.listen(QUEUE)  # so that a second one is refused already here
    except OSError as error:
        ear.close()
        is_taken = error.errno == errno.EADDRINUSE
        why = "another program listens there already; choose another --port" if is_taken else error.strerror
        raise CannotOpen(f"cannot listen on {host}, port {port}: {why}") from None
    return ear
