"""Deep Sea Adventure as a scene: a submarine at the surface, and a path that winds down into the dark."""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

import numpy as np

from fathom5.games.deep_sea import words as said
from fathom5.games.deep_sea.rules import (
    FACES,
    LEVEL,
    MOST_SPACES,
    NO_CHIP,
    SUBMARINE,
    UNKNOWN,
    VALUE,
    Action,
    score,
)
from fathom5.kernel.game import NOBODY
from fathom5.scene import WIDE, Scene, Sight, Thing, Words, acts, frozen, part, thing

Pile = Sequence[Sequence[int]]  # chips, each with its level and its value
Piles = tuple[Pile, ...]

WIDTH = 600
SURFACE = 150  # where the water begins
ROW, COLUMN, A_ROW = 92, 88, 6  # steps of the path, and spaces in a row of it
ROWS = -(-MOST_SPACES // A_ROW)
FLOOR = SURFACE + 60 + ROWS * ROW
HEIGHT = FLOOR + 70
GAUGE = (WIDTH / 2, 92, 44)  # centre and radius of the dial that shows the air
OUT, HOME, DROWNED = range(3)  # what became of a diver
LITTLE = 0.3  # of its full air: then the dial turns red


def polygon(corners: int, radius: float, turn: float = 0.0) -> str:
    """A regular polygon that stands on its side or, turned, on its corner."""
    points = [2 * pi * (k + turn) / corners - pi / 2 for k in range(corners)]
    return "M" + " ".join(f"{radius * cos(a):.1f} {radius * sin(a):.1f}" for a in points) + "Z"


def dots(level: int, colour: str) -> str:
    """As many dots as the level, in a row."""
    first = -5 * (level - 1)
    return "".join(f'<circle cx="{first + 10 * k}" cy="2" r="3.4" class="{colour}"/>' for k in range(level))


SHAPES = ("", polygon(3, 30), polygon(4, 29, 0.5), polygon(5, 27), polygon(6, 27))  # DS-2, by level
TINTS = ("", "depth-0", "depth-1", "depth-2", "depth-4")
SYMBOLS = {
    "defs": (
        '<linearGradient id="deep-sea-water" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--depth-1)"/>'
        '<stop offset=".22" stop-color="var(--depth-2)"/><stop offset=".48" stop-color="var(--depth-3)"/>'
        '<stop offset=".72" stop-color="var(--depth-4)"/><stop offset=".9" stop-color="var(--depth-5)"/>'
        '<stop offset="1" stop-color="var(--depth-6)"/></linearGradient>'
        '<linearGradient id="deep-sea-ray" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--foam)"/>'
        '<stop offset="1" stop-color="var(--foam)" stop-opacity="0"/></linearGradient>'
    ),
    **{
        f"chip-{level}": f'<path d="{SHAPES[level]}" class="{TINTS[level]} edge"/>'
        + dots(level, "foam" if level == 4 else "night")
        for level in range(1, 5)
    },
    "blank": '<circle r="15" class="blank"/>',
    "submarine": (
        '<path d="M-150 0Q-150-46-80-46H90Q140-46 150-16L172-34V34L150 16Q140 46 90 46H-80Q-150 46-150 0Z" '
        'class="gold edge"/><path d="M-34-46Q-34-70-20-70H12Q24-70 24-46Z" class="gold edge"/>'
        '<path d="M-4-70V-86H12" class="line"/><circle cx="-58" r="5" class="night shade"/>'
        '<path d="M-140 14H140" class="line shade"/>'
    ),
    "dial": f'<circle r="{GAUGE[2] + 6}" class="foam edge"/>',
    "diver": (
        '<path d="M-15 17Q-19-4-13-9Q-8-19 0-19Q8-19 13-9Q19-4 15 17Q0 24-15 17Z" class="own edge"/>'
        '<circle cy="-3" r="8.5" class="depth-0 edge"/><path d="M-15 17Q0 24 15 17" class="line"/>'
    ),
    "chest": (
        '<path d="M-22-4Q-22-18 0-18Q22-18 22-4Z" class="own edge"/>'
        '<path d="M-22-4H22V16H-22Z" class="own edge"/><circle cy="2" r="11" class="foam edge"/>'
    ),
}
STYLE = (
    ".water path{fill:url(#deep-sea-water)}.floor path{fill:var(--sand)}.sky path{fill:var(--paper)}"
    ".way path{fill:none;stroke:var(--foam);stroke-width:3;stroke-dasharray:1 9;stroke-linecap:round;opacity:.55}"
    ".waves path{fill:none;stroke:var(--foam);stroke-width:3;opacity:.7;stroke-linecap:round}"
    ".rays path{fill:url(#deep-sea-ray);opacity:.16}"
    ".fronds path{fill:none;stroke:var(--kelp);stroke-width:7;stroke-linecap:round;opacity:.75}"
    ".rope path{fill:none;stroke:var(--foam);stroke-width:2;opacity:.9}"
    ".blank{fill:none;stroke:var(--foam);stroke-width:2;stroke-dasharray:4 5;opacity:.7}"
    ".air path{fill:var(--kelp)}.air.little path{fill:var(--coral)}.air-number text{font-size:34px;font-weight:700}"
    ".air-number text,.round text,.points text{font-family:ui-serif,Georgia,serif;font-variant-numeric:tabular-nums}"
    ".round text{font-size:15px;fill:var(--ink)}.points text{font-size:17px;text-anchor:start}"
    ".known text{font-size:18px;transform:translateY(-11px)}"
)


# Where things are.


def spot(place: int) -> tuple[float, float]:
    """The middle of a space: the path winds like a snake, row by row."""
    row, column = divmod(place - 1, A_ROW)
    if row % 2:
        column = A_ROW - 1 - column
    sway = 14 * sin(place * 1.9)
    return WIDTH / 2 + COLUMN * (column - (A_ROW - 1) / 2), SURFACE + 76 + ROW * row + sway


def seat_spot(seat: int, place: int) -> tuple[float, float]:
    """A diver floats beside its space, or looks out of the submarine."""
    if place == SUBMARINE:
        return WIDTH / 2 + (-130, -98, -66, 66, 98, 130)[seat], 94
    x, y = spot(place)
    return x + 20, y - 24


# The scene.


def scene(seen: np.record, seat: int, words: Words, shape: str = WIDE) -> Scene:
    """All that lies, floats and hangs, from the surface down."""
    view = Sight(seen)
    points, divers = points_of(view), range(view.seats)
    things = [
        *backdrop(view.spaces),
        *submarine(view.air, view.full_air, max(1, view.lap), view.laps, words),
        *dice(view.last, words),
        *spaces(frozen(view.path[1 : view.spaces + 1]), words),
        *(piece for diver in divers for piece in diver_with_finds(*diving(view, diver), words)),
        *(piece for diver in divers for piece in treasure(diver, view.seats, *brought(view, diver, points), words)),
    ]

    def act(action: int) -> tuple[str, list[str]]:
        return said.button(view.record, said.move(view.record, action), words), path(view, action)

    box = [0.0, 0.0, float(WIDTH), float(HEIGHT)]
    return Scene(box=box, things=things, acts=acts(view, seat, act), ask=said.ask(view.record, words))


def path(view: Sight, action: int) -> list[str]:
    """What to touch for an action: the submarine, the space, or a find."""
    if action == Action.RETURN:
        return ["submarine"]
    if action == Action.TAKE:
        return [f"space-{view.place[view.diver]}"]
    return [f"pile-{view.diver}-{action - Action.DROP}"] if action >= Action.DROP else []


def points_of(view: Sight) -> list[int]:
    points = np.zeros(view.seats, np.int64)
    score(view.record, points)
    return points.tolist()


def diving(view: Sight, seat: int) -> tuple[int, int, int, int, Piles]:
    """All that is drawn of a diver: seat, place, fate, whether it is on the way home, and what it holds."""
    piles = frozen(view.held[seat][: view.piles[seat]])
    fate = HOME if view.home[seat] else DROWNED if view.seat == NOBODY else OUT
    return seat, view.place[seat], fate, view.returning[seat], piles


def brought(view: Sight, seat: int, points: list[int]) -> tuple[int, int]:
    """Points and chips of a diver's treasure."""
    return points[seat], sum(view.treasure[seat])


@part
def backdrop(spaces: int) -> Iterator[Thing]:
    """Sky, water, floor and the line of the path."""
    yield thing("sky", "", 0, 0, "sky", path=f"M0 0H{WIDTH}V{SURFACE}H0Z")
    yield thing("water", "", 0, SURFACE, "water", path=f"M0 0H{WIDTH}V{HEIGHT - SURFACE}H0Z")
    crests = "".join(f"M{x} 0q15-9 30 0t30 0" for x in range(0, WIDTH, 60))
    yield thing("waves", "", 0, SURFACE, "waves", path=crests)
    rays = "".join(f"M{x} 0L{x - 60} 420H{x + 20}L{x + 34} 0Z" for x in (110, 250, 330, 480))
    yield thing("rays", "", 0, SURFACE, "rays", path=rays)
    fronds = "".join(f"M{x} 20q-14-24 0-44t0-{high}" for x, high in ((30, 40), (52, 22), (548, 30), (570, 48)))
    yield thing("kelp", "", 0, FLOOR, "fronds", path=fronds)
    floor = f"M0 12Q{WIDTH * 0.25} -14 {WIDTH * 0.5} 4T{WIDTH} 2V{HEIGHT - FLOOR}H0Z"
    yield thing("floor", "", 0, FLOOR, "floor", path=floor)
    stops = [(WIDTH / 2, SURFACE + 4), *(spot(place) for place in range(1, spaces + 1))]
    line = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in stops)
    yield thing("way", "", 0, 0, "way", path=line)


