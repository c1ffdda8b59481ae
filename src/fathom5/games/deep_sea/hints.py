"""What a bot should know of Deep Sea Adventure: when to turn round, and when a chip is worth its air."""

import numpy as np

from fathom5.games.deep_sea.house import AIR_PER_PILE, HIGHEST_FACE, LOWEST_FACE, VALUE_OF_LEVEL
from fathom5.games.deep_sea.rules import (
    FACES,
    LEVEL,
    MOST_PILES,
    NO_CHIP,
    PILE,
    STEPS,
    Action,
    Phase,
    is_blank,
    is_free,
    score,
)
from fathom5.kernel.game import MAX_SEATS, rule
from fathom5.kernel.story import Reason

# The players by name, each with the knobs it can be tuned by.
PLAYERS: dict[str, tuple[float, ...]] = {
    "hinted": (0.85, 14.0),  # how much of the air it plans to use; how many spaces deeper it looks before it takes
    "zeffar": (),  # the opponent of Zeffar's Deep Diver study
}
HINTED, ZEFFAR = 1, 2

# By the lowest and the highest face of the dice and by piles held (DS-1, DS-9).
MEAN_MOVE = np.zeros((FACES + 1, FACES + 1, MOST_PILES + 1))
for _low in range(1, FACES + 1):
    for _high in range(_low, FACES + 1):
        _faces = range(_low, _high + 1)
        for _piles in range(MOST_PILES + 1):
            MEAN_MOVE[_low, _high, _piles] = np.mean([max(0, a + b - _piles) for a in _faces for b in _faces])
ABOVE_LOWEST = (STEPS - 1) / 2  # what a chip is worth on average, above the lowest of its level (DS-2)
NEVER = 1000.0  # turns


@rule
def policy(state, choices, brain, rng):
    """What a hinted player of this style does."""
    if brain.style == ZEFFAR:
        return zeffar(state)
    return hinted(state, brain.knob[0], brain.knob[1])


@rule
def value(state, shares):
    """Who is ahead, what is held counting as half brought home."""
    total = 0.0
    points = np.zeros(MAX_SEATS, np.int64)
    score(state, points)
    for seat in range(state.seats):
        for pile in range(state.piles[seat]):
            points[seat] += int(worth(state, state.held[seat, pile]) / 2)
        total += (points[seat] + 1.0) ** 2
    for seat in range(state.seats):
        shares[seat] = (points[seat] + 1.0) ** 2 / total


@rule
def worth(state, pile):
    """What a pile is worth on average, by its levels alone."""
    total = 0.0
    for chip in range(PILE):
        if pile[chip, LEVEL] != NO_CHIP:
            total += state.house[VALUE_OF_LEVEL - 1 + pile[chip, LEVEL]] + ABOVE_LOWEST
    return total


@rule
def least_worth(state):
    """Of the diver's piles the one to part with."""
    least = 0
    for pile in range(1, state.piles[state.diver]):
        if worth(state, state.held[state.diver, pile]) < worth(state, state.held[state.diver, least]):
            least = pile
    return least


@rule
def is_cornered(state):
    """No free space is ahead on the way down."""
    for ahead in range(state.place[state.diver] + 1, state.spaces + 1):
        if is_free(state, ahead):
            return False
    return True


# A player that reckons with the air.


@rule
def hinted(state, trust, stride):
    """Go as deep as the air allows, take, turn back, and take more or less as the air allows."""
    piles, place = state.piles[state.diver], state.place[state.diver]
    air = trust * state.air
    if state.phase == Phase.TURN_BACK:
        return Action.RETURN if air_to_get_home(state, piles, place + stride) > air else Action.GO_ON
    if is_blank(state, place):
        is_late = piles > 1 and air_to_get_home(state, piles, place) > state.air
        return Action.DROP + least_worth(state) if is_late else Action.NOTHING
    if state.returning[state.diver]:
        return Action.TAKE if air_to_get_home(state, piles + 1, place) <= air else Action.NOTHING
    is_deep_enough = air_to_get_home(state, piles + 1, place + stride) > air or is_cornered(state)
    return Action.TAKE if is_deep_enough else Action.NOTHING


@rule
def air_to_get_home(state, piles, spaces):
    """The air that all divers will use while this one, with so many piles, makes its way home."""
    if piles > MOST_PILES:
        return NEVER
    move = MEAN_MOVE[state.house[LOWEST_FACE], state.house[HIGHEST_FACE], piles]
    if move == 0:
        return NEVER
    others = 0
    for seat in range(state.seats):
        if seat != state.diver and not state.home[seat]:
            others += state.piles[seat]
    return np.ceil(spaces / move) * (piles + others) * state.house[AIR_PER_PILE]


# The opponent of a published study.


@rule
def zeffar(state):
    """Take nothing on the way down while the air is fresh, turn round with one chip, take or shed one on the way up."""
    if state.phase == Phase.TURN_BACK:
        return Action.RETURN
    piles, place = state.piles[state.diver], state.place[state.diver]
    if is_blank(state, place):
        return Action.DROP + least_worth(state) if piles > 1 and state.air < place else Action.NOTHING
    if state.returning[state.diver]:
        return Action.TAKE if piles < 2 and state.air > 2 * place else Action.NOTHING
    is_late = state.air < state.full_air - 2 or (2 * place > state.spaces and state.air < state.full_air)
    return Action.TAKE if is_late or is_cornered(state) else Action.NOTHING


# Why, for people.


def reason(view: np.record) -> Reason:
    """What a diver has to reckon with: the air that is left, and what coming home would take."""
    piles, place = int(view.piles[view.diver]), int(view.place[view.diver])
    if piles == 0:
        return "empty", {"air": int(view.air)}
    need = min(int(air_to_get_home(view, piles, place)), int(NEVER))
    return "air" if need <= view.air else "no_air", {"air": int(view.air), "need": need}
