"""What guests can ask for over the live socket. A command looks at nothing but its room, its guest and its message."""

import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from fathom5.bots import View, compiling
from fathom5.scene import SHAPES
from fathom5.table import dice
from fathom5.table.keep.store import PREPARED, PROGRAM, Agreed, Conflict, Seat
from fathom5.table.play import botseats, fair, sealing
from fathom5.table.play.people import (
    BOT_NAMES,
    LONGEST_PHRASE,
    LONGEST_TEXT,
    SAYINGS,
    cleaned,
    free_colour,
    name_of,
    new_id,
)
from fathom5.table.play.room import MUTED, REMOVED, Guest, Room
from fathom5.table.play.telling import compact
from fathom5.table.play.thinking import NoThought

log = logging.getLogger("fathom5.table")
Message = dict[str, Any]
MOST_TOUCHED = 12  # things at one point of the board
ID = re.compile(r"[\w-]{1,40}", re.ASCII)


class Refused(Exception):
    """A command that cannot be done; nothing has changed."""

    def __init__(self, why: str, clause: str | None = None) -> None:
        super().__init__(why)
        self.why, self.clause = why, clause


def answer(room: Room, guest: Guest, do: str, message: Message, **more: Any) -> None:
    """Something for this guest alone."""
    guest.send(compact({"do": do, "n": room.n, "id": message.get("id"), **more}, room.names()))


async def obey(room: Room, guest: Guest, message: object) -> None:
    """Do what a guest asks, or say why not."""
    known = message if isinstance(message, dict) else {}
    try:
        command = COMMANDS.get(known.get("do", "")) if isinstance(known.get("do"), str) else None
        has_id = "id" not in known or (isinstance(known["id"], str) and ID.fullmatch(known["id"]))
        if command is None or not has_id:
            raise Refused("nonsense")
        await command(room, guest, known)
    except Refused as refusal:
        refuse(room, guest, known, refusal)


def refuse(room: Room, guest: Guest, message: Message, refusal: Refused) -> None:
    room.rooms.meters.refusals[refusal.why] += 1
    clause = {"clause": refusal.clause} if refusal.clause else {}
    guest.send(compact({"do": "refused", "n": room.n, "id": id_of(message), "why": refusal.why, **clause}))


def id_of(message: object) -> str | None:
    """The id of a command, if it has one that is one."""
    sent = message.get("id") if isinstance(message, dict) else None
    return sent if isinstance(sent, str) and ID.fullmatch(sent) else None


def number(message: Message, name: str) -> int:
    """A whole number of the message; True is none."""
    value = message.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused("nonsense")
    return value


def seated(room: Room, guest: Guest) -> int:
    seat = room.viewer_of(guest)
    if seat is None:
        raise Refused("not_seated")
    return seat


def limited(room: Room, what: str, who: object, rate: tuple[float, float]) -> None:
    """No faster than that."""
    if room.rooms.is_too_fast(room, f"{what} {who}", rate):
        raise Refused("too_fast")


# Playing.


async def act(room: Room, guest: Guest, message: Message) -> None:
    """Make a move. The same command again is answered as the first time."""
    turn, action = number(message, "turn"), number(message, "action")
    async with room.lock:
        seat, sent = seated(room, guest), message.get("id")
        if sent in room.commands:
            return answer(room, guest, "done", message)
        if 0 <= turn < room.n and room.rows[turn] == (seat, action):
            return answer(room, guest, "done", message)  # the only thing there was has played itself meanwhile
        if room.status in ("lobby", "over"):
            raise Refused("not_now")
        if turn != room.n:
            _catch_up_if_afforded(room, guest, turn)
            raise Refused("too_late")
        if seat != room.match.seat:
            raise Refused("not_your_turn")
        if action not in room.match.offers:
            raise Refused("not_legal", _clause(room, seat))
        if room.agreed.is_lesson and (room.dive is None or action != room.dive.asked(turn)):
            raise Refused("not_asked")
        if not await room.happen(seat, action, sent) and room.rows[turn : turn + 1] != [(seat, action)]:
            raise Refused("too_late")  # else it has played itself, in another process
        return answer(room, guest, "done", message)


