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
_AROUND = [[CELL_AT.get((x + dx, y + dy), NOWHERE) for dx, dy in OFFSETS[:FAR]] for x, y in PLACES]
AROUND = np.array(_AROUND, np.int16)
BESIDE = (AROUND[:, 1:NEAR] != NOWHERE) @ (1 << np.arange(1, NEAR))  # as bits
BACK = tuple(OFFSETS.index((-x, -y)) for x, y in OFFSETS[:NEAR])  # from a neighbour to the cell itself


def _ranks() -> np.ndarray:
    """Where a cell lies around another, if it does."""
    ranks = np.full((CELLS, CELLS), NOWHERE, np.int8)
    cells, near = np.nonzero(AROUND != NOWHERE)
    ranks[cells, AROUND[cells, near]] = near
    return ranks


RANK = _ranks()
NEXT_TO = np.array([sum(1 << j for j in range(FAR) if distance(OFFSETS[i], OFFSETS[j]) == 1) for i in range(FAR)])

ISLAND_AT = np.full(CELLS, NOWHERE)  # the safe island that a cell touches
for _island, _places in enumerate(LANDINGS):
    ISLAND_AT[[CELL_AT[place] for place in _places]] = _island

IS_LAND = SLOT != NOWHERE  # before anything sinks
LANDING_CELLS = np.array([CELL_AT[place] for island in LANDINGS for place in island])
TOUCHES_LAND = (IS_LAND[AROUND[:, 1:NEAR]] & (AROUND[:, 1:NEAR] != NOWHERE)).any(axis=1)
COAST = sum(1 << slot for slot in range(SLOTS) if not IS_LAND[AROUND[LAND[slot], 1:NEAR]].all())  # a bit for each slot


def _steps_to(landing: int) -> np.ndarray:
    """How far each cell is from a landing, by sea; and from land, by the nearest shore."""
    steps = {landing: 0}
    for cell in (cells := [landing]):  # which grows as we go
        for near in _AROUND[cell][1:NEAR]:
            if near != NOWHERE and near not in steps and (near in LAND or cell not in LAND):
                steps[near] = steps[cell] + 1
                cells.append(near)
    steps[CELL_AT[LAGOON]] = steps[CELL_AT[2, 6]] + 1  # until the land round it sinks
    return np.array([steps.get(cell, CELLS) for cell in range(CELLS)])


STEPS_TO = np.array([_steps_to(landing) for landing in LANDING_CELLS])  # by landing and cell
STEPS_HOME = STEPS_TO.min(axis=0)
_DX, _DY = (np.abs(np.subtract.outer(axis, axis)) for axis in np.array(PLACES).T)
STEPS = np.maximum(_DY, (_DX + _DY) // 2).astype(np.int8)  # between any two cells, by air: as `distance`


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
