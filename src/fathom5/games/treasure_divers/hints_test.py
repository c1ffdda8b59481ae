"""What the hinted diver does where it is plain what to do."""

import numpy as np
import pytest

from fathom5.door import Match, load
from fathom5.door.testing import then
from fathom5.games.treasure_divers.hints.foresight import OUTLOOK, look_around, look_down
from fathom5.games.treasure_divers.hints.players import DEPTHS
from fathom5.games.treasure_divers.rules_test import BUST, clear, find, game, meet, sink
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, MAX_SEATS, ask, policy, sheet, value
from fathom5.kernel.play import play_all
from fathom5.kernel.record import spoken
from fathom5.kernel.worlds import COMPILED, WORLD

GAME = load("treasure_divers").game


def choice(match: Match, *knobs: float, player: str = "hinted") -> str:
    """What such a diver would do now."""
    view = match.seen(match.seat)
    choices = sheet(view)
    ask(view, choices)
    return spoken(GAME.words.move(view, int(policy(view, choices, GAME.brain(player, *knobs), dice(1)))))


def foreseen(view: np.record) -> list[float]:
    """The share of the victory that each seat may hope for."""
    shares = np.zeros(MAX_SEATS)
    value(view, shares)
    return shares[: view.seats].tolist()


def test_it_takes_the_most_coins_from_the_wreck():
    assert choice(sink(game(), 0, 11)) == "wreck 7"


def test_it_never_stops_with_nothing():
    assert choice(game(*find(0, 1, "shell", "shell 1"), "roll 1 X", "dive 0 1")) == "on"


def test_it_keeps_away_from_monsters_it_cannot_beat():
    match = then(meet(2), "roll 1 1", "roll 1 X")
    assert choice(match) != "dive 0 1"


def test_beside_the_wreck_it_does_not_bother_with_gold():
    assert choice(then(sink(game(), 0, 10), "lit gold")) == "on"


def test_it_dives_on_from_a_shell_with_two_dice_if_it_trusts_the_deep():
    match = game("roll 4 4", "dive 0 4", "lit shell")
    assert choice(match) == "on"
    assert choice(match, 0.0) == "on"  # the dark tiles are within one roll


def test_with_one_die_left_it_is_content():
    assert choice(game("roll 1 X", "dive 0 1", "lit shell")) == "take"


def test_it_swaps_for_the_best_find_and_keeps_two_points_rather_than_seaweed():
    match = game(*find(0, 1, "shell", "seaweed 0"), "roll 2 2", "dive 0 2", "lit exchange")
    assert choice(match) == "take"
    match = then(sink(game(), 0, 11), "wreck 7", BUST, *find(1, 1, "shell", "shell 3"))
    assert choice(then(match, "roll 2 2", "dive 1 2", "lit exchange")) == "exchange 0 wreck 7"


def test_it_goes_for_a_bonus():
    match = game(*find(0, 1, "shell", "shell 3"), BUST, *find(0, 2, "shell", "shell 2"), BUST)
    then(match, "roll 4 4", "dive 1 4", "lit shell")
    assert choice(match) == "take"  # one more shell brings the token
    assert choice(game("roll 4 4", "dive 1 4", "lit shell")) == "on"


@pytest.mark.parametrize("player", ["hinted", "far_sighted"])
def test_it_ends_the_game_only_if_that_wins(player):
    match = game()
    for column, row in [(column, row) for row in range(1, 6) for column in range(5)][:-1]:
        clear(match, column, row)
    then(sink(match, 0, 11), "wreck 7", BUST)
    then(sink(match, 0, 11), "wreck 6")
    for _ in range(2):
        last = then(sink(match.copy(), 4, 5), "lit cave")
        assert choice(last, player=player) == ("take" if match.scores[last.seat] == max(match.scores) else "on")
        match.play(BUST)


def test_the_deep_is_worth_more_than_the_shallows_but_not_without_dice():
    assert (DEPTHS[2, :-1] > DEPTHS[1, :-1]).all()
    assert DEPTHS[2, 7] > DEPTHS[2, 1]


