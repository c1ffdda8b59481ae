"""A room is a table in memory: what happened so far, who is here, and what comes next."""

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from fathom5 import CHANCE
from fathom5.door import Match, load
from fathom5.table.keep.store import BOT, CHANCES, FORCED, HINTED, PERSON, SITTING_IN, UNDO, Conflict, Kept, Row, Seat
from fathom5.table.play import botseats, lessons, messages, sealing
from fathom5.table.play.course import CannotHappen, counting, course, endings, played, stepped
from fathom5.table.play.people import Bucket, seat_of
from fathom5.table.play.telling import Change, News, Pictures, Shown, Step, Viewer, compact
from fathom5.table.play.thinking import NoThought

if TYPE_CHECKING:
    from fathom5.table.play.rooms import Rooms

log = logging.getLogger("fathom5.table")
PULSE = 5.0  # seconds, after which processes that share a database tell each other again who is where
SILENCE = 3 * PULSE  # after which a process that has told nothing is taken for dead
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 30.0  # seconds before an alarm that failed tries again
SHOWING = 5.0  # seconds at most, in which who is to move is shown what happened: only then the clock runs
SHOWN_OUT = 4410  # as a reason to close a socket
MUTED, REMOVED = "muted", "removed"  # orders of the host
RECENT, TALK, COMMANDS = 8, 40, 64  # changes, talk and command ids kept at hand


class Guest(Protocol):
    """Someone at the other end of a socket."""

    device: str | None
    language: str
    shape: str  # of the stage: wide or tall

    asker: str  # where they come from

    def send(self, text: str) -> None: ...

    def close(self, code: int) -> None: ...


@dataclass(slots=True, eq=False)
class Viewpoint:
    """All who see the same in the same language, on a stage of the same shape."""

    viewer: Viewer
    language: str
    shape: str
    guests: set[Guest] = field(default_factory=set)
    shown: Shown | None = None  # the last that they have seen
    told: tuple[object, Any, list[Any]] | None = None  # at which moment: the picture and the last lines
    recent: deque[Change] = field(default_factory=lambda: deque(maxlen=RECENT))

    def send(self, text: str) -> None:
        for guest in tuple(self.guests):
            guest.send(text)


