"""Bots at the table. They are shown what their seat may know, nothing more.

Who searches is asked as a question, which another process answers; all others answer at once.
"""

from functools import cache
from pathlib import Path
from typing import Any

from fathom5 import bots, games
from fathom5.bots import compiling, thinker
from fathom5.bots.thinker import Answer, Question
from fathom5.door import Match, load
from fathom5.table import dice

BEST = "diver"  # who takes a seat unless someone else is asked for: good company, and quick
QUICK = "hinted"  # who answers at once where there is no time to think
MOVES = 4  # that a hint speaks of
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


def is_counted(level: str) -> bool:
    """Whether a bot's choice follows from what it sees and from its seed alone, on any machine; else from time too."""
    return level in _everywhere() and level not in bots.LEVELS


def choose(match: Match, seat: int, level: str, luck: bytes = b"") -> int:
    """What a bot of this level does, from what the seat may know."""
    return checked(match, level, _sitting(level, match.game.name)(match.seen(seat), _seed(match, seat, luck)))


def checked(match: Match, level: str, action: int) -> int:
    """What a bot has decided, if it can be done."""
    if action not in match.offers:
        raise ValueError(f"{level} wants {action}, which cannot be done in {match.game.name}")
    return action


def searches(level: str, game: str) -> bool:
    """Whether a bot of this level thinks ahead now, which takes its time."""
    return level in bots.LEVELS and compiling.is_ready(game)


def question(match: Match, seat: int, level: str, luck: bytes) -> Question:
    """What a bot that thinks ahead is asked: all that it may know."""
    return thinker.move(match.seen(seat), level, _seed(match, seat, luck))


def _seed(match: Match, seat: int, luck: bytes) -> int:
    """The same at the same moment of the same table; without the key of its dice nobody foresees it."""
    return dice.bot_seed(luck, seat, len(match.actions))


def advice(match: Match, seat: int, luck: bytes, iterations: int) -> Question:
    """What is asked for a hint; so many iterations always say the same."""
    return thinker.advice(match.seen(seat), seat, _seed(match, seat, luck), iterations)


def in_words(match: Match, seat: int, language: str, found: Answer) -> list[dict[str, Any]]:
    """What a search would do here, the best first, in words and odds."""
    said, reason = match.game.words.WORDS[language], found["reason"]
    words = {act["action"]: act["words"] for act in match.scene(seat, language)["acts"]}
    odds = {said.get(f"odds.{name}", name): round(chance, 3) for name, chance in found["odds"].items()}
    why = said[f"reason.{reason[0]}"].format(**reason[1]) if reason else ""
    return [
        {
            **each,
            "words": words[each["action"]],
            "odds": odds if number == 0 else {},
            "reason": why if number == 0 else "",
        }
        for number, each in enumerate(found["moves"][:MOVES])
    ]


@cache
def warm_up() -> None:
    """Do once for each game that is ready all that a table asks for, so that no player waits for it."""
    for name in filter(compiling.is_ready, games.names()):
        match = load(name).start(seed=0)
        in_words(match, match.seat, "en", thinker.answered(advice(match, match.seat, b"", 1)))
        for _ in range(LESSON):
            if not match.over:
                _ = match.scene(match.seat), match.forced, match.opens(next(iter(match.offers)))
                match.play(choose(match, match.seat, "uniform"))
        match.story()
