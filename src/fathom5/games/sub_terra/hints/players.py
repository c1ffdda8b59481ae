"""What a bot should know of Sub Terra: explore in pairs and fast, camp before the last tiles, and go home together.

The exit is one of the last six tiles (ST-6), and it is laid where it is turned over. So nothing is gained by looking
for it: what counts is how fast the stack is gone through, who is still awake then, and that enough cavers for a medal
(ST-53) are together before one of them turns over the last six. With less time the cave is closed (see shape).
"""

import numpy as np

from fathom5.games.sub_terra.hints.dangers import set_dread, set_fears
from fathom5.games.sub_terra.hints.deeds import set_risks, worth
from fathom5.games.sub_terra.hints.goals import home, set_goals
from fathom5.games.sub_terra.hints.hope import hope
from fathom5.games.sub_terra.hints.laying import best_place
from fathom5.games.sub_terra.hints.plan import LOST, NEVER, PLAN
from fathom5.games.sub_terra.hints.shape import set_good
from fathom5.games.sub_terra.hints.ways import spread, spread_to
from fathom5.games.sub_terra.rules.box import NOWHERE, Action, Phase
from fathom5.games.sub_terra.rules.cavers import is_safe
from fathom5.games.sub_terra.rules.turns import is_directed
from fathom5.kernel.chance import pick
from fathom5.kernel.game import rule

# The players by name, each with the knobs it can be tuned by.
PLAYERS: dict[str, tuple[float, ...]] = {
    # in points: what it is worth to see a tile, what it costs to fall and to be caught; and how many cards it takes to
    # race through the stack: with fewer the cave is closed
    "hinted": (3.0, 12.0, 10.0, 22),
    "closing": (3.0, 12.0, 10.0, 99),  # always
}

# Whoever closes the cave seldom succeeds without looking ahead, but one can see how near it is to be closed (see hope).
# Where it is hard to go on hope is too high, the more so the sooner a playout is cut: after two rounds it still paid
# to wait before the last places. So a search plays on for five or six, though it can do so only a third as often.
# Most of a game all chances are small, and so is what tells a good move from a bad one: hence by spread. It wins about
# as often as with an exploration of 0.1 of the victory, so what is missing is elsewhere.
SEARCH = {"playouts": "closing", "horizon": 100, "exploration": 1.0, "by_spread": True}


@rule
def policy(state, choices, brain, rng):
    """What a hinted player does."""
    if state.phase == Phase.PLACE:
        return best_place(state, choices, brain)
    if state.phase == Phase.TURN or state.phase == Phase.STEP:
        return best_act(state, choices, brain)
    if state.phase == Phase.SURFACE:
        return best_water(state, choices, np.empty(1, PLAN))
    return pick(choices, rng)


@rule
def best_act(state, choices, brain):
    """Whatever is worth most: explore, go on, help, heal, hide or rest."""
    if choices.count == 1:
        return choices.action[0]
    if is_safe(state, state.actor):
        return safe_act(state)
    return weightiest_act(state, choices, np.empty(1, PLAN), brain)


@rule
def weightiest_act(state, choices, plans, brain):
    """Think first, then weigh each act."""
    caver, plan = state.actor, plans[0]
    think(state, caver, plan, brain)
    best, most = choices.action[0], NEVER - 1.0
    for i in range(choices.count):
        gain = worth(state, choices.action[i], caver, plan, brain)
        if gain > most:
            best, most = choices.action[i], gain
    return best


@rule
def best_water(state, choices, plans):
    """ST-44: where the Diver surfaces, nearest to where all come together."""
    plan = plans[0]
    set_dread(state, plan)
    goal = home(state, plan)
    best, least = choices.action[choices.count - 1], LOST
    if goal == NOWHERE:
        return best
    spread_to(state, state.caver, goal, plan)
    for i in range(choices.count):
        toll = plan.toll[choices.action[i] - Action.SURFACE]
        if toll < least:
            best, least = choices.action[i], toll
    return best


@rule
def think(state, caver, plan, brain):
    """What there is to fear, where to go, and what it takes."""
    set_dread(state, plan)
    set_fears(state, caver, plan, brain)
    if is_spent(state):
        return
    set_good(state, plan, brain)
    set_goals(state, caver, plan, brain)
    spread(state, caver, plan)
    if state.unexplored[state.place[caver]]:
        set_risks(state, caver, plan, brain)


@rule
def is_spent(state):
    """There is nothing left but to end or to exert: who does not know the exit has no need to think of ways."""
    return state.phase == Phase.TURN and state.points == 0 and not is_directed(state) and state.exit == NOWHERE


@rule
def safe_act(state):
    """Whoever is at the exit stays there, also in the middle of a run."""
    if state.phase == Phase.STEP:
        return np.int16(Action.STOP)
    return np.int16(Action.DECLINE) if is_directed(state) else np.int16(Action.END)


@rule
def value(state, shares):
    """The same for all."""
    shares[: state.seats] = hope(state)
