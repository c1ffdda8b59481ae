"""How a hinted player lays tiles: to leave many ways on and not have far to go to the next, or to close the cave."""

import numpy as np

from fathom5.games.sub_terra.hints.plan import MAP, NEVER, PLAN
from fathom5.games.sub_terra.hints.shape import (
    beyond,
    draw_map,
    is_closing,
    left_open_around,
    links,
    room,
    sides_at,
)
from fathom5.games.sub_terra.rules.box import (
    ALL_SIDES,
    EAST_OF,
    EXIT,
    KEPT,
    KIND,
    SIDES,
    SOUTH_OF,
    Action,
    Kind,
)
from fathom5.kernel.game import rule

WAY_ON, CROWDED = 1.0, 0.1  # what it is worth to have a way on, less for each tile beside the place it leads to
LINK = 0.1  # what a way to another tile is worth
LAIR = 0.3  # what a horror's tile costs
GUIDE, GUIDE_CLOSING = 1.0, 0.0  # a tile not worth more is refused (ST-45)


@rule
def best_place(state, choices, brain):
    """The tile and the orientation that do the most good; refuse what does none."""
    return best_on_the_map(state, choices, np.empty(1, PLAN), brain)


@rule
def best_on_the_map(state, choices, plans, brain):
    """The same, with a map in mind."""
    plan = plans[0]
    draw_map(state, plan)
    x, y = beyond(state, state.place[state.actor], state.side)
    before = left_open_around(plan, x, y) if is_closing(state, brain) else 0.0
    best, most, can_refuse = choices.action[0], NEVER, False
    for i in range(choices.count):
        action = choices.action[i]
        if action == Action.GUIDE:
            can_refuse = True
            continue
        gain = place_worth(state, action, x, y, before, plan, brain)
        if gain > most:
            best, most = action, gain
    enough = GUIDE_CLOSING if is_closing(state, brain) else GUIDE
    return np.int16(Action.GUIDE) if can_refuse and most <= enough else best


@rule
def place_worth(state, action, x, y, before, plan, brain):
    """What a tile is worth that is laid like this; the exit above all."""
    which, sides = (action - Action.PLACE) // (ALL_SIDES + 1), (action - Action.PLACE) % (ALL_SIDES + 1)
    design = state.kept if which == KEPT else state.drawn
    if design == EXIT:
        return -NEVER
    gain = LINK * links(plan, x, y, sides) - LAIR * (KIND[design] == Kind.HORROR)
    plan.map[y & MAP, x & MAP] = sides
    gain += before - left_open_around(plan, x, y) if is_closing(state, brain) else ways_on(plan, x, y, sides)
    plan.map[y & MAP, x & MAP] = 0
    return gain


@rule
def ways_on(plan, x, y, sides):
    """What the ways on from a tile are worth, rather into the open."""
    gain = 0.0
    for side in range(SIDES):
        east, south = x + EAST_OF[side], y + SOUTH_OF[side]
        if sides >> side & 1 and sides_at(plan, east, south) == 0:
            gain += WAY_ON - CROWDED * (SIDES - 1 - room(plan, east, south))
    return gain
