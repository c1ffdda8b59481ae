"""A game as it was played at a table, what an honest device kept of it, and what a cheating house might make of it.

A forger knows everything: all secrets, all words, the rules. So each forgery is made to fit as well as it can be, its
chain included; `found_by` says what gives it away.
"""

import copy
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple

import pytest

import fathom5
from fathom5 import CHANCE
from fathom5.table import dice
from fathom5.table.keep.store import BOT, CHANCES, HINTED, PERSON, SITTING_IN, UNDO, Row
from fathom5.table.play import botseats, replays, verifying
from fathom5.table.play.course import counting, played
from table.playing import FAST, House, Person, Socket, house, time_is_up

GAME = fathom5.names()[0]
Replay = dict[str, Any]
Kept = dict[str, Any]


class Honest(NamedTuple):
    """A finished game, and what Ada's page kept of it."""

    replay: Replay
    kept: Kept
    save: str

    def copies(self) -> tuple[Replay, Kept]:
        return copy.deepcopy(self.replay), copy.deepcopy(self.kept)


@contextmanager
def house_of_one_game(database: Any) -> Iterator[House]:
    """Its ids, secrets and words are the same each time, so that the same game is played; a bot that counts sits in."""
    ids, secrets = count(), count()
    with pytest.MonkeyPatch.context() as patch, house(database, replace(FAST, words_wait=1e6)) as place:
        patch.setattr(botseats, "BEST", "hinted")
        patch.setattr("fathom5.table.web.app.new_id", lambda: f"id{next(ids)}")
        patch.setattr(dice, "new_secret", lambda: sha256(b"secret %d" % next(secrets)).hexdigest())
        yield place


def honest(place: House) -> Honest:
    """Three people; one keeps silent in the first round, so that a bot has that seat; Ada takes back a move."""
    ada, ben, silent = (Person(place, name) for name in ("Ada", "Ben", "Carl"))
    for person in (ada, ben, silent):
        person.luck = person.name
    table = ada.open(GAME, "me", "open", "open")
    for number, person in ((1, ben), (2, silent)):
        assert person.join(table, number).status_code == 200
    silent.tells = {"commitment"}
    sockets = [person.live(table) for person in (ada, ben, silent)]
    while sum(seat.words is not None for seat in place.rooms.store.kept(table).seats) < 2:
        for socket in sockets:
            socket.quiet(0.01)
    time_is_up(place, table)
    _play(sockets)
    replay = ada.http.get(f"/t/{table}/replay.json").json()
    return Honest(replay, kept_by(ada, sockets[0], replay), ada.http.get(f"/t/{table}/save").text)


def _play(sockets: list[Socket]) -> None:
    """To the end; the first move of Ada's that can be taken back before anybody else moves is, once."""
    tries = 1
    for socket in sockets[:2]:
        socket.ask("auto", on=False)
    while sockets[0].status != "over":
        for socket in sockets:
            socket.quiet(0.01)
            if socket.acts and socket.to_move == socket.you and socket.status == "playing":
                turn = socket.n
                socket.act(socket.acts[-1]["action"])
                if tries and socket is sockets[0] and _goes_on(socket, turn) and socket.ask("undo")["do"] == "done":
                    tries = 0
    assert not tries


def _goes_on(socket: Socket, turn: int) -> bool:
    """After a move it is still the same player's turn."""
    while socket.shown <= turn or socket.to_move == CHANCE:
        socket.hear()
    return bool(socket.acts) and socket.to_move == socket.you


def kept_by(person: Person, socket: Socket, replay: Replay) -> Kept:
    """What a page has in its storage at the end."""
    fair = replay["fair"]
    seals = [*(told["seal"] for told in fair["rounds"]), fair["seal"]]
    rounds = {
        str(number): {
            "c": seal["commitment"],
            "seat": 0,
            "words": person.words(socket.table, number),
            "seal": dice.Seal.of(seal).digest.hex(),
            "sent": True,
        }
        for number, seal in enumerate(seals, 1)
    }
    last = [message for message in socket.heard if message["do"] == "change"][-1]
    return {"rounds": rounds, "last": [last["n"], last["digest"]]}


# Tools of a forger.


def digest_of(replay: Replay) -> bytes:
    return dice.Seal.of(replay["fair"]["seal"]).digest


