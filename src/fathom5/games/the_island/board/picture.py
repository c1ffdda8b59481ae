"""The Island as a scene: an island in three heights that sinks into a darkening sea, and four safe shores."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import atan2, cos, degrees, sin
from typing import NamedTuple

import numpy as np

from fathom5.games.the_island import words as said
from fathom5.games.the_island.board.drawings import ACROSS, DOWN
from fathom5.games.the_island.rules.box import (
    MOST_MOVES,
    NO_ONE,
    RED,
    TEAM,
    UNKNOWN,
    Challenge,
    Phase,
    Plight,
    Terrain,
)
from fathom5.games.the_island.rules.pieces import seat_of
from fathom5.games.the_island.rules.sea import (
    CELL_AT,
    HALF_WIDTHS,
    IS_LAND,
    ISLAND_AT,
    ISLANDS,
    LAND,
    LANDINGS,
    NOWHERE,
    PLACES,
    Place,
    distance,
)
from fathom5.games.the_island.rules.verbs import explorers_left
from fathom5.games.the_island.words import KIND_WORDS, TERRAIN_WORDS, UNDER_WORDS, chart
from fathom5.kernel.game import NOBODY
from fathom5.kernel.record import Move
from fathom5.scene import TALL, WIDE, Scene, Sight, Thing, Words, acts, frozen, one_piece, part, thing, unbracketed


class Plan(NamedTuple):
    """Where things are on a stage of some shape: the sea is the same, the panels of the colours lie beside or below."""

    box: tuple[float, float, float, float]
    panels: tuple[tuple[float, float], ...]  # the upper left corner of each
    panel: tuple[int, int]  # width and height
    folk: float  # the scale of people
    beast: float  # and of creatures and boats
    die: float
    tally: tuple[float, float, float, float, float, float]  # of a panel: scale; mark, saved and afoot with their counts
    letters: str  # the class of all texts


PLANS = {
    WIDE: Plan(
        (-490.0, -62.0, 980.0, 664.0), ((-488.0, 70.0), (354.0, 70.0), (-488.0, 290.0), (354.0, 290.0)), (134, 210),
        1.45, 1.1, 1.1, (0.9, 16, 41, 55, 87, 96), "for-wide",
    ),
    TALL: Plan(
        (-350.0, -62.0, 700.0, 940.0), ((-346.0, 616.0), (4.0, 616.0), (-346.0, 746.0), (4.0, 746.0)), (342, 122),
        1.5, 1.25, 1.7, (1.4, 26, 84, 110, 206, 226), "for-tall",
    ),
}  # fmt: skip
HAVENS = ((-288.0, 2.0), (288.0, 2.0), (-288.0, 538.0), (288.0, 538.0))  # the safe islands
SPREAD = ((0, 0), (-11, -5), (11, -5), (-11, 9), (11, 9), (0, -12), (0, 13))  # of several on one cell
LIFT = (6, 11, 16, 0)  # of who stands on each terrain
VALUES = range(1, 7)  # of explorers
SEA = int(Terrain.SEA)
ASHORE, ABOARD, SWIMMING, SAVED = map(int, (Plight.ASHORE, Plight.ABOARD, Plight.SWIMMING, Plight.SAVED))
ON_VIEW = (ASHORE, ABOARD, SWIMMING, SAVED)  # plights of who is on the board
PLIGHTS = tuple(plight.name.lower() for plight in Plight)
DEPTHS = [min(distance(place, PLACES[cell]) for cell in LAND) for place in PLACES]  # steps from the land


# Where things are.


def spot(place: Place) -> tuple[float, float]:
    """The middle of a cell."""
    return ACROSS * place[0], DOWN * place[1]


def gathered(view: Sight) -> Iterator[tuple[int, int, int, int, int]]:
    """Everyone on the board or saved: number, plight, cell, how many such are there too, and how many come before."""
    met: Counter[tuple[int, int]] = Counter()
    people = [(who, plight, cell) for who, (plight, cell) in enumerate(zip(view.plight, view.place)) if cell != NOWHERE]
    spots = [(plight, ISLAND_AT[cell] if plight == SAVED else cell) for _, plight, cell in people]
    crowds = Counter(spots)
    for (who, plight, cell), here in zip(people, spots):
        yield who, plight, cell, crowds[here], met[here]
        met[here] += 1


def explorer_spot(
    plan: Plan, view: Sight, who: int, plight: int, cell: int, count: int, before: int
) -> tuple[float, float, float]:
    """On a tile, on the bench, in the water, or in rows on a safe island; and how large."""
    if plight == SAVED:
        x, y = HAVENS[ISLAND_AT[cell]]
        return x - 42 + 21 * (before % 5), y - 18 + 15 * (before // 5), 0.95
    x, y = spot(PLACES[cell])
    if plight == ABOARD:
        seat = view.bench[view.boat_on[cell]].index(who)
        return x + 16 * plan.beast * (seat - 1), y - 9 * plan.beast, 0.9 * plan.beast
    dx, dy = SPREAD[(before + (count > 1)) % len(SPREAD)]
    size = plan.folk if count == 1 else 0.75 * plan.folk
    return x + 1.2 * dx, y + 1.2 * dy + (8 if plight == SWIMMING else -LIFT[view.terrain[cell]]), round(size, 2)


# The scene.


def scene(seen: np.record, seat: int, words: Words, shape: str = WIDE) -> Scene:
    """Sea, land, safe islands; creatures below, boats and people above; and each colour's panel."""
    view, plan = Sight(seen), PLANS[shape]
    owners = said.owners(view, words)

    def act(action: int) -> tuple[str, list[str]]:
        move = said.move(view, action)
        return fixed(move, words) if move[0] in FIXED else (said.button(seen, move, words), path(view, move))

    done = acts(view, seat, act)
    things = [
        *ground(plan, bytes(view.terrain), words),
        *creatures(plan, frozen(view.creature), words),
        *boats(plan, frozen(view.boat), frozen(view.bench), owners, words),
        *explorers(plan, view, owners, words),
        *panels(plan, view, owners, words),
        *(values_to_place(plan, view.colour, left_to_place(view), words) if done and view.phase == Phase.PLACE else ()),
        *die(plan, view.phase, view.die, view.moves, words),
        *targets({part for act in done for part in act["path"]}, words),
    ]
    return Scene(box=list(plan.box), things=things, acts=done, ask=said.ask(view.record, words))


