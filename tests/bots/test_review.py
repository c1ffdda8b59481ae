"""The review: luck and skill add up to the result, and what is estimated is as sure as it claims to be."""

import json
from functools import cache

import numpy as np
import pytest

from every import INTERPRETED
from fathom5 import load, names
from fathom5.bots import Hinted
from fathom5.bots.review import FIRST, Kind, review, work
from fathom5.bots.review.arithmetic import Value, after_chance, after_decision, room
from fathom5.bots.review.course import Step, changes, steps
from fathom5.bots.review.data import staked
from fathom5.bots.review.positions import ADVISED, BLIND, FAINT, MATTERS, MOST, VISIBLE, Choice, Outlook
from fathom5.bots.review.rollouts import Desk, medals
from fathom5.bots.review.samples import Sample
from fathom5.door import Match
from fathom5.door.branch import Branch
from fathom5.kernel.game import CHANCE, offers, view

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of games are played on")
SOME = 4 * FIRST  # rounds
MANY = 16 * FIRST  # rounds: all moves have been tried


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
        self.seats, self.medals, self.rng = match.seats, len(medals(match.game)), np.random.default_rng(1)

    def advised(self, start):
        return next(iter(offers(start.position)))

    def outlook(self, start, first, rounds):
        return self.shares(rounds)

    def shares(self, *shape):
        """Anything that adds up to a victory, or to a medal whose worth all share."""
        if not self.medals:
            return self.rng.dirichlet(np.ones(self.seats), shape)
        won = self.rng.dirichlet(np.ones(self.medals), shape)
        worth = won @ np.arange(self.medals) / (self.medals - 1)
        return np.concatenate([np.repeat(worth[..., None], self.seats, -1), won], axis=-1)

    def otherwise(self, start, taken, first, rounds):
        return self.outlook(start, first, rounds)

    def compare(self, start, actions, first, rounds):
        """Whatever was not done would have been better, for who did not do it."""
        best = np.zeros(self.seats + self.medals)
        best[[*range(self.seats), -1] if self.medals else int(start.position.seat)] = 1
        lean = np.where(np.arange(len(actions)) > 0, 0.4, 0.0)[:, None]
        return (1 - lean) * self.shares(rounds, len(actions)) + lean * best

    def instead(self, start, made, picked, first):
        return self.shares(len(picked)) - self.shares(len(picked))


@pytest.fixture
def guessed(monkeypatch):
    monkeypatch.setattr(work, "Desk", Guess)


# What adds up.


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("name", names())
def test_start_luck_and_skill_make_the_result(name, kind, guessed):
    found = review(three(name), effort=SOME, kind=kind)
    assert sum(one.better is not None for one in found.actions) > 3
    assert len(found.actions) == len(three(name).actions)
    for seat, result in enumerate(three(name).shares):
        parts = [(one.luck[seat], one.skill[seat], one.learnt[seat]) for one in found.actions]
        assert found.start[seat] + np.sum(parts) == pytest.approx(result, abs=1e-9)
        standing = found.standings[seat]
        told = found.start[seat] + standing.luck - standing.errors + standing.given + standing.learnt
        assert told == pytest.approx(result, abs=1e-9)


@pytest.mark.parametrize("name", names())
def test_the_same_number_stands_on_both_sides_of_every_step(name, guessed):
    found = review(three(name), effort=SOME, kind=Kind.REAL)
    for one, other in zip(found.actions, found.actions[1:]):
        assert one.after == other.before
    for one in found.actions:
        assert one.error >= 0
        assert not any(one.learnt)
        assert one.seat == CHANCE or not any(one.luck)
        assert all(-1e-9 <= value <= 1 + 1e-9 for value in one.before)


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


@pytest.mark.parametrize("name", ["the_island", "captain_carcass"])
def test_who_does_not_know_all_is_asked_at_chance_and_once_for_each_go_of_another(name):
    course, going = steps(three(name), Kind.KNOWN, seed=1), CHANCE
    assert any(step.unsure for step in course)
    for step in course:
        assert step.seat not in step.unsure
        assert step.seat == CHANCE or step.seat != going or not step.unsure
        for seat, outlook in step.unsure.items():  # it looks for itself alone, from its own view
            assert outlook.asked == (seat,)
            assert outlook.start.position.tobytes() == view(step.before, seat).tobytes()
        going = step.seat if step.is_turn_of_events else going


def test_what_no_seat_needs_is_not_played():
    """Who is told what to expect by its own view takes nothing from the state as it is."""
    course = steps(three("the_island"), Kind.KNOWN, seed=1)
    needless = [step.others for step in course if step.others is not None and len(step.unsure) == 3]
    assert needless
    for outlook in needless:
        outlook.refine(None, FIRST)  # at no desk
        assert not outlook.is_open
        assert outlook.found.games == 0


