"""The turns: what a caver can do for how many points, and how it is done."""

from fathom5.games.sub_terra.house import (
    CLEAR_COST,
    DEMOLISH_COST,
    DIVE_COST,
    HEAL_COST,
    HEALTH_OF,
    HIDE_COST,
    ROPE_COST,
    RUN_COST,
    SQUEEZE_COST,
    SWIM_COST,
)
from fathom5.games.sub_terra.rules.box import (
    EXIT,
    EXPLOSIVES,
    HERE,
    IN_TRANSIT,
    NOWHERE,
    POINTS,
    PRACTICE,
    SIDES,
    Action,
    Kind,
    Phase,
    Rank,
    Reason,
)
from fathom5.games.sub_terra.rules.cave import (
    blast,
    can_leave,
    connected,
    is_marked,
    is_unexplored,
    is_walled,
    kind,
    place,
    tiles_left,
)
from fathom5.games.sub_terra.rules.cavers import can_walk_into, check, enter, has_horror, heal, is_conscious, is_safe
from fathom5.games.sub_terra.rules.horrors import begin_horror_phase
from fathom5.kernel.game import offer, rule

# What can be done.


@rule
def offer_turn(state, choices):
    """ST-11, ST-51: end, exert, and what the points allow; who is directed may decline, or do what costs one."""
    points = points_of(state)
    if is_directed(state):
        offer(choices, Action.DECLINE)
    else:
        offer(choices, Action.END)
        if not state.exerted:
            offer(choices, Action.EXERT)
    if points >= 1:
        _offer_singles(state, choices, state.actor)
    if points >= state.cheapest:
        _offer_doubles(state, choices, state.actor, points)


@rule
def points_of(state):
    """ST-11, ST-51: that who acts can spend."""
    return 1 if is_directed(state) else state.points


@rule
def is_directed(state):
    return state.actor != state.caver


@rule
def _offer_singles(state, choices, caver):
    """What costs one point."""
    for side in range(SIDES):
        if can_explore(state, caver, side):
            offer(choices, Action.REVEAL + side)
            offer(choices, Action.EXPLORE + side)
        elif can_move(state, caver, side):
            offer(choices, Action.MOVE + side)
            if state.rank[caver] == Rank.MEDIC:
                offer(choices, Action.SPRINT + side)
    _offer_single_powers(state, choices, caver)


@rule
def _offer_single_powers(state, choices, caver):
    """ST-46, ST-48 to ST-51."""
    rank = state.rank[caver]
    if rank == Rank.CLIMBER and needs_rope(state, caver):
        offer(choices, Action.SECURE)
    for side in range(SIDES + 1):
        if rank == Rank.GEOLOGIST and can_excavate(state, caver, side):
            offer(choices, Action.EXCAVATE + side)
        elif rank == Rank.BODYGUARD and can_repel(state, caver, side):
            offer(choices, Action.REPEL + side)
    for other in range(state.cavers):
        if rank == Rank.MEDIC and other != caver and can_heal(state, caver, other):
            offer(choices, Action.TREAT + other)
        elif rank == Rank.LEADER and not state.directed and can_direct(state, caver, other):
            offer(choices, Action.DIRECT + other)


@rule
def _offer_doubles(state, choices, caver, points):
    """What costs two points, unless it was agreed otherwise."""
    costs = state.house
    for side in range(SIDES):
        if costs[RUN_COST] <= points and can_move(state, caver, side):
            offer(choices, Action.RUN + side)
        if costs[SWIM_COST] <= points and can_pass_to(state, caver, side, Kind.FLOOD):
            offer(choices, Action.SWIM + side)
        if costs[SQUEEZE_COST] <= points and can_pass_to(state, caver, side, Kind.SQUEEZE):
            offer(choices, Action.SQUEEZE + side)
        if costs[DEMOLISH_COST] <= points and can_demolish(state, caver, side):
            offer(choices, Action.DEMOLISH + side)
    for side in range(SIDES + 1):
        if costs[CLEAR_COST] <= points and can_clear(state, caver, side):
            offer(choices, Action.CLEAR + side)
    for other in range(state.cavers):
        if costs[HEAL_COST] <= points and can_heal(state, caver, other):
            offer(choices, Action.HEAL + other)
    _offer_stays(state, choices, caver, points)


