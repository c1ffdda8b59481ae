"""What the rulebook of Treasure Divers says: the box, and the verbs that all games share."""

from fathom5.games.treasure_divers.rules.verbs import (
    CHOICES,
    MOST_PLAYERS,
    PATIENCE,
    STATE,
    WRECK_ROW,
    Action,
    apply,
    deal,
    evident,
    hide,
    legal,
    opens,
    score,
    setup,
    win,
)

__all__ = [
    "CHOICES",
    "MOST_PLAYERS",
    "PATIENCE",
    "STATE",
    "WRECK_ROW",
    "Action",
    "apply",
    "deal",
    "evident",
    "hide",
    "legal",
    "opens",
    "score",
    "setup",
    "win",
]