async def go_on(room: Room, guest: Guest, message: Message) -> None:
    """In a lesson: what was said has been read, and what is prepared next happens."""
    turn = number(message, "turn")
    async with room.lock:
        seated(room, guest)
        lesson = room.dive
        if lesson is None or not 0 <= turn <= room.n or turn >= len(lesson.rows):
            raise Refused("not_now")
        if turn == room.n:
            if lesson.asked(turn) is not None:
                raise Refused("not_now")
            await room.happen(*lesson.rows[turn], message.get("id"), by=PREPARED)
        answer(room, guest, "done", message)


def _catch_up(room: Room, guest: Guest, n: int) -> None:
    for text in room.since_row(guest, n):
        guest.send(text)


def _catch_up_if_afforded(room: Room, guest: Guest, n: int) -> None:
    """Who is behind is told what there is, though they did not ask for it: it is as costly."""
    with room.rooms.charged(guest.device, guest.asker) as can_afford:
        if can_afford:
            _catch_up(room, guest, n)


def _clause(room: Room, seat: int) -> str | None:
    """Where the rulebook speaks of what is to be decided."""
    move = room.match.moves[0]
    return room.match.game.words.CLAUSES.get(move[0])


async def undo(room: Room, guest: Guest, message: Message) -> None:
    async with room.lock:
        seat = seated(room, guest)
        if message.get("id") in room.commands:
            return answer(room, guest, "done", message)
        if "turn" in message and number(message, "turn") != room.n:
            _catch_up_if_afforded(room, guest, number(message, "turn"))
            raise Refused("too_late")
        limited(room, "undo", seat, room.settings.undos)
        if not await room.take_back(seat, message.get("id")):
            raise Refused("no_undo")
        return answer(room, guest, "done", message)


async def since(room: Room, guest: Guest, message: Message) -> None:
    _catch_up(room, guest, number(message, "n"))


async def hint(room: Room, guest: Guest, message: Message) -> None:
    """What the bots would do. They think when it is this table's turn; meanwhile whoever asked goes on."""
    seat = seated(room, guest)
    if room.status != "playing" or room.match.seat != seat:
        raise Refused("not_your_turn")
    limited(room, "hint", seat, room.settings.hints)
    if not compiling.is_ready(room.agreed.game):
        raise Refused("warming")
    room.rooms.spawn(_advise(room, guest, message, seat))


async def _advise(room: Room, guest: Guest, message: Message, seat: int) -> None:
    """The thinking is taken off the asker's budget, the waiting is not."""
    match = room.match
    try:
        async with room.rooms.thinking.turn(room.agreed.id) as thinker:
            with room.rooms.charged(f"socket {id(guest)}", guest.device, guest.asker) as can_afford:
                if not can_afford:
                    raise Refused("too_fast")
                found = await thinker.answer(botseats.advice(match, seat, room.luck, room.settings.thought))
        answer(room, guest, "hint", message, lines=botseats.in_words(match, seat, guest.language, found))
    except Refused as refusal:
        refuse(room, guest, message, refusal)
    except NoThought:
        refuse(room, guest, message, Refused("busy"))


async def buttons(room: Room, guest: Guest, message: Message) -> None:
    """All that can be done, in words."""
    seat = seated(room, guest)
    if room.agreed.started is None:
        raise Refused("not_now")
    acts = room.match.scene(seat, guest.language)["acts"]
    answer(room, guest, "buttons", message, words={str(act["action"]): act["words"] for act in acts})


async def view(room: Room, guest: Guest, message: Message) -> None:
    """All that this seat may know, for programs: as data, as the record that the rules know, and what can be done."""
    seat = seated(room, guest)
    if room.agreed.started is None:
        raise Refused("not_now")
    seen = View.of(room.match, seat)
    acts = zip(seen.actions, seen.moves, seen.words, strict=True)
    moves = [{"action": action, "move": list(move), "words": words} for action, move, words in acts]
    record, told = seen.record.tobytes().hex(), [list(move) for move in seen.told]
    answer(
        room, guest, "view", message,
        rules=room.agreed.rules, view=seen.plain, record=record, told=told, moves=moves,
    )  # fmt: skip


async def why(room: Room, guest: Guest, message: Message) -> None:
    """Why a touch on the board does nothing, from what this seat sees."""
    seat = seated(room, guest)
    touched, begun = (_things(message.get(name)) for name in ("things", "begun"))
    no = room.match.refusal(seat, touched, begun, guest.language) if room.agreed.started is not None else None
    answer(room, guest, "why", message, **(no._asdict() if no else {"text": None}))


