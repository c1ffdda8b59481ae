"""Bots think in processes of their own, in turns by table; what becomes of a process never stops a table."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest

from fathom5 import load, names
from fathom5.bots import compiling, thinker
from fathom5.table.keep.store import HINTED
from fathom5.table.play import botseats, thinking
from fathom5.table.play.rooms import Rooms
from fathom5.table.play.thinking import Inside, Lost, NoThought, Process, Thinking
from table.playing import FAST, Person, house
from table.test_pace import SECRETIVE, answer_time, questions
from table.test_play import SOME, seats_of
from table.test_same_messages import keep

WAIT = 60.0
OPEN = next(name for name in names() if name not in SECRETIVE)  # a game in which nothing depends on a hand


@pytest.fixture(scope="module", autouse=True)
def ready():
    """Whose search is not there yet does not think."""
    for name in {SOME, OPEN, *SECRETIVE}:
        compiling.make_ready(name)


@pytest.fixture
def process():
    process = Process()
    yield process
    process.close()
    process.end()


@pytest.fixture
def held(monkeypatch):
    """Until this is set, nobody who thinks comes to an end."""
    true, held = Inside.think, threading.Event()
    monkeypatch.setattr(Inside, "think", lambda mind, question: held.wait(WAIT) and true(mind, question))
    yield held
    held.set()


def some_question(iterations=8):
    match = load(SOME).start(seed=1)
    return thinker.advice(match.seen(match.seat), match.seat, 5, iterations)


def is_alive(pid):
    """A process that has ended and is not yet buried is not alive."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until(wanted, seconds=WAIT):
    ends = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < ends
        time.sleep(0.02)


# A process.


def test_a_process_answers_as_we_would_ourselves_at_a_low_priority(process):
    question = some_question()
    assert process.think(question) == thinker.answered(question)
    assert os.getpriority(os.PRIO_PROCESS, process.pid) >= thinker.LOW


def test_a_question_holds_what_the_seat_may_know_and_nothing_more():
    for name in SECRETIVE:
        twin = next(questions(name))
        asked = []
        for happened in (twin.action, twin.other):
            match = twin.ready.start(chance="manual")
            for _, action in [*twin.before, happened, *twin.after]:
                match.play(action)
            asked.append(thinker.move(match.seen(None if twin.viewer < 0 else twin.viewer), "diver", 1))
        assert asked[0] == asked[1]


def test_what_cannot_be_answered_is_told_and_the_process_goes_on(process):
    with pytest.raises(NoThought, match="no bot"):
        process.think(some_question() | {"level": "nobody"})
    before = process.pid
    assert process.think(thinker.readiness(SOME)) == {}
    assert process.pid == before


def test_a_process_that_is_killed_is_replaced_and_its_question_asked_again():
    async def killed():
        crowd, question = Thinking(processes=1, wait=WAIT), some_question()
        try:
            async with crowd.turn("table") as one:
                await one.answer(thinker.readiness(SOME))
                first = one.mind.pid
                os.kill(first, signal.SIGSTOP)  # so that it is asked, and cannot answer before it dies
                answer = asyncio.ensure_future(one.answer(question))
                await asyncio.sleep(0.1)
                assert not answer.done()
                os.kill(first, signal.SIGKILL)
                return await answer, first, one.mind.pid
        finally:
            crowd.close()

    answer, first, second = asyncio.run(killed())
    assert answer == thinker.answered(some_question())
    assert first != second
    assert not is_alive(first)
    assert not is_alive(second)  # the house was closed


def test_no_process_is_left_behind_when_the_server_is_killed():
    code = (
        "import sys; from fathom5.table.play.thinking import Process; from fathom5.bots import thinker\n"
        f"one = Process(); one.think(thinker.readiness({SOME!r})); print(one.pid, flush=True); sys.stdin.read()"
    )
    server = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    pid = int(server.stdout.readline())
    assert is_alive(pid)
    server.kill()
    server.communicate()
    until(lambda: not is_alive(pid))


# Turns.


def test_tables_take_turns_a_question_each():
    async def served():
        crowd, order = Thinking(0, WAIT, threads=1), []

        async def ask(table):
            async with crowd.turn(table):
                order.append(table)
                await asyncio.sleep(0)

        async with crowd.turn("first"):
            asking = [asyncio.create_task(ask(table)) for table in "aaabc"]
            await asyncio.sleep(0)
            assert crowd.waiting == 5
        await asyncio.gather(*asking)
        crowd.close()
        return order

    assert asyncio.run(served()) == ["a", "b", "c", "a", "a"]


def test_who_waits_is_told_how_many_are_before_them(monkeypatch):
    monkeypatch.setattr(thinking, "TELLING", 0.0)

    async def told():
        crowd, heard = Thinking(0, WAIT, threads=1), {table: [] for table in "abc"}

        async def ask(table):
            async with crowd.turn(table, heard[table].append):
                await asyncio.sleep(0.01)

        async with crowd.turn("first"):
            asking = [asyncio.create_task(ask(table)) for table in "abc"]
            await asyncio.sleep(0.02)
        await asyncio.gather(*asking)
        crowd.close()
        return heard

    assert asyncio.run(told()) == {"a": [1, 0], "b": [2, 1, 0], "c": [3, 2, 1, 0]}


