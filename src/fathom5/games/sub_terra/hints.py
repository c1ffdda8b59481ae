"""What a bot should know of Sub Terra: close the cave by and by, rest where it is safe, and go home together.

A tile that would close the cave is thrown away and the next one is drawn (ST-24). If all that is left to explore is one
pocket, a place with tiles on all its sides, nothing but the exit can be laid there: whoever looks into it goes through
the whole stack at once. So tiles are laid to leave few ways on, and pockets are left for the end.
"""

import numpy as np

from fathom5.games.sub_terra.box import (
    ALL_SIDES,
    EAST_OF,
    EXIT,
    FAR,
    HAZARDS,
    HORRORS,
    KEPT,
    KIND,
    MOST_TILES,
    NOWHERE,
    POOL,
    PRACTICE,
    SIDES,
    SOUTH_OF,
    Action,
    Hazard,
    Kind,
    Phase,
    Rank,
)
from fathom5.games.sub_terra.cave import (
    can_leave,
    connected,
    is_open,
    is_unexplored,
    kind,
    opposite,
    tiles_left,
)
from fathom5.games.sub_terra.cavers import can_walk_into, caver_of, is_conscious, is_safe, is_victim
from fathom5.games.sub_terra.turns import is_directed
from fathom5.kernel.chance import pick
from fathom5.kernel.game import record_dtype, rule

# The players by name, each with the knobs it can be tuned by.
PLAYERS: dict[str, tuple[float, ...]] = {
    # in points: what it is worth to see a tile, what it costs to fall and to be caught; and to explore the wrong place
    "hinted": (3.0, 8.0, 8.0, 4.0),
}
SEEING, FALLING, HORROR, CLOSING = range(4)

LOST = 100  # a way that leads nowhere
NEVER = -100.0
ADVANCING = 0.5  # what it is worth, in points, to go where one has just looked when there is nothing else to look at
CLAIMED = 4  # half points: when another caver is nearer than this, one would rather explore elsewhere
WAKING, HEALING, RESTING = 8.0, 11.0, 2.0  # what it is worth to heal who has fallen, who is about to, and others
RESCUE, NEAR = 6, 3  # half points that one goes farther for the fallen, if so few steps away as the crow flies
TIME_TO_RESCUE = 6  # cards
RETREAT = 0.5  # points: what it costs to have to step back
HIDE_FROM = 3  # steps: when a horror is so near
CORNERED, CHASED = 4.0, 6.0  # what it is worth to be out of its sight
DEAD_END = 0.15  # how likely a horror three steps away is to get hold of who has no way out
PACE = 5  # half points on the way out in a round
SPENDING = 0.2  # health that one gives for another point in each round left
RING = 127  # places of a queue, less one
MAP = 31  # places of a map each way, less one; beyond it begins anew
AROUND = 2  # steps: how far a new tile changes what it is worth to have a way on

# What it costs to have a way on to a place, found by trial: by how many places beside it are free, from 0 to 3,
LEFT_OPEN = np.array([-0.5, -1.17, 0.6, 1.0])
LESS_BY_CORNER = np.array([1.0, -0.62, 0.03, -0.02])  # less for each tile at its corners,
LESS_BY_DOOR, LESS_BY_TWIN = 0.53, 0.41  # for each other tile that opens to it, each place to explore beside it
# And how good it is to explore there, up to 0, which is where no pocket could come about.
GOOD = np.array([-0.15, -0.96, 1.36, 1.3])
GOOD_BY_CORNER, GOOD_BY_DOOR, GOOD_BY_TWIN = -1.09, 0.17, -0.33
POCKET = 4.0  # how much worse a pocket is as long as there is anything else,
THROUGH = 10.0  # and how good it is when there is not: to go through the stack
LIKING = 0.2  # points for each of this
LINK, LAIR = 0.1, 0.3  # what a way to another tile is worth, and what a horror's tile costs
GUIDE = 0.0  # a tile that does not do more good than this is refused

