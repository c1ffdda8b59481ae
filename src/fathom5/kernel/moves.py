"""How a game's action numbers spread out into moves: for each word, a row of numbers for all that it can name."""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from fathom5.kernel.record import Move


def spread(rows: Mapping[int, tuple[str, *tuple[Iterable[Any], ...]]]) -> dict[int, Move]:
    """Each action as its move, from the first of each row: the word, then all that it can name, the last fastest.

    A value that is itself a tuple is said as several: ("lit", (("shell", 2), …)) becomes ("lit", "shell", 2).
    """
    return {
        first + number: (word, *_flat(named))
        for first, (word, *values) in rows.items()
        for number, named in enumerate(product(*values))
    }


def _flat(named: Iterable[Any]) -> Iterable[Any]:
    for value in named:
        yield from value if isinstance(value, tuple) else (value,)
