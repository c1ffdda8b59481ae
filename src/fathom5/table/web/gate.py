"""Who asks, and for which house: addresses, names that this house goes by, and headers on every answer."""

import logging
import socket
from functools import cache
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fathom5.table.settings import Settings

log = logging.getLogger("fathom5.table")
FOREIGN = 4403  # as a reason to close a socket
HOME = 64  # bits of an IPv6 address that one household shares
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # a seat's link goes nowhere else
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
UNLESS_SAID = {"cache-control": "no-store"}  # most of what is answered holds somebody's secret


# Who asks.


def asker(host: str) -> str:
    """Whose requests are counted together: an address, or with IPv6 a household."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address, HOME), strict=False))
    return str(address)


def asker_of(connection: HTTPConnection) -> str:
    """Behind a proxy that is trusted, uvicorn has put the address there that the proxy told."""
    return asker(connection.client.host if connection.client else "")


# Which house.


@cache
def own_names() -> frozenset[str]:
    """Names of this machine."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name}.local", socket.getfqdn().lower()})


def bare(host: str) -> str:
    """A host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.rpartition(":")[0].lower() if host.count(":") == 1 else host.lower()


class Guard:
    """For every request: strict headers on what goes out, no foreign names, and nothing in from other sites' pages."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        public = urlsplit(settings.public_url or "")
        self.public = public.netloc
        self.allowed = {host.lower() for host in (*settings.allow_hosts, public.hostname or "") if host}
        self._has_warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        connection = HTTPConnection(scope)
        self._warn_of_proxies(connection)
        is_asking = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not self.is_known(connection):
            return await self.refuse(scope, receive, send, "unknown_host", 421)
        if not is_asking and not self.is_ours(connection):
            return await self.refuse(scope, receive, send, "foreign", 403)
        await self.app(scope, receive, headed(send) if scope["type"] == "http" else send)
        return None

    def is_known(self, connection: HTTPConnection) -> bool:
        """The name by which we are asked is one of ours: else a foreign site could pass its pages off as ours."""
        host = bare(connection.headers.get("host", ""))
        if host in self.allowed or host in own_names() or host.endswith(".localhost"):
            return True
        try:
            address = ip_address(host)
        except ValueError:
            return False
        server = connection.scope.get("server")
        return address.is_loopback or (server is not None and host == str(server[0]).partition("%")[0].lower())

    def is_ours(self, connection: HTTPConnection) -> bool:
        """A browser says where the page comes from that asks; others say nothing, and have no cookies to misuse."""
        origin = connection.headers.get("origin")
        return origin is None or urlsplit(origin).netloc in {connection.headers.get("host", ""), self.public} - {""}

    def _warn_of_proxies(self, connection: HTTPConnection) -> None:
        """Once: all who come through a proxy would be counted as one."""
        if self.settings.trust_proxy is None and not self._has_warned:
            if any(name in connection.headers for name in FORWARDED):
                self._has_warned = True
                log.warning("forwarded", extra={"why": "a proxy tells addresses that are not trusted: --trust-proxy"})

    async def refuse(self, scope: Scope, receive: Receive, send: Send, why: str, status: int) -> None:
        if scope["type"] == "websocket":
            return await send({"type": "websocket.close", "code": FOREIGN})
        return await JSONResponse({"why": why}, status)(scope, receive, headed(send))


def headed_live(scope: Scope, send: Send) -> Send:
    """A live socket that is not opened is answered with the same headers, where the server beneath can say them."""
    is_open, can_answer = False, "websocket.http.response" in scope.get("extensions", {})

    async def headed(message: Message) -> None:
        nonlocal is_open
        is_open = is_open or message["type"] == "websocket.accept"
        if message["type"] != "websocket.close" or is_open or not can_answer:
            return await send(message)
        strict = [(name.encode(), value.encode()) for name, value in (HEADERS | UNLESS_SAID).items()]
        await send({"type": "websocket.http.response.start", "status": 403, "headers": strict})
        return await send({"type": "websocket.http.response.body", "body": b""})

    return headed


def headed(send: Send) -> Send:
    """The same strict headers on every answer, whatever its status."""

    async def headed(message: Message) -> None:
        if message["type"] == "http.response.start":
            said = {name.lower() for name, _ in message["headers"]}
            fixed = HEADERS | {name: value for name, value in UNLESS_SAID.items() if name.encode() not in said}
            missing = [(name.encode(), value.encode()) for name, value in fixed.items() if name.encode() not in said]
            message["headers"] = [*message["headers"], *missing]
        await send(message)

    return headed
