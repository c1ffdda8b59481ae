"""A diver who looks down the whole column: what each square and each roll is worth, worked out from the wreck up."""

import numpy as np

from fathom5.games.treasure_divers.house import BONUS, EXCHANGE_POINTS
from fathom5.games.treasure_divers.rules.box import (
    AMOUNT,
    BONUSES,
    CAVE,
    EXCHANGE,
    EXCHANGED,
    FIND,
    FRONTS_LEFT,
    KIND,
    MONSTER,
    OBJECTS,
    OF_KIND,
    OF_SYMBOL,
    SYMBOLS,
    ZONES,
)
from fathom5.games.treasure_divers.rules.verbs import (
    COLUMNS,
    DICE,
    FACE_DOWN,
    FACES,
    GONE,
    KINDS_OF_FIND,
    MOST_PIPS,
    SIDES,
    SURFACE,
    UNLIT,
    WRECK_ROW,
    Action,
    Phase,
    bonuses_left,
    can_be_exchanged,
    objects,
    points_of,
    symbol_here,
    tiles_left,
    wreck_tiles_left,
    zone_of,
)
from fathom5.kernel.chance import below
from fathom5.kernel.game import NOBODY, record_dtype, rule

TRUST, HOPE, SPITE, FORESIGHT = range(4)  # the knobs, see hints.PLAYERS
EAGERNESS = 1.3  # the smaller, the more the first of a collection count; this and the knobs were found by trial
MOST_OBJECTS = max(int((FRONTS_LEFT * OBJECTS[FIND])[KIND[FIND] == kind].sum()) for kind in range(BONUSES))
GOALS = 1 + MOST_OBJECTS + int(max(OBJECTS))  # any goal: else LLVM works out a power each time, in case it is needed
PROMISE = np.array(  # what such a part of a collection promises, by its goal and how much there is of it
    [[(min(have, goal) / max(1, goal)) ** EAGERNESS for have in range(GOALS)] for goal in range(GOALS)]
)
NO_COLUMN = -1
LAST = 15.0  # points that it is worth to end the game ahead of all, and half of that to lose to end it behind
BEAT = np.array(  # TD-15: the chance to beat so many monsters, by dice
    [[1 - (sum(SIDES[:monsters]) / sum(SIDES)) ** dice for monsters in range(FACES)] for dice in range(DICE + 1)]
)
ONE_X, PAIR, ROLLS = 2 * SIDES[0], 2, sum(SIDES) ** DICE  # of all rolls: an X and a certain number; two numbers; all

OUTLOOK = record_dtype(  # what things are worth to the diver, in points
    ("lead", "f8"),  # on the best of the others
    ("find", "f8", KINDS_OF_FIND),
    ("swap", "f8"),  # the best exchange (TD-17),
    ("swapping", "i8"),  # and the action that makes it
    ("wreck", "f8"),
    ("symbol", "f8", (len(ZONES), SYMBOLS, DICE + 1)),  # to take a tile with that symbol, with so many dice left
    ("lit", "f8", (len(ZONES), SYMBOLS)),  # how likely the lamp shows that symbol where it has not been
    ("landing", "f8", (COLUMNS, WRECK_ROW + MOST_PIPS, DICE + 1)),  # to come to a square
    ("deeper", "f8", (COLUMNS, WRECK_ROW + MOST_PIPS, DICE + 1)),  # to dive on from there
)


@rule
def far_sighted(state, choices, brain, rng):
    """Dive to the square, take the tile or make the exchange that is worth most."""
    if state.phase == Phase.WRECK:
        return np.int64(Action.WRECK + best_of_wreck(state))
    return foreseen(state, choices, np.empty(1, OUTLOOK), brain, rng)


@rule
def foreseen(state, choices, outlooks, brain, rng):
    """What looks best after a look around."""
    outlook = outlooks[0]
    look_around(state, outlook, brain)
    if state.phase == Phase.DIVE:
        return best_landing(state, choices, outlook, brain, rng)
    if symbol_here(state) == EXCHANGE:
        return outlook.swapping
    look_down(state, state.column, state.column + 1, outlook, brain)
    deeper = outlook.deeper[state.column, state.row, state.dice]
    if state.phase == Phase.EMPTY:
        return np.int64(Action.ON if deeper >= 0.0 else Action.STOP)
    taken = outlook.symbol[zone_of(state.row), symbol_here(state), state.dice]
    return np.int64(Action.TAKE if taken >= deeper else Action.ON)


