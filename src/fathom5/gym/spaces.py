"""What Gymnasium and PettingZoo have to know of a batch: its spaces and its pictures."""

import io
from typing import Any

import numpy as np
from gymnasium import logger, spaces

from fathom5.door import words_at
from fathom5.gym.batch import Batch
from fathom5.gym.encoding import Encoding
from fathom5.scene import svg

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]
LAYOUTS = ("flat", "dict")


# Spaces.


def vector_space(encoding: Encoding, dtype: np.dtype) -> spaces.Box:
    """All fields in one row."""
    if dtype == np.float32:
        return spaces.Box(0.0, 1.0, (encoding.size,), np.float32)
    return spaces.Box(encoding.lows.astype(np.int8), encoding.highs.astype(np.int8), dtype=np.int8)


def dict_space(encoding: Encoding, dtype: np.dtype) -> spaces.Dict:
    """Each field by its name, in its own shape."""
    if dtype == np.float32:
        return spaces.Dict({line.field.name: spaces.Box(0.0, 1.0, line.shape, np.float32) for line in encoding.lines})
    return spaces.Dict(
        {line.field.name: spaces.Box(line.low, line.high, line.shape, np.int8) for line in encoding.lines}
    )


def observation_space(batch: Batch, layout: str) -> spaces.Space[Any]:
    if layout not in LAYOUTS:
        raise ValueError(f"observations are {' or '.join(LAYOUTS)}, not {layout!r}")
    return (vector_space if layout == "flat" else dict_space)(batch.encoding, batch.dtype)


def laid_out(batch: Batch, layout: str, vectors: np.ndarray) -> Any:
    """Vectors as the space says."""
    return vectors if layout == "flat" else batch.encoding.named(vectors)


def no_options(options: dict[str, Any] | None) -> None:
    """What a reset is told and does not know is refused; a game's options are for when the environment is made."""
    if options:
        raise ValueError(
            f"reset knows no options {', '.join(map(repr, options))}: name them when you make the environment"
        )


# Pictures.


def picture(batch: Batch, i: int, viewer: int, mode: str | None) -> Any:
    """A game as a seat sees it: as text, as SVG or as pixels; printed for people."""
    if mode is None:
        logger.warn("render() without a render_mode: say which when you make the environment")
        return None
    seen = batch.seen(i, viewer)
    board, words = batch.ready.game.board, words_at(seen, batch.ready.game, "en")
    if mode in ("human", "ansi"):
        names = [f"{words['seat']} {seat + 1}" for seat in range(batch.seats)]
        return written(board.text(seen, viewer, names, words), mode)
    scene = board.scene(seen, viewer, words)
    if mode == "svg":
        return svg(scene, board.SYMBOLS, board.STYLE)
    from fathom5.gym.painting import painted

    return painted(scene, board)


def written(markup: str, mode: str) -> str | None:
    """The board in letters, with the codes of a terminal; or straight on it."""
    from rich.console import Console

    file = None if mode == "human" else io.StringIO()
    console = Console(file=file, force_terminal=True if file else None, width=100, highlight=False)
    console.print(markup)
    return file.getvalue() if file else None


def viewer_of(batch: Batch, i: int) -> int:
    """Who looks at a game: the learner, who is to decide, or who has decided last."""
    if batch.learner >= 0:
        return batch.learner
    result = batch.results[i]
    return int(result.actor if result.over else result.seat)


def checked_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)} or None, not {mode!r}")
    return mode
