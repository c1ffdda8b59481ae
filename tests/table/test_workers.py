"""Several processes serve one port: what happens at a table, who acts for it, and what is left when one is killed."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from fathom5 import names
from fathom5.table.keep.leads import Leads
from fathom5.table.keep.ledger import Ledger
from fathom5.table.keep.store import FORCED, Store
from fathom5.table.play.people import SharedBuckets, SharedBudgets
from fathom5.table.web import handing
from fathom5.table.web.handing import home_of
from table.playing import FAST, Person, house
from table.test_play import SOME, mover, seats_of

WAIT = 60.0
OPEN = names()[1]


def until(wanted, seconds=WAIT):
    """Wait for something; what it was."""
    ends = time.monotonic() + seconds
    while not (found := wanted()):
        assert time.monotonic() < ends
        time.sleep(0.02)
    return found


class Served:
    """A house of several processes, started as people start it."""

    def __init__(self, database: str, guests: ExitStack, workers: int) -> None:
        self.guests = guests
        words = ["serve", "--workers", str(workers), "--port", "0", "--database", database]
        env = os.environ | {"COLUMNS": "200", "FATHOM5_WORLD": "both"}  # as it is where people play
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fathom5.command.cli", *words],
            env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        said = self.process.stdout.readline()
        assert "The table is open" in said, self.process.communicate()
        self.port = listened(self.workers()[0])
        self.url = f"http://127.0.0.1:{self.port}"

    def workers(self) -> list[int]:
        """The processes that serve, by number."""
        return sorted(pid for pid in children(self.process.pid) if "workers" in command(pid))


def children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(line) for line in found.stdout.split()]


def command(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/cmdline") as line:
            return line.read()
    except OSError:
        return ""


def is_alive(pid: int) -> bool:
    return bool(command(pid))


def listened(pid: int) -> int:
    """The port at which a process listens."""
    inodes = set()
    for number in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            inodes |= set(re.findall(r"socket:\[(\d+)\]", str(number.readlink())))
    with open("/proc/net/tcp") as lines:
        for line in list(lines)[1:]:
            parts = line.split()
            if parts[9] in inodes and parts[3] == "0A":
                return int(parts[1].split(":")[1], 16)
    raise AssertionError("it listens nowhere")


@contextmanager
def served(database: str, workers: int = 2):
    with ExitStack() as guests:
        place = Served(database, guests, workers)
        try:
            yield place
        finally:
            pids = place.workers()
            place.process.send_signal(signal.SIGTERM)
            place.process.communicate(timeout=WAIT)
            until(lambda: not any(map(is_alive, pids)))


class Stubborn:
    """Someone whose page comes back by itself and asks again what was not answered."""

    def __init__(self, person: Person, table: str) -> None:
        self.person, self.table, self.socket = person, table, None
        self.acknowledged: dict[str, tuple[int, int]] = {}
        self.away: list[float] = []  # for how long, each time
        self.come()

    def come(self) -> None:
        began = time.monotonic()
        while True:
            try:
                self.socket = self.person.live(self.table)
                self.socket.until("sync", 5)
                break
            except (OSError, WebSocketException, TimeoutError, EOFError):
                time.sleep(0.05)
        self.away.append(time.monotonic() - began)

    def play(self, moves: int) -> None:
        """So many moves that are acknowledged, or the end of the game."""
        done = 0
        while done < moves:
            try:
                if not self.socket.my_turn():
                    return
                turn, action = self.socket.n, self.socket.acts[-1]["action"]
                answer = self.socket.ask("act", turn=turn, action=action)
                if answer["do"] == "done":
                    self.acknowledged[answer["id"]] = (turn, action)
                    self.socket.acts = [] if self.socket.shown <= turn else self.socket.acts
                    done += 1
            except (ConnectionClosed, EOFError, OSError):
                self.come()


def check_kept(store: Store, player: Stubborn) -> None:
    rows = store.kept(player.table).rows
    for sent, (turn, action) in player.acknowledged.items():
        assert rows[turn].action == action
        assert rows[turn].command == sent or rows[turn].by == FORCED
    assert len({row.turn for row in rows}) == len(rows)


# A house of several processes.


def test_a_sqlite_file_has_room_for_one_process(tmp_path):
    words = ["serve", "--workers", "2", "--port", "0", "--database", str(tmp_path / "t.db")]
    done = subprocess.run([sys.executable, "-m", "fathom5.command.cli", *words], capture_output=True, text=True)
    assert done.returncode == 2
    assert "--workers 2 needs PostgreSQL" in " ".join(done.stderr.split())
    assert not (tmp_path / "t.db").exists()


def test_when_a_worker_is_killed_nothing_is_lost_and_its_people_come_back_to_another(database):
    with served(database) as place, closing(Store(database)) as store:
        first = place.workers()
        assert len(first) == 2
        players = []
        for _ in range(3):
            ada = Person(place)
            players.append(Stubborn(ada, ada.open(OPEN, "me", "bot:hinted")))
        for victim in first:
            for player in players:
                player.play(1)
            os.kill(victim, signal.SIGKILL)
            for player in players:
                player.play(1)
            until(lambda: len(place.workers()) == 2)
        assert not set(first) & set(place.workers())
        for player in players:
            assert len(player.acknowledged) == 4
            check_kept(store, player)


def test_all_end_with_the_one_that_looks_after_them(database):
    with ExitStack() as guests:
        place = Served(database, guests, 2)
        ada = Person(place)
        ada.live(ada.open(SOME, "me", "bot:paddler")).until("sync")
        pids = place.workers()
        pids += [thinker for pid in pids for thinker in children(pid)]
        place.process.kill()
        place.process.communicate()
        until(lambda: not any(map(is_alive, pids)))


# Who acts for a table.


def test_one_process_leads_a_table_and_another_takes_over_when_it_is_gone(database):
    heard = {"one": [], "two": []}
    with closing(Store(database)) as here, closing(Store(database)) as there:
        one = Leads(here.engine, heard["one"].append)
        one.want("t")
        until(lambda: heard["one"] == [{"t"}])
        two = Leads(there.engine, heard["two"].append)
        two.want("t")
        two.want("u")
        until(lambda: heard["two"] == [{"u"}])
        one.close()
        until(lambda: heard["two"][-1] == {"t", "u"})
        two.give_up("u")
        until(lambda: heard["two"][-1] == {"t"})
        two.close()


def test_bots_move_once_where_people_are_at_two_processes(database):
    """Each house would let the bots move; the rows tell that one does, and the watchers hear the same."""
    with house(database) as here, house(database) as there:
        ada = Person(here)
        table = ada.open(SOME, *["bot:hinted"] * 2)
        one, other = ada.live(table), Person(there).live(table)
        ends = [socket.until("over") for socket in (one, other)]
        assert ends[0]["scores"] == ends[1]["scores"]
        until(lambda: sum(place.rooms.is_leading(place.rooms._rooms[table]) for place in (here, there)) == 1)


def test_who_is_left_takes_over_bots_and_forced_moves(database):
    with ExitStack() as guests:
        with house(database) as there:
            here = guests.enter_context(house(database))
            ada = Person(there)
            table = ada.open(SOME, *["bot:hinted"] * 2)
            ada.live(table).until("change")
            watcher = Person(here).live(table)
            watcher.until("sync")
        assert watcher.until("over")["winners"] is not None


def test_what_one_device_wants_of_forced_moves_holds_for_whoever_leads(database):
    with house(database) as here, house(database) as there:
        ada, ben = Person(here, "Ada"), Person(there, "Ben")
        table = ada.open(SOME, *seats_of(SOME, 2))
        one = ada.live(table)
        one.until("sync")
        ben.join(table, 1)
        other = ben.live(table)
        other.until(lambda message: message["do"] == "sync" and message["status"] == "playing")
        for socket in (one, other):
            assert socket.ask("auto", on=False)["do"] == "done"
        until(lambda: {0, 1} <= here.rooms._rooms[table].auto_off and {0, 1} <= there.rooms._rooms[table].auto_off)
        mover(one, other)


def test_the_hosts_orders_hold_at_every_process(database):
    with house(database) as here, house(database) as there:
        ada = Person(here)
        table = ada.open(SOME, *seats_of(SOME))
        one, watcher = ada.live(table), Person(there).live(table)
        watcher.until("sync")
        assert watcher.ask("say", phrase="hello")["do"] == "done"
        line = one.until("said")["m"]
        assert one.ask("mute", m=line)["do"] == "done"
        watcher.until(lambda message: message.get("order") == "muted")
        assert watcher.ask("say", phrase="hello")["why"] == "muted"
        assert one.ask("remove", m=line)["do"] == "done"
        with pytest.raises(ConnectionClosed) as closed:
            watcher.until("never")
        assert closed.value.rcvd.code == 4410


# What is counted together.


@pytest.fixture
def ledgers(tmp_path):
    both = [Ledger(str(tmp_path), worker) for worker in range(2)]
    yield both
    for ledger in both:
        ledger.close()


def test_what_is_used_up_at_one_process_is_used_up_at_all(ledgers):
    one, other = (SharedBuckets(ledger, 3, 0.0) for ledger in ledgers)
    assert [one.take("a"), other.take("a"), one.take("a"), other.take("a"), one.take("b")] == [True] * 3 + [False, True]
    one, other = (SharedBudgets(ledger, 5.0, 0.0) for ledger in ledgers)
    one.spend("a", 7.0)
    assert (other.left("a"), other.left("b")) == (-2.0, 5.0)


def test_who_is_connected_elsewhere_counts_until_that_process_is_no_more(ledgers):
    one, other = ledgers
    for _ in range(2):
        one.come(["everybody", "from here"])
    one.come(["everybody"], -1)
    assert (other.elsewhere("everybody"), other.elsewhere("from here"), one.elsewhere("everybody")) == (1, 2, 0)
    other.cross_out(0)
    assert other.elsewhere("from here") == 0


def test_limits_hold_for_the_house(database, tmp_path):
    def shared(worker):
        return replace(FAST, house=str(tmp_path), worker=worker, openings=(2, 0.0), seat_sockets=2, talk=(1, 0.0))

    with house(database, shared(0)) as here, house(database, shared(1)) as there:
        ada = Person(here)
        table = ada.open(SOME, *seats_of(SOME))
        again = Person(there)
        again.http.cookies = ada.http.cookies
        again.open(SOME, *seats_of(SOME))
        asked = {"game": SOME, "seats": seats_of(SOME)}
        assert [person.http.post("/tables", json=asked).status_code for person in (ada, again)] == [429, 429]
        one, other = ada.live(table), again.live(table)
        for socket in (one, other):
            socket.until("sync")
        assert one.ask("say", text="once")["do"] == "done"
        assert other.ask("say", text="twice")["why"] == "too_fast"
        until(lambda: there.rooms.elsewhere("everybody") == 1)
        for person in (ada, again):
            with pytest.raises(ConnectionClosed) as closed:
                person.live(table).hear()
            assert closed.value.rcvd.code == 4413


# Handing over.


def test_every_table_has_one_home(tmp_path):
    homes = [home_of(f"table{n}".encode(), 4) for n in range(400)]
    assert homes == [home_of(f"table{n}".encode(), 4) for n in range(400)]
    assert set(homes) == {0, 1, 2, 3}


def test_a_live_socket_is_handed_to_the_home_of_its_table_and_stays_where_nobody_is_at_home(database, tmp_path):
    def one_of_two(worker):
        return replace(FAST, house=str(tmp_path), workers=2, worker=worker)

    with house(database, one_of_two(0)) as here:
        ada = Person(here)
        tables = [ada.open(SOME, *seats_of(SOME)) for _ in range(8)]
        while all(home_of(table.encode(), 2) == 0 for table in tables):  # one time in 256
            tables.append(ada.open(SOME, *seats_of(SOME)))
        away = next(table for table in tables if home_of(table.encode(), 2) == 1)
        socket = ada.live(away)
        socket.until("sync")
        assert away in here.rooms.occupied()  # there is nobody at its home
        socket.close()
        with house(database, one_of_two(1)) as there:
            sockets = [(table, ada.live(table)) for table in tables]
            for table, socket in sockets:
                assert socket.my_turn()
                assert socket.act()["do"] == "done"
                home = (here, there)[home_of(table.encode(), 2)]
                assert table in home.rooms.occupied()
            assert here.rooms.occupied() | there.rooms.occupied() == set(tables)
            assert not here.rooms.occupied() & there.rooms.occupied()


def test_only_live_sockets_are_handed_over():
    assert handing.LIVE.match(b"/t/abc-_9/live?lang=en")
    assert handing.LIVE.match(b"/t/abc/live")
    for other in (b"/t/abc", b"/t/abc/lively", b"/r/abc/live", b"/t/abc/x/live"):
        assert not handing.LIVE.match(other)


def test_who_comes_in_the_moment_in_which_a_table_is_forgotten_finds_it_again(database):
    """Nobody is at it yet when news come, so it is forgotten; whoever is on their way there must not sit in a ghost."""
    with house(database) as place:
        ada, rooms = Person(place), place.rooms
        table = ada.open(SOME, *seats_of(SOME))
        true, found = rooms._load, []

        async def load(name):
            room = await true(name)
            found.append(room)
            if len(found) == 1:
                rooms._hear({"table": name})
            return room

        rooms._load = load
        socket = ada.live(table)
        assert socket.my_turn()
        assert len(found) == 2
        assert rooms._rooms[table] is found[1]
        assert socket.act()["do"] == "done"
