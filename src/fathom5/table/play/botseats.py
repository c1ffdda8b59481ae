"""Bots at the table. They are shown what their seat may know, nothing more.

Who searches is asked as a question, which another process answers; all others answer at once.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from fathom5 import bots, games
from fathom5.bots import compiling, thinker
from fathom5.bots.thinker import Answer, Question
from fathom5.door import Match, load
from fathom5.table import dice

BEST = "diver"  # who takes a seat unless someone else is asked for: good company, and quick
QUICK = "hinted"  # who answers at once where there is no time to think
LESSON = 30  # moves of each game that are made before anybody comes
CODE = "code:"  # before what guests call a player that is no file
LONGEST = 40  # letters of a level
SEATED = 256  # players from outside that are remembered, each with what it has in mind


class NoAnswer(Exception):
    """A player had no answer that can be played."""


class Brought(NamedTuple):
    """A player that whoever runs the house has brought along."""

    name: str
    player: bots.Seated

    def fits(self, game: str, players: int | None) -> bool:
        says = getattr(self.player, "fits", None)
        return bool(game) and (says is None or says(game, players))


trained: dict[str, Brought] = {}  # by level


def bring(player: str | Path) -> None:
    """Let a player sit down at tables of its games, named as everywhere or by its file alone. Guests know it by a level
    that does not tell where it lies, and can name no other."""
    name = str(player)
    if name.endswith((".npz", ".onnx")) and not name.startswith(bots.FILE):
        name = f"{bots.FILE}{name}"
    trained[level_of(name)[:LONGEST]] = Brought(name, bots.named(name))


def level_of(name: str) -> str:
    """What guests call it: a file by its stem, code by the last of its name, a bot with other knobs as it is."""
    if name.startswith(bots.FILE):
        return f"{bots.FILE}{Path(name.removeprefix(bots.FILE)).stem}"
    if isinstance(bots.named(name), bots.Outside):
        return f"{CODE}{name.rpartition('.py:')[2].partition(':')[2] or name.rpartition(':')[2]}"
    return f"{CODE}{name.replace(':', ' ')}"


def levels(game: str = "", players: int | None = None) -> tuple[str, ...]:
    """The bots that can sit down at a game, or at any, from the weakest; the last are those trained for it."""
    fitting = [level for level, player in trained.items() if player.fits(game, players)]
    return (*_everywhere(), *fitting)


@cache
def _everywhere() -> tuple[str, ...]:
    """The bots that know every game."""
    known = [bots.names(games.load(name)) for name in games.names()]
    return tuple(level for level in known[0] if all(level in names for names in known) and level != "search")


def _sitting(level: str, game: str, luck: bytes, seat: int) -> bots.Seated:
    """Who plays at this level; the best does for a player that was brought along before, but not since, and for who is
    not known at all.

    Who searches follows the hints until the game is compiled.
    """
    if not is_ready(level, game):
        return bots.load(QUICK)
    if level in _everywhere():
        return bots.load(level)
    brought = trained.get(level)
    if brought is None:
        return bots.load(BEST)
    return _from_outside(brought.name, luck, seat) if is_outside(level) else brought.player


@lru_cache(SEATED)
def _from_outside(name: str, luck: bytes, seat: int) -> bots.Seated:
    """Who is from outside is made once for its seat at its table."""
    return bots.named(name)


def is_ready(level: str, game: str) -> bool:
    """Whether a bot plays at its level already: who searches waits for compiled rules."""
    return _searcher(level) is None or compiling.is_ready(game)


def is_counted(level: str) -> bool:
    """Whether a bot's choice follows from what it sees and from its seed alone, on any machine; else from time too."""
    return level in _everywhere() and level not in bots.LEVELS


def choose(match: Match, seat: int, level: str, luck: bytes = b"") -> int:
    """What a bot of this level does, from what the seat may know; NoAnswer if it has none that can be played."""
    bot = _sitting(level, match.game.name, luck, seat)
    decided = bots.decision(bot, match, _seed(match, seat, luck))
    if decided.fault:
        raise NoAnswer(f"{level} {decided.fault.kind}")
    return checked(match, level, decided.action)


def checked(match: Match, level: str, action: int) -> int:
    """What a bot has decided, if it can be done."""
    if action not in match.offers:
        raise ValueError(f"{level} wants {action}, which cannot be done in {match.game.name}")
    return action


def searches(level: str, game: str) -> bool:
    """Whether a bot of this level thinks ahead now, which takes its time."""
    return _searcher(level) is not None and compiling.is_ready(game)


def _searcher(level: str) -> str | None:
    """Who searches at this level, as it is named."""
    if level in bots.LEVELS:
        return level
    brought = trained.get(level)
    return brought.name if brought and isinstance(brought.player, bots.Search) else None


def is_outside(level: str) -> bool:
    """Whether a player is somebody else's, who may take their time."""
    return level in trained and isinstance(trained[level].player, bots.Outside)


def question(match: Match, seat: int, level: str, luck: bytes) -> Question:
    """What a bot that thinks ahead is asked: all that it may know."""
    return thinker.move(match.seen(seat), _searcher(level) or level, _seed(match, seat, luck))


def _seed(match: Match, seat: int, luck: bytes) -> int:
    """The same at the same moment of the same table; without the key of its dice nobody foresees it."""
    return dice.bot_seed(luck, seat, len(match.actions))


def advice(match: Match, seat: int, luck: bytes, iterations: int) -> Question:
    """What is asked for a hint; so many iterations always say the same."""
    return thinker.advice(match.seen(seat), seat, _seed(match, seat, luck), iterations)


def in_words(match: Match, seat: int, language: str, found: Answer) -> list[dict[str, Any]]:
    """What a search would do here, the best first, in words and odds."""
    said, reason = match.words(language), found["reason"]
    words = {act["action"]: act["words"] for act in match.scene(seat, language)["acts"]}
    odds = {said.get(f"odds.{name}", name): round(chance, 3) for name, chance in found["odds"].items()}
    why = said[f"reason.{reason[0]}"].format(**reason[1]) if reason else ""
    return [
        {
            **each,
            "words": words[each["action"]],
            "medals": {_medal(name, said): chance for name, chance in each["medals"].items()},
            "odds": odds if number == 0 else {},
            "reason": why if number == 0 else "",
        }
        for number, each in enumerate(found["moves"])
    ]


def _medal(name: str, words: dict[str, str]) -> str:
    """What a medal is called, without what it takes to get it."""
    return words[f"end.medal.{name}"].partition(":")[0].strip()


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
