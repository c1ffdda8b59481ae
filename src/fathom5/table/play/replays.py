"""The whole game, after its end: as positions to slide through, as a save file, and as something to check."""

import json
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import fathom5
from fathom5.door import IllegalMove, Match, Ready, read_save
from fathom5.scene import Scene
from fathom5.table.keep.store import UNDO, Agreed, Kept, Row, Seat
from fathom5.table.play import fair
from fathom5.table.play.course import CannotHappen, counting, course, played, retold
from fathom5.table.play.people import LONGEST_NAME, cleaned, is_plain, new_id
from fathom5.table.play.telling import Pictures, Shown, Viewer, change, lines, scores

Rows = Sequence[tuple[int, int]]  # seat and action


class Tampered(ValueError):
    """A game whose dice are not what its secret and its words say."""


class Verdict(NamedTuple):
    """What was checked, and found right."""

    game: str
    actions: int
    draws: int

    def __str__(self) -> str:
        return f"{self.game}: {self.actions} actions, of which {self.draws} are chance's; every one is as the dice say"


def rows_of(kept: Kept) -> list[tuple[int, int]]:
    return [(row.seat, row.action) for row in kept.rows]


def ready_of(kept: Kept) -> Ready:
    return fathom5.load(kept.agreed.game, **kept.agreed.options)


# Writing it down.


def dice_of(kept: Kept) -> dict[str, Any] | None:
    """What the dice were made of; None where they were not ours."""
    if kept.agreed.secret is None:
        return None
    return {
        "commitment": fair.commitment(kept.agreed.secret),
        "secret": kept.agreed.secret,
        "seats": [
            {
                "commitment": fair.commitment(seat.words or ""),
                "words": seat.words or "",
                "of_table": seat.words == seat.spare,
            }
            for seat in kept.seats
        ],
    }


def save(kept: Kept) -> str:
    """The save file: the moves that counted, with who played and what the dice were made of."""
    match = played(ready_of(kept), rows_of(kept))
    dice = dice_of(kept)
    return match.save(seats=[seat.name for seat in kept.seats], **({"fair": dice} if dice else {}))


def replay(kept: Kept, view: Viewer, language: str, shape: str) -> dict[str, Any]:
    """Every position as a change of the one before, as one viewer saw them, and every draw with its offers."""
    ready, rows = ready_of(kept), rows_of(kept)
    names = [seat.name for seat in kept.seats]
    match = played(ready, rows)
    old = Pictures(played(ready, ())).scene(view, language, shape)
    first = {"n": 0, "seat": None, "log": [], "scores": scores(played(ready, ()), view), "to_move": fathom5.CHANCE}
    steps = [first | _shown(None, old)]
    for step, (seat, action) in zip(retold(ready, rows), rows):
        new = Pictures(step.after).scene(view, language, shape)
        told = {
            "n": step.n,
            "seat": seat,
            "action": action,
            "log": lines(step, view, language, names),
            "scores": scores(step.after, view),
            "to_move": step.after.seat,
        }
        steps.append(told | _shown(old, new) | ({"back": True} if action == UNDO else {}))
        old = new
    return {
        "game": kept.agreed.game,
        "rules": kept.agreed.rules,
        "options": kept.agreed.options,
        "seats": [
            {"name": seat.name, "colour": seat.colour, "kind": seat.kind, "level": seat.level} for seat in kept.seats
        ],
        "scores": match.scores,
        "winners": match.winners,
        "course": course(ready, rows),
        "ending": match.ending(language, names),
        "view": view,
        "viewpoints": [*range(match.seats), None],
        "steps": steps,
        "fair": _checked_dice(kept, ready, rows),
    }


def _shown(old: Scene | None, new: Scene) -> dict[str, Any]:
    """A change of the picture without what could be done in it."""
    told = change(Shown.of(old) if old else None, new)
    return {key: value for key, value in told.items() if key != "ask" and value != []}


def _checked_dice(kept: Kept, ready: Ready, rows: Rows) -> dict[str, Any] | None:
    dice = dice_of(kept)
    if dice is None:
        return None
    counted = counting(rows)
    return dice | {"draws": list(draws(ready, counted)), "ok": _is_right(ready, counted, dice)}


