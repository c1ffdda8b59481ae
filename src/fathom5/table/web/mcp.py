"""Tables for language models, by the Model Context Protocol: the official SDK, on stdio or mounted in the house.

Who sits down gets a token, once, and with it what the seat may know: everything that is answered is made of the seat's
own view, as for a page. The seat's part of the fair dice is done here, as a page would do it. A token outlives a
restart, as a cookie does: the seat knows who holds it. What is asked for draws on the budget of its address.
"""

import asyncio
import json
import re
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, count
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fathom5 import games as shelf
from fathom5 import text
from fathom5.bots import View, compiling, reviewer
from fathom5.bots.compiling import Beside
from fathom5.bots.review import Kind
from fathom5.door import departures, load, rulebook, words_of
from fathom5.table import dice
from fathom5.table.keep.store import Store
from fathom5.table.play import botseats
from fathom5.table.play.commands import Refused, join, obey, take_over
from fathom5.table.play.people import Buckets, new_id, seat_by_link, seat_of
from fathom5.table.play.reviews import Wanted
from fathom5.table.play.room import Room
from fathom5.table.play.rooms import Rooms
from fathom5.table.settings import Settings
from fathom5.table.web.gate import asker_of

PAGE = 60  # moves that are listed at once
LINES = 25  # of the log
IDLE = 1800.0  # seconds without a word, after which a seat is left alone
LONGEST_WAIT = 50.0  # seconds for which one answer is waited for
REVIEW = 4.0  # seconds for a review
SHORT = "short"  # what such a review is called among those that are kept
LONGEST_MOVE = 200  # letters of a move: each line of it is compared with all that can be done
LONGEST_BODY = 20_000  # bytes of what is asked
MOST_TOKENS = 20  # that are told of at once
MARKUP = re.compile(r"[*_`]")


asking: ContextVar[str] = ContextVar("asking", default="")  # from where; nowhere on stdio: that house is one's own


def holder_of(token: str) -> str:
    """By what a seat knows who holds it."""
    return sha256(f"mcp {token}".encode()).hexdigest()


class Chair:
    """A guest at a table that is asked and answered in text."""

    language, shape = "en", "wide"

    def __init__(self, rooms: Rooms, token: str) -> None:
        self.rooms, self.holder = rooms, holder_of(token)
        self.device: str | None = self.holder
        self.asker = asking.get()
        self.room: Room | None = None
        self.luck, self.ids = sha256(f"luck {token}".encode()).hexdigest(), count()
        self.news, self.used = asyncio.Event(), time.monotonic()
        self.log: deque[tuple[int, str]] = deque(maxlen=LINES)
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}

    # As a guest of the room.

    def send(self, message: str) -> None:
        told = json.loads(message)
        fair = told.get("fair") or {}
        if fair.get("asks"):
            self.rooms.spawn(self._promise(fair))
        waiting = self.answers.get(str(told.get("id")))
        if waiting is not None and not waiting.done() and told["do"] in ("done", "refused", "hint"):
            waiting.set_result(told)
        for line in told.get("log") or ():
            self._note(line)
        self.news.set()

    def _note(self, line: dict[str, Any]) -> None:
        """A line of the log as the seat heard it; what was taken back is not told any more."""
        if not line.get("undo"):
            self.log.append((line["n"], line["text"]))
        elif self.log:
            last = max(n for n, _ in self.log)
            self.log = deque((each for each in self.log if each[0] != last), LINES)

    def close(self, code: int) -> None:
        self.news.set()

    async def _promise(self, fair: dict[str, Any]) -> None:
        """The seat's part of the dice: words of its own, committed to before, told when all is sealed."""
        assert self.room is not None
        words = sha256(f"{self.luck} {fair['round']}".encode()).hexdigest()[:32]
        if fair["asks"] == "commitment":
            said = {"commitment": dice.seat_commitment(self.room.agreed.id, self.seat, words)}
        else:
            said = {"seal": dice.Seal.of(fair["seal"]).digest.hex(), "words": words}
        await obey(self.room, self, {"do": "words", "round": fair["round"], **said})

    # As who is asked.

    @property
    def seat(self) -> int:
        seat = seat_of(self.room.seats, self.device) if self.room else None
        if seat is None:
            raise ToolError("this seat is not yours any more")
        return seat

    @property
    def view(self) -> View:
        assert self.room is not None
        return View.of(self.room.match, self.seat)

    def enter(self, room: Room) -> None:
        self.room = room
        room.enter(self)

    def leave(self) -> None:
        if self.room is not None:
            self.room.leave(self)
            self.rooms.forget_later(self.room)

    async def command(self, do: str, **more: Any) -> dict[str, Any]:
        """A command of the table's own protocol, and its answer."""
        assert self.room is not None
        sent = f"mcp-{next(self.ids)}"
        self.answers[sent] = asyncio.get_running_loop().create_future()
        await obey(self.room, self, {"do": do, "id": sent, **more})
        try:
            return await asyncio.wait_for(self.answers[sent], LONGEST_WAIT)
        except TimeoutError:
            raise ToolError("no answer came in time") from None
        finally:
            del self.answers[sent]

    def is_asked(self) -> bool:
        """It is this seat's turn, or all is over."""
        room = self.room
        return room is not None and (
            room.status in ("over", "closed") or (self.is_begun and room.match.seat == self.seat)
        )

    @property
    def is_begun(self) -> bool:
        return self.room is not None and self.room.agreed.started is not None

    async def until_asked(self, seconds: float) -> None:
        end = time.monotonic() + min(seconds, LONGEST_WAIT)
        while not self.is_asked() and (left := end - time.monotonic()) > 0:
            self.news.clear()
            try:
                await asyncio.wait_for(self.news.wait(), left)
            except TimeoutError:
                return