PLAN = record_dtype(  # what one thinks before one acts
    ("toll", "i2", MOST_TILES),  # what it takes from each tile to where one wants to be, in half points
    ("dread", "i2", MOST_TILES),  # how far each tile is from the nearest horror, up to FAR
    ("fear", "f8", len(Kind)),  # what it costs on average, in points, to end a turn on each kind of tile
    ("goal", "i2", MOST_TILES),  # what it takes to do there what one wants to do
    ("apart", "i2", MOST_TILES),  # what it takes from each tile to the next caver; or how far it is when one is chased
    ("map", "i1", (MAP + 1, MAP + 1)),  # the open sides of the tile at each place, 0 if there is none
    ("good", "f8", (MOST_TILES, SIDES)),  # how good it is to explore there
    ("queue", "i1", RING + 1),
    ("queued", "i1", MOST_TILES),
)


@rule
def policy(state, choices, brain, rng):
    """What a hinted player does."""
    if state.phase == Phase.PLACE:
        return best_place(state, choices)
    if state.phase == Phase.TURN or state.phase == Phase.STEP:
        return best_act(state, choices, brain)
    if state.phase == Phase.SURFACE:
        return choices.action[choices.count - 1]
    return pick(choices, rng)


@rule
def value(state, shares):
    """A third for each caver more than two left behind: out for sure, others by their health and the time left."""
    hope = 0.0
    for caver in range(state.cavers):
        if is_safe(state, caver):
            hope += 1.0
        elif is_conscious(state, caver):
            hope += chance_to_get_out(state, caver)
    shares[: state.seats] = max(0.0, min(1.0, (hope - state.cavers + 3.0) / 3.0))


@rule
def chance_to_get_out(state, caver):
    """By the rounds that it still takes to turn over what is left and to walk, and by health."""
    if state.place[caver] < 0:
        return 0.3
    walk = 10 if state.exit == NOWHERE else crow(state, state.place[caver], state.exit)
    turning = 0.0 if state.exit != NOWHERE else tiles_left(state) / state.cavers
    spare = 1.0 + state.cards - turning - 0.6 * walk
    return max(0.1, min(0.9, 0.5 + 0.06 * spare)) * (0.7 + 0.1 * min(3, state.health[caver]))


@rule
def has(choices, action):
    """Whether this is offered."""
    for i in range(choices.count):
        if choices.action[i] == action:
            return True
    return False


# Laying tiles.


@rule
def best_place(state, choices):
    """The orientation that leaves the cave the fewest ways on; refuse what does not help."""
    plan = np.empty(1, PLAN)[0]
    draw_map(state, plan)
    best, most = choices.action[0], NEVER
    for i in range(choices.count):
        action = choices.action[i]
        if action != Action.GUIDE:
            gain = place_worth(state, action, plan)
            if gain > most:
                best, most = action, gain
    if most <= GUIDE and has(choices, Action.GUIDE):
        return np.int16(Action.GUIDE)
    return best


@rule
def place_worth(state, action, plan):
    """By how much this tile closes the cave, and a little for each link; the exit above all."""
    which, sides = (action - Action.PLACE) // (ALL_SIDES + 1), (action - Action.PLACE) % (ALL_SIDES + 1)
    design = state.kept if which == KEPT else state.drawn
    if design == EXIT:
        return -NEVER
    x, y = beyond(state, state.place[state.actor], state.side)
    gain = LINK * links(plan, x, y, sides) + left_open_around(plan, x, y)
    plan.map[y & MAP, x & MAP] = sides
    gain -= left_open_around(plan, x, y)
    plan.map[y & MAP, x & MAP] = 0
    return gain - LAIR * (KIND[design] == Kind.HORROR)


# The shape of the cave.


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


@rule
def left_open(plan, x, y):
    """What it costs to have a way on to this place, if there is one."""
    ways = doors(plan, x, y)
    if ways == 0 or sides_at(plan, x, y) != 0:
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
def set_good(state, plan):
    """How good it is to explore at each side; if all of them lead to pockets, very good."""
    draw_map(state, plan)
    sides, pockets = 0, 0
    for tile in range(state.laid):
        for side in range(SIDES):
            if is_unexplored(state, tile, side):
                x, y = beyond(state, tile, side)
                plan.good[tile, side] = good(plan, x, y)
                pockets += room(plan, x, y) == 0
                sides += 1
    if pockets == sides:
        plan.good[: state.laid] = THROUGH / max(1, pockets)


