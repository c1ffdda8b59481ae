"""The rules of Treasure Divers; TD-n are the clauses of its rulebook."""

from enum import IntEnum

import numpy as np

from fathom5.games.treasure_divers.house import BONUS, EXCHANGE_POINTS, FIRST_GOAL, HOUSE
from fathom5.games.treasure_divers.rules.box import (
    AMOUNT,
    BONUSES,
    EXCHANGE,
    EXCHANGED,
    FIND,
    FINDS,
    FRONTS,
    FRONTS_LEFT,
    KIND,
    MONSTER,
    OBJECTS,
    OF_KIND,
    OF_SYMBOL,
    SYMBOLS,
    SYMBOLS_LEFT,
    WRECK_LEFT,
    WRECKED,
    ZONES,
)
from fathom5.kernel.game import CHANCE, NOBODY, choices_dtype, offer, offer_odds, rule, state_dtype, take_house_rules
from fathom5.kernel.winning import share_among_best

# Constants: what is in the box, besides the tiles.

MOST_PLAYERS = 4
DICE = 2
X, MOST_PIPS = 0, 4  # TD-1: the faces are X and the numbers 1 to 4
FACES = MOST_PIPS + 1
SIDES = (2, 1, 1, 1, 1)  # of a die, by face
WAYS_OF_ONE = np.array(SIDES, np.int32)
WAYS_OF_TWO = np.outer(WAYS_OF_ONE, WAYS_OF_ONE).ravel()
COLUMNS, ROWS, ROWS_OF_ZONE = 5, 10, 5  # TD-2
SURFACE, WRECK_ROW = 0, ROWS + 1
PATIENCE = 60  # TD-21: turns
UNLIT, GONE = -1, -2  # instead of a tile's symbol
FACE_DOWN = -1  # instead of a tile's front
KINDS_OF_FIND = len(FINDS)


class Phase(IntEnum):
    FIRST = 0  # chance says who begins
    ROLL = 1  # chance rolls
    DIVE = 2
    LAMP = 3  # chance says which symbol the lamp shows
    TILE = 4  # take it, exchange it or dive on
    EMPTY = 5  # dive on or stop
    WRECK = 6
    FRONT = 7  # chance turns the tile over
    FIGHT = 8  # chance rolls


class Action(IntEnum):
    TAKE = 0
    ON = 1
    STOP = 2
    DIVE = 3  # column c, number n, with DIVE + 4 c + n - 1
    WRECK = DIVE + COLUMNS * MOST_PIPS  # find f, with WRECK + f
    EXCHANGE = WRECK + KINDS_OF_FIND  # seat s, find f, with EXCHANGE + KINDS_OF_FIND s + f
    FIRST = EXCHANGE + MOST_PLAYERS * KINDS_OF_FIND  # seat s, with FIRST + s
    ROLL = FIRST + MOST_PLAYERS  # dice a and b, with ROLL + 5 a + b
    ROLL_ONE = ROLL + FACES**DICE  # die a, with ROLL_ONE + a
    FIGHT = ROLL_ONE + FACES  # the same two for a fight
    FIGHT_ONE = FIGHT + FACES**DICE
    LIT = FIGHT_ONE + FACES  # symbol s, with LIT + s
    FRONT = LIT + SYMBOLS  # front f, with FRONT + f


# State. A find is a kind with an amount, by its place among FINDS; a front is one of a zone and a symbol.

STATE = state_dtype(
    __name__,
    ("phase", "i1"),
    ("diver", "i1"),  # whose turn it is, also while chance acts
    ("memory", "i1"),  # TD-22
    ("dice", "i1"),  # not put aside in this dive
    ("rolled", "i1", DICE),  # the last roll; X also for a die that was put aside before
    ("column", "i1"),  # of the lamp
    ("row", "i1"),  # of the lamp; SURFACE before the first step of a dive
    ("idle", "i1"),  # TD-21: turns in a row in which nothing left the board
    ("symbol", "i1", (COLUMNS, ROWS + 1)),  # that the lamp has shown, or UNLIT or GONE; row 0 stays empty
    ("front", "i1", (COLUMNS, ROWS + 1)),  # TD-15: of a monster that all have seen, else FACE_DOWN
    ("unlit", "i1", (len(ZONES), SYMBOLS)),  # tiles that no lamp has shown
    ("face_down", "i1", FRONTS),  # tiles that nobody has turned over
    ("wreck", "i1", KINDS_OF_FIND),  # TD-6: what is left there
    ("goal", "i1", BONUSES),  # TD-7: objects for each bonus token
    ("bonus", "i1", BONUSES),  # whose the token is, or NOBODY
    ("held", "i1", (MOST_PLAYERS, KINDS_OF_FIND)),
    house=HOUSE,
)
CHOICES = choices_dtype(  # the most are two dice, or an exchange with three divers who own one find of every kind
    max(FACES**DICE, 1 + (MOST_PLAYERS - 1) * KINDS_OF_FIND)
)


