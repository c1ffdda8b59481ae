"""Sub Terra as a scene: the cave from above, as far as lamps have lit it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from fathom5.games.sub_terra import words as said
from fathom5.games.sub_terra.house import HEALTH_OF
from fathom5.games.sub_terra.rules.box import (
    ALL_SIDES,
    DESIGNS,
    EAST_OF,
    HERE,
    HORRORS,
    IN_TRANSIT,
    KEPT,
    MOST_CAVERS,
    MOST_HEALTH,
    MOST_TILES,
    NOWHERE,
    REMOVED,
    SHAPE,
    SHAPE_OF,
    SIDES,
    SOUTH_OF,
    Action,
    Kind,
    Phase,
)
from fathom5.games.sub_terra.rules.cavers import owner
from fathom5.games.sub_terra.words import KINDS, design_words, open_sides, spread_out, tile_name
from fathom5.kernel.game import NOBODY
from fathom5.scene import TALL, WIDE, Scene, Sight, Thing, Words, acts, part, thing, unbracketed

TILE = 100  # a tile's width
HALF = TILE / 2
EAST_WEST = 0b1010  # open sides of a straight tile that lies across
WAY = 25  # half the width of a passage
MARGIN = 26

# Symbols.


def passage(sides: int, grow: float) -> str:
    """The floor of a tile with these open sides, as rectangles; a little larger it is the wall around it."""
    wide = WAY + grow
    parts = [(-wide - 6, -wide - 6, 2 * wide + 12, 2 * wide + 12)]
    arms = (
        (-wide, -HALF, 2 * wide, HALF),
        (0, -wide, HALF, 2 * wide),
        (-wide, 0, 2 * wide, HALF),
        (-HALF, -wide, HALF, 2 * wide),
    )
    parts += [arm for side, arm in enumerate(arms) if sides >> side & 1]
    return "".join(f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}Z" for x, y, w, h in parts)


def tile_symbol(sides: int) -> str:
    """Rock, a thick wall along the passage, and the floor in the colour of the kind."""
    return (
        f'<rect x="-{HALF:g}" y="-{HALF:g}" width="{TILE}" height="{TILE}" rx="4" class="st-rock"/>'
        f'<path d="{passage(sides, 5)}" class="st-wall"/><path d="{passage(sides, 0)}" class="own"/>'
    )


def drop(x: float, filled: bool) -> str:
    """Health."""
    style = "st-blood" if filled else "st-gone"
    return f'<path d="M{x:g} -5q5 6 0 9q-5-3 0-9Z" class="{style}"/>'


def drops(health: int, most: int) -> str:
    first = -5 * (most - 1)
    return "".join(drop(first + 10 * n, n < health) for n in range(most))


EYE = '<path d="M-16 0Q0-13 16 0Q0 13-16 0Z" class="st-eye"/><path d="M0-7Q4 0 0 7Q-4 0 0-7Z" class="night"/>'
SYMBOLS = {
    "defs": (
        '<radialGradient id="sub-terra-light"><stop offset="0" stop-color="var(--sand)" stop-opacity=".42"/>'
        '<stop offset=".6" stop-color="var(--sand)" stop-opacity=".14"/>'
        '<stop offset="1" stop-color="var(--sand)" stop-opacity="0"/></radialGradient>'
    ),
    "light": '<circle r="120" fill="url(#sub-terra-light)"/>',
    **{f"tile-{sides}": tile_symbol(sides) for sides in range(1, ALL_SIDES + 1)},
    "flood": '<path d="M-20-6q5-6 10 0t10 0t10 0t10 0M-20 6q5-6 10 0t10 0t10 0t10 0" class="line"/>',
    "water": (
        '<path d="M-31-31H31V31H-31Z" class="st-water"/>'
        '<path d="M-26-12q6-7 13 0t13 0t13 0t13 0M-26 2q6-7 13 0t13 0t13 0t13 0M-26 16q6-7 13 0t13 0t13 0t13 0" '
        'class="st-wave"/>'
    ),
    "gas": (
        '<path d="M-18 8q-8 0-8-7q0-7 8-7q2-9 11-9q8 0 10 8q9-1 9 7q0 8-9 8Z" class="st-cloud"/>'
        '<circle cx="14" cy="14" r="3" class="st-cloud"/><circle cx="-20" cy="15" r="2.4" class="st-cloud"/>'
    ),
    "cave-in": '<path d="M-26-26L-12-12L-18-2M26-26L13-15L17-4M-26 26L-14 14M26 26L12 15L16 8" class="line"/>',
    "rubble": (
        '<path d="M-28 20L-22-4L-8-10L2 6L-4 22Z" class="st-stone edge"/>'
        '<path d="M-4 22L4-2L20-8L30 12L24 22Z" class="st-stone edge"/>'
        '<path d="M-12-8L-4-24L12-22L16-6L2 4Z" class="st-stone edge"/>'
    ),
    "lair": EYE,
    "squeeze": '<path d="M-27-25Q-6 0-27 25ZM27-25Q6 0 27 25Z" class="st-rock"/>',
    "ledge": '<path d="M-25 8H25M-25 15H25" class="line"/><path d="M0 2V-24M-9-15L0-24L9-15" class="line"/>',
    "slide": '<path d="M-10 18L0 8L10 18M-10 4L0-6L10 4M-10-10L0-20L10-10" class="line"/>',
    "rope": '<path d="M-4-46V-20q10 4 0 9q-10 5 0 10q10 4 0 9q-10 5 0 10V46" class="st-rope"/>',
    "rough ground": (
        '<path d="M-24 18L-17 5L-10 18ZM6 22L14 8L22 22ZM-6-6L2-20L10-6ZM14-14L19-23L24-14ZM-26-10L-21-19L-16-10Z" '
        'class="st-stone edge"/>'
    ),
    "exit": (
        '<path d="M-19 25V-6Q-19-26 0-26Q19-26 19-6V25Z" class="foam edge"/>'
        '<path d="M-10 25V-2Q-10-15 0-15Q10-15 10-2V25Z" class="depth-1"/>'
    ),
    "start": '<circle r="21" class="line"/><path d="M0-27V27M-27 0H27" class="line shade"/>',
    "blast": '<path d="M0-17L5-7L16-9L9 0L16 9L5 7L0 17L-5 7L-16 9L-9 0L-16-9L-5-7Z" class="coral edge"/>',
    "wall": '<path d="M-22-7H22V7H-22Z" class="st-mark"/><path d="M-14-7L-4 7M0-7L10 7" class="line"/>',
    "dark": '<path d="M-40-40H40V40H-40Z" class="st-dark"/>',
    "caver": (
        '<path d="M-15 19Q-18 3-10 0H10Q18 3 15 19Q0 24-15 19Z" class="own edge"/>'
        '<path d="M-10-6Q-10-20 0-20Q10-20 10-6Q9 3 0 3Q-9 3-10-6Z" class="st-face edge"/>'
        '<path d="M-12-9Q-12-23 0-23Q12-23 12-9Q0-14-12-9Z" class="own edge"/>'
        '<circle cy="-19" r="3.4" class="foam edge"/>'
        '<circle cx="-3.6" cy="-5.5" r="1.5" class="night"/><circle cx="3.6" cy="-5.5" r="1.5" class="night"/>'
    ),
    "plate": '<rect x="-32" y="-14" width="64" height="28" rx="7" class="st-plate"/>',
    "effort": '<path d="M2-17-9 3H-1L-4 17 9-5H1Z" class="foam edge"/>',
    "horror": (
        '<path d="M-24 20Q-30-6-14-22Q0-32 14-22Q30-6 24 20Q16 12 10 21Q4 12-2 21Q-10 12-14 21Q-19 13-24 20Z" '
        'class="st-horror"/>'
        '<path d="M-15-9Q-8-17-2-7Q-9-2-15-9ZM15-9Q8-17 2-7Q9-2 15-9Z" class="st-glow"/>'
    ),
    **{
        f"drops-{health}-{most}": drops(health, most)
        for most in range(1, MOST_HEALTH + 1)
        for health in range(most + 1)
    },
    "stack": (
        '<rect x="-17" y="-13" width="34" height="34" rx="4" class="st-rock edge"/>'
        '<rect x="-21" y="-19" width="34" height="34" rx="4" class="st-back edge"/>'
        '<path d="M-12-2Q-4-12 4-2Q-4 8-12-2Z" class="foam"/>'
    ),
    "deck": (
        '<rect x="-12" y="-18" width="30" height="40" rx="4" class="st-rock edge"/>'
        '<rect x="-17" y="-21" width="30" height="40" rx="4" class="coral edge"/>'
        '<path d="M-2-13L7 4H-11Z" class="foam edge"/>'
    ),
    "tremor": (
        '<path d="M-31-9L-15 3L-6-13L4 7L13-11L31 3L31 24H-31Z" class="st-stone edge"/>'
        '<path d="M-4-27L3-17L-4-9L4 1L-1 11L5 24" class="st-crack"/>'
    ),
    "out of time": (
        '<path d="M-13-20H13Q13-5 0 0Q13 5 13 20H-13Q-13 5 0 0Q-13-5-13-20Z" class="foam edge"/>'
        '<path d="M-11 18Q-8 8 0 8Q8 8 11 18Z" class="sand"/><path d="M-17-22H17M-17 22H17" class="st-rope"/>'
    ),
    "marker": '<path d="M-8-10V12M-8-10H10L5-4L10 2H-8" class="gold edge"/>',
}
KIND_SYMBOLS = {  # what is drawn on the floor of each kind, and its class for the colour
    Kind.PLAIN: "",
    Kind.FLOOD: "flood",
    Kind.GAS: "gas",
    Kind.CAVE_IN: "cave-in",
    Kind.HORROR: "lair",
    Kind.SQUEEZE: "squeeze",
    Kind.LEDGE: "ledge",
    Kind.SLIDE: "slide",
    Kind.ROUGH: "rough ground",
    Kind.EXIT: "exit",
    Kind.START: "start",
}
TINTS = (
    "#dccb9c",
    "#9fcbd0",
    "#c6cf86",
    "#d3a67c",
    "#b78ea2",
    "#b9ad95",
    "#cdbb86",
    "#cdbb86",
    "#bfa781",
    "#ffe9ae",
    "#eadfbf",
)
ABOUT = {  # where the rulebook tells what a thing is and does
    "kind-0": "ST-14",
    **{f"kind-{int(kind)}": clause for kind, clause in (
        (Kind.FLOOD, "ST-26"), (Kind.GAS, "ST-27"), (Kind.CAVE_IN, "ST-36"), (Kind.HORROR, "ST-41"),
        (Kind.SQUEEZE, "ST-29"), (Kind.LEDGE, "ST-30"), (Kind.SLIDE, "ST-30"), (Kind.ROUGH, "ST-31"),
        (Kind.EXIT, "ST-32"), (Kind.START, "ST-6"),
    )},
    **{f"rank-{rank}": f"ST-{43 + rank}" for rank in range(1, 9)},
    "horror": "ST-42",
    "stack": "ST-25",
    "deck": "ST-39",
    "gas": "ST-35",
    "effort": "ST-11",
    "dark": "ST-15",
    "wall": "ST-47",
}  # fmt: skip
STYLE = (
    ".st-night path{fill:var(--depth-6)}.st-rock{fill:#241f25}.st-wall{fill:#4b4149}.st-back{fill:var(--depth-4)}"
    ".st-water{fill:var(--depth-4);opacity:.86}"
    ".st-wave{fill:none;stroke:var(--depth-1);stroke-width:3;stroke-linecap:round}"
    ".st-cloud{fill:#7c8a2f;stroke:var(--night);stroke-width:2}.st-stone{fill:#8a7f78}"
    ".st-eye{fill:var(--coral);stroke:var(--night);stroke-width:2}"
    ".st-rope{fill:none;stroke:#8c5a2b;stroke-width:5;stroke-linecap:round}"
    ".st-horror{fill:#120b18;stroke:var(--coral);stroke-width:2}.st-glow{fill:var(--coral)}"
    ".st-crack{fill:none;stroke:var(--coral);stroke-width:4;stroke-linejoin:round}"
    ".st-blood{fill:var(--coral);stroke:var(--night);stroke-width:1.5}"
    ".st-gone{fill:var(--foam);fill-opacity:.2;stroke:var(--foam);stroke-width:1}"
    ".st-dark{fill:var(--lamp);fill-opacity:.04;stroke:var(--lamp);stroke-width:2;stroke-dasharray:7 7}"
    ".st-mark{fill:var(--lamp);fill-opacity:.15;stroke:var(--night);stroke-width:1.5}"
    ".st-say text{fill:var(--foam);font:700 24px ui-serif,Georgia,serif}.st-left text{text-anchor:start}"
    ".st-say.for-tall text{font-size:19px}.st-face{fill:#f2d3b3}"
    ".st-plate{fill:var(--foam);stroke:var(--night);stroke-width:2}"
    "text.note{font-size:20px;font-weight:600;fill:var(--night);opacity:.85;transform:translateY(37px);"
    "paint-order:stroke;stroke:var(--foam);stroke-opacity:.8;stroke-width:4px;stroke-linejoin:round}"
    ".st-small text{fill:var(--foam);font-size:19.2px;letter-spacing:-.05em}.st-small.for-tall text{font-size:13.5px}"
    ".st-number text{font-size:24px;font-weight:700}"
    ".st-rank text{font-size:17px;font-weight:800;transform:translateY(12px);paint-order:stroke;stroke:var(--foam);"
    "stroke-width:3px}.st-chest text{transform:translateY(8px)}"
    ".st-pawn text{transform:translateY(2px)}"
    ".st-out{opacity:.35}.st-asleep{opacity:.75}.st-turn{filter:drop-shadow(0 0 4px var(--foam))}"
    + "".join(f".st-kind-{n}{{color:{tint}}}" for n, tint in enumerate(TINTS))
)


# Where things are.


def spot(view: Sight, tile: int) -> tuple[int, int]:
    return TILE * view.x[tile], TILE * view.y[tile]


class Plan(NamedTuple):
    """How a stage of some shape is laid out, as it is shown: the cave, and what stays in view around it."""

    width: int
    height: int
    cave: tuple[int, int, int, int]  # x, y, width and height of what is left for the cave
    head: tuple[int, int]  # the middle of the stack, the first of the counters
    roster: tuple[int, int, int, int, int]  # the first caver, the way to the next, how many in a row
    card: float  # the scale of cavers in the roster
    roof: float  # how large roofs' numbers are at least, as shown
    rank: float  # the same for cavers' numbers
    letters: str  # the class of all texts


PLANS = {
    WIDE: Plan(880, 620, (0, 0, 654, 620), (684, 40), (684, 148, 92, 76, 1), 1.25, 0.8, 0.78, "for-wide"),
    TALL: Plan(400, 540, (0, 44, 400, 388), (24, 24), (36, 462, 66, 0, 6), 1.0, 0.54, 0.82, "for-tall"),
}
PLATES = (1.0, 1.5)  # the smallest and the largest scale of roofs' numbers: as wide as a tile
CLOSEST = 0.95  # units a point of the stage is at least: a small cave is not blown up


class Frame(NamedTuple):
    """What is to be seen of the plane; counters and roster are as large as ever, however large the cave."""

    x: float
    y: float
    unit: float  # of the plane, for each of the stage's

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place of the stage on the plane."""
        return round(self.x + self.unit * x, 1), round(self.y + self.unit * y, 1)

    def box(self, plan: Plan) -> list[float]:
        return [self.x, self.y, round(self.unit * plan.width, 1), round(self.unit * plan.height, 1)]


