"""The horrors: whom they sense, how they move, and where they appear."""

from itertools import permutations

import numpy as np

from fathom5.games.sub_terra.rules.box import (
    CALM,
    FAR,
    HORRORS,
    MOST_CAVERS,
    NOWHERE,
    RANKS,
    REACH,
    SIDES,
    Action,
    Kind,
    Phase,
)
from fathom5.games.sub_terra.rules.cave import connected, kind
from fathom5.games.sub_terra.rules.cavers import fears_horrors, has_horror, is_conscious, meet_horror, victims
from fathom5.kernel.game import offer, rule

ORDERS = np.array(list(permutations(range(HORRORS))))
CHOICES_OF_PATHS = SIDES**HORRORS  # a path for each figure, as the digits of one number
WAYS = SIDES + 1  # bits: where a horror can go, a bit for each side,
GONE = 1 << SIDES  # or that it is gone
NO_FATE, DOOM = -1, -2  # what cannot come, and what comes when nobody is left conscious

# Sensing.


@rule
def sense(state, prey):
    """ST-40: how far from its nearest victim a horror would be on each tile, and that victim's rank."""
    state.near[: state.laid] = FAR
    state.prey[: state.laid] = RANKS + 1
    for caver in range(state.cavers):
        if prey >> caver & 1:
            here = state.place[caver]
            state.near[here] = 0
            state.prey[here] = min(state.prey[here], state.rank[caver])
    for distance in range(REACH):
        for tile in range(state.laid):
            if state.near[tile] == distance:
                _spread(state, tile, distance + 1)


@rule
def _spread(state, tile, distance):
    """ST-40: walls stop horrors, nothing else does."""
    for side in range(SIDES):
        other = connected(state, tile, side)
        if other == NOWHERE or state.near[other] < distance:
            continue
        if state.near[other] > distance or state.prey[other] > state.prey[tile]:
            state.prey[other] = state.prey[tile]
        state.near[other] = distance


@rule
def leads_to_prey(state, tile, side):
    """ST-40: a step on a shortest path to the victim of a horror on this tile."""
    other = connected(state, tile, side)
    if other == NOWHERE:
        return False
    return state.near[other] == state.near[tile] - 1 and state.prey[other] == state.prey[tile]


@rule
def paths(state, tile):
    """How many such steps there are."""
    count = 0
    for side in range(SIDES):
        count += leads_to_prey(state, tile, side)
    return count


@rule
def path(state, tile):
    """The side of the first of them."""
    side = 0
    while not leads_to_prey(state, tile, side):
        side += 1
    return side


# Moving.


@rule
def wake(state):
    """All horrors have to move."""
    state.restless = 0
    for figure in range(HORRORS):
        if state.horror[figure] != NOWHERE:
            state.restless |= 1 << figure


@rule
def begin_horror_phase(state):
    """ST-10: all horrors move once."""
    state.marches = 0
    state.arrivals = 0
    wake(state)
    state.phase = Phase.PROWL


@rule
def prowl(state):
    """ST-37, ST-40: the next horror moves; when all have, they move again or others appear, as the hazard says."""
    if state.restless == 0 and state.marches > 0:
        state.marches -= 1
        wake(state)
    if state.restless == 0:
        state.phase = Phase.DANGER if state.hazard == CALM else Phase.ARRIVE
    elif does_order_matter(state):
        state.phase = Phase.HORROR_FIRST
    else:
        stir(state, first_restless(state))


@rule
def first_restless(state):
    figure = 0
    while not state.restless >> figure & 1:
        figure += 1
    return figure


@rule
def stir(state, figure):
    """ST-40: this horror moves, by a path that its victim chooses, or is gone if it senses nobody."""
    state.figure = figure
    sense(state, victims(state))
    tile = state.horror[figure]
    if state.near[tile] == FAR:
        settle(state, NOWHERE)
    elif paths(state, tile) > 1:
        state.phase = Phase.HORROR_PATH
    else:
        settle(state, connected(state, tile, path(state, tile)))


@rule
def settle(state, tile):
    """ST-42: the horror that moved is there now."""
    state.horror[state.figure] = tile
    state.restless &= ~(1 << state.figure)
    state.phase = Phase.PROWL
    if tile != NOWHERE:
        strike(state, tile)


@rule
def strike(state, tile):
    """ST-42: everyone on the tile meets the horror."""
    for caver in range(state.cavers):
        if state.place[caver] == tile:
            meet_horror(state, caver)


# The order of horrors (ST-75).


@rule
def does_order_matter(state):
    """ST-75: what can come of it differs by which horror starts, which takes two, one of them about to strike."""
    if state.restless & (state.restless - 1) == 0 or not is_strike_near(state):
        return False
    for one in range(HORRORS):
        for other in range(HORRORS):
            if one != other and state.restless >> one & 1 and state.restless >> other & 1:
                if not covers(state, one, other):
                    return True
    return False


@rule
def is_strike_near(state):
    """A horror can reach its victim now; as long as none falls, each moves as if the others were not there."""
    sense(state, victims(state))
    for figure in range(HORRORS):
        if state.restless >> figure & 1 and state.near[state.horror[figure]] == 1:
            return True
    return False


@rule
def covers(state, one, other):
    """All that can come of one horror starting can also come of the other starting."""
    for order in range(len(ORDERS)):
        if ORDERS[order, 0] == one:
            ways = foresee(state, order)
            for choice in range(CHOICES_OF_PATHS):
                end = fate(state, ways, choice)
                if end != NO_FATE and not can_come(state, other, end):
                    return False
    return True


