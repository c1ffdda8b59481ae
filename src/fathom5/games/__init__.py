"""The games. A game is a folder here that offers GAME; nothing else lists it."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from fathom5.kernel.game import Game
from fathom5.kernel.options import nearest


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in iter_modules(__path__)))


def load(name: str) -> Game:
    if name not in names():
        raise ValueError(f"there is no game {name!r}; {nearest(name, names())}")
    return import_module(f"{__name__}.{name}").GAME