def _things(sent: object) -> list[str]:
    """Names of things, as many as lie at one point."""
    if not isinstance(sent, list) or len(sent) > MOST_TOUCHED or not all(isinstance(each, str) for each in sent):
        raise Refused("nonsense")
    return sent


async def auto(room: Room, guest: Guest, message: Message) -> None:
    """Whether forced moves play themselves."""
    seat = seated(room, guest)
    if not isinstance(message.get("on"), bool):
        raise Refused("nonsense")
    room.auto_off.discard(seat) if message["on"] else room.auto_off.add(seat)
    room.tell_others()
    room.plan()
    answer(room, guest, "done", message)


# Talking.


async def say(room: Room, guest: Guest, message: Message) -> None:
    """Free text between those who hold seats; phrases from anyone."""
    seat = room.viewer_of(guest)
    is_text = "text" in message
    limited(room, "talk", guest.asker if seat is None else seat, room.settings.talk)
    if is_text and seat is None:
        raise Refused("not_seated")
    if (guest.asker if seat is None else seat) in room.muted:
        raise Refused("muted")
    if not is_text and message.get("phrase") not in SAYINGS:  # a tuple: what was sent may be anything
        raise Refused("nonsense")
    kind, longest = ("text", LONGEST_TEXT) if is_text else ("phrase", LONGEST_PHRASE)
    if isinstance(message.get(kind), str) and len(message[kind]) > longest:
        raise Refused("too_long")
    said = cleaned(message.get(kind), longest)
    if not said:
        raise Refused("nonsense")
    await room.hear(seat, kind, said, guest.asker if seat is None else seat)
    answer(room, guest, "done", message)


async def mute(room: Room, guest: Guest, message: Message) -> None:
    """The host hears no more of who said this."""
    who = _sayer(room, guest, message)
    _note_order(room, MUTED)
    await room.hear(who if isinstance(who, int) else None, "order", MUTED, who)
    answer(room, guest, "done", message)


async def remove(room: Room, guest: Guest, message: Message) -> None:
    """The host shows out who said this, if it is somebody who looks on; players are only removed in the lobby."""
    who = _sayer(room, guest, message)
    if isinstance(who, int):
        raise Refused("taken")
    _note_order(room, REMOVED)
    await room.hear(None, "order", REMOVED, who)
    answer(room, guest, "done", message)


def _sayer(room: Room, guest: Guest, message: Message) -> str | int:
    """Who said a line: a seat, or where somebody who looks on comes from."""
    if not room.is_host(guest):
        raise Refused("not_host")
    who = room.sayers.get(number(message, "m"))
    if who is None or who == room.viewer_of(guest):
        raise Refused("nonsense")
    return who


def _note_order(room: Room, event: str) -> None:
    log.info(event, extra={"table": room.agreed.id[:6], "game": room.agreed.game, "rows": room.n})


async def shape(room: Room, guest: Guest, message: Message) -> None:
    """The stage of this guest is wide or tall from now on."""
    if message.get("shape") not in SHAPES:
        raise Refused("nonsense")
    if message["shape"] != guest.shape:
        room.turn(guest, message["shape"])


async def seen(room: Room, guest: Guest, message: Message) -> None:
    """The page has shown to who is to move that it is their turn."""
    if number(message, "turn") == room.n and room.viewer_of(guest) == room.match.seat:
        room.seen()


async def ping(room: Room, guest: Guest, message: Message) -> None:
    guest.send(compact({"do": "pong", "n": room.n}))


# The lobby.


async def words(room: Room, guest: Guest, message: Message) -> None:
    """A seat's part of the dice: first what it commits to, then, when all have, the words themselves."""
    async with room.lock:
        seat = room.seats[seated(room, guest)]
        if room.status != "lobby" or ("round" in message and message["round"] != room.round):
            raise Refused("not_now")
        if "commitment" in message:
            await _commit(room, seat, message["commitment"])
        else:
            await _reveal(room, seat, message.get("words"), message.get("seal"))
        answer(room, guest, "done", message)
        await room.check_start()


