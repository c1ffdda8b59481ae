"""Reviews at the table: only of games that are over, as each may know them, and so that nobody waits for them."""

import asyncio
import json
import os
import random
import threading
from contextlib import aclosing
from dataclasses import replace
from types import SimpleNamespace

import pytest

from fathom5 import load, names, replay
from fathom5.bots import compiling, reviewer
from fathom5.kernel import worlds
from fathom5.scene import OPEN
from fathom5.table.keep.ledger import Ledger
from fathom5.table.play import judging, reviews
from fathom5.table.play.people import Budgets
from fathom5.table.play.replays import uploaded
from fathom5.table.play.reviews import Reviews, Wanted
from table.playing import FAST, Person, finished, house
from table.test_budgets import POOR
from table.test_pace import SECRETIVE
from table.test_play import SOME, seats_of
from table.test_same_messages import keep
from table.test_sweeping import made_old, step
from table.test_thinking import is_alive, until

READY = {"share": 1.0, "comes": True}
SHORT = {"rounds": 1, "air": 9}  # of a game that can be made so


def some_game(name=SOME, players=2, seed=3, **options):
    """One that is over."""
    match, luck = load(name, players=players, **options).start(seed=seed), random.Random(seed)
    while not match.over:
        match.play(luck.choice(list(match.offers)))
    return match


def invented(save, kind="known", done=True):
    """What a review might have found: every choice could have been better."""
    match, again = replay(save), []
    at = load(match.game.name, **match.options).start(chance="manual")
    for number, action in enumerate(match.actions):
        moves, part = at.moves, 0.01 if at.seat >= 0 and len(at.offers) > 1 else 0.0
        better = {"move": moves[0], "action": next(iter(at.offers)), "gain": part, "margin": 0.001}
        again.append(
            {"number": number, "seat": at.seat, "was_choice": part > 0, "before": [0.5] * at.seats,
             "margins": [0.01] * at.seats, "luck": [0.0] * at.seats, "learnt": [0.0] * at.seats,
             "skill": [-part] * at.seats, "better": better if part else None, "action": action,
             "moves": [better] if part else [], "medals": None}
        )  # fmt: skip
        at.play(action)
    standings = [
        {"seat": seat, "decisions": 9, "errors": 0.1, "luck": -0.2, "given": 0.1, "learnt": 0.0, "result": share}
        | {"errors_per_decision": 0.01, "adjusted": 0.7, "level": "diver"}
        for seat, share in enumerate(match.shares)
    ]
    told = {"kind": kind, "player": "hinted", "rounds": 8, "start": [0.5] * at.seats, "result": match.shares}
    return json.loads(
        json.dumps(told | {"done": done, "progress": 1.0, "medals": [], "actions": again, "standings": standings})
    )


@pytest.fixture
def asked(monkeypatch):
    """What was asked of processes; here they answer at once, twice."""
    questions = []

    async def found(question):
        questions.append(question["kind"])
        for done in (False, True):
            yield json.dumps(invented(question["save"], question["kind"], done))

    monkeypatch.setattr(reviews, "found", found)
    compiling.make_ready(SOME)
    return questions


def brought(person, match):
    return person.http.post("/replay", content=match.save()).headers["location"]


def told(person, address, **query):
    answer = person.http.get(f"{address}/review", params=query)
    assert answer.status_code == 200, answer.text
    return [json.loads(event.removeprefix("data: ")) for event in answer.text.split("\n\n")[:-1]]


# At the table.


def test_a_review_comes_sharper_and_sharper_and_to_ask_again_is_free(ada, ben, asked):
    address, another = brought(ada, match := some_game()), brought(ada, some_game(seed=4))
    first = told(ada, address, view=0, lang="fr")
    assert [event.get("done") for event in first if "done" in event][-1] is True
    assert [action["n"] for action in first[-1]["actions"]] == list(range(1, len(match.actions) + 1))
    assert OPEN not in json.dumps(first, ensure_ascii=False)  # people are called by their names
    ada.house.rooms.budgets = Budgets(*POOR.budget)
    assert told(ada, address, view=0, lang="fr") == first[-1:]
    assert told(ben, address)[-1]["view"] is None  # who did not play may look on
    assert asked == ["known"]
    assert told(ada, address, kind="real")[-1]["kind"] == "real"
    refused = ada.http.get(f"{another}/review")
    assert (refused.status_code, refused.json()) == (429, {"why": "too_fast"})


