"""Tables at which a game is learnt: they go as the lesson goes, and nobody can prepare the dice of another table."""

import json

import pytest

from fathom5 import BrokenSave, names
from fathom5.door.lessons import dive
from fathom5.table import dice
from fathom5.table.play import botseats
from fathom5.table.play.verifying import verify
from table.playing import Person, Socket

GAMES = names()
SOME = "deep_sea"


def learn(person: Person, game: str = SOME, **asked) -> str:
    """Open a lesson, or go on with it; its table."""
    response = person.http.post(f"/lessons/{game}", json={"name": person.name} | asked)
    assert response.status_code == 303, response.text
    return response.headers["location"].removeprefix("/t/")


def follow(socket: Socket, game: str, rows: int | None = None) -> None:
    """Do what the lesson asks, up to so many rows."""
    lesson = dive(game)
    while socket.n < (len(lesson.rows) if rows is None else rows):
        asked = lesson.asked(socket.n)
        answer = socket.ask("go_on", turn=socket.n) if asked is None else socket.ask("act", turn=socket.n, action=asked)
        assert answer["do"] == "done"


def saved(person: Person) -> tuple[str, str]:
    """A lesson to its end: its table, and its save."""
    table = learn(person)
    socket = person.live(table)
    socket.until("sync")
    follow(socket, SOME)
    return table, person.http.get(f"/t/{table}/save").text


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_goes_as_it_is_written_and_has_no_verdict(ada, game, tmp_path):
    table = learn(ada, game)
    socket = ada.live(table)
    told = socket.until("sync")
    assert told["lesson"] and told["fair"] is None and not told["undo"]
    follow(socket, game)
    kept = ada.house.rooms.store.kept(table)
    assert [(row.seat, row.action) for row in kept.rows] == list(dive(game).rows)
    assert {row.by for row in kept.rows} == {"person", "lesson"} and kept.agreed.ended is not None
    replay = ada.http.get(f"/t/{table}/replay.json").json()
    assert replay["fair"] is None and replay["lesson"]
    save = tmp_path / "lesson.fathom5"
    save.write_text(ada.http.get(f"/t/{table}/save").text)
    with pytest.raises(BrokenSave, match="lesson"):
        verify(save)


def test_anything_else_changes_nothing(ada):
    table = learn(ada)
    socket = ada.live(table)
    socket.until("sync")
    lesson = dive(SOME)
    first = next(n for n, action, _ in lesson.spoken if action is not None)
    follow(socket, SOME, first)
    socket.quiet()
    others = [act["action"] for act in socket.acts if act["action"] != lesson.asked(first)]
    assert others
    for action in others:
        assert socket.ask("act", turn=first, action=action)["why"] == "not_asked"
    assert socket.ask("go_on", turn=first)["why"] == "not_now"  # it is for the person to act
    assert socket.ask("go_on", turn=first + 1)["why"] == "not_now"
    for do in ("undo", "leave", "rematch"):
        assert socket.ask(do)["do"] == "refused"
    assert ada.house.rooms.store.kept(table).agreed.rows == first
    assert socket.ask("act", turn=first, action=lesson.asked(first))["do"] == "done"


def test_nobody_else_moves_it_on_and_no_bot_sits_in(ada, ben):
    table = learn(ada)
    socket, onlooker = ada.live(table), ben.live(table)
    socket.until("sync")
    n = onlooker.until("sync")["n"]
    assert onlooker.ask("go_on", turn=n)["why"] == "not_seated"
    socket.close()  # nobody who plays is here: the table waits, however long
    room = ada.house.rooms._rooms[table]
    assert room._due() is None and not room.is_sat_in(0)
    assert ada.house.rooms.store.kept(table).agreed.rows == n


def test_it_is_left_and_gone_on_with_and_begun_anew(ada, ben):
    table = learn(ada)
    socket = ada.live(table)
    socket.until("sync")
    follow(socket, SOME, 6)
    n = socket.n
    socket.close()
    assert learn(ada) == table
    assert ada.live(table).until("sync")["n"] == n
    again = learn(ada, again=True)
    assert again != table and learn(ada) == again
    assert learn(ben) not in (table, again)
    mine = ada.http.get("/mine").json()
    assert {each["table"] for each in mine if each["lesson"]} == {table, again}


