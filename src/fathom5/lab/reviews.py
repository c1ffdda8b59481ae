"""Reviews of many games as rows, one an action; and from them, how much of a game is luck.

    judged(ask, Save.at(path))                 # here, or on any node of a cluster: the same rows

A result is the sum of its parts: where a seat began, luck, its own errors, others' errors and what it learnt. So the
variance of results is the sum of what each part has in common with them, and luck's share of it is a plain ratio.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fathom5.bots.review import Review
from fathom5.bots.review.data import staked
from fathom5.door import Match, read_save, replay
from fathom5.kernel.record import spoken
from fathom5.lab.dataset import needs

PARTS = ("start", "luck", "own", "given", "learnt")
READ = (
    "game",
    "file",
    "players",
    "options",
    "seat",
    "who",
    "was_choice",
    "error",
    "before",
    "luck",
    "skill",
    "learnt",
    "result",
)
LATER = {"stake"}  # columns that older files have not
KINDS: dict[str, type] = {  # of the columns; lists are of numbers, by seat or by medal
    **dict.fromkeys(("file", "game"), str),
    "players": int,
    **dict.fromkeys(("options", "kind"), str),
    "rounds": int,
    "result": list,
    **dict.fromkeys(("number", "seat"), int),
    **dict.fromkeys(("who", "move"), str),
    "was_choice": bool,
    "error": float,
    "stake": float,  # unknown where levels are told otherwise
    "better": str,
    "margin": float,
    **dict.fromkeys(("before", "after", "luck", "skill", "learnt", "medals"), list),
}
DRAWS = 2000  # of as many games as there are, with replacement
BETWEEN = (2.5, 97.5)  # per cent of them, for an interval


class Save(NamedTuple):
    """A game that was written down: where it was found, and what is in there."""

    file: str
    content: bytes

    @classmethod
    def at(cls, path: Path) -> "Save":
        return cls(str(path), path.read_bytes())

    @property
    def text(self) -> str:
        try:
            return self.content.decode("utf8")
        except UnicodeDecodeError:
            raise ValueError("this is no save of Full Fathom Five: it is no text") from None


class Reviewed(NamedTuple):
    """What came of a save: rows, or why there are none."""

    file: str
    columns: dict[str, list[Any]]
    wrong: str = ""


def judged(ask: Callable[[Match], Review], save: Save) -> Reviewed:
    """The rows of one game; what cannot be reviewed says why, and stops nobody."""
    try:
        match, names = read(save.text, "en")
        return Reviewed(save.file, rows(ask(match), match, save.file, names))
    except ValueError as wrong:
        return Reviewed(save.file, {}, str(wrong))


def read(text: str, language: str) -> tuple[Match, list[str]]:
    """A game from its save, and what its players are called."""
    match, noted = replay(text), read_save(text).notes.get("seats")
    names = match.names(language)
    if isinstance(noted, list) and len(noted) == len(names):
        names = [str(given or name) for given, name in zip(noted, names, strict=True)]
    return match, names


def games_of(saves: Iterable[Save]) -> list[str]:
    """Which games these are; what cannot be read is none."""
    found = set()
    for save in saves:
        with suppress(ValueError):
            found.add(read_save(save.text).ready.game.name)
    return sorted(found)


def schema() -> Any:
    """Of such rows, whichever game comes first: not all have medals."""
    import pyarrow as pa

    kinds = {str: pa.string(), int: pa.int32(), float: pa.float64(), bool: pa.bool_()}
    return pa.schema([(name, kinds.get(kind) or pa.list_(pa.float64())) for name, kind in KINDS.items()])


def rows(found: Review, match: Match, file: str, players: Sequence[str]) -> dict[str, list[Any]]:
    """Columns with a row for each action; lists are by seat."""
    told = [_row(judged, players) for judged in found.actions]
    columns: dict[str, list[Any]] = {key: [row[key] for row in told] for key in told[0]}
    same = {
        "file": file,
        "game": found.game,
        "players": match.seats,
        "options": json.dumps(match.options),
        "kind": found.kind,
        "rounds": found.rounds,
        "result": list(found.result),
    }
    return {key: [value] * len(told) for key, value in same.items()} | columns


def _row(judged: Any, players: Sequence[str]) -> dict[str, Any]:
    better = judged.better
    return {
        "number": judged.number,
        "seat": judged.seat,
        "who": players[judged.seat] if judged.seat >= 0 else "",
        "move": spoken(judged.move),
        "was_choice": judged.was_choice,
        "error": judged.error,
        "stake": judged.stake,
        "better": spoken(better.move) if better else "",
        "margin": better.margin if better else 0.0,
        **{key: list(getattr(judged, key)) for key in ("before", "after", "luck", "skill", "learnt")},
        "medals": list(judged.medals.before) if judged.medals else [],
    }


class Fared(NamedTuple):
    """A seat of a game: what its result was made of."""

    game: str
    file: str
    players: int
    options: str
    who: str
    decisions: int
    errors: float
    parts: tuple[float, ...]  # as in PARTS
    result: float
    stake: float | None = None  # in all, where levels are told by that


def fared(files: Iterable[Path]) -> list[Fared]:
    """All seats of all games in these files of rows."""
    games: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for path in files:
        for row in _read(path):
            games.setdefault((row["game"], row["file"]), []).append(row)
    return [_fared(actions, seat) for actions in games.values() for seat in range(actions[0]["players"])]


def _read(path: Path) -> list[dict[str, Any]]:
    needs("pyarrow")
    import pyarrow as pa
    from pyarrow import parquet

    if not path.is_file():
        raise OSError(f"there is no file {path}")
    try:
        known = parquet.read_schema(path).names
        return parquet.read_table(path, columns=[*READ, *(LATER & set(known))]).to_pylist()
    except pa.ArrowInvalid:  # no Parquet, or others' columns
        raise ValueError(f"{path} holds no reviews: `fathom5 review --out` writes such files") from None


def _fared(actions: list[dict[str, Any]], seat: int) -> Fared:
    first, own = actions[0], [row for row in actions if row["seat"] == seat]
    errors = sum(row["error"] for row in own)
    luck, skill, learnt = (sum(row[key][seat] for row in actions) for key in ("luck", "skill", "learnt"))
    return Fared(
        game=first["game"],
        file=first["file"],
        players=first["players"],
        options=first["options"],
        who=own[0]["who"] if own else "",
        decisions=sum(row["was_choice"] for row in own),
        errors=errors,
        parts=(first["before"][seat], luck, -errors, skill + errors, learnt),
        result=first["result"][seat],
        stake=staked((row["error"], row.get("stake")) for row in own),
    )


class Share(NamedTuple):
    """How much of the variance of results a part explains, with a 95 % interval."""

    middle: float
    low: float
    high: float


def shares(seats: Sequence[Fared], seed: int = 0) -> dict[str, Share]:
    """For each part; games are drawn again and again, for who sat together hangs together.

    Where all results are alike there is nothing to explain, and no part explains any of it.
    """
    if len({seat.result for seat in seats}) < 2:
        return {}
    files = {file: number for number, file in enumerate(dict.fromkeys(seat.file for seat in seats))}
    sums = _sums(seats, files)
    draws = np.random.default_rng(seed).integers(0, len(files), (DRAWS, len(files)))
    found = _explained(sums.sum(axis=0))
    drawn = np.array([_explained(sums[draw].sum(axis=0)) for draw in draws])
    low, high = np.nanpercentile(drawn, BETWEEN, axis=0)
    return {part: Share(*map(float, row)) for part, row in zip(PARTS, zip(found, low, high), strict=True)}


def _sums(seats: Sequence[Fared], files: dict[str, int]) -> np.ndarray:
    """By game: seats, results, squares of them, and for each part its sum and its product with the result."""
    sums = np.zeros((len(files), 3 + 2 * len(PARTS)))
    for seat in seats:
        parts = np.array(seat.parts)
        sums[files[seat.file]] += [1, seat.result, seat.result**2, *parts, *(parts * seat.result)]
    return sums


def _explained(sums: np.ndarray) -> np.ndarray:
    """The covariance of each part with the result, over the result's variance; unknown where a draw has only one."""
    count, result, squares = sums[:3]
    parts, products = sums[3 : 3 + len(PARTS)], sums[3 + len(PARTS) :]
    variance = squares / count - (result / count) ** 2
    if variance < 1e-12:
        return np.full(len(PARTS), np.nan)
    return (products / count - parts * result / count**2) / variance


