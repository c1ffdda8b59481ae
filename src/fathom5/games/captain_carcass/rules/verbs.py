"""The rules of Captain Carcass; CC-n are the clauses of its rulebook.

The box is in cards.py, the record and what can be asked of it in state.py, what happens in a turn in turn.py.
"""

import numpy as np

from fathom5.games.captain_carcass.house import FLOOD
from fathom5.games.captain_carcass.rules.cards import (
    DIVERS,
    LOWEST,
    NO_CARD,
    OTHERS,
    PERSON,
    RANKS,
    SUITS,
    UNSEEN,
    Diver,
    Variant,
    size,
)
from fathom5.games.captain_carcass.rules.state import (
    LOOKS,
    Action,
    Phase,
    can_harpoon,
    can_knife,
    can_plunder,
    dealt,
    is_diver,
    rival,
    spoils,
    worth,
)
from fathom5.games.captain_carcass.rules.turn import (
    begin_turn,
    drone_shows,
    follow_map,
    harpoon,
    knife,
    map_shows,
    net,
    plunder,
    surface,
    take_bonus,
    to,
    turn_over,
)
from fathom5.kernel.chance import below
from fathom5.kernel.game import CHANCE, NOBODY, offer, offer_any, rule, take_house_rules
from fathom5.kernel.winning import share_among_best

OFF, DEALT = range(2)  # the option `divers`, if it is no list


# Setup.


@rule
def setup(state, options):
    """CC-3: ten cards in the graveyard, fifty to draw; divers are dealt or chosen (CC-48), chance says who begins."""
    take_house_rules(state, options)
    state.seats = options.players
    state.variant = options.variant
    state.pile[:] = OTHERS
    state.grave[:] = LOWEST
    state.exploration[:] = NO_CARD
    state.mapped[:] = NO_CARD
    state.top[:] = NO_CARD
    state.victim = NOBODY
    state.plundered = NOBODY
    state.diver[:] = options.divers_list
    to(state, Phase.DIVERS if options.divers == DEALT else Phase.FIRST)


# Legal.


@rule
def legal(state, choices):
    """Offer what can happen now."""
    if state.seat == NOBODY:
        return
    if state.seat == CHANCE:
        _offer_falls(state, choices)
    elif state.phase == Phase.DECIDE:
        offer(choices, Action.GO_ON)  # CC-6, CC-9
        offer(choices, Action.SURFACE)
    elif state.phase == Phase.MAP:
        _offer_map(state, choices)
    elif state.phase == Phase.NET:
        _offer_nets(state, choices)
    elif state.phase == Phase.KNIFE:
        _offer_knives(state, choices)
    elif state.phase == Phase.HARPOON:
        _offer_harpoons(state, choices)
    else:
        _offer_opponents(state, choices)


@rule
def _offer_falls(state, choices):
    """What chance can do."""
    if state.phase == Phase.TURN_OVER:
        _offer_top(state, choices, Action.TURN_OVER, 0)
    elif state.phase == Phase.DRONE_SHOWS:
        _offer_top(state, choices, Action.DRONE_SHOWS, state.looked)
    elif state.phase == Phase.MAP_SHOWS:
        _offer_unseen(choices, Action.MAP_SHOWS, state.grave, state.mapped, state.looked)
    elif state.phase == Phase.BONUS:
        _offer_unseen(choices, Action.BONUS, spoils(state), state.mapped, 0)
    elif state.phase == Phase.FIRST:
        for seat in range(state.seats):
            offer(choices, Action.FIRST + seat)  # CC-5
    else:
        _offer_divers(state, choices)


@rule
def _offer_top(state, choices, action, depth):
    """CC-73: the card that somebody has seen there, or else any that nobody has."""
    if state.top[depth] >= 0:
        offer(choices, action + state.top[depth])
    else:
        _offer_unseen(choices, action, state.pile, state.top, depth)


