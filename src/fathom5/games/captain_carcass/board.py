"""Captain Carcass as a scene and as text."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

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
from fathom5.games.captain_carcass.rules.state import LOOKS, Phase, anchored, is_incident, risk, worth
from fathom5.kernel.game import NOBODY
from fathom5.kernel.record import Move
from fathom5.scene import TALL, WIDE, Scene, Sight, Thing, Words, acts, frozen, part, thing

# What the pieces look like.


class Plan(NamedTuple):
    """Where things are on a stage of some shape: the dive is the heart of the picture, holds lie beside or below it."""

    width: int
    height: int
    sea: tuple[int, int]  # its width and where it ends
    surface: int
    boat: tuple[int, float]  # where it lies, and its scale
    card: tuple[float, int, int]  # the scale of the cards of the dive, and the way to the next beside and below
    first: tuple[int, int]  # the middle of the first card
    gauge: int  # the middle of the tube that shows the odds
    signs: tuple[int, int, int, float]  # the first suit in the row of warnings, the way to the next, and the scale
    pile: tuple[int, int, float]
    grave: tuple[int, int, float]
    table: tuple[int, int, float]  # where cards are laid out to choose from
    holds: tuple[int, int, int, int]  # x, y, width and the most height of a hold
    mini: tuple[int, int, float]  # suits in a row of a hold, the way to the next, the most scale
    letters: str  # the class of all texts


PLANS = {
    WIDE: Plan(
        880, 600, (566, 600), 78, (150, 0.95), (1.2, 95, 131), (112, 166), 34, (84, 49, 390, 0.62),
        (84, 502, 1.1), (462, 536, 0.9), (196, 502, 0.92), (572, 0, 308, 300), (5, 58, 1.04), "for-wide",
    ),
    TALL: Plan(
        400, 590, (400, 366), 46, (96, 0.54), (0.88, 69, 93), (80, 106), 24, (52, 36, 259, 0.44),
        (38, 312, 0.6), (334, 330, 0.56), (104, 312, 0.6), (0, 370, 400, 108), (10, 33, 0.6), "for-tall",
    ),
}  # fmt: skip
A_ROW = 5  # cards of the dive side by side
FEWEST = 2  # explorers: then holds have more room

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
_SIGNS = (  # what a card does, in one sign
    '<path d="M0-8 7-5V0Q6 6 0 9Q-6 6-7 0V-5Z" class="sign"/>',  # Anchor: what lies before is safe
    '<path d="M-5-7V3M-10-2H0M6-8V9M6 9 2 5M6 9 10 5" class="sign"/>',  # Squid: more cards must come
    '<circle cx="-2" cy="-2" r="6" class="sign"/><path d="M2 2 9 9" class="sign"/>',  # Map: search the graveyard
    '<path d="M-9 0H1M4-6 10 0 4 6" class="sign"/>',  # Key: opens the Chest
    '<path d="M9 0H-1M-4-6-10 0-4 6" class="sign"/>',  # Chest: is opened by the Key
    '<path d="M-8-8 8 8M8-8-8 8" class="sign"/>',  # Knife: a card of a hold is lost
    '<path d="M-10 0Q0-10 10 0Q0 10-10 0Z" class="sign"/><circle r="2.5" class="foam"/>',  # Drone: look ahead
    '<path d="M0 9V-7M-6-1 0-8 6-1" class="sign"/>',  # Net: a card of one's own comes back up
    '<path d="M8-8-6 6M-8-1V8H1" class="sign"/>',  # Harpoon: a card of another's hold comes along
    '<path d="M0-9 2.5-3 9-3 4 1.5 6 8 0 4-6 8-4 1.5-9-3-2.5-3Z" class="sign"/>',  # Mermaid: worth more
)
_CARD = '<rect x="-38" y="-52" width="76" height="104" rx="9" class="foam edge"/>'
_BACK = (
    '<rect x="-38" y="-52" width="76" height="104" rx="9" class="depth-5 edge"/>'
    '<path d="M-26-30q6.5-7 13 0t13 0 13 0 13 0M-26-10q6.5-7 13 0t13 0 13 0 13 0M-26 10q6.5-7 13 0t13 0 13 0 13 0'
    'M-26 30q6.5-7 13 0t13 0 13 0 13 0" class="ripples"/>'
)


def _face(suit: int) -> str:
    """A card of this suit: a coloured head for the number and the sign of what it does, and the silhouette."""
    head = "M-38-43a9 9 0 0 1 9-9H29a9 9 0 0 1 9 9V-22H-38Z"
    return (
        f'{_CARD}<g class="suit-{suit}"><path d="{head}" class="solid"/>'
        f'<g transform="translate(0 7) scale(.82)">{SILHOUETTES[suit]}</g></g>'
        f'<g transform="translate(20 -37)">{_SIGNS[suit]}</g>'
        '<rect x="-38" y="-52" width="76" height="104" rx="9" class="line"/>'
    )


def _mini(suit: int, shift: int) -> str:
    """The top card of a suit in a hold: a coloured head for the number; what lies below is counted beside."""
    return (
        '<rect x="-27" y="-27" width="54" height="54" rx="7" class="foam edge"/>'
        f'<g class="suit-{suit}"><path d="M-27-20a7 7 0 0 1 7-7H20a7 7 0 0 1 7 7V-1H-27Z" class="solid"/>'
        f'<g transform="translate({shift} 13) scale({0.26 if shift else 0.36})">{SILHOUETTES[suit]}</g></g>'
        '<rect x="-27" y="-27" width="54" height="54" rx="7" class="line"/>'
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
    **{f"mini-{suit}": _mini(suit, 0) for suit in range(SUITS)},
    **{f"minis-{suit}": _mini(suit, -14) for suit in range(SUITS)},
    **{
        f"slot-{suit}": '<rect x="-27" y="-27" width="54" height="54" rx="7" class="slot"/>'
        f'<g class="faint" transform="scale(.6)">{SILHOUETTES[suit]}</g>'
        for suit in range(SUITS)
    },
    **{
        f"suit-{suit}": f'<circle r="34" class="foam"/><g class="suit-{suit}">{SILHOUETTES[suit]}</g>'
        for suit in range(SUITS)
    },
    **{
        f"danger-{suit}": f'<circle r="36" class="foam danger"/><g class="suit-{suit}">{SILHOUETTES[suit]}</g>'
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
    "target": '<path d="M0-9V9M-9 0H9" class="line"/><circle r="6" fill="none" class="edge"/>',
}
EFFECTS = dict(enumerate(("CC-20", "CC-21", "CC-22", "CC-23", "CC-23", "CC-24", "CC-25", "CC-26", "CC-27", "CC-1")))
POWERS = (31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47)  # clauses, in the order of the divers
ABOUT = {  # where the rulebook tells what a thing is and does
    **{f"{kind}-{suit}": EFFECTS[suit] for suit in range(SUITS) for kind in ("card", "mini", "minis")},
    **{f"danger-{suit}": "CC-7" for suit in range(SUITS)},
    **{f"suit-{suit}": EFFECTS[suit] for suit in range(SUITS)},
    **{f"diver-{number}": f"CC-{clause}" for number, clause in enumerate(POWERS)},
    **{f"variant-{number}": f"CC-{50 + number}" for number in range(1, len(Variant))},
    "demanded": "CC-21",
    "target": "CC-47",
    "back": "CC-22",
    "deck": "CC-6",
    "grave": "CC-22",
    "boat": "CC-9",
    "halo": "CC-20",
    "eye": "CC-25",
    "odds": "CC-7",
    "hold": "CC-12",
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
    ".places path{fill:var(--depth-6);fill-opacity:.1;stroke:var(--foam);stroke-opacity:.3;stroke-dasharray:6 7}"
    ".slot{fill:none;stroke:var(--ink);stroke-width:2;stroke-dasharray:5 6;opacity:.3}"
    ".faint{color:var(--ink);opacity:.16}"
    ".board path{fill:var(--depth-1);opacity:.3}.board.now path{fill:var(--depth-3);opacity:.5}"
    ".danger{stroke:var(--coral);stroke-width:9}.watch{opacity:.4}.watch.now{opacity:1}"
    ".sign{fill:none;stroke:var(--foam);stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}"
    ".card text{font:700 28px ui-serif,Georgia,serif;fill:var(--foam);transform:translate(-18px,-36px)}"
    ".mini text{font:700 23px ui-serif,Georgia,serif;fill:var(--foam);transform:translateY(-14px)}"
    ".count text{font:700 30px ui-serif,Georgia,serif;fill:var(--foam)}"
    ".odds text{font:700 20px ui-serif,Georgia,serif;fill:var(--night)}"
    ".points text{font:700 26px ui-serif,Georgia,serif;fill:var(--ink);text-anchor:start;"
    "font-variant-numeric:tabular-nums}"
    ".who text,.note text,.rule text{font-size:20px}.name text,.below text{font-size:19.2px}"
    ".below text,.name text{fill:var(--night);letter-spacing:-.07em}"
    ".for-tall text{font-size:13px}.name.for-tall text{font-size:14px}"
    ".odds.for-tall text{font-size:15px}.points.for-tall text{font-size:18px}"
    ".note text{fill:var(--foam);text-anchor:start}.who text{fill:var(--ink);text-anchor:start}"
    ".rule text{fill:var(--ink);text-anchor:end}"
    + "".join(f".suit-{suit}{{color:{colour}}}" for suit, colour in enumerate(COLOURS))
)


# The scene.


def scene(seen: np.record, seat: int, words: Words, shape: str = WIDE) -> Scene:
    """The boat above, the dive below it with all that may happen to it, and the holds of all."""
    view, plan = Sight(seen), PLANS[shape]
    is_diving = view.seat != NOBODY
    things = [
        *backdrop(plan, view.explorer, view.variant, is_diving, words),
        *gauge(plan, float(risk(view.record, seat)) if view.explored else 0.0, words),
        *warnings(plan, dangers(view), words),
        *graveyard(plan, count(view.grave), words),
        *draw_pile(plan, count(view.pile), frozen(view.top), frozen(view.known[: view.seats]), view.demanded, words),
        *(piece for owner in range(view.seats) for piece in hold(plan, view.seats, *owned(view, owner), words)),
        *exploration(plan, explored(view), int(anchored(view.record)), words),
        *laid_out(plan, laid(view), words),
    ]

    def act(action: int) -> tuple[str, list[str]]:
        move = said.move(view.record, action)
        return said.button(view.record, move, words), touched(view.record, move)

    box = [0.0, 0.0, float(plan.width), float(plan.height)]
    return Scene(box=box, things=things, acts=acts(view, seat, act), ask=said.ask(view.record, words))


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


def named_card(plan: Plan, number: int, x: float, y: float, label: str, scale: float, words: Words) -> Iterator[Thing]:
    """A card large enough to bear its name."""
    yield card(number, x, y, label, scale)
    name = words[f"suit.{said.SUIT_NAMES[suit_of(number)]}"]
    yield thing(f"name-{number}", "", x, y + 40 * scale, "name", plan.letters, text=name)


def spoken(number: int, key: str, words: Words, owner: int = 0) -> str:
    """A card in words, and where it is."""
    return words[key].format(card=said.card_word(said.CARD_NAMES[number], words), who=words.player(owner))


@part
def backdrop(plan: Plan, explorer: int, variant: int, is_diving: bool, words: Words) -> Iterator[Thing]:
    """Sky, water and floor, the explorer's boat, and the variant's name."""
    wide, end = plan.sea
    yield thing("sky", "", 0, 0, "sky", path=f"M0 0H{plan.width}V{plan.height}H0Z")
    yield thing("water", "", 0, plan.surface, "water", path=f"M0 0H{wide}V{end - plan.surface}H0Z")
    slits = [wide * part for part in (0.2, 0.55, 0.85)]
    rays = "".join(f"M{x:g} 0L{x - 70:g} {end - plan.surface}H{x + 20:g}L{x + 36:g} 0Z" for x in slits)
    yield thing("rays", "", 0, plan.surface, "rays", path=rays)
    crests = "".join(f"M{x} 0q15-9 30 0t30 0" for x in range(0, wide - 59, 60))
    yield thing("waves", "", 0, plan.surface, "waves", path=crests)
    size, across, down = plan.card
    slots = "".join(
        f"M{plan.first[0] + across * column - 38 * size:g} {plan.first[1] + down * row - 52 * size:g}"
        f"h{76 * size:g}v{104 * size:g}h{-76 * size:g}Z"
        for row in range(2)
        for column in range(A_ROW)
    )
    yield thing("places", "", 0, 0, "places", path=slots)
    floor = f"M0 0Q{wide * 0.2:g}-22 {wide * 0.45:g}-6T{wide}-12V12H0Z"
    yield thing("floor", "", 0, end - 12, "floor", path=floor)
    x, size = plan.boat
    label = words["board.boat"].format(who=words.player(explorer))
    acting = "acting" if is_diving else ""
    yield thing("boat", "boat", x, plan.surface - 8 * size, f"seat-{explorer}", acting, label=label, scale=size)
    at = (x + 34 * size, plan.surface - 3 * size)
    yield thing("boat-mark", f"mark-{explorer}", *at, f"seat-{explorer}", scale=size)
    if variant != Variant.NONE:
        rule = words[f"option.variant.{Variant(variant).name.lower()}"]
        said = {"label": rule, "text": rule, "about": f"variant-{variant}"}
        yield thing("variant", "", wide - 10, plan.surface / 2, "rule", plan.letters, "pinned", **said)


def gauge_span(plan: Plan) -> tuple[float, float]:
    """Where the tube begins and ends: beside the cards of the dive."""
    size, _, down = plan.card
    return plan.first[1] - 26 * size, plan.first[1] + down + 46 * size


@part
def gauge(plan: Plan, chance: float, words: Words) -> Iterator[Thing]:
    """The odds of an incident as a level that rises in a tube."""
    x, (top, end) = plan.gauge, gauge_span(plan)
    high = (end - top) * chance
    if chance:
        yield thing("level", "", x, end, "level", "pinned", path=f"M-11 0V-{high:.0f}q5.5-6 11 0t11 0V0Z")
    yield thing("tube", "", x, top, "tube", "pinned", path=f"M-13-8V{end - top:g}q0 13 13 13t13-13V-8")
    label = words["board.risk"].format(percent=round(100 * chance))
    shown = f"{round(100 * chance)} %"
    yield thing("odds", "", x, top - 18, "odds", plan.letters, "pinned", label=label, text=shown, about="odds")


def dangers(view: Sight) -> tuple[bool, ...]:
    """CC-7: of which suits some card of the pile would be an incident now; all of a suit, but in strange lands."""
    if not view.explored:
        return (False,) * SUITS
    by_number = view.variant == Variant.STRANGE_LANDS
    return tuple(
        any(is_incident(view.record, suit * RANKS + rank) for rank in (left if by_number else left[:1]))
        for suit, left in enumerate(map(ranks_in, view.pile))
    )


@cache
def ranks_in(cards: int) -> tuple[int, ...]:
    """The numbers of a suit's cards, of which the pile keeps a bit each."""
    return tuple(rank for rank in range(RANKS) if cards >> rank & 1)