@dataclass
class Desk:
    """All chairs of a house that were taken this way."""

    rooms: Callable[[], Rooms]
    openings: Callable[[], Buckets]
    chairs: dict[str, Chair] = field(default_factory=dict)
    coming: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def chair(self, token: str) -> Chair:
        """Whose token it is; those who have said nothing for long are let go, and come back with their next word."""
        for old in [key for key, chair in self.chairs.items() if time.monotonic() > chair.used + IDLE]:
            self.chairs.pop(old).leave()
        async with self.coming:
            chair = self.chairs.get(token) or await self._again(token)
            if chair.room is not None and not self.rooms().has(chair.room):
                chair.enter(await self.room(chair.room.agreed.id))  # what we knew of it was not what is kept
        chair.used, chair.asker = time.monotonic(), asking.get()
        return chair

    async def _again(self, token: str) -> Chair:
        """Who holds a seat holds it still after a restart, and after an absence."""
        with self.charged():
            held = await self.rooms().think(self.rooms().store.held_by, holder_of(token), 1)
        if not any(seat_of(seats, holder_of(token)) is not None for _, seats in held):
            raise ToolError("nobody holds this token: sit down first")
        self._check_crowd()
        chair = Chair(self.rooms(), token)
        await self._enter(token, chair, await self.room(held[0][0].id))
        return chair

    def new_chair(self) -> tuple[str, Chair]:
        if not self.rooms().settings.programs:
            raise ToolError("this house is for people only")
        if not self.openings().take(asking.get()):
            raise ToolError("too many sit down at once: wait a little")
        self._check_crowd()
        token = new_id()
        return token, Chair(self.rooms(), token)

    def _check_crowd(self) -> None:
        """So many from one address and no more, as with live sockets."""
        here = sum(chair.asker == asking.get() for chair in self.chairs.values())
        if here >= self.rooms().settings.address_sockets:
            raise ToolError("too many sit here already")

    @contextmanager
    def charged(self) -> Iterator[None]:
        """What is costly draws on the budget of the address, whatever tokens are named."""
        with self.rooms().charged(asking.get()) as can_afford:
            if not can_afford:
                raise ToolError("too fast: wait a little")
            yield

    async def room(self, table: str) -> Room:
        room = await self.rooms().find(table)
        if room is None:
            raise ToolError("there is no such table")
        return room

    # What can be asked for.

    def games(self) -> str:
        """The games, how many play each, and their options."""
        return "\n".join(map(_introduced, shelf.names()))

    async def rules(self, game: str, clause: str = "", token: str = "") -> str:
        """A clause of a game's rulebook, such as DS-7; without one, its headings and which clauses stand under each.
        With your token also in what your table leaves the rulebook, where it has house rules."""
        book, changed = _read(lambda: rulebook(game, "en")), await self._departures(game, token)
        if not clause:
            return "\n".join([_contents(book), *dict.fromkeys(chain(*changed.values()))])
        found = re.search(rf"^- {re.escape(clause.upper())}\b.*(?:\n(?!- |#|\n).*)*", book, re.MULTILINE)
        if found is None:
            raise ToolError(f"{game} has no clause {clause!r}")
        return "\n".join([found[0], *changed.get(clause.upper(), ())])

    async def _departures(self, game: str, token: str) -> dict[str, tuple[str, ...]]:
        """By clause: what is not so at the table where that token sits."""
        room = (await self.chair(token)).room if token else None
        return departures(game, "en", room.agreed.options) if room and room.agreed.game == game else {}

    async def open_table(
        self, game: str, others: list[str], name: str = "Model", options: dict[str, Any] | None = None
    ) -> str:
        """Open a table and sit down in its first seat. Others: "open" for whoever has the table's id, or "bot:hinted",
        "bot:paddler", "bot:diver", one for each other seat."""
        from fathom5.table.web.app import arranged  # which mounts this

        token, chair = self.new_chair()
        wanted = {"game": game, "seats": ["me", *others], "name": name, "options": options or {}, "program": True}
        try:
            agreed, seats = arranged(wanted, chair.holder)
        except (ValueError, Refused, TypeError) as wrong:
            raise ToolError(str(wrong)) from None
        await self.rooms().open(agreed, seats)
        return await self._seated(token, chair, await self.room(agreed.id))

    async def sit_down(self, table: str, seat: int | None = None, name: str = "Model") -> str:
        """Take a seat at a table, by its id or address (the first open seat, or that one, counted from 1), or take over
        a seat by its own link, which then leads nowhere. The answer holds this seat's token: keep it to yourself."""
        place = re.search(r"([\w-]{16,40})(?:/seat/([\w-]+))?/?$", table.strip())
        if place is None:
            raise ToolError("that is no table: give its id, its address or a seat's link")
        room = await self.room(place[1])
        token, chair = self.new_chair()
        if place[2]:
            held = seat_by_link(room.seats, place[2])
            if held is None:
                raise ToolError("this link leads nowhere (any more)")
            await take_over(room, held, chair.holder, program=True)
        else:
            free = [each.seat for each in room.seats if each.kind == "open"]
            wanted = free[0] if seat is None and free else (seat or 0) - 1
            try:
                await join(room, chair.holder, {"seat": wanted, "name": name, "program": True})
            except Refused as refusal:
                raise ToolError(f"refused: {refusal.why}") from None
        return await self._seated(token, chair, room)

    async def _enter(self, token: str, chair: Chair, room: Room) -> None:
        self.chairs[token] = chair
        chair.enter(room)
        await obey(room, chair, {"do": "auto", "on": False})  # what is listed can be played

    async def _seated(self, token: str, chair: Chair, room: Room) -> str:
        await self._enter(token, chair, room)
        return f"You sit in seat {chair.seat + 1} of table {room.agreed.id}. Your token: {token}"

    async def tables(self, tokens: list[str]) -> str:
        """The tables at which these tokens sit, with who else is there and how far each is."""
        return "\n".join([_told_of(await self.chair(token)) for token in tokens[:MOST_TOKENS]]) or "no tables"

    async def look(self, token: str, wait: float = 0) -> str:
        """What your seat may know: board, log, whose turn it is, your moves. With wait, up to so many seconds pass
        until you are asked."""
        chair = await self.chair(token)
        await chair.until_asked(wait)
        with self.charged():
            return str(await self.rooms().think(_shown, chair))

    async def moves(self, token: str, page: int = 1) -> str:
        """All that you can do now, in pages."""
        chair = await self.chair(token)
        with self.charged():
            return str(await self.rooms().think(lambda: _listed(_asked(chair), page)))

    async def play(self, token: str, move: str, wait: float = 20) -> str:
        """Make a move: as it is listed, or by its number. Then wait for your next turn, up to so many seconds."""
        chair = await self.chair(token)
        assert chair.room is not None
        turn = chair.room.n
        with self.charged():
            action = await self.rooms().think(_meant, chair, move)
        answer = await chair.command("act", turn=turn, action=action)
        if answer["do"] == "refused":
            raise ToolError(f"refused: {answer['why']}")
        return await self.look(token, wait)

    async def advice(self, token: str) -> str:
        """What the house's search would do in your place, if the table allows it."""
        answer = await (await self.chair(token)).command("hint")
        if answer["do"] == "refused":
            raise ToolError(f"refused: {answer['why']}")
        return "\n".join(f"{line['words']}: {_chances(line)} {line['reason']}" for line in answer["lines"])

    async def resign(self, token: str) -> str:
        """Give up your seat: before the game it is open again, in it a bot plays on."""
        chair = await self.chair(token)
        answer = await chair.command("leave")
        if answer["do"] == "refused":
            raise ToolError(f"refused: {answer['why']}")
        self.chairs.pop(token).leave()
        return "You have left the table."

    async def review(self, token: str) -> str:
        """After the end: how much of each result was luck, and which decisions cost most."""
        room = (await self.chair(token)).room
        if room is None or room.status != "over" or room.agreed.branch is not None:
            raise ToolError("a review is for after the end of a whole game")
        if not compiling.is_ready(room.agreed.game):
            raise ToolError("reviews of this game are not ready yet: ask again in a minute")
        rooms, asker = self.rooms(), asking.get()
        if not rooms.reviews.is_at_hand(room.agreed.id, SHORT) and not rooms.afford(REVIEW, asker):
            raise ToolError("too fast: wait a little")
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                return await self._found(room, asker)
        except TimeoutError:
            raise ToolError("others are being reviewed: ask again later") from None

    async def _found(self, room: Room, asker: str) -> str:
        """Found out as for people, in a process of its own, some in the house at a time."""
        wanted = Wanted(
            room.agreed.id, SHORT, asker or room.agreed.id, lambda: {"share": 1.0, "comes": True},
            lambda: reviewer.question(room.match.save(), Kind.KNOWN, REVIEW), asker,
        )  # fmt: skip
        async with aclosing(self.rooms().reviews.listen(wanted)) as news:
            found = [each["found"] async for each in news if "found" in each]
        if not found:
            raise ToolError("no review came: ask again later")
        return _judged(room, json.loads(found[-1]))


