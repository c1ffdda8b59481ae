"""What a study asks: a game, options with ranges, who plays, what is measured, and when to stop."""

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from hashlib import sha256
from itertools import combinations, permutations, product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fathom5 import games as shelf
from fathom5.bots.arena import line_ups
from fathom5.door import Ready, load
from fathom5.kernel.chance import NUMBERS
from fathom5.kernel.game import Game
from fathom5.kernel.options import HOUSE, Option, Value, nearest
from fathom5.kernel.play import CORES
from fathom5.lab.players import check_player, is_repeatable, series
from fathom5.lab.series import Columns, blank, seated

if TYPE_CHECKING:  # what a study is played to knows the study
    from fathom5.lab.report import Results

MATTER = "decisions_that_matter"  # is no column of a game's row: decisions are drawn, and played on from
SECTIONS = {
    "options": None,
    "house": None,
    "players": {"who": "players", "pairings": "pairings"},
    "measure": {"columns": "columns", "events": "events", "better_by": "better_by"},
    "stop": {"games": "games", "positions": "positions", "width": "width", "most": "most"},
}


LEAST = {"games": 1, "most": 1, "positions": 1, "random": 0, "width": 0, "better_by": 0, "seed": None}
FRACTIONS = ("width", "better_by")


class Point(NamedTuple):
    """One setting that is played: options by name, and who sits where."""

    number: int
    options: dict[str, Value]
    players: tuple[str, ...]  # a name for each seat

    def words(self, among: Sequence[str]) -> str:
        """What sets this point apart, in a few words."""
        told = [f"{name}={shown(self.options[name])}" for name in among if name in self.options]
        return ", ".join(told + [" – ".join(self.players)] * ("players_seated" in among)) or "all games"