def margin(view: Sight, side: int) -> int:
    """How much dark there is on a side: where the cave may go on, a tile has room."""
    ahead = [int(EAST_OF[side]) * x + int(SOUTH_OF[side]) * y for x, y in zip(view.x[: view.laid], view.y)]
    is_open = any(view.sides[tile] >> side & 1 for tile, place in enumerate(ahead) if place == max(ahead))
    return TILE if is_open else MARGIN


def frame(plan: Plan, view: Sight) -> Frame:
    """The cave with some dark around it, in the middle of what the stage leaves for it."""
    xs, ys = view.x[: view.laid], view.y[: view.laid]
    north, east, south, west = (margin(view, side) for side in range(SIDES))
    left, top = TILE * min(xs) - HALF - west, TILE * min(ys) - HALF - north
    wide, high = TILE * max(xs) + HALF + east - left, TILE * max(ys) + HALF + south - top
    from_x, from_y, across, down = plan.cave
    unit = round(max(CLOSEST, wide / across, high / down), 3)
    x = left - unit * from_x - (unit * across - wide) / 2
    y = top - unit * from_y - (unit * down - high) / 2
    return Frame(round(x, 1), round(y, 1), unit)


def plate_size(plan: Plan, unit: float) -> float:
    """The scale at which roofs' numbers can be read, however large the cave is."""
    least, most = PLATES
    return round(min(most, max(least, plan.roof * unit)), 2)


