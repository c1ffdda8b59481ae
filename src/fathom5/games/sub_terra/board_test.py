"""The picture of Sub Terra."""

import random

import pytest

from fathom5 import load
from fathom5.games.sub_terra.board import PLANS, PLATES, frame, plate_size, scene
from fathom5.games.sub_terra.words import WORDS
from fathom5.scene import SHAPES, Sight


def drawn(shape, actions=90):
    """A cave in which some roofs may fall, and all that is drawn of it, from bottom to top."""
    match, luck = load("sub_terra", players=2).start(seed=3), random.Random(3)
    while len(match.actions) < actions:
        match.play(luck.choice(match.moves))
    view = match.seen(match.seat)
    return view, {thing["id"]: thing for thing in scene(view, match.seat, WORDS["en"], shape)["things"]}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_pawn_has_its_number_its_health_and_the_mark_of_who_acts(shape):
    view, things = drawn(shape)
    for caver in range(view.cavers):
        pawn, rank, health = (things[f"{part}-{caver}"] for part in ("caver", "rank", "health"))
        assert rank["text"] == str(view.rank[caver])
        assert health["symbol"].startswith(f"drops-{view.health[caver]}-")
        assert (rank["x"], rank["y"], health["x"]) == (pawn["x"], pawn["y"], pawn["x"])
        assert ("acting" in pawn["classes"]) == (caver == view.actor)


def test_the_numbers_of_a_roof_lie_above_pawns():
    _, things = drawn("wide")
    order = list(things)
    roofs = [order.index(name) for name in order if name.startswith("roof-")]
    assert roofs and min(roofs) > max(order.index(name) for name in order if name.startswith(("caver-", "health-")))


@pytest.mark.parametrize("shape, pixels", [("wide", 0.63), ("tall", 0.97)])  # for each unit of the stage, on a phone
def test_the_numbers_of_a_roof_can_be_read_until_they_would_be_wider_than_their_tile(shape, pixels):
    for unit in (0.95, 1.4, 1.9, 2.4, 4.0):  # of ever larger caves
        size = plate_size(PLANS[shape], unit)
        assert 24 * size / unit * pixels >= 12 or size == PLATES[1]


def test_a_roof_is_drawn_as_large_as_that():
    view, things = drawn("tall", 160)
    size = plate_size(PLANS["tall"], frame(PLANS["tall"], Sight(view)).unit)
    assert {thing["scale"] for name, thing in things.items() if name.startswith("roof-")} == {size}
