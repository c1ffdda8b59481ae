"""Frames and requests that are nearly right: what Hypothesis makes of the protocol's own grammar.

A frame is a command with its fields, of which some are missing, odd or of another command, and whose text may be cut,
doubled, wrapped or misspelt. A request is one of our routes with its headers and its body, as nearly right.
"""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from hypothesis import strategies as st

from fathom5 import games
from fathom5.scene import SHAPES
from fathom5.table.play.commands import COMMANDS
from fathom5.table.play.people import SAYINGS

VARIANTS = 30  # of each frame that was drawn: to vary it costs less than to draw another
Mutation = tuple[str, int, str]


@dataclass(frozen=True)
class Near:
    """A number near the one that would be right."""

    off: int


@dataclass(frozen=True)
class Offered:
    """One of the actions on offer."""

    index: int


@dataclass(frozen=True)
class Frame:
    """What is sent: a message whose text is then changed, or bytes as they are."""

    message: Any
    mutations: tuple[Mutation, ...] = ()

    def text(self, n: int, offers: list[int]) -> str | bytes:
        if isinstance(self.message, bytes):
            return self.message
        text = json.dumps(_resolved(self.message, n, offers))
        for mutation in self.mutations:
            text = changed(text, *mutation)
        return text.encode("utf8", "replace").decode("utf8")

    def variants(self, n: int, offers: list[int], seed: int, count: int = VARIANTS) -> Iterator[str | bytes]:
        """The same with other fields, and now and then with letters exchanged."""
        luck = random.Random(seed)
        for _ in range(count):
            if isinstance(self.message, dict) and luck.random() < 0.8:
                yield json.dumps(_varied(_resolved(self.message, n, offers), n, offers, luck))
            else:
                yield _misspelt(self.text(n, offers), luck)


def _varied(message: dict[str, Any], n: int, offers: list[int], luck: random.Random) -> dict[str, Any]:
    """A command with one field left out, another one put right, or moved a little; or another command."""
    message = dict(message)
    match luck.randrange(6):
        case 0:
            message["do"] = luck.choice(tuple(COMMANDS))
        case 1:
            message |= {"do": "act", "turn": n + luck.choice((0, 0, 0, 1, -1)), "action": luck.choice(offers or [0])}
        case 2:
            message.pop(luck.choice([*message, "id"]), None)
        case 3:
            message |= luck.choice(RIGHT)
        case 4:
            message = luck.choice(RIGHT) | {"id": f"v{luck.random()}"[:40].replace(".", "-")}
        case 5:
            message = {
                name: value + luck.choice((-1, 1, 256)) if type(value) is int else value
                for name, value in message.items()
            }
    return message


def _misspelt(text: str | bytes, luck: random.Random) -> str | bytes:
    letters = list(text if isinstance(text, str) else text.decode("latin-1"))
    for _ in range(luck.randint(1, 3)):
        at = luck.randrange(len(letters) + 1)
        letters[at : at + luck.randrange(2)] = luck.choice('0129",:[]{}\\ -.eE\x00é😀tnu')
    made = "".join(letters)
    return made if isinstance(text, str) else made.encode("latin-1", "replace")


RIGHT: tuple[dict[str, Any], ...] = (
    {"do": "say", "text": "hello"},
    {"do": "say", "phrase": SAYINGS[0]},
    {"do": "name", "name": "Eve", "colour": 3},
    {"do": "auto", "on": True},
    {"do": "auto", "on": False},
    {"do": "since", "n": 0},
    {"do": "shape", "shape": SHAPES[-1]},
    {"do": "shape", "shape": SHAPES[0]},
    {"do": "buttons"},
    {"do": "undo"},
    {"do": "ping"},
    {"do": "mute", "m": 1},
    {"do": "seat", "seat": 1, "as": "bot:hinted"},
    {"do": "seat", "seat": 1, "as": "open"},
    {"do": "start"},
    {"do": "rematch"},
)


def _resolved(value: Any, n: int, offers: list[int]) -> Any:
    if isinstance(value, Near):
        return n + value.off
    if isinstance(value, Offered):
        return offers[value.index % len(offers)] if offers else value.index
    if isinstance(value, dict):
        return {key: _resolved(one, n, offers) for key, one in value.items()}
    return [_resolved(one, n, offers) for one in value] if isinstance(value, list) else value


def changed(text: str, how: str, where: int, by: str) -> str:
    """A text with something wrong about it."""
    at = where % (len(text) + 1)
    ways: dict[str, Callable[[], str]] = {
        "cut": lambda: text[:at],
        "put in": lambda: text[:at] + by + text[at:],
        "exchange": lambda: text[:at] + by + text[at + 1 :],
        "double": lambda: text + text,
        "list": lambda: f"[{text}]",
        "deep": lambda: "[" * (where % 3000) + text,
        "pad": lambda: " " * (where % 5000) + text,
        "mark": lambda: "\ufeff" + text,
        "keys": lambda: text[:-1] + ', "do": "act", "do": "since"}',
    }
    return ways[how]()


