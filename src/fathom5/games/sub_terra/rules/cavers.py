"""The cavers: who is where and awake, what hurts them, and who is a horror's victim."""

from fathom5.games.sub_terra.house import GAS_LOSS
from fathom5.games.sub_terra.rules.box import (
    HORRORS,
    IN_TRANSIT,
    NOWHERE,
    REMOVED,
    SUCCESS,
    Kind,
    Phase,
    Rank,
    Reason,
)
from fathom5.games.sub_terra.rules.cave import is_marked, kind
from fathom5.kernel.game import rule


@rule
def owner(state, caver):
    """ST-5, ST-78: the seat that holds this caver, neighbours going to the same seat."""
    return caver * state.seats // state.cavers


@rule
def caver_of(state, rank):
    """The caver of this rank, or NOWHERE."""
    for caver in range(state.cavers):
        if state.rank[caver] == rank:
            return caver
    return NOWHERE


@rule
def is_conscious(state, caver):
    """ST-23: and not lost for good."""
    return state.health[caver] > 0 and state.place[caver] != REMOVED


@rule
def is_safe(state, caver):
    """ST-32: on the exit."""
    return state.place[caver] == state.exit


@rule
def is_over(state):
    """ST-53, ST-70: every surviving caver is on the exit, or none is conscious."""
    awake, out = 0, 0
    for caver in range(state.cavers):
        awake += is_conscious(state, caver)
        out += state.place[caver] != REMOVED and not is_safe(state, caver)
    return awake == 0 or out == 0


@rule
def left_behind(state):
    """ST-53: how many are not on the exit."""
    count = 0
    for caver in range(state.cavers):
        count += not is_safe(state, caver)
    return count


# Going somewhere.


@rule
def can_walk_into(state, caver, tile):
    """ST-14: by a normal move; the Diver also through water (ST-44), the Climber into squeezes and rubble (ST-48)."""
    if kind(state, tile) == Kind.SQUEEZE or is_marked(state, tile, Kind.CAVE_IN):
        return state.rank[caver] == Rank.CLIMBER
    if is_marked(state, tile, Kind.FLOOD):
        return state.rank[caver] == Rank.DIVER
    return True


@rule
def enter(state, caver, tile):
    """ST-77: horror first, then gas (ST-27), then rough ground (ST-31) for who is still conscious."""
    state.place[caver] = tile
    meet_horror(state, caver)
    if state.gas and kind(state, tile) == Kind.GAS and not is_protected(state, caver):
        hurt(state, caver, state.house[GAS_LOSS])
    state.phase = Phase.ACTED
    if kind(state, tile) == Kind.ROUGH and is_conscious(state, caver):
        check(state, Reason.ROUGH)


# Health.


@rule
def hurt(state, caver, loss):
    state.health[caver] = max(0, state.health[caver] - loss)


@rule
def heal(state, caver):
    """ST-17, ST-69: who wakes up beside a horror falls again at once."""
    state.health[caver] += 1
    meet_horror(state, caver)


@rule
def is_protected(state, caver):
    """ST-50: a conscious Bodyguard is on the same tile."""
    if state.rank[caver] == Rank.BODYGUARD:
        return False
    guard = caver_of(state, Rank.BODYGUARD)
    return guard != NOWHERE and is_conscious(state, guard) and state.place[guard] == state.place[caver]


# Horrors.


@rule
def has_horror(state, tile):
    for figure in range(HORRORS):
        if state.horror[figure] == tile:
            return True
    return False


@rule
def fears_horrors(state, caver):
    """ST-42: all but the Scout and who is on the exit, hidden or not."""
    return state.rank[caver] != Rank.SCOUT and not is_safe(state, caver)


@rule
def meet_horror(state, caver):
    """ST-42: whoever shares a tile with a horror loses all health."""
    if fears_horrors(state, caver) and has_horror(state, state.place[caver]):
        state.health[caver] = 0


@rule
def is_victim(state, caver):
    """ST-40, ST-43, ST-52: conscious, unhidden, in the cave but not on the exit."""
    if state.place[caver] == IN_TRANSIT or state.hidden[caver]:
        return False
    return is_conscious(state, caver) and fears_horrors(state, caver)


@rule
def victims(state):
    """Who can be one, a bit for each caver."""
    mask = 0
    for caver in range(state.cavers):
        if is_victim(state, caver):
            mask |= 1 << caver
    return mask


# Skill checks.


@rule
def check(state, reason):
    """ST-12: chance rolls."""
    state.reason = reason
    state.phase = Phase.CHECK


@rule
def checker(state):
    """Who rolls: the acting caver, or the next who has to, in order from the first caver."""
    if state.reason < Reason.TREMOR:
        return state.actor
    for turn in range(state.cavers):
        caver = (state.first + turn) % state.cavers
        if state.due >> caver & 1:
            return caver
    return NOWHERE


@rule
def is_success(state, caver, face):
    """ST-12, ST-51: four or more; a conscious Leader adds one."""
    leads = state.rank[caver] == Rank.LEADER and is_conscious(state, caver)
    return face + leads >= SUCCESS


@rule
def answer_check(state, face):
    """What a check was for happens or does not."""
    caver = checker(state)
    passed = is_success(state, caver, face)
    state.phase = Phase.ACTED
    if state.reason == Reason.EXERT:
        state.phase = Phase.NEXT_TURN
    elif state.reason >= Reason.TREMOR:
        state.phase = Phase.EFFECT
        state.due &= ~(1 << caver)
    if state.reason == Reason.ROPE:
        state.marked[state.place[caver]] = passed
    elif state.reason == Reason.HIDE:
        state.hidden[caver] = passed
    elif not passed:
        _suffer(state, caver)


@rule
def _suffer(state, caver):
    """ST-39: who fails when time is out is lost for good; else it is one health (ST-11, ST-31, ST-33)."""
    if state.reason == Reason.OUT_OF_TIME:
        state.place[caver] = REMOVED
    else:
        hurt(state, caver, 1)
