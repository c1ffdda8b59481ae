"""The rules of The Island; TI-n are the clauses of its rulebook."""

import numpy as np

from fathom5.games.the_island.house import (
    BOAT_ROOM,
    COUNTED,
    FIRST_COUNT,
    MOVES,
    OWN_BOATS,
    REST,
    SERPENTS,
    TEAM,
    TILES,
    UNDERSIDES,
    VALUES,
    WORTH_TWO,
)
from fathom5.games.the_island.rules.box import (
    EXPLORERS,
    KINDS,
    LAST_TURNS,
    NO_BOAT,
    NO_ONE,
    RED,
    REDS,
    TERRAINS,
    UNDERS,
    UNKNOWN,
    Action,
    Challenge,
    Kind,
    Phase,
    Plight,
    Terrain,
    Under,
)
from fathom5.games.the_island.rules.creatures import (
    ask_next_defender,
    is_kind_on_board,
    move_creature,
    offer_creatures,
    stop_creature,
    strike,
    tiles_in_hand,
)
from fathom5.games.the_island.rules.moves import make_move, offer_moves
from fathom5.games.the_island.rules.pieces import (
    embark,
    has_explorers,
    is_deserted,
    is_in_play,
    is_there,
    launch,
    lose,
    seat_of,
    surface,
)
from fathom5.games.the_island.rules.red_tiles import (
    discard,
    doubtful_kinds,
    holds,
    offer_red_tiles,
    play_red_tile,
    shows_hand,
    symbol_of,
    would_help,
)
from fathom5.games.the_island.rules.sea import (
    BESIDE,
    CELL_AT,
    CELLS,
    COAST,
    FAR,
    IS_LAND,
    LAIRS,
    LAND,
    NOWHERE,
    SLOT,
    SLOTS,
    TOUCHES_LAND,
)
from fathom5.games.the_island.rules.tiles import (
    lay,
    lowest_terrain,
    offer_rescues,
    offer_tiles,
    offer_undersides,
    remove,
    turn_over,
)
from fathom5.kernel.chance import weighted
from fathom5.kernel.game import CHANCE, NOBODY, how_many, offer, offer_set, rule, take_house_rules
from fathom5.kernel.winning import share_among_best

LAIR_CELLS = tuple(CELL_AT[place] for place in LAIRS)
SHORES = tuple(cell for cell in range(CELLS) if TOUCHES_LAND[cell] and not IS_LAND[cell])
ALL_SLOTS = (1 << SLOTS) - 1


# Setup.


@rule
def setup(state, options):
    """TI-4, TI-6: the serpents in their lairs, nothing else on the board yet; TI-36 to TI-41: what was agreed."""
    take_house_rules(state, options)
    state.seats = options.players
    state.colours = 2 * options.players if options.two_colours else options.players
    state.memory = options.memory
    for challenge in options.challenges_list:
        if challenge >= 0:
            state.challenge[challenge] = 1
    state.terrain[:] = Terrain.SEA
    _count_undersides(state)
    _count_team(state)
    state.place[:] = NOWHERE
    state.boat[:] = NOWHERE
    state.boat_on[:] = NO_BOAT
    state.bench[:] = NO_ONE
    state.creature[:] = NOWHERE
    state.sea_near[:] = BESIDE
    for serpent in range(state.house[SERPENTS]):
        surface(state, Kind.SERPENT, LAIR_CELLS[serpent])
    state.seat = CHANCE


@rule
def _count_undersides(state):
    """TI-4: where the number of a kind was changed, that of the kind which takes the rest follows."""
    for terrain in range(TERRAINS):
        for symbol in range(UNDERS):
            state.left[terrain, symbol] = UNDERSIDES[terrain][symbol]
    for number in range(len(COUNTED)):
        terrain, symbol = COUNTED[number]
        more = state.house[FIRST_COUNT + number] - state.left[terrain, symbol]
        state.left[terrain, symbol] += more
        state.left[terrain, REST[terrain]] -= more


