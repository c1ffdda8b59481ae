"""Captain Carcass as a scene and as text."""

from collections.abc import Iterator, Sequence

import numpy as np

from fathom5.games.captain_carcass import words as said
from fathom5.games.captain_carcass.rules.cards import (
    CARDS,
    NAMES,
    NO_CARD,
    RANKS,
    SUITS,
    UNSEEN,
    Diver,
    Variant,
    highest,
    suit_of,
    value_of,
)
from fathom5.games.captain_carcass.rules.state import LOOKS, Phase, anchored, risk, worth
from fathom5.kernel.game import NOBODY
from fathom5.kernel.record import Move
from fathom5.scene import WIDE, Scene, Sight, Thing, Words, acts, frozen, part, thing

# What the pieces look like.

WIDTH, SURFACE = 600, 92
ROPE, STEP, SWAY = 190, 56, 54  # the exploration hangs from a rope, card by card, to its left and right
FIRST = SURFACE + 84
FLOOR = FIRST + 9 * STEP + 70
HOLD, ROW = FLOOR + 24, 124  # the first hold, and the height of each
SUIT, COLUMN, SMALL = 95, 52, 0.62  # in a hold: the middle of the first suit, the way to the next, the size of cards
PILE, GRAVE, TABLE = (408, 176), (480, FLOOR - 76), (300, 300)  # the table is where cards are laid out to choose from
GAUGE = (26, FIRST - 40, FLOOR - 40)  # the middle, the top and the bottom of the tube that shows the odds

COLOURS = (  # by suit
    "#31556e",  # anchor
    "#8a3f74",  # squid
    "#8d6b1f",  # map
    "#b2781a",  # key
    "#7c4a2d",  # chest
    "#9c2f2f",  # knife
    "#27707d",  # drone
    "#4d6a2c",  # net
    "#3d4852",  # harpoon
    "#1f7a5c",  # mermaid
)
SILHOUETTES = (
    '<path d="M0-16V24M-12-8H12M-24 8Q-20 25 0 25T24 8" class="stroke"/><circle cy="-22" r="6" class="stroke"/>'
    '<path d="M-29 13-25-1-15 9ZM29 13 25-1 15 9Z" class="solid"/>',
    '<path d="M0-31Q18-15 13 5H-13Q-18-15 0-31Z" class="solid"/>'
    '<path d="M-12-17-25-3-12-1ZM12-17 25-3 12-1Z" class="solid"/>'
    '<path d="M-10 5Q-11 17-24 21M-4 5Q-4 20-12 28M4 5Q4 20 12 28M10 5Q11 17 24 21" class="stroke thin"/>'
    '<circle cx="-5" cy="-3" r="3" class="foam"/><circle cx="5" cy="-3" r="3" class="foam"/>',
    '<path d="M-26-18-9-24 9-18 26-24V18L9 24-9 18-26 24Z" class="solid"/>'
    '<path d="M-18 12Q-14-4-4 2T9-6" class="route"/><path d="M12-14 21-5M21-14 12-5" class="cross"/>',
    '<circle cx="-13" cy="-9" r="10" class="stroke"/><path d="M-4-4 22 18M12 10 6 17M18 15 12 22" class="stroke"/>',
    '<path d="M-27-3Q-27-22 0-22T27-3Z" class="solid"/><path d="M-27 2H27V24H-27Z" class="solid"/>'
    '<path d="M-5-4H5V9H-5Z" class="foam"/><circle cy="2" r="2.4" class="night"/>',
    '<path d="M-5 8Q-9-18 4-32Q14-12 7 8Z" class="solid"/><path d="M-14 9H14" class="stroke"/>'
    '<path d="M-5 12H6L7 29H-6Z" class="solid"/>',
    '<path d="M-24 2a24 13 0 1 0 48 0a24 13 0 1 0-48 0" class="solid"/><circle cy="2" r="7" class="foam"/>'
    '<circle cy="2" r="3" class="night"/><path d="M-28-17H-8M8-17H28M-18-17V-7M18-17V-7" class="stroke thin"/>'
    '<path d="M-7 17-14 30H14L7 17Z" class="solid shade"/>',
    '<path d="M-27-19Q0-29 27-19M-27-19Q-24 10 0 28Q24 10 27-19" class="stroke"/>'
    '<path d="M-26-8Q0-18 26-8M-22 4Q0-6 22 4M-14 16Q0 8 14 16" class="stroke thin"/>'
    '<path d="M-14-22Q-14 4 0 27M14-22Q14 4 0 27M0-24V27" class="stroke thin"/>',
    '<path d="M-22 26 14-18" class="stroke"/><path d="M25-31 20-9 14-15 4-16Z" class="solid"/>'
    '<path d="M-22 26Q-4 30-4 16T16 14 24 28" class="stroke thin"/>',
    '<circle cx="-9" cy="-23" r="8" class="solid"/><path d="M-16-28Q-27-18-20-4Q-16-12-14-17Z" class="solid"/>'
    '<path d="M-15-13Q-2-17 6-6Q17 8 6 20L24 18Q22 30 2 29Q-12 34-25 26Q-12 24-5 17Q2 10-5 5Q-15-1-15-13Z" '
    'class="solid"/><path d="M0 0q5 1 8-3M3 8q5 0 7-4M1 17q5-1 8-5" class="scales"/>',
)
_CARD = '<rect x="-38" y="-52" width="76" height="104" rx="9" class="foam edge"/>'
_BACK = (
    '<rect x="-38" y="-52" width="76" height="104" rx="9" class="depth-5 edge"/>'
    '<path d="M-26-30q6.5-7 13 0t13 0 13 0 13 0M-26-10q6.5-7 13 0t13 0 13 0 13 0M-26 10q6.5-7 13 0t13 0 13 0 13 0'
    'M-26 30q6.5-7 13 0t13 0 13 0 13 0" class="ripples"/>'
)


