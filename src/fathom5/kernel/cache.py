"""Where compiled code is kept: a folder for each game, named by all that its code is made from.

That is what the game's rules, hints and measures really import, the kernel, the versions and the settings of Numba;
a loop that serves all games is kept with each of them, by its own file. A file is whole or it is nothing: it is written
beside and then moved, and carries a digest. Where nothing can be written, code lives in memory only.
"""

import ast
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from itertools import groupby
from logging import getLogger
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
GAMES = f"{PACKAGE.name}.games"
ROOMS = ("rules", "hints", "measures")  # of a game's folder: what compiled code is made from
MAKERS = ("game", "handing", "linking", "twins", "worlds")  # of the kernel: what makes it
MARKS = ("rule", "inlined", "loop")  # how a rule is marked
NO_MATTER = ("NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "NUMBA_NUM_THREADS")  # settings that leave compiled code as it is
LOOPS = ("bots.tree", "bots.compiling")  # modules that have a part in what is compiled of a game as a whole
NOWHERE = Path(os.devnull) / "home"  # nothing can be written there; in a folder for all, others might write code for us
KEPT = 8  # folders of each game; older ones are swept
DIGEST = sha256().digest_size
log = getLogger("fathom5")


def home() -> Path:
    """The user's folder for caches: the one that was given to Numba, or the usual one on this platform."""
    for setting in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", *(["LOCALAPPDATA"] if sys.platform == "win32" else [])):
        if os.environ.get(setting):
            return Path(os.environ[setting])
    try:
        return Path("~").expanduser() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    except RuntimeError:  # a user without a home, as in containers
        return NOWHERE


# What code is made from.


def path_of(module: str) -> Path | None:
    """The file of a module of ours; None if there is no such module."""
    place = PACKAGE.joinpath(*module.split(".")[1:])
    for path in (place.with_suffix(".py"), place / "__init__.py"):
        if path.is_file():
            return path
    return None


def sources(*modules: str) -> list[Path]:
    """The files of these modules and of all that their rules are made from, through as many imports as it takes."""
    found: dict[str, Path] = {}
    todo = list(modules)
    while todo:
        module = todo.pop()
        path = path_of(module)
        if path is not None and module not in found:
            found[module] = path
            todo += [
                inner if path_of(inner) else outer
                for inner, outer in _imported(path.read_bytes(), module.startswith(f"{GAMES}."))
            ]
    return sorted(found.values())


@cache
def _imported(source: bytes, is_game: bool) -> list[tuple[str, str]]:
    """What a source imports of ours, as a module or from one; outside of games only what its rules speak of."""
    tree = ast.parse(source)
    spoken = {node.id for rule in _rules(tree) for node in ast.walk(rule) if isinstance(node, ast.Name)}
    return [
        (f"{node.module}.{alias.name}", node.module)
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE.name)
        for alias in node.names
        if node.module and (is_game or alias.name in spoken)
    ]


def _rules(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(getattr(mark, "id", "") in MARKS for mark in node.decorator_list):
            yield node


@cache
def fingerprint(game: str, *modules: str) -> str:
    """A name for the sources of a game and of these modules, the versions and the settings."""
    settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_") and item[0] not in NO_MATTER)
    versions = sys.version, platform.machine(), version("numba"), version("llvmlite"), version("numpy")
    made_from = sha256(repr((versions, settings)).encode())
    rooms = [f"{GAMES}.{game}.{room}" for room in ROOMS] if game else []
    kernel = [f"{PACKAGE.name}.kernel.{maker}" for maker in MAKERS]
    for path in sources(*rooms, *kernel, *modules):
        made_from.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return made_from.hexdigest()[:16]


# What is kept.


def folder(game: str) -> Path:
    """Where a game's code is kept; that of no game in particular under the name of the kernel."""
    return home() / "fathom5" / f"{game or 'kernel'}-{fingerprint(game)}"


def place(game: str, label: str, *modules: str) -> Path:
    """The file for some code of a game that these modules have a part in."""
    return folder(game) / f"{label}-{fingerprint('', *modules)}.code"


def whole(game: str) -> Path:
    """The file for all of a game that players, bots and series ask for."""
    return place(game, "whole", *(f"{PACKAGE.name}.{loop}" for loop in LOOPS))


def is_warm(game: str) -> bool:
    """Whether that has been compiled from these sources."""
    return whole(game).exists()


def read(path: Path) -> bytes | None:
    """What was written there; None if it was not, or is not whole any more."""
    try:
        framed = path.read_bytes()
    except OSError:
        return None
    return framed[DIGEST:] if sha256(framed[DIGEST:]).digest() == framed[:DIGEST] else None


def write(path: Path, data: bytes) -> bool:
    """Keep this; False, with a word why, where nothing can be written: a home that is read-only, or a full disk."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(sha256(data).digest() + data)
        beside.replace(path)
        os.utime(path.parent)
    except OSError as why:
        log.warning(
            "Compiled code cannot be kept in %s (%s); it will be compiled again by each process. "
            "To keep it, name a folder that can be written: NUMBA_CACHE_DIR=…",
            path.parent,
            why.strerror,
        )
        beside.unlink(missing_ok=True) if beside.parent.is_dir() else None
        return False
    sweep(path.parent.parent)
    return True


def sweep(parent: Path) -> None:
    """Keep the folders of each game that were used last."""
    folders = (path for path in parent.iterdir() if path.is_dir() and not path.is_symlink())
    for _, group in groupby(sorted(folders, key=lambda path: (_game(path), _last_use(path))), _game):
        for old in list(group)[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)


def _last_use(path: Path) -> float:
    """When it was; long ago for what another process has just swept away."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _game(path: Path) -> str:
    return path.name.rpartition("-")[0]