@rule
def best_landing(state, choices, outlook, brain, rng):
    """The column and number with the best square; where several are as good, not always the first buoy."""
    first, best, most = below(rng, choices.count), 0, -np.inf
    if state.row == SURFACE:
        look_down(state, 0, COLUMNS, outlook, brain)
    else:
        look_down(state, state.column, state.column + 1, outlook, brain)
    for i in range(choices.count):
        dive = choices.action[(first + i) % choices.count] - Action.DIVE
        points = outlook.landing[dive // MOST_PIPS, state.row + dive % MOST_PIPS + 1, state.dice]
        if points > most:
            best, most = dive, points
    return np.int64(Action.DIVE + best)


# What things are worth.


@rule
def look_around(state, outlook, brain):
    """What it is worth to own something, to exchange, to take a tile or to come to the wreck."""
    set_lead(state, outlook)
    for find in range(KINDS_OF_FIND):
        outlook.find[find] = AMOUNT[find]
    outlook.find[EXCHANGED] = state.house[EXCHANGE_POINTS]
    for kind in range(BONUSES):
        if state.bonus[kind] == NOBODY:
            add_bonuses(state, kind, outlook, brain)
    set_swap(state, outlook, brain)
    set_wreck(state, outlook)
    for zone in ZONES:
        is_last = tiles_left(state, zone) == 1
        for symbol in range(SYMBOLS):
            set_symbol(state, zone, symbol, is_last, outlook)
        set_lit(state, zone, outlook)


@rule
def set_lead(state, outlook):
    most = -np.inf
    for seat in range(state.seats):
        if seat != state.diver:
            most = max(most, float(points_of(state, seat)))
    outlook.lead = points_of(state, state.diver) - most


@rule
def add_bonuses(state, kind, outlook, brain):
    """To the points of finds, the bonus or the hope of it that they nourish (TD-18)."""
    before, goal = objects(state, state.diver, kind), int(state.goal[kind])
    for find in range(OF_KIND[kind, 0], OF_KIND[kind, 1]):
        after = before + OBJECTS[find]
        if after < goal:
            hoped = promise(after, goal) - promise(before, goal)
            outlook.find[find] += brain.knob[HOPE] * state.house[BONUS] * hoped
        else:
            outlook.find[find] += state.house[BONUS]
            if bonuses_left(state) == 1:
                outlook.find[find] = ending(outlook.lead + outlook.find[find])


@rule
def promise(have, goal):
    """How likely a collection is to be completed of which there is so much."""
    return PROMISE[min(goal, GOALS - 1), have]


@rule
def ending(lead):
    """TD-19: what it is worth to end the game with such a lead."""
    return LAST if lead > 0 else -LAST / 2


@rule
def set_swap(state, outlook, brain):
    """TD-17: keep the points, or take what helps the diver and hurts another most."""
    outlook.swap, outlook.swapping = outlook.find[EXCHANGED], Action.TAKE
    for find in range(KINDS_OF_FIND):
        if can_be_exchanged(find):
            loss = AMOUNT[find] - state.house[EXCHANGE_POINTS]
            points = outlook.find[find] + brain.knob[SPITE] * loss / (state.seats - 1)
            if points > outlook.swap:
                for seat in range(state.seats):
                    if seat != state.diver and state.held[seat, find] > 0:
                        outlook.swap, outlook.swapping = points, Action.EXCHANGE + KINDS_OF_FIND * seat + find


@rule
def set_wreck(state, outlook):
    find = best_of_wreck(state)
    outlook.wreck = outlook.find[find]
    if wreck_tiles_left(state) == 1:
        outlook.wreck = ending(outlook.lead + AMOUNT[find])


@rule
def best_of_wreck(state):
    """TD-14: the finds of the wreck with the most coins come last."""
    find = KINDS_OF_FIND - 1
    while state.wreck[find] == 0:
        find -= 1
    return find


@rule
def set_symbol(state, zone, symbol, is_last, outlook):
    """A tile with this symbol; the number of dice only matters where a monster may be."""
    fights = symbol in (MONSTER, CAVE)
    for dice in range(1, DICE + 1):
        points = outlook.symbol[zone, symbol, 1]
        if dice == 1 or fights:
            points = worth_of_symbol(state, zone, symbol, dice, outlook)
            if is_last:
                points = ending(outlook.lead + points)
        outlook.symbol[zone, symbol, dice] = points


@rule
def set_lit(state, zone, outlook):
    """TD-11: any of the symbols of this zone that no lamp has shown yet."""
    count = 0
    for symbol in range(SYMBOLS):
        count += state.unlit[zone, symbol]
    for symbol in range(SYMBOLS):
        outlook.lit[zone, symbol] = state.unlit[zone, symbol] / max(1, count)


@rule
def worth_of_symbol(state, zone, symbol, dice, outlook):
    """The mean of all fronts that a tile with this symbol can have."""
    if symbol == EXCHANGE:
        return outlook.swap
    total, count = 0.0, 0
    for front in range(OF_SYMBOL[zone, symbol, 0], OF_SYMBOL[zone, symbol, 1]):
        total += state.face_down[front] * worth_of_front(front, dice, outlook)
        count += state.face_down[front]
    return total / max(1, count)


@rule
def worth_of_front(front, dice, outlook):
    """TD-15: monsters only count as far as they can be beaten."""
    find = FIND[front]
    return outlook.find[find] * (BEAT[dice, AMOUNT[find]] if KIND[find] == MONSTER else 1.0)


# The column.


@rule
def look_down(state, first, end, outlook, brain):
    """What it is worth to dive on from the lamp's row in some columns, and to come to the rows below it."""
    outlook.landing[first:end, WRECK_ROW:] = outlook.wreck
    lit = 0  # in which columns the lamp has been below the row, a bit for each: all others are alike
    for row in range(WRECK_ROW - 1, state.row - 1, -1):
        model = NO_COLUMN
        for column in range(first, end):  # side by side, so that none waits for what another needs first
            is_lit = state.symbol[column, row] != UNLIT
            lit |= is_lit << column
            if model != NO_COLUMN and not lit >> column & 1:
                copy_square(column, row, model, outlook)
                continue
            set_deeper(column, row, outlook, brain)
            if row > state.row:
                for dice in range(1, DICE + 1):
                    outlook.landing[column, row, dice] = worth_of_landing(state, column, row, dice, outlook)
            if not lit >> column & 1:
                model = column


@rule
def copy_square(column, row, model, outlook):
    """It is worth as much in this column as in another."""
    for dice in range(1, DICE + 1):
        outlook.deeper[column, row, dice] = outlook.deeper[model, row, dice]
        outlook.landing[column, row, dice] = outlook.landing[model, row, dice]


@rule
def set_deeper(column, row, outlook, brain):
    """TD-8, TD-9: the mean of all rolls; of two numbers the better one, and nothing for no number."""
    one, two, pairs = 0.0, 0.0, 0.0
    for number in range(1, FACES):
        one += outlook.landing[column, row + number, 1]
        two += outlook.landing[column, row + number, 2]
        for other in range(1, number):
            pairs += max(outlook.landing[column, row + number, 2], outlook.landing[column, row + other, 2])
    outlook.deeper[column, row, 1] = brain.knob[TRUST] / sum(SIDES) * one
    outlook.deeper[column, row, 2] = brain.knob[TRUST] / ROLLS * (ONE_X * one + two + PAIR * pairs)


@rule
def worth_of_landing(state, column, row, dice, outlook):
    """What the diver can make of a square: take what lies there, or dive on."""
    symbol, deeper = state.symbol[column, row], outlook.deeper[column, row, dice]
    if state.front[column, row] != FACE_DOWN:
        return worth_of_front(state.front[column, row], dice, outlook)
    if symbol == GONE:
        return max(0.0, deeper)
    if symbol != UNLIT:
        return worth_of_lit(zone_of(row), symbol, dice, deeper, outlook)
    total, zone = 0.0, zone_of(row)
    for other in range(SYMBOLS):
        total += outlook.lit[zone, other] * worth_of_lit(zone, other, dice, deeper, outlook)
    return total


@rule
def worth_of_lit(zone, symbol, dice, deeper, outlook):
    """TD-15, TD-17: monsters and exchanges leave no choice to dive on."""
    points = outlook.symbol[zone, symbol, dice]
    return points if symbol in (MONSTER, EXCHANGE) else max(points, deeper)
