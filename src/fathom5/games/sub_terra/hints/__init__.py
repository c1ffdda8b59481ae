"""What a bot should know of Sub Terra: ways, dangers, goals, the shape of the cave, and the hope that is left."""

from fathom5.games.sub_terra.hints.players import PLAYERS, SEARCH, policy, value
from fathom5.games.sub_terra.hints.reasons import reason

__all__ = ["PLAYERS", "SEARCH", "policy", "reason", "value"]