def key_of(replay: Replay) -> bytes:
    fair = replay["fair"]
    return dice.dice_key(fair["secret"], digest_of(replay), fair["words"])


def written(replay: Replay, rows: list[list[Any]] | None = None) -> Replay:
    """All that follows from the rows, made to fit them."""
    fair = replay["fair"]
    chosen = [tuple(row[:3]) for row in (fair["rows"] if rows is None else rows)]
    ready = fathom5.load(replay["game"], **replay["options"])
    key = dice.chain_key(bytes.fromhex(fair["secret"]), digest_of(replay))
    pairs = [(seat, action) for seat, action, _ in chosen]
    fair["rows"] = replays.marked([Row(seat, action, by=by) for seat, action, by in chosen])
    fair["last"] = dice.links(key, digest_of(replay), chosen)[-1]
    fair["draws"] = list(verifying.draws(ready, counting(pairs)))
    replay["steps"] = [{}, *({"seat": seat, "action": action} for seat, action in pairs)]
    return replay


def played_on(replay: Replay, rows: list[list[Any]]) -> list[list[Any]]:
    """From these rows to an end, as the dice of this replay fall and its bots play."""
    ready, key, done = fathom5.load(replay["game"], **replay["options"]), key_of(replay), list(rows)
    match = played(ready, [(seat, action) for seat, action, *_ in rows])
    draws = sum(row[0] == CHANCE for row in rows)
    while not match.over:
        seat = match.seat
        if seat == CHANCE:
            action, by, draws = dice.draw(key, draws, match.offers), CHANCES, draws + 1
        elif (place := replay["fair"]["seal"]["seats"][seat])["kind"] == "bot":
            action, by = botseats.choose(match, seat, botseats.QUICK, key), HINTED + place["level"]
        else:
            action, by = list(match.offers)[-1], PERSON
        done.append([seat, action, by])
        match.play(action)
    return done


def matches(replay: Replay) -> Iterator[tuple[int, Any]]:
    """Before each row that nobody takes back: where it stands, and the match."""
    ready, rows = fathom5.load(replay["game"], **replay["options"]), replay["fair"]["rows"]
    for turn, row in enumerate(rows):
        if len(row) == 3:
            yield turn, played(ready, [(seat, action) for seat, action, *_ in rows[:turn]])


# Forgeries.


def secret_chosen_afterwards(replay: Replay, kept: Kept) -> None:
    """Another secret, and a game that fits it from the first draw to the end: by itself nothing is wrong with it."""
    fair = replay["fair"]
    fair["secret"] = "5e" * 32
    fair["commitment"] = fair["seal"]["commitment"] = dice.table_commitment(fair["seal"]["table"], fair["secret"])
    written(replay, played_on(replay, []))


def secret_swapped(replay: Replay, kept: Kept) -> None:
    replay["fair"]["secret"] = "5e" * 32


def cut_short(replay: Replay, kept: Kept) -> None:
    """The game ends before somebody lost it."""
    written(replay, replay["fair"]["rows"][:-7])


def tail_cut_off(replay: Replay, kept: Kept) -> None:
    last = replay["fair"]["last"]
    written(replay, replay["fair"]["rows"][:-1])
    replay["fair"]["last"] = last


def person_called_a_bot(replay: Replay, kept: Kept) -> None:
    """Who really gave words: the flag that the first protocol called of_table."""
    fair = replay["fair"]
    fair["seal"]["seats"][1] = {"kind": "bot", "level": "hinted", "commitment": ""}
    fair["words"][1] = ""


def bot_called_a_person(replay: Replay, kept: Kept) -> None:
    fair = replay["fair"]
    words, table = "ab" * 16, fair["seal"]["table"]
    fair["seal"]["seats"][2] = {
        "kind": "person", "level": "", "commitment": dice.seat_commitment(table, 2, words),
    }  # fmt: skip
    fair["words"][2] = words


def rows_added(replay: Replay, kept: Kept) -> None:
    """Ben is said to have tried something and taken it back: it could have been."""
    rows = replay["fair"]["rows"]
    for turn, match in matches(replay):
        tried = next((action for action in match.offers if not match.opens(action)), None) if match.seat == 1 else None
        if tried is not None and _leaves_it_to_players(match, tried):
            written(replay, [*rows[:turn], [1, tried, PERSON], [1, UNDO, PERSON], *rows[turn:]])
            return
    raise AssertionError("nothing can be tried")


