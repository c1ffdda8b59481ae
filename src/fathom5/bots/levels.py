"""Opponents of four strengths for people, each with the longest time it thinks about a move."""

from fathom5.bots.search import Search

LEVELS = {  # from the weakest on
    "paddler": Search(iterations=24, seconds=0.1, trees=1, playouts="uniform"),  # for children
    "snorkeller": Search(iterations=200, seconds=0.2, trees=1, playouts="uniform"),
    "diver": Search(seconds=0.2),
    "leviathan": Search(seconds=1.0),  # for experts
}
