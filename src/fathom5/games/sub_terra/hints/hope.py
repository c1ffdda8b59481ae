"""The hope: what a game that is cut short is worth, fitted to how games of hinted players went on from there."""

from enum import IntEnum

import numpy as np

from fathom5.games.sub_terra.hints.dangers import set_dread
from fathom5.games.sub_terra.hints.goals import SPARE
from fathom5.games.sub_terra.hints.plan import LOST, MAP, PLAN
from fathom5.games.sub_terra.hints.shape import beyond, corners, draw_map, room, twins
from fathom5.games.sub_terra.hints.ways import crow, spread, spread_to
from fathom5.games.sub_terra.house import EXIT_AMONG
from fathom5.games.sub_terra.rules.box import IN_TRANSIT, NOWHERE, SIDES, Rank
from fathom5.games.sub_terra.rules.cave import is_unexplored, tiles_left
from fathom5.games.sub_terra.rules.cavers import is_conscious, is_safe
from fathom5.kernel.game import rule


class Fact(IntEnum):
    """What counts while the exit is unknown."""

    ONE = 0
    CARDS = 1
    LATE = 2
    HEALTH = 3  # of all
    FALLEN = 4  # or removed
    TURNS = 5  # to come in this round
    CHASED = 6  # cavers with a horror within CHASE steps
    WAY = 7  # of all cavers to what is to be explored next, in half points
    LONE = 8  # from each caver to the next
    GUARD = 9  # is awake
    GUIDES = 10  # left
    PACE = 11  # tiles for each round
    PLACES = 12  # to explore
    POCKET = 13  # is there, the more of all the fewer places there are
    NEARLY = 14  # pockets, if there is another place from where to make one of them
    OPEN = 15  # places with nothing around
    TWINS = 16
    CORNERS = 17
    CROWDED = 18  # corners by place
    YOUNG = 19  # tiles that a small cave lacks, by place
    SPARE_TIME = 20  # cards, the logarithm
    AMPLE_TIME = 21  # cards times places
    LAST = 22  # place to explore, and no pocket: whatever is laid there leads on (ST-24)
    TO_TURN = 23  # over, tiles before the exit may come
    SLACK = 24  # rounds that can be lost, few of them counted
    BEHIND = 25  # rounds that there are too few
    FEW = 26  # places, few of them counted
    SOLE = 27  # caver awake, or none
    END = 28  # is near: the exit may come
    SCATTERED = 29  # cavers at the end


FACTS = len(Fact)
CHASE = 4  # steps
EACH_TURNS = 1.3  # tiles in a round: the pace of a race
MOST_SLACK, MOST_FEW = 6.0, 4.0  # rounds and places: more do no more good
FAR_OFF = 40  # half points: from there on a way is long
ALONE = 12  # steps: from there on one is alone
SMALL = 12  # tiles: a cave of fewer has few pockets in sight
WEIGHTS = {  # what each fact adds to the odds of winning, as a logarithm: of who closes the cave, and of who races
    Fact.ONE: (-4.26, -1.06),
    Fact.CARDS: (-0.028, 0.26),  # when closing 0.03 more than fitted: nobody should wait for a better chance
    Fact.LATE: (-0.42, -0.26),
    Fact.HEALTH: (0.067, 0.099),
    Fact.FALLEN: (-0.69, -0.72),
    Fact.TURNS: (0.082, 0.092),
    Fact.CHASED: (-0.21, -0.18),
    Fact.WAY: (-0.011, -0.019),
    Fact.LONE: (-0.018, -0.033),
    Fact.GUARD: (0.28, 0.16),
    Fact.GUIDES: (0.14, 0.19),
    Fact.PACE: (-0.034, -0.27),
    Fact.PLACES: (-0.55, 0.093),
    Fact.POCKET: (3.67, 3.96),
    Fact.NEARLY: (0.29, -0.029),
    Fact.OPEN: (-0.25, 0.035),
    Fact.TWINS: (0.3, -0.004),
    Fact.CORNERS: (-0.13, -0.072),
    Fact.CROWDED: (0.73, 0.7),
    Fact.YOUNG: (-0.12, 0.031),
    Fact.SPARE_TIME: (0.95, -0.63),
    Fact.AMPLE_TIME: (0.023, -0.003),
    Fact.LAST: (-0.45, -0.55),
    Fact.TO_TURN: (0.0, -0.098),
    Fact.SLACK: (0.0, 0.077),
    Fact.BEHIND: (0.0, -0.32),
    Fact.FEW: (0.0, -0.33),
    Fact.SOLE: (0.0, -3.27),
    Fact.END: (0.0, 0.64),
    Fact.SCATTERED: (0.0, -0.038),
}
CLOSING, RACING = np.array([WEIGHTS[fact] for fact in Fact]).T.copy()

