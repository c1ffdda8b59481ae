"""The up to three moves of a turn: explorers on land, in boats and in the water, and the boats (TI-15 to TI-23)."""

from fathom5.games.the_island.rules.box import BOATS, NO_ONE, ROOM, TEAM, Action, Plight
from fathom5.games.the_island.rules.pieces import (
    capsize,
    controls,
    crew,
    embark,
    has_room,
    leave,
    plunge,
    sail,
    wrecks_boats,
)
from fathom5.games.the_island.rules.sea import AROUND, BESIDE, ISLAND_AT, NEAR, NOWHERE
from fathom5.kernel.game import offer, offer_set, rule

# What is offered.


@rule
def offer_moves(state, choices):
    """TI-11, TI-17: to stop, or to move an own explorer or a boat."""
    offer(choices, Action.END_MOVES)
    for index in range(TEAM):
        plight = state.plight[TEAM * state.colour + index]
        if plight == Plight.ASHORE:
            _offer_from_land(state, index, choices)
        elif plight == Plight.ABOARD:
            _offer_from_boat(state, index, choices)
        elif plight == Plight.SWIMMING and not is_spent(state, index):
            _offer_from_water(state, index, choices)
    for boat in range(BOATS):
        if state.boat[boat] != NOWHERE and controls(state, boat, state.colour):
            _offer_sailing(state, boat, choices)


@rule
def is_spent(state, index):
    """TI-52: this explorer has used its one sea action of the turn."""
    return state.spent >> index & 1


@rule
def _offer_from_land(state, index, choices):
    """TI-15: to the next tile, into a boat beside it, or into the water."""
    here = state.place[TEAM * state.colour + index]
    offer_set(choices, Action.WALK + NEAR * index, BESIDE[here] & ~state.sea_near[here], NEAR)
    _offer_boats(state, index, here, choices)
    offer_set(choices, Action.DIVE + NEAR * index, state.sea_near[here], NEAR)


@rule
def _offer_boats(state, index, here, choices):
    """TI-15, TI-16: each boat on a cell beside that has room."""
    boats = state.boats_near[here]
    if boats:
        for near in range(1, NEAR):
            if boats >> near & 1 and has_room(state, AROUND[here, near]):
                offer(choices, Action.BOARD + NEAR * index + near)


@rule
def _offer_from_boat(state, index, choices):
    """TI-16: into the next boat, into the water of the own cell, or onto a safe island."""
    here = state.place[TEAM * state.colour + index]
    _offer_boats(state, index, here, choices)
    if not is_spent(state, index):
        offer(choices, Action.DIVE + NEAR * index)
    if ISLAND_AT[here] != NOWHERE:
        offer(choices, Action.LAND + index)


@rule
def _offer_from_water(state, index, choices):
    """TI-18: to the next cell, into the boat on the own cell, or onto a safe island."""
    here = state.place[TEAM * state.colour + index]
    offer_set(choices, Action.SWIM + NEAR * index, state.sea_near[here], NEAR)
    if has_room(state, here):
        offer(choices, Action.BOARD + NEAR * index)
    if ISLAND_AT[here] != NOWHERE:
        offer(choices, Action.LAND + index)


@rule
def _offer_sailing(state, boat, choices):
    """TI-20: to the next sea cell that has no boat."""
    here = state.boat[boat]
    offer_set(choices, Action.BOAT + NEAR * boat, state.sea_near[here] & ~state.boats_near[here], NEAR)


# What happens.


@rule
def make_move(state, action):
    """Make one of these moves happen."""
    if action >= Action.BOAT:
        _sail(state, (action - Action.BOAT) // NEAR, (action - Action.BOAT) % NEAR)
    elif action >= Action.LAND:
        _land(state, TEAM * state.colour + action - Action.LAND)
    elif action >= Action.DIVE:
        index = (action - Action.DIVE) // NEAR % TEAM  # to dive or to swim: both end in the water
        _enter_water(state, index, (action - Action.DIVE) % NEAR)
    elif action >= Action.BOARD:
        _board(state, (action - Action.BOARD) // NEAR, (action - Action.BOARD) % NEAR)
    else:
        who = TEAM * state.colour + (action - Action.WALK) // NEAR
        state.place[who] = AROUND[state.place[who], (action - Action.WALK) % NEAR]


@rule
def _enter_water(state, index, near):
    """TI-18: the one sea action of this explorer's turn."""
    who = TEAM * state.colour + index
    _spend(state, index)
    plunge(state, who, AROUND[state.place[who], near])


@rule
def _spend(state, index):
    state.spent |= 1 << index


@rule
def _board(state, index, near):
    """TI-15, TI-16, TI-18; from the water it is a sea action, and where a boat founders it does so at once (TI-22)."""
    who = TEAM * state.colour + index
    cell = AROUND[state.place[who], near]
    if state.plight[who] == Plight.SWIMMING:
        _spend(state, index)
    embark(state, who, state.boat_on[cell])
    _founder(state, state.boat_on[cell])


@rule
def _land(state, who):
    """TI-23: saved."""
    leave(state, who, Plight.SAVED)


@rule
def _sail(state, boat, near):
    """TI-20, TI-21: one cell on."""
    sail(state, boat, AROUND[state.boat[boat], near])
    _founder(state, boat)


@rule
def _founder(state, boat):
    """TI-21, TI-22: serpents and whales capsize a boat with people aboard, which uses up their sea action (TI-52)."""
    if crew(state, boat) == 0 or not wrecks_boats(state, state.boat[boat]):
        return
    for seat in range(ROOM):
        who = state.bench[boat, seat]
        if who != NO_ONE and who // TEAM == state.colour:
            _spend(state, int(who) % TEAM)  # the bench keeps small numbers: their bit would not fit
    capsize(state, boat)
