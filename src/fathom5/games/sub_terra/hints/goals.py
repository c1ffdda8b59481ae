"""The goals: where a caver wants to be, which is where it explores, camps, helps, or leaves the cave."""

from fathom5.games.sub_terra.hints.plan import LOST
from fathom5.games.sub_terra.hints.shape import is_closing
from fathom5.games.sub_terra.hints.ways import crow, leave_toll, openings, spread, spread_to
from fathom5.games.sub_terra.house import EXIT_AMONG
from fathom5.games.sub_terra.rules.box import NOWHERE, SIDES
from fathom5.games.sub_terra.rules.cave import can_leave, connected, is_unexplored, tiles_left
from fathom5.games.sub_terra.rules.cavers import is_conscious
from fathom5.kernel.game import rule

SPARE = 2  # cavers who may be left behind for a medal (ST-53)

# Half points.
BESIDE = 2  # so near to another caver is near enough
CLAIMED = 4  # nearer to another caver than this, there is nothing to explore for who closes the cave
TOGETHER = 0.5  # that one goes farther to be nearer to another
BRANCH = 1  # that one goes farther for each further way on
RESCUE = 16  # that one goes farther for the fallen,
NEAR = 10  # if so few steps away as the crow flies
TIME_TO_RESCUE = 6  # cards
CAMP = 8  # so near to the camp is near enough
ROOM = 6  # ways on around a camp: more do no good
STRIDE = 6  # to the camp in a round
LAST_ROUNDS = 4  # that the last tiles and the way from there take
MOST_TOLL = 10 * LOST


@rule
def set_goals(state, caver, plan, brain):
    """The exit, the camp, or where there is something to explore; and whoever has fallen, if there is time."""
    plan.waits = 0
    if state.exit != NOWHERE:
        plan.toll[: state.laid] = LOST
        plan.toll[state.exit] = 0
    elif is_end_near(state) and not is_closing(state, brain):
        set_camp(state, caver, plan, brain)
    else:
        set_frontier(state, caver, plan, brain)
    if state.exit == NOWHERE or state.cards > TIME_TO_RESCUE:
        set_rescues(state, caver, plan)
    plan.goal[: state.laid] = plan.toll[: state.laid]


@rule
def is_end_near(state):
    """ST-6: each tile turned over may be the exit, or it is known."""
    return tiles_left(state) <= state.house[EXIT_AMONG]


# Exploring.


@rule
def set_frontier(state, caver, plan, brain):
    """Where there is something to explore, rather where there is much of it and somebody is near."""
    set_apart(state, caver, plan, CLAIMED if is_closing(state, brain) else LOST)
    for tile in range(state.laid):
        plan.toll[tile] = frontier_toll(state, caver, tile, plan)
        if plan.toll[tile] < LOST:
            plan.toll[tile] += company_toll(state, tile, plan, brain)
    set_least_to_zero(state, plan)


@rule
def company_toll(state, tile, plan, brain):
    """Less where there is much to explore, more far from others; who closes the cave keeps off them."""
    if is_closing(state, brain):
        return max(0, CLAIMED - plan.apart[tile])
    alone = plan.apart[tile] - BESIDE if plan.apart[tile] < LOST else 0
    return int(TOGETHER * max(0, alone)) - BRANCH * openings(state, tile)


@rule
def set_apart(state, caver, plan, limit):
    """How far each tile is from the next caver who is awake, if less than the limit."""
    plan.toll[: state.laid] = LOST
    for other in range(state.cavers):
        if other != caver and state.place[other] >= 0 and is_conscious(state, other):
            plan.toll[state.place[other]] = 0
    spread(state, caver, plan, limit)
    plan.apart[: state.laid] = plan.toll[: state.laid]


@rule
def frontier_toll(state, caver, tile, plan):
    """What it takes to explore from this tile, less for what is good, or LOST."""
    least = LOST
    if not state.unexplored[tile]:
        return least
    for side in range(SIDES):
        if is_unexplored(state, tile, side):
            liking = int(2.0 * plan.good[tile, side])
            least = min(least, leave_toll(state, caver, tile, side) - liking)
    return least


