"""A scene is a picture as plain data: things with lasting ids, and what may be done with them.

The browser draws scenes live; here they are written down as SVG, for notebooks, reports and tests.
An act is a path of things to touch, one after the other: piece, then place; tile, then turned tile; or just a button.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, wraps
from html import escape
from types import MappingProxyType
from typing import Any, NotRequired, TypedDict

import numpy as np

from fathom5.kernel.game import offers


class Thing(TypedDict):
    """Something on the board; what comes later in a scene lies on top."""

    id: str  # the same as long as it is the same thing, so that it can glide
    symbol: str  # from the board's SYMBOLS or from the shared ones below; "" where there is only text or a path
    x: float
    y: float
    classes: NotRequired[str]
    label: NotRequired[str]  # for those who cannot see it; a thing without one is only decoration
    text: NotRequired[str]  # a word or number drawn on it
    note: NotRequired[str]  # the place or number that the log calls it by: printed discreetly, and can be switched off
    about: NotRequired[str]  # which entry of the board's ABOUT tells what it does, if not the one of its symbol
    turn: NotRequired[float]  # degrees, clockwise
    scale: NotRequired[float]
    path: NotRequired[str]  # a line of its own, as SVG path data, instead of a symbol


class Act(TypedDict):
    """Something the seat to move can do."""

    action: int
    words: str  # on the button
    path: list[str]  # ids of things to touch, in order; empty where there is only the button


WIDE, TALL = SHAPES = ("wide", "tall")  # of the stage that a scene is composed for: across a desk, or up a phone


class Scene(TypedDict):
    box: list[float]  # what is to be seen of the plane: x, y, width, height
    things: list[Thing]
    acts: list[Act]  # none for who is not to move
    ask: str  # what is to be decided, in a sentence


# Drawing. Most of a picture is as it was before the last action, so what was drawn once is used again.

LANGUAGES = ("en", "fr")
DRAWN = 1 << 14  # things that are kept at hand
PARTS = 1 << 9  # and of each part of a board, how many of its looks
HOUSES = 64  # sets of house rules whose words are


BEFORE_A_SIGN = re.compile(r" (?=[:;!?»]|%(?!\())|(?<=«) ")  # spaces at which French never breaks a line


def typeset(text: str, language: str) -> str:
    """As it is to be printed: where French has a space before a sign, the sign stays on the line."""
    return BEFORE_A_SIGN.sub("\N{NO-BREAK SPACE}", text) if language == "fr" else text


OPEN, CLOSE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"  # around who is spoken of; they are not seen
A_SEAT = re.compile(f"{OPEN}[^{CLOSE}]*? ([1-9]){CLOSE}")


def introduced(text: str, names: Sequence[str]) -> str:
    """With people's names in the place of seats: pictures are drawn once for all tables, and told by name at each."""
    if OPEN not in text:
        return text
    called = dict(enumerate(names, 1))

    def name(seat: re.Match[str]) -> str:
        known = called.get(int(seat[1])) or seat[0]
        return unbracketed(known) if seat.start() and text[seat.start() - 1] == "(" else known

    return A_SEAT.sub(name, text)


def unbracketed(text: str) -> str:
    """For a place between brackets: those of a name become commas, since brackets in brackets are hard to read."""
    return text.replace(" (", ", ").replace(")", "")


NAMED_NUMBER = re.compile(r"<([a-z_0-9]+)>")  # a house rule by its name, where a text tells its number


