"""A review as one viewer may hear it: numbers for all, and better moves in words only for who could know them.

Whose moves these are knew what could be done; somebody else hears of it only where they saw the same.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from fathom5 import CHANCE
from fathom5.bots.review.levels import measure
from fathom5.bots.review.rollouts import medal_word
from fathom5.bots.reviewer import Found
from fathom5.door import Match
from fathom5.scene import Act
from fathom5.table.keep.store import UNDO, Kept
from fathom5.table.play.replays import ready_of, rows_of
from fathom5.table.play.telling import Viewer

DIGITS = 4  # a hundredth of a hundredth of the victory
MOVES = 5  # beside the one that was made, of which a decision tells


class Ear:
    """Somebody who listens to a review from a seat, or looks on; what they saw is worked out once."""

    def __init__(self, kept: Kept, view: Viewer, language: str) -> None:
        self.kept, self.view, self.language = kept, view, language
        self.ready, self.rows = ready_of(kept), list(counted(kept))

    def told(self, found: Found) -> dict[str, Any]:
        """What is known so far, action by action, each with the row that it was."""
        return {
            "kind": found["kind"],
            "player": found["player"],
            "rounds": found["rounds"],
            "done": found["done"],
            "progress": round(found["progress"], 2),
            "view": self.view,
            "medals": [medal_word(self.ready.game, medal, self.language) for medal in found["medals"]],
            "start": _rounded(found["start"]),
            "result": _rounded(found["result"]),
            "actions": [
                _action(judged, self.rows[judged["number"]], self.known_choices.get(judged["number"]))
                for judged in found["actions"]
            ],
            "levels": measure(self.ready.game.name).weight,
            "standings": [_rounded(standing) for standing in found["standings"]],
        }

    @cached_property
    def known_choices(self) -> dict[int, dict[int, Act]]:
        """What could be done at each decision of which this viewer saw all that who decided saw."""
        match, rows, known = self.ready.start(chance="manual"), rows_of(self.kept), {}
        for number, n in enumerate(self.rows):
            seat, action = rows[n - 1]
            if seat != CHANCE and len(match.offers) > 1 and _knows(match, self.view, seat):
                acts = match.scene(seat, self.language)["acts"]
                known[number] = {act["action"]: act for act in acts}
            match.play(action)
        return known


def counted(kept: Kept) -> Iterator[int]:
    """Which rows still count, each as how many there were with it."""
    standing: list[int] = []
    for n, (_, action) in enumerate(rows_of(kept), 1):
        standing.pop() if action == UNDO else standing.append(n)
    yield from standing


def _knows(match: Match, view: Viewer, seat: int) -> bool:
    return view == seat or match.glance(view).tobytes() == match.glance(seat).tobytes()


def _action(judged: Found, n: int, acts: dict[int, Act] | None) -> dict[str, Any]:
    """Nothing is said of what changed nothing."""
    made = {"n": n, "seat": judged["seat"], "choice": judged["was_choice"], "before": _rounded(judged["before"])}
    made |= {"margins": _rounded(judged["margins"])}
    made |= {part: _rounded(judged[part]) for part in ("luck", "skill", "learnt") if any(judged[part])}
    if judged["medals"]:
        made["medals"] = _rounded(judged["medals"]["before"])
    if acts is not None:
        made["made"] = acts[judged["action"]]["words"]
        made["moves"] = [_move(move, acts[move["action"]]) for move in judged["moves"][:MOVES]]
        if judged["better"]:
            made["better"] = _move(judged["better"], acts[judged["better"]["action"]])
    return made


def _move(other: Found, act: Act) -> dict[str, Any]:
    return {
        "words": act["words"],
        "path": act["path"],
        "gain": _rounded(other["gain"]),
        "margin": _rounded(other["margin"]),
    }


def _rounded(told: Any) -> Any:
    if isinstance(told, dict):
        return {name: _rounded(value) for name, value in told.items()}
    if isinstance(told, list):
        return [_rounded(each) for each in told]
    return round(told, DIGITS) if isinstance(told, float) else told