def test_nothing_of_a_review_can_be_had_during_play_or_of_what_is_not_there(ada, asked):
    table = ada.open(SOME, *seats_of(SOME))
    ada.live(table).my_turn()
    over = brought(ada, some_game())
    for kind in ("known", "real"):
        answer = ada.http.get(f"/t/{table}/review", params={"kind": kind, "view": 0})
        assert (answer.status_code, answer.json()) == (403, {"why": "not_now"})
    for address, status in (
        (f"{over}/review?kind=other", 404),
        (f"{over}/review?view=9", 404),
        ("/t/none/review", 404),
    ):
        assert ada.http.get(address).status_code == status
    assert asked == []


def test_a_game_of_other_rules_is_not_reviewed(tmp_path, asked):
    with house(tmp_path / "t.db") as place:
        match = some_game()
        other = match.game._replace(version=match.game.version + 1)
        ready = load(SOME, **match.options)._replace(game=other)
        keep(place, ready, "t1", list(zip(match.deciders, match.actions)))
        answer = Person(place).http.get("/t/t1/review")
        assert (answer.status_code, answer.json()["why"], asked) == (409, "set_aside", [])


def test_a_table_that_is_swept_away_meanwhile_is_reviewed_to_the_end_and_then_not_there(tmp_path, monkeypatch):
    gone = threading.Event()

    async def found(question):
        yield json.dumps(invented(question["save"], done=False))
        while not gone.is_set():
            await asyncio.sleep(0.01)
        yield json.dumps(invented(question["save"]))

    monkeypatch.setattr(reviews, "found", found)
    compiling.make_ready(SOME)
    with house(tmp_path / "t.db") as place:
        match, person = some_game(), Person(place)
        keep(place, load(SOME, **match.options), "t1", list(zip(match.deciders, match.actions)))
        with person.http.stream("GET", "/t/t1/review") as answer:
            heard = (json.loads(line.removeprefix("data: ")) for line in answer.iter_lines() if line)
            assert next(each for each in heard if "done" in each)["done"] is False
            made_old(place, "t1")
            until(lambda: step(place) and place.rooms.store.kept("t1") is None)
            gone.set()
            assert [each["done"] for each in heard] == [True]
        assert person.http.get("/t/t1/review").status_code == 404


@pytest.mark.parametrize("name", names())
def test_better_moves_are_told_to_who_could_know_them_and_to_nobody_else(name):
    match = some_game(name)
    kept, found = uploaded(match.save()), invented(match.save())
    heard = {view: judging.Ear(kept, view, "en").told(found) for view in (0, 1, None)}
    assert {told["levels"] for told in heard.values()} == {"stake" if name == "the_island" else "decisions"}
    secrets = 0
    at = load(name, **match.options).start(chance="manual")
    for number, action in enumerate(match.actions):
        for view, review in heard.items():
            knows = view == at.seat or at.seen(view).tobytes() == (at.seen(at.seat).tobytes() if at.seat >= 0 else b"")
            told = review["actions"][number]
            assert {"better", "moves", "made"} & told.keys() == (
                {"better", "moves", "made"} if knows and told["choice"] else set()
            )
            secrets += told["choice"] and not knows
        at.play(action)
    assert (secrets > 0) == (name in SECRETIVE)


# Beside the table.


def house_of(ledger=None, **settings):
    async def think(work, *about):
        return work(*about)

    def elsewhere(name):
        return ledger.elsewhere(name) if ledger else 0

    return SimpleNamespace(settings=replace(FAST, **settings), ledger=ledger, elsewhere=elsewhere, think=think)


def wanted(table="t", kind="known", person="ada", readiness=lambda: READY):
    return Wanted(table, kind, person, readiness, lambda: {"table": table})


class Slow:
    """Processes that tell something and then think on until somebody says so."""

    def __init__(self, monkeypatch):
        self.now, self.ends = [], asyncio.Event()
        monkeypatch.setattr(reviews, "LOOK", 0.001)
        monkeypatch.setattr(reviews, "found", self.found)

    async def found(self, question):
        self.now.append(question["table"])
        try:
            yield "1"
            await self.ends.wait()
            yield "2"
        finally:
            self.now.remove(question["table"])


async def first_found(news):
    while "found" not in (each := await anext(news)):
        pass
    return each


