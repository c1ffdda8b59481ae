"""What a bot should know of The Island: how likely each explorer is to be saved, and what a move changes about it."""

import numpy as np

from fathom5.games.the_island.hints.hope import mean
from fathom5.games.the_island.house import STRIDE
from fathom5.games.the_island.rules.box import (
    KINDS,
    MOST_CREATURES,
    NO_BOAT,
    NO_ONE,
    ROOM,
    TEAM,
    Action,
    Challenge,
    Kind,
    Phase,
    Plight,
    Under,
)
from fathom5.games.the_island.rules.pieces import (
    crew,
    has_room,
    is_there,
    kills_swimmers,
    seat_of,
    wrecks_boats,
)
from fathom5.games.the_island.rules.red_tiles import holds, is_empty_sea
from fathom5.games.the_island.rules.sea import (
    AROUND,
    CELLS,
    FAR,
    LAND,
    NEAR,
    NOWHERE,
    RINGS,
    SLOTS,
    STEPS_HOME,
)
from fathom5.kernel.chance import pick
from fathom5.kernel.game import record_dtype, rule

# The players by name, each with the knobs it can be tuned by.
PLAYERS: dict[str, tuple[float, ...]] = {
    # how much it minds what others are worth; what a red tile must bring to be played; how much a threat counts
    "hinted": (0.7, 0.05, 0.2),
}

SEARCH = {"horizon": 12, "exploration": 0.2}  # a turn and a half: of what comes then, hope knows more than a playout
# How likely an explorer is to be saved, by plight: at the safe shore, and less for each step from it.
AT_SHORE = (0.0, 0.42, 0.95, 0.68, 1.0, 0.0)
A_STEP = (0.0, 0.03, 0.06, 0.08, 0.0, 0.0)
LEAST = 0.03  # while in play
BOAT_AT_HAND = 0.14  # more with a boat to climb into
CAPSIZED = 0.4  # of an explorer's chance that is lost with the boat
HOME = 1.25  # what being saved counts for: more than certain, so that nobody waits at the shore
CONTENT = 0.25  # a move that brings as much leaves no thought for empty boats
NOTHING = -1000.0


LEAST_BY_PLIGHT = (0.0, LEAST, LEAST, LEAST, 1.0, 0.0)
HOPE = np.array(  # by plight and cell
    [np.maximum(least, top - step * STEPS_HOME) for least, top, step in zip(LEAST_BY_PLIGHT, AT_SHORE, A_STEP)]
)

FEARS = record_dtype(  # of a kind of creature, by cell, the own explorers counting against
    ("harm", "f8", CELLS),  # what the seat to move would lose if one came there; negative where others would
    ("threat", "f8", CELLS),  # how much prey there is around
)


# What someone is worth, and where.


