"""What the hinted explorer does where it is plain what to do, and what it brings home."""

import numpy as np
import pytest

from fathom5.door import Match, load
from fathom5.door.testing import then
from fathom5.games.the_island.rules.box import Kind, Phase, Plight, Terrain
from fathom5.games.the_island.rules.pieces import sail
from fathom5.games.the_island.rules.sea import CELL_AT, LAIRS, NOWHERE
from fathom5.games.the_island.rules_test import island, laid, sunk, turn, until
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, ask, offers, policy, sheet, value
from fathom5.kernel.play import play_all
from fathom5.kernel.record import spoken

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


def estimate(match: Match, **changed: object) -> list[float]:
    """What each seat's share of the victory would be if the game were cut short here, with something else there."""
    state, shares = match._states[0].copy(), np.zeros(match.seats)
    for field, what in changed.items():
        state[field][:] = what
    value(state, shares)
    return shares.tolist()


def joined(match: Match, kind: Kind, *place: int) -> np.ndarray:
    """The creatures, one of them now there."""
    creatures = match._states[0].creature.copy()
    creatures[kind, 0] = CELL_AT[place]
    return creatures


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


def test_a_shark_beside_a_swimmer_bodes_ill():
    match = then(island(), "dive 0 0 -9 5")
    assert estimate(match, creature=joined(match, Kind.SHARK, -11, 5))[0] < estimate(match)[0]


def test_a_whale_near_a_boat_bodes_ill():
    match = until(then(island(), "board 0 0 -8 4"), Phase.MOVES, 1)
    assert estimate(match, creature=joined(match, Kind.WHALE, -9, 3))[0] < estimate(match)[0]


def test_a_serpent_is_worse_than_none_on_the_way_home():
    match = then(island(), "board 0 0 -8 4", "boat -8 4 -9 3")
    gone = match._states[0].creature.copy()
    gone[Kind.SERPENT, LAIRS.index((-9, 1))] = NOWHERE
    assert estimate(match)[0] < estimate(match, creature=gone)[0]


def test_a_boat_at_hand_is_a_hope():
    match = island()
    before = estimate(match)[0]
    sail(match._states[0], match._states[0].boat_on[CELL_AT[-8, 4]], CELL_AT[0, 0])
    assert estimate(match)[0] < before


def test_who_holds_the_higher_values_near_home_is_thought_to_win():
    match = then(island(), "dive 0 0 -9 5")
    values = match._states[0].value.copy()
    values[0], values[9] = values[9], values[0]
    assert estimate(match, value=values)[0] < estimate(match)[0]


def test_there_must_be_time_to_get_home():
    """TI-34: with one mountain left, who has another turn before it sinks can still land, but others cannot."""
    match = then(island(), "board 0 0 -8 4", "boat -8 4 -9 3", "boat -9 3 -10 2")
    last = np.zeros_like(match._states[0].left)
    last[Terrain.MOUNTAIN, -1] = 1
    plights = match._states[0].plight.copy()
    plights[1:] = Plight.LOST
    plights[10] = Plight.SAVED  # worth as much, and safe
    assert estimate(match, left=last, plight=plights)[0] < 0.1
    assert estimate(match, plight=plights)[0] > 0.3


def test_nobody_is_ahead_for_having_placed_first():
    match = then(laid(), "place 0 0 6 -7 5")
    assert abs(estimate(match)[0] - 0.5) < 0.2


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "challenges": ("all_equal",)},
        {"players": 2, "two_colours": False, "challenges": ("to_the_last",)},
        {"players": 3, "challenges": ("crowded", "atlantis_submerged")},
        {"players": 4},
    ],
)
def test_there_is_an_estimate_at_any_time(options: dict):
    match = load("the_island", **options).start(seed=1)
    while not match.over:
        assert_shares(estimate(match))
        can = list(offers(match._states[0]))
        match.play(can[len(match.actions) % len(can)])
    assert_shares(estimate(match))


def assert_shares(shares: list[float]) -> None:
    assert min(shares) >= 0
    assert abs(sum(shares) - 1) < 1e-9
