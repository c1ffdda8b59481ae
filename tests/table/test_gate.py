"""Who asks and for which house: names, addresses, proxies, and lines that are cut when nobody is in time."""

import contextlib
import logging
import socket
import time
from dataclasses import replace

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from fathom5.table.web.gate import HEADERS, UNLESS_SAID, asker, bare, own_names
from table.playing import FAST, Person, house
from table.test_play import SOME, seats_of, until

STRICT = ("content-security-policy", "x-content-type-options", "referrer-policy", "permissions-policy")


@pytest.mark.parametrize(
    "address, counted",
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_an_address_is_counted_and_of_ipv6_the_household(address, counted):
    assert asker(address) == counted


@pytest.mark.parametrize("host, name", [("a.b:80", "a.b"), ("[::1]:8000", "::1"), ("A.B", "a.b"), ("::1", "::1")])
def test_a_port_is_no_part_of_a_name(host, name):
    assert bare(host) == name


def test_only_names_that_the_house_knows_are_answered(tmp_path):
    settings = replace(FAST, public_url="https://play.example", allow_hosts=("other.example",))
    with house(tmp_path / "t.db", settings) as place:
        for host in (
            "localhost",
            f"127.0.0.1:{place.port}",
            "play.example",
            "Other.Example:99",
            "[::1]",
            "x.localhost",
        ):
            assert httpx2.get(f"{place.url}/levels", headers={"host": host}).status_code == 200, host
        assert own_names() >= {"localhost", socket.gethostname().lower()}
        for host in ("evil.example", "play.example.evil", "192.0.2.1", "", "localhost.evil"):
            answer = httpx2.get(f"{place.url}/levels", headers={"host": host})
            assert (answer.status_code, answer.json()) == (421, {"why": "unknown_host"}), host
        with pytest.raises(InvalidStatus):
            connect(
                f"ws://127.0.0.1:{place.port}/t/x/live", additional_headers={"Host": "evil.example"}, origin=None
            ).__enter__()


def test_every_answer_has_strict_headers_whatever_its_status(tmp_path, monkeypatch):
    with house(tmp_path / "t.db") as place:
        monkeypatch.setattr(place.rooms.store, "held_by", lambda device: 1 / 0)
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        answers = [
            ada.http.get("/levels"),
            ada.http.get("/nowhere"),
            ada.http.delete("/levels"),
            ada.http.get(f"/t/{table}/save"),
            ada.http.post("/tables", json={}),
            ada.http.get("/levels", headers={"host": "evil.example"}),
            ada.http.get(f"/t/{table}/mine"),
            ada.http.get("/mine"),  # fails, and the line is closed after it
        ]
        assert sorted({answer.status_code for answer in answers}) == [200, 403, 404, 405, 421, 422, 500]
        for answer in answers:
            assert all(len(answer.headers.get_list(name)) == 1 for name in STRICT), answer.url
            assert answer.headers["cache-control"] == "no-store"
        assert b"content-security-policy: default-src 'none'" in raw(place, b"nonsense\r\n\r\n")


def raw(place, sent, seconds=20.0):
    """What comes back over a bare line until it is cut."""
    with socket.create_connection(("127.0.0.1", place.port), timeout=seconds) as line:
        line.sendall(sent)
        heard = b""
        while part := line.recv(65536):
            heard += part
        return heard


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET /levels HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
    ],
)
def test_half_a_request_is_not_waited_for(tmp_path, half):
    with house(tmp_path / "t.db", replace(FAST, request_time=0.3)) as place:
        try:
            raw(place, half, seconds=10)
        except ConnectionResetError:
            pass
        except TimeoutError:
            pytest.fail("the line is still open")


def test_what_would_open_a_live_socket_but_has_a_body_is_refused_at_once(tmp_path, caplog):
    asked = b"GET /mine HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    with house(tmp_path / "t.db", replace(FAST, request_time=60)) as place:
        answer = raw(place, asked + b"Content-Length: 2\r\n\r\n{}", seconds=20)
        assert answer.startswith(b"HTTP/1.1 400")
        assert b"content-security-policy" in answer


