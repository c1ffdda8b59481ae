"""The rules of Sub Terra; ST-n are the clauses of its rulebook.

The box, the cave, the cavers, their turns, the horrors and the hazards have files of their own.
"""

from fathom5.games.sub_terra.house import (
    CLEAR_COST,
    FIRST_COST,
    HEAL_COST,
    HEALTH_OF,
    RUN_COST,
    SQUEEZE_COST,
    SWIM_COST,
)
from fathom5.games.sub_terra.rules.box import (
    ALL_SIDES,
    CALM,
    DRAWABLE,
    FACES,
    GUIDES,
    NOWHERE,
    PRINTED,
    RANKS,
    RUN,
    SIDES,
    SPRINT,
    STACK,
    START,
    Action,
    Phase,
    Rank,
)
from fathom5.games.sub_terra.rules.cave import connected, discard, lay, must_discard, offer_places, offer_tiles
from fathom5.games.sub_terra.rules.cavers import answer_check, caver_of, is_over, left_behind, owner
from fathom5.games.sub_terra.rules.hazards import (
    begin_hazard_phase,
    cave_in,
    offer_hazards,
    set_deck,
    take_effect,
    turn_over,
)
from fathom5.games.sub_terra.rules.horrors import (
    appear,
    arrive,
    offer_figures,
    offer_lairs,
    offer_paths,
    prowl,
    settle,
    stir,
)
from fathom5.games.sub_terra.rules.turns import (
    begin_next_turn,
    begin_reveal,
    can_guide,
    clear,
    demolish,
    direct,
    dive,
    end_round,
    end_turn,
    go_on,
    lay_tile,
    offer_steps,
    offer_turn,
    offer_waters,
    repel,
    secure,
    set_off,
    step_on,
    surface,
    treat,
    try_rope,
    try_to_hide,
)
from fathom5.kernel.game import CHANCE, NOBODY, offer, rule, take_house_rules

# Setup.


@rule
def setup(state, options):
    """ST-5 to ST-7: the start tile, the stack, the deck; the cavers as agreed, or chance deals them."""
    take_house_rules(state, options)
    state.seats = options.players
    state.cavers = options.cavers
    state.difficulty = options.difficulty
    state.exit = NOWHERE
    state.drawn = NOWHERE
    state.kept = NOWHERE
    state.hazard = CALM
    state.guides = GUIDES
    state.beside[:] = NOWHERE
    state.ways[:] = NOWHERE
    state.blast[:] = NOWHERE
    state.horror[:] = NOWHERE
    state.stack[:] = PRINTED[:DRAWABLE]
    state.unseen = STACK
    state.cheapest = state.house[FIRST_COST:].min()
    lay(state, START, ALL_SIDES, 0, 0, 0)
    if options.cavers < 0:
        _choose_cavers(state, options)
    set_deck(state, options.easier)
    state.phase = Phase.DEAL if state.rank[0] == 0 else Phase.FIRST
    state.seat = CHANCE


@rule
def _choose_cavers(state, options):
    """ST-5: those of the list, clockwise."""
    state.cavers = 0
    for listed in options.cavers_list:
        if listed >= 0:
            join(state, state.cavers, listed + 1)
            state.cavers += 1


@rule
def join(state, caver, rank):
    """ST-6: all begin on the start tile, in full health."""
    state.rank[caver] = rank
    state.health[caver] = state.house[HEALTH_OF + rank]


# Legal.


@rule
def legal(state, choices):
    """Offer what can happen now."""
    if state.seat == NOBODY:
        return
    if state.seat == CHANCE:
        _offer_chances(state, choices)
    elif state.phase == Phase.TURN:
        offer_turn(state, choices)
    elif state.phase == Phase.STEP:
        offer_steps(state, choices)
    elif state.phase == Phase.PLACE:
        offer_places(state, choices)
        if can_guide(state):
            offer(choices, Action.GUIDE)
    elif state.phase == Phase.SURFACE:
        offer_waters(state, choices)
    elif state.phase == Phase.HORROR_FIRST:
        offer_figures(state, choices)
    elif state.phase == Phase.HORROR_PATH:
        offer_paths(state, choices)
    else:
        offer_lairs(state, choices)


