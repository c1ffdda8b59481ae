"""People and bots at one table, through real sockets. Nothing here knows which game is played."""

import asyncio
import json
import random
import threading
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from fathom5 import load, names
from fathom5.scene import OPEN
from fathom5.table.play import messages, room
from fathom5.table.play.course import retold
from table.playing import FAST, Person, finished, house

SOME = names()[0]


def seats_of(name, people=1):
    """As many seats as the game likes: people first, then bots."""
    allowed = load(name).game.options["players"].allowed
    count = max(allowed[0], min(people + 1, allowed[-1]))
    return ["me", *["open"] * min(people - 1, count - 1), *["bot:hinted"] * (count - people)]


def begun(ada, ben, name=SOME, **more):
    """A table of two people, both at their sockets, and the sockets."""
    table = ada.open(name, *seats_of(name, 2), **more)
    one = ada.live(table)
    assert ben.join(table, 1).json() == {"seat": 1}
    other = ben.live(table)
    for socket in (one, other):
        while socket.status != "playing" or socket.to_move < 0:
            socket.hear()
        assert socket.ask("auto", on=False)["do"] == "done"  # nothing moves by itself under our hands
    return table, one, other


def mover(*sockets):
    """Whoever is to move next, or None at the end; all have heard all."""
    while True:
        for socket in sockets:
            while socket.n < max(other.n for other in sockets) and socket.status != "over":
                socket.hear()
        if any(socket.status == "over" for socket in sockets):
            return None
        for socket in sockets:
            if socket.to_move == socket.you and socket.acts:
                return socket
        sockets[0].hear()


def advised(socket):
    """What the bots would do: then games are short."""
    return socket.ask("hint")["lines"][0]["action"]


def play_as_advised(socket):
    """To the end, against whoever is there."""
    socket.my_turn()
    socket.ask("auto", on=False)
    while socket.my_turn():
        socket.act(advised(socket))


def two_person_games():
    return [name for name in names() if 2 in load(name).game.options["players"].allowed]


@pytest.mark.parametrize("name", two_person_games())
def test_two_people_and_bots_play_a_game_from_the_lobby_to_its_end(ada, ben, name):
    table, one, other = begun(ada, ben, name)
    watcher = Person(ada.house).live(table, "fr")
    while (socket := mover(one, other)) is not None:
        assert socket.act(advised(socket))["do"] == "done"
    ending = watcher.until("over")
    assert ending["winners"] or not any(ending["scores"])  # a team can lose
    assert ending["course"][-1] == ending["scores"]
    assert all(ending["endings"][language]["why"] for language in ("en", "fr"))
    assert {row["seat"]: row["score"] for row in ending["endings"]["fr"]["rows"]} == dict(enumerate(ending["scores"]))
    assert ada.http.get("/mine").json()[0]["status"] == "over"


@pytest.mark.parametrize("name", names())
def test_changes_lead_to_what_a_newcomer_sees(ada, name):
    """Changes applied one after the other give the scene that a sync brings."""
    table = ada.open(name, *seats_of(name))
    socket, luck = ada.live(table), random.Random(2)
    for _ in range(12):
        if not socket.my_turn():
            break
        socket.act(luck.choice(socket.acts)["action"])
    socket.settle()
    assert built(socket.heard) == ada.live(table).hear()["scene"]


@pytest.mark.parametrize("name", names())
def test_who_turns_a_phone_is_shown_another_picture_and_goes_on_from_it(ada, name):
    table = ada.open(name, *seats_of(name))
    socket, desk, luck = ada.live(table), ada.live(table), random.Random(3)
    assert socket.ask("shape", shape="round")["why"] == "nonsense"
    for turn in range(8):
        if not socket.my_turn():
            break
        if turn == 3:
            socket.say("shape", shape="tall")
            assert socket.until("sync")["status"] == "playing"
        socket.act(luck.choice(socket.acts)["action"])
    socket.settle()
    desk.settle()
    newcomers = [ada.live(table, shape=shape).hear()["scene"] for shape in ("tall", "wide")]
    assert [built(socket.heard), built(desk.heard)] == newcomers
    assert newcomers[0]["box"] != newcomers[1]["box"]


