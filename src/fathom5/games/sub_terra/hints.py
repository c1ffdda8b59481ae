"""What a bot should know of Sub Terra: explore with purpose, rest where it is safe, and go home together."""

import numpy as np

from fathom5.games.sub_terra.box import (
    ALL_SIDES,
    EAST_OF,
    EXIT,
    HEALTH,
    KEPT,
    KIND,
    MOST_TILES,
    NOWHERE,
    POOL,
    REMOVED,
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
    tile_at,
)
from fathom5.games.sub_terra.cavers import can_walk_into, has_horror, is_conscious, is_safe
from fathom5.games.sub_terra.turns import can_explore, can_heal, can_move, is_directed
from fathom5.kernel.chance import pick
from fathom5.kernel.game import rule

# The players by name, each with the knobs it can be tuned by.
PLAYERS: dict[str, tuple[float, ...]] = {
    # what it costs to fall and is worth to heal, in points; how close to keep; with how much health to exert
    "hinted": (8.0, 4.0, 0.3, 3.0),
}
FALLING, HEALING, TOGETHER, EXERTING = range(4)
SEEING = 2.0  # what it is worth to see a tile, in points
ADVANCING = 1.0  # and to go where one has just looked
RESCUE = 6  # how much farther one goes for the fallen
CROWD = 3  # how much farther one goes to explore where nobody else is
LOST = 100  # a way that leads nowhere
TIME_TO_RESCUE = 6  # cards
MOST_HEALTH = int(HEALTH.max())
NEVER = -100.0
IDLING = 0.8  # what a point is worth that is not used


@rule
def policy(state, choices, brain, rng):
    """What a hinted player does."""
    if state.phase == Phase.PLACE:
        return best_place(state, choices)
    if state.phase == Phase.TURN or state.phase == Phase.STEP:
        return best_act(state, choices, brain, rng)
    if state.phase == Phase.SURFACE:
        return choices.action[choices.count - 1]
    return pick(choices, rng)


@rule
def value(state, shares):
    """A third for each caver out and a little for each who still may come, as long as there is time."""
    hope = 0.0
    for caver in range(state.cavers):
        if is_safe(state, caver):
            hope += 1.0
        elif state.place[caver] != REMOVED:
            hope += (
                (0.5 if state.exit != NOWHERE else 0.3) * min(1.0, 0.3 + 0.1 * state.cards) * is_conscious(state, caver)
            )
    shares[: state.seats] = max(0.0, min(1.0, (hope - state.cavers + 3.0) / 3.0))


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
    """The orientation with the most new openings and the most links to other tiles; refuse dead ends."""
    best, most = choices.action[0], -100
    for i in range(choices.count):
        action = choices.action[i]
        if action != Action.GUIDE:
            worth = place_worth(state, action)
            if worth > most:
                best, most = action, worth
    if most <= 0 and has(choices, Action.GUIDE):
        return np.int16(Action.GUIDE)
    return best


@rule
def place_worth(state, action):
    """Two for each new opening, more if there is room beyond it, and one for each link; the exit above all."""
    which, sides = (action - Action.PLACE) // (ALL_SIDES + 1), (action - Action.PLACE) % (ALL_SIDES + 1)
    design = state.kept if which == KEPT else state.drawn
    if design == EXIT:
        return 100
    here = state.place[state.actor]
    x, y = state.x[here] + EAST_OF[state.side], state.y[here] + SOUTH_OF[state.side]
    gain = -int(KIND[design] == Kind.HORROR)
    for side in range(SIDES):
        if sides >> side & 1 and side != opposite(state.side):
            gain += opening_worth(state, x + EAST_OF[side], y + SOUTH_OF[side], side)
    return gain


@rule
def opening_worth(state, x, y, side):
    """What it is worth to have an opening to this place."""
    other = tile_at(state, x, y)
    if other != NOWHERE:
        return int(is_open(state, other, opposite(side)))
    room = 0
    for way in range(SIDES):
        room += tile_at(state, x + EAST_OF[way], y + SOUTH_OF[way]) == NOWHERE
    return 2 + (room >= 2)


# Finding the way.


