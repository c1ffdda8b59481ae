"""Why a touch on the board of The Island does nothing now."""

from collections.abc import Sequence

import numpy as np

from fathom5.games.the_island.board.picture import cards
from fathom5.games.the_island.house import STRIDE
from fathom5.games.the_island.rules.box import TEAM, Challenge, Kind, Phase, Plight, Terrain
from fathom5.games.the_island.rules.moves import is_spent
from fathom5.games.the_island.rules.pieces import controls, crew, is_there
from fathom5.games.the_island.rules.sea import IS_LAND, ISLAND_AT, NOWHERE, PLACES, TOUCHES_LAND, distance
from fathom5.games.the_island.rules.tiles import lowest_terrain
from fathom5.games.the_island.words import KIND_WORDS, TERRAIN_WORDS
from fathom5.kernel.story import No
from fathom5.scene import Sight, Words

REASONS = {  # the clause, and the sentence in each language
    "value_first": (
        "TI-7",
        "First choose which of your explorers is placed, below the board",
        "Choisissez d'abord l'explorateur à placer, sous le plateau",
    ),
    "on_land": ("TI-7", "Explorers begin on land", "Les explorateurs commencent à terre"),
    "tile_taken": ("TI-7", "Somebody stands on this tile already", "Quelqu'un occupe déjà cette tuile"),
    "tile_full": (
        "TI-37",
        "There is no more room on this tile",
        "Il n'y a plus de place sur cette tuile",
    ),
    "boat_at_sea": (
        "TI-8",
        "A boat begins on a sea cell beside the island",
        "Un bateau commence sur une case de mer au bord de l'île",
    ),
    "boat_far": ("TI-8", "This cell does not touch the island", "Cette case ne touche pas l'île"),
    "boat_there": ("TI-8", "A boat is there already", "Il y a déjà un bateau"),
    "serpent_there": ("TI-8", "A serpent is there", "Un serpent s'y trouve"),
    "set_up": ("TI-8", "The set-up comes first", "La mise en place d'abord"),
    "piece_first": (
        "TI-11",
        "First touch one of your explorers or a boat, then where it goes",
        "Touchez d'abord un de vos explorateurs ou un bateau, puis sa destination",
    ),
    "far": (
        "TI-11",
        "One move goes to the next place; this is {steps} away",
        "Un mouvement mène à la case voisine ; celle-ci est à {steps}",
    ),
    "no_return": ("TI-17", "Who has left the land never comes back to it", "Qui a quitté la terre n'y revient jamais"),
    "spent": (
        "TI-18",
        "A swimmer moves once a turn, and this one has",
        "Un nageur n'agit qu'une fois par tour, et celui-ci l'a fait",
    ),
    "jump_here": (
        "TI-16",
        "From a boat one jumps only into the water of its own cell",
        "D'un bateau, on ne saute que dans l'eau de sa propre case",
    ),
    "boats_at_sea": ("TI-20", "Boats stay at sea", "Les bateaux restent en mer"),
    "boat_in_way": ("TI-20", "Two boats never share a cell", "Deux bateaux ne partagent jamais une case"),
    "not_yours": ("TI-17", "Only explorers of your own colour move", "On ne déplace que ses propres explorateurs"),
    "saved": ("TI-23", "Who is safe stays there", "Qui est à l'abri le reste"),
    "stuck": ("TI-18", "This explorer can go nowhere now", "Cet explorateur ne peut aller nulle part"),
    "outvoted": (
        "TI-20",
        "Others have more people aboard: they steer this boat",
        "D'autres ont plus de monde à bord : ce bateau leur obéit",
    ),
    "full": ("TI-15", "The boat is full: there is no room", "Le bateau est plein : il n'y a plus de place"),
    "swim_first": (
        "TI-18",
        "A swimmer only climbs into the boat on its own cell",
        "Un nageur ne monte que dans le bateau de sa propre case",
    ),
    "no_way": ("TI-20", "There is no free sea beside this boat", "Aucune case de mer libre à côté de ce bateau"),
    "landing": (
        "TI-23",
        "Safe islands are entered from the two cells at their jetties",
        "On ne débarque sur une île sûre que depuis les deux cases de ses pontons",
    ),
    "from_land": (
        "TI-16",
        "Safe islands are reached by boat or by swimming",
        "On rejoint une île sûre en bateau ou à la nage",
    ),
    "die_first": (
        "TI-13",
        "Creatures move at the end of a turn, by the die",
        "Les créatures bougent en fin de tour, selon le dé",
    ),
    "other_kind": (
        "TI-13",
        "The die shows {kind}: only such a creature moves",
        "Le dé montre : {kind} ; seule cette espèce bouge",
    ),
    "creature_first": (
        "TI-13",
        "First touch the creature that you move",
        "Touchez d'abord la créature à déplacer",
    ),
    "stride": (
        "TI-13",
        "This kind moves {most} cells at most",
        "Cette espèce avance de {most} cases au plus",
    ),
    "in_the_sea": ("TI-13", "Creatures stay in the sea", "Les créatures restent en mer"),
    "moves_over": (
        "TI-12",
        "The moves of this turn are over: remove a tile",
        "Les mouvements du tour sont faits : retirez une tuile",
    ),
    "lowest": (
        "TI-24",
        "First all tiles of the lowest terrain sink: {terrain}",
        "Le terrain le plus bas sombre d'abord : {terrain}",
    ),
    "inland": (
        "TI-24",
        "Tiles that touch the sea sink first, and this one does not",
        "Les tuiles au bord de l'eau sombrent d'abord ; celle-ci n'y touche pas",
    ),
    "a_tile": ("TI-24", "Choose a tile to remove", "Choisissez une tuile à retirer"),
    "rescue": (
        "TI-26",
        "Choose who of the swimmers there climbs into the new boat",
        "Choisissez qui, parmi les nageurs, monte dans le nouveau bateau",
    ),
    "turn_start": (
        "TI-10",
        "Play a red tile of yours, or go on to your moves",
        "Jouez une de vos tuiles rouges, ou passez aux mouvements",
    ),
    "start_only": (
        "TI-10",
        "This tile is played at the start of a turn",
        "Cette tuile se joue au début d'un tour",
    ),
    "defence_only": (
        "TI-29",
        "This tile defends you in another player's turn",
        "Cette tuile vous défend au tour d'un autre",
    ),
    "no_use": ("TI-28", "There is nothing this tile could do now", "Cette tuile n'aurait aucun effet à présent"),
    "others_tile": ("TI-27", "That tile is in somebody else's hand", "Cette tuile est dans la main d'un autre"),
    "far_red": (
        "TI-28",
        "This is out of reach for it",
        "C'est hors de portée",
    ),
    "defend": (
        "TI-29",
        "First say whether you stop the attack",
        "Dites d'abord si vous arrêtez l'attaque",
    ),
}
SET_UP = {Phase.PLACE: "on_land", Phase.PLACE_BOAT: "boat_at_sea"}
LATER = {Phase.REMOVE: "moves_over", Phase.ABOARD: "rescue", Phase.DEFENCE: "defend", Phase.CREATURE: "creature_first"}


