"""The hope: what a game that is cut short is worth, fitted to how games of hinted players went on from there."""

from enum import IntEnum

import numpy as np

from fathom5.games.the_island.house import BOAT_ROOM, MOVES, STRIDE, TEAM, VALUES
from fathom5.games.the_island.rules.box import (
    BOATS,
    KINDS,
    LAST_TURNS,
    MOST_COLOURS,
    MOST_CREATURES,
    NO_BOAT,
    UNKNOWN,
    Challenge,
    Kind,
    Phase,
    Plight,
    Terrain,
)
from fathom5.games.the_island.rules.pieces import aboard, controls, crew, is_in_play, is_sea, seat_of
from fathom5.games.the_island.rules.sea import (
    AROUND,
    CELLS,
    LANDING_CELLS,
    NEAR,
    NOWHERE,
    STEPS,
    STEPS_HOME,
    STEPS_TO,
)
from fathom5.games.the_island.rules.verbs import outlasts_volcano
from fathom5.kernel.game import record_dtype, rule


class Fact(IntEnum):
    """What counts for an explorer in play."""

    ONE = 0
    IN_TIME = 1  # how likely there are turns enough to get home if nothing is in the way …
    IN_GOOD_TIME = 2  # … and SPARE turns more
    TURNS = 3  # of its colour that are left on average, at most MANY …
    FEW_TURNS = 4  # … and at most FEW
    NOW = 5  # it can be saved in this turn
    DETOUR = 6  # steps more to a landing that is not guarded than to the nearest one
    STUCK = 7  # no cell that is nearer to a landing is safe
    SERPENT = 8  # how many are beside it or on the same cell …
    SERPENT_NEAR = 9  # … how many are not much farther …
    SERPENT_ROLLS = 10  # … and how often the die is rolled before its colour can move, if one could strike
    SHARK = 11
    SHARK_NEAR = 12
    SHARK_ROLLS = 13
    WHALE = 14
    WHALE_NEAR = 15
    WHALE_ROLLS = 16
    AT_THE_GATE = 17  # a serpent is beside it, and so is a landing: serpents live there
    ROOM_HERE = 18  # a swimmer shares its cell with a boat that has room
    ROOM_NEXT = 19  # in the boats beside it, for so many
    BOATS_NEAR = 20  # with room, two steps away
    COMPANIONS = 21  # of its colour aboard, itself too
    CONTROL = 22  # its colour controls its boat
    TEAM = 23  # how many of its colour are in play …
    AT_SEA = 24  # … how many of these are on their way …
    LOAD = 25  # … and how many moves they need, which are wanting elsewhere
    DEARER = 26  # how many of its colour in play are worth more, and so are moved first
    HAND = 27  # red tiles of its colour
    SPENT = 28  # TI-52: it had its sea action
    FOREST = 29  # it stands there …
    MOUNTAIN = 30  # … or there, where the island sinks last


