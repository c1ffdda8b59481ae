"""Playing on from a moment of a game that is over: as the seat could know it, marked, and never twice the same."""

import pickle

import pytest

from fathom5 import BrokenSave, IllegalMove, load, names, replay
from fathom5.table.keep.store import Kept
from fathom5.table.play import branches
from fathom5.table.play.course import CannotHappen, played
from fathom5.table.play.replays import ready_of, rows_of, save, uploaded
from table.test_play import SOME, seats_of
from table.test_reviews import brought, some_game


def a_decision(match):
    """How many actions came before one late in the game that was a choice, and whose it was."""
    at, found = load(match.game.name, **match.options).start(chance="manual"), None
    for n, action in enumerate(match.actions[: len(match.actions) * 2 // 3]):
        found = (n, at.seat) if at.seat >= 0 and len(at.offers) > 1 and n else found
        at.play(action)
    return found


@pytest.mark.parametrize("name", names())
def test_a_seat_goes_on_from_what_it_knew_and_the_rest_is_dealt_anew(name):
    match = some_game(name)
    n, seat = a_decision(match)
    before = load(name, **match.options).start(chance="manual")
    before.follow(match.actions[:n])
    kept, worlds = uploaded(match.save()), set()
    for _ in range(8):
        made = Kept(*branches.opened(kept, n, seat, "device"))
        after = played(ready_of(made), rows_of(made))
        assert after.seen(seat).tobytes() == before.seen(seat).tobytes()
        assert after.told(seat) == before.told(seat)
        worlds.add(after._states[0].tobytes())
        for again in (replay(after.save()), pickle.loads(pickle.dumps(after)), after.copy()):
            assert again._states[0].tobytes() == after._states[0].tobytes()
        with pytest.raises(IllegalMove):
            after.undo()
        after.play(next(iter(after.offers)))
        after.undo()
        assert after._states[0].tobytes() in worlds
        assert "\nbranch: [" in save(made)
    assert (len(worlds) > 1) == (before.seen(seat).tobytes() != before._states[0].tobytes())
    with pytest.raises(CannotHappen):
        branches.opened(kept, n, (seat + 1) % match.seats, "device")
    with pytest.raises(CannotHappen):
        branches.opened(made, n, seat, "device")


@pytest.mark.parametrize("told", ["[1]", "[1,0,-1]", "[1,0,true]", "7", "[9999,0,5]", "[2,5,5]"])
def test_a_save_that_goes_on_from_nowhere_is_broken(told):
    text = some_game().save().replace("\n\n", f"\nbranch: {told}\n\n", 1)
    with pytest.raises(BrokenSave):
        replay(text)


def test_a_moment_becomes_a_marked_table_that_is_played_to_its_end(ada):
    match = some_game()
    address, (n, seat) = brought(ada, match), a_decision(match)
    answer = ada.http.post(f"{address}/on", json={"n": n, "seat": seat})
    assert answer.status_code == 303
    table = answer.headers["location"]
    assert f"Played on from action {n}" in ada.http.get(table).text
    socket = ada.live(table.removeprefix("/t/"))
    heard = socket.until("sync")
    assert (heard["branch"], heard["you"], heard["n"], heard["fair"], heard["undo"]) == (n, seat, n, None, False)
    while socket.my_turn():
        socket.act()
    told = ada.http.get(f"{table}/replay.json").json()
    assert (told["branch"], told["fair"]) == (n, None)
    text = ada.http.get(f"{table}/save").text
    assert uploaded(text).agreed.branch.at == n
    assert replay(text).scores == told["scores"]
    assert ada.http.get(f"{table}/review").json() == {"why": "played_on"}


def test_nobody_plays_on_from_what_is_not_over_or_was_no_decision(ada):
    table = ada.open(SOME, *seats_of(SOME))
    ada.live(table).my_turn()
    address = brought(ada, match := some_game())
    n, seat = a_decision(match)
    for path, asked, status in (
        (f"/t/{table}", {"n": 1, "seat": 0}, 403),
        ("/t/none", {"n": 1, "seat": 0}, 404),
        (address, {"n": n, "seat": (seat + 1) % 2}, 409),
        (address, {"n": 10**9, "seat": seat}, 409),
        (address, {"n": "x", "seat": seat}, 400),
        (address, {"n": n, "seat": 9}, 400),
    ):
        assert ada.http.post(f"{path}/on", json=asked).status_code == status