# In words.


def _asked(chair: Chair) -> View:
    if not chair.is_begun or not (view := chair.view).moves:
        raise ToolError("you are not asked for a move now")
    return view


def _meant(chair: Chair, move: str) -> int:
    """The action that a move names."""
    view = _asked(chair)
    meant = text.parse(move, view.moves) if len(move) <= LONGEST_MOVE else None
    if meant is None:
        raise ToolError(f"no move is clear from {move[:100]!r}. {_listed(view, 1)}")
    return view.actions[view.moves.index(meant)]


def _read(work: Callable[[], str]) -> str:
    try:
        return work()
    except ValueError as wrong:
        raise ToolError(str(wrong)) from None


def _chances(line: dict[str, Any]) -> str:
    """What a move promises: a chance to win, or one for each medal that all can win together."""
    medals = [f"{name} {share:.0%} ± {margin:.0%}" for name, (share, margin) in line["medals"].items()]
    return ", ".join(medals) or f"{line['share']:.0%} ± {line['margin']:.0%}"


def _introduced(name: str) -> str:
    game, words = load(name).game, words_of(name, "en")
    players = game.options["players"].allowed
    options = ", ".join(
        f"{option} ({asked.described()})" for option, asked in game.options.items() if option != "players"
    )
    return f"{name}: {words['title']}, {players[0]} to {players[-1]} players. {words['blurb']} Options: {options}"


