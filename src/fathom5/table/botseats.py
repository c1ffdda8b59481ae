"""Bots at the table. They are shown what their seat may know, nothing more, and think beside the event loop."""

from functools import cache
from hashlib import sha256
from typing import Any

from fathom5 import bots, games
from fathom5.door import Match

BEST = "hinted"


@cache
def levels() -> tuple[str, ...]:
    """The bots that know every game, from the weakest."""
    known = [bots.names(games.load(name)) for name in games.names()]
    return tuple(level for level in known[0] if all(level in names for names in known))


def choose(match: Match, seat: int, level: str, luck: str = "") -> int:
    """What a bot of this level does, from what the seat may know; the same luck gives the same answer."""
    seed = int.from_bytes(sha256(f"{luck} {seat} {len(match.actions)}".encode()).digest()[:4], "big")
    action = bots.load(level)(match.seen(seat), seed)
    if action not in match.offers:
        raise ValueError(f"{level} wants {action}, which cannot be done in {match.game.name}")
    return action


def advise(match: Match, seat: int, language: str, luck: str = "") -> list[dict[str, Any]]:
    """What the bots would do here, in words and odds."""
    odds = match.game.measures.odds(match.seen(seat))
    advice = choose(match, seat, BEST, luck)
    words = next(act["words"] for act in match.scene(seat, language)["acts"] if act["action"] == advice)
    return [{"action": advice, "words": words, "share": 1.0, "visits": 0, "odds": dict(odds)}]