def test_an_outlook_gets_as_many_rounds_as_can_be_seen_of_a_curve():
    """Not twice as many because rounds double, and no more for what others may expect if a seat asks for itself."""
    match = played("deep_sea", players=3)
    first = next(step for step in steps(match, Kind.REAL, seed=1) if step.others is not None)
    desk, played_on = Desk(match), []
    for asked in (None, (0,), ()):
        outlook, rounds = Outlook(first.others.start, Sample.of(3), first.action, 1.0, asked), FIRST
        while outlook.is_open and rounds <= MOST:
            outlook.refine(desk, rounds)
            rounds *= 2
        seen = outlook.value.variance if asked is None else outlook.value.variance[list(asked)]
        assert np.sqrt(seen.max(initial=0)) <= VISIBLE
        played_on.append(outlook.found.games)
    assert played_on[0] >= played_on[1] > played_on[2] == 0
    assert 0.25 / played_on[0] > (0.9 * VISIBLE) ** 2  # a share is at most so uncertain


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
    assert json.loads(json.dumps(found, allow_nan=False))["standings"][0]["seat"] == 0


def test_every_medal_has_its_own_sum(guessed):
    """Where all win together, the share of the victory is what the medals are worth."""
    found = review(three("sub_terra"), effort=SOME)
    assert found.medals == ("defeat", "bronze", "silver", "gold")
    told = [one.medals for one in found.actions]
    for medal, won in enumerate(np.eye(4)[three("sub_terra").scores[0]]):
        total = sum(one.luck[medal] + one.skill[medal] for one in told)
        assert told[0].before[medal] + total == pytest.approx(won, abs=1e-9)
    for one in found.actions:
        assert sum(one.medals.before) == pytest.approx(1, abs=1e-9)
        worth = sum(medal * chance for medal, chance in enumerate(one.medals.before)) / 3
        assert one.before[0] == pytest.approx(worth, abs=1e-9)


def test_the_other_moves_are_told_with_what_they_would_have_brought():
    found = review(played("deep_sea", players=3), effort=MANY).actions
    assert any(len(one.moves) > 1 for one in found)
    for one in found:
        assert one.action not in {other.action for other in one.moves}
        assert [other.gain for other in one.moves] == sorted((other.gain for other in one.moves), reverse=True)
        assert not one.moves or one.was_choice


def test_it_is_told_now_and_then_and_not_only_at_the_end_of_a_pass(guessed, monkeypatch):
    monkeypatch.setattr(work, "PULSE", 0.0)
    monkeypatch.setattr(work, "PATIENCE", 0.0)
    seen = []
    review(three("deep_sea"), effort=FIRST, tell=lambda so_far: seen.append(so_far))
    assert len(seen) > 10
    for so_far in seen[::10]:  # what is not yet looked at has changed nothing, and all adds up
        own = so_far.standings[1]
        told = so_far.start[1] + own.luck - own.errors + own.given + own.learnt
        assert told == pytest.approx(own.result, abs=1e-9)
    assert seen[-1].progress <= 1


def test_what_takes_long_to_tell_is_told_less_often(guessed, monkeypatch):
    monkeypatch.setattr(work, "PATIENCE", 0.0)
    monkeypatch.setattr(work, "TELLING", 1e-9)
    seen = []
    review(three("deep_sea"), effort=2 * FIRST, tell=lambda so_far: seen.append(so_far.rounds))
    assert seen == [FIRST, FIRST, 2 * FIRST]  # at once, and after each pass


# What is asked wrongly.


def test_a_game_that_is_not_over_is_not_reviewed():
    with pytest.raises(ValueError, match="not over"):
        review(load("deep_sea").start(seed=1))


def test_a_game_that_goes_on_from_another_is_refused():
    match = played("deep_sea", players=3)
    at = next(n for n, seat in enumerate(match.deciders) if seat >= 0)
    branch = Branch(at, match.deciders[at], seed=1)
    other = Match(match.game, match.options, match.seed, match.actions[:at], branch)
    while not other.over:
        other.play(other.moves[0])
    with pytest.raises(ValueError, match="goes on from another"):
        review(other.save())


@pytest.mark.parametrize(
    ("asked", "why"),
    [({"effort": 1}, "at least 8"), ({"seconds": 0}, "some seconds"), ({"kind": "honest"}, "known or real")],
)
def test_a_wrong_wish_is_answered_with_what_would_be_right(asked, why):
    with pytest.raises(ValueError, match=why):
        review(played("deep_sea", players=3), **asked)


# What is better.


class Even:
    """A desk at which nothing that is done matters."""

    def __init__(self, seed: int, moves: int = 6):
        self.rng = np.random.default_rng(seed)
        self.choice = Choice(None, 0, 0, list(range(1, moves)), [Sample.of(2)] * (moves - 1))

    def advised(self, start):
        return 1

    def compare(self, start, actions, first, rounds):
        first_wins = self.rng.integers(0, 2, (rounds, len(actions)))
        return np.stack([first_wins, 1 - first_wins], axis=2).astype(float)