@rule
def step_toll(state, caver, tile, side, other):
    """Points, or so, to go from a tile to a connected one."""
    toll = 2
    if not can_leave(state, tile, side):
        toll += 3 if state.rank[caver] == Rank.CLIMBER else 8
    if not can_walk_into(state, caver, other):
        toll += 2
    if has_horror(state, other) and state.rank[caver] != Rank.SCOUT:
        toll += 40
    if state.gas and kind(state, other) == Kind.GAS:
        toll += 8
    return toll


@rule
def spread(state, caver, tolls):
    """From what each tile costs where one wants to be, work out what it costs to get there from every tile."""
    changed = True
    forth = True
    while changed:
        changed = False
        for n in range(state.laid):
            tile = n if forth else state.laid - 1 - n
            for side in range(SIDES):
                other = connected(state, tile, side)
                if other != NOWHERE and tolls[other] < LOST:
                    toll = tolls[other] + step_toll(state, caver, tile, side, other)
                    if toll < tolls[tile]:
                        tolls[tile] = toll
                        changed = True
        forth = not forth


@rule
def set_goals(state, caver, tolls, brain):
    """The exit if it is known, else where there is something to explore; and whoever has fallen, if there is time."""
    tolls[: state.laid] = LOST
    if state.exit != NOWHERE:
        tolls[state.exit] = 0
    else:
        set_frontier(state, caver, tolls, brain)
    if state.exit == NOWHERE or state.cards > TIME_TO_RESCUE:
        for other in range(state.cavers):
            if state.place[other] >= 0 and state.health[other] == 0 and not has_horror(state, state.place[other]):
                tolls[state.place[other]] = -RESCUE


@rule
def set_frontier(state, caver, tolls, brain):
    """Where there is something to explore, near the others but not where one of them is."""
    for tile in range(state.laid):
        if is_frontier(state, tile):
            tolls[tile] = int(brain.knob[TOGETHER] * distance_to_all(state, tile)) + (0 if is_goal(state, tile) else 8)
    for other in range(state.cavers):
        here = state.place[other]
        if other != caver and here >= 0 and is_conscious(state, other) and tolls[here] < LOST:
            tolls[here] += CROWD


@rule
def is_frontier(state, tile):
    """An open side leads to the unknown."""
    for side in range(SIDES):
        if is_unexplored(state, tile, side):
            return True
    return False


@rule
def is_goal(state, tile):
    """One wants to be there: the exit, or something to explore that one can get to."""
    for side in range(SIDES):
        if state.exit == NOWHERE and is_unexplored(state, tile, side) and can_leave(state, tile, side):
            return True
    return tile == state.exit


@rule
def distance_to_all(state, tile):
    """How far it is on average to conscious cavers, as the crow flies."""
    away, awake = 0, 0
    for other in range(state.cavers):
        here = state.place[other]
        if here >= 0 and is_conscious(state, other):
            away += abs(state.x[tile] - state.x[here]) + abs(state.y[tile] - state.y[here])
            awake += 1
    return away / max(1, awake)


# Danger.


@rule
def chance_of(state, hazard):
    """How likely this is the next card."""
    total = 0
    for card in range(POOL):
        total += state.pool[card]
    if state.cards == 0 or total == 0:
        return 0.0
    return (state.pool[hazard] + 2.0 * state.pool[hazard + 5]) / total


@rule
def horror_distance(state, tile):
    """How near the next horror is, up to three."""
    if has_horror(state, tile):
        return 0
    best = 3
    for side in range(SIDES):
        other = connected(state, tile, side)
        if other != NOWHERE:
            if has_horror(state, other):
                return 1
            for turn in range(SIDES):
                third = connected(state, other, turn)
                if third != NOWHERE and has_horror(state, third):
                    best = 2
    return best


@rule
def fall(state, caver, loss, brain):
    """What a loss of health costs, in points: two to heal each, and much more to be woken up."""
    health = state.health[caver]
    return 2.0 * min(loss, health) + (brain.knob[FALLING] if loss >= health else 0.0)


@rule
def danger(state, caver, tile, brain):
    """What it costs on average, in points, to end the turn on this tile."""
    if tile == state.exit:
        return 0.0
    risk, what = 0.0, kind(state, tile)
    if what == Kind.FLOOD and state.rank[caver] != Rank.DIVER:
        risk = chance_of(state, Hazard.FLOOD) * fall(state, caver, 1, brain)
    elif what == Kind.GAS:
        risk = chance_of(state, Hazard.GAS) * fall(state, caver, 2, brain)
    elif what == Kind.CAVE_IN and not state.marked[tile]:
        loss = 1 if state.rank[caver] == Rank.ENGINEER else 3
        risk = chance_of(state, Hazard.CAVE_IN) / 3.0 * fall(state, caver, loss, brain)
    if state.rank[caver] != Rank.SCOUT:
        risk += terror(state, caver, tile, brain)
    return risk