class Words(dict[str, str]):
    """All that a game says in a language; what is drawn in these very words can be remembered."""

    language: str
    numbers: Mapping[str, int]  # those of the rulebook, by the names of house rules
    naming: dict[str, str]  # texts that name some of them, as they are written
    __hash__ = object.__hash__  # type: ignore[assignment]  # there is one for each language, and it never changes

    @classmethod
    def by_language(
        cls, said: Mapping[str, Sequence[str]], numbers: Mapping[str, int] = MappingProxyType({})
    ) -> "dict[str, Words]":
        """From what is said under each key, in one language after the other; with numbers of the rulebook."""
        spoken = {}
        for n, language in enumerate(LANGUAGES):
            spoken[language] = words = cls((key, typeset(both[n], language)) for key, both in said.items())
            words.language, words.numbers = language, numbers
            words.naming = {key: text for key, text in words.items() if NAMED_NUMBER.search(text)}
            words.update(words._with(numbers))
        return spoken

    def _with(self, numbers: Mapping[str, int]) -> dict[str, str]:
        """The texts that name numbers, with these."""
        return {key: NAMED_NUMBER.sub(lambda found: str(numbers[found[1]]), text) for key, text in self.naming.items()}

    def by_house(self, changed: Mapping[str, int]) -> "Words":
        """The same where house rules are in force: texts that name a number name the changed one."""
        if not changed or not self.naming:
            return self
        return _by_house(self, tuple(changed.items()))

    def player(self, seat: int) -> str:
        """Who sits there, as long as nobody is introduced."""
        return f"{OPEN}{self['seat']} {1 + seat}{CLOSE}"

    def count(self, key: str, number: int, **said: object) -> str:
        """The phrase for so many: one for a single thing, one for several; none is several, but not in French."""
        is_one = number == 1 or (number == 0 and self.language == "fr")
        return self[f"{key}.{'one' if is_one else 'many'}"].format(n=number, **said)


@lru_cache(HOUSES)
def _by_house(words: Words, changed: tuple[tuple[str, int], ...]) -> Words:
    """Once for each set of house rules, so that what is drawn in them can be remembered too."""
    others = Words(words)
    others.language, others.numbers, others.naming = words.language, words.numbers, words.naming
    others.update(words._with({**words.numbers, **dict(changed)}))
    return others


class Cited(str):
    """A line of a result that says where the rulebook tells why."""

    clause: str

    def __new__(cls, text: str, clause: str) -> "Cited":
        cited = super().__new__(cls, text)
        cited.clause = clause
        return cited


class Sight:
    """What a viewer may know, for who draws it: plain numbers, and lists that are made when first asked for."""

    def __init__(self, view: np.record) -> None:
        self.record = view  # for the rules
        numbers = view.tolist()
        self.__dict__.update((name, numbers[place]) for place, name in _numbers(view.dtype))

    def __getattr__(self, name: str) -> Any:
        value = self.record[name].tolist()
        setattr(self, name, value)
        return value


@cache
def _numbers(dtype: np.dtype) -> list[tuple[int, str]]:
    """The fields that hold a single number, with their places: all of them are read at once."""
    return [(place, name) for place, name in enumerate(dtype.names or ()) if not dtype[name].shape]


View = np.record | Sight


@lru_cache(DRAWN, typed=True)
def thing(id: str, symbol: str, x: float, y: float, *classes: str, **more: Any) -> Thing:
    """A thing, without what is not said of it. It is the same object wherever it looks the same: never change it."""
    said = {key: plain(value) for key, value in more.items() if value not in (None, "", 0)}
    if classes:
        said["classes"] = " ".join(filter(None, classes))
    return {"id": id, "symbol": symbol, "x": round(float(x), 1), "y": round(float(y), 1), **said}  # type: ignore[typeddict-item]


one_piece = lru_cache(DRAWN, typed=True)  # for what draws a single thing from a few plain values


def part(draw: Callable[..., Iterator[Thing]]) -> Callable[..., tuple[Thing, ...]]:
    """A part of a picture that follows from a few plain values: drawn once for each of them."""

    @lru_cache(PARTS, typed=True)
    @wraps(draw)
    def drawn(*values: Any) -> tuple[Thing, ...]:
        return tuple(draw(*values))

    return drawn


def frozen(values: list[Any]) -> tuple[Any, ...]:
    """Lists as tuples, which can be remembered."""
    is_nested = values and isinstance(values[0], list)
    return tuple(map(frozen, values)) if is_nested else tuple(values)


def plain(value: Any) -> Any:
    """A number of NumPy's as one of Python's, so that a scene is JSON data."""
    return value.item() if isinstance(value, np.generic) else value


