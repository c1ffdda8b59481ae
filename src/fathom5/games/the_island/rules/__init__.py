"""What the rulebook of The Island says: the box, the sea, its pieces, their moves, the tiles and the creatures."""

from fathom5.games.the_island.rules.box import CHOICES, STATE, Action
from fathom5.games.the_island.rules.verbs import apply, deal, evident, hide, legal, opens, score, setup, win

__all__ = ["CHOICES", "STATE", "Action", "apply", "deal", "evident", "hide", "legal", "opens", "score", "setup", "win"]
