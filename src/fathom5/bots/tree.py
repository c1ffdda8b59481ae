"""Information-set Monte Carlo tree search: deal a world that fits the view, walk the tree in it, play on, learn.

The tree knows moves only as the searching seat sees them, so it cannot plan on what others keep to themselves.
"""

import numpy as np

from fathom5.kernel.chance import below, fraction, pick
from fathom5.kernel.game import (
    CHANCE,
    MAX_SEATS,
    NOBODY,
    UNIFORM,
    apply,
    ask,
    deal,
    hide,
    policy,
    record_dtype,
    rule,
    value,
    win,
)
from fathom5.kernel.play import decide

ROOT, NONE = 0, -1
VIEW, WORLD, SEEN = range(3)  # on the desk: what was shown, a world dealt from it, what would be shown of that
ACTIONS = 1 << 15  # actions are int16
DEEPEST = 512  # nodes on a path; whatever happens below is played out

NODE = record_dtype(
    ("parent", "i4"),
    ("child", "i4"),  # the newest
    ("sibling", "i4"),  # the next older
    ("move", "i2"),  # that leads here, as the searching seat sees it
    ("visits", "i4"),
    ("offers", "i4"),  # how often it could have been chosen
    ("gain", "f4", MAX_SEATS),  # the sum of what each seat got
)
PLAN = record_dtype(
    ("seat", "i8"),  # who searches
    ("exploration", "f8"),  # how much what was seldom tried is worth a try
    ("widening", "f8"),  # how soon a node gets another child; a large number: each move is tried once at first
    ("wandering", "f8"),  # how often a playout does just anything
    ("horizon", "i8"),  # actions after which a playout is cut short and valued; negative: never
    ("grown", "i8"),  # nodes in use
    ("glance", "i8"),  # how often choices were looked through
    ("glanced", "i8", ACTIONS),  # by move: when it was last on offer, negative if there is a node for it
    ("face", "i2", ACTIONS),  # by action: what it looked like when another seat took it last
)


@rule
def prepare(tree, plan):
    """Leave nothing but the root, and take every action for what it is."""
    plan.grown = 0
    plan.glance = 0
    plan.glanced[:] = 0
    for action in range(ACTIONS):
        plan.face[action] = action
    grow(tree, NONE, NONE, plan)


@rule
def think(tree, desk, choices, plan, brains, rng, iterations):
    """Search so often; brains say how each seat plays on below the tree."""
    path = np.zeros(DEEPEST, np.int32)
    rewards = np.zeros(MAX_SEATS)
    for _ in range(iterations):
        desk[WORLD] = desk[VIEW]
        deal(desk[WORLD], rng)
        depth = descend(tree, desk, choices, plan, brains, path, rng)
        play_on(desk[WORLD], choices, plan, brains, rng)
        reward(desk[WORLD], rewards)
        learn(tree, path[:depth], rewards[: desk[WORLD].seats])


@rule
def descend(tree, desk, choices, plan, brains, path, rng):
    """Walk from the root until a step adds a node or the game ends; return the length of the path."""
    world, node, depth = desk[WORLD], ROOT, 1
    path[0] = ROOT
    while world.seat != NOBODY and depth < len(path):
        ask(world, choices)
        move = advance(tree, node, desk, choices, plan, brains, rng)
        child = find(tree, node, move)
        is_new = child == NONE
        if is_new:
            if plan.grown == len(tree):
                break
            child = grow(tree, node, move, plan)
        path[depth] = node = child
        depth += 1
        if is_new:
            break
    return depth


@rule
def advance(tree, node, desk, choices, plan, brains, rng):
    """Let something happen; return what the searching seat sees of it."""
    mover = desk[WORLD].seat
    if mover == CHANCE:
        apply(desk[WORLD], pick(choices, rng))
        return seen_move(desk, plan.seat)
    action = prefer(tree, node, desk[WORLD], choices, plan, brains, rng)
    apply(desk[WORLD], action)
    if mover == plan.seat:
        return action
    plan.face[action] = seen_move(desk, plan.seat)
    return plan.face[action]


