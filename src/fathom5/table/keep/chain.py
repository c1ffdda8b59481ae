"""Rows that hold one another: each carries a keyed digest of itself and of all before it.

Who lacks the key learns nothing from a digest, and cannot make one: a row that was changed, dropped, doubled or moved
is found where it stands, and a missing tail by the count and the last digest that the table's own row holds.
"""

from collections.abc import Iterable
from typing import NamedTuple

from fathom5.table.dice import chain_key, framed, hashed, keyed
from fathom5.table.dice import link as digest

__all__ = ["FIRST", "Link", "chain_key", "digest", "framed", "hashed", "keyed", "torn_at"]

FIRST = ""  # what the first row has before it, where there is no seal


class Link(NamedTuple):
    """A row as it is chained; `turn` counts from 0, and an undo is a row like any other."""

    turn: int
    seat: int
    action: int
    by: str
    digest: str


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