@pytest.mark.parametrize(
    ("path", "more", "status"),
    [
        ("/mine", b"", 400),
        ("/nowhere", b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n", 403),
        (
            "/t/x/live",
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nOrigin: http://evil.example\r\n",
            403,
        ),
    ],
)
def test_a_live_socket_that_is_not_opened_is_answered_with_the_same_headers(tmp_path, path, more, status):
    asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n".encode()
    with house(tmp_path / "t.db") as place:
        answer = raw(place, asked + more + b"\r\n", seconds=20).lower()
    assert answer.startswith(f"http/1.1 {status}".encode())
    assert all(name.encode() in answer for name in (*HEADERS, *UNLESS_SAID))


def test_who_goes_away_before_all_was_said_is_no_failure_of_ours(tmp_path, caplog):
    with house(tmp_path / "t.db", replace(FAST, request_time=0.2)) as place, contextlib.suppress(ConnectionResetError):
        raw(place, b"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{", seconds=20)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_one_address_has_so_many_lines_and_no_more(tmp_path):
    with house(tmp_path / "t.db", replace(FAST, connections=5, request_time=30)) as place:
        lines = [socket.create_connection(("127.0.0.1", place.port), timeout=5) for _ in range(5)]
        with pytest.raises((ConnectionError, httpx2.HTTPError)):
            httpx2.get(f"{place.url}/levels")
        for line in lines:
            line.close()
        until(lambda: is_let_in(place))


def is_let_in(place):
    with contextlib.suppress(ConnectionError, httpx2.HTTPError):
        return httpx2.get(f"{place.url}/levels").status_code == 200


def test_one_address_has_so_many_live_sockets_and_no_more(tmp_path):
    with house(tmp_path / "t.db", replace(FAST, address_sockets=3)) as place:
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        sockets = [ada.live(table) for _ in range(3)]
        for one in sockets:
            one.until("sync")
        with pytest.raises(ConnectionClosed) as closed:
            ada.live(table).hear()
        assert closed.value.rcvd.code == 4413
        sockets[0].close()
        while len(place.rooms.callers) > 2:
            time.sleep(0.01)
        assert ada.live(table).hear()["do"] == "sync"


def test_who_does_not_read_is_let_go(tmp_path):
    """Frames that are answered with much, from somebody who reads nothing."""
    with house(tmp_path / "t.db", replace(FAST, deaf=0.3, frames=(1e9, 1e9), waiting=10**9)) as place:
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        deaf = ada.live(table)
        deaf.until("sync")
        ends = time.monotonic() + 30
        room = place.rooms._rooms[table]
        stuck = connect_deaf(place, ada, table)
        while len(room.guests) < 2 and time.monotonic() < ends:
            time.sleep(0.02)
        text = "x" * 60_000
        while len(room.guests) == 2 and time.monotonic() < ends:
            place.loop.call_soon_threadsafe(room.tell, {"do": "noise", "n": room.n, "text": text})
            deaf.quiet(0.02)
        assert len(room.guests) == 1
        stuck.close()


def connect_deaf(place, person, table):
    """A live socket on a bare line, of which nothing more is read."""
    line = socket.create_connection(("127.0.0.1", place.port))
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.sendall(
        f"GET /t/{table}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return line


@pytest.mark.parametrize("trusted, counted", [(None, 1), ("127.0.0.1", 3)])
def test_a_proxy_is_believed_if_it_is_trusted_and_else_the_log_says_once_what_to_do(tmp_path, trusted, counted, caplog):
    settings = replace(FAST, trust_proxy=trusted, openings=(1, 0.0))
    with house(tmp_path / "t.db", settings) as place, caplog.at_level(logging.WARNING, "fathom5.table"):
        asked = {"game": SOME, "seats": seats_of(SOME)}
        answers = [
            httpx2.post(f"{place.url}/tables", json=asked, headers={"x-forwarded-for": f"192.0.2.{n}"}).status_code
            for n in range(3)
        ]
        assert answers.count(303) == counted
        warnings = [record for record in caplog.records if record.getMessage() == "forwarded"]
        assert len(warnings) == (1 if trusted is None else 0)
        assert all("--trust-proxy" in record.why for record in warnings)