# Once the exit is known: what adds to the odds of a caver to get there.
ASLEEP = -3.1
AWAKE, BY_TOLL, BY_CARD_LEFT, BY_HEALTH, BY_LATE, BY_DELAY = 0.64, -0.059, 0.1, 0.34, -0.86, 0.19
CLOSED = 0.95  # how much of that there is while nobody has looked into the last pocket
UNDER_WATER = 0.4  # how likely a diver in transit is to get there
PACE = 5  # half points on the way in a round


@rule
def hope(state):
    """The share of the victory that is to be expected: the cave may be closed, or else the race be won."""
    closing, racing = chances(state)
    return 1.0 - (1.0 - closing) * (1.0 - racing)


@rule
def chances(state):
    """What closing the cave may bring, and what the race; there is none when it is known where the exit is."""
    return foreseen(state, np.empty(1, PLAN))


@rule
def foreseen(state, plans):
    """The same, with a plan in mind."""
    plan = plans[0]
    set_dread(state, plan)
    if state.exit != NOWHERE:
        return hope_of_return(state, state.exit, plan), 0.0
    draw_map(state, plan)
    door = last_door(state, plan)
    if door != NOWHERE:
        return CLOSED * hope_of_return(state, door, plan), 0.0
    facts = np.zeros(FACTS)
    set_facts(state, plan, facts)
    return likely((CLOSING * facts).sum()), likely((RACING * facts).sum())


@rule
def likely(log_odds):
    return 1.0 / (1.0 + np.exp(-log_odds))


@rule
def last_door(state, plan):
    """A tile that opens to a pocket if nothing but pockets is left: the exit will be there (ST-24); else NOWHERE."""
    door = NOWHERE
    for tile in range(state.laid):
        for side in range(SIDES):
            if is_unexplored(state, tile, side):
                x, y = beyond(state, tile, side)
                if room(plan, x, y) > 0:
                    return NOWHERE
                door = tile
    return door


# On the way to the exit.


@rule
def hope_of_return(state, exit_tile, plan):
    """ST-53: a third for each caver more than two left behind, each to get out as likely as it is."""
    out = np.zeros(state.cavers + 1)  # how likely so many get out
    out[0] = 1.0
    for caver in range(state.cavers):
        chance = chance_to_get_out(state, caver, exit_tile, plan)
        for count in range(caver + 1, 0, -1):
            out[count] += chance * (out[count - 1] - out[count])
        out[0] *= 1.0 - chance
    share = 0.0
    for spared in range(SPARE + 1):
        share += out[state.cavers - spared] * (SPARE + 1 - spared) / (SPARE + 1)
    return share