def built(messages):
    """A scene made as the browser makes it."""
    scene, n = None, 0
    for message in messages:
        if message["do"] == "sync" and message["scene"]:
            scene, n = message["scene"], message["n"]
        if message["do"] == "change" and message["n"] > n:  # who was too late is told again what happened
            n = message["n"]
            scene = scene | {key: message[key] for key in ("acts", "ask", "box") if key in message}
            scene["things"] = ordered(scene["things"], message)
    return scene


def ordered(things, message):
    """The things in their order, after a change."""
    new = {thing["id"]: thing for thing in message["things"]}
    kept = [new.pop(thing["id"], thing) for thing in things if thing["id"] not in message["gone"]]
    for id, thing in new.items():
        above = message.get("before", {}).get(id)
        at = next((i for i, other in enumerate(kept) if other["id"] == above), len(kept))
        kept.insert(at, thing)
    if "order" in message:
        kept.sort(key=lambda thing: message["order"].index(thing["id"]))
    return kept


@pytest.mark.parametrize("name", names())
def test_a_click_on_the_only_thing_there_is_counts_even_if_it_has_played_itself(ada, name):
    table = ada.open(name, *seats_of(name))
    socket, luck = ada.live(table), random.Random(4)
    for _ in range(40):
        if not socket.my_turn():
            break
        action, turn = luck.choice(socket.acts)["action"], socket.n
        socket.act(action)
        again = socket.ask("act", turn=turn, action=action)
        assert again["do"] == "done", again


def test_two_tabs_of_one_seat_agree(ada, ben):
    table, one, other = begun(ada, ben)
    tab = ada.live(table)
    for _ in range(6):
        mover(one, other).act()
    for socket in (one, other, tab):
        socket.settle()
    assert built(tab.heard) == built(one.heard)
    assert tab.n == one.n
    assert tab.you == one.you == 0


def test_a_repeated_command_is_harmless(ada, ben):
    table, one, other = begun(ada, ben)
    socket = mover(one, other)
    sent = {"do": "act", "turn": socket.n, "action": socket.acts[0]["action"], "id": "again"}
    answers = [repeated(socket, sent) for _ in range(3)]
    assert [answer["do"] for answer in answers] == ["done"] * 3
    kept = ada.house.rooms.store.kept(table)
    assert sum(row.command == "again" for row in kept.rows) == 1


def repeated(socket, sent):
    socket.wire.send(json.dumps(sent))
    return socket.until(lambda message: message.get("id") == sent["id"])


def test_what_cannot_be_done_is_refused_and_says_why(ada, ben):
    table, one, other = begun(ada, ben)
    mine = mover(one, other)
    theirs = other if mine is one else one
    theirs.settle()
    watcher = Person(ada.house).live(table)
    watcher.until("sync")
    assert theirs.act(mine.acts[0]["action"])["why"] == "not_your_turn"
    refusal = mine.act(29999)
    assert (refusal["why"], bool(refusal["clause"])) == ("not_legal", True)
    assert mine.ask("act", turn=mine.n - 1, action=mine.acts[0]["action"])["why"] == "too_late"
    assert watcher.ask("act", turn=watcher.n, action=0)["why"] == "not_seated"
    assert mine.ask("dance")["why"] == "nonsense"
    assert mine.ask("rematch")["why"] == "not_now"
    assert mine.ask("start")["why"] in ("not_host", "not_now")


def test_who_has_a_gap_gets_the_rest(ada, ben):
    _table, one, other = begun(ada, ben)
    for _ in range(4):
        mover(one, other).act()
    one.settle()
    last = one.n
    one.say("since", n=last - 3)
    assert [one.until("change")["n"] for _ in range(3)] == [last - 2, last - 1, last]
    one.say("since", n=0 if last > 16 else -5)
    assert one.until("sync")["n"] == last
    one.say("since", n=10**9)
    assert one.until("sync")["n"] == last


