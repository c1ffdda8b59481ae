"""The state of a game of Captain Carcass, and what can be asked of it; CC-n are the clauses of its rulebook."""

from enum import IntEnum

from fathom5.games.captain_carcass.house import ANCHOR, DRONE, HOUSE, MAP, MERMAID, MISSING, PILOT_DRONE
from fathom5.games.captain_carcass.rules.cards import (
    CARDS,
    DIVERS,
    HOW_MANY,
    LOWEST_VALUE,
    MERMAIDS_ABOVE,
    RANKS,
    RANKS_SUM,
    SUITS,
    TOP_RANK,
    Diver,
    Suit,
    Variant,
    is_empty,
    size,
    suit_of,
    value_of,
)
from fathom5.kernel.game import NOBODY, choices_dtype, rule, state_dtype

MOST_PLAYERS = 4
LONGEST_EXPLORATION = SUITS  # CC-7: no suit twice, or no number twice, of which there are fewer (CC-55)
LOOKS = 3  # cards that a Map or a Drone shows at most


class Phase(IntEnum):
    DIVERS = 0  # chance deals divers
    FIRST = 1  # chance says who begins
    TURN_OVER = 2  # chance turns over a card
    MAP_SHOWS = 3
    DRONE_SHOWS = 4
    BONUS = 5  # chance draws the cards that Key and Chest bring, the last thing that chance does
    SABOTAGE = 6
    DECIDE = 7  # go on or surface
    MAP = 8
    NET = 9
    KNIFE = 10
    HARPOON = 11
    PLUNDER = 12


class Action(IntEnum):
    GO_ON = 0
    SURFACE = 1
    SABOTAGE = 2  # seat s, with SABOTAGE + s
    PLUNDER = SABOTAGE + MOST_PLAYERS  # seat s
    NET = PLUNDER + MOST_PLAYERS  # suit u
    KNIFE = NET + SUITS  # suit u of seat s, with KNIFE + SUITS s + u
    HARPOON = KNIFE + MOST_PLAYERS * SUITS  # the same
    MAP = HARPOON + MOST_PLAYERS * SUITS  # card c
    FIRST = MAP + CARDS  # seat s
    DIVER = FIRST + MOST_PLAYERS  # diver d, for the first seat that has none
    TURN_OVER = DIVER + DIVERS  # card c
    BONUS = TURN_OVER + CARDS  # card c
    MAP_SHOWS = BONUS + CARDS  # card c
    MAP_UNSEEN = MAP_SHOWS + CARDS  # what another player's look at the graveyard looks like
    DRONE_SHOWS = MAP_UNSEEN + 1  # card c
    DRONE_UNSEEN = DRONE_SHOWS + CARDS  # the same for the draw pile


STATE = state_dtype(
    __name__,
    ("phase", "i1"),
    ("explorer", "i1"),  # whose turn it is, also while chance acts
    ("variant", "i1"),
    ("diver", "i1", MOST_PLAYERS),  # CC-48: whom each seat has, Diver.NONE if nobody
    ("victim", "i1"),  # CC-47: the seat that the Saboteur has chosen
    ("pile", "i1", SUITS),  # rows: see cards.py
    ("grave", "i1", SUITS),
    ("hold", "i1", (MOST_PLAYERS, SUITS)),
    ("explored", "i1"),  # how many cards there are in the exploration
    ("exploration", "i1", LONGEST_EXPLORATION),  # the cards in the order placed
    ("safe", "i1", LONGEST_EXPLORATION),  # CC-42: which of them the net maker's Net protects
    ("demanded", "i1"),  # CC-64: how many cards squids still demand
    ("nets", "i1"),  # CC-26, CC-65: how many cards Nets have still to place
    ("patient", "i1"),  # CC-65: how many of those wait until squids have what they demand
    ("looked", "i1"),  # cards that the Drone or Map at work has shown so far
    ("mapped", "i1", LOOKS),  # CC-22: the cards that the Map shows, private to the explorer
    ("top", "i1", LOOKS),  # CC-25: the top of the draw pile, as far as somebody has seen it
    ("known", "i1", MOST_PLAYERS),  # CC-73: how much of it each seat has seen
    ("bonus", "i1"),  # CC-23: how many cards Key and Chest still bring
    ("plundered", "i1"),  # CC-33: the seat from whose hold they come, NOBODY for the graveyard
    ("turns", "i1", MOST_PLAYERS),  # that each seat has begun
    ("incidents", "i1", MOST_PLAYERS),  # in how many of them there was one
    house=HOUSE,
)
CHOICES = choices_dtype(CARDS)  # a card of the draw pile or the graveyard, or one of ten suits of three opponents


# Divers.


@rule
def is_diver(state, seat, diver):
    return state.diver[seat] == diver


@rule
def rival(state, diver):
    """The opponent of the explorer who has this diver, or NOBODY."""
    for seat in range(state.seats):
        if state.diver[seat] == diver and seat != state.explorer:
            return seat
    return NOBODY


@rule
def dealt(state):
    """CC-48: how many seats have a diver."""
    seats = 0
    while seats < state.seats and state.diver[seats] != Diver.NONE:
        seats += 1
    return seats


# What a card meets.


