"""The ways through the cave: what it takes to get from one tile to another, and which way is best."""

from fathom5.games.sub_terra.hints.plan import LOST, RING
from fathom5.games.sub_terra.house import CLEAR_COST, EXIT_AMONG, ROPE_COST, SQUEEZE_COST, SWIM_COST
from fathom5.games.sub_terra.rules.box import NOWHERE, SIDES, Kind, Rank
from fathom5.games.sub_terra.rules.cave import can_leave, connected, is_open, is_unexplored, kind, opposite, tiles_left
from fathom5.games.sub_terra.rules.cavers import can_walk_into
from fathom5.kernel.game import rule

# Half points, or so.
STEP = 2  # to walk (ST-14)
SECURE, TRIALS = 2, 2  # for a rope (ST-48), and how often one tries one until it holds (ST-21)
DIVE = 10  # to dive and to surface, which takes two turns (ST-44)
BESIDE_HORROR, INTO_HORROR = 4, 30  # more, to come near a horror
INTO_GAS = 6  # more, while the marker is up (ST-27)


@rule
def entry_toll(state, caver, tile, plan):
    """What it takes to enter a tile."""
    toll = STEP
    if not can_walk_into(state, caver, tile):
        toll = toll_of_passing(state, kind(state, tile))
    if plan.dread[tile] <= 1 and state.rank[caver] != Rank.SCOUT:
        toll += INTO_HORROR if plan.dread[tile] == 0 else BESIDE_HORROR
    if state.gas and kind(state, tile) == Kind.GAS:
        toll += INTO_GAS
    return toll


@rule
def toll_of_passing(state, what):
    """To clear rubble and walk (ST-20), to swim (ST-18) or to squeeze (ST-19)."""
    if what == Kind.CAVE_IN:
        return 2 * state.house[CLEAR_COST] + STEP
    return 2 * state.house[SWIM_COST if what == Kind.FLOOD else SQUEEZE_COST]


@rule
def set_entries(state, caver, plan):
    """What it takes to enter each tile, unless that is known."""
    if plan.walker != caver:
        plan.walker = caver
        for tile in range(state.laid):
            plan.entry[tile] = entry_toll(state, caver, tile, plan)


@rule
def leave_toll(state, caver, tile, side):
    """What a rope takes, if it needs one (ST-30)."""
    if can_leave(state, tile, side):
        return 0
    return SECURE if state.rank[caver] == Rank.CLIMBER else 2 * TRIALS * state.house[ROPE_COST]


@rule
def spread(state, caver, plan, limit=LOST):
    """From what each tile costs where one wants to be, work out what it takes to get there from every tile.

    A way is followed only while it takes less than the limit.
    """
    set_entries(state, caver, plan)
    dives = is_diving(state, caver)
    plan.first, plan.last = 0, 0
    plan.queued[: state.laid] = 0
    for tile in range(state.laid):
        if plan.toll[tile] < LOST:
            enqueue(tile, plan)
    while plan.first < plan.last:
        tile = plan.queue[plan.first & RING]
        plan.first += 1
        plan.queued[tile] = 0
        spread_from(state, caver, tile, limit, plan)
        if dives and kind(state, tile) == Kind.FLOOD:
            spread_under_water(state, tile, plan)


@rule
def spread_from(state, caver, tile, limit, plan):
    """Tell the tiles around of a way over this one."""
    toll = plan.toll[tile] + plan.entry[tile]
    if toll >= limit:
        return
    for side in range(SIDES):
        other = connected(state, tile, side)
        if other != NOWHERE and toll < plan.toll[other]:
            tell(other, toll + leave_toll(state, caver, other, opposite(side)), plan)


@rule
def tell(tile, toll, plan):
    """If this way is better than what the tile knows, it has to tell others."""
    if toll < plan.toll[tile]:
        plan.toll[tile] = toll
        if not plan.queued[tile]:
            enqueue(tile, plan)


@rule
def enqueue(tile, plan):
    """Let a tile tell others, before all others if it is the nearest: what it tells is less likely to change."""
    plan.queued[tile] = 1
    if plan.first < plan.last and plan.toll[tile] < plan.toll[plan.queue[plan.first & RING]]:
        plan.first -= 1
        plan.queue[plan.first & RING] = tile
    else:
        plan.queue[plan.last & RING] = tile
        plan.last += 1


@rule
def is_diving(state, caver):
    """The Diver goes under water when all come together for the last tiles, or leave (ST-6, ST-44)."""
    return state.rank[caver] == Rank.DIVER and tiles_left(state) <= state.house[EXIT_AMONG]


@rule
def spread_under_water(state, tile, plan):
    """Tell all other flood tiles that one can surface here."""
    for other in range(state.laid):
        if kind(state, other) == Kind.FLOOD:
            tell(other, plan.toll[tile] + DIVE, plan)


@rule
def is_shorter_under_water(state, tile, plan):
    """The best way from this flood tile leads to another one that is not next to it."""
    for other in range(state.laid):
        if kind(state, other) == Kind.FLOOD and plan.toll[other] + DIVE <= plan.toll[tile]:
            return True
    return False


@rule
def spread_to(state, caver, goal, plan):
    """What it takes to get to this tile from every tile."""
    plan.toll[: state.laid] = LOST
    plan.toll[goal] = 0
    spread(state, caver, plan)


@rule
def walk(state, caver, tile, steps, plan):
    """Where one comes to on the best way with so many steps."""
    for _ in range(steps):
        next_tile = tile
        for side in range(SIDES):
            other = connected(state, tile, side)
            if other != NOWHERE and plan.toll[other] < plan.toll[next_tile] and can_leave(state, tile, side):
                if can_walk_into(state, caver, other):
                    next_tile = other
        tile = next_tile
    return tile


@rule
def best_side(state, caver, tile, plan):
    """Where the way goes on, or NOWHERE."""
    best, least = NOWHERE, LOST
    for side in range(SIDES):
        other = connected(state, tile, side)
        if other != NOWHERE:
            toll = plan.toll[other] + entry_toll(state, caver, other, plan) + leave_toll(state, caver, tile, side)
            if toll < least:
                best, least = side, toll
    return best


@rule
def is_held_back(state, tile, plan):
    """The way on takes a rope, to a tile or to the unknown (ST-30)."""
    for side in range(SIDES):
        if is_open(state, tile, side) and can_leave(state, tile, side):
            if is_unexplored(state, tile, side) and state.exit == NOWHERE:
                return False
            other = connected(state, tile, side)
            if other != NOWHERE and plan.toll[other] + STEP <= plan.toll[tile]:
                return False
    return True


@rule
def openings(state, tile):
    """How many sides lead to the unknown."""
    count = 0
    for side in range(SIDES):
        count += is_unexplored(state, tile, side)
    return count


@rule
def ways_out(state, tile):
    """How many tiles are connected to this one, or can be."""
    count = openings(state, tile)
    for side in range(SIDES):
        count += connected(state, tile, side) != NOWHERE
    return count


@rule
def crow(state, tile, other):
    """How far apart two tiles are as the crow flies."""
    return abs(state.x[tile] - state.x[other]) + abs(state.y[tile] - state.y[other])
