"""Full Fathom Five, the Python door: five games of the deep to play, to search and to measure."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fathom5.bots.review import review
    from fathom5.door import IllegalMove, Match, load, replay
    from fathom5.games import names
    from fathom5.kernel.game import CHANCE, NOBODY
    from fathom5.kernel.options import Disagreement
    from fathom5.kernel.record import BrokenSave

__all__ = [
    "CHANCE",
    "NOBODY",
    "BrokenSave",
    "Disagreement",
    "IllegalMove",
    "Match",
    "load",
    "names",
    "replay",
    "review",
]
__version__ = "0.1.0"

_ROOMS = {  # in which each lies
    "fathom5.bots.review": ("review",),
    "fathom5.door": ("IllegalMove", "Match", "load", "replay"),
    "fathom5.games": ("names",),
    "fathom5.kernel.game": ("CHANCE", "NOBODY"),
    "fathom5.kernel.options": ("Disagreement",),
    "fathom5.kernel.record": ("BrokenSave",),
}


def __getattr__(name: str) -> Any:
    """What is offered is fetched when it is asked for: who only wants --help does not wait for NumPy."""
    for room, offered in _ROOMS.items():
        if name in offered:
            return globals().setdefault(name, getattr(import_module(room), name))
    raise AttributeError(f"module 'fathom5' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