@part
def submarine(air: int, full_air: int, lap: int, laps: int, words: Words) -> Iterator[Thing]:
    """DS-4: the submarine with the air on its dial, and the round."""
    x, y, radius = GAUGE
    yield thing("submarine", "submarine", x, y, label=words["board.submarine"])
    yield thing("dial", "dial", x, y)
    little = "little" if air / full_air <= LITTLE else ""
    yield thing("air", "", x, y, "air", little, path=slice_of_cake(radius, air / full_air))
    label = words["board.air"].format(air=air, full=full_air)
    yield thing("air-number", "", x, y, "air-number", label=label, text=str(air))
    said_lap = words["board.round"].format(lap=lap, laps=laps)
    yield thing("round", "", 70, 26, "round", label=said_lap, text=said_lap)


def slice_of_cake(radius: float, part: float) -> str:
    """A disc, or so much of it, clockwise from the top."""
    if part >= 1:
        return f"M0-{radius}A{radius} {radius} 0 1 1 0 {radius}A{radius} {radius} 0 1 1 0-{radius}Z"
    end, large = 2 * pi * part, int(part > 0.5)
    return f"M0 0V-{radius}A{radius} {radius} 0 {large} 1 {radius * sin(end):.1f} {-radius * cos(end):.1f}Z"