def test_where_all_moves_are_equal_errors_are_nothing_on_average():
    errors = []
    for seed in range(400):
        desk = Even(seed)
        for rounds in (8, 16, 32, 64, 128, 256):
            desk.choice.refine(desk, rounds)
        change = after_decision(Value(np.array([0.5, 0.5]), np.zeros(2)), desk.choice)
        errors.append(-change.skill[0])
    assert min(errors) == 0
    assert np.mean(errors) < 0.002
    assert np.mean(np.array(errors) > 0) < 0.03


class Idle(Even):
    """A desk at which the first has lost, whatever is done."""

    played = 0

    def compare(self, start, actions, first, rounds):
        self.played += rounds * len(actions)
        return np.tile([0.0, 1.0], (rounds, len(actions), 1))


def test_where_nothing_is_at_stake_few_games_are_played():
    desk = Idle(1, moves=60)
    for rounds in (8, 16, 32, 64, 128):
        desk.choice.refine(desk, rounds)
    assert not desk.choice.is_open
    assert not desk.choice.is_mistake
    assert desk.played < 500


def test_what_nobody_gains_by_the_players_advice_may_still_be_gained_otherwise():
    """Moves are given up only once all have been tried, in many games."""

    class Hidden(Idle):
        def compare(self, start, actions, first, rounds):
            lost = super().compare(start, actions, first, rounds)
            lost[:, [action == 17 for action in actions]] = [1.0, 0.0]
            return lost

    desk = Hidden(1, moves=60)
    for rounds in (8, 16, 32, 64, 128):
        desk.choice.refine(desk, rounds)
    assert desk.choice.rival == 17
    assert desk.choice.is_mistake


class Staked(Idle):
    """A desk at which one move of five loses all that the others keep, and dice do the rest."""

    def __init__(self, seed: int, loses: int):
        super().__init__(seed, moves=5)
        self.choice.blind, self.loses, self.picked = Sample.of(2), loses, []

    def instead(self, start, made, picked, first):
        assert first == len(self.picked)
        self.picked += picked
        kept = self.rng.integers(0, 2, len(picked))
        gains = kept * ((np.full(len(picked), made) == self.loses) * 1.0 - (np.array(picked) == self.loses))
        return np.stack([gains, -gains], axis=1)


@pytest.mark.parametrize(("loses", "stake"), [(3, 0.1), (0, -0.4)])
def test_at_stake_is_what_a_move_picked_blindly_would_have_cost(loses, stake):
    desk = Staked(1, loses)
    for rounds in (8, 16, 32, 64):
        desk.choice.refine(desk, rounds)
    assert desk.choice.stake is None and desk.choice.is_open
    for rounds in (128, 256, 512, 1024):
        desk.choice.refine(desk, rounds)
    assert desk.choice.stake == pytest.approx(stake, abs=3 * FAINT)
    assert not desk.choice.is_open
    counts = np.bincount(desk.picked, minlength=5)  # each move as often
    assert len(desk.picked) <= BLIND and max(counts) - min(counts) <= 2


def test_what_is_lost_already_is_not_looked_at_for_long():
    desk = Staked(1, loses=-1)
    for rounds in (64, 128, 256, 512, 1024):
        desk.choice.refine(desk, rounds)
    assert desk.choice.stake == 0
    assert len(desk.picked) == 128


def test_a_blind_pick_is_played_in_the_same_world_with_the_same_dice():
    match = three("the_island")
    desk, choices = Desk(match), [step.choice for step in steps(match, Kind.KNOWN, seed=1) if step.choice is not None]
    for choice in choices[:40:8]:
        made, other = choice.made, choice.others[-1]
        compared = desk.compare(choice.start, [made, other], 5, 6)
        picked = desk.instead(choice.start, made, [other, made] * 3, 5)
        assert picked[::2] == pytest.approx((compared[:, 1] - compared[:, 0])[::2])
        assert not picked[1::2].any()


@pytest.mark.parametrize("name", names())
def test_what_was_at_stake_is_asked_where_levels_are_told_by_it(name, guessed):
    found = review(three(name), effort=MANY)
    told = [one.stake for one in found.actions if one.stake is not None]
    assert bool(told) == (name == "the_island")
    assert all(one.was_choice for one in found.actions if one.stake is not None)
    assert sum(own.stake or 0.0 for own in found.standings) == pytest.approx(sum(told))
    assert all(own.stake is None and own.lost is None for own in review(three(name), effort=ADVISED).standings)


