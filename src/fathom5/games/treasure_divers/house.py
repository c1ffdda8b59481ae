"""Numbers of the rulebook of Treasure Divers that a designer may change, each as far as the record has room."""

from fathom5.kernel.options import Constant

_GOALS = range(1, 16)
_TOKENS = ("TD-18",)  # by which they are won
HOUSE = {
    "bonus": Constant(
        5, range(21), "TD-2", ("Points of a bonus token", "Points d'un jeton bonus"), (*_TOKENS, "TD-20")
    ),
    "goal_shell": Constant(6, _GOALS, "TD-7", ("Shells for their bonus", "Coquillages pour leur bonus"), _TOKENS),
    "goal_amphora": Constant(6, _GOALS, "TD-7", ("Amphorae for their bonus", "Amphores pour leur bonus"), _TOKENS),
    "goal_barrel": Constant(6, _GOALS, "TD-7", ("Barrels for their bonus", "Tonneaux pour leur bonus"), _TOKENS),
    "goal_gold": Constant(7, _GOALS, "TD-7", ("Gold bars for their bonus", "Lingots pour leur bonus"), _TOKENS),
    "goal_chest": Constant(7, _GOALS, "TD-7", ("Chests for their bonus", "Coffres pour leur bonus"), _TOKENS),
    "goal_seaweed": Constant(3, _GOALS, "TD-7", ("Seaweed tiles for their bonus", "Algues pour leur bonus"), _TOKENS),
    "goal_monster": Constant(5, _GOALS, "TD-7", ("Monsters for their bonus", "Monstres pour leur bonus"), _TOKENS),
    "exchange": Constant(
        2, range(21), "TD-17", ("Points of an exchange tile", "Points d'une tuile d'échange"), ("TD-20",)
    ),
}
# Where each stands in the record; the goals follow one another, in the order of the kinds.
BONUS, FIRST_GOAL, *_, EXCHANGE_POINTS = range(len(HOUSE))