@rule
def goes_home(state, card):
    """CC-32, CC-45: whether this card of the draw pile goes straight to the explorer's hold."""
    diver, suit = state.diver[state.explorer], suit_of(card)
    if suit == Suit.MERMAID:
        return diver == Diver.SIREN_FRIEND_2
    return suit == Suit.SQUID and diver == Diver.TAMER_1


@rule
def clashes(state, card):
    """CC-7: whether the exploration has a card of this suit, or in strange lands of this number (CC-55)."""
    for i in range(state.explored):
        other = state.exploration[i]
        if state.variant == Variant.STRANGE_LANDS:
            if value_of(other) == value_of(card):
                return True
        elif suit_of(other) == suit_of(card):
            return True
    return False


@rule
def risk(state, seat):
    """CC-7: how likely, for all that a seat knows (CC-73), the next card turned over is an incident."""
    if seat != NOBODY and state.known[seat] > 0:
        return 1.0 if is_incident(state, state.top[0]) else 0.0
    cards = size(state.pile)
    return incidents_left(state) / cards if cards > 0 else 0.0


@rule
def incidents_left(state):
    """How many cards of the draw pile would be incidents: those of the suits explored, or of the numbers (CC-55)."""
    cards = 0
    if state.variant == Variant.STRANGE_LANDS:
        for suit in range(SUITS):
            for rank in range(RANKS):
                if state.pile[suit] >> rank & 1:
                    cards += is_incident(state, suit * RANKS + rank)
        return cards
    for i in range(state.explored):
        if not goes_home(state, state.exploration[i]):
            cards += HOW_MANY[state.pile[suit_of(state.exploration[i])]]
    return cards


@rule
def is_incident(state, card):
    """CC-7, CC-66: whether this card, turned over, would be one."""
    return clashes(state, card) and not goes_home(state, card)


@rule
def can_knife(state, defender, seat, suit):
    """CC-24: a suit of an opponent; CC-38: if a knife hand defends, one of the explorer's own."""
    is_own = seat == state.explorer
    return state.hold[seat, suit] != 0 and is_own == (defender != NOBODY)


@rule
def can_harpoon(state, decoy, seat, suit):
    """CC-27, CC-40: an opponent's suit that the own hold lacks; CC-41: of a decoy's, if there is one, only squids."""
    if seat == state.explorer or state.hold[seat, suit] == 0:
        return False
    if decoy != NOBODY and (seat != decoy or suit != Suit.SQUID):
        return False
    return state.hold[state.explorer, suit] == 0 or is_diver(state, state.explorer, Diver.HARPOONER_1)


@rule
def can_plunder(state, seat):
    """CC-67: an opponent who holds something."""
    return seat != state.explorer and not is_empty(state.hold[seat])


@rule
def looks(state):
    """CC-22, CC-25, CC-39: how many cards the Map or Drone at work shows."""
    if state.phase == Phase.MAP_SHOWS:
        return min(state.house[MAP], size(state.grave))
    is_pilot = is_diver(state, state.explorer, Diver.DRONE_PILOT)
    return min(state.house[PILOT_DRONE] if is_pilot else state.house[DRONE], size(state.pile))


@rule
def spoils(state):
    """CC-33: the row that the bonus is drawn from."""
    return state.grave[:] if state.plundered == NOBODY else state.hold[state.plundered]


@rule
def anchored(state):
    """CC-20, CC-63: how many cards lie before the last Anchor; CC-44: it and two more, for the old salt."""
    for i in range(state.explored - 1, -1, -1):
        if suit_of(state.exploration[i]) == Suit.ANCHOR:
            return i + state.house[ANCHOR] if is_diver(state, state.explorer, Diver.OLD_SALT) else i
    return 0


@rule
def wreckage(state):
    """CC-7: the row that lost cards go to; CC-51: the left neighbour's; CC-47: the Saboteur's."""
    saboteur = rival(state, Diver.SABOTEUR)
    if state.variant == Variant.THIEVES_ISLAND:
        return state.hold[(state.explorer + 1) % state.seats]
    if saboteur != NOBODY and state.victim == state.explorer:
        return state.hold[saboteur]
    return state.grave[:]


# What a hold is worth.


@rule
def worth(state, seat):
    """CC-12: the points of a hold."""
    points = 0
    for suit in range(SUITS):
        points += suit_worth(state, seat, suit, state.hold[seat, suit])
    return points


@rule
def suit_worth(state, seat, suit, ranks):
    """CC-12: the highest card; CC-52: all of them; CC-54: a missing suit costs; CC-31, CC-70: a friend's Mermaids."""
    if ranks == 0:
        return -state.house[MISSING] if state.variant == Variant.ALL_HANDS_ON_DECK else 0
    scoring, total = 1, TOP_RANK[ranks]
    if state.variant == Variant.PILE_OF_TREASURE:
        scoring, total = HOW_MANY[ranks], RANKS_SUM[ranks]
    if suit != Suit.MERMAID:
        return total + scoring * LOWEST_VALUE
    scent = state.house[MERMAID] if is_diver(state, seat, Diver.SIREN_FRIEND_1) else 0
    return total + scoring * (LOWEST_VALUE + MERMAIDS_ABOVE + scent)
