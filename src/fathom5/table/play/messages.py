"""What a room tells of itself: who is here, what was committed to, the clock, and all of it to who comes in."""

import time
from typing import TYPE_CHECKING, Any

from fathom5.door.lessons import decision
from fathom5.table.keep.store import Seat
from fathom5.table.play import fair, sealing
from fathom5.table.play.course import retold
from fathom5.table.play.searches import is_warming
from fathom5.table.play.telling import Viewer, briefly, lines, scores

if TYPE_CHECKING:
    from fathom5.table.play.room import Guest, Room

LINES = 40  # of the log that newcomers are told


def sync(room: "Room", guest: "Guest", scene: Any, recent: list[Any]) -> dict[str, Any]:
    """All that a guest needs to know now; there is no scene in the lobby."""
    viewer = room.viewer_of(guest)
    told = {
        "do": "sync",
        "n": room.n,
        "turn": room.n,
        "game": room.agreed.game,
        "options": room.agreed.options,
        "status": room.status,
        "you": viewer,
        "host": room.is_host(guest),
        "seats": seats(room),
        "to_move": room.match.seat,
        "together": room.match.is_shared,
        "scores": scores(room.match, viewer),
        "scene": {**scene, "acts": briefly(scene["acts"])} if scene else None,
        "undo": room.undo_depth(viewer) > 0,
        "log": recent,
        "fair": dice(room, viewer),
        "clock": clock(room),
        "talk": list(room.talk),
        "next": room.agreed.next,
    }
    if sealing.is_sealing(room.agreed) and room.agreed.started is not None:
        told["digest"] = room.agreed.last
    if room.agreed.is_lesson:
        told["lesson"] = True
    if room.agreed.branch is not None:
        told["branch"] = room.agreed.branch.at
    if scene and scene["acts"]:
        told["decision"] = decision(room.match)
    moved = room.former.get(guest.device or "") if viewer is None else None
    if moved is not None:
        told["moved"] = {"seat": moved, "link": f"/t/{room.agreed.id}/seat/{room.seats[moved].secret}"}
    return told | ({"over": room.ending} if room.ending else {})


def log(room: "Room", viewer: Viewer, language: str) -> list[Any]:
    """The last lines, told anew: to keep them for long for each viewpoint would take more memory than all the rest."""
    steps = retold(room.ready, room.rows, max(0, room.n - LINES))
    return [line for step in steps for line in lines(step, viewer, language, room.names())]


def seats(room: "Room") -> list[dict[str, Any]]:
    return [
        {
            "name": seat.name,
            "colour": seat.colour,
            "kind": seat.kind,
            "level": seat.level,
            "warming": seat.kind == "bot" and is_warming(seat.level, room.agreed.game),
            "here": seat.kind == "person" and room.is_here(seat.seat),
            "sat_in": room.is_sat_in(seat.seat),
            "before": room.queue_before(seat.seat),
            "ready": seat.kind == "bot" or seat.commitment is not None,
        }
        for seat in room.seats
    ]


def clock(room: "Room") -> dict[str, Any] | None:
    if room.agreed.clock is None:
        return None
    left = room.since + room.agreed.clock - time.monotonic() if room.status == "playing" else room.agreed.clock
    return {"seconds": room.agreed.clock, "left": max(0, min(room.agreed.clock, round(left)))}


# Fair dice.


def dice(room: "Room", viewer: Viewer) -> dict[str, Any] | None:
    """What all have committed to; the words themselves once the game has begun, the secret once it is over."""
    if room.agreed.secret is None or room.agreed.branch is not None:
        return None
    if sealing.is_sealing(room.agreed):
        return _sealed_dice(room, viewer)
    told: dict[str, Any] = {
        "commitment": fair.commitment(room.agreed.secret),
        "seats": [_words(seat, room.agreed.started is not None) for seat in room.seats],
        "asks": _asked(room, viewer),
        "left": _left(room),
    }
    return told | ({"secret": room.agreed.secret} if room.match.over else {})


def _sealed_dice(room: "Room", viewer: Viewer) -> dict[str, Any]:
    told = sealing.told(room.agreed, room.seats) | {"asks": _asked(room, viewer), "left": _left(room)}
    return told | ({"secret": room.agreed.secret} if room.match.over else {})


def _words(seat: Seat, has_begun: bool) -> dict[str, Any]:
    spare = fair.commitment(seat.spare or "")
    is_tables = seat.kind == "bot" if seat.words is None else seat.words == seat.spare
    return {
        "commitment": spare if is_tables or seat.commitment is None else seat.commitment,
        "spare": spare,
        "words": seat.words if has_begun else None,
        "of_table": is_tables,
    }


def _left(room: "Room") -> int | None:
    """Seconds in which all have to commit, if somebody has not."""
    if room.waits is None:
        return None
    return max(0, round(room.waits + room.settings.promise_wait - time.monotonic()))


def _asked(room: "Room", viewer: Viewer) -> str | None:
    """What this viewer is to send."""
    if viewer is None or room.status != "lobby":
        return None
    if room.seats[viewer].commitment is None:
        return "commitment"
    return "words" if room.asked is not None and room.seats[viewer].words is None else None