@part
def ground(plan: Plan, terrain: bytes, words: Words) -> Iterator[Thing]:
    """All that lies still until a tile sinks: the sea, the safe islands and the land."""
    x, y, wide, high = plan.box
    yield thing("ocean", "", 0, 0, "ocean", path=f"M{x:g} {y:g}h{wide:g}v{high:g}H{x:g}Z")
    yield from (water_on(cell, words) for cell, kind in enumerate(terrain) if kind == SEA)
    yield from havens(words)
    yield from (tile_on(cell, TERRAIN_WORDS[terrain[cell]], words) for cell in LAND if terrain[cell] != SEA)


@one_piece
def water_on(cell: int, words: Words) -> Thing:
    """The darker the farther from the island; where land was, it is shallow."""
    x, y = PLACES[cell]
    symbol = "ripples" if (x * 7 + y * 5) % 4 == 0 else "water"
    depth = 0 if IS_LAND[cell] else min(5, DEPTHS[cell])
    label = f"{chart(x, y)}, {words['terrain.sea']}"
    return thing(f"cell-{cell}", symbol, *spot((x, y)), f"deep-{depth}", label=label, note=chart(x, y))


@one_piece
def tile_on(cell: int, kind: str, words: Words) -> Thing:
    """From north to south, the nearer hide the foot of the farther."""
    place = chart(*PLACES[cell])
    label = f"{place}, {words[f'terrain.{kind}']}"
    return thing(f"tile-{cell}", kind, *spot(PLACES[cell]), label=label, note=place)


