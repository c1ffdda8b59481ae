"""Numbers of the rulebook of The Island that a designer may change, each as far as the record has room."""

from typing import NamedTuple

from fathom5.kernel.options import Constant, Rest

UNDER_NAMES = {  # what is printed under tiles, by the names of house rules, in the order of the symbols
    "sharks": ("Sharks", "Requins"),
    "whales": ("Whales", "Baleines"),
    "boats": ("Boats", "Bateaux"),
    "whirlpools": ("Whirlpools", "Tourbillons"),
    "volcano": ("Volcanoes", "Volcans"),
    "dolphins": ("Dolphins", "Dauphins"),
    "winds": ("Winds", "Vents"),
    "call_serpents": ("Calls of a serpent", "Appels d'un serpent"),
    "call_sharks": ("Calls of a shark", "Appels d'un requin"),
    "call_whales": ("Calls of a whale", "Appels d'une baleine"),
    "stop_sharks": ("Tiles that stop a shark", "Tuiles qui repoussent un requin"),
    "stop_whales": ("Tiles that stop a whale", "Tuiles qui repoussent une baleine"),
}
TERRAIN_NAMES = {
    "beach": ("the beaches", "les plages"),
    "forest": ("the forests", "les forêts"),
    "mountain": ("the mountains", "les montagnes"),
}
UNDERSIDES = (  # TI-4
    (3, 3, 1, 0, 0, 3, 2, 1, 1, 1, 1, 0),
    (2, 2, 3, 2, 0, 1, 0, 1, 1, 1, 1, 2),
    (1, 0, 0, 4, 1, 0, 0, 0, 0, 0, 1, 1),
)
TILES = tuple(map(sum, UNDERSIDES))
VALUES = (3, 2, 2, 1, 1, 1)  # TI-5: of each colour, how many explorers are worth 1, 2 … 6
TEAM = sum(VALUES)

# Tiles and explorers are as many as ever, so one kind takes what the others leave: dolphins under the beaches,
# whirlpools elsewhere, and those worth 1. The volcano is one, since it is the end.
TERRAINS, KINDS_UNDER = tuple(TERRAIN_NAMES), tuple(UNDER_NAMES)
REST = tuple(map(KINDS_UNDER.index, ("dolphins", "whirlpools", "whirlpools")))  # by terrain
VOLCANO = KINDS_UNDER.index("volcano")
COUNTED = tuple(  # terrain and symbol of each number of tiles that can be changed
    (terrain, symbol)
    for terrain, counts in enumerate(UNDERSIDES)
    for symbol, count in enumerate(counts)
    if count and symbol not in (REST[terrain], VOLCANO)
)
FIGURES = ("sharks", "whales", "boats")  # TI-5: neither the box nor the record has more of them


def _tiles(terrain: int, symbol: int) -> Constant:
    """How many tiles: none, or as many more as the kind with the rest has."""
    kind, count, rest = KINDS_UNDER[symbol], UNDERSIDES[terrain][symbol], UNDERSIDES[terrain][REST[terrain]]
    most = count if kind in FIGURES else count + rest
    (en, fr), (where, under) = UNDER_NAMES[kind], TERRAIN_NAMES[TERRAINS[terrain]]
    return Constant(count, range(most + 1), "TI-4", (f"{en} under {where}", f"{fr} sous {under}"))


def _explorers(value: int, count: int) -> Constant:
    said = f"Explorers of a colour worth {value}", f"Explorateurs d'une couleur valant {value}"
    return Constant(count, range(count + VALUES[0] + 1), "TI-5", said)


_STRIDES = range(1, 4)  # actions name cells up to three steps around
HOUSE = {
    "moves": Constant(  # the board has room for three
        3, range(1, 4), "TI-11", ("Moves in a turn", "Déplacements par tour"), ("TI-28",)
    ),
    "serpents": Constant(  # as many as there are lairs
        5, range(6), "TI-2", ("Serpents on the chart", "Serpents sur la carte"), ("TI-5",)
    ),
    "serpent_stride": Constant(1, _STRIDES, "TI-13", ("Cells that a serpent moves", "Cases que parcourt un serpent")),
    "shark_stride": Constant(2, _STRIDES, "TI-13", ("Cells that a shark moves", "Cases que parcourt un requin")),
    "whale_stride": Constant(3, _STRIDES, "TI-13", ("Cells that a whale moves", "Cases que parcourt une baleine")),
    "dolphin_stride": Constant(3, _STRIDES, "TI-28", ("Cells that a dolphin swims", "Cases que parcourt un dauphin")),
    "wind_stride": Constant(3, _STRIDES, "TI-28", ("Cells that a wind carries", "Cases que fait franchir un vent")),
    "boat_room": Constant(  # the record has three benches
        3, range(1, 4), "TI-15", ("Explorers whom a boat holds", "Explorateurs que porte un bateau"), ("TI-26",)
    ),
    "own_boats": Constant(  # the box and the record have two of each colour
        2, range(1, 3), "TI-8", ("Boats that each colour moors", "Bateaux qu'amarre chaque couleur")
    ),
    **{f"worth_{value}": _explorers(value, count) for value, count in enumerate(VALUES, 1) if value > 1},
    **{
        f"{tuple(TERRAIN_NAMES)[terrain]}_{KINDS_UNDER[symbol]}": _tiles(terrain, symbol) for terrain, symbol in COUNTED
    },
}
# Where each stands in the record; strides follow one another in the order of the kinds, and so do explorers and tiles.
MOVES, SERPENTS, STRIDE, *_ = range(len(HOUSE))
DOLPHIN_STRIDE, WIND_STRIDE, BOAT_ROOM, OWN_BOATS, WORTH_TWO, *_ = range(STRIDE + 3, len(HOUSE))
FIRST_COUNT = WORTH_TWO + len(VALUES) - 1


class Whole(NamedTuple):
    """Numbers that are parts of one that is fixed: how many it is, by which rules, and what is left."""

    rest: Rest
    said: tuple[str, str]


def _explorers_in_all() -> Whole:
    rules = tuple(rule for rule in HOUSE if rule.startswith("worth_"))
    return Whole(Rest(TEAM, rules, _explorers(1, VALUES[0])), ("explorers of a colour", "explorateurs par couleur"))


def _tiles_in_all(terrain: int) -> Whole:
    name, (en, fr) = TERRAINS[terrain], TERRAIN_NAMES[TERRAINS[terrain]]
    rules = tuple(rule for rule in HOUSE if rule.startswith(f"{name}_"))
    rest = Rest(TILES[terrain] - UNDERSIDES[terrain][VOLCANO], rules, _tiles(terrain, REST[terrain]))
    return Whole(rest, (f"tiles to be shared out under {en}", f"tuiles à répartir sous {fr}"))


WHOLES = (_explorers_in_all(), *map(_tiles_in_all, range(len(TERRAINS))))