@pytest.mark.parametrize("name", two_person_games())
def test_undo_takes_back_a_decision_as_a_row_of_its_own(ada, ben, name):
    luck = random.Random(3)
    table, one, other = begun(ada, ben, name)
    for _ in range(60):
        socket = mover(one, other)
        if socket is None:
            break
        before, n = built(socket.heard), socket.n
        socket.act(luck.choice(socket.acts)["action"])
        last = [message for message in socket.heard if message["do"] == "change"][-1]
        if last["undo"] and last["to_move"] in (one.you, other.you):  # a bot would not wait
            assert last["n"] == n + 1
            assert socket.ask("undo", turn=socket.n)["do"] == "done"
            assert built(socket.heard) == before
            assert [row.action for row in ada.house.rooms.store.kept(table).rows][-1] == -1
            return
    assert not any(could_be_undone(ada.house.rooms.store.kept(table), (one.you, other.you)))


def could_be_undone(kept, people):
    """By row: a decision that chance did not answer, nor a bot, and that told nobody anything."""
    rows = [(row.seat, row.action) for row in kept.rows]
    for step in retold(load(kept.agreed.game, **kept.agreed.options), rows):
        yield step.seat in people and step.after.seat in people and not step.before.opens(rows[step.n - 1][1])


def test_undo_is_refused_after_chance_or_someone_else_has_acted(ada, ben):
    _, one, other = begun(ada, ben)
    while (why := one.ask("undo", turn=one.n)["why"]) == "too_late":
        pass  # the set-up still goes on
    assert why == "no_undo"
    refused = 0
    while (socket := mover(one, other)) is not None and refused < 5:
        socket.act()
        last = [message for message in socket.heard if message["do"] == "change"][-1]
        if not last["undo"]:
            assert socket.ask("undo", turn=socket.n)["why"] in ("no_undo", "too_late")
            refused += 1
    assert refused


def test_hints_and_buttons_speak_of_what_can_be_done(ada, ben):
    _, one, other = begun(ada, ben)
    socket = mover(one, other)
    lines = socket.ask("hint")["lines"]
    assert lines[0]["action"] in [act["action"] for act in socket.acts]
    assert lines[0]["words"]
    words = socket.ask("buttons")["words"]
    assert set(words) == {str(act["action"]) for act in socket.acts}
    assert (other if socket is one else one).ask("hint")["why"] == "not_your_turn"


@pytest.mark.parametrize("language, named", [("en", ["Gold", "Silver", "Bronze"]), ("fr", ["Or", "Argent", "Bronze"])])
def test_where_all_win_or_lose_together_a_hint_names_each_medal_with_its_chance(ada, language, named):
    shared = next(name for name in names() if hasattr(load(name).game.words, "MEDALS"))
    socket = ada.live(ada.open(shared, "me"), language)
    socket.my_turn()
    for line in socket.ask("hint")["lines"]:
        assert list(line["medals"]) == named
        assert all(0 <= share <= 1 and 0 < margin < 1 for share, margin in line["medals"].values())


def test_a_touch_in_vain_is_answered_with_its_reason(ada, ben):
    _, one, other = begun(ada, ben)
    socket = mover(one, other)
    answer = socket.ask("why", things=["no-such-thing", "grave", "pile"], begun=[])
    assert answer["text"] and "-" in answer["clause"]
    assert (other if socket is one else one).ask("why", things=["grave"], begun=[])["text"] is None
    for wrong in ({}, {"things": ["a"]}, {"things": [1], "begun": []}, {"things": ["a"] * 13, "begun": []}):
        assert socket.ask("why", **wrong)["why"] == "nonsense"


