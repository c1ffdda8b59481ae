"""What a study will take, by a few games of points that are spread over all of them: they differ in what they cost."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import gcd, sqrt
from statistics import fmean, stdev
from time import perf_counter, thread_time
from typing import NamedTuple

from fathom5.bots.compiling import make_ready
from fathom5.kernel.play import CORES
from fathom5.lab.dataset import encoded
from fathom5.lab.matter import Sampler
from fathom5.lab.plan import Study
from fathom5.lab.players import Parlour, hall_of
from fathom5.lab.series import SURE, Columns, Hall, Stretch

CHUNK_SECONDS, LARGEST_CHUNK = 2.0, 1 << 17
TRIAL_SECONDS, LONGEST_TRIAL = 1.0, 1 << 12  # for all points together; games of one
MOST_TRIED, FEWEST_TRIED = 24, 2  # points; however long games take, more than one
MOST_WEIGHED = 8  # positions
GOLDEN = (sqrt(5) - 1) / 2  # of the way to go on: never soon back where one has been
ENOUGH_ROWS = 64  # to see how far they can be packed
SETTINGS = 64  # that are drawn of a grid which is too large to be looked at


class Cost(NamedTuple):
    """Seconds of a core, on average over all points, and how far that may be off."""

    mean: float = 0.0
    margin: float = 0.0


class Forecast(NamedTuple):
    """What is to come."""

    points: int
    games: int
    positions: int  # that are drawn to see which decisions matter
    per_game: Cost
    per_position: Cost
    bytes_per_game: float
    bytes_per_part: int  # that each file has beside its rows

    @property
    def games_per_s(self) -> float:
        """On one core."""
        return 1 / self.per_game.mean

    @property
    def chunk(self) -> int:
        """Games that take about two seconds, as a power of two."""
        return min(LARGEST_CHUNK, 1 << max(0, int(CHUNK_SECONDS * self.games_per_s).bit_length() - 1))

    def seconds(self, cores: int = CORES) -> tuple[float, float]:
        """At least, and at most."""
        sums = [(self.games, self.per_game), (self.positions, self.per_position)]
        mean, margin = (sum(count * cost[part] for count, cost in sums) for part in (0, 1))
        return max(0.0, mean - margin) / cores, (mean + margin) / cores

    @property
    def bytes(self) -> int:
        parts = self.points * -(-self.games // (self.points * self.chunk))
        return round(self.games * self.bytes_per_game) + parts * self.bytes_per_part


def forecast(study: Study) -> Forecast:
    """Play a little at points all over the study, to know what is to come."""
    make_ready(study.game)
    points = len(study.points)
    trials = list(tried(study))
    weighed = list(weighed_positions(study)) if study.draws_positions else []
    rows = max((columns for _, columns in trials), key=length)
    alone = len(encoded({name: column[:1] for name, column in rows.items()}, 0, {}))
    return Forecast(
        points=points,
        games=study.looks[-1] * points,
        positions=study.positions * points if study.draws_positions else 0,
        per_game=cost([seconds for seconds, _ in trials], points),
        per_position=cost(weighed) if weighed else Cost(),
        bytes_per_game=packed(rows, alone),
        bytes_per_part=alone,
    )


def cost(seconds: Sequence[float], points: int | None = None) -> Cost:
    """By some of so many points, or of any number: where all were tried, only the clock is unsure."""
    count = len(seconds)
    if count < 2:
        return Cost(seconds[0])
    left = max(0.0, 1 - count / points) if points else 1.0
    return Cost(fmean(seconds), SURE * stdev(seconds) * sqrt(left / count))


def tried(study: Study) -> Iterator[tuple[float, Columns]]:
    """Seconds a game at points all over the study, as many as there is time for, and what was played there."""
    chosen = all_over(len(study.points))[:MOST_TRIED]
    hall_at(study, chosen[0]).play(Stretch(0, 1))  # what is slow only once is not timed
    begun, each = perf_counter(), TRIAL_SECONDS / len(chosen)
    for count, number in enumerate(chosen):
        if count >= FEWEST_TRIED and perf_counter() - begun > TRIAL_SECONDS:
            return
        hall = hall_at(study, number)
        yield timed(hall.play, each, thread_time if isinstance(hall, Hall) else perf_counter)


def weighed_positions(study: Study) -> Iterator[float]:
    """Seconds that it took to weigh a decision, at points all over the study."""
    begun = perf_counter()
    for count, number in enumerate(all_over(len(study.points))[:MOST_WEIGHED]):
        if count >= FEWEST_TRIED and perf_counter() - begun > TRIAL_SECONDS:
            return
        yield timed(sampler_at(study, number).play, 0.0)[0]


def timed(
    play: Callable[[Stretch], Columns], seconds: float, clock: Callable[[], float] = perf_counter
) -> tuple[float, Columns]:
    """Twice as many games each time, until they take about so long; seconds of one, and the last of them.

    Compiled loops are timed by what this thread works: where others are busy, waiting would look like slow games,
    and chunks would be cut far too small.
    """
    games = 1
    while True:
        begun = clock()
        columns = play(Stretch(0, games))
        taken = clock() - begun
        if 2 * taken > seconds or games >= LONGEST_TRIAL:
            return max(taken, 1e-9) / games, columns
        games *= 2


def all_over(count: int) -> list[int]:
    """The numbers below that, so that the first few lie all over, and have every value of every option by turns.

    The step from one to the next has no divisor in common with their number: it never falls in with an axis of a grid.
    """
    step = next(each for each in range(round(GOLDEN * count) or 1, 2 * count + 1) if gcd(each, count) == 1)
    return [number * step % count for number in range(count)]


def packed(rows: Columns, alone: int) -> float:
    """Bytes of one more row: as it was written, or as wide as it is where too few were to be seen."""
    count = length(rows)
    if count < ENOUGH_ROWS:
        return sum(column.itemsize for column in rows.values())
    return (len(encoded(rows, 0, {})) - alone) / (count - 1)


def length(rows: Columns) -> int:
    return len(next(iter(rows.values())))


def hall_at(study: Study, number: int) -> Hall | Parlour:
    """Where the games of a point are played."""
    point = study.points[number]
    return hall_of(study.ready(point), point.players, study.key(point))


def sampler_at(study: Study, number: int) -> Sampler:
    """Where decisions of a point's games are weighed."""
    point = study.points[number]
    return Sampler(study.ready(point), point.players, study.key(point), study.better_by)


# For people.


def many(study: Study) -> str:
    """How long so many points would take, by some that are drawn: nobody looks at each of them."""
    drawn = replace(study, random=SETTINGS)
    found = forecast(drawn)
    share = study.size / min(SETTINGS, study.size)
    whole = found._replace(games=round(found.games * share), positions=round(found.positions * share))
    return f"{study.size:,} points with {study.games:,} games each take about {between(*whole.seconds())} here"


def sized(count: float) -> str:
    """Bytes for people."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if count < 999.5:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:,.3g} TB"


def between(low: float, high: float) -> str:
    """Two times for people, or one where nobody would tell them apart."""
    least, most = lasting(low).split(), lasting(high).split()
    if least == most:
        return " ".join(most)
    return " ".join([least[0], "to", *most] if least[1] == most[1] else [*least, "to", *most])


def lasting(seconds: float) -> str:
    """A time for people."""
    if seconds < 1.5:
        return "1 second"
    for unit, length in (("seconds", 1), ("minutes", 60), ("hours", 3600)):
        if seconds < 120 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds / 86400:,.0f} days"
