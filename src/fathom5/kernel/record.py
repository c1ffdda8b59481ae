"""A game as text: what was agreed, an empty line, then what happened, one move a line."""

import json
from typing import Any

Move = tuple[Any, ...]
HEAD = "fathom5"  # the first word of every save


class BrokenSave(ValueError):
    """A text that is no save, or not a whole one."""


def spoken(move: Move) -> str:
    """A move as people type it."""
    return " ".join(map(str, move))


def write(agreed: dict[str, Any], moves: list[Move]) -> str:
    """What was agreed, each as JSON, and the moves; the end is marked, so that a torn file is known as such."""
    head = [f"{name}: {json.dumps(value)}" for name, value in agreed.items()]
    return "\n".join([f"{HEAD} save", *head, "", *map(spoken, moves), "end", ""])


def read(text: str) -> tuple[dict[str, Any], list[str]]:
    """What `write` was given, the moves as text."""
    first, _, rest = text.replace("\r\n", "\n").lstrip("\ufeff").partition("\n")
    if first.strip() != f"{HEAD} save":
        raise BrokenSave(f"this is no save of Full Fathom Five: it begins with {first[:40]!r}, not with '{HEAD} save'")
    head, gap, body = rest.partition("\n\n")
    moves = body.splitlines()
    if not gap or not moves or moves[-1] != "end":
        raise BrokenSave("this save is torn off: its last line is not 'end'")
    return dict(map(_agreed, head.splitlines())), moves[:-1]


def _agreed(line: str) -> tuple[str, Any]:
    name, _, value = line.partition(": ")
    try:
        return name, json.loads(value)
    except ValueError:
        raise BrokenSave(f"this save says {line[:60]!r} where 'name: value' belongs") from None