def acts(view: Sight, seat: int, act: Callable[[int], tuple[str, list[str]]]) -> list[Act]:
    """All that the seat can do, if it is to move: for each action the words on its button, and its path."""
    if seat < 0 or view.seat != seat:
        return []
    told = ((action, *act(action)) for action in offers(view.record))
    return [{"action": action, "words": words, "path": path} for action, words, path in told]


# The look: tokens as (light, dark), and what classes mean in every picture.

TOKENS = {
    "paper": ("#fbf7ee", "#0b1722"),
    "ink": ("#0b1d2a", "#eaf2f1"),
    "depth-0": ("#e6f3f1", "#e6f3f1"),
    "depth-1": ("#bfe0de", "#bfe0de"),
    "depth-2": ("#7fbfc7", "#7fbfc7"),
    "depth-3": ("#3f8fa6", "#3f8fa6"),
    "depth-4": ("#1c5f7d", "#1c5f7d"),
    "depth-5": ("#0d3853", "#0d3853"),
    "depth-6": ("#071b2e", "#071b2e"),
    "night": ("#0b1d2a", "#0b1d2a"),  # ink that stays dark in both themes: outlines on water and on pieces
    "foam": ("#fbf7ee", "#fbf7ee"),  # paper that stays light in both themes: words on deep water
    "lamp": ("#ffd166", "#ffd166"),
    "coral": ("#e4572e", "#ff7a5c"),
    "kelp": ("#4f9d69", "#6fc48b"),
    "sand": ("#e9d8a6", "#cdbb86"),
    "gold": ("#d99a1c", "#f0b93a"),
}
SEAT_COLOURS = ("#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00")
LIGHT, DARK = 0, 1

STYLE = (
    "text{font:600 16px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central;fill:var(--night)}"
    ".title{font-family:ui-serif,Georgia,serif}.small{font-size:12px}.big{font-size:28px}"
    ".line{fill:none;stroke:var(--night);stroke-width:2;stroke-linejoin:round;stroke-linecap:round}"
    ".edge{stroke:var(--night);stroke-width:2;stroke-linejoin:round}.own{fill:currentColor}"
    ".quiet>.note{display:none}"  # until it is touched, on a page
    ".shade{opacity:.45}.can{filter:drop-shadow(0 0 5px var(--lamp)) drop-shadow(0 0 2px var(--lamp))}"
    + "".join(f".{name}{{fill:var(--{name})}}" for name in TOKENS)
    + "".join(f".seat-{seat}{{color:{colour}}}" for seat, colour in enumerate(SEAT_COLOURS))
)

_STAR = "M0-9 2.6-2.8 9-2.8 4 1.4 5.6 8 0 4.2-5.6 8-4 1.4-9-2.8-2.6-2.8Z"
MARKS = (
    '<circle r="7" class="own edge"/>',
    '<rect x="-6.5" y="-6.5" width="13" height="13" class="own edge"/>',
    '<path d="M0-8 8 6.5H-8Z" class="own edge"/>',
    '<path d="M0-9 8 0 0 9-8 0Z" class="own edge"/>',
    f'<path d="{_STAR}" class="own edge"/>',
    '<path d="M0-8a8 8 0 1 1 0 16a8 8 0 1 1 0-16M0-3.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7" '
    'fill-rule="evenodd" class="own edge"/>',
)
_PIPS = {
    1: ((0, 0),),
    2: ((-6, -6), (6, 6)),
    3: ((-6, -6), (0, 0), (6, 6)),
    4: ((-6, -6), (6, -6), (-6, 6), (6, 6)),
    5: ((-6, -6), (6, -6), (0, 0), (-6, 6), (6, 6)),
    6: ((-6, -6), (6, -6), (-6, 0), (6, 0), (-6, 6), (6, 6)),
}
_DIE = '<rect x="-13" y="-13" width="26" height="26" rx="5" class="foam edge"/>'
SHARED = {f"mark-{seat}": mark for seat, mark in enumerate(MARKS)} | {
    "die": _DIE,
    **{
        f"die-{face}": _DIE + "".join(f'<circle cx="{x}" cy="{y}" r="2.7" class="night"/>' for x, y in pips)
        for face, pips in _PIPS.items()
    },
}


