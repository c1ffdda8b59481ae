"""Pixels are laid down thing by thing, and come to the same picture as a drawing of the whole."""

import io

import numpy as np
import pytest

from fathom5 import load
from fathom5.scene import svg

resvg_py = pytest.importorskip("resvg_py")
Image = pytest.importorskip("PIL.Image")

from fathom5.gym import painting  # noqa: E402
from fathom5.gym.painting import painted  # noqa: E402


def drawn(scene, board):
    """All of it at once."""
    drawing = resvg_py.svg_to_bytes(svg_string=svg(scene, board.SYMBOLS, board.STYLE))
    with Image.open(io.BytesIO(bytes(drawing))) as image:
        return on_white(image.convert("RGBA"))


def on_white(image):
    paper = Image.new("RGBA", image.size, "white")
    return np.array(Image.alpha_composite(paper, image).convert("RGB"), int)


@pytest.mark.parametrize("moves", [0, 25])
def test_a_picture_is_that_of_the_whole_board(name, moves):
    match, rng = load(name).start(seed=3), np.random.default_rng(3)
    for _ in range(moves):
        match.play(int(rng.choice(match.numbers)))
    scene, board = match.scene(match.seat), match.game.board
    laid, whole = painted(scene, board), drawn(scene, board)
    assert laid.shape == whole.shape
    assert np.abs(laid.astype(int) - whole).mean() < 0.5  # of 255: layers are rounded one by one
    assert (np.abs(laid.astype(int) - whole).max(2) > 64).mean() < 1e-4


def test_what_has_moved_is_seen_elsewhere():
    match = load("deep_sea").start(seed=1)
    before = painted(match.scene(0), match.game.board)
    match.play(match.numbers[0])
    after = painted(match.scene(0), match.game.board)
    assert before.shape == after.shape and (before != after).any()


def test_no_two_looks_share_a_place_on_the_sheet():
    rng = np.random.default_rng(5)
    boxes = [
        painting.Box(left, top, left + wide, top + high)
        for left, top, wide, high in rng.integers(1, 90, (40, 4)).tolist()
    ]
    places, (width, height) = painting.shelved(boxes)
    taken = np.zeros((height, width), int)
    for box, (x, y) in zip(boxes, places, strict=True):
        taken[y + box.top : y + box.bottom, x + box.left : x + box.right] += 1
    assert taken.max() == 1 and taken.sum() == sum((box.right - box.left) * (box.bottom - box.top) for box in boxes)


def test_a_look_is_the_same_alone_and_among_others(name):
    match = load(name).start(seed=3)
    things = match.scene(match.seat)["things"][::2]
    faces = [painting.face(thing, match.game.board, (880, 600), (thing["x"], thing["y"]), True) for thing in things]
    together, alone = list(painting.drawn_together(faces)), [next(painting.drawn_together([face])) for face in faces]
    for one, other in zip(together, alone, strict=True):
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            assert one[1:] == other[1:] and np.abs(on_white(one.image) - on_white(other.image)).max() < 16


def test_only_so_many_looks_are_kept(monkeypatch):
    monkeypatch.setattr(painting, "LOOKS", 20)
    monkeypatch.setattr(painting, "_kept", {})
    match = load("deep_sea").start(seed=1)
    first = painted(match.scene(0), match.game.board)
    assert len(painting._kept) == 20 and np.array_equal(painted(match.scene(0), match.game.board), first)
