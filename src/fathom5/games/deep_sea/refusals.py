"""Why a touch on the board of Deep Sea Adventure does nothing now."""

from collections.abc import Sequence

import numpy as np

from fathom5.games.deep_sea.rules import Phase, is_blank
from fathom5.kernel.story import No
from fathom5.scene import Words

REASONS = {  # the clause, and the sentence in each language
    "way_home": ("DS-12", "You are on the way home already", "Vous êtes déjà sur le chemin du retour"),
    "late": (
        "DS-8",
        "Turning back is decided before the dice are rolled",
        "Le demi-tour se décide avant de lancer les dés",
    ),
    "empty_handed": (
        "DS-8",
        "Nobody turns back with empty hands: take a chip first",
        "On ne fait pas demi-tour les mains vides : prenez d'abord un jeton",
    ),
    "dice": (
        "DS-9",
        "First say whether you turn back; then the dice decide how far you go",
        "Dites d'abord si vous faites demi-tour ; les dés décident ensuite du trajet",
    ),
    "elsewhere": (
        "DS-13",
        "Only the space where you are can be searched: space {here}, not {there}",
        "On ne fouille que son propre espace : l'espace {here}, pas le {there}",
    ),
    "blank": (
        "DS-13",
        "Nothing lies here, and you have nothing to put down",
        "Il n'y a rien ici, et vous n'avez rien à reposer",
    ),
    "put_down": (
        "DS-13",
        "Nothing lies here to be taken; touch one of your finds to put it down",
        "Rien à prendre ici ; touchez une de vos trouvailles pour la reposer",
    ),
    "last": (
        "DS-14",
        "Who is on the way home keeps at least one find",
        "Sur le chemin du retour, on garde au moins une trouvaille",
    ),
    "others": ("DS-13", "That find is another diver's", "Cette trouvaille est à un autre plongeur"),
    "before_search": ("DS-13", "Finds are put down after the move", "On repose une trouvaille après le déplacement"),
    "taken_space": (
        "DS-13",
        "A find can only be put down on an empty space, and a chip lies here",
        "On ne repose une trouvaille que sur un espace vide, et il y a un jeton ici",
    ),
    "divers": ("DS-9", "The dice move the divers", "Ce sont les dés qui déplacent les plongeurs"),
    "home": ("DS-17", "What is home stays there", "Ce qui est rentré le reste"),
    "air": (
        "DS-7",
        "The air falls by itself, at the start of each turn, by what the diver holds",
        "L'air baisse de lui-même au début de chaque tour, selon la charge du plongeur",
    ),
    "rolling": ("DS-9", "The dice roll by themselves", "Les dés se lancent d'eux-mêmes"),
}
PLAIN = {"chest": "home", "points": "home", "dial": "air", "air": "air", "die": "rolling", "mark": "divers"}


def refusal(view: np.record, begun: Sequence[str], touched: str, words: Words) -> No | None:
    """The reason and what it speaks of."""
    what, *numbers = touched.split("-")
    if what == "submarine":
        return _submarine(view), {}
    if what == "space":
        return _space(view, int(numbers[0]))
    if what == "pile":
        return _find(view, int(numbers[0])), {}
    if what == "diver":
        return "divers", {}
    return (PLAIN[what], {}) if what in PLAIN else None


def _submarine(view: np.record) -> str:
    if view.returning[view.diver]:
        return "way_home"
    return "late" if view.piles[view.diver] else "empty_handed"


def _space(view: np.record, place: int) -> No:
    here = int(view.place[view.diver])
    if view.phase == Phase.TURN_BACK:
        return "dice", {}
    if place != here:
        return "elsewhere", {"here": here, "there": place}
    if not view.piles[view.diver]:
        return "blank", {}
    return ("last" if _is_last(view) else "put_down"), {}


def _find(view: np.record, seat: int) -> str:
    if seat != view.diver:
        return "others"
    if view.phase == Phase.TURN_BACK:
        return "before_search"
    return "last" if is_blank(view, view.place[seat]) and _is_last(view) else "taken_space"


def _is_last(view: np.record) -> bool:
    """DS-14."""
    return bool(view.returning[view.diver] and view.piles[view.diver] == 1)
