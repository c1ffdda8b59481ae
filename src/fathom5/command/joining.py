"""`fathom5 join`: a player of yours sits down at a table of another house, over the table's own protocol."""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from http.cookiejar import CookieJar
from secrets import token_hex
from typing import TYPE_CHECKING, Annotated, Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import typer

from fathom5.command.screen import out

if TYPE_CHECKING:  # --help answers at once
    from fathom5.bots import Seated, View

PLACE = re.compile(r"(?P<house>https?://[^/]+)/t/(?P<table>[\w-]+)(?:/seat/(?P<link>[\w-]+))?/?")
SEATS = range(6)
LARGEST = 1 << 24  # bytes of a message
WHY = {
    "taken": "no seat is free there",
    "no_programs": "this house is for people only",
    "no_table": "there is no such table",
}


def join(
    url: Annotated[str, typer.Argument(help="A table's address, or a seat's own link.", show_default=False)],
    player: Annotated[str, typer.Option("--player", "-p", help="Who plays: hinted, file:one.npz, my_bots.py:Careful.")],
    name: Annotated[str, typer.Option(help="What it is called at the table.")] = "",
) -> None:
    """Let a player sit down at a table of another house; it is marked there as a program."""
    from fathom5.bots import named

    bot = named(player)
    place = PLACE.fullmatch(url)
    if place is None:
        raise ValueError(f"{url} is no table: its address is like http://127.0.0.1:8000/t/…")
    guest = Guest(place["house"], place["table"])
    if place["link"]:
        guest.take_over(place["link"])
    else:
        guest.sit_down(name or player.rpartition(":")[2][:24])
    out.print(f"{player} sits down at {place['house']}, table {place['table'][:6]}.", highlight=False)
    over = guest.play(bot)
    out.print(f"It is over: {' : '.join(map(str, over['scores']))}", highlight=False)


class Guest:
    """A device at a table of another house."""

    def __init__(self, house: str, table: str) -> None:
        self.house, self.table, self.luck = house, table, token_hex(16)
        self.cookies = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))
        self.seat: int | None = None
        self.promise: str | None = None  # of the table, as it was first heard

    # Sitting down.

    def sit_down(self, name: str) -> None:
        """Take the first seat that is free."""
        why = "taken"
        for seat in SEATS:
            why = self._post("join", {"seat": seat, "name": name, "program": True})
            if why not in ("taken", ""):
                break
            if not why:
                return
        raise ValueError(f"{self.house}: {WHY.get('taken' if why == 'no_seat' else why, why)}")

    def take_over(self, link: str) -> None:
        """Take over the seat that a link leads to."""
        if why := self._post(f"seat/{link}?program=1", {}):
            raise ValueError(f"{self.house}: {WHY.get(why, why)}")

    def _post(self, where: str, message: dict[str, Any]) -> str:
        """Why it was refused, or nothing."""
        headers = {"content-type": "application/json", "accept": "application/json"}
        request = Request(f"{self.house}/t/{self.table}/{where}", json.dumps(message).encode(), headers)
        try:
            with self.opener.open(request):
                return ""
        except HTTPError as refusal:
            with refusal:
                return str(_read(refusal.read()).get("why", refusal.code))

    # Playing.

    def play(self, bot: "Seated") -> dict[str, Any]:
        """Decide whenever it is our turn, until it is over."""
        from websockets.sync.client import connect

        where = f"{self.house.replace('http', 'ws', 1)}/t/{self.table}/live"
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        with connect(where, additional_headers={"Cookie": cookies}, max_size=LARGEST) as wire:
            for told in map(json.loads, wire):
                for answer in self.answers(bot, told):
                    wire.send(json.dumps(answer))
                if told["do"] == "over" or told.get("status") == "over":
                    return told
        raise RuntimeError(f"{self.house} has closed the table")

    def answers(self, bot: "Seated", told: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """What is said to a message."""
        if told["do"] == "sync":
            self.seat, self.game, self.options = told["you"], told["game"], told["options"]
        if (fair := told.get("fair")) and fair.get("asks"):
            yield self._part_of_dice(fair)
        if told["do"] in ("sync", "change") and told.get("status") != "lobby" and told["to_move"] == self.seat:
            yield {"do": "view", "id": f"view-{told['n']}"}
        if told["do"] == "view" and told["moves"]:
            yield {"do": "act", "id": f"act-{told['n']}", "turn": told["n"], "action": self._decided(bot, told)}

    def _decided(self, bot: "Seated", told: dict[str, Any]) -> int:
        from fathom5.bots import answered

        return answered(bot, self._view(told)).action

    def _view(self, told: dict[str, Any]) -> "View":
        from fathom5.bots import received

        assert self.seat is not None
        return received(self.game, self.options, told["rules"], self.seat, bytes.fromhex(told["record"]), told["told"])

    def _part_of_dice(self, fair: dict[str, Any]) -> dict[str, Any]:
        """Words of our own, committed to before they are told, and told only to a seal that holds what we know."""
        from fathom5.table import dice

        assert self.seat is not None
        words = sha256(f"{self.luck} {fair['round']}".encode()).hexdigest()[:32]
        promise = dice.seat_commitment(self.table, self.seat, words)
        if fair["asks"] == "commitment":
            self.promise = fair["commitment"]
            return {"do": "words", "round": fair["round"], "commitment": promise}
        seal = dice.Seal.of(fair["seal"])
        if seal.seats[self.seat].commitment != promise or seal.commitment != (self.promise or seal.commitment):
            raise RuntimeError(f"{self.house} has sealed something else than we have promised: nothing is told to it")
        return {"do": "words", "round": fair["round"], "seal": seal.digest.hex(), "words": words}


def _read(answer: bytes) -> dict[str, Any]:
    try:
        found = json.loads(answer)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