def caver_spot(view: Sight, caver: int) -> tuple[float, float, float]:
    """Where a caver stands and how large: alone or two, or up to six in two rows of three."""
    tile = view.place[caver]
    here = [other for other in range(view.cavers) if view.place[other] == tile]
    row, column = divmod(here.index(caver), 3)
    across = min(3, len(here) - 3 * row)
    size = 1.25 if len(here) <= 2 else 0.95
    x, y = spot(view, tile)
    return x + 36 * size * (column - (across - 1) / 2), y + (10 if len(here) <= 3 else 44 * row - 14), size


def tint(view: Sight, caver: int) -> int:
    """The colour of the seat; someone who plays alone has one for each caver."""
    return caver if view.seats == 1 else int(owner(view.record, caver))


# The scene.


def scene(seen: np.record, seat: int, words: Words, shape: str = WIDE) -> Scene:
    """The lit cave, who is in it, and what is left."""
    view, plan = Sight(seen), PLANS[shape]
    where = frame(plan, view)

    def act(action: int) -> tuple[str, list[str]]:
        return said.button(view.record, said.move(view.record, action), words), touched(view, action)

    done = acts(view, seat, act)
    points = view.points if view.phase == Phase.TURN else None
    things = [
        *darkness(tuple(where.box(plan)), tuple(zip(view.x[: view.laid], view.y))),
        *(piece for tile in range(view.laid) for piece in tile_things(*laid(view, tile), words)),
        *(piece for figure in range(HORRORS) for piece in horror(view, figure, words)),
        *(piece for caver in range(view.cavers) for piece in caver_in_cave(view, caver, plan.rank * where.unit, words)),
        *(piece for tile in range(view.laid) for piece in roof(*roofed(view, tile), plate_size(plan, where.unit))),
        *head(plan, where, sum(view.stack), view.cards, view.late, view.gas, points, words),
        *set_aside(plan, where, view.kept, words),
        *roster(plan, where, view, words),
        *targets(view, {name for act in done for name in act["path"]}, words),
    ]
    return Scene(box=where.box(plan), things=things, acts=done, ask=said.ask(view.record, words))