@part
def havens(words: Words) -> Iterator[Thing]:
    """The safe islands, each with a jetty to either landing."""
    for island, name in enumerate(ISLANDS):
        x, y = HAVENS[island]
        for number, place in enumerate(LANDINGS[island]):
            to_x, to_y = spot(place)
            turn = atan2(to_y - y, to_x - x)
            start = (x + 34 * cos(turn), y + 34 * sin(turn))
            yield thing(f"jetty-{island}-{number}", "jetty", *start, turn=round(degrees(turn)))
        label = words["board.haven"].format(island=words[f"island.{name}"])
        yield thing(f"haven-{name}", "haven", x, y, label=label)


@part
def creatures(plan: Plan, where: tuple[tuple[int, ...], ...], words: Words) -> Iterator[Thing]:
    """Each kind a dark shape of its own; several on one cell a little apart."""
    met: Counter[int] = Counter()
    for kind, cells in zip(KIND_WORDS, where):
        for slot, cell in enumerate(cells):
            if cell != NOWHERE:
                x, y = spot(PLACES[cell])
                label = words["board.creature"].format(kind=words[f"kind.{kind}"], place=chart(*PLACES[cell]))
                at = (x - 6 * met[cell], y - 9 * met[cell])
                yield thing(f"{kind}-{slot}", kind, *at, label=label[:1].upper() + label[1:], scale=plan.beast)
                met[cell] += 1