@part
def warnings(plan: Plan, dangers: tuple[bool, ...], words: Words) -> Iterator[Thing]:
    """All suits in a row below the dive; those that would be an incident have a red ring."""
    x, step, y, size = plan.signs
    for suit, is_danger in enumerate(dangers):
        name = words[f"suit.{said.SUIT_NAMES[suit]}"]
        label = words["board.danger" if is_danger else "board.no_danger"].format(suit=name)
        symbol = f"danger-{suit}" if is_danger else f"suit-{suit}"
        now = "now" if is_danger else ""
        yield thing(f"watch-{suit}", symbol, x + step * suit, y, "watch", now, label=label, scale=size)


@part
def graveyard(plan: Plan, cards: int, words: Words) -> Iterator[Thing]:
    """The wreck on the sea floor, with the number of cards in it."""
    x, y, size = plan.grave
    label = words["board.grave"].format(count=cards)
    yield thing("grave", "grave", x, y, label=label, scale=size)
    yield thing("grave-count", "", x, y + 3, "count", text=str(cards), scale=max(0.7, size))


@part
def draw_pile(
    plan: Plan, cards: int, top: tuple[int, ...], known: tuple[int, ...], demanded: int, words: Words
) -> Iterator[Thing]:
    """The draw pile with its count, what one knows of its top, and whose eyes have seen it."""
    x, y, size = plan.pile
    if cards:
        yield thing("pile", "deck", x, y, label=words["board.pile"].format(count=cards), scale=size)
    yield thing("pile-count", "", x, y, "count", text=str(cards), scale=max(0.7, size))
    for depth, number in enumerate(top):
        if number >= 0:
            label = spoken(number, "board.top", words)
            yield card(number, x + (96 + 34 * depth) * size, y + 10 * size * depth, label, scale=0.9 * size)
    for owner, depth in enumerate(known):
        if depth:
            label = words["board.seen"].format(who=words.player(owner), count=depth)
            at = (x - 26 * size + 34 * size * owner, y - 66 * size)
            yield thing(f"eye-{owner}", "eye", *at, f"seat-{owner}", label=label, scale=size)
    if demanded:
        note = words["board.demanded"].format(count=demanded)
        at = (plan.table[0], y - 66 * size)
        yield thing("demanded", "", *at, "note", plan.letters, label=note, text=note, about="demanded")