@part
def darkness(box: tuple[float, ...], lit: tuple[tuple[int, int], ...]) -> Iterator[Thing]:
    """The night, and lamp light around what is explored."""
    x, y, wide, high = box
    yield thing("night", "", x, y, "st-night", path=f"M0 0H{wide:g}V{high:g}H0Z")
    for tile, (east, south) in enumerate(lit):
        yield thing(f"light-{tile}", "light", TILE * east, TILE * south)


def laid(view: Sight, tile: int) -> tuple[int, int, int, int, int, int, int, tuple[tuple[int, int], ...]]:
    """All that is drawn of a tile: design, open sides, arrow, mark, where it lies, and which of its walls are gone."""
    blasts = ((number, side) for number, (where, side) in enumerate(view.blast[: view.blasts]) if where == tile)
    how = view.design[tile], view.sides[tile], view.arrow[tile], view.marked[tile]
    return tile, *how, view.x[tile], view.y[tile], tuple(blasts)


def tile_label(design: int, sides: int, arrow: int, marked: int, x: int, y: int, words: Words) -> str:
    """All that is to be known of a tile, in words."""
    what, _, *numbers = design_words(design)
    marks = {"flood": "board.flooded", "cave-in": "board.rubble", "ledge": "board.roped", "slide": "board.roped"}
    more = words["board.numbers"].format(numbers=", ".join(map(str, numbers))) if numbers else ""
    if what in ("ledge", "slide"):
        more += words["board.arrow"].format(side=words[f"side.{said.SIDE[arrow]}"])
    more += words[marks[what]] if marked else ""
    ways = spread_out(open_sides(sides), words)
    return words["board.tile"].format(kind=words[f"kind.{what}"], x=x, y=y, sides=ways, more=more)


