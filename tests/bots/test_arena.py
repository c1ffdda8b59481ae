"""The arena turns the seats, pairs the dice, goes on where it stopped, and counts right."""

import numpy as np
import pytest

from fathom5 import load
from fathom5.bots import arena, sequential
from fathom5.bots.arena import Arena, line_ups
from fathom5.bots.results import OtherArena, Row, read, write
from fathom5.bots.standings import (
    difference,
    differences,
    is_clear_of,
    mean,
    proportion,
    ratings,
    standings,
    told,
    verdict,
)
from fathom5.door import read_save

READY = load("deep_sea", rounds=1)


def row(game, seat, bot, share, points=0, deal=0, decisions=1, seconds=0.0):
    return Row(game, deal, seat, bot, share, points, decisions, seconds)


DUEL = [
    row(deal * 2 + turn, seat, bot, float(bot == "good"), 9 if bot == "good" else 4 + deal, deal)
    for deal in range(4)
    for turn in range(2)
    for seat, bot in enumerate(("good", "bad") if turn == 0 else ("bad", "good"))
]


# The plan.


def test_every_bot_sits_in_every_seat():
    assert line_ups(("a", "b"), 2) == [("a", "b"), ("b", "a")]
    assert line_ups(("a", "b", "c"), 2) == [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")]


def test_the_last_bot_fills_up():
    assert line_ups(("a", "b"), 3) == [("a", "b", "b"), ("b", "b", "a"), ("b", "a", "b")]
    assert line_ups(("a",), 2) == [("a", "a")]


def test_bots_may_play_alone():
    assert line_ups(("a", "b"), 1) == [("a",), ("b",)]


def test_the_last_deal_is_completed():
    fixtures = Arena(READY, ("uniform", "hinted")).fixtures(5)
    assert [(fixture.game, fixture.deal) for fixture in fixtures] == [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)]


def test_line_ups_share_their_chance():
    """The n-th chance action takes the seed's n-th number: two that are alike play one game."""
    twins = Arena(READY, ("zeffar", "zeffar:"))
    results = [[row.points for row in twins.play(fixture)] for fixture in twins.fixtures(6)]
    assert results[0] == results[1] and results[2] == results[3]
    assert results[0] != results[2] or results[2] != results[4]


# The games.


def test_games_can_be_kept_with_who_sat_where(tmp_path):
    arena.run(READY, ["zeffar", "uniform"], 2, saves=tmp_path / "games")
    saves = [read_save(path.read_text()) for path in sorted((tmp_path / "games").iterdir())]
    assert [save.notes["seats"] for save in saves] == [["zeffar", "uniform"], ["uniform", "zeffar"]]


def test_an_arena_can_go_on(tmp_path):
    seen = []
    file = tmp_path / "duel.parquet"
    first = arena.run(READY, ["hinted", "uniform"], 4, file=file)
    rows = arena.run(READY, ["hinted", "uniform"], 8, file=file, progress=lambda played, games: seen.append(played))
    assert rows[: len(first)] == sorted(first)
    assert seen == [4, 5, 6, 7, 8]
    assert len(read(file, Arena(READY, ("hinted", "uniform")).agreed)) == len(rows) == 16


def test_an_arena_gives_the_same_again_but_for_the_time():
    one, two = (arena.run(READY, ["search:iterations=2", "hinted"], 2, seed=4) for _ in range(2))
    assert [each._replace(seconds=0) for each in sorted(one)] == [each._replace(seconds=0) for each in sorted(two)]


def test_an_arena_can_stop_at_a_bar():
    rows = arena.run(READY, ["hinted", "uniform"], 400, bar=0.0)
    assert {each.game for each in rows} < set(range(400))


def test_results_of_another_arena_are_refused(tmp_path):
    write(tmp_path / "a.parquet", {"seed": 1}, DUEL)
    assert read(tmp_path / "a.parquet", {"seed": 1}) == sorted(DUEL)
    with pytest.raises(OtherArena, match="holds other games"):
        read(tmp_path / "a.parquet", {"seed": 2})


# The count.


def test_a_proportion_by_wilson():
    estimate = proportion([1.0] * 8 + [0.0] * 2)
    assert estimate == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)
    assert proportion([1.0] * 10).low < 1.0


def test_a_mean_by_deals():
    assert mean([1.0, 2.0, 3.0]) == pytest.approx((2.0, 2 - 1.1316, 2 + 1.1316), abs=1e-4)


def test_standings_and_differences():
    best, worst = standings(DUEL)
    assert (best.bot, best.games, best.share.mean, best.points.mean) == ("good", 8, 1.0, 9.0)
    assert (worst.bot, worst.games, worst.share.mean, worst.points.mean) == ("bad", 8, 0.0, 5.5)
    assert best.rating > worst.rating
    (difference,) = differences(DUEL)
    assert (difference.bot, difference.share.mean, difference.points.mean) == ("good", 1.0, 3.5)


