"""The arena turns the seats, pairs the dice, goes on where it stopped, and counts right."""

import pytest

from fathom5 import load
from fathom5.bots import arena
from fathom5.bots.arena import Arena, line_ups
from fathom5.bots.results import OtherArena, Row, read, write
from fathom5.bots.standings import differences, is_clear_of, mean, proportion, ratings, standings, told

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
    assert [each[:-1] for each in sorted(one)] == [each[:-1] for each in sorted(two)]


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


def test_a_bar_is_cleared_when_the_interval_is():
    assert is_clear_of(0.5, DUEL, "good") and is_clear_of(0.5, DUEL, "bad")
    assert not is_clear_of(0.9, DUEL, "good")


def test_the_table_can_be_read():
    lines = told(DUEL).splitlines()
    assert lines[0].split()[:3] == ["bot", "games", "wins"]
    assert lines[1].startswith("good  8      100.0%  67.6% to 100.0%")
    assert lines[-1].startswith("good over bad: +100.0% wins (+100.0% to +100.0%), +3.5 points")