@part
def tile_things(
    tile: int,
    design: int,
    sides: int,
    arrow: int,
    marked: int,
    x: int,
    y: int,
    blasts: tuple[tuple[int, int], ...],
    words: Words,
) -> Iterator[Thing]:
    """Floor and walls, the sign of its kind, and what lies on it."""
    label, place = tile_label(design, sides, arrow, marked, x, y, words), f"{x}, {y}"
    x, y = TILE * x, TILE * y
    kind = int(DESIGNS[design][0])
    said = {"label": label, "note": place, "about": f"kind-{kind}"}
    yield thing(f"tile-{tile}", f"tile-{sides}", x, y, f"st-kind-{kind}", **said)
    yield from kind_things(f"kind-{tile}", design, x, y, arrow, bool(marked))
    for number, side in blasts:
        yield thing(f"blast-{number}", "blast", x + HALF * EAST_OF[side], y + HALF * SOUTH_OF[side])


def kind_things(
    name: str, design: int, x: float, y: float, arrow: int, marked: bool, scale: float = 0
) -> Iterator[Thing]:
    """The sign of a kind, and its water, rubble or rope."""
    what, _, _, numbers = DESIGNS[design]
    if what == Kind.FLOOD and marked:
        yield thing(name, "water", x, y)
        return
    if KIND_SYMBOLS[what]:
        turn = 90 * arrow if what in (Kind.LEDGE, Kind.SLIDE, Kind.SQUEEZE) else 0
        yield thing(name, KIND_SYMBOLS[what], x, y, turn=turn, scale=scale)
    if numbers and scale:
        yield thing(f"{name}-numbers", "", x, y, "st-number", text=numbered(numbers), scale=scale)
    if marked:
        what_lies = "rubble" if what == Kind.CAVE_IN else "rope"
        yield thing(f"{name}-mark", what_lies, x, y, turn=0 if numbers else 90 * arrow)


def numbered(numbers: Sequence[int]) -> str:
    return " · ".join(map(str, numbers))


def roofed(view: Sight, tile: int) -> tuple[int, tuple[int, ...], int, int]:
    """All that is drawn of a roof: which tile, the rolls that bring it down, and where."""
    return tile, tuple(DESIGNS[view.design[tile]][3]), view.x[tile], view.y[tile]


@part
def roof(tile: int, numbers: tuple[int, ...], x: int, y: int, size: float) -> Iterator[Thing]:
    """ST-36: on top of all that stands and lies there, so that it can always be read."""
    if numbers:
        top = TILE * y - 52 + 14 * size
        yield thing(f"roof-{tile}", "plate", TILE * x, top, "st-number", text=numbered(numbers), scale=size)


def horror(view: Sight, figure: int, words: Words) -> Iterator[Thing]:
    """Eyes in the dark; those on the same tile stand side by side."""
    tile = view.horror[figure]
    if tile == NOWHERE:
        return
    here = [other for other in range(HORRORS) if view.horror[other] == tile]
    x, y = spot(view, tile)
    label = words["board.horror"].format(x=view.x[tile], y=view.y[tile])
    yield thing(f"horror-{figure}", "horror", x + 22 * (here.index(figure) - (len(here) - 1) / 2), y - 4, label=label)


def full_health(view: Sight, caver: int) -> int:
    return int(view.house[HEALTH_OF + view.rank[caver]])


def caver_label(view: Sight, caver: int, words: Words) -> str:
    who, tile = said.capital(words[f"the.{view.rank[caver]}"]), view.place[caver]
    if tile in (IN_TRANSIT, REMOVED):
        return words["board.diving" if tile == IN_TRANSIT else "board.removed"].format(who=who)
    most = full_health(view, caver)
    at = {"x": view.x[tile], "y": view.y[tile]}
    label = words["board.caver"].format(who=who, health=view.health[caver], most=most, **at)
    return label + (words["board.hidden"] if view.hidden[caver] else "")


