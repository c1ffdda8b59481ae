"""What a bot should know of Sub Terra."""

from fathom5.games.sub_terra.rules import win
from fathom5.kernel.chance import pick
from fathom5.kernel.game import rule

PLAYERS: dict[str, tuple[float, ...]] = {"hinted": ()}


@rule
def policy(state, choices, brain, rng):
    return pick(choices, rng)


@rule
def value(state, shares):
    win(state, shares)
