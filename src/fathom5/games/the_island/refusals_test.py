"""Touches in vain on the board of The Island, each with its reason."""

from fathom5.door.testing import then
from fathom5.games.the_island.rules.box import TEAM, Phase
from fathom5.games.the_island.rules.sea import CELL_AT
from fathom5.games.the_island.rules_test import island, until


def no(match, touched, *begun):
    told = match.refusal(match.seat, [touched], begun)
    return told.clause, told.text


def cell(x, y):
    return f"cell-{CELL_AT[x, y]}"


def tile(x, y):
    return f"tile-{CELL_AT[x, y]}"


def test_ti_11_ti_17_where_an_explorer_cannot_go():
    match = island()
    assert no(match, cell(-10, 10)) == (
        "TI-11", "First touch one of your explorers or a boat, then where it goes"
    )  # fmt: skip
    assert no(match, tile(5, 5), "explorer-0")[1].startswith("One move goes to the next place; this is")
    assert no(match, f"explorer-{TEAM}") == ("TI-17", "Only explorers of your own colour move")
    then(match, "board 0 0 -6 4")
    assert no(match, tile(-5, 5), "explorer-0") == ("TI-17", "Who has left the land never comes back to it")


def test_ti_18_a_swimmer_acts_once_a_turn():
    match = then(island(), "dive 0 1 -6 4")
    assert no(match, "explorer-1") == ("TI-18", "A swimmer moves once a turn, and this one has")


def test_ti_23_safe_islands_are_entered_from_their_landing_cells():
    match = then(island(), "board 0 0 -6 4")
    assert no(match, "haven-NW", "explorer-0")[0] == "TI-23"
    assert no(match, "haven-NW", "explorer-1")[1] == "Safe islands are reached by boat or by swimming"


def test_ti_13_creatures_wait_for_the_die():
    assert no(island(), "serpent-0") == ("TI-13", "Creatures move at the end of a turn, by the die")


def test_ti_24_the_lowest_terrain_at_the_sea_sinks_first():
    match = until(then(island(), "end_moves"), Phase.REMOVE, 0)
    terrain = {int(cell): kind for cell, kind in enumerate(match.state["terrain"])}
    forest = next(place for place, number in CELL_AT.items() if terrain[number] == 1)
    assert no(match, tile(*forest)) == ("TI-24", "First all tiles of the lowest terrain sink: beach")
    assert no(match, "explorer-0") == ("TI-12", "The moves of this turn are over: remove a tile")
