"""Treasure Divers as a scene: five buoys, five shafts into the dark, a wreck at the bottom, and shelves of finds."""

from collections.abc import Iterator, Sequence

import numpy as np

from fathom5.games.treasure_divers import words as said
from fathom5.games.treasure_divers.rules.box import BONUSES, EXCHANGE, FIND, KIND, KINDS, MONSTER, WRECKED
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
from fathom5.scene import WIDE, Scene, Sight, Thing, Words, acts, frozen, part, thing

WIDTH = 600
WATER = 112  # where it begins
FIRST_COLUMN, COLUMN = 66, 86
FIRST_ROW, ROW = 172, 50
MEDALS = 540  # where the bonus tokens hang
WRECK_Y = FIRST_ROW + ROW * ROWS + 30
FLOOR = WRECK_Y + 62
SHELF = 78  # height
HEIGHT = FLOOR + 2 * SHELF + 26
CARD, BEHIND = 25, 5  # steps from one find to the next, and to an equal one behind it

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
CARDS = '<rect x="-11" y="-16" width="22" height="33" rx="4" class="foam edge"/>'
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
        '<path d="M-11 5Q-9-10-4-14H4Q9-10 11 5Q0 12-11 5Z" class="coral edge"/>'
        '<path d="M-10-2H10" class="line"/><path d="M0-14V-20" class="line"/>'
    ),
    "lamp": (
        '<path d="M-7-14H7L12 2H-12Z" class="night edge"/><path d="M-12 2H12L9 9H-9Z" class="foam edge"/>'
        '<path d="M-3-14V-19H3V-14" class="line"/>'
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
    **{f"card-{kind}": f'{CARDS}<g transform="translate(0 -5) scale(.5)">{ICONS[kind]}</g>' for kind in ICONS},
    "coin": '<circle r="17" class="gold edge"/><circle r="13" class="line thin"/>',
}
STYLE = (
    ".wood{fill:#a9714b}.stone{fill:#8b93a0}.ghoul{fill:#6a4c93}.thin{stroke-width:1.2}"
    ".ripple{fill:none;stroke:var(--foam);stroke-width:1.6;stroke-linecap:round;opacity:.45}"
    ".hollow{fill:none;stroke:currentColor;stroke-width:2;stroke-dasharray:3 6}"
    ".hole{color:var(--foam);opacity:.4}.hole.can{color:var(--lamp);opacity:1}"
    ".halo{fill:none;stroke:var(--sand);stroke-width:2}"
    ".cross{stroke:var(--coral);stroke-width:4;stroke-linecap:round}"
    ".water path{fill:url(#treasure-water)}.sky path{fill:var(--paper)}.sea-floor path{fill:var(--sand)}"
    ".waves path{fill:none;stroke:var(--foam);stroke-width:3;opacity:.8;stroke-linecap:round}"
    ".rope path{fill:none;stroke:var(--foam);stroke-width:2;stroke-dasharray:6 4;opacity:.5}"
    ".beam path{fill:url(#treasure-beam)}.board path{fill:#a9714b;stroke:var(--night);stroke-width:2}"
    ".depth text{font-size:13px;fill:var(--foam);opacity:.85}.buoy text{font-size:12px;fill:var(--foam)}"
    ".coin text{font:700 15px ui-serif,Georgia,serif}.amount text{font:700 15px ui-serif,Georgia,serif}"
    ".find text{font:700 12px ui-serif,Georgia,serif;transform:translateY(10.5px)}"
    ".medal text{font-size:13px;fill:var(--foam);transform:translateY(36px)}"
    ".points text{font:700 20px ui-serif,Georgia,serif;font-variant-numeric:tabular-nums}"
    ".aside{opacity:.35}"
)


# Where things are.


def square_spot(column: int, row: int) -> tuple[float, float]:
    """The middle of a square."""
    return FIRST_COLUMN + COLUMN * column, FIRST_ROW + ROW * (row - 1)


def lamp_spot(column: int, row: int) -> tuple[float, float]:
    """On the boat, above its square, or at the wreck."""
    if row == SURFACE:
        return 560, 70
    x, y = square_spot(column, row)
    return x, y - (44 if row < WRECK_ROW else 8)


