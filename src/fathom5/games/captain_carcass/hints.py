"""What a bot should know of Captain Carcass: when to surface, and which card to take from whom."""

import numpy as np

from fathom5.games.captain_carcass.house import ENOUGH, FLOOD
from fathom5.games.captain_carcass.rules.cards import RANKS, SUITS, Diver, Suit, Variant, highest, size, suit_of
from fathom5.games.captain_carcass.rules.state import (
    Action,
    Phase,
    anchored,
    clashes,
    is_diver,
    risk,
    suit_worth,
    worth,
)
from fathom5.games.captain_carcass.rules.verbs import win
from fathom5.kernel.chance import pick
from fathom5.kernel.game import NOBODY, rule
from fathom5.kernel.story import Reason

# The players by name, each with the knobs it can be tuned by.
PLAYERS: dict[str, tuple[float, ...]] = {
    "hinted": (0.30,),  # the chance of an incident at which it surfaces
    "daring": (0.45,),
    "careful": (0.20,),
}

CHARM = (1.0, -1.0, 2.0, 3.0, 3.0, 1.0, 1.0, -1.0, 2.0, 0.0)  # points that a card's effect is worth, by suit
FREEBOARD = 8  # points that it keeps below the flood: what comes by itself may add some
DISASTER = 100.0  # what nobody does as long as there is something else
CALM = 3.0  # points that decide a game when nothing is left to draw
SWELL = 0.4  # points more for each card left to draw


@rule
def policy(state, choices, brain, rng):
    """Surface in time; else take what promises most."""
    if state.phase == Phase.DECIDE:
        return np.int64(Action.GO_ON if dares(state, brain.knob[0]) else Action.SURFACE)
    best, most = np.int64(pick(choices, rng)), -3 * DISASTER
    for i in range(choices.count):
        promised = promise(state, choices.action[i])
        if promised > most:
            best, most = choices.action[i], promised
    return best


@rule
def value(state, shares):
    """Who is ahead, the more clearly the fewer cards are left."""
    if state.seat == NOBODY:
        win(state, shares)
        return
    total, sharpness = 0.0, 1 / (CALM + SWELL * size(state.pile))
    lead = merit(state, worth(state, 0))
    for seat in range(1, state.seats):
        lead = max(lead, merit(state, worth(state, seat)))
    for seat in range(state.seats):
        shares[seat] = np.exp((merit(state, worth(state, seat)) - lead) * sharpness)
        total += shares[seat]
    for seat in range(state.seats):
        shares[seat] /= total


# When to surface.


@rule
def dares(state, threshold):
    """Go on while an incident is unlikely enough, or costs nothing; but mind the limits of CC-53 and CC-56."""
    if state.variant == Variant.SUDDEN_DEATH and prospect(state) >= state.house[ENOUGH]:
        return False
    if state.variant == Variant.BENEATH_THE_WAVES and prospect(state) >= state.house[FLOOD] - FREEBOARD * leads(state):
        return True
    return risk(state, state.explorer) < threshold or stake(state) == 0


@rule
def leads(state):
    """Whether nobody has more than the explorer, as things count (CC-56)."""
    own = merit(state, worth(state, state.explorer))
    for seat in range(state.seats):
        if merit(state, worth(state, seat)) > own:
            return False
    return True


@rule
def stake(state):
    """The points that an incident would cost (CC-20, CC-42)."""
    lost = 0.0
    for i in range(anchored(state), state.explored):
        if not state.safe[i]:
            lost += gain(state, state.explorer, state.exploration[i])
    return lost


@rule
def prospect(state):
    """The explorer's points after surfacing, without a bonus."""
    points = worth(state, state.explorer)
    for i in range(state.explored):
        points += addition(state, state.explorer, state.exploration[i])
    return points


# What to take from whom.


@rule
def promise(state, action):
    """How good a choice looks, in points."""
    if action >= Action.MAP:
        return charm(state, action - Action.MAP) + gain(state, state.explorer, action - Action.MAP)
    if action >= Action.HARPOON:
        return _promise_harpoon(state, (action - Action.HARPOON) // SUITS, (action - Action.HARPOON) % SUITS)
    if action >= Action.KNIFE:
        return _promise_knife(state, (action - Action.KNIFE) // SUITS, (action - Action.KNIFE) % SUITS)
    if action >= Action.NET:
        return charm(state, highest(state.hold[state.explorer], action - Action.NET))
    if action >= Action.PLUNDER:
        return float(worth(state, action - Action.PLUNDER))
    return 0.0


@rule
def charm(state, card):
    """What it is worth to place this card: its effect, but for an incident."""
    if clashes(state, card):
        return -DISASTER - gain(state, state.explorer, card)
    suit = suit_of(card)
    if suit == Suit.ANCHOR:
        return CHARM[suit] * state.explored
    return CHARM[suit]


@rule
def _promise_harpoon(state, seat, suit):
    """The card is lost to the one and won by the other."""
    card = highest(state.hold[seat], suit)
    return charm(state, card) + gain(state, state.explorer, card) + loss(state, seat, suit)


@rule
def _promise_knife(state, seat, suit):
    """What the opponent loses and the own hold may gain (CC-37), or what it costs to hit oneself (CC-38)."""
    if seat == state.explorer:
        return -loss(state, seat, suit)
    won = 0.0
    if is_diver(state, state.explorer, Diver.KNIFE_HAND_2):
        won = gain(state, state.explorer, highest(state.hold[seat], suit))
    return loss(state, seat, suit) + won


@rule
def gain(state, seat, card):
    """What a card would add to the merit of a hold."""
    return change(state, seat, addition(state, seat, card))


@rule
def addition(state, seat, card):
    """What a card would add to the points of a hold."""
    suit = suit_of(card)
    ranks = state.hold[seat, suit]
    return suit_worth(state, seat, suit, ranks | 1 << card % RANKS) - suit_worth(state, seat, suit, ranks)


@rule
def loss(state, seat, suit):
    """What a hold would lose in merit with the highest card of a suit, or with all of it (CC-36)."""
    ranks = state.hold[seat, suit]
    left = ranks & ~(1 << highest(state.hold[seat], suit) % RANKS)
    if state.phase == Phase.KNIFE and is_diver(state, state.explorer, Diver.KNIFE_HAND_1):
        left = 0
    return -change(state, seat, suit_worth(state, seat, suit, left) - suit_worth(state, seat, suit, ranks))


@rule
def change(state, seat, more):
    """What so many points more change about the merit of a hold: a matter of all its points only beneath the waves."""
    if state.variant != Variant.BENEATH_THE_WAVES:
        return float(more)
    points = worth(state, seat)
    return merit(state, points + more) - merit(state, points)


@rule
def merit(state, points):
    """CC-56: points are good, but not too many beneath the waves."""
    if state.variant == Variant.BENEATH_THE_WAVES and points >= state.house[FLOOD]:
        return -float(points)
    return float(points)


# Why, for people.


def reason(view: np.record) -> Reason | None:
    """What an explorer has to weigh: how likely the next card is an incident, and what would be lost."""
    if view.phase != Phase.DECIDE:
        return None
    return "risk", {"percent": round(100 * risk(view, view.seat)), "cards": int(view.explored)}