async def _commit(room: Room, seat: Seat, commitment: object) -> None:
    if room.agreed.seal is not None or room.asked is not None or any(other.words for other in room.seats):
        raise Refused("not_now")  # it is sealed, or others have shown their words already
    await room.change_seat(replace(seat, commitment=_promise(room, commitment)))


def _promise(room: Room, commitment: object) -> str:
    """A commitment, if it is one and nobody has used it before."""
    if not isinstance(commitment, str) or not dice.COMMITMENT.fullmatch(commitment):
        raise Refused("nonsense")
    if sealing.is_used(room.agreed, commitment):
        raise Refused("nonsense")
    return commitment


async def _reveal(room: Room, seat: Seat, words: object, seal: object) -> None:
    """Words, from who has seen the seal; the first that came stay."""
    if room.asked is None or seat.words is not None:
        raise Refused("not_now")
    if sealing.is_sealing(room.agreed):
        is_meant = seal == room.agreed.sealed.hex() and isinstance(words, str) and dice.WORDS.fullmatch(words)
        is_right = is_meant and dice.seat_commitment(room.agreed.id, seat.seat, str(words)) == seat.commitment
    else:
        is_meant = isinstance(words, str) and fair.WORDS.fullmatch(words)
        is_right = is_meant and fair.commitment(str(words)) == seat.commitment
    if not is_right:
        raise Refused("nonsense")
    await room.change_seat(replace(seat, words=str(words)))


async def join(room: Room, device: str, message: Message) -> int:
    """Take an open seat; comes over HTTP, since it gives the device its cookie."""
    async with room.lock:
        wanted, name = message.get("seat"), name_of(message.get("name"), room.names())
        held = next((seat for seat in room.seats if seat.holder == device and seat.kind == "person"), None)
        if held is not None:
            return held.seat
        if isinstance(wanted, bool) or not isinstance(wanted, int) or wanted not in range(len(room.seats)):
            raise Refused("no_seat")
        if room.seats[wanted].kind != "open" or room.status == "closed":
            raise Refused("taken")
        commitment = message.get("commitment")
        if commitment is not None:
            commitment = _promise(room, commitment)
        colour = free_colour(message.get("colour"), room.seats, wanted)
        seat = room.seats[wanted]
        name = name or seat.name
        level = mark_of(room, message.get("program"))
        taken = replace(seat, kind="person", name=name, colour=colour, holder=device, secret=new_id(), level=level)
        await room.change_seat(replace(taken, commitment=commitment))
        await room.check_start()
        return wanted


def mark_of(room: Room, program: object) -> str | None:
    """A program that says so is marked as one, for all to see; some houses are for people only."""
    if program is not True:
        return None
    if not room.settings.programs:
        raise Refused("no_programs")
    return PROGRAM


async def take_over(room: Room, seat: Seat, device: str, program: bool = False) -> None:
    """A seat moves to another device; its link has done its work, and who held the seat can take it back."""
    async with room.lock:
        level = mark_of(room, program)
        if seat.holder is not None and seat.holder != device:
            room.former[seat.holder] = seat.seat
        room.former.pop(device, None)
        moved = replace(seat, holder=device, secret=new_id(), level=level)
        if not sealing.is_sealing(room.agreed) or room.status != "lobby":
            await room.change_seat(moved)
        elif room.agreed.seal is None:
            await room.change_seat(sealing.anew(moved))  # the words of the other device are not here
            await room.check_start()
        else:
            await room.break_round(sealing.CHANGED, [moved])


async def renew_link(room: Room, seat: int) -> None:
    """Another link for a seat; the old one leads nowhere."""
    async with room.lock:
        await room.change_seat(replace(room.seats[seat], secret=new_id()))


def hosted(room: Room, guest: Guest) -> None:
    if not room.is_host(guest):
        raise Refused("not_host")
    if room.status != "lobby":
        raise Refused("not_now")


async def seat(room: Room, guest: Guest, message: Message) -> None:
    """The host opens a seat or gives it to a bot, also one whose person does not go on."""
    async with room.lock:
        hosted(room, guest)
        wanted, kind = number(message, "seat"), message.get("as")
        if wanted not in range(len(room.seats)) or not isinstance(kind, str):
            raise Refused("no_seat")
        if wanted == room.viewer_of(guest) or room.asked is not None:
            raise Refused("taken")
        await room.change_seat(seat_for(room.agreed, wanted, kind, room.seats))
        answer(room, guest, "done", message)
        await room.check_start()


