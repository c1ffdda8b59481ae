"""What the house counts of itself, for Prometheus: at an address of its own, never at that of the table.

The table's own port knows no such page, so that no proxy in front of it can pass it on by mistake.
"""

import errno
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector, make_wsgi_app
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from fathom5.table.keep.database import CannotOpen
from fathom5.table.play.rooms import Rooms
from fathom5.table.web.gate import FORWARDED

LOOPBACK = "127.0.0.1"
PATH = "/metrics"
PASSED_ON = (*FORWARDED, "x-forwarded-host", "x-forwarded-proto", "via", "origin")  # by a proxy, or for another's page
COUNTED = 30.0  # seconds for which it is known how many tables are kept
PATIENCE = 5.0  # seconds in which a request must have come


class House(Collector):
    """The figures of a house, as they are when they are asked for."""

    def __init__(self, rooms: Callable[[], Rooms | None]) -> None:
        self.rooms = rooms

    def collect(self) -> Iterator[Metric]:
        rooms = self.rooms()
        if rooms is not None:
            yield from _now(rooms)
            yield from _so_far(rooms)


def _now(rooms: Rooms) -> Iterator[Metric]:
    yield GaugeMetricFamily("fathom5_tables", "Tables in memory", len(rooms))
    yield GaugeMetricFamily("fathom5_sockets", "Live sockets", len(rooms.callers))
    waiting = GaugeMetricFamily("fathom5_queue", "What waits: for the database, for bots to think", labels=["of"])
    waiting.add_metric(["store"], rooms.store.waiting())
    waiting.add_metric(["bots"], rooms.waiting())
    yield waiting
    yield GaugeMetricFamily("fathom5_writing", "1 while the database can be written", rooms.store.trouble is None)
    try:
        kept = rooms.store.count(COUNTED)
    except Exception:  # the rest can be told without the database
        return
    yield GaugeMetricFamily("fathom5_tables_kept", "Tables in the database", kept)


def _so_far(rooms: Rooms) -> Iterator[Metric]:
    meters = rooms.meters
    yield _by("fathom5_moves", "Rows of games that were kept, by whom", "by", meters.moves)
    yield _by("fathom5_refusals", "Commands that were refused, by reason", "why", meters.refusals)
    yield _by("fathom5_errors", "Requests answered with 400 and above, by status", "status", meters.errors)
    said = "Seconds from a command until a socket had what came of it"
    yield HistogramMetricFamily(
        "fathom5_delivery_seconds", said, buckets=meters.deliveries.up_to(), sum_value=meters.deliveries.total
    )


def _by(name: str, said: str, label: str, counts: dict[Any, int]) -> Metric:
    found = CounterMetricFamily(name, said, labels=[label])
    for key, count in sorted(counts.copy().items()):
        found.add_metric([str(key)], count)
    return found


# An ear of its own.


class Ear(ThreadingMixIn, WSGIServer):
    """Beside the loop, so that it answers when that is busy."""

    daemon_threads = True


class Quiet(WSGIRequestHandler):
    timeout = PATIENCE

    def log_message(self, format: str, *args: Any) -> None:
        """Who looks every few seconds need not be noted."""


def place_of(address: str) -> tuple[str, int]:
    """'9100', '10.0.0.5:9100' or '[::1]:9100'; on loopback if nothing else is said."""
    host, _, port = address.rpartition(":")
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise CannotOpen(f"--metrics is a port, or an address and a port as in {LOOPBACK}:9100, not {address!r}")
    return host.strip("[]") or LOOPBACK, int(port)


def for_metrics_only(app: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
    """Nothing else is here, and nothing for who comes through a proxy."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        passed_on = any("HTTP_" + name.upper().replace("-", "_") in environ for name in PASSED_ON)
        if passed_on or environ["PATH_INFO"] != PATH or environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            start_response("404 Not Found", [("content-length", "0")])
            return []
        return app(environ, start_response)

    return answer


@contextmanager
def told(address: str, rooms: Callable[[], Rooms | None]) -> Iterator[int]:
    """As long as this lasts, the figures can be had at this address; its port."""
    host, port = place_of(address)
    registry = CollectorRegistry()
    registry.register(House(rooms))
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    try:
        ear = make_server(host, port, for_metrics_only(make_wsgi_app(registry)), _of_family(host), Quiet)
    except OSError as error:
        why = "another program listens there already" if error.errno == errno.EADDRINUSE else error.strerror
        raise CannotOpen(f"cannot tell metrics on {host}, port {port}: {why}") from None
    threading.Thread(target=ear.serve_forever, args=(0.2,), name="metrics", daemon=True).start()
    try:
        yield ear.server_port
    finally:
        ear.shutdown()
        ear.server_close()


class Ear6(Ear):
    address_family = socket.AF_INET6


def _of_family(host: str) -> type[Ear]:
    return Ear6 if ":" in host else Ear
