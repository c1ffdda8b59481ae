"""The deeds: what each thing that a caver can do is worth, in points."""

from fathom5.games.sub_terra.hints.dangers import (
    CHECK,
    cost,
    danger,
    entry_cost,
    is_cornered,
    refuge,
    rivals,
    surprise,
    terror,
)
from fathom5.games.sub_terra.hints.goals import is_end_near
from fathom5.games.sub_terra.hints.plan import LOST, NEVER, SEEING
from fathom5.games.sub_terra.hints.shape import best_good
from fathom5.games.sub_terra.hints.ways import (
    STEP,
    best_side,
    is_diving,
    is_held_back,
    is_shorter_under_water,
    openings,
    walk,
)
from fathom5.games.sub_terra.house import CLEAR_COST, HEAL_COST, HIDE_COST, RUN_COST, SQUEEZE_COST, SWIM_COST
from fathom5.games.sub_terra.rules.box import NOWHERE, PRACTICE, SIDES, Action, Rank
from fathom5.games.sub_terra.rules.cave import connected
from fathom5.games.sub_terra.rules.cavers import is_safe
from fathom5.games.sub_terra.rules.turns import points_of
from fathom5.kernel.game import rule

WAKING, HEALING, RESTING = 15.0, 5.0, 2.0  # to heal who has fallen, who is about to, and others
ADVANCING = 0.5  # to go where one has just looked when there is nothing else to look at
ASTRAY = 2.0  # what it costs to explore away from somebody who has fallen
HIDE_FROM = 3  # steps: when a horror is so near
CORNERED, CHASED = 4.0, 6.0  # to be out of its sight, without and with ways to flee
DIVING = 10.0  # to take the short way under water
REPELLING, CLEARING, SECURING, ROPING = 20.0, 2.0, 3.5, 2.2
DIRECTING, GUIDING, NUDGING = 0.9, 1.4, 0.5  # another to see a tile, in its worth; to go home; to do what it likes
PACE = 5  # half points on the way in a round
DETOUR = 12  # half points that an explosive has to save
SPENDING = 0.3  # health that one keeps for each card left, and does not give for another point
STRAIN = 0.5  # what it costs to be out of breath


@rule
def worth(state, action, caver, plan, brain):
    """What an action is worth, the points left included."""
    here, points = state.place[caver], points_of(state)
    if action < Action.REVEAL:
        return worth_of_staying(state, action, caver, here, points, plan, brain)
    if action < Action.EXPLORE:
        return worth_of_seeing(state, here, action - Action.REVEAL, plan, brain) + plan.rest
    if action < Action.MOVE:
        return worth_of_exploring(state, action - Action.EXPLORE, here, points - 1, plan, brain)
    if action < Action.DEMOLISH:
        return worth_of_going(state, action, caver, here, points, plan, brain)
    return worth_of_helping(state, action, caver, here, points, plan, brain)


@rule
def afterwards(state, caver, here, points, plan, brain):
    """What is left to a caver here: points and dangers."""
    return points - refuge(state, caver, here, points, plan, brain)


# Exploring.


@rule
def set_risks(state, caver, plan, brain):
    """What it costs to turn over a tile here, whichever it is."""
    here, points = state.place[caver], points_of(state) - 1
    plan.rest = afterwards(state, caver, here, points, plan, brain)
    plan.surprise = surprise(state, caver, here, points, plan, brain)


@rule
def worth_of_seeing(state, here, side, plan, brain):
    """To turn over a tile here, less what one could save by doing so elsewhere; the last ones only near the camp."""
    if state.exit != NOWHERE:
        return 0.0
    if plan.waits or plan.goal[here] >= LOST:
        return NEVER
    worse = best_good(state, here, plan) - plan.good[here, side]
    return brain.knob[SEEING] - worse - 0.5 * (plan.goal[here] - plan.toll[here])


@rule
def worth_of_exploring(state, side, here, points, plan, brain):
    """ST-15: to turn over a tile and go there."""
    gain = worth_of_seeing(state, here, side, plan, brain) + points
    if openings(state, here) == 1:
        gain += ADVANCING
    if plan.goal[here] < 0:
        gain -= ASTRAY
    return gain - plan.surprise


# Staying.


@rule
def worth_of_staying(state, action, caver, here, points, plan, brain):
    """To end, exert, rope, hide, dive, secure, stop or decline."""
    if action == Action.STOP:
        return afterwards(state, caver, here, points, plan, brain)
    if action == Action.DIVE:
        return DIVING if is_diving(state, caver) and is_shorter_under_water(state, here, plan) else NEVER
    risk = danger(state, caver, here, plan, brain)
    if action == Action.END or action == Action.DECLINE:
        return -risk
    if action == Action.HIDE and 0 < plan.dread[here] <= HIDE_FROM:
        return worth_of_hiding(state, caver, here, plan, brain) - risk + (points - state.house[HIDE_COST])
    if action == Action.EXERT and points == 0:
        return worth_of_exerting(state, caver, here, risk, plan, brain)
    if action == Action.EXERT and points == state.house[HEAL_COST] - 1 and can_wake(state, here, plan):
        return WAKING - risk - CHECK * cost(state, caver, 1, brain)
    if (action == Action.SECURE or action == Action.ROPE) and is_held_back(state, here, plan):
        return (SECURING if action == Action.SECURE else ROPING) - risk
    return NEVER