def svg(scene: Scene, symbols: dict[str, str], style: str = "", theme: int = LIGHT) -> str:
    """The scene as one self-contained picture; colours are written out, for viewers that know no variables."""
    used = {thing["symbol"] for thing in scene["things"]}
    shapes = (
        f'<symbol id="symbol-{name}" overflow="visible">{shape}</symbol>'
        for name, shape in (SHARED | symbols).items()
        if name in used
    )
    first = {act["path"][0] for act in scene["acts"] if act["path"]}
    x, y, width, height = scene["box"]
    drawn = "".join(draw(thing, thing["id"] in first) for thing in scene["things"])
    return coloured(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img"><desc>{escape(described(scene))}</desc><style>{STYLE}{style}</style>'
        f"<defs>{symbols.get('defs', '')}{''.join(shapes)}</defs>{drawn}</svg>",
        theme,
    )


def coloured(text: str, theme: int) -> str:
    """Write out the colour behind each token."""
    for name, colours in TOKENS.items():
        text = text.replace(f"var(--{name})", colours[theme])
    return text


def described(scene: Scene) -> str:
    """All labels, for those who cannot see the picture."""
    return "; ".join(thing["label"] for thing in scene["things"] if thing.get("label"))


def draw(thing: Thing, can: bool) -> str:
    """One thing in its place; what may be touched now is lit."""
    title = f"<title>{escape(thing['label'])}</title>" if "label" in thing else ""
    used = f'<use href="#symbol-{thing["symbol"]}"/>' if thing["symbol"] else ""
    return _placed(thing, can, used, f'id="{thing["id"]}" ', title)


def _placed(thing: Thing, can: bool, shape: str, name: str = "", title: str = "") -> str:
    """Its shape, or a path of its own, and its words."""
    classes = " ".join(filter(None, (thing["symbol"], thing.get("classes", ""), "can" if can else "")))
    place = f"translate({thing['x']:g} {thing['y']:g})"
    if "turn" in thing:
        place += f" rotate({thing['turn']:g})"
    if "scale" in thing:
        place += f" scale({thing['scale']:g})"
    inside = title + (f'<path d="{thing["path"]}"/>' if "path" in thing else shape)
    if "text" in thing:
        inside += f"<text>{escape(thing['text'])}</text>"
    if "note" in thing:
        inside += f'<text class="note">{escape(thing["note"])}</text>'
    return f'<g {name}class="{classes}" transform="{place}">{inside}</g>'


# On a page of words: many pictures, whose style is that of what lies within the class "scene". There no symbol is used
# from elsewhere, since the page's style does not reach into what is used; neither ids nor labels are there many times.

FAR = 200.0  # of the plane: no symbol reaches farther from its place


def inline(scene: Scene, own: Mapping[str, str], label: str = "") -> str:
    """The scene as a picture among others, with what lies within its box. Without a label it is decoration."""
    first = {act["path"][0] for act in scene["acts"] if act["path"]}
    x, y, width, height = scene["box"]
    near = (each for each in scene["things"] if "path" in each or _is_near(each, scene["box"]))
    drawn = "".join(_placed(each, each["id"] in first, _shape(each, own)) for each in near)
    told = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return f'<svg class="scene" viewBox="{x:g} {y:g} {width:g} {height:g}" {told}>{drawn}</svg>'


def _shape(thing: Thing, own: Mapping[str, str]) -> str:
    return own.get(thing["symbol"]) or SHARED.get(thing["symbol"], "")


def _is_near(thing: Thing, box: list[float]) -> bool:
    """Words alone have to begin within the picture."""
    x, y, width, height = box
    far = FAR if thing["symbol"] else 0
    return -far < thing["x"] - x < width + far and -far < thing["y"] - y < height + far
