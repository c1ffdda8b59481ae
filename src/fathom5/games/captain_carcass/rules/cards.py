"""What is in the box of Captain Carcass; CC-n are the clauses of its rulebook.

A row of cards is a number for each suit, with a bit for each rank: the draw pile is one, the graveyard, each hold.
"""

from enum import IntEnum

import numpy as np

from fathom5.kernel.game import rule

SUITS, RANKS = 10, 6
CARDS = SUITS * RANKS  # card c is of suit c // RANKS and rank c % RANKS, from 0
LOWEST_VALUE, MERMAIDS_ABOVE = 2, 2  # CC-1: values 2 to 7, the mermaids' 4 to 9
LOWEST, OTHERS = 1, 2**RANKS - 2  # CC-3: of each suit, the graveyard's first card and the draw pile's five
NO_CARD, UNSEEN = -1, -2  # in a list of cards: nothing, and a card turned face down

BY_RANKS = range(2**RANKS)
TOP_RANK = np.array([ranks.bit_length() - 1 for ranks in BY_RANKS])  # of these ranks the highest
HOW_MANY = np.array([ranks.bit_count() for ranks in BY_RANKS])
RANKS_SUM = np.array([sum(rank for rank in range(RANKS) if ranks >> rank & 1) for ranks in BY_RANKS])


class Suit(IntEnum):
    """CC-1."""

    ANCHOR = 0
    SQUID = 1
    MAP = 2
    KEY = 3
    CHEST = 4
    KNIFE = 5
    DRONE = 6
    NET = 7
    HARPOON = 8
    MERMAID = 9


class Diver(IntEnum):
    """CC-31 to CC-47."""

    NONE = -1
    SIREN_FRIEND_1 = 0
    SIREN_FRIEND_2 = 1
    LOCKSMITH_1 = 2
    LOCKSMITH_2 = 3
    NAVIGATOR = 4
    KNIFE_HAND_1 = 5
    KNIFE_HAND_2 = 6
    KNIFE_HAND_3 = 7
    DRONE_PILOT = 8
    HARPOONER_1 = 9
    HARPOONER_2 = 10
    NET_MAKER_1 = 11
    NET_MAKER_2 = 12
    OLD_SALT = 13
    TAMER_1 = 14
    TAMER_2 = 15
    SABOTEUR = 16


class Variant(IntEnum):
    """CC-51 to CC-56."""

    NONE = 0
    THIEVES_ISLAND = 1
    PILE_OF_TREASURE = 2
    SUDDEN_DEATH = 3
    ALL_HANDS_ON_DECK = 4
    STRANGE_LANDS = 5
    BENEATH_THE_WAVES = 6


DIVERS = 17
NAMES = tuple(diver.name.lower() for diver in Diver if diver != Diver.NONE)
PEOPLE = tuple(name.rstrip("_123") for name in NAMES)  # CC-2: who is on each card
PERSON = np.array([PEOPLE.index(person) for person in PEOPLE])  # the same as numbers


@rule
def suit_of(card):
    return card // RANKS


@rule
def value_of(card):
    """CC-1: what a card is worth."""
    return LOWEST_VALUE + card % RANKS + MERMAIDS_ABOVE * (card // RANKS == Suit.MERMAID)


@rule
def put(row, card):
    """Add a card to a row."""
    row[card // RANKS] |= 1 << card % RANKS


@rule
def take(row, card):
    """Take a card out of a row."""
    row[card // RANKS] &= ~(1 << card % RANKS)


@rule
def is_empty(row):
    for suit in range(SUITS):
        if row[suit]:
            return False
    return True


@rule
def size(row):
    """How many cards there are in a row."""
    cards = 0
    for suit in range(SUITS):
        cards += HOW_MANY[row[suit]]
    return cards


@rule
def highest(row, suit):
    """The highest card of a suit that is there."""
    return suit * RANKS + TOP_RANK[row[suit]]