def _face(suit: int) -> str:
    """A card of this suit: a coloured head for the number, and the silhouette below."""
    head = "M-38-43a9 9 0 0 1 9-9H29a9 9 0 0 1 9 9V-24H-38Z"
    return (
        f'{_CARD}<g class="suit-{suit}"><path d="{head}" class="solid"/>'
        f'<g transform="translate(0 14)">{SILHOUETTES[suit]}</g></g>'
        '<rect x="-38" y="-52" width="76" height="104" rx="9" class="line"/>'
    )


SYMBOLS = {
    "defs": (
        '<linearGradient id="carcass-water" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--depth-1)"/>'
        '<stop offset=".14" stop-color="var(--depth-2)"/><stop offset=".34" stop-color="var(--depth-3)"/>'
        '<stop offset=".6" stop-color="var(--depth-4)"/><stop offset=".85" stop-color="var(--depth-5)"/>'
        '<stop offset="1" stop-color="var(--depth-6)"/></linearGradient>'
        '<linearGradient id="carcass-ray" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--foam)"/>'
        '<stop offset="1" stop-color="var(--foam)" stop-opacity="0"/></linearGradient>'
    ),
    **{f"card-{suit}": _face(suit) for suit in range(SUITS)},
    **{
        f"slot-{suit}": '<rect x="-38" y="-52" width="76" height="104" rx="9" class="slot"/>'
        f'<g class="faint" transform="translate(0 6)">{SILHOUETTES[suit]}</g>'
        for suit in range(SUITS)
    },
    "back": _BACK,
    "deck": f'<g transform="translate(6 6)">{_BACK}</g><g transform="translate(3 3)">{_BACK}</g>{_BACK}',
    "grave": (
        '<path d="M-104 52Q-96 6-62 12L-48-30-34-26-30 8Q10-10 50 6L62-44 74-40 70 12Q98 20 108 52Z" '
        'class="depth-6 edge"/>'
        '<path d="M-84 38H86M-70 24H72M-20 52V4M20 52V0M52 52V10M-52 52V14" class="timbers"/>'
        '<rect x="-27" y="-34" width="54" height="74" rx="8" class="depth-5 edge"/>'
        '<path d="M-18-18q6 8 12 0t12 0 12 0M-18 26q6 8 12 0t12 0 12 0" class="ripples"/>'
    ),
    "boat": (
        '<path d="M-70-14H74Q66 20 40 22H-40Q-62 18-70-14Z" class="own edge"/>'
        '<path d="M-6-14V-66M-6-62Q34-50 40-24H-6M-12-58Q-40-44-44-24H-12" class="line"/>'
        '<path d="M-6-62Q34-50 40-24H-6ZM-12-58Q-40-44-44-24H-12Z" class="foam edge"/>'
    ),
    "halo": '<rect x="-45" y="-59" width="90" height="118" rx="15" class="kelp"/>',
    "eye": '<path d="M-15 0Q0-13 15 0Q0 13-15 0Z" class="foam edge"/><circle r="5" class="own edge"/>',
    "panel": '<rect x="8" y="-56" width="584" height="112" rx="14" class="board"/>',
    "panel-now": '<rect x="8" y="-56" width="584" height="112" rx="14" class="board now"/>',
    "target": '<path d="M0-9V9M-9 0H9" class="line"/><circle r="6" fill="none" class="edge"/>',
}
STYLE = (
    ".water path{fill:url(#carcass-water)}.sky path{fill:var(--paper)}.floor path{fill:var(--depth-6)}"
    ".waves path{fill:none;stroke:var(--foam);stroke-width:3;opacity:.7;stroke-linecap:round}"
    ".rays path{fill:url(#carcass-ray);opacity:.16}"
    ".rope path{fill:none;stroke:var(--sand);stroke-width:4;stroke-linecap:round}"
    ".tube path{fill:none;stroke:var(--foam);stroke-width:3;opacity:.85}.level path{fill:var(--coral)}"
    ".solid{fill:currentColor}"
    ".stroke{fill:none;stroke:currentColor;stroke-width:6;stroke-linecap:round;stroke-linejoin:round}"
    ".stroke.thin{stroke-width:3.4}.route{fill:none;stroke:var(--foam);stroke-width:3;stroke-dasharray:4 5}"
    ".cross{fill:none;stroke:var(--foam);stroke-width:3.4;stroke-linecap:round}"
    ".scales{fill:none;stroke:var(--foam);stroke-width:2.4;stroke-linecap:round}"
    ".ripples{fill:none;stroke:var(--depth-3);stroke-width:3;stroke-linecap:round}"
    ".timbers{fill:none;stroke:var(--depth-4);stroke-width:3;stroke-linecap:round}"
    ".slot{fill:none;stroke:var(--ink);stroke-width:2;stroke-dasharray:5 6;opacity:.3}"
    ".faint{color:var(--ink);opacity:.16}"
    ".board{fill:var(--depth-1);opacity:.3}.board.now{opacity:.75}"
    ".card text{font:700 25px ui-serif,Georgia,serif;fill:var(--foam);transform:translateY(-38px)}"
    ".count text{font:700 27px ui-serif,Georgia,serif;fill:var(--foam)}"
    ".odds text{font:700 19px ui-serif,Georgia,serif;fill:var(--night)}"
    ".points text{font:700 25px ui-serif,Georgia,serif;fill:var(--ink);font-variant-numeric:tabular-nums}"
    ".note text{font-size:15px;fill:var(--foam)}.who text{font-size:15px;fill:var(--ink);text-anchor:start}"
    ".rule text{font-size:14px;fill:var(--ink);text-anchor:end}"
    + "".join(f".suit-{suit}{{color:{colour}}}" for suit, colour in enumerate(COLOURS))
)