CHANGES = ("cut", "put in", "exchange", "double", "list", "deep", "pad", "mark", "keys")
letters = st.text(max_size=12)
odd = st.one_of(
    st.none(), st.booleans(), st.integers(), st.integers(-3, 40), st.floats(), letters,
    st.text(st.characters(codec=None), max_size=6),
    st.sampled_from(("", "x" * 300, "\x00", "\ud800", "‮", "__proto__", "{{7*7}}", "<script>", "' or 1=1 --")),
    st.recursive(
        st.none() | st.integers(),
        lambda one: st.lists(one, max_size=3) | st.dictionaries(letters, one, max_size=3),
        max_leaves=6,
    ),
)  # fmt: skip
hexadecimal = st.text("0123456789abcdef", min_size=64, max_size=64)
near = st.builds(Near, st.sampled_from((0, 0, 0, 0, -1, 1, -5, 1000)))
seat = st.integers(-1, 6)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "id": st.text("abcdefghijkl-_0123", min_size=1, max_size=40),
    "turn": near,
    "n": near,
    "action": st.builds(Offered, st.integers(0, 50)) | st.integers(-2, 4000),
    "text": st.text(max_size=210),
    "phrase": st.sampled_from(SAYINGS),
    "words": st.text("abcdef0123", min_size=8, max_size=64),
    "commitment": hexadecimal,
    "seal": hexadecimal,
    "round": st.integers(0, 4),
    "seat": seat,
    "as": st.sampled_from(("open", "bot:hinted", "bot:kraken", "bot:", "me")),
    "fill": st.sampled_from(("hinted", "diver", "kraken", "none")),
    "name": st.text(max_size=30),
    "colour": st.integers(-1, 9),
    "on": st.booleans(),
    "m": st.integers(-1, 50),
    "shape": st.sampled_from((*SHAPES, "round")),
    "things": st.lists(letters, max_size=4),
    "begun": st.lists(letters, max_size=4),
}


@st.composite
def commands(draw: st.DrawFn) -> dict[str, Any]:
    """A command with the fields that any may have, some of them odd."""
    message: dict[str, Any] = {"do": draw(st.sampled_from(tuple(COMMANDS)))}
    for name in draw(st.sets(st.sampled_from(tuple(FIELDS)), max_size=6) | st.just({"id", "turn", "action"})):
        message[name] = draw(odd) if draw(st.integers(0, 4)) == 0 else draw(FIELDS[name])
    if draw(st.integers(0, 9)) == 0:
        message["do"] = draw(odd)
    return message


mutations = st.tuples(st.sampled_from(CHANGES), st.integers(0, 5000), letters)
frames = st.one_of(
    st.builds(Frame, commands()),
    st.builds(Frame, commands(), st.lists(mutations, min_size=1, max_size=2).map(tuple)),
    st.builds(Frame, st.binary(max_size=60)),
    st.builds(Frame, odd),
)
bursts = st.lists(frames, min_size=5, max_size=25)


@dataclass(frozen=True)
class Raw:
    """A frame as it goes over the wire, of which nothing need be right."""

    first: int  # whether it is the last part, reserved bits, and what it is
    is_masked: bool
    payload: bytes
    length: int | None  # as it is said, if not as it is

    def bytes(self) -> bytes:
        length = len(self.payload) if self.length is None else self.length
        mask = 0x80 if self.is_masked else 0
        if length < 126:
            head = bytes([self.first, mask | length])
        elif length < 1 << 16:
            head = bytes([self.first, mask | 126]) + length.to_bytes(2, "big")
        else:
            head = bytes([self.first, mask | 127]) + (length & ((1 << 64) - 1)).to_bytes(8, "big")
        return head + (b"\0\0\0\0" if self.is_masked else b"") + self.payload


said = st.sampled_from((b'{"do":"ping"}', b'{"do":"since","n":0}', b"\xff\xfe", b"", b"\x03\xe8bye", b"\x03"))
raws = st.lists(
    st.builds(
        Raw,
        st.sampled_from((0x81, 0x81, 0x82, 0x01, 0x80, 0x88, 0x89, 0x8A, 0xC1, 0x83, 0x0F)) | st.integers(0, 255),
        st.sampled_from((True, True, True, False)),
        said | st.binary(max_size=140),
        st.none() | st.sampled_from((0, 125, 126, 5000, 70_000, 1 << 40, 1 << 63)),
    ),
    min_size=1,
    max_size=8,
)


