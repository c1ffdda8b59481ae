"""The rules of Deep Sea Adventure; DS-n are the clauses of its rulebook."""

from enum import IntEnum

import numpy as np

from fathom5.games.deep_sea.house import AIR_PER_PILE, HIGHEST_FACE, HOUSE, LOWEST_FACE, PILE_SIZE, VALUE_OF_LEVEL
from fathom5.kernel.chance import weighted
from fathom5.kernel.game import (
    CHANCE,
    NOBODY,
    choices_dtype,
    clockwise,
    offer,
    offer_row,
    rule,
    state_dtype,
    take_house_rules,
)
from fathom5.kernel.winning import share_among_best

# Constants: what is in the box.

MOST_PLAYERS = 6
FACES = 3  # DS-1: both dice show 1 1 2 2 3 3, so each of these as often
ROLLS = FACES * FACES
LEVELS = 4  # DS-2
STEPS = 4  # different values within a level: level l has the values 4 l - 4 to 4 l - 1, see `points_of`
VALUES = LEVELS * STEPS
MOST_CHIPS = 8  # of one level
MOST_SPACES = LEVELS * MOST_CHIPS  # the gaps close before the lost chips are laid down, so there are never more
PILE = 3  # DS-18: chips
MOST_PILES = 2 * FACES  # DS-15: with so many nobody moves, and the own space is blank then
PATIENCE = 20  # DS-24: idle turns of each diver
SUBMARINE = 0  # the place before space 1
NO_CHIP = 0  # a level
UNKNOWN = -1  # a value that nobody has seen yet, or that is hidden
BIT = np.int64(1)


class Phase(IntEnum):
    FIRST = 0  # chance says who begins
    TURN_BACK = 1
    ROLL = 2  # chance rolls
    SEARCH = 3
    LOOK = 4  # with `peek`, chance says what the chips just taken are worth
    HOMECOMING = 5  # chance says what the chips that came home are worth


class Action(IntEnum):
    RETURN = 0
    GO_ON = 1
    NOTHING = 2
    TAKE = 3
    DROP = 4  # pile i, with DROP + i
    ROLL = DROP + MOST_PILES  # dice a and b, from 0, with ROLL + 3 a + b
    FIRST = ROLL + ROLLS  # seat s, with FIRST + s
    VALUE = FIRST + MOST_PLAYERS  # v, with VALUE + v
    VALUE_UNSEEN = VALUE + VALUES  # what another diver's look at a chip looks like


# State. A pile is up to three chips, from the front; a blank is a pile without a chip.

FACTS = 3
LEVEL, VALUE, SEEN = range(FACTS)  # of a chip: 1 to 4 or NO_CHIP; a value or UNKNOWN; by which seats, a bit for each
STATE = state_dtype(
    __name__,
    ("phase", "i1"),
    ("diver", "i1"),  # whose turn it is, also while chance acts
    ("lap", "i1"),  # the round, from 1
    ("laps", "i1"),  # DS-25: how many rounds are played
    ("air", "i1"),
    ("full_air", "i1"),  # DS-4
    ("chips", "i1"),  # DS-25: of each level
    ("peek", "i1"),  # DS-26
    ("idle", "i2"),  # DS-24: turns in a row without a change, this one included
    ("spaces", "i1"),  # the length of the path
    ("path", "i1", (MOST_SPACES + 1, PILE, FACTS)),  # piles by place; row 0 is the submarine and stays empty
    ("piles", "i1", MOST_PLAYERS),  # how many a diver holds
    ("held", "i1", (MOST_PLAYERS, MOST_PILES, PILE, FACTS)),  # piles by diver, in the order taken
    ("place", "i1", MOST_PLAYERS),
    ("returning", "i1", MOST_PLAYERS),
    ("home", "i1", MOST_PLAYERS),  # who is back for this round
    ("last_home", "i1"),  # who came home last
    ("looker", "i1"),  # DS-26: who looked at chips last
    ("treasure", "i1", (MOST_PLAYERS, VALUES)),  # chips brought home, by value
    derived=(("occupied", "i8"),),  # spaces with a diver, a bit for each
    house=HOUSE,
)
CHOICES = choices_dtype(max(ROLLS, MOST_PLAYERS, STEPS, 2 + MOST_PILES))


