"""The cave: tiles, how they are connected, and how a new one is laid."""

from fathom5.games.sub_terra.house import EXIT_AMONG
from fathom5.games.sub_terra.rules.box import (
    ALL_SIDES,
    DRAWABLE,
    EAST_OF,
    EXIT,
    KEPT,
    KIND,
    NOWHERE,
    SHAPE,
    SHAPE_OF,
    SIDES,
    SOUTH_OF,
    Action,
    Kind,
    Rank,
)
from fathom5.kernel.game import offer, rule

# What a tile is like.


@rule
def kind(state, tile):
    return KIND[state.design[tile]]


@rule
def is_marked(state, tile, what):
    """Whether the tile is of this kind and its kind's misfortune or rope is on it: flooded, under rubble, roped."""
    return state.marked[tile] == 1 and kind(state, tile) == what


@rule
def is_open(state, tile, side):
    return state.sides[tile] >> side & 1 == 1


@rule
def opposite(side):
    return (side + SIDES // 2) % SIDES


# How tiles are connected.


@rule
def connected(state, tile, side):
    """ST-24: the neighbour at an edge that is open on both sides, or NOWHERE."""
    return state.ways[tile, side]


@rule
def is_unexplored(state, tile, side):
    """An open side where no tile lies yet."""
    return state.unexplored[tile] >> side & 1 == 1


@rule
def is_walled(state, tile, side):
    """ST-67: a wall of this tile, or of the neighbour there, is in the way."""
    return not is_unexplored(state, tile, side) and connected(state, tile, side) == NOWHERE


@rule
def can_leave(state, tile, side):
    """ST-30: without a rope nobody leaves a ledge in the arrow's direction or a slide against it."""
    if state.marked[tile]:
        return True
    if kind(state, tile) == Kind.LEDGE:
        return side != state.arrow[tile]
    if kind(state, tile) == Kind.SLIDE:
        return side != opposite(state.arrow[tile])
    return True


@rule
def note_ways(state, tile):
    """ST-24: a tile or its sides are new: where do they lead, and those of its neighbours?"""
    state.unexplored[tile] = 0
    for side in range(SIDES):
        other = state.beside[tile, side]
        state.ways[tile, side] = NOWHERE
        if other == NOWHERE:
            state.unexplored[tile] |= is_open(state, tile, side) << side
        else:
            state.unexplored[other] &= ~(1 << opposite(side))
        if other != NOWHERE and is_open(state, tile, side) and is_open(state, other, opposite(side)):
            state.ways[tile, side] = other
            state.ways[other, opposite(side)] = tile


@rule
def tile_at(state, x, y):
    """The tile laid there, or NOWHERE."""
    for tile in range(state.laid):
        if state.x[tile] == x and state.y[tile] == y:
            return tile
    return NOWHERE


# The stack.


@rule
def tiles_left(state):
    return state.unseen


@rule
def offer_tiles(state, choices):
    """ST-6: any tile not seen yet; the exit only among the last six."""
    exit_too = tiles_left(state) <= state.house[EXIT_AMONG]
    for design in range(DRAWABLE):
        if state.stack[design] > 0 and (design != EXIT or exit_too):
            offer(choices, Action.TILE + design, state.stack[design])


# Laying a tile beside the acting caver.


@rule
def offer_places(state, choices):
    """ST-13, ST-46: the tile drawn and the Geologist's own, in every orientation in which each may be laid."""
    for sides in range(1, ALL_SIDES + 1):
        if may_be_laid(state, state.drawn, sides):
            offer(choices, Action.PLACE + sides)
        if may_place_kept(state) and may_be_laid(state, state.kept, sides):
            offer(choices, Action.PLACE + KEPT * (ALL_SIDES + 1) + sides)


@rule
def may_be_laid(state, design, sides):
    """ST-63: it connects; and as long as there are tiles it leaves the cave open, unless it is the exit."""
    return fits(state, design, sides) and (design == EXIT or tiles_left(state) == 0 or leaves_open(state, sides))


@rule
def fits(state, design, sides):
    """ST-24: a way to turn this design so that it connects to the acting caver's tile."""
    return design != NOWHERE and SHAPE_OF[sides] == SHAPE[design] and sides >> opposite(state.side) & 1 == 1


@rule
def may_place_kept(state):
    """ST-46: only the Geologist, who alone set a tile aside."""
    return state.kept != NOWHERE and state.rank[state.actor] == Rank.GEOLOGIST


@rule
def can_lay(state, design):
    """ST-63: there is an orientation in which it may be laid."""
    for sides in range(1, ALL_SIDES + 1):
        if may_be_laid(state, design, sides):
            return True
    return False


@rule
def leaves_open(state, sides):
    """ST-24: with a tile of these open sides laid, there would still be a side to explore from somewhere."""
    here = state.place[state.actor]
    x, y = state.x[here] + EAST_OF[state.side], state.y[here] + SOUTH_OF[state.side]
    for tile in range(state.laid - 1, -1, -1):  # of other tiles first: the newest mostly have one
        for side in range(SIDES):
            if is_unexplored(state, tile, side):
                if state.x[tile] + EAST_OF[side] != x or state.y[tile] + SOUTH_OF[side] != y:
                    return True
    for side in range(SIDES):
        if sides >> side & 1 and tile_at(state, x + EAST_OF[side], y + SOUTH_OF[side]) == NOWHERE:
            return True
    return False


@rule
def must_discard(state):
    """ST-63: neither the tile drawn nor the one that the Geologist kept may be laid."""
    return not can_lay(state, state.drawn) and not (may_place_kept(state) and can_lay(state, state.kept))


@rule
def discard(state):
    state.discards += 1
    state.drawn = NOWHERE


@rule
def place(state, which, sides):
    """ST-13, ST-46: lay the tile drawn, or the one kept and keep the other; return it."""
    design = state.drawn
    if which == KEPT:
        design, state.kept = state.kept, state.drawn
    state.drawn = NOWHERE
    here = state.place[state.actor]
    x, y = state.x[here] + EAST_OF[state.side], state.y[here] + SOUTH_OF[state.side]
    return lay(state, design, sides, x, y, state.side)


@rule
def lay(state, design, sides, x, y, arrow):
    """A new tile of the cave, with its neighbours; an arrow points away from who laid it (ST-30)."""
    tile = state.laid
    state.laid += 1
    state.design[tile] = design
    state.sides[tile] = sides
    state.x[tile] = x
    state.y[tile] = y
    state.arrow[tile] = arrow
    for side in range(SIDES):
        other = tile_at(state, x + EAST_OF[side], y + SOUTH_OF[side])
        state.beside[tile, side] = other
        if other != NOWHERE:
            state.beside[other, opposite(side)] = tile
    note_ways(state, tile)
    if design == EXIT:
        state.exit = tile
    return tile


@rule
def blast(state, tile, side):
    """ST-47, ST-76: open this side for good, and the neighbour's too if there is one."""
    state.blast[state.blasts, 0] = tile
    state.blast[state.blasts, 1] = side
    state.blasts += 1
    state.sides[tile] |= 1 << side
    other = state.beside[tile, side]
    if other != NOWHERE:
        state.sides[other] |= 1 << opposite(side)
    note_ways(state, tile)
