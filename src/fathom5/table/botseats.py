"""Bots at the table. They are shown what their seat may know, nothing more, and think beside the event loop."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import numpy as np

from fathom5.door import Match
from fathom5.games import load, names

UNIFORM = "uniform"
BEST = "hinted"


def levels() -> list[str]:
    """The levels that every game has, from the weakest."""
    return [UNIFORM, *(player for player in load(names()[0]).hints.PLAYERS if all(map(_has(player), names())))]


def _has(player: str) -> Any:
    return lambda name: player in load(name).hints.PLAYERS


def choose(match: Match, seat: int, level: str, luck: str = "") -> int:
    """What a bot of this level does, from what the seat may know; the same luck gives the same answer."""
    rng = np.frombuffer(sha256(f"{luck} {seat} {len(match.actions)}".encode()).digest()[:8], np.uint64) | np.uint64(1)
    offers = list(match.offers)
    if level not in match.game.hints.PLAYERS:
        return offers[int(rng[0] >> np.uint64(1)) % len(offers)]
    view, choices = match.seen(seat), np.zeros(1, match.game.rules.CHOICES)[0]
    match.game.rules.legal(view, choices)
    action = int(match.game.hints.policy(view, choices, match.game.brain(level), rng))
    return action if action in offers else offers[0]


def advise(match: Match, seat: int, language: str, luck: str = "") -> list[dict[str, Any]]:
    """What the bots would do here, in words and odds."""
    view = match.seen(seat)
    odds: Mapping[str, float] = match.game.measures.odds(view)
    advice = choose(match, seat, BEST, luck)
    words = next(act["words"] for act in match.scene(seat, language)["acts"] if act["action"] == advice)
    return [{"action": advice, "words": words, "share": 1.0, "visits": 0, "odds": dict(odds)}]
