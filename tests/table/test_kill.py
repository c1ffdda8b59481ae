"""A server that is killed in the middle of play loses nothing that it had acknowledged."""

import random
import threading
import time
from contextlib import closing

from websockets.exceptions import WebSocketException

from fathom5.command.bench.table import running
from fathom5.table.keep.store import FORCED, Store
from table.playing import Person, Socket
from table.test_play import SOME, seats_of

KILLS, TABLES = 4, 6


class Player(threading.Thread):
    """Someone who plays as fast as the server answers, and notes what was acknowledged and what was told."""

    def __init__(self, socket: Socket) -> None:
        super().__init__(daemon=True)
        self.socket = socket
        self.acknowledged: dict[str, tuple[int, int]] = {}  # command: turn and action
        self.told: dict[int, str] = {}  # n: the line of the log

    def run(self) -> None:
        luck = random.Random(1)
        try:
            while self.socket.my_turn():
                turn, action = self.socket.n, luck.choice(self.socket.acts)["action"]
                answer = self.socket.ask("act", turn=turn, action=action)
                if answer["do"] == "done":
                    self.acknowledged[answer["id"]] = (turn, action)
        except (WebSocketException, EOFError, OSError, TimeoutError):
            pass
        for message in self.socket.heard:
            if message["do"] == "change":
                self.told |= {line["n"]: line["text"] for line in message["log"]}


class Place:
    """Where the players are while the servers come and go."""

    def __init__(self, stack, server):
        self.guests, self.url = stack, server.url


def test_kill_9_under_load_loses_no_acknowledged_action(tmp_path, stack):
    database, luck = str(tmp_path / "tables.db"), random.Random(7)
    people: list[tuple[Person, str]] = []
    for _ in range(KILLS):
        with running(database) as server:
            place = Place(stack, server)
            people = moved(people, place)
            people += [seated(place) for _ in range(TABLES)]  # so that enough is left to play
            players = [Player(person.live(table)) for person, table in people]
            killed_while_playing(server, players, after=luck.randrange(30, 90))
        with closing(Store(database)) as store:
            kept = {table: store.kept(table) for _, table in people}
        for (_, table), player in zip(people, players):
            check_kept(kept[table].rows, player)
        check_told(database, people, players, stack)
        people = [(person, table) for person, table in people if kept[table].agreed.ended is None]


def killed_while_playing(server, players, after):
    """Let them play until so many moves are acknowledged, then pull the plug."""
    for player in players:
        player.start()
    ends = time.monotonic() + 240
    while sum(len(player.acknowledged) for player in players) < after and time.monotonic() < ends:
        time.sleep(0.005)
    server.process.kill()
    server.process.wait()
    for player in players:
        player.join(20)
    assert sum(len(player.acknowledged) for player in players) >= after


def check_kept(rows, player):
    """All that was acknowledged is there, and all that was told."""
    for command, (turn, action) in player.acknowledged.items():
        assert rows[turn].action == action
        assert rows[turn].command == command or rows[turn].by == FORCED  # a click on the only thing there is counts
    assert max(player.told, default=0) <= len(rows)


def seated(place):
    person = Person(place)
    return person, person.open(SOME, *seats_of(SOME))


def moved(people, place):
    """The same devices, at the new address."""
    again = []
    for person, table in people:
        other = Person(place)
        other.http.cookies, other.luck = person.http.cookies, person.luck
        again.append((other, table))
    return again


def check_told(database, people, players, stack):
    """The log that a server tells after the crash has every line that was told before it."""
    with running(database) as server:
        for (person, table), player in zip(moved(people, Place(stack, server)), players):
            sync = person.live(table).hear()
            now = {line["n"]: line["text"] for line in sync["log"]}
            assert sync["n"] >= max(player.told, default=0)
            assert all(now[n] == text for n, text in player.told.items() if n in now)
