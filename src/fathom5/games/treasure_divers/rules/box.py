"""What is in the box of Treasure Divers.

How many tiles show what was never published: TILES, WRECK and the goals in house.py are our
reconstruction. Who owns the printed game can write its numbers there; all else follows from them.
"""

from collections import Counter

import numpy as np

# The table to replace.

LIGHT, DARK = ZONES = (0, 1)
TILES = (  # by zone: the symbol that the lamp shows, and the front of each tile that shows it
    {  # TD-4
        "shell": "shell 1, shell 1, shell 2, shell 2, shell 3, seaweed 0",
        "amphora": "amphora 1, amphora 1, amphora 2, amphora 2, seaweed 0",
        "barrel": "barrel 1, barrel 1, barrel 2, barrel 2, seaweed 0",
        "gold": "gold 2",
        "chest": "chest 2",
        "monster": "monster 1, monster 2, monster 2",
        "exchange": "exchange 2, exchange 2",
        "cave": "seaweed 0, amphora 3",
    },
    {  # TD-5
        "shell": "shell 2, shell 3",
        "amphora": "amphora 2, amphora 3",
        "barrel": "barrel 2, barrel 3, barrel 3",
        "gold": "gold 2, gold 3, gold 3, gold 4, seaweed 0",
        "chest": "chest 2, chest 3, chest 3, chest 4, seaweed 0",
        "monster": "monster 3, monster 3, monster 4",
        "exchange": "exchange 2, exchange 2",
        "cave": "gold 4, chest 4, monster 4",
    },
)
WRECK = "wreck 5, wreck 5, wreck 5, wreck 6, wreck 6, wreck 6, wreck 7"  # TD-6

# What follows from it. A find is what a diver can own: a kind and an amount, the same from either zone.

KINDS = ("shell", "amphora", "barrel", "gold", "chest", "seaweed", "monster", "exchange", "cave", "wreck")
SHELL, AMPHORA, BARREL, GOLD, CHEST, SEAWEED, MONSTER, EXCHANGE, CAVE, WRECKED = range(len(KINDS))
SYMBOLS = CAVE + 1  # the kinds up to here can be on a tile
BONUSES = MONSTER + 1  # TD-7: the kinds up to here have a bonus token
Find = tuple[int, int]  # kind and amount


def _finds(text: str) -> Counter[Find]:
    """How many of each find a line of the table names."""
    named = (find.split() for find in text.split(","))
    return Counter((KINDS.index(kind), int(amount)) for kind, amount in named)


_FRONTS = [  # every different tile: zone, symbol, find, how many
    (zone, KINDS.index(symbol), find, count)
    for zone in ZONES
    for symbol, text in sorted(TILES[zone].items(), key=lambda line: KINDS.index(line[0]))
    for find, count in sorted(_finds(text).items())
]
FINDS = sorted({find for _, _, find, _ in _FRONTS} | set(_finds(WRECK)))
KIND = np.array([kind for kind, _ in FINDS], np.int8)  # of a find
AMOUNT = np.array([amount for _, amount in FINDS], np.int8)
OBJECTS = np.where(KIND == SEAWEED, 1, np.where(KIND < BONUSES, AMOUNT, 0)).astype(np.int8)  # that count for a bonus
OF_KIND = np.array(  # the finds of a kind are those from the first of these numbers to before the second
    [(sum(k < kind for k, _ in FINDS), sum(k <= kind for k, _ in FINDS)) for kind in range(len(KINDS))], np.int8
)
EXCHANGED = FINDS.index((EXCHANGE, 2))  # TD-17
WRECK_LEFT = np.array([_finds(WRECK)[find] for find in FINDS], np.int8)  # at the start, by find

FRONTS = len(_FRONTS)
FIND = np.array([FINDS.index(find) for _, _, find, _ in _FRONTS], np.int8)  # of a front
FRONTS_LEFT = np.array([count for _, _, _, count in _FRONTS], np.int8)  # at the start, by front
OF_SYMBOL = np.array(  # the fronts of a zone and symbol are those from the first of these numbers to before the second
    [
        [
            (
                sum((z, s) < (zone, symbol) for z, s, _, _ in _FRONTS),
                sum((z, s) <= (zone, symbol) for z, s, _, _ in _FRONTS),
            )
            for symbol in range(SYMBOLS)
        ]
        for zone in ZONES
    ],
    np.int8,
)
SYMBOLS_LEFT = np.array(  # at the start, by zone and symbol
    [[sum(n for z, s, _, n in _FRONTS if (z, s) == (zone, symbol)) for symbol in range(SYMBOLS)] for zone in ZONES],
    np.int8,
)
