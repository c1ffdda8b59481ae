"""What the rulebook of Sub Terra says: the box, the cave, its cavers, their turns, the horrors and the hazards."""

from fathom5.games.sub_terra.rules.box import CHOICES, STATE, Action
from fathom5.games.sub_terra.rules.verbs import apply, deal, evident, hide, legal, opens, score, setup, win

__all__ = ["CHOICES", "STATE", "Action", "apply", "deal", "evident", "hide", "legal", "opens", "score", "setup", "win"]