@rule
def good(plan, x, y):
    """How good it is for the shape of the cave to lay a tile there."""
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


# Finding the way.


@rule
def think(state, caver, plan, brain):
    """What there is to fear and where to go."""
    set_dread(state, plan)
    set_fears(state, caver, plan, brain)
    set_good(state, plan)
    set_goals(state, caver, plan, brain)
    spread(state, caver, plan)


@rule
def entry_toll(state, caver, tile, plan):
    """Half points, or so, to enter a tile."""
    toll = 2
    if not can_walk_into(state, caver, tile):
        toll = 6 if kind(state, tile) == Kind.CAVE_IN else 4
    if plan.dread[tile] <= 1 and state.rank[caver] != Rank.SCOUT:
        toll += 30 if plan.dread[tile] == 0 else 4
    if state.gas and kind(state, tile) == Kind.GAS:
        toll += 6
    return toll


@rule
def leave_toll(state, caver, tile, side):
    """Half points, or so, for a rope if it takes one."""
    if can_leave(state, tile, side):
        return 0
    return 2 if state.rank[caver] == Rank.CLIMBER else 8


@rule
def spread(state, caver, plan):
    """From what each tile costs where one wants to be, work out what it costs to get there from every tile."""
    first, last = 0, 0
    for tile in range(state.laid):
        plan.queued[tile] = plan.toll[tile] < LOST
        if plan.queued[tile]:
            plan.queue[last] = tile
            last += 1
    while first < last:
        other = plan.queue[first & RING]
        first += 1
        plan.queued[other] = 0
        toll = plan.toll[other] + entry_toll(state, caver, other, plan)
        for side in range(SIDES):
            tile = connected(state, other, side)
            if tile != NOWHERE and toll < plan.toll[tile]:
                whole = toll + leave_toll(state, caver, tile, opposite(side))
                if whole < plan.toll[tile]:
                    plan.toll[tile] = whole
                    if not plan.queued[tile]:
                        plan.queued[tile] = 1
                        plan.queue[last & RING] = tile
                        last += 1


@rule
def set_goals(state, caver, plan, brain):
    """The exit if it is known, else where there is something to explore; and whoever has fallen, if there is time."""
    set_apart(state, caver, plan)
    plan.toll[: state.laid] = LOST
    if state.exit != NOWHERE:
        plan.toll[state.exit] = 0
    else:
        set_frontier(state, caver, plan, brain)
    if state.exit == NOWHERE or state.cards > TIME_TO_RESCUE:
        set_rescues(state, caver, plan)
    plan.goal[: state.laid] = plan.toll[: state.laid]


@rule
def set_apart(state, caver, plan):
    """How far each tile is from the next caver."""
    plan.toll[: state.laid] = LOST
    for other in range(state.cavers):
        if other != caver and state.place[other] >= 0 and is_conscious(state, other):
            plan.toll[state.place[other]] = 0
    spread(state, caver, plan)
    plan.apart[: state.laid] = plan.toll[: state.laid]


@rule
def set_rescues(state, caver, plan):
    """Whoever has fallen near by, out of the reach of horrors."""
    for other in range(state.cavers):
        here = state.place[other]
        if here >= 0 and state.health[other] == 0 and here != state.exit and plan.dread[here] > 1:
            if is_rescuer(state, caver, here):
                plan.toll[here] = min(plan.toll[here], -RESCUE)


@rule
def crow(state, tile, other):
    """How far apart two tiles are as the crow flies."""
    return abs(state.x[tile] - state.x[other]) + abs(state.y[tile] - state.y[other])