def caver_in_cave(view: Sight, caver: int, least: float, words: Words) -> tuple[Thing, ...]:
    """A caver, if it is in the cave; its number is at least so large."""
    if view.place[caver] < 0 or view.rank[caver] == 0:
        return ()
    is_asleep = view.health[caver] == 0
    state = "st-asleep" if is_asleep else "st-out" if view.hidden[caver] else "st-turn" if caver == view.actor else ""
    label = caver_label(view, caver, words)
    acting = "acting" if caver == view.actor and view.seat != NOBODY else ""
    at = caver_spot(view, caver)
    number = round(max(at[2], least), 2)
    health = view.health[caver], full_health(view, caver)
    return caver_things(caver, tint(view, caver), state, acting, view.rank[caver], *health, *at, number, label)


@part
def caver_things(
    caver: int,
    tint: int,
    state: str,
    acting: str,
    rank: int,
    health: int,
    most: int,
    x: float,
    y: float,
    size: float,
    number: float,
    label: str,
) -> Iterator[Thing]:
    """A caver in the cave, lying down if unconscious, with its face, its rank and its health."""
    turn, about = 90 * (health == 0), f"rank-{rank}"
    yield thing(
        f"caver-{caver}", "caver", x, y, f"seat-{tint}", state, acting, label=label, turn=turn, scale=size, about=about
    )
    grown = "" if number <= size else "st-chest" if number <= 1.45 * size else "st-pawn"  # what it takes of the pawn
    yield thing(f"rank-{caver}", "", x, y, "st-rank", grown, text=str(rank), scale=number)
    yield health_drops(f"health-{caver}", health, most, x, y + 25 * size, size)


def health_drops(name: str, health: int, most: int, x: float, y: float, scale: float) -> Thing:
    return thing(name, f"drops-{health}-{most}", x, y, scale=scale)


