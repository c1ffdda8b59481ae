"""The whole game, after its end: as positions to slide through, as a save file, and as something to check."""

import json
from collections.abc import Sequence
from typing import Any

import fathom5
from fathom5.door import Match, Ready, read_save
from fathom5.scene import Scene
from fathom5.table.dice import PLAYED_ON, PREPARED
from fathom5.table.keep.store import UNDO, Agreed, Kept, Row, Seat
from fathom5.table.play import fair, sealing
from fathom5.table.play.course import counting, course, played, retold
from fathom5.table.play.lessons import marks
from fathom5.table.play.people import LONGEST_NAME, cleaned, is_plain, new_id
from fathom5.table.play.telling import Pictures, Shown, Viewer, change, lines, scores
from fathom5.table.play.verifying import Rows, Tampered, checked, draws

TAKEN_BACK = 1000  # rows that a save may have beside those that count and as many again: each is a picture to draw


def rows_of(kept: Kept) -> list[tuple[int, int]]:
    return [(row.seat, row.action) for row in kept.rows]


def ready_of(kept: Kept) -> Ready:
    return fathom5.load(kept.agreed.game, **kept.agreed.options)._replace(branch=kept.agreed.branch)


# Writing it down.


def dice_of(kept: Kept) -> dict[str, Any] | None:
    """What the dice were made of; None where they were not ours, or prepared for a lesson."""
    if kept.agreed.is_lesson or kept.agreed.branch is not None:
        return None
    if kept.agreed.brought is not None:
        return kept.agreed.brought
    if kept.agreed.secret is None:
        return None
    if sealing.is_sealing(kept.agreed):
        return _sealed(kept)
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


def _sealed(kept: Kept) -> dict[str, Any]:
    """All that was committed to, as it was then, and every row with who really chose."""
    agreed = kept.agreed
    return {
        "protocol": agreed.protocol,
        "version": agreed.version,
        "commitment": agreed.commitment,
        "secret": agreed.secret,
        "seal": json.loads(agreed.seal or "null"),
        "words": [seat.words or "" for seat in kept.seats],
        "rounds": agreed.rounds or [],
        "rows": marked(kept.rows),
        "last": agreed.last,
    }


def marked(rows: Sequence[Row]) -> list[list[Any]]:
    """Every row; those that an undo has taken back, and the undo, say so."""
    standing, told = list[list[Any]](), list[list[Any]]()
    for row in rows:
        told.append([row.seat, row.action, row.by])
        if row.action != UNDO:
            standing.append(told[-1])
        elif standing:
            told[-1].append("undone")
            standing.pop().append("undone")
    return told


def save(kept: Kept) -> str:
    """The save file: the moves that counted, with who played and what the dice were made of."""
    match = played(ready_of(kept), rows_of(kept))
    dice = dice_of(kept)
    notes = marks(kept) | ({"fair": dice} if dice else {})
    return match.save(seats=[seat.name for seat in kept.seats], **notes)


def bare_save(kept: Kept) -> str:
    """The moves that counted, and nothing of who played."""
    return played(ready_of(kept), rows_of(kept)).save()


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
        "branch": None if match.branch is None else match.branch.at,
        "steps": steps,
        "fair": _checked_dice(kept, ready, rows),
        **marks(kept),
    }


def names_of(told: dict[str, Any]) -> list[str]:
    """Who played in a replay."""
    return [seat["name"] for seat in told["seats"]]


def _shown(old: Scene | None, new: Scene) -> dict[str, Any]:
    """A change of the picture without what could be done in it."""
    told = change(Shown.of(old) if old else None, new)
    return {key: value for key, value in told.items() if key != "ask" and value != []}


def _checked_dice(kept: Kept, ready: Ready, rows: Rows) -> dict[str, Any] | None:
    dice = dice_of(kept)
    if dice is None:
        return None
    counted = counting(rows)
    is_right = _is_right(ready, counted, dice) and _tells(dice, rows)
    return dice | {"draws": list(draws(ready, counted)), "ok": is_right}


def _tells(dice: dict[str, Any], rows: Rows) -> bool:
    """Whether what is said of the dice speaks of these rows; the first protocol said nothing of them."""
    return "rows" not in dice or [(seat, action) for seat, action, *_ in dice["rows"]] == list(rows)


def _is_right(ready: Ready, counted: Rows, dice: dict[str, Any]) -> bool:
    try:
        checked(ready, [action for _, action in counted], dice)
    except (Tampered, fathom5.BrokenSave):
        return False
    return True


# Taking one in.


def uploaded(text: str) -> Kept:
    """A save file as a table that is over; its dice are taken along if it has some."""
    noted = read_save(text).notes
    if not is_plain(noted):
        raise fathom5.BrokenSave("this save notes something that is no plain text")
    match = fathom5.replay(text)
    is_lesson = bool(noted.get("lesson"))
    told = None if is_lesson else noted.get("fair")
    is_sealed = isinstance(told, dict) and told.get("protocol", 1) != 1
    secret, *words = _dice_noted(None if is_sealed else told, match.seats)
    agreed = Agreed(new_id(), match.game.name, match.game.version, dict(match.options), secret=secret)
    agreed.brought = told if is_sealed else None
    agreed.protocol = PREPARED if is_lesson else agreed.protocol  # it stays marked as one
    if match.branch is not None:
        agreed.protocol, agreed.brought = PLAYED_ON, {"branch": list(match.branch)}
    agreed.started = agreed.ended = agreed.opened
    seats = [
        Seat(agreed.id, number, "bot", _name(noted.get("seats"), number), number, words=words[number])
        for number in range(match.seats)
    ]
    return Kept(agreed, seats, _all_rows(match, told) if is_sealed else _with_seats(match))


def _all_rows(match: Match, told: Any) -> list[Row]:
    """The rows with those that were taken back, if they lead to the same game."""
    if isinstance(told.get("rows"), list) and len(told["rows"]) > TAKEN_BACK + 2 * len(match.actions):
        raise fathom5.BrokenSave("this save takes back more than can be told")
    try:
        rows = [Row(int(seat), int(action), by=str(by)[:60]) for seat, action, by, *_ in told["rows"]]
        again = played(Ready(match.game, match.options), [(row.seat, row.action) for row in rows])
    except (KeyError, TypeError, ValueError):
        return _with_seats(match)
    return rows if again.actions == match.actions else _with_seats(match)


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
    again, rows = Ready(match.game, match.options, match.branch).start(chance="manual"), []
    for action in match.actions:
        rows.append(Row(again.seat, action))
        again.play(action)
    return rows