def _leaves_it_to_players(match: Any, action: int) -> bool:
    after = match.copy()
    after.play(action)
    return not after.over and after.seat != CHANCE


def undone_rows_left_out(replay: Replay, kept: Kept) -> None:
    written(replay, [row for row in replay["fair"]["rows"] if len(row) == 3])


def undone_rows_not_marked(replay: Replay, kept: Kept) -> None:
    replay["fair"]["rows"] = [row[:3] for row in replay["fair"]["rows"]]


def row_left_out(replay: Replay, kept: Kept) -> None:
    """One row is missing where it matters to nobody but the chain."""
    del replay["fair"]["rows"][-1]
    del replay["steps"][-1]


def other_order_of_seats(replay: Replay, kept: Kept) -> None:
    fair = replay["fair"]
    fair["seal"]["seats"][:2] = fair["seal"]["seats"][1::-1]
    fair["words"][:2] = fair["words"][1::-1]


def second_seal(replay: Replay, kept: Kept) -> None:
    """Ada was shown another seal than the one that the dice were made of."""
    shown = copy.deepcopy(replay["fair"]["seal"])
    shown["seats"][1]["commitment"] = "0f" * 32
    kept["rounds"]["2"]["seal"] = dice.Seal.of(shown).digest.hex()


def words_told_again(replay: Replay, kept: Kept) -> None:
    """Ben's words of the first round, which the house knows, are used in the second, and a game that fits them."""
    fair = replay["fair"]
    fair["words"][1] = fair["rounds"][0]["words"][1]
    fair["seal"]["seats"][1]["commitment"] = dice.seat_commitment(fair["seal"]["table"], 1, fair["words"][1])
    written(replay, played_on(replay, []))


def honest_seat_called_silent(replay: Replay, kept: Kept) -> None:
    """Ada's words came and are called missing, so that the house has another try; all later seals say so too."""
    fair = replay["fair"]
    fair["rounds"][0]["words"][0], fair["rounds"][0]["seats"] = None, [0, 2]
    fair["seal"]["rounds"][0]["seats"] = [0, 2]
    written(replay, played_on(replay, []))


def silent_seat_renamed(replay: Replay, kept: Kept) -> None:
    """Whose words did not come is told otherwise than it was sealed."""
    replay["fair"]["rounds"][0]["seats"] = [1]


def broken_round_left_out(replay: Replay, kept: Kept) -> None:
    replay["fair"]["rounds"] = []


def broken_round_never_sealed(replay: Replay, kept: Kept) -> None:
    """As if there had been one round only."""
    fair = replay["fair"]
    fair["rounds"] = fair["seal"]["rounds"] = []
    written(replay, played_on(replay, []))


def draw_changed(replay: Replay, kept: Kept) -> None:
    """Another die falls once, and the game goes on from there."""
    for turn, match in matches(replay):
        others = [action for action in match.offers if action != replay["fair"]["rows"][turn][1]]
        if match.seat == CHANCE and others and turn > 5:
            rows = [*replay["fair"]["rows"][:turn], [CHANCE, others[0], CHANCES]]
            written(replay, played_on(replay, rows))
            return
    raise AssertionError("no draw has an alternative")


def offers_changed(replay: Replay, kept: Kept) -> None:
    """A draw is said to have had other odds."""
    draw = next(draw for draw in replay["fair"]["draws"] if len(draw["offers"]) > 1)
    took = next(offer for offer in draw["offers"] if offer[0] == draw["took"])
    for offer in draw["offers"]:
        offer[1] = 10**6 if offer is not took else 0


def options_changed(replay: Replay, kept: Kept) -> None:
    options = fathom5.load(replay["game"]).game.options
    name = next(name for name in replay["options"] if name != "players" and len(options[name].allowed) > 1)
    replay["options"][name] = next(word for word in options[name].allowed if word != replay["options"][name])


def level_changed(replay: Replay, kept: Kept) -> None:
    """A stronger bot is said to have sat there."""
    replay["fair"]["seal"]["seats"][2]["level"] = "leviathan"


