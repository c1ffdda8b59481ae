"""Why a touch on the board of Sub Terra does nothing now."""

from collections.abc import Sequence

import numpy as np

from fathom5.games.sub_terra.house import CLEAR_COST, HEAL_COST, HEALTH_OF, SQUEEZE_COST, SWIM_COST
from fathom5.games.sub_terra.rules.box import NOWHERE, SIDES, Kind, Phase, Rank
from fathom5.games.sub_terra.rules.cave import can_leave, is_marked, is_open, kind, opposite, tiles_left
from fathom5.kernel.story import No
from fathom5.scene import Words

REASONS = {  # the clause, and the sentence in each language
    "lay_first": ("ST-13", "First lay the new tile", "Posez d'abord la nouvelle tuile"),
    "run_on": (
        "ST-16",
        "The run goes on to a connected tile, or stops",
        "La course continue vers une tuile reliée, ou s'arrête",
    ),
    "waters": ("ST-44", "The Diver comes up on a flood tile", "Le Plongeur ressort sur une tuile inondable"),
    "which_horror": ("ST-40", "First say which horror moves", "Dites d'abord quelle horreur avance"),
    "which_way": ("ST-40", "First say which way the horror comes", "Dites d'abord par où vient l'horreur"),
    "where_horror": ("ST-41", "First say where the horror appears", "Dites d'abord où surgit l'horreur"),
    "no_points": (
        "ST-11",
        "No action points are left: exert yourself, or end the turn",
        "Plus de points d'action : dépassez-vous, ou finissez le tour",
    ),
    "few_points": (
        "ST-11",
        "No action points are left: end the turn",
        "Plus de points d'action : finissez le tour",
    ),
    "far": (
        "ST-14",
        "{who} can only reach the tiles next door",
        "{who} n'atteint que les tuiles voisines",
    ),
    "wall": ("ST-24", "A wall is in between", "Un mur les sépare"),
    "ledge": (
        "ST-30",
        "Without a rope nobody crosses the ledge this way",
        "Sans corde, on ne franchit pas la corniche dans ce sens",
    ),
    "slide": (
        "ST-30",
        "Without a rope nobody climbs up the slide",
        "Sans corde, on ne remonte pas le toboggan",
    ),
    "flooded": (
        "ST-18",
        "It is flooded: swimming there costs {cost}, and {points} is left",
        "C'est inondé : y nager coûte {cost}, il en reste {points}",
    ),
    "rubble": (
        "ST-20",
        "Rubble is in the way: clearing it costs {cost}, and {points} is left",
        "Des éboulis bloquent : les déblayer coûte {cost}, il en reste {points}",
    ),
    "squeeze": (
        "ST-19",
        "It is narrow: squeezing in costs {cost}, and {points} is left",
        "C'est étroit : s'y glisser coûte {cost}, il en reste {points}",
    ),
    "walk_only": (
        "ST-16",
        "Nobody swims or squeezes through while running",
        "En courant, on ne nage ni ne se glisse",
    ),
    "here": (
        "ST-13",
        "{who} is here: touch an open side or a tile beside it",
        "{who} est ici : touchez un côté ouvert ou une tuile voisine",
    ),
    "one_point": (
        "ST-51",
        "Whoever is directed takes one action of a single point",
        "Sur ordre, on fait une seule action à un point",
    ),
    "asleep": (
        "ST-17",
        "Healing is for cavers on the same tile",
        "On ne soigne que sur sa propre tuile",
    ),
    "healthy": ("ST-17", "{whom} has full health", "{whom} est en pleine santé"),
    "heal_cost": (
        "ST-17",
        "Healing costs {cost}, and {points} is left",
        "Soigner coûte {cost}, il en reste {points}",
    ),
    "gone": ("ST-52", "{whom} is not in the cave", "{whom} n'est pas dans la grotte"),
    "not_guard": (
        "ST-50",
        "Only the Bodyguard repels a horror",
        "Seul le Garde du corps repousse une horreur",
    ),
    "far_horror": (
        "ST-50",
        "Only a horror on a tile beside can be repelled, for 1 point",
        "On ne repousse qu'une horreur sur une tuile voisine, pour 1 point",
    ),
    "no_side": (
        "ST-13",
        "New tiles are laid at an open side of the own tile: touch the dark there",
        "On pose une tuile contre un côté ouvert de la sienne : touchez-y l'obscurité",
    ),
    "stack": ("ST-25", "No tiles are left", "Il n'y a plus de tuiles"),
    "hazards": (
        "ST-10",
        "Hazards come by themselves when all have acted",
        "Les dangers viennent d'eux-mêmes une fois que tous ont joué",
    ),
    "kept": (
        "ST-46",
        "The Geologist lays this tile instead of one drawn",
        "Le Géologue pose cette tuile au lieu d'une tuile piochée",
    ),
}
FIRST = {
    Phase.PLACE: "lay_first",
    Phase.SURFACE: "waters",
    Phase.HORROR_FIRST: "which_horror",
    Phase.HORROR_PATH: "which_way",
    Phase.APPEAR: "where_horror",
}
COSTLY = {Kind.FLOOD: "flooded", Kind.CAVE_IN: "rubble", Kind.SQUEEZE: "squeeze"}
COSTS = {"flooded": SWIM_COST, "rubble": CLEAR_COST, "squeeze": SQUEEZE_COST, "heal_cost": HEAL_COST}  # their numbers