# The scene.


def scene(seen: np.record, seat: int, words: Words, shape: str = WIDE) -> Scene:
    """The boat above, the exploration on its rope, the wreck below, and the holds of all."""
    view = Sight(seen)
    things = [
        *backdrop(view.seats, view.explorer, view.variant, words),
        *gauge(float(risk(view.record, seat)) if view.explored else 0.0, words),
        *graveyard(count(view.grave), words),
        *draw_pile(count(view.pile), frozen(view.top), frozen(view.known[: view.seats]), view.demanded, words),
        *(piece for owner in range(view.seats) for piece in hold(*owned(view, owner), words)),
        *exploration(explored(view), int(anchored(view.record)), words),
        *laid_out(laid(view), words),
    ]

    def act(action: int) -> tuple[str, list[str]]:
        move = said.move(view.record, action)
        return said.button(view.record, move, words), touched(view.record, move)

    box = [0.0, 0.0, float(WIDTH), float(bottom(view.seats))]
    return Scene(box=box, things=things, acts=acts(view, seat, act), ask=said.ask(view.record, words))


def bottom(seats: int) -> int:
    """Where the last hold ends."""
    return HOLD + ROW * seats


def count(row: Sequence[int]) -> int:
    """How many cards there are in a row."""
    return sum(ranks.bit_count() for ranks in row)