def refusal(view: np.record, begun: Sequence[str], touched: str, words: Words) -> No | None:
    """The reason and what it speaks of."""
    what, *numbers = touched.split("-")
    if what in ("cell", "tile", "to"):
        return _place(view, begun, int(numbers[0]), words)
    if what == "explorer":
        return _explorer(view, int(numbers[0])), {}
    if what == "boat":
        return _boat(view, begun, int(numbers[0]))
    if what in KIND_WORDS:
        return _creature(view, begun, what, int(numbers[0]), words)
    if what == "haven":
        return _haven(view, begun), {}
    if what == "card":
        return _card(view, int(numbers[0]), int(numbers[1])), {}
    return None


def _chosen(begun: Sequence[str]) -> tuple[str, int]:
    """The piece that was touched last: what it is, and its number."""
    what, _, number = (begun[-1] if begun else "").partition("-")
    return what, int(number) if number.isdigit() else NOWHERE


def _place(view: np.record, begun: Sequence[str], cell: int, words: Words) -> No:
    """A tile or a sea cell."""
    if view.phase == Phase.PLACE:
        return _placing(view, begun, cell), {}
    if view.phase == Phase.PLACE_BOAT:
        return _launching(view, cell), {}
    if view.phase == Phase.REMOVE:
        return _removing(view, cell, words)
    if view.phase == Phase.START:
        return ("far_red" if len(begun) > 1 else "turn_start"), {}
    if view.phase == Phase.CREATURE:
        return _prowling(view, begun, cell)
    if view.phase != Phase.MOVES:
        return LATER[Phase(view.phase)], {}
    return _moving(view, begun, cell)


def _placing(view: np.record, begun: Sequence[str], cell: int) -> str:
    """TI-7, TI-37."""
    if not IS_LAND[cell]:
        return "on_land"
    if not begun:
        return "value_first"
    return "tile_full" if view.challenge[Challenge.CROWDED] else "tile_taken"


def _launching(view: np.record, cell: int) -> str:
    """TI-8."""
    if IS_LAND[cell]:
        return "boat_at_sea"
    if not TOUCHES_LAND[cell]:
        return "boat_far"
    return "serpent_there" if is_there(view, Kind.SERPENT, cell) else "boat_there"


def _removing(view: np.record, cell: int, words: Words) -> No:
    """TI-24."""
    if view.terrain[cell] == Terrain.SEA:
        return "a_tile", {}
    lowest = lowest_terrain(view)
    if view.terrain[cell] != lowest:
        return "lowest", {"terrain": words[f"terrain.{TERRAIN_WORDS[lowest]}"]}
    return "inland", {}