def stronger_bot(replay: Replay, kept: Kept) -> None:
    """A stronger bot moves than the one that sits there."""
    row = next(row for row in replay["fair"]["rows"] if row[0] == 2)
    row[2] = f"{BOT}leviathan"
    written(replay)


def bot_led(replay: Replay, kept: Kept) -> None:
    """A bot does what the house likes better than what it chose."""
    key = key_of(replay)
    for turn, match in matches(replay):
        if match.seat == 2 and len(match.offers) > 1:
            chosen = botseats.choose(match, 2, botseats.QUICK, key)
            other = next(action for action in match.offers if action != chosen)
            level = replay["fair"]["seal"]["seats"][2]["level"]
            rows = [*replay["fair"]["rows"][:turn], [2, other, HINTED + level]]
            written(replay, played_on(replay, rows))
            return
    raise AssertionError("the bot never had a choice")


def move_laid_to_a_bot(replay: Replay, kept: Kept) -> None:
    """Ada's first move is said to have been another's."""
    row = next(row for row in replay["fair"]["rows"] if row[0] == 0 and len(row) == 3)
    row[2] = f"{BOT}leviathan"
    written(replay)


def row_relabelled(replay: Replay, kept: Kept) -> None:
    """The same, by one who forgets the chain."""
    row = [row for row in replay["fair"]["rows"] if row[0] == 0 and row[2] == PERSON][-1]
    row[2] = f"{SITTING_IN}leviathan"


HISTORY = "history"  # not what the page saw: it is shorter, or it was another


class Forgery(NamedTuple):
    """What a cheating house does, and what gives it away."""

    forge: Callable[[Replay, Kept], None]
    verify: str  # says `fathom5 verify` of the file alone; "": nothing, by itself it fits
    noted: str  # and of the file with what Ada has noted
    page: set[str]  # says Ada's page, at least


FORGERIES = [
    Forgery(secret_chosen_afterwards, "", "the seal is not the one", {"noted", "second", HISTORY}),
    Forgery(secret_swapped, "the secret is not the one", "the secret", {"secret"}),
    Forgery(cut_short, "cut short", "the last digest", {HISTORY}),
    Forgery(tail_cut_off, "cut short", "cut short", {"chain", HISTORY}),
    Forgery(person_called_a_bot, "was not drawn", "the seal is not", {"second", "draw"}),
    Forgery(bot_called_a_person, "was not drawn", "the seal is not", {"second", "draw"}),
    Forgery(rows_added, "", "the last digest", {HISTORY}),
    Forgery(undone_rows_left_out, "", "the last digest", {HISTORY}),
    Forgery(undone_rows_not_marked, "marked", "marked", {"marks"}),
    Forgery(row_left_out, "cut short", "cut short", {"chain"}),
    Forgery(other_order_of_seats, "the words of seat 0", "the seal is not", {"second", "own", "words"}),
    Forgery(second_seal, "", "the seal is not", {"second"}),
    Forgery(words_told_again, "told again", "the seal is not", {"again", "second"}),
    Forgery(honest_seat_called_silent, "", "the seal is not", {"silent", "second"}),
    Forgery(silent_seat_renamed, "round 1 is not the one", "round 1", {"rounds"}),
    Forgery(broken_round_left_out, "number of broken rounds", "number of broken", {"rounds"}),
    Forgery(broken_round_never_sealed, "", "the seal is not", {"noted", "own"}),
    Forgery(draw_changed, "was not drawn", "the last digest", {"draw", HISTORY}),
    Forgery(offers_changed, "its offers are not", "its offers", {"draw"}),
    Forgery(options_changed, "options are not those", "options", {"options"}),
    Forgery(level_changed, "was not drawn", "the seal is not", {"second", "who"}),
    Forgery(stronger_bot, "cannot have been", "the last digest", {"who", HISTORY}),
    Forgery(bot_led, "not what the bot chose", "the last digest", {HISTORY}),
    Forgery(row_relabelled, "do not end in the last digest", "do not end", {"chain", HISTORY}),
    Forgery(move_laid_to_a_bot, "cannot have been", "the last digest", {HISTORY}),
]


def name_of(forgery: Forgery) -> str:
    return forgery.forge.__name__


def text_of(replay: Replay) -> str:
    return json.dumps(replay)
