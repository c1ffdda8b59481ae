"""A study: what is asked, what is played, what is kept, and how it goes on."""

import errno
import json
from itertools import pairwise
from time import sleep

import pytest
from pyarrow import parquet

from fathom5 import load
from fathom5.lab import forecast as forecasting
from fathom5.lab import work
from fathom5.lab.dataset import Dataset, DiskFull, gaps
from fathom5.lab.forecast import Cost, Forecast, all_over, between, cost, forecast, lasting, sized
from fathom5.lab.plan import Study, flattened, from_data, read
from fathom5.lab.series import Hall, blank, mean_of, series
from fathom5.lab.summary import query, summary, widths
from fathom5.lab.work import Threads, missing, run
from lab.studies import GAME, ONE, SMALL, THREE, chunked, played, rows, small

FILE = """
title = "Air"
game = "deep_sea"
seed = 3

[options]
rounds = 1
air = {from = 6, to = 9, step = 3}
players = [2, 3]

[players]
who = "hinted"

[measure]
columns = ["turns", "brought_home"]
events = {empty_handed = "brought_home = 0"}

[stop]
games = 6
"""


VARIANTS = list(load("captain_carcass").game.options["variant"].allowed)


def asked(tmp_path, text=FILE):
    (tmp_path / "study.toml").write_text(text)
    return read(tmp_path / "study.toml")


# What is asked.


def test_a_file_and_a_few_lines_of_python_ask_the_same(tmp_path):
    python = small(title="Air", columns=["turns", "brought_home"], events={"empty_handed": "brought_home = 0"})
    assert [point[1:] for point in asked(tmp_path).points] == [point[1:] for point in python.points]
    assert asked(tmp_path).looks == python.looks == (6,)


def test_a_grid_has_every_combination():
    points = small().points
    assert [(point.options["air"], point.options["players"]) for point in points] == [(6, 2), (6, 3), (9, 2), (9, 3)]
    assert points[0].options["chips"] == 8  # what was not asked for is as in the rulebook
    assert [point.number for point in points] == [0, 1, 2, 3]


