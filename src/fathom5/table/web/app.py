"""The application: routes that read, ask and answer, behind a few rules for all of them."""

import io
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from typing import Any, TypeVar

import segno
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Message, Receive, Scope, Send

import fathom5
from fathom5 import Disagreement
from fathom5.door import LANGUAGES
from fathom5.scene import SHAPES
from fathom5.table.keep.database import reason
from fathom5.table.keep.store import PROGRAM, Agreed, Conflict, Seat, Store
from fathom5.table.play import botseats, branches, lessons, replays, sealing
from fathom5.table.play.aside import SetAside
from fathom5.table.play.commands import Refused, join, renew_link, seat_for, take_over
from fathom5.table.play.course import CannotHappen
from fathom5.table.play.people import (
    Buckets,
    SharedBuckets,
    free_colour,
    is_plain,
    name_of,
    new_id,
    seat_by_link,
    seat_of,
)
from fathom5.table.play.room import Room
from fathom5.table.play.rooms import Rooms
from fathom5.table.play.searches import Searches
from fathom5.table.play.telling import compact
from fathom5.table.settings import Settings
from fathom5.table.web import pages, reviews
from fathom5.table.web.asking import finished, room_of, rooms_of
from fathom5.table.web.devices import device_of, remember
from fathom5.table.web.gate import Guard, asker_of, headed, headed_live
from fathom5.table.web.language import language_of
from fathom5.table.web.live import live
from fathom5.table.web.rulebook import rulebook
from fathom5.table.web.turns import Turns

log = logging.getLogger("fathom5.table")
T = TypeVar("T")
CLOCKS = range(5, 24 * 3600 + 1)  # seconds
COUNTED = 30.0  # seconds for which it is known how many tables there are
REPLAYS, LETTERS = 20, 20_000_000  # kept at hand, and how much they hold in all: what is over does not change
IN_ADVANCE = 0.25  # seconds that are paid for what is costly before it is begun
WHY = {400: "nonsense", 403: "not_now", 404: "no_table", 405: "nonsense", 413: "too_long", 429: "too_fast"}


# Asking.


def base_url(request: Request) -> str:
    """How others reach this server."""
    return (rooms_of(request).settings.public_url or str(request.base_url)).rstrip("/")


async def body_of(request: Request, longest: int = 20_000) -> bytes:
    """What was sent, if it is not too much."""
    sent = b""
    async for chunk in request.stream():
        sent += chunk
        if len(sent) > longest:
            raise HTTPException(413)
    return sent


async def asked(request: Request) -> dict[str, Any]:
    """A JSON object, or a form whose fields hold JSON or plain words."""
    request._body = await body_of(request)
    try:
        if request.headers.get("content-type", "").startswith("application/json"):
            found = json.loads(request._body)
        else:
            found = {name: plainly(str(value)) for name, value in (await request.form()).items()}
    except (ValueError, RecursionError):
        raise HTTPException(400) from None
    if not isinstance(found, dict) or not is_plain(found):
        raise HTTPException(400)
    return found


