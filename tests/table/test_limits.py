"""No one where they don't belong: origins, cookies, headers, sizes, rates, and logs that tell no secret."""

import io
import json
import logging
import time
from dataclasses import replace
from types import SimpleNamespace

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from fathom5.door import LANGUAGES
from fathom5.table.play import people
from fathom5.table.play.people import Bucket, Buckets, cleaned
from fathom5.table.settings import Settings
from fathom5.table.web import logs
from table.playing import FAST, Person, house
from table.test_play import SOME, begun, mover, seats_of


def test_pages_of_other_sites_are_not_heard(ada):
    table = ada.open(SOME, *seats_of(SOME))
    foreign = {"origin": "http://evil.example"}
    for path in ("/tables", f"/t/{table}/join", "/replay"):
        assert ada.http.post(path, json={}, headers=foreign).status_code == 403
    with pytest.raises(InvalidStatus):
        connect(ada.house.url.replace("http", "ws") + f"/t/{table}/live", origin="http://evil.example").__enter__()


def test_the_public_address_is_ours_too(tmp_path):
    with house(tmp_path / "t.db", replace(FAST, public_url="https://play.example")) as place:
        asked = {"game": SOME, "seats": seats_of(SOME)}
        headers = {"origin": "https://play.example"}
        assert httpx2.post(f"{place.url}/tables", json=asked, headers=headers).status_code == 303
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        assert ada.http.get(f"/t/{table}/mine").json()["link"].startswith("https://play.example/t/")


def test_the_cookie_is_for_the_server_alone(ada):
    answer = ada.http.post("/tables", json={"game": SOME, "seats": seats_of(SOME)})
    flags = answer.headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=lax" in flags
    assert "path=/" in flags
    assert "secure" not in flags  # a home network has no https
    assert len(answer.headers["set-cookie"].split("=")[1].split(";")[0]) == 43


def test_every_answer_has_strict_headers(ada):
    for path in ("/", "/health", "/nowhere", f"/new/{SOME}", "/look.css"):
        answer = ada.http.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers


def test_what_is_no_table_is_refused_with_a_word(ada):
    assert ada.http.get("/t/nothing/qr.svg").json() == {"why": "no_table"}
    assert ada.http.post("/t/nothing/join", json={}).status_code == 404
    socket = ada.live("nothing")
    with pytest.raises(ConnectionClosed) as closed:
        socket.hear()
    assert closed.value.rcvd.code == 4404


WRONG = [
    {},
    {"game": "chess", "seats": ["me", "open"]},
    {"game": SOME, "seats": []},
    {"game": SOME, "seats": ["me", "me"]},
    {"game": SOME, "seats": ["me", "bot:nobody"]},
    {"game": SOME, "seats": ["me"] + ["open"] * 40},
    {"game": SOME, "seats": "me"},
    {"game": SOME, "seats": [{}, []]},
    {"game": SOME, "seats": ["me", "open"], "options": {"wings": 2}},
    {"game": SOME, "seats": ["me", "open"], "options": {"players": "x" * 9}},
    {"game": SOME, "seats": ["me", "open"], "options": [1]},
    {"game": SOME, "seats": ["me", "open"], "clock": -4},
    {"game": SOME, "seats": ["me", "open"], "clock": "soon"},
    {"game": [SOME], "seats": ["me", "open"]},
]


@pytest.mark.parametrize("asked", WRONG)
def test_a_table_that_cannot_be_is_refused_with_a_reason(ada, asked):
    answer = ada.http.post("/tables", json=asked)
    if answer.status_code == 303:
        assert asked.get("options") == {"players": "x" * 9}  # the number of players follows from the seats
    else:
        assert answer.status_code == 422
        assert answer.json()["why"]


CLASHES = {
    "captain_carcass": {"divers": ["tamer_1", "tamer_2"]},
    "sub_terra": {"cavers": 5},
    "the_island": {"two_colours": True, "players": 3},
}


@pytest.mark.parametrize("name", CLASHES)
def test_options_that_do_not_go_together_are_refused_in_the_readers_language(ada, name):
    asked = {"game": name, "seats": ["me", *["open"] * (CLASHES[name].get("players", 2) - 1)], "options": CLASHES[name]}
    said = set()
    for language in LANGUAGES:
        answer = ada.http.post("/tables", json=asked, headers={"accept-language": language})
        assert answer.status_code == 422
        assert next(iter(CLASHES[name])) in answer.json()["why"]  # so that the page can point at the option
        said.add(answer.json()["said"])
    assert len(said) == len(LANGUAGES)


