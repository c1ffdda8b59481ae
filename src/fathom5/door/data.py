"""Records copied, and as plain data."""

from typing import Any

import numpy as np

from fathom5.kernel.game import Game, derived_of, house_of
from fathom5.scene import Words


def again(records: np.ndarray | np.record) -> np.ndarray:
    """The same records once more; NumPy's own copy goes field by field and takes forty times as long."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def plain(values: np.record) -> dict[str, Any]:
    """A record as JSON data, without what only follows from the rest; of house rules those that leave the rulebook."""
    left_out = ("house", *derived_of[values.dtype])
    shown = {name: values[name].tolist() for name in values.dtype.names or () if name not in left_out}
    changed = house_rules(values)
    return shown | {"house": changed} if changed else shown


def house_rules(state: np.record) -> dict[str, int]:
    """The numbers in which a game is played by other rules than the rulebook's."""
    numbers = house_of[state.dtype]
    now = state["house"].tolist() if numbers else []
    return {name: value for (name, constant), value in zip(numbers.items(), now) if value != constant.rulebook}


def words_at(state: np.record, game: Game, language: str) -> Words:
    """What a game says in a language, by the house rules of this table."""
    words: Words = game.words.WORDS[language]
    return words.by_house(house_rules(state)) if words.naming else words