# Setup.


@rule
def setup(state, options):
    """DS-5, DS-25: lay the chips from level 1 to level 4; chance says who begins (DS-6)."""
    take_house_rules(state, options)
    state.seats = options.players
    state.air = options.air
    state.full_air = options.air
    state.laps = options.rounds
    state.chips = options.chips
    state.peek = options.peek
    state.spaces = LEVELS * options.chips
    for place in range(MOST_SPACES + 1):
        _clear(state.path[place])
    for seat in range(MOST_PLAYERS):
        for pile in range(MOST_PILES):
            _clear(state.held[seat, pile])
    for space in range(1, state.spaces + 1):
        state.path[space, 0, LEVEL] = 1 + (space - 1) // options.chips
    state.seat = CHANCE


# Legal.


@rule
def legal(state, choices):
    """Offer what can happen now."""
    if state.seat == NOBODY:
        return
    if state.phase == Phase.FIRST:
        offer_row(choices, Action.FIRST, state.seats)  # DS-6
    elif state.phase == Phase.TURN_BACK:
        offer_row(choices, Action.RETURN, 2)
    elif state.phase == Phase.ROLL:
        _offer_rolls(state, choices)
    elif state.phase == Phase.SEARCH:
        _offer_searches(state, choices)
    else:
        _offer_values(state, choices)


@rule
def _offer_rolls(state, choices):
    """DS-1: each face of each die as often as another."""
    lowest, highest = state.house[LOWEST_FACE], state.house[HIGHEST_FACE]
    if highest - lowest == FACES - 1:
        offer_row(choices, Action.ROLL, ROLLS)
        return
    for face in range(lowest, highest + 1):
        offer_row(choices, Action.ROLL + FACES * (face - 1) + lowest - 1, highest - lowest + 1)


@rule
def _offer_searches(state, choices):
    """DS-13: nothing, take what lies here, or put a pile down on a blank, but not a returning diver's last (DS-14)."""
    offer(choices, Action.NOTHING)
    piles = state.piles[state.diver]
    if not is_blank(state, state.place[state.diver]):
        offer(choices, Action.TAKE)
    elif piles > state.returning[state.diver]:
        offer_row(choices, Action.DROP, piles)


@rule
def _offer_values(state, choices):
    """DS-2: the chip in question is any of its level that nobody has seen."""
    seat, pile, chip = _chip_in_question(state)
    first = STEPS * (state.held[seat, pile, chip, LEVEL] - 1)
    for value in range(first, first + STEPS):
        unseen = printed(state, value) - shown(state, value)
        if unseen > 0:
            offer(choices, Action.VALUE + value, unseen)


@rule
def is_blank(state, place):
    return state.path[place, 0, LEVEL] == NO_CHIP


@rule
def printed(state, value):
    """DS-2, DS-25: how many chips have this value; those of a level are dealt a b c d a b c d."""
    return (state.chips + STEPS - 1 - value % STEPS) // STEPS


