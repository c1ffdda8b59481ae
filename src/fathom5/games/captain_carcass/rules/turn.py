"""A turn of Captain Carcass: cards are placed and act, until the explorer surfaces or an incident happens.

CC-n are the clauses of its rulebook. Each step ends by saying what happens next, with `_to` or `advance`.
"""

from fathom5.games.captain_carcass.house import ENOUGH, SQUID, TAMED_SQUID
from fathom5.games.captain_carcass.rules.cards import (
    NO_CARD,
    SUITS,
    Diver,
    Suit,
    Variant,
    highest,
    is_empty,
    put,
    suit_of,
    take,
)
from fathom5.games.captain_carcass.rules.state import (
    LOOKS,
    Phase,
    anchored,
    can_harpoon,
    can_knife,
    can_plunder,
    clashes,
    goes_home,
    is_diver,
    looks,
    rival,
    spoils,
    worth,
    wreckage,
)
from fathom5.kernel.game import CHANCE, NOBODY, rule


@rule
def to(state, phase):
    """Turn to a phase, and to whoever acts in it."""
    state.phase = phase
    state.seat = CHANCE if phase <= Phase.BONUS else state.explorer


@rule
def begin_turn(state, explorer):
    """CC-6, CC-10: the first card is turned over without asking."""
    state.explorer = explorer
    state.turns[explorer] += 1
    to(state, Phase.TURN_OVER)


@rule
def advance(state):
    """CC-10: first comes what Nets (CC-26, CC-65) and squids (CC-21) demand; then the explorer decides (CC-61)."""
    if is_empty(state.pile):
        state.demanded = 0
    if is_empty(state.hold[state.explorer]):
        state.nets = 0
    if state.demanded == 0:
        state.patient = 0
    if state.nets > state.patient:
        to(state, Phase.NET)
    elif state.demanded > 0:
        to(state, Phase.TURN_OVER)
    elif is_empty(state.pile):
        surface(state)
    else:
        to(state, Phase.DECIDE)


# Placing a card.


@rule
def turn_over(state, card):
    """CC-6: the top card of the draw pile is placed, unless it goes straight home (CC-66)."""
    take(state.pile, card)
    _uncover(state)
    if goes_home(state, card):
        put(state.hold[state.explorer], card)
        advance(state)
    else:
        place(state, card, False)


@rule
def _uncover(state):
    """CC-73: what was second lies on top now."""
    if state.top[0] == NO_CARD:
        return
    for i in range(LOOKS - 1):
        state.top[i] = state.top[i + 1]
    state.top[LOOKS - 1] = NO_CARD
    for seat in range(state.seats):
        state.known[seat] = max(0, state.known[seat] - 1)


@rule
def place(state, card, safe):
    """CC-7, CC-8: an incident, or one card more, which acts; squids demand one less (CC-64)."""
    if clashes(state, card):
        _suffer_incident(state, card)
        return
    state.exploration[state.explored] = card
    state.safe[state.explored] = safe
    state.explored += 1
    state.demanded = max(0, state.demanded - 1)
    _act(state, suit_of(card))


@rule
def _act(state, suit):
    """CC-8: the effect of a card just placed."""
    if suit == Suit.SQUID:
        _feed_squid(state)
    elif suit == Suit.MAP:
        _unfold_map(state)
    elif suit == Suit.KNIFE:
        _draw_knife(state)
    elif suit == Suit.DRONE:
        _send_drone(state)
    elif suit == Suit.NET:
        _cast_net(state)
    elif suit == Suit.HARPOON:
        _aim_harpoon(state)
    else:
        advance(state)


@rule
def _feed_squid(state):
    """CC-21, CC-46: two cards more, or four; Nets under way wait for them (CC-65)."""
    demands = SQUID if rival(state, Diver.TAMER_2) == NOBODY else TAMED_SQUID
    state.demanded += state.house[demands]
    state.patient = state.nets
    advance(state)


# Looking at cards.


@rule
def _unfold_map(state):
    """CC-22: look at cards of the graveyard, if there are any; CC-35: the navigator knows them all."""
    if is_empty(state.grave):
        advance(state)
    elif is_diver(state, state.explorer, Diver.NAVIGATOR):
        to(state, Phase.MAP)
    else:
        to(state, Phase.MAP_SHOWS)


@rule
def map_shows(state, card):
    """CC-22: the explorer sees one of up to three."""
    state.mapped[state.looked] = card
    state.looked += 1
    if state.looked == looks(state):
        to(state, Phase.MAP)


@rule
def follow_map(state, card):
    """CC-22: place one of them; the others go back."""
    state.looked = 0
    state.mapped[:] = NO_CARD
    take(state.grave, card)
    place(state, card, False)


@rule
def _send_drone(state):
    """CC-25: look at the top of the draw pile, if there is one."""
    if is_empty(state.pile):
        advance(state)
    else:
        to(state, Phase.DRONE_SHOWS)


@rule
def drone_shows(state, card):
    """CC-25, CC-39: the explorer sees one card more from the top; then decides, unless a squid is hungry (CC-21)."""
    state.top[state.looked] = card
    state.looked += 1
    state.known[state.explorer] = max(state.known[state.explorer], state.looked)
    if state.looked == looks(state):
        state.looked = 0
        advance(state)


# Taking cards out of holds.


@rule
def _cast_net(state):
    """CC-26: one card of the own hold is to be placed; CC-43: or two, of which the second waits for squids (CC-65)."""
    state.nets += 2 if is_diver(state, state.explorer, Diver.NET_MAKER_2) else 1
    state.patient = state.nets - 1
    if is_diver(state, state.explorer, Diver.NET_MAKER_1):
        state.safe[state.explored - 1] = True
    advance(state)


