"""Anybody's player may sit down: how it is named, what it is given, and what it loses by a fault."""

import pickle
from threading import Event
from types import SimpleNamespace

import pytest

from fathom5 import bots, load, names
from fathom5.bots import Hinted, Outside, Search, View, arena, outside
from fathom5.bots.standings import standings, told

READY_SEA = load("deep_sea", rounds=1)
BOTS = """
from fathom5.bots import View

class Careful:
    def __init__(self, depth=1):
        self.depth, self.asked = depth, 0

    def __call__(self, view: View):
        self.asked += 1
        return view.moves[0]

def last(view, which=-1):
    return view.words and view.moves[which]

NUMBER = 3
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "harbour.py"
    path.write_text(BOTS)
    return path


@pytest.fixture(autouse=True)
def forgetful(monkeypatch):
    """Each test is told of faults anew."""
    monkeypatch.setattr(outside, "_told", set())


def first(view):
    return view.moves[0]


def broken(view):
    raise RuntimeError("not today")


# Names.


def test_one_way_to_name_a_player(file, monkeypatch):
    assert bots.named("hinted:0.9:4") == Hinted("hinted", (0.9, 4))
    assert bots.named("search:seconds=0.2") == Search(seconds=0.2)
    assert bots.named(Hinted("zeffar")) == Hinted("zeffar")
    assert bots.named(f"{file}:Careful").player.depth == 1
    assert bots.named(f"{file}:Careful:depth=4").player.depth == 4
    assert bots.named(f"{file}:last:which=0").player(SimpleNamespace(words="x", moves="ab")) == "a"
    assert bots.named(first).player is first
    monkeypatch.chdir(file.parent)
    assert bots.named("harbour:last").player.__name__ == "last"


def test_a_class_is_made_for_each_game(file):
    one, two = (bots.named(f"{file}:Careful") for _ in range(2))
    assert one.player is not two.player


@pytest.mark.parametrize(
    "name, why",
    [
        ("{}:Carefull", "has no player 'Carefull'; did you mean 'Careful'"),
        ("{}:NUMBER", "has no player 'NUMBER'"),
        ("{}:Careful:deep=4", "cannot be made"),
        ("no_such_file.py:Careful", "there is no file"),
        ("no.such.module:name", "no module 'no.such.module'"),
        ("hintd:trust=0.5", "there is no bot 'hintd'; did you mean 'hinted'"),
    ],
)
def test_a_wrong_name_is_told_what_is_wrong_with_it(file, name, why):
    with pytest.raises(ValueError) as refusal:
        bots.named(name.format(file))
    assert why in str(refusal.value)


def test_a_file_that_cannot_be_read_shows_its_own_traceback(tmp_path):
    (tmp_path / "torn.py").write_text("def player(view):\n    retrun 3\n")
    with pytest.raises(ValueError, match="retrun 3"):
        bots.named(f"{tmp_path / 'torn.py'}:player")
    with pytest.raises(ValueError, match="neither"):
        bots.named(3)


# Views.


def test_a_view_says_what_the_seat_may_know(name):
    match = load(name).start(seed=1)
    view = View.of(match)
    assert view.moves == match.moves and view.actions == tuple(match.offers) and len(view.words) == len(view.moves)
    assert view.told == tuple(match.told(match.seat)) and view.record.tobytes() == match.seen(match.seat).tobytes()
    assert view.plain == match.view(match.seat) and view.text == match.text(match.seat)
    assert view.clock.left <= view.clock.seconds and view.actions


def test_a_view_holds_no_way_to_the_match(name):
    """All that can be reached from it is plain data, the record's own memory, and the game's rules."""
    view, seen = View.of(load(name).start(seed=1)), set()
    todo = list(vars(view).values())
    while todo:
        part = todo.pop()
        seen.add(type(part).__name__)
        todo += [*part.values()] if isinstance(part, dict) else part if isinstance(part, tuple) else ()
    assert seen <= {"str", "int", "bool", "dict", "tuple", "Record", "Clock", "NoneType"}
    assert view.record.base is None or view.record.base.nbytes == view.record.nbytes


def test_a_view_can_be_sent_anywhere(name):
    match = load(name).start(seed=1)
    for _ in range(12):
        match.play(match.moves[-1])
    view = View.of(match)
    there = pickle.loads(pickle.dumps(view))
    assert there.moves == view.moves and there.told == view.told and there.options == view.options
    assert pickle.dumps(there) == pickle.dumps(view)


# Faults.


def sat(player, seconds=120.0):
    match = READY_SEA.start(seed=1)
    return match, bots.decision(bots.named(player), match, 7, seconds)


def test_a_player_says_a_move_in_any_form():
    for form in (
        first,
        lambda view: " ".join(view.moves[0]),
        lambda view: view.actions[0],
        lambda view: list(view.moves[0]),
    ):
        match, decided = sat(form)
        assert decided == (next(iter(match.offers)), None)


@pytest.mark.parametrize(
    "player, kind, text",
    [
        (broken, "raised", "not today"),
        (lambda view: ("fly", 3), "said what cannot be done", "('fly', 3)"),
        (lambda view: True, "said what cannot be done", "True"),
        (lambda view: None, "said what cannot be done", "it can: nothing, take"),
        (lambda view: exit(3), "raised", "SystemExit"),
    ],
)
def test_a_fault_costs_a_player_its_move_only(player, kind, text, caplog):
    match, decided = sat(player)
    assert decided.action in match.offers and decided.fault.kind == kind and text in decided.fault.text
    assert text in caplog.text


def test_who_runs_it_sees_its_own_traceback_and_once(caplog):
    for _ in range(3):
        sat(broken)
    (told_once,) = caplog.records
    assert "in broken" in told_once.getMessage() and "outside.py" not in told_once.getMessage()


def test_who_takes_too_long_is_not_waited_for():
    begun, waiting, asked = Event(), Event(), []

    def slow(view):
        asked.append(view)
        begun.set()
        waiting.wait(60)
        return view.moves[0]

    player, match = bots.named(slow), READY_SEA.start(seed=1)
    decided = [bots.decision(player, match, 7, 0.01) for _ in range(3)]
    assert [each.fault.kind for each in decided] == ["took too long"] * 3
    assert begun.wait(60)
    assert len(asked) == 1  # it is asked again when it has come back
    waiting.set()
    player._last.done.wait(60)
    assert bots.decision(player, match, 7, 120.0).fault is None


def test_the_arena_counts_what_was_played_for_a_player():
    rows = arena.run(READY_SEA, ["hinted", broken, first], 6)
    by_bot = {standing.bot: standing for standing in standings(rows)}
    assert by_bot["broken"].faulty == 1.0 and by_bot["broken"].is_marked
    assert not by_bot["first"].faults and not by_bot["hinted"].faults
    assert "! " in told(rows) and "(100.0%) were made for it by hints: its result does not count as its own" in told(
        rows
    )


def test_a_few_faults_are_told_but_not_marked():
    rows = [row._replace(decisions=1000, faults=5) for row in arena.run(READY_SEA, ["hinted", "uniform"], 2)]
    assert "(0.5%) were made for it by hints." in told(rows) and " !" not in told(rows)


def test_two_functions_of_one_name_are_two_players():
    def named_alike():
        def player(view):
            return view.moves[0]

        return player

    rows = arena.run(READY_SEA, [named_alike(), named_alike()], 2)
    assert {row.bot for row in rows} == {"player", "player 2"}


def test_what_was_told_is_gathered_as_it_happens(name):
    """And is what a match tells from the start; also after an undo, and in copies that go their own ways."""
    match = load(name).start(seed=2)
    for _ in range(10):
        seat = match.seat
        assert match.told(seat)[-1:] == load_again(match).told(seat)[-1:]
        match.play(match.moves[0])
    twin = match.copy()
    match.undo()
    match.play(match.moves[-1])
    for each in (match, twin):
        assert each.told(seat) == load_again(each).told(seat)


def load_again(match):
    return pickle.loads(pickle.dumps(match))


def test_a_match_can_be_sent_and_goes_on_there(name):
    match = load(name).start(seed=3)
    there = load_again(match)
    for each in (match, there):
        each.play(each.moves[0])
    assert there.actions == match.actions and there.state == match.state


def test_every_game_is_played_by_outsiders(name):
    ready = load(name)
    rows = arena.run(ready, [first, lambda view: view.actions[len(view.told) % len(view.actions)]], 1)
    assert not any(row.faults for row in rows) and names()
    assert all(isinstance(bots.named(each), Outside) for each in (first,))
