"""Boards as pixels. What a thing looks like is drawn once, and then laid down wherever it lies: the next picture is
mostly made of what the last one was made of, and to draw all of it anew takes ten times as long.

Looks that are new are drawn together on one sheet: to read a board's style takes longer than to draw one of its things.
"""

import io
from collections.abc import Iterable, Iterator, Sequence
from math import floor
from types import ModuleType
from typing import NamedTuple, cast

import numpy as np
from PIL import Image

from fathom5.scene import Act, Scene, Thing, svg

LOOKS = 1 << 11  # that are kept at hand
ROUGH = 16  # pixels of the board that are one of the draft by which a look's outline is found
HAIR = 8  # pixels around it, for what was too faint or too little of a pixel for the draft
FINE = 10  # places in a pixel, each way, that are told apart: with fewer, edges can be seen to be elsewhere
ELSEWHERE = ("id", "label", "about", "x", "y")  # what makes no difference to the look of a thing


class Face(NamedTuple):
    """All that a look depends on."""

    board: ModuleType
    size: tuple[int, int]  # of the picture
    x: float  # its place in the pixel
    y: float
    can: bool  # be touched
    own: tuple[tuple[str, object], ...]

    def thing(self, id: str, x: float, y: float) -> Thing:
        """Put together again from its own items, elsewhere."""
        return cast(Thing, {"id": id, "x": x + self.x, "y": y + self.y, **dict(self.own)})


class Look(NamedTuple):
    """A piece of a picture, and where it lies: from the whole pixel in which the thing has its place."""

    image: Image.Image
    left: int
    top: int


class Box(NamedTuple):
    """A piece of a plane, by its first pixels and the first that are no more in it."""

    left: int
    top: int
    right: int
    bottom: int


def painted(scene: Scene, board: ModuleType) -> np.ndarray:
    """A scene as an array of height, width and colour, on white paper."""
    x, y, width, height = scene["box"]
    size = round(width), round(height)
    paper = Image.new("RGB", size, "white")
    touched = {act["path"][0] for act in scene["acts"] if act["path"]}
    places = [(thing["x"] - x, thing["y"] - y) for thing in scene["things"]]
    faces = [
        face(thing, board, size, place, thing["id"] in touched)
        for thing, place in zip(scene["things"], places, strict=True)
    ]
    for look, (right, down) in zip(looks_of(faces), places, strict=True):
        if look is not None:
            paper.paste(look.image, (floor(right) + look.left, floor(down) + look.top), look.image)
    return np.array(paper)


def face(thing: Thing, board: ModuleType, size: tuple[int, int], place: tuple[float, float], can: bool) -> Face:
    own = tuple(item for item in thing.items() if item[0] not in ELSEWHERE)
    x, y = (round(FINE * (each % 1)) / FINE for each in place)
    return Face(board, size, x, y, can, own)


_kept: dict[Face, Look | None] = {}  # the oldest first


def looks_of(faces: Sequence[Face]) -> list[Look | None]:
    """How each looks; nothing if there is nothing to see of it."""
    known = {each: _kept[each] for each in faces if each in _kept}
    if new := [each for each in dict.fromkeys(faces) if each not in known]:
        known |= zip(new, drawn_together(new), strict=True)
        _kept.update((each, known[each]) for each in new)
        for oldest in list(_kept)[:-LOOKS]:
            _kept.pop(oldest, None)
    return [known[each] for each in faces]


# What is new.


def drawn_together(faces: Sequence[Face]) -> Iterator[Look | None]:
    """Things by themselves: roughly at first, to see how large they are, then each in a place of that size."""
    outlines = list(outlined(faces))
    seen = [box for box in outlines if box is not None]
    places, size = shelved(seen)
    sheet = _drawn(laid(faces_seen(faces, outlines), places, size), faces[0].board) if seen else None
    left = iter(zip(seen, places, strict=True))
    for outline in outlines:
        if outline is None or sheet is None:
            yield None
            continue
        box, (x, y) = next(left)
        piece = sheet.crop((x + box.left, y + box.top, x + box.right, y + box.bottom))
        yield Look(piece, box.left, box.top)


def faces_seen(faces: Sequence[Face], outlines: Sequence[Box | None]) -> list[Face]:
    return [each for each, box in zip(faces, outlines, strict=True) if box is not None]


def outlined(faces: Sequence[Face]) -> Iterator[Box | None]:
    """Around each from its place, by a draft in which everything has room for more than a board in each direction."""
    width, height = (ROUGH * (1 + 5 * each // (4 * ROUGH)) for each in faces[0].size)
    places = [(width, height * (2 * n + 1)) for n in range(len(faces))]
    draft = _drawn(laid(faces, places, (2 * width, 2 * height * len(faces))), faces[0].board, 1 / ROUGH)
    for n in range(len(faces)):
        rows = 2 * height // ROUGH
        outline = draft.crop((0, rows * n, draft.width, rows * (n + 1))).getbbox()
        if outline is None:
            yield None
            continue
        left, top, right, bottom = (ROUGH * each for each in outline)
        yield Box(left - width - HAIR, top - height - HAIR, right - width + HAIR, bottom - height + HAIR)


def shelved(boxes: Iterable[Box]) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """Where each thing is to be so that no two boxes overlap, in rows as long as the widest; and the sheet's size."""
    boxes = list(boxes)
    widest = max((box.right - box.left for box in boxes), default=0)
    places: dict[int, tuple[int, int]] = {}
    x = y = deepest = 0
    for n in sorted(range(len(boxes)), key=lambda n: boxes[n].top - boxes[n].bottom):
        box = boxes[n]
        if x + box.right - box.left > widest:
            x, y, deepest = 0, y + deepest, 0
        places[n] = x - box.left, y - box.top
        x, deepest = x + box.right - box.left, max(deepest, box.bottom - box.top)
    return [places[n] for n in range(len(boxes))], (widest, y + deepest)


def laid(faces: Sequence[Face], places: Sequence[tuple[int, int]], size: tuple[int, int]) -> Scene:
    """A scene with each of them in its place."""
    things = [each.thing(f"{n}", x, y) for n, (each, (x, y)) in enumerate(zip(faces, places, strict=True))]
    acts = [Act(action=0, words="", path=[f"{n}"]) for n, each in enumerate(faces) if each.can]
    return Scene(box=[0, 0, *size], things=things, acts=acts, ask="")


def _drawn(scene: Scene, board: ModuleType, zoom: float = 1.0) -> Image.Image:
    import resvg_py

    drawn = svg(scene, board.SYMBOLS, board.STYLE)
    with Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=drawn, zoom=zoom)))) as image:
        return image.convert("RGBA")