def _is_right(ready: Ready, counted: Rows, dice: dict[str, Any]) -> bool:
    try:
        checked(ready, [action for _, action in counted], dice)
    except Tampered:
        return False
    return True


def draws(ready: Ready, counted: Rows) -> Iterable[dict[str, Any]]:
    """Chance's actions: out of which offers, by weight, each was drawn."""
    match = played(ready, ())
    for number, (_, action) in enumerate(counted, 1):
        if match.seat == fathom5.CHANCE:
            yield {"n": number, "offers": [list(offer) for offer in match.offers.items()], "took": action}
        match.play(action)


# Checking it.


class Check:
    """Follows a game from its first action, and looks at every draw."""

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


def checked(ready: Ready, moves: Iterable[int | str], dice: Any) -> Verdict:
    """What is found when all moves are followed; Tampered names the first that is wrong."""
    try:
        check = Check(ready, dice)
    except (KeyError, TypeError, AttributeError) as error:
        raise fathom5.BrokenSave(f"what this game says of its dice cannot be read: {error!r}") from None
    for move in moves:
        check.take(move)
    return check.verdict()


def verify(path: str | Path) -> Verdict:
    """Check every draw of a save file or a replay of a table; Tampered or fathom5.BrokenSave say what is wrong."""
    text = Path(path).read_text("utf-8")
    if text.lstrip().startswith("{"):
        return _verify_replay(text)
    save = read_save(text)
    if "fair" not in save.notes:
        raise fathom5.BrokenSave("this game was not played at a table: nobody has committed to its dice")
    return checked(save.ready, save.moves, save.notes["fair"])


def _verify_replay(text: str) -> Verdict:
    """A replay says more than a save: which offers each draw had."""
    try:
        told = json.loads(text)
        ready = fathom5.load(told["game"], **told["options"])
        rows = [(step["seat"], step["action"]) for step in told["steps"][1:]]
        said, dice = told["fair"]["draws"], told["fair"]
    except (KeyError, TypeError, IndexError, json.JSONDecodeError) as error:
        raise fathom5.BrokenSave(f"this is no replay of a table: {error!r}") from None
    counted = counting(rows)
    verdict = checked(ready, [action for _, action in counted], dice)  # first, as it names the first wrong draw
    try:
        played(ready, rows)
    except CannotHappen as refusal:
        raise Tampered(str(refusal)) from None
    for mine, true in zip_longest(said, draws(ready, counted)):
        if mine != true:
            raise Tampered(f"action {(true or mine)['n']}: its offers are not those of the rules")
    return verdict


# Taking one in.


def uploaded(text: str) -> Kept:
    """A save file as a table that is over; its dice are taken along if it has some."""
    noted = read_save(text).notes
    if not is_plain(noted):
        raise fathom5.BrokenSave("this save notes something that is no plain text")
    match = fathom5.replay(text)
    secret, *words = _dice_noted(noted.get("fair"), match.seats)
    agreed = Agreed(new_id(), match.game.name, match.game.version, dict(match.options), secret=secret)
    agreed.started = agreed.ended = agreed.opened
    seats = [
        Seat(agreed.id, number, "bot", _name(noted.get("seats"), number), number, words=words[number])
        for number in range(match.seats)
    ]
    return Kept(agreed, seats, _with_seats(match))


def _dice_noted(dice: Any, seats: int) -> list[str | None]:
    """The secret and the words, if they are something that a table of ours could have written."""
    try:
        texts = [dice["secret"], *(seat["words"] for seat in dice["seats"])]
        if len(texts) == 1 + seats and all(isinstance(text, str) and len(text) <= 64 for text in texts):
            return texts
    except (KeyError, TypeError):
        pass
    return [None] * (1 + seats)


def _name(names: Any, number: int) -> str:
    is_listed = isinstance(names, list) and number < len(names)
    return (cleaned(names[number], LONGEST_NAME) if is_listed else "") or str(number + 1)


def _with_seats(match: Match) -> list[Row]:
    """The actions with who took each."""
    again, rows = Match(match.game, match.options, None), []
    for action in match.actions:
        rows.append(Row(again.seat, action))
        again.play(action)
    return rows