@rule
def terror(state, caver, tile, brain):
    """What of it is for fear of horrors."""
    chance = chance_of(state, Hazard.HORROR) if kind(state, tile) == Kind.HORROR else 0.0
    if not state.hidden[caver]:
        near = horror_distance(state, tile)
        chance += 0.9 if near <= 1 else chance_of(state, Hazard.HORROR) if near == 2 else 0.0
        chance += 0.3 if near == 2 and ways_out(state, tile) < 2 else 0.0
    return chance * fall(state, caver, MOST_HEALTH, brain)


@rule
def ways_out(state, tile):
    """How many tiles are connected to this one."""
    count = 0
    for side in range(SIDES):
        count += connected(state, tile, side) != NOWHERE
    return count


# Acting.


@rule
def best_act(state, choices, brain, rng):
    """Help, then whatever is worth most: explore, go on, heal or rest."""
    caver = state.actor
    if state.phase == Phase.TURN:
        aid = first_aid(state, choices, caver)
        if aid != NOWHERE:
            return aid
    tolls = np.empty(MOST_TILES, np.int16)
    set_goals(state, caver, tolls, brain)
    spread(state, caver, tolls)
    best, most = choices.action[0], -1000.0
    for i in range(choices.count):
        gain = worth(state, choices.action[i], caver, tolls, brain)
        if gain > most:
            best, most = choices.action[i], gain
    return best


@rule
def worth(state, action, caver, tolls, brain):
    """What an action is worth, in points."""
    here = state.place[caver]
    points = 1 if is_directed(state) else state.points
    if is_safe(state, caver):
        return 0.0 if action == Action.END or action == Action.DECLINE else NEVER
    if action < Action.REVEAL:
        return worth_of_staying(state, action, caver, here, points, tolls, brain)
    if action < Action.EXPLORE:
        return SEEING - danger_after(state, caver, here, points - 1, brain)
    if action < Action.MOVE:
        return SEEING + ADVANCING - surprise(state, caver, points - 1, brain)
    if action < Action.DEMOLISH:
        return worth_of_going(state, action, caver, here, points, tolls, brain)
    if Action.CLEAR <= action < Action.HEAL:
        side = (action - Action.CLEAR) % (SIDES + 1)
        return 0.6 - danger(state, caver, here, brain) if side == best_side(state, caver, here, tolls) else NEVER
    if action == Action.HEAL + caver:
        return (brain.knob[HEALING] if state.health[caver] == 1 else 0.2) - danger(state, caver, here, brain)
    if Action.DIRECT <= action < Action.PLACE:
        return worth_of_directing(state, action - Action.DIRECT, brain) - danger(state, caver, here, brain)
    return NEVER


@rule
def surprise(state, caver, points, brain):
    """The danger of a tile that nobody has seen yet."""
    risk = 0.15 * fall(state, caver, 2, brain) if state.gas else 0.0
    return risk + (0.4 + 0.04 * brain.knob[FALLING]) * (1.0 if points == 0 else 0.3)


@rule
def danger_after(state, caver, tile, points, brain):
    """Danger counts in full with no points left, else only as far as one may not get away."""
    return danger(state, caver, tile, brain) * (1.0 if points == 0 else 0.3)


@rule
def worth_of_staying(state, action, caver, here, points, tolls, brain):
    """To end, exert, rope, hide, dive, secure, stop or decline."""
    if action == Action.STOP:
        return -danger_after(state, caver, here, points, brain)
    if action == Action.END or action == Action.DECLINE:
        return -danger(state, caver, here, brain) - IDLING * points
    if action == Action.HIDE and horror_distance(state, here) <= 1:
        return -0.6 * danger(state, caver, here, brain)
    if action == Action.EXERT and points == 0 and state.health[caver] > 1:
        return worth_of_exerting(state, caver, here, tolls, brain)
    if action == Action.SECURE or action == Action.ROPE:
        gain = 1.0 if action == Action.SECURE else 0.6
        return gain - danger(state, caver, here, brain) if is_held_back(state, caver, here, tolls) else NEVER
    return NEVER


