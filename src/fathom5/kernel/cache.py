"""Where compiled rules are kept: in a folder named by all that they were made from.

Numba looks only at the file of the function it loads: not at the files of what that function calls,
nor at its own settings, such as NUMBA_BOUNDSCHECK. So every state of the sources has a folder of its own.
In it, Numba keeps what it compiles apart by where the sources lie: the same in another place is compiled anew.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
ROOMS = ("rules", "hints", "measures")  # of a game's folder: what compiled code is made from
RULE = re.compile(r"^@(rule|inlined|loop)\b", re.MULTILINE)
NO_MATTER = ("NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "NUMBA_NUM_THREADS")  # settings that leave compiled code as it is
KEPT = 8  # folders; older ones are swept


def home() -> Path:
    """The user's folder for caches on this platform."""
    if "XDG_CACHE_HOME" in os.environ:
        return Path(os.environ["XDG_CACHE_HOME"])
    if sys.platform == "win32" and "LOCALAPPDATA" in os.environ:
        return Path(os.environ["LOCALAPPDATA"])
    return Path("~").expanduser() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def sources() -> Iterator[Path]:
    """The files that compiled code is made from: the kernel, these rooms of the games, and whoever else has a rule."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if not path.stem.endswith("_test") and (_is_room_of_rules(path) or RULE.search(path.read_text("utf8"))):
            yield path


def _is_room_of_rules(path: Path) -> bool:
    layer, *rooms = path.relative_to(PACKAGE).with_suffix("").parts
    return layer == "kernel" or (layer == "games" and any(room in ROOMS for room in rooms))


def fingerprint() -> str:
    """A name for these sources, versions and settings."""
    settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_") and item[0] not in NO_MATTER)
    made_from = sha256(f"{sys.version} {version('numba')} {version('numpy')} {settings}".encode())
    for path in sources():
        made_from.update(path.name.encode() + path.read_bytes())
    return made_from.hexdigest()[:16]


def sweep(folder: Path) -> None:
    """Keep the folders that were used last."""
    by_use = sorted((path for path in folder.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    for old in by_use[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)


@cache
def prepare() -> Path:
    """Point Numba at the folder for these sources, before or after it is imported."""
    folder = home() / "fathom5" / fingerprint()
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        sweep(folder.parent)
    except OSError:
        pass  # a home that cannot be written: Numba then looks for a place of its own
    if "numba" in sys.modules:
        sys.modules["numba"].config.reload_config()
    return folder


# What is compiled.


def is_warm(name: str) -> bool:
    """Whether all of a game has been compiled from these sources, where they lie now."""
    return _stamp(name).exists()


def note_warm(name: str, pieces: bytes) -> None:
    """From now on nobody waits for this game: these are its pieces that Python calls."""
    beside = _stamp(name).with_suffix(f".{os.getpid()}")
    beside.write_bytes(pieces)
    beside.replace(_stamp(name))


def pieces_of(name: str) -> bytes:
    """What was noted."""
    return _stamp(name).read_bytes()


def _stamp(name: str) -> Path:
    place = sha256(str(PACKAGE).encode()).hexdigest()[:16]
    return prepare() / f"{name}.{place}.warm"
