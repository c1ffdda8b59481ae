"""Treasure Divers as a scene: five buoys, five shafts into the dark, a wreck at the bottom, and shelves of finds."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from fathom5.games.treasure_divers import words as said
from fathom5.games.treasure_divers.house import EXCHANGE_POINTS
from fathom5.games.treasure_divers.rules.box import BONUSES, EXCHANGE, EXCHANGED, FIND, KIND, KINDS, MONSTER, WRECKED
from fathom5.games.treasure_divers.rules.verbs import (
    COLUMNS,
    DICE,
    FACE_DOWN,
    GONE,
    KINDS_OF_FIND,
    MOST_PIPS,
    ROWS,
    ROWS_OF_ZONE,
    SURFACE,
    UNLIT,
    WRECK_ROW,
    Action,
    Phase,
    X,
    objects,
    points_of,
)
from fathom5.games.treasure_divers.words import NAMED
from fathom5.kernel.game import NOBODY
from fathom5.scene import TALL, WIDE, Scene, Sight, Thing, Words, acts, frozen, part, thing


class Plan(NamedTuple):
    """Where things are on a stage of some shape: the shafts first, shelves and medals beside or below them."""

    width: int
    height: int
    sea: int  # its width
    water: int  # where it begins
    column: tuple[int, int]  # the middle of the first shaft, and the way to the next
    row: tuple[int, int]  # the same for rows
    tile: float  # the scale of tiles
    buoy: float  # and of buoys, which bear their numbers
    floor: int  # where the sand begins
    wreck: tuple[int, float]  # how far down, and its scale
    dice: tuple[int, int, float]
    boat: tuple[int, int, float]
    medals: tuple[int, int, int, int, float]  # the first, the way to the next across and down, the scale
    shelves: tuple[int, int, int]  # x, y, and how many side by side
    find: tuple[float, int]  # the scale of finds, and in how many rows they lie
    letters: str  # the class of all texts


PLANS = {
    WIDE: Plan(
        880, 600, 500, 76, (74, 92), (102, 42), 0.98, 1.15, 560, (536, 0.88), (170, 31, 1.6), (396, 54, 0.86),
        (531, 42, 52, 0, 1.2), (510, 108, 1), (1.5, 2), "for-wide",
    ),
    TALL: Plan(
        400, 594, 400, 58, (46, 69), (78, 32), 0.76, 1.0, 420, (400, 0.62), (120, 19, 1.15), (287, 42, 0.6),
        (370, 82, 0, 49, 0.95), (0, 428, 2), (0.92, 2), "for-tall",
    ),
}  # fmt: skip
BEHIND = 4  # steps from a find to an equal one behind it

ICONS = {  # each about 36 wide and high
    "shell": (
        '<path d="M-5 15Q-20 2-16-8Q-10-17 0-17Q10-17 16-8Q20 2 5 15Z" class="sand edge"/>'
        '<path d="M0 14V-15M-3 14-10-12M3 14 10-12M-4 14-16-4M4 14 16-4" class="line thin"/>'
    ),
    "amphora": (
        '<path d="M-6-12Q-17-12-12 0M6-12Q17-12 12 0" class="line"/>'
        '<path d="M-6-17H6L4-10Q15-2 10 8L4 17H-4L-10 8Q-15-2-4-10Z" class="coral edge"/>'
        '<path d="M-11-1H11M-10 5H10" class="line thin"/>'
    ),
    "barrel": (
        '<path d="M-11-16H11Q17 0 11 16H-11Q-17 0-11-16Z" class="wood edge"/>'
        '<path d="M-13-8H13M-13 8H13" class="line"/><path d="M-4-16Q-6 0-4 16M4-16Q6 0 4 16" class="line thin"/>'
    ),
    "gold": (
        '<path d="M-18 14-14 2H-2L2 14ZM-2 14 2 2H14L18 14ZM-10 1-6-11H6L10 1Z" class="gold edge"/>'
        '<path d="M-5-7H3M-13 6H-6M3 6H10" class="line thin"/>'
    ),
    "chest": (
        '<path d="M-17-2Q-17-15 0-15Q17-15 17-2Z" class="wood edge"/><path d="M-17-2H17V14H-17Z" class="wood edge"/>'
        '<path d="M-4-5H4V5H-4Z" class="gold edge"/><path d="M-10-12V14M10-12V14" class="line thin"/>'
    ),
    "seaweed": (
        '<path d="M-11 16Q-18 8-11 1T-11-13Q-4-6-9 0T-7 16ZM-2 16Q-8 6-1-3T0-18Q8-10 3-1T4 16Z'
        'M8 16Q4 9 10 3T11-9Q18-2 14 5T13 16Z" class="kelp edge"/>'
    ),
    "monster": (
        '<path d="M-17 13Q-20 5-12 4Q-15-17 0-17Q15-17 12 4Q20 5 17 13Q12 16 11 9Q9 17 4 16Q3 11 0 11Q-3 11-4 16'
        'Q-9 17-11 9Q-12 16-17 13Z" class="ghoul edge"/><circle cx="-5" cy="-5" r="3.6" class="foam"/>'
        '<circle cx="5" cy="-5" r="3.6" class="foam"/><circle cx="-4.4" cy="-4.4" r="1.8" class="night"/>'
        '<circle cx="4.4" cy="-4.4" r="1.8" class="night"/>'
    ),
    "exchange": (
        '<path d="M-16-3Q-13-15 1-14V-19L14-10 1-2V-7Q-7-8-9-1Z" class="depth-3 edge"/>'
        '<path d="M16 3Q13 15-1 14V19L-14 10-1 2V7Q7 8 9 1Z" class="depth-1 edge"/>'
    ),
    "cave": (
        '<path d="M-19 15Q-18-2-11-9Q-5-18 5-15Q18-9 19 15Z" class="stone edge"/>'
        '<path d="M-9 15Q-10 1-2-3Q8-4 10 15Z" class="night"/>'
    ),
    "wreck": (
        '<circle r="15" class="gold edge"/><circle r="10.5" class="line thin"/>'
        '<path d="M0-6V6M-4-3H4" class="line thin"/>'
    ),
}
CARDS = '<rect x="-11" y="-17" width="22" height="34" rx="4" class="foam edge"/>'
SYMBOLS = {
    "defs": (
        '<linearGradient id="treasure-water" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--depth-1)"/>'
        '<stop offset=".12" stop-color="var(--depth-2)"/><stop offset=".4" stop-color="var(--depth-3)"/>'
        '<stop offset=".47" stop-color="var(--depth-4)"/><stop offset=".8" stop-color="var(--depth-5)"/>'
        '<stop offset="1" stop-color="var(--depth-6)"/></linearGradient>'
        '<linearGradient id="treasure-beam" x1="0" y1="0" x2="0" y2="1">'
        '<stop offset="0" stop-color="var(--foam)" stop-opacity=".1"/>'
        '<stop offset="1" stop-color="var(--foam)" stop-opacity=".75"/></linearGradient>'
    ),
    **ICONS,
    "tile-light": (
        '<rect x="-35" y="-20" width="70" height="40" rx="7" class="depth-2 edge"/>'
        '<path d="M-24-4q8-7 16 0t16 0t16 0M-24 7q8-7 16 0t16 0t16 0" class="ripple"/>'
    ),
    "tile-dark": (
        '<rect x="-35" y="-20" width="70" height="40" rx="7" class="depth-5 edge"/>'
        '<path d="M-24-4q8-7 16 0t16 0t16 0M-24 7q8-7 16 0t16 0t16 0" class="ripple"/>'
    ),
    "tile-lit": (
        '<rect x="-35" y="-20" width="70" height="40" rx="7" class="depth-0 edge"/>'
        '<rect x="-31" y="-16" width="62" height="32" rx="4" class="halo"/>'
    ),
    "hole": '<rect x="-34" y="-19" width="68" height="38" rx="7" class="hollow"/>',
    "boat": (
        '<path d="M-70-4H70Q62 26 40 26H-44Q-62 26-70-4Z" class="wood edge"/><path d="M-62 6H62" class="line thin"/>'
        '<path d="M-36-4V-26H4L12-4Z" class="foam edge"/>'
        '<path d="M-28-18H-14V-9H-28ZM-8-18H2V-9H-8Z" class="depth-2 edge"/>'
    ),
    "buoy": (
        '<path d="M-11 5Q-9-10-4-14H4Q9-10 11 5Q0 12-11 5Z" class="coral edge"/><path d="M0-14V-20" class="line"/>'
    ),
    "lamp": (
        '<path d="M-7-14H7L12 2H-12Z" class="lantern"/><path d="M-12 2H12L9 9H-9Z" class="foam edge"/>'
        '<path d="M-3-14V-19H3V-14" class="lantern"/>'
    ),
    "die-0": (
        '<rect x="-13" y="-13" width="26" height="26" rx="5" class="foam edge"/>'
        '<path d="M-6-6 6 6M6-6-6 6" class="cross"/>'
    ),
    "hull": (
        '<path d="M-252-14Q-262 44-214 52H196Q248 40 258-24Q236-12 214-8L204-34 190-6Q0 10-150 0L-164-40-176-2'
        'Q-220-4-252-14Z" class="wood edge"/>'
        '<path d="M-246 10Q0 30 246 6M-236 30Q0 46 232 26" class="line thin"/>'
        '<path d="M-188 0V50M-120 6V52M-40 9V52M40 9V52M120 4V52M186-2V50" class="line thin shade"/>'
    ),
    "medal": (
        '<path d="M-9 8-12 27-4 22 0 28 4 22 12 27 9 8Z" class="coral edge"/>'
        '<circle r="19" class="gold edge"/><circle r="15" class="foam"/>'
    ),
    **{f"card-{kind}": f'{CARDS}<g transform="translate(0 -7) scale(.5)">{ICONS[kind]}</g>' for kind in ICONS},
    "badge": '<circle r="11" class="foam edge"/>',
    "coin": '<circle r="17" class="gold edge"/><circle r="13" class="line thin"/>',
}
ABOUT = {  # where the rulebook tells what a thing is and does
    "tile-light": "TD-4",
    "tile-dark": "TD-5",
    "tile-lit": "TD-11",
    "hole": "TD-12",
    "boat": "TD-9",
    "buoy": "TD-9",
    "lamp": "TD-11",
    "hull": "TD-14",
    "medal": "TD-18",
    "coin": "TD-14",
    "shelf": "TD-20",
    "die": "TD-8",
    **{f"die-{face}": "TD-8" for face in range(5)},
    **{f"card-{kind}": "TD-20" for kind in ICONS},
    "monster": "TD-15",
    "card-monster": "TD-15",
    "cave": "TD-16",
    "exchange": "TD-17",
    "card-exchange": "TD-17",
    "card-seaweed": "TD-7",
}
STYLE = (
    ".wood{fill:#a9714b}.stone{fill:#8b93a0}.ghoul{fill:#6a4c93}.thin{stroke-width:1.2}"
    ".lantern{fill:var(--night);stroke:var(--depth-2);stroke-width:1.4;stroke-linejoin:round}"
    ".ripple{fill:none;stroke:var(--foam);stroke-width:1.6;stroke-linecap:round;opacity:.45}"
    ".hollow{fill:none;stroke:currentColor;stroke-width:2;stroke-dasharray:3 6}"
    ".hole{color:var(--foam);opacity:.4}.hole.can{color:var(--lamp);opacity:1}"
    ".halo{fill:none;stroke:var(--sand);stroke-width:2}"
    ".cross{stroke:var(--coral);stroke-width:4;stroke-linecap:round}"
    ".water path{fill:url(#treasure-water)}.sky path{fill:var(--paper)}.sea-floor path{fill:var(--sand)}"
    ".waves path{fill:none;stroke:var(--foam);stroke-width:3;opacity:.8;stroke-linecap:round}"
    ".rope path{fill:none;stroke:var(--foam);stroke-width:2;stroke-dasharray:6 4;opacity:.5}"
    ".beam path{fill:url(#treasure-beam)}.board path{fill:#a9714b;stroke:var(--night);stroke-width:2}"
    ".for-wide text{font-size:20px}.for-tall text{font-size:13px}"
    ".depth text{fill:var(--foam);opacity:.85}.goal text{font:700 17px ui-serif,Georgia,serif}"
    ".coin text{font:700 23px ui-serif,Georgia,serif}.amount text{font-family:ui-serif,Georgia,serif;font-weight:700}"
    ".find text{font:700 14.5px ui-serif,Georgia,serif;transform:translateY(9.5px)}"
    ".points text{font-family:ui-serif,Georgia,serif;font-weight:700;font-variant-numeric:tabular-nums}"
    ".points.for-wide text{font-size:28px}.points.for-tall text{font-size:18px}"
    ".aside{opacity:.35}"
    "text.note{font-size:17px;font-weight:700;fill:var(--night);transform:translateY(-3px)}"
)


# Where things are.


def square_spot(plan: Plan, column: int, row: int) -> tuple[float, float]:
    """The middle of a square."""
    return plan.column[0] + plan.column[1] * column, plan.row[0] + plan.row[1] * (row - 1)


def lamp_spot(plan: Plan, column: int, row: int) -> tuple[float, float]:
    """On the boat, above its square, or at the wreck."""
    if row == SURFACE:
        boat_x, boat_y, size = plan.boat
        return boat_x + 29 * size, boat_y - 18 * size
    x, y = square_spot(plan, column, row)
    return x, y - (44 if row < WRECK_ROW else 8) * plan.tile


def shelf_size(plan: Plan, seats: int) -> tuple[float, float]:
    """How wide and how high a diver's shelf is."""
    _, y, a_row = plan.shelves
    a_row = 1 if seats == 2 else a_row
    return (plan.width - plan.shelves[0]) / a_row, (plan.height - y) / -(-seats // a_row)


def shelf_spot(plan: Plan, seats: int, seat: int) -> tuple[float, float]:
    """The upper left corner of a diver's shelf."""
    x, y, a_row = plan.shelves
    wide, high = shelf_size(plan, seats)
    row, column = divmod(seat, 1 if seats == 2 else a_row)
    return x + wide * column, y + high * row


def shown_symbol(view: Sight, column: int, row: int) -> int:
    """TD-22: what is drawn on a tile; where divers have to remember, only what the lamp shows just now."""
    is_hidden = view.memory and not (view.row == row and view.column == column)
    return symbol_of(view.symbol[column][row], view.front[column][row], is_hidden)


def symbol_of(symbol: int, front: int, is_hidden: bool) -> int:
    if is_hidden:
        return min(UNLIT, symbol)
    return MONSTER if front != FACE_DOWN else symbol


def monsters(front: int) -> int:
    """How many are known to wait on a square."""
    return 0 if front == FACE_DOWN else NAMED[FIND[front]][1]


# The scene.


def scene(seen: np.record, seat: int, words: Words, shape: str = WIDE) -> Scene:
    """All that floats, lies and hangs, from the surface down."""
    view, plan = Sight(seen), PLANS[shape]
    things = [
        *backdrop(plan),
        *boat(plan, view.diver, view.phase != Phase.FIRST, words),
        *dice(plan, view, words),
        *wreck(plan, frozen(view.wreck), words),
        *(piece for column in range(COLUMNS) for piece in shaft(plan, *hanging(view, column), words)),
        *lamp(plan, view.column, view.row, is_over_hole(view), words),
        *(piece for diver in range(view.seats) for piece in shelf(plan, *owned(view, diver), words)),
        *medals(plan, view.seats, frozen(view.bonus), frozen(view.goal), words),
    ]

    def act(action: int) -> tuple[str, list[str]]:
        return said.button(view.record, said.move(view.record, action), words), path(view, action)

    box = [0.0, 0.0, float(plan.width), float(plan.height)]
    return Scene(box=box, things=things, acts=acts(view, seat, act), ask=said.ask(view.record, words))


def path(view: Sight, action: int) -> list[str]:
    """What to touch for an action: where the lamp goes, the tile, the boat, a die or a find."""
    if action == Action.TAKE:
        return [f"square-{view.column}-{view.row}"]
    if action == Action.ON:
        return [f"die-{0 if view.rolled[0] != X else 1}"]
    if action == Action.STOP:
        return ["boat"]
    if action < Action.WRECK:
        column, steps = divmod(action - Action.DIVE, MOST_PIPS)
        row = view.row + steps + 1
        return [f"square-{column}-{row}" if row < WRECK_ROW else "wreck"]
    if action < Action.EXCHANGE:
        return [f"coin-{action - Action.WRECK}-0"]
    other, find = divmod(action - Action.EXCHANGE, KINDS_OF_FIND)
    return [f"find-{other}-{find}-0"]


@part
def backdrop(plan: Plan) -> Iterator[Thing]:
    """Sky, water, and sand around the shelves."""
    yield thing("sky", "", 0, 0, "sky", path=f"M0 0H{plan.sea}V{plan.water}H0Z")
    yield thing("water", "", 0, plan.water, "water", path=f"M0 0H{plan.sea}V{plan.height - plan.water}H0Z")
    crests = "".join(f"M{x} 0q15-9 30 0t30 0" for x in range(0, plan.sea - 59, 60))
    yield thing("waves", "", 0, plan.water, "waves", path=crests)
    if plan.sea < plan.width:
        left = plan.width - plan.sea
        yield thing("shore", "", plan.sea, 0, "sea-floor", path=f"M0 0Q12 150 0 300T0 {plan.height}H{left}V0Z")
    sand = f"M0 6Q{plan.sea * 0.25:g} -8 {plan.sea * 0.5:g} 3T{plan.sea} 0V{plan.height - plan.floor}H0Z"
    yield thing("sea-floor", "", 0, plan.floor, "sea-floor", path=sand)


@part
def boat(plan: Plan, diver: int, has_begun: bool, words: Words) -> Iterator[Thing]:
    """The boat with the diver's mark."""
    x, y, size = plan.boat
    acting = "acting" if has_begun else ""
    yield thing("boat", "boat", x, y, acting, label=words["board.boat"].format(who=words.player(diver)), scale=size)
    if has_begun:
        yield thing("diver", f"mark-{diver}", x, y + 11 * size, f"seat-{diver}", scale=size)


def is_fresh(view: Sight) -> bool:
    """The dice are not rolled yet."""
    return bool(view.row == SURFACE and view.phase != Phase.DIVE)


def dice(plan: Plan, view: Sight, words: Words) -> Iterator[Thing]:
    for number in range(DICE):
        yield from die(plan, number, view.rolled[number], is_fresh(view), view.dice < DICE, words)


@part
def die(plan: Plan, number: int, rolled: int, is_fresh: bool, is_single: bool, words: Words) -> Iterator[Thing]:
    """A die with what it shows; laid aside if the other is rolled alone."""
    face = said.FACE_WORDS[rolled]
    label = words["board.die_waiting"] if is_fresh else words["board.die"].format(face=face)
    aside = "aside" if not is_fresh and face == "X" and is_single else ""
    symbol = "die" if is_fresh else f"die-{rolled}"
    x, y, size = plan.dice
    yield thing(f"die-{number}", symbol, x + 34 * size * number, y, aside, "pinned", label=label, scale=size)


def hanging(view: Sight, column: int) -> tuple[int, tuple[int, ...], tuple[int, ...], int, bool]:
    """All that is drawn of a shaft: symbols, fronts, the row that the lamp shines on, and whether others are hidden."""
    lit = view.row if view.column == column else SURFACE
    return column, frozen(view.symbol[column]), frozen(view.front[column]), lit, bool(view.memory)


@part
def shaft(
    plan: Plan, column: int, symbols: tuple[int, ...], fronts: tuple[int, ...], lit: int, is_memory: bool, words: Words
) -> Iterator[Thing]:
    """TD-2: a buoy, its rope, and ten squares below."""
    yield from buoy(plan, column, words)
    for row in range(1, ROWS + 1):
        symbol = symbol_of(symbols[row], fronts[row], is_memory and row != lit)
        yield from square(plan, column, row, symbol, monsters(fronts[row]), words)


def buoy(plan: Plan, column: int, words: Words) -> Iterator[Thing]:
    """A buoy and its rope; the depths are written beside the first."""
    x, _ = square_spot(plan, column, 1)
    yield thing(f"rope-{column}", "", x, plan.water, "rope", path=f"M0 8V{plan.wreck[0] - plan.water - 16}")
    label = words["board.buoy"].format(number=1 + column)
    yield thing(f"buoy-{column}", "buoy", x, plan.water - 5, label=label, note=str(1 + column), scale=plan.buoy)
    if column == 0:
        for row in range(1, ROWS + 1):
            at = (plan.column[0] - (52 if plan.sea < plan.width else 46) * plan.tile, square_spot(plan, 0, row)[1])
            yield thing(f"depth-{row}", "", *at, "depth", plan.letters, text=str(row))


def square(plan: Plan, column: int, row: int, symbol: int, amount: int, words: Words) -> Iterator[Thing]:
    """A tile with its symbol if that is to be seen, or a hole."""
    (x, y), size = square_spot(plan, column, row), plan.tile
    zone = "light" if row <= ROWS_OF_ZONE else "dark"
    tile = "hole" if symbol == GONE else f"tile-{zone}" if symbol == UNLIT else "tile-lit"
    what = words[f"board.{tile}"] if symbol < 0 else tile_words(symbol, amount, words)
    label = words["board.square"].format(buoy=1 + column, row=row, what=what)
    yield thing(f"square-{column}-{row}", tile, x, y, label=label, scale=size)
    if symbol >= 0:
        yield thing(f"symbol-{column}-{row}", KINDS[symbol], x - (12 * size if amount else 0), y, scale=size)
        if amount:
            yield thing(f"amount-{column}-{row}", "", x + 20 * size, y, "amount", plan.letters, text=str(amount))


def tile_words(symbol: int, amount: int, words: Words) -> str:
    """What is to be seen on a lit tile."""
    return said.find_words(words, "monster", amount) if amount else words[f"lit.{KINDS[symbol]}"]


def is_over_hole(view: Sight) -> bool:
    """The lamp shines where there is no tile any more."""
    return bool(SURFACE < view.row < WRECK_ROW and view.symbol[view.column][view.row] == GONE)


@part
def lamp(plan: Plan, column: int, row: int, is_over_hole: bool, words: Words) -> Iterator[Thing]:
    """The lamp, and its beam on the square in question."""
    (x, y), size = lamp_spot(plan, column, row), plan.tile
    if row != SURFACE:
        beam = "M-10 0H10L40 58H-40Z" if is_over_hole else "M-10 0H10L32 18H-32Z"
        yield thing("beam", "", x, y + 6 * size, "beam", path=beam, scale=size)
    place = words["board.lamp"].format(row=row) if row else words["board.lamp_aboard"]
    yield thing("lamp", "lamp", x, y, label=place, scale=size)


@part
def wreck(plan: Plan, coins: tuple[int, ...], words: Words) -> Iterator[Thing]:
    """TD-6: old timbers, and the coins between them."""
    middle = plan.column[0] + plan.column[1] * (COLUMNS - 1) / 2
    y, size = plan.wreck
    label = words["board.wreck"].format(tiles=sum(coins))
    yield thing("wreck", "hull", middle, y, label=label, scale=size)
    step = 50 * size * min(1.0, 9 / max(1, sum(coins)))
    x = middle - step * (sum(coins) - 1) / 2
    for find, count in enumerate(coins):
        for number in range(count):
            label, worth = said.find_words(words, *NAMED[find]), str(NAMED[find][1])
            yield thing(f"coin-{find}-{number}", "coin", x, y + 22 * size, "coin", label=label, text=worth, scale=size)
            x += step


def owned(view: Sight, seat: int) -> tuple[int, int, int, tuple[int, ...]]:
    """All that is drawn of a diver: seat, of how many, points, and how many of each find."""
    return seat, view.seats, int(points_of(view.record, seat)), frozen(view.held[seat])


@part
def shelf(plan: Plan, seat: int, seats: int, points: int, held: tuple[int, ...], words: Words) -> Iterator[Thing]:
    """A board with the points of a diver and all finds, kind by kind, equal ones behind each other."""
    (x, y), (wide, high), (size, rows) = shelf_spot(plan, seats, seat), shelf_size(plan, seats), plan.find
    size *= 1.3 if seats == 2 else 1
    label = words["board.shelf"].format(who=words.player(seat), points=points)
    foot = y + high - 8
    yield thing(f"shelf-{seat}", "", x, foot, "board", path=f"M4 0H{wide - 4:g}V5H4Z", label=label, about="shelf")
    yield thing(f"mark-{seat}", f"mark-{seat}", x + 20, foot - 18, f"seat-{seat}", scale=1.2)
    yield thing(f"points-{seat}", "", x + 20, foot - 46, "points", plan.letters, text=str(points))
    finds = [(find, count) for find, count in enumerate(held) if count]
    rows = min(rows, max(1, int((high - 8) // (34 * size))))
    room, each = wide - 52, 24 * size
    a_row = max(int((wide - 48) // each), -(-len(finds) // rows))
    step = min(room / a_row, (room - each) / max(1, a_row - 1))  # of many the first still leaves the points free
    from_below = sorted(enumerate(finds), key=lambda each: -(each[0] // a_row))  # what lies behind covers no number
    for place, (find, count) in from_below:
        row, column = divmod(place, a_row)
        left = x + 40 + max(step, each) / 2 + step * column
        top = foot - (17 + 35 * (-(-len(finds) // a_row) - 1 - row)) * size
        for number in range(count - 1, -1, -1):
            name, back = f"find-{seat}-{find}-{number}", BEHIND * number
            yield card(name, find, left + back, top - back, size, words)


def card(name: str, find: int, x: float, y: float, size: float, words: Words) -> Thing:
    """A find; seaweed has no amount, and an exchange the points that were agreed on."""
    kind, amount = NAMED[find]
    label, worth = said.find_words(words, kind, amount), words["worth.exchange"] if find == EXCHANGED else amount or ""
    return thing(name, f"card-{kind}", x, y, "find", text=str(worth), label=label, scale=size)


@part
def medals(plan: Plan, seats: int, owners: tuple[int, ...], goals: tuple[int, ...], words: Words) -> Iterator[Thing]:
    """TD-18: bonus tokens, each with what it asks for, and the mark of whoever has won it."""
    first, top, across, down, size = plan.medals
    for kind, (owner, goal) in enumerate(zip(owners, goals, strict=True)):
        kinds = words[f"kinds.{KINDS[kind]}"]
        x, y = first + across * kind, top + down * kind
        is_open = owner == NOBODY
        key = "board.bonus" if is_open else "board.won"
        label = words[key].format(kinds=kinds, goal=goal, who=words.player(owner))
        shade = "" if is_open else "aside"
        yield thing(f"medal-{kind}", "medal", x, y, shade, "pinned", label=label, scale=size)
        yield thing(f"medal-kind-{kind}", KINDS[kind], x, y, shade, "pinned", scale=0.68 * size)
        at = (x + 13 * size, y + 17 * size)
        if is_open:
            yield thing(f"goal-{kind}", "badge", *at, "goal", "pinned", text=str(goal), scale=size)
        else:
            yield thing(f"winner-{kind}", f"mark-{owner}", *at, f"seat-{owner}", "pinned", scale=size)


# The board in letters.

GLYPHS = dict(zip(KINDS, "SABGCWMEO$"))  # as in the legend below the board
MARKS = "●■▲◆"
COLOURS = ("dark_orange", "sky_blue2", "sea_green3", "yellow1")


def text(seen: np.record, seat: int, names: Sequence[str], words: Words) -> str:
    """The shafts from the surface down, then everybody's finds, with markup for colour."""
    view = Sight(seen)
    dice = "– –" if is_fresh(view) else " ".join(str(said.FACE_WORDS[face]) for face in view.rolled)
    buoys = "".join(f"   {1 + column}  " for column in range(COLUMNS))
    coins = " ".join(str(NAMED[find][1]) for find in range(KINDS_OF_FIND) for _ in range(view.wreck[find]))
    return "\n".join(
        [
            f"[b]{mark(view.diver)} {names[view.diver]}[/b]   {words['board.dice']} {dice}",
            f"    {buoys}",
            *(row_text(view, row) for row in range(1, ROWS + 1)),
            f" [yellow]{words['board.wreck_short']}[/] {coins}{'  ◄' if view.row == WRECK_ROW else ''}",
            f"[dim]{legend(words)}[/]",
            "",
            *(finds_text(view, diver, names) for diver in range(view.seats)),
        ]
    )


def row_text(view: Sight, row: int) -> str:
    """One row of squares; the one under the lamp stands in brackets."""
    return f" {row:>2} " + "".join(cell(view, column, row) for column in range(COLUMNS))


def cell(view: Sight, column: int, row: int) -> str:
    symbol = shown_symbol(view, column, row)
    glyph = "·" if symbol == GONE else "▒" if symbol == UNLIT and row <= ROWS_OF_ZONE else "█"
    if symbol >= 0:
        glyph = GLYPHS[KINDS[symbol]] + str(monsters(view.front[column][row]) or "")
    colour = "cyan" if row <= ROWS_OF_ZONE else "blue"
    before, after = (r"\[", "]") if (view.column, view.row) == (column, row) else (" ", " ")
    return f"  {before}[{colour}]{glyph:<2}[/]{after}"


def legend(words: Words) -> str:
    """What the letters on tiles and finds mean."""
    return "  ".join(f"{GLYPHS[kind]} {words[f'short.{kind}']}" for kind in KINDS[:WRECKED])


def mark(seat: int) -> str:
    return f"[{COLOURS[seat]}]{MARKS[seat]}[/]"


def finds_text(view: Sight, seat: int, names: Sequence[str]) -> str:
    """A diver's points, how far each kind has come, and a star for each bonus token."""
    owned = [progress(view, seat, kind) for kind in range(BONUSES)]
    for kind in (EXCHANGE, WRECKED):
        points = points_on(view, seat, kind)
        owned.append(f"{GLYPHS[KINDS[kind]]} {points}" if points else "")
    return f"{mark(seat)} {names[seat]:<20.20} {points_of(view.record, seat):>3}   {'  '.join(filter(None, owned))}"


def progress(view: Sight, seat: int, kind: int) -> str:
    """Such as three of six shells."""
    count = objects(view.record, seat, kind)
    if view.bonus[kind] == seat:
        return f"{GLYPHS[KINDS[kind]]} {count}[yellow]★[/]"
    return f"{GLYPHS[KINDS[kind]]} {count}[dim]/{view.goal[kind]}[/]" if count else ""


def points_on(view: Sight, seat: int, kind: int) -> int:
    """The points of a diver's tiles of a kind."""
    if kind == EXCHANGE:
        return int(view.house[EXCHANGE_POINTS] * view.held[seat][EXCHANGED])
    return sum(NAMED[find][1] * view.held[seat][find] for find in range(KINDS_OF_FIND) if KIND[find] == kind)
