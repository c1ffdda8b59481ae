"""What a bot should know of Deep Sea Adventure: when to turn round, and when a chip is worth its air."""

from fathom5.games.deep_sea.rules import Action, Phase, is_blank, is_free, win
from fathom5.kernel.chance import pick
from fathom5.kernel.game import rule

# The players by name, each with the knobs it can be tuned by.
PLAYERS: dict[str, tuple[float, ...]] = {
    "hinted": (2.0, 1.5),  # piles to turn back with; air for each space of the way home that is kept in reserve
    "zeffar": (),  # the opponent of Zeffar's Deep Diver study
}
HINTED, ZEFFAR = 1, 2


@rule
def policy(state, choices, brain, rng):
    """What a hinted player of this style does."""
    if brain.style == ZEFFAR:
        return zeffar(state, choices, rng)
    return hinted(state, choices, brain, rng)


@rule
def value(state, shares):
    """As it stands: treasure is all that counts."""
    win(state, shares)


@rule
def hinted(state, choices, brain, rng):
    return pick(choices, rng)


@rule
def zeffar(state, choices, rng):
    return pick(choices, rng)
