"""What a bot should know of Treasure Divers: when to take, when to dare, and what to swap."""

import numpy as np

from fathom5.games.treasure_divers.hints.foresight import (
    BEAT,
    FORESIGHT,
    HOPE,
    SPITE,
    TRUST,
    best_of_wreck,
    far_sighted,
    worth_of_front,
)
from fathom5.games.treasure_divers.house import BONUS, EXCHANGE_POINTS
from fathom5.games.treasure_divers.rules.box import (
    AMOUNT,
    BONUSES,
    CAVE,
    DARK,
    EXCHANGE,
    EXCHANGED,
    FIND,
    FRONTS_LEFT,
    KIND,
    LIGHT,
    MONSTER,
    OBJECTS,
    OF_KIND,
    OF_SYMBOL,
    SHELL,
    SYMBOLS,
    WRECK_LEFT,
    ZONES,
)
from fathom5.games.treasure_divers.rules.verbs import (
    DICE,
    FACE_DOWN,
    FACES,
    GONE,
    KINDS_OF_FIND,
    MOST_PIPS,
    ROWS,
    ROWS_OF_ZONE,
    SIDES,
    SURFACE,
    UNLIT,
    WRECK_ROW,
    Action,
    Phase,
    X,
    objects,
    points_of,
    symbol_here,
    tiles_left,
    win,
    wreck_tiles_left,
    zone_of,
)
from fathom5.kernel.chance import below
from fathom5.kernel.game import NOBODY, record_dtype, rule

# The players by name, each with the knobs it can be tuned by.
PLAYERS: dict[str, tuple[float, ...]] = {
    # trust in what lies deeper than the next roll; hope for bonuses; joy in others' loss; whether to look further
    "hinted": (0.85, 1.0, 0.5, 0),
    "cautious": (0.0, 1.0, 0.5, 0),  # never counts on a second roll
    "far_sighted": (0.94, 1.0, 0.5, 1),  # wins 47 % against two hinted, but takes twice their time
}
# After forty actions prospects tell more than the luck of the rest, and they differ little from move to move.
SEARCH = {"playouts": "far_sighted", "horizon": 40, "exploration": 0.1}

SWAP = 1.0  # points that an exchange brings more than to keep it, about
SHARPNESS, PROMISE, MY_TURN = 0.78, 3.0, 1.1  # of a lead in points; of an open bonus, in points; of the turn to come
LIGHT_A_TURN, DARK_A_TURN, WRECK_A_TURN, TOKENS_A_TURN = 0.095, 0.167, 0.132, 0.115  # what leaves the board
ROLLS = sum(SIDES) ** DICE


# A roll.


def mean_of_rolls(dice, one, two):
    """What a roll is worth on average, if each number is worth this with one die left or with two; an X is worth 0."""
    total = 0.0
    for a in range(FACES):
        for b in range(FACES):
            if dice == 1:
                best = one[a]
            elif a == X or b == X:
                best = one[a] + one[b]
            else:
                best = max(two[a], two[b])
            total += SIDES[a] * SIDES[b] * best
    return total / ROLLS


roll = rule(mean_of_rolls)


# What diving on is worth at the start of a game, in points: an estimate for all rolls but the next.


def _mean_points() -> list[float]:
    """Of a light tile, a dark one and one of the wreck; monsters count as far as two dice beat them."""
    kept = np.array([BEAT[DICE, AMOUNT[find]] if KIND[find] == MONSTER else 1.0 for find in FIND])
    points = kept * AMOUNT[FIND] * FRONTS_LEFT
    zones = [slice(OF_SYMBOL[zone, SHELL, 0], OF_SYMBOL[zone, CAVE, 1]) for zone in ZONES]
    means = [points[zone].sum() / FRONTS_LEFT[zone].sum() for zone in zones]
    return [*means, (AMOUNT * WRECK_LEFT).sum() / WRECK_LEFT.sum()]


