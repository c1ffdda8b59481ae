"""The sea round the island: cells, what lies near each, and how far one gets over water (TI-1, TI-2, TI-3)."""

import numpy as np

from fathom5.kernel.game import rule

Place = tuple[int, int]  # doubled coordinates: neighbours are (x ± 2, y) and (x ± 1, y ± 1)

HALF_WIDTHS = (6, 9, 10, 9, 10, 11, 10, 11, 10, 9, 10, 9, 6)  # TI-2: the largest x of each row
LAND_HALF_WIDTHS = {3: 3, 4: 4, 5: 7, 6: 6, 7: 7, 8: 4, 9: 3}
LAGOON = (0, 6)
ISLANDS = ("NW", "NE", "SW", "SE")  # TI-1: the safe ones
LANDINGS = (((-9, 1), (-10, 2)), ((9, 1), (10, 2)), ((-10, 10), (-9, 11)), ((10, 10), (9, 11)))  # TI-2: by island
LAIRS = ((-9, 1), (10, 2), LAGOON, (-10, 10), (9, 11))  # TI-2: where serpents start
NOWHERE = -1  # a cell that is none
FARTHEST = 3  # cells that anything moves at most in one go


def distance(a: Place, b: Place) -> int:
    """How many steps apart two places are, on open water."""
    across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
    return max(down, (across + down) // 2)


PLACES = tuple((x, y) for y, half in enumerate(HALF_WIDTHS) for x in range(-half, half + 1, 2))  # by cell
CELLS = len(PLACES)
CELL_AT = {place: cell for cell, place in enumerate(PLACES)}
LAND = tuple(
    cell for cell, (x, y) in enumerate(PLACES) if abs(x) <= LAND_HALF_WIDTHS.get(y, -1) and (x, y) != LAGOON
)  # the cell of each land slot
SLOT = np.full(CELLS, NOWHERE)  # and the slot of each cell
SLOT[list(LAND)] = range(len(LAND))
SLOTS = len(LAND)

# What lies around a cell, nearest first: itself, six neighbours, the ring at two steps and the ring at three.
OFFSETS = tuple(
    sorted(
        ((x, y) for y in range(-FARTHEST, FARTHEST + 1) for x in range(-6, 7) if (x + y) % 2 == 0),
        key=lambda offset: (distance((0, 0), offset), offset),
    )
)
RINGS = tuple(sum(distance((0, 0), offset) <= steps for offset in OFFSETS) for steps in range(FARTHEST + 1))
OWN_CELL = 1  # the first bit of what lies around
NEAR, FAR = RINGS[1], RINGS[FARTHEST]  # how many cells are within one step, and within three
AROUND = np.array([[CELL_AT.get((x + dx, y + dy), NOWHERE) for dx, dy in OFFSETS[:FAR]] for x, y in PLACES], np.int16)
BESIDE = np.array([sum(1 << near for near in range(1, NEAR) if cells[near] != NOWHERE) for cells in AROUND])  # as bits
BACK = tuple(OFFSETS.index((-x, -y)) for x, y in OFFSETS[:NEAR])  # from a neighbour to the cell itself
RANK = np.full((CELLS, CELLS), NOWHERE, np.int8)  # where a cell lies around another, if it does
for _cell in range(CELLS):
    for _rank in range(FAR):
        if AROUND[_cell, _rank] != NOWHERE:
            RANK[_cell, AROUND[_cell, _rank]] = _rank
NEXT_TO = np.array([sum(1 << j for j in range(FAR) if distance(OFFSETS[i], OFFSETS[j]) == 1) for i in range(FAR)])

ISLAND_AT = np.full(CELLS, NOWHERE)  # the safe island that a cell touches
for _island, _cells in enumerate(LANDINGS):
    ISLAND_AT[[CELL_AT[place] for place in _cells]] = _island

IS_LAND = SLOT != NOWHERE  # before anything sinks
LANDING_CELLS = np.array([CELL_AT[place] for island in LANDINGS for place in island])
TOUCHES_LAND = np.array([any(c != NOWHERE and IS_LAND[c] for c in AROUND[cell, 1:NEAR]) for cell in range(CELLS)])
COAST = sum(1 << slot for slot in range(SLOTS) if not IS_LAND[AROUND[LAND[slot], 1:NEAR]].all())  # a bit for each slot


def _steps_to(landing: int) -> np.ndarray:
    """How far each cell is from a landing, by sea; and from land, by the nearest shore."""
    steps = np.full(CELLS, CELLS)
    steps[landing] = 0
    for far in range(CELLS):
        for cell in np.flatnonzero(steps == far):
            for near in AROUND[cell, 1:NEAR]:
                if near != NOWHERE and (IS_LAND[near] or not IS_LAND[cell]):
                    steps[near] = min(steps[near], far + 1)
    steps[CELL_AT[LAGOON]] = steps[CELL_AT[2, 6]] + 1  # until the land round it sinks
    return steps


STEPS_TO = np.array([_steps_to(landing) for landing in LANDING_CELLS])  # by landing and cell
STEPS_HOME = STEPS_TO.min(axis=0)
STEPS = np.array([[distance(a, b) for b in PLACES] for a in PLACES], np.int8)  # between any two cells, by air


@rule
def tell_neighbours(known, cell):
    """Change what its neighbours know of a cell: a bit of each."""
    for near in range(1, NEAR):
        if AROUND[cell, near] != NOWHERE:
            known[AROUND[cell, near]] ^= 1 << BACK[near]


@rule
def spread(water, stops, steps):
    """Which cells around can be reached, the own included, without passing a stop: masks over what lies around."""
    reached, edge = 1, 1
    for step in range(steps):
        ahead = 0
        for near in range(RINGS[step]):
            ahead |= NEXT_TO[near] * (edge >> near & 1)
        edge = ahead & water & ~reached
        reached |= edge
        edge &= ~stops
    return reached
