"""Red tiles in hand: what they allow at the start of a turn (TI-10, TI-27, TI-28, TI-54)."""

from fathom5.games.the_island.rules.box import (
    BOATS,
    KINDS,
    MOST_CREATURES,
    NO_BOAT,
    RED,
    TEAM,
    TERRAINS,
    Action,
    Plight,
    Under,
)
from fathom5.games.the_island.rules.pieces import (
    capsize,
    controls,
    crew,
    is_double,
    is_sea,
    is_there,
    kills_swimmers,
    plunge,
    sail,
    wrecks_boats,
)
from fathom5.games.the_island.rules.sea import AROUND, CELLS, FAR, FARTHEST, NOWHERE, spread
from fathom5.kernel.game import offer, rule


@rule
def holds(state, colour, symbol):
    """The colour has such a tile in hand."""
    for terrain in range(TERRAINS):
        if state.hand[colour, terrain, symbol - RED] > 0:
            return True
    return False


@rule
def discard(state, colour, symbol):
    """TI-27: a tile once played leaves the game."""
    for terrain in range(TERRAINS):
        if state.hand[colour, terrain, symbol - RED] > 0:
            state.hand[colour, terrain, symbol - RED] -= 1
            state.held[colour, terrain] -= 1
            return


# What is offered.


@rule
def offer_red_tiles(state, choices):
    """TI-10, TI-28: to play none, or one of the tiles in hand."""
    offer(choices, Action.PASS)
    if holds(state, state.colour, Under.DOLPHIN):
        for index in range(TEAM):
            if state.plight[TEAM * state.colour + index] == Plight.SWIMMING:
                _offer_dolphin(state, index, choices)
    if holds(state, state.colour, Under.WIND):
        for boat in range(BOATS):
            if state.boat[boat] != NOWHERE and controls(state, boat, state.colour):
                _offer_wind(state, boat, choices)
    for kind in range(KINDS):
        if holds(state, state.colour, Under.MOVE_SERPENT + kind):
            _offer_creatures(state, kind, choices)


@rule
def _offer_dolphin(state, index, choices):
    """TI-28: up to three sea cells, ending where a swimmer is lost."""
    here = state.place[TEAM * state.colour + index]
    water, ends = 0, 0
    for near in range(1, FAR):
        cell = AROUND[here, near]
        if is_sea(state, cell):
            water |= 1 << near
            if kills_swimmers(state, cell):
                ends |= 1 << near
    _offer_reach(choices, Action.DOLPHIN + FAR * index, spread(water, ends, FARTHEST))


@rule
def _offer_wind(state, boat, choices):
    """TI-28: up to three sea cells without a boat, ending where one with people aboard is wrecked."""
    is_occupied = crew(state, boat) > 0
    water, ends = 0, 0
    for near in range(1, FAR):
        cell = AROUND[state.boat[boat], near]
        if is_sea(state, cell) and state.boat_on[cell] == NO_BOAT:
            water |= 1 << near
            if is_occupied and wrecks_boats(state, cell):
                ends |= 1 << near
    _offer_reach(choices, Action.WIND + FAR * boat, spread(water, ends, FARTHEST))


@rule
def _offer_reach(choices, first, reach):
    """TI-54: to all cells that can be reached."""
    for near in range(1, FAR):
        if reach >> near & 1:
            offer(choices, first + near)


@rule
def _offer_creatures(state, kind, choices):
    """TI-28: any of this kind to any sea cell on which there is nothing."""
    for cell in range(CELLS):
        if is_empty_sea(state, cell):
            for slot in range(MOST_CREATURES):
                if state.creature[kind, slot] != NOWHERE and not is_double(state, kind, slot):
                    offer(choices, Action.MOVE_CREATURE + CELLS * (MOST_CREATURES * kind + slot) + cell)


@rule
def is_empty_sea(state, cell):
    """TI-28: no swimmer, boat or creature."""
    if not is_sea(state, cell) or state.swimmers[cell] > 0 or state.boat_on[cell] != NO_BOAT:
        return False
    for kind in range(KINDS):
        if is_there(state, kind, cell):
            return False
    return True


# What happens.


@rule
def play_red_tile(state, action):
    """TI-28: the tile acts and leaves the game."""
    if action >= Action.MOVE_CREATURE:
        creature, cell = (action - Action.MOVE_CREATURE) // CELLS, (action - Action.MOVE_CREATURE) % CELLS
        _move_creature(state, creature // MOST_CREATURES, creature % MOST_CREATURES, cell)
    elif action >= Action.WIND:
        _blow(state, (action - Action.WIND) // FAR, (action - Action.WIND) % FAR)
    else:
        _ride(state, TEAM * state.colour + (action - Action.DOLPHIN) // FAR, (action - Action.DOLPHIN) % FAR)


@rule
def _move_creature(state, kind, slot, cell):
    discard(state, state.colour, Under.MOVE_SERPENT + kind)
    state.creature[kind, slot] = cell


@rule
def _blow(state, boat, near):
    """TI-28, TI-52: a wreck leaves those aboard their sea action of the turn."""
    discard(state, state.colour, Under.WIND)
    sail(state, boat, AROUND[state.boat[boat], near])
    if crew(state, boat) > 0 and wrecks_boats(state, state.boat[boat]):
        capsize(state, boat)


@rule
def _ride(state, who, near):
    discard(state, state.colour, Under.DOLPHIN)
    plunge(state, who, AROUND[state.place[who], near])
