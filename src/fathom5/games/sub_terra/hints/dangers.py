"""The dangers: what hazards and horrors may cost whoever ends a turn somewhere, in points."""

from fathom5.games.sub_terra.hints.plan import FALLING, HORROR
from fathom5.games.sub_terra.hints.ways import ways_out
from fathom5.games.sub_terra.house import CAVE_IN_LOSS, GAS_LOSS
from fathom5.games.sub_terra.rules.box import (
    CAREFUL_LOSS,
    EXIT,
    FAR,
    HAZARDS,
    HORRORS,
    KIND,
    NOWHERE,
    POOL,
    SIDES,
    Hazard,
    Kind,
    Rank,
)
from fathom5.games.sub_terra.rules.cave import can_leave, connected, is_unexplored, kind
from fathom5.games.sub_terra.rules.cavers import can_walk_into, caver_of, is_conscious, is_victim
from fathom5.kernel.game import rule

CHECK = 0.5  # how likely a check fails (ST-12)
FALLS = 1 / 3  # how likely a tile is to fall in a cave-in (ST-2)
RETREAT = 0.5  # points: what it costs to have to step back
LAIR = 5 / 3  # times the fear of horrors: one is sure to appear where a victim is
DEAD_END = 0.15  # how likely a horror three steps away is to get hold of who has no way out

# Hazards.


@rule
def chance_of(state, hazard):
    """How likely this is the next card, a double one counted twice (ST-38)."""
    total = 0
    for card in range(POOL):
        total += state.pool[card]
    if state.cards == 0 or total == 0:
        return 0.0
    return (state.pool[hazard] + 2.0 * state.pool[hazard + HAZARDS]) / total


@rule
def cost(state, caver, loss, brain):
    """What a loss of health costs: a point for each, one more when the next will be the last, much to fall."""
    left = state.health[caver] - loss
    if left <= 0:
        return brain.knob[FALLING]
    return loss + (1.0 if left == 1 else 0.0)


@rule
def set_fears(state, caver, plan, brain):
    """ST-33 to ST-37: what each kind of tile may cost whoever ends a turn there."""
    one = cost(state, caver, 1, brain)
    rank = state.rank[caver]
    plan.fear[:] = chance_of(state, Hazard.TREMOR) * CHECK * one
    plan.fear[Kind.EXIT] = 0.0
    if rank != Rank.DIVER:
        plan.fear[Kind.FLOOD] += chance_of(state, Hazard.FLOOD) * one
    plan.fear[Kind.GAS] += chance_of(state, Hazard.GAS) * cost(state, caver, state.house[GAS_LOSS], brain)
    loss = min(CAREFUL_LOSS, state.house[CAVE_IN_LOSS]) if rank == Rank.ENGINEER else state.house[CAVE_IN_LOSS]
    plan.fear[Kind.CAVE_IN] += chance_of(state, Hazard.CAVE_IN) * FALLS * cost(state, caver, loss, brain)
    if rank != Rank.SCOUT:
        plan.fear[Kind.HORROR] += chance_of(state, Hazard.HORROR) * LAIR * brain.knob[HORROR]


@rule
def danger(state, caver, tile, plan, brain):
    """What it costs on average to end the turn on this tile."""
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
def entry_cost(state, caver, tile, plan, brain):
    """ST-27, ST-31, ST-42: what it costs in health to enter a tile."""
    if plan.dread[tile] == 0 and state.rank[caver] != Rank.SCOUT:
        return 2.0 * brain.knob[FALLING]
    if state.gas and kind(state, tile) == Kind.GAS:
        return cost(state, caver, state.house[GAS_LOSS], brain)
    return CHECK * cost(state, caver, 1, brain) if kind(state, tile) == Kind.ROUGH else 0.0


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
            fear = plan.fear[KIND[design]]
            if can_return and KIND[design] != Kind.SLIDE:
                fear = min(fear, back)
            risk += count * (fear + first_step_cost(state, caver, KIND[design], brain))
            left += count
    risk = risk / max(1, left)
    if plan.dread[here] <= 1 and points <= 0:
        risk += 0.3 * brain.knob[FALLING]
    return risk


@rule
def first_step_cost(state, caver, what, brain):
    """ST-27, ST-31: what it costs in health to explore a tile of this kind."""
    if what == Kind.GAS and state.gas:
        return cost(state, caver, state.house[GAS_LOSS], brain)
    return CHECK * cost(state, caver, 1, brain) if what == Kind.ROUGH else 0.0


# Horrors.


@rule
def set_dread(state, plan):
    """How far each tile is from the next horror, up to FAR (ST-40: only walls stop horrors)."""
    plan.dread[: state.laid] = FAR
    plan.walker = NOWHERE
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
def terror(state, caver, tile, plan, brain):
    """What it costs to end the turn so near to a horror."""
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
def is_cornered(state, caver, here, plan):
    """There is nowhere to go before a horror is there."""
    plan.flight[: state.laid] = FAR
    plan.flight[here] = 0
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
            if other != NOWHERE and plan.flight[other] == FAR and can_walk_into(state, caver, other):
                if plan.flight[tile] + 1 < plan.dread[other]:
                    plan.flight[other] = plan.flight[tile] + 1
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
