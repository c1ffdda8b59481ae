"""How far the searches of each game are: bots that think ahead and hints need them, all else does not.

A search is compiled beside the server. Until it is there, who searches plays by rule of thumb, and says so.
"""

import logging
from typing import TypedDict

from fathom5 import games
from fathom5.bots import LEVELS, compiling

log = logging.getLogger("fathom5.table")


class Told(TypedDict):
    """What people are told of a game's search."""

    share: float  # of the way it has come; 1 when it is there
    comes: bool  # or will never be


class Searches:
    """All games' searches in this process."""

    def __init__(self, beside: compiling.Beside | None = None) -> None:
        self.beside = beside  # who compiles; where nobody does, no search comes
        self._broken: set[str] = set()  # games whose failure has been told to who runs the house

    def ask(self, game: str) -> None:
        """Somebody wants to play this: it is the next to be made ready."""
        if self.beside is not None:
            self.beside.ask(game)

    def told(self, game: str) -> Told:
        if compiling.is_ready(game):
            return {"share": 1.0, "comes": True}
        if self.beside is None:
            return {"share": 0.0, "comes": False}
        if why := self.beside.failure(game):
            self._note(game, why)
        return {"share": round(min(0.99, self.beside.progress(game)), 2), "comes": not why}

    def all(self) -> dict[str, Told]:
        return {name: self.told(name) for name in games.names()}

    def _note(self, game: str, why: str) -> None:
        if game not in self._broken:
            self._broken.add(game)
            log.warning("no search", extra={"game": game, "why": why})


def is_warming(level: str | None, game: str) -> bool:
    """Whether a bot of this level plays by rule of thumb for now."""
    return level in LEVELS and not compiling.is_ready(game)