def touched(view: np.record, move: Move) -> list[str]:
    """What to touch for a move: the pile to go on, the boat to surface, a hold, or a card."""
    if move[0] == "go_on":
        return ["pile"]
    if move[0] == "surface":
        return ["boat"]
    if move[0] in ("sabotage", "plunder"):
        return [f"hold-{move[1]}"]
    return [f"card-{said.CARD_OF[said.named(view, move)]}"]


def card(number: int, x: float, y: float, label: str, scale: float = 0) -> Thing:
    """A card face up; it is the same thing wherever it lies, so that it glides."""
    symbol, value = f"card-{suit_of(number)}", str(value_of(number))
    return thing(f"card-{number}", symbol, x, y, "card", scale=scale, label=label, text=value)


def spoken(number: int, key: str, words: Words, owner: int = 0) -> str:
    """A card in words, and where it is."""
    return words[key].format(card=said.card_word(said.CARD_NAMES[number], words), number=1 + owner)


@part
def backdrop(seats: int, explorer: int, variant: int, words: Words) -> Iterator[Thing]:
    """Sky, water and floor, the explorer's boat, and the variant's name."""
    yield thing("sky", "", 0, 0, "sky", path=f"M0 0H{WIDTH}V{bottom(seats)}H0Z")
    yield thing("water", "", 0, SURFACE, "water", path=f"M0 0H{WIDTH}V{FLOOR - SURFACE + 4}H0Z")
    rays = "".join(f"M{x} 0L{x - 70} 430H{x + 20}L{x + 36} 0Z" for x in (90, 300, 500))
    yield thing("rays", "", 0, SURFACE, "rays", path=rays)
    crests = "".join(f"M{x} 0q15-9 30 0t30 0" for x in range(0, WIDTH, 60))
    yield thing("waves", "", 0, SURFACE, "waves", path=crests)
    floor = f"M0 4Q{WIDTH * 0.2}-26 {WIDTH * 0.45}-6T{WIDTH}-14V14H0Z"
    yield thing("floor", "", 0, FLOOR, "floor", path=floor)
    label = words["board.boat"].format(number=1 + explorer)
    yield thing("boat", "boat", ROPE, SURFACE - 8, f"seat-{explorer}", label=label)
    yield thing("boat-mark", f"mark-{explorer}", ROPE + 34, SURFACE - 3, f"seat-{explorer}")
    if variant != Variant.NONE:
        rule = words[f"option.variant.{Variant(variant).name.lower()}"]
        yield thing("variant", "", WIDTH - 16, 26, "rule", label=rule, text=rule)


@part
def gauge(chance: float, words: Words) -> Iterator[Thing]:
    """The odds of an incident as a level that rises in a tube."""
    x, top, end = GAUGE
    high = (end - top) * chance
    if chance:
        yield thing("level", "", x, end, "level", path=f"M-11 0V-{high:.0f}q5.5-6 11 0t11 0V0Z")
    yield thing("tube", "", x, top, "tube", path=f"M-13-8V{end - top}q0 13 13 13t13-13V-8")
    label = words["board.risk"].format(percent=round(100 * chance))
    yield thing("odds", "", x + 14, top - 26, "odds", label=label, text=f"{round(100 * chance)} %")


@part
def graveyard(cards: int, words: Words) -> Iterator[Thing]:
    """The wreck on the sea floor, with the number of cards in it."""
    label = words["board.grave"].format(count=cards)
    yield thing("grave", "grave", *GRAVE, label=label)
    yield thing("grave-count", "", GRAVE[0], GRAVE[1] + 3, "count", text=str(cards))