async def start(room: Room, guest: Guest, message: Message) -> None:
    """The host waits no longer: open seats go to bots."""
    async with room.lock:
        hosted(room, guest)
        for open_seat in [seat for seat in room.seats if seat.kind == "open"]:
            kind = f"bot:{message.get('fill', botseats.BEST)}"
            await room.change_seat(seat_for(room.agreed, open_seat.seat, kind, room.seats))
        room.is_called = True
        answer(room, guest, "done", message)
        await room.check_start()


def seat_for(agreed: Agreed, number: int, kind: str, others: list[Seat]) -> Seat:
    """An open seat, or a bot's."""
    spare = next((seat.spare for seat in others if seat.seat == number), None)  # the first protocol's
    colour = free_colour(number, others, number)
    if kind == "open":
        return Seat(agreed.id, number, "open", "", colour, spare=spare)
    level = kind.removeprefix("bot:")
    if not kind.startswith("bot:") or level not in botseats.levels(agreed.game, agreed.options["players"]):
        raise Refused("nonsense")
    return Seat(agreed.id, number, "bot", BOT_NAMES[number % len(BOT_NAMES)], colour, level=level, spare=spare)


async def leave(room: Room, guest: Guest, message: Message) -> None:
    """Give up the seat: in the lobby it is open again, later a bot has it for good."""
    async with room.lock:
        mine = room.seats[seated(room, guest)]
        if room.agreed.is_lesson:
            raise Refused("not_now")
        if room.status == "lobby" and room.agreed.seal is not None:
            await room.break_round(sealing.CHANGED, [sealing.given_up(mine)])
        elif room.asked is not None and room.agreed.started is None:
            raise Refused("not_now")
        elif room.agreed.started is None:
            await room.change_seat(seat_for(room.agreed, mine.seat, "open", room.seats))
        else:
            gone = replace(mine, kind="bot", level=botseats.BEST, holder=None, secret=None)
            await room.change_seat(gone)
        answer(room, guest, "done", message)
        room.plan()


async def name(room: Room, guest: Guest, message: Message) -> None:
    """Another name, another colour."""
    async with room.lock:
        mine = room.seats[seated(room, guest)]
        limited(room, "name", mine.seat, room.settings.talk)
        others = [seat.name for seat in room.seats if seat.seat != mine.seat]
        called = name_of(message.get("name"), others) or mine.name
        colour = free_colour(message.get("colour", mine.colour), room.seats, mine.seat)
        await room.change_seat(replace(mine, name=called, colour=colour))
        answer(room, guest, "done", message)


async def rematch(room: Room, guest: Guest, message: Message) -> None:
    """The same people, the same options, another table."""
    async with room.lock:
        seated(room, guest)
        if not room.match.over or room.agreed.is_lesson:
            raise Refused("not_now")
        if room.agreed.next is None:
            await _open_again(room)
        answer(room, guest, "done", message)
        room.tell({"do": "next", "n": room.n, "table": room.agreed.next})


async def _open_again(room: Room) -> None:
    old = room.agreed
    again = sealing.opened(new_id(), old.game, room.ready.game.version, old.options, old.clock, old.host)
    seats = [
        replace(
            seat,
            table=again.id,
            secret=new_id() if seat.kind == "person" else None,
            spare=None,
            commitment=None,
            words=None,
        )
        for seat in room.seats
    ]
    await room.rooms.open(again, seats)
    try:
        await room.store.follow(old.id, again.id)
        room.agreed.next = again.id
    except Conflict:
        await room.catch_up()  # someone was faster, in another process


COMMANDS: dict[str, Callable[[Room, Guest, Message], Awaitable[None]]] = {
    "act": act,
    "go_on": go_on,
    "undo": undo,
    "since": since,
    "hint": hint,
    "buttons": buttons,
    "view": view,
    "why": why,
    "auto": auto,
    "say": say,
    "mute": mute,
    "remove": remove,
    "seen": seen,
    "shape": shape,
    "ping": ping,
    "words": words,
    "seat": seat,
    "start": start,
    "leave": leave,
    "name": name,
    "rematch": rematch,
}