@rule
def set_least_to_zero(state, plan):
    """Only differences between goals count."""
    least = LOST
    for tile in range(state.laid):
        least = min(least, plan.toll[tile])
    for tile in range(state.laid):
        if plan.toll[tile] < LOST:
            plan.toll[tile] -= least


# Camping. The exit is laid where the last tiles are turned over, so cavers come together before they do that.


@rule
def set_camp(state, caver, plan, brain):
    """Go to the camp; when enough are there for a medal, or time is short, explore around it."""
    camp = best_camp(state, plan)
    if camp == NOWHERE:
        set_frontier(state, caver, plan, brain)
    elif is_early(state, camp, plan):
        plan.waits = 1
        plan.toll[: state.laid] = LOST
        plan.toll[camp] = 0
    else:
        set_camp_frontier(state, caver, camp, plan)


@rule
def home(state, plan):
    """Where all come together: the exit or the camp, or NOWHERE."""
    return state.exit if state.exit != NOWHERE else best_camp(state, plan)


@rule
def best_camp(state, plan):
    """The tile to explore from that enough cavers for a medal reach soonest, or NOWHERE."""
    for caver in range(state.cavers):
        if state.place[caver] >= 0 and is_conscious(state, caver):
            spread_to(state, caver, state.place[caver], plan)
            plan.reach[caver, : state.laid] = plan.toll[: state.laid]
        else:
            plan.reach[caver, : state.laid] = LOST
    camp, least = NOWHERE, MOST_TOLL
    for tile in range(state.laid):
        if can_explore_from(state, tile):
            toll = toll_together(state, tile, plan) - min(ROOM, ways_on(state, tile))
            if toll < least:
                camp, least = tile, toll
    return camp


@rule
def can_explore_from(state, tile):
    """Something can be explored from there without a rope."""
    for side in range(SIDES):
        if is_unexplored(state, tile, side) and can_leave(state, tile, side):
            return True
    return False


@rule
def ways_on(state, tile):
    """How many sides lead to the unknown, from here or next door."""
    count = openings(state, tile)
    for side in range(SIDES):
        other = connected(state, tile, side)
        if other != NOWHERE:
            count += openings(state, other)
    return count


@rule
def toll_together(state, tile, plan):
    """What it takes those who are nearest, as many as a medal takes (ST-53)."""
    total = 0
    for caver in range(state.cavers):
        nearer = 0
        for other in range(state.cavers):
            far, here = plan.reach[other, tile], plan.reach[caver, tile]
            nearer += far < here or (far == here and other < caver)
        if nearer < state.cavers - SPARE:
            total += plan.reach[caver, tile]
    return total


@rule
def is_early(state, camp, plan):
    """Too few are there for a medal, and somebody else can come in time."""
    there, on_the_way = 0, 0
    for caver in range(state.cavers):
        far = plan.reach[caver, camp]
        there += far <= CAMP
        on_the_way += CAMP < far <= STRIDE * (state.cards - LAST_ROUNDS)
    return there < state.cavers - SPARE and on_the_way > 0


@rule
def set_camp_frontier(state, caver, camp, plan):
    """Where there is something to explore near the camp."""
    spread_to(state, caver, camp, plan)
    plan.apart[: state.laid] = plan.toll[: state.laid]
    for tile in range(state.laid):
        toll = frontier_toll(state, caver, tile, plan) + plan.apart[tile]
        plan.toll[tile] = toll if plan.apart[tile] <= CAMP + 2 and toll < LOST else LOST
    set_least_to_zero(state, plan)


# Helping.


@rule
def set_rescues(state, caver, plan):
    """Whoever has fallen near by, out of the reach of horrors."""
    for other in range(state.cavers):
        here = state.place[other]
        if here >= 0 and state.health[other] == 0 and here != state.exit and plan.dread[here] > 1:
            if is_rescuer(state, caver, here):
                plan.toll[here] = min(plan.toll[here], -RESCUE)


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