@rule
def _offer_stays(state, choices, caver, points):
    """ST-21, ST-22, ST-44: what is done on the spot."""
    if state.house[ROPE_COST] <= points and needs_rope(state, caver):
        offer(choices, Action.ROPE)
    if state.house[HIDE_COST] <= points and can_hide(state, caver):
        offer(choices, Action.HIDE)
    if state.house[DIVE_COST] <= points and can_dive(state, caver):
        offer(choices, Action.DIVE)


@rule
def offer_steps(state, choices):
    """ST-16, ST-49: run on, or stop."""
    offer(choices, Action.STOP)
    for side in range(SIDES):
        if can_move(state, state.actor, side):
            offer(choices, Action.STEP + side)


@rule
def offer_waters(state, choices):
    """ST-44: any revealed flood tile."""
    for tile in range(state.laid):
        if kind(state, tile) == Kind.FLOOD:
            offer(choices, Action.SURFACE + tile)


# When it can be done.


@rule
def can_explore(state, caver, side):
    """ST-13, ST-25, ST-73: an open side without a tile, and a tile to lay there."""
    here = state.place[caver]
    if not is_unexplored(state, here, side) or not can_leave(state, here, side):
        return False
    return tiles_left(state) > 0 or (state.rank[caver] == Rank.GEOLOGIST and state.kept != NOWHERE)


@rule
def beyond(state, caver, side):
    """The connected tile that this caver may leave its own for, or NOWHERE (ST-30)."""
    here = state.place[caver]
    return connected(state, here, side) if can_leave(state, here, side) else NOWHERE


@rule
def can_move(state, caver, side):
    """ST-14."""
    tile = beyond(state, caver, side)
    return tile != NOWHERE and can_walk_into(state, caver, tile)


@rule
def can_pass_to(state, caver, side, what):
    """ST-18, ST-19, ST-66: to a flooded tile by swimming, to a squeeze by squeezing."""
    tile = beyond(state, caver, side)
    if tile == NOWHERE or kind(state, tile) != what:
        return False
    return what == Kind.SQUEEZE or state.marked[tile] == 1


@rule
def can_clear(state, caver, side):
    """ST-20: rubble here or on a connected tile."""
    here = state.place[caver]
    tile = here if side == HERE else connected(state, here, side)
    return tile != NOWHERE and is_marked(state, tile, Kind.CAVE_IN)


@rule
def can_excavate(state, caver, side):
    """ST-46, ST-65: rubble here or on an adjacent tile, walls or not."""
    tile = adjacent(state, caver, side)
    return tile != NOWHERE and is_marked(state, tile, Kind.CAVE_IN)


@rule
def adjacent(state, caver, side):
    """ST-65: the tile there, walls or not, or the caver's own."""
    here = state.place[caver]
    return here if side == HERE else state.beside[here, side]


@rule
def can_repel(state, caver, side):
    """ST-50: a horror on an adjacent tile."""
    if side == HERE:
        return False
    tile = adjacent(state, caver, side)
    return tile != NOWHERE and has_horror(state, tile)


@rule
def can_demolish(state, caver, side):
    """ST-47, ST-67."""
    if state.rank[caver] != Rank.ENGINEER:
        return False
    return state.blasts < EXPLOSIVES and is_walled(state, state.place[caver], side)


@rule
def can_hide(state, caver):
    """ST-77: the Scout has nothing to hide from, and nobody hides twice."""
    return state.rank[caver] != Rank.SCOUT and not state.hidden[caver]


@rule
def can_dive(state, caver):
    """ST-44."""
    return state.rank[caver] == Rank.DIVER and kind(state, state.place[caver]) == Kind.FLOOD


