"""What a bot should know of Treasure Divers: at a glance, and down the whole column."""

from fathom5.games.treasure_divers.hints.players import PLAYERS, SEARCH, policy, value
from fathom5.games.treasure_divers.hints.reasons import reason

__all__ = ["PLAYERS", "SEARCH", "policy", "reason", "value"]
