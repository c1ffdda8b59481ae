"""What the rulebook of Captain Carcass says: the cards, the state, a turn, and the verbs that all games share."""

from fathom5.games.captain_carcass.rules.state import CHOICES, STATE, Action
from fathom5.games.captain_carcass.rules.verbs import apply, deal, evident, hide, legal, opens, score, setup, win

__all__ = ["CHOICES", "STATE", "Action", "apply", "deal", "evident", "hide", "legal", "opens", "score", "setup", "win"]