@part
def boats(
    plan: Plan, where: tuple[int, ...], benches: tuple[tuple[int, ...], ...], owners: tuple[str, ...], words: Words
) -> Iterator[Thing]:
    """Three seats each; who sits there comes with the explorers."""
    for boat, (cell, bench) in enumerate(zip(where, benches)):
        if cell != NOWHERE:
            crew = [owners[who // TEAM] for who in bench if who != NO_ONE]
            label = words["board.boat"].format(place=chart(*PLACES[cell]), crew=", ".join(crew) or words["board.empty"])
            yield thing(f"boat-{boat}", "boat", *spot(PLACES[cell]), label=label, scale=plan.beast)


def explorers(plan: Plan, view: Sight, owners: tuple[str, ...], words: Words) -> Iterator[Thing]:
    """All who are on the board or saved, with their values where the reader may look at them.

    TI-9: in a game of memory a number is only shown while its explorer is touched or chosen.
    """
    open_values = shown_values(view)
    for who, plight, cell, count, before in gathered(view):
        value = view.value[who] if plight in open_values else 0
        at = explorer_spot(plan, view, who, plight, cell, count, before)
        yield explorer(who, owners[who // TEAM], plight, value, bool(view.memory), *at, words)


@one_piece
def explorer(
    who: int, owner: str, plight: int, value: int, is_quiet: bool, x: float, y: float, scale: float, words: Words
) -> Thing:
    colour, index = divmod(who, TEAM)
    worth, number = str(value or ""), 1 + index
    label = words["board.explorer"].format(
        number=number, who=unbracketed(owner), where=words[f"plight.{PLIGHTS[plight]}"], value=worth
    )
    symbol = f"swimmer-{colour}" if plight == SWIMMING else f"explorer-{colour}"
    classes = (f"seat-{colour}", "worth" if value else "", "quiet" if is_quiet else "")
    said = {"label": label.strip(" ,"), "text": worth, "note": "" if plight == SAVED else str(number)}
    return thing(f"explorer-{who}", symbol, x, y, *classes, scale=scale, **said)


def shown_values(view: Sight) -> tuple[int, ...]:
    """In which plights values may be looked at by who knows them.

    TI-9: in a game of memory none after set-up; TI-56: at the end those of the saved.
    """
    if view.phase < Phase.START or not view.memory:
        return ON_VIEW
    return (SAVED,) if view.seat == NOBODY else ()


def recalled(seen: np.record) -> np.record:
    """TI-9: a view with the values face down that people may not look at again; points must not tell them either."""
    shown = shown_values(Sight(seen))
    if len(shown) == len(ON_VIEW):
        return seen
    view = seen.copy()
    for who, plight in enumerate(view.plight.tolist()):
        if plight not in shown:
            view.value[who] = UNKNOWN
    return view


def untold(view: np.record) -> set[int]:
    """TI-9: the seats that have saved somebody whose value is face down: nobody can count their points."""
    if view.challenge[Challenge.ALL_EQUAL]:
        return set()
    hidden = (who for who in range(TEAM * view.colours) if view.value[who] == UNKNOWN)
    return {int(seat_of(view, who // TEAM)) for who in hidden if view.plight[who] == SAVED}


def targets(touched: set[str], words: Words) -> Iterator[Thing]:
    """A ghost over each cell that something can move to."""
    cells = sorted(int(name.removeprefix("to-")) for name in touched if name.startswith("to-"))
    return (target(cell, words) for cell in cells)


@one_piece
def target(cell: int, words: Words) -> Thing:
    label = words["board.target"].format(place=chart(*PLACES[cell]))
    return thing(f"to-{cell}", "target", *spot(PLACES[cell]), "ghost", label=label)


# What each colour has.


def panels(plan: Plan, view: Sight, owners: tuple[str, ...], words: Words) -> Iterator[Thing]:
    """How many are saved, and the red tiles in hand."""
    is_over = view.seat == NOBODY
    acting = NOBODY if is_over else acting_colour(view)
    for colour in range(view.colours):
        counts, held = tallied(view, colour), tuple(cards(view, colour))
        yield from panel(plan, colour, owners[colour], colour == acting, is_over, counts, held, words)


@part
def panel(
    plan: Plan,
    colour: int,
    owner: str,
    is_next: bool,
    is_over: bool,
    counts: tuple[int, int],
    held: tuple[str, ...],
    words: Words,
) -> Iterator[Thing]:
    """Mark, saved and in play as two numbers with their signs, and the red tiles below."""
    label = f"{owner}, {said_tally(is_over, counts, words)}"
    (x, y), (wide, high) = plan.panels[colour], plan.panel
    size = min(1.5, (wide - 20) / (3 * 28), (high - 50) / 38)
    a_row = max(1, int((wide - 16) // (28 * size)), -(-len(held) // max(1, int((high - 46) // (36 * size)))))
    high = 48 + round(36 * size * -(-len(held) // a_row)) + 6 * bool(held)  # as much as there is to show
    shape = f"M8 0H{wide - 8}L{wide} 8V{high - 8}L{wide - 8} {high}H8L0 {high - 8}V8Z"
    now = "now" if is_next else ""
    yield thing(f"panel-{colour}", "", x, y, "panel", now, path=shape, label=label, about="panel")
    scale, mark, *signs = plan.tally
    yield thing(f"mark-{colour}", f"mark-{colour}", x + mark, y + 24, f"seat-{colour}", scale=1.4 * scale)
    for sign, count, (left, right) in zip(("safe", "afoot"), counts, (signs[:2], signs[2:]), strict=True):
        yield thing(f"{sign}-{colour}", sign, x + left, y + 24, f"seat-{colour}", scale=scale)
        yield thing(f"{sign}-count-{colour}", "", x + right, y + 24, "tally", plan.letters, text=str(count))
    across = (wide - 16 - 26 * size) / max(1, a_row - 1)
    for number, name in enumerate(held):
        row, column = divmod(number, a_row)
        label = words["board.card_back" if name == "back" else f"red.{name}"]
        at = (x + 8 + 13 * size + min(28 * size, across) * column, y + 48 + 18 * size + 36 * size * row)
        yield thing(f"card-{colour}-{number}", f"red-{name}", *at, label=label, scale=round(size, 2))


def tallied(view: Sight, colour: int) -> tuple[int, int]:
    """Saved, and still in play; at the end the points take the second place."""
    own = slice(TEAM * colour, TEAM * (colour + 1))
    plights = view.plight[own]
    saved = plights.count(SAVED)
    if view.seat == NOBODY:
        return saved, sum(value for plight, value in zip(plights, view.value[own]) if plight == SAVED)
    return saved, sum(map(plights.count, (ASHORE, ABOARD, SWIMMING)))


def acting_colour(view: Sight) -> int:
    """Whose turn it is, or who is asked for a defence."""
    return int(view.asked if view.phase == Phase.DEFENCE else view.colour)


def said_tally(is_over: bool, counts: tuple[int, int], words: Words) -> str:
    """Saved and still in play; at the end, points."""
    saved, others = counts
    return words["board.points" if is_over else "board.tally"].format(saved=saved, points=others, playing=others)


def cards(view: Sight, colour: int) -> list[str]:
    """The red tiles that a colour holds, as far as they are known."""
    counts = map(sum, zip(*view.hand[colour]))
    known = [name for name, count in zip(UNDER_WORDS[RED:], counts) for _ in range(count)]
    return known + ["back"] * (sum(view.held[colour]) - len(known))


def left_to_place(view: Sight) -> tuple[int, ...]:
    """TI-7: how many explorers of each value the colour has not placed yet."""
    return tuple(int(explorers_left(view.record, view.colour, value)) for value in VALUES)


@part
def values_to_place(plan: Plan, colour: int, left: tuple[int, ...], words: Words) -> Iterator[Thing]:
    """TI-7: the explorers still to be placed, to pick from."""
    for value, count in zip(VALUES, left):
        if count:
            label = words["board.to_place"].format(value=value, left=count)
            classes = (f"seat-{colour}", "worth", "ghost")
            at, size = (52 * plan.beast * (value - 3.5), 562), 1.25 * plan.folk
            yield thing(f"value-{value}", f"explorer-{colour}", *at, *classes, label=label, text=str(value), scale=size)


@part
def die(plan: Plan, phase: int, rolled: int, moves: int, words: Words) -> Iterator[Thing]:
    """The creature die, while what it shows matters; before it is rolled, the moves that are left."""
    if phase in (Phase.CREATURE, Phase.DEFENCE):
        kind = KIND_WORDS[rolled]
        label = words["board.die"].format(kind=words[f"kind.{kind}"])
        yield thing("die", f"die-{kind}", 0, -37, "pinned", label=label, scale=plan.die)
    elif phase == Phase.MOVES:
        for number in range(MOST_MOVES):
            shade = "" if number < moves else "shade"
            label = words["board.moves"].format(moves=moves) if number == 0 else ""
            at = (24 * plan.die * (number - 1), -42)
            yield thing(f"move-{number}", "pip", *at, shade, "pinned", label=label, scale=plan.die)


# What is touched for each action.


def path(view: Sight, move: Move) -> list[str]:
    """Piece, then place; for a red tile the card first."""
    if move[0] in FIXED:
        return FIXED[move[0]](move)
    return PATHS[move[0]](view, move) if move[0] in PATHS else []


@one_piece
def fixed(move: Move, words: Words) -> tuple[str, list[str]]:
    """The button and the path of a move that are the same wherever it can be made."""
    return said.button(None, move, words), FIXED[move[0]](move)


def _to(move: Move) -> str:
    return f"to-{CELL_AT[move[-2:]]}"


def _tile(move: Move) -> str:
    return f"tile-{CELL_AT[move[-2:]]}"


def _explorer(move: Move) -> str:
    return f"explorer-{TEAM * move[1] + move[2]}"


def _go(move: Move) -> list[str]:
    return [_explorer(move), _to(move)]


def _boat_at(view: Sight, place: Place) -> str:
    return f"boat-{view.boat_on[CELL_AT[place]]}"


def _creature_at(view: Sight, kind: str, place: Place) -> str:
    return f"{kind}-{view.creature[KIND_WORDS.index(kind)].index(CELL_AT[place])}"


def _card(view: Sight, name: str) -> str:
    colour = acting_colour(view)
    return f"card-{colour}-{cards(view, colour).index(name)}"


def _call(view: Sight, move: Move) -> list[str]:
    kind = move[0].removeprefix("move_")
    return [_card(view, move[0]), _creature_at(view, kind, move[1:3]), _to(move)]


FIXED: dict[str, Callable[[Move], list[str]]] = {  # where the move itself names all that is touched
    "place": lambda move: [f"value-{move[3]}", _tile(move)],
    "place_boat": lambda move: [f"cell-{CELL_AT[move[-2:]]}"],
    "walk": _go,
    "dive": _go,
    "swim": _go,
    "land": lambda move: [_explorer(move), f"haven-{move[3]}"],
    "remove": lambda move: [_tile(move)],
}
PATHS: dict[str, Callable[[Sight, Move], list[str]]] = {
    "aboard": lambda view, move: [_explorer(move)],
    "dolphin": lambda view, move: [_card(view, "dolphin"), *_go(move)],
    "wind": lambda view, move: [_card(view, "wind"), _boat_at(view, move[1:3]), _to(move)],
    **{f"move_{kind}": _call for kind in KIND_WORDS},
    "board": lambda view, move: [_explorer(move), _boat_at(view, move[-2:])],
    "boat": lambda view, move: [_boat_at(view, move[1:3]), _to(move)],
    "creature": lambda view, move: [_creature_at(view, move[1], move[2:4]), _to(move)],
    "stop_shark": lambda view, move: [_card(view, "stop_shark")],
    "stop_whale": lambda view, move: [_card(view, "stop_whale")],
}


# The board in letters.

MARKS = "●■▲◆"
COLOURS = ("dark_orange", "sky_blue2", "sea_green3", "yellow1")
GROUND = (":", "♠", "^", "~")  # by terrain
TINTS = ("yellow", "green", "white", "blue")
BEASTS = "SKW"  # serpent, shark, whale
CELL = 6  # letters


def text(seen: np.record, seat: int, names: Sequence[str], words: Words) -> str:
    """The chart row by row, what the letters mean, and what each colour has."""
    view = Sight(seen)
    pieces = pieces_on(view)
    rows = []
    for y, half in enumerate(HALF_WIDTHS):
        row = enumerate((CELL_AT[x, y] for x in range(-half, half + 1, 2)), 1)
        drawn = "".join(letters(view.terrain[cell], pieces.get(cell, []), number) for number, cell in row)
        rows.append(f"{chr(ord('A') + y)}  {' ' * (CELL // 2 * (max(HALF_WIDTHS) - half))}{drawn}")
    lines = [*rows, "", f"[dim]{words['board.legend']}[/dim]", ""]
    return "\n".join([*lines, *(holding(view, colour, names, words) for colour in range(view.colours))])


def mark(who: int) -> str:
    return f"[{COLOURS[who // TEAM]}]{MARKS[who // TEAM]}[/]"


def pieces_on(view: Sight) -> dict[int, list[str]]:
    """What is on each cell: creatures, a boat with those aboard, and who stands or swims there."""
    pieces: dict[int, list[str]] = {}
    for letter, cells in zip(BEASTS, view.creature):
        for cell in cells:
            pieces.setdefault(cell, []).append(letter)
    for cell, bench in zip(view.boat, view.bench):
        pieces.setdefault(cell, []).extend(["U", *(mark(who) for who in bench if who != NO_ONE)])
    for who, plight, cell, *_ in gathered(view):
        if plight in (ASHORE, SWIMMING):
            pieces.setdefault(cell, []).append(mark(who))
    return pieces


def letters(terrain: int, pieces: list[str], number: int) -> str:
    """One cell: its ground and what is there, of which more than fit are a plus; and its number, if there is room."""
    if len(pieces) > CELL - 2:
        pieces = [*pieces[: CELL - 3], "+"]
    room = CELL - 1 - len(pieces)
    rest = str(number) if len(str(number)) < room else ""
    return f"[{TINTS[terrain]}]{GROUND[terrain]}[/]{''.join(pieces)}[dim]{rest:<{room}}[/]"


def holding(view: Sight, colour: int, names: Sequence[str], words: Words) -> str:
    """A line for each colour: saved, in play, red tiles."""
    held = [words["board.card_back" if name == "back" else f"red.{name}"] for name in cards(view, colour)]
    arrow = "→" if colour == acting_colour(view) and view.seat != NOBODY else " "
    name = names[colour % view.seats]
    shown = f"{', '.join(held)}"
    tally = said_tally(view.seat == NOBODY, tallied(view, colour), words)
    return f"{arrow} {mark(TEAM * colour)} {name:<20.20} {tally:<24} {shown:.50}"
