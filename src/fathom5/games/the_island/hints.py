"""What a bot should know of The Island."""

from fathom5.games.the_island.rules import win
from fathom5.kernel.chance import pick
from fathom5.kernel.game import rule

PLAYERS: dict[str, tuple[float, ...]] = {"hinted": ()}


@rule
def policy(state, choices, brain, rng):
    """What a hinted player does."""
    return pick(choices, rng)


@rule
def value(state, shares):
    """As it stands."""
    win(state, shares)