def _moving(view: np.record, begun: Sequence[str], cell: int) -> No:
    """TI-15 to TI-20: where a chosen explorer or boat cannot go."""
    what, number = _chosen(begun)
    if number == NOWHERE:
        return "piece_first", {}
    here = int((view.place if what == "explorer" else view.boat)[number])
    steps, is_land = distance(PLACES[here], PLACES[cell]), view.terrain[cell] != Terrain.SEA
    if what == "boat":
        reason = "boats_at_sea" if is_land else "boat_in_way" if steps == 1 else "far"
    elif is_land and view.plight[number] != Plight.ASHORE:
        reason = "no_return"
    elif view.plight[number] == Plight.ABOARD and steps == 1:
        reason = "jump_here"
    elif view.plight[number] != Plight.ASHORE and is_spent(view, number % TEAM):
        reason = "spent"
    else:
        reason = "far"
    return reason, {"steps": steps}


def _prowling(view: np.record, begun: Sequence[str], cell: int) -> No:
    """TI-13: where a chosen creature cannot go."""
    if not begun:
        return "creature_first", {}
    if view.terrain[cell] != Terrain.SEA:
        return "in_the_sea", {}
    return "stride", {"most": int(view.house[STRIDE + view.die])}


def _explorer(view: np.record, who: int) -> str:
    if view.phase in SET_UP:
        return "tile_taken" if view.phase == Phase.PLACE else "set_up"
    if view.phase == Phase.START:
        return "turn_start"
    if view.phase != Phase.MOVES:
        return LATER[Phase(view.phase)]
    if who // TEAM != view.colour:
        return "not_yours"
    if view.plight[who] == Plight.SAVED:
        return "saved"
    return "spent" if view.plight[who] != Plight.ASHORE and is_spent(view, who % TEAM) else "stuck"


def _boat(view: np.record, begun: Sequence[str], boat: int) -> No:
    if view.phase in SET_UP:
        return ("boat_there" if view.phase == Phase.PLACE_BOAT else "on_land"), {}
    if view.phase == Phase.START:
        return ("far_red" if begun else "turn_start"), {}
    if view.phase != Phase.MOVES:
        return LATER[Phase(view.phase)], {}
    what, who = _chosen(begun)
    if what == "explorer" and who != NOWHERE:
        return _boarding(view, who, boat)
    return ("no_way" if controls(view, boat, view.colour) else "outvoted"), {}


def _boarding(view: np.record, who: int, boat: int) -> No:
    """TI-15, TI-16, TI-18: why a chosen explorer cannot board a boat."""
    steps = distance(PLACES[view.place[who]], PLACES[view.boat[boat]])
    if view.plight[who] == Plight.SWIMMING:
        return ("spent" if is_spent(view, who % TEAM) else "full" if steps == 0 else "swim_first"), {}
    if steps > 1:
        return "far", {"steps": steps}
    return ("full" if crew(view, boat) else "stuck"), {}


def _creature(view: np.record, begun: Sequence[str], kind: str, slot: int, words: Words) -> No:
    if view.phase in SET_UP:
        return ("serpent_there" if view.phase == Phase.PLACE_BOAT else "on_land"), {}
    if view.phase == Phase.START:
        return ("far_red" if begun else "turn_start"), {}
    if view.phase == Phase.MOVES:
        cell = int(view.creature[KIND_WORDS.index(kind), slot])
        return _moving(view, begun, cell) if begun else ("die_first", {})
    if view.phase == Phase.CREATURE:
        if begun:
            return _prowling(view, begun, int(view.creature[KIND_WORDS.index(kind), slot]))
        return "other_kind", {"kind": words[f"kind.{KIND_WORDS[view.die]}"]}
    return LATER[Phase(view.phase)], {}


def _haven(view: np.record, begun: Sequence[str]) -> str:
    if view.phase in SET_UP:
        return SET_UP[Phase(view.phase)]
    if view.phase == Phase.START:
        return "turn_start"
    if view.phase != Phase.MOVES:
        return LATER[Phase(view.phase)]
    what, who = _chosen(begun)
    if what != "explorer" or who == NOWHERE:
        return "piece_first"
    if view.plight[who] == Plight.ASHORE:
        return "from_land"
    return "spent" if ISLAND_AT[view.place[who]] != NOWHERE and is_spent(view, who % TEAM) else "landing"


def _card(view: np.record, colour: int, number: int) -> str:
    """TI-10, TI-27 to TI-29: a red tile in somebody's hand."""
    name = cards(Sight(view), colour)[number]
    if name == "back":
        return "others_tile"
    if name.startswith("stop"):
        return "defence_only"
    return "no_use" if view.phase == Phase.START and colour == view.colour else "start_only"