def test_a_seat_moves_to_the_device_that_opens_its_own_link(ada, ben):
    table, one, _other = begun(ada, ben)
    link = ada.http.get(f"/t/{table}/mine").json()["link"]
    phone = Person(ada.house)
    assert phone.http.post(link).headers["location"] == f"/t/{table}"
    assert phone.live(table).hear()["you"] == 0
    assert one.until("sync")["you"] is None
    assert ada.http.get(f"/t/{table}/mine").status_code == 404
    assert Person(ada.house).http.get(link[:-2] + "xx").status_code == 404


def test_a_bot_sits_in_for_who_leaves_and_gives_the_seat_back(ada, ben):
    table, one, other = begun(ada, ben)
    other.close()
    away = one.until(lambda message: message["do"] == "seats" and not message["seats"][1]["here"])
    assert not away["seats"][1]["sat_in"]
    while not any(message["do"] == "seats" and message["seats"][1]["sat_in"] for message in one.heard):
        one.act() if one.acts and one.to_move == 0 else one.hear()
    one.my_turn()
    back = ben.live(table)
    assert back.hear()["you"] == 1
    assert not one.until("seats")["seats"][1]["sat_in"]


async def left_alone(place, table):
    """How many rows there are when nobody is at a table any more, and what was about to happen has happened."""

    async def rows():
        room = await place.rooms.find(table)
        while room.guests:
            await asyncio.sleep(0.005)
        async with room.lock:
            return room.n

    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(rows(), place.loop))


def until(wanted, seconds=60):
    ends = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_a_table_waits_when_all_have_left_and_goes_on_when_one_returns(ada):
    table = ada.open(SOME, *seats_of(SOME))
    socket = ada.live(table)
    socket.my_turn()
    socket.act()
    socket.close()
    rows = finished(left_alone(ada.house, table))
    until(lambda: len(ada.house.rooms) == 0)  # an empty table stays in memory for some time
    time.sleep(FAST.grace + 0.2)  # and a bot sits in after some
    assert len(ada.house.rooms.store.kept(table).rows) == rows
    again = ada.live(table)
    assert again.hear()["n"] == rows
    assert again.my_turn()


def test_the_clock_lets_a_bot_decide(tmp_path):
    with house(tmp_path / "t.db") as running:
        ada = Person(running)
        table = ada.open(SOME, *seats_of(SOME), clock=5)
        socket = ada.live(table)
        socket.my_turn()
        running.rooms._rooms[table].agreed.clock = 0.3  # nobody wants to wait for five seconds
        assert socket.act()["do"] == "done"
        socket.my_turn()
        n = socket.n
        socket.say("seen", turn=n)
        socket.until(lambda message: message["do"] == "change" and message["n"] > n)


def test_the_clock_waits_for_who_is_still_being_shown_what_happened_but_not_for_ever(tmp_path, monkeypatch):
    with house(tmp_path / "t.db") as running:
        ada = Person(running)
        table = ada.open(SOME, *seats_of(SOME), clock=5)
        socket = ada.live(table)
        socket.my_turn()
        place = running.rooms._rooms[table]
        place.agreed.clock = 0.1
        monkeypatch.setattr(room, "SHOWING", 2.0)
        assert socket.act()["do"] == "done"
        socket.my_turn()
        n, since = socket.n, place.since
        assert place.n == n
        socket.until(lambda message: message["do"] == "change" and message["n"] > n)
        assert time.monotonic() >= since + 0.1  # it was never told to have been seen


@pytest.fixture
def stopped(monkeypatch):
    """A clock that goes on when it is told to."""
    clock = SimpleNamespace(now=1000.0)
    for module in (room, messages):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: clock.now, time=time.time))
    return clock


def just_asked(ada, ben):
    """A table with a clock of thirty seconds, and two sockets: of who has just come to move, and the other's."""
    table, one, other = begun(ada, ben, clock=30)
    mover(one, other).act()
    asked = mover(one, other)
    return ada.house.rooms._rooms[table], asked, other if asked is one else one


