"""Creatures that the die sets moving, and how a player is defended against them (TI-13, TI-29 to TI-33)."""

from fathom5.games.the_island.house import STRIDE
from fathom5.games.the_island.rules.box import MOST_CREATURES, TEAM, TERRAINS, Action, Kind
from fathom5.games.the_island.rules.pieces import (
    capsize,
    controls,
    is_double,
    is_manned,
    is_swimming_at,
    lose_swimmers,
    sea_around,
    seat_of,
    swallow,
)
from fathom5.games.the_island.rules.sea import AROUND, FAR, NOWHERE, OWN_CELL, RINGS, spread
from fathom5.kernel.game import offer, offer_set, rule


@rule
def is_kind_on_board(state, kind):
    """TI-13: there is one to move."""
    for slot in range(MOST_CREATURES):
        if state.creature[kind, slot] != NOWHERE:
            return True
    return False


@rule
def offer_creatures(state, choices):
    """TI-13: let all stay, or move one of the kind rolled."""
    offer(choices, Action.STAY)
    for slot in range(MOST_CREATURES):
        here = state.creature[state.die, slot]
        if here != NOWHERE and not is_double(state, state.die, slot):
            reach = _reach(state, state.die, here) & ~OWN_CELL
            offer_set(choices, Action.CREATURE + FAR * slot, reach, RINGS[state.house[STRIDE + state.die]])


@rule
def _reach(state, kind, here):
    """TI-30, TI-32, TI-33: over sea cells, ending where the creature finds its prey."""
    stride = state.house[STRIDE + kind]
    if stride == 1:
        return state.sea_near[here]
    prey = 0
    for near in range(1, RINGS[stride - 1]):  # farther on it ends in any case
        cell = AROUND[here, near]
        prey |= (cell != NOWHERE and is_prey(state, kind, cell)) << near
    return spread(sea_around(state, here, RINGS[stride]), prey, stride)


@rule
def is_prey(state, kind, cell):
    """What ends a creature's move: swimmers for a shark, people in a boat for a whale, both for a serpent."""
    if kind != Kind.WHALE and state.swimmers[cell] > 0:
        return True
    return kind != Kind.SHARK and is_manned(state, cell)


@rule
def move_creature(state, slot, near):
    """It goes; what it does there may still be prevented."""
    state.striker = slot
    state.creature[state.die, slot] = AROUND[state.creature[state.die, slot], near]
    state.asked = state.colour


@rule
def scene_of_attack(state):
    """The cell that the creature was moved to."""
    return state.creature[state.die, state.striker]


@rule
def strike(state):
    """TI-31, TI-32, TI-33: what the creature does on the cell that it has entered."""
    cell = scene_of_attack(state)
    if state.die != Kind.WHALE:
        lose_swimmers(state, cell)
    if is_manned(state, cell):
        if state.die == Kind.SERPENT:
            swallow(state, state.boat_on[cell])
        elif state.die == Kind.WHALE:
            capsize(state, state.boat_on[cell])


# Defence.


@rule
def ask_next_defender(state):
    """TI-29: the next colour clockwise that may have something to say; False if there is none."""
    state.asked = (state.asked + 1) % state.colours
    while state.asked != state.colour:
        if may_defend(state, state.asked):
            return True
        state.asked = (state.asked + 1) % state.colours
    return False


@rule
def may_defend(state, colour):
    """TI-29, TI-51, TI-57: what all can see: another person's colour, with tiles in hand, that is attacked."""
    if seat_of(state, colour) == seat_of(state, state.colour) or tiles_in_hand(state, colour) == 0:
        return False
    if state.die == Kind.SHARK:
        return is_swimmer_attacked(state, colour)
    return state.die == Kind.WHALE and is_boat_attacked(state, colour)


@rule
def tiles_in_hand(state, colour):
    """TI-27: how many, which is public."""
    count = 0
    for terrain in range(TERRAINS):
        count += state.held[colour, terrain]
    return count


@rule
def is_swimmer_attacked(state, colour):
    for who in range(TEAM * colour, TEAM * (colour + 1)):
        if is_swimming_at(state, who, scene_of_attack(state)):
            return True
    return False


@rule
def is_boat_attacked(state, colour):
    """An occupied boat that this colour controls."""
    cell = scene_of_attack(state)
    return is_manned(state, cell) and controls(state, state.boat_on[cell], colour)


@rule
def stop_creature(state):
    """TI-29: it leaves the game and has done nothing."""
    state.creature[state.die, state.striker] = NOWHERE
