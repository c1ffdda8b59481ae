"""Sub Terra in words: actions as moves, moves as sentences, and all that the board and the table say."""


import numpy as np

from fathom5.games.sub_terra.box import (
    ALL_SIDES,
    DESIGNS,
    DRAWABLE,
    FACES,
    HERE,
    HORRORS,
    MOST_CAVERS,
    MOST_TILES,
    POOL,
    SIDES,
    Action,
)
from fathom5.games.sub_terra.cavers import caver_of, owner
from fathom5.kernel.record import Move

SIDE = ("N", "E", "S", "W", "here")
KINDS = ("plain", "flood", "gas", "cave-in", "horror", "squeeze", "ledge", "slide", "rough ground", "exit", "start")
SHAPES = "SCTXD"
CARDS = ("tremor", "flood", "gas", "cave-in", "horror")
NAMES = (*CARDS, *(f"{card} x2" for card in CARDS), "out of time")
CLAUSES = {  # where the rulebook speaks of each move
    "end": "ST-11",
    "exert": "ST-11",
    "reveal": "ST-13",
    "explore": "ST-15",
    "move": "ST-14",
    "run": "ST-16",
    "heal": "ST-17",
    "swim": "ST-18",
    "squeeze": "ST-19",
    "clear": "ST-20",
    "rope": "ST-21",
    "hide": "ST-22",
    "dive": "ST-44",
    "excavate": "ST-46",
    "demolish": "ST-47",
    "secure": "ST-48",
    "treat": "ST-49",
    "sprint": "ST-49",
    "repel": "ST-50",
    "direct": "ST-51",
    "step": "ST-16",
    "stop": "ST-16",
    "place": "ST-13",
    "guide": "ST-45",
    "decline": "ST-76",
    "surface": "ST-44",
    "horror_first": "ST-75",
    "horror_path": "ST-40",
    "appear": "ST-41",
    "caver": "ST-5",
    "first_caver": "ST-9",
    "tile": "ST-6",
    "hazard": "ST-33",
    "check": "ST-12",
    "cave_in": "ST-36",
}


def open_sides(mask: int) -> str:
    """Open sides in the order NESW."""
    return "".join(SIDE[side] for side in range(SIDES) if mask >> side & 1)


def design_words(design: int) -> Move:
    """A design as the rulebook names it: kind, shape, and the numbers of a cave-in tile."""
    kind, shape, _, numbers = DESIGNS[design]
    return KINDS[kind], SHAPES[shape], *numbers


SPOTS = ("end", "exert", "rope", "hide", "dive", "secure", "stop", "guide", "decline")  # by action number
TOWARDS = ("reveal", "explore", "move", "run", "sprint", "swim", "squeeze", "step", "demolish", "repel")
MOVES: dict[int, Move] = {
    **{action: (word,) for action, word in enumerate(SPOTS)},
    **{
        Action.REVEAL + SIDES * verb + side: (word, SIDE[side])
        for verb, word in enumerate(TOWARDS)
        for side in range(SIDES)
    },
    **{Action.CLEAR + side: ("clear", SIDE[side]) for side in range(HERE + 1)},
    **{Action.EXCAVATE + side: ("excavate", SIDE[side]) for side in range(HERE + 1)},
    **{
        Action.PLACE + which * (ALL_SIDES + 1) + sides: ("place", word, open_sides(sides))
        for which, word in enumerate(("drawn", "kept"))
        for sides in range(ALL_SIDES + 1)
    },
    **{Action.HORROR_FIRST + figure: ("horror_first", figure) for figure in range(HORRORS)},
    **{Action.HORROR_PATH + side: ("horror_path", SIDE[side]) for side in range(SIDES)},
    **{Action.TILE + design: ("tile", *design_words(design)) for design in range(DRAWABLE)},
    **{Action.HAZARD + card: ("hazard", NAMES[card]) for card in range(POOL + 1)},
    **{Action.CHECK + face: ("check", face + 1) for face in range(FACES)},
    **{Action.CAVE_IN + face: ("cave_in", face + 1) for face in range(FACES)},
}
BY_CAVER = {Action.HEAL: "heal", Action.TREAT: "treat", Action.DIRECT: "direct", Action.FIRST_CAVER: "first_caver"}
BY_TILE = {Action.SURFACE: "surface", Action.APPEAR: "appear"}


def move(before: np.record, action: int) -> Move:
    """An action as a readable tuple, given what stood before it."""
    if action in MOVES:
        return MOVES[action]
    for first, word in BY_CAVER.items():
        if first <= action < first + MOST_CAVERS:
            return word, int(before.rank[action - first])
    for first, word in BY_TILE.items():
        if first <= action < first + MOST_TILES:
            return word, int(before.x[action - first]), int(before.y[action - first])
    return "caver", int(owner(before, caver_of(before, 0))), int(action - Action.CAVER)
