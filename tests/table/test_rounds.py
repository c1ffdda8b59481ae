"""Rounds of words before a game: what is sealed, who keeps silent, who sits elsewhere, and when a table closes."""

import asyncio
import json
import time
from dataclasses import replace
from functools import partial

import pytest

from fathom5.table import dice, verify
from fathom5.table.play import botseats, sealing
from table.playing import FAST, Person, house, time_is_up
from table.test_play import SOME

PATIENT = replace(FAST, words_wait=1e6, promise_wait=1e6, grace=1e6)  # tests say when time is up


@pytest.fixture
def place(tmp_path):
    with house(tmp_path / "t.db", PATIENT) as place:
        yield place


def kept(place, table):
    return place.rooms.store.kept(table)


def until(sockets, is_so):
    """All hear what comes, and answer, until something is so."""
    ends = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < ends
        for socket in sockets:
            socket.quiet(0.01)


def sat_down(place, count, *silent):
    """A table of people, of whom some keep their words to themselves: when the others' are here."""
    people = [Person(place, f"P{seat}") for seat in range(count)]
    table = people[0].open(SOME, "me", *["open"] * (count - 1))
    for seat, person in enumerate(people[1:], 1):
        assert person.join(table, seat).status_code == 200
    for seat in silent:
        people[seat].tells = {"commitment"}
    sockets = [person.live(table) for person in people]
    until(sockets, lambda: is_waiting(kept(place, table), silent))
    return table, people, sockets


def is_waiting(now, silent):
    """It is sealed, and only the words of these are missing."""
    return now.agreed.seal is not None and {seat.seat for seat in now.seats if seat.words is None} == set(silent)


def has_begun(place, table):
    return lambda: kept(place, table).agreed.started is not None


def test_what_was_committed_to_is_kept_and_sealed_before_any_words_are_told(place):
    table, people, sockets = sat_down(place, 2, 0, 1)
    agreed = kept(place, table).agreed
    seal = dice.Seal.of(json.loads(agreed.seal))
    assert agreed.commitment == seal.commitment == dice.table_commitment(table, agreed.secret)
    assert [seat.commitment for seat in seal.seats] == [people[n].commitment(table, n, 1) for n in (0, 1)]
    assert agreed.last == dice.links(agreed.key, seal.digest, [])[0]
    until(sockets, lambda: all(any(told["seal"] for told in fair_heard(socket)) for socket in sockets))
    shown = [fair for socket in sockets for fair in fair_heard(socket)]
    assert {json.dumps(fair["seal"]) for fair in shown if fair["seal"]} == {json.dumps(seal.data())}
    assert not any(seat["words"] for fair in shown for seat in fair["seats"])
    assert not any("secret" in fair for fair in shown)


def fair_heard(socket):
    return [message["fair"] for message in socket.heard if message["do"] == "fair"]


def test_whose_words_do_not_come_breaks_the_round_which_is_published_and_counted(place):
    table, people, sockets = sat_down(place, 3, 2)
    before = kept(place, table).agreed
    time_is_up(place, table)
    until(sockets, has_begun(place, table))
    until(sockets, lambda: any(fair["rounds"] for fair in fair_heard(sockets[1])))
    after = kept(place, table)
    (told,) = after.agreed.rounds
    assert (told["reason"], told["seats"], told["secret"]) == (sealing.SILENT, [2], before.secret)
    assert told["words"] == [people[0].words(table, 1), people[1].words(table, 1), None]
    assert told["seal"] == json.loads(before.seal)
    assert after.agreed.secret != before.secret
    assert [seat.kind for seat in after.seats] == ["person", "person", "bot"]
    assert [seat.words for seat in after.seats] == [people[0].words(table, 2), people[1].words(table, 2), None]
    sealed = dice.Seal.of(json.loads(after.agreed.seal))
    assert sealed.rounds == (dice.Broken("silent", (2,), dice.Seal.of(told["seal"]).digest.hex()),)
    heard = [fair for fair in fair_heard(sockets[1]) if fair["rounds"]]
    assert heard[0]["rounds"] == [told]
    assert heard[0]["commitment"] == after.agreed.commitment


def test_only_the_host_opens_the_seat_again(place):
    table, people, sockets = sat_down(place, 3, 0, 2)
    time_is_up(place, table)
    until(sockets, lambda: [seat.kind for seat in kept(place, table).seats] == ["bot", "person", "bot"])
    assert people[2].join(table, 2).status_code == 409
    assert sockets[1].ask("seat", seat=2, **{"as": "open"})["why"] in ("not_host", "not_now")