@dataclass(frozen=True)
class Study:
    """A question about a game, as one asks it: from a file, or from a few lines of Python."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)  # a value, a list of values, or a range
    house: Mapping[str, Any] = field(default_factory=dict)  # likewise, numbers in which it leaves the rulebook
    players: Sequence[str] = ("hinted",)  # one for all, or one for each seat
    pairings: Sequence[str] = ()  # instead: each against each other, in every seat
    columns: Sequence[str] = ()  # of what the game counts; all, if none is named. Also: decisions_that_matter,
    better_by: float = 0.05  # in which the best move brings more than so much more of a victory than the next
    events: Mapping[str, Any] = field(default_factory=dict)  # conditions over columns, as in SQL: "turns > 40", or
    # {when = "turns > 40", en = "the game drags on", fr = "la partie traîne"}
    games: int = 10_000  # at each point; with a width, before the first look
    width: float = 0.0  # go on until every interval of a seat's share is narrower than this
    most: int = 1_000_000  # games at a point, however wide its intervals still are
    positions: int = 200  # decisions that are drawn at each point to see which matter, one a game
    random: int = 0  # so many points of the ranges, drawn from the seed, instead of all
    seed: int = 0
    title: str | Mapping[str, str] = ""  # or in each language: {en = "Air", fr = "L'air"}

    def __post_init__(self) -> None:
        if not all(isinstance(each, Mapping) for each in (self.options, self.house, self.events)):
            raise ValueError("options, house rules and events are given by name")
        for name in ("players", "pairings", "columns"):
            words = getattr(self, name)
            object.__setattr__(self, name, (words,) if isinstance(words, str) else tuple(words))
        self._check_numbers()
        self._check_measures()
        _ = self.axes  # a wrong range is told before anything else
        for name in (*self.players, *self.pairings):
            check_player(self.kind, name)

    # What was asked, checked.

    @property
    def kind(self) -> Game:
        return shelf.load(self.game)

    @property
    def name(self) -> str:
        """What it is called by."""
        return self.titled("en") or self.game

    def titled(self, language: str) -> str:
        """Its title in that language, if it has one there, else in any."""
        if isinstance(self.title, str):
            return self.title
        return self.title.get(language) or next(iter(self.title.values()), "")

    def _check_numbers(self) -> None:
        for name, least in LEAST.items():
            value = getattr(self, name)
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if not is_number or (name not in FRACTIONS and value != int(value)):
                raise ValueError(f"{name} is a number, not {value!r}")
            if least is not None and value < least:
                raise ValueError(f"{name} is at least {least}, not {value}")
        if (self.most if self.width else self.games) > NUMBERS:
            raise ValueError(f"a point has at most {NUMBERS:,} games")
        if self.width and self.most < self.games:
            raise ValueError(f"most is at least as many as games, {self.games}, not {self.most}")

    def _check_measures(self) -> None:
        known = ("decisions", "actions", *self.kind.measures.COLUMNS, MATTER)
        for name in self.columns:
            if name not in known:
                raise ValueError(f"{self.game} has no column {name!r}; {nearest(name, known)}")
        for name, told in self.events.items():
            if not isinstance(told, str) and not (isinstance(told, Mapping) and isinstance(told.get("when"), str)):
                raise ValueError(f"event {name} is a condition over columns, as in 'turns > 40', not {told!r}")

    @property
    def conditions(self) -> dict[str, str]:
        """When each event is true, in SQL."""
        return {name: told if isinstance(told, str) else told["when"] for name, told in self.events.items()}

    @property
    def measured(self) -> tuple[str, ...]:
        """The columns that are counted, without those of seats."""
        every = ("decisions", "actions", *self.kind.measures.COLUMNS)
        return tuple(name for name in self.columns or every if name != MATTER)

    @property
    def draws_positions(self) -> bool:
        """Whether it is asked which decisions matter."""
        return MATTER in self.columns

    @property
    def is_repeatable(self) -> bool:
        """The same study gives the same rows again: nobody thinks by the clock."""
        return all(is_repeatable(self.kind, name) for name in (*self.players, *self.pairings))

    # Points.

    @cached_property
    def axes(self) -> dict[str, tuple[Value, ...]]:
        """The values of each option and house rule that was named."""
        known, asked = (
            self.kind.agreeable,
            {**self.options, **{HOUSE + name: each for name, each in self.house.items()}},
        )
        for name in asked:
            if name not in known:
                raise ValueError(f"{self.game} has no option {name!r}; {nearest(name, known)}")
        return {name: values_of(name, known[name], each) for name, each in asked.items()}

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The axes along which it leaves the rulebook."""
        return tuple(name for name in self.axes if name.startswith(HOUSE))

    @property
    def varied(self) -> tuple[str, ...]:
        """The options that are not the same at all points; players_seated, if line-ups differ."""
        names = [name for name, values in self.axes.items() if len(values) > 1]
        return (*names, *["players_seated"] * bool(self.pairings))

    @property
    def size(self) -> int:
        """How many settings of options there are, before any is looked at."""
        return self.random or prod(len(values) for values in self.axes.values())

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """All that is played, in an order of its own."""
        found: list[tuple[dict[str, Value], tuple[str, ...]]] = []
        for chosen in self._settings():
            if ready := self._agreed(chosen):
                named = {name: chosen[name] for name in self.house_rules}  # also where they are the rulebook's
                found += [(ready.options | named, lineup) for lineup in self._lineups(ready)]
        if not found:
            raise ValueError(f"{self.game} agrees to none of these options: {'; '.join(self.refusals)}")
        return tuple(Point(number, *point) for number, point in enumerate(found))

    @cached_property
    def refusals(self) -> Counter[str]:
        """Why settings are left out, and how many: what the game does not agree to."""
        return Counter(why for chosen in self._settings() if (why := self._refused(chosen)))

    def _settings(self) -> Iterator[dict[str, Value]]:
        if not self.random:
            return (dict(zip(self.axes, values, strict=True)) for values in product(*self.axes.values()))
        rng, all_of_them = np.random.default_rng(self.seed), prod(len(values) for values in self.axes.values())
        drawn = rng.choice(all_of_them, min(self.random, all_of_them), replace=False, shuffle=False)
        return (self._setting(int(index)) for index in sorted(drawn))

    def _setting(self, index: int) -> dict[str, Value]:
        chosen = {}
        for name, values in reversed(self.axes.items()):
            index, place = divmod(index, len(values))
            chosen[name] = values[place]
        return dict(reversed(chosen.items()))

    def _agreed(self, chosen: dict[str, Value]) -> Ready | None:
        return None if self._refused(chosen) else load(self.game, **chosen)

    def _refused(self, chosen: dict[str, Value]) -> str:
        try:
            load(self.game, **chosen)
        except ValueError as why:
            return str(why)
        return ""

    def _lineups(self, ready: Ready) -> list[tuple[str, ...]]:
        return line_ups(tuple(self.pairings), ready.seats) if self.pairings else [seated(ready, self.players)]

    def ready(self, point: Point) -> Ready:
        return load(self.game, **point.options)

    def key(self, point: Point) -> np.uint64:
        """Where the chance of a point comes from: its own content, so that other points may come and go."""
        text = json.dumps([self.seed, self.game, point.options, point.players], sort_keys=True)
        return np.frombuffer(sha256(text.encode()).digest()[:8], np.uint64)[0]

    # When to stop.

    @property
    def looks(self) -> tuple[int, ...]:
        """The numbers of games at which it is decided whether a point goes on: fixed, whatever arrives first."""
        if not self.width:
            return (self.games,)
        looks = [self.games]
        while looks[-1] < self.most:
            looks.append(min(2 * looks[-1], self.most))
        return tuple(looks)

    # Playing.

    def run(self, to: str | Path, **how: Any) -> "Results":
        """Play what is missing into that folder or address, and give it back to be read; how: crew, tell, is_sure.

        Notebooks and terminals show how far it is, unless somebody else is told.
        """
        from fathom5.lab.dataset import Dataset
        from fathom5.lab.report import Results
        from fathom5.lab.telling import told_here
        from fathom5.lab.work import run

        dataset = Dataset(to)
        run(self, dataset, **({"tell": told_here(self)} | how))
        return Results(self, dataset)

    def rows(self, cores: int = CORES) -> Iterator[Columns]:
        """The games of the only point in their order, kept nowhere; their chance is that of a series of this seed."""
        return series(self.ready(self.only_point), self.only_point.players, self.games, self.seed, cores)

    @property
    def only_point(self) -> Point:
        if len(self.points) != 1:
            raise ValueError(f"this study has {len(self.points)} points, not one: run it to a folder")
        return self.points[0]

    # As data, and as a notebook shows it.

    def _repr_html_(self) -> str:
        from fathom5.lab.report import asked

        return asked(self)

    def asked(self) -> dict[str, Any]:
        """All of it as plain data, as it is kept beside the rows; house rules only where there are some."""
        data = {**asdict(self), "options": dict(self.options), "house": dict(self.house), "events": dict(self.events)}
        return json.loads(json.dumps(data if self.house else omitted(data, "house"), default=list))

    @property
    def columns_of_all(self) -> dict[str, np.dtype]:
        """Every column that some point has, with its type."""
        most = max(self.points, key=lambda point: len(point.players))
        return {name: column.dtype for name, column in blank(self.ready(most), 0).items()}


