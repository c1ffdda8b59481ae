"""Who may import whom: kernel <- games <- door <- bots <- table | lab | gym <- command line."""

import ast
import re

import fathom5
from fathom5 import names
from fathom5.cache import NEVER_COMPILED, PACKAGE, sources

HEIGHT = {
    "cache": 0,
    "pace": 0,
    "kernel": 1,
    "scene": 2,
    "games": 3,
    "door": 4,
    "bots": 5,
    "testing": 5,
    "warm": 6,
    "table": 6,
    "lab": 6,
    "gym": 6,
    "bench": 7,
    "tables": 7,
    "terminal": 7,
    "cli": 8,
    "__main__": 9,
}
DOOR = set(fathom5.__all__) - {"cache"}  # what the package itself offers is the door's
SOURCES = [path for path in PACKAGE.rglob("*.py") if not path.stem.endswith("_test")]


def layer_of(path):
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def ours(path):
    """The layers that a file imports from."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "fathom5":
            parts = (f"{node.module}.{alias.name}".split(".")[1] for alias in node.names)
            yield from ("door" if part in DOOR else part for part in parts)


def test_imports_point_down():
    for path in SOURCES:
        layer = layer_of(path)
        if layer != "__init__":
            below = {name for name in HEIGHT if HEIGHT[name] < HEIGHT[layer]} | {"__version__"}
            assert set(ours(path)) <= below | {layer}, path


def test_the_table_looks_only_through_the_door():
    for path in SOURCES:
        assert layer_of(path) != "table" or "kernel" not in set(ours(path)), path


def test_no_game_is_named_outside_its_folder():
    for path in SOURCES:
        named = {name for name in names() if f"games.{name}" in path.read_text()}
        if "games" not in path.parts:
            named |= {name for name in names() if f'"{name}"' in path.read_text()}
        assert named <= {path.parent.name}, path


def test_the_cache_knows_every_file_that_holds_rules():
    known = set(sources())
    for path in SOURCES:
        if re.search("^@(rule|njit)", path.read_text(), re.MULTILINE):
            assert path in known, path
            assert path.name not in NEVER_COMPILED