def test_random_points_are_points_of_the_grid_and_follow_from_the_seed():
    grid = {"air": {"from": 1, "to": 60}, "chips": {"from": 1, "to": 8}}
    drawn = [[p.options for p in Study(GAME, options=grid, random=10, seed=seed).points] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len({(options["air"], options["chips"]) for options in drawn[0]}) == 10


def test_pairings_seat_each_against_each_other_in_every_seat():
    study = small(options={"players": 2}, pairings=["hinted", "zeffar", "uniform"])
    assert len({point.players for point in study.points}) == 6
    assert ("zeffar", "hinted") in {point.players for point in study.points}


def test_lists_of_words_can_be_chosen_and_what_does_not_go_together_is_left_out():
    study = Study("captain_carcass", options={"divers": {"choose": 2}})
    assert 17 * 16 > len(study.points) > 200
    assert any("same person twice" in why for why in study.refusals)


def test_lists_can_be_combined_where_their_order_means_nothing():
    assert len(Study("sub_terra", options={"cavers": {"combine": 4}}).axes["cavers"]) == 70


@pytest.mark.parametrize(
    "wrong, why",
    [
        ({"options": {"aire": [1]}}, "did you mean 'air'?"),
        ({"options": {"air": []}}, "air has an empty range"),
        ({"options": {"air": {"from": 9, "to": 6}}}, "air has an empty range: from 9, to 6"),
        ({"options": {"air": {"from": 6}}}, "air is a value, a list, or a range"),
        ({"options": {"air": {"from": 6, "to": 9, "step": 0}}}, "step of 1 or more"),
        ({"options": {"air": [6, 99]}}, "air is from 1 to 60, not 99"),
        ({"columns": ["turn"]}, "deep_sea has no column 'turn'; did you mean 'turns'?"),
        ({"players": ["zefar"]}, "there is no bot 'zefar'"),
        ({"players": ["hinted:x"]}, "the knobs of 'hinted' are numbers"),
        ({"players": ["search:secs=1"]}, "search has no knob 'secs'"),
        ({"games": 0}, "games is at least 1, not 0"),
        ({"games": "many"}, "games is a number, not 'many'"),
        ({"games": 10, "width": 0.1, "most": 5}, "most is at least as many as games"),
        ({"games": 1 << 33}, "at most"),
        ({"positions": 0}, "positions is at least 1, not 0"),
        ({"better_by": "much"}, "better_by is a number, not 'much'"),
    ],
)
def test_what_is_asked_wrongly_is_answered_in_a_sentence(wrong, why):
    with pytest.raises(ValueError, match=why.replace("?", r"\?")):
        small(**wrong)


@pytest.mark.parametrize(
    "text, why",
    [
        ("game = 'deep_see'", "did you mean 'deep_sea'"),
        ("seed = 1", "names no game"),
        ("game = 'deep_sea'\ngame", "is no study"),
        ("game = 'deep_sea'\nsead = 1", "did you mean 'seed'"),
        ("game = 'deep_sea'\n[stop]\ngame = 1", "did you mean 'games'"),
    ],
)
def test_a_wrong_file_is_answered_in_a_sentence(tmp_path, text, why):
    with pytest.raises(ValueError, match=why):
        asked(tmp_path, text)


def test_what_was_asked_can_be_kept_and_read_again():
    study = small(width=0.3, most=20, options=SMALL | {"air": range(6, 9)})
    assert from_data(json.loads(json.dumps(study.asked()))).asked() == study.asked()
    assert flattened({"stop": {"games": 7}, "game": GAME}) == {"games": 7, "game": GAME}


# What is played.


def test_cores_chunks_and_order_change_no_row(tmp_path):
    study = small()
    whole = played(study, tmp_path / "whole", crew=ONE)
    parts = chunked(study, Dataset(tmp_path / "parts"))
    run(study, parts, crew=THREE)
    assert len(parts.done()) == 8 > len(whole.done()) == 4
    assert rows(study, whole) == rows(study, parts)
    assert len(rows(study, whole)) == 24


def test_a_point_keeps_its_games_when_others_come_and_go(tmp_path):
    study, fewer = small(), small(options=SMALL | {"air": 9})
    many, few = (rows(each, played(each, tmp_path / str(number))) for number, each in enumerate((study, fewer)))
    assert [row | {"point": 0} for row in many[12:18]] == few[:6]


def test_another_seed_gives_other_games(tmp_path):
    one, other = (small(seed=seed) for seed in (3, 4))
    assert rows(one, played(one, tmp_path / "3")) != rows(other, played(other, tmp_path / "4"))


def test_bots_that_search_a_counted_time_are_repeatable(tmp_path):
    study = small(options={"rounds": 1, "air": 6}, players=["search:iterations=2,trees=1", "hinted"], games=2)
    assert study.is_repeatable
    once, again = (rows(study, played(study, tmp_path / name, crew=THREE)) for name in "ab")
    assert once == again
    assert once[0]["decisions"] > 0 and once[0]["turns"] > 0


@pytest.mark.parametrize("timed", ["diver", "search:seconds=0.01", "search:iterations=9,seconds=1"])
def test_bots_that_look_at_the_clock_are_marked(timed):
    assert not small(players=[timed, "hinted"], options={"players": 2}).is_repeatable


def test_who_breaks_off_keeps_what_was_played_and_goes_on_with_what_is_missing(tmp_path):
    study = small()
    dataset, reference = chunked(study, Dataset(tmp_path / "broken")), played(study, tmp_path / "whole")
    told = iter(range(3))

    def break_off(news):
        if next(told, None) is None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, dataset, ONE, break_off)
    before = dataset.done()
    assert 0 < len(before) < 8
    played_now = []
    run(study, dataset, ONE, lambda news: played_now.append(news.games))
    assert played_now[0] == sum(games for _, _, games in before)
    assert rows(study, dataset) == rows(study, reference)