def test_one_for_a_person_some_for_the_house_and_none_that_nobody_listens_to(monkeypatch):
    async def crowded():
        slow, all_of_them = Slow(monkeypatch), Reviews(house_of(reviews=2))
        ada, twin = all_of_them.listen(wanted("a")), all_of_them.listen(wanted("a", person="ben"))
        await first_found(ada)
        await first_found(twin)
        assert slow.now == ["a"]  # one process for both
        second = all_of_them.listen(wanted("b"))
        cleo, dan = (all_of_them.listen(wanted(person[0], person=person)) for person in ("cleo", "dan"))
        assert await anext(second) == {"waiting": True}
        await first_found(cleo)
        assert await anext(dan) == {"waiting": True}
        assert sorted(slow.now) == ["a", "c"]
        await dan.aclose()
        await ada.aclose()
        assert "a" in slow.now
        await twin.aclose()
        await first_found(second)
        assert "a" not in slow.now
        await second.aclose()
        slow.ends.set()
        assert [each async for each in cleo][-1] == {"found": "2"}
        assert [each async for each in all_of_them.listen(wanted("c"))] == [{"found": "2"}]
        last = all_of_them.listen(wanted("e"))
        await anext(last)
        all_of_them.close()
        assert [each async for each in last] == [{"why": "busy"}]
        assert not all_of_them._jobs

    finished(crowded())


def test_whoever_calls_themselves_many_leaves_a_place_to_others(monkeypatch):
    async def crowded():
        slow, all_of_them = Slow(monkeypatch), Reviews(house_of(reviews=2))
        crowd = [all_of_them.listen(wanted(name, person=name)._replace(address="there")) for name in "abc"]
        await first_found(crowd[0])
        for waiting in crowd[1:]:
            assert await anext(waiting) == {"waiting": True}
        other = all_of_them.listen(wanted("d", person="dan")._replace(address="elsewhere"))
        await first_found(other)
        assert slow.now == ["a", "d"]
        all_of_them.close()

    finished(crowded())


def test_two_processes_of_a_house_asked_for_one_review_both_answer_and_count_as_two(monkeypatch, tmp_path):
    async def shared():
        slow, ledgers = Slow(monkeypatch), [Ledger(str(tmp_path), worker) for worker in range(2)]
        here, there = (Reviews(house_of(ledger, reviews=2)) for ledger in ledgers)
        ada, ben = here.listen(wanted("a")), there.listen(wanted("a", person="ben"))
        await first_found(ada)
        await first_found(ben)
        assert slow.now == ["a", "a"]  # what one of them finds, the other cannot tell
        again, cleo = there.listen(wanted("b")), here.listen(wanted("c", person="cleo"))
        assert await anext(again) == await anext(cleo) == {"waiting": True}
        slow.ends.set()
        for each in (ada, ben, again, cleo):
            assert [news async for news in each][-1] == {"found": "2"}
        assert [ledger.elsewhere(reviews.EVERY) for ledger in ledgers] == [0, 0]

    finished(shared())


def test_while_the_game_warms_up_it_says_so_and_comes_by_itself(monkeypatch):
    async def cold():
        slow, some = Slow(monkeypatch), Reviews(house_of(reviews=1))
        slow.ends.set()
        shares = iter([0.2, 0.2, 0.6, 1.0])
        warming = some.listen(wanted(readiness=lambda: {"share": next(shares), "comes": True}))
        heard = [each async for each in warming]
        assert {"warming": 0.6} in heard and heard[-1] == {"found": "2"}
        never = some.listen(wanted("x", readiness=lambda: {"share": 0.0, "comes": False}))
        assert [each async for each in never][-1] == {"why": "never"}

    finished(cold())


@pytest.mark.skipif(worlds.WORLD == worlds.INTERPRETED, reason="it would take its time")
def test_a_process_of_low_priority_finds_it_out_and_ends_with_who_listens():
    game = next(name for name in names() if set(SHORT) <= load(name).options.keys())
    compiling.make_ready(game)
    save = some_game(game, **SHORT).save()

    async def real():
        async with aclosing(reviews.found(reviewer.question(save, "known", 60))) as lines:
            first = json.loads(await anext(lines))
            pid = lines.ag_frame.f_locals["process"].pid
            priority = os.getpriority(os.PRIO_PROCESS, pid)
            all_lines = [first, *[json.loads(line) async for line in lines]]
        broken = reviews.found(reviewer.question("no save", "known", 60))
        return pid, priority, all_lines, await anext(broken)

    pid, priority, lines, broken = finished(real())
    until(lambda: not is_alive(pid))
    assert priority >= reviewer.LOWER
    assert (lines[0]["done"], lines[-1]["done"]) == (False, True)
    assert all(judging.Ear(uploaded(save), view, "fr").told(line)["actions"] for line in lines for view in (0, None))
    assert broken.startswith('{"error"')