FACTS = len(Fact)
OF_A_KIND = Fact.SHARK - Fact.SERPENT  # facts of one kind of creature
SPARE, FEW, MANY = 2, 3.0, 10.0  # turns
FAR_OFF = 4  # steps: a longer detour is not made anyway
FARTHEST = 6  # steps: from there on all are alike
CROWD = 4.0  # in the boats beside: more is no better
MOST_LOAD = 20.0  # moves: more are not made in time anyway
NEAR_BY = (2, 2, 3)  # steps, by kind of creature: the stride, but of a serpent two
# What each fact adds to the odds of being saved, as a logarithm: ashore, aboard and swimming. Fitted by logistic
# regression to 68,000 positions from games of four hinted players, half of them disturbed by random moves. In 20,000
# others the mean logarithmic loss for an explorer in play was 0.356, where plight, steps and time alone had 0.395;
# boosted trees on such facts gained 0.006 more.
WEIGHTS = {
    Fact.ONE: (-5.79, -1.73, -3.58),
    Fact.IN_TIME: (0.6, 2.18, 1.2),
    Fact.IN_GOOD_TIME: (0.28, 0.52, -0.39),
    Fact.TURNS: (0.36, 0.15, 0.31),
    Fact.FEW_TURNS: (1.03, -0.06, 0.45),
    Fact.NOW: (0.0, 0.42, 4.46),
    Fact.DETOUR: (-0.32, -0.23, -0.12),
    Fact.STUCK: (0.0, -0.48, -0.67),
    Fact.SERPENT: (-0.33, -0.64, -0.37),
    Fact.SERPENT_NEAR: (-0.13, -0.35, -0.38),
    Fact.SERPENT_ROLLS: (0.02, -0.17, -0.12),
    Fact.SHARK: (-0.05, -0.11, -0.45),
    Fact.SHARK_NEAR: (-0.02, -0.05, -0.19),
    Fact.SHARK_ROLLS: (0.01, 0.0, -0.09),
    Fact.WHALE: (-0.04, -0.1, -0.06),
    Fact.WHALE_NEAR: (-0.07, -0.11, -0.03),
    Fact.WHALE_ROLLS: (0.02, -0.01, 0.0),
    Fact.AT_THE_GATE: (0.0, -0.79, -0.66),
    Fact.ROOM_HERE: (0.0, 0.0, 0.28),
    Fact.ROOM_NEXT: (0.14, 0.03, 0.07),
    Fact.BOATS_NEAR: (0.23, 0.02, 0.07),
    Fact.COMPANIONS: (0.0, -0.36, 0.0),
    Fact.CONTROL: (0.0, 0.3, 0.0),
    Fact.TEAM: (-0.15, -0.09, -0.06),
    Fact.AT_SEA: (0.26, 0.13, 0.13),
    Fact.LOAD: (-0.06, -0.03, -0.03),
    Fact.DEARER: (-0.3, -0.18, -0.27),
    Fact.HAND: (0.18, 0.14, 0.26),
    Fact.SPENT: (0.0, -0.08, -0.59),
    Fact.FOREST: (0.5, 0.0, 0.0),
    Fact.MOUNTAIN: (0.67, 0.0, 0.0),
}
BY_STEPS = np.array(  # from a landing that is not guarded
    [
        [0.0, 0.0, 0.0, -0.28, -0.53, -0.92, -1.31],
        [1.31, 0.7, -0.32, -0.89, -1.2, -1.8, -1.97],
        [2.49, 1.19, 0.23, -0.22, -0.66, -1.1, -1.45],
    ]
)
BY_VALUE = np.array(  # hinted players place and move whom they prize
    [
        [0.0, 0.0, 0.62, 0.81, 0.83, 0.79, 0.57],
        [0.0, 0.0, 0.48, 0.66, 0.74, 0.8, 0.77],
        [0.0, 0.0, 0.49, 0.52, 0.66, 0.65, 0.49],
    ]
)
SHARPNESS = 1.46  # how much a lead counts, measured by what is undecided
NOISE = 0.13  # points that are never decided
ODDS = np.array([[WEIGHTS[fact][row] for fact in Fact] for row in range(len(BY_STEPS))])
AT_FIRST = 0.45  # the part of its points that a colour saves on average
# By plight, what stops an explorer: TI-19, TI-21; who is on land may go by boat or swim.
DEADLY = np.array([0, 0b111, 1 << Kind.SERPENT | 1 << Kind.WHALE, 1 << Kind.SERPENT | 1 << Kind.SHARK])

LOOK = record_dtype(  # what is the same for many explorers
    ("sure", "i8"),  # tiles that will sink before the game ends
    ("unsure", "i8"),  # tiles of which one hides its end
    ("creatures", "i1", CELLS),  # which kinds are there, a bit for each
    ("team", "i8", MOST_COLOURS),  # explorers in play
    ("at_sea", "i8", MOST_COLOURS),
    ("load", "f8", MOST_COLOURS),  # moves that they need
    ("dearer", "i8", (MOST_COLOURS, 1 + len(VALUES))),  # how many are worth more than that
)


# The shares.


@rule
def value(state, shares):
    """Who is ahead in points expected, the surer the less is undecided."""
    value_at_a_look(state, shares, np.empty(1, LOOK))