@rule
def worth(state, who, seat):
    """What an explorer counts for, as far as this seat knows."""
    return worth_to(state, who, seat_of(state, who // TEAM) == seat)


@rule
def worth_to(state, who, is_own):
    if state.challenge[Challenge.ALL_EQUAL]:
        return 1.0
    return float(state.value[who]) if is_own else mean(state)


@rule
def stake(state, who, seat, spite):
    """What it matters to this seat whether an explorer is saved: own ones count for it, others against."""
    is_own = seat_of(state, who // TEAM) == seat
    return (1.0 if is_own else -spite / (state.seats - 1)) * worth_to(state, who, is_own)


@rule
def chance(state, plight, cell):
    """How likely an explorer in such a plight there is to be saved."""
    if plight == Plight.SWIMMING and kills_swimmers(state, cell):
        return 0.0
    return HOPE[plight, cell] + BOAT_AT_HAND * is_boat_at_hand(state, plight, cell)


@rule
def is_boat_at_hand(state, plight, cell):
    """Someone on land or in the water could climb into a boat."""
    if plight == Plight.SWIMMING:
        return has_room(state, cell)
    if plight == Plight.ASHORE and state.boats_near[cell]:
        for near in range(1, NEAR):
            if state.boats_near[cell] >> near & 1 and has_room(state, AROUND[cell, near]):
                return True
    return False


@rule
def chance_now(state, who):
    return chance(state, state.plight[who], state.place[who])


@rule
def is_at_sea(state, who):
    return Plight.ABOARD <= state.plight[who] <= Plight.SWIMMING


# What to do.


@rule
def policy(state, choices, brain, rng):
    """What brings most to the seat to move, as far as it can be seen at a glance."""
    if state.phase == Phase.PLACE:
        return best_place(state, choices, pick(choices, rng))
    if state.phase == Phase.PLACE_BOAT:
        return best_mooring(state, choices, brain.knob[0])
    if state.phase == Phase.START:
        return best_red_tile(state, choices, brain)
    if state.phase == Phase.MOVES:
        return best_move(state, choices, brain.knob[0])
    if state.phase == Phase.REMOVE:
        return best_removal(state, choices, brain.knob[0])
    if state.phase == Phase.CREATURE:
        return best_attack(state, choices, brain.knob[0], brain.knob[2])
    if state.phase == Phase.ABOARD:
        return best_rescue(state, choices, brain.knob[0])
    return choices.action[choices.count - 1]  # TI-29: whoever can stop a creature does


# Set-up.


@rule
def best_place(state, choices, first):
    """Some high value near a safe shore or low one inland: any value first, so that the order tells nothing."""
    value = (first - Action.PLACE) // SLOTS
    best, most = first, NOTHING
    for choice in range(choices.count):
        action = choices.action[choice]
        if (action - Action.PLACE) // SLOTS == value:
            hope = HOPE[Plight.ASHORE, LAND[(action - Action.PLACE) % SLOTS]]
            brings = hope if 1 + value > mean(state) else -hope
            if brings > most:
                best, most = action, brings
    return best


@rule
def best_mooring(state, choices, spite):
    """Boats where own explorers can step in, others cannot, and home is not far."""
    best, most, beside = choices.action[0], NOTHING, np.zeros(CELLS)
    count_people_beside(state, spite, beside)
    for choice in range(choices.count):
        cell = choices.action[choice] - Action.PLACE_BOAT
        brings = beside[cell] - 0.3 * STEPS_HOME[cell]
        if brings > most:
            best, most = choices.action[choice], brings
    return best


@rule
def count_people_beside(state, spite, beside):
    """By cell, what those are worth who could step into a boat there."""
    for who in range(TEAM * state.colours):
        if state.plight[who] == Plight.ASHORE:
            tell_around(beside, state.place[who], NEAR, stake(state, who, state.seat, spite))


@rule
def tell_around(counts, cell, end, more):
    """Count something on the cells around one, from the nearest up to some rank."""
    for near in range(1, end):
        if AROUND[cell, near] != NOWHERE:
            counts[AROUND[cell, near]] += more


# Moves.


@rule
def best_move(state, choices, spite):
    """Of an explorer or a boat with people aboard; if none brings much, of an empty boat."""
    best, most, mover, now, boat, load = choices.action[0], 0.0, NO_ONE, 0.0, NO_BOAT, 0.0
    for choice in range(1, choices.count):
        action = choices.action[choice]
        if action >= Action.BOAT:
            if (action - Action.BOAT) // NEAR != boat:
                boat = (action - Action.BOAT) // NEAR
                load = load_of(state, boat, spite)
            brings = gain_of_sailing(state, boat, (action - Action.BOAT) % NEAR, load)
        else:
            who = mover_of(state, action)
            if who != mover:
                mover, now = who, chance_now(state, who)
            brings = worth(state, who, state.seat) * (hope_after(state, action, who) - now)
        if brings > most:
            best, most = action, brings
    return best if most > CONTENT else best_drift(state, choices, spite, best, most)


@rule
def mover_of(state, action):
    """The explorer that moves."""
    if action >= Action.LAND:
        return TEAM * state.colour + action - Action.LAND
    return TEAM * state.colour + (action - Action.WALK) // NEAR % TEAM


@rule
def hope_after(state, action, who):
    """How likely an explorer is to be saved after its move."""
    if action >= Action.LAND:
        return HOME
    cell = AROUND[state.place[who], (action - Action.WALK) % NEAR]
    if action >= Action.DIVE:
        return chance(state, Plight.SWIMMING, cell)
    if action >= Action.BOARD:
        return chance(state, Plight.SWIMMING if wrecks_boats(state, cell) else Plight.ABOARD, cell)
    return chance(state, Plight.ASHORE, cell)


@rule
def load_of(state, boat, spite):
    """What those aboard are worth."""
    total = 0.0
    for seat in range(ROOM):
        if state.bench[boat, seat] != NO_ONE:
            total += stake(state, state.bench[boat, seat], state.seat, spite)
    return total


@rule
def gain_of_sailing(state, boat, near, load):
    """Nearer to a safe shore with those aboard."""
    if load == 0.0:
        return 0.0
    here, cell = state.boat[boat], AROUND[state.boat[boat], near]
    plight = Plight.SWIMMING if wrecks_boats(state, cell) else Plight.ABOARD
    return load * (chance(state, plight, cell) - HOPE[Plight.ABOARD, here])


@rule
def best_drift(state, choices, spite, best, most):
    """An empty boat to where own explorers can step in and others cannot, if that is better than the best so far."""
    if choices.action[choices.count - 1] < Action.BOAT:
        return best
    beside = np.zeros(CELLS)
    count_people_beside(state, spite, beside)
    for choice in range(choices.count - 1, 0, -1):
        action = choices.action[choice]
        boat = (action - Action.BOAT) // NEAR
        if action < Action.BOAT:
            break
        if crew(state, boat) == 0:
            here, there = state.boat[boat], AROUND[state.boat[boat], (action - Action.BOAT) % NEAR]
            brings = BOAT_AT_HAND / 2 * (beside[there] - beside[here])
            if brings > most:
                best, most = action, brings
    return best


# Tiles.


@rule
def best_removal(state, choices, spite):
    """Others fall into the water, but not own explorers; and what comes up should be far from own boats."""
    best, most, gains = choices.action[0], NOTHING, np.zeros(CELLS)
    count_gains_of_removal(state, spite, gains)
    for choice in range(choices.count):
        brings = gains[LAND[choices.action[choice] - Action.REMOVE]]
        if brings > most:
            best, most = choices.action[choice], brings
    return best


@rule
def count_gains_of_removal(state, spite, gains):
    """By cell, what it brings if the tile there sinks: to who stands on it, and to who swims or sails beside it."""
    for who in range(TEAM * state.colours):
        if state.plight[who] == Plight.ASHORE:
            gains[state.place[who]] -= stake(state, who, state.seat, spite)
        elif is_at_sea(state, who):
            threat = 0.2 * chance_now(state, who) * stake(state, who, state.seat, spite)
            tell_around(gains, state.place[who], NEAR, -threat)


@rule
def best_rescue(state, choices, spite):
    """Own explorers first, the dearest before others."""
    best, most = choices.action[0], NOTHING
    for choice in range(choices.count):
        brings = stake(state, choices.action[choice] - Action.ABOARD, state.seat, spite)
        if brings > most:
            best, most = choices.action[choice], brings
    return best


# Red tiles.


@rule
def best_red_tile(state, choices, brain):
    """A tile that brings more than the bar; else none."""
    best, most, boat, load, rider, now = choices.action[0], brain.knob[1], NO_BOAT, 0.0, NO_ONE, 0.0
    for choice in range(1, choices.count):
        action = choices.action[choice]
        if action >= Action.MOVE_CREATURE:
            return best_haunt(state, brain, best, most)
        if action >= Action.WIND:
            if (action - Action.WIND) // FAR != boat:
                boat = (action - Action.WIND) // FAR
                load = load_of(state, boat, brain.knob[0])
            brings = gain_of_sailing(state, boat, (action - Action.WIND) % FAR, load)
        else:
            who = TEAM * state.colour + (action - Action.DOLPHIN) // FAR
            if who != rider:
                rider, now = who, chance_now(state, who)
            brings = gain_of_ride(state, who, (action - Action.DOLPHIN) % FAR, now)
        if brings > most:
            best, most = action, brings
    return best


@rule
def gain_of_ride(state, who, near, now):
    """By dolphin, from where the chance is as it is now."""
    cell = AROUND[state.place[who], near]
    return worth(state, who, state.seat) * (chance(state, Plight.SWIMMING, cell) - now)


@rule
def best_haunt(state, brain, best, most):
    """The creature that is most in the way to where it finds the best prey, if that is better than the best so far."""
    return best_call(state, np.empty(1, FEARS), brain, best, most)


@rule
def best_call(state, all_fears, brain, best, most):
    """The same, with the harm and the threats of each kind in mind."""
    fears = all_fears[0]
    for kind in range(KINDS):
        if holds(state, state.colour, Under.MOVE_SERPENT + kind):
            look_for_prey(state, kind, brain.knob[0], fears)
            slot, left = idlest(state, kind, fears)
            cell, found = best_ground(state, fears)
            if slot != NOWHERE and cell != NOWHERE and brain.knob[2] * (found - left) > most:
                best = Action.MOVE_CREATURE + CELLS * (MOST_CREATURES * kind + slot) + cell
                most = brain.knob[2] * (found - left)
    return best


@rule
def idlest(state, kind, fears):
    """The creature of this kind that threatens others least, or the seat to move most; and that threat."""
    slot, least = NOWHERE, -NOTHING
    for other in range(MOST_CREATURES):
        if state.creature[kind, other] != NOWHERE:
            threat = fears.threat[state.creature[kind, other]]
            if threat < least:
                slot, least = other, threat
    return slot, least


@rule
def best_ground(state, fears):
    """The empty sea beside the best prey; and the threat from there."""
    cell, most = NOWHERE, NOTHING
    prey = best_prey(state, fears)
    if prey != NOWHERE:
        for near in range(1, NEAR):
            ground = AROUND[prey, near]
            if ground != NOWHERE and is_empty_sea(state, ground) and fears.threat[ground] > most:
                cell, most = ground, fears.threat[ground]
    return cell, most


@rule
def best_prey(state, fears):
    """Where such a creature would do others the most harm."""
    prey, least = NOWHERE, 0.0
    for who in range(TEAM * state.colours):
        if is_at_sea(state, who) and seat_of(state, who // TEAM) != state.seat:
            if fears.harm[state.place[who]] < least:
                prey, least = state.place[who], fears.harm[state.place[who]]
    return prey


# Creatures.


@rule
def best_attack(state, choices, spite, caution):
    """Harm to others and none to own explorers, now or next time."""
    return worst_for_others(state, choices, np.empty(1, FEARS), spite, caution)


@rule
def worst_for_others(state, choices, all_fears, spite, caution):
    """The same, with the harm and the threats of the creature that the die shows in mind."""
    best, most, fears = choices.action[0], 0.0, all_fears[0]
    look_for_prey(state, state.die, spite, fears)
    for choice in range(1, choices.count):
        slot = (choices.action[choice] - Action.CREATURE) // FAR
        here = state.creature[state.die, slot]
        cell = AROUND[here, (choices.action[choice] - Action.CREATURE) % FAR]
        brings = caution * (fears.threat[cell] - fears.threat[here]) - fears.harm[cell]
        if brings > most:
            best, most = choices.action[choice], brings
    return best


@rule
def look_for_prey(state, kind, spite, fears):
    """Note where such a creature would do harm, and from where it could next time."""
    fears.harm[:] = 0.0
    fears.threat[:] = 0.0
    for who in range(TEAM * state.colours):
        if is_at_sea(state, who):
            lost = loss(state, kind, who, spite)
            if lost != 0.0:
                fears.harm[state.place[who]] += lost
                tell_around(fears.threat, state.place[who], RINGS[state.house[STRIDE + kind]], -lost)


@rule
def loss(state, kind, who, spite):
    """What the seat to move would lose of this explorer."""
    part = part_lost(state, kind, state.plight[who], state.place[who])
    return part * chance_now(state, who) * stake(state, who, state.seat, spite) if part > 0 else 0.0


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