# Setup.


@rule
def setup(state, options):
    """TD-2, TD-4 to TD-7, TD-22: a tile on every square; chance says who begins (TD-8)."""
    take_house_rules(state, options)
    state.seats = options.players
    state.memory = options.memory
    state.symbol[:] = UNLIT
    state.symbol[:, SURFACE] = GONE
    state.front[:] = FACE_DOWN
    state.unlit[:] = SYMBOLS_LEFT
    state.face_down[:] = FRONTS_LEFT
    state.wreck[:] = WRECK_LEFT
    for kind in range(BONUSES):
        state.goal[kind] = state.house[FIRST_GOAL + kind]
    state.bonus[:] = NOBODY
    state.seat = CHANCE


# Legal.


@rule
def legal(state, choices):
    """Offer what can happen now."""
    if state.seat == NOBODY:
        return
    if state.phase == Phase.ROLL:
        _offer_rolls(state, choices, Action.ROLL, Action.ROLL_ONE)
    elif state.phase == Phase.DIVE:
        _offer_dives(state, choices)
    elif state.phase == Phase.LAMP:
        _offer_symbols(state, choices)
    elif state.phase == Phase.TILE:
        _offer_tile(state, choices)
    elif state.phase == Phase.EMPTY:  # TD-12
        offer(choices, Action.ON)
        offer(choices, Action.STOP)
    elif state.phase == Phase.WRECK:
        _offer_wreck(state, choices)
    elif state.phase == Phase.FRONT:
        _offer_fronts(state, choices)
    elif state.phase == Phase.FIGHT:
        _offer_rolls(state, choices, Action.FIGHT, Action.FIGHT_ONE)
    else:
        for seat in range(state.seats):
            offer(choices, Action.FIRST + seat)  # TD-8


@rule
def _offer_rolls(state, choices, two, one):
    """TD-1, TD-8: roll the dice that are left."""
    if state.dice == 1:
        offer_odds(choices, one, WAYS_OF_ONE)
    else:
        offer_odds(choices, two, WAYS_OF_TWO)


@rule
def _offer_dives(state, choices):
    """TD-9: one of the numbers, in any column at first, then in the same."""
    if state.row == SURFACE:
        for column in range(COLUMNS):
            _offer_numbers(state, choices, column)
    else:
        _offer_numbers(state, choices, state.column)


@rule
def _offer_numbers(state, choices, column):
    """TD-34: two equal dice are one move."""
    a, b = state.rolled[0], state.rolled[1]
    if a != X:
        offer(choices, dive_action(column, a))
    if b != X and b != a:
        offer(choices, dive_action(column, b))


@rule
def dive_action(column, number):
    return Action.DIVE + MOST_PIPS * column + number - 1


@rule
def _offer_symbols(state, choices):
    """TD-11: the symbols of this zone that no lamp has shown yet."""
    unlit = state.unlit[zone_of(state.row)]
    for symbol in range(SYMBOLS):
        if unlit[symbol] > 0:
            offer(choices, Action.LIT + symbol, unlit[symbol])


@rule
def zone_of(row):
    """TD-2: the light rows lie above the dark ones."""
    return (row - 1) // ROWS_OF_ZONE


@rule
def _offer_tile(state, choices):
    """TD-11: take the tile or dive on; TD-17: there is no diving on from an exchange."""
    offer(choices, Action.TAKE)
    if symbol_here(state) == EXCHANGE:
        _offer_exchanges(state, choices)
    else:
        offer(choices, Action.ON)


@rule
def symbol_here(state):
    return state.symbol[state.column, state.row]


@rule
def _offer_exchanges(state, choices):
    """TD-17, TD-34: one of an opponent's finds, equal ones once."""
    for seat in range(state.seats):
        if seat != state.diver:
            for find in range(KINDS_OF_FIND):
                if state.held[seat, find] > 0 and can_be_exchanged(find):
                    offer(choices, Action.EXCHANGE + KINDS_OF_FIND * seat + find)


@rule
def can_be_exchanged(find):
    """TD-17, TD-32: treasures, seaweed and what is from the wreck; no monsters and no exchange tiles."""
    return KIND[find] < MONSTER or KIND[find] == WRECKED


@rule
def _offer_wreck(state, choices):
    """TD-14, TD-34: what is left, equal tiles once."""
    for find in range(KINDS_OF_FIND):
        if state.wreck[find] > 0:
            offer(choices, Action.WRECK + find)


@rule
def _offer_fronts(state, choices):
    """TD-4, TD-5: any front of this zone and symbol that nobody has seen."""
    first, end = fronts_here(state)
    for front in range(first, end):
        if state.face_down[front] > 0:
            offer(choices, Action.FRONT + front, state.face_down[front])