@rule
def points_of(state, value):
    """DS-2: what a chip is worth."""
    return state.house[VALUE_OF_LEVEL + value // STEPS] + value % STEPS


@rule
def shown(state, value):
    """How many chips of this value somebody has seen: brought home, or looked at (DS-26)."""
    count = 0
    for seat in range(state.seats):
        count += state.treasure[seat, value]
    if state.peek:
        count += (state.path[:, :, VALUE] == value).sum() + (state.held[:, :, :, VALUE] == value).sum()
    return count


# Apply.


@rule
def apply(state, action):
    """Make a legal action happen."""
    state.last = action
    if action >= Action.VALUE:
        _learn_value(state, action - Action.VALUE)
    elif action >= Action.FIRST:
        _begin_round(state, action - Action.FIRST)
    elif action >= Action.ROLL:
        _move(state, 2 + (action - Action.ROLL) // FACES + (action - Action.ROLL) % FACES)
    elif action >= Action.DROP:
        _drop(state, action - Action.DROP)
    elif action == Action.TAKE:
        _take(state)
    elif action == Action.NOTHING:
        _end_turn(state)
    else:
        state.returning[state.diver] = action == Action.RETURN
        _to(state, Phase.ROLL)


@rule
def _to(state, phase):
    """Turn to a phase, and to whoever acts in it."""
    state.phase = phase
    state.seat = state.diver if phase == Phase.TURN_BACK or phase == Phase.SEARCH else CHANCE


@rule
def _begin_round(state, diver):
    """DS-4, DS-5, DS-21: full air, all divers in the submarine, this one first."""
    state.lap += 1
    state.air = state.full_air
    state.idle = 0
    state.home[:] = 0
    state.returning[:] = 0
    _all_aboard(state)
    _begin_turn(state, diver)


@rule
def _all_aboard(state):
    """All divers are in the submarine."""
    state.place[:] = SUBMARINE
    state.occupied = 0


@rule
def _begin_turn(state, diver):
    """DS-7: use air for what is held; DS-8: only who holds something, and did not yet, may turn back."""
    state.diver = diver
    piles = state.piles[diver]
    state.air = max(0, state.air - state.house[AIR_PER_PILE] * piles)
    state.idle = 0 if piles > 0 else state.idle + 1
    _to(state, Phase.TURN_BACK if piles > 0 and not state.returning[diver] else Phase.ROLL)


@rule
def _move(state, pips):
    """DS-9: every pile held takes one off the roll."""
    steps = max(0, pips - state.piles[state.diver])
    if state.returning[state.diver]:
        _rise(state, steps)
    else:
        _sink(state, steps)


@rule
def _sink(state, steps):
    """DS-10, DS-11: count only free spaces, as far as there are any."""
    place = state.place[state.diver]
    ahead = place + 1
    while steps > 0 and ahead <= state.spaces:
        if is_free(state, ahead):
            place = ahead
            steps -= 1
        ahead += 1
    _arrive(state, place)


@rule
def _rise(state, steps):
    """DS-10, DS-12: count only free spaces; whoever has steps left after the last is home."""
    place = state.place[state.diver]
    ahead = place - 1
    while steps > 0 and ahead > SUBMARINE:
        if is_free(state, ahead):
            place = ahead
            steps -= 1
        ahead -= 1
    if steps > 0:
        _come_home(state)
    else:
        _arrive(state, place)


@rule
def is_free(state, place):
    """DS-10: no diver is on this space."""
    return state.occupied >> place & 1 == 0


@rule
def _go(state, place):
    """The diver leaves one space for another; in the submarine there is room for all."""
    state.occupied &= ~(BIT << state.place[state.diver])
    state.place[state.diver] = place
    if place != SUBMARINE:
        state.occupied |= BIT << place


@rule
def _arrive(state, place):
    """DS-13: search where the move has ended, but not in the submarine."""
    _go(state, place)
    if place == SUBMARINE:
        _end_turn(state)
    else:
        _to(state, Phase.SEARCH)


@rule
def _come_home(state):
    """DS-12: home for the round."""
    _go(state, SUBMARINE)
    state.home[state.diver] = 1
    state.last_home = state.diver
    state.idle = 0
    _end_turn(state)


@rule
def _take(state):
    """DS-13: take the pile and leave a blank; with `peek`, look at it (DS-26)."""
    pile, place = state.piles[state.diver], state.place[state.diver]
    _lay(state.path[place], state.held[state.diver, pile])
    _clear(state.path[place])
    state.piles[state.diver] += 1
    state.idle = 0
    _look(state)


@rule
def _lay(pile, onto):
    """Put a pile in a place, chip by chip: a compiled loop is several times as fast as assigning slices."""
    for chip in range(PILE):
        for fact in range(FACTS):
            onto[chip, fact] = pile[chip, fact]


@rule
def _clear(pile):
    """Leave no chip."""
    for chip in range(len(pile)):
        pile[chip, LEVEL] = NO_CHIP
        pile[chip, VALUE] = UNKNOWN
        pile[chip, SEEN] = 0


@rule
def _look(state):
    """DS-26: chance tells the diver what the new chips are worth, unless somebody has seen them before."""
    if not state.peek:
        _end_turn(state)
        return
    state.looker = state.diver
    newest = state.held[state.diver, state.piles[state.diver] - 1]
    for chip in range(PILE):
        if newest[chip, VALUE] != UNKNOWN:
            newest[chip, SEEN] |= 1 << state.diver
    if first_unknown(newest) < PILE:
        _to(state, Phase.LOOK)
    else:
        _end_turn(state)


@rule
def first_unknown(pile):
    """The first chip of a pile that nobody has seen, or PILE."""
    for chip in range(PILE):
        if pile[chip, LEVEL] != NO_CHIP and pile[chip, VALUE] == UNKNOWN:
            return chip
    return PILE


@rule
def _drop(state, pile):
    """DS-13: put this pile down on the blank."""
    diver = state.diver
    _lay(state.held[diver, pile], state.path[state.place[diver]])
    _let_go(state, diver, pile)
    state.idle = 0
    _end_turn(state)


@rule
def _let_go(state, diver, pile):
    """Close the row of piles over one that is gone."""
    for i in range(pile, state.piles[diver] - 1):
        _lay(state.held[diver, i + 1], state.held[diver, i])
    state.piles[diver] -= 1
    _clear(state.held[diver, state.piles[diver]])


@rule
def _end_turn(state):
    """DS-6, DS-16, DS-24: the next diver who is out, or the end of the round."""
    if is_round_over(state):
        _come_to_rest(state)
        return
    diver = clockwise(state.diver, state.seats)
    while state.home[diver]:
        diver = clockwise(diver, state.seats)
    _begin_turn(state, diver)


@rule
def is_round_over(state):
    """DS-16: all are home, or no air is left; DS-24: or nobody can do anything, or nobody cares to."""
    return state.air == 0 or not is_anyone_able(state) or is_idle(state)


@rule
def is_idle(state):
    """DS-24: for so many turns of each diver who is out; mostly there is no need to count them."""
    return state.idle >= PATIENCE and state.idle >= PATIENCE * divers_out(state)


@rule
def divers_out(state):
    out = 0
    for seat in range(state.seats):
        out += state.home[seat] == 0
    return out


@rule
def is_anyone_able(state):
    for seat in range(state.seats):
        if not state.home[seat] and not is_stranded(state, seat):
            return True
    return False


@rule
def is_stranded(state, seat):
    """DS-24: empty-handed, with nothing to take and no free space ahead."""
    if state.piles[seat] > 0 or not is_blank(state, state.place[seat]):
        return False
    free = state.spaces - state.place[seat]
    for other in range(state.seats):
        free -= state.place[other] > state.place[seat]
    return free == 0


# The end of a round.


@rule
def _come_to_rest(state):
    """DS-17: turn over what came home, chip by chip; then the lost chips sink, and the next round begins."""
    while True:
        seat = _next_to_reveal(state)
        if seat == NOBODY:
            break
        if state.held[seat, 0, 0, VALUE] == UNKNOWN:
            _to(state, Phase.HOMECOMING)
            return
        _bank(state, seat)
    _close_gaps(state)
    starter = farthest(state, 0)
    _sink_lost_chips(state)
    if state.lap == state.laps or state.spaces == 0:
        _all_aboard(state)
        state.seat = NOBODY  # DS-22, DS-23
    else:
        _begin_round(state, starter)


@rule
def _next_to_reveal(state):
    """DS-17: the first seat that is home with chips still face down."""
    for seat in range(state.seats):
        if state.home[seat] and state.piles[seat] > 0:
            return seat
    return NOBODY


@rule
def _chip_in_question(state):
    """Whose chip chance tells about, in which pile and where in it."""
    if state.phase == Phase.LOOK:
        newest = state.piles[state.diver] - 1
        return state.diver, newest, first_unknown(state.held[state.diver, newest])
    return _next_to_reveal(state), 0, 0


@rule
def _learn_value(state, value):
    """DS-17, DS-26: a chip turned over at home is treasure; one that is looked at stays secret."""
    seat, pile, chip = _chip_in_question(state)
    state.held[seat, pile, chip, VALUE] = value
    if state.phase == Phase.HOMECOMING:
        _come_to_rest(state)
        return
    state.held[seat, pile, chip, SEEN] = 1 << seat
    if first_unknown(state.held[seat, pile]) == PILE:
        _end_turn(state)


@rule
def _bank(state, seat):
    """DS-17: the first chip becomes treasure; the next one of its pile comes to the front."""
    pile = state.held[seat, 0]
    state.treasure[seat, pile[0, VALUE]] += 1
    for chip in range(PILE - 1):
        pile[chip] = pile[chip + 1]
    _clear(pile[PILE - 1 :])
    if pile[0, LEVEL] == NO_CHIP:
        _let_go(state, seat, 0)


@rule
def _close_gaps(state):
    """DS-19: all blanks are removed."""
    kept = 0
    for space in range(1, state.spaces + 1):
        if not is_blank(state, space):
            kept += 1
            if kept < space:
                _lay(state.path[space], state.path[kept])
                _clear(state.path[space])
    state.spaces = kept


@rule
def farthest(state, done):
    """DS-21: of the divers still out and not done with the farthest; if there is none, the last who came home."""
    best = state.last_home
    deepest = -1
    for seat in range(state.seats):
        if not state.home[seat] and not done >> seat & 1 and state.place[seat] > deepest:
            best, deepest = seat, state.place[seat]
    return best


@rule
def _sink_lost_chips(state):
    """DS-18: from the farthest diver on, all that is held sinks to new spaces, three chips to a pile."""
    filled, done = state.house[PILE_SIZE], 0
    for seat in range(state.seats):
        done |= (state.home[seat] != 0) << seat
    while done + 1 < 1 << state.seats:
        diver = farthest(state, done)
        done |= 1 << diver
        for pile in range(state.piles[diver]):
            for chip in range(PILE):
                if state.held[diver, pile, chip, LEVEL] != NO_CHIP:
                    if filled == state.house[PILE_SIZE]:
                        state.spaces += 1
                        filled = 0
                    state.path[state.spaces, filled] = state.held[diver, pile, chip]
                    filled += 1
            _clear(state.held[diver, pile])
        state.piles[diver] = 0


# Score.


@rule
def score(state, points):
    """DS-17: the values of the treasure."""
    for seat in range(state.seats):
        points[seat] = 0
        for value in range(VALUES):
            points[seat] += points_of(state, value) * state.treasure[seat, value]


@rule
def win(state, shares):
    """DS-22: most points; then most chips of level 4, of level 3 and so on; then a draw."""
    for seat in range(state.seats):
        shares[seat] = _rank(state, seat)
    share_among_best(shares, state.seats)


@rule
def _rank(state, seat):
    """Points and then the chips of each level, from the highest, as the digits of one number."""
    points, chips = np.int64(0), np.int64(0)
    for level in range(LEVELS - 1, -1, -1):
        count = 0
        for value in range(STEPS * level, STEPS * (level + 1)):
            count += state.treasure[seat, value]
            points += points_of(state, value) * state.treasure[seat, value]
        chips = chips * (MOST_CHIPS + 1) + count
    return points * (MOST_CHIPS + 1) ** LEVELS + chips


# View: what a seat may know, and what could be behind it.


@rule
def hide(state, seat):
    """DS-2, DS-26: a value that others have peeked at is as good as unknown."""
    if not state.peek:
        return
    if state.last >= Action.VALUE and seat != state.looker:
        state.last = Action.VALUE_UNSEEN
    for place in range(1, state.spaces + 1):
        _turn_down(state.path[place], seat)
    for diver in range(state.seats):
        for pile in range(state.piles[diver]):
            _turn_down(state.held[diver, pile], seat)


@rule
def _turn_down(pile, seat):
    """Hide the values that this seat has not seen."""
    for chip in range(PILE):
        if seat == NOBODY or not pile[chip, SEEN] >> seat & 1:
            pile[chip, VALUE] = UNKNOWN


@rule
def deal(state, rng):
    """DS-26: give every chip that somebody has looked at one of the values left for its level."""
    if not state.peek:
        return
    for place in range(1, state.spaces + 1):
        _turn_up(state, state.path[place], rng)
    for diver in range(state.seats):
        for pile in range(state.piles[diver]):
            _turn_up(state, state.held[diver, pile], rng)


@rule
def _turn_up(state, pile, rng):
    weights = np.zeros(STEPS, np.int64)
    for chip in range(PILE):
        if pile[chip, SEEN] and pile[chip, VALUE] == UNKNOWN:
            first = STEPS * (pile[chip, LEVEL] - 1)
            for step in range(STEPS):
                weights[step] = printed(state, first + step) - shown(state, first + step)
            pile[chip, VALUE] = first + weighted(weights, rng)


@rule
def evident(state, choices):
    """DS-8, DS-13: what a diver can do depends on no value."""
    return True


@rule
def opens(before, after):
    """DS-26: chips that others have peeked at are looked at, or turned over at home."""
    return before.peek != 0 and (_looks_anew(before, after) or _turns_over(before, after))


@rule
def _looks_anew(before, after):
    """Whether the diver takes a chip that somebody else has seen and whose value the diver cannot know."""
    if after.last != Action.TAKE:
        return False
    pile = before.path[before.place[before.diver]]
    for chip in range(PILE):
        if pile[chip, SEEN] and not pile[chip, SEEN] >> before.diver & 1:
            if _values_left(before, pile[chip, LEVEL], before.diver) > 1:
                return True
    return False


@rule
def _turns_over(before, after):
    """Whether chips come home that were secret; if all that are left of their level do, to one seat, all know which."""
    for level in range(1, LEVELS + 1):
        left = _chips_left(before, level)
        for seat in range(before.seats):
            new = _brought_home(after, seat, level) - _brought_home(before, seat, level)
            if 0 < new < left and _values_left(before, level, NOBODY) > 1:
                return True
    return False


@rule
def _brought_home(state, seat, level):
    return state.treasure[seat, STEPS * (level - 1) : STEPS * level].sum()


@rule
def _chips_left(state, level):
    """Chips of a level that have not been turned over for all."""
    count = state.chips
    for seat in range(state.seats):
        count -= _brought_home(state, seat, level)
    return count


@rule
def _values_left(state, level, seat):
    """How many different values a chip of this level can have for all that a seat knows."""
    values = 0
    for value in range(STEPS * (level - 1), STEPS * level):
        values += printed(state, value) > _known(state, value, seat)
    return values


@rule
def _known(state, value, seat):
    """How many chips of this value a seat has seen; NOBODY only those brought home."""
    count = 0
    for diver in range(state.seats):
        count += state.treasure[diver, value]
        for pile in range(state.piles[diver]):
            count += _seen_in(state.held[diver, pile], value, seat)
    for place in range(1, state.spaces + 1):
        count += _seen_in(state.path[place], value, seat)
    return count


@rule
def _seen_in(pile, value, seat):
    count = 0
    for chip in range(PILE):
        if seat != NOBODY and pile[chip, VALUE] == value and pile[chip, SEEN] >> seat & 1:
            count += 1
    return count
