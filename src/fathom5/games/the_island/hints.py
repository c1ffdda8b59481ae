"""What a bot should know of The Island: how likely each explorer is to be saved, and what a move changes about it."""

import numpy as np

from fathom5.games.the_island.box import (
    EXPLORERS,
    MOST_CREATURES,
    NO_BOAT,
    NO_ONE,
    ROOM,
    STRIDE,
    TEAM,
    VALUES,
    Action,
    Challenge,
    Kind,
    Phase,
    Plight,
)
from fathom5.games.the_island.pieces import (
    crew,
    has_room,
    is_manned,
    is_there,
    kills_swimmers,
    seat_of,
    wrecks_boats,
)
from fathom5.games.the_island.sea import (
    AROUND,
    CELL_AT,
    CELLS,
    FAR,
    IS_LAND,
    LAND,
    LANDINGS,
    NEAR,
    NOWHERE,
    RINGS,
    SLOTS,
)
from fathom5.kernel.chance import pick
from fathom5.kernel.game import MAX_SEATS, rule

# The players by name, each with the knobs it can be tuned by.
PLAYERS: dict[str, tuple[float, ...]] = {
    "hinted": (0.5, 0.5),  # how much it minds what others are worth; what a red tile must bring to be played
}

MEAN = sum((1 + n) * count for n, count in enumerate(VALUES)) / TEAM  # of a value that is unknown
# How likely an explorer is to be saved, by plight: at the safe shore, and less for each step from it.
AT_SHORE = np.array([0.0, 0.42, 0.95, 0.68, 1.0, 0.0])
A_STEP = np.array([0.0, 0.03, 0.06, 0.08, 0.0, 0.0])
LEAST = 0.03  # while in play
BOAT_AT_HAND = 0.14  # more with a boat to climb into
CAPSIZED = 0.4  # of an explorer's chance that is lost with the boat


def _steps_home() -> np.ndarray:
    """How far each cell is from the next landing, by sea; and from land, by the nearest shore."""
    steps = np.full(CELLS, CELLS)
    steps[[CELL_AT[place] for island in LANDINGS for place in island]] = 0
    for far in range(CELLS):
        for cell in np.flatnonzero(steps == far):
            for near in AROUND[cell, 1:NEAR]:
                if near != NOWHERE and (IS_LAND[near] or not IS_LAND[cell]):
                    steps[near] = min(steps[near], far + 1)
    steps[CELL_AT[0, 6]] = steps[CELL_AT[2, 6]] + 1  # the lagoon, until the land round it sinks
    return steps


STEPS_HOME = _steps_home()


# What someone is worth, and where.


