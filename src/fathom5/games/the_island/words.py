"""The Island in words: actions as moves, moves as sentences, and all that the board and the table say."""

from bisect import bisect

import numpy as np

from fathom5.games.the_island.box import MOST_CREATURES, TEAM, Action, Kind, Terrain, Under
from fathom5.games.the_island.sea import AROUND, CELLS, FAR, ISLAND_AT, ISLANDS, LAND, NEAR, PLACES, SLOTS, Place
from fathom5.kernel.record import Move

RANGES = tuple(Action)  # where the numbers of each kind of action begin
KIND_WORDS = tuple(kind.name.lower() for kind in Kind)
TERRAIN_WORDS = tuple(terrain.name.lower() for terrain in Terrain)
UNDER_WORDS = tuple(symbol.name.lower() for symbol in Under)


def move(before: np.record, action: int) -> Move:
    """An action as a readable tuple, given what stood before it."""
    verb = RANGES[bisect(RANGES, action) - 1]
    return SAY[verb](before, int(action - verb))


def _explorer_move(word: str, reach: int):  # type: ignore[no-untyped-def]
    def say(before: np.record, number: int) -> Move:
        index, near = divmod(number, reach)
        return (word, int(before.colour), index, *around(before.place[TEAM * before.colour + index], near))

    return say


def _boat_move(word: str, reach: int):  # type: ignore[no-untyped-def]
    def say(before: np.record, number: int) -> Move:
        boat, near = divmod(number, reach)
        return (word, *PLACES[before.boat[boat]], *around(before.boat[boat], near))

    return say


def around(cell: int, near: int) -> Place:
    """The n-th place around a cell."""
    return PLACES[AROUND[cell, near]]


def _place(before: np.record, number: int) -> Move:
    value, slot = divmod(number, SLOTS)
    return _placed(before, 1 + value, slot)


def _placed(before: np.record, value: int | None, slot: int) -> Move:
    return ("place", int(before.colour), int(before.placed // before.colours), value, *PLACES[LAND[slot]])


def _land(before: np.record, index: int) -> Move:
    island = ISLANDS[ISLAND_AT[before.place[TEAM * before.colour + index]]]
    return ("land", int(before.colour), index, island)


def _creature(before: np.record, number: int) -> Move:
    slot, near = divmod(number, FAR)
    cell = before.creature[before.die, slot]
    return ("creature", KIND_WORDS[before.die], *PLACES[cell], *around(cell, near))


def _move_creature(before: np.record, number: int) -> Move:
    creature, cell = divmod(number, CELLS)
    kind, slot = divmod(creature, MOST_CREATURES)
    return (f"move_{KIND_WORDS[kind]}", *PLACES[before.creature[kind, slot]], *PLACES[cell])


SAY = {
    Action.PASS: lambda before, _: ("pass",),
    Action.END_MOVES: lambda before, _: ("end_moves",),
    Action.STAY: lambda before, _: ("stay",),
    Action.DECLINE: lambda before, _: ("decline",),
    Action.STOP: lambda before, _: (f"stop_{KIND_WORDS[before.die]}",),
    Action.PLACE: _place,
    Action.PLACE_UNSEEN: lambda before, slot: _placed(before, None, slot),
    Action.PLACE_BOAT: lambda before, cell: ("place_boat", *PLACES[cell]),
    Action.WALK: _explorer_move("walk", NEAR),
    Action.BOARD: _explorer_move("board", NEAR),
    Action.DIVE: _explorer_move("dive", NEAR),
    Action.SWIM: _explorer_move("swim", NEAR),
    Action.LAND: _land,
    Action.BOAT: _boat_move("boat", NEAR),
    Action.DOLPHIN: _explorer_move("dolphin", FAR),
    Action.WIND: _boat_move("wind", FAR),
    Action.CREATURE: _creature,
    Action.MOVE_CREATURE: _move_creature,
    Action.REMOVE: lambda before, slot: ("remove", *PLACES[LAND[slot]]),
    Action.ABOARD: lambda before, who: ("aboard", *divmod(who, TEAM)),
    Action.FIRST: lambda before, seat: ("first_player", seat),
    Action.TERRAIN: lambda before, terrain: ("terrain", *PLACES[LAND[before.placed]], TERRAIN_WORDS[terrain]),
    Action.UNDER: lambda before, symbol: ("under", UNDER_WORDS[symbol]),
    Action.UNDER_UNSEEN: lambda before, _: ("under", None),
    Action.DIE: lambda before, kind: ("die", KIND_WORDS[kind]),
}
CLAUSES = {}
WORDS = {"en": {}, "fr": {}}