def shelf_spot(seats: int, seat: int) -> tuple[float, float]:
    """The left end of a diver's shelf: two below each other, or two pairs."""
    if seats == 2:
        return 18, FLOOR + 58 + SHELF * seat
    return 18 + WIDTH / 2 * (seat % 2), FLOOR + 58 + SHELF * (seat // 2)


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
    view = Sight(seen)
    things = [
        *backdrop(),
        *boat(view.diver, view.phase != Phase.FIRST, words),
        *dice(view, words),
        *wreck(frozen(view.wreck), words),
        *(piece for column in range(COLUMNS) for piece in shaft(*hanging(view, column), words)),
        *lamp(view.column, view.row, is_over_hole(view), words),
        *(piece for diver in range(view.seats) for piece in shelf(*owned(view, diver), words)),
        *medals(view.seats, frozen(view.bonus), frozen(view.goal), words),
    ]

    def act(action: int) -> tuple[str, list[str]]:
        return said.button(view.record, said.move(view.record, action), words), path(view, action)

    box = [0.0, 0.0, float(WIDTH), float(HEIGHT)]
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
def backdrop() -> Iterator[Thing]:
    """Sky, water and the sand on which the shelves stand."""
    yield thing("sky", "", 0, 0, "sky", path=f"M0 0H{WIDTH}V{WATER}H0Z")
    yield thing("water", "", 0, WATER, "water", path=f"M0 0H{WIDTH}V{FLOOR - WATER + 12}H0Z")
    crests = "".join(f"M{x} 0q15-9 30 0t30 0" for x in range(0, WIDTH, 60))
    yield thing("waves", "", 0, WATER, "waves", path=crests)
    sand = f"M0 8Q{WIDTH * 0.25} -12 {WIDTH * 0.5} 4T{WIDTH} 0V{HEIGHT - FLOOR}H0Z"
    yield thing("sea-floor", "", 0, FLOOR, "sea-floor", path=sand)


@part
def boat(diver: int, has_begun: bool, words: Words) -> Iterator[Thing]:
    """The boat with the diver's mark."""
    yield thing("boat", "boat", 515, 88, label=words["board.boat"].format(number=1 + diver))
    if has_begun:
        yield thing("diver", f"mark-{diver}", 515, 98, f"seat-{diver}")


def is_fresh(view: Sight) -> bool:
    """The dice are not rolled yet."""
    return bool(view.row == SURFACE and view.phase != Phase.DIVE)


def dice(view: Sight, words: Words) -> Iterator[Thing]:
    for number in range(DICE):
        yield from die(number, view.rolled[number], is_fresh(view), view.dice < DICE, words)


@part
def die(number: int, rolled: int, is_fresh: bool, is_single: bool, words: Words) -> Iterator[Thing]:
    """A die with what it shows; laid aside if the other is rolled alone."""
    face = said.FACE_WORDS[rolled]
    label = words["board.die_waiting"] if is_fresh else words["board.die"].format(face=face)
    aside = "aside" if not is_fresh and face == "X" and is_single else ""
    symbol = "die" if is_fresh else f"die-{rolled}"
    yield thing(f"die-{number}", symbol, 212 + 52 * number, 54, aside, label=label, scale=1.6)


def hanging(view: Sight, column: int) -> tuple[int, tuple[int, ...], tuple[int, ...], int, bool]:
    """All that is drawn of a shaft: symbols, fronts, the row that the lamp shines on, and whether others are hidden."""
    lit = view.row if view.column == column else SURFACE
    return column, frozen(view.symbol[column]), frozen(view.front[column]), lit, bool(view.memory)


@part
def shaft(
    column: int, symbols: tuple[int, ...], fronts: tuple[int, ...], lit: int, is_memory: bool, words: Words
) -> Iterator[Thing]:
    """TD-2: a buoy, its rope, and ten squares below."""
    yield from buoy(column, words)
    for row in range(1, ROWS + 1):
        symbol = symbol_of(symbols[row], fronts[row], is_memory and row != lit)
        yield from square(column, row, symbol, monsters(fronts[row]), words)


def buoy(column: int, words: Words) -> Iterator[Thing]:
    """A buoy and its rope; the depths are written beside the first."""
    x, _ = square_spot(column, 1)
    yield thing(f"rope-{column}", "", x, WATER, "rope", path=f"M0 8V{WRECK_Y - WATER - 20}")
    yield thing(f"buoy-{column}", "buoy", x, WATER + 2, label=words["board.buoy"].format(number=1 + column))
    if column == 0:
        for row in range(1, ROWS + 1):
            yield thing(f"depth-{row}", "", 14, square_spot(0, row)[1], "depth", text=str(row))


def square(column: int, row: int, symbol: int, amount: int, words: Words) -> Iterator[Thing]:
    """A tile with its symbol if that is to be seen, or a hole."""
    x, y = square_spot(column, row)
    zone = "light" if row <= ROWS_OF_ZONE else "dark"
    tile = "hole" if symbol == GONE else f"tile-{zone}" if symbol == UNLIT else "tile-lit"
    what = words[f"board.{tile}"] if symbol < 0 else tile_words(symbol, amount, words)
    label = words["board.square"].format(buoy=1 + column, row=row, what=what)
    yield thing(f"square-{column}-{row}", tile, x, y, label=label)
    if symbol >= 0:
        yield thing(f"symbol-{column}-{row}", KINDS[symbol], x - (10 if amount else 0), y)
        if amount:
            yield thing(f"amount-{column}-{row}", "", x + 20, y, "amount", text=str(amount))


def tile_words(symbol: int, amount: int, words: Words) -> str:
    """What is to be seen on a lit tile."""
    return said.find_words(words, "monster", amount) if amount else words[f"lit.{KINDS[symbol]}"]


def is_over_hole(view: Sight) -> bool:
    """The lamp shines where there is no tile any more."""
    return bool(SURFACE < view.row < WRECK_ROW and view.symbol[view.column][view.row] == GONE)


@part
def lamp(column: int, row: int, is_over_hole: bool, words: Words) -> Iterator[Thing]:
    """The lamp, and its beam on the square in question."""
    x, y = lamp_spot(column, row)
    if row != SURFACE:
        beam = "M-10 0H10L40 58H-40Z" if is_over_hole else "M-10 0H10L32 18H-32Z"
        yield thing("beam", "", x, y + 6, "beam", path=beam)
    place = words["board.lamp"].format(row=row) if row else words["board.lamp_aboard"]
    yield thing("lamp", "lamp", x, y, label=place)


@part
def wreck(coins: tuple[int, ...], words: Words) -> Iterator[Thing]:
    """TD-6: old timbers, and the coins between them."""
    middle = FIRST_COLUMN + COLUMN * (COLUMNS - 1) / 2
    label = words["board.wreck"].format(tiles=sum(coins))
    yield thing("wreck", "hull", middle, WRECK_Y, label=label, scale=0.9)
    x = middle - 150
    for find, count in enumerate(coins):
        for number in range(count):
            label = said.find_words(words, *NAMED[find])
            yield thing(f"coin-{find}-{number}", "coin", x, WRECK_Y + 22, "coin", label=label, text=str(NAMED[find][1]))
            x += 50


def owned(view: Sight, seat: int) -> tuple[int, int, int, tuple[int, ...]]:
    """All that is drawn of a diver: seat, of how many, points, and how many of each find."""
    return seat, view.seats, int(points_of(view.record, seat)), frozen(view.held[seat])


@part
def shelf(seat: int, seats: int, points: int, held: tuple[int, ...], words: Words) -> Iterator[Thing]:
    """A board with the points of a diver and all finds, equal ones behind each other."""
    x, y = shelf_spot(seats, seat)
    width = WIDTH / (1 if seats == 2 else 2) - 32
    label = words["board.shelf"].format(number=1 + seat, points=points)
    yield thing(f"shelf-{seat}", "", x, y, "board", path=f"M-6 0H{width:g}V7H-6Z", label=label)
    yield thing(f"mark-{seat}", f"mark-{seat}", x + 8, y - 12, f"seat-{seat}")
    yield thing(f"points-{seat}", "", x + 8, y - 38, "points", text=str(points))
    x += 42
    finds = [(find, count) for find, count in enumerate(held) if count]
    step = (width - 60) / max(1, len(finds))  # from one find to the next, closer where there are many
    for find, count in finds:
        for number in range(count - 1, -1, -1):
            yield card(f"find-{seat}-{find}-{number}", find, x + BEHIND * number, y - 18 - BEHIND * number, words)
        x += min(CARD + BEHIND * (count - 1), step)


def card(name: str, find: int, x: float, y: float, words: Words) -> Thing:
    """A find; seaweed has no amount."""
    kind, amount = NAMED[find]
    return thing(name, f"card-{kind}", x, y, "find", text=str(amount or ""), label=said.find_words(words, kind, amount))


@part
def medals(seats: int, owners: tuple[int, ...], goals: tuple[int, ...], words: Words) -> Iterator[Thing]:
    """TD-18: bonus tokens, beside the water with what they ask for or on the shelf of whoever has won them."""
    for kind, (owner, goal) in enumerate(zip(owners, goals, strict=True)):
        kinds = words[f"kinds.{KINDS[kind]}"]
        if owner == NOBODY:
            label = words["board.bonus"].format(kinds=kinds, goal=goal)
            x, y = float(MEDALS), float(FIRST_ROW + 6 + 70 * kind)
            yield thing(f"medal-{kind}", "medal", x, y, "medal", label=label, text=str(goal))
            yield thing(f"medal-kind-{kind}", KINDS[kind], x, y, scale=0.68)
        else:
            label = words["board.won"].format(kinds=kinds, number=1 + owner)
            x, y = shelf_spot(seats, owner)
            x += 40 + 27 * owners[:kind].count(owner)
            yield thing(f"medal-{kind}", "medal", x, y + 14, label=label, scale=0.6)
            yield thing(f"medal-kind-{kind}", KINDS[kind], x, y + 14, scale=0.42)


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
    return f"{mark(seat)} {names[seat]:<16.16} {points_of(view.record, seat):>3}   {'  '.join(filter(None, owned))}"


def progress(view: Sight, seat: int, kind: int) -> str:
    """Such as three of six shells."""
    count = objects(view.record, seat, kind)
    if view.bonus[kind] == seat:
        return f"{GLYPHS[KINDS[kind]]} {count}[yellow]★[/]"
    return f"{GLYPHS[KINDS[kind]]} {count}[dim]/{view.goal[kind]}[/]" if count else ""


def points_on(view: Sight, seat: int, kind: int) -> int:
    """The points of a diver's tiles of a kind."""
    return sum(NAMED[find][1] * view.held[seat][find] for find in range(KINDS_OF_FIND) if KIND[find] == kind)
