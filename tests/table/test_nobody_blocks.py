"""Nobody can block a table or spoil it: guests who do not go on, links that are looked at, onlookers, names."""

import unicodedata
from dataclasses import replace

import pytest
from websockets.exceptions import ConnectionClosed

from fathom5.door import load
from fathom5.table.play import botseats, sealing
from fathom5.table.play.course import retold
from fathom5.table.play.people import name_of
from table.playing import FAST, Person, house
from table.test_play import SOME, begun, play_as_advised, seats_of, until

# The lobby.


def silent(place, table, seat, name="Mute"):
    """Someone who joins and never commits."""
    guest = Person(place, name)
    assert guest.http.post(f"/t/{table}/join", json={"seat": seat, "name": name}).status_code == 200
    return guest


def test_the_host_frees_the_seat_of_who_does_not_go_on_or_gives_it_to_a_bot(ada, ben):
    for kind, becomes in (("open", "open"), ("bot:hinted", "bot")):
        table = ada.open(SOME, "me", "open", "open")
        one = ada.live(table)
        silent(ada.house, table, 1)
        assert ben.live(table).ask("seat", seat=1, **{"as": "open"})["why"] == "not_host"
        assert one.ask("seat", seat=0, **{"as": "open"})["why"] == "taken"
        assert one.ask("seat", seat=1, **{"as": kind})["do"] == "done"
        assert ada.house.rooms.store.kept(table).seats[1].kind == becomes


def test_commitments_have_a_time_limit_that_everybody_sees_and_then_a_bot_plays(tmp_path):
    with house(tmp_path / "t.db", replace(FAST, promise_wait=1.0)) as place:
        ada = Person(place)
        table = ada.open(SOME, "me", "open")
        one, watcher = ada.live(table), Person(place).live(table)
        until(lambda: place.rooms.store.kept(table).seats[0].commitment is not None)
        silent(place, table, 1)
        for socket in (one, watcher):
            told = socket.until(lambda message: (message.get("fair") or {}).get("left") is not None)
            assert told["fair"]["left"] <= 1
        begins = one.until(lambda message: message["do"] == "sync" and message["status"] == "playing")
        assert [seat["kind"] for seat in begins["seats"]] == ["person", "bot"]


def test_a_rematch_begins_with_who_is_there(tmp_path):
    with house(tmp_path / "t.db", replace(FAST, promise_wait=3.0)) as place:  # in which Ada has committed
        ada, ben = Person(place), Person(place, "Ben")
        _, one, other = begun(ada, ben)
        one.ask("auto", on=True)
        other.close()
        while one.status != "over":
            one.act() if one.acts and one.to_move == one.you else one.hear()
        one.say("rematch")
        again = ada.live(one.until("next")["table"])
        begins = again.until(lambda message: message["do"] == "sync" and message["status"] == "playing")
        assert [seat["kind"] for seat in begins["seats"]][:2] == ["person", "bot"]


# Links.


def test_a_link_that_is_only_looked_at_takes_no_seat(ada, ben):
    table, *_ = begun(ada, ben)
    link = ada.http.get(f"/t/{table}/mine").json()["link"]
    preview = Person(ada.house)
    page = preview.http.get(link, headers={"accept": "text/html"})
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
    assert '<form method="post">' in page.text
    assert page.headers["referrer-policy"] == "same-origin"  # else a browser would not say where the form comes from
    assert ada.http.get(f"/t/{table}/mine").json()["link"] == link
    assert preview.http.get(f"/t/{table}/mine").status_code == 404


def test_a_link_works_once_and_who_had_the_seat_is_told_and_takes_it_back(ada, ben):
    table, one, _ = begun(ada, ben)
    link = ada.http.get(f"/t/{table}/mine").json()["link"]
    phone = Person(ada.house)
    assert phone.http.post(link).status_code == 303
    assert Person(ada.house).http.post(link).status_code == 404
    told = one.until("sync")
    assert (told["you"], told["moved"]["seat"]) == (None, 0)
    stranger = Person(ada.house).live(table).hear()
    assert "moved" not in stranger
    assert ada.http.post(told["moved"]["link"]).status_code == 303
    assert one.until("sync")["you"] == 0


def test_who_holds_a_seat_can_have_another_link(ada, ben):
    table, *_ = begun(ada, ben)
    old = ada.http.get(f"/t/{table}/mine").json()["link"]
    new = ada.http.post(f"/t/{table}/mine").json()["link"]
    assert new != old
    assert Person(ada.house).http.post(old).status_code == 404
    assert Person(ada.house).http.post(f"/t/{table}/mine").status_code == 404
    assert Person(ada.house).http.post(new).status_code == 303


# Onlookers.