@rule
def chance_to_get_out(state, caver, exit_tile, plan):
    """By the way to the exit, the time left, and health."""
    here = state.place[caver]
    if is_safe(state, caver):
        return 1.0
    if here < 0:
        return UNDER_WATER if here == IN_TRANSIT else 0.0
    if state.health[caver] == 0:
        return likely(ASLEEP)
    spread_to(state, caver, exit_tile, plan)
    toll = min(LOST // 2, plan.toll[here])
    spare = state.cards - toll / PACE
    odds = AWAKE + BY_TOLL * toll + BY_CARD_LEFT * state.cards + BY_HEALTH * state.health[caver]
    return likely(odds + BY_LATE * state.late + BY_DELAY * max(-8.0, min(0.0, spare)))


# Before it is known.


@rule
def set_facts(state, plan, facts):
    """Of time, of the places to explore, and of who can."""
    facts[Fact.ONE] = 1.0
    facts[Fact.CARDS] = state.cards
    facts[Fact.LATE] = state.late
    facts[Fact.PACE] = tiles_left(state) / (1.0 + state.cards)
    facts[Fact.TURNS] = state.cavers - state.turns
    set_facts_of_places(state, plan, facts)
    set_next_goals(state, plan)
    for caver in range(state.cavers):
        if is_conscious(state, caver):
            add_facts_of(state, caver, plan, facts)
        else:
            facts[Fact.FALLEN] += 1
    set_facts_of_race(state, facts)


@rule
def set_facts_of_race(state, facts):
    """Of turning over the whole stack in time."""
    awake = state.cavers - facts[Fact.FALLEN]
    facts[Fact.TO_TURN] = max(0, tiles_left(state) - state.house[EXIT_AMONG])
    slack = state.cards - facts[Fact.TO_TURN] / max(1.0, EACH_TURNS * awake)
    facts[Fact.SLACK] = min(MOST_SLACK, slack)
    facts[Fact.BEHIND] = min(0.0, slack)
    facts[Fact.FEW] = min(MOST_FEW, facts[Fact.PLACES])
    facts[Fact.SOLE] = awake < 2
    facts[Fact.END] = facts[Fact.TO_TURN] == 0
    facts[Fact.SCATTERED] = facts[Fact.END] * facts[Fact.LONE]


@rule
def set_facts_of_places(state, plan, facts):
    """Each place counts once though several tiles open to it."""
    seen = np.zeros((MAP + 1, MAP + 1), np.int8)
    pockets = 0
    for tile in range(state.laid):
        for side in range(SIDES):
            x, y = beyond(state, tile, side)
            if is_unexplored(state, tile, side) and not seen[y & MAP, x & MAP]:
                seen[y & MAP, x & MAP] = 1
                pockets += room(plan, x, y) == 0
                add_facts_of_place(plan, x, y, facts)
    if facts[Fact.PLACES] == 1:
        facts[Fact.LAST] = 1 - pockets
        facts[Fact.NEARLY] = 0
    facts[Fact.POCKET] = min(1, pockets) / (0.5 + facts[Fact.PLACES])
    facts[Fact.CROWDED] = facts[Fact.CORNERS] / (0.5 + facts[Fact.PLACES])
    facts[Fact.YOUNG] = max(0, SMALL - state.laid) / (0.5 + facts[Fact.PLACES])
    facts[Fact.SPARE_TIME] = np.log(1.0 + state.cards)
    facts[Fact.AMPLE_TIME] = facts[Fact.PLACES] * state.cards


@rule
def add_facts_of_place(plan, x, y, facts):
    """What is around it."""
    facts[Fact.PLACES] += 1
    facts[Fact.NEARLY] += room(plan, x, y) == 1
    facts[Fact.OPEN] += room(plan, x, y) == SIDES - 1
    facts[Fact.TWINS] += twins(plan, x, y)
    facts[Fact.CORNERS] += corners(plan, x, y)


@rule
def set_next_goals(state, plan):
    """The tiles to explore from: pockets are left for the end."""
    plan.goal[: state.laid] = LOST
    pockets_only = True
    for tile in range(state.laid):
        for side in range(SIDES):
            if is_unexplored(state, tile, side):
                x, y = beyond(state, tile, side)
                is_pocket = room(plan, x, y) == 0
                if pockets_only and not is_pocket:
                    plan.goal[: tile + 1] = LOST
                    pockets_only = False
                if is_pocket == pockets_only:
                    plan.goal[tile] = 0


@rule
def add_facts_of(state, caver, plan, facts):
    """Of somebody who is awake."""
    facts[Fact.HEALTH] += state.health[caver]
    here = state.place[caver]
    if state.rank[caver] == Rank.BODYGUARD:
        facts[Fact.GUARD] = 1
    elif state.rank[caver] == Rank.SCOUT:
        facts[Fact.GUIDES] = state.guides
    if here >= 0:
        facts[Fact.CHASED] += state.rank[caver] != Rank.SCOUT and plan.dread[here] <= CHASE
        plan.toll[: state.laid] = plan.goal[: state.laid]
        spread(state, caver, plan)
        facts[Fact.WAY] += min(FAR_OFF, plan.toll[here])
        facts[Fact.LONE] += way_to_next(state, caver)


@rule
def way_to_next(state, caver):
    """Steps to the next caver who is awake, as the crow flies."""
    least = ALONE
    for other in range(state.cavers):
        if other != caver and state.place[other] >= 0 and is_conscious(state, other):
            least = min(least, crow(state, state.place[caver], state.place[other]))
    return least