@rule
def is_rescuer(state, caver, tile):
    """Nobody who is awake is nearer."""
    away = crow(state, state.place[caver], tile)
    if away > NEAR:
        return False
    for other in range(state.cavers):
        here = state.place[other]
        if other != caver and here >= 0 and is_conscious(state, other):
            far = crow(state, here, tile)
            if far < away or (far == away and other < caver):
                return False
    return True


@rule
def set_frontier(state, caver, plan, brain):
    """Where there is something to explore, rather where nobody else is."""
    for tile in range(state.laid):
        toll = frontier_toll(state, caver, tile, plan, brain)
        if toll < LOST:
            plan.toll[tile] = toll + max(0, CLAIMED - plan.apart[tile])
    set_least_to_zero(state, plan)


@rule
def set_least_to_zero(state, plan):
    """Only differences between goals count."""
    least = 10 * LOST
    for tile in range(state.laid):
        least = min(least, plan.toll[tile])
    for tile in range(state.laid):
        plan.toll[tile] = min(LOST, plan.toll[tile] - least)


@rule
def frontier_toll(state, caver, tile, plan, brain):
    """What it takes to explore from this tile, less for what is good, or LOST."""
    least = LOST
    for side in range(SIDES):
        if is_unexplored(state, tile, side):
            liking = int(2.0 * brain.knob[CLOSING] * plan.good[tile, side])
            least = min(least, leave_toll(state, caver, tile, side) - liking)
    return least


# Danger.


@rule
def chance_of(state, hazard):
    """How likely this is the next card."""
    total = 0
    for card in range(POOL):
        total += state.pool[card]
    if state.cards == 0 or total == 0:
        return 0.0
    return (state.pool[hazard] + 2.0 * state.pool[hazard + HAZARDS]) / total


@rule
def set_dread(state, plan):
    """How far each tile is from the next horror, up to FAR (ST-40: only walls stop horrors)."""
    plan.dread[: state.laid] = FAR
    first, last = 0, 0
    for figure in range(HORRORS):
        here = state.horror[figure]
        if here != NOWHERE:
            plan.dread[here] = 0
            plan.queue[last] = here
            last += 1
    while first < last:
        tile = plan.queue[first]
        first += 1
        further = plan.dread[tile] + 1
        for side in range(SIDES):
            other = connected(state, tile, side)
            if other != NOWHERE and plan.dread[other] > further:
                plan.dread[other] = further
                plan.queue[last] = other
                last += 1


@rule
def cost(state, caver, loss, brain):
    """What a loss of health costs, in points: two to heal each, and much more to be woken up."""
    left = state.health[caver] - loss
    if left <= 0:
        return brain.knob[FALLING]
    return loss + (1.0 if left == 1 else 0.0)


@rule
def set_fears(state, caver, plan, brain):
    """What each kind of tile may cost whoever ends a turn there."""
    one = cost(state, caver, 1, brain)
    rank = state.rank[caver]
    plan.fear[:] = chance_of(state, Hazard.TREMOR) * 0.5 * one
    plan.fear[Kind.EXIT] = 0.0
    if rank != Rank.DIVER:
        plan.fear[Kind.FLOOD] += chance_of(state, Hazard.FLOOD) * one
    plan.fear[Kind.GAS] += chance_of(state, Hazard.GAS) * cost(state, caver, 2, brain)
    loss = 1 if rank == Rank.ENGINEER else 3
    plan.fear[Kind.CAVE_IN] += chance_of(state, Hazard.CAVE_IN) / 3.0 * cost(state, caver, loss, brain)
    if rank != Rank.SCOUT:
        plan.fear[Kind.HORROR] += chance_of(state, Hazard.HORROR) * brain.knob[HORROR]


@rule
def danger(state, caver, tile, plan, brain):
    """What it costs on average, in points, to end the turn on this tile."""
    what = kind(state, tile)
    if what == Kind.EXIT:
        return 0.0
    if what == Kind.CAVE_IN and state.marked[tile]:
        what = Kind.PLAIN
    risk = plan.fear[what]
    guard = caver_of(state, Rank.BODYGUARD)
    if guard != NOWHERE and guard != caver and state.place[guard] == tile and is_conscious(state, guard):
        risk = plan.fear[Kind.HORROR] - plan.fear[Kind.PLAIN] if what == Kind.HORROR else 0.0
    return risk + terror(state, caver, tile, plan, brain)


