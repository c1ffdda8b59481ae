"""Sub Terra as a scene: the cave from above, as far as lamps have lit it."""

from collections.abc import Iterator, Sequence

import numpy as np

from fathom5.games.sub_terra import words as said
from fathom5.games.sub_terra.rules.box import (
    ALL_SIDES,
    DESIGNS,
    EAST_OF,
    HEALTH,
    HERE,
    HORRORS,
    IN_TRANSIT,
    KEPT,
    MOST_CAVERS,
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
from fathom5.scene import WIDE, Scene, Sight, Thing, Words, acts, part, thing

TILE = 100  # a tile's width
HALF = TILE / 2
LEAST = 5  # tiles across that are shown at least, with the dark around them
HEAD, FOOT = 74, 96  # heights of the strips above and below the cave
EAST_WEST = 0b1010  # open sides of a straight tile that lies across
WAY = 25  # half the width of a passage
MARGIN = 40
MOST_HEALTH = HEALTH.tolist()  # by rank

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
        '<path d="M-14 18Q-17 2-11-3Q-12-19 0-19Q12-19 11-3Q17 2 14 18Q0 23-14 18Z" class="own edge"/>'
        '<path d="M-12-6Q0-12 12-6" class="line"/><circle cy="-14" r="4" class="foam edge"/>'
    ),
    "horror": (
        '<path d="M-24 20Q-30-6-14-22Q0-32 14-22Q30-6 24 20Q16 12 10 21Q4 12-2 21Q-10 12-14 21Q-19 13-24 20Z" '
        'class="st-horror"/>'
        '<path d="M-15-9Q-8-17-2-7Q-9-2-15-9ZM15-9Q8-17 2-7Q9-2 15-9Z" class="st-glow"/>'
    ),
    **{
        f"drops-{health}-{most}": drops(health, most)
        for most in sorted(set(HEALTH[1:].tolist()))
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
STYLE = (
    ".st-night path{fill:var(--depth-6)}.st-rock{fill:#241f25}.st-wall{fill:#4b4149}.st-back{fill:var(--depth-4)}"
    ".st-water{fill:var(--depth-4);opacity:.86}"
    ".st-wave{fill:none;stroke:var(--depth-1);stroke-width:3;stroke-linecap:round}"
    ".st-cloud{fill:#7c8a2f;stroke:var(--night);stroke-width:2}.st-stone{fill:#8a7f78}"
    ".st-eye{fill:var(--coral);stroke:var(--night);stroke-width:2}"
    ".st-rope{fill:none;stroke:#8c5a2b;stroke-width:5;stroke-linecap:round}"
    ".st-horror{fill:#120b18;stroke:var(--coral);stroke-width:2}.st-glow{fill:var(--coral)}"
    ".st-blood{fill:var(--coral);stroke:var(--night);stroke-width:1.5}"
    ".st-gone{fill:var(--foam);fill-opacity:.2;stroke:var(--foam);stroke-width:1}"
    ".st-dark{fill:var(--lamp);fill-opacity:.1;stroke:var(--lamp);stroke-width:2;stroke-dasharray:7 7}"
    ".st-mark{fill:var(--lamp);fill-opacity:.5;stroke:var(--night);stroke-width:1.5}"
    ".st-say text{fill:var(--foam);font-size:17px}.st-left text{text-anchor:start}"
    ".st-small text{fill:var(--foam);font-size:13px}.st-number text{font-size:17px;font-weight:700}"
    ".st-rank text{font-size:15px;font-weight:700;transform:translateY(5px)}"
    ".st-out{opacity:.35}.st-asleep{opacity:.75}.st-turn{filter:drop-shadow(0 0 4px var(--foam))}"
    + "".join(f".st-kind-{n}{{color:{tint}}}" for n, tint in enumerate(TINTS))
)


# Where things are.


def spot(view: Sight, tile: int) -> tuple[int, int]:
    return TILE * view.x[tile], TILE * view.y[tile]


def frame(view: Sight) -> tuple[float, float, float, float]:
    """The cave with some dark around it, and a strip above and below."""
    xs, ys = view.x[: view.laid], view.y[: view.laid]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    while right - left + 1 < LEAST:
        left, right = left - 1, right + (right - left + 1 < LEAST - 1)
    while bottom - top + 1 < LEAST - 1:
        top, bottom = top - 1, bottom + (bottom - top + 1 < LEAST - 2)
    x, y = TILE * left - HALF - MARGIN, TILE * top - HALF - MARGIN
    wide, high = TILE * (right - left + 1) + 2 * MARGIN, TILE * (bottom - top + 1) + 2 * MARGIN
    return x, y - HEAD, wide, high + HEAD + FOOT


def caver_spot(view: Sight, caver: int) -> tuple[float, float]:
    """Cavers share a tile in two rows of three."""
    tile = view.place[caver]
    here = [other for other in range(view.cavers) if view.place[other] == tile]
    row, column = divmod(here.index(caver), 3)
    across = min(3, len(here) - 3 * row)
    x, y = spot(view, tile)
    return x + 30 * (column - (across - 1) / 2), y + (8 if len(here) <= 3 else 40 * row - 16)


def tint(view: Sight, caver: int) -> int:
    """The colour of the seat; someone who plays alone has one for each caver."""
    return caver if view.seats == 1 else int(owner(view.record, caver))


# The scene.


def scene(seen: np.record, seat: int, words: Words, shape: str = WIDE) -> Scene:
    """The lit cave, who is in it, and what is left."""
    view = Sight(seen)
    box = frame(view)

    def act(action: int) -> tuple[str, list[str]]:
        return said.button(view.record, said.move(view.record, action), words), touched(view, action)

    done = acts(view, seat, act)
    things = [
        *darkness(box, tuple(zip(view.x[: view.laid], view.y))),
        *(piece for tile in range(view.laid) for piece in tile_things(*laid(view, tile), words)),
        *(piece for figure in range(HORRORS) for piece in horror(view, figure, words)),
        *(piece for caver in range(view.cavers) for piece in caver_in_cave(view, caver, words)),
        *head(box, sum(view.stack), view.cards, view.late, view.gas, words),
        *points_left(box, view, words),
        *set_aside(box, view.kept, words),
        *roster(view, box, words),
        *targets(view, {name for act in done for name in act["path"]}, words),
    ]

    return Scene(box=list(box), things=things, acts=done, ask=said.ask(view.record, words))


@part
def darkness(box: tuple[float, float, float, float], lit: tuple[tuple[int, int], ...]) -> Iterator[Thing]:
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
    label = tile_label(design, sides, arrow, marked, x, y, words)
    x, y = TILE * x, TILE * y
    yield thing(f"tile-{tile}", f"tile-{sides}", x, y, f"st-kind-{int(DESIGNS[design][0])}", label=label)
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
    if numbers:
        yield thing(
            f"{name}-numbers",
            "",
            x,
            y - (0 if scale else 17),
            "st-number",
            text=" · ".join(map(str, numbers)),
            scale=scale,
        )
    if marked:
        yield thing(
            f"{name}-mark", "rubble" if what == Kind.CAVE_IN else "rope", x, y, turn=0 if numbers else 90 * arrow
        )


def horror(view: Sight, figure: int, words: Words) -> Iterator[Thing]:
    """Eyes in the dark; those on the same tile stand side by side."""
    tile = view.horror[figure]
    if tile == NOWHERE:
        return
    here = [other for other in range(HORRORS) if view.horror[other] == tile]
    x, y = spot(view, tile)
    label = words["board.horror"].format(x=view.x[tile], y=view.y[tile])
    yield thing(f"horror-{figure}", "horror", x + 22 * (here.index(figure) - (len(here) - 1) / 2), y - 4, label=label)


def caver_label(view: Sight, caver: int, words: Words) -> str:
    who, tile = said.capital(words[f"the.{view.rank[caver]}"]), view.place[caver]
    if tile in (IN_TRANSIT, REMOVED):
        return words["board.diving" if tile == IN_TRANSIT else "board.removed"].format(who=who)
    most = MOST_HEALTH[view.rank[caver]]
    at = {"x": view.x[tile], "y": view.y[tile]}
    label = words["board.caver"].format(who=who, health=view.health[caver], most=most, **at)
    return label + (words["board.hidden"] if view.hidden[caver] else "")


def caver_in_cave(view: Sight, caver: int, words: Words) -> tuple[Thing, ...]:
    """A caver, if it is in the cave."""
    if view.place[caver] < 0 or view.rank[caver] == 0:
        return ()
    is_asleep = view.health[caver] == 0
    state = "st-asleep" if is_asleep else "st-out" if view.hidden[caver] else "st-turn" if caver == view.actor else ""
    label = caver_label(view, caver, words)
    x, y = caver_spot(view, caver)
    return caver_things(caver, tint(view, caver), state, view.rank[caver], view.health[caver], x, y, label)


@part
def caver_things(
    caver: int, tint: int, state: str, rank: int, health: int, x: float, y: float, label: str
) -> Iterator[Thing]:
    """A caver in the cave, lying down if unconscious, with its rank and its health."""
    turn = 90 * (health == 0)
    yield thing(f"caver-{caver}", "caver", x, y, f"seat-{tint}", state, label=label, turn=turn, scale=0.8)
    yield thing(f"rank-{caver}", "", x, y, "st-rank", text=str(rank))
    yield health_drops(f"health-{caver}", rank, health, x, y + 22, 0.8)


def health_drops(name: str, rank: int, health: int, x: float, y: float, scale: float) -> Thing:
    return thing(name, f"drops-{health}-{MOST_HEALTH[rank]}", x, y, scale=scale)


@part
def head(
    box: tuple[float, float, float, float], tiles: int, cards: int, is_late: int, gas: int, words: Words
) -> Iterator[Thing]:
    """What is left of tiles and of time, and whether there is gas in the air."""
    x, y = box[0] + 34, box[1] + 36
    yield thing("stack", "stack", x, y, label=words["board.stack"].format(left=tiles))
    yield thing("stack-left", "", x + 28, y, "st-say", "st-left", text=str(tiles))
    time = words["board.late"] if is_late else words["board.cards"].format(cards=cards)
    yield thing("deck", "deck", x + 100, y, label=time)
    yield thing("deck-left", "", x + 128, y, "st-say", "st-left", text="–" if is_late else str(cards))
    if gas:
        yield thing("gas", "gas", x + 210, y, label=words["board.gas"])


def points_left(box: tuple[float, float, float, float], view: Sight, words: Words) -> Iterator[Thing]:
    """Of the caver whose turn it is."""
    if view.phase == Phase.TURN:
        points = words["board.points"].format(points=view.points)
        yield thing("points", "", box[0] + 284, box[1] + 36, "st-say", "st-left", text=points)


@part
def set_aside(box: tuple[float, float, float, float], design: int, words: Words) -> Iterator[Thing]:
    """ST-46: the tile that the Geologist has kept."""
    if design != NOWHERE:
        label = words["board.kept"].format(tile=tile_name(design_words(design), words))
        sides = int(np.flatnonzero(SHAPE[design] == SHAPE_OF)[0])
        yield from loose_tile("kept", design, box[0] + box[2] - 40, box[1] + 36, label, sides)


def loose_tile(
    name: str, design: int, x: float, y: float, label: str, sides: int, scale: float = 0.52
) -> Iterator[Thing]:
    """A tile that is not laid yet."""
    yield thing(name, f"tile-{sides}", x, y, f"st-kind-{int(DESIGNS[design][0])}", label=label, scale=scale)
    yield from kind_things(f"{name}-kind", design, x, y, int(sides == EAST_WEST), False, scale)


def roster(view: Sight, box: tuple[float, float, float, float], words: Words) -> Iterator[Thing]:
    """All cavers in a row below the cave, with their health; the marker is with the first."""
    gap = box[2] / view.cavers
    y = box[1] + box[3] - FOOT / 2
    for caver in range(view.cavers):
        if view.rank[caver]:
            x, label = box[0] + gap * (caver + 0.5), caver_label(view, caver, words)
            is_first = caver == view.first and view.rounds + view.turns > 0
            state = (view.place[caver] < 0, view.rank[caver], view.health[caver], is_first)
            yield from card(caver, tint(view, caver), *state, x, y, label, words)


@part
def card(
    caver: int,
    tint: int,
    is_gone: bool,
    rank: int,
    health: int,
    is_first: bool,
    x: float,
    y: float,
    label: str,
    words: Words,
) -> Iterator[Thing]:
    """A caver in the roster."""
    yield thing(f"card-{caver}", "caver", x, y - 18, f"seat-{tint}", "st-out" if is_gone else "", label=label)
    yield thing(f"card-rank-{caver}", "", x, y - 18, "st-rank", text=str(rank))
    yield health_drops(f"card-health-{caver}", rank, health, x, y + 12, 1.0)
    yield thing(f"card-name-{caver}", "", x, y + 32, "st-small", text=words[f"option.cavers.{rank}"])
    if is_first:
        yield thing("marker", "marker", x + 26, y - 22)


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
    player = "" if view.seats == 1 else f" ({names[tint(view, caver)]})"
    first = "⚑" if caver == view.first else " "
    most = MOST_HEALTH[view.rank[caver]]
    hearts = "♥" * view.health[caver] + "♡" * (most - view.health[caver])
    return f"{first} {caver_mark(view, caver)} [red]{hearts:<5}[/] {caver_label(view, caver, words)}{player}"


def legend(words: Words) -> str:
    signs = [f"{GLYPHS[n]} {words[f'kind.{name}']}" for n, name in enumerate(KINDS) if GLYPHS[n] != " "]
    half = len(signs) // 2
    return f"[dim]{'  '.join(signs[:half])}\n{'  '.join(signs[half:])}  H {words['hazard.horror']}[/]"