def omitted(data: dict[str, Any], name: str) -> dict[str, Any]:
    return {each: value for each, value in data.items() if each != name}


def values_of(name: str, option: Option, asked: Any) -> tuple[Value, ...]:
    """The values that an option takes: those of a list or a range, lists of so many words, or one alone."""
    if isinstance(asked, Mapping):
        values = _ranged(name, option, asked)
    elif isinstance(asked, list | tuple | range):
        values = list(asked)
    else:
        values = [asked]
    if not values:
        raise ValueError(f"{name} has an empty range: {shown(asked)}")
    checked = [option.check(name, tuple(value) if isinstance(value, list) else value) for value in values]
    return tuple(dict.fromkeys(checked))


def _ranged(name: str, option: Option, asked: Mapping[str, Any]) -> list[Any]:
    if set(asked) <= {"choose", "combine"} and len(asked) == 1 and option.several:
        ((how, count),) = asked.items()
        lists = permutations if how == "choose" else combinations
        return [list(words) for words in lists(option.several, int(count))]
    if not {"from", "to"} <= set(asked) <= {"from", "to", "step"}:
        raise ValueError(f"{name} is a value, a list, or a range {{from = 1, to = 9, step = 2}}, not {dict(asked)}")
    first, last, step = asked["from"], asked["to"], asked.get("step", 1)
    if not all(type(number) is int for number in (first, last, step)) or step < 1:
        raise ValueError(f"the range of {name} has whole numbers and a step of 1 or more, not {dict(asked)}")
    return list(range(first, last + 1, step))


def shown(value: Any) -> str:
    """A value as one types it."""
    if isinstance(value, list | tuple):
        return "+".join(map(str, value)) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {word}" for name, word in value.items())
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def read(path: Path) -> Study:
    """The study that a TOML file asks for."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as why:
        raise ValueError(f"{path} is no study: {why}") from None
    return from_data(flattened(data), str(path))


def flattened(data: Mapping[str, Any]) -> dict[str, Any]:
    """A file's sections as the names that a study has."""
    flat: dict[str, Any] = {}
    for name, value in data.items():
        if name in SECTIONS and isinstance(value, Mapping) and (inner := SECTIONS[name]) is not None:
            for word, given in value.items():
                if word not in inner:
                    raise ValueError(f"[{name}] has no {word!r}; {nearest(word, inner)}")
                flat[inner[word]] = given
        else:
            flat[name] = value
    return flat


def from_data(data: Mapping[str, Any], where: str = "a study") -> Study:
    known = [each.name for each in fields(Study)]
    for name in data:
        if name not in known:
            raise ValueError(f"{where} has no {name!r}; {nearest(name, known)}")
    if "game" not in data:
        raise ValueError(f"{where} names no game: game = ...")
    return Study(**data)
