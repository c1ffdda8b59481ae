"""The games. A game is a folder here that offers GAME; nothing else lists it."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from fathom5.kernel.game import Game
from fathom5.kernel.options import nearest


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in iter_modules(__path__)))


def checked(name: str) -> str:
    """The name, if there is such a game."""
    if name not in names():
        raise ValueError(f"there is no game {name!r}; {nearest(name, names())}")
    return name


def load(name: str) -> Game:
    return import_module(f"{__name__}.{checked(name)}").GAME
