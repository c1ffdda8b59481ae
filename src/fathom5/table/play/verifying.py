"""Whether a finished game is what its seal, its secret and its words lead to: every commitment, row, draw and bot.

`Tampered` names the first thing that is wrong. What a file cannot show by itself is said with the verdict.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import fathom5
from fathom5.door import IllegalMove, Ready, read_save
from fathom5.table import dice
from fathom5.table.keep.store import BOT, CHANCES, FORCED, HINTED, PERSON, SITTING_IN, UNDO
from fathom5.table.play import botseats, fair, sealing
from fathom5.table.play.course import CannotHappen, counting, played, retold
from fathom5.table.play.telling import Step

Rows = Sequence[tuple[int, int]]  # seat and action
DIGEST = re.compile(r"[0-9a-f]{32}")
Chained = tuple[int, int, str]  # and who really chose


class Tampered(ValueError):
    """A game that is not what its seal, its secret and its words say."""


class Noted(NamedTuple):
    """What somebody wrote down who was there: the seal, as digits or as eight words, and the last digest."""

    seal: str | None = None
    last: str | None = None

    def check(self) -> None:
        """What is no seal or no digest at all is a ValueError."""
        if self.seal is not None:
            dice.is_noted(bytes(32), self.seal)
        if self.last is not None and not DIGEST.fullmatch(self.last.lower()):
            raise ValueError("a digest of the chain is 32 hexadecimal digits")


class Verdict(NamedTuple):
    """What was checked and found right, and what could not be checked."""

    game: str
    actions: int
    draws: int
    protocol: int = 1
    seal: str = ""  # its digest
    is_compared: bool = False  # with one that somebody wrote down
    people: int = 0  # who gave words
    rounds: tuple[dice.Broken, ...] = ()  # that were broken off before
    recomputed: int = 0  # moves of bots
    unsure: tuple[tuple[str, int], ...] = ()  # whose moves could not be, and how many
    version: str = ""  # of the program that played

    def __str__(self) -> str:
        return f"{self.game}: {self.actions} actions, all {self.draws} draws are as they had to be"

    @property
    def notes(self) -> list[str]:
        """What else there is to say, in sentences."""
        return _of_the_first() if self.protocol == 1 else [*self._of_the_seal(), *self._of_rounds(), *self._of_bots()]

    def _of_the_seal(self) -> Iterable[str]:
        yield f"Second protocol. The seal: {' '.join(dice.spoken(bytes.fromhex(self.seal)))} ({self.seal})"
        if self.is_compared:
            yield "It is the one that you have noted: the table kept its word."
        else:
            yield "Compare these eight words with those that the players saw in the lobby, or give them with --seal."
        if not self.people:
            yield "No person gave words: the dice were the house's alone."

    def _of_rounds(self) -> Iterable[str]:
        for number, told in enumerate(self.rounds, 1):
            whose = " and ".join(str(seat + 1) for seat in told.seats)
            why = f"no words came from seat {whose}" if told.reason == sealing.SILENT else f"seat {whose} changed"
            yield f"Round {number} was broken off: {why}."
        yield f"Words were told in round {len(self.rounds) + 1}."

    def _of_bots(self) -> Iterable[str]:
        if self.recomputed:
            yield f"Moves of bots that were recomputed: {self.recomputed}, all as they had to be."
        for who, moves in self.unsure:
            yield f"Moves that cannot be recomputed: {moves} of {who}."


def _of_the_first() -> list[str]:
    return [
        "First protocol: such a file holds nothing that was fixed before the words were known.",
        "So this does not exclude that the table chose its secret afterwards, replaced somebody's words by its own "
        "after it had seen the others', changed a seat, or left rows out.",
    ]


# The first protocol.


class Check:
    """Follows a game of the first protocol from its first action, and looks at every draw."""

    def __init__(self, ready: Ready, dice: dict[str, Any]) -> None:
        self.match, self.number, self.draws = played(ready, ()), 0, 0
        self.key = fair.key(dice["secret"], [seat["words"] for seat in dice["seats"]])
        if fair.commitment(dice["secret"]) != dice["commitment"]:
            raise Tampered("the secret is not the one that the table had committed to")
        for number, seat in enumerate(dice["seats"]):
            if fair.commitment(seat["words"]) != seat["commitment"]:
                raise Tampered(f"the words of seat {number} are not those that it had committed to")

    def take(self, move: int | str) -> None:
        """The next action, by its number or in words."""
        self.number += 1
        due = fair.draw(self.key, self.draws, self.match.offers) if self.match.seat == fathom5.CHANCE else None
        try:
            self.match.play(move)
        except IllegalMove as refusal:
            raise Tampered(f"action {self.number}: {refusal}") from None
        if due is not None and self.match.actions[-1] != due:
            raise Tampered(f"action {self.number}: {move!r} was not drawn; the ticket is that of another")
        self.draws += due is not None

    def verdict(self) -> Verdict:
        return Verdict(self.match.game.name, self.number, self.draws)


def followed(ready: Ready, moves: Iterable[int | str], told: Any) -> Verdict:
    """What is found when all moves of a game of the first protocol are followed."""
    check = Check(ready, told)
    for move in moves:
        check.take(move)
    return check.verdict()


# The second.


class Sealed:
    """What a file says of dice that were sealed, and whether all of it fits together."""

    def __init__(self, ready: Ready, told: dict[str, Any]) -> None:
        self.ready, self.told = ready, told
        self.seal = dice.Seal.of(told["seal"])
        self.secret, self.words = str(told["secret"]), [str(words) for words in told["words"]]
        self.rows: list[Chained] = [(int(seat), int(action), str(by)) for seat, action, by, *_ in told["rows"]]
        self.version = str(told.get("version", ""))
        self.bots, self.unsure = 0, Counter[str]()

    def verdict(self, noted: Noted) -> Verdict:
        """Step by step; the first thing that is wrong is named."""
        if noted.seal is not None and not dice.is_noted(self.seal.digest, noted.seal):
            raise Tampered("the seal is not the one that you have noted")
        if noted.last is not None and self.told["last"] != noted.last.lower():
            raise Tampered("the last digest is not the one that you have noted: rows were changed, added or left out")
        self._check_agreed()
        self._check_commitments()
        self._check_rounds()
        self._check_marks()
        draws = self._check_rows()
        self._check_chain()
        people = sum(place.kind == "person" for place in self.seal.seats)
        return Verdict(
            self.seal.game, len(counting(self.pairs)), draws, self.seal.protocol, self.seal.digest.hex(),
            noted.seal is not None, people, self.seal.rounds, self.bots, tuple(self.unsure.items()), self.version,
        )  # fmt: skip

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return [(seat, action) for seat, action, _ in self.rows]

    def _check_agreed(self) -> None:
        """The seal speaks of this game."""
        agreed = (self.ready.game.name, self.ready.game.version, dice.options_text(self.ready.options))
        if (self.seal.game, self.seal.rules, self.seal.options) != agreed:
            raise Tampered("game, rules or options are not those that were sealed")
        if self.seal.protocol != dice.PROTOCOL or self.told["protocol"] != dice.PROTOCOL:
            raise Tampered("the protocol is not the one that was sealed")
        if len(self.seal.seats) != self.ready.seats or len(self.words) != self.ready.seats:
            raise Tampered("there are more or fewer seats than were sealed")

    def _check_commitments(self) -> None:
        if self.told["commitment"] != self.seal.commitment:
            raise Tampered("the table's commitment is not the one that was sealed")
        if dice.table_commitment(self.seal.table, self.secret) != self.seal.commitment:
            raise Tampered("the secret is not the one that the table had committed to")
        for number, (place, words) in enumerate(zip(self.seal.seats, self.words)):
            if not _fits(self.seal, number, place, words):
                raise Tampered(f"the words of seat {number} are not those that it had committed to")

    # Earlier rounds.

    def _check_rounds(self) -> None:
        told = self.told["rounds"]
        if len(told) != len(self.seal.rounds) or len(told) >= sealing.MOST:
            raise Tampered("the number of broken rounds is not the one that was sealed")
        used = set[str]()
        for number, (each, sealed) in enumerate(zip(told, self.seal.rounds), 1):
            self._check_round(number, each, sealed)
            used |= {words for words in each["words"] if words}
        if used & set(self.words):
            raise Tampered("words of an earlier round were told again")

    def _check_round(self, number: int, told: dict[str, Any], sealed: dice.Broken) -> None:
        own = dice.Seal.of(told["seal"])
        if dice.Broken(told["reason"], tuple(told["seats"]), own.digest.hex()) != sealed:
            raise Tampered(f"round {number} is not the one that the seal tells of")
        if own._replace(commitment="", seats=(), rounds=()) != self.seal._replace(commitment="", seats=(), rounds=()):
            raise Tampered(f"round {number} is of another table")
        if own.rounds != self.seal.rounds[: number - 1]:
            raise Tampered(f"round {number} knows of other rounds before it")
        if dice.table_commitment(own.table, str(told["secret"])) != own.commitment:
            raise Tampered(f"round {number}: the secret is not the one that the table had committed to")
        self._check_silence(number, told, own)

    def _check_silence(self, number: int, told: dict[str, Any], own: dice.Seal) -> None:
        """Whose words came fit; of who is called silent there are none."""
        silent = {
            seat for seat, place in enumerate(own.seats) if place.kind == "person" and told["words"][seat] is None
        }
        if told["reason"] == sealing.SILENT and (silent != set(told["seats"]) or not silent):
            raise Tampered(f"round {number}: who is called silent is not who was")
        for seat, words in enumerate(told["words"]):
            if words is not None and not _fits(own, seat, own.seats[seat], str(words)):
                raise Tampered(f"round {number}: the words of seat {seat} are not those that it had committed to")

    # Rows.

    def _check_marks(self) -> None:
        """Those that were taken back are marked, and no others."""
        standing, marked = list[int](), [len(row) > 3 for row in self.told["rows"]]
        undone = set[int]()
        for turn, (_, action, _) in enumerate(self.rows):
            if action != UNDO:
                standing.append(turn)
            elif standing:
                undone |= {turn, standing.pop()}
        if [turn in undone for turn in range(len(self.rows))] != marked:
            raise Tampered("other rows are marked as taken back than were")

    def _check_rows(self) -> int:
        """How many draws there were, when every row is as it had to be."""
        key, draws, left = dice.dice_key(self.secret, self.seal.digest, self.words), 0, set[int]()
        match = played(self.ready, ())
        try:
            for step, row in zip(retold(self.ready, self.pairs), self.rows):
                self._check_who(step.n, row, left)
                if row[0] == fathom5.CHANCE:
                    _check_draw(step, row, dice.draw(key, draws, step.before.offers))
                    draws += 1
                else:
                    self._check_choice(step, row, key)
                match = step.after
        except CannotHappen as refusal:
            raise Tampered(str(refusal)) from None
        if not match.over:
            raise Tampered("the game is not over: it was cut short")
        return draws

    def _check_who(self, number: int, row: Chained, left: set[int]) -> None:
        """Who is said to have chosen is somebody who can have."""
        seat, action, by = row
        if seat == fathom5.CHANCE:
            is_right = by == CHANCES
        else:
            place = self.seal.seats[seat]
            is_right = _can_be(by, place, seat in left) and (action != UNDO or by == PERSON)
            left |= {seat} if by.startswith(BOT) and place.kind == "person" else set()
        if not is_right:
            raise Tampered(f"row {number}: it cannot have been {by!r} who chose")

    def _check_choice(self, step: Step, row: Chained, key: bytes) -> None:
        _, action, by = row
        if action == UNDO:
            if step.after.opens(step.before.actions[-1]):
                raise Tampered(f"row {step.n}: what somebody had learnt from was taken back")
        elif by == FORCED:
            if step.before.forced != action:
                raise Tampered(f"row {step.n}: this move was not forced")
        elif by != PERSON:
            self._check_bot(step, row, key)

    def _check_bot(self, step: Step, row: Chained, key: bytes) -> None:
        """A bot that counts and does not look at the clock chooses the same again, by the same version."""
        seat, action, by = row
        level = botseats.QUICK if by.startswith(HINTED) else by.partition(":")[2]
        if self.version != fathom5.__version__:
            self.unsure[f"bots of version {self.version or 'unknown'} (these are {fathom5.__version__})"] += 1
        elif not botseats.is_counted(level):
            self.unsure[f"{level}, which thinks by the clock or was brought along"] += 1
        elif botseats.choose(step.before, seat, level, key) != action:
            raise Tampered(f"row {step.n}: this is not what the bot chose")
        else:
            self.bots += 1

    def _check_chain(self) -> None:
        key = dice.chain_key(bytes.fromhex(self.secret), self.seal.digest)
        if dice.links(key, self.seal.digest, self.rows)[-1] != self.told["last"]:
            raise Tampered("the rows do not end in the last digest of the chain: some were changed, added or left out")


def _fits(seal: dice.Seal, seat: int, place: dice.Place, words: str) -> bool:
    """Words as they were committed to; of a bot none."""
    if place.kind != "person":
        return not words and not place.commitment
    return bool(dice.WORDS.fullmatch(words)) and dice.seat_commitment(seal.table, seat, words) == place.commitment


def _can_be(by: str, place: dice.Place, has_left: bool) -> bool:
    """Who can choose at a seat: who sits there, a bot in their place, or nobody, where nothing else could be done."""
    if by == FORCED:
        return True
    if place.kind == "bot":
        return by in (BOT + place.level, HINTED + place.level)
    return by.startswith((BOT, HINTED)) or (not has_left and (by == PERSON or by.startswith(SITTING_IN)))


def _check_draw(step: Step, row: Chained, due: int) -> None:
    if row[1] != due:
        number = len(step.after.actions)
        raise Tampered(f"action {number}: {step.after.log[-1]!r} was not drawn; the ticket is that of another")


# Files.

NOTHING = Noted()


def checked(ready: Ready, moves: Iterable[int | str], told: Any, noted: Noted = NOTHING) -> Verdict:
    """What is found when all that a file says of its dice is followed; Tampered names the first thing that is wrong."""
    try:
        if told.get("protocol", 1) == 1:
            return followed(ready, moves, told)
        return Sealed(ready, told).verdict(noted)
    except (Tampered, fathom5.BrokenSave):
        raise
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise fathom5.BrokenSave(f"what this game says of its dice cannot be read: {error!r}") from None


def verify(path: str | Path, seal: str | None = None, last: str | None = None) -> Verdict:
    """Check a save file or a replay of a table; Tampered or fathom5.BrokenSave say what is wrong.

    A seal that somebody wrote down is compared too, as hexadecimal digits or as its eight words; so is the last digest.
    """
    text, noted = Path(path).read_text("utf-8"), Noted(seal, last)
    noted.check()
    if text.lstrip().startswith("{"):
        return _verify_replay(text, noted)
    save = read_save(text)
    if save.notes.get("lesson"):
        raise fathom5.BrokenSave("this game was a lesson: its dice were prepared, and nobody vouches for them")
    if "fair" not in save.notes:
        raise fathom5.BrokenSave("this game was not played at a table: nobody has committed to its dice")
    verdict = checked(save.ready, save.moves, save.notes["fair"], _only_second(save.notes["fair"], noted))
    if verdict.protocol != 1:
        _compare_moves(save.ready, save.moves, save.notes["fair"]["rows"])
    return verdict


def _only_second(told: Any, noted: Noted) -> Noted:
    if noted != NOTHING and isinstance(told, dict) and told.get("protocol", 1) == 1:
        raise fathom5.BrokenSave("this game was played under the first protocol, which had no seal")
    return noted


def _compare_moves(ready: Ready, moves: Sequence[str], rows: Any) -> None:
    """What a save tells in words is what its rows say."""
    match = played(ready, ())
    counted = counting([(seat, action) for seat, action, *_ in rows])
    for number, (move, row) in enumerate(zip_longest(moves, counted), 1):
        try:
            match.play(move if move is not None else -1)
        except IllegalMove as refusal:
            raise Tampered(f"action {number}: {refusal}") from None
        if row is None or match.actions[-1] != row[1]:
            raise Tampered(f"action {number}: {move!r} is not what the row says")


def _verify_replay(text: str, noted: Noted) -> Verdict:
    """A replay says more than a save: which offers each draw had."""
    try:
        told = json.loads(text)
        ready = fathom5.load(told["game"], **told["options"])
        rows = [(step["seat"], step["action"]) for step in told["steps"][1:]]
        said, dice_told = told["fair"]["draws"], told["fair"]
    except (KeyError, TypeError, IndexError, json.JSONDecodeError) as error:
        raise fathom5.BrokenSave(f"this is no replay of a table: {error!r}") from None
    counted = counting(rows)
    verdict = checked(ready, [action for _, action in counted], dice_told, _only_second(dice_told, noted))
    if verdict.protocol != 1 and rows != [(seat, action) for seat, action, *_ in dice_told["rows"]]:
        raise Tampered("the steps are not those that the rows tell")
    try:
        played(ready, rows)
    except CannotHappen as refusal:
        raise Tampered(str(refusal)) from None
    for mine, true in zip_longest(said, draws(ready, counted)):
        if mine != true:
            raise Tampered(f"action {(true or mine)['n']}: its offers are not those of the rules")
    return verdict


def draws(ready: Ready, counted: Rows) -> Iterable[dict[str, Any]]:
    """Chance's actions: out of which offers, by weight, each was drawn."""
    match = played(ready, ())
    for number, (_, action) in enumerate(counted, 1):
        if match.seat == fathom5.CHANCE:
            yield {"n": number, "offers": [list(offer) for offer in match.offers.items()], "took": action}
        match.play(action)