def plainly(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def limited(request: Request) -> None:
    """So many tables and uploads from one address, and no more."""
    openings: Buckets = request.app.state.openings
    if not openings.take(asker_of(request)):
        raise HTTPException(429)


async def afforded(request: Request, work: Callable[..., T], *about: Any) -> T:
    """Something costly, done beside the loop on the budget of who asks; some of it is paid in advance, so that nobody
    has many of them done at once."""
    rooms = rooms_of(request)
    with rooms.charged(device_of(request), asker_of(request), price=IN_ADVANCE) as can_afford:
        if not can_afford:
            raise HTTPException(429)
        done: T = await rooms.think(work, *about)
    return done


# Tables.


async def open_table(request: Request) -> Response:
    """A new table, as it was asked for."""
    limited(request)
    wanted = await asked(request)
    if wanted.get("program") is True and not rooms_of(request).settings.programs:
        return JSONResponse({"why": "no_programs"}, 422)
    response = RedirectResponse("/", 303)
    device = remember(request, response)
    try:
        agreed, seats = arranged(wanted, device)
    except Disagreement as error:
        return JSONResponse({"why": str(error), "said": error.said[language_of(request)]}, 422)
    except (ValueError, Refused, TypeError) as error:
        return JSONResponse({"why": str(error)}, 422)
    await rooms_of(request).open(agreed, seats)
    response.headers["location"] = f"/t/{agreed.id}"
    return response


def arranged(wanted: dict[str, Any], device: str) -> tuple[Agreed, list[Seat]]:
    """A table and its seats, checked."""
    kinds, options, clock = wanted.get("seats"), wanted.get("options") or {}, wanted.get("clock") or None
    if not isinstance(kinds, list) or not isinstance(options, dict) or kinds.count("me") > 1:
        raise ValueError("a table has a list of seats, of which one may be yours, and options")
    ready = fathom5.load(str(wanted.get("game")), **(options | {"players": len(kinds)}))
    if clock is not None and (isinstance(clock, bool) or not isinstance(clock, int) or clock not in CLOCKS):
        raise ValueError("a clock has from 5 seconds to a day")
    table = new_id()
    agreed = sealing.opened(table, ready.game.name, ready.game.version, dict(ready.options), clock, device)
    seats: list[Seat] = []
    for number, kind in enumerate(kinds):
        seats.append(
            own_seat(table, number, wanted, device) if kind == "me" else seat_for(agreed, number, str(kind), seats)
        )
    return agreed, recoloured(seats)


async def open_lesson(request: Request) -> Response:
    """The first dive of a game: the one that this device has left, or a new one; also where it is asked for again."""
    limited(request)
    game, wanted = request.path_params["game"], await asked(request)
    if game not in fathom5.names():
        raise HTTPException(404)
    response = RedirectResponse("/", 303)
    device = remember(request, response)
    held = await run_in_threadpool(rooms_of(request).store.held_by, device)
    table = None if wanted.get("again") is True else lessons.begun(held, game)
    if table is None:
        agreed, rows = lessons.opened(game, device)
        await rooms_of(request).store.open(agreed, learners(agreed, wanted, device), rows)
        table = agreed.id
    response.headers["location"] = f"/t/{table}"
    return response


def learners(agreed: Agreed, wanted: dict[str, Any], device: str) -> list[Seat]:
    """Who learns, and those who do what is prepared."""
    seats = [own_seat(agreed.id, 0, wanted, device)]
    for number in range(1, int(agreed.options["players"])):
        seats.append(seat_for(agreed, number, f"bot:{botseats.QUICK}", seats))
    return recoloured(seats)


def own_seat(table: str, number: int, wanted: dict[str, Any], device: str) -> Seat:
    name = name_of(wanted.get("name")) or "?"
    colour = free_colour(wanted.get("colour"), [], number)
    level = PROGRAM if wanted.get("program") is True else None
    return Seat(table, number, "person", name, colour, level, holder=device, secret=new_id())


def recoloured(seats: list[Seat]) -> list[Seat]:
    """People have their colour, bots take what is left."""
    for seat in seats:
        if seat.kind != "person":
            seat.colour = free_colour(
                seat.seat, [other for other in seats if other.kind == "person" or other.seat < seat.seat], None
            )
    return seats


async def join_table(request: Request) -> Response:
    """Sit down."""
    room, message = await room_of(request), await asked(request)
    response = JSONResponse({})
    device = remember(request, response)
    try:
        seat = await join(room, device, message)
    except Refused as refusal:
        return JSONResponse({"why": refusal.why}, 409)
    except Conflict:
        return JSONResponse({"why": "taken"}, 409)
    response.body = json.dumps({"seat": seat}).encode()
    response.headers["content-length"] = str(len(response.body))
    return response


async def seat_link(request: Request) -> Response:
    """Asked for, a page with a button: a messenger that looks at the link takes no seat. The button does."""
    room = await room_of(request)
    seat = seat_by_link(room.seats, request.path_params["secret"])
    if seat is None:
        raise HTTPException(404)
    if request.method != "POST":
        return pages.take_seat(request, seat.name)
    response = RedirectResponse(f"/t/{room.agreed.id}", 303)
    try:
        await take_over(room, seat, remember(request, response), request.query_params.get("program") == "1")
    except Refused as refusal:
        return JSONResponse({"why": refusal.why}, 409)
    return response


async def own_link(request: Request) -> Response:
    """The seat's own link, for whoever holds it; by POST another one, and the old leads nowhere."""
    room = await room_of(request)
    seat = seat_of(room.seats, device_of(request))
    if seat is None:
        raise HTTPException(404)
    if request.method == "POST":
        await renew_link(room, seat)
    return JSONResponse({"seat": seat, "link": link_of(request, room, seat)})


def link_of(request: Request, room: Room, seat: int) -> str:
    return f"{base_url(request)}/t/{room.agreed.id}/seat/{room.seats[seat].secret}"


async def qr(request: Request) -> Response:
    """A link as a picture for phones."""
    room = await room_of(request)
    seat = seat_of(room.seats, device_of(request)) if "mine" in request.query_params else None
    link = f"{base_url(request)}/t/{room.agreed.id}" if seat is None else link_of(request, room, seat)
    drawn = io.BytesIO()
    segno.make(link, error="m").save(drawn, kind="svg", scale=6, xmldecl=False, border=2)
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})


async def my_tables(request: Request) -> Response:
    device = device_of(request)
    return JSONResponse(await tables_of(rooms_of(request), device) if device else [])