@rule
def _offer_unseen(choices, action, row, shown, count):
    """Any card of a row but the first few of those shown."""
    cards = 0
    for suit in range(SUITS):
        cards |= int(row[suit]) << RANKS * suit
    for i in range(count):
        if shown[i] >= 0:
            cards &= ~(1 << int(shown[i]))
    offer_any(choices, action, cards)


@rule
def _offer_divers(state, choices):
    """CC-48: any card of a person whom nobody has yet; CC-51: no Saboteur on the thieves' island."""
    for diver in range(DIVERS):
        if diver == Diver.SABOTEUR and state.variant == Variant.THIEVES_ISLAND:
            continue
        if not _is_taken(state, PERSON[diver]):
            offer(choices, Action.DIVER + diver)


@rule
def _is_taken(state, person):
    for seat in range(dealt(state)):
        if PERSON[state.diver[seat]] == person:
            return True
    return False


@rule
def _offer_map(state, choices):
    """CC-22: one of the cards looked at; CC-35: any of the graveyard."""
    if is_diver(state, state.explorer, Diver.NAVIGATOR):
        _offer_unseen(choices, Action.MAP, state.grave, state.mapped, 0)
    for i in range(state.looked):
        offer(choices, Action.MAP + state.mapped[i])


@rule
def _offer_nets(state, choices):
    """CC-26: any suit of the own hold."""
    for suit in range(SUITS):
        if state.hold[state.explorer, suit]:
            offer(choices, Action.NET + suit)


@rule
def _offer_knives(state, choices):
    """CC-24, CC-38."""
    defender = rival(state, Diver.KNIFE_HAND_3)
    for seat in range(state.seats):
        for suit in range(SUITS):
            if can_knife(state, defender, seat, suit):
                offer(choices, Action.KNIFE + SUITS * seat + suit)


@rule
def _offer_harpoons(state, choices):
    """CC-27, CC-40, CC-41."""
    decoy = rival(state, Diver.HARPOONER_2)
    for seat in range(state.seats):
        for suit in range(SUITS):
            if can_harpoon(state, decoy, seat, suit):
                offer(choices, Action.HARPOON + SUITS * seat + suit)


@rule
def _offer_opponents(state, choices):
    """CC-47: any opponent, to sabotage; CC-67: any who holds something, to plunder."""
    for seat in range(state.seats):
        if state.phase == Phase.SABOTAGE and seat != state.seat:
            offer(choices, Action.SABOTAGE + seat)
        elif state.phase == Phase.PLUNDER and can_plunder(state, seat):
            offer(choices, Action.PLUNDER + seat)


# Apply.


@rule
def apply(state, action):
    """Make a legal action happen."""
    state.last = action
    if action >= Action.DRONE_SHOWS:
        drone_shows(state, action - Action.DRONE_SHOWS)
    elif action >= Action.MAP_SHOWS:
        map_shows(state, action - Action.MAP_SHOWS)
    elif action >= Action.BONUS:
        take_bonus(state, action - Action.BONUS)
    elif action >= Action.TURN_OVER:
        turn_over(state, action - Action.TURN_OVER)
    elif action >= Action.DIVER:
        _deal_diver(state, action - Action.DIVER)
    elif action >= Action.FIRST:
        _begin(state, action - Action.FIRST)
    else:
        _decide(state, action)


