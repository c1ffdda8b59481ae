"""Captain Carcass in words: actions as moves, moves as sentences, and all that the board and the table say."""

import numpy as np

from fathom5.games.captain_carcass.cards import CARDS, NAMES, SUITS, Suit, suit_of, value_of
from fathom5.games.captain_carcass.state import MOST_PLAYERS, Action, dealt
from fathom5.kernel.record import Move

SUIT_NAMES = tuple(suit.name.lower() for suit in Suit)
CARD_NAMES = tuple(f"{SUIT_NAMES[suit_of(card)]}-{value_of(card)}" for card in range(CARDS))
CARD_OF = {name: card for card, name in enumerate(CARD_NAMES)}


def _of_cards(action: int, word: str) -> dict[int, Move]:
    return {action + card: (word, name) for card, name in enumerate(CARD_NAMES)}


def _of_seats(action: int, word: str) -> dict[int, Move]:
    return {action + seat: (word, seat) for seat in range(MOST_PLAYERS)}


def _of_holds(action: int, word: str) -> dict[int, Move]:
    return {
        action + SUITS * seat + suit: (word, seat, name)
        for seat in range(MOST_PLAYERS)
        for suit, name in enumerate(SUIT_NAMES)
    }


MOVES: dict[int, Move] = {  # but for the divers, dealt to a seat that follows from the record
    Action.GO_ON: ("go_on",),
    Action.SURFACE: ("surface",),
    **_of_seats(Action.SABOTAGE, "sabotage"),
    **_of_seats(Action.PLUNDER, "plunder"),
    **{Action.NET + suit: ("net", name) for suit, name in enumerate(SUIT_NAMES)},
    **_of_holds(Action.KNIFE, "knife"),
    **_of_holds(Action.HARPOON, "harpoon"),
    **_of_cards(Action.MAP, "map"),
    **_of_seats(Action.FIRST, "first_player"),
    **_of_cards(Action.TURN_OVER, "turn_over"),
    **_of_cards(Action.BONUS, "bonus"),
    **_of_cards(Action.MAP_SHOWS, "map_shows"),
    Action.MAP_UNSEEN: ("map_shows", None),
    **_of_cards(Action.DRONE_SHOWS, "drone_shows"),
    Action.DRONE_UNSEEN: ("drone_shows", None),
}
CLAUSES = {  # where the rulebook speaks of each move
    "sabotage": "CC-47",
    "go_on": "CC-6",
    "surface": "CC-9",
    "map": "CC-22",
    "net": "CC-26",
    "knife": "CC-24",
    "harpoon": "CC-27",
    "plunder": "CC-33",
    "first_player": "CC-5",
    "diver": "CC-48",
    "turn_over": "CC-6",
    "map_shows": "CC-22",
    "drone_shows": "CC-25",
    "bonus": "CC-23",
}


def move(before: np.record, action: int) -> Move:
    """An action as a readable tuple, given what stood before it."""
    if Action.DIVER <= action < Action.TURN_OVER:
        return ("diver", dealt(before), NAMES[action - Action.DIVER])
    return MOVES[action]
