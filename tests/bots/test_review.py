"""The review: luck and skill add up to the result, and what is estimated is as sure as it claims to be."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice

import numpy as np
import pytest
from rich.console import Console

from every import INTERPRETED
from fathom5 import NOBODY, load, names
from fathom5.bots import Hinted
from fathom5.bots import review as reviewing
from fathom5.bots.review import FIRST, Kind, review
from fathom5.bots.review.arithmetic import Value, after_chance, after_decision, room
from fathom5.bots.review.course import steps
from fathom5.bots.review.positions import Choice, Outlook
from fathom5.bots.review.rollouts import Desk, Start, best_player
from fathom5.bots.review.samples import Sample
from fathom5.command import cli
from fathom5.command.review import WORDS
from fathom5.door import Match
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, CHANCE, apply, offers, sheet, win
from fathom5.kernel.play import consider

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of games are played on")
SURE = 1.96  # standard errors


@cache
def played(name: str, seed: int = 1, **options: int) -> Match:
    """A game in which somebody does anything that can be done, and the others follow their hints."""
    match = load(name, **options).start(seed=seed)
    while not match.over:
        player = Hinted("hinted" if match.seat else "uniform")
        match.play(player(match.seen(match.seat), len(match.actions)))
    return match


def three(name: str) -> Match:
    return played(name, players=3)


class Guess:
    """A desk that plays nothing and says anything: what adds up must add up whatever was found out."""

    def __init__(self, match: Match):
        self.seats, self.rng = match.seats, np.random.default_rng(1)

    def outlook(self, start, first, rounds):
        return self.rng.dirichlet(np.ones(self.seats), rounds)

    def otherwise(self, start, taken, first, rounds):
        return self.outlook(start, first, rounds)

    def compare(self, start, actions, first, rounds):
        leaning = np.arange(len(actions))[:, None] / 50
        return np.clip(self.rng.dirichlet(np.ones(self.seats), (rounds, len(actions))) + leaning, 0, 1)


@pytest.fixture
def guessed(monkeypatch):
    monkeypatch.setattr(reviewing, "Desk", Guess)


# What adds up.


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("name", names())
def test_start_luck_and_skill_make_the_result(name, kind, guessed):
    found = review(three(name), effort=FIRST, kind=kind)
    assert len(found.actions) == len(three(name).actions)
    for seat, result in enumerate(three(name).shares):
        parts = [(one.luck[seat], one.skill[seat], one.learnt[seat]) for one in found.actions]
        assert found.start[seat] + np.sum(parts) == pytest.approx(result, abs=1e-9)
        standing = found.standings[seat]
        told = found.start[seat] + standing.luck - standing.errors + standing.given + standing.learnt
        assert told == pytest.approx(result, abs=1e-9)


@pytest.mark.parametrize("name", names())
def test_the_same_number_stands_on_both_sides_of_every_step(name, guessed):
    found = review(three(name), effort=FIRST, kind=Kind.REAL)
    for one, other in zip(found.actions, found.actions[1:]):
        assert one.after == other.before
    for one in found.actions:
        assert one.error >= 0
        assert not any(one.learnt)
        assert one.seat == CHANCE or not any(one.luck)
        assert all(0 <= value <= 1 + 1e-9 for value in one.before)


def test_where_nobody_has_a_secret_both_reviews_are_one():
    known, real = (review(played("deep_sea", players=3), effort=FIRST, kind=kind) for kind in Kind)
    assert known.actions == real.actions


@pytest.mark.parametrize("name", ["the_island", "captain_carcass"])
def test_what_a_seat_could_know_does_not_hang_on_what_it_could_not(name):
    """A decision is judged from the view alone, behind which worlds are dealt."""
    for step in steps(three(name), Kind.KNOWN, seed=1):
        if step.choice is not None:
            seen = three(name).game.rules
            hidden = step.before.copy()
            seen.hide(hidden, step.seat)
            assert step.choice.start.position.tobytes() == hidden.tobytes()


def test_an_effort_tells_the_same_again():
    match = played("deep_sea", players=3)
    assert review(match, effort=FIRST, seed=4) == review(match.save(), effort=FIRST, seed=4)
    assert review(match, effort=FIRST, seed=4) != review(match, effort=FIRST, seed=5)


def test_it_can_be_watched_and_broken_off():
    seen = []
    found = review(played("deep_sea", players=3), seconds=60, tell=lambda so_far: seen.append(so_far.rounds) or False)
    assert seen == [FIRST]
    assert found.rounds == FIRST


def test_all_of_it_is_plain_data():
    found = review(played("deep_sea", players=3), effort=FIRST).plain()
    assert json.loads(json.dumps(found))["standings"][0]["seat"] == 0


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_terminal_tells_it_with_curves_and_moments(tmp_path, capsys, monkeypatch, lang):
    (tmp_path / "game.txt").write_text(played("deep_sea", players=3).save())
    monkeypatch.setattr(cli, "out", Console(width=140))
    cli.review(tmp_path / "game.txt", effort=FIRST, lang=lang)
    told = capsys.readouterr().out
    assert WORDS[lang]["known"] in told
    assert "█" in told  # where somebody has won
    assert played("deep_sea", players=3).names(lang)[1] in told
    cli.review(tmp_path / "game.txt", effort=FIRST, as_json=True)
    assert json.loads(capsys.readouterr().out)["rounds"] == FIRST


# What is asked wrongly.


def test_a_game_that_is_not_over_is_not_reviewed():
    with pytest.raises(ValueError, match="not over"):
        review(load("deep_sea").start(seed=1))


@pytest.mark.parametrize(
    ("asked", "why"),
    [({"effort": 1}, "at least 32"), ({"seconds": 0}, "some seconds"), ({"kind": "honest"}, "known or real")],
)
def test_a_wrong_wish_is_answered_with_what_would_be_right(asked, why):
    with pytest.raises(ValueError, match=why):
        review(played("deep_sea", players=3), **asked)


# What is better.


class Even:
    """A desk at which nothing that is done matters."""

    def __init__(self, seed: int, moves: int = 6):
        self.rng, self.start = np.random.default_rng(seed), None
        self.choice = Choice(None, 0, 0, list(range(1, moves)), [Sample.of(2) for _ in range(1, moves)])

    def compare(self, start, actions, first, rounds):
        first_wins = self.rng.integers(0, 2, (rounds, len(actions)))
        return np.stack([first_wins, 1 - first_wins], axis=2).astype(float)


def test_where_all_moves_are_equal_errors_are_nothing_on_average():
    errors = []
    for seed in range(400):
        desk = Even(seed)
        for rounds in (32, 64, 128, 256):
            desk.choice.refine(desk, rounds)
        change = after_decision(Value(np.array([0.5, 0.5]), np.zeros(2)), desk.choice)
        errors.append(-change.skill[0])
    assert min(errors) == 0
    assert np.mean(errors) < 0.002
    assert np.mean(np.array(errors) > 0) < 0.03


def test_a_better_move_is_found_and_shares_stay_shares():
    match = played("deep_sea", players=3)
    found = review(match, effort=512, kind=Kind.REAL)
    assert found.standings[0].errors > 0.1  # who did anything
    for worst in found.costliest(0):
        assert worst.better is not None
        assert worst.better.gain > 2 * worst.better.margin
        assert worst.better.move != worst.move


def test_what_is_added_to_shares_leaves_none_below_nothing_or_above_all():
    share, more = np.array([0.9, 0.05, 0.05]), np.array([0.2, -0.1, -0.1])
    added = share + more * room(share, more)
    assert added == pytest.approx([1.0, 0.0, 0.0])
    assert room(share, more / 4) == 1


def test_the_mean_by_odds_is_the_value_at_chance():
    others = Sample.of(2)
    others.add(np.array([[1.0, 0.0], [0.0, 1.0]]))
    change = after_chance(Value(np.array([1.0, 0.0]), np.zeros(2)), 0.25, others)
    assert change.before.share == pytest.approx([0.25 + 0.75 * 0.5, 0.75 * 0.5])
    assert change.luck == pytest.approx([1 - 0.625, -0.375])


# What is exact.


class Exact:
    """Values of positions of games so small that all that chance can do is gone through."""

    def __init__(self, match: Match):
        self.brains = np.zeros(match.seats, BRAIN)
        self.brains[:] = match.game.brain(best_player(match.game))
        self.known: dict[bytes, np.ndarray] = {}
        self.left = 0  # positions that may still be looked at

    def value(self, state: np.record) -> np.ndarray:
        key = state.tobytes()
        if key not in self.known:
            self.left -= 1
            if self.left < 0:
                raise TooLarge
            self.known[key] = self._value(state)
        return self.known[key]

    def _value(self, state: np.record) -> np.ndarray:
        if state.seat == NOBODY:
            shares = np.zeros(int(state.seats))
            win(state, shares)
            return shares
        ways = offers(state)
        if state.seat != CHANCE:
            ways = {int(consider(state.copy(), sheet(state), self.brains, dice(1))): 1}
        total = sum(ways.values())
        return sum(way / total * self.value(after(state, action)) for action, way in ways.items())


def after(state: np.record, action: int) -> np.record:
    then = state.copy()
    apply(then, action)
    return then


class TooLarge(Exception):
    """More can happen than is worth going through."""


SMALL = {"rounds": 1, "air": 4, "chips": 2}
NODES = 3000  # of a game that may be gone through


def valued(exact: Exact, seed: int) -> Iterator[tuple[np.record, float]]:
    """Positions of a game from its end on backwards, with what the first seat can expect there, exactly."""
    match = played("deep_sea", seed=seed, **SMALL)
    for step in reversed(steps(match, Kind.REAL, seed)):
        try:
            exact.left = NODES
            value = float(exact.value(step.before)[0])
        except TooLarge:
            return
        if len(offers(step.before)) > 1 and 0.05 < value < 0.95:
            yield step.before, value


def test_the_intervals_cover_what_is_true_as_often_as_they_claim():
    match = played("deep_sea", seed=0, **SMALL)
    covered, count, desk, exact = 0, 0, Desk(match), Exact(match)
    for position, true in islice(chain.from_iterable(valued(exact, seed) for seed in range(1, 10_000)), 1000):
        outlook = Outlook(Start(position, False, dice(count)[0]), Sample.of(2))
        outlook.refine(desk, 400)
        covered += abs(outlook.found.mean[0] - true) <= SURE * np.sqrt(outlook.found.variance[0])
        count += 1
    assert count == 1000
    assert 930 <= covered <= 970
