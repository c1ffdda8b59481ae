"""The search keeps to its budget, answers the same again, and knows no more than its seat."""

from concurrent.futures import ThreadPoolExecutor
from time import perf_counter, process_time

import numpy as np
import pytest

from every import INTERPRETED, random_game
from fathom5 import load, names
from fathom5.bots import Hinted, Search
from fathom5.bots.search import Finding, expects, merged, vacant
from fathom5.bots.tree import NODE, NONE, PLAN, ROOT, keep, measure, urge
from fathom5.door.testing import dealt, play
from fathom5.kernel.chance import dice
from fathom5.kernel.game import offers, view

FEW = 3 if INTERPRETED else 30
BRIEF = Search(iterations=FEW, trees=1, horizon=20, size=1 << 10)


def decisions(states, most=4):
    """Some of the states in which a player has a choice."""
    real = [state for state in states if state.seat >= 0 and len(offers(state)) > 1]
    return real[:: 1 + len(real) // most]


def begun():
    match = load("deep_sea").start(seed=3)
    return match.seen(match.seat)


def visits(findings):
    return sum(found.visits for found in findings)


def test_no_bot_can_cheat(ready, states):
    """Two states that differ only in what the seat may not know: the same move for the same seed."""
    for number, state in enumerate(decisions(states)):
        twin = dealt(view(state, state.seat), dice(number))
        for bot in (BRIEF, *map(Hinted, ("uniform", *ready.game.hints.PLAYERS))):
            assert bot(state, number) == bot(twin, number) == bot(view(state, state.seat), number)


def test_what_it_does_can_be_done_and_the_view_stays_as_it_is(states):
    for number, state in enumerate(decisions(states)):
        before = state.tobytes()
        assert BRIEF(state, number) in offers(state)
        assert before == state.tobytes()


def test_others_secrets_are_not_in_the_tree():
    """DS-26: the diver who looks knows the value, the one who searches sees only that there was a look."""
    match = play("deep_sea", "first_player 1", "roll 1 1", peek=True)
    for seat, is_told in ((0, False), (1, True)):
        search = Search(iterations=40, trees=1, size=1000 + seat)
        search.search(match.seen(seat), seat, seed=1)
        tree = vacant(match.seen().dtype, search)[-1].tree
        take = next(child for child in children(tree, ROOT) if match.game.words.MOVES[tree[child].move] == ("take",))
        heard = {match.game.words.MOVES[tree[child].move] for child in children(tree, take)}
        assert (heard != {("value", None)}) == is_told


def children(tree, node):
    child = tree[node].child
    while child != NONE:
        yield child
        child = tree[child].sibling


# Its answer.


@pytest.mark.parametrize("trees", [0, 1, 3])
def test_the_same_seed_and_iterations_give_the_same_findings(trees):
    search = Search(iterations=30, trees=trees)
    one, two, other = (search.search(begun(), 1, seed, is_brief=False) for seed in (5, 5, 6))
    assert one == two != other


def test_a_brief_search_stops_when_its_answer_is_certain():
    search = Search(iterations=400 if not INTERPRETED else 40, trees=1)
    patient, brief = (search.search(begun(), 1, 5, is_brief) for is_brief in (False, True))
    assert visits(brief) < visits(patient) == search.iterations
    assert brief[0].action == patient[0].action


def test_trees_are_added_up():
    one = [Finding(1, 30, (0.5, 0.5)), Finding(2, 10, (1.0, 0.0))]
    two = [Finding(2, 30, (0.0, 1.0)), Finding(3, 10, (0.5, 0.5))]
    assert merged([one, two]) == [Finding(2, 40, (0.25, 0.75)), Finding(1, 30, (0.5, 0.5)), Finding(3, 10, (0.5, 0.5))]


def test_it_goes_about_a_game_as_told_else_as_the_game_advises_else_as_ever(monkeypatch):
    game = load("deep_sea").game
    monkeypatch.setattr(game.hints, "SEARCH", {"horizon": 40, "trust": 3.0}, raising=False)
    habits = Search(iterations=1, trust=1.5).habits(game)
    assert (habits["horizon"], habits["trust"], habits["playouts"]) == (40, 1.5, "hinted")


@pytest.mark.parametrize("by_spread", [False, True])
def test_exploration_may_be_counted_in_the_spread_of_outcomes(by_spread):
    search = Search(iterations=FEW, trees=1, by_spread=by_spread)
    search.search(begun(), 1, 5, is_brief=False)
    plan, option = vacant(begun().dtype, search)[-1].plans[0], np.zeros(1, NODE)[0]
    option.offers, option.visits, option.trust, option.gain[1] = 9, 4, 2, 1
    curiosity = 0.5 * 2 * np.sqrt(np.log(9) / 4)
    assert urge(option, 1, plan) == pytest.approx(1 / 4 + curiosity * plan.spread)
    assert plan.games == FEW * by_spread
    assert (plan.spread == 1) != by_spread


def test_the_spread_is_the_standard_deviation_of_all_outcomes():
    plan, outcomes = np.zeros(1, PLAN)[0], [0.1, 0.0, 0.4, 0.1]
    for count, outcome in enumerate(outcomes, 1):
        measure(plan, outcome)
        assert plan.spread == pytest.approx(np.std(outcomes[:count]))


# Its budget.


def test_a_search_needs_a_budget():
    with pytest.raises(ValueError, match="needs a budget"):
        Search()


def test_a_budget_in_seconds_is_kept():
    Search(iterations=1).search(begun(), 1, 5)  # compiled
    start, busy = perf_counter(), process_time()
    Search(seconds=0.2, trees=1).search(begun(), 1, 5, is_brief=False)
    assert perf_counter() - start >= 0.2
    assert process_time() - busy < 1.0  # by its own time: the machine may be busy


def test_what_leaves_no_choice_needs_no_thought():
    states = (state for seed in range(20) for state, _ in random_game(load("deep_sea"), seed))
    alone = next(state for state in states if state.seat >= 0 and len(offers(state)) == 1)
    assert [Search(seconds=60.0)(alone, 0)] == list(offers(alone))


def test_a_full_tree_still_learns():
    small = Search(iterations=50, trees=1, size=3)
    assert visits(small.search(begun(), 1, 5, is_brief=False)) == 50


def test_memory_is_used_again():
    search = Search(iterations=2, trees=1, size=77)
    for _ in range(3):
        search.search(begun(), 1, 5)
    assert len(vacant(begun().dtype, search)) == 1


def test_searches_side_by_side_share_their_workplaces():
    search, crowd = Search(iterations=2, trees=1, size=78), 8
    with ThreadPoolExecutor(crowd) as people:
        list(people.map(lambda seed: search.search(begun(), 1, seed), range(30 * crowd)))
    assert len(vacant(begun().dtype, search)) <= crowd


def test_in_a_thread_with_fresh_memory_it_thinks_the_same(ready, states):
    """What it makes for itself lies where others' things lay before: nothing may depend on what they left there."""

    def found(state, number):
        with ThreadPoolExecutor(1) as fresh:
            return [fresh.submit(BRIEF.search, state, int(state.seat), number, False).result() for _ in range(2)]

    for number, state in enumerate(decisions(states)):
        first, again = found(state, number)
        assert [first, again] == found(state, number) == [again, first]


# Its memory of the last search.


def test_what_is_below_a_move_stays_when_it_has_happened():
    search = Search(iterations=60, trees=1, size=200)
    found = search.search(begun(), 1, 5, is_brief=False)
    tree, plan = vacant(begun().dtype, search)[0].tree, vacant(begun().dtype, search)[0].plans[0]
    node = next(child for child in children(tree, ROOT) if tree[child].move == found[0].action)
    before = [(tree[child].move, tree[child].visits, tree[child].gain.tolist()) for child in children(tree, node)]
    keep(tree, found[0].action, plan)
    after = [(tree[child].move, tree[child].visits, tree[child].gain.tolist()) for child in children(tree, ROOT)]
    assert before == after
    assert tree[ROOT].visits == found[0].visits


def test_nothing_stays_below_a_move_that_was_never_tried():
    search = Search(iterations=5, trees=1, size=200)
    search.search(begun(), 1, 5)
    (place,) = vacant(begun().dtype, search)
    keep(place.tree, 999, place.plans[0])
    assert (place.plans[0].grown, place.tree[ROOT].visits) == (1, 0)


@pytest.mark.parametrize("name", names())
def test_a_search_goes_on_from_the_last_only_if_nobody_else_has_acted(name):
    search = Search(iterations=2, trees=1, horizon=10, size=300)
    match = load(name).start(seed=1)
    for seed in range(12):
        seat, before = match.seat, len(match.actions)
        match.play(search.search(match.seen(seat), seat, seed)[0].action)
        (place,) = vacant(match.seen().dtype, search)
        if expects(place, match.seen(seat)):
            assert len(match.actions) == before + 1