def groups(seats: Sequence[Fared]) -> dict[tuple[str, int, str], list[Fared]]:
    """By game, number of players, and what is not the same in all games of that name."""
    varied = {name: _varied([seat.options for seat in seats if seat.game == name]) for name in {s.game for s in seats}}
    found: dict[tuple[str, int, str], list[Fared]] = {}
    for seat in sorted(seats, key=lambda seat: (seat.game, seat.players, seat.options)):
        options = json.loads(seat.options)
        told = ", ".join(f"{key}={options[key]}" for key in varied[seat.game] if key in options)
        found.setdefault((seat.game, seat.players, told), []).append(seat)
    return found


def _varied(options: Sequence[str]) -> list[str]:
    all_of = [json.loads(text) for text in dict.fromkeys(options)]
    keys = dict.fromkeys(
        key for one in all_of for key in one if key != "players"
    )  # house rules are told where there are some
    return [key for key in keys if len({str(one.get(key)) for one in all_of}) > 1]


# Errors.

GROUP, GROUPS = 20, 100  # games of a group, and how many groups are drawn


class Errors(NamedTuple):
    """How much a player's decisions cost it, of a victory."""

    errors_per_decision: float
    standard_error: float
    games: int
    decisions: int


def errors(seats: Sequence[Fared]) -> dict[str, dict[str, Errors]]:
    """By game and player."""
    found: dict[str, dict[str, list[Fared]]] = {}
    for seat in seats:
        found.setdefault(seat.game, {}).setdefault(seat.who, []).append(seat)
    return {game: {who: _errors(each) for who, each in players.items()} for game, players in found.items()}