@part
def draw_pile(cards: int, top: tuple[int, ...], known: tuple[int, ...], demanded: int, words: Words) -> Iterator[Thing]:
    """The draw pile with its count, what one knows of its top, and whose eyes have seen it."""
    x, y = PILE
    if cards:
        yield thing("pile", "deck", x, y, label=words["board.pile"].format(count=cards))
    yield thing("pile-count", "", x, y, "count", text=str(cards))
    for depth, number in enumerate(top):
        if number >= 0:
            label = spoken(number, "board.top", words)
            yield card(number, x + 84 + 34 * depth, y - 8 + 10 * depth, scale=0.72, label=label)
    for owner, depth in enumerate(known):
        if depth:
            label = words["board.seen"].format(number=1 + owner, count=depth)
            yield thing(f"eye-{owner}", "eye", x - 26 + 34 * owner, y + 72, f"seat-{owner}", label=label)
    if demanded:
        note = words["board.demanded"].format(count=demanded)
        yield thing("demanded", "", x + 40, y + 104, "note", label=note, text=note)


def explored(view: Sight) -> tuple[tuple[int, int], ...]:
    """The cards of the exploration, and whether each is protected."""
    return tuple(zip(view.exploration[: view.explored], view.safe))


@part
def exploration(cards: tuple[tuple[int, int], ...], kept: int, words: Words) -> Iterator[Thing]:
    """The cards on the rope; those that an incident would spare have a green halo."""
    end = FIRST + STEP * max(0, len(cards) - 1)
    line = "".join(
        f"Q{6 if i % 2 else -6} {STEP * i + 40} 0 {STEP * (i + 1)}" for i in range((end - SURFACE) // STEP + 1)
    )
    yield thing("rope", "", ROPE, SURFACE + 14, "rope", path=f"M0 0{line}")
    for i, (number, is_protected) in enumerate(cards):
        is_safe = i < kept or is_protected
        label = spoken(number, "board.safe" if is_safe else "board.explored", words)
        x, y = ROPE + (SWAY if i % 2 else -SWAY), FIRST + STEP * i
        if is_safe:
            yield thing(f"halo-{i}", "halo", x, y)
        yield card(number, x, y, label=label)


def laid(view: Sight) -> tuple[int, ...]:
    """The cards that a Map shows."""
    if view.phase == Phase.MAP and view.diver[view.explorer] == Diver.NAVIGATOR:
        return tuple(cards_of(view.grave))
    return tuple(number for number in view.mapped if number != NO_CARD)


@part
def laid_out(shown: tuple[int, ...], words: Words) -> Iterator[Thing]:
    """The cards that a Map shows, face down for those who may not see them."""
    x, y = TABLE
    few = len(shown) <= LOOKS
    across, step = (84, 112) if few else (46, min(64, 330 / -(-len(shown) // 6)))
    for place, number in enumerate(shown):
        row, column = (0, place) if few else divmod(place, 6)
        at = (x + (72 if few else 26) + across * column, y + 52 + step * row)
        if number == UNSEEN:
            yield thing(f"shown-{place}", "back", *at, label=words["board.unseen"])
        else:
            yield card(number, *at, scale=0 if few else 0.56, label=spoken(number, "board.shown", words))


def owned(view: Sight, owner: int) -> tuple[int, tuple[int, ...], int, int, bool, bool]:
    """All that is drawn of a hold: whose, its cards by suit, points, diver, and whether it is at sea or at risk."""
    is_now = owner == view.explorer and view.seat != NOBODY
    points = int(worth(view.record, owner))
    return owner, frozen(view.hold[owner]), points, view.diver[owner], is_now, view.victim == owner


@part
def hold(
    owner: int, suits: tuple[int, ...], points: int, diver: int, is_now: bool, is_victim: bool, words: Words
) -> Iterator[Thing]:
    """A panel with mark, points and diver, and the cards by suit, the highest in front."""
    y = HOLD + ROW * owner + ROW / 2
    label = words["board.hold"].format(number=1 + owner, points=points)
    yield thing(f"hold-{owner}", "panel-now" if is_now else "panel", 0, y, label=label)
    yield thing(f"hold-mark-{owner}", f"mark-{owner}", 38, y - 18, f"seat-{owner}", scale=1.3)
    yield thing(f"points-{owner}", "", 38, y + 16, "points", text=str(points))
    if diver != Diver.NONE:
        power = words[f"option.divers.{NAMES[diver]}"]
        yield thing(f"diver-{owner}", "", 72, y - 45, "who", label=power, text=power)
    if is_victim:
        yield thing(f"victim-{owner}", "target", 38, y + 40, label=words["board.victim"])
    for suit, ranks in enumerate(suits):
        yield from held(owner, suit, ranks, SUIT + COLUMN * suit, y + 14, words)


def held(owner: int, suit: int, ranks: int, x: float, y: float, words: Words) -> Iterator[Thing]:
    """One suit of a hold: an empty place, or its cards with the lower ones peeping out above."""
    numbers = [suit * RANKS + rank for rank in range(RANKS) if ranks >> rank & 1]
    if not numbers:
        yield thing(f"slot-{owner}-{suit}", f"slot-{suit}", x, y, scale=SMALL)
    for place, number in enumerate(numbers):
        above = len(numbers) - 1 - place
        label = spoken(number, "board.held", words, owner)
        yield card(number, x, y - min(17, 34 / max(1, len(numbers) - 1)) * above, scale=SMALL, label=label)


def cards_of(row: Sequence[int]) -> list[int]:
    return [number for number in range(CARDS) if row[number // RANKS] >> number % RANKS & 1]


# The board in letters.

MARKS = "●■▲◆"
TINTS = ("dark_orange", "sky_blue2", "sea_green3", "yellow1")
SUIT_TINTS = ("blue", "magenta", "yellow", "gold1", "orange3", "red", "cyan", "green", "grey70", "spring_green3")


def text(seen: np.record, seat: int, names: Sequence[str], words: Words) -> str:
    """The piles, the exploration and a table of all holds, with markup for colour."""
    view = Sight(seen)
    piles = [words["board.pile"].format(count=count(view.pile)), words["board.grave"].format(count=count(view.grave))]
    lines = ["[b]" + "   ".join(piles) + "[/b]"]
    if view.variant != Variant.NONE:
        lines.append(f"[i]{words[f'option.variant.{Variant(view.variant).name.lower()}']}[/i]")
    lines += ["", f"{mark(view.explorer)} {names[view.explorer]}", *dived(view, seat, words)]
    lines += [f"  {words[key].format(card=lettered(number, words))}" for key, number in secrets(view)]
    suits = [words[f"suit.{name}"][:6] for name in said.SUIT_NAMES]
    head = "".join(f"[{tint}]{suit:<7}[/]" for tint, suit in zip(SUIT_TINTS, suits, strict=True))
    holds = [line for owner in range(view.seats) for line in holding(view, owner, names, words)]
    return "\n".join([*lines, "", " " * 25 + head, *holds])


def mark(seat: int) -> str:
    return f"[{TINTS[seat]}]{MARKS[seat]}[/]"


def dived(view: Sight, seat: int, words: Words) -> Iterator[str]:
    """The exploration, five cards a line, and the odds of an incident."""
    if not view.explored:
        yield f"  [dim]{words['board.empty']}[/]"
        return
    cards = [lettered(number, words) for number in view.exploration[: view.explored]]
    yield from ("  " + "  ".join(cards[i : i + 5]) for i in range(0, len(cards), 5))
    percent = round(100 * float(risk(view.record, seat)))
    yield f"  [{'red' if percent > 30 else 'green'}]{words['board.risk'].format(percent=percent)}[/]"


def lettered(number: int, words: Words) -> str:
    """A card in its colour."""
    return f"[{SUIT_TINTS[suit_of(number)]}]{said.card_word(said.CARD_NAMES[number], words)}[/]"


def secrets(view: Sight) -> list[tuple[str, int]]:
    """What Drones and the Map at work have shown to who looks at this."""
    top = [("board.top", number) for number in view.top if number >= 0]
    return top + [("board.shown", number) for number in view.mapped if number >= 0]


def holding(view: Sight, owner: int, names: Sequence[str], words: Words) -> Iterator[str]:
    """A line for each hold: by suit the highest value and how many lie below; then the diver's power."""
    cells = []
    for suit, ranks in enumerate(view.hold[owner]):
        below = f"+{ranks.bit_count() - 1}" if ranks.bit_count() > 1 else ""
        cells.append(f"{value_of(highest(view.record.hold[owner], suit))}{below}" if ranks else "·")
    row = "".join(f"{cell:<7}" for cell in cells)
    yield f"{mark(owner)} {names[owner]:<16.16} {worth(view.record, owner):>4}  {row}"
    if view.diver[owner] != Diver.NONE:
        yield f"  [dim]{words[f'option.divers.{NAMES[view.diver[owner]]}']}[/]"