@rule
def _decide(state, action):
    """What a player has chosen."""
    if action >= Action.MAP:
        follow_map(state, action - Action.MAP)
    elif action >= Action.HARPOON:
        harpoon(state, (action - Action.HARPOON) // SUITS, (action - Action.HARPOON) % SUITS)
    elif action >= Action.KNIFE:
        knife(state, (action - Action.KNIFE) // SUITS, (action - Action.KNIFE) % SUITS)
    elif action >= Action.NET:
        net(state, action - Action.NET)
    elif action >= Action.PLUNDER:
        plunder(state, action - Action.PLUNDER)
    elif action >= Action.SABOTAGE:
        _sabotage(state, action - Action.SABOTAGE)
    elif action == Action.SURFACE:
        surface(state)
    else:
        to(state, Phase.TURN_OVER)


@rule
def _deal_diver(state, diver):
    """CC-48: to the first seat that has none."""
    state.diver[dealt(state)] = diver
    if dealt(state) == state.seats:
        to(state, Phase.FIRST)


@rule
def _begin(state, seat):
    """CC-5: this seat begins, after the Saboteur has chosen (CC-71)."""
    begin_turn(state, seat)
    for saboteur in range(state.seats):
        if is_diver(state, saboteur, Diver.SABOTEUR):
            state.phase = Phase.SABOTAGE
            state.seat = saboteur


@rule
def _sabotage(state, seat):
    """CC-47: that opponent's incidents are the Saboteur's gain."""
    state.victim = seat
    to(state, Phase.TURN_OVER)


# Score.


@rule
def score(state, points):
    """CC-12: what each hold is worth."""
    for seat in range(state.seats):
        points[seat] = worth(state, seat)


@rule
def win(state, shares):
    """CC-12: most points, then most cards, then a shared victory."""
    for seat in range(state.seats):
        shares[seat] = _rank(state, seat)
    share_among_best(shares, state.seats)


@rule
def _rank(state, seat):
    """Points and cards as one number; CC-56: from 60 points on, the fewer the better, but worse than below."""
    points = np.int64(worth(state, seat))
    if state.variant == Variant.BENEATH_THE_WAVES and points >= state.house[FLOOD]:
        points = -points
    return points * (SUITS * RANKS + 1) + size(state.hold[seat])


# View: what a seat may know, and what could be behind it.


@rule
def hide(state, seat):
    """CC-22, CC-25: what the explorer has been shown, and what others have seen on top of the draw pile (CC-73)."""
    if seat != state.explorer:
        _turn_down(state.mapped, 0)
        _mask_last(state)
    _turn_down(state.top, state.known[seat] if seat != NOBODY else 0)


@rule
def _mask_last(state):
    """Others hear that a card was looked at, but not which."""
    if state.last >= Action.DRONE_SHOWS:
        state.last = Action.DRONE_UNSEEN
    elif state.last >= Action.MAP_SHOWS:
        state.last = Action.MAP_UNSEEN


@rule
def _turn_down(shown, known):
    """Turn face down the cards after those that are known."""
    for i in range(known, LOOKS):
        if shown[i] != NO_CARD:
            shown[i] = UNSEEN


@rule
def deal(state, rng):
    """CC-22, CC-25: any cards of the graveyard and of the draw pile, each as likely as another."""
    _turn_up(state.grave, state.mapped, rng)
    _turn_up(state.pile, state.top, rng)


@rule
def _turn_up(row, shown, rng):
    """Replace each card that is face down by one of the row that is not shown yet."""
    for i in range(LOOKS):
        if shown[i] == UNSEEN:
            card = below(rng, SUITS * RANKS)
            while not row[card // RANKS] >> card % RANKS & 1 or _is_shown(shown, card):
                card = below(rng, SUITS * RANKS)
            shown[i] = card


@rule
def _is_shown(shown, card):
    for i in range(LOOKS):
        if shown[i] == card:
            return True
    return False


@rule
def evident(state, choices):
    """CC-22: all but which cards a Map has shown."""
    return not _is_map_secret(state)


@rule
def opens(before, after):
    """CC-22: to follow a Map tells that it has shown this card."""
    return _is_map_secret(before)


@rule
def _is_map_secret(state):
    """CC-22: only the explorer knows what can be placed; CC-35: not if it is any card of the graveyard."""
    if state.phase != Phase.MAP or is_diver(state, state.explorer, Diver.NAVIGATOR):
        return False
    return state.looked < size(state.grave)
