"""What the hinted explorer does where it is plain what to do, and what it brings home."""

import numpy as np

from fathom5.door import Match, load
from fathom5.games.the_island.box import Phase
from fathom5.games.the_island.rules_test import island, sunk, turn, until
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, ask, policy, sheet, value
from fathom5.kernel.play import play_all
from fathom5.kernel.record import spoken
from fathom5.testing import then

READY = load("the_island", players=3)
GAME = READY.game
GAMES = 6


def choice(match: Match, *knobs: float) -> str:
    """What the hinted explorer would do now."""
    view = match.seen(match.seat)
    choices = sheet(view)
    ask(view, choices)
    return spoken(GAME.words.move(view, int(policy(view, choices, GAME.brain("hinted", *knobs), dice(1)))))


def points(*players: str) -> np.ndarray:
    """What each seat brings home on average, from the same seeds."""
    brains = np.zeros(len(players), BRAIN)
    for seat, player in enumerate(players):
        brains[seat] = GAME.brain(player)
    states, rows = np.zeros(GAMES, GAME.rules.STATE), np.zeros((GAMES, len(GAME.measures.COLUMNS)))
    scores, shares = np.zeros((GAMES, len(players)), np.int64), np.zeros((GAMES, len(players)))
    play_all(states, GAME.packed(READY.options), sheet(states[0]), brains, dice(5, games=GAMES), scores, shares, rows)
    return scores.mean(axis=0)


def estimate(match: Match) -> list[float]:
    """What each seat's share of the victory would be if the game were cut short here."""
    shares = np.zeros(match.seats)
    value(match._states[0], shares)
    return shares.tolist()


def test_it_brings_home_at_least_twice_what_random_play_does():
    hinted, *others = points("hinted", "uniform", "uniform")
    assert hinted > 2 * max(*others, *points("uniform", "uniform", "uniform"))
    assert hinted > 10


def test_it_lands_whom_it_can():
    match = turn(island(), "board 0 0 -8 4", "boat -8 4 -9 3", "boat -9 3 -10 2")
    then(until(match, Phase.MOVES, 0), "board 0 1 -6 4", "board 0 2 -6 4")
    assert choice(match) == "land 0 0 NW"


def test_it_steps_into_a_boat_with_its_highest_value():
    assert choice(island()).startswith("board 0 0")


def test_it_sails_home_and_not_into_a_whale():
    match = turn(sunk(island(), ((-3, 3), "whale")), "board 0 0 -6 4", "board 0 1 -6 4", "board 0 2 -6 4")
    assert choice(until(match, Phase.MOVES, 0)) == "boat -6 4 -7 3"


def test_it_sinks_others():
    assert choice(until(island(), Phase.REMOVE)) == "remove 4 4"  # where colour 1 stands, in the north


def test_who_has_more_at_home_is_thought_to_win():
    match = then(island(), "board 0 0 -8 4", "boat -8 4 -9 3")
    before = estimate(match)
    turn(match, "boat -9 3 -10 2")
    after = estimate(then(until(match, Phase.MOVES, 0), "land 0 0 NW"))
    assert abs(sum(after) - 1) < 1e-9
    assert after[0] > before[0] > 0.5