class Room:
    """A table in memory. What changes it happens under its lock, is kept, and only then told."""

    def __init__(self, rooms: "Rooms", kept: Kept, match: Match) -> None:
        self.rooms, self.store, self.settings = rooms, rooms.store, rooms.settings
        self.agreed, self.seats = kept.agreed, kept.seats
        self.ready = load(self.agreed.game, **self.agreed.options)._replace(branch=self.agreed.branch)
        self.rows = [(row.seat, row.action) for row in kept.rows]
        self.digests = [row.digest for row in kept.rows]  # of the chain, a row each
        self.draws = sum(seat == CHANCE for seat, _ in self.rows)
        self.match = match
        self.dive = lessons.dive_at(self.agreed, self.rows)  # where it is a lesson
        self.before: Match | None = None  # the match before the last row, while that is told
        self.commands: OrderedDict[str, int] = OrderedDict()  # ids of what was done, and n after it
        for n, row in enumerate(kept.rows[-COMMANDS:], max(0, len(kept.rows) - COMMANDS)):
            self._note(row.command, n + 1)
        self.lock = asyncio.Lock()
        self.viewpoints: dict[tuple[Viewer, str, str], Viewpoint] = {}
        self.talk: deque[dict[str, Any]] = deque(maxlen=TALK)
        self.said = 0
        self.buckets: dict[str, Bucket] = {}
        self.auto_off: set[int] = set()  # seats whose forced moves wait for them
        self.elsewhere: dict[str, tuple[list[int], float]] = {}  # by process: seats that are at it, told when
        self.left = [time.monotonic()] * len(self.seats)  # since when each seat is away
        self.asked: float | None = None  # since when words are asked for
        self.waits: float | None = None  # since when those who have not committed are waited for
        self.is_called = False  # the host starts it, with bots alone if need be
        self.former: dict[str, int] = {}  # devices whose seat has moved to another one
        self.muted: set[str | int] = set()  # seats, and where onlookers come from
        self.shown_out: set[str] = set()
        self.sayers: dict[int, str | int] = {}  # who said each line of the talk
        self.since = time.monotonic()  # the decision at hand
        self.ending: dict[str, Any] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.failures = 0  # one after the other: alarms wait the longer
        self._undo: tuple[int, Viewer, int] = (-1, None, 0)  # n, who may undo then, how much
        self._thinks = -1  # n for which a bot thinks already
        self._queue: tuple[int, int] = (-1, 0)  # n, and how many are thought for then before the bot that is to move

    # What there is to know.

    @property
    def n(self) -> int:
        return len(self.rows)

    @property
    def round(self) -> int:
        """Of words before the game, from 1."""
        return 1 + len(self.agreed.rounds or ())

    @property
    def guests(self) -> list[Guest]:
        return [guest for viewpoint in self.viewpoints.values() for guest in viewpoint.guests]

    @property
    def status(self) -> str:
        if self.agreed.started is None:
            return "closed" if sealing.is_closed(self.agreed) else "lobby"
        if self.match.over or self.agreed.ended is not None:
            return "over"
        return "playing" if self.is_attended() else "paused"

    def is_here(self, seat: int) -> bool:
        return self._is_with_us(seat) or any(
            seat in seats and time.monotonic() < told + SILENCE + PULSE for seats, told in self.elsewhere.values()
        )

    def _is_with_us(self, seat: int) -> bool:
        return any(viewer == seat and point.guests for (viewer, *_), point in self.viewpoints.items())

    def is_attended(self) -> bool:
        """Somebody who plays is here; at a table of bots, somebody who looks on."""
        people = [seat.seat for seat in self.seats if seat.kind == "person"]
        return any(map(self.is_here, people)) if people else bool(self.guests)

    def is_sat_in(self, seat: int) -> bool:
        """A bot plays for someone who has been away for long."""
        is_away = self.seats[seat].kind == "person" and not self.is_here(seat) and not self.agreed.is_lesson
        return is_away and self.status == "playing" and time.monotonic() >= self.left[seat] + self.settings.grace

    def queue_before(self, seat: int) -> int:
        """How many other tables' bots think before the one that is to move here can. The same whatever it holds."""
        return self._queue[1] if self._queue[0] == self.n and seat == self.match.seat else 0

    @property
    def luck(self) -> bytes:
        """What bots' seeds are made of: the key of the dice, which nobody knows before the end and everybody after."""
        return sealing.key_of(self.agreed, self.seats)

    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def viewer_of(self, guest: Guest) -> Viewer:
        return seat_of(self.seats, guest.device)

    def is_host(self, guest: Guest) -> bool:
        return guest.device is not None and guest.device == self.agreed.host

    # Messages.

    def sync(self, guest: Guest) -> str:
        """All that a guest needs to know now."""
        if self.agreed.started is None:
            return compact(messages.sync(self, guest, None, []))
        viewpoint = self._viewpoint(guest)
        scene, lines = self._told_to(viewpoint)
        viewpoint.shown = Shown.of(scene)
        return compact(messages.sync(self, guest, scene, lines), self.names())

    def _told_to(self, viewpoint: Viewpoint) -> tuple[Any, list[Any]]:
        """The picture and the last lines, made once for all who come to the same viewpoint while nothing happens."""
        now = (self.n, tuple(self.names()))
        if viewpoint.told is None or viewpoint.told[0] != now:
            scene = Pictures(self.match).scene(viewpoint.viewer, viewpoint.language, viewpoint.shape)
            viewpoint.told = (now, scene, messages.log(self, viewpoint.viewer, viewpoint.language))
        return viewpoint.told[1:]

    def _viewpoint(self, guest: Guest) -> Viewpoint:
        """Where a guest stands."""
        key = (self.viewer_of(guest), guest.language, guest.shape)
        return self.viewpoints.setdefault(key, Viewpoint(*key))

    def tell(self, message: dict[str, Any]) -> None:
        """The same to all."""
        text = compact(message)
        for viewpoint in tuple(self.viewpoints.values()):
            viewpoint.send(text)

    def tell_seats(self) -> None:
        told = {"status": self.status, "seats": messages.seats(self), "clock": messages.clock(self)}
        self.tell({"do": "seats", "n": self.n, **told})

    def tell_fair(self) -> None:
        for viewpoint in self.viewpoints.values():
            viewpoint.send(compact({"do": "fair", "n": self.n, "fair": messages.dice(self, viewpoint.viewer)}))

    def tell_step(self, step: Step) -> None:
        """A change for each viewpoint; who is to move first, since the others' pictures follow from theirs."""
        digest = self.digests[step.n - 1] if sealing.is_sealing(self.agreed) else None
        news = News(step, self.names(), messages.clock(self), digest)
        for viewpoint in sorted(self.viewpoints.values(), key=lambda point: point.viewer != step.after.seat):
            undo = step.n == self.n and self.undo_depth(viewpoint.viewer) > 0
            change, viewpoint.shown = news.told(
                viewpoint.viewer, viewpoint.language, viewpoint.shape, viewpoint.shown, undo
            )
            viewpoint.recent.append(change)
            viewpoint.told = None
            viewpoint.send(change.text)

    def since_row(self, guest: Guest, n: int) -> list[str]:
        """The changes after row n if they are at hand, else all."""
        viewpoint = self._viewpoint(guest)
        rest = [change.text for change in viewpoint.recent if change.n > n]
        return rest if 0 <= n <= self.n and len(rest) == self.n - n else [self.sync(guest)]

    # Coming and going.

    def enter(self, guest: Guest) -> None:
        was_attended = self.is_attended()
        guest.send(self.sync(guest))
        self._viewpoint(guest).guests.add(guest)
        self.rooms.sweeper.come(self.agreed.id, self.agreed.touched)
        if not was_attended:
            self.since = time.monotonic()  # nobody's clock has run while all were away
        self.tell_seats()
        self.tell_others(ask=True)
        if self.agreed.started is None:
            self.rooms.spawn(self._run(self.n, self._look_around))
        if any(seat.level and botseats.searches(seat.level, self.agreed.game) for seat in self.seats):
            self.rooms.thinking.expect(self.agreed.game)
        self.rooms.want_lead(self)
        self.plan()

    def leave(self, guest: Guest) -> None:
        for key, viewpoint in tuple(self.viewpoints.items()):
            if guest in viewpoint.guests:
                viewpoint.guests.discard(guest)
                if viewpoint.viewer is not None and not self.is_here(viewpoint.viewer):
                    self.left[viewpoint.viewer] = time.monotonic()
                if not viewpoint.guests:
                    del self.viewpoints[key]
        self.tell_seats()
        self.tell_others()
        self.rooms.want_lead(self)
        self.plan()

    def seen(self, is_told: bool = False) -> None:
        """Who is to move has been shown that: now the clock runs."""
        if self.agreed.clock is not None and self.since > time.monotonic():
            self.since = time.monotonic()
            if self.store.is_shared and not is_told:
                self.rooms.spawn(self.store.tell({"table": self.agreed.id, "seen": self.n}))
            self.tell_seats()
            self.plan()

    def turn(self, guest: Guest, shape: str) -> None:
        """A guest's stage has another shape now, as when a phone is turned: the picture is composed anew."""
        before = self._viewpoint(guest)
        guest.shape = shape
        self._viewpoint(guest).guests.add(guest)  # first: who turns a phone is not away for a moment
        before.guests.discard(guest)
        guest.send(self.sync(guest))
        if not before.guests:
            self.viewpoints.pop((before.viewer, before.language, before.shape), None)

    def tell_others(self, ask: bool = False) -> None:
        """Let other processes know who is at this table here."""
        if self.store.is_shared:
            here = [seat.seat for seat in self.seats if self._is_with_us(seat.seat)]
            patient = [seat for seat in here if seat in self.auto_off]
            told = {"table": self.agreed.id, "here": here, "patient": patient, "by": self.store.name, "ask": ask}
            self.rooms.spawn(self.store.tell(told))

    async def hear_others(self, news: dict[str, Any]) -> None:
        """Another process tells who is there, what was said, or that there is something new to read."""
        if "here" in news:
            self._see_others(news["by"], news["here"])
            self.auto_off = {*self.auto_off - set(news["here"]), *news["patient"]}
            if news["ask"]:
                self.tell_others()
            self.plan()
        elif "said" in news:
            self.pass_on(news["seat"], news["kind"], news["said"], news["who"])
        elif "seen" in news:
            if news["seen"] == self.n:
                self.seen(is_told=True)
        else:
            async with self.lock:
                await self.catch_up()

    def _see_others(self, process: str, here: list[int]) -> None:
        """Who is at that process now, and who has left it just now."""
        were_here = [seat.seat for seat in self.seats if self.is_here(seat.seat)]
        self.elsewhere[process] = (here, time.monotonic())
        for seat in were_here:
            if not self.is_here(seat):
                self.left[seat] = time.monotonic()
        self.tell_seats()

    def miss_others(self) -> None:
        """Of a process that tells nothing any more, nobody is here; since now, as far as we know."""
        for process, (here, told) in tuple(self.elsewhere.items()):
            if time.monotonic() >= told + SILENCE:
                del self.elsewhere[process]
                for seat in here:
                    if not self.is_here(seat):
                        self.left[seat] = time.monotonic()
                self.tell_seats()
                self.plan()

    def reseat(self) -> None:
        """Someone sits elsewhere now: whoever's viewpoint that changes begins anew."""
        for viewpoint in tuple(self.viewpoints.values()):
            for guest in tuple(viewpoint.guests):
                if self.viewer_of(guest) != viewpoint.viewer:
                    viewpoint.guests.discard(guest)
                    if viewpoint.viewer is not None:
                        self.left[viewpoint.viewer] = time.monotonic()
                    guest.send(self.sync(guest))
                    self._viewpoint(guest).guests.add(guest)
            if not viewpoint.guests:
                self.viewpoints.pop((viewpoint.viewer, viewpoint.language, viewpoint.shape), None)
        self.tell_seats()
        self.tell_fair()
        self.plan()

    async def change_seat(self, seat: Seat) -> None:
        """Keep who sits there now, unless it is no longer as it was, and tell it."""
        try:
            await self.store.seat(seat, self.seats[seat.seat], self.agreed)
        except Conflict:
            await self.catch_up()
            raise
        except Exception:
            self.recover_later()
            raise
        self.seats[seat.seat] = seat
        self.reseat()

    async def hear(self, seat: Viewer, kind: str, said: str, who: str | int) -> None:
        """Someone says something, or an order of the host concerns someone: a seat, or where an onlooker comes from."""
        self.pass_on(seat, kind, said, who)
        await self.store.tell({"table": self.agreed.id, "seat": seat, "kind": kind, "said": said, "who": who})

    def pass_on(self, seat: Viewer, kind: str, said: str, who: str | int) -> None:
        self.said += 1
        self.sayers.pop(self.said - TALK, None)
        self.talk.append({"m": self.said, "seat": seat, kind: said})
        if kind == "order":
            self._obey(said, who)
        else:
            self.sayers[self.said] = who
        self.tell({"do": "said", "n": self.n, **self.talk[-1]})

    def _obey(self, order: str, who: str | int) -> None:
        """The host hears no more of someone, or wants them out."""
        if order == MUTED:
            self.muted.add(who)
        elif isinstance(who, str):
            self.shown_out.add(who)
            for guest in self.guests:
                if self.viewer_of(guest) is None and guest.asker == who and not self.is_host(guest):
                    guest.close(SHOWN_OUT)

    # What happens.

    async def happen(self, seat: int, action: int, command: str | None = None, by: str = PERSON) -> bool:
        """Keep an action that can happen now, with chance's answers, and tell it; False if others were faster."""
        first = stepped(self.match, self.n, seat, action)
        return await self._keep([Row(seat, action, command, by=by)], [first])

    def _let_fall(self, seats: Sequence[Seat], rows: list[Row], steps: list[Step], match: Match) -> None:
        """Add what chance answers to what happens; in a lesson, what is prepared up to the next words."""
        if self.agreed.is_lesson:
            rest = lessons.prepared(self.dive.rest(self.n + len(rows)) if self.dive else ())
            steps.extend(self._steps(rest, match, self.n + len(rows)))
            rows.extend(rest)
            return
        key, draw, draws = (
            sealing.key_of(self.agreed, seats),
            self.rooms.draw or sealing.draw_of(self.agreed),
            self.draws,
        )
        while match.seat == CHANCE:
            action = draw(key, draws, match.offers)
            steps.append(stepped(match, self.n + len(rows), CHANCE, action))
            rows.append(Row(CHANCE, action, by=CHANCES))
            match, draws = steps[-1].after, draws + 1

    async def take_back(self, seat: int, command: str | None = None) -> bool:
        """Keep an undo, a row for each action that goes with it."""
        rows = [Row(seat, UNDO, command, by=PERSON) for _ in range(self.undo_depth(seat))]
        return bool(rows) and await self._keep(rows, self._steps(rows))

    async def _keep(self, rows: list[Row], steps: list[Step]) -> bool:
        self._let_fall(self.seats, rows, steps, steps[-1].after)
        try:
            is_over = steps[-1].after.over or (self.dive is not None and self.n + len(rows) == len(self.dive.rows))
            ended = time.time() if is_over else None
            kept = await self.store.append(self.agreed, rows, ended)
        except Conflict:
            await self.catch_up()
            return rows[0].command is not None and rows[0].command in self.commands  # it was kept, but not answered
        except Exception:
            self.recover_later()
            raise
        self.agreed.ended, self.failures = ended, 0
        self.rooms.meters.moved(kept)
        await self.follow(kept, steps)
        return True

    def _steps(self, rows: Sequence[Row], match: Match | None = None, n: int | None = None) -> list[Step]:
        """What rows would do from here, or from there."""
        match, n, steps = match or self.match, self.n if n is None else n, list[Step]()
        for row in rows:
            steps.append(stepped(match, n + len(steps), row.seat, row.action))
            match = steps[-1].after
        return steps

    async def catch_up(self) -> None:
        """Take in what others have written."""
        kept = await asyncio.to_thread(self.store.kept, self.agreed.id, self.n)
        try:
            if kept is None or kept.torn_at(self.n, self.agreed.last) is not None:
                raise CannotHappen(self.n, "it is not what was written")
            rows = kept.rows
            steps = self._steps(rows)
        except CannotHappen:
            self.rooms.drop(self)  # who comes back is told what is wrong with it
            return
        self._note_former(kept.seats)
        has_begun = self.agreed.started is None and kept.agreed.started is not None
        if kept.agreed.secret != self.agreed.secret:
            self.asked = None  # another round
        self.agreed, self.seats = kept.agreed, kept.seats
        if has_begun:
            self._resync()
        await self.follow(rows, steps)
        self.reseat()
        await self.check_start()

    def _note_former(self, seats: Sequence[Seat]) -> None:
        """Whose seat another process has given to another device."""
        for was, now in zip(self.seats, seats):
            if was.holder is not None and now.holder is not None and was.holder != now.holder:
                self.former[was.holder] = now.seat
                self.former.pop(now.holder, None)

    async def follow(self, rows: Sequence[Row], steps: Sequence[Step]) -> None:
        """Let kept rows happen here, and tell them."""
        for row, step in zip(rows, steps):
            self.rows.append((row.seat, row.action))
            self.digests.append(row.digest)
            self.draws += row.seat == CHANCE
            self._note(row.command, step.n)
        if steps:
            self.agreed.rows, self.agreed.last = len(self.rows), rows[-1].digest
            self.match = steps[-1].after
            self.before = None if steps[-1].is_undo else steps[-1].before
        self.since = time.monotonic() + SHOWING
        for step in steps:
            self.tell_step(step)
        self.before = None
        if steps and self.match.over:
            await self.end()
        self.plan()

    def _note(self, command: str | None, n: int) -> None:
        if command is not None:
            self.commands[command] = n
            while len(self.commands) > COMMANDS:
                self.commands.popitem(last=False)

    async def end(self) -> None:
        """Tell how it ended."""
        told = await asyncio.to_thread(course, self.ready, tuple(self.rows))
        self.ending = {
            "scores": self.match.scores,
            "winners": self.match.winners,
            "course": told,
            "endings": await asyncio.to_thread(endings, self.match, self.names()),
        }
        self.tell({"do": "over", "n": self.n, **self.ending, "next": self.agreed.next})
        self.tell_fair()
        log.info("over", extra={"table": self.agreed.id[:6], "game": self.agreed.game, "rows": self.n})

    def undo_depth(self, seat: Viewer) -> int:
        """How many actions an undo of this seat takes back: to its last real decision, while nobody learnt anything."""
        if self._undo[0] != self.n:
            self._undo = (self.n, *self._undoable())
        return self._undo[2] if seat is not None and seat == self._undo[1] else 0

    @property
    def _given(self) -> int:
        """How many actions stand, as they were played before this table was opened."""
        return self.agreed.branch.at if self.agreed.branch is not None else 0

    def _undoable(self) -> tuple[Viewer, int]:
        """Who can take back something, and how many actions."""
        counted = counting(self.rows)
        if len(counted) <= self._given or self.match.over or counted[-1][0] == CHANCE or self.agreed.is_lesson:
            return None, 0
        seat = counted[-1][0]
        return (seat, self._depth(seat, counted)) if self.seats[seat].kind == "person" else (None, 0)

    def _depth(self, seat: int, counted: list[tuple[int, int]]) -> int:
        for depth in range(1, len(counted) - self._given + 1):
            who, action = counted[-depth]
            before = self.before if depth == 1 and self.before else played(self.ready, counted[:-depth])
            if who != seat or before.opens(action):
                return 0
            if seat in self.auto_off or before.forced is None:
                return depth
        return 0

    # What comes next.

    def plan(self) -> None:
        """Set the alarm for what happens without a command."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        due = self._due() if self.rooms.has(self) and self.rooms.is_leading(self) else None
        if due is not None:
            delay, work = due
            self._set_alarm(delay, work)

    def _set_alarm(self, delay: float, work: Callable[[int], Awaitable[None]]) -> None:
        """Not before the pause after a failure is over, which grows with each."""
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(self.failures, 10)) if self.failures else 0.0
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(max(delay, pause), self._wake, self.n, work, context=Context())

    def _wake(self, n: int, work: Callable[[int], Awaitable[None]]) -> None:
        self.timer = None
        self.rooms.spawn(self._run(n, work))

    async def _run(self, n: int, work: Callable[[int], Awaitable[None]]) -> None:
        """An alarm that fails is never the last: a full disk and a database that restarts pass."""
        try:
            if self.failures:
                await self._take_in()
            if self.n == n:
                await work(n)
                self.failures = 0
        except Exception:
            log.exception("alarm", extra={"table": self.agreed.id[:6], "game": self.agreed.game, "rows": self.n})
            if self.timer is None:
                self.recover_later()
        else:
            self.plan()

    async def _take_in(self) -> None:
        """After a failure: what was written may have been kept, though nobody said so."""
        async with self.lock:
            await self.catch_up()

    def recover_later(self) -> None:
        """Something could not be written: look again after a while, and go on from what is there."""
        self.failures += 1
        if self.timer is not None:
            self.timer.cancel()
        self._set_alarm(0.0, self._recovered)

    async def _recovered(self, n: int) -> None:
        """It can be read again; what is due now is planned anew."""
        if (trouble := await self.store.works()) is not None:
            raise OSError(trouble[1])
        async with self.lock:
            await self.check_start()

    def _due(self) -> tuple[float, Callable[[int], Awaitable[None]]] | None:
        if self.status == "lobby" and self.waits is not None:
            return max(0.0, self.waits + self.settings.promise_wait - time.monotonic()), self._wait_no_longer
        if self.status == "lobby" and self.asked is not None:
            late = self._break_off if sealing.is_sealing(self.agreed) else self._begin_anyway
            return max(0.0, self.asked + self.settings.words_wait - time.monotonic()), late
        if self.status != "playing" or self._thinks == self.n or self.agreed.is_lesson:
            return None
        if self.seats[self.match.seat].kind == "bot":
            return (self.settings.bot_pause if self.match.is_evident else 0.0), self._bot_moves
        if self.match.seat not in self.auto_off and self.match.forced is not None:
            return self.settings.forced_pause, self._forced_moves
        return self._patience()

    def _patience(self) -> tuple[float, Callable[[int], Awaitable[None]]] | None:
        """How long a person may take: by the clock, and when away."""
        ends = self._ends()
        return (max(self.settings.bot_pause, min(ends) - time.monotonic()), self._bot_moves) if ends else None

    def _ends(self) -> list[float]:
        """When a person's time is over, in one way or another."""
        seat, ends = self.match.seat, []
        if self.agreed.clock is not None:
            ends.append(self.since + self.agreed.clock)
        if not self.is_here(seat):
            ends.append(self.left[seat] + self.settings.grace)
        return ends

    def _is_bots(self, seat: int) -> bool:
        """A bot decides: it is its seat, or time was over and nobody has come back meanwhile."""
        return self.seats[seat].kind == "bot" or any(end <= time.monotonic() for end in self._ends())

    async def _bot_moves(self, n: int) -> None:
        """A bot thinks beside the loop; what it says counts if nothing has happened meanwhile."""
        seat = self.match.seat
        level = (self.seats[seat].level if self.seats[seat].kind == "bot" else None) or botseats.BEST
        self._thinks = n
        try:
            thought = await self._thought(seat, level)
        finally:
            self._thinks = -1 if self._thinks == n else self._thinks
        async with self.lock:
            if thought is not None and self.n == n and self.status == "playing" and self._is_bots(seat):
                action, by = thought
                if self.is_sat_in(seat):
                    self.tell_seats()
                await self.happen(seat, action, by=by)

    async def _thought(self, seat: int, level: str) -> tuple[int, str] | None:
        """What a bot of this level decides, and by whom that was; the hinted move if no thought comes, and nothing if
        the table has gone on before its turn to think has come."""
        match, hinted = self.match, f"{HINTED}{level}"
        who = BOT if self.seats[seat].kind == "bot" else SITTING_IN
        by = f"{who}{level}" if botseats.is_ready(level, self.agreed.game) else hinted
        spare = partial(botseats.choose, match, seat, botseats.QUICK, self.luck)
        found = None if match.is_evident else spare()  # before it is due: then there is no time left to look for it
        try:
            async with self.rooms.chooser(self, level, self._tell_queue) as choose:
                if self.match is not match:
                    return None
                action = await self._decision(match, seat, choose(match, seat, level, self.luck))
        except NoThought as why:
            log.warning("no thought", extra={"table": self.agreed.id[:6], "game": self.agreed.game, "why": str(why)})
            action = None
        return (action, by) if action is not None else (spare() if found is None else found, hinted)

    async def _decision(self, match: Match, seat: int, thought: Awaitable[int]) -> int | None:
        """What was thought. Where it depends on a hand, it comes when it is due, not before and not after, and nothing
        if it is not there then: neither how long a bot thinks nor how long others wait for it tells what it holds."""
        if match.is_evident:
            return await thought
        due = time.monotonic() + self.settings.hand_pause
        thinking = asyncio.ensure_future(thought)
        await self.rooms.until(due)
        if not thinking.done():
            thinking.cancel()
            return None
        return thinking.result()

    def _tell_queue(self, before: int) -> None:
        """So many are thought for before this table's bot."""
        self._queue = (self.n, before)
        self.tell_seats()

    async def _forced_moves(self, n: int) -> None:
        async with self.lock:
            if self.n == n and self.status == "playing" and self.match.forced is not None:
                await self.happen(self.match.seat, self.match.forced, by=FORCED)

    # The lobby.

    async def check_start(self) -> None:
        """When all have committed, that is sealed and words are asked for; when all words are here, the game begins."""
        people = [seat for seat in self.seats if seat.kind == "person"]
        is_left_to_bots = not people and bool(self.agreed.rounds) and not self.is_called
        if self.status != "lobby" or any(seat.kind == "open" for seat in self.seats) or is_left_to_bots:
            self.asked = self.waits = None
            return
        if any(seat.commitment is None for seat in people):
            if self.waits is None:
                self.waits = time.monotonic()
                self.tell_fair()
            self.plan()
            return
        self.waits = None
        if sealing.is_sealing(self.agreed) and self.agreed.seal is None and not await self._seal():
            return
        if all(seat.words is not None for seat in people):
            await self.begin()
        elif self.asked is None:
            self.asked = time.monotonic()
            self.tell_fair()
        self.plan()

    async def _seal(self) -> bool:
        """Keep what all have committed to, before anybody tells words; False if others were faster."""
        sealed = sealing.sealed(self.agreed, self.seats)
        try:
            await self.store.seal(sealed, self.seats)
        except Conflict:
            await self.catch_up()
            return False
        except Exception:
            self.recover_later()
            raise
        self.agreed = sealed
        return True

    async def break_round(self, reason: str, changed: Sequence[Seat]) -> None:
        """Nothing is replaced: the round is published and counted, and the next begins with who sits there then."""
        agreed = sealing.broken(self.agreed, self.seats, reason, [seat.seat for seat in changed])
        sitting = {seat.seat: seat for seat in (*self.seats, *changed)}
        seats = [sealing.anew(sitting[seat.seat]) for seat in self.seats]
        try:
            await self.store.break_off(agreed, seats, self.agreed)
        except Conflict:
            await self.catch_up()
            return
        except Exception:
            self.recover_later()
            raise
        self.agreed, self.seats, self.asked, self.is_called = agreed, seats, None, False
        log.info("round broken", extra={"table": agreed.id[:6], "game": agreed.game, "rows": 0})
        self.reseat()
        await self.check_start()

    async def _break_off(self, n: int) -> None:
        """Words that did not come in time."""
        async with self.lock:
            if self.status == "lobby" and self.asked is not None:
                silent = [seat for seat in self.seats if seat.kind == "person" and seat.words is None]
                await self.break_round(sealing.SILENT, [sealing.given_up(seat) for seat in silent])

    async def _look_around(self, n: int) -> None:
        """A table of bots begins when somebody comes to watch."""
        async with self.lock:
            await self.check_start()

    async def _wait_no_longer(self, n: int) -> None:
        """Who has not committed in time gives way to a bot, and the game begins with who is there."""
        async with self.lock:
            if self.agreed.started is None and self.waits is not None:
                self.waits = None
                for seat in [seat for seat in self.seats if seat.kind == "person" and seat.commitment is None]:
                    bot = replace(seat, kind="bot", level=botseats.BEST, holder=None, secret=None)
                    await self.change_seat(bot)
                await self.check_start()

    async def _begin_anyway(self, n: int) -> None:
        async with self.lock:
            if self.agreed.started is None and self.asked is not None:
                await self.begin()

    async def begin(self) -> None:
        """The words are mixed, and chance may act. A game that could not be stored has not begun."""
        agreed = replace(self.agreed, started=time.time())
        if not sealing.is_sealing(agreed):
            seats = [replace(seat, words=seat.words or seat.spare) for seat in self.seats]
        elif sealing.is_still_sealed(agreed, self.seats):
            seats = self.seats
        else:
            await self.break_round(sealing.CHANGED, [])
            return
        rows, steps = list[Row](), list[Step]()
        self._let_fall(seats, rows, steps, self.match)
        try:
            kept = await self.store.start(agreed, seats, rows)
        except Conflict:
            await self.catch_up()
            return
        except Exception:
            self.recover_later()
            raise
        self.agreed, self.seats, self.failures = agreed, seats, 0
        log.info("begins", extra={"table": self.agreed.id[:6], "game": self.agreed.game, "rows": 0})
        self._resync()
        await self.follow(kept, steps)

    def _resync(self) -> None:
        for guest in self.guests:
            guest.send(self.sync(guest))
