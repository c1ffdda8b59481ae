"""A summary looked at along its options, its seats and its contenders."""

from collections.abc import Sequence
from functools import cached_property
from math import sqrt

from fathom5.kernel.options import Value
from fathom5.lab import ladder
from fathom5.lab.plan import MATTER
from fathom5.lab.summary import Cell, Estimate, Summary, is_share
from fathom5.lab.tongues import Tongue

WON = "share_0"  # by all of them, where all win together


def pooled(cells: Sequence[Cell]) -> Cell:
    """Several points as one, each counting the same: their mean, and a spread that gives its standard error."""
    games = sum(cell.games for cell in cells)
    mean = sum(cell.mean for cell in cells) / len(cells)
    error = sqrt(sum(cell.spread**2 / cell.games for cell in cells)) / len(cells)
    return Cell(games, mean, error * sqrt(games))


def estimated(cell: Cell, measure: str, family: int) -> Estimate:
    return cell.estimate(family, is_share(measure))


class Looking:
    """A summary, looked at along its options."""

    def __init__(self, found: Summary) -> None:
        self.found, self.study = found, found.study

    @property
    def measures(self) -> list[str]:
        """What is shown: events first, then what is counted; what never changes says nothing."""
        names = [*[WON] * self.win_together, *(f"event:{name}" for name in self.study.events)]
        names += [*[MATTER] * self.study.draws_positions, "decisions", *self.study.measured]
        return [name for name in dict.fromkeys(names) if self._varies(name)]

    @cached_property
    def win_together(self) -> bool:
        """There is one victory for all, or only one who plays: shares of others always add up to one."""
        return any(self._is_shared(point) for point in self.found.points)

    def _is_shared(self, point: int) -> bool:
        shares = [cell.mean for seat in self.found.seats(point) if (cell := self.found.cell(point, f"share_{seat}"))]
        seats = len(self.found.seats(point))
        return seats == len(shares) and (seats == 1 or abs(sum(shares) - 1) > 0.01)

    def _varies(self, measure: str) -> bool:
        cells = [cell for (_, name), cell in self.found.cells.items() if name == measure]
        return any(cell.spread > 0 or cell.mean != cells[0].mean for cell in cells)

    @property
    def options(self) -> list[str]:
        return [name for name in self.study.varied if name != "players_seated"]

    @property
    def numeric(self) -> list[str]:
        """Options whose values have an order."""
        return [name for name in self.options if all(type(value) is int for value in self.study.axes[name])]

    def along(self, measure: str, *options: str) -> dict[tuple[Value, ...], Cell]:
        """The measure for each combination of these options' values, all others averaged."""
        groups: dict[tuple[Value, ...], list[Cell]] = {}
        for point in self.found.points:
            if cell := self.found.cell(point, measure):
                key = tuple(self.study.points[point].options[name] for name in options)
                groups.setdefault(key, []).append(cell)
        return {key: pooled(cells) for key, cells in groups.items()}

    def turn_order(self) -> dict[tuple[int, int], Cell]:
        """The share of each place in the turn order, by number of players; nothing where all win together."""
        by_place = {
            (int(str(players)), place): cell
            for place in range(6)
            for (players,), cell in self.along(f"order_{place}", "players").items()
        }
        counts = {players for players, _ in by_place}
        fair = [n for n in counts if abs(sum(cell.mean for (m, _), cell in by_place.items() if m == n) - 1) < 0.01]
        return {key: by_place[key] for key in sorted(by_place) if key[0] in fair}

    def by_seat(self) -> dict[tuple[int, int], Cell]:
        """The share of each seat by number of players, where who sits where is not the same for all."""
        players = self.study.points[self.found.points[0]].players
        if self.study.pairings or self.win_together or len(set(players)) == 1:
            return {}
        return {
            (int(str(count)), seat): cell
            for seat in range(len(players))
            for (count,), cell in self.along(f"share_{seat}", "players").items()
        }

    @cached_property
    def contested(self) -> str | None:
        """The option that sets words against each other, one for each seat."""
        points = [self.study.points[number] for number in self.found.points]
        for name in self.options:
            values = [point.options[name] for point in points]
            if all(isinstance(value, tuple) and 1 < len(value) == len(points[0].players) for value in values):
                return name
        return None

    def contenders(self) -> dict[int, tuple[str, ...]]:
        """Who is set against whom at each point: players that are paired, or words of an option, one for each seat."""
        points = [self.study.points[number] for number in self.found.points]
        if self.study.pairings:
            return {point.number: point.players for point in points}
        if self.contested is None:
            return {}
        return {point.number: tuple(map(str, point.options[self.contested])) for point in points}  # type: ignore[arg-type]  # tuples

    def duels(self) -> dict[ladder.Pair, Cell]:
        """What the first of each two got of the victories over the second, over both seats."""
        if self.win_together:
            return {}
        met: dict[ladder.Pair, list[Cell]] = {}
        for point, names in self.contenders().items():
            if len(names) != 2 or names[0] == names[1]:
                continue
            first = self.found.cells[point, "share_0"]
            one, other = sorted(names)
            mean = first.mean if names[0] == one else 1 - first.mean
            met.setdefault((one, other), []).append(first._replace(mean=mean))
        return {pair: pooled(cells) for pair, cells in met.items()}

    def ladder(self) -> ladder.Ladder | None:
        """The contenders by strength, if there are three or more who meet in pairs, or who play alone."""
        contenders = self.contenders()
        if len({name for names in contenders.values() for name in names}) < 3:
            return None
        if all(len(names) == 1 for names in contenders.values()):
            return ladder.alone(self.by_player())
        return ladder.of_pairs(self.duels()) if all(len(names) == 2 for names in contenders.values()) else None

    def with_and_without(self, option: str) -> dict[Value, tuple[Cell, Cell]]:
        """The share of victory at points with each word of an option that lists words, and at points without."""
        cells = {key[0]: cell for key, cell in self.along(WON, option).items() if isinstance(key[0], tuple)}
        words = dict.fromkeys(word for value in cells for word in value)
        found: dict[Value, tuple[Cell, Cell]] = {}
        for word in words:
            having = [cell for value, cell in cells.items() if word in value]
            lacking = [cell for value, cell in cells.items() if word not in value]
            if having and lacking:
                found[word] = pooled(having), pooled(lacking)
        return found

    def called(self, name: str, tongue: Tongue) -> str:
        """A contender in words, where it is one of an option's."""
        return tongue.choice(self.contested, name) if self.contested and not self.study.pairings else name

    def cited(self, name: str, tongue: Tongue) -> str:
        """The same in a sentence: words of an option, which may be a sentence themselves, in quotation marks."""
        called = self.called(name, tongue)
        return called if called == name else tongue.say("cited", words=called)

    def by_player(self) -> dict[str, Cell]:
        """How each of the contenders fares over all line-ups."""
        fared: dict[str, list[Cell]] = {}
        for point, contenders in self.contenders().items():
            for seat, name in enumerate(contenders):
                fared.setdefault(name, []).append(self.found.cells[point, f"share_{seat}"])
        return {name: pooled(cells) for name, cells in fared.items()}