def test_a_page_that_never_says_that_it_has_shown_whose_turn_it_is_has_five_seconds_more(ada, ben, stopped):
    place, asked, _ = just_asked(ada, ben)
    stopped.now += 5 + 29
    assert not place._is_bots(asked.you)
    stopped.now += 1
    assert place._is_bots(asked.you)


def test_the_clock_starts_earlier_when_it_was_shown_whose_turn_it_is(ada, ben, stopped):
    place, asked, _ = just_asked(ada, ben)
    stopped.now += 2
    asked.say("seen", turn=asked.n)
    assert asked.until("seats")["clock"] == {"seconds": 30, "left": 30}
    stopped.now += 29
    assert not place._is_bots(asked.you)
    stopped.now += 1
    assert place._is_bots(asked.you)


def test_only_who_is_to_move_starts_the_clock_for_this_turn_and_only_once(ada, ben, stopped):
    place, asked, other = just_asked(ada, ben)
    for socket, turn in ((other, other.n), (asked, asked.n - 1)):
        socket.say("seen", turn=turn)
        socket.say("ping")
        socket.until("pong")
        assert place.since == stopped.now + 5
    stopped.now += 7
    asked.say("seen", turn=asked.n)
    asked.say("ping")
    asked.until("pong")
    assert place.since == stopped.now - 2


def test_forced_moves_play_themselves_unless_switched_off(tmp_path):
    """A seat whose every decision is forced never has to act; one who wants to, may."""
    with house(tmp_path / "t.db") as running:
        ada = Person(running)
        table = ada.open(SOME, *seats_of(SOME))
        socket = ada.live(table)
        socket.my_turn()
        room = running.rooms._rooms[table]
        kind = type(room.match)
        true = kind.forced
        socket.ask("auto", on=False)
        try:
            kind.forced = property(lambda match: next(iter(match.offers)) if match.seat >= 0 else None)
            socket.ask_for_all()
            n = socket.n
            socket.quiet(0.3)
            assert socket.n == n
            socket.ask("auto", on=True)
            socket.until("over")
        finally:
            kind.forced = true


def test_talk_reaches_all_and_only_seats_may_say_what_they_like(ada, ben):
    table, one, other = begun(ada, ben)
    watcher = Person(ada.house).live(table)
    watcher.until("sync")
    one.say("say", text="<b>hello</b>\u202e all")
    for socket in (other, watcher):
        said = socket.until("said")
        assert (said["seat"], said["text"]) == (0, "<b>hello</b> all")
    assert watcher.ask("say", text="psst")["why"] == "not_seated"
    watcher.say("say", phrase="hello")
    assert other.until(lambda message: "phrase" in message)["phrase"] == "hello"
    assert one.ask("say", text="x" * 201)["why"] == "too_long"
    assert one.ask("say", text="\u200b \n")["why"] == "nonsense"
    assert [line["m"] for line in Person(ada.house).live(table).hear()["talk"]] == [1, 2]


def test_names_and_colours_can_change_and_colours_differ(ada, ben):
    _table, one, other = begun(ada, ben)
    other.say("name", name="Benjamin", colour=0)
    told = one.until(lambda message: message["do"] == "seats" and message["seats"][1]["name"] == "Benjamin")
    assert told["seats"][0]["colour"] != told["seats"][1]["colour"]


def test_the_host_fills_the_lobby_with_bots_and_starts(ada, ben):
    table = ada.open(SOME, "me", "open")
    one, watcher = ada.live(table), ben.live(table)
    assert one.hear()["host"]
    assert not watcher.hear()["host"]
    assert watcher.ask("start")["why"] == "not_host"
    assert one.ask("seat", seat=1, **{"as": "bot:nobody"})["why"] == "nonsense"
    assert one.ask("start", fill="uniform")["do"] == "done"
    assert one.my_turn()


