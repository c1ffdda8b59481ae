"""Information-set Monte Carlo tree search: deal a world that fits the view, walk the tree in it, play on, learn.

The tree knows moves only as the searching seat sees them, so it cannot plan on what others keep to themselves.
"""

import numpy as np

from fathom5.kernel.chance import below
from fathom5.kernel.game import (
    CHANCE,
    MAX_SEATS,
    NOBODY,
    apply,
    deal,
    hide,
    look,
    loop,
    record_dtype,
    rule,
    value,
    win,
    write_out,
)
from fathom5.kernel.play import decide

ROOT, NONE = 0, -1
VIEW, WORLD, SEEN, NEXT = range(4)  # on the desk: what was shown, a world dealt from it, what would be shown of that,
# and what will be shown if the seat that just moved is to move again
ACTIONS = 1 << 15  # actions are int16
DEEPEST = 512  # nodes on a path; whatever happens below is played out

NODE = record_dtype(
    ("parent", "i4"),
    ("child", "i4"),  # the newest
    ("sibling", "i4"),  # the next older
    ("move", "i2"),  # that leads here, as the searching seat sees it
    ("visits", "i4"),
    ("offers", "i4"),  # how often it could have been chosen
    ("trust", "f4"),  # how much more it is explored than another
    ("gain", "f4", MAX_SEATS),  # the sum of what each seat got
)
PLAN = record_dtype(
    ("seat", "i8"),  # who searches
    ("exploration", "f8"),  # how much what was seldom tried is worth a try
    ("trust", "f8"),  # how much more the first move of a node, which the hints chose, is explored than another
    ("widening", "f8"),  # how soon a node gets another child; a large number: each move is tried once at first
    ("horizon", "i8"),  # actions after which a playout is cut short and valued; negative: never
    ("by_spread", "i8"),  # whether exploration is counted in the spread of outcomes, so that it suits small chances too
    ("spread", "f8"),  # the standard deviation of what the searching seat got; 1 where it does not count
    ("games", "i8"),  # by which the spread is known; the root does not tell, as it loses some when a move has happened
    ("total", "f8"),  # sum of their outcomes
    ("squares", "f8"),  # sum of the squares of these
    ("grown", "i8"),  # nodes in use
    ("glance", "i8"),  # how often choices were looked through
    ("glanced", "i8", ACTIONS),  # by move: when it was last on offer, negative if there is a node for it
    ("face", "i2", ACTIONS),  # by action: what it looked like when another seat took it last
)


@loop
def prepare(tree, plan):
    """Leave nothing but the root, and take every action for what it is."""
    plan.grown = 0
    plan.games, plan.total, plan.squares, plan.spread = 0, 0, 0, 1
    plan.glance = 0
    plan.glanced[:] = 0
    for action in range(ACTIONS):
        plan.face[action] = action
    grow(tree, NONE, NONE, plan)


@loop
def foresee(desk, seat, action, rng):
    """Note what that seat will see after its move, if nobody else acts first."""
    desk[NEXT] = desk[VIEW]
    deal(desk[NEXT], rng)
    apply(desk[NEXT], action)
    hide(desk[NEXT], seat)


@loop
def keep(tree, move, plan):
    """Let that move have happened: its node becomes the root, and only what is below it stays."""
    root, grown = find(tree, ROOT, move), plan.grown
    if root == NONE:
        prepare(tree, plan)
        return
    kept = np.full(grown, NONE, np.int32)  # from old places to new; a child always comes after its parent
    plan.grown = 0
    for old in range(root, grown):
        parent = NONE if old == root else kept[tree[old].parent]
        if old == root or parent != NONE:
            visits, offers, gain = tree[old].visits, tree[old].offers, tree[old].gain.copy()
            kept[old] = new = grow(tree, parent, tree[old].move, plan)
            tree[new].visits, tree[new].offers = visits, offers
            tree[new].gain[:] = gain