@rule
def worth_of_hiding(state, caver, here, plan, brain):
    """ST-22: to be no victim, as likely as it works."""
    chance = 1.0 if state.practice[caver] >= PRACTICE else 2.0 / 3.0 if state.rank[caver] == Rank.LEADER else CHECK
    gain = CORNERED if is_cornered(state, caver, here, plan) else CHASED / (1 + rivals(state, caver, plan))
    return chance * (terror(state, caver, here, plan, brain) + gain)


@rule
def can_wake(state, here, plan):
    """Somebody lies here, and no horror is near."""
    for other in range(state.cavers):
        if state.place[other] == here and state.health[other] == 0 and plan.dread[here] > 1:
            return True
    return False


@rule
def worth_of_exerting(state, caver, here, risk, plan, brain):
    """ST-11: one more point, to be in time, to get out of danger, or to see more in full health."""
    price = CHECK * cost(state, caver, 1, brain)
    if state.exit != NOWHERE and plan.toll[here] <= STEP:
        return 0.1
    if is_in_a_hurry(state, here, plan) and state.health[caver] > 1:
        return 0.1
    if state.exit != NOWHERE:
        return NEVER
    safer = refuge(state, caver, here, 1, plan, brain)
    if safer + price < risk:
        return -safer - price
    if (state.health[caver] - 1 > SPENDING * state.cards) and openings(state, here) > 0:
        return brain.knob[SEEING] - price - risk - STRAIN
    return NEVER


@rule
def is_in_a_hurry(state, here, plan):
    """The way out is longer than there is time for."""
    return state.exit != NOWHERE and plan.toll[here] > PACE * state.cards


# Going.


@rule
def worth_of_going(state, action, caver, here, points, plan, brain):
    """How much nearer to a goal, twice as good near the end, and how much safer another tile is."""
    other = connected(state, here, (action - Action.REVEAL) % SIDES)
    left, steps, most = points - 1, 0, 2
    if Action.RUN <= action < Action.SPRINT:
        left, steps = points - state.house[RUN_COST], 2
    elif Action.SPRINT <= action < Action.SWIM:
        steps = 1
    elif action >= Action.STEP:
        left, steps = points, state.steps - 1
    elif action >= Action.SWIM:
        price = state.house[SWIM_COST if action < Action.SQUEEZE else SQUEEZE_COST]
        left, most = points - price, 2 * price
    end = other if plan.toll[other] >= plan.toll[here] else walk(state, caver, other, steps, plan)
    gain = 0.5 * min(plan.toll[here] - plan.toll[end], most + 2 * steps)
    if is_end_near(state):
        gain *= 2.0
    return gain + afterwards(state, caver, end, left, plan, brain) - entry_cost(state, caver, other, plan, brain)


# Helping.


@rule
def worth_of_helping(state, action, caver, here, points, plan, brain):
    """To blast, repel, clear, excavate, heal, treat or direct."""
    if action < Action.REPEL:
        return worth_of_blasting(state, action - Action.DEMOLISH, here, plan)
    if action < Action.CLEAR:
        return REPELLING
    if action < Action.HEAL:
        if (action - Action.CLEAR) % (SIDES + 1) != best_side(state, caver, here, plan):
            return NEVER
        gain, price = CLEARING, state.house[CLEAR_COST] if action < Action.EXCAVATE else 1
    elif action < Action.DIRECT:
        other, price = action - Action.TREAT, 1
        if action < Action.TREAT:
            other, price = action - Action.HEAL, state.house[HEAL_COST]
        gain = worth_of_healing(state, other, here, plan)
    else:
        gain, price = worth_of_directing(state, action - Action.DIRECT, brain), 1
    return gain + afterwards(state, caver, here, points - price, plan, brain)


@rule
def worth_of_blasting(state, side, here, plan):
    """ST-47: to open a wall to a tile from where it is much nearer."""
    other = state.beside[here, side]
    if other == NOWHERE:
        return NEVER
    saved = plan.toll[here] - plan.toll[other] - STEP
    return float(saved) if saved >= DETOUR else NEVER


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
def worth_of_directing(state, other, brain):
    """ST-51: somebody else looks around or goes home."""
    if state.exit != NOWHERE:
        return NEVER if is_safe(state, other) else GUIDING
    return NUDGING if openings(state, state.place[other]) == 0 else DIRECTING * brain.knob[SEEING]