def test_where_only_bots_are_left_the_host_says_whether_it_begins(place):
    table, people, sockets = sat_down(place, 2, 0, 1)
    time_is_up(place, table)
    until(sockets, lambda: kept(place, table).agreed.rounds)
    people[0].tells = {"commitment", "words"}
    assert [seat.kind for seat in kept(place, table).seats] == ["bot", "bot"]
    assert Person(place).live(table).hear()["status"] == "lobby"
    assert sockets[0].ask("seat", seat=0, **{"as": "open"})["do"] == "done"
    assert people[0].join(table, 0, round=2).status_code == 200
    again = people[0].live(table)
    until([again], has_begun(place, table))
    assert kept(place, table).seats[0].kind == "person"


def test_the_host_may_let_bots_begin_alone(place):
    table, _, sockets = sat_down(place, 2, 0, 1)
    time_is_up(place, table)
    until(sockets, lambda: kept(place, table).agreed.rounds)
    assert sockets[0].ask("start")["do"] == "done"
    until(sockets, has_begun(place, table))


def test_after_three_broken_rounds_the_table_closes(place):
    table, people, sockets = sat_down(place, 4, 1)
    for broken in (1, 2, 3):
        if broken < 3:
            people[broken + 1].tells = {"commitment"}
        time_is_up(place, table)
        if broken < 3:
            until(sockets, partial(is_waiting_for, place, table, {*range(1, broken + 2)}))
    until(sockets, lambda: sockets[0].heard[-1].get("status") == "closed" or sockets[0].status == "closed")
    agreed = kept(place, table).agreed
    assert len(agreed.rounds) == 3
    assert (agreed.started, agreed.ended is None) == (None, False)
    late = Person(place)
    told = late.live(table).hear()
    assert (told["status"], told["fair"]["asks"]) == ("closed", None)
    assert late.join(table, 1).status_code == 409
    assert sockets[0].ask("start")["why"] == "not_now"
    assert sockets[0].ask("seat", seat=1, **{"as": "open"})["why"] == "not_now"
    assert sockets[0].ask("words", commitment="00" * 32)["why"] == "not_now"


def is_waiting_for(place, table, silent):
    return is_waiting(kept(place, table), silent)


def words(place, table):
    return [seat.words for seat in kept(place, table).seats]


def test_words_and_commitments_of_an_earlier_round_are_refused(place):
    table, people, sockets = sat_down(place, 3, 1, 2)
    first = dice.Seal.of(json.loads(kept(place, table).agreed.seal))
    refused = sockets[1].ask("words", round=1, seal="00" * 32, words=people[1].words(table, 1))
    assert refused["why"] == "nonsense"  # another seal than the one that is asked about
    assert sockets[0].ask("words", round=1, seal=first.digest.hex(), words="ab" * 16)["why"] == "not_now"
    sockets[1].say("words", round=1, seal=first.digest.hex(), words=people[1].words(table, 1))
    until(sockets, lambda: words(place, table)[1])
    people[0].tells = set()
    time_is_up(place, table)
    until(sockets, lambda: kept(place, table).seats[1].commitment)
    again = first.seats[0].commitment
    assert sockets[0].ask("words", round=2, commitment=again)["why"] == "nonsense"
    assert sockets[0].ask("words", round=1, commitment="00" * 32)["why"] == "not_now"
    assert sockets[0].ask("words", round=2, commitment="0f" * 32)["do"] == "done"


def test_a_device_that_takes_over_a_seat_commits_anew(place):
    ada, phone = Person(place), Person(place)
    table = ada.open(SOME, "me", "open")
    socket = ada.live(table)
    until([socket], lambda: kept(place, table).seats[0].commitment)
    assert phone.http.post(ada.http.get(f"/t/{table}/mine").json()["link"]).status_code == 303
    assert kept(place, table).seats[0].commitment is None
    other = phone.live(table)
    until([other], lambda: kept(place, table).seats[0].commitment == phone.commitment(table, 0, 1))