def test_onlookers_never_lock_players_out(tmp_path):
    with house(tmp_path / "t.db", replace(FAST, sockets=2, seat_sockets=2, all_sockets=5, players_share=0.4)) as place:
        ada = Person(place)
        table = ada.open(SOME, *seats_of(SOME))
        watchers = [Person(place).live(table) for _ in range(2)]
        for watcher in watchers:
            watcher.until("sync")
        for _ in range(2):
            ada.live(table).until("sync")
        for person in (Person(place), ada):
            with pytest.raises(ConnectionClosed) as closed:
                person.live(table).hear()
            assert closed.value.rcvd.code == 4413


def test_onlookers_say_fixed_phrases_at_a_pace_counted_by_where_they_come_from(tmp_path):
    with house(tmp_path / "t.db", replace(FAST, talk=(2, 0.0))) as place:
        table = Person(place).open(SOME, *seats_of(SOME))
        answers = []
        for number in range(4):  # each with a cookie of its own choosing
            guest = Person(place)
            guest.http.cookies.set("fathom5", f"{number}" * 43)
            answers.append(guest.live(table).ask("say", phrase="hello"))
        assert [answer.get("why") for answer in answers] == [None, None, "too_fast", "too_fast"]


def test_nobody_says_as_a_phrase_what_is_none(ada, ben):
    table, one, _ = begun(ada, ben)
    for phrase in ("buy now", "", None, ["hello"], "hello "):
        assert one.ask("say", phrase=phrase)["why"] == "nonsense"
        assert Person(ada.house).live(table).ask("say", phrase=phrase)["why"] == "nonsense"


def test_the_host_mutes_and_shows_out_and_all_are_told(ada, ben):
    table, one, other = begun(ada, ben)
    other.say("say", text="la la la")
    line = one.until("said")["m"]
    assert other.ask("mute", m=line)["why"] == "not_host"
    assert one.ask("remove", m=line)["why"] == "taken"
    assert one.ask("mute", m=line)["do"] == "done"
    assert other.until(lambda message: "order" in message)["seat"] == 1
    assert other.ask("say", text="la")["why"] == "muted"
    watcher = Person(ada.house).live(table)
    watcher.say("say", phrase="hello")
    line = one.until(lambda message: message.get("phrase") == "hello")["m"]
    assert one.ask("remove", m=line)["do"] == "done"
    with pytest.raises(ConnectionClosed) as closed:
        watcher.until("never")
    assert closed.value.rcvd.code == 4410
    with pytest.raises(ConnectionClosed):
        Person(ada.house).live(table).until("never")
    assert one.ask("say", text="still here")["do"] == "done"


# Names.


@pytest.mark.parametrize(
    "given, called",
    [
        ("Ada", "Ada"),
        ("  Ada\u202e\u200b  L ", "Ada L"),
        ("e\u0301", "\u00e9"),
        ("a" + "\u0301\u0302\u0303\u0304\u0305", unicodedata.normalize("NFC", "a\u0301\u0302\u0303")),
        ("\u3164\u2800", ""),
        ("👩‍🚀 Zoé", "👩‍🚀 Zoé"),
        ("x" * 99, "x" * 24),
        (7, ""),
    ],
)
def test_a_name_is_visible_letters(given, called):
    assert name_of(given) == called


@pytest.mark.parametrize("given", ["ada", "ADA", "Ａｄａ", "Ada\u200b"])
def test_nobody_is_called_like_another_at_the_table(ada, given):
    table = ada.open(SOME, "me", "open")
    ben = Person(ada.house, given)
    ben.join(table, 1)
    names = [seat.name for seat in ada.house.rooms.store.kept(table).seats]
    assert names[0] == "Ada"
    assert names[1].endswith(" 2")
    other = ben.live(table)
    other.until("sync")
    assert other.ask("name", name="aDa")["do"] == "done"
    assert ada.house.rooms.store.kept(table).seats[1].name == "aDa 2"


# Bots' luck.


def test_bots_choices_follow_from_the_secret_of_the_dice_and_not_from_the_tables_id(ada):
    """Nobody foretells them, and afterwards everybody can recompute them."""
    name = SOME
    table = ada.open(name, *seats_of(name))
    play_as_advised(ada.live(table))
    kept = ada.house.rooms.store.kept(table)
    luck = sealing.key_of(kept.agreed, kept.seats)
    foretold = chosen = 0
    rows = [(row.seat, row.action) for row in kept.rows]
    for step in retold(load(name, **kept.agreed.options), rows):
        if step.seat == 1 and len(step.before.offers) > 1:
            chosen += botseats.choose(step.before, 1, "hinted", luck) == rows[step.n - 1][1]
            foretold += 1
    assert chosen == foretold > 0
    assert botseats._seed(step.before, 1, luck) != botseats._seed(step.before, 1, table.encode())