def test_a_seat_can_be_given_up(ada, ben):
    table = ada.open(SOME, "me", "open", "open") if 3 in players(SOME) else ada.open(SOME, "me", "open")
    one = ada.live(table)
    ben.join(table, 1)
    other = ben.live(table)
    other.until("sync")
    if 3 in players(SOME):
        assert other.ask("leave")["do"] == "done"
        assert other.you is None
        assert [seat["kind"] for seat in one.until("seats")["seats"]].count("open") >= 1
    assert Person(ada.house).join(table, 0).status_code == 409


def players(name):
    return load(name).game.options["players"].allowed


def test_who_leaves_a_game_for_good_is_followed_by_a_bot(ada, ben):
    _, one, other = begun(ada, ben)
    assert other.ask("leave")["do"] == "done"
    one.until(lambda message: message["do"] == "seats" and message["seats"][1]["kind"] == "bot")
    for _ in range(3):
        assert one.my_turn()
        one.act()


def test_a_rematch_is_another_table_with_the_same_people(tmp_path):
    with house(tmp_path / "t.db", replace(FAST, grace=60)) as running:
        ada, ben = Person(running, "Ada"), Person(running, "Ben")
        table, one, other = begun(ada, ben)
        while (socket := mover(one, other)) is not None:
            socket.act(socket.acts[-1]["action"])
        one.until("over") if one.status != "over" else None
        one.say("rematch")
        again = one.until("next")["table"]
        other.say("rematch")
        assert other.until("next")["table"] == again
        sockets = ada.live(again), ben.live(again)
        assert [socket.hear()["you"] for socket in sockets] == [0, 1]
        assert mover(*sockets)
        assert Person(running).live(table).hear()["next"] == again


def test_a_restart_resumes_all_tables_bots_included(tmp_path):
    tables = []
    with house(tmp_path / "t.db") as running:
        ada = Person(running)
        for _ in range(3):
            tables.append(ada.open(SOME, *seats_of(SOME)))
            socket = ada.live(tables[-1])
            for _ in range(3):
                socket.my_turn()
                socket.act()
            socket.settle()
            tables[-1] = (tables[-1], built(socket.heard), socket.n)
    with house(tmp_path / "t.db") as running:
        device = ada.http.cookies
        ada = Person(running)
        ada.http.cookies = device
        for table, scene, n in tables:
            socket = ada.live(table)
            assert (socket.hear()["scene"], socket.n) == (scene, n)
            for _ in range(2):
                assert socket.my_turn()
                assert socket.act()["do"] == "done"


def test_a_table_of_bots_can_be_watched(ada):
    count = players(SOME)[0]
    socket = ada.live(ada.open(SOME, *["bot:hinted"] * count))
    assert socket.until("over")["winners"] is not None


def test_a_bot_that_thinks_for_long_stalls_nobody(ada, monkeypatch):
    from fathom5.table.play import botseats

    table = ada.open("deep_sea", "me", "bot:hinted")  # without a hand no spare move is looked for at once
    socket = ada.live(table)
    socket.my_turn()
    true, held = botseats.choose, threading.Event()
    monkeypatch.setattr(botseats, "choose", lambda *about: held.wait(60) and true(*about))
    while socket.to_move == 0:
        socket.act()
    n = socket.n
    for _ in range(20):
        socket.say("ping")
        assert socket.until("pong")["n"] == n
    held.set()
    socket.until(lambda message: message["n"] > n)


@pytest.mark.parametrize("name", names())
def test_pictures_and_buttons_speak_of_who_sits_there(tmp_path, name):
    with house(tmp_path / "tables.db") as place:
        ada = Person(place, 'Ada "A" Lovelace')
        socket = ada.live(ada.open(name, *seats_of(name)))
        socket.my_turn()
        socket.ask("buttons")
        told = "".join(socket.raw)
        assert json.dumps(ada.name) in told
        assert not [called for called in load(name).start(seed=1).names() if called in told]
        assert OPEN not in told