def test_a_study_that_asks_for_more_games_plays_only_those(tmp_path):
    dataset = played(small(), tmp_path)
    run(small(games=10), dataset, ONE, tell=(news := []).append)
    assert news[0].games == 24
    assert rows(small(games=10), dataset) == rows(small(games=10), played(small(games=10), tmp_path / "other"))


def test_only_gaps_are_filled():
    assert list(gaps([(2, 4), (4, 6), (9, 30)], 12)) == [(0, 2), (6, 9)]
    assert list(gaps([(0, 6)], 10)) == [(6, 10)]
    assert list(gaps([(0, 20)], 10)) == []


def test_rows_of_another_study_are_not_added_to(tmp_path):
    dataset = played(small(), tmp_path)
    with pytest.raises(ValueError, match="another study"):
        run(small(seed=9), dataset)


def test_the_smallest_study_is_a_series_of_its_seed():
    study = small(options={"rounds": 1, "players": 3}, games=5)
    (rows,) = study.rows(cores=1)
    (series_,) = series(load(GAME, rounds=1, players=3), ["hinted"], 5, seed=3)
    assert {name: column.tolist() for name, column in rows.items()} == {
        name: column.tolist() for name, column in series_.items()
    }


def test_only_a_study_of_one_point_is_played_to_nowhere():
    with pytest.raises(ValueError, match="this study has 4 points, not one"):
        small().rows()


# When it stops.


def test_looks_are_at_fixed_numbers_of_games():
    assert small(games=10, width=0.1, most=70).looks == (10, 20, 40, 70)


def test_points_go_on_until_their_intervals_are_narrow_in_whatever_order_they_come(tmp_path):
    study = small(options={"rounds": 1, "air": [6, 9]}, games=4, width=0.5, most=32, players=["hinted", "uniform"])
    one, three = ({}, {})
    for ends, crew in ((one, ONE), (three, THREE)):
        dataset = Dataset(tmp_path / str(crew.cores))
        ends |= run(study, chunked(study, dataset, 3), crew)
        assert all(width <= 0.5 or ends[point] == 32 for point, width in widths(study, dataset, 32).items())
    assert one == three
    assert set(one.values()) <= set(study.looks)
    assert max(one.values()) > 4


# What is kept.


def test_parts_say_what_they_were_made_from(tmp_path):
    study = small()
    played(study, tmp_path)
    (part,) = (tmp_path / "games" / "point=000001").iterdir()
    about = json.loads(parquet.read_schema(part).metadata[b"fathom5"])
    assert (about["options"]["players"], about["players"], about["repeatable"]) == (3, ["hinted"] * 3, True)
    assert str(parquet.read_schema(part).field("points_0").type) == "int16"


def test_a_seat_that_a_point_has_not_is_empty_there(tmp_path):
    found = rows(small(), played(small(), tmp_path))
    assert {row["share_2"] is None for row in found[:6]} == {True}
    assert {row["share_2"] is None for row in found[6:12]} == {False}


def test_the_same_data_can_be_asked_in_sql(tmp_path):
    study = small()
    answer = query(
        study,
        played(study, tmp_path),
        "SELECT air, count(*) n FROM games JOIN points USING (point) GROUP BY air ORDER BY air",
    )
    assert answer.to_pylist() == [{"air": 6, "n": 12}, {"air": 9, "n": 12}]
    with pytest.raises(ValueError, match="DuckDB does not understand"):
        query(study, Dataset(tmp_path), "SELECT airs FROM games")


def test_summaries_are_of_the_rows(tmp_path):
    study = small(events={"slow": "turns > 12"})
    dataset = played(study, tmp_path)
    found, own = summary(study, dataset), [row for row in rows(study, dataset) if row["point"] == 2]
    assert found.games == 24
    assert found.cells[2, "turns"].mean == pytest.approx(sum(row["turns"] for row in own) / 6)
    assert found.cells[2, "event:slow"].mean == pytest.approx(sum(row["turns"] > 12 for row in own) / 6)


