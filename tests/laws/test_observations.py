"""Observations: what the table says is what is written, for every game, option and seat; and no secret is in it."""

import json
from pathlib import Path

import numpy as np
import pytest

from every import READY, random_game
from fathom5 import NOBODY, names
from fathom5.door.testing import dealt
from fathom5.gym import page
from fathom5.gym.encoding import Encoding, observation_of
from fathom5.kernel.chance import dice
from fathom5.kernel.fields import Around, Kind, Rows
from fathom5.kernel.game import view

ROOT = Path(__file__).parent.parent.parent


def by_hand(encoding, seen, viewer):
    """The same observation, written with NumPy alone."""
    parts = []
    for line in encoding.lines:
        field = line.field
        values = np.asarray(seen[field.source])
        values = (values.reshape(field.shape) if field.shape else values)[field.part]
        if field.rows == Rows.BY_SEAT:
            values = np.array([values[(viewer + k) % encoding.circle] for k in range(encoding.circle)])
        elif isinstance(field.rows, Around):
            first = seen[field.rows.place][viewer] + field.rows.first
            rows = range(first, first + field.rows.rows)
            values = np.array([values[r] if 0 <= r < len(values) else np.zeros_like(values[0]) for r in rows])
        parts.append(np.ravel(as_written(field, values, encoding.circle, viewer, line)))
    return np.concatenate(parts)


def as_written(field, values, circle, viewer, line):
    if field.kind == Kind.SCALAR:
        return np.clip(values, field.low, field.high) - (field.high - line.high)
    if field.kind == Kind.ONE_HOT:
        return values[..., None] == np.arange(field.low, field.high + 1)
    if field.kind == Kind.PLACES:
        return (values[..., None] == np.arange(field.low, field.high + 1)).sum(-2)
    if field.kind == Kind.BITS:
        return values[..., None] >> np.arange(field.low, field.high + 1) & 1
    seats = (viewer + np.arange(circle)) % circle
    return values[..., None] >> seats & 1 if field.kind == Kind.SEAT_BITS else values[..., None] == seats


def test_what_is_written_is_what_the_table_says(ready, some):
    encoding = Encoding(ready)
    for state in some[::3]:
        for seat in range(state.seats):
            seen = view(state, seat)
            assert encoding.vector(seen, seat).tolist() == by_hand(encoding, seen, seat).tolist()


def test_numbers_stay_within_their_bounds(ready, some):
    encoding = Encoding(ready)
    for state in some:
        for seat in range(state.seats):
            seen = encoding.vector(view(state, seat), seat)
            for name, values in encoding.named(seen).items():
                line = next(line for line in encoding.lines if line.field.name == name)
                assert line.low <= values.min() <= values.max() <= line.high, name
            scaled = encoding.scaled(seen)
            assert scaled.dtype == np.float32
            assert 0 <= scaled.min() <= scaled.max() <= 1


def test_bounds_leave_no_more_room_than_a_byte(ready):
    for line in Encoding(ready).lines:
        assert -128 <= line.low < line.high <= 127
        assert line.field.meaning.endswith(".")


def test_names_are_different(ready):
    written = [line.field.name for line in Encoding(ready).lines]
    assert len(set(written)) == len(written)


def test_actions_of_players_come_first(ready, turns):
    table = observation_of(ready.game)
    for state, action in turns:
        if state.seat >= 0:
            assert action < table.decisions
        elif action != NOBODY:
            assert table.decisions <= action < table.actions


def test_a_seat_cannot_tell_a_deal_from_the_truth(ready, some):
    encoding, rng = Encoding(ready), dice(1)
    for state in some[::2]:
        for seat in range(state.seats):
            seen = view(state, seat)
            again = view(dealt(seen, rng), seat)
            assert encoding.vector(seen, seat).tobytes() == encoding.vector(again, seat).tobytes()


@pytest.mark.parametrize("name", names())
def test_games_without_secrets_hide_nothing_and_the_others_do(name):
    for ready in (ready for ready in READY if ready.game.name == name):
        has_secrets = observation_of(ready.game).has_secrets(ready.options)
        states = [state for state, _ in random_game(ready, 7)]
        hidden = any(view(state, seat).tobytes() != state.tobytes() for state in states for seat in range(state.seats))
        assert hidden <= has_secrets


def test_the_page_shows_what_is_written():
    assert (ROOT / "docs" / "observations.md").read_text(encoding="utf8") == page.page()


def test_the_seat_to_decide_sees_itself_first(ready, some):
    encoding = Encoding(ready)
    for state in some:
        seen = encoding.named(encoding.vector(view(state, max(0, state.seat)), max(0, state.seat)))
        if state.seat >= 0 and "to_move" in seen:
            assert json.dumps(seen["to_move"].tolist()).startswith("[1")
