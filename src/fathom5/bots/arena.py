"""Bots against bots: seats rotated, chance paired, on all cores; what was played is kept and can be gone on with.

A deal is one seed, played by every line-up: the n-th chance action takes the seed's n-th number in each of them.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, NamedTuple

from fathom5.bots import Bot, named
from fathom5.bots.results import Row, read, write
from fathom5.bots.search import Search
from fathom5.bots.standings import is_clear_of
from fathom5.door import Ready
from fathom5.kernel.chance import dice
from fathom5.kernel.play import CORES

PAUSE = 10.0  # seconds between two saves
Progress = Callable[[int, int], None]  # (games played, games in all)


class Fixture(NamedTuple):
    """A game to be played: its number, its deal, and who sits where."""

    game: int
    deal: int
    lineup: tuple[str, ...]


@dataclass(frozen=True)
class Arena:
    """What is played, by whom and with which dice."""

    ready: Ready
    bots: tuple[str, ...]  # each as `bots.named` knows it
    seed: int = 0

    @property
    def agreed(self) -> dict[str, Any]:
        """What games must have in common to be counted together."""
        game = self.ready.game
        return {"game": game.name, "rules": game.version, **self.ready.options, "bots": self.bots, "seed": self.seed}

    def fixtures(self, games: int) -> list[Fixture]:
        """So many games, or as many more as complete the last deal."""
        lineups = line_ups(self.bots, self.ready.start(seed=0).seats)
        deals = -(-games // len(lineups))
        pairs = [(deal, lineup) for deal in range(deals) for lineup in lineups]
        return [Fixture(number, deal, lineup) for number, (deal, lineup) in enumerate(pairs)]

    def play(self, fixture: Fixture) -> list[Row]:
        """One game, and how each seat fared in it."""
        match = self.ready.start(seed=self._number(fixture.deal))
        players = [alone(named(bot)) for bot in fixture.lineup]
        decisions, seconds = [0] * match.seats, [0.0] * match.seats
        while not match.over:
            seat, begun = match.seat, perf_counter()
            action = players[seat](match.seen(seat), self._number(fixture.deal, len(match.actions)))
            decisions[seat] += 1
            seconds[seat] += perf_counter() - begun
            match.play(action)
        fared = zip(range(match.seats), fixture.lineup, match.shares, match.scores, decisions, seconds, strict=True)
        return [Row(fixture.game, fixture.deal, *seat) for seat in fared]

    def _number(self, *place: int) -> int:
        """A seed for what happens there."""
        return int(dice(self.seed, *place)[0])


def line_ups(bots: tuple[str, ...], seats: int) -> list[tuple[str, ...]]:
    """Every choice of bots for the seats, each bot in each seat; if there are too few, the last fills up."""
    filled = bots + bots[-1:] * (seats - len(bots))
    turned = [chosen[turn:] + chosen[:turn] for chosen in combinations(filled, seats) for turn in range(seats)]
    return list(dict.fromkeys(turned))


def alone(bot: Bot) -> Bot:
    """Games are played side by side, so a search has one core."""
    return replace(bot, trees=bot.trees or 1) if isinstance(bot, Search) else bot


def run(
    ready: Ready,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    file: Path | None = None,
    progress: Progress = lambda played, games: None,
    bar: float | None = None,
    cores: int = CORES,
) -> list[Row]:
    """Let bots, each as `bots.named` knows it, play so many games, or as many more as complete the last deal.

    With a file, results are kept there as Parquet, and games that it holds already are not played again.
    With a bar, it is over as soon as the first bot's share of the victory is clearly above or below that.
    """
    arena = Arena(ready, tuple(bots), seed)
    rows = read(file, arena.agreed) if file else []
    done, fixtures = {row.game for row in rows}, arena.fixtures(games)
    todo = [fixture for fixture in fixtures if fixture.game not in done]
    played, saved = len(fixtures) - len(todo), monotonic()
    progress(played, len(fixtures))
    try:
        for more in side_by_side(arena.play, todo, cores):
            rows += more
            played += 1
            progress(played, len(fixtures))
            if bar is not None and is_clear_of(bar, rows, bots[0]):
                break
            if file and monotonic() > saved + PAUSE:
                write(file, arena.agreed, rows)
                saved = monotonic()
    finally:
        if file:
            write(file, arena.agreed, rows)
    return rows


def side_by_side(play: Callable[[Fixture], list[Row]], todo: list[Fixture], cores: int) -> Iterator[list[Row]]:
    """Play on all cores; whoever stops listening stops what is not yet begun."""
    pool = ThreadPoolExecutor(cores, "arena")
    try:
        for task in as_completed([pool.submit(play, fixture) for fixture in todo]):
            yield task.result()
    finally:
        pool.shutdown(cancel_futures=True)
