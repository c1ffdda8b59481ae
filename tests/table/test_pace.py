"""The law of identical views, for *when*: the pace of a table tells nothing of what a viewer may not know."""

import threading
from itertools import islice
from types import SimpleNamespace

import pytest

from every import READY, story_of
from fathom5 import NOBODY, names
from fathom5.kernel.game import evident, sheet
from fathom5.table.keep.store import HINTED
from fathom5.table.play import botseats, room, sealing, thinking
from fathom5.table.play.telling import scores
from table.playing import FAST, house
from table.test_same_messages import after, keep, sitting, twins

NOW = 100.0  # by the clocks that are recorded
UNCLEAR = 3  # twins of each game


def questions(name):
    """Twins whose next decision is another's than the viewer's and depends on what the viewer cannot know."""
    for ready in (ready for ready in READY if ready.game.name == name and ready.options["players"] <= 4):
        for twin in islice(twins(ready, 3), 60):
            state = state_after(ready, [*twin.before, twin.action])
            for number, (_, action) in enumerate([*twin.after, (NOBODY, NOBODY)]):
                if state.seat >= 0 and state.seat != twin.viewer and not evident(state, sheet(state)):
                    twin.after = twin.after[:number]
                    yield twin
                    break
                if state.seat == NOBODY or action == NOBODY:
                    break
                state = after(state, action)


def state_after(ready, rows):
    match = ready.start(chance="manual")
    for _, action in rows:
        match.play(action)
    return match._states[0].copy()


SECRETIVE = [name for name in names() if any(True for _ in questions(name))]


@pytest.fixture
def clocks(monkeypatch):
    """Every moment that a room waits for, by a clock that stands still."""
    waited = []

    async def until(rooms, due):
        waited.append(due)

    monkeypatch.setattr(room, "time", SimpleNamespace(monotonic=lambda: NOW, time=lambda: NOW))
    monkeypatch.setattr("fathom5.table.play.rooms.Rooms.until", until)
    return waited


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_bot_answers_what_depends_on_its_hand_at_one_time_whatever_it_holds(tmp_path, clocks, name):
    with house(tmp_path / "t.db", FAST) as place:
        for number, twin in enumerate(islice(questions(name), UNCLEAR)):
            times = []
            for happened in (twin.action, twin.other):
                table = f"t{number}{len(times)}"
                keep(place, twin.ready, table, [*twin.before, happened, *twin.after])
                times.append(answer_time(place, table, twin.viewer, clocks))
            assert times[0] == times[1] == [NOW + FAST.hand_pause]


def answer_time(place, table, viewer, clocks):
    """When the bot's answer was due."""
    clocks.clear()
    give_to_bots(place, table, viewer)
    watcher = sitting(place, table, None if viewer == NOBODY else viewer, "en")
    watcher.until("change")
    watcher.close()
    return clocks[:1]


def give_to_bots(place, table, viewer):
    """All seats but the viewer's."""
    with place.rooms.store.engine.begin() as db:
        for seat in place.rooms.store.kept(table).seats:
            if seat.seat != viewer:
                db.exec_driver_sql(
                    f"UPDATE seats SET kind = 'bot', level = '{botseats.BEST}', holder = NULL "
                    f"WHERE \"table\" = '{table}' AND seat = {seat.seat}"
                )


def test_a_bot_that_is_not_ready_when_its_answer_is_due_plays_the_hinted_move(tmp_path, clocks, monkeypatch):
    twin = next(questions(SECRETIVE[-1]))
    true, is_late = thinking.Inside.think, threading.Event()
    monkeypatch.setattr(thinking.Inside, "think", lambda mind, question: is_late.wait(20) and true(mind, question))
    with house(tmp_path / "t.db", FAST) as place:
        rows = [*twin.before, twin.action, *twin.after]
        keep(place, twin.ready, "late", rows)
        answer_time(place, "late", twin.viewer, clocks)
        kept = place.rooms.store.kept("late")
        took, luck = kept.rows[len(rows)], sealing.key_of(kept.agreed, kept.seats)
        is_late.set()
    match = twin.ready.start(chance="manual")
    for _, action in rows:
        match.play(action)
    assert took.action == botseats.choose(match, match.seat, botseats.QUICK, luck)
    assert took.by == f"{HINTED}{botseats.BEST}"  # who really chose


def test_points_are_counted_from_what_people_may_look_at_again(monkeypatch):
    """TI-9: a game of memory says what that is; bots and the rules go on knowing the rest."""
    ready = READY[0]
    match = ready.start(seed=1)
    while not any(match.scores) and not match.over:
        match.play(match.moves[-1])
    nothing = ready.start(chance="manual").glance(None)
    monkeypatch.setattr(ready.game.board, "recalled", lambda view: nothing, raising=False)
    assert any(match.scores)
    assert not any(scores(match, 0))


def test_points_that_a_viewer_cannot_count_are_not_told_as_nothing(monkeypatch):
    match = READY[0].start(seed=1)
    monkeypatch.setattr(match.game.board, "untold", lambda view: {1}, raising=False)
    assert [seat for seat, points in enumerate(scores(match, 0)) if points is None] == [1]


def test_there_are_games_with_such_questions():
    assert set(SECRETIVE) <= {ready.game.name for ready in READY if hasattr(story_of(ready.game.name), "heard")}
    assert SECRETIVE
