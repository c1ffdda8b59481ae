"""The one way to name a player: as people type it, or from Python as it is.

hinted, diver                        one of the house
hinted:0.9:4, hinted:trust=0.5       with other knobs
search:seconds=0.2,horizon=40        a search as told
file:player.npz, file:player.onnx    somebody who was trained
my_bots.py:Careful                   a function or a class in a file
package.module:name                  the same in a module that can be imported
"""

import re
import sys
import traceback
from dataclasses import fields, replace
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from fathom5 import games
from fathom5.bots.hinted import Hinted, House
from fathom5.bots.levels import LEVELS
from fathom5.bots.outside import Bot, Outside
from fathom5.bots.search import Search
from fathom5.bots.view import Player
from fathom5.kernel.game import Game
from fathom5.kernel.options import nearest

FILE = "file:"  # before the path of a player that someone has trained
CODE = re.compile(r"(?P<where>.+\.py|[A-Za-z_][\w.]*):(?P<name>[A-Za-z_]\w*)(?::(?P<knobs>.*))?")
Seated = Bot | Outside  # whoever can be asked for a decision
Named = str | Player  # as a player is named


def names(game: Game) -> tuple[str, ...]:
    """Who can sit down at this game: without a plan, by its hints, by search from the weakest on, by search as told."""
    return ("uniform", *game.hints.PLAYERS, *LEVELS, "search")


def load(name: str, **knobs: Any) -> Any:
    """One of the house by name. Knobs tune it: a search by name, as in seconds=0.5, a hinted player in their order."""
    if name.startswith(FILE):
        return import_module("fathom5.gym.player").opened(name.removeprefix(FILE))  # above us: only where it is named
    if name == "search":
        return Search(**_checked(name, knobs or {"seconds": 0.5}))
    if name in LEVELS:
        return replace(LEVELS[name], **_checked(name, knobs))
    if name not in _known():
        raise ValueError(f"there is no bot {name!r}; {nearest(name, sorted(_known()))}")
    return Hinted(name, tuple(knobs.values()))


@cache
def _known() -> frozenset[str]:
    return frozenset(player for game in map(games.load, games.names()) for player in names(game))


def named(player: Named) -> Seated:
    """Whoever is meant, ready for one game. Names of files and modules run code: they are for who runs the house."""
    if isinstance(player, House | Outside):
        return player
    if not isinstance(player, str):
        return outside(player)
    if player.startswith(FILE):
        return load(player)
    name, _, rest = player.partition(":")
    if name not in _known() and (code := CODE.fullmatch(player)):
        return _coded(player, code["where"], code["name"], _knobs(code["knobs"] or ""))
    return load(name, **_knobs(rest))


def outside(player: object) -> Outside:
    """Any callable; of a class, one is made for this game."""
    if not callable(player):
        raise ValueError(f"a player is a name or can be called with a view; {player!r} is neither")
    return Outside(called(player), player() if isinstance(player, type) else player)


def called(player: Named) -> str:
    """What a player is called in tables."""
    if isinstance(player, str):
        return player
    return str(getattr(player, "__name__", None) or type(player).__name__)


def is_hinted(game: Game, player: Named) -> bool:
    """A player that is compiled with the game."""
    if isinstance(player, Hinted):
        return True
    return isinstance(player, str) and player.split(":")[0] in ("uniform", *game.hints.PLAYERS)


def brain(game: Game, player: Named) -> Any:
    """A hinted player as loops take it."""
    bot = named(player)
    if not isinstance(bot, Hinted):
        raise ValueError(f"{called(player)} is not compiled with {game.name}")
    try:
        return game.brain(bot.name, *map(float, bot.knobs))
    except (TypeError, ValueError) as wrong:
        if "could not convert" in str(wrong):
            raise ValueError(f"the knobs of {bot.name!r} are numbers, as in '{bot.name}:0.5', not {player!r}") from None
        raise


# Knobs.


def _knobs(text: str) -> dict[str, Any]:
    """By name or one after the other: seconds=0.5,horizon=40 or 0.9:4."""
    found: dict[str, Any] = {}
    for number, knob in enumerate(part for part in re.split("[:,]", text) if part):
        name, equals, value = knob.partition("=")
        found[name if equals else str(number)] = _number(value if equals else knob)
    return found


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def _checked(name: str, knobs: dict[str, Any]) -> dict[str, Any]:
    """The knobs, if a search has them."""
    known = {field.name for field in fields(Search)}
    for knob, value in knobs.items():
        if knob not in known:
            raise ValueError(f"{name} has no knob {knob!r}; {nearest(knob, known)}")
        if isinstance(value, str) != (knob == "playouts"):
            raise ValueError(f"{knob} of {name} is not {value!r}")
    return knobs


# Players in somebody's own code.


def _coded(text: str, where: str, name: str, knobs: dict[str, Any]) -> Outside:
    """A class is made with its knobs, one for each game; a function is called with them."""
    module = _in_file(str(Path(where).resolve())) if where.endswith(".py") else _in_module(where, text)
    found = getattr(module, name, None)
    if not callable(found):
        offered = [each for each, value in vars(module).items() if callable(value) and not each.startswith("_")]
        raise ValueError(f"{where} has no player {name!r}; {nearest(name, offered)}")
    if not isinstance(found, type):
        return Outside(text, partial(found, **knobs) if knobs else found)
    try:
        return Outside(text, found(**knobs))
    except Exception:
        raise ValueError(f"{text} cannot be made:\n{traceback.format_exc()}") from None


@cache
def _in_file(path: str) -> ModuleType:
    """The module of a file, once; it may import what lies beside it."""
    if not Path(path).is_file():
        raise ValueError(f"there is no file {path}")
    spec = spec_from_file_location(f"fathom5_player_{Path(path).stem}", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    _reachable(str(Path(path).parent))
    try:
        spec.loader.exec_module(module)
    except Exception:
        raise ValueError(f"{path} cannot be read:\n{traceback.format_exc()}") from None
    return module


def _in_module(where: str, text: str) -> ModuleType:
    """A module, also of the folder at hand."""
    _reachable(str(Path.cwd()))
    try:
        there = find_spec(where) is not None
    except ModuleNotFoundError:
        there = False
    if not there:
        raise ValueError(f"there is no bot {text!r}; {nearest(where, sorted(_known()))}, and no module {where!r}")
    try:
        return import_module(where)
    except Exception:
        raise ValueError(f"{where} cannot be read:\n{traceback.format_exc()}") from None


def _reachable(folder: str) -> None:
    if folder not in sys.path:
        sys.path.append(folder)
