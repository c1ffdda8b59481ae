"""Terrain tiles: which one sinks, and what its green underside does (TI-24 to TI-27)."""

from fathom5.games.the_island.house import BOAT_ROOM
from fathom5.games.the_island.rules.box import (
    EXPLORERS,
    KINDS,
    MOST_CREATURES,
    NO_BOAT,
    RED,
    TERRAINS,
    UNDERS,
    Action,
    Kind,
    Plight,
    Terrain,
    Under,
)
from fathom5.games.the_island.rules.pieces import (
    embark,
    is_sea,
    is_swimming_at,
    launch,
    lose_swimmers,
    plunge,
    surface,
    swallow,
)
from fathom5.games.the_island.rules.sea import AROUND, LAND, NEAR, NOWHERE, SLOTS, tell_neighbours
from fathom5.kernel.game import offer, offer_set, rule

# Which tile sinks.


@rule
def lowest_terrain(state):
    """TI-24: what must sink next; SEA when no tile is left."""
    for terrain in range(TERRAINS):
        if state.lying[terrain]:
            return terrain
    return Terrain.SEA


@rule
def offer_tiles(state, choices):
    """TI-24: of the lowest terrain those at the sea, or all if none is."""
    lowest = state.lying[lowest_terrain(state)]
    at_sea = lowest & slots_at_sea(state)
    offer_set(choices, Action.REMOVE, at_sea if at_sea else lowest, SLOTS)


@rule
def slots_at_sea(state):
    """Which slots have sea beside them, a bit for each."""
    slots = 0
    for slot in range(SLOTS):
        slots |= (state.sea_near[LAND[slot]] != 0) << slot
    return slots


@rule
def lay(state, slot, terrain):
    """TI-6: a tile comes where the sea was."""
    state.terrain[LAND[slot]] = terrain
    state.lying[terrain] |= 1 << int(slot)
    tell_neighbours(state.sea_near, LAND[slot])


@rule
def remove(state, slot):
    """TI-25: the tile makes way for the sea, and those on it swim."""
    state.hole = LAND[slot]
    state.sunk = state.terrain[state.hole]
    state.terrain[state.hole] = Terrain.SEA
    state.lying[state.sunk] &= ~(1 << int(slot))
    tell_neighbours(state.sea_near, state.hole)
    for who in range(EXPLORERS):
        if state.plight[who] == Plight.ASHORE and state.place[who] == state.hole:
            plunge(state, who, state.hole)


# What is under it.


@rule
def offer_undersides(state, choices):
    """TI-4: any that is left of this terrain."""
    for symbol in range(UNDERS):
        if state.left[state.sunk, symbol] > 0:
            offer(choices, Action.UNDER + symbol, state.left[state.sunk, symbol])


@rule
def turn_over(state, symbol):
    """TI-26, TI-27: green acts at once, red goes to the hand."""
    state.left[state.sunk, symbol] -= 1
    if symbol >= RED:
        state.hand[state.colour, state.sunk, symbol - RED] += 1
        state.held[state.colour, state.sunk] += 1
    elif symbol == Under.SHARK:
        surface(state, Kind.SHARK, state.hole)
        lose_swimmers(state, state.hole)
    elif symbol == Under.WHALE:
        surface(state, Kind.WHALE, state.hole)
    elif symbol == Under.BOAT:
        launch(state, state.hole)
        _rescue(state)
    else:
        _whirl(state)


@rule
def _rescue(state):
    """TI-26: the swimmers board the new boat, if they all can."""
    if state.swimmers[state.hole] <= state.house[BOAT_ROOM]:
        for who in range(EXPLORERS):
            if is_swimming_at(state, who, state.hole):
                embark(state, who, state.boat_on[state.hole])


@rule
def _whirl(state):
    """TI-26: everything there and on the sea cells around leaves the game; land is safe."""
    for near in range(NEAR):
        cell = AROUND[state.hole, near]
        if is_sea(state, cell):
            _engulf(state, cell)


@rule
def _engulf(state, cell):
    lose_swimmers(state, cell)
    if state.boat_on[cell] != NO_BOAT:
        swallow(state, state.boat_on[cell])
    for kind in range(KINDS):
        for slot in range(MOST_CREATURES):
            if state.creature[kind, slot] == cell:
                state.creature[kind, slot] = NOWHERE


@rule
def offer_rescues(state, choices):
    """TI-26: any swimmer beside the new boat."""
    for who in range(EXPLORERS):
        if is_swimming_at(state, who, state.hole):
            offer(choices, Action.ABOARD + who)