def _errors(seats: Sequence[Fared]) -> Errors:
    """A ratio of sums; its standard error by how far each game lies from it."""
    decisions = sum(seat.decisions for seat in seats)
    rate, margin = _ratio([(seat.errors, seat.decisions) for seat in seats])
    return Errors(rate, margin, len({seat.file for seat in seats}), decisions)


def _ratio(parts: Sequence[tuple[float, float]]) -> tuple[float, float]:
    total, weight = (sum(part) for part in zip(*parts, strict=True))
    rate = total / weight if weight else 0.0
    apart = sum((own - rate * its) ** 2 for own, its in parts)
    return rate, float(np.sqrt(apart)) / weight if weight else 0.0


class Lost(NamedTuple):
    """How much of what was at stake a player's decisions cost it."""

    errors_per_stake: float
    standard_error: float
    games: int
    stake: float


def lost(seats: Sequence[Fared]) -> dict[str, dict[str, Lost]]:
    """By game and player, where it is known what was at stake."""
    found: dict[str, dict[str, list[tuple[str, float, float]]]] = {}
    for seat in seats:
        if seat.stake is not None:
            own = found.setdefault(seat.game, {}).setdefault(seat.who, [])
            own.append((seat.file, seat.errors, seat.stake))
    return {game: {who: _lost(each) for who, each in players.items()} for game, players in found.items()}


def _lost(seats: Sequence[tuple[str, float, float]]) -> Lost:
    rate, margin = _ratio([(errors, stake) for _, errors, stake in seats])
    return Lost(rate, margin, len({file for file, _, _ in seats}), sum(stake for _, _, stake in seats))


def fewer(seats: Sequence[Fared], one: str, other: str, seed: int = 0) -> int:
    """In how many groups of games, drawn with replacement, the one has made fewer errors a decision than the other.

    Who sat at the same tables is compared in the same games; teams that win together are drawn each from its own.
    """
    mine, theirs = _by_game(seats, one), _by_game(seats, other)
    rng, together = np.random.default_rng(seed), sorted(mine.keys() & theirs.keys())
    drawn = rng.integers(0, len(together or mine), (GROUPS, GROUP))
    again = drawn if together else rng.integers(0, len(theirs), (GROUPS, GROUP))
    ours, others = (np.array([own[file] for file in together or sorted(own)]) for own in (mine, theirs))
    rates = zip(ours[drawn].sum(axis=1), others[again].sum(axis=1), strict=True)
    return sum(bool(own[0] * his[1] < his[0] * own[1]) for own, his in rates)


def _by_game(seats: Sequence[Fared], who: str) -> dict[str, np.ndarray]:
    """Errors and decisions of one player."""
    games: dict[str, np.ndarray] = {}
    for seat in seats:
        if seat.who == who:
            games.setdefault(seat.file, np.zeros(2))[:] += seat.errors, seat.decisions
    return games