@rule
def needs_rope(state, caver):
    """ST-21: on a ledge or slide without one."""
    here = state.place[caver]
    return (kind(state, here) == Kind.LEDGE or kind(state, here) == Kind.SLIDE) and not state.marked[here]


@rule
def can_heal(state, caver, other):
    """ST-17: on the same tile, and hurt."""
    return state.place[other] == state.place[caver] and state.health[other] < state.house[HEALTH_OF + state.rank[other]]


@rule
def can_direct(state, caver, other):
    """ST-51, ST-76, ST-77: another conscious caver in the cave who can do something for one point."""
    if other == caver or not is_conscious(state, other) or state.place[other] == IN_TRANSIT:
        return False
    for side in range(SIDES):
        if can_explore(state, other, side) or can_move(state, other, side):
            return True
    return has_errand(state, other) or (state.cheapest <= 1 and has_bargain(state, other))


@rule
def has_errand(state, caver):
    """A power for one point can be used right here."""
    rank = state.rank[caver]
    for side in range(SIDES + 1):
        if rank == Rank.GEOLOGIST and can_excavate(state, caver, side):
            return True
        if rank == Rank.BODYGUARD and can_repel(state, caver, side):
            return True
    for other in range(state.cavers):
        if rank == Rank.MEDIC and other != caver and can_heal(state, caver, other):
            return True
    return rank == Rank.CLIMBER and needs_rope(state, caver)


@rule
def has_bargain(state, caver):
    """By house rules, something that takes two points in the rulebook can be had for one; who can run can move too."""
    costs = state.house
    for side in range(SIDES):
        if costs[SWIM_COST] <= 1 and can_pass_to(state, caver, side, Kind.FLOOD):
            return True
        if costs[SQUEEZE_COST] <= 1 and can_pass_to(state, caver, side, Kind.SQUEEZE):
            return True
        if costs[DEMOLISH_COST] <= 1 and can_demolish(state, caver, side):
            return True
    for side in range(SIDES + 1):
        if costs[CLEAR_COST] <= 1 and can_clear(state, caver, side):
            return True
    for other in range(state.cavers):
        if costs[HEAL_COST] <= 1 and can_heal(state, caver, other):
            return True
    if costs[ROPE_COST] <= 1 and needs_rope(state, caver):
        return True
    return (costs[HIDE_COST] <= 1 and can_hide(state, caver)) or (costs[DIVE_COST] <= 1 and can_dive(state, caver))


# How it is done.


@rule
def spend(state, points):
    """ST-51: who is directed spends nothing; the Leader has paid."""
    if not is_directed(state):
        state.points -= points


@rule
def begin_reveal(state, side, explores):
    """ST-13, ST-15, ST-73: turn over the next tile; with none left the Geologist takes the one set aside."""
    spend(state, 1)
    state.side = side
    state.explores = explores
    state.guided = 0
    state.phase = Phase.DRAW if tiles_left(state) > 0 else Phase.PLACE


@rule
def can_guide(state):
    """ST-45, ST-76: a Scout may refuse one tile, but not the exit, if there is another."""
    if state.rank[state.actor] != Rank.SCOUT or state.guides == 0 or state.guided:
        return False
    return tiles_left(state) > 0 and state.drawn != EXIT


@rule
def lay_tile(state, which, sides):
    """ST-13, ST-64: the tile is laid, and entered if the caver explores."""
    tile = place(state, which, sides)
    state.phase = Phase.ACTED
    if state.explores:
        enter(state, state.actor, tile)


@rule
def go(state, side):
    """Move to the connected tile."""
    enter(state, state.actor, connected(state, state.place[state.actor], side))


@rule
def set_off(state, side, moves, points):
    """ST-16, ST-49: the first of some moves."""
    spend(state, points)
    state.steps = moves - 1
    go(state, side)


@rule
def step_on(state, side):
    state.steps -= 1
    go(state, side)