@rule
def _count_team(state):
    """TI-5: whoever is worth no more is worth 1."""
    state.team[0] = TEAM
    state.team_worth = TEAM
    for more in range(1, len(VALUES)):
        count = state.house[WORTH_TWO + more - 1]
        state.team[more] = count
        state.team[0] -= count
        state.team_worth += more * count


# Legal.


@rule
def legal(state, choices):
    """Offer what can happen now."""
    if state.seat == CHANCE:
        _offer_fate(state, choices)
    elif state.seat != NOBODY:
        _offer_decisions(state, choices)


@rule
def _offer_fate(state, choices):
    """TI-51, TI-6, TI-4, TI-13: who begins, which tile lies where, what is under it, what the die shows."""
    if state.phase == Phase.FIRST:
        for seat in range(state.seats):
            offer(choices, Action.FIRST + seat)
    elif state.phase == Phase.TERRAIN:
        for terrain in range(TERRAINS):
            if tiles_to_lay(state, terrain) > 0:
                offer(choices, Action.TERRAIN + terrain, tiles_to_lay(state, terrain))
    elif state.phase == Phase.UNDER:
        offer_undersides(state, choices)
    else:
        for kind in range(KINDS):
            offer(choices, Action.DIE + kind)


@rule
def _offer_decisions(state, choices):
    if state.phase == Phase.PLACE:
        _offer_places(state, choices)
    elif state.phase == Phase.PLACE_BOAT:
        _offer_boat_places(state, choices)
    elif state.phase == Phase.START:
        offer_red_tiles(state, choices)
    elif state.phase == Phase.MOVES:
        offer_moves(state, choices)
    elif state.phase == Phase.REMOVE:
        offer_tiles(state, choices)
    elif state.phase == Phase.ABOARD:
        offer_rescues(state, choices)
    elif state.phase == Phase.CREATURE:
        offer_creatures(state, choices)
    else:
        _offer_defence(state, choices)


@rule
def tiles_to_lay(state, terrain):
    """TI-4, TI-6: tiles of this terrain not yet on the board."""
    return TILES[terrain] - how_many(state.lying[terrain])


@rule
def _offer_places(state, choices):
    """TI-7: each value that the colour still has, on each tile that has room."""
    full = full_slots(state)
    for value in range(1, len(VALUES) + 1):
        if explorers_left(state, state.colour, value) > 0:
            offer_set(choices, Action.PLACE + SLOTS * (value - 1), ALL_SLOTS & ~full, SLOTS)


@rule
def full_slots(state):
    """TI-7: those with an explorer; TI-37: crowded, those with two unless they touch the sea; a bit for each."""
    once, twice = 0, 0
    for who in range(EXPLORERS):
        if state.plight[who] == Plight.ASHORE:
            slot = 1 << SLOT[state.place[who]]
            twice |= once & slot
            once |= slot
    return once & COAST | twice if state.challenge[Challenge.CROWDED] else once


@rule
def explorers_left(state, colour, value):
    """TI-5: explorers of that value that do not show it yet: at set-up, those still to be placed."""
    count = state.team[value - 1]
    for who in range(TEAM * colour, TEAM * (colour + 1)):
        count -= state.value[who] == value
    return count


@rule
def _offer_boat_places(state, choices):
    """TI-8: by the land, with no boat and no serpent; the only serpent there is the one in the lagoon."""
    for cell in SHORES:
        if state.boat_on[cell] == NO_BOAT and not is_there(state, Kind.SERPENT, cell):
            offer(choices, Action.PLACE_BOAT + cell)


@rule
def _offer_defence(state, choices):
    """TI-29: decline, or play the tile that stops this kind."""
    offer(choices, Action.DECLINE)
    if holds(state, state.asked, _stopper(state)):
        offer(choices, Action.STOP)


