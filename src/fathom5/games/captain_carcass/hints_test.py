"""What the hinted player makes of the game, against published figures, and what it knows."""

from functools import partial

import numpy as np
import pytest

from fathom5 import load
from fathom5.door.testing import play, then
from fathom5.games.captain_carcass.hints import dares, promise
from fathom5.games.captain_carcass.measures import COLUMNS, odds
from fathom5.games.captain_carcass.rules.cards import RANKS, SUITS, Variant
from fathom5.games.captain_carcass.rules.state import is_incident, risk
from fathom5.kernel.chance import dice
from fathom5.kernel.game import BRAIN, MAX_SEATS, NOBODY
from fathom5.kernel.play import play_all
from fathom5.kernel.worlds import COMPILED, WORLD

start = partial(play, "captain_carcass", "first_player 0")


def series(games, *players, **options):
    """Points, shares and measures of games between these players."""
    ready = load("captain_carcass", players=len(players), **options)
    brains = np.zeros(MAX_SEATS, BRAIN)
    for seat, player in enumerate(players):
        brains[seat] = ready.game.brain(*player)
    states, choices = np.zeros(games, ready.game.rules.STATE), np.zeros(1, ready.game.rules.CHOICES)[0]
    points, shares = np.zeros((games, MAX_SEATS), np.int64), np.zeros((games, MAX_SEATS))
    rows = np.zeros((games, len(COLUMNS)))
    play_all(states, ready.game.packed(ready.options), choices, brains, dice(5, games=games), points, shares, rows)
    return points[:, : len(players)], shares[:, : len(players)], dict(zip(COLUMNS, rows.T, strict=True))


@pytest.mark.skipif(WORLD != COMPILED, reason="takes too long interpreted")
def test_with_a_threshold_of_30_percent_games_go_as_in_published_tournaments():
    _, _, counted = series(20_000, ("hinted", 0.30), ("hinted", 0.30))
    assert 50 <= counted["highest"].mean() <= 62
    assert 40 <= counted["lowest"].mean() <= 57
    assert 0.35 <= counted["incidents"].sum() / counted["turns"].sum() <= 0.40


@pytest.mark.skipif(WORLD != COMPILED, reason="takes too long interpreted")
@pytest.mark.parametrize("variant, won", [("none", 0.8), ("strange_lands", 0.8), ("beneath_the_waves", 0.5)])
def test_it_beats_random_players_with_divers_and_variants(variant, won):
    _, shares, _ = series(2_000, ("hinted",), ("uniform",), divers="dealt", variant=variant)
    assert shares[:, 0].mean() > won


def test_it_goes_on_below_its_threshold_and_surfaces_above():
    match = start("turn_over mermaid-9", "go_on", "turn_over key-3")
    assert odds(match.seen(0)) == {"incident": 8 / 48}
    assert dares(match.seen(0), 0.2)
    assert not dares(match.seen(0), 0.15)


def test_it_trusts_its_drone_and_risks_what_costs_nothing():
    drone = start("turn_over mermaid-9", "go_on", "turn_over drone-3")
    assert dares(then(drone.copy(), "drone_shows key-3").seen(0), 0.0001)
    assert not dares(then(drone, "drone_shows mermaid-5").seen(0), 0.99)
    anchored = start("turn_over mermaid-9", "surface", "turn_over key-3", "surface", "turn_over mermaid-5")
    assert dares(anchored.seen(0), 0.0)


@pytest.mark.parametrize("variant, goes_on", [("none", False), ("beneath_the_waves", True)])
def test_beneath_the_waves_it_would_rather_lose_a_dive_than_win_too_much(variant, goes_on):
    sevens = [f"turn_over {suit}-7" for suit in ("chest", "anchor", "knife", "net", "harpoon")]
    first = ["turn_over mermaid-9", *(move for seven in sevens for move in ("go_on", seven)), "surface"]
    match = start(*first, "turn_over key-3", "surface", variant=variant)
    then(match, "turn_over key-7", "go_on", "turn_over drone-7", "drone_shows map-7", "go_on", "turn_over map-7")
    then(match, "map_shows mermaid-4", "map_shows net-2", "map_shows chest-2", "map mermaid-4")
    assert match.scores == [44, 3]
    assert dares(match.seen(0), 0.1) == goes_on


def test_the_odds_are_those_of_chance():
    match = start("turn_over mermaid-9", "go_on", "turn_over key-3", "go_on", "turn_over anchor-5")
    known = odds(match.seen(0))["incident"]
    drawn = dict(zip(then(match, "go_on").moves, match.odds, strict=True))
    assert known == pytest.approx(
        sum(drawn[move] for move in drawn if move[1].split("-")[0] in ("mermaid", "key", "anchor"))
    )


@pytest.mark.parametrize("variant", [variant.name.lower() for variant in Variant])
def test_the_risk_is_the_part_of_incidents_among_the_cards_left(variant):
    for seed in range(8):
        match = load("captain_carcass", players=2, divers="dealt", variant=variant).start(seed=seed)
        while not match.over:
            state = match.seen()
            cards = range(SUITS * RANKS)
            left = [card for card in cards if state.pile[card // RANKS] >> card % RANKS & 1]
            bad = sum(bool(is_incident(state, card)) for card in left)
            assert risk(state, NOBODY) == (bad / len(left) if left else 0)
            match.play(match.moves[seed % len(match.moves)])


def best(match):
    """The move that promises most."""
    return match.moves[max(range(len(match.moves)), key=lambda i: promise(match.seen(match.seat), [*match.offers][i]))]


def test_it_takes_what_hurts_most_and_avoids_incidents():
    hit = start("turn_over mermaid-9", "go_on", "turn_over key-3", "surface", "turn_over knife-3")
    assert best(hit) == ("knife", 0, "mermaid")
    stolen = start("turn_over mermaid-9", "go_on", "turn_over key-3", "surface", "turn_over mermaid-5", "go_on")
    assert best(then(stolen, "turn_over harpoon-3")) == ("harpoon", 0, "key")
    shown = ("map_shows key-2", "map_shows net-2", "map_shows mermaid-4")
    assert best(start("turn_over map-3", *shown)) == ("map", "key-2")