def explored(view: Sight) -> tuple[tuple[int, int], ...]:
    """The cards of the exploration, and whether each is protected."""
    return tuple(zip(view.exploration[: view.explored], view.safe))


@part
def exploration(plan: Plan, cards: tuple[tuple[int, int], ...], kept: int, words: Words) -> Iterator[Thing]:
    """The cards on the rope; those that an incident would spare have a green halo."""
    size, across, down = plan.card
    places = [(plan.first[0] + across * (i % A_ROW), plan.first[1] + down * (i // A_ROW)) for i in range(len(cards))]
    stops = [(plan.boat[0], plan.surface + 4), *(places or [(plan.boat[0], plan.surface + 60)])]
    yield thing("rope", "", 0, 0, "rope", path="M" + "L".join(f"{x:g} {y:g}" for x, y in stops))
    for i, ((number, is_protected), (x, y)) in enumerate(zip(cards, places)):
        is_safe = i < kept or is_protected
        label = spoken(number, "board.safe" if is_safe else "board.explored", words)
        if is_safe:
            yield thing(f"halo-{i}", "halo", x, y, scale=size)
        yield from named_card(plan, number, x, y, label, size, words)


def laid(view: Sight) -> tuple[int, ...]:
    """The cards that a Map shows."""
    if view.phase == Phase.MAP and view.diver[view.explorer] == Diver.NAVIGATOR:
        return tuple(cards_of(view.grave))
    return tuple(number for number in view.mapped if number != NO_CARD)


@part
def laid_out(plan: Plan, shown: tuple[int, ...], words: Words) -> Iterator[Thing]:
    """The cards that a Map shows, face down for those who may not see them."""
    x, y, size = plan.table
    few = len(shown) <= LOOKS
    if not few:
        size *= 0.56
    step = 84 * size
    a_row = LOOKS if few else int((plan.sea[0] - x - 20) // step)
    for place, number in enumerate(shown):
        row, column = divmod(place, a_row)
        at = (x + step * (column + 0.5), y + 74 * size * row - (0 if few else 80 * size))
        if number == UNSEEN:
            yield thing(f"shown-{place}", "back", *at, label=words["board.unseen"], scale=size)
        else:
            yield card(number, *at, spoken(number, "board.shown", words), size)


def owned(view: Sight, owner: int) -> tuple[int, tuple[int, ...], int, int, bool, bool]:
    """All that is drawn of a hold: whose, its cards by suit, points, diver, and whether it is at sea or at risk."""
    is_now = owner == view.explorer and view.seat != NOBODY
    points = int(worth(view.record, owner))
    return owner, frozen(view.hold[owner]), points, view.diver[owner], is_now, view.victim == owner


@part
def hold(
    plan: Plan,
    seats: int,
    owner: int,
    suits: tuple[int, ...],
    points: int,
    diver: int,
    is_now: bool,
    is_victim: bool,
    words: Words,
) -> Iterator[Thing]:
    """A panel with mark, points and diver, and of each suit the highest card."""
    x, top, wide, most = plan.holds
    high = min(most, (plan.height - top) / seats)
    y = top + high * owner
    label = words["board.hold"].format(who=words.player(owner), points=points)
    panel = f"M4 3H{wide - 4}V{high - 3:g}H4Z"
    yield thing(f"hold-{owner}", "", x, y, "board", "now" if is_now else "", path=panel, label=label, about="hold")
    a_row, step, size = plan.mini
    is_beside = a_row < SUITS  # mark and points stand above the suits, or left of them
    size = min(size, (high - 46) / 114) if is_beside else size
    if not is_beside and seats == FEWEST:  # room for two rows
        a_row, step, size = A_ROW, 66, 0.84 if diver == Diver.NONE else 0.7
    at = (x + 24, y + 22) if is_beside else (x + 18, y + high / 2 - 10)
    yield thing(f"hold-mark-{owner}", f"mark-{owner}", *at, f"seat-{owner}", scale=1.2 if is_beside else 1.0)
    at = (x + 46, y + 24) if is_beside else (x + 9, y + high / 2 + 14)
    yield thing(f"points-{owner}", "", *at, "points", plan.letters, text=str(points))
    if diver != Diver.NONE:
        power = words[f"option.divers.{NAMES[diver]}"]
        at = (x + 96, y + 24) if is_beside else (x + 44, y + 11)
        name, about = power.partition(":")[0].strip(), f"diver-{diver}"
        yield thing(f"diver-{owner}", "", *at, "who", plan.letters, label=power, text=name, about=about)
    if is_victim:
        yield thing(f"victim-{owner}", "target", x + wide - 20, y + 20, label=words["board.victim"])
    for suit, ranks in enumerate(suits):
        row, column = divmod(suit, a_row)
        last = y + high - 6 - 28 * size
        first = (
            (x + 38, y + 42 + 28 * size)
            if is_beside
            else (x + (60 if a_row == SUITS else 88), last - 57 * size * (SUITS // a_row - 1))
        )
        down = min(80.0, (high - 46) / 2) if is_beside else 57 * size
        at = (first[0] + step * column, first[1] + down * row)
        yield from held(plan, owner, suit, ranks, *at, size, words)


def held(
    plan: Plan, owner: int, suit: int, ranks: int, x: float, y: float, size: float, words: Words
) -> Iterator[Thing]:
    """One suit of a hold: an empty place, or its highest card and how many lie below."""
    *below, top = [suit * RANKS + rank for rank in range(RANKS) if ranks >> rank & 1] or [NO_CARD]
    if top == NO_CARD:
        yield thing(f"slot-{owner}-{suit}", f"slot-{suit}", x, y, scale=size)
        return
    for depth, number in enumerate(reversed(below), 1):
        at = (x, y - 2.5 * min(3, depth) * size)
        yield thing(f"card-{number}", f"mini-{suit}", *at, label=spoken(number, "board.held", words, owner), scale=size)
    symbol = f"minis-{suit}" if below else f"mini-{suit}"
    label = spoken(top, "board.held", words, owner)
    yield thing(f"card-{top}", symbol, x, y, "mini", label=label, text=str(value_of(top)), scale=size)
    if below:
        at = (x + 11 * size, y + 13 * size)
        yield thing(f"below-{owner}-{suit}", "", *at, "below", plan.letters, text=f"+{len(below)}")


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
    return "\n".join([*lines, "", " " * 30 + head, *holds])


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
    yield f"{mark(owner)} {names[owner]:<21.21} {worth(view.record, owner):>4}  {row}"
    if view.diver[owner] != Diver.NONE:
        yield f"  [dim]{words[f'option.divers.{NAMES[view.diver[owner]]}']}[/]"