def missed(number: int, seat: int, gain: float) -> Step:
    """A decision at which another move would have brought so much more."""
    gains = np.array([[gain, -gain][:: 1 - 2 * seat]] * 32)
    choice = Choice(None, seat, 0, [1], [Sample.of(2)], rival=1, judged={1: Sample.of(2).plus(gains)})
    return Step(number, seat, 0, None, choice=choice)


def by_chance(number: int) -> Step:
    outlook = Outlook(None, Sample.of(2).plus(np.full((32, 2), 0.5)), taken=0, weight=0.5)
    return Step(number, CHANCE, 0, None, odds=0.5, others=outlook)


def forced(number: int, seat: int) -> Step:
    return Step(number, seat, 0, None)


@pytest.mark.parametrize(
    ("course", "errors"),
    [
        ([missed(0, 0, 0.2), missed(1, 0, 0.2)], [0.0, 0.2]),  # the same chance, missed for the last time
        ([missed(0, 0, 0.3), forced(1, 0), missed(2, 0, 0.2)], [0.1, 0, 0.2]),
        ([missed(0, 0, 0.1), missed(1, 0, 0.2), missed(2, 0, 0.1)], [0.0, 0.1, 0.1]),
        ([missed(0, 0, 0.2), by_chance(1), missed(2, 0, 0.2)], [0.2, 0, 0.2]),  # another chance
        ([missed(0, 0, 0.2), missed(1, 1, 0.1), missed(2, 0, 0.2)], [0.2, 0.1, 0.2]),
    ],
)
def test_a_chance_that_was_missed_twice_in_a_go_is_one_chance(course, errors):
    result = np.array([0.4, 0.6])
    found = changes(course, result)
    told = [-change.skill[max(0, step.seat)] for step, change in zip(course, found, strict=True)]
    assert told == pytest.approx(errors, abs=1e-9)
    parts = sum(change.luck + change.skill + change.learnt for change in found)
    assert found[0].before.share + parts == pytest.approx(result, abs=1e-9)


def test_a_better_move_is_found_and_shares_stay_shares():
    match = played("deep_sea", players=3)
    found = review(match, effort=512, kind=Kind.REAL)
    assert found.standings[0].errors > 0.1  # who did anything
    for worst in found.costliest(0):
        assert worst.better is not None
        assert worst.better.gain > 2 * worst.better.margin
        assert worst.better.move != worst.move


@pytest.mark.parametrize("name", ["deep_sea", "captain_carcass"])
def test_what_a_page_names_is_sure(name):
    """Of the longer games `fathom5 bench review` says so."""
    found = review(three(name))
    named = [judged for seat in range(3) for judged in found.costliest(seat)]
    assert len(named) >= 3
    assert max(judged.better.margin for judged in named) <= MATTERS


def test_what_is_named_is_what_cost_most_and_not_what_would_have_brought_most(guessed):
    """A gain for which the shares have no room is no cost."""
    found = review(three("deep_sea"))
    for seat in range(3):
        assert len(found.costliest(seat)) == 3
        for judged in found.costliest(seat):
            assert judged.better.margin <= MATTERS


def test_the_first_look_lies_all_over_the_game():
    """Whoever sees only the beginning of it sees a whole curve, if a coarse one."""
    course = steps(three("captain_carcass"), Kind.KNOWN, seed=1)
    asks = [ask for step in course for ask in step.asks]
    looked_at = work.spread(asks)
    assert {id(ask) for ask in looked_at} == {id(ask) for ask in asks}
    curves = [ask for ask in asks if isinstance(ask, Outlook)]
    place = {id(ask): number for number, ask in enumerate(curves)}
    first = sorted(place[id(ask)] for ask in looked_at[: len(curves) // 8])
    assert max(np.diff([0, *first, len(curves)])) <= 24


def test_what_is_added_to_shares_leaves_none_below_nothing_or_above_all():
    share, more = np.array([0.9, 0.05, 0.05]), np.array([0.2, -0.1, -0.1])
    added = share + more * room(share, more)
    assert added == pytest.approx([1.0, 0.0, 0.0])
    assert room(share, more / 4) == 1


def test_the_mean_by_odds_is_the_value_at_chance():
    others = Sample.of(2).plus(np.array([[1.0, 0.0], [0.0, 1.0]])).value
    change = after_chance(Value(np.array([1.0, 0.0]), np.zeros(2)), 0.25, others)
    assert change.before.share == pytest.approx([0.25 + 0.75 * 0.5, 0.75 * 0.5])
    assert change.luck == pytest.approx([1 - 0.625, -0.375])


@pytest.mark.parametrize(
    ("decisions", "known"),
    [([(0.1, 0.4), (0.0, None), (0.0, 0.2)], pytest.approx(0.6)), ([(0.1, None), (0.0, 0.2)], None), ([], None)],
)
def test_what_was_at_stake_is_known_once_that_of_every_error_is(decisions, known):
    assert staked(iter(decisions)) == known
