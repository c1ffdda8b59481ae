"""Explorers, boats and creatures: who is where, and how they come and go."""

from fathom5.games.the_island.house import BOAT_ROOM
from fathom5.games.the_island.rules.box import (
    BOATS,
    EXPLORERS,
    MOST_COLOURS,
    MOST_CREATURES,
    NO_BOAT,
    NO_ONE,
    ROOM,
    TEAM,
    Kind,
    Plight,
    Terrain,
)
from fathom5.games.the_island.rules.sea import AROUND, NOWHERE, RANK, tell_neighbours
from fathom5.kernel.game import rule

# Who is where.


@rule
def seat_of(state, colour):
    """TI-36: with two colours each, a seat has every second one."""
    return colour % state.seats


@rule
def is_sea(state, cell):
    return cell != NOWHERE and state.terrain[cell] == Terrain.SEA


@rule
def sea_around(state, here, cells):
    """Which of so many cells around are sea, a bit for each."""
    sea = 0
    for near in range(1, cells):
        cell = AROUND[here, near]
        sea |= ((cell != NOWHERE) & (state.terrain[cell] == Terrain.SEA)) << near
    return sea


@rule
def creatures_around(state, kind, here):
    """On which of the cells around there is one of this kind, likewise."""
    found = 0
    for slot in range(MOST_CREATURES):
        cell = state.creature[kind, slot]
        if cell != NOWHERE and RANK[here, cell] != NOWHERE:
            found |= 1 << int(RANK[here, cell])
    return found


@rule
def is_there(state, kind, cell):
    """A creature of this kind is on the cell."""
    found = False
    for slot in range(MOST_CREATURES):
        found |= state.creature[kind, slot] == cell
    return found


@rule
def kills_swimmers(state, cell):
    """TI-19: a serpent or a shark is there."""
    return is_there(state, Kind.SERPENT, cell) or is_there(state, Kind.SHARK, cell)


@rule
def wrecks_boats(state, cell):
    """TI-21: a serpent or a whale is there, from which only an empty boat is safe."""
    return is_there(state, Kind.SERPENT, cell) or is_there(state, Kind.WHALE, cell)


@rule
def crew(state, boat):
    """How many are aboard."""
    count = 0
    for colour in range(MOST_COLOURS):
        count += state.crews[boat, colour]
    return count


@rule
def has_room(state, cell):
    """TI-15: a boat is there with fewer than three aboard."""
    boat = state.boat_on[cell]
    return boat != NO_BOAT and crew(state, boat) < state.house[BOAT_ROOM]


@rule
def is_manned(state, cell):
    """A boat is there with someone aboard."""
    boat = state.boat_on[cell]
    return boat != NO_BOAT and crew(state, boat) > 0


@rule
def aboard(state, boat, colour):
    """How many of this colour are aboard."""
    return state.crews[boat, colour]


@rule
def controls(state, boat, colour):
    """TI-20: nobody has more aboard; an empty boat is anybody's."""
    own, is_outvoted = aboard(state, boat, colour), False
    for other in range(MOST_COLOURS):
        is_outvoted |= aboard(state, boat, other) > own
    return not is_outvoted


@rule
def is_swimming_at(state, who, cell):
    return state.plight[who] == Plight.SWIMMING and state.place[who] == cell


@rule
def is_in_play(state, who):
    """TI-14: on land, in a boat or in the water."""
    return Plight.ASHORE <= state.plight[who] <= Plight.SWIMMING


@rule
def has_explorers(state, colour):
    """TI-14, TI-53: the colour has someone in play."""
    return state.in_play[colour] > 0


@rule
def is_deserted(state):
    """TI-35: nobody has anyone in play."""
    for colour in range(state.colours):
        if has_explorers(state, colour):
            return False
    return True


# How explorers come and go.


@rule
def lift(state, who):
    """Take an explorer out of the water or off the bench."""
    if state.plight[who] == Plight.SWIMMING:
        state.swimmers[state.place[who]] -= 1
    elif state.plight[who] == Plight.ABOARD:
        boat = state.boat_on[state.place[who]]
        state.crews[boat, who // TEAM] -= 1
        for seat in range(ROOM):
            if state.bench[boat, seat] == who:
                state.bench[boat, seat] = NO_ONE


@rule
def lose(state, who):
    """Remove an explorer from the game."""
    leave(state, who, Plight.LOST)
    state.place[who] = NOWHERE


@rule
def leave(state, who, plight):
    """Saved or lost, an explorer is no longer in play."""
    lift(state, who)
    state.plight[who] = plight
    state.in_play[who // TEAM] -= 1


@rule
def plunge(state, who, cell):
    """TI-19: into the water, and lost at once where a serpent or a shark is."""
    lift(state, who)
    state.plight[who] = Plight.SWIMMING
    state.place[who] = cell
    state.swimmers[cell] += 1
    if kills_swimmers(state, cell):
        lose(state, who)


@rule
def embark(state, who, boat):
    """Take the first free seat."""
    lift(state, who)
    state.plight[who] = Plight.ABOARD
    state.place[who] = state.boat[boat]
    state.crews[boat, who // TEAM] += 1
    for seat in range(ROOM):
        if state.bench[boat, seat] == NO_ONE:
            state.bench[boat, seat] = who
            return


@rule
def lose_swimmers(state, cell):
    """All swimmers there leave the game."""
    if state.swimmers[cell] > 0:
        for who in range(EXPLORERS):
            if is_swimming_at(state, who, cell):
                lose(state, who)


# How boats come and go.


@rule
def launch(state, cell):
    """A new boat on a cell."""
    for boat in range(BOATS):
        if state.boat[boat] == NOWHERE:
            state.boat[boat] = cell
            _moor(state, boat, cell)
            return


@rule
def _moor(state, boat, cell):
    """A boat, or no boat any more, on a cell."""
    state.boat_on[cell] = boat
    tell_neighbours(state.boats_near, cell)


@rule
def sail(state, boat, cell):
    """To another cell, with all aboard."""
    _moor(state, NO_BOAT, state.boat[boat])
    _moor(state, boat, cell)
    state.boat[boat] = cell
    for seat in range(ROOM):
        if state.bench[boat, seat] != NO_ONE:
            state.place[state.bench[boat, seat]] = cell


@rule
def capsize(state, boat):
    """TI-21, TI-33: the boat leaves the game; those aboard become swimmers."""
    cell = state.boat[boat]
    for seat in range(ROOM):
        if state.bench[boat, seat] != NO_ONE:
            plunge(state, state.bench[boat, seat], cell)
    _moor(state, NO_BOAT, cell)
    state.boat[boat] = NOWHERE


@rule
def swallow(state, boat):
    """TI-26, TI-31: the boat leaves the game with those aboard."""
    for seat in range(ROOM):
        if state.bench[boat, seat] != NO_ONE:
            lose(state, state.bench[boat, seat])
    capsize(state, boat)


# How creatures come and go.


@rule
def surface(state, kind, cell):
    """A new creature on a cell."""
    for slot in range(MOST_CREATURES):
        if state.creature[kind, slot] == NOWHERE:
            state.creature[kind, slot] = cell
            return


@rule
def is_double(state, kind, slot):
    """One of the same kind on the same cell comes first: to move either is the same move."""
    for other in range(slot):
        if state.creature[kind, other] == state.creature[kind, slot]:
            return True
    return False