@pytest.mark.parametrize("body", [b"", b"[1,2]", b"{" * 5000, b"\xff\xfe", b"null", b'{"game":' + b"[" * 9000])
def test_nonsense_over_http_is_refused(ada, body):
    answer = ada.http.post("/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)


def test_too_much_over_http_is_refused(ada):
    assert ada.http.post("/tables", content=b"x" * 30_000).status_code == 413
    assert ada.http.post("/replay", content=b"x" * 300_000).status_code == 413


def test_a_form_without_scripts_opens_a_table_too(ada):
    fields = {"game": SOME, "seats": json.dumps(seats_of(SOME)), "name": "Zoé", "options": "{}", "clock": ""}
    assert ada.http.post("/tables", data=fields).status_code == 303


def test_one_address_opens_only_so_many_tables(tmp_path):
    with house(tmp_path / "t.db", replace(FAST, openings=(3, 0.001))) as place:
        asked = {"game": SOME, "seats": seats_of(SOME)}
        answers = [httpx2.post(f"{place.url}/tables", json=asked) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [303, 303, 303, 429, 429]
        assert answers[-1].json() == {"why": "too_fast"}


def test_a_seat_has_only_so_many_sockets(tmp_path):
    with house(tmp_path / "t.db", replace(FAST, seat_sockets=3)) as place:
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        for _ in range(3):
            ada.live(table).hear()
        with pytest.raises(ConnectionClosed) as closed:
            ada.live(table).hear()
        assert closed.value.rcvd.code == 4413


def test_who_asks_too_fast_is_told_and_then_let_go(tmp_path):
    with house(tmp_path / "t.db", replace(FAST, frames=(5, 1))) as place:
        ada = Person(place)
        socket = ada.live(ada.open(SOME, "me", "open"))
        with pytest.raises(ConnectionClosed) as closed:
            while True:  # what is not yet heard when a socket closes is lost with it
                socket.say("ping")
                socket.hear()
        assert closed.value.rcvd.code == 4429
        assert sum(message.get("why") == "too_fast" for message in socket.heard) >= 40


def test_who_talks_too_fast_is_told(tmp_path):
    with house(tmp_path / "t.db", replace(FAST, talk=(3, 0.1), hints=(1, 0.1))) as place:
        _, one, other = begun(Person(place), Person(place, "Ben"))
        answers = [one.ask("say", text=f"hello {number}") for number in range(5)]
        assert [answer.get("why") for answer in answers] == [None, None, None, "too_fast", "too_fast"]
        socket = mover(one, other)
        assert [socket.ask("hint").get("why") for _ in range(2)] == [None, "too_fast"]


def test_who_takes_back_too_fast_is_told(tmp_path):
    with house(tmp_path / "t.db", replace(FAST, undos=(2, 0.01))) as place:
        _, one, _ = begun(Person(place), Person(place, "Ben"))
        assert "too_fast" not in [one.ask("undo").get("why") for _ in range(2)]
        assert one.ask("undo")["why"] == "too_fast"


def test_a_frame_that_is_too_long_is_refused_and_one_that_is_monstrous_closes(ada):
    socket = ada.live(ada.open(SOME, "me", "open"))
    socket.wire.send(json.dumps({"do": "say", "text": "x" * 5000}))
    assert socket.until("refused")["why"] == "nonsense"
    with pytest.raises(ConnectionClosed):
        socket.wire.send("x" * 1_000_000)
        socket.until(lambda message: False)


def test_ids_cannot_be_guessed_and_do_not_repeat(ada):
    tables = {ada.open(SOME, "me", "open") for _ in range(20)}
    assert len(tables) == 20
    assert all(len(table) >= 22 for table in tables)


def test_logs_tell_what_happens_and_no_secret(tmp_path):
    written = io.StringIO()
    logs.configure(written)
    try:
        with house(tmp_path / "t.db") as place:
            ada = Person(place)
            table = ada.open(SOME, *seats_of(SOME))
            link = ada.http.get(f"/t/{table}/mine").json()["link"]
            phone = Person(place)
            phone.http.post(link)
            ada.http.get(link.replace(table, "nothing"))
            socket = phone.live(table)
            socket.my_turn()
            socket.wire.send("{")
            socket.until("refused")
            logging.getLogger("fathom5.table").exception("trouble", exc_info=ValueError(link))
            kept = place.rooms.store.kept(table)
    finally:
        logging.getLogger("fathom5").handlers = []
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert {"opens", "begins"} <= {line["event"] for line in lines}
    secrets = [table, kept.agreed.secret, kept.seats[0].secret, kept.seats[0].words, *phone.http.cookies.values()]
    assert not [secret for secret in secrets if secret in written.getvalue()]


def test_names_are_one_printable_line():
    assert cleaned("  Ada \n\u202e<b>\x07 ", 24) == "Ada <b>"
    assert cleaned("👩‍🚀 Zoé", 24) == "👩‍🚀 Zoé"
    assert cleaned("x" * 100, 24) == "x" * 24
    assert cleaned(None, 24) == cleaned(["x"], 24) == cleaned("\u200b", 24) == ""


def test_a_bucket_fills_again(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(people, "time", SimpleNamespace(monotonic=lambda: now[0]))
    bucket = Bucket(2, 50, now[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] += 0.05
    assert bucket.take()


def test_askers_who_have_not_asked_for_long_are_forgotten():
    buckets = Buckets(1, 0.001, most=2)
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")
    assert buckets.take("c")
    assert buckets.take("a")


def test_a_slow_reader_is_let_go_and_nobody_waits_for_it(tmp_path):
    with house(tmp_path / "t.db", replace(FAST, waiting=20)) as place:
        ada, ben = Person(place), Person(place, "Ben")
        table, one, _ = begun(ada, ben)
        room = place.rooms._rooms[table]
        guest = next(guest for guest in room.guests if guest.device == room.seats[1].holder)
        for _ in range(30):
            guest.outbox.append("x")
        guest.send("y")
        assert guest.close_code == 1012
        assert one.ask("say", phrase="hello")["do"] == "done"


def test_health_says_that_all_is_well(ada):
    told = ada.http.get("/health").json()
    assert told["ok"]
    assert {"version", "rooms", "sockets", "tables"} <= set(told)


def test_a_stop_is_quick_and_tells_people_to_come_back(tmp_path):
    with house(tmp_path / "t.db") as place:
        ada = Person(place)
        sockets = [ada.live(ada.open(SOME, *seats_of(SOME))) for _ in range(8)]
        for socket in sockets:
            socket.hear()
        began = time.monotonic()
        place.server.should_exit = True
        place.thread.join(5)
        assert time.monotonic() - began < 1
        with pytest.raises(ConnectionClosed) as closed:
            sockets[0].until(lambda message: False)
        assert closed.value.rcvd.code == 1012


def test_the_defaults_are_for_people():
    chosen = Settings()
    assert chosen.grace >= 30
    assert chosen.bot_pause > 0
    assert chosen.frame <= 4096
