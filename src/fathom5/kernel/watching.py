"""Whoever waits for a compiler is told so: a line in the log, and a bar in a terminal or a notebook."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from logging import getLogger
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from fathom5.kernel.linking import Piece

PIECES = 300  # of LLVM's language, about, in a loop over a game; then all of it becomes machine code
LOWERED = 0.7  # of the time that takes, when all pieces are there
log = getLogger("fathom5")


def share_done(since: int) -> float:
    """How far a compilation is that began when there were so many pieces, from 0 to 1."""
    pieces = Piece.made - since
    return LOWERED * pieces / (pieces + PIECES / 4)


@contextmanager
def watched(what: str) -> Iterator[None]:
    """Say that this is compiled now, and how far it is."""
    began, since, console = monotonic(), Piece.made, Console(stderr=True)
    log.info("Compiling %s; that is kept, and next time it is here at once.", what)
    columns = TextColumn("Compiling {task.description}, once"), BarColumn(), TimeElapsedColumn()
    is_shown = console.is_terminal or console.is_jupyter or "ipykernel" in sys.modules
    with Progress(*columns, console=console, transient=True, disable=not is_shown) as bar:
        task = bar.add_task(what, total=1.0)
        Piece.tell = staticmethod(lambda: bar.update(task, completed=share_done(since)))
        try:
            yield
        finally:
            Piece.tell = staticmethod(lambda: None)
    log.info("Compiled %s in %.0f s.", what, monotonic() - began)
