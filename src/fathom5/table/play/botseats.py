"""Bots at the table. They are shown what their seat may know, nothing more, and think beside the event loop."""

import hmac
from functools import cache
from pathlib import Path
from typing import Any

from fathom5 import bots, games
from fathom5.bots import compiling
from fathom5.door import Match, load

BEST = "diver"  # who takes a seat unless someone else is asked for: good company, and quick
QUICK = "hinted"  # who answers at once where there is no time to think
MOVES = 4  # that a hint speaks of
TREE = 1 << 15  # nodes of a hint's tree
LESSON = 30  # moves of each game that are made before anybody comes
trained: dict[str, Any] = {}  # players that whoever runs the house has brought along, by level


def bring(path: Path) -> None:
    """Let a trained player sit down at tables of its game; guests know its file by name only, and can name no other."""
    trained[f"{bots.FILE}{path.stem}"] = bots.load(f"{bots.FILE}{path}")


def levels(game: str = "", players: int | None = None) -> tuple[str, ...]:
    """The bots that can sit down at a game, or at any, from the weakest; the last are those trained for it."""
    fitting = [level for level, player in trained.items() if player.fits(game, players)]
    return (*_everywhere(), *fitting)


@cache
def _everywhere() -> tuple[str, ...]:
    """The bots that know every game."""
    known = [bots.names(games.load(name)) for name in games.names()]
    return tuple(level for level in known[0] if all(level in names for names in known) and level != "search")


def _sitting(level: str, game: str) -> bots.Bot:
    """Who plays at this level; the best does for a player that was brought along before, but not since.

    Who searches follows the hints until the game is compiled.
    """
    if not is_ready(level, game):
        return bots.load(QUICK)
    if level.startswith(bots.FILE):
        return trained.get(level) or bots.load(BEST)
    return bots.load(level)


def is_ready(level: str, game: str) -> bool:
    """Whether a bot plays at its level already: who searches waits for compiled rules."""
    return level not in bots.LEVELS or compiling.is_ready(game)


def choose(match: Match, seat: int, level: str, luck: bytes = b"") -> int:
    """What a bot of this level does, from what the seat may know."""
    action = _sitting(level, match.game.name)(match.seen(seat), _seed(match, seat, luck))
    if action not in match.offers:
        raise ValueError(f"{level} wants {action}, which cannot be done in {match.game.name}")
    return action


def _seed(match: Match, seat: int, luck: bytes) -> int:
    """The same at the same moment of the same table; without the key of its dice nobody foresees it."""
    return int.from_bytes(hmac.digest(luck, f"bot {seat} {len(match.actions)}".encode(), "sha256")[:4], "big")


def advise(match: Match, seat: int, language: str, luck: bytes, iterations: int) -> list[dict[str, Any]]:
    """What a search would do here, the best first, in words and odds; so many iterations always say the same.

    Nothing before the game is compiled.
    """
    if not compiling.is_ready(match.game.name):
        return []
    view, said = match.seen(seat), match.game.words.WORDS[language]
    advice = bots.advice(view, seat, _seed(match, seat, luck), iterations=iterations, trees=1, size=TREE)
    words = {act["action"]: act["words"] for act in match.scene(seat, language)["acts"]}
    odds = {said.get(f"odds.{name}", name): round(chance, 3) for name, chance in advice.odds.items()}
    why = said[f"reason.{advice.reason[0]}"].format(**advice.reason[1]) if advice.reason else ""
    return [
        {
            "action": each.action,
            "words": words[each.action],
            "share": round(each.outcome, 3),
            "visits": each.visits,
            "margin": round(each.margin, 3),
            "as_good": each.is_as_good,
            "odds": odds if number == 0 else {},
            "reason": why if number == 0 else "",
        }
        for number, each in enumerate(advice.moves[:MOVES])
    ]


@cache
def warm_up() -> None:
    """Do once for each game that is ready all that a table asks for, so that no player waits for it."""
    for name in filter(compiling.is_ready, games.names()):
        match = load(name).start(seed=0)
        advise(match, match.seat, "en", b"", 1)
        for _ in range(LESSON):
            if not match.over:
                _ = match.scene(match.seat), match.forced, match.opens(next(iter(match.offers)))
                match.play(choose(match, match.seat, "uniform"))
        match.story()
