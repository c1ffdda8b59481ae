"""What a bot should know of Treasure Divers."""

from fathom5.games.treasure_divers.rules import win
from fathom5.kernel.chance import pick
from fathom5.kernel.game import rule

PLAYERS: dict[str, tuple[float, ...]] = {"hinted": ()}


@rule
def policy(state, choices, brain, rng):
    return pick(choices, rng)


@rule
def value(state, shares):
    win(state, shares)