@part
def head(
    plan: Plan, where: Frame, tiles: int, cards: int, is_late: int, gas: int, points: int | None, words: Words
) -> Iterator[Thing]:
    """What is left of tiles, of time and of the turn, and whether there is gas in the air."""
    x, y = plan.head
    is_wide = plan.width > plan.height
    late = words["board.late"] if is_late else words["board.cards"].format(cards=cards)
    counters = [
        ("stack", words["board.stack"].format(left=tiles), str(tiles)),
        ("deck", late, "–" if is_late else str(cards)),
    ]
    if points is not None:
        counters.append(("effort", words["board.points"].format(points=points), str(points)))
    for number, (name, label, count) in enumerate(counters):
        left, top = (x + 84 * (number % 2), y + 50 * (number // 2)) if is_wide else (x + 78 * number, y)
        yield thing(name, name, *where.at(left, top), "pinned", label=label, scale=where.unit)
        at = where.at(left + 20, top)
        yield thing(f"{name}-left", "", *at, "st-say", "st-left", plan.letters, "pinned", text=count, scale=where.unit)
    if gas:
        at = where.at(x + 92, y + 50) if is_wide else where.at(x + 248, y)
        yield thing("gas", "gas", *at, "pinned", label=words["board.gas"], scale=where.unit)


@part
def set_aside(plan: Plan, where: Frame, design: int, words: Words) -> Iterator[Thing]:
    """ST-46: the tile that the Geologist has kept."""
    if design != NOWHERE:
        label = words["board.kept"].format(tile=tile_name(design_words(design), words))
        sides = int(np.flatnonzero(SHAPE[design] == SHAPE_OF)[0])
        *at, size = (44, 44, 0.52) if plan.width > plan.height else (plan.width - 26, 24, 0.44)
        yield from loose_tile("kept", design, *where.at(*at), label, sides, round(size * where.unit, 3))


def loose_tile(
    name: str, design: int, x: float, y: float, label: str, sides: int, scale: float = 0.52
) -> Iterator[Thing]:
    """A tile that is not laid yet."""
    kind = int(DESIGNS[design][0])
    yield thing(name, f"tile-{sides}", x, y, f"st-kind-{kind}", label=label, scale=scale, about=f"kind-{kind}")
    yield from kind_things(f"{name}-kind", design, x, y, int(sides == EAST_WEST), False, scale)


def roster(plan: Plan, where: Frame, view: Sight, words: Words) -> Iterator[Thing]:
    """All cavers with face, name and health, beside or below the cave; the marker is with the first."""
    x, y, across, down, a_row = plan.roster
    across = max(across, (plan.width - 2 * x) // max(3, view.cavers - 1)) if down == 0 else across
    for caver in range(view.cavers):
        if view.rank[caver]:
            row, column = divmod(caver, a_row)
            is_first = caver == view.first and view.rounds + view.turns > 0
            health = view.health[caver], full_health(view, caver)
            state = (view.place[caver] < 0, view.rank[caver], *health, is_first)
            at = (x + across * column, y + down * row)
            yield from card(plan, where, caver, tint(view, caver), *state, *at, caver_label(view, caver, words), words)


@part
def card(
    plan: Plan,
    where: Frame,
    caver: int,
    tint: int,
    is_gone: bool,
    rank: int,
    health: int,
    most: int,
    is_first: bool,
    x: float,
    y: float,
    label: str,
    words: Words,
) -> Iterator[Thing]:
    """A caver in the roster: the name beside it where there is room, else below."""
    size = round(plan.card * where.unit, 3)
    gone = "st-out" if is_gone else ""
    is_beside = plan.width > plan.height
    said = {"label": label, "about": f"rank-{rank}"}
    yield thing(f"card-{caver}", "caver", *where.at(x, y), f"seat-{tint}", gone, "pinned", scale=size, **said)
    yield thing(f"card-rank-{caver}", "", *where.at(x, y), "st-rank", "pinned", text=str(rank), scale=size)
    at = where.at(x + 68, y + 14) if is_beside else where.at(x, y + 27)
    drops = round(size * (1.35 if is_beside else 1), 3)
    yield thing(f"card-health-{caver}", f"drops-{health}-{most}", *at, "pinned", scale=drops)
    name = words[f"option.cavers.{rank}"]
    edge = min(plan.width, 8 * len(name) + 10) // 2  # a long name is written away from the edge of the stage
    nearest = min(max(x, edge), plan.width - edge)
    at = where.at(x + 25, y - 12) if is_beside else where.at(nearest, y + 46 + 13 * (caver % 2))
    beside = "st-left" if is_beside else ""
    classes = ("st-small", beside, plan.letters, "pinned")
    yield thing(f"card-name-{caver}", "", *at, *classes, text=name, scale=where.unit)
    if is_first:
        at = where.at(x - 24, y - 20) if is_beside else where.at(x + 22, y - 20)
        yield thing("marker", "marker", *at, "pinned", scale=where.unit)


# What can be touched.


def targets(view: Sight, wanted: set[str], words: Words) -> Iterator[Thing]:
    """Where there is something to explore or a wall to blow up, and the ways a tile may lie."""
    here = view.place[view.actor]
    if wanted and view.phase == Phase.TURN:
        yield from (piece for piece in around(*spot(view, here), words) if piece["id"] in wanted)
    elif wanted and view.phase == Phase.PLACE:
        yield from ghosts(view, here, wanted, words)


@part
def around(x: float, y: float, words: Words) -> Iterator[Thing]:
    """The dark beside a tile, and its walls."""
    for side in range(SIDES):
        east, south = int(EAST_OF[side]), int(SOUTH_OF[side])
        label = words["board.side"].format(side=words[f"side.{said.SIDE[side]}"])
        yield thing(f"side-{side}", "dark", x + TILE * east, y + TILE * south, "ghost", label=label)
        label = words["board.wall"].format(side=words[f"side.{said.SIDE[side]}"])
        at = (x + HALF * east, y + HALF * south)
        yield thing(f"wall-{side}", "wall", *at, "ghost", label=label, turn=90 * (side % 2))


def ghosts(view: Sight, here: int, wanted: set[str], words: Words) -> Iterator[Thing]:
    """The ways in which a new tile can lie, side by side around its place."""
    x, y = spot(view, here)
    x, y = x + TILE * int(EAST_OF[view.side]), y + TILE * int(SOUTH_OF[view.side])
    for number, name in enumerate(sorted(wanted)):
        which, sides = map(int, name.split("-")[1:])
        row, column = divmod(number, 3)
        design = view.kept if which == KEPT else view.drawn
        label = words["board.ghost"].format(sides=spread_out(open_sides(sides), words))
        at = (x + 58 * (column - (min(3, len(wanted)) - 1) / 2), y + 58 * row)
        for piece in loose_tile(name, design, *at, label, sides, 0.54):
            yield {**piece, "classes": f"{piece.get('classes', '')} ghost".strip()}


def touched(view: Sight, action: int) -> list[str]:
    """The things to touch for an action; what is done on the spot has only its button."""
    here = view.place[view.actor]
    if Action.PLACE <= action < Action.SURFACE:
        which, sides = divmod(action - Action.PLACE, ALL_SIDES + 1)
        return [f"lay-{which}-{sides}"]
    for first in (Action.HEAL, Action.TREAT, Action.DIRECT):
        if first <= action < first + MOST_CAVERS:
            return [f"caver-{action - first}"]
    for first in (Action.SURFACE, Action.APPEAR):
        if first <= action < first + MOST_TILES:
            return [f"tile-{action - first}"]
    if Action.HORROR_FIRST <= action < Action.HORROR_PATH:
        return [f"horror-{action - Action.HORROR_FIRST}"]
    if Action.HORROR_PATH <= action < Action.APPEAR:
        return [f"tile-{view.beside[view.horror[view.figure]][action - Action.HORROR_PATH]}"]
    return touched_beside(view, action, here)


def touched_beside(view: Sight, action: int, here: int) -> list[str]:
    """What a caver does to a side: the dark there, the wall, the horror or the tile."""
    if action < Action.REVEAL:
        return []
    if action >= Action.CLEAR:
        side = (action - Action.CLEAR) % (SIDES + 1)
        return [f"tile-{here if side == HERE else view.beside[here][side]}"]
    side = (action - Action.REVEAL) % SIDES
    if action < Action.MOVE:
        return [f"side-{side}"]
    if Action.DEMOLISH <= action < Action.REPEL:
        return [f"wall-{side}"]
    tile = view.beside[here][side]
    if action >= Action.REPEL:
        return [f"horror-{view.horror.index(tile)}"]
    return [f"tile-{tile}"]


# The board in letters.

GLYPHS = " ~°^!×↑⇑:E·"
ARROWS = {Kind.LEDGE: "↑→↓←", Kind.SLIDE: "⇑⇒⇓⇐"}
MARKED = {Kind.FLOOD: "≈", Kind.CAVE_IN: "#"}
COLOURS = ("dark_orange", "sky_blue2", "sea_green3", "yellow1", "dodger_blue2", "orange_red1")
INSIDE = 6  # letters within a tile
ACROSS = 96 // (INSIDE + 2)  # tiles that fit in a line


def text(seen: np.record, seat: int, names: Sequence[str], words: Words) -> str:
    """The cave around the acting caver, who is how, and what is left, with markup for colour."""
    view = Sight(seen)
    time = words["board.late"] if view.late else words["board.cards"].format(cards=view.cards)
    lines = [f"[b]{words['board.stack'].format(left=sum(view.stack))}   {time}[/b]"]
    if view.gas:
        lines.append(f"[yellow]{words['board.gas']}[/]")
    lines += ["", *cave_lines(view), ""]
    lines += [roster_line(view, caver, names, words) for caver in range(view.cavers) if view.rank[caver]]
    return "\n".join([*lines, "", legend(words)])


def cave_lines(view: Sight) -> Iterator[str]:
    """Three lines for each row of tiles."""
    at = {(view.x[tile], view.y[tile]): tile for tile in range(view.laid)}
    middle = view.x[max(0, view.place[view.actor])]
    columns = range(
        max(min(x for x, _ in at), middle - ACROSS // 2), min(max(x for x, _ in at), middle + ACROSS // 2 - 1) + 1
    )
    for y in range(min(y for _, y in at), max(y for _, y in at) + 1):
        cells = [cell(view, at[x, y]) if (x, y) in at else [" " * (INSIDE + 2)] * 3 for x in columns]
        yield from ("".join(line) for line in zip(*cells, strict=True))


def cell(view: Sight, tile: int) -> list[str]:
    """One tile: walls as lines, its kind, horrors and cavers."""
    north, east, south, west = (bool(view.sides[tile] >> side & 1) for side in range(SIDES))
    what = Kind(DESIGNS[view.design[tile]][0])
    glyph = ARROWS[what][view.arrow[tile]] if what in ARROWS else GLYPHS[what]
    if view.marked[tile]:
        glyph = MARKED.get(what, glyph + "⌇")
    horrors = "H" * view.horror.count(tile)
    cavers = [caver for caver in range(view.cavers) if view.place[caver] == tile and view.rank[caver]]
    room = INSIDE - len(horrors) - len(cavers)
    inside = (
        glyph[:room].ljust(room) + f"[red]{horrors}[/]" * bool(horrors) + "".join(caver_mark(view, c) for c in cavers)
    )
    gap, wall = " " * (INSIDE - 2), "─" * (INSIDE - 2)
    edge = [f"─{gap if is_open else wall}─" for is_open in (north, south)]
    return [f"┌{edge[0]}┐", f"{' ' if west else '│'}{inside}{' ' if east else '│'}", f"└{edge[1]}┘"]


def caver_mark(view: Sight, caver: int) -> str:
    hue = COLOURS[tint(view, caver)]
    style = f"{hue} dim" if view.health[caver] == 0 else f"b {hue}" + " reverse" * int(caver == view.actor)
    return f"[{style}]{view.rank[caver]}[/]"


def roster_line(view: Sight, caver: int, names: Sequence[str], words: Words) -> str:
    """A line for each caver: rank, name, health and place."""
    player = "" if view.seats == 1 else f" ({unbracketed(names[tint(view, caver)])})"
    first = "⚑" if caver == view.first else " "
    most = full_health(view, caver)
    hearts = "♥" * view.health[caver] + "♡" * (most - view.health[caver])
    return f"{first} {caver_mark(view, caver)} [red]{hearts:<5}[/] {caver_label(view, caver, words)}{player}"


def legend(words: Words) -> str:
    signs = [f"{GLYPHS[n]} {words[f'kind.{name}']}" for n, name in enumerate(KINDS) if GLYPHS[n] != " "]
    half = len(signs) // 2
    return f"[dim]{'  '.join(signs[:half])}\n{'  '.join(signs[half:])}  H {words['hazard.horror']}[/]"
