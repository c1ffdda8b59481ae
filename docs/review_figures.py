"""Make the figures of docs/review.md again: bots play, their games are reviewed, and the tables are told.

`python docs/review_figures.py FOLDER CONTEST… [--seconds 200]` plays the games of these contests, if the folder has
none of them yet, and reviews as many as there is time for; what is there is not done again. Without a contest it tells
what has been found so far.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from time import monotonic, process_time
from typing import Any, NamedTuple

sys.path[:0] = [str(Path(__file__).parents[1] / "src")]

from fathom5 import load  # noqa: E402
from fathom5.bots import LEVELS, arena  # noqa: E402
from fathom5.bots.review import review  # noqa: E402
from fathom5.bots.review.levels import BY_STAKE, measure, measured  # noqa: E402
from fathom5.bots.review.positions import ADVISED  # noqa: E402
from fathom5.lab.reviews import PARTS, Errors, Fared, Lost, errors, fared, fewer, lost, read, rows, shares  # noqa: E402
from fathom5.lab.store import Rows  # noqa: E402

PIECE = 4  # games that are kept at once


class Contest(NamedTuple):
    """Who plays what, how often, and how many rounds each comparison of its review may have."""

    game: str
    bots: tuple[str, ...]
    games: int
    effort: int
    options: dict[str, Any]


DUEL, SHORT_DUEL = ("search:iterations=100", "paddler"), ("search:iterations=50", "paddler")
TWO, FOUR, ALONE = {"players": 2}, {"players": 4}, {"players": 1, "easier": True}
CONTESTS = {
    # Who plays better: so many games, and about a second of two cores for each.
    "deep_sea": Contest("deep_sea", DUEL, 200, 256, TWO),
    "captain_carcass": Contest("captain_carcass", DUEL, 200, 256, TWO),
    "treasure_divers": Contest("treasure_divers", SHORT_DUEL, 200, 64, TWO),
    "the_island": Contest("the_island", DUEL, 60, 16, TWO),
    "sub_terra": Contest("sub_terra", DUEL, 60, 32, TWO | {"easier": True}),  # side by side
    # The four levels at one table, looked at as closely as there is time for.
    "deep_sea-levels": Contest("deep_sea", tuple(LEVELS), 8, 1024, FOUR),
    "captain_carcass-levels": Contest("captain_carcass", tuple(LEVELS), 8, 1024, FOUR),
    "treasure_divers-levels": Contest("treasure_divers", tuple(LEVELS), 8, 256, FOUR),
    "the_island-levels": Contest("the_island", tuple(LEVELS), 8, 1024, FOUR),
    "sub_terra-levels": Contest("sub_terra", tuple(LEVELS), 8, 1024, FOUR | {"easier": True}),
    # Other options.
    "deep_sea-one-round": Contest("deep_sea", ("hinted", "paddler"), 40, 128, TWO | {"rounds": 1}),
    "captain_carcass-divers": Contest("captain_carcass", ("hinted", "paddler"), 40, 128, TWO | {"divers": "dealt"}),
    "treasure_divers-open": Contest("treasure_divers", SHORT_DUEL, 20, 64, TWO | {"memory": False}),
    "the_island-open": Contest("the_island", DUEL, 20, 16, TWO | {"memory": False}),
    "sub_terra-alone": Contest("sub_terra", ("hinted", "uniform"), 120, 32, ALONE),  # each a team of its own
    "sub_terra-six": Contest("sub_terra", ("hinted",), 20, 32, ALONE | {"cavers": 6}),
}
LEVELLED = {  # where all moves are tried, as in a review of one game
    name
    for name, contest in CONTESTS.items()
    if contest.effort > ADVISED and name in (contest.game, f"{contest.game}-levels")
}


def play(name: str, where: Path) -> list[Path]:
    """The games of a contest; they are played once."""
    contest, saves = CONTESTS[name], where / name
    if not saves.is_dir() or len(list(saves.iterdir())) < contest.games:
        saves.mkdir(parents=True, exist_ok=True)
        arena.run(load(contest.game, **contest.options), contest.bots, contest.games, saves=saves)
    return sorted(saves.iterdir())[: contest.games]


def look_at(name: str, where: Path, seconds: float) -> None:
    """Review what has not been, a few games at once, until time is up."""
    until, saves, contest = monotonic() + seconds, play(name, where), CONTESTS[name]
    for first in range(0, len(saves), PIECE):
        piece = where / f"{name}.{contest.effort}.{first:03}.parquet"
        if not piece.exists() and monotonic() < until:
            keep(piece, saves[first : first + PIECE], contest.effort)


def keep(piece: Path, saves: Sequence[Path], effort: int) -> None:
    """Rows of these games, and beside them how long they took."""
    begun = process_time()
    with closing(Rows(piece, {"reviews": len(saves)})) as kept:
        for save in saves:
            match, names = read(save.read_text("utf8"), "en")
            kept.add(rows(review(match, effort=effort), match, f"{save.parent.name}/{save.name}", names))
    took = {"games": len(saves), "processor_s": process_time() - begun}
    piece.with_suffix(".json").write_text(json.dumps(took))


# Telling.


def tell(where: Path) -> Iterator[str]:
    """The tables of the page, of all that has been looked at so far."""
    found = {name: seats for name in CONTESTS if (seats := fared(pieces(name, where)))}
    yield from ("## Who plays better makes fewer errors", *CHECKS, *checks(found, where), "")
    yield from ("## How much of a game is luck", *LUCK, *lucks(found), "")
    yield from ("## Levels", json.dumps(dict(sorted((measured() | levels(found)).items())), indent=2))


def pieces(name: str, where: Path) -> list[Path]:
    return sorted(where.glob(f"{name}.{CONTESTS[name].effort}.*.parquet"))


CHECKS = (
    "| game | stronger | weaker | games | effort | processor time a game | errors per decision (hundredths) | groups |",
    "|---|---|---|--:|--:|--:|--:|--:|",
)
LUCK = (
    "| game | players | who | games | effort | start | luck | own errors | others' errors | learnt |",
    "|---|--:|---|--:|--:|--:|--:|--:|--:|--:|",
)


def checks(found: dict[str, list[Fared]], where: Path) -> Iterator[str]:
    """Two players each: who errs less, and how often a group of games says so."""
    for name, seats in found.items():
        game, bots, _, effort, _ = CONTESTS[name]
        if len(bots) == 2 and name == game:
            rates = errors(seats)[game]
            costs = " : ".join(
                f"{100 * rates[bot].errors_per_decision:.3f} ± {100 * rates[bot].standard_error:.3f}" for bot in bots
            )
            who = (f"{bot} ({won(seats, bot):.0%})" for bot in bots)
            games, took = len({seat.file for seat in seats}), f"{processor_time(name, where):.1f} s"
            yield row(game, *who, games, effort, took, costs, fewer(seats, *bots))


def won(seats: Sequence[Fared], who: str) -> float:
    """The mean share of a victory of one player."""
    results = [seat.result for seat in seats if seat.who == who]
    return sum(results) / max(1, len(results))


def processor_time(name: str, where: Path) -> float:
    """Seconds that the review of a game took."""
    took = [json.loads(piece.with_suffix(".json").read_text()) for piece in pieces(name, where)]
    return sum(one["processor_s"] for one in took) / sum(one["games"] for one in took)


def lucks(found: dict[str, list[Fared]]) -> Iterator[str]:
    """What results were made of; teams that win together are told one by one."""
    for name, seats in found.items():
        contest = CONTESTS[name]
        apart = [(bot,) for bot in contest.bots] if contest.options["players"] == 1 else [contest.bots]
        for bots in apart:
            own = [seat for seat in seats if seat.who in bots]
            parts = shares(own)
            cells = [f"{part.middle:.0%} ({part.low:.0%} to {part.high:.0%})" for part in parts.values()]
            games = len({seat.file for seat in own})
            told = cells or ["all results are alike", *[""] * (len(PARTS) - 1)]
            yield row(name, contest.options["players"], ", ".join(bots), games, contest.effort, *told)


def levels(found: dict[str, list[Fared]]) -> dict[str, Any]:
    """What goes into `levels.json`: of the four levels at one table, and of those who played duels."""
    asked = [seat for name, seats in found.items() if name in LEVELLED for seat in seats if seat.who in LEVELS]
    by_decision, by_stake = errors(asked), lost(asked)
    rated = {game: by_stake.get(game, {}) if measure(game) is BY_STAKE else by_decision[game] for game in by_decision}
    return {
        game: {bot: rounded(players[bot]) for bot in LEVELS if bot in players}
        for game, players in sorted(rated.items())
        if len(players) == len(LEVELS)
    }


def rounded(rate: Errors | Lost) -> dict[str, float]:
    return {name: round(value, 6) for name, value in rate._asdict().items()}


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path)
    asked.add_argument("contests", nargs="*", choices=[*CONTESTS, []], metavar="CONTEST")
    asked.add_argument("--seconds", type=float, default=200.0, help="How long each contest may be looked at.")
    wish = asked.parse_args()
    for name in wish.contests:
        look_at(name, wish.folder, wish.seconds)
    if not wish.contests:
        print("\n".join(tell(wish.folder)))


if __name__ == "__main__":
    main()
