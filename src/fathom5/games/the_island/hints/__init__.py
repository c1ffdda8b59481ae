"""What a bot should know of The Island: how likely each explorer is to be saved, and what a move changes about it."""

from fathom5.games.the_island.hints.hope import value
from fathom5.games.the_island.hints.players import PLAYERS, SEARCH, policy
from fathom5.games.the_island.hints.reasons import reason

__all__ = ["PLAYERS", "SEARCH", "policy", "reason", "value"]
