"""Why a touch on the board of Treasure Divers does nothing now."""

from collections.abc import Sequence

import numpy as np

from fathom5.games.treasure_divers.rules.box import EXCHANGE
from fathom5.games.treasure_divers.rules.verbs import SURFACE, WRECK_ROW, Phase, X, can_be_exchanged, symbol_here
from fathom5.kernel.story import No
from fathom5.scene import Words

REASONS = {  # the clause, and the sentence in each language
    "column": (
        "TD-9",
        "This dive goes down below buoy {buoy}, to the end of the turn",
        "Cette plongée reste sous la bouée {buoy} jusqu'à la fin du tour",
    ),
    "upward": ("TD-9", "The lamp only goes down", "La lampe ne fait que descendre"),
    "steps": (
        "TD-9",
        "The lamp goes down by a number on a die: {numbers}; to there it would be {steps}",
        "La lampe descend du nombre d'un dé : {numbers} ; jusque-là, il en faudrait {steps}",
    ),
    "lit": (
        "TD-11",
        "Only the tile in the light can be taken, row {row}",
        "Tu ne peux prendre que la tuile éclairée, ligne {row}",
    ),
    "hole": (
        "TD-12",
        "There is no tile in the light any more: dive on, or stop",
        "Il n'y a plus de tuile sous la lampe : plonge encore, ou arrête-toi",
    ),
    "choose_coins": ("TD-14", "You are at the wreck: choose its coins", "Tu es à l'épave : choisis ses pièces"),
    "far_wreck": (
        "TD-10",
        "The wreck is {steps} squares down; your dice show {numbers}",
        "L'épave est {steps} cases plus bas ; tes dés montrent {numbers}",
    ),
    "not_there": (
        "TD-14",
        "Who takes something from the wreck has to reach it first",
        "Pour prendre quelque chose dans l'épave, il faut d'abord l'atteindre",
    ),
    "exchange_ends": (
        "TD-17",
        "From an exchange tile there is no diving on: keep it, or exchange it",
        "On ne replonge pas depuis une tuile d'échange : garde-la, ou échange-la",
    ),
    "aside": ("TD-8", "A die that showed X stays aside in this dive", "Un dé qui a montré X reste de côté"),
    "square_first": (
        "TD-9",
        "Touch the square that the lamp goes to",
        "Touche la case où va la lampe",
    ),
    "other_die": (
        "TD-11",
        "One touch rolls all dice that are left: touch the other one",
        "Un seul geste lance tous les dés restants : touche l'autre",
    ),
    "no_stop": (
        "TD-12",
        "Stopping is only possible on an empty square",
        "Tu ne peux t'arrêter que sur une case vide",
    ),
    "your_own": ("TD-17", "An exchange takes from somebody else", "On échange avec quelqu'un d'autre"),
    "never_exchanged": (
        "TD-32",
        "Monsters and exchange tiles cannot be taken in an exchange",
        "On n'échange ni les monstres ni les tuiles d'échange",
    ),
    "kept": (
        "TD-17",
        "Only an exchange tile takes something from somebody",
        "Il faut une tuile d'échange pour prendre à quelqu'un",
    ),
    "bonus": (
        "TD-18",
        "A bonus comes by itself to who first has enough of its kind",
        "Un bonus va de lui-même à qui en a assez le premier",
    ),
}


def refusal(view: np.record, begun: Sequence[str], touched: str, words: Words) -> No | None:
    """The reason and what it speaks of."""
    what, *numbers = touched.split("-")
    if what in ("square", "symbol", "amount") and len(numbers) == 2:
        return _square(view, *map(int, numbers))
    if what in ("wreck", "coin"):
        return _wreck(view)
    if what == "find":
        return _find(view, int(numbers[0]), int(numbers[1])), {}
    if what == "die":
        return _die(view, int(numbers[0])), {}
    if what == "boat":
        return "no_stop", {}
    if what in ("medal", "goal", "winner"):
        return "bonus", {}
    return ("square_first", {}) if what == "buoy" and view.phase == Phase.DIVE else None


def _square(view: np.record, column: int, row: int) -> No:
    if view.phase == Phase.TILE:
        return "lit", {"row": int(view.row)}
    if view.phase != Phase.DIVE:
        return ("hole" if view.phase == Phase.EMPTY else "choose_coins"), {}
    if view.row != SURFACE and column != view.column:
        return "column", {"buoy": 1 + int(view.column)}
    if row <= view.row:
        return "upward", {}
    return "steps", {"numbers": _numbers(view), "steps": row - int(view.row)}


def _numbers(view: np.record) -> str:
    return ", ".join(sorted({str(face) for face in view.rolled.tolist() if face != X}))


def _wreck(view: np.record) -> No:
    if view.phase == Phase.WRECK:
        return "choose_coins", {}
    if view.phase != Phase.DIVE:
        return "not_there", {}
    return "far_wreck", {"steps": WRECK_ROW - int(view.row), "numbers": _numbers(view)}


def _is_exchange(view: np.record) -> bool:
    return bool(view.phase == Phase.TILE and symbol_here(view) == EXCHANGE)


def _find(view: np.record, seat: int, find: int) -> str:
    if not _is_exchange(view):
        return "kept"
    if seat == view.diver:
        return "your_own"
    return "kept" if can_be_exchanged(find) else "never_exchanged"


def _die(view: np.record, number: int) -> str:
    if view.rolled[number] == X:
        return "aside"
    if view.phase == Phase.DIVE:
        return "square_first"
    return "exchange_ends" if _is_exchange(view) else "choose_coins" if view.phase == Phase.WRECK else "other_die"