def refusal(view: np.record, begun: Sequence[str], touched: str, words: Words) -> No | None:
    """The reason and what it speaks of."""
    what, *numbers = touched.split("-")
    reason = _reason(view, what, int(numbers[-1]) if numbers and numbers[-1].isdigit() else NOWHERE)
    if reason is None:
        return None
    whom = int(numbers[-1]) if what in ("caver", "card", "rank", "health") and numbers else view.actor
    said = {"who": _name(view, view.actor, words), "whom": _name(view, whom, words), "points": int(view.points)}
    if reason in COSTS:
        said["cost"] = words.count("cost", int(view.house[COSTS[reason]]))
    return reason, said


def _name(view: np.record, caver: int, words: Words) -> str:
    name = words[f"the.{view.rank[caver]}"]
    return name[:1].upper() + name[1:]


def _reason(view: np.record, what: str, number: int) -> str | None:
    if what == "deck":
        return "hazards"
    if what not in ("tile", "kind", "roof", "caver", "card", "horror", "stack", "kept"):
        return None
    if view.phase in FIRST:
        return FIRST[Phase(view.phase)]
    if what in ("tile", "kind", "roof"):
        return _tile(view, number)
    if what in ("caver", "card"):
        return _caver(view, number)
    if what == "horror":
        return "not_guard" if view.rank[view.actor] != Rank.BODYGUARD else _spent(view) or "far_horror"
    return "kept" if what == "kept" else "no_side" if tiles_left(view) else "stack"


def _spent(view: np.record) -> str | None:
    """ST-11: whether all points are used up."""
    if view.phase != Phase.TURN or view.actor != view.caver or view.points > 0:
        return None
    return "few_points" if view.exerted else "no_points"


def _tile(view: np.record, tile: int) -> str:
    """ST-14 to ST-20: why the acting caver does not get there."""
    here = int(view.place[view.actor])
    if spent := _spent(view):
        return spent
    if tile == here:
        return "run_on" if view.phase == Phase.STEP else "here"
    sides = [side for side in range(SIDES) if view.beside[here, side] == tile]
    if not sides:
        return "far"
    side = sides[0]
    if not (is_open(view, here, side) and is_open(view, tile, opposite(side))):
        return "wall"
    if not can_leave(view, here, side):
        return "ledge" if kind(view, here) == Kind.LEDGE else "slide"
    return _too_dear(view, tile)


def _too_dear(view: np.record, tile: int) -> str:
    """What is connected, but not for a normal move."""
    if view.phase == Phase.STEP:
        return "walk_only"
    if view.actor != view.caver:
        return "one_point"
    what = Kind(kind(view, tile))
    is_narrow = what == Kind.SQUEEZE or (what in COSTLY and is_marked(view, tile, what))
    return COSTLY[what] if is_narrow and view.points < view.house[COSTS[COSTLY[what]]] else "far"


def _caver(view: np.record, caver: int) -> str:
    """ST-17: why there is nothing to be done for a caver."""
    if view.phase == Phase.STEP:
        return "run_on"
    if spent := _spent(view):
        return spent
    if view.place[caver] < 0:
        return "gone"
    if view.health[caver] == view.house[HEALTH_OF + view.rank[caver]]:
        return "healthy"
    if view.place[caver] != view.place[view.actor]:
        return "asleep"
    return "one_point" if view.actor != view.caver else "heal_cost"
