"""Red tiles in hand: what they allow at the start of a turn (TI-10, TI-27, TI-28, TI-54)."""

from fathom5.games.the_island.house import DOLPHIN_STRIDE, WIND_STRIDE
from fathom5.games.the_island.rules.box import (
    BOATS,
    KINDS,
    MOST_CREATURES,
    NO_BOAT,
    RED,
    TEAM,
    TERRAINS,
    UNDERS,
    Action,
    Kind,
    Plight,
    Terrain,
    Under,
)
from fathom5.games.the_island.rules.pieces import (
    capsize,
    controls,
    creatures_around,
    crew,
    is_double,
    is_there,
    plunge,
    sail,
    sea_around,
    wrecks_boats,
)
from fathom5.games.the_island.rules.sea import AROUND, CELLS, FAR, NOWHERE, OWN_CELL, RANK, spread
from fathom5.kernel.game import offer, offer_set, rule

STRETCH = 32  # cells that are looked at together


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


@rule
def held_kinds(state, colour):
    """Which kinds of red tile a colour has in hand, a bit for each symbol."""
    kinds = 0
    for symbol in range(RED, UNDERS):
        if holds(state, colour, symbol):
            kinds |= 1 << symbol
    return kinds


# What everybody knows of a hand (TI-57).


@rule
def doubtful_kinds(state, colour):
    """Kinds that a colour may have in hand or not, for all that everybody has seen, a bit for each symbol."""
    possible, certain = 0, 0
    for symbol in range(RED, UNDERS):
        for terrain in range(TERRAINS):
            if may_hold(state, colour, terrain, symbol):
                possible |= 1 << symbol
            if must_hold(state, colour, terrain, symbol):
                certain |= 1 << symbol
    return possible & ~certain


@rule
def may_hold(state, colour, terrain, symbol):
    """One of the colour's tiles of this terrain can be such a one."""
    return state.held[colour, terrain] > 0 and unseen(state, terrain, symbol) > 0


@rule
def must_hold(state, colour, terrain, symbol):
    """The others that nobody has seen are too few for the colour's tiles of this terrain."""
    others = 0
    for other in range(RED, UNDERS):
        others += 0 if other == symbol else unseen(state, terrain, other)
    return state.held[colour, terrain] > others


@rule
def unseen(state, terrain, symbol):
    """TI-27: how many such undersides nobody has shown: under tiles on the board, and in all hands."""
    count = state.left[terrain, symbol]
    for colour in range(state.colours):
        count += state.hand[colour, terrain, symbol - RED]
    return count


@rule
def shows_hand(state, colour, symbol):
    """Whether to play such a tile tells more than everybody knows: that it is in hand, or from which terrain."""
    for terrain in range(TERRAINS):
        if may_hold(state, colour, terrain, symbol):
            return not must_hold(state, colour, terrain, symbol)
    return False


# What is offered.


@rule
def offer_red_tiles(state, choices):
    """TI-10: to play none, or one of the tiles in hand."""
    offer(choices, Action.PASS)
    offer_uses(state, held_kinds(state, state.colour), choices)


@rule
def offer_uses(state, kinds, choices):
    """TI-28: all that tiles of these kinds allow now."""
    if kinds >> Under.DOLPHIN & 1:
        for index in range(TEAM):
            if state.plight[TEAM * state.colour + index] == Plight.SWIMMING:
                _offer_dolphin(state, index, choices)
    if kinds >> Under.WIND & 1:
        for boat in range(BOATS):
            if state.boat[boat] != NOWHERE and controls(state, boat, state.colour):
                _offer_wind(state, boat, choices)
    for kind in range(KINDS):
        if kinds >> Under.MOVE_SERPENT + kind & 1:
            _offer_creatures(state, kind, choices)


@rule
def _offer_dolphin(state, index, choices):
    """TI-28: up to three sea cells, ending where a swimmer is lost."""
    here = state.place[TEAM * state.colour + index]
    ends = creatures_around(state, Kind.SERPENT, here) | creatures_around(state, Kind.SHARK, here)
    reach = spread(sea_around(state, here, FAR), ends, state.house[DOLPHIN_STRIDE]) & ~OWN_CELL
    offer_set(choices, Action.DOLPHIN + FAR * index, reach, FAR)  # TI-54


@rule
def _offer_wind(state, boat, choices):
    """TI-28: up to three sea cells without a boat, ending where one with people aboard is wrecked."""
    here, ends = state.boat[boat], 0
    if crew(state, boat) > 0:
        ends = creatures_around(state, Kind.SERPENT, here) | creatures_around(state, Kind.WHALE, here)
    water = sea_around(state, here, FAR) & ~boats_around(state, here)
    reach = spread(water, ends, state.house[WIND_STRIDE]) & ~OWN_CELL
    offer_set(choices, Action.WIND + FAR * boat, reach, FAR)  # TI-54


@rule
def boats_around(state, here):
    """On which of the cells around there is a boat, a bit for each."""
    found = 0
    for boat in range(BOATS):
        cell = state.boat[boat]
        if cell != NOWHERE and RANK[here, cell] != NOWHERE:
            found |= 1 << int(RANK[here, cell])
    return found


@rule
def _offer_creatures(state, kind, choices):
    """TI-28: any of this kind to any sea cell on which there is nothing."""
    for first in range(0, CELLS, STRETCH):
        empty = _empty_sea(state, first)
        for slot in range(MOST_CREATURES):
            if state.creature[kind, slot] != NOWHERE and not is_double(state, kind, slot):
                creature = MOST_CREATURES * kind + slot
                offer_set(choices, Action.MOVE_CREATURE + CELLS * creature + first, empty, STRETCH)


@rule
def _empty_sea(state, first):
    """Which cells of a stretch are empty, a bit for each."""
    empty = 0
    for cell in range(first, min(first + STRETCH, CELLS)):
        empty |= is_bare(state, cell) << cell - first
    for kind in range(KINDS):
        for slot in range(MOST_CREATURES):
            if first <= state.creature[kind, slot] < first + STRETCH:
                empty &= ~(1 << int(state.creature[kind, slot]) - first)
    return empty


@rule
def would_help(state, kinds, choices):
    """Whether tiles of these kinds allow anything now; there is no need to write out where all creatures can go."""
    for kind in range(KINDS):
        if kinds >> Under.MOVE_SERPENT + kind & 1 and _can_be_moved(state, kind):
            return True
    offer_uses(state, kinds & (1 << Under.DOLPHIN | 1 << Under.WIND), choices)
    return choices.count > 0


@rule
def _can_be_moved(state, kind):
    """TI-28: there is one of this kind, and a cell for it."""
    for slot in range(MOST_CREATURES):
        if state.creature[kind, slot] != NOWHERE:
            for cell in range(CELLS):
                if is_empty_sea(state, cell):
                    return True
    return False


@rule
def is_empty_sea(state, cell):
    """TI-28: no swimmer, boat or creature."""
    if not is_bare(state, cell):
        return False
    for kind in range(KINDS):
        if is_there(state, kind, cell):
            return False
    return True


@rule
def is_bare(state, cell):
    """Sea without a swimmer or a boat."""
    return (state.terrain[cell] == Terrain.SEA) & (state.swimmers[cell] == 0) & (state.boat_on[cell] == NO_BOAT)


# What happens.


@rule
def symbol_of(action):
    """The tile that such an action plays."""
    if action >= Action.MOVE_CREATURE:
        return Under.MOVE_SERPENT + (action - Action.MOVE_CREATURE) // CELLS // MOST_CREATURES
    return Under.WIND if action >= Action.WIND else Under.DOLPHIN


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
