"""How fast the lab is: games to disk, memory, a report of a hundred points, and Ray against threads."""

import resource
import tempfile
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from fathom5.games import load as find
from fathom5.kernel.play import CORES
from fathom5.lab.dataset import Dataset
from fathom5.lab.forecast import forecast
from fathom5.lab.plan import Study
from fathom5.lab.work import Crew, News, Threads, run

Figures = dict[str, Any]
SECONDS = 10.0  # that each series is to take; Ray's overhead is asked for over a minute
PLAYERS = 3
POINTS, GAMES = 100, 20  # of the study that is reported on
TEN_MILLION = 10_000_000
TENTHS = 10
STATM = Path("/proc/self/statm")


def measure(
    name: str, seconds: float = SECONDS, tell: Callable[[str], None] = lambda line: None, rows: int = 0
) -> Figures:
    """All figures of one game, with three hinted players; and what so many rows take, if that is asked for."""
    study = Study(name, options={"players": min(PLAYERS, max(map(int, find(name).options["players"].allowed)))})
    expected = forecast(study)
    games = max(64, int(expected.games_per_s * seconds))
    with tempfile.TemporaryDirectory() as folder:
        rate = played(study, games, Path(folder) / "threads")
        before = peak()
        played(study, 2 * games, Path(folder) / "threads")  # as many more
        figures = {
            "game": name,
            "games_per_s_to_disk": rate,
            "bytes_per_game": size(Path(folder) / "threads") / (2 * games),
            "s_for_ten_million": TEN_MILLION / rate,
            "MB_more_for_twice_the_rows": peak() - before,
            **reported(name, Path(folder) / "report"),
            **(over_rows(study, rows, Path(folder) / "rows", tell) if rows else {}),
        }
        return figures | (on_ray(study, games, Path(folder) / "ray", rate, tell) if find_spec("ray") else {})


def played(study: Study, games: int, folder: Path, crew: Crew | None = None) -> float:
    """Games a second, from none to the last on disk."""
    asked = Study(study.game, options=study.options, games=games)
    there = sum(games for _, _, games in Dataset(folder).done()) if folder.exists() else 0
    begun = perf_counter()
    run(asked, Dataset(folder), crew or Threads())
    return (games - there) / (perf_counter() - begun)


def peak() -> float:
    """The most memory this process ever had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def resident() -> float:
    """The memory this process has now, in MB; the most it ever had, where that cannot be told."""
    if not STATM.exists():
        return peak()
    return int(STATM.read_text().split()[1]) * resource.getpagesize() / (1 << 20)


def over_rows(study: Study, rows: int, folder: Path, tell: Callable[[str], None]) -> Figures:
    """So many rows to disk: how long they take, and the memory at each tenth of them, told as it comes."""
    held: list[float] = []

    def note(news: News) -> None:
        while len(held) < TENTHS and news.games * TENTHS >= rows * (len(held) + 1):
            held.append(resident())
            tell(f"{news.games:,} rows: {held[-1]:.0f} MB")

    begun = perf_counter()
    run(replace(study, games=rows), Dataset(folder), Threads(), note)
    return {
        "rows": rows,
        "s_for_these_rows": perf_counter() - begun,
        "MB_at_a_tenth": held[0],
        "MB_at_the_end": held[-1],
        "MB_at_most": max(held),
    }


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*.parquet"))


def reported(name: str, folder: Path) -> Figures:
    """How long a report takes in both languages, of as many points as the game's ranges have."""
    ranges = {option: list(asked.allowed) for option, asked in find(name).options.items() if asked.allowed}
    study = Study(name, options=ranges, random=POINTS, games=GAMES)
    results = study.run(folder)
    begun = perf_counter()
    results.write_report()
    return {"points": len(results.study.points), "s_for_both_reports": perf_counter() - begun}


def on_ray(study: Study, games: int, folder: Path, rate: float, tell: Callable[[str], None]) -> Figures:
    """The same on a Ray of this machine, not counting its start, which is told."""
    from fathom5.lab.cluster import Cluster

    crew, dataset = Cluster("local", tell), Dataset(folder / "rest")
    played(study, 64, folder / "first", crew)  # starts Ray and its workers
    dataset.begin(replace(study, games=games), forecast(study).chunk)
    before = process_time()
    there = played(study, games, folder / "rest", crew)
    spent, chunks = process_time() - before, len(dataset.done())
    return {
        "ray_over_threads": there / rate,
        "chunks": chunks,
        "s_of_a_core_per_chunk": games / there * CORES / chunks,
        "ms_of_the_driver_per_chunk": 1000 * spent / chunks,
        "cores_that_one_driver_feeds": games / there * CORES / spent,
    }
