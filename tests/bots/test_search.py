"""The search keeps to its budget, answers the same again, and knows no more than its seat."""

from time import perf_counter

import numpy as np
import pytest

from every import INTERPRETED, random_game
from fathom5 import load
from fathom5.bots import Hinted, Search
from fathom5.bots.search import Finding, merged, vacant
from fathom5.bots.tree import NONE, ROOT
from fathom5.kernel.chance import dice
from fathom5.kernel.game import offers, view
from fathom5.testing import dealt, play

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
        tree = vacant(match.seen().dtype, search.size).get().tree
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


# Its budget.


def test_a_search_needs_a_budget():
    with pytest.raises(ValueError, match="needs a budget"):
        Search()


def test_a_budget_in_seconds_is_kept():
    Search(iterations=1).search(begun(), 1, 5)  # compiled
    start = perf_counter()
    Search(seconds=0.2).search(begun(), 1, 5, is_brief=False)
    assert 0.2 <= perf_counter() - start < 3.0  # the machine may be busy


def test_what_leaves_no_choice_needs_no_thought():
    states = (state for seed in range(20) for state, _ in random_game(load("deep_sea"), seed))
    alone = next(state for state in states if state.seat >= 0 and len(offers(state)) == 1)
    assert [Search(seconds=60.0)(alone, 0)] == list(offers(alone))


def test_a_full_tree_still_learns():
    small = Search(iterations=50, trees=1, size=3)
    assert visits(small.search(begun(), 1, 5, is_brief=False)) == 50


def test_memory_is_used_again():
    search = Search(iterations=2, trees=1, size=77)
    search.search(begun(), 1, 5)
    place = vacant(begun().dtype, 77).get()
    vacant(begun().dtype, 77).put(place)
    search.search(begun(), 1, 5)
    assert np.shares_memory(place.tree, vacant(begun().dtype, 77).get().tree)
