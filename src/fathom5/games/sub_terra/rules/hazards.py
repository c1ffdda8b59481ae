"""The hazards: the deck, and what each card does."""

from fathom5.games.sub_terra.house import CAVE_IN_LOSS, DOUBLE_CARDS, GAS_LOSS, PLAIN_CARDS
from fathom5.games.sub_terra.rules.box import (
    CARDS,
    CAREFUL_LOSS,
    FEWER_CARDS,
    FEWEST_CAVERS,
    HAS_DOUBLES,
    HAZARDS,
    IN_TRANSIT,
    NUMBERS,
    POOL,
    RELIEF,
    REMOVED,
    Action,
    Hazard,
    Kind,
    Phase,
    Rank,
    Reason,
)
from fathom5.games.sub_terra.rules.cave import is_marked, kind
from fathom5.games.sub_terra.rules.cavers import check, hurt, is_conscious, is_protected, is_safe
from fathom5.games.sub_terra.rules.horrors import wake
from fathom5.kernel.game import offer, rule

# The deck.


@rule
def set_deck(state, easier):
    """ST-7, ST-8, ST-72: how many cards are dealt, and from which."""
    for hazard in range(HAZARDS):
        state.pool[hazard] = max(0, state.house[PLAIN_CARDS + hazard] - FEWER_CARDS[state.difficulty])
        state.pool[HAZARDS + hazard] = state.house[DOUBLE_CARDS + hazard] * HAS_DOUBLES[state.difficulty]
    cards = CARDS[state.difficulty, state.cavers - FEWEST_CAVERS] + RELIEF * easier
    state.cards = min(cards, state.pool.sum())


@rule
def offer_hazards(state, choices):
    """ST-7, ST-39: any card not seen yet; when the deck is empty, time is out."""
    if state.cards == 0:
        offer(choices, Action.HAZARD + Hazard.OUT_OF_TIME)
        return
    for card in range(POOL):
        if state.pool[card] > 0:
            offer(choices, Action.HAZARD + card, state.pool[card])


@rule
def begin_hazard_phase(state):
    """ST-35, ST-39: the gas is gone; when time is out no card is turned over any more."""
    state.gas = 0
    state.phase = Phase.HAZARD
    if state.late:
        run_late(state)


@rule
def turn_over(state, card):
    """ST-38: a card strikes once or twice."""
    if card == Hazard.OUT_OF_TIME:
        state.late = 1
        run_late(state)
        return
    state.pool[card] -= 1
    state.cards -= 1
    state.hazard = card % HAZARDS
    state.again = 1 + card // HAZARDS
    state.phase = Phase.EFFECT
    if state.hazard == Hazard.HORROR:
        _summon(state)


@rule
def run_late(state):
    """ST-39."""
    state.hazard = Hazard.OUT_OF_TIME
    state.again = 1
    state.phase = Phase.EFFECT


@rule
def _summon(state):
    """ST-37, ST-38: all horrors move as often as others appear."""
    state.arrivals = state.again
    state.marches = state.again - 1
    wake(state)
    state.phase = Phase.PROWL


# What they do.


@rule
def take_effect(state):
    """ST-38: whoever has to check does, then the hazard strikes again, or the round is over."""
    if state.due:
        check(state, Reason.TREMOR if state.hazard == Hazard.TREMOR else Reason.OUT_OF_TIME)
    elif state.again == 0:
        state.phase = Phase.ROUND_OVER
    else:
        state.again -= 1
        _strike(state)


@rule
def _strike(state):
    if state.hazard == Hazard.TREMOR:
        _shake(state)
    elif state.hazard == Hazard.FLOOD:
        _flood(state)
    elif state.hazard == Hazard.GAS:
        _gas(state)
    elif state.hazard == Hazard.CAVE_IN:
        state.phase = Phase.CAVE_IN
    else:
        _darken(state)


@rule
def _shake(state):
    """ST-33, ST-61: each conscious caver checks who can lose something."""
    for caver in range(state.cavers):
        in_cave = state.place[caver] != IN_TRANSIT and not is_safe(state, caver)
        if in_cave and is_conscious(state, caver) and not is_protected(state, caver):
            state.due |= 1 << caver


@rule
def _darken(state):
    """ST-39, ST-52: each caver not on the exit checks, conscious or not, in the cave or under water."""
    for caver in range(state.cavers):
        if state.place[caver] != REMOVED and not is_safe(state, caver):
            state.due |= 1 << caver


@rule
def _flood(state):
    """ST-34, ST-44: all flood tiles are flooded; all on them lose one, but for the Diver."""
    for tile in range(state.laid):
        if kind(state, tile) == Kind.FLOOD:
            state.marked[tile] = 1
    loses = 0
    for caver in range(state.cavers):
        if is_in(state, caver, Kind.FLOOD) and state.rank[caver] != Rank.DIVER:
            loses |= 1 << caver
    _hurt_all(state, loses, 1)


@rule
def _gas(state):
    """ST-35: all on gas tiles lose two, and the marker goes up."""
    state.gas = 1
    loses = 0
    for caver in range(state.cavers):
        if is_in(state, caver, Kind.GAS):
            loses |= 1 << caver
    _hurt_all(state, loses, state.house[GAS_LOSS])


@rule
def cave_in(state, face):
    """ST-36, ST-47: each tile with this number falls if it has not yet; all on them lose three, the Engineer one."""
    state.phase = Phase.EFFECT if state.hazard == Hazard.CAVE_IN else Phase.ACTED
    loses, careful = 0, 0
    for caver in range(state.cavers):
        here = state.place[caver]
        if is_in(state, caver, Kind.CAVE_IN) and falls(state, here, face):
            if state.rank[caver] == Rank.ENGINEER:
                careful |= 1 << caver
            else:
                loses |= 1 << caver
    for tile in range(state.laid):
        if falls(state, tile, face):
            state.marked[tile] = 1
    _hurt_all(state, loses, state.house[CAVE_IN_LOSS])
    _hurt_all(state, careful, min(CAREFUL_LOSS, state.house[CAVE_IN_LOSS]))


@rule
def falls(state, tile, face):
    """ST-36: it has this number and no rubble."""
    return NUMBERS[state.design[tile]] >> face & 1 == 1 and not is_marked(state, tile, Kind.CAVE_IN)


@rule
def is_in(state, caver, what):
    """ST-50, ST-62: on a tile of this kind, with nobody to protect them."""
    return state.place[caver] >= 0 and kind(state, state.place[caver]) == what and not is_protected(state, caver)


@rule
def _hurt_all(state, loses, loss):
    """ST-62: at the same time."""
    for caver in range(state.cavers):
        if loses >> caver & 1:
            hurt(state, caver, loss)