@rule
def value_at_a_look(state, shares, looks):
    """The same, with what matters to many in mind."""
    look, facts, undecided = looks[0], np.empty(FACTS), 0.0
    look_round(state, look)
    shares[: state.seats] = 0
    for who in range(TEAM * state.colours):
        points, likely = points_for(state, who), chance_of(state, who, look, facts)
        shares[seat_of(state, who // TEAM)] += points * (likely - AT_FIRST)  # so that nobody gains by placing first
        undecided += points * points * likely * (1 - likely)
    lead = shares[: state.seats].max()
    for seat in range(state.seats):
        shares[seat] = np.exp(SHARPNESS * (shares[seat] - lead) / (NOISE + np.sqrt(undecided / state.seats)))
    shares[: state.seats] /= shares[: state.seats].sum()


@rule
def points_for(state, who):
    """TI-34, TI-39: what it brings to save an explorer."""
    if state.challenge[Challenge.ALL_EQUAL]:
        return 1.0
    return mean(state) if state.value[who] == UNKNOWN else float(state.value[who])


@rule
def mean(state):
    """TI-5: of a value that is unknown."""
    return state.team_worth / TEAM


@rule
def rank(state, who):
    """What an explorer is worth to those who choose whom to move."""
    return 1 if state.challenge[Challenge.ALL_EQUAL] else state.value[who]


@rule
def chance_of(state, who, look, facts):
    """How likely an explorer is to be saved."""
    plight = state.plight[who]
    if plight == Plight.SAVED:
        return 1.0
    if plight == Plight.LOST:
        return 0.0
    if plight == Plight.UNPLACED:
        return AT_FIRST
    steps = steps_to_free_landing(look, plight, state.place[who])
    set_facts(state, who, steps, look, facts)
    row = plight - Plight.ASHORE
    odds = BY_STEPS[row, min(FARTHEST, steps)] + BY_VALUE[row, rank(state, who)]
    for fact in range(FACTS):
        odds += ODDS[row, fact] * facts[fact]
    return 1.0 / (1.0 + np.exp(-odds))


# A look round.


@rule
def look_round(state, look):
    """Note what matters to many."""
    look_for_end(state, look)
    look.creatures[:] = 0
    for kind in range(KINDS):
        for slot in range(MOST_CREATURES):
            if state.creature[kind, slot] != NOWHERE:
                look.creatures[state.creature[kind, slot]] |= 1 << kind
    look.team[:] = 0
    look.at_sea[:] = 0
    look.load[:] = 0
    look.dearer[:] = 0
    for who in range(TEAM * state.colours):
        if is_in_play(state, who):
            count_in(state, who, look)


@rule
def look_for_end(state, look):
    """TI-34: the volcano is under one of the mountains; TI-38, TI-40, TI-58: or does not end the game."""
    look.sure = state.left[Terrain.BEACH].sum() + state.left[Terrain.FOREST].sum()
    look.unsure = state.left[Terrain.MOUNTAIN].sum()
    if outlasts_volcano(state):
        look.sure += look.unsure
        look.unsure = 0
        if not state.challenge[Challenge.ATLANTIS_SUBMERGED]:
            look.sure += LAST_TURNS * state.colours - state.last_turns


@rule
def count_in(state, who, look):
    """One more of a colour; those in a boat need its moves together."""
    colour, cell = who // TEAM, state.place[who]
    look.team[colour] += 1
    look.dearer[colour, : rank(state, who)] += 1
    if state.plight[who] != Plight.ASHORE:
        crowd = crew(state, state.boat_on[cell]) if state.plight[who] == Plight.ABOARD else 1
        look.at_sea[colour] += 1
        look.load[colour] += (1.0 + STEPS_HOME[cell]) / crowd


# Time.


@rule
def is_to_move(state, colour):
    return state.colour == colour and state.phase <= Phase.MOVES


@rule
def turns_until(state, colour):
    """How many turns end before the colour can move."""
    if state.colour == colour and state.phase > Phase.MOVES:
        return state.colours
    return (colour - state.colour) % state.colours


@rule
def likely_to_sink(look, tiles):
    """How likely so many tiles more sink before the game ends."""
    beyond = tiles - look.sure
    if beyond <= 0:
        return 1.0
    return 1.0 - beyond / look.unsure if beyond < look.unsure else 0.0


@rule
def turns_needed(state, who, steps):
    """How many turns of its colour end before an explorer can land, so many steps from home: TI-11, TI-18."""
    is_on = is_to_move(state, who // TEAM)
    if state.plight[who] == Plight.ABOARD:
        moves = state.house[MOVES]
        missing = steps + 1 - (state.moves if is_on else moves)
        return max(0, (missing + moves - 1) // moves)
    return steps + (is_on and has_spent(state, who))


@rule
def has_spent(state, who):
    """TI-52: an explorer of the colour to move has used its sea action."""
    return state.spent >> who % TEAM & 1


# The facts.


@rule
def set_facts(state, who, steps, look, facts):
    """Of an explorer in play, so many steps from a landing that is not guarded."""
    facts[:] = 0
    facts[Fact.ONE] = 1
    set_facts_of_time(state, who, look, facts)
    set_facts_of_way(state, who, steps, look, facts)
    set_facts_of_creatures(state, who, facts)
    facts[Fact.AT_THE_GATE] = facts[Fact.SERPENT] > 0 and steps <= 1
    set_facts_of_boats(state, who, facts)
    set_facts_of_colour(state, who, look, facts)


@rule
def set_facts_of_time(state, who, look, facts):
    colour = who // TEAM
    tiles = turns_until(state, colour) - (state.phase > Phase.UNDER)
    needed = turns_needed(state, who, STEPS_HOME[state.place[who]])
    turns = (look.sure + look.unsure / 2 - tiles) / state.colours
    facts[Fact.IN_TIME] = likely_to_sink(look, tiles + state.colours * needed)
    facts[Fact.IN_GOOD_TIME] = likely_to_sink(look, tiles + state.colours * (needed + SPARE))
    facts[Fact.TURNS] = min(MANY, turns)
    facts[Fact.FEW_TURNS] = min(FEW, turns)
    if is_to_move(state, colour):
        facts[Fact.NOW] = needed == 0 and state.plight[who] != Plight.ASHORE
        facts[Fact.SPENT] = has_spent(state, who)


@rule
def steps_to_free_landing(look, plight, cell):
    """To the nearest that is not guarded by what stops an explorer in such a plight; its own does."""
    least = CELLS
    for landing in range(len(LANDING_CELLS)):
        there = LANDING_CELLS[landing]
        if there == cell or not look.creatures[there] & DEADLY[plight]:
            least = min(least, STEPS_TO[landing, cell])
    return least


@rule
def set_facts_of_way(state, who, steps, look, facts):
    plight, cell = state.plight[who], state.place[who]
    facts[Fact.DETOUR] = min(FAR_OFF, steps - STEPS_HOME[cell])
    facts[Fact.FOREST] = state.terrain[cell] == Terrain.FOREST
    facts[Fact.MOUNTAIN] = state.terrain[cell] == Terrain.MOUNTAIN
    facts[Fact.STUCK] = plight != Plight.ASHORE and STEPS_HOME[cell] > 0 and not has_way(state, plight, cell, look)


@rule
def has_way(state, plight, cell, look):
    """A cell beside is nearer to a landing, and safe; TI-20: for a boat, free of another."""
    for near in range(1, NEAR):
        there = AROUND[cell, near]
        if is_sea(state, there) and STEPS_HOME[there] < STEPS_HOME[cell] and not look.creatures[there] & DEADLY[plight]:
            if plight == Plight.SWIMMING or state.boat_on[there] == NO_BOAT:
                return True
    return False


@rule
def set_facts_of_creatures(state, who, facts):
    rolls = turns_until(state, who // TEAM) - (state.phase > Phase.CREATURE)
    for kind in range(KINDS):
        first = Fact.SERPENT + OF_A_KIND * kind
        for slot in range(MOST_CREATURES):
            if state.creature[kind, slot] != NOWHERE:
                away = STEPS[state.place[who], state.creature[kind, slot]]
                facts[first] += away <= 1
                facts[first + 1] += 1 < away <= NEAR_BY[kind]
                if away <= state.house[STRIDE + kind]:
                    facts[first + 2] = rolls


@rule
def set_facts_of_boats(state, who, facts):
    """Of that in which it is, or of those into which it could go."""
    plight, cell, colour = state.plight[who], state.place[who], who // TEAM
    for boat in range(BOATS):
        away = STEPS[cell, state.boat[boat]] if state.boat[boat] != NOWHERE else FARTHEST
        if away <= 2:
            room = state.house[BOAT_ROOM] - crew(state, boat)
            if away == 2:
                facts[Fact.BOATS_NEAR] += room > 0
            elif away == 1:
                facts[Fact.ROOM_NEXT] = min(CROWD, facts[Fact.ROOM_NEXT] + room)
            elif plight == Plight.SWIMMING:
                facts[Fact.ROOM_HERE] = room > 0
            else:
                facts[Fact.COMPANIONS] = aboard(state, boat, colour)
                facts[Fact.CONTROL] = controls(state, boat, colour)


@rule
def set_facts_of_colour(state, who, look, facts):
    colour = who // TEAM
    facts[Fact.TEAM] = look.team[colour]
    facts[Fact.AT_SEA] = look.at_sea[colour]
    facts[Fact.LOAD] = min(MOST_LOAD, look.load[colour])
    facts[Fact.DEARER] = look.dearer[colour, rank(state, who)]
    facts[Fact.HAND] = state.held[colour].sum()
