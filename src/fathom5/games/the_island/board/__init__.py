"""The Island as a picture and in letters."""

from fathom5.games.the_island.board.drawings import ABOUT, STYLE, SYMBOLS
from fathom5.games.the_island.board.picture import recalled, scene, text, untold

__all__ = ["ABOUT", "STYLE", "SYMBOLS", "recalled", "scene", "text", "untold"]
