"""This tree against another, a worktree of an older commit perhaps: ratios of their speed, and how sure they are.

In each round both trees get a fresh process, since the same code is now and then faster or slower for as long as it is
loaded. In it they take turns by fractions of a second, so that whatever else the machine does bears on both alike.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from os import environ, pathsep
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import fathom5
from fathom5.command.bench import probe
from fathom5.command.bench.spread import LEAST, Spread, spread

HERE = Path(fathom5.__file__).parents[1]
ROUNDS = 8  # of fresh processes
TURNS = 6  # of each tree in a round
SECONDS = 0.15  # for each turn
Ask = Callable[[str, float], float]  # a tree's rate: which figure, measured for how long


class Compared(NamedTuple):
    """One figure of one game, here and there; above 1 this tree is the faster one."""

    game: str
    figure: str
    here: Spread
    there: Spread
    ratio: Spread

    def plain(self, bound: float | None = None) -> dict[str, Any]:
        """As JSON data; with a bound, whether the interval reaches it."""
        figures = {name: getattr(self, name)._asdict() for name in ("here", "there", "ratio")}
        told = {"game": self.game, "figure": self.figure, **figures, "is_clear": self.ratio.is_clear_of_one}
        return told | ({} if bound is None else {"is_reached": self.ratio.is_at_least(bound)})


def sources_of(folder: Path) -> Path:
    """Where a tree keeps its package."""
    for sources in (folder / "src", folder):
        if (sources / "fathom5" / "__init__.py").is_file():
            return sources.resolve()
    raise ValueError(f"{folder} is no tree of Full Fathom Five: it has no src/fathom5")


def chosen(figures: Sequence[str] | None) -> list[str]:
    """The figures asked for, or all."""
    for figure in figures or ():
        if figure not in probe.FIGURES:
            raise ValueError(f"there is no figure {figure!r}; there are: {', '.join(probe.FIGURES)}")
    return list(figures or probe.FIGURES)


def compare(
    folder: Path, game: str, figures: Sequence[str], rounds: int = ROUNDS, turns: int = TURNS, seconds: float = SECONDS
) -> Iterator[Compared]:
    """Each figure of a game, after all rounds."""
    if rounds < LEAST:
        raise ValueError(f"fewer than {LEAST} rounds say nothing for sure")
    there = sources_of(folder)
    found = [_one_round(there, game, figures, turns, seconds) for _ in range(rounds)]
    for figure in figures:
        ours, theirs = zip(*(pair for pairs in found for pair in pairs[figure]), strict=True)
        ratios = [median(here / other for here, other in pairs[figure]) for pairs in found]
        yield Compared(game, figure, spread(ours), spread(theirs), spread(ratios))


def _one_round(there: Path, game: str, figures: Sequence[str], turns: int, seconds: float) -> dict[str, list[Any]]:
    """Pairs of rates, here and there, for each figure."""
    with asking(HERE, game) as ours, asking(there, game) as theirs:
        return {figure: taking_turns(ours, theirs, figure, turns, seconds) for figure in figures}


def taking_turns(ours: Ask, theirs: Ask, figure: str, turns: int, seconds: float) -> list[tuple[float, float]]:
    """Pairs of neighbours in time; who begins changes, so that a machine that slows down favours neither."""
    for ask in (ours, theirs):
        ask(figure, 0)  # the first time it is compiled, or loaded
    pairs = []
    for turn in range(turns):
        first, second = (ours, theirs) if turn % 2 else (theirs, ours)
        rates = first(figure, seconds), second(figure, seconds)
        pairs.append((rates[0], rates[1]) if turn % 2 else (rates[1], rates[0]))
    return pairs


@contextmanager
def asking(sources: Path, game: str) -> Iterator[Ask]:
    """A fresh process over a tree's sources, and how to ask it."""
    path = pathsep.join(filter(None, (str(sources), environ.get("PYTHONPATH"))))
    found = environ | {"PYTHONPATH": path, "FATHOM5_WORLD": "compiled"}
    # -P: beside the script lie modules that must not be taken for libraries of the same names
    process = subprocess.Popen(
        [sys.executable, "-P", probe.__file__, game],
        env=found,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin and process.stdout and process.stderr

    def ask(figure: str, seconds: float) -> float:
        print(figure, seconds, file=process.stdin, flush=True)
        if line := process.stdout.readline():  # type: ignore[union-attr]  # it was asked for above
            return float(json.loads(line))
        raise RuntimeError(f"{figure} of {game} in {sources} fails:\n{process.stderr.read()}")  # type: ignore[union-attr]  # piped

    try:
        yield ask
    finally:
        process.kill()
        process.communicate()
