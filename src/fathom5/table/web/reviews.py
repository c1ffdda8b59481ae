"""The review of a game that is over, told as it becomes known: a stream of events that ends with the last."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from fathom5.bots import reviewer
from fathom5.bots.review import Kind
from fathom5.door import LANGUAGES
from fathom5.table.keep.store import Kept
from fathom5.table.play import judging, replays
from fathom5.table.play.reviews import Wanted
from fathom5.table.play.telling import Viewer, compact
from fathom5.table.web.asking import finished, rooms_of
from fathom5.table.web.devices import device_of
from fathom5.table.web.gate import asker_of

LONGEST = 90.0  # seconds for a review that does not end by itself
PAUSE = 0.7  # seconds between two tellings
PRICE = 1.0  # second of who asks; the rest is done when nobody else needs the machine


class Stream(Response):
    """Events, each as it comes. Who goes away is noticed at once, and so is it by whoever makes them."""

    media_type = "text/event-stream"  # what is packed would wait for more

    def __init__(self, events: AsyncGenerator[str, None]) -> None:
        super().__init__(headers={"cache-control": "no-store"})
        del self.headers["content-length"]
        self.events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        telling, leaving = asyncio.create_task(self._tell(send)), asyncio.create_task(_left(receive))
        await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
        telling.cancel() if not telling.done() else telling.result()
        leaving.cancel()
        await asyncio.gather(telling, leaving, return_exceptions=True)

    async def _tell(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async with aclosing(self.events) as events:
            async for event in events:
                text = f"data: {event}\n\n".encode()
                await send({"type": "http.response.body", "body": text, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def review(request: Request) -> Response:
    """What was luck and what was skill, for whoever may see the replay; of what is at hand it costs nothing."""
    kept = await finished(request)
    kind, view = request.query_params.get("kind", Kind.KNOWN), request.query_params.get("view")
    language = request.query_params.get("lang", LANGUAGES[0])
    if kind not in set(Kind) or view not in (None, *map(str, range(len(kept.seats)))) or language not in LANGUAGES:
        raise HTTPException(404)
    if kept.agreed.branch is not None:
        return JSONResponse({"why": "played_on"}, 409)
    rooms, device, asker = rooms_of(request), device_of(request), asker_of(request)
    if not rooms.reviews.is_at_hand(kept.agreed.id, kind) and not rooms.afford(PRICE, device, asker):
        raise HTTPException(429)
    wanted = Wanted(
        kept.agreed.id,
        kind,
        device or asker,
        partial(request.app.state.searches.told, kept.agreed.game),
        lambda: reviewer.question(replays.bare_save(kept), kind, LONGEST),
        asker,
    )
    request.app.state.searches.ask(kept.agreed.game)
    return Stream(events(request, wanted, kept, None if view is None else int(view), language))


async def events(
    request: Request, wanted: Wanted, kept: Kept, view: Viewer, language: str
) -> AsyncGenerator[str, None]:
    rooms, ear = rooms_of(request), judging.Ear(kept, view, language)
    names = [seat.name for seat in kept.seats]
    async with aclosing(rooms.reviews.listen(wanted)) as news:
        async for each in news:
            if "found" not in each:
                yield compact(each)
                continue
            told = await rooms.think(_told, ear, each["found"])
            yield compact(told, names)
            await asyncio.sleep(0 if told["done"] else PAUSE)


def _told(ear: judging.Ear, found: str) -> dict[str, Any]:
    return ear.told(json.loads(found))


routes: list[BaseRoute] = [
    Route("/t/{table}/review", review),
    Route("/r/{table}/review", review),
]