def test_an_address_in_memory_works_as_a_folder_does(tmp_path):
    study = small()
    far = played(study, f"memory://{tmp_path.name}")
    assert rows(study, far) == rows(study, played(study, tmp_path))


def test_an_address_that_nobody_can_open_is_told():
    with pytest.raises(ValueError, match="nosuch"):
        Dataset("nosuch://somewhere")


def test_a_disk_that_fills_up_is_told_and_what_was_written_is_whole(tmp_path):
    study = small()
    dataset = chunked(study, Dataset(tmp_path))
    with pytest.raises(DiskFull, match="what was played is kept"):
        run(study, dataset, Failing(3))
    assert len(dataset.done()) == 3
    run(study, dataset, ONE)
    assert len(rows(study, dataset)) == 24


class FullDisk:
    """Files of a disk without room."""

    def __init__(self, files):
        self.files = files

    def __getattr__(self, name):
        return getattr(self.files, name)

    def open_output_stream(self, path):
        raise OSError(errno.ENOSPC, "No space left on device")


class Failing(Threads):
    """A crew whose disk has room for so many parts."""

    def __init__(self, parts):
        super().__init__(1)
        object.__setattr__(self, "parts", parts)

    def play(self, study, address, chunks):
        bench = work.Bench(study, address)
        for number, chunk in enumerate(chunks):
            if number == self.parts:
                bench.dataset.files = FullDisk(bench.dataset.files)
            yield bench.play(chunk)


def test_an_event_over_unknown_columns_is_told_before_anything_is_played(tmp_path):
    with pytest.raises(
        ValueError, match=r'event slow is no condition over the columns of deep_sea: .*"turn" not found'
    ):
        run(small(events={"slow": "turn > 12"}), Dataset(tmp_path))
    assert not Dataset(tmp_path).exists()


def test_progress_tells_rate_time_left_and_how_the_widest_interval_narrows(tmp_path):
    study = small()
    run(study, chunked(study, Dataset(tmp_path), 2), ONE, (news := []).append)
    assert [told.games for told in news] == list(range(0, 25, 2))
    assert news[0].seconds_left == float("inf") and news[-1].seconds_left == 0
    assert 0 < news[6].seconds_left < float("inf") and news[6].rate > 0
    assert news[-1].widest == pytest.approx(max(width for width in margins(study, Dataset(tmp_path))))


def margins(study, dataset):
    """The widths of all intervals of shares, as they are told while it is played."""
    found = summary(study, dataset)
    for point in found.points:
        for seat in found.seats(point):
            yield 2 * mean_of(6, *sums(found.cells[point, f"share_{seat}"])).margin


def sums(cell):
    total = cell.mean * cell.games
    return total, cell.spread**2 * (cell.games - 1) + total**2 / cell.games


# What it will take.


def test_a_grid_of_a_million_points_asks_first_and_says_how_long_it_takes(tmp_path):
    study = Study(GAME, options={"air": {"from": 1, "to": 60}, "chips": {"from": 1, "to": 8}, "rounds": [1, 2, 3, 4, 5],
                                 "players": {"from": 2, "to": 6}, "peek": [False, True]}, games=100)  # fmt: skip
    assert study.size == 24_000
    with pytest.raises(ValueError, match=r"24,000 points with 100 games each take about .* here; .* --yes"):
        run(study, Dataset(tmp_path))
    million = Study("captain_carcass", options={"divers": {"choose": 4}, "players": [2, 3, 4], "variant": VARIANTS})
    assert million.size > 1_000_000
    told = r"1,199,520 points with 10,000 games each take about ([\d,]+ to )?[\d,]+ (hours|days) here"
    with pytest.raises(ValueError, match=told):
        run(million, Dataset(tmp_path))
    assert not Dataset(tmp_path).exists()


