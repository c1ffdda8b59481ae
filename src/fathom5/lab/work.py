"""Playing what a study lacks: in chunks, on the cores of this machine or wherever a crew works."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import islice
from time import perf_counter
from typing import NamedTuple, Protocol

from fathom5.kernel.play import CORES
from fathom5.lab.dataset import GAMES, POSITIONS, Chunk, Dataset, free_bytes, metadata
from fathom5.lab.forecast import Forecast, forecast, hall_at, many, sampler_at, sized
from fathom5.lab.plan import Study
from fathom5.lab.series import Mean, Moments
from fathom5.lab.summary import check_events, widths

MANY_POINTS = 10_000
POSITIONS_AT_ONCE = 8  # of a chunk: weighing one takes up to a second or two


class Done(NamedTuple):
    """A chunk that is played and written, and what its columns sum up to."""

    chunk: Chunk
    moments: Moments
    seconds: float


class News(NamedTuple):
    """How far a run has come."""

    games: int  # there
    of: int  # asked for by the looks so far
    rate: float  # games a second in this run
    shares: dict[str, Mean]  # of the point with the widest interval
    kind: str = GAMES  # or positions

    @property
    def seconds_left(self) -> float:
        return (self.of - self.games) / self.rate if self.rate else float("inf")

    @property
    def widest(self) -> float:
        return widest_of(self.shares)

    @property
    def sureness(self) -> str:
        """How wide the widest interval still is."""
        return f"shares ± {50 * self.widest:.2g} %" if self.shares else ""


def widest_of(shares: dict[str, Mean]) -> float:
    """The width of the widest interval among these."""
    return max((2 * share.margin for share in shares.values()), default=float("inf"))


Tell = Callable[[News], None]


class Crew(Protocol):
    """Those who play chunks, in whatever order."""

    def play(self, study: Study, address: str, chunks: Iterable[Chunk]) -> Iterator[Done]: ...


@dataclass(frozen=True)
class Threads:
    """The cores of this machine: compiled loops do not hold the GIL."""

    cores: int = CORES

    def play(self, study: Study, address: str, chunks: Iterable[Chunk]) -> Iterator[Done]:
        bench, left = Bench(study, address), iter(chunks)
        with ThreadPoolExecutor(self.cores, "study") as pool:
            running = {pool.submit(bench.play, chunk) for chunk in islice(left, self.cores + 1)}
            try:
                while running:
                    finished, running = wait(running, return_when=FIRST_COMPLETED)
                    running |= {pool.submit(bench.play, chunk) for chunk in islice(left, len(finished))}
                    for task in finished:
                        yield task.result()
            finally:
                pool.shutdown(cancel_futures=True)


class Bench:
    """Where chunks of a study are played and written, one at a time or several side by side."""

    def __init__(self, study: Study, address: str) -> None:
        self.study, self.address = study, address
        self.hall = lru_cache(maxsize=64)(partial(hall_at, study))
        self.sampler = lru_cache(maxsize=64)(partial(sampler_at, study))

    @cached_property
    def dataset(self) -> Dataset:
        return Dataset(self.address)

    def play(self, chunk: Chunk) -> Done:
        begun, moments = perf_counter(), Moments()
        room = self.hall(chunk.point) if chunk.kind == GAMES else self.sampler(chunk.point)
        columns = room.play(chunk.stretch)
        moments.add(columns)
        self.dataset.write_part(chunk, columns, metadata(self.study, self.study.points[chunk.point]))
        return Done(chunk, moments, perf_counter() - begun)


def checked(study: Study, is_sure: bool = False) -> None:
    """Refuse what nobody can have meant."""
    if study.size > MANY_POINTS and not is_sure:
        raise ValueError(f"{many(study)}; if you mean it, say --yes")
    check_events(study)


def prepared(study: Study, dataset: Dataset, is_sure: bool = False, expected: Forecast | None = None) -> Dataset:
    """The dataset, begun or to be gone on with; refuse what nobody can have meant and what has no room."""
    checked(study, is_sure)
    if dataset.exists():
        dataset.check(study)
        return dataset
    expected = expected or forecast(study)
    free = free_bytes(dataset)
    if free is not None and expected.bytes > free and not study.width:
        raise ValueError(f"the rows need about {sized(expected.bytes)}, and {sized(free)} are free; nothing was played")
    dataset.begin(study, expected.chunk)
    return dataset


def missing(study: Study, dataset: Dataset) -> tuple[int, int]:
    """Games and positions that are not there yet, if no point ends early."""
    points = range(len(study.points))
    positions = study.positions if study.draws_positions else 0
    left = dataset.todo(points, study.looks[-1]), dataset.todo(points, positions, POSITIONS, POSITIONS_AT_ONCE)
    games, drawn = (sum(chunk.stretch.games for chunk in chunks) for chunks in left)
    return games, drawn


def run(
    study: Study,
    dataset: Dataset,
    crew: Crew | None = None,
    tell: Tell = lambda news: None,
    is_sure: bool = False,
) -> dict[int, int]:
    """Play what is missing; how many games each point has in the end. Whoever breaks off keeps what was played."""
    prepared(study, dataset, is_sure)
    crew = crew or Threads()
    played, going_on = dict.fromkeys(range(len(study.points)), 0), list(range(len(study.points)))
    board = Board(tell)
    for look in study.looks:
        board.follow(crew, study, dataset, list(dataset.todo(going_on, look)), look * len(going_on))
        played |= dict.fromkeys(going_on, look)
        if look != study.looks[-1]:
            wide = widths(study, dataset, look)
            going_on = [point for point in going_on if wide[point] > study.width]
        if not going_on:
            break
    if study.draws_positions:
        todo = list(dataset.todo(played, study.positions, POSITIONS, POSITIONS_AT_ONCE))
        board.follow(crew, study, dataset, todo, study.positions * len(played))
    return played


class Board:
    """What is told of a run while it goes on."""

    def __init__(self, tell: Tell) -> None:
        self.tell, self.begun, self.here, self.there, self.of = tell, perf_counter(), 0, 0, 0
        self.kind, self.moments = GAMES, dict[int, Moments]()
        self.shares: dict[int, dict[str, Mean]] = {}

    def follow(self, crew: Crew, study: Study, dataset: Dataset, todo: list[Chunk], of: int) -> None:
        """Let these chunks be played, which are missing of so many games or positions, and tell how far it is."""
        missing = sum(chunk.stretch.games for chunk in todo)
        self.begun, self.here, self.there, self.of = perf_counter(), 0, of - missing, of
        self.kind = todo[0].kind if todo else self.kind
        self._say()
        for done in crew.play(study, dataset.address, todo):
            self.here += done.chunk.stretch.games
            self.there += done.chunk.stretch.games
            if done.chunk.kind == GAMES:
                self._note(done)
            self._say()

    def _note(self, done: Done) -> None:
        known = self.moments.setdefault(done.chunk.point, Moments())
        known.merge(done.moments)
        shares = {name: mean for name, mean in known.means().items() if name.startswith("share_")}
        self.shares[done.chunk.point] = shares

    def _say(self) -> None:
        rate = self.here / max(1e-9, perf_counter() - self.begun)
        widest = max(self.shares.values(), key=widest_of, default={})
        self.tell(News(self.there, self.of, rate, widest, self.kind))