def test_bots_that_play_alone_are_rated_by_deal():
    alone = [row(2 * deal + which, 0, bot, which / 2, deal=deal) for deal in range(5) for which, bot in enumerate("ab")]
    assert ratings(alone)["b"] > ratings(alone)["a"]


def duel(deals, won=1.0):
    """A bot that has so much of the victory on every deal."""
    shares = {"good": won, "bad": 1 - won}
    return [
        row(2 * deal + turn, seat, bot, shares[bot], deal=deal)
        for deal in range(deals)
        for turn in range(2)
        for seat, bot in enumerate(("good", "bad")[:: 1 - 2 * turn])
    ]


def test_a_bar_is_cleared_when_no_accident_would():
    assert is_clear_of(0.5, duel(12), "good") and is_clear_of(0.5, duel(12), "bad")
    assert not is_clear_of(0.5, DUEL, "good")  # four deals are few
    assert not is_clear_of(0.9, duel(12), "good")


def test_two_equal_bots_are_called_different_in_few_runs_however_often_one_looks():
    """By simulation: 1,000 games are 500 deals of two, and it is looked at after each; 5 % was promised."""
    rng, runs = np.random.default_rng(7), 2000
    for chance in (0.5, 0.95):  # games that are won by luck, and deals that are mostly shared
        shared = rng.random((500, runs)) < chance - 0.5 if chance > 0.5 else np.zeros((500, runs), bool)
        deals = np.where(shared, 0.5, rng.integers(0, 2, (500, runs)) / 1.0)
        called = sum(sequential.is_clear(deals[:, run], 0.5) for run in range(runs))
        assert called / runs < 0.05, called
    naive = [(np.abs(np.cumsum(run - 0.5) * 2) > 1.96 * np.sqrt(np.arange(1, 501)))[10:].any() for run in deals.T[:200]]
    assert np.mean(naive) > 0.05  # what looking does to an interval that was made for one look


def test_who_is_better_is_settled_soon():
    rng, needed = np.random.default_rng(8), []
    for _ in range(50):
        deals = (rng.random(500) < 0.65) / 1.0
        needed.append(next((n for n in range(5, 501, 5) if sequential.is_clear(deals[:n], 0.5)), 501))
    assert np.median(needed) < 200


def test_an_interval_holds_at_every_look_and_lies_between_0_and_1():
    rng, missed = np.random.default_rng(9), 0
    for _ in range(60):
        values = (rng.random(200) < 0.3) / 1.0
        bounds = [sequential.interval(values[:n]) for n in range(10, 201, 19)]
        assert all(0 <= low <= high <= 1 for low, high in bounds)
        missed += any(not low <= 0.3 <= high for low, high in bounds)
    assert missed <= 5
    assert sequential.interval([]) == (0.0, 1.0) and sequential.interval([1.0] * 60)[1] == 1.0


def test_an_arena_stops_when_it_is_settled():
    rows = arena.run(READY, ["hinted", "uniform"], 400, settle=True)
    assert {each.game for each in rows} < set(range(400))
    assert "settled after" in verdict(rows, "hinted", "uniform")
    assert "not settled" in verdict(DUEL[:4], "good", "bad")
    with pytest.raises(ValueError, match="two players"):
        arena.run(READY, ["hinted"], 4, settle=True)


def test_only_whole_deals_count_and_in_their_order():
    own = Arena(READY, ("good", "bad"))
    late = [each for each in duel(4) if each.game != 3]
    assert {each.deal for each in own.whole(late)} == {0}  # of deal 1 a game is still played
    assert {each.deal for each in own.whole(duel(4))} == {0, 1, 2, 3}


def test_who_is_over_whom_is_told_by_the_games_they_played_together():
    """a loses to b and wins against c; b loses to c."""
    games = [("a", "b", 0.0), ("a", "c", 1.0), ("b", "c", 0.0)]
    rows = [
        row(3 * deal + number, seat, bot, share if seat == 0 else 1 - share, deal=deal)
        for deal in range(3)
        for number, (one, two, share) in enumerate(games)
        for seat, bot in enumerate((one, two))
    ]
    assert [difference(rows, *pair).share.mean for pair in ("ab", "ac", "bc")] == [-1.0, 1.0, -1.0]


def test_no_interval_leaves_what_can_be():
    for count in (0, 1, 5, 10):
        share = proportion([1.0] * count + [0.0] * (10 - count))
        assert 0 <= share.low <= share.mean <= share.high <= 1
    (only,) = differences(DUEL[:4])
    assert (only.share.low, only.share.high) == (-1.0, 1.0) and "inf" not in told(DUEL[:4])


def test_the_table_can_be_read():
    lines = told(DUEL).splitlines()
    assert lines[0].split()[:3] == ["bot", "games", "wins"]
    assert lines[1].startswith("good  8      100.0%  67.6% to 100.0%")
    assert lines[-1].startswith("good over bad: +100.0% wins (+100.0% to +100.0%), +3.5 points")