@rule
def _stopper(state):
    """The red tile that stops the kind of creature just moved."""
    return Under.STOP_SHARK if state.die == Kind.SHARK else Under.STOP_WHALE


# Apply.


@rule
def apply(state, action):
    """Make a legal action happen."""
    state.last = action
    if state.phase < Phase.START:
        _prepare(state, action)
    elif state.phase == Phase.START:
        _start(state, action)
    elif state.phase == Phase.MOVES:
        _move(state, action)
    elif state.phase == Phase.REMOVE:
        remove(state, action - Action.REMOVE)
        _to(state, Phase.UNDER)
    elif state.phase == Phase.UNDER:
        _turn_over(state, action - Action.UNDER)
    elif state.phase == Phase.ABOARD:
        _take_aboard(state, action - Action.ABOARD)
    elif state.phase == Phase.DIE:
        _roll(state, action - Action.DIE)
    elif state.phase == Phase.CREATURE:
        _send(state, action)
    else:
        _defend(state, action)


@rule
def _to(state, phase):
    """Turn to a phase, and to whoever acts in it."""
    state.phase = phase
    if phase == Phase.TERRAIN or phase == Phase.UNDER or phase == Phase.DIE:
        state.seat = CHANCE
    else:
        state.seat = seat_of(state, state.asked if phase == Phase.DEFENCE else state.colour)


# Set-up, one piece after the other.