def shares_of(*players: str, games: int) -> np.ndarray:
    """How each of these divers fared in so many games."""
    states, choices = np.zeros(games, GAME.rules.STATE), np.zeros(1, GAME.rules.CHOICES)[0]
    brains = np.zeros(len(players), BRAIN)
    for seat, player in enumerate(players):
        brains[seat] = GAME.brain(player)
    points, shares = np.zeros((games, len(players)), np.int64), np.zeros((games, len(players)))
    rows, options = np.zeros((games, len(GAME.measures.COLUMNS))), GAME.packed(GAME.chosen({"players": len(players)}))
    play_all(states, options, choices, brains, dice(4, games=games), points, shares, rows)
    return shares


def test_it_beats_a_diver_who_plays_at_random():
    assert shares_of("hinted", "uniform", games=4)[:, 0].tolist() == [1.0] * 4


def outlook_of(match: Match, *knobs: float, column: int = 0) -> np.record:
    """What the far-sighted diver thinks of a column."""
    view, outlook = match.seen(), np.zeros(1, OUTLOOK)[0]
    brain = GAME.brain("far_sighted", *knobs)
    look_around(view, outlook, brain)
    view.row = 0
    look_down(view, column, column + 1, outlook, brain)
    return outlook


def test_the_far_sighted_know_what_an_empty_column_is_worth():
    """Seven coins, as often as a diver who never stops comes to the wreck."""
    match = game()
    for row in range(1, 11):
        clear(match, 0, row)
    outlook = outlook_of(match, 1.0)
    assert outlook.wreck == 7
    assert outlook.deeper[0, 0, 2] / 7 == pytest.approx(0.309, abs=0.0005)


def test_the_far_sighted_swap_and_take_what_is_worth_most():
    match = then(sink(game(), 0, 11), "wreck 7", BUST, *find(1, 1, "shell", "shell 3"))
    assert choice(then(match, "roll 2 2", "dive 1 2", "lit exchange"), player="far_sighted") == "exchange 0 wreck 7"
    assert choice(sink(game(), 0, 11), player="far_sighted") == "wreck 7"
    assert choice(then(sink(game(), 0, 10), "lit gold"), player="far_sighted") == "on"


@pytest.mark.skipif(WORLD != COMPILED, reason="takes too long interpreted")
def test_the_far_sighted_beat_two_hinted():
    assert shares_of("far_sighted", "hinted", "hinted", games=2000)[:, 0].mean() > 0.42


def test_who_is_ahead_may_hope_the_more_the_fewer_wreck_tiles_are_left():
    early = then(sink(game(), 0, 11), "wreck 5", BUST).seen()
    late = early.copy()
    late.wreck[:-1] = 0
    assert 0.5 < foreseen(early)[0] < foreseen(late)[0] < 1
    assert sum(foreseen(early)) == pytest.approx(1)


def test_collections_and_the_turn_to_come_count_too():
    assert foreseen(game().seen())[0] > 0.5 > foreseen(game(BUST).seen())[0]
    alike = game(*find(0, 1, "shell", "shell 3"), *find(1, 1, "shell", "shell 2"), BUST).seen()
    begun = alike.copy()
    begun.goal[:] = 100
    assert foreseen(alike)[0] > foreseen(begun)[0]


@pytest.mark.skipif(WORLD != COMPILED, reason="takes too long interpreted")
def test_it_foretells_who_wins_better_than_a_guess():
    """How surprising the winner is on average, over all turns: by a guess among three 1.10, by points alone more."""
    surprises = []
    for seed in range(60):
        match, turns = load("treasure_divers", players=3).start(seed=seed), []
        while not match.over:
            turns.append(foreseen(match.seen()))
            match.play(choice(match))
        surprises += [-np.log(shares[match.winners[0]]) for shares in turns]
    assert np.mean(surprises) < 0.95