def _contents(book: str) -> str:
    """Headings, each with the clauses under it."""
    lines: list[str] = []
    for line in book.splitlines():
        if line.startswith("#"):
            lines.append(line)
        elif (found := re.match(r"- ([A-Z]+-\d+)", line)) and lines:
            lines[-1] += f" {found[1]}"
    return "\n".join(lines)


def _told_of(chair: Chair) -> str:
    room = chair.room
    assert room is not None
    who = ", ".join(f"{seat.name or '?'} ({seat.kind})" for seat in room.seats)
    return f"table {room.agreed.id}: {room.agreed.game}, {room.status}; you are seat {chair.seat + 1}; {who}"


def _shown(chair: Chair) -> str:
    """All that a seat may know, small enough to be read."""
    room = chair.room
    assert room is not None
    if not chair.is_begun:
        return f"{_told_of(chair)}\nIt has not begun."
    match, view = room.match, chair.view
    log = [said for _, said in chair.log]
    parts = [_told_of(chair), text.plainly(match.text(chair.seat, "en", room.names())), "\n".join(["Log:", *log])]
    if match.over:
        parts.append("\n".join(["It is over.", *match.story(chair.seat, "en", room.names())[-len(room.seats) - 1 :]]))
    elif view.moves:
        parts.append(_listed(view, 1))
    else:
        parts.append("It is not your turn.")
    return "\n\n".join(parts)