@rule
def seen_move(desk, seat):
    """What just happened, as that seat sees it."""
    desk[SEEN] = desk[WORLD]
    hide(desk[SEEN], seat)
    return desk[SEEN].last


# A player's choice.


@rule
def prefer(tree, node, world, choices, plan, brains, rng):
    """Something new as long as the node is to widen, what the hints say first; else what is most urgent."""
    kinds = glance(choices, world.seat, plan)
    known, best = weigh(tree, node, world.seat, plan)
    if known < kinds and known <= plan.widening * np.sqrt(tree[node].visits):
        if known == 0 and brains[world.seat].style != UNIFORM:
            return policy(world, choices, brains[world.seat], rng)
        return any_new(choices, world.seat, plan, rng)
    if world.seat == plan.seat:
        return tree[best].move
    return any_like(choices, tree[best].move, plan, rng)


@rule
def face(action, seat, plan):
    """What the searching seat would see of an action: its own as it is, another's as it looked before."""
    return action if seat == plan.seat else plan.face[action]


@rule
def glance(choices, seat, plan):
    """Mark all moves on offer; return how many there are to tell apart."""
    plan.glance += 1
    kinds = 0
    for i in range(choices.count):
        move = face(choices.action[i], seat, plan)
        kinds += plan.glanced[move] != plan.glance
        plan.glanced[move] = plan.glance
    return kinds


@rule
def weigh(tree, node, seat, plan):
    """Count the children that are on offer, and find the one that served the seat well or was seldom tried."""
    known, best, most = 0, NONE, -np.inf
    child = tree[node].child
    while child != NONE:
        option = tree[child]
        if plan.glanced[option.move] == plan.glance:
            plan.glanced[option.move] = -plan.glance
            known += 1
            option.offers += 1
            urgency = option.gain[seat] / option.visits + plan.exploration * np.sqrt(
                np.log(option.offers) / option.visits
            )
            if urgency > most:
                best, most = child, urgency
        child = option.sibling
    return known, best


@rule
def any_new(choices, seat, plan, rng):
    """One of the actions for which there is no node yet."""
    i = below(rng, choices.count)
    while plan.glanced[face(choices.action[i], seat, plan)] != plan.glance:
        i = (i + 1) % choices.count
    return choices.action[i]


@rule
def any_like(choices, move, plan, rng):
    """One of another seat's actions that look like this."""
    i = below(rng, choices.count)
    while plan.face[choices.action[i]] != move:
        i = (i + 1) % choices.count
    return choices.action[i]


# The tree.


@rule
def find(tree, node, move):
    """The child to which a move leads, or NONE."""
    child = tree[node].child
    while child != NONE and tree[child].move != move:
        child = tree[child].sibling
    return child


@rule
def grow(tree, parent, move, plan):
    """Add a node; return it."""
    new = plan.grown
    plan.grown += 1
    node = tree[new]
    node.parent, node.child, node.move = parent, NONE, move
    node.visits, node.offers = 0, 1
    node.gain[:] = 0
    if parent != NONE:
        node.sibling = tree[parent].child
        tree[parent].child = new
    return new


@rule
def learn(tree, path, rewards):
    """Add one game to all nodes of a path."""
    for node in path:
        tree[node].visits += 1
        for seat in range(len(rewards)):
            tree[node].gain[seat] += rewards[seat]


# Below the tree.


@rule
def play_on(world, choices, plan, brains, rng):
    """On from a leaf until nobody acts, or as far as the horizon."""
    left = plan.horizon
    while world.seat != NOBODY and left != 0:
        ask(world, choices)
        if plan.wandering > 0 and fraction(rng) < plan.wandering:
            apply(world, pick(choices, rng))
        else:
            apply(world, decide(world, choices, brains, rng))
        left -= 1


@rule
def reward(world, rewards):
    """What each seat got, or would get by the game's own estimate."""
    if world.seat == NOBODY:
        win(world, rewards)
    else:
        value(world, rewards)