def test_the_disk_needed_is_foretold(tmp_path, monkeypatch):
    study = small(games=3000)
    expected = forecast(small(games=600))
    assert expected.bytes > 0 and expected.games == 2400
    monkeypatch.setattr(work, "free_bytes", lambda dataset: 1000)
    with pytest.raises(ValueError, match="are free; nothing was played"):
        run(study, Dataset(tmp_path))
    assert not Dataset(tmp_path).exists()


def test_sizes_and_times_are_told_for_people():
    assert (sized(999), sized(1.5e9)) == ("999 bytes", "1.5 GB")
    assert (lasting(90), lasting(600), lasting(1e6)) == ("90 seconds", "10 minutes", "12 days")
    assert (lasting(0.1), sized(999.9)) == ("1 second", "1 kB")
    assert (between(170, 290), between(60, 400), between(600, 601)) == (
        "3 to 5 minutes",
        "60 seconds to 7 minutes",
        "10 minutes",
    )


def test_points_that_are_tried_lie_all_over_the_study():
    for count in (1, 2, 3, 8, 105, 120):
        assert sorted(all_over(count)) == list(range(count))
    few = all_over(120)[:24]
    assert [sum(number % size == 0 for number in few) for size in (2, 3, 4)] == [12, 8, 6]  # as a grid's axes go
    assert max(later - sooner for sooner, later in pairwise(sorted(few))) < 12


def test_a_forecast_is_from_points_of_every_kind(monkeypatch):
    """Half of the points cost nine times as much: the mean is told, and how far it may be off."""
    monkeypatch.setattr(forecasting, "timed", lambda play, seconds, clock: (play.seconds, blank(load(GAME), 100)))
    monkeypatch.setattr(forecasting, "hall_at", lambda study, number: Costly(0.9 if number % 2 else 0.1))
    study = Study(GAME, options={"air": {"from": 1, "to": 60}, "players": [2, 3]}, games=10)
    assert forecast(study).seconds(cores=1) == pytest.approx((600 - 175, 600 + 175), abs=1)  # of 120, 24 were tried
    assert forecast(small(games=10)).seconds(cores=2) == (pytest.approx(10.0), pytest.approx(10.0))  # all were tried


def test_who_has_to_wait_for_a_core_does_not_think_that_games_are_slow(monkeypatch):
    """A loop that is kept waiting before each game: its work is what counts."""
    play = Hall.play

    def kept_waiting(self, stretch):
        sleep(0.02)
        return play(self, stretch)

    monkeypatch.setattr(Hall, "play", kept_waiting)
    found = forecast(small())
    assert found.per_game.mean < 0.01 and found.chunk > 64


class Costly:
    """Where a game takes so long, if anybody believes it."""

    def __init__(self, seconds):
        self.seconds, self.play = seconds, self

    def __call__(self, stretch):
        return blank(load(GAME), stretch.games)


def test_decisions_that_are_weighed_are_foretold_too():
    study = Forecast(2, 100, 10, Cost(0.1, 0.01), Cost(3.0, 1.0), 30.0, 1000)
    assert study.seconds(cores=1) == pytest.approx((29.0, 51.0))
    assert (study.chunk, study.bytes) == (16, 100 * 30 + 2 * 4 * 1000)
    assert cost([1.0, 3.0]).margin > cost([1.0, 3.0], points=3).margin > cost([1.0, 3.0], points=2).margin == 0


def test_what_is_there_is_not_foretold_again(tmp_path):
    dataset = played(small(), tmp_path)
    assert missing(small(), dataset) == (0, 0)
    assert missing(small(games=10, columns=["decisions_that_matter"], positions=3), dataset) == (16, 12)


def test_anybodys_player_plays_in_a_study(tmp_path):
    (tmp_path / "my_bots.py").write_text("def last(view):\n    assert len(view.told) >= 1\n    return view.moves[-1]\n")
    study = small(players=(f"{tmp_path / 'my_bots.py'}:last",), options={"rounds": 1}, games=2)
    assert not study.is_repeatable
    assert len(rows(study, played(study, tmp_path / "kept"))) == 2
