"""Two studies side by side: what differs at the points they share, corrected for many comparisons by Holm."""

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from fathom5.lab.looking import Looking
from fathom5.lab.plan import Point, Study
from fathom5.lab.summary import LEVEL, Cell, Summary, score_for
from fathom5.lab.tongues import Tongue, capital


class Difference(NamedTuple):
    """A measure at a point of both studies."""

    point: Point
    measure: str
    a: Cell
    b: Cell

    @property
    def change(self) -> float:
        return self.b.mean - self.a.mean

    @property
    def error(self) -> float:
        return sqrt(self.a.spread**2 / self.a.games + self.b.spread**2 / self.b.games)

    @property
    def p(self) -> float:
        """How likely chance alone would differ as much."""
        if not self.error:
            return 1.0 if self.change == 0 else 0.0
        return 2 * (1 - NormalDist().cdf(abs(self.change) / self.error))


def differences(a: Summary, b: Summary) -> list[Difference]:
    """All that can be compared: the same setting in both, or the only one that each has."""
    if a.study.game != b.study.game:
        raise ValueError(f"{a.study.game} and {b.study.game} are two games: their studies cannot be compared")
    pairs = shared(a.study, b.study, a, b)
    both = [name for name in Looking(a).measures if name in Looking(b).measures]
    measures = list(dict.fromkeys(["share_0", *both]))
    found = [
        Difference(a.study.points[one], measure, a.cells[one, measure], b.cells[other, measure])
        for one, other in pairs
        for measure in measures
        if (one, measure) in a.cells and (other, measure) in b.cells
    ]
    if not found:
        raise ValueError("the two studies share no point: nothing can be compared")
    return found


def shared(a: Study, b: Study, one: Summary, other: Summary) -> list[tuple[int, int]]:
    """The points that both have; where each has but one, these, whatever they are."""
    if len(one.points) == len(other.points) == 1:
        return [(one.points[0], other.points[0])]
    own = {_key(a, b, a.points[number]): number for number in one.points}
    theirs = {_key(a, b, b.points[number]): number for number in other.points}
    return [(own[key], theirs[key]) for key in own if key in theirs]


def _key(a: Study, b: Study, point: Point) -> str:
    """Options that vary in either study tell points apart; so do the players, where they are paired."""
    names = sorted({*a.varied, *b.varied} - {"players_seated"})
    who = point.players if a.pairings or b.pairings else ()
    return str([(name, point.options[name]) for name in names] + [who])


def clear(found: list[Difference]) -> list[Difference]:
    """Those that are significant together, by Holm, the surest first."""
    ranked = sorted(found, key=lambda difference: difference.p)
    kept = []
    for place, difference in enumerate(ranked):
        if difference.p > (1 - LEVEL) / (len(ranked) - place):
            break
        kept.append(difference)
    return kept


def told(a: Summary, b: Summary, language: str = "en") -> list[str]:
    """What differs, in sentences, and how much does not."""
    tongue, found = Tongue(language, a.study), differences(a, b)
    different = clear(found)
    lines = [_sentence(difference, tongue, len(found)) for difference in different]
    return [*lines, tongue.say("same", count=len(found) - len(different), of=len(found))]


def _sentence(difference: Difference, tongue: Tongue, family: int) -> str:
    measure, margin = difference.measure, score_for(family) * difference.error
    name = (
        f"{tongue.measure(measure)} ({tongue.say('first_seat')})" if measure == "share_0" else tongue.measure(measure)
    )
    return tongue.say(
        "compare",
        measure=capital(name),
        point=difference.point.words(tongue.study.varied),
        a=tongue.value(measure, difference.a.mean),
        b=tongue.value(measure, difference.b.mean),
        change=tongue.signed(measure, difference.change),
        low=tongue.signed(measure, difference.change - margin),
        high=tongue.signed(measure, difference.change + margin),
    )
