"""The shape of the cave, and how it is closed when time is short.

A tile that would close the cave is thrown away and the next one is drawn (ST-24). If all that is left to explore is one
pocket, a place with tiles on all its sides, nothing but the exit can be laid there: whoever looks into it goes through
the whole stack at once. So tiles are laid to leave few ways on, and pockets are left for the end.
"""

import numpy as np

from fathom5.games.sub_terra.hints.plan import MAP, NEVER, RACE
from fathom5.games.sub_terra.rules.box import ALL_SIDES, CARDS, EAST_OF, FEWEST_CAVERS, SIDES, SOUTH_OF
from fathom5.games.sub_terra.rules.cave import can_leave, is_unexplored, opposite
from fathom5.kernel.game import rule

AROUND = 2  # steps: how far a new tile changes what it is worth to have a way on

# What it costs to have a way on to a place, found by trial: by how many places beside it are free, from 0 to 3,
LEFT_OPEN = np.array([-0.5, -1.17, 0.6, 1.0])
LESS_BY_CORNER = np.array([1.0, -0.62, 0.03, -0.02])  # less for each tile at its corners,
LESS_BY_DOOR, LESS_BY_TWIN = 0.53, 0.41  # for each other tile that opens to it, each place to explore beside it
# And how good it is to explore there, up to 0, which is where no pocket could come about.
GOOD = np.array([-0.15, -0.96, 1.36, 1.3])
GOOD_BY_CORNER, GOOD_BY_DOOR, GOOD_BY_TWIN = -1.09, 0.17, -0.33
POCKET = 4.0  # how much worse a pocket is
CLOSING = 4.0  # points for each of this


@rule
def is_closing(state, brain):
    """ST-7: there are too few cards to race through the stack, or so many cavers that they would not all come out."""
    return CARDS[state.difficulty, state.cavers - FEWEST_CAVERS] < brain.knob[RACE]


# The map.


@rule
def draw_map(state, plan):
    """Where tiles lie and which of their sides are open."""
    plan.map[:] = 0
    for tile in range(state.laid):
        plan.map[state.y[tile] & MAP, state.x[tile] & MAP] = state.sides[tile]


@rule
def beyond(state, tile, side):
    """The place at this side of a tile."""
    return state.x[tile] + EAST_OF[side], state.y[tile] + SOUTH_OF[side]


@rule
def sides_at(plan, x, y):
    """The open sides of the tile there, 0 if there is none."""
    return plan.map[y & MAP, x & MAP]


@rule
def links(plan, x, y, sides):
    """How many tiles open to this place at one of these sides."""
    count = 0
    for side in range(SIDES):
        if sides >> side & 1:
            count += sides_at(plan, x + EAST_OF[side], y + SOUTH_OF[side]) >> opposite(side) & 1
    return count


@rule
def doors(plan, x, y):
    """How many tiles open to this place."""
    return links(plan, x, y, ALL_SIDES)


@rule
def room(plan, x, y):
    """How many places beside this one are free; none if it is a pocket."""
    count = 0
    for side in range(SIDES):
        count += sides_at(plan, x + EAST_OF[side], y + SOUTH_OF[side]) == 0
    return count


@rule
def corners(plan, x, y):
    """How many tiles lie at the corners of this place."""
    count = 0
    for east in range(-1, 2, 2):
        for south in range(-1, 2, 2):
            count += sides_at(plan, x + east, y + south) != 0
    return count


@rule
def twins(plan, x, y):
    """How many places beside this one can be explored, too."""
    count = 0
    for side in range(SIDES):
        east, south = x + EAST_OF[side], y + SOUTH_OF[side]
        count += sides_at(plan, east, south) == 0 and doors(plan, east, south) > 0
    return count


# Ways on.


@rule
def left_open(plan, x, y):
    """What it costs to have a way on to this place, if there is one."""
    if sides_at(plan, x, y) != 0:
        return 0.0
    ways = doors(plan, x, y)
    if ways == 0:
        return 0.0
    free = room(plan, x, y)
    less = LESS_BY_CORNER[free] * corners(plan, x, y) + LESS_BY_DOOR * (ways - 1) + LESS_BY_TWIN * twins(plan, x, y)
    return LEFT_OPEN[free] - less


@rule
def left_open_around(plan, x, y):
    """What the ways on cost all around this place."""
    total = 0.0
    for south in range(-AROUND, AROUND + 1):
        for east in range(abs(south) - AROUND, AROUND + 1 - abs(south)):
            total += left_open(plan, x + east, y + south)
    return total


@rule
def set_good(state, plan, brain):
    """How good it is to explore at each side, in points; the same everywhere if there is nothing but pockets."""
    plan.good[: state.laid] = 0.0
    if not is_closing(state, brain):
        return
    draw_map(state, plan)
    pockets_only = True
    for tile in range(state.laid):
        for side in range(SIDES):
            if is_unexplored(state, tile, side):
                x, y = beyond(state, tile, side)
                plan.good[tile, side] = CLOSING * good(plan, x, y)
                pockets_only = pockets_only and room(plan, x, y) == 0
    if pockets_only:
        plan.good[: state.laid] = 0.0


@rule
def good(plan, x, y):
    """How good it is for the shape of the cave to lay a tile there, up to 0."""
    free = room(plan, x, y)
    gain = GOOD[free] + GOOD_BY_CORNER * corners(plan, x, y) + GOOD_BY_DOOR * (doors(plan, x, y) - 1)
    gain = min(0.0, gain + GOOD_BY_TWIN * twins(plan, x, y))
    return gain - POCKET if free == 0 else gain


@rule
def best_good(state, tile, plan):
    """How good the best side of a tile is among those that can be explored without a rope."""
    best = NEVER
    for side in range(SIDES):
        if is_unexplored(state, tile, side) and can_leave(state, tile, side):
            best = max(best, plan.good[tile, side])
    return best