@rule
def is_held_back(state, caver, here, tolls):
    """The way on takes a rope, to a tile or to the unknown."""
    side = best_side(state, caver, here, tolls)
    if side != NOWHERE and tolls[connected(state, here, side)] + 2 <= tolls[here] and can_leave(state, here, side):
        return False
    for way in range(SIDES):
        if is_open(state, here, way) and not can_leave(state, here, way):
            return True
    return False


@rule
def worth_of_exerting(state, caver, here, tolls, brain):
    """One more point, to get out of danger, to see more in full health, or to be out in time."""
    risk = danger(state, caver, here, brain)
    if state.exit != NOWHERE:
        return 0.1 if tolls[here] <= 2 or state.cards <= 3 else NEVER
    for side in range(SIDES):
        if can_move(state, caver, side):
            other = connected(state, here, side)
            if danger(state, caver, other, brain) + entry(state, caver, other, brain) + 3.0 < risk:
                return 0.0
    is_fit = state.health[caver] >= brain.knob[EXERTING] and open_side(state, caver) != NOWHERE
    return 0.5 if is_fit and risk < 3.0 else NEVER


@rule
def worth_of_going(state, action, caver, here, points, tolls, brain):
    """How much nearer to a goal, and how much safer, another tile is."""
    other = connected(state, here, (action - Action.REVEAL) % SIDES)
    nearer, left = tolls[here] - tolls[other], points - 1
    gain = 0.5 * min(nearer, 2)
    if Action.RUN <= action < Action.SWIM:
        if is_goal(state, other) and danger(state, caver, here, brain) < 4.0:
            return NEVER  # a move is enough
        gain, left = 2.0 * gain, 1
    elif action >= Action.STEP:
        left = state.steps - 1
    elif action >= Action.SWIM:
        gain, left = 0.5 * min(nearer, 4), points - 2
    return gain - danger_after(state, caver, other, left, brain) - entry(state, caver, other, brain)


@rule
def entry(state, caver, tile, brain):
    """What it costs to enter a tile."""
    if has_horror(state, tile) and state.rank[caver] != Rank.SCOUT:
        return 2.0 * fall(state, caver, MOST_HEALTH, brain)
    if state.gas and kind(state, tile) == Kind.GAS:
        return fall(state, caver, 2, brain)
    return 0.3 * fall(state, caver, 1, brain) if kind(state, tile) == Kind.ROUGH else 0.0


@rule
def worth_of_directing(state, other, brain):
    """Somebody else looks around or goes home."""
    if state.exit != NOWHERE:
        return NEVER if is_safe(state, other) else 0.4
    if open_side(state, other) == NOWHERE or danger(state, other, state.place[other], brain) > 1.0:
        return NEVER
    return SEEING - 0.3


@rule
def first_aid(state, choices, caver):
    """Repel horrors, wake who has fallen, and treat who is hurt."""
    for side in range(SIDES):
        if has(choices, Action.REPEL + side):
            return np.int16(Action.REPEL + side)
    worst, least = NOWHERE, 3
    for other in range(state.cavers):
        if other != caver and can_heal(state, caver, other) and not is_safe(state, other):
            if state.health[other] < least:
                worst, least = other, state.health[other]
    if worst == NOWHERE or has_horror(state, state.place[caver]):
        return np.int16(NOWHERE)
    if has(choices, Action.TREAT + worst):
        return np.int16(Action.TREAT + worst)
    if least == 0 and has(choices, Action.HEAL + worst):
        return np.int16(Action.HEAL + worst)
    return np.int16(NOWHERE)


@rule
def best_side(state, caver, tile, tolls):
    """Where the way goes on."""
    best, least = NOWHERE, LOST
    for side in range(SIDES):
        other = connected(state, tile, side)
        if other != NOWHERE:
            toll = tolls[other] + step_toll(state, caver, tile, side, other)
            if toll < least:
                best, least = side, toll
    return best


@rule
def open_side(state, caver):
    """The first side to explore, or NOWHERE."""
    for side in range(SIDES):
        if can_explore(state, caver, side):
            return side
    return NOWHERE