def _listed(view: View, page: int) -> str:
    """Moves with the numbers that `play` knows them by."""
    first = PAGE * (max(1, page) - 1)
    pairs = list(enumerate(zip(view.moves, view.words), 1))[first : first + PAGE]
    lines = [f"{number}. {' '.join(map(str, move))} ({MARKUP.sub('', said)})" for number, (move, said) in pairs]
    left = len(view.moves) - first - len(pairs)
    return "\n".join(["Your moves:", *lines, *([f"{left} more: ask for moves, page {page + 1}"] if left > 0 else [])])


def _judged(room: Room, found: dict[str, Any]) -> str:
    lines = []
    for name, own in zip(room.names(), found["standings"]):
        parts = f"luck {own['luck']:+.1%}, own errors {-own['errors']:+.1%}, without luck {own['adjusted']:.1%}"
        lines.append(f"{name}: {own['result']:.0%} of the victory; {parts}")
    return "\n".join(lines)


# The server.

INSTRUCTIONS = (
    "Board games of the deep. Read `games` and `rules`, then `open_table` or `sit_down`; keep the token that you get. "
    "`look` shows what your seat may know, `play` makes a move and waits for your next turn."
)
TOOLS = ("games", "rules", "open_table", "sit_down", "tables", "look", "moves", "play", "advice", "resign", "review")


def server_of(rooms: Callable[[], Rooms], openings: Callable[[], Buckets], **more: Any) -> MCPServer[Any]:
    """The tools of a house."""
    server: MCPServer[Any] = MCPServer("fathom5", instructions=INSTRUCTIONS, log_level="WARNING", **more)
    desk = Desk(rooms, openings)
    for name in TOOLS:
        server.tool(name=name, structured_output=False)(getattr(desk, name))
    return server


def on_stdio(database: str, players: Sequence[str] = ()) -> None:
    """A house of its own, for whoever has started it."""
    for player in players:
        botseats.bring(player)
    here: dict[str, Rooms] = {}

    @asynccontextmanager
    async def lifespan(server: MCPServer[Any]) -> AsyncIterator[None]:
        here["rooms"] = rooms = Rooms(Store(database), Settings(bot_pause=0.0, hand_pause=0.5, forced_pause=0.0))
        rooms.listen()
        try:
            yield
        finally:
            rooms.close()

    with Beside():  # searches are made ready meanwhile, as in a house with pages
        own = Buckets(*Settings().openings)
        asyncio.run(server_of(lambda: here["rooms"], lambda: own, lifespan=lifespan).run_stdio_async())


class Mounted:
    """The same in a house that serves pages, by streamable HTTP at /mcp; names and origins are for its own guard.

    Nothing is remembered between two requests but who sits where: sessions would be memory that anybody can fill.
    """

    def __init__(self, rooms: Callable[[], Rooms], openings: Callable[[], Buckets]) -> None:
        self.server = server_of(rooms, openings)
        trusted = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        app = self.server.streamable_http_app(
            json_response=True,
            stateless_http=True,
            max_request_body_size=LONGEST_BODY,
            transport_security=trusted,
        )
        self.routes: list[BaseRoute] = [
            Route(route.path, Known(route.app), methods=["POST"]) for route in app.routes if isinstance(route, Route)
        ]  # to be asked for anything else would be to keep a line open on which nothing ever comes

    def lifespan(self) -> AbstractAsyncContextManager[None]:
        return self.server.session_manager.run()


class Known:
    """Notes where a request comes from."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asking.set(asker_of(HTTPConnection(scope)))
        await self.app(scope, receive, send)
