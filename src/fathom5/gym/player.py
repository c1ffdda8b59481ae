"""A trained player as a bot: a small network in a file that its trainer has written.

The file is an .npz: the game and its options, and the layers of a network from an observation to a worth for each
action. The player does what is worth most of what can be done; it needs nothing but NumPy. What other libraries have
trained is in `exported`.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from fathom5.bots import Outside
from fathom5.bots.hinted import House
from fathom5.door import Ready, load
from fathom5.gym.encoding import Encoding
from fathom5.gym.exported import asked
from fathom5.kernel.game import offers

FORMAT = "fathom5 player 1"
BETWEEN: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "relu": lambda values: np.maximum(0, values),
    "tanh": np.tanh,
}  # two layers
Layer = tuple[np.ndarray, np.ndarray]  # weights by input and output, and what is added


@dataclass(frozen=True)
class Trained(House):
    """A bot: given a hidden record and a seed, it answers with an action."""

    ready: Ready
    layers: tuple[Layer, ...]
    activation: str = "relu"

    @cached_property
    def encoding(self) -> Encoding:
        return Encoding(self.ready)

    def fits(self, game: str, players: int | None) -> bool:
        """Whether it was trained for this, with so many players if that is known yet."""
        return self.ready.game.name == game and players in (None, self.ready.seats)

    def __call__(self, view: np.record, seed: int) -> int:
        if view.dtype != self.ready.game.rules.STATE or not self.fits(self.ready.game.name, int(view.seats)):
            raise ValueError(f"this player was trained for {self.ready!r}")
        seen = self.encoding.scaled(self.encoding.vector(view, int(view.seat)))
        worth = forward(self.layers, seen, self.activation)
        return max(offers(view), key=lambda action: worth[action])


def forward(layers: Sequence[Layer], observations: np.ndarray, activation: str = "relu") -> np.ndarray:
    """What each action is worth."""
    values, between = observations, BETWEEN[activation]
    for weights, added in layers[:-1]:
        values = between(values @ weights + added)
    weights, added = layers[-1]
    return values @ weights + added


def opened(path: str) -> Trained | Outside:
    """A trained player by its file, whoever has written it."""
    return asked(path) if path.endswith(".onnx") else read(path)


def save(path: str | Path, ready: Ready, layers: Sequence[Layer], activation: str = "relu") -> None:
    """Write a player down; between its layers lies relu or tanh."""
    if activation not in BETWEEN:
        raise ValueError(f"between layers lies {' or '.join(BETWEEN)}, not {activation!r}")
    own = {"game": ready.game.name, "rules": ready.game.version, **ready.options}
    about = json.dumps({"format": FORMAT, "activation": activation, **own})
    arrays: dict[str, Any] = {"about": np.array(about)}
    for i, (weights, added) in enumerate(layers):
        arrays |= {f"w{i}": weights.astype("f4"), f"b{i}": added.astype("f4")}
    with Path(path).open("wb") as file:
        np.savez_compressed(file, **arrays)


def read(path: str | Path) -> Trained:
    """A player that was written down; a ValueError says what is wrong with a file that is none."""
    try:
        with Path(path).open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            arrays = dict(file)
        about = json.loads(str(arrays.pop("about")))
        layers = tuple((arrays[f"w{i}"], arrays[f"b{i}"]) for i in range(len(arrays) // 2))
    except (ValueError, KeyError, BadZipFile, EOFError):
        raise ValueError(f"{path} is no player of Full Fathom Five") from None
    return _checked(path, about, layers)


def _checked(path: str | Path, about: dict[str, Any], layers: tuple[Layer, ...]) -> Trained:
    if about.pop("format", None) != FORMAT:
        raise ValueError(f"{path} is no player of Full Fathom Five")
    name, version, activation = about.pop("game"), about.pop("rules"), about.pop("activation", "relu")
    ready = load(
        name, **{option: tuple(value) if isinstance(value, list) else value for option, value in about.items()}
    )
    player = Trained(ready, layers, activation)
    if version != ready.game.version or player.encoding.size != len(layers[0][0]):
        raise ValueError(f"{path} was trained by other rules of {name}, or on other observations")
    return player