@rule
def _prepare(state, action):
    """TI-6, TI-7, TI-8: lay what is to be laid."""
    if state.phase == Phase.FIRST:
        state.first = action - Action.FIRST
        state.colour = state.first
        _to(state, Phase.TERRAIN)
    elif state.phase == Phase.TERRAIN:
        lay(state, state.placed, action - Action.TERRAIN)
        _count_placed(state, SLOTS)
    elif state.phase == Phase.PLACE:
        _place(state, 1 + (action - Action.PLACE) // SLOTS, (action - Action.PLACE) % SLOTS)
    else:
        launch(state, action - Action.PLACE_BOAT)
        _pass_on(state)
        _count_placed(state, state.house[OWN_BOATS] * state.colours)


@rule
def _count_placed(state, full):
    """Ask for the next piece; after the last of its kind, for the next kind or the first turn."""
    state.placed += 1
    if state.placed < full:
        _to(state, state.phase)
        return
    state.placed = 0
    if state.phase == Phase.PLACE_BOAT:
        _begin_turn(state)
    else:
        _to(state, state.phase + 1)


@rule
def _pass_on(state):
    """TI-36: the next colour, clockwise."""
    state.colour = (state.colour + 1) % state.colours


@rule
def _place(state, value, slot):
    """TI-7: the next explorer of the colour."""
    who = TEAM * state.colour + state.placed // state.colours
    state.value[who] = value
    state.plight[who] = Plight.ASHORE
    state.place[who] = LAND[slot]
    state.in_play[state.colour] += 1
    _pass_on(state)
    _count_placed(state, TEAM * state.colours)


# A turn.


@rule
def _begin_turn(state):
    """TI-10: ask for a red tile, if there is any in hand; TI-58: with no tile left the turns are counted."""
    state.moves = state.house[MOVES]
    state.spent = 0
    if lowest_terrain(state) == Terrain.SEA:
        state.last_turns += 1
    if state.last_turns > LAST_TURNS * state.colours:
        _end(state)
    elif tiles_in_hand(state, state.colour) > 0:
        _to(state, Phase.START)
    else:
        _go_on_moving(state)


@rule
def _start(state, action):
    """TI-10: one red tile, or none."""
    if action != Action.PASS:
        play_red_tile(state, action)
    _go_on_moving(state)


@rule
def _move(state, action):
    """TI-11: one of up to three moves."""
    if action == Action.END_MOVES:
        state.moves = 0
    else:
        make_move(state, action)
        state.moves -= 1
    _go_on_moving(state)


@rule
def _go_on_moving(state):
    """TI-14, TI-53: as long as there are moves and someone to move; TI-35: nobody in play, no game."""
    if is_deserted(state):
        _end(state)
    elif state.moves > 0 and has_explorers(state, state.colour):
        _to(state, Phase.MOVES)
    elif lowest_terrain(state) != Terrain.SEA:
        _to(state, Phase.REMOVE)  # TI-12
    else:
        _to(state, Phase.DIE)  # TI-55


@rule
def _turn_over(state, symbol):
    """TI-26, TI-27; TI-34: the volcano ends the game, TI-38, TI-40: or is one more whirlpool."""
    if symbol == Under.VOLCANO and not outlasts_volcano(state):
        state.left[state.sunk, symbol] -= 1
        _end(state)
        return
    turn_over(state, symbol)
    if symbol == Under.BOAT and state.swimmers[state.hole] > 0:
        _to(state, Phase.ABOARD)
    else:
        _end_removal(state)


@rule
def outlasts_volcano(state):
    """TI-38, TI-40: the game goes on when the volcano is found."""
    return state.challenge[Challenge.TO_THE_LAST] or state.challenge[Challenge.ATLANTIS_SUBMERGED]


@rule
def _take_aboard(state, who):
    """TI-26: as many as the boat holds."""
    boat = state.boat_on[state.hole]
    embark(state, who, boat)
    if state.bench[boat, state.house[BOAT_ROOM] - 1] != NO_ONE:
        _end_removal(state)


@rule
def _end_removal(state):
    """TI-35, TI-40: the game may be over; else chance rolls the die."""
    is_submerged = state.challenge[Challenge.ATLANTIS_SUBMERGED] and lowest_terrain(state) == Terrain.SEA
    if is_submerged or is_deserted(state):
        _end(state)
    else:
        _to(state, Phase.DIE)


@rule
def _roll(state, kind):
    """TI-13: nothing happens if there is no such creature."""
    state.die = kind
    if is_kind_on_board(state, kind):
        _to(state, Phase.CREATURE)
    else:
        _end_turn(state)


@rule
def _send(state, action):
    """TI-13, TI-29: a creature moves; those it attacks may stop it."""
    if action == Action.STAY:
        _end_turn(state)
        return
    move_creature(state, (action - Action.CREATURE) // FAR, (action - Action.CREATURE) % FAR)
    _ask_defenders(state)


@rule
def _ask_defenders(state):
    """TI-29: one after the other; then the creature strikes."""
    if ask_next_defender(state):
        _to(state, Phase.DEFENCE)
    else:
        strike(state)
        _end_turn(state)


@rule
def _defend(state, action):
    """TI-29: the tile and the creature leave the game, or the next is asked."""
    if action == Action.DECLINE:
        _ask_defenders(state)
        return
    discard(state, state.asked, _stopper(state))
    stop_creature(state)
    _end_turn(state)


@rule
def _end_turn(state):
    """TI-35: the turn passes on while anyone is in play."""
    if is_deserted(state):
        _end(state)
        return
    _pass_on(state)
    _begin_turn(state)


@rule
def _end(state):
    """TI-34, TI-55: whoever is not on a safe island is lost."""
    for who in range(EXPLORERS):
        if is_in_play(state, who):
            lose(state, who)
    state.seat = NOBODY


# Score.


@rule
def score(state, points):
    """TI-34: the values on the safe islands; TI-39: or how many are there; TI-36: of all colours of a seat."""
    points[: state.seats] = 0
    for who in range(TEAM * state.colours):
        if state.plight[who] == Plight.SAVED:
            worth = 1 if state.challenge[Challenge.ALL_EQUAL] else state.value[who]
            points[seat_of(state, who // TEAM)] += worth


@rule
def win(state, shares):
    """TI-34: the highest score, shared when equal."""
    score(state, shares)
    share_among_best(shares, state.seats)


# View: what a seat may know, and what could be behind it.


@rule
def hide(state, seat):
    """TI-7, TI-27: the values and the hands of others; TI-56: at the end those saved are shown."""
    if seat_of(state, state.colour) != seat and Action.UNDER + RED <= state.last < Action.UNDER_UNSEEN:
        state.last = Action.UNDER_UNSEEN
    if seat_of(state, _colour_before(state)) != seat and Action.PLACE <= state.last < Action.PLACE_UNSEEN:
        state.last = Action.PLACE_UNSEEN + (state.last - Action.PLACE) % SLOTS
    for colour in range(state.colours):
        if seat_of(state, colour) != seat:
            _hide_values(state, colour)
            _hide_hand(state, state.hand[colour])


@rule
def _colour_before(state):
    """At set-up, who has just placed a piece."""
    return (state.colour + state.colours - 1) % state.colours


@rule
def _hide_values(state, colour):
    """TI-7, TI-56: all but, when the game is over, those of the saved."""
    for who in range(TEAM * colour, TEAM * (colour + 1)):
        if state.seat != NOBODY or state.plight[who] != Plight.SAVED:
            state.value[who] = UNKNOWN


@rule
def _hide_hand(state, hand):
    """TI-27: what is under the tiles in hand joins the unseen lot of its terrain."""
    for terrain in range(TERRAINS):
        for red in range(REDS):
            state.left[terrain, RED + red] += hand[terrain, red]
            hand[terrain, red] = 0


@rule
def deal(state, rng):
    """Give every hidden explorer one of its colour's values and every tile in hand one of its terrain's undersides."""
    for colour in range(state.colours):
        _deal_values(state, colour, rng)
        for terrain in range(TERRAINS):
            held = state.held[colour, terrain]
            _deal_tiles(state.left[terrain, RED:], state.hand[colour, terrain], held, rng)


@rule
def _deal_values(state, colour, rng):
    left = np.zeros(len(VALUES), np.int64)
    for who in range(TEAM * colour, TEAM * (colour + 1)):
        if state.plight[who] != Plight.UNPLACED and state.value[who] == UNKNOWN:
            for value in range(1, len(VALUES) + 1):
                left[value - 1] = explorers_left(state, colour, value)
            state.value[who] = 1 + weighted(left, rng)


@rule
def _deal_tiles(left, hand, held, rng):
    for _ in range(held - hand.sum()):
        red = weighted(left, rng)
        left[red] -= 1
        hand[red] += 1


# What everybody knows.


@rule
def evident(state, choices):
    """TI-57: not what depends on a hand that may hold the tile or not; nor at set-up which values are left (TI-7)."""
    if state.phase == Phase.DEFENCE:
        return not doubtful_kinds(state, state.asked) >> _stopper(state) & 1
    if state.phase == Phase.START:
        return not would_help(state, doubtful_kinds(state, state.colour), choices)
    return state.phase != Phase.PLACE or state.placed < state.colours or _are_all_worth_the_same(state)


@rule
def _are_all_worth_the_same(state):
    """TI-5: only by a house rule; nobody can wonder then which values are left."""
    for count in state.team:
        if count == TEAM:
            return True
    return False


@rule
def opens(before, after):
    """TI-27: a red tile that not everybody knew of is played; TI-56: the values of the saved are shown."""
    if before.phase == Phase.START and after.last != Action.PASS:
        is_news = shows_hand(before, before.colour, symbol_of(after.last))
    elif before.phase == Phase.DEFENCE and after.last != Action.DECLINE:
        is_news = shows_hand(before, before.asked, _stopper(before))
    else:
        is_news = False
    return is_news or (after.seat == NOBODY and _is_anyone_saved(after))


@rule
def _is_anyone_saved(state):
    for who in range(TEAM * state.colours):
        if state.plight[who] == Plight.SAVED:
            return True
    return False
