"""A review as plain data: what each seat could expect at each moment, and why that changed."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from fathom5.bots.review.levels import level
from fathom5.kernel.record import Move


class Better(NamedTuple):
    """Another move, and what it would have brought."""

    action: int
    move: Move
    gain: float  # of the victory, for who decided, more than the move made: less, if negative
    margin: float  # a standard error of that


class Medals(NamedTuple):
    """How likely each medal was, and why that changed; in a game that is won together."""

    before: tuple[float, ...]
    after: tuple[float, ...]
    luck: tuple[float, ...]
    skill: tuple[float, ...]


class Judged(NamedTuple):
    """One action: what each seat could expect before and after it, and why that changed."""

    number: int
    seat: int  # who acted: CHANCE, or a player
    action: int
    move: Move
    was_choice: bool  # there was something else to do
    before: tuple[float, ...]
    after: tuple[float, ...]
    margins: tuple[float, ...]  # standard errors of what stands before
    luck: tuple[float, ...]
    skill: tuple[float, ...]
    learnt: tuple[float, ...]
    better: Better | None  # the best move, if it was another and that is clear
    moves: tuple[Better, ...]  # all others that were looked at, the best first
    stake: float | None  # what a move picked blindly would have cost, where a level is told by that
    medals: Medals | None

    @property
    def error(self) -> float:
        """What the decision cost who made it."""
        return -self.skill[self.seat] if self.seat >= 0 else 0.0

    def plain(self) -> dict[str, Any]:
        """As JSON data."""
        return self._asdict() | {
            "error": self.error,
            "better": self.better and self.better._asdict(),
            "moves": [other._asdict() for other in self.moves],
            "medals": self.medals and self.medals._asdict(),
        }


class Standing(NamedTuple):
    """How one seat fared."""

    seat: int
    decisions: int
    errors: float  # in all
    luck: float
    given: float  # by errors of others
    learnt: float
    result: float
    stake: float | None = None  # what moves picked blindly would have cost, where a level is told by that
    level: str | None = None  # whose errors are most alike: a bot's name

    @property
    def errors_per_decision(self) -> float:
        return self.errors / max(1, self.decisions)

    @property
    def lost(self) -> float | None:
        """The share of what was at stake that errors cost: about 1 for who picks moves blindly."""
        return self.errors / self.stake if self.stake is not None and self.stake > 0 else None

    @property
    def adjusted(self) -> float:
        """The result less luck: what was to be expected of such play."""
        return self.result - self.luck


def staked(own: Iterable[tuple[float, float | None]]) -> float | None:
    """What was at stake in decisions of one seat, by error and stake; not known as long as that of an error is not."""
    decisions = list(own)
    known = [stake for _, stake in decisions if stake is not None]
    is_known = bool(known) and not any(error > 0 and stake is None for error, stake in decisions)
    return sum(known) if is_known else None


class Review(NamedTuple):
    """All of it, as plain data: start + luck + skill + learnt = result, for every seat."""

    game: str
    kind: str
    player: str  # who plays on in what was not played
    rounds: int
    progress: float  # from 0 to 1
    start: tuple[float, ...]
    result: tuple[float, ...]
    medals: tuple[str, ...]  # what all can win together, from nothing on; else none
    actions: list[Judged]

    @property
    def standings(self) -> list[Standing]:
        """How each seat fared."""
        return [self._standing(seat) for seat in range(len(self.result))]

    def _standing(self, seat: int) -> Standing:
        own = [judged for judged in self.actions if judged.seat == seat]
        decisions, errors = sum(judged.was_choice for judged in own), sum(judged.error for judged in own)
        stake = staked((judged.error, judged.stake) for judged in own)
        return Standing(
            seat=seat,
            decisions=decisions,
            errors=errors,
            luck=sum(judged.luck[seat] for judged in self.actions),
            given=sum(judged.skill[seat] for judged in self.actions if judged.seat != seat),
            learnt=sum(judged.learnt[seat] for judged in self.actions),
            result=self.result[seat],
            stake=stake,
            level=level(self.game, decisions, errors, stake),
        )

    def costliest(self, seat: int, most: int = 3) -> list[Judged]:
        """The decisions that cost that seat most, the worst first."""
        mistakes = [judged for judged in self.actions if judged.seat == seat and judged.error > 0]
        return sorted(mistakes, key=lambda judged: -judged.error)[:most]

    def luckiest(self, seat: int, most: int = 3) -> list[Judged]:
        """The moments when chance did most for that seat."""
        return sorted(self._lucky(seat, 1), key=lambda judged: -judged.luck[seat])[:most]

    def unluckiest(self, seat: int, most: int = 3) -> list[Judged]:
        """And those when it did most against it."""
        return sorted(self._lucky(seat, -1), key=lambda judged: judged.luck[seat])[:most]

    def _lucky(self, seat: int, sign: int) -> list[Judged]:
        return [judged for judged in self.actions if judged.luck[seat] * sign > 0]

    def plain(self) -> dict[str, Any]:
        """As JSON data."""
        actions = [judged.plain() for judged in self.actions]
        standings = [
            each._asdict()
            | {"errors_per_decision": each.errors_per_decision, "lost": each.lost, "adjusted": each.adjusted}
            for each in self.standings
        ]
        return self._asdict() | {"actions": actions, "standings": standings}