@rule
def terror(state, caver, tile, plan, brain):
    """What of it is for fear of horrors."""
    near = plan.dread[tile]
    if near > 3 or state.hidden[caver] or state.rank[caver] == Rank.SCOUT:
        return 0.0
    if near <= 1:
        return 0.9 * brain.knob[HORROR]
    chance = chance_of(state, Hazard.HORROR) if near == 2 else 0.0
    if ways_out(state, tile) < 2:
        chance += 2.0 * DEAD_END if near == 2 else DEAD_END
    return chance * brain.knob[HORROR]


@rule
def ways_out(state, tile):
    """How many tiles are connected to this one, or can be."""
    count = 0
    for side in range(SIDES):
        count += connected(state, tile, side) != NOWHERE or is_unexplored(state, tile, side)
    return count


@rule
def entry_cost(state, caver, tile, plan, brain):
    """What it costs in health to enter a tile."""
    if plan.dread[tile] == 0 and state.rank[caver] != Rank.SCOUT:
        return 2.0 * brain.knob[FALLING]
    if state.gas and kind(state, tile) == Kind.GAS:
        return cost(state, caver, 2, brain)
    return 0.5 * cost(state, caver, 1, brain) if kind(state, tile) == Kind.ROUGH else 0.0


@rule
def refuge(state, caver, tile, points, plan, brain):
    """The least danger within reach: here, or with a point left next door."""
    least = danger(state, caver, tile, plan, brain)
    if points <= 0:
        return least
    for side in range(SIDES):
        other = connected(state, tile, side)
        if other != NOWHERE and can_leave(state, tile, side) and can_walk_into(state, caver, other):
            there = danger(state, caver, other, plan, brain) + entry_cost(state, caver, other, plan, brain)
            least = min(least, there + RETREAT)
    return least


@rule
def surprise(state, caver, here, points, plan, brain):
    """The danger of exploring: what the tiles not seen yet may be, and whether one can come back."""
    can_return = points > 0 and can_walk_into(state, caver, here)
    back = danger(state, caver, here, plan, brain) + RETREAT
    risk, left = 0.0, 0
    for design in range(EXIT):
        count = state.stack[design]
        if count > 0:
            what = KIND[design]
            fear = plan.fear[what]
            if can_return and what != Kind.SLIDE:
                fear = min(fear, back)
            if what == Kind.GAS and state.gas:
                fear += cost(state, caver, 2, brain)
            elif what == Kind.ROUGH:
                fear += 0.5 * cost(state, caver, 1, brain)
            risk += count * fear
            left += count
    risk = risk / max(1, left)
    if plan.dread[here] <= 1 and points <= 0:
        risk += 0.3 * brain.knob[FALLING]
    return risk


# Acting.


@rule
def best_act(state, choices, brain):
    """Help, then whatever is worth most: explore, go on, heal or rest."""
    caver = state.actor
    if is_safe(state, caver):
        return safe_act(state)
    plan = np.empty(1, PLAN)[0]
    think(state, caver, plan, brain)
    best, most = choices.action[0], NEVER - 1.0
    for i in range(choices.count):
        gain = worth(state, choices.action[i], caver, plan, brain)
        if gain > most:
            best, most = choices.action[i], gain
    return best


@rule
def safe_act(state):
    """Whoever is at the exit stays there, also in the middle of a run."""
    if state.phase == Phase.STEP:
        return np.int16(Action.STOP)
    return np.int16(Action.DECLINE) if is_directed(state) else np.int16(Action.END)