@rule
def can_come(state, first, end):
    """This fate is possible if that horror starts."""
    for order in range(len(ORDERS)):
        if ORDERS[order, 0] == first:
            ways = foresee(state, order)
            for choice in range(CHOICES_OF_PATHS):
                if fate(state, ways, choice) == end:
                    return True
    return False


@rule
def foresee(state, order):
    """The sides to which each horror can go in this order, or GONE, as the digits of one number."""
    ways, prey = 0, victims(state)
    for turn in range(HORRORS):
        figure, tile = ORDERS[order, turn], state.horror[ORDERS[order, turn]]
        if not state.restless >> figure & 1:
            continue
        sense(state, prey)
        ways |= _ways(state, tile) << WAYS * figure
        if state.near[tile] == 1:  # only then somebody falls who was a victim, and there is but one path
            prey &= ~_struck(state, connected(state, tile, path(state, tile)))
    return ways


@rule
def _ways(state, tile):
    if state.near[tile] == FAR:
        return GONE
    mask = 0
    for side in range(SIDES):
        if leads_to_prey(state, tile, side):
            mask |= 1 << side
    return mask


@rule
def fate(state, ways, choice):
    """Where horrors are and who has fallen when each goes to the side chosen for it, as a number, or NO_FATE."""
    fallen, tiles = 0, 0
    for figure in range(HORRORS):
        open_to, side = ways >> WAYS * figure & 2 * GONE - 1, choice // SIDES**figure % SIDES
        if not _is_way(open_to, side):
            return NO_FATE
        tile = int(state.horror[figure])
        if open_to > 0:
            tile = NOWHERE if open_to == GONE else int(connected(state, tile, side))
        fallen |= _struck(state, tile)
        tiles = _with(tiles, tile + 1)
    return DOOM if are_all_fallen(state, fallen) else tiles << MOST_CAVERS | fallen


@rule
def _is_way(open_to, side):
    """Whether a horror can go to this side; one that stays or is gone counts once, for the first."""
    return side == 0 if open_to == 0 or open_to == GONE else open_to >> side & 1 == 1


@rule
def _struck(state, tile):
    """Whom a horror there hits, a bit for each caver."""
    mask = 0
    for caver in range(state.cavers):
        if state.place[caver] == tile and is_conscious(state, caver) and fears_horrors(state, caver):
            mask |= 1 << caver
    return mask


@rule
def are_all_fallen(state, fallen):
    for caver in range(state.cavers):
        if is_conscious(state, caver) and not fallen >> caver & 1:
            return False
    return True


@rule
def _with(tiles, tile):
    """Up to three tiles as one number, the largest first, and one more: horrors are all alike."""
    low, middle, high = tiles & 127, tiles >> 7 & 127, tiles >> 14
    if tile >= high:
        return tile << 14 | high << 7 | middle
    if tile >= middle:
        return high << 14 | tile << 7 | middle
    return high << 14 | middle << 7 | max(low, tile)


# Appearing.


@rule
def arrive(state):
    """ST-37, ST-41: the next horror appears, where the first caver says if there is more than one place."""
    if state.arrivals == 0:
        state.phase = Phase.ROUND_OVER
        return
    state.arrivals -= 1
    sense(state, victims(state))
    lairs, last = 0, NOWHERE
    for tile in range(state.laid):
        if is_next_lair(state, tile):
            lairs += 1
            last = tile
    if lairs > 1:
        state.phase = Phase.APPEAR
    elif lairs == 1:
        appear(state, last)


@rule
def is_next_lair(state, tile):
    """ST-41: no free horror tile is nearer to its victim, nor as near to one of lower rank."""
    if not is_free_lair(state, tile) or state.near[tile] == FAR or first_unused(state) == HORRORS:
        return False
    for other in range(state.laid):
        if is_free_lair(state, other) and _dread(state, other) < _dread(state, tile):
            return False
    return True


@rule
def is_free_lair(state, tile):
    return kind(state, tile) == Kind.HORROR and not has_horror(state, tile)


@rule
def _dread(state, tile):
    """The nearer the victim, and then the lower its rank, the less."""
    return state.near[tile] * (RANKS + 2) + state.prey[tile]


@rule
def first_unused(state):
    """A figure that is not in the cave, or HORRORS."""
    for figure in range(HORRORS):
        if state.horror[figure] == NOWHERE:
            return figure
    return HORRORS


@rule
def appear(state, tile):
    """ST-41, ST-42: a horror is there now."""
    state.horror[first_unused(state)] = tile
    state.phase = Phase.ARRIVE
    strike(state, tile)


# Being asked.


@rule
def offer_figures(state, choices):
    """ST-75."""
    for figure in range(HORRORS):
        if state.restless >> figure & 1:
            offer(choices, Action.HORROR_FIRST + figure)


@rule
def offer_paths(state, choices):
    """ST-40."""
    for side in range(SIDES):
        if leads_to_prey(state, state.horror[state.figure], side):
            offer(choices, Action.HORROR_PATH + side)


@rule
def offer_lairs(state, choices):
    """ST-41."""
    for tile in range(state.laid):
        if is_next_lair(state, tile):
            offer(choices, Action.APPEAR + tile)