@rule
def net(state, suit):
    """CC-26: place the highest card of a suit of the own hold; CC-42: safe, if the net maker did it."""
    state.nets -= 1
    card = highest(state.hold[state.explorer], suit)
    take(state.hold[state.explorer], card)
    place(state, card, is_diver(state, state.explorer, Diver.NET_MAKER_1))


@rule
def _draw_knife(state):
    """CC-24: if there is a suit to hit."""
    defender = rival(state, Diver.KNIFE_HAND_3)
    for seat in range(state.seats):
        for suit in range(SUITS):
            if can_knife(state, defender, seat, suit):
                to(state, Phase.KNIFE)
                return
    advance(state)


@rule
def knife(state, seat, suit):
    """CC-24: the highest card goes to the graveyard; CC-36: the whole suit; CC-37: or to the own hold."""
    card = highest(state.hold[seat], suit)
    if is_diver(state, state.explorer, Diver.KNIFE_HAND_2):
        put(state.hold[state.explorer], card)
    else:
        put(state.grave, card)
    take(state.hold[seat], card)
    if is_diver(state, state.explorer, Diver.KNIFE_HAND_1):
        state.grave[suit] |= state.hold[seat, suit]
        state.hold[seat, suit] = 0
    advance(state)


@rule
def _aim_harpoon(state):
    """CC-27: if there is a suit to steal; CC-41: a decoy without a squid costs the Harpoon."""
    decoy = rival(state, Diver.HARPOONER_2)
    for seat in range(state.seats):
        for suit in range(SUITS):
            if can_harpoon(state, decoy, seat, suit):
                to(state, Phase.HARPOON)
                return
    if decoy != NOBODY:
        _lose_harpoon(state)
    advance(state)


@rule
def _lose_harpoon(state):
    """CC-41, CC-64: it was placed, but stays no longer."""
    state.explored -= 1
    put(state.grave, state.exploration[state.explored])
    state.exploration[state.explored] = NO_CARD


@rule
def harpoon(state, seat, suit):
    """CC-27: place the highest card of a suit of an opponent."""
    card = highest(state.hold[seat], suit)
    take(state.hold[seat], card)
    place(state, card, False)


# The end of a turn.


@rule
def surface(state):
    """CC-9: the whole exploration goes to the hold."""
    _reward(state, _bring_home(state, state.explored, state.hold[state.explorer]))


@rule
def _suffer_incident(state, card):
    """CC-7, CC-20: what no anchor keeps is lost, this card too; then comes what the saved cards bring (CC-62)."""
    state.incidents[state.explorer] += 1
    lost = wreckage(state)
    put(lost, card)
    _reward(state, _bring_home(state, anchored(state), lost))


@rule
def _bring_home(state, kept, lost):
    """CC-20, CC-42: kept and safe cards to the hold, the others elsewhere; return how many Key and Chest reward."""
    saved, keys, chests = 0, 0, 0
    for i in range(state.explored):
        card = state.exploration[i]
        if i < kept or state.safe[i]:
            put(state.hold[state.explorer], card)
            saved += 1
            keys += suit_of(card) == Suit.KEY
            chests += suit_of(card) == Suit.CHEST
        else:
            put(lost, card)
    _clear(state)
    return saved if keys > 0 and chests > 0 else 0


@rule
def _clear(state):
    """Nothing is left in the exploration, and nothing is left to do in it."""
    state.exploration[: state.explored] = NO_CARD
    state.explored = 0
    state.demanded = 0
    state.nets = 0
    state.patient = 0


@rule
def _reward(state, cards):
    """CC-23: as many cards from the graveyard; CC-34: twice as many; CC-33: from an opponent's hold."""
    state.bonus = 2 * cards if is_diver(state, state.explorer, Diver.LOCKSMITH_2) else cards
    state.plundered = NOBODY
    if cards > 0 and is_diver(state, state.explorer, Diver.LOCKSMITH_1):
        _seek_plunder(state)
    else:
        _draw_bonus(state)


@rule
def _seek_plunder(state):
    """CC-67: if an opponent holds something."""
    for seat in range(state.seats):
        if can_plunder(state, seat):
            to(state, Phase.PLUNDER)
            return
    _end_turn(state)


@rule
def plunder(state, seat):
    """CC-33: the bonus comes from this hold."""
    state.plundered = seat
    _draw_bonus(state)


@rule
def _draw_bonus(state):
    """CC-23: the next card of the bonus, as long as there is one."""
    if state.bonus > 0 and not is_empty(spoils(state)):
        to(state, Phase.BONUS)
    else:
        _end_turn(state)


@rule
def take_bonus(state, card):
    """CC-23: into the hold."""
    take(spoils(state), card)
    put(state.hold[state.explorer], card)
    state.bonus -= 1
    _draw_bonus(state)


@rule
def _end_turn(state):
    """CC-5: the player on the left comes next, unless the game is over."""
    state.bonus = 0
    state.plundered = NOBODY
    if is_over(state):
        state.seat = NOBODY
    else:
        begin_turn(state, (state.explorer + 1) % state.seats)


@rule
def is_over(state):
    """CC-11: the draw pile is empty; CC-53: or somebody has enough."""
    if is_empty(state.pile):
        return True
    if state.variant == Variant.SUDDEN_DEATH:
        for seat in range(state.seats):
            if worth(state, seat) >= state.house[ENOUGH]:
                return True
    return False