@rule
def clear(state, side, points):
    """ST-20, ST-46: the rubble is gone."""
    spend(state, points)
    state.marked[adjacent(state, state.actor, side)] = 0
    state.phase = Phase.ACTED


@rule
def treat(state, other, points):
    """ST-17, ST-49."""
    spend(state, points)
    heal(state, other)
    state.phase = Phase.ACTED


@rule
def secure(state):
    """ST-48: a rope without a check."""
    spend(state, 1)
    state.marked[state.place[state.actor]] = 1
    state.phase = Phase.ACTED


@rule
def try_rope(state):
    """ST-21."""
    spend(state, state.house[ROPE_COST])
    check(state, Reason.ROPE)


@rule
def try_to_hide(state):
    """ST-22, ST-74: who has tried for two rounds in a row succeeds."""
    spend(state, state.house[HIDE_COST])
    state.tried[state.actor] = 1
    if state.practice[state.actor] < PRACTICE:
        check(state, Reason.HIDE)
    else:
        state.hidden[state.actor] = 1
        state.phase = Phase.ACTED


@rule
def dive(state):
    """ST-44: out of the cave until the next turn."""
    spend(state, state.house[DIVE_COST])
    state.place[state.actor] = IN_TRANSIT
    state.phase = Phase.TURN_OVER


@rule
def surface(state, tile):
    """ST-44: back in the cave, and that is the whole turn."""
    enter(state, state.caver, tile)
    state.phase = Phase.TURN_OVER


@rule
def demolish(state, side):
    """ST-47: blow up the wall, and the cave trembles."""
    spend(state, state.house[DEMOLISH_COST])
    blast(state, state.place[state.actor], side)
    state.phase = Phase.CAVE_IN


@rule
def repel(state, side):
    """ST-50: a horror there is removed."""
    spend(state, 1)
    tile = adjacent(state, state.actor, side)
    figure = 0
    while state.horror[figure] != tile:
        figure += 1
    state.horror[figure] = NOWHERE
    state.phase = Phase.ACTED


@rule
def direct(state, other):
    """ST-51: that caver acts at once."""
    state.points -= 1
    state.directed = 1
    state.actor = other


# How turns follow one another.


@rule
def go_on(state):
    """ST-23: the acting caver runs on, or the caver whose turn it is goes on, as long as it is conscious."""
    if state.steps > 0 and is_conscious(state, state.actor):
        state.phase = Phase.STEP
        return
    state.steps = 0
    state.actor = state.caver
    state.phase = Phase.TURN if is_conscious(state, state.caver) else Phase.TURN_OVER


@rule
def end_turn(state):
    """ST-11, ST-61: who exerted checks, unless there is nothing to lose."""
    state.phase = Phase.NEXT_TURN
    if state.exerted and is_conscious(state, state.caver) and not is_safe(state, state.caver):
        check(state, Reason.EXERT)


@rule
def begin_next_turn(state):
    """ST-10, ST-23, ST-68: the next caver in order from the first, but for those who can do nothing."""
    if state.turns == state.cavers:
        begin_horror_phase(state)
        return
    caver = (state.first + state.turns) % state.cavers
    state.turns += 1
    state.caver = caver
    state.actor = caver
    state.points = POINTS
    state.exerted = 0
    state.directed = 0
    if state.place[caver] == IN_TRANSIT:
        state.phase = Phase.SURFACE
    elif is_conscious(state, caver):
        state.phase = Phase.TURN


@rule
def end_round(state):
    """ST-10, ST-22, ST-71: the marker goes clockwise; who hid comes out."""
    state.first = (state.first + 1) % state.cavers
    state.rounds += 1
    for caver in range(state.cavers):
        state.practice[caver] = min(PRACTICE, state.practice[caver] + 1) if state.tried[caver] else 0
    state.hidden[:] = 0
    state.tried[:] = 0
    state.turns = 0
    state.phase = Phase.NEXT_TURN