@rule
def fronts_here(state):
    """From which front to before which: those that a tile with the symbol here can have."""
    bounds = OF_SYMBOL[zone_of(state.row), symbol_here(state)]
    return bounds[0], bounds[1]


@rule
def only_front(state):
    """The front of the tile here if it can have but one, else FACE_DOWN."""
    first, end = fronts_here(state)
    only = FACE_DOWN
    for front in range(first, end):
        if state.face_down[front] > 0:
            if only != FACE_DOWN:
                return FACE_DOWN
            only = front
    return only


# Apply.


@rule
def apply(state, action):
    """Make a legal action happen."""
    state.last = action
    if action >= Action.FRONT:
        _turn_over(state, action - Action.FRONT)
    elif action >= Action.LIT:
        _light(state, action - Action.LIT)
    elif action >= Action.FIGHT:
        _fight(state, action - Action.FIGHT)
    elif action >= Action.ROLL:
        _roll(state, action - Action.ROLL)
    elif action >= Action.FIRST:
        _begin_turn(state, action - Action.FIRST)
    elif action >= Action.EXCHANGE:
        _exchange(state, (action - Action.EXCHANGE) // KINDS_OF_FIND, (action - Action.EXCHANGE) % KINDS_OF_FIND)
    elif action >= Action.WRECK:
        _take_from_wreck(state, action - Action.WRECK)
    elif action >= Action.DIVE:
        _dive(state, (action - Action.DIVE) // MOST_PIPS, (action - Action.DIVE) % MOST_PIPS + 1)
    elif action == Action.STOP:
        _end_idle_turn(state)
    elif action == Action.ON:
        _to(state, Phase.ROLL)
    else:
        _pick_up(state)


@rule
def _to(state, phase):
    """Turn to a phase, and to whoever acts in it."""
    state.phase = phase
    decides = phase == Phase.DIVE or phase == Phase.TILE or phase == Phase.EMPTY or phase == Phase.WRECK
    state.seat = state.diver if decides else CHANCE


@rule
def _begin_turn(state, diver):
    """TD-8: all dice, and the lamp back on the boat."""
    state.diver = diver
    state.dice = DICE
    state.column = 0
    state.row = SURFACE
    _to(state, Phase.ROLL)


@rule
def _note_roll(state, roll):
    """What the dice show: two of them, or the only one that is left."""
    if roll < FACES**DICE:
        state.rolled[0], state.rolled[1] = roll // FACES, roll % FACES
    else:
        state.rolled[0], state.rolled[1] = roll - FACES**DICE, X


@rule
def _roll(state, roll):
    """TD-8: each X is put aside; without a number the turn ends with nothing."""
    _note_roll(state, roll)
    state.dice = 0
    for face in state.rolled:
        state.dice += face != X
    if state.dice == 0:
        _end_idle_turn(state)
    else:
        _to(state, Phase.DIVE)


@rule
def _dive(state, column, number):
    """TD-9, TD-10: exactly so many squares down, but no deeper than the wreck."""
    state.column = column
    state.row = min(state.row + number, WRECK_ROW)
    if state.row == WRECK_ROW:
        _to(state, Phase.WRECK)
    elif symbol_here(state) == GONE:
        _to(state, Phase.EMPTY)
    elif symbol_here(state) == UNLIT:
        _to(state, Phase.LAMP)
    else:
        _face_tile(state)


@rule
def _light(state, symbol):
    """TD-11: all see the symbol."""
    state.unlit[zone_of(state.row), symbol] -= 1
    state.symbol[state.column, state.row] = symbol
    _face_tile(state)


@rule
def _face_tile(state):
    """TD-11: choose what to do with the tile, unless it is a monster (TD-15)."""
    if state.front[state.column, state.row] != FACE_DOWN:
        _to(state, Phase.FIGHT)  # only of monsters that have won the front is known (TD-31)
    elif symbol_here(state) == MONSTER:
        _pick_up(state)
    else:
        _to(state, Phase.TILE)


@rule
def _pick_up(state):
    """TD-13: turn the tile over; where it can have but one front, chance has nothing to say."""
    front = only_front(state)
    if front == FACE_DOWN:
        _to(state, Phase.FRONT)
    else:
        _turn_over(state, front)


@rule
def _turn_over(state, front):
    """TD-13: the tile is kept; TD-15, TD-16: a monster is fought first."""
    state.face_down[front] -= 1
    state.front[state.column, state.row] = front
    if KIND[FIND[front]] == MONSTER:
        _to(state, Phase.FIGHT)
    else:
        _keep_tile(state)


@rule
def _fight(state, roll):
    """TD-15: any number as high as the monsters wins; otherwise the tile stays."""
    _note_roll(state, roll)
    if max(state.rolled[0], state.rolled[1]) >= AMOUNT[find_here(state)]:
        _keep_tile(state)
    else:
        _end_idle_turn(state)


@rule
def find_here(state):
    """What the tile under the lamp is, once it is turned over."""
    return FIND[state.front[state.column, state.row]]


@rule
def _keep_tile(state):
    """TD-13: the tile goes to the diver."""
    state.held[state.diver, find_here(state)] += 1
    _clear_square(state)
    _end_turn_of_change(state)


@rule
def _clear_square(state):
    """The tile has left the board."""
    state.symbol[state.column, state.row] = GONE
    state.front[state.column, state.row] = FACE_DOWN


@rule
def _exchange(state, seat, find):
    """TD-17: the tile goes to this opponent, and this find of theirs to the diver."""
    state.face_down[fronts_here(state)[0]] -= 1
    state.held[seat, EXCHANGED] += 1
    state.held[seat, find] -= 1
    state.held[state.diver, find] += 1
    _clear_square(state)
    _end_turn_of_change(state)


@rule
def _take_from_wreck(state, find):
    """TD-14: one tile of the wreck goes to the diver."""
    state.wreck[find] -= 1
    state.held[state.diver, find] += 1
    _end_turn_of_change(state)


@rule
def _end_turn_of_change(state):
    """TD-18, TD-33: bonus tokens first; then the game may be over (TD-19)."""
    _claim_bonuses(state)
    state.idle = 0
    _pass_on(state, is_last_gone(state))


@rule
def _end_idle_turn(state):
    """TD-21: after too many of these in a row the game is over."""
    state.idle += 1
    _pass_on(state, state.idle == PATIENCE)


@rule
def _pass_on(state, over):
    """TD-8: the next diver clockwise, unless the game is over."""
    if over:
        state.seat = NOBODY
    else:
        _begin_turn(state, (state.diver + 1) % state.seats)


@rule
def _claim_bonuses(state):
    """TD-18: the first diver with enough of a kind gets its token for good."""
    for kind in range(BONUSES):
        if state.bonus[kind] == NOBODY and objects(state, state.diver, kind) >= state.goal[kind]:
            state.bonus[kind] = state.diver


@rule
def objects(state, seat, kind):
    """TD-7: how many objects of this kind are on the tiles of a seat; seaweed counts by the tile."""
    count = np.int64(0)
    for find in range(OF_KIND[kind, 0], OF_KIND[kind, 1]):
        count += OBJECTS[find] * state.held[seat, find]
    return count


# The end.


@rule
def is_last_gone(state):
    """TD-19: the last bonus token, light tile, dark tile or wreck tile has left the board."""
    return (
        bonuses_left(state) == 0
        or tiles_left(state, ZONES[0]) == 0
        or tiles_left(state, ZONES[1]) == 0
        or wreck_tiles_left(state) == 0
    )


@rule
def bonuses_left(state):
    left = 0
    for kind in range(BONUSES):
        left += state.bonus[kind] == NOBODY
    return left


@rule
def tiles_left(state, zone):
    """On the squares of a zone, lit or not."""
    left = 0
    first = 1 + zone * ROWS_OF_ZONE
    for column in range(COLUMNS):
        for row in range(first, first + ROWS_OF_ZONE):
            left += state.symbol[column, row] != GONE
    return left


@rule
def wreck_tiles_left(state):
    left = 0
    for find in range(KINDS_OF_FIND):
        left += state.wreck[find]
    return left


# Score.


@rule
def score(state, points):
    """TD-20: the amounts on the tiles, 2 for an exchange, nothing for seaweed; and the bonus tokens."""
    for seat in range(state.seats):
        points[seat] = points_of(state, seat)


@rule
def points_of(state, seat):
    points = np.int64(0)
    for find in range(KINDS_OF_FIND):
        points += AMOUNT[find] * state.held[seat, find]
    points += (state.house[EXCHANGE_POINTS] - AMOUNT[EXCHANGED]) * state.held[seat, EXCHANGED]
    for kind in range(BONUSES):
        points += state.house[BONUS] * (state.bonus[kind] == seat)
    return points


@rule
def win(state, shares):
    """TD-20: most points; ties share the victory."""
    score(state, shares)
    share_among_best(shares, state.seats)


# View: nobody knows more than another; what no one has seen is not in the record.


@rule
def hide(state, seat):
    """TD-11, TD-15: all that was seen, all have seen."""


@rule
def deal(state, rng):
    """There is nothing to undo."""


@rule
def evident(state, choices):
    """Nothing that can be done depends on a secret."""
    return True


@rule
def opens(before, after):
    """There is nothing to learn but what chance tells."""
    return False