# As an attacker would.


def test_no_table_but_a_lesson_has_prepared_dice(ada):
    """Whatever a set-up says of protocols, lessons and scripts, its dice are sealed."""
    more = {
        "protocol": 0,
        "lesson": True,
        "is_lesson": True,
        "script": [["roll", 3, 3]],
        "secret": "00",
        "rows": [[0, 0]],
    }
    table = ada.open(SOME, "me", "bot:hinted", **more)
    kept = ada.house.rooms.store.kept(table)
    assert kept.agreed.protocol == dice.PROTOCOL and not kept.agreed.is_lesson and not kept.rows
    socket = ada.live(table)
    socket.my_turn()
    for do in ("go_on", "lesson", "prepare"):
        assert socket.ask(do, turn=socket.n, action=0, rows=[[-1, 0]])["do"] == "refused"
    assert "lesson" not in socket.heard[0]


def test_a_lesson_is_the_houses_own_whatever_is_asked_for(ada, ben):
    assert ada.http.post("/lessons/nonsense", json={}).status_code == 404
    asked = {"options": {"players": 4}, "script": [], "rows": [[0, 1]], "table": "x", "protocol": 2, "seats": ["open"]}
    table = learn(ada, SOME, **asked)
    kept, lesson = ada.house.rooms.store.kept(table), dive(SOME)
    assert kept.agreed.options == json.loads(json.dumps(lesson.ready.options)) and kept.agreed.is_lesson
    assert tuple((row.seat, row.action) for row in kept.rows) == lesson.rest(0)
    assert ben.http.post(f"/t/{table}/join", json={"seat": 1, "name": "Eve"}).status_code == 409


@pytest.mark.parametrize("is_marked", [True, False])
def test_a_save_that_is_brought_here_is_over_and_never_a_lesson_to_go_on_with(ada, is_marked):
    """Half a lesson, cut off by hand, with or without its mark."""
    table, text = saved(ada)
    assert '"lesson"' in text
    half = "\n".join([*text.splitlines()[:-4], "end", ""])
    brought = half if is_marked else half.replace('"lesson"', '"lessen"')
    response = ada.http.post("/replay", content=brought.encode())
    assert response.status_code == 303, response.text
    uploaded = response.headers["location"].removeprefix("/r/")
    kept = ada.house.rooms.store.kept(uploaded)
    assert kept.agreed.ended is not None and kept.agreed.is_lesson == is_marked
    live = ada.live(uploaded)
    n = live.until("sync")["n"]
    assert live.ask("go_on", turn=n)["do"] == "refused" and live.ask("act", turn=n, action=0)["do"] == "refused"
    replay = ada.http.get(f"/r/{uploaded}/replay.json").json()
    assert replay["fair"] is None and replay.get("lesson", False) == is_marked
    assert learn(ada, again=False) not in (uploaded, table)  # that one is done


def test_a_forged_seal_does_not_make_a_lesson_fair(ada, tmp_path):
    _, text = saved(ada)
    forged = text.replace('"lesson":true', '"lesson":true,"fair":{"protocol":0,"secret":"00"}').replace(
        '"lesson": true', '"lesson": true, "fair": {"protocol": 0, "secret": "00"}'
    )
    assert forged != text
    response = ada.http.post("/replay", content=forged.encode())
    uploaded = response.headers["location"].removeprefix("/r/")
    assert ada.http.get(f"/r/{uploaded}/replay.json").json()["fair"] is None
    save = tmp_path / "forged.fathom5"
    save.write_text(forged)
    with pytest.raises(BrokenSave):
        verify(save)


def test_bots_of_a_lesson_are_never_asked(ada, monkeypatch):
    monkeypatch.setattr(botseats, "choose", lambda *_: pytest.fail("a bot was asked"))
    socket = ada.live(learn(ada))
    socket.until("sync")
    follow(socket, SOME)