@rule
def worth(state, action, caver, plan, brain):
    """What an action is worth, in points, those left included."""
    here = state.place[caver]
    points = 1 if is_directed(state) else state.points
    if action < Action.REVEAL:
        return worth_of_staying(state, action, caver, here, points, plan, brain)
    if action < Action.EXPLORE:
        gain = worth_of_seeing(state, here, (action - Action.REVEAL) % SIDES, plan, brain)
        return gain + (points - 1) - refuge(state, caver, here, points - 1, plan, brain)
    if action < Action.MOVE:
        gain = worth_of_seeing(state, here, (action - Action.REVEAL) % SIDES, plan, brain) + (points - 1)
        if openings(state, here) == 1:
            gain += ADVANCING
        return gain - surprise(state, caver, here, points - 1, plan, brain)
    if action < Action.DEMOLISH:
        return worth_of_going(state, action, caver, here, points, plan, brain)
    return worth_of_helping(state, action, caver, here, points, plan, brain)


@rule
def worth_of_seeing(state, here, side, plan, brain):
    """To turn over a tile here, less what one could save by doing so elsewhere."""
    if state.exit != NOWHERE:
        return 0.0
    worse = best_good(state, here, plan) - plan.good[here, side]
    gain = brain.knob[SEEING] + LIKING * plan.good[here, side] - brain.knob[CLOSING] * worse
    return gain - 0.5 * (plan.goal[here] - plan.toll[here])


@rule
def openings(state, tile):
    """How many sides lead to the unknown."""
    count = 0
    for side in range(SIDES):
        count += is_unexplored(state, tile, side)
    return count


@rule
def worth_of_staying(state, action, caver, here, points, plan, brain):
    """To end, exert, rope, hide, dive, secure, stop or decline."""
    if action == Action.STOP:
        return points - refuge(state, caver, here, points, plan, brain)
    risk = danger(state, caver, here, plan, brain)
    if action == Action.END or action == Action.DECLINE:
        return -risk
    if action == Action.HIDE and 0 < plan.dread[here] <= HIDE_FROM:
        scare = terror(state, caver, here, plan, brain)
        chance = 1.0 if state.practice[caver] >= PRACTICE else 2.0 / 3.0 if state.rank[caver] == Rank.LEADER else 0.5
        gain = CORNERED if is_cornered(state, caver, here, plan) else CHASED / (1 + rivals(state, caver, plan))
        return chance * (scare + gain) - risk + (points - 2)
    if action == Action.EXERT and points == 0:
        return worth_of_exerting(state, caver, here, risk, plan, brain)
    if action == Action.SECURE or action == Action.ROPE:
        if is_held_back(state, caver, here, plan):
            return (3.5 if action == Action.SECURE else 2.2) - risk
    return NEVER


@rule
def is_cornered(state, caver, here, plan):
    """There is nowhere to go before a horror is there."""
    plan.apart[: state.laid] = FAR
    plan.apart[here] = 0
    plan.queue[0] = here
    first, last = 0, 1
    while first < last:
        tile = plan.queue[first]
        first += 1
        if plan.dread[tile] > plan.dread[here] + 2:
            return False
        for side in range(SIDES):
            if not can_leave(state, tile, side):
                continue
            if is_unexplored(state, tile, side):
                return False
            other = connected(state, tile, side)
            if other != NOWHERE and plan.apart[other] == FAR and can_walk_into(state, caver, other):
                if plan.apart[tile] + 1 < plan.dread[other]:
                    plan.apart[other] = plan.apart[tile] + 1
                    plan.queue[last] = other
                    last += 1
    return True


@rule
def rivals(state, caver, plan):
    """How many others horrors may go for."""
    count = 0
    for other in range(state.cavers):
        if other != caver and is_victim(state, other) and plan.dread[state.place[other]] < FAR:
            count += 1
    return count


@rule
def is_held_back(state, caver, here, plan):
    """The way on takes a rope, to a tile or to the unknown."""
    for side in range(SIDES):
        if is_open(state, here, side) and can_leave(state, here, side):
            if is_unexplored(state, here, side) and state.exit == NOWHERE:
                return False
            other = connected(state, here, side)
            if other != NOWHERE and plan.toll[other] + 2 <= plan.toll[here]:
                return False
    return True