@rule
def worth(state, who, seat):
    """What an explorer counts for, as far as this seat knows."""
    if state.challenge[Challenge.ALL_EQUAL]:
        return 1.0
    return float(state.value[who]) if seat_of(state, who // TEAM) == seat else MEAN


@rule
def stake(state, who, seat, spite):
    """What it matters to this seat whether an explorer is saved: own ones count for it, others against."""
    sign = 1.0 if seat_of(state, who // TEAM) == seat else -spite / (state.seats - 1)
    return sign * worth(state, who, seat)


@rule
def chance(state, plight, cell):
    """How likely an explorer in such a plight there is to be saved."""
    if plight == Plight.SAVED:
        return 1.0
    if plight == Plight.SWIMMING and kills_swimmers(state, cell):
        return 0.0
    likely = max(LEAST, AT_SHORE[plight] - A_STEP[plight] * STEPS_HOME[cell])
    return likely + BOAT_AT_HAND if is_boat_at_hand(state, plight, cell) else likely


@rule
def is_boat_at_hand(state, plight, cell):
    """Someone on land or in the water could climb into a boat."""
    if plight == Plight.SWIMMING:
        return has_room(state, cell)
    if plight == Plight.ASHORE:
        for near in range(1, NEAR):
            if AROUND[cell, near] != NOWHERE and has_room(state, AROUND[cell, near]):
                return True
    return False


@rule
def chance_now(state, who):
    return chance(state, state.plight[who], state.place[who])


# What a move changes.


@rule
def policy(state, choices, brain, rng):
    """The move that brings most; in placing, now a high value and now a low one, so that the order tells nothing."""
    first = pick(choices, rng)
    best, most = first, -1000.0
    for choice in range(choices.count):
        action = choices.action[choice]
        if state.phase != Phase.PLACE or (action - Action.PLACE) // SLOTS == (first - Action.PLACE) // SLOTS:
            brings = gain(state, action, brain.knob[0])
            if Action.DOLPHIN <= action < Action.CREATURE or Action.MOVE_CREATURE <= action < Action.REMOVE:
                brings -= brain.knob[1]
            if brings > most:
                best, most = action, brings
    return best


@rule
def gain(state, action, spite):
    """What an action brings to the seat to move, in points."""
    if action >= Action.ABOARD:
        return stake(state, action - Action.ABOARD, state.seat, spite)
    if action >= Action.REMOVE:
        return gain_of_removal(state, LAND[action - Action.REMOVE], spite)
    if action >= Action.CREATURE:
        return gain_of_creature(state, action, spite)
    if action >= Action.WIND:
        boat, near = (action - Action.WIND) // FAR, (action - Action.WIND) % FAR
        return gain_of_sailing(state, boat, AROUND[state.boat[boat], near], spite)
    if action >= Action.DOLPHIN:
        who = TEAM * state.colour + (action - Action.DOLPHIN) // FAR
        return gain_of_step(state, who, Plight.SWIMMING, AROUND[state.place[who], (action - Action.DOLPHIN) % FAR])
    if action >= Action.BOAT:
        boat, near = (action - Action.BOAT) // NEAR, (action - Action.BOAT) % NEAR
        return gain_of_sailing(state, boat, AROUND[state.boat[boat], near], spite)
    if action >= Action.WALK:
        return gain_of_move(state, action)
    if action >= Action.PLACE_BOAT:
        return gain_of_mooring(state, action - Action.PLACE_BOAT, spite)
    if action >= Action.PLACE:
        return gain_of_place(state, 1 + (action - Action.PLACE) // SLOTS, LAND[(action - Action.PLACE) % SLOTS])
    return 1.0 if action == Action.STOP else 0.0


@rule
def gain_of_place(state, value, cell):
    """High values near a safe shore, low ones inland."""
    likely = AT_SHORE[Plight.ASHORE] - A_STEP[Plight.ASHORE] * STEPS_HOME[cell]
    return likely * (value - MEAN)


@rule
def gain_of_mooring(state, cell, spite):
    """Boats where own explorers can step in, and others cannot."""
    return people_beside(state, cell, spite) - 0.3 * STEPS_HOME[cell]


@rule
def people_beside(state, cell, spite):
    """What those are worth who could step into a boat there."""
    total = 0.0
    for who in range(TEAM * state.colours):
        if state.plight[who] == Plight.ASHORE and is_beside(cell, state.place[who]):
            total += stake(state, who, state.seat, spite)
    return total


@rule
def is_beside(cell, other):
    for near in range(1, NEAR):
        if AROUND[cell, near] == other:
            return True
    return False


@rule
def gain_of_move(state, action):
    """Of an explorer's own move."""
    if action >= Action.LAND:
        return gain_of_step(state, TEAM * state.colour + action - Action.LAND, Plight.SAVED, 0)
    number = (action - Action.WALK) % (TEAM * NEAR)
    who = TEAM * state.colour + number // NEAR
    cell = AROUND[state.place[who], number % NEAR]
    if action >= Action.DIVE:
        return gain_of_step(state, who, Plight.SWIMMING, cell)
    if action >= Action.BOARD:
        plight = Plight.SWIMMING if wrecks_boats(state, cell) else Plight.ABOARD
        return gain_of_step(state, who, plight, cell)
    return gain_of_step(state, who, Plight.ASHORE, cell)


@rule
def gain_of_step(state, who, plight, cell):
    return worth(state, who, state.seat) * (chance(state, plight, cell) - chance_now(state, who))


@rule
def gain_of_sailing(state, boat, cell, spite):
    """Nearer to a safe shore with those aboard; an empty boat nearer to own explorers and farther from others."""
    if crew(state, boat) == 0:
        beside = people_beside(state, cell, spite) - people_beside(state, state.boat[boat], spite)
        return BOAT_AT_HAND / 2 * beside
    plight = Plight.SWIMMING if wrecks_boats(state, cell) else Plight.ABOARD
    total = 0.0
    for seat in range(ROOM):
        who = state.bench[boat, seat]
        if who != NO_ONE:
            change = chance(state, plight, cell) - chance_now(state, who)
            total += change * stake(state, who, state.seat, spite)
    return total


@rule
def gain_of_removal(state, cell, spite):
    """Others fall into the water, but not own explorers; and what comes up should be far from own boats."""
    total = 0.0
    for who in range(EXPLORERS):
        if state.plight[who] == Plight.ASHORE and state.place[who] == cell:
            total -= stake(state, who, state.seat, spite)
    for near in range(1, NEAR):
        if AROUND[cell, near] != NOWHERE:
            total -= 0.2 * at_sea(state, AROUND[cell, near], spite)
    return total


@rule
def at_sea(state, cell, spite):
    """What those are worth who swim there or sit in a boat there, times how likely they were to be saved."""
    total = 0.0
    if state.swimmers[cell] == 0 and state.boat_on[cell] == NO_BOAT:
        return total
    for who in range(EXPLORERS):
        if state.place[who] == cell and Plight.ABOARD <= state.plight[who] <= Plight.SWIMMING:
            total += chance_now(state, who) * stake(state, who, state.seat, spite)
    return total


@rule
def gain_of_creature(state, action, spite):
    """Harm to others and none to own explorers, now or next time."""
    if action >= Action.MOVE_CREATURE:
        number, cell = (action - Action.MOVE_CREATURE) // CELLS, (action - Action.MOVE_CREATURE) % CELLS
        kind, slot = number // MOST_CREATURES, number % MOST_CREATURES
    else:
        kind, slot = state.die, (action - Action.CREATURE) // FAR
        cell = AROUND[state.creature[kind, slot], (action - Action.CREATURE) % FAR]
    threat = threat_from(state, kind, cell, spite) - threat_from(state, kind, state.creature[kind, slot], spite)
    return threat - harm(state, kind, cell, spite)


@rule
def threat_from(state, kind, cell, spite):
    """How much prey there is around, the own counting against."""
    total = 0.0
    for near in range(1, RINGS[STRIDE[kind]]):
        if AROUND[cell, near] != NOWHERE:
            total -= harm(state, kind, AROUND[cell, near], spite)
    return total / 6


@rule
def harm(state, kind, cell, spite):
    """What the seat to move would lose if such a creature came there; negative where others would."""
    total = 0.0
    if state.swimmers[cell] == 0 and not is_manned(state, cell):
        return total
    for who in range(EXPLORERS):
        if state.place[who] == cell and Plight.ABOARD <= state.plight[who] <= Plight.SWIMMING:
            lost = part_lost(state, kind, state.plight[who], cell)
            total += lost * chance_now(state, who) * stake(state, who, state.seat, spite)
    return total


@rule
def part_lost(state, kind, plight, cell):
    """TI-31, TI-32, TI-33: what becomes of the chances of someone there when such a creature comes."""
    if kind == Kind.SERPENT:
        return 1.0
    if kind == Kind.SHARK:
        return 1.0 if plight == Plight.SWIMMING else 0.0
    if plight == Plight.SWIMMING:
        return 0.0
    return 1.0 if is_there(state, Kind.SHARK, cell) else CAPSIZED


# What a game that is cut short is worth.


@rule
def value(state, shares):
    """Who has most, each explorer counting as much as it is likely to be saved."""
    total = 0.0
    points = np.ones(MAX_SEATS)
    for who in range(TEAM * state.colours):
        if state.plight[who] != Plight.UNPLACED and state.plight[who] != Plight.LOST:
            seat = seat_of(state, who // TEAM)
            points[seat] += chance_now(state, who) * worth(state, who, seat)
    for seat in range(state.seats):
        total += points[seat] ** 3
    for seat in range(state.seats):
        shares[seat] = points[seat] ** 3 / total
