"""What happened, as each viewer may hear and see it. Everything here is made from `match.glance`, never from the state.

Whose hidden records are the same bytes see the same things, so a picture is drawn once for all of them.
"""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import orjson

from fathom5.door import Line, Match, lines_of
from fathom5.door.lessons import decision
from fathom5.scene import Act, Scene, Thing, introduced

Viewer = int | None  # a seat, or someone who looks on


class Step(NamedTuple):
    """A row, with the match before and after it."""

    n: int  # rows so far, this one included
    seat: int
    before: Match
    after: Match
    is_undo: bool = False


_encode_anything = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _encode(value: Any) -> str:
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # it takes no half characters and no numbers beyond 64 bits
        return _encode_anything(value)


def compact(message: dict[str, Any], names: Sequence[str] = ()) -> str:
    """As it is sent; where a picture speaks of a seat, with the name of who sits there."""
    text = _encode(message)
    return introduced(text, [_encode(name)[1:-1] for name in names]) if names else text


# Pictures.


class Shown(NamedTuple):
    """As much of a scene as it takes to tell what has changed since."""

    box: list[float]
    things: list[Thing]

    @classmethod
    def of(cls, scene: Scene) -> "Shown":
        return cls(scene["box"], scene["things"])


class Pictures:
    """The scenes of one position, each drawn once."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._drawn: dict[tuple[bytes, str, str, bool], Scene] = {}

    def scene(self, viewer: Viewer, language: str, shape: str) -> Scene:
        """As this viewer sees it; only who is to move has something to do."""
        seen, is_to_move = self.match.glance(viewer).tobytes(), viewer is not None and viewer == self.match.seat
        key = (seen, language, shape, is_to_move)
        if key not in self._drawn:
            movers = self._drawn.get((seen, language, shape, True))
            self._drawn[key] = idle(movers) if movers else self.match.scene(viewer, language, shape)
        return self._drawn[key]


def idle(scene: Scene) -> Scene:
    """The picture for those who see the same but are not to move: nothing to do, and no ghosts of what it leads to."""
    solid = [thing for thing in scene["things"] if "ghost" not in thing.get("classes", "")]
    things = scene["things"] if len(solid) == len(scene["things"]) else solid  # the same list: written out once
    return {**scene, "things": things, "acts": []}


def change(old: Shown | None, new: Scene) -> dict[str, Any]:
    """What turns the old picture into the new one, but for what can be done in it."""
    shown, things = (old.things if old else []), new["things"]
    first, last = _same_ends(shown, things)
    was = {thing["id"]: thing for thing in shown[first : len(shown) - last]}
    now = {thing["id"]: thing for thing in things[first : len(things) - last]}
    told: dict[str, Any] = {
        "things": [thing for name, thing in now.items() if was.get(name) != thing],
        "gone": [name for name in was if name not in now],
    }
    if old is None or old.box != new["box"]:
        told["box"] = new["box"]
    if [name for name in now if name in was] != [name for name in was if name in now]:
        return told | {"order": [thing["id"] for thing in things], "ask": new["ask"]}
    before = _before(was, now, things[-last]["id"] if last else None)
    return told | ({"before": before} if before else {}) | {"ask": new["ask"]}


def _same_ends(old: Sequence[Thing], new: Sequence[Thing]) -> tuple[int, int]:
    """How many things are the same from the first on, and from the last back: what looks the same is the same."""
    most = min(len(old), len(new))
    first = next((n for n, (was, now) in enumerate(zip(old, new)) if was is not now), most)
    backwards = enumerate(zip(reversed(old), reversed(new)))
    last = next((n for n, (was, now) in backwards if was is not now), most)
    return first, min(last, most - first)


def _before(was: dict[str, Thing], now: dict[str, Thing], above: str | None) -> dict[str, str]:
    """What lies on what: before which older thing each new one comes, unless it comes on top of all."""
    before = {}
    for name in reversed(now):
        if name in was:
            above = name
        elif above is not None:
            before[name] = above
    return dict(reversed(before.items()))


def briefly(acts: Sequence[Act]) -> list[dict[str, Any]]:
    """Acts with words only where touching things does not tell them apart."""
    if not acts:
        return []
    paths = [tuple(act["path"]) for act in acts]
    shared = Counter(paths)
    shared[()] = 2  # a button without a path needs its words
    return [
        {"action": act["action"], "path": path} | ({"words": act["words"]} if shared[path] > 1 else {})
        for act, path in zip(acts, paths)
    ]


# Words.


def lines(step: Step, viewer: Viewer, language: str, names: Sequence[str]) -> Sequence[Line | dict[str, Any]]:
    """A row in the log, as this viewer heard it."""
    if step.is_undo:
        return [{"n": step.n, "text": "", "clause": None, "seat": step.seat, "undo": True}]
    before, after = step.before.glance(viewer), step.after.glance(viewer)
    return lines_of(step.before.game, step.n, step.seat, before, after, language, names)


def scores(match: Match, viewer: Viewer) -> list[int | None]:
    """The points as far as this viewer may know them, and as the rulebook lets people look at them again."""
    points, board = np.zeros(match.seats, np.int64), match.game.board
    view = getattr(board, "recalled", lambda view: view)(match.glance(viewer))
    match.game.rules.score(view, points)
    untold = getattr(board, "untold", lambda view: ())(view)
    return [None if seat in untold else each for seat, each in enumerate(points.tolist())]


# Changes.


NOTHING_TO_DO = compact({"acts": [], "undo": False})


class Change(NamedTuple):
    """A step as one viewpoint is told it: what all know who see the same, and what is for this one alone."""

    n: int
    common: str
    own: str

    @property
    def text(self) -> str:
        return f"{self.common[:-1]},{self.own[1:]}"


class News:
    """A step as messages. What is the same for several viewpoints is made, and written out, once."""

    def __init__(self, step: Step, names: Sequence[str], clock: object, digest: str | None = None) -> None:
        self.step, self.names, self.clock, self.digest = step, names, clock, digest
        self.pictures = Pictures(step.after)
        self._told: dict[object, str] = {}
        self._heard: dict[object, dict[str, Any]] = {}

    def told(self, viewer: Viewer, language: str, shape: str, old: Shown | None, undo: bool) -> tuple[Change, Shown]:
        """The message for a viewpoint that was shown the old picture; and what it is shown now."""
        new = self.pictures.scene(viewer, language, shape)
        key = (id(old.things) if old else 0, id(new["things"]))  # whose are the same have seen, and see, the same
        if key not in self._told:
            self._told[key] = self._common(viewer, language, old, new)
        own = compact(self._own(new, undo), self.names) if new["acts"] or undo else NOTHING_TO_DO
        return Change(self.step.n, self._told[key], own), Shown.of(new)

    def _own(self, new: Scene, undo: bool) -> dict[str, Any]:
        """What is for this viewpoint alone: what it can do, and what kind of decision that is."""
        told = {"acts": briefly(new["acts"]), "undo": undo}
        return told | ({"decision": decision(self.step.after)} if new["acts"] else {})

    def _in_words(self, viewer: Viewer, language: str) -> dict[str, Any]:
        """Points and log, which are the same on a stage of any shape."""
        before, after = self.step.before.glance(viewer), self.step.after.glance(viewer)
        key = (before.tobytes(), after.tobytes(), language)
        if key not in self._heard:
            log = lines(self.step, viewer, language, self.names)
            self._heard[key] = {"scores": scores(self.step.after, viewer), "log": log}
        return self._heard[key]

    def _common(self, viewer: Viewer, language: str, old: Shown | None, new: Scene) -> str:
        """What all know who see the same."""
        told = {
            "do": "change",
            "n": self.step.n,
            "turn": self.step.n,
            "to_move": self.step.after.seat,
            **self._in_words(viewer, language),
            **change(old, new),
            "clock": self.clock,
        }
        told |= {"digest": self.digest} if self.digest else {}
        return compact(told | ({"back": True} if self.step.is_undo else {}), self.names)