@rule
def _offer_chances(state, choices):
    if state.phase == Phase.DEAL:
        _offer_ranks(state, choices)
    elif state.phase == Phase.FIRST:
        for caver in range(state.cavers):
            offer(choices, Action.FIRST_CAVER + caver)  # ST-9
    elif state.phase == Phase.HAZARD:
        offer_hazards(state, choices)
    elif state.phase == Phase.CHECK or state.phase == Phase.CAVE_IN:
        first = Action.CHECK if state.phase == Phase.CHECK else Action.CAVE_IN
        for face in range(FACES):
            offer(choices, first + face)
    else:
        offer_tiles(state, choices)


@rule
def _offer_ranks(state, choices):
    """ST-5: all are different."""
    for rank in range(1, RANKS + 1):
        if caver_of(state, rank) == NOWHERE:
            offer(choices, Action.CAVER + rank)


# Apply.


@rule
def apply(state, action):
    """Make a legal action happen."""
    state.last = action
    if action >= Action.CAVER:
        _fall(state, action)
    elif action >= Action.HORROR_FIRST:
        _lead_horrors(state, action)
    elif action >= Action.CLEAR:
        _do_to(state, action)
    elif action >= Action.REVEAL:
        _do_towards(state, action)
    else:
        _do(state, action)
    _advance(state)


@rule
def _do(state, action):
    """What a caver does on the spot."""
    if action == Action.END:
        state.phase = Phase.TURN_OVER
    elif action == Action.EXERT:
        state.points += 1
        state.exerted = 1
    elif action == Action.ROPE:
        try_rope(state)
    elif action == Action.HIDE:
        try_to_hide(state)
    elif action == Action.DIVE:
        dive(state)
    elif action == Action.SECURE:
        secure(state)
    elif action == Action.GUIDE:
        discard(state)
        state.guides -= 1
        state.guided = 1
        state.phase = Phase.DRAW
    else:  # stop or decline
        state.steps = 0
        state.phase = Phase.ACTED


@rule
def _do_towards(state, action):
    """What a caver does towards a side; the actions of each verb are as many as there are sides."""
    side = (action - Action.REVEAL) % SIDES
    verb = action - side
    if verb == Action.REVEAL or verb == Action.EXPLORE:
        begin_reveal(state, side, verb == Action.EXPLORE)
    elif verb == Action.MOVE:
        set_off(state, side, 1, 1)
    elif verb == Action.RUN:
        set_off(state, side, RUN, state.house[RUN_COST])
    elif verb == Action.SPRINT:
        set_off(state, side, SPRINT, 1)
    elif verb == Action.SWIM or verb == Action.SQUEEZE:
        set_off(state, side, 1, state.house[SWIM_COST if verb == Action.SWIM else SQUEEZE_COST])
    elif verb == Action.STEP:
        step_on(state, side)
    elif verb == Action.DEMOLISH:
        demolish(state, side)
    else:
        repel(state, side)