def test_who_waits_too_long_or_goes_away_leaves_the_queue_as_it_was():
    async def left():
        crowd = Thinking(0, 0.01, threads=1)
        async with crowd.turn("first"):
            with pytest.raises(NoThought):
                async with crowd.turn("second"):
                    raise AssertionError("it was not their turn")
            crowd.wait = WAIT
            third = asyncio.create_task(crowd.turn("third").__aenter__())
            await asyncio.sleep(0)
            third.cancel()
            await asyncio.sleep(0.01)
            assert crowd.waiting == 0
        async with crowd.turn("fourth"):
            pass
        crowd.close()

    asyncio.run(left())


# At the table.


def test_bots_play_a_game_through_a_process(tmp_path):
    with house(tmp_path / "t.db", replace(FAST, thinkers=1)) as place:
        ada = Person(place)
        table = ada.open(SOME, "me", "bot:paddler")
        socket = ada.live(table)
        while not any(row.by == "bot:paddler" for row in place.rooms.store.kept(table).rows):
            assert socket.my_turn()
            assert socket.act()["do"] == "done"
        socket.my_turn()
        assert socket.ask("hint")["lines"]
        pids = [one.mind.pid for one in place.rooms.thinking.all]
        assert is_alive(pids[0])
    until(lambda: not is_alive(pids[0]))


def test_a_table_whose_thinkers_die_plays_the_hinted_move(tmp_path, monkeypatch):
    def dies(process, question):
        raise Lost("again and again")

    monkeypatch.setattr(Process, "think", dies)
    with house(tmp_path / "t.db", replace(FAST, thinkers=1)) as place:
        ada = Person(place)
        table = ada.open(SOME, "bot:diver", "bot:diver")
        ada.live(table).until("over")
        by = {row.by for row in place.rooms.store.kept(table).rows}
    assert f"{HINTED}diver" in by
    assert "bot:diver" not in by


def test_how_many_are_before_it_shows_in_the_face_of_the_bot_that_is_to_move(tmp_path, held):
    with house(tmp_path / "t.db") as place:
        ada = Person(place)
        tables = [ada.open(OPEN, "bot:paddler", "bot:paddler") for _ in range(4)]
        watchers = [ada.live(table) for table in tables]
        until(lambda: sorted(before(place, table) for table in tables) == [0, 0, 1, 2])
        last = next(watcher for watcher, table in zip(watchers, tables) if before(place, table) == 2)
        told = last.until(lambda message: 2 in faces(message))
        assert faces(told)[last.to_move] == 2
        assert faces(told).count(0) == 1
        held.set()
        last.until(lambda message: message["do"] == "seats" and not any(faces(message)))
        last.until("change")


def before(place, table):
    """How many are before the bot that is to move there."""
    room = place.rooms._rooms.get(table)
    return room.queue_before(room.match.seat) if room else 0


def faces(message):
    return [seat["before"] for seat in message.get("seats", ())] if message["do"] == "seats" else []


def test_who_waits_for_a_hint_can_move_meanwhile(tmp_path, held):
    with house(tmp_path / "t.db") as place:
        ada = Person(place)
        socket = ada.live(ada.open(SOME, *seats_of(SOME)))
        assert socket.my_turn()
        asked = socket.say("hint")
        assert socket.act()["do"] == "done"
        held.set()
        assert socket.until(lambda message: message.get("id") == asked)["lines"]


@pytest.mark.parametrize("name", SECRETIVE)
def test_what_depends_on_a_hand_keeps_its_turn_until_it_is_due(tmp_path, monkeypatch, name):
    """For how long others wait does not tell what a bot holds: whether it had one choice or many."""
    free = []

    async def until_due(rooms, due):
        one = rooms.thinking.all[0]  # the first that is asked
        while one.asked is None or not one.asked.done():
            await asyncio.sleep(0.01)
        free.append(len(rooms.thinking._free))

    monkeypatch.setattr(Rooms, "until", until_due)
    twin = next(questions(name))
    with house(tmp_path / "t.db") as place:
        keep(place, twin.ready, "t", [*twin.before, twin.action, *twin.after])
        answer_time(place, "t", twin.viewer, [])
        assert free[0] == len(place.rooms.thinking.all) - 1


def test_who_follows_hints_needs_no_turn(tmp_path, held):
    with house(tmp_path / "t.db") as place:
        ada = Person(place)
        for _ in range(3):
            ada.live(ada.open(OPEN, "bot:paddler", "bot:paddler")).hear()
        assert ada.live(ada.open(SOME, "bot:hinted", "bot:uniform")).until("over")


def test_every_level_that_searches_is_asked_as_a_question():
    match = load(SOME).start(seed=1)
    for level in ("paddler", "snorkeller", "diver", "leviathan"):
        assert botseats.searches(level, SOME)
        question = botseats.question(match, match.seat, level, b"")
        assert question["game"] in names()
        assert bytes.fromhex(question["view"]) == match.seen(match.seat).tobytes()
