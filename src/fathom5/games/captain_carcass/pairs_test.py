"""Every diver in every variant: random games come to their end, and no card is ever lost or found twice."""

import numpy as np
import pytest

from fathom5 import load
from fathom5.games.captain_carcass.rules.cards import NAMES, NO_CARD, PEOPLE, SUITS, Variant, put
from fathom5.games.captain_carcass.rules.state import LONGEST_EXPLORATION
from fathom5.kernel.chance import dice, pick
from fathom5.kernel.game import NOBODY, apply, ask, rule, setup
from fathom5.kernel.worlds import COMPILED, WORLD

INTERPRETED = WORLD != COMPILED
GAMES = 1 if INTERPRETED else 10_000  # for each diver and variant


@rule
def is_whole(state, scratch):
    """Whether each card is in just one place, and nothing is owed between turns."""
    scratch[:] = 0
    for i in range(LONGEST_EXPLORATION):
        if (i < state.explored) == (state.exploration[i] == NO_CARD):
            return False
        if i < state.explored:
            put(scratch, state.exploration[i])
    for suit in range(SUITS):
        places = scratch[suit] + state.pile[suit] + state.grave[suit]
        for seat in range(state.seats):
            places += state.hold[seat, suit]
        if places != 63:  # six bits; a card in two places would carry over
            return False
    return state.explored > 0 or state.demanded + state.nets + state.patient == 0


@rule
def whole_games(states, options, choices, rng, scratch, longest):
    """How many random games come to an end within the bound with all their cards."""
    count = 0
    for i in range(len(states)):
        setup(states[i], options)
        whole, left = True, longest
        while states[i].seat != NOBODY and left > 0 and whole:
            ask(states[i], choices)
            apply(states[i], pick(choices, rng))
            whole = is_whole(states[i], scratch)
            left -= 1
        count += whole and states[i].seat == NOBODY
    return count


@pytest.mark.parametrize("variant", [variant.name.lower() for variant in Variant])
@pytest.mark.parametrize("diver", NAMES)
def test_each_diver_with_each_variant(diver, variant):
    others = [name for name, person in zip(NAMES, PEOPLE, strict=True) if person != PEOPLE[NAMES.index(diver)]]
    if variant == "thieves_island":
        others = [name for name in others if name != "saboteur"] if diver != "saboteur" else []
    for number, other in enumerate(others[:1] if INTERPRETED else others):
        ready, games = load("captain_carcass", divers=[diver, other], variant=variant), -(-GAMES // len(others))
        states, choices = np.zeros(games, ready.game.rules.STATE), np.zeros(1, ready.game.rules.CHOICES)[0]
        packed, scratch = ready.game.packed(ready.options), np.zeros(SUITS, np.int8)
        assert whole_games(states, packed, choices, dice(number), scratch, ready.game.longest) == games
