"""A network that another library has trained, as ONNX.

It takes `observation`, float32 of shape (1, size), as docs/observations.md has it, and if it wants `action_mask`,
float32 of shape (1, decisions); its first output, (1, decisions), is what each action is worth. The player does what is
worth most of what can be done. For whom it is follows from the sizes.
"""

import errno
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from fathom5 import games
from fathom5.bots import FILE, Outside, View
from fathom5.door import load
from fathom5.gym.encoding import Encoding, observation_of

TAKES = ("observation", "action_mask")


def observed(view: View) -> np.ndarray:
    """A view as an environment would show it, for a learner that plays on: float32 from 0 to 1."""
    encoding = _encoding(view.game, tuple(sorted(view.options.items())))
    return encoding.scaled(encoding.vector(view.record, view.seat))


def mask(view: View) -> np.ndarray:
    """What can be done, by number, as an environment would mask it."""
    can = np.zeros(observation_of(games.load(view.game)).decisions, np.int8)
    can[list(view.actions)] = 1
    return can


@cache
def _encoding(game: str, options: tuple[tuple[str, Any], ...]) -> Encoding:
    return Encoding(load(game, **dict(options)))


class Exported:
    """A player: given a view, it answers with the number of an action."""

    def __init__(self, path: str) -> None:
        self.session = _session(path)
        self.sizes = {each.name: each.shape[-1] for each in self.session.get_inputs()}
        self.output = self.session.get_outputs()[0].name
        if TAKES[0] not in self.sizes or not set(self.sizes) <= set(TAKES):
            raise ValueError(f"{path} takes {', '.join(self.sizes)}, not {' and if need be '.join(TAKES)}")

    def fits(self, game: str, players: int | None) -> bool:
        """Whether what is observed in this game, by its usual options, has the right size."""
        options = {} if players is None else {"players": players}
        return self.sizes[TAKES[0]] == Encoding(load(game, **options)).size

    def __call__(self, view: View) -> int:
        given = {"observation": observed(view), "action_mask": mask(view).astype(np.float32)}
        answers = self.session.run([self.output], {name: given[name][None] for name in self.sizes})
        worth = np.asarray(answers[0])[0]
        return max(view.actions, key=lambda action: worth[action])


@cache
def _read(path: str) -> Exported:
    """Once: every game asks for its players anew."""
    return Exported(path)


def asked(path: str) -> Outside:
    """The player of a file."""
    return Outside(f"{FILE}{path}", _read(path))


def _session(path: str) -> Any:
    try:
        import onnxruntime
    except ImportError:
        raise ValueError(f"to ask {path}, install onnxruntime: pip install 'fathom5[onnx]'") from None
    if not Path(path).is_file():
        raise FileNotFoundError(errno.ENOENT, "there is no such file", path)
    chosen = onnxruntime.SessionOptions()
    chosen.intra_op_num_threads = chosen.inter_op_num_threads = 1  # games are played side by side
    chosen.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(path, chosen, providers=["CPUExecutionProvider"])
    except Exception as wrong:
        raise ValueError(f"{path} is no network that ONNX can read: {wrong}") from None
