"""Rows that hold one another: each carries a keyed digest of itself and of all before it.

Who lacks the key learns nothing from a digest, and cannot make one: a row that was changed, dropped, doubled or moved
is found where it stands, and a missing tail by the count and the last digest that the table's own row holds.
"""

import hmac
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

Part = str | int | bytes
FIRST = ""  # what the first row has before it
DIGEST = 16  # bytes


def framed(*parts: Part) -> bytes:
    """Parts in order, each after its length in four bytes: no two lists give the same. A number is its digits."""
    texts = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"".join(len(text).to_bytes(4, "big") + text for text in texts)


def hashed(*parts: Part) -> bytes:
    return sha256(framed(*parts)).digest()


def keyed(key: bytes, *parts: Part) -> bytes:
    return hmac.digest(key, framed(*parts), "sha256")


def chain_key(secret: bytes, seal: bytes) -> bytes:
    """The key of a table whose dice are ours: whoever has the secret after the end can follow its rows."""
    return keyed(secret, "chain", seal)


class Link(NamedTuple):
    """A row as it is chained; `turn` counts from 0, and an undo is a row like any other."""

    turn: int
    seat: int
    action: int
    by: str
    digest: str


def digest(key: bytes, before: str, turn: int, seat: int, action: int, by: str) -> str:
    """What a row carries, as hexadecimal digits."""
    return keyed(key, bytes.fromhex(before), turn, seat, action, by)[:DIGEST].hex()


def torn_at(
    key: bytes, links: Iterable[Link], count: int, last: str, first: int = 0, before: str = FIRST
) -> int | None:
    """The first turn that is not as it was written, a missing one included; None if all are.

    Where those before `first` are known already, `before` is the digest of the last of them.
    """
    turn = first
    for turn, link in enumerate(links, first):
        if turn == count or link.turn != turn or link.digest != digest(key, before, *link[:4]):
            return turn
        before, turn = link.digest, turn + 1
    if turn != count:
        return min(turn, count)
    return None if before == last else max(0, count - 1)