async def tables_of(rooms: Rooms, device: str) -> list[dict[str, Any]]:
    """A device's tables, the newest first."""
    return [
        {
            "table": agreed.id,
            "game": agreed.game,
            "status": "over" if agreed.ended else "playing" if agreed.started else "lobby",
            "seat": seat_of(seats, device),
            "names": [seat.name for seat in seats],
            "changed": agreed.ended or agreed.started or agreed.opened,
            "lesson": agreed.is_lesson,
        }
        for agreed, seats in await run_in_threadpool(rooms.store.held_by, device)
    ]


# Replays.


async def looked_back(request: Request, aside: SetAside) -> Response:
    """What came before a table was set aside, as who asks may know it."""
    views, asked = aside.views(device_of(request)), request.query_params.get("view")
    language, shape = request.query_params.get("lang", LANGUAGES[0]), request.query_params.get("shape", SHAPES[0])
    view = (
        next((view for view in views if str(view) == asked), None) if asked is not None else views[0] if views else -1
    )
    if not views or view not in views or language not in LANGUAGES or shape not in SHAPES:
        raise aside
    told = await afforded(request, aside.looked_back, view, views, language, shape)
    return Response(
        compact(told, replays.names_of(told)), media_type="application/json", headers={"cache-control": "no-store"}
    )


async def bare_rows(request: Request) -> Response:
    """A finished game of other rules, as numbers: they need no rules."""
    try:
        await finished(request)
    except SetAside as aside:
        if aside.turn is None and aside.was_over:
            return JSONResponse(aside.data(), headers={"content-disposition": 'attachment; filename="rows.json"'})
        raise
    raise HTTPException(404)


async def replay_data(request: Request) -> Response:
    """All positions from one viewpoint."""
    try:
        kept = await finished(request)
    except SetAside as aside:
        return await looked_back(request, aside)
    view, language = request.query_params.get("view"), request.query_params.get("lang", LANGUAGES[0])
    shape = request.query_params.get("shape", SHAPES[0])
    if view not in (None, *map(str, range(len(kept.seats)))) or language not in LANGUAGES or shape not in SHAPES:
        raise HTTPException(404)
    told: dict[tuple[str | None, ...], str] = request.app.state.replays
    key = (kept.agreed.id, view, language, shape)
    if key not in told:
        seat = None if view is None else int(view)
        made = await afforded(request, replays.replay, kept, seat, language, shape)
        told[key] = compact(made, replays.names_of(made))
        while len(told) > 1 and (len(told) > REPLAYS or sum(map(len, told.values())) > LETTERS):
            told.pop(next(iter(told)))
    return Response(told[key], media_type="application/json", headers={"cache-control": "private, max-age=60"})


async def save_file(request: Request) -> Response:
    try:
        kept = await finished(request)
    except SetAside as aside:
        if not (aside.was_over and aside.is_readable):
            raise
        kept = aside.before
    text = await afforded(request, replays.save, kept)
    name = f"{kept.agreed.game}-{kept.agreed.id[:6]}.fathom5"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain", headers=headers)


async def upload(request: Request) -> Response:
    """A save file becomes a table that is over."""
    limited(request)
    most = rooms_of(request).settings.upload
    request._body = await body_of(request, most)
    if request.headers.get("content-type", "").startswith("multipart/form-data"):
        async with request.form(max_files=1, max_fields=4, max_part_size=most) as form:
            file = form.get("file")
            sent = await file.read() if isinstance(file, UploadFile) else str(file or "").encode()
    else:
        sent = request._body
    try:
        kept = await afforded(request, replays.uploaded, sent.decode("utf-8"))
    except (ValueError, TypeError) as error:
        return JSONResponse({"why": str(error)[:300]}, 422)
    response = RedirectResponse(f"/r/{kept.agreed.id}", 303)
    kept.agreed.host = remember(request, response)
    await rooms_of(request).store.open(kept.agreed, kept.seats, kept.rows)
    return response


async def play_on(request: Request) -> Response:
    """A moment of a game that is over becomes a table at which who decided then decides again, against bots."""
    limited(request)
    kept, wanted = await finished(request), await asked(request)
    n, seat = wanted.get("n"), wanted.get("seat")
    if type(n) is not int or type(seat) is not int or seat not in range(len(kept.seats)):
        raise HTTPException(400)
    response = RedirectResponse("/", 303)
    try:
        opened = await afforded(request, branches.opened, kept, n, seat, remember(request, response))
    except CannotHappen:
        return JSONResponse({"why": "not_now"}, 409)
    await rooms_of(request).store.open(*opened)
    response.headers["location"] = f"/t/{opened[0].id}"
    return response


async def bot_levels(request: Request) -> Response:
    return JSONResponse(list(botseats.levels()))


