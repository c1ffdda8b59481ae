"""The law of identical messages, on real sockets: what a viewer may not know changes nothing that it is sent.

Two servers have the same table, but for one thing that happened: something that a viewer could not tell from what
happened on the other. Then the same goes on in both, and every message of every kind must be the same text.
"""

import asyncio
import json
import random
import re
from dataclasses import replace
from hashlib import sha256
from itertools import islice

import pytest

from every import READY, random_game, story_of
from fathom5 import CHANCE, NOBODY
from fathom5.door import LANGUAGES, Match
from fathom5.kernel.game import apply, offers
from fathom5.table import dice
from fathom5.table.keep.store import Row, Seat
from fathom5.table.play import sealing, telling
from fathom5.table.play.telling import idle
from fathom5.table.web.devices import COOKIE
from laws.test_secrets import heard_by, is_revealing
from table.playing import FAST, Person, Socket, house

TOGETHER = 12  # actions for which twins are followed
TWINS = 10  # of each game
DEVICES = [f"{seat}" * 43 for seat in range(6)]
GAMES = sorted({ready.game.name for ready in READY})


class Twin:
    """A game, what else could have happened in it, who cannot tell, and what both go on with."""

    def __init__(self, ready, viewer, before, action, other, after):
        self.ready, self.viewer, self.before = ready, viewer, before
        self.action, self.other, self.after = action, other, after


def after(state, action):
    done = state.copy()
    apply(done, action)
    return done


def twins(ready, seed):
    """Where something secret happens in a random game: another thing that a viewer would have heard as the same."""
    turns = [turn for turn in random_game(ready, seed) if turn[1] != NOBODY]
    for at, (state, action) in enumerate(turns):
        for viewer in (*range(state.seats), NOBODY):
            heard = heard_by(ready.game, state, action, viewer)
            for other in offers(state) if heard != ready.game.words.move(state, action) else ():
                if other != action and heard_by(ready.game, state, other, viewer) == heard:
                    twin = after(state, other)
                    if not is_revealing(ready.game, state, twin):
                        before = [(int(past.seat), done) for past, done in turns[:at]]
                        shared = list(in_both(ready.game, viewer, twin, turns[at + 1 : at + 1 + TOGETHER]))
                        yield Twin(ready, viewer, before, (int(state.seat), action), (int(state.seat), other), shared)
                    break


def in_both(game, viewer, twin, turns):
    """What can happen to both, as long as the viewer hears the same and no secret is opened."""
    for state, action in turns:
        if twin.seat != state.seat or action not in offers(twin) or is_revealing(game, state, after(state, action)):
            return
        if heard_by(game, state, action, viewer) != heard_by(game, twin, action, viewer):
            return
        yield int(state.seat), action
        apply(twin, action)


def same_game(ready):
    """A game without secrets has no twins; then the servers differ in nothing but what nobody is told."""
    turns = [(int(state.seat), action) for state, action in random_game(ready, 5)][:30]
    for viewer in (0, NOBODY):
        yield Twin(ready, viewer, turns[:14], turns[14], turns[14], turns[15 : 15 + TOGETHER])


def chosen(name):
    """Some twins of a game, in several set-ups and for several viewers."""
    mine = [ready for ready in READY if ready.game.name == name and ready.options["players"] <= 4]
    if not hasattr(story_of(name), "heard"):
        return list(same_game(mine[0]))
    found = [twin for seed, ready in enumerate(mine) for twin in islice(twins(ready, seed), 40)]
    random.Random(4).shuffle(found)
    found.sort(key=lambda twin: -min(3, len(settled([*twin.after])[1])))  # those with much to compare
    watched = [twin for twin in found if twin.viewer == NOBODY]
    return watched[:2] + [twin for twin in found if twin.viewer != NOBODY][: TWINS - 2]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_viewer_may_not_know_changes_no_message(tmp_path, name):
    compare(tmp_path, chosen(name))


@pytest.mark.parametrize("leak", ["glance", "scores"])
def test_a_table_that_leaks_is_found_out(tmp_path, monkeypatch, leak):
    """The law bites: once where views are not hidden, once where the points are counted from the whole truth."""
    secretive = next(name for name in GAMES if hasattr(story_of(name), "heard"))
    if leak == "glance":  # what is seen is made from it too
        monkeypatch.setattr(Match, "glance", lambda match, seat=None: match._states[0].copy())
    else:
        monkeypatch.setattr(telling, "scores", lambda match, viewer: match.actions)
    with pytest.raises(AssertionError):
        compare(tmp_path, chosen(secretive))


def compare(tmp_path, pairs):
    """Let both go on, and compare all that the viewer is sent."""
    compared = 0
    with house(tmp_path / "a.db", SLOW) as one, house(tmp_path / "b.db", SLOW) as other:
        for number, twin in enumerate(pairs):
            language = LANGUAGES[number % len(LANGUAGES)]
            heard = [told(place, twin, happened, f"t{number}", language) for place, happened in
                     ((one, twin.action), (other, twin.other))]  # fmt: skip
            compared += len(heard[0])
            assert len(heard[0]) == len(heard[1])
            for mine, theirs in zip(*heard):
                assert mine == theirs
    assert compared > 20 * len(pairs)


SECRET, WORDS = "5e" * 32, "ab" * 16
DIGEST = re.compile(r',"digest":"[0-9a-f]{32}"')  # of the chain: without the table's secret it tells nothing
SLOW = replace(FAST, forced_pause=1e6, grace=1e6)  # nothing moves by itself