@rule
def is_in_a_hurry(state, here, plan):
    """The way out is longer than there is time for."""
    return state.exit != NOWHERE and plan.toll[here] > PACE * state.cards


@rule
def worth_of_exerting(state, caver, here, risk, plan, brain):
    """One more point, to get out of danger, to see more in full health, or to be out in time."""
    price = 0.5 * cost(state, caver, 1, brain)
    if state.exit != NOWHERE:
        if plan.toll[here] <= 2:
            return 0.1
        return 0.1 if is_in_a_hurry(state, here, plan) and state.health[caver] > 1 else NEVER
    safer = refuge(state, caver, here, 1, plan, brain)
    if safer + price < risk:
        return -safer - price
    if (state.health[caver] - 1 > SPENDING * state.cards) and openings(state, here) > 0:
        return brain.knob[SEEING] - price - risk - 0.5
    return NEVER


@rule
def worth_of_going(state, action, caver, here, points, plan, brain):
    """How much nearer to a goal, and how much safer, another tile is."""
    other = connected(state, here, (action - Action.REVEAL) % SIDES)
    left, steps, most = points - 1, 0, 2
    if Action.RUN <= action < Action.SPRINT:
        left, steps = points - 2, 2
    elif Action.SPRINT <= action < Action.SWIM:
        steps = 1
    elif action >= Action.STEP:
        left, steps = points, state.steps - 1
    elif action >= Action.SWIM:
        left, most = points - 2, 4
    end = other if plan.toll[other] >= plan.toll[here] else walk(state, caver, other, steps, plan)
    gain = 0.5 * min(plan.toll[here] - plan.toll[end], most + 2 * steps)
    if state.exit != NOWHERE:
        gain *= 2.0
    risk = refuge(state, caver, end, left, plan, brain)
    return (gain + left) - risk - entry_cost(state, caver, other, plan, brain)


@rule
def walk(state, caver, tile, steps, plan):
    """Where one comes to on the best way."""
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
def worth_of_helping(state, action, caver, here, points, plan, brain):
    """To repel, clear, excavate, heal, treat or direct."""
    if action < Action.REPEL:
        return NEVER
    if action < Action.CLEAR:
        return 20.0
    if action < Action.HEAL:
        price = 2 if action < Action.EXCAVATE else 1
        if (action - Action.CLEAR) % (SIDES + 1) != best_side(state, caver, here, plan):
            return NEVER
        return 2.0 + (points - price) - refuge(state, caver, here, points - price, plan, brain)
    if action < Action.DIRECT:
        other, price = (action - Action.HEAL, 2) if action < Action.TREAT else (action - Action.TREAT, 1)
        gain = worth_of_healing(state, other, here, plan) - refuge(state, caver, here, points - price, plan, brain)
        return gain + (points - price)
    return (
        worth_of_directing(state, action - Action.DIRECT, plan, brain)
        + (points - 1)
        - refuge(state, caver, here, points - 1, plan, brain)
    )


@rule
def worth_of_healing(state, other, here, plan):
    """To wake somebody up, or to keep somebody from falling; not in a hurry, nor beside a horror."""
    health = state.health[other]
    if is_in_a_hurry(state, here, plan) or plan.dread[here] == 0:
        return NEVER
    if health == 0:
        return WAKING
    return HEALING if health == 1 else RESTING


@rule
def worth_of_directing(state, other, plan, brain):
    """Somebody else looks around or goes home."""
    if state.exit != NOWHERE:
        return NEVER if is_safe(state, other) else 1.4
    if openings(state, state.place[other]) == 0:
        return 0.5
    return 0.9 * brain.knob[SEEING]


@rule
def best_side(state, caver, tile, plan):
    """Where the way goes on."""
    best, least = NOWHERE, LOST
    for side in range(SIDES):
        other = connected(state, tile, side)
        if other != NOWHERE:
            toll = plan.toll[other] + entry_toll(state, caver, other, plan) + leave_toll(state, caver, tile, side)
            if toll < least:
                best, least = side, toll
    return best