@part
def dice(last: int, words: Words) -> Iterator[Thing]:
    """DS-1: both dice, showing what was just rolled."""
    is_rolled = Action.ROLL <= last < Action.FIRST
    faces = [1 + x for x in divmod(last - Action.ROLL, FACES)] if is_rolled else [0, 0]
    for number, face in enumerate(faces):
        label = words["board.die"].format(face=face) if is_rolled else words["board.die_waiting"]
        yield thing(f"die-{number}", f"die-{face}" if is_rolled else "die", WIDTH - 76 + 36 * number, 30, label=label)


@part
def spaces(path: Piles, words: Words) -> Iterator[Thing]:
    """What lies on each space, from the submarine down."""
    for place, pile in enumerate(path, 1):
        yield from space(place, pile, words)


def space(place: int, pile: Pile, words: Words) -> Iterator[Thing]:
    """A blank, or the chips of a pile, each a little higher; the lowest stands for the space."""
    x, y = spot(place)
    chips = levels(pile)
    if not chips:
        label = words["board.blank"].format(place=place)
        yield thing(f"space-{place}", "blank", x, y, label=label)
        return
    for number, level in enumerate(chips):
        label = words["board.space"].format(place=place, chips=spelled(chips, words)) if number == 0 else ""
        name = f"space-{place}" if number == 0 else f"space-{place}-{number}"
        yield chip(name, level, x + 3 * number, y - 9 * number, pile[number][VALUE], label)


def chip(name: str, level: int, x: float, y: float, known: int, label: str, scale: float = 0) -> Thing:
    """A chip; its value is written on it for those who know it (DS-26)."""
    text = "" if known == UNKNOWN else str(known)
    return thing(name, f"chip-{level}", x, y, "known" if text else "", label=label, text=text, scale=scale)


def levels(pile: Pile) -> list[int]:
    """The levels of a pile's chips, from the front."""
    return [chip[LEVEL] for chip in pile if chip[LEVEL] != NO_CHIP]


def spelled(chips: Sequence[int], words: Words) -> str:
    return ", ".join(words["board.level"].format(level=level) for level in chips)