def test_who_takes_over_a_seat_between_seal_and_words_begins_the_round_anew(place):
    table, people, sockets = sat_down(place, 2, 1)
    before, phone = kept(place, table).agreed, Person(place)
    assert phone.http.post(people[1].http.get(f"/t/{table}/mine").json()["link"]).status_code == 303
    other = phone.live(table)
    until([sockets[0], other], has_begun(place, table))
    (told,) = kept(place, table).agreed.rounds
    assert (told["reason"], told["seats"], told["secret"]) == (sealing.CHANGED, [1], before.secret)
    assert words(place, table) == [people[0].words(table, 2), phone.words(table, 2)]


def test_who_leaves_between_seal_and_words_is_followed_by_a_bot_in_another_round(place):
    table, _, sockets = sat_down(place, 3, 2)
    assert sockets[2].ask("leave")["do"] == "done"
    until(sockets, has_begun(place, table))
    after = kept(place, table)
    assert [(told["reason"], told["seats"]) for told in after.agreed.rounds] == [(sealing.CHANGED, [2])]
    assert [seat.kind for seat in after.seats] == ["person", "person", "bot"]


def test_a_server_that_restarts_goes_on_with_the_same_seal(tmp_path):
    with house(tmp_path / "t.db", PATIENT) as place:
        table, people, _ = sat_down(place, 2, 1)
        seal = kept(place, table).agreed.seal
    with house(tmp_path / "t.db", PATIENT) as place:
        again = [Person(place) for _ in people]
        for new, old in zip(again, people):
            new.http.cookies, new.luck = old.http.cookies, old.luck
        sockets = [person.live(table) for person in again]
        until(sockets, has_begun(place, table))
        assert kept(place, table).agreed.seal == seal
        assert not kept(place, table).agreed.rounds


def test_a_seal_that_no_longer_says_who_sits_there_is_never_used(place):
    table, _, sockets = sat_down(place, 2, 1)
    room = asyncio.run_coroutine_threadsafe(place.rooms.find(table), place.loop).result(20)
    room.agreed = replace(room.agreed, options=room.agreed.options | {"other": 1})
    sockets[1].tell(sockets[1].fair)
    until(sockets, lambda: kept(place, table).agreed.rounds)
    assert kept(place, table).agreed.rounds[0]["reason"] == sealing.CHANGED


def test_with_each_change_comes_the_digest_of_the_chain(place):
    table, _, sockets = sat_down(place, 2)
    until(sockets, has_begun(place, table))
    for _ in range(3):
        until(sockets, lambda: any(socket.acts and socket.to_move == socket.you for socket in sockets))
        next(socket for socket in sockets if socket.acts and socket.to_move == socket.you).act()
    until(sockets, lambda: sockets[0].n == sockets[1].n == kept(place, table).agreed.rows)
    digests = [row.digest for row in kept(place, table).rows]
    for socket in sockets:
        told = {message["n"]: message["digest"] for message in socket.heard if message["do"] == "change"}
        assert told == {n + 1: digest for n, digest in enumerate(digests) if n + 1 in told}
    late = Person(place).live(table).hear()
    assert late["digest"] == digests[-1]
    assert not any(row.digest in message for row in kept(place, table).rows for message in [json.dumps(late["fair"])])


def test_where_no_person_gave_words_the_verdict_says_so(place, tmp_path):
    ada = Person(place)
    table = ada.open(SOME, "bot:hinted", "bot:hinted")
    watcher = ada.live(table)
    while watcher.status != "over":
        watcher.hear()
    (tmp_path / "file").write_text(ada.http.get(f"/t/{table}/save").text)
    verdict = verify(tmp_path / "file")
    assert verdict.people == 0
    assert "the dice were the house's alone" in " ".join(verdict.notes)
    assert verdict.recomputed > 0


def test_each_row_says_who_really_chose(place):
    table, _, sockets = sat_down(place, 2)
    until(sockets, lambda: any(socket.acts and socket.to_move == socket.you for socket in sockets))
    mover = next(socket for socket in sockets if socket.acts and socket.to_move == socket.you)
    assert mover.act()["do"] == "done"
    assert sockets[1 - sockets.index(mover)].ask("leave")["do"] == "done"
    until(sockets, lambda: any(row.by.startswith(("bot:", "hinted:")) for row in kept(place, table).rows) or mover.acts)
    by = {row.by.partition(":")[0] for row in kept(place, table).rows}
    assert {"chance", "person"} <= by <= {"chance", "person", "forced", "bot", "hinted"}
    assert botseats.BEST in botseats.levels()