@loop
def think(tree, desk, choices, plan, brains, rng, iterations):
    """Search so often; brains say how each seat plays on below the tree."""
    path = np.zeros(DEEPEST, np.int32)
    rewards = np.zeros(MAX_SEATS)
    for _ in range(iterations):
        desk[WORLD] = desk[VIEW]
        deal(desk[WORLD], rng)
        depth = explore(tree, desk, choices, plan, brains, path, rng)
        if desk[WORLD].seat == NOBODY:
            win(desk[WORLD], rewards)
        else:
            value(desk[WORLD], rewards)
        learn(tree, path[:depth], rewards[: desk[WORLD].seats])
        if plan.by_spread:
            measure(plan, rewards[plan.seat])


@rule
def measure(plan, reward):
    """Add one game to those that tell how far outcomes spread."""
    plan.games += 1
    plan.total += reward
    plan.squares += reward * reward
    mean = plan.total / plan.games
    plan.spread = np.sqrt(max(0.0, plan.squares / plan.games - mean * mean))


@rule
def explore(tree, desk, choices, plan, brains, path, rng):
    """Walk through the tree and one node beyond, then play on as far as the horizon; return the length of the path."""
    world, node, depth, left = desk[WORLD], ROOT, 1, plan.horizon
    while world.seat != NOBODY and (node != NONE or left != 0):
        look(world, choices)
        mover, action = world.seat, NONE
        if node != NONE and mover != CHANCE:
            write_out(choices)
            action = prefer(tree, node, mover, choices, plan, rng)
        if action == NONE:
            action = int(decide(world, choices, brains, rng))
        apply(world, action)
        if node == NONE:
            left -= 1
            continue
        node = follow(tree, node, seen_move(desk, mover, plan), plan)
        if node != NONE:
            path[depth] = node
            depth += 1
            if tree[node].visits == 0 or depth == len(path):
                node = NONE
    return depth


@rule
def seen_move(desk, mover, plan):
    """What just happened, as the searching seat sees it; what it did itself it knows."""
    action = desk[WORLD].last
    if mover == plan.seat:
        return action
    desk[SEEN] = desk[WORLD]
    hide(desk[SEEN], plan.seat)
    plan.face[action] = desk[SEEN].last
    return desk[SEEN].last


# A player's choice.


@rule
def prefer(tree, node, seat, choices, plan, rng):
    """Something new while the node is to widen, the first as the hints say (NONE); else what is most urgent."""
    kinds = glance(choices, seat, plan)
    known, best = weigh(tree, node, seat, plan)
    if known == 0:
        return NONE
    has_room = plan.grown < len(tree)
    if has_room and known < kinds and known <= plan.widening * np.sqrt(tree[node].visits):
        return any_new(choices, seat, plan, rng)
    return any_like(tree[best].move, choices, seat, plan, rng)


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
            urgency = urge(option, seat, plan)
            if urgency > most:
                best, most = child, urgency
        child = option.sibling
    return known, best


@rule
def urge(option, seat, plan):
    """What a seat got on average, and more for what was seldom chosen though it could have been."""
    curiosity = plan.exploration * plan.spread * option.trust * np.sqrt(np.log(option.offers) / option.visits)
    return option.gain[seat] / option.visits + curiosity


@rule
def any_new(choices, seat, plan, rng):
    """One of the actions for which there is no node yet."""
    i = below(rng, choices.count)
    while plan.glanced[face(choices.action[i], seat, plan)] != plan.glance:
        i = (i + 1) % choices.count
    return np.int64(choices.action[i])


@rule
def any_like(move, choices, seat, plan, rng):
    """One of the actions that look like this move."""
    if seat == plan.seat:
        return np.int64(move)
    i = below(rng, choices.count)
    while plan.face[choices.action[i]] != move:
        i = (i + 1) % choices.count
    return np.int64(choices.action[i])


# The tree.


@rule
def follow(tree, node, move, plan):
    """The child to which a move leads, a new one if need be; NONE if there is no room for it."""
    child = find(tree, node, move)
    if child == NONE and plan.grown < len(tree):
        return grow(tree, node, move, plan)
    return child


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
    node.visits, node.offers, node.trust = 0, 1, 1
    node.gain[:] = 0
    if parent != NONE:
        node.trust = plan.trust if tree[parent].child == NONE else 1
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