def _depths() -> np.ndarray:
    """By dice left and row: take the mean of what comes, or dive on from there."""
    means, worth = _mean_points(), np.zeros((DICE + 1, WRECK_ROW + 1))
    for row in range(WRECK_ROW - 1, SURFACE - 1, -1):
        below = [min(row + number, WRECK_ROW) for number in range(1, FACES)]
        one, two = ([0.0] + [max(means[(r - 1) // ROWS_OF_ZONE], worth[dice, r]) for r in below] for dice in (1, 2))
        worth[1:, row] = mean_of_rolls(1, one, two), mean_of_rolls(2, one, two)
    return worth


DEPTHS = _depths()


# What things are worth to the diver.

GLANCE = record_dtype(  # at the start of a decision, in points
    ("find", "f8", KINDS_OF_FIND),
    ("symbol", "f8", (len(ZONES), SYMBOLS, DICE + 1)),  # of a tile with that symbol, with so many dice left
    ("unlit", "f8", FACES),  # of a square so far down that no lamp has shown: in all columns the same
)


@rule
def glance_at_finds(state, glance, brain):
    """Its points, and the hope of a bonus that it nourishes (TD-18)."""
    for find in range(KINDS_OF_FIND):
        glance.find[find] = AMOUNT[find]
    glance.find[EXCHANGED] = state.house[EXCHANGE_POINTS]
    for kind in range(BONUSES):
        if state.bonus[kind] == NOBODY:
            before, goal = objects(state, state.diver, kind), int(state.goal[kind])
            for find in range(OF_KIND[kind, 0], OF_KIND[kind, 1]):
                glance.find[find] += hope_of_bonus(before, before + OBJECTS[find], goal, state.house[BONUS], brain)


@rule
def hope_of_bonus(before, after, goal, bonus, brain):
    """What more objects of a kind add to what its token promises."""
    if after >= goal:
        return np.float64(bonus)
    return brain.knob[HOPE] * bonus * (after**2 - before**2) / goal**2


@rule
def glance_at_symbols(state, zone, glance):
    """The mean of all fronts that a tile with each symbol can have; dice only matter where a monster may be."""
    for symbol in range(SYMBOLS):
        worth = worth_of_symbol(state, zone, symbol, 1, glance)
        glance.symbol[zone, symbol, 1] = worth
        fights = symbol in (MONSTER, CAVE)
        glance.symbol[zone, symbol, DICE] = worth_of_symbol(state, zone, symbol, DICE, glance) if fights else worth


@rule
def worth_of_symbol(state, zone, symbol, dice, glance):
    total, count = 0.0, 0
    for front in range(OF_SYMBOL[zone, symbol, 0], OF_SYMBOL[zone, symbol, 1]):
        total += state.face_down[front] * worth_of_front(front, dice, glance)
        count += state.face_down[front]
    return total / max(1, count)


@rule
def glance_below(state, glance, brain):
    """What there is to find, and what the tiles within a roll may be."""
    glance_at_finds(state, glance, brain)
    for zone in range(zone_of(max(state.row, 1)), zone_of(min(state.row + MOST_PIPS, ROWS)) + 1):
        glance_at_symbols(state, zone, glance)


@rule
def glance_at_unlit(state, glance, brain):
    """What squares may be to which the dice lead, where no lamp has been."""
    for number in state.rolled:
        row = state.row + number
        if number != X and row < WRECK_ROW:
            deeper = brain.knob[TRUST] * DEPTHS[state.dice, row]
            glance.unlit[number] = worth_of_unlit(state, zone_of(row), state.dice, deeper, glance)


@rule
def worth_of_landing(state, column, row, dice, glance, brain):
    """What the diver can make of a square: take it, or dive on by the estimate."""
    if row >= WRECK_ROW:
        return glance.find[best_of_wreck(state)]
    deeper = brain.knob[TRUST] * DEPTHS[dice, row]
    symbol, front = state.symbol[column, row], state.front[column, row]
    if front != FACE_DOWN:
        return worth_of_front(front, dice, glance)
    if symbol == GONE:
        return deeper
    if symbol == UNLIT:
        return worth_of_unlit(state, zone_of(row), dice, deeper, glance)
    return max(deeper, glance.symbol[zone_of(row), symbol, dice])


@rule
def worth_of_unlit(state, zone, dice, deeper, glance):
    """The mean of all symbols that the lamp may show; monsters and exchanges leave no choice to dive on."""
    total, count = 0.0, 0
    for symbol in range(SYMBOLS):
        left = state.unlit[zone, symbol]
        seen = SWAP + state.house[EXCHANGE_POINTS] if symbol == EXCHANGE else glance.symbol[zone, symbol, dice]
        total += left * (seen if symbol == MONSTER else max(seen, deeper))
        count += left
    return total / max(1, count)


# The players.


@rule
def policy(state, choices, brain, rng):
    """Dive where most is to be hoped for, take what is better than that, and swap what is better than two points."""
    if brain.knob[FORESIGHT] > 0:
        return far_sighted(state, choices, brain, rng)
    if state.phase == Phase.DIVE:
        return best_dive(state, choices, np.empty(1, GLANCE), brain, rng)
    if state.phase == Phase.WRECK:
        return np.int64(Action.WRECK + best_of_wreck(state))
    if state.phase == Phase.EMPTY:
        return np.int64(Action.ON)  # there is nothing to lose
    if symbol_here(state) == EXCHANGE:
        return best_exchange(state, choices, np.empty(1, GLANCE), brain)
    return np.int64(Action.TAKE if is_worth_taking(state, np.empty(1, GLANCE), brain) else Action.ON)


@rule
def best_dive(state, choices, glances, brain, rng):
    """The column and number with the best square; where several are as good, not always the first buoy."""
    first, best, most = below(rng, choices.count), 0, -1.0
    glance = glances[0]
    glance_below(state, glance, brain)
    glance_at_unlit(state, glance, brain)
    for i in range(choices.count):
        at = first + i if first + i < choices.count else first + i - choices.count
        dive = choices.action[at] - Action.DIVE
        column, number = dive // MOST_PIPS, dive % MOST_PIPS + 1
        if state.row + number < WRECK_ROW and state.symbol[column, state.row + number] == UNLIT:
            points = glance.unlit[number]
        else:
            points = worth_of_landing(state, column, state.row + number, state.dice, glance, brain)
        if points > most:
            best, most = dive, points
    return np.int64(Action.DIVE + best)


@rule
def best_exchange(state, choices, glances, brain):
    """TD-17: keep the points, or take what helps the diver and hurts the other most."""
    best, most, glance = 0, np.float64(state.house[EXCHANGE_POINTS]), glances[0]
    glance_at_finds(state, glance, brain)
    for i in range(1, choices.count):
        find = (choices.action[i] - Action.EXCHANGE) % KINDS_OF_FIND
        loss = AMOUNT[find] - state.house[EXCHANGE_POINTS]
        points = glance.find[find] + brain.knob[SPITE] * loss / (state.seats - 1)
        if points > most:
            best, most = i, points
    return np.int64(choices.action[best])


@rule
def is_worth_taking(state, glances, brain):
    """Whether the tile is worth more than to dive on; the last of its zone, whether that wins the game (TD-19)."""
    zone, glance = zone_of(state.row), glances[0]
    glance_below(state, glance, brain)
    taken = glance.symbol[zone, symbol_here(state), state.dice]
    if tiles_left(state, zone) == 1:
        return is_ahead(state, taken)
    return taken >= worth_of_diving_on(state, glance, brain)


@rule
def worth_of_diving_on(state, glance, brain):
    """Exact for the next roll, an estimate for those after it."""
    return roll(state.dice, landings(state, 1, glance, brain), landings(state, 2, glance, brain))


@rule
def landings(state, dice, glance, brain):
    """What each face of a die leads to, with so many dice left."""
    return (
        0.0,
        worth_of_landing(state, state.column, state.row + 1, dice, glance, brain),
        worth_of_landing(state, state.column, state.row + 2, dice, glance, brain),
        worth_of_landing(state, state.column, state.row + 3, dice, glance, brain),
        worth_of_landing(state, state.column, state.row + 4, dice, glance, brain),
    )


@rule
def is_ahead(state, more):
    """Whether nobody would have more points than the diver with some more."""
    own = points_of(state, state.diver) + more
    for seat in range(state.seats):
        if seat != state.diver and points_of(state, seat) > own:
            return False
    return True


# What a game that is cut short is worth: logits fitted to 17,000 games of hinted divers.


@rule
def value(state, shares):
    """Who is ahead is likely to win, the likelier the fewer turns are left."""
    if state.seat == NOBODY:
        win(state, shares)
        return
    sharpness = SHARPNESS / np.sqrt(turns_left(state))
    most = 0.0
    for seat in range(state.seats):
        shares[seat] = prospects(state, seat)
        most = max(most, shares[seat])
    total = 0.0
    for seat in range(state.seats):
        shares[seat] = np.exp(sharpness * (shares[seat] - most))
        total += shares[seat]
    for seat in range(state.seats):
        shares[seat] /= total


@rule
def prospects(state, seat):
    """The points of a seat and what its collections promise; whoever's turn it is has a little more."""
    points = points_of(state, seat) + MY_TURN * (seat == state.diver)
    for kind in range(BONUSES):
        if state.bonus[kind] == NOBODY:
            points += PROMISE * (objects(state, seat, kind) / state.goal[kind]) ** 2
    return points


@rule
def turns_left(state):
    """TD-19: until the first of the sorts is used up, each at its own pace."""
    tokens = 0
    for kind in range(BONUSES):
        tokens += state.bonus[kind] == NOBODY
    return min(
        tiles_left(state, LIGHT) / LIGHT_A_TURN,
        tiles_left(state, DARK) / DARK_A_TURN,
        wreck_tiles_left(state) / WRECK_A_TURN,
        tokens / TOKENS_A_TURN,
    )
