"""A series: each game from its seed and number alone, rows on disk as they come."""

import json

import numpy as np
import pytest
from pyarrow import parquet

from fathom5 import load
from fathom5.kernel.chance import NUMBERS, dice, numbered_dice, pick, reseed
from fathom5.kernel.play import begin
from fathom5.lab.series import Beginners, Hall, Moments, Stretch, blank, brains, in_order, series, stretches
from fathom5.lab.store import written

GAME = "deep_sea"


def hall(seed=7):
    ready = load(GAME, rounds=1)
    return Hall(ready, brains(ready, ["hinted"]), dice(seed)[0])


def together(chunks):
    chunks = list(chunks)
    return {name: np.concatenate([chunk[name] for chunk in chunks]).tolist() for name in chunks[0]}


def games(count, **how):
    return together(series(load(GAME, rounds=1), ["hinted"], count, seed=7, **how))


def test_a_longer_series_begins_with_the_same_games():
    short, long = games(4, chunk=5), games(12, chunk=3)
    assert all(short[name] == long[name][:4] for name in long)


def test_cores_and_chunks_change_no_game():
    assert games(9, cores=1, chunk=9) == games(9, cores=3, chunk=2)


def test_a_stretch_is_played_without_what_came_before():
    last = hall().play(Stretch(7, 2))
    assert {name: column.tolist() for name, column in last.items()} == {
        name: column[7:] for name, column in games(9).items()
    }


def test_the_chance_of_a_game_follows_from_seed_and_number():
    key, rng = dice(3)[0], np.zeros(1, np.uint64)
    for first in (0, 41, NUMBERS - 3):
        many = numbered_dice(key, first, 3)
        for n in range(3):
            reseed(rng, key, first + n)
            assert rng[0] == many[n]


def test_the_numbers_of_a_seed_are_those_of_earlier_versions():
    starts = numbered_dice(dice(7)[0], 0, 1001)
    assert starts[[0, 1, 1000]].tolist() == [8681120309777507243, 8853922231088135889, 17878818704417321417]


def test_a_match_from_a_seed_is_the_same_game_as_in_earlier_versions():
    assert load(GAME).start(seed=7).log == [("first_player", 0), ("roll", 2, 3)]


def test_games_of_a_seed_begin_apart():
    assert len(set(numbered_dice(dice(0)[0], 0, 100_000).tolist())) == 100_000


def test_a_seed_has_only_so_many_games():
    with pytest.raises(ValueError, match="take another seed"):
        numbered_dice(dice(0)[0], NUMBERS - 1, 2)


def test_stretches_end_at_multiples_of_a_chunk():
    assert list(stretches(3, 11, 4)) == [(3, 1), (4, 4), (8, 3)]


def test_results_come_in_order_and_little_is_done_ahead():
    begun = []
    results = in_order(lambda n: begun.append(n) or n, range(100), cores=2)
    assert next(results) == 0
    assert len(begun) <= 4
    assert [0, *results] == list(range(100))


def test_columns_are_narrow():
    narrow = blank(load(GAME), 1)
    assert (narrow["points_0"].dtype, narrow["share_0"].dtype) == (np.int16, np.float32)
    assert sum(column.itemsize for column in narrow.values()) < 60


def test_moments_are_those_of_all_rows_at_once():
    parts, whole = Moments(), Moments()
    values = np.array([4, 1, 1, 5, 9, 2, 6], np.int16)
    for cut in (values[:3], values[3:]):
        parts.add({"turns": cut})
    whole.add({"turns": values})
    assert parts.means() == whole.means()
    assert whole.means()["turns"].margin == pytest.approx(1.96 * values.std(ddof=1) / np.sqrt(7))


def test_what_was_played_before_a_break_is_kept(tmp_path):
    with pytest.raises(KeyboardInterrupt), written(tmp_path / "some.parquet", {"seed": 7}) as rows:
        for number, chunk in enumerate(series(load(GAME, rounds=1), ["hinted"], 9, seed=7, chunk=3)):
            rows.add(chunk)
            if number == 1:
                raise KeyboardInterrupt
    table = parquet.read_table(tmp_path / "some.parquet")
    assert table["turns"].to_pylist() == games(6)["turns"]
    assert json.loads(table.schema.metadata[b"fathom5"]) == {"seed": 7}


def test_who_begins_is_known_from_the_generator():
    ready = load(GAME, players=3)
    rngs = numbered_dice(dice(1)[0], 0, 12)
    foretold = Beginners(ready).drawn(rngs)
    for rng, seat in zip(rngs, foretold, strict=True):
        states, sheets = np.zeros(1, ready.game.rules.STATE), np.zeros(1, ready.game.rules.CHOICES)
        begin(states, 0, ready.game.packed(ready.options), sheets)
        action = int(pick(sheets[0], np.array([rng])))
        assert ready.game.words.move(states[0], action) == ("first_player", seat)
    assert set(foretold.tolist()) == {0, 1, 2}


def test_where_nobody_is_drawn_nobody_begins():
    assert set(Beginners(load("sub_terra")).drawn(numbered_dice(dice(1)[0], 0, 3)).tolist()) == {-1}