@part
def diver_with_finds(
    seat: int, place: int, fate: int, is_returning: int, piles: Piles, words: Words
) -> Iterator[Thing]:
    """A diver with its mark, and what it holds on a rope below."""
    x, y = seat_spot(seat, place)
    if piles:
        rope = f"M8 16Q{12 + 7 * len(piles)} 44 {4 + 19 * len(piles)} 40"
        yield thing(f"rope-{seat}", "", x, y, "rope", path=rope)
    where = diver_place(place, fate, is_returning, words)
    label = words["board.diver"].format(number=1 + seat, place=where, piles=len(piles))
    yield thing(f"diver-{seat}", "diver", x, y, f"seat-{seat}", label=label)
    yield thing(f"mark-{seat}", f"mark-{seat}", x, y - 3, f"seat-{seat}", scale=0.6)
    for pile, held in enumerate(piles):
        chips = levels(held)
        for number, level in enumerate(chips):
            name = f"pile-{seat}-{pile}" + (f"-{number}" if number else "")
            label = words["board.held"].format(number=1 + pile, chips=spelled(chips, words)) if number == 0 else ""
            at = (x + 14 + 19 * pile + 3 * number, y + 44 - 6 * number)
            yield chip(name, level, *at, held[number][VALUE], label, scale=0.5)


def diver_place(place: int, fate: int, is_returning: int, words: Words) -> str:
    if fate != OUT:
        return words["board.home" if fate == HOME else "board.drowned"]
    if place == SUBMARINE:
        return words["board.in_submarine"]
    return words["board.on_space"].format(place=place, heading=words["board.up" if is_returning else "board.down"])


@part
def treasure(seat: int, seats: int, points: int, chips: int, words: Words) -> Iterator[Thing]:
    """DS-17: a chest on the sea floor for each diver, with what it has brought home."""
    x = WIDTH * (seat + 0.5) / seats - 22
    label = words["board.treasure"].format(number=1 + seat, points=points, chips=chips)
    yield thing(f"chest-{seat}", "chest", x, FLOOR + 42, f"seat-{seat}", label=label, scale=0.9)
    yield thing(f"chest-mark-{seat}", f"mark-{seat}", x, FLOOR + 43.8, f"seat-{seat}", scale=0.8)
    yield thing(f"points-{seat}", "", x + 28, FLOOR + 44, "points", text=str(points))


# The board in letters.

GLYPHS = " △□⬠⬡"
MARKS = "●■▲◆★○"
COLOURS = ("dark_orange", "sky_blue2", "sea_green3", "yellow1", "dodger_blue2", "orange_red1")
TINT = ("", "white", "cyan", "turquoise2", "deep_sky_blue1")
CELL = 9


def text(seen: np.record, seat: int, names: Sequence[str], words: Words) -> str:
    """The air, the winding path and what everybody holds, with markup for colour."""
    view = Sight(seen)
    filled = round(20 * view.air / view.full_air)
    tint = "red" if view.air <= LITTLE * view.full_air else "green"
    head = words["board.round"].format(lap=max(1, view.lap), laps=view.laps)
    air = words["board.air"].format(air=view.air, full=view.full_air)
    lines = [f"[b]{head}[/b]   [{tint}]{'█' * filled}{'░' * (20 - filled)}[/] {air}", ""]
    aboard = " ".join(mark(diver) for diver in range(view.seats) if view.place[diver] == SUBMARINE)
    lines += [f"{words['board.submarine']}: {aboard}", ""]
    for row in range(-(-view.spaces // 8)):
        lines.append("".join(cell(view, place) for place in range(8 * row + 1, min(view.spaces, 8 * row + 8) + 1)))
    return "\n".join([*lines, "", *(holding(view, diver, names, words) for diver in range(view.seats))])


def mark(seat: int) -> str:
    return f"[{COLOURS[seat]}]{MARKS[seat]}[/]"


def shown(pile: Pile) -> str:
    """A pile in letters: shapes by level, and values where they are known."""
    drawn = ""
    for chip in pile:
        level, known = chip[LEVEL], chip[VALUE]
        if level != NO_CHIP:
            drawn += f"[{TINT[level]}]{GLYPHS[level]}{'' if known == UNKNOWN else known}[/]"
    return drawn


def cell(view: Sight, place: int) -> str:
    """One space: its number, what lies there and who is there."""
    chips = levels(view.path[place])
    divers = [seat for seat in range(view.seats) if view.place[seat] == place]
    known = sum(len(str(chip[VALUE])) for chip in view.path[place] if chip[VALUE] != UNKNOWN)
    padding = " " * max(1, CELL - 4 - max(1, len(chips)) - known - len(divers))
    return f"[dim]{place:>2}[/] {shown(view.path[place]) or '[dim]·[/]'} {''.join(map(mark, divers))}{padding}"


def holding(view: Sight, seat: int, names: Sequence[str], words: Words) -> str:
    """A line for each diver: points, place and load."""
    _, place, fate, is_returning, piles = diving(view, seat)
    load = "  ".join(map(shown, piles))
    where = diver_place(place, fate, is_returning, words)
    return f"{mark(seat)} {names[seat]:<16.16} {points_of(view)[seat]:>4}  {where:<24} {load}"