@rule
def _do_to(state, action):
    """What a caver does to rubble, to another caver, or with a tile."""
    if action >= Action.SURFACE:
        surface(state, action - Action.SURFACE)
    elif action >= Action.PLACE:
        lay_tile(state, (action - Action.PLACE) // (ALL_SIDES + 1), (action - Action.PLACE) % (ALL_SIDES + 1))
    elif action >= Action.DIRECT:
        direct(state, action - Action.DIRECT)
    elif action >= Action.TREAT:
        treat(state, action - Action.TREAT, 1)
    elif action >= Action.HEAL:
        treat(state, action - Action.HEAL, state.house[HEAL_COST])
    elif action >= Action.EXCAVATE:
        clear(state, action - Action.EXCAVATE, 1)
    else:
        clear(state, action - Action.CLEAR, state.house[CLEAR_COST])


@rule
def _lead_horrors(state, action):
    """What players decide for horrors."""
    if action >= Action.APPEAR:
        appear(state, action - Action.APPEAR)
    elif action >= Action.HORROR_PATH:
        settle(state, connected(state, state.horror[state.figure], action - Action.HORROR_PATH))
    else:
        stir(state, action - Action.HORROR_FIRST)


@rule
def _fall(state, action):
    """What chance does."""
    if action >= Action.CAVE_IN:
        cave_in(state, action - Action.CAVE_IN + 1)
    elif action >= Action.CHECK:
        answer_check(state, action - Action.CHECK + 1)
    elif action >= Action.HAZARD:
        turn_over(state, action - Action.HAZARD)
    elif action >= Action.TILE:
        _draw(state, action - Action.TILE)
    elif action >= Action.FIRST_CAVER:
        _begin(state, action - Action.FIRST_CAVER)
    else:
        _deal_caver(state, action - Action.CAVER)


@rule
def _deal_caver(state, rank):
    """ST-5: to the next in the circle."""
    caver = caver_of(state, 0)
    join(state, caver, rank)
    if caver == state.cavers - 1:
        state.phase = Phase.FIRST


@rule
def _begin(state, caver):
    """ST-9, ST-46: this caver has the marker; a Geologist sets a tile aside."""
    state.first = caver
    state.phase = Phase.NEXT_TURN if caver_of(state, Rank.GEOLOGIST) == NOWHERE else Phase.KEEP


@rule
def _draw(state, design):
    """ST-13, ST-46, ST-63: a tile to be laid, if it does not close the cave; or the first to be set aside."""
    state.stack[design] -= 1
    state.unseen -= 1
    if state.phase == Phase.KEEP:
        state.kept = design
        state.phase = Phase.NEXT_TURN
        return
    state.drawn = design
    state.phase = Phase.PLACE
    if must_discard(state):
        discard(state)
        state.phase = Phase.DRAW


@rule
def _advance(state):
    """ST-10, ST-53: go on until somebody is asked or the game is over, which is tested after every effect (ST-62)."""
    while state.phase >= Phase.ACTED:
        if state.due == 0 and is_over(state):
            state.seat = NOBODY
            return
        if state.phase == Phase.ACTED:
            go_on(state)
        elif state.phase == Phase.TURN_OVER:
            end_turn(state)
        elif state.phase == Phase.NEXT_TURN:
            begin_next_turn(state)
        elif state.phase == Phase.PROWL:
            prowl(state)
        elif state.phase == Phase.DANGER:
            begin_hazard_phase(state)
        elif state.phase == Phase.EFFECT:
            take_effect(state)
        elif state.phase == Phase.ARRIVE:
            arrive(state)
        else:
            state.hazard = CALM
            end_round(state)
    state.seat = _asked(state)


@rule
def _asked(state):
    """Whose decision it is."""
    if state.phase < Phase.TURN:
        return CHANCE
    if state.phase == Phase.HORROR_FIRST or state.phase == Phase.APPEAR:
        return owner(state, state.first)  # ST-71
    if state.phase == Phase.HORROR_PATH:
        return owner(state, caver_of(state, state.prey[state.horror[state.figure]]))
    return owner(state, state.actor)


# Score.


@rule
def score(state, points):
    """ST-53, ST-54: gold, silver and bronze are 3, 2 and 1, the same for all."""
    points[: state.seats] = medal(state)


@rule
def win(state, shares):
    """ST-54: a third for each point."""
    shares[: state.seats] = medal(state) / 3


@rule
def medal(state):
    """ST-53: three less one for each caver left behind."""
    return max(0, 3 - left_behind(state))


# View: everybody knows everything.


@rule
def hide(state, seat):
    """There are no secrets."""


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