async def health(request: Request) -> Response:
    """Whether all is well: the database can be written; else a word for machines and a reason for people."""
    rooms = rooms_of(request)
    told = {"ok": True, "version": fathom5.__version__, "rooms": len(rooms), "sockets": rooms.sockets()}
    trouble = await rooms.store.works()
    try:
        told["tables"] = await run_in_threadpool(rooms.store.count, COUNTED)
    except Exception as error:
        trouble = trouble or reason(error)
    if trouble is not None:
        told |= {"ok": False, "why": trouble[0], "reason": trouble[1]}
    return JSONResponse(told, 503 if trouble else 200, headers={"cache-control": "no-store"})


async def searches(request: Request) -> Response:
    """How far each game's search is."""
    return JSONResponse(request.app.state.searches.all(), headers={"cache-control": "no-store"})


routes: list[BaseRoute] = [
    Route("/tables", open_table, methods=["POST"]),
    Route("/lessons/{game}", open_lesson, methods=["POST"]),
    Route("/mine", my_tables),
    Route("/levels", bot_levels),
    Route("/searches", searches),
    Route("/health", health),
    Route("/t/{table}/join", join_table, methods=["POST"]),
    Route("/t/{table}/seat/{secret}", seat_link, methods=["GET", "POST"]),
    Route("/t/{table}/mine", own_link, methods=["GET", "POST"]),
    Route("/t/{table}/qr.svg", qr),
    Route("/t/{table}/replay.json", replay_data),
    Route("/t/{table}/save", save_file),
    Route("/t/{table}/rows", bare_rows),
    Route("/r/{table}/replay.json", replay_data),
    Route("/r/{table}/save", save_file),
    Route("/t/{table}/on", play_on, methods=["POST"]),
    Route("/r/{table}/on", play_on, methods=["POST"]),
    Route("/replay", upload, methods=["POST"]),
    WebSocketRoute("/t/{table}/live", live),
]


async def set_aside(request: Request, error: Exception) -> Response:
    """A page for people, a word for scripts."""
    assert isinstance(error, SetAside)
    if "text/html" in request.headers.get("accept", ""):
        return await pages.set_aside(request, error)
    row = {} if error.turn is None else {"row": error.turn + 1}
    return JSONResponse({"why": "set_aside", "rules": error.kept.agreed.rules, **row}, 409)


async def refused(request: Request, error: Exception) -> Response:
    """A page for people, a word for scripts."""
    if "text/html" in request.headers.get("accept", ""):
        return await pages.refused(request, error)
    status = error.status_code if isinstance(error, HTTPException) else 500
    return JSONResponse({"why": WHY.get(status, "busy")}, status)


class House(Starlette):
    """Every answer has the strict headers, that to a failure of ours too, which no middleware sees."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await super().__call__(scope, receive, headed_live(scope, send))
        is_answered = False
        await self.state.turns.take(asker_of(HTTPConnection(scope)))

        async def noting(message: Message) -> None:
            nonlocal is_answered
            if message["type"] == "http.response.start" and message["status"] >= 400:
                self.state.rooms.meters.errors[message["status"]] += 1
            await send(message)
            is_answered = message["type"] == "http.response.body" and not message.get("more_body", False)

        try:
            await super().__call__(scope, receive, headed(noting))
        except ClientDisconnect:
            return None  # who went away before all was said waits for no answer
        except Exception:
            if not is_answered:
                raise
            log.exception("request")  # who asked was told; the server beneath would cut the line
        return None


def create_app(database: str | Store | None = None, settings: Settings | None = None) -> Starlette:
    """The whole table on one database, which may have been opened already."""
    chosen = settings or Settings()
    models = None
    if chosen.mcp:
        from fathom5.table.web.mcp import Mounted  # only who is asked for it waits for its library

        models = Mounted(lambda: house.state.rooms, lambda: house.state.openings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.rooms = Rooms(database if isinstance(database, Store) else Store(database), chosen)
        app.state.turns = Turns()
        shared = app.state.rooms.ledger
        app.state.openings = SharedBuckets(shared, *chosen.openings) if shared else Buckets(*chosen.openings)
        app.state.replays = {}
        app.state.searches = Searches(getattr(app.state, "compiling", None))
        app.state.game_of = app.state.rooms.game_of
        app.state.rooms.listen()
        app.state.warming = app.state.rooms.threads.submit(botseats.warm_up)
        async with models.lifespan() if models else nullcontext():
            yield
        app.state.rooms.close()

    shell = [Middleware(Guard, settings=chosen), Middleware(GZipMiddleware, minimum_size=1000)]
    house = House(
        routes=[
            *routes,
            *reviews.routes,
            *(models.routes if models else ()),
            *pages.routes,
            Route("/rules/{game}", rulebook),
        ],
        middleware=shell,
        exception_handlers={SetAside: set_aside, HTTPException: refused, Exception: refused},
        lifespan=lifespan,
    )
    return house