def told(place, twin, happened, table, language):
    """All that the viewer is sent over sockets and pages, as texts."""
    early, late = settled([*twin.after])
    rows = [*twin.before, happened, *early]
    keep(place, twin.ready, table, rows)
    viewer = None if twin.viewer == NOBODY else twin.viewer
    watcher = sitting(place, table, viewer, language)
    texts = [*pages(watcher.person, table)]
    others = {seat: sitting(place, table, seat, "en") for seat in range(players(twin.ready)) if seat != viewer}
    for group in late:
        (seat, action), draws = group[0], [drawn for _, drawn in group[1:]]
        place.rooms.draw = lambda key, n, offers, draws=draws: draws.pop(0)
        mover = watcher if seat == viewer else others[seat]
        catch_up(place, mover, table)
        send(mover, "act", "move", turn=mover.n, action=action)
        mover.until(lambda message: message.get("id") == "move")
        catch_up(place, watcher, table)
        ask_all(watcher)
    for socket in (watcher, *others.values()):
        socket.close()
    return texts + [DIGEST.sub("", text) for text in watcher.raw if '"do":"seats"' not in text]


def settled(shared):
    """Split into what is kept before anybody connects, and groups of a decision with chance's answers."""
    early = []
    while shared and shared[0][0] == CHANCE:
        early.append(shared.pop(0))
    groups = []
    for seat, action in shared:
        groups.append([(seat, action)]) if seat != CHANCE else groups[-1].append((seat, action))
    return early, groups[:-1]  # of the last it is not known whether chance has more to say


def players(ready):
    return len(ready.start(chance="manual").scores)


def keep(place, ready, table, rows, names=("P0", "P1", "P2", "P3", "P4", "P5")):
    """Write a table into a house as if it had been played there."""
    seats = [
        Seat(
            table, seat, "person", names[seat], seat,
            holder=sha256(DEVICES[seat].encode()).hexdigest(),
            secret=f"{place.port}{seat}", commitment=dice.seat_commitment(table, seat, WORDS), words=WORDS,
        )
        for seat in range(players(ready))
    ]  # fmt: skip
    agreed = sealing.opened(table, ready.game.name, ready.game.version, dict(ready.options), None, None)
    agreed = replace(agreed, secret=SECRET, commitment=dice.table_commitment(table, SECRET))
    agreed = replace(sealing.sealed(agreed, seats), started=1.0)
    opening = place.rooms.store.open(agreed, seats, [Row(seat, action) for seat, action in rows])
    asyncio.run_coroutine_threadsafe(opening, place.loop).result(10)


def sitting(place, table, seat, language):
    person = Person(place)
    if seat is not None:
        person.http.cookies.set(COOKIE, DEVICES[seat])
    socket: Socket = person.live(table, language)
    socket.until("sync")
    return socket


def pages(person, table):
    """What the server answers over HTTP before the end."""
    looking_back = ("/replay.json", "/replay.json?view=0&lang=fr", "/replay", "/review", "/review?kind=real&view=0")
    for path in ("", "/mine", "/save", *looking_back):
        answer = person.http.get(f"/t/{table}{path}")
        yield f"{answer.status_code} {answer.text}".replace(str(person.house.port), "PORT").replace(
            json.loads(answer.text)["link"] if '"link"' in answer.text else "\0", "LINK"
        )


def send(socket, do, id, **more):
    socket.wire.send(json.dumps({"do": do, "id": id, **more}))


def catch_up(place, socket, table):
    """Hear all that has happened."""
    send(socket, "ping", "p")
    socket.until("pong")


def ask_all(socket):
    """Messages of every other kind."""
    n = socket.n
    for number, (do, more) in enumerate(
        [
            ("buttons", {}),
            ("hint", {}),
            *(("why", {"things": [thing], "begun": []}) for thing in ("card-0-0", "card-1-0", "explorer-0", "pile")),
            ("since", {"n": n - 1}),
            ("since", {"n": -1}),
            ("act", {"turn": n, "action": 31000}),
            ("act", {"turn": n - 1, "action": 0}),
            ("act", {"turn": "x"}),
            ("rematch", {}),
            ("start", {}),
            ("say", {"phrase": "hello"}),
            ("dance", {}),
        ]
    ):
        send(socket, do, f"q{number}", **more)
        if do == "hint":  # bots think beside the table: their answer might come after the others
            socket.until(lambda message, asked=f"q{number}": message.get("id") == asked)
    send(socket, "ping", "end")
    socket.until("pong")


def test_every_secretive_game_has_twins_here():
    """The law above would hold in vain without them."""
    for name in GAMES:
        if hasattr(story_of(name), "heard"):
            assert any(twin.action != twin.other and len(settled([*twin.after])[1]) > 1 for twin in chosen(name)), name


@pytest.mark.parametrize("name", GAMES)
def test_viewers_with_the_same_record_see_the_same_things(name):
    """The server draws a picture once for all whose hidden records are the same; ghosts are for who is to move."""
    for ready in [ready for ready in READY if ready.game.name == name][:8]:
        match = ready.start(seed=8)
        luck = random.Random(8)
        for _ in range(25):
            if match.over:
                break
            match.play(luck.choice(list(match.offers)))
            seen = {viewer: match.seen(viewer).tobytes() for viewer in (*range(match.seats), None)}
            for viewer in range(match.seats):
                if seen[viewer] == seen[None]:
                    assert idle(match.scene(viewer, "en")) == match.scene(None, "en")
