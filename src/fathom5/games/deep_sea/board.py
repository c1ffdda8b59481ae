"""Deep Sea Adventure as a scene: a submarine at the surface, and a path that winds down into the dark."""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import NamedTuple

import numpy as np

from fathom5.games.deep_sea import words as said
from fathom5.games.deep_sea.rules import (
    FACES,
    LEVEL,
    NO_CHIP,
    SUBMARINE,
    UNKNOWN,
    VALUE,
    Action,
    score,
)
from fathom5.kernel.game import NOBODY
from fathom5.scene import TALL, WIDE, Scene, Sight, Thing, Words, acts, frozen, part, thing

Pile = Sequence[Sequence[int]]  # chips, each with its level and its value
Piles = tuple[Pile, ...]


class Plan(NamedTuple):
    """Where things are on a stage of some shape; all texts are at least as large as a phone needs them."""

    width: int
    height: int
    surface: int  # where the water begins
    across: int  # spaces in a row of the path
    air: tuple[int, int]  # the middle of the dial, and of the submarine around it
    floor: int  # where the sand begins
    chip: float  # the scale of chips, where there is room for it
    diver: float  # and of divers
    letters: str  # the class of all texts

    def row(self, spaces: int) -> float:
        """From one row of the path to the next."""
        return (self.floor - self.surface - 20) / max(4, -(-spaces // self.across))

    def chip_in(self, spaces: int) -> float:
        """A long path has smaller chips."""
        return round(min(self.chip, self.row(spaces) / 74), 2)


PLANS = {
    WIDE: Plan(880, 600, 118, 8, (440, 82), 532, 1.3, 1.35, "for-wide"),
    TALL: Plan(400, 590, 106, 6, (216, 66), 530, 0.94, 1.0, "for-tall"),
}
OUT, HOME, DROWNED = range(3)  # what became of a diver
DIAL = 44  # the radius of the dial that shows the air
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
    "dial": f'<circle r="{DIAL + 6}" class="foam edge"/>',
    "diver": (
        '<path d="M-15 17Q-19-4-13-9Q-8-19 0-19Q8-19 13-9Q19-4 15 17Q0 24-15 17Z" class="own edge"/>'
        '<circle cy="-3" r="8.5" class="depth-0 edge"/><path d="M-15 17Q0 24 15 17" class="line"/>'
    ),
    "chest": (
        '<path d="M-22-4Q-22-18 0-18Q22-18 22-4Z" class="own edge"/>'
        '<path d="M-22-4H22V16H-22Z" class="own edge"/><circle cy="2" r="11" class="foam edge"/>'
    ),
}
ABOUT = {  # where the rulebook tells what a thing is and does
    **{f"chip-{level}": "DS-2" for level in range(1, 5)},
    "blank": "DS-13",
    "submarine": "DS-12",
    "air": "DS-7",
    "round": "DS-16",
    "diver": "DS-8",
    "chest": "DS-17",
    "die": "DS-9",
    **{f"die-{face}": "DS-9" for face in range(1, 4)},
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
    ".round text{fill:var(--ink);text-anchor:start}.points text{text-anchor:start}"
    ".for-wide text{font-size:24px}.for-tall text{font-size:17px}.round.for-tall text{font-size:14px}"
    ".known text{font-size:22px;transform:translateY(-12px);paint-order:stroke;stroke:var(--foam);stroke-width:3px}"
)


# Where things are.


def spot(plan: Plan, spaces: int, place: int) -> tuple[float, float]:
    """The middle of a space: the path winds like a snake, row by row."""
    row, column = divmod(place - 1, plan.across)
    if row % 2:
        column = plan.across - 1 - column
    high = plan.row(spaces)
    sway = 0.1 * high * sin(place * 1.9)
    return plan.width * (column + 0.5) / plan.across, plan.surface + 10 + high * (row + 0.5) + sway


def seat_spot(plan: Plan, spaces: int, seat: int, place: int) -> tuple[float, float]:
    """A diver floats beside its space, or looks out of the submarine."""
    if place == SUBMARINE:
        middle, down = plan.air
        row, side = divmod(seat, 2)  # left and right of the dial
        return middle + (2 * side - 1) * (DIAL + 14 * plan.diver + 31 * hull(plan) * row), down + 2
    x, y = spot(plan, spaces, place)
    return min(x + 24 * plan.chip, plan.width - 22 * plan.diver), y - 26 * plan.chip_in(spaces)


def hull(plan: Plan) -> float:
    """The scale of the submarine."""
    return 0.9 if plan.width > plan.height else 0.68


# The scene.


def scene(seen: np.record, seat: int, words: Words, shape: str = WIDE) -> Scene:
    """All that lies, floats and hangs, from the surface down."""
    view, plan = Sight(seen), PLANS[shape]
    points, divers = points_of(view), range(view.seats)
    things = [
        *backdrop(plan, view.spaces),
        *spaces(plan, frozen(view.path[1 : view.spaces + 1]), words),
        *(piece for diver in divers for piece in treasure(plan, *brought(view, diver, points), words)),
        *submarine(plan, view.air, view.full_air, max(1, view.lap), view.laps, words),
        *dice(plan, view.last, words),
        *(piece for diver in divers for piece in diver_with_finds(plan, view.spaces, *diving(view, diver), words)),
    ]

    def act(action: int) -> tuple[str, list[str]]:
        return said.button(view.record, said.move(view.record, action), words), path(view, action)

    box = [0.0, 0.0, float(plan.width), float(plan.height)]
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


def diving(view: Sight, seat: int) -> tuple[int, int, int, int, bool, Piles]:
    """All that is drawn of a diver: seat, place, fate, whether it is on the way home or to act, and what it holds."""
    piles = frozen(view.held[seat][: view.piles[seat]])
    fate = HOME if view.home[seat] else DROWNED if view.seat == NOBODY else OUT
    is_acting = view.seat != NOBODY and view.diver == seat
    return seat, view.place[seat], fate, view.returning[seat], is_acting, piles


def brought(view: Sight, seat: int, points: list[int]) -> tuple[int, int, int, int]:
    """A diver's treasure: whose, of how many, points and chips."""
    return seat, view.seats, points[seat], sum(view.treasure[seat])


@part
def backdrop(plan: Plan, spaces: int) -> Iterator[Thing]:
    """Sky, water, floor and the line of the path."""
    wide, high, surface, floor = plan.width, plan.height, plan.surface, plan.floor
    yield thing("sky", "", 0, 0, "sky", path=f"M0 0H{wide}V{surface}H0Z")
    yield thing("water", "", 0, surface, "water", path=f"M0 0H{wide}V{high - surface}H0Z")
    yield thing("waves", "", 0, surface, "waves", path="".join(f"M{x} 0q15-9 30 0t30 0" for x in range(0, wide, 60)))
    slits = [wide * part for part in (0.2, 0.45, 0.6, 0.85)]
    rays = "".join(f"M{x:g} 0L{x - 60:g} 330H{x + 20:g}L{x + 34:g} 0Z" for x in slits)
    yield thing("rays", "", 0, surface, "rays", path=rays)
    fronds = "".join(f"M{x} 14q-14-20 0-36t0-{y}" for x, y in ((16, 26), (34, 14), (wide - 34, 18), (wide - 14, 30)))
    yield thing("kelp", "", 0, floor, "fronds", path=fronds)
    sand = f"M0 8Q{wide * 0.25:g} -8 {wide * 0.5:g} 4T{wide} 2V{high - floor}H0Z"
    yield thing("floor", "", 0, floor, "floor", path=sand)
    stops = [(plan.air[0], surface + 4), *(spot(plan, spaces, place) for place in range(1, spaces + 1))]
    yield thing("way", "", 0, 0, "way", path="M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in stops))


@part
def submarine(plan: Plan, air: int, full_air: int, lap: int, laps: int, words: Words) -> Iterator[Thing]:
    """DS-4: the submarine with the air on its dial, and the round."""
    x, y = plan.air
    yield thing("submarine", "submarine", x, y, label=words["board.submarine"], scale=hull(plan))
    yield thing("dial", "dial", x, y, "pinned")
    little = "little" if air / full_air <= LITTLE else ""
    yield thing("air", "", x, y, "air", "pinned", little, path=slice_of_cake(DIAL, air / full_air))
    label = words["board.air"].format(air=air, full=full_air)
    yield thing("air-number", "", x, y, "air-number", "pinned", label=label, text=str(air), about="air")
    said_lap = words["board.round"].format(lap=lap, laps=laps)
    at = (14, 26) if plan.width > plan.height else (8, 16)
    yield thing("round", "", *at, "round", plan.letters, "pinned", label=said_lap, text=said_lap, about="round")


def slice_of_cake(radius: float, part: float) -> str:
    """A disc, or so much of it, clockwise from the top."""
    if part >= 1:
        return f"M0-{radius}A{radius} {radius} 0 1 1 0 {radius}A{radius} {radius} 0 1 1 0-{radius}Z"
    end, large = 2 * pi * part, int(part > 0.5)
    return f"M0 0V-{radius}A{radius} {radius} 0 {large} 1 {radius * sin(end):.1f} {-radius * cos(end):.1f}Z"


@part
def dice(plan: Plan, last: int, words: Words) -> Iterator[Thing]:
    """DS-1: both dice, showing what was just rolled."""
    is_rolled = Action.ROLL <= last < Action.FIRST
    faces = [1 + x for x in divmod(last - Action.ROLL, FACES)] if is_rolled else [0, 0]
    size = 1.7 if plan.width > plan.height else 0.95
    for number, face in enumerate(faces):
        label = words["board.die"].format(face=face) if is_rolled else words["board.die_waiting"]
        at = (plan.width - size * (54 - 32 * number), 4 + 20 * size)
        yield thing(f"die-{number}", f"die-{face}" if is_rolled else "die", *at, "pinned", label=label, scale=size)


@part
def spaces(plan: Plan, path: Piles, words: Words) -> Iterator[Thing]:
    """What lies on each space, from the submarine down."""
    scale = plan.chip_in(len(path))
    for place, pile in enumerate(path, 1):
        yield from space(place, pile, *spot(plan, len(path), place), scale, words)


def space(place: int, pile: Pile, x: float, y: float, scale: float, words: Words) -> Iterator[Thing]:
    """A blank, or the chips of a pile, each a little higher; the lowest stands for the space."""
    chips = levels(pile)
    if not chips:
        label = words["board.blank"].format(place=place)
        yield thing(f"space-{place}", "blank", x, y, label=label, scale=scale)
        return
    for number, level in enumerate(chips):
        label = words["board.space"].format(place=place, chips=spelled(chips, words)) if number == 0 else ""
        name = f"space-{place}" if number == 0 else f"space-{place}-{number}"
        at = (x + 3 * scale * number, y - 9 * scale * number)
        yield chip(name, level, *at, pile[number][VALUE], label, scale)


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
    plan: Plan,
    spaces: int,
    seat: int,
    place: int,
    fate: int,
    is_returning: int,
    is_acting: bool,
    piles: Piles,
    words: Words,
) -> Iterator[Thing]:
    """A diver with its mark, and what it holds in its arms: what it carries is told at a glance."""
    x, y = seat_spot(plan, spaces, seat, place)
    size = plan.diver if place != SUBMARINE else round(0.75 * plan.diver, 2)  # there is room for six aboard
    where = diver_place(place, fate, is_returning, words)
    label = words["board.diver"].format(who=words.player(seat), place=where, piles=len(piles))
    acting = "acting" if is_acting else ""
    yield thing(f"diver-{seat}", "diver", x, y, f"seat-{seat}", acting, label=label, scale=size)
    yield thing(f"mark-{seat}", f"mark-{seat}", x, y - 3 * size, f"seat-{seat}", scale=round(0.7 * size, 2))
    step = min(24.0, 66 / max(1, len(piles) - 1)) * size  # many finds hang closer together
    first = x - step * (len(piles) - 1) / 2
    if piles:
        rope = f"M0 {14 * size:g}L{first - x:.0f} {30 * size:g}H{x - first:.0f}Z"
        yield thing(f"rope-{seat}", "", x, y, "rope", path=rope)
    for pile, held in enumerate(piles):
        chips = levels(held)
        for number, level in enumerate(chips):
            name = f"pile-{seat}-{pile}" + (f"-{number}" if number else "")
            label = words["board.held"].format(number=1 + pile, chips=spelled(chips, words)) if number == 0 else ""
            at = (first + step * pile + 3 * number, y + 34 * size - 7 * number)
            yield chip(name, level, *at, held[number][VALUE], label, scale=round(0.62 * size, 2))


def diver_place(place: int, fate: int, is_returning: int, words: Words) -> str:
    if fate != OUT:
        return words["board.home" if fate == HOME else "board.drowned"]
    if place == SUBMARINE:
        return words["board.in_submarine"]
    return words["board.on_space"].format(place=place, heading=words["board.up" if is_returning else "board.down"])


@part
def treasure(plan: Plan, seat: int, seats: int, points: int, chips: int, words: Words) -> Iterator[Thing]:
    """DS-17: a chest on the sea floor for each diver, with what it has brought home."""
    size = 1.1 if plan.width > plan.height else 0.82
    x, y = plan.width * (seat + 0.5) / seats - 15 * size, (plan.floor + plan.height) / 2 + 4
    label = words["board.treasure"].format(who=words.player(seat), points=points, chips=chips)
    yield thing(f"chest-{seat}", "chest", x, y, f"seat-{seat}", label=label, scale=size)
    yield thing(f"chest-mark-{seat}", f"mark-{seat}", x, y + 2 * size, f"seat-{seat}", scale=0.85 * size)
    yield thing(f"points-{seat}", "", x + 28 * size, y + 2, "points", plan.letters, text=str(points))


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
    lines += [words["board.aboard"].format(aboard=aboard), ""]
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
    _, place, fate, is_returning, _, piles = diving(view, seat)
    load = "  ".join(map(shown, piles))
    where = diver_place(place, fate, is_returning, words)
    return f"{mark(seat)} {names[seat]:<20.20} {points_of(view)[seat]:>4}  {where:<24} {load}"