# Requests.


@dataclass(frozen=True)
class Asked:
    """A request, but for the table that it is about and who asks."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    length: int  # off by so many

    def bytes(self, table: str, cookie: str, host: str) -> bytes:
        given = {"host": host, "cookie": cookie, "connection": "close"} | dict(self.headers)
        if self.body or self.length:
            given.setdefault("content-length", str(max(0, len(self.body) + self.length)))
        lines = [f"{self.method} {self.path.replace('{table}', table)} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in given.items() if value]
        return "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + self.body

    @property
    def is_short(self) -> bool:
        """Who waits for more waits in vain."""
        return self.length > 0 or any(name == "content-length" for name, _ in self.headers)


PATHS = (
    "/", "/mine", "/levels", "/searches", "/health", "/tables", "/replay", "/new/{game}", "/rules/{game}", "/upload",
    "/t/{table}", "/t/{table}/join", "/t/{table}/mine", "/t/{table}/qr.svg", "/t/{table}/replay.json",
    "/t/{table}/save", "/t/{table}/rows", "/t/{table}/live", "/t/{table}/seat/{odd}", "/r/{table}",
    "/r/{table}/replay.json", "/static/{odd}", "/look/{odd}", "/metrics", "/{odd}", "*", "http://127.0.0.1/",
)  # fmt: skip
QUERIES = ("", "", "?view=0", "?view=9", "?lang=fr&shape=tall", "?lang=xx", "?mine", "?view=%00", "?{odd}")
written = st.text(st.characters(min_codepoint=33, max_codepoint=255), max_size=12)


@st.composite
def paths(draw: st.DrawFn) -> str:
    path = draw(st.sampled_from(PATHS)) + draw(st.sampled_from(QUERIES))
    path = path.replace("{game}", draw(st.sampled_from((*games.names(), "none"))))
    strange = draw(written | st.sampled_from(("../../etc/passwd", "%2e%2e%2f", "%00", "a" * 3000)))
    path = path.replace("{odd}", quote(strange) if draw(st.booleans()) else strange)
    return path.replace("{table}", "{table}x") if draw(st.integers(0, 9)) == 0 else path


HEADERS = st.one_of(
    st.sampled_from((
        ("content-type", "application/json"), ("content-type", "text/plain"), ("content-type", "multipart/form-data"),
        ("content-type", "multipart/form-data; boundary=x"), ("content-type", "application/x-www-form-urlencoded"),
        ("origin", "http://evil.example"), ("origin", "null"), ("host", "evil.example"), ("host", ""),
        ("upgrade", "websocket"), ("connection", "Upgrade"), ("sec-websocket-version", "99"),
        ("sec-websocket-key", "x"), ("transfer-encoding", "chunked"), ("content-length", "-1"),
        ("content-length", "99999999999"),
        ("expect", "100-continue"),
        ("x-forwarded-for", "1.2.3.4"), ("accept", "text/html"), ("accept-language", "fr;q=2,,;"),
        ("range", "bytes=5-1"),
        ("accept-encoding", "gzip, br, \x01"), ("cookie", "fathom5=" + "A" * 43), ("if-none-match", "*"),
    )),
    st.tuples(st.text("abcdefghij-", min_size=1, max_size=12), written),
)  # fmt: skip


@st.composite
def wishes(draw: st.DrawFn) -> bytes:
    """What opens a table, joins one, or is a save; nearly."""
    message = {
        "game": draw(st.sampled_from((*games.names(), "none"))),
        "seats": draw(st.lists(st.sampled_from(("me", "open", "bot:hinted", "bot:x")), max_size=7)),
        "options": draw(st.dictionaries(st.sampled_from(("air", "players", "rounds", "x")), odd, max_size=2)),
        "name": draw(st.text(max_size=30)),
        "seat": draw(seat),
        "clock": draw(st.none() | st.integers(-1, 90000)),
    }
    for name in draw(st.sets(st.sampled_from(tuple(message)), max_size=2)):
        message[name] = draw(odd)
    text = json.dumps(message)
    for mutation in draw(st.lists(mutations, max_size=1)):
        text = changed(text, *mutation)
    return text.encode("utf8", "replace")


requests = st.builds(
    Asked,
    st.sampled_from(("GET",) * 6 + ("POST",) * 4 + ("HEAD", "PUT", "OPTIONS", "TRACE", "get", "G\x00T")),
    paths(),
    st.lists(HEADERS, max_size=3).map(tuple),
    st.just(b"") | wishes() | st.binary(max_size=200),
    st.sampled_from((0, 0, 0, 0, -1, 5)),
)
