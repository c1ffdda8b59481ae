"""What most routes ask first: for the rooms of the house, for one of them, for a game that is over."""

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from fathom5.table.keep.store import Kept
from fathom5.table.play.room import Room
from fathom5.table.play.rooms import Rooms


def rooms_of(request: HTTPConnection) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


async def room_of(request: HTTPConnection) -> Room:
    room = await rooms_of(request).find(request.path_params["table"])
    if room is None:
        raise HTTPException(404)
    return room


async def finished(request: HTTPConnection) -> Kept:
    """A table that is over: only then does its whole game exist for anyone."""
    room = await room_of(request)
    if room.status != "over":
        raise HTTPException(403)
    kept = await run_in_threadpool(room.store.kept, room.agreed.id)
    if kept is None:
        raise HTTPException(404)
    return kept
