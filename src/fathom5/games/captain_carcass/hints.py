from fathom5.games.captain_carcass.rules import win
from fathom5.kernel.chance import pick
from fathom5.kernel.game import rule
PLAYERS = {"hinted": (0.3,)}
@rule
def policy(state, choices, brain, rng):
    return pick(choices, rng)
@rule
def value(state, shares):
    win(state, shares)
