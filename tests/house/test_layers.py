"""Who may import whom: each room knows those below it, and nothing of those above or beside it."""

import ast
import re

import pytest

import fathom5
from fathom5 import names
from fathom5.kernel.cache import GAMES, MARKS, PACKAGE, ROOMS, sources

HOUSE = {  # the rooms of the package, from the ground up
    "kernel": 0,
    "scene": 1,
    "games": 2,
    "door": 3,
    "bots": 4,
    "text": 5,
    "table": 6,
    "lab": 6,
    "gym": 6,
    "command": 7,
    "__main__": 8,
}
TABLE = {"settings": 0, "dice": 0, "keep": 1, "play": 2, "web": 3, "__init__": 4}
GAME = {
    "house": -1,  # numbers of the rulebook that can be changed, below the rules that read them; a game may have none
    "rules": 0,
    "hints": 1,
    "words": 1,
    "board": 2,
    "measures": 2,
    "observation": 2,
    "refusals": 3,
    "lesson": 3,
    "faults": 3,
    "__init__": 3,
}
GROUND = {"box", "cards", "sea"}  # what lies in the box, before any rule: in `rules`, below the rest
DOOR = set(fathom5.__all__) - {"cache"}  # what the package itself offers is the door's
SOURCES = [path for path in PACKAGE.rglob("*.py") if not path.stem.endswith("_test")]


def room_of(path, below=PACKAGE):
    return path.relative_to(below).with_suffix("").parts[0]


def imported(path, package):
    """What a file imports of a package: each as the names that lead there."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(f"{package}."):
            for alias in node.names:
                yield f"{node.module}.{alias.name}".removeprefix(f"{package}.").split(".")


def ours(path):
    """The rooms that a file imports from."""
    for first, *_ in imported(path, "fathom5"):
        yield "door" if first in DOOR else "kernel" if first == "cache" else first


def check_direction(folder, package, height):
    """Each file of a folder imports only from its own room and from lower ones."""
    for path in SOURCES:
        if path.is_relative_to(folder):
            room = room_of(path, folder)
            below = {name for name in height if height[name] < height[room]}
            assert {first for first, *_ in imported(path, package)} & set(height) <= below | {room}, path


def test_imports_point_down():
    for path in SOURCES:
        room = room_of(path)
        if room != "__init__":
            below = {name for name in HOUSE if HOUSE[name] < HOUSE[room]} | {"__version__"}
            assert set(ours(path)) <= below | {room}, path


def test_every_file_has_a_room():
    assert {room_of(path) for path in SOURCES} == {*HOUSE, "__init__"}
    assert {room_of(path, PACKAGE / "table") for path in SOURCES if room_of(path) == "table"} == set(TABLE)


def test_at_the_table_pages_know_play_and_play_knows_what_is_kept():
    check_direction(PACKAGE / "table", "fathom5.table", TABLE)


@pytest.mark.parametrize("name", names())
def test_in_a_game_all_know_the_rules_and_the_rules_know_nobody(name):
    folder = PACKAGE / "games" / name
    assert {room_of(path, folder) for path in SOURCES if path.is_relative_to(folder)} | {"house"} == set(GAME)
    check_direction(folder, f"fathom5.games.{name}", GAME)


@pytest.mark.parametrize("name", names())
def test_what_lies_in_the_box_knows_no_rule(name):
    folder = PACKAGE / "games" / name / "rules"
    for path in folder.glob("*.py"):
        if path.stem in GROUND:
            assert {first for first, *_ in imported(path, f"fathom5.games.{name}.rules")} <= GROUND, path


def test_only_the_pages_speak_http():
    for path in SOURCES:
        if path.is_relative_to(PACKAGE / "table") and room_of(path, PACKAGE / "table") != "web":
            assert not re.search(
                r"^\s*(from|import) (starlette|uvicorn|jinja2)", path.read_text("utf8"), re.MULTILINE
            ), path


def test_the_table_looks_only_through_the_door():
    for path in SOURCES:
        assert room_of(path) != "table" or "kernel" not in set(ours(path)), path


def test_no_game_is_named_outside_its_folder():
    for path in SOURCES:
        text = path.read_text(encoding="utf8")
        named = {name for name in names() if f"games.{name}" in text}
        if room_of(path) != "games":
            named |= {name for name in names() if f'"{name}"' in text}
        assert named <= set(path.relative_to(PACKAGE).parts), path


@pytest.mark.parametrize("name", names())
def test_the_cache_knows_every_file_of_a_game_that_holds_rules(name):
    known = sources(*(f"{GAMES}.{name}.{room}" for room in ROOMS))
    for path in SOURCES:
        if name in path.parts and re.search(rf"^@({'|'.join(MARKS)})\b", path.read_text("utf8"), re.MULTILINE):
            assert path in known, path
