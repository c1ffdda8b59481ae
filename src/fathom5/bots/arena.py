"""Bots against bots: seats rotated, chance paired, on all cores; what was played is kept and can be gone on with.

A deal is one seed, played by every line-up: the n-th chance action takes the seed's n-th number in each of them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, NamedTuple

from fathom5.bots import PATIENCE, Named, Seated, called, compiling, decision, named
from fathom5.bots.crew import Crew
from fathom5.bots.results import Row, read, write
from fathom5.bots.search import Search
from fathom5.bots.standings import is_clear_of, is_settled
from fathom5.door import Match, Ready
from fathom5.kernel.chance import dice
from fathom5.kernel.play import CORES

PAUSE = 10.0  # seconds between two saves
MANY = 50  # games: fewer are played before a process would be ready
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
    bots: tuple[str, ...]  # each as `bots.named` knows it, or as `players` says
    seed: int = 0
    players: Mapping[str, Named] = field(default_factory=dict)  # those who are no names
    patience: float = PATIENCE  # seconds that a move of theirs may take
    saves: Path | None = None  # a folder where each game is kept too
    ended: Callable[[tuple[str, ...], Match], None] | None = None  # is shown who sat where, and the end

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
        players = [alone(named(self.players.get(bot, bot))) for bot in fixture.lineup]
        fared = [Row(fixture.game, fixture.deal, seat, bot, 0.0, 0, 0, 0.0) for seat, bot in enumerate(fixture.lineup)]
        while not match.over:
            seat, begun = match.seat, perf_counter()
            decided = decision(players[seat], match, self._number(fixture.deal, len(match.actions)), self.patience)
            fared[seat] = fared[seat].with_decision(perf_counter() - begun, decided.fault is not None)
            match.play(decided.action)
        if self.saves is not None:
            save = self.saves / f"{match.game.name}-{fixture.game:06d}.fathom5"
            save.write_text(match.save(seats=fixture.lineup), encoding="utf8")
        if self.ended is not None:
            self.ended(fixture.lineup, match)
        results = zip(fared, match.shares, match.scores, strict=True)
        return [row._replace(share=share, points=points) for row, share, points in results]

    def results(self, todo: list[Fixture], cores: int) -> Iterator[list[Row]]:
        """Of these games, as they end; many games of players who have names are played by a process for each core."""
        is_cast = not self.players and self.ended is None  # all that is needed can be told to another process
        if len(todo) < MANY or cores == 1 or not is_cast or compiling.cold([self.ready.game.name]):
            yield from side_by_side(self.play, todo, cores)
            return
        with Crew(cores, self.ready.game.name, self.play) as crew:
            yield from side_by_side(crew.do, todo, cores)

    def whole(self, rows: list[Row]) -> list[Row]:
        """The deals that are complete, up to the first that is not: who plays slowly must not count later."""
        count = Counter(row.deal for row in rows)
        size = self.size
        first = next(deal for deal in range(len(count) + 1) if count[deal] < size)
        return [row for row in rows if row.deal < first]

    @cached_property
    def size(self) -> int:
        """The rows of a whole deal."""
        seats = self.ready.start(seed=0).seats
        return seats * len(line_ups(self.bots, seats))

    def is_decided(self, rows: list[Row], bar: float | None, settle: bool) -> bool:
        """Whether what was to be found out has been."""
        if (bar is None and not settle) or not (known := self.whole(rows)):
            return False
        if bar is not None and is_clear_of(bar, known, self.bots[0]):
            return True
        return settle and is_settled(known, *self.bots[:2])

    def _number(self, *place: int) -> int:
        """A seed for what happens there."""
        return int(dice(self.seed, *place)[0])


Elsewhere = Callable[[Arena, list[Fixture]], Iterator[list[Row]]]


def line_ups(bots: tuple[str, ...], seats: int) -> list[tuple[str, ...]]:
    """Every choice of bots for the seats, each bot in each seat; if there are too few, the last fills up."""
    filled = bots + bots[-1:] * (seats - len(bots))
    turned = [chosen[turn:] + chosen[:turn] for chosen in combinations(filled, seats) for turn in range(seats)]
    return list(dict.fromkeys(turned))


def alone(bot: Seated) -> Seated:
    """Games are played side by side, so a search has one core."""
    return replace(bot, trees=bot.trees or 1) if isinstance(bot, Search) else bot


def by_name(players: Sequence[Named]) -> dict[str, Named]:
    """Those who are no names, each under a name of its own: two functions may be called alike."""
    found: dict[str, Named] = {}
    for player in players:
        name, number = called(player), 2
        while found.get(name, player) is not player:
            name, number = f"{called(player)} {number}", number + 1
        if not isinstance(player, str):
            found[name] = player
    return found


def entered(ready: Ready, bots: Sequence[Named], seed: int, patience: float, saves: Path | None) -> Arena:
    """All who play, each under its name, and a folder for their games where one is wanted."""
    players = by_name(bots)
    names = {id(player): name for name, player in players.items()}
    if saves is not None:
        saves.mkdir(parents=True, exist_ok=True)
    return Arena(ready, tuple(names.get(id(bot), str(bot)) for bot in bots), seed, players, patience, saves)


def run(
    ready: Ready,
    bots: Sequence[Named],
    games: int,
    seed: int = 0,
    file: Path | None = None,
    progress: Progress = lambda played, games: None,
    bar: float | None = None,
    cores: int = CORES,
    patience: float = PATIENCE,
    settle: bool = False,
    saves: Path | None = None,
    crew: Elsewhere | None = None,
) -> list[Row]:
    """Let players, each as `bots.named` knows it, play so many games, or as many more as complete the last deal.

    With a file, results are kept there as Parquet, and games that it holds already are not played again.
    With a folder for saves, each game is kept there too, with who sat where: for a review.
    With a bar, it is over as soon as the first bot's share of the victory is clearly above or below that; to settle, as
    soon as one of the first two is clearly better. Both hold in 95 of 100 runs at least, however often it is looked at.
    A crew plays elsewhere than on the cores of this machine, in whatever order.
    """
    if settle and len(bots) < 2:
        raise ValueError("two players are needed to settle who is better")
    arena = entered(ready, bots, seed, patience, saves)
    rows = read(file, arena.agreed) if file else []
    done, fixtures = {row.game for row in rows}, arena.fixtures(games)
    todo = [fixture for fixture in fixtures if fixture.game not in done]
    played, saved = len(fixtures) - len(todo), monotonic()
    progress(played, len(fixtures))
    try:
        for more in crew(arena, todo) if crew else arena.results(todo, cores):
            rows += more
            played += 1
            progress(played, len(fixtures))
            if arena.is_decided(rows, bar, settle):
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
