"""A game's rulebook for people who have never seen it: short, with pictures of a real match, and its clauses below.

What it says stands in `guide.toml` in the game's folder, each text in one language after the other; what it shows is
the match of `example.json`, drawn by the game's own board; the clauses are those of `rulebook.<language>.md`.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from fathom5 import games
from fathom5.door.books import checked_language, rulebook, words_of
from fathom5.door.match import Match, load
from fathom5.door.story import Line, lines_of
from fathom5.kernel.options import nearest
from fathom5.scene import LANGUAGES, WIDE, Scene, Thing, thing, typeset

CLAUSE = re.compile(r"^- ([A-Z]+-\d+) (.+)$", re.MULTILINE)
ASIDE = re.compile(r"(?<=\w) \*\([^)]*\)\*(?=:)|\*\([^)]*\)\*:? ?")  # (ruling), but not a name's colon
MARGIN = 70.0  # of the plane, around what a picture is about
LEAST, ASPECT = 400.0, 22 / 15  # how wide a picture is at least, and how much wider than high, as a desk's stage
FEW = 4  # lines of the log beside a picture
GUIDE, EXAMPLE = "guide.toml", "example.json"


class Piece(NamedTuple):
    """Something in the box: a drawing from the board's own symbols, what it is, and where the rulebook tells it."""

    things: tuple[Thing, ...]
    size: tuple[float, float]  # of the drawing, around its middle
    text: str
    clause: str
    told: str = ""  # what the clause says beyond that, where a list tells it

    @property
    def scene(self) -> Scene:
        """Its drawing."""
        width, height = self.size
        return Scene(box=[-width / 2, -height / 2, width, height], things=list(self.things), acts=[], ask="")


class Group(NamedTuple):
    """Pieces of a kind, for the list of all there is."""

    title: str
    told: str  # what is said of all of them
    pieces: tuple[Piece, ...]


class Cut(NamedTuple):
    """What a picture shows: some actions of the example, and which part of the board."""

    first: int
    last: int
    around: tuple[str, ...]  # ids of things, beside those that the log speaks of
    margin: float
    shape: str


class Step(NamedTuple):
    """A part of a turn."""

    name: str  # its anchor
    title: str
    text: str
    clauses: tuple[str, ...]
    cut: Cut


class Guide(NamedTuple):
    what: tuple[str, ...]  # three sentences
    goal: str
    box: tuple[Piece, ...]
    steps: tuple[Step, ...]
    options: tuple[str, ...]  # clauses
    scoring: str  # the clause that says how points are counted, or who has won


class Shown(NamedTuple):
    """The board before and after a step, cut alike, and what was told in between."""

    before: Scene
    after: Scene
    lines: tuple[str, ...]


# Reading.


@cache
def guide(name: str, language: str) -> Guide:
    """The short rulebook of a game, in a language."""
    read, spoken = _read(name), _Spoken(language)
    return Guide(
        what=tuple(typeset(sentence, language) for sentence in read["what"][spoken.place]),
        goal=spoken(read["goal"]),
        box=tuple(Piece(*_drawing(piece), spoken(piece["text"]), piece["clause"]) for piece in read["box"]),
        steps=tuple(_step(step, spoken) for step in read["turn"]),
        options=tuple(read["options"]),
        scoring=read["scoring"],
    )


class _Spoken:
    """Picks one language of what is said in all."""

    def __init__(self, language: str) -> None:
        self.language, self.place = language, LANGUAGES.index(checked_language(language))

    def __call__(self, said: list[str]) -> str:
        return typeset(said[self.place], self.language)


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files(games).joinpath(games.checked(name), GUIDE).read_text("utf8"))


def _drawing(said: dict[str, Any]) -> tuple[tuple[Thing, ...], tuple[float, float]]:
    width, height = said["size"]
    return tuple(_drawn(number, drawing) for number, drawing in enumerate(said["draw"])), (width, height)


def _drawn(number: int, drawing: str | dict[str, Any]) -> Thing:
    """A symbol by its name, or with its place, classes and what else a thing has."""
    if isinstance(drawing, str):
        return thing(str(number), drawing, 0, 0)
    more = {key: value for key, value in drawing.items() if key not in ("symbol", "x", "y", "classes")}
    place = drawing.get("x", 0), drawing.get("y", 0)
    return thing(str(number), drawing.get("symbol", ""), *place, drawing.get("classes", ""), **more)


def _step(said: dict[str, Any], spoken: _Spoken) -> Step:
    first, last = said["actions"]
    around = tuple(said.get("around", ()))
    cut = Cut(first, last, around, said.get("margin", MARGIN), said.get("shape", WIDE))
    return Step(said["name"], spoken(said["title"]), spoken(said["text"]), tuple(said["clauses"]), cut)


@cache
def clauses(name: str, language: str) -> dict[str, str]:
    """All clauses of a rulebook by their numbers, as they stand there."""
    return {number: typeset(text, language) for number, text in CLAUSE.findall(rulebook(name, language))}


def clause(name: str, language: str, number: str) -> str:
    """One of them; a number that is not there is a ValueError that says what would be right."""
    known = clauses(name, language)
    if number.upper() not in known:
        raise ValueError(f"there is no clause {number!r}; {nearest(number.upper(), known)}")
    return known[number.upper()]


def plainly(text: str) -> str:
    """A clause without the marks that only the rulebook needs."""
    return ASIDE.sub("", text).replace("*", "").replace("`", "").strip()


# The list of all there is: names are those of the board, or of the clauses themselves; texts are those of the tooltips.


@cache
def groups(name: str, language: str) -> tuple[Group, ...]:
    """All cards, tiles and people, by kind."""
    return tuple(_group(name, language, said) for said in _read(name)["list"])


def _group(name: str, language: str, said: dict[str, Any]) -> Group:
    """What has a clause in common is told it once."""
    told = plainly(clauses(name, language)[said["clause"]]) if "clause" in said else ""
    pieces = tuple(_listed(name, language, said | piece, "clause" in piece) for piece in said["pieces"])
    return Group(_Spoken(language)(said["title"]), told, pieces)


def _listed(name: str, language: str, said: dict[str, Any], tells: bool) -> Piece:
    """A piece of a list; a text is said in all languages, or a word of the game's, or else the head of its clause."""
    clause, text = said["clause"], said.get("text")
    head, rest = _parted(plainly(clauses(name, language)[clause]))
    if isinstance(text, list):
        return Piece(*_drawing(said), _Spoken(language)(text), clause, f"{head}{rest}" if tells else "")
    called = words_of(name, language)[text] if text else head
    is_head = called.lower() == head.lower()
    told = rest.lstrip("\xa0 :,") if is_head else f"{head}{rest}"
    return Piece(*_drawing(said), _capital(called), clause, _capital(told) if tells else "")


def _parted(text: str) -> tuple[str, str]:
    """The head of a clause, such as the name of a card, and what is said of it."""
    head = re.split(r"\s*[:,]", text, maxsplit=1)[0]
    return head, text[len(head) :]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def placed_pieces(name: str, language: str) -> Iterator[tuple[str, Piece]]:
    """All pieces of the list, with their anchors."""
    for n, group in enumerate(groups(name, language), 1):
        for m, piece in enumerate(group.pieces, 1):
            yield f"piece-{n}-{m}", piece


@cache
def pictured(name: str) -> dict[str, str]:
    """Where a picture shows each clause: at the step that is about it, else that cites it too, else at its piece."""
    steps, pieces = guide(name, LANGUAGES[0]).steps, reversed(list(placed_pieces(name, LANGUAGES[0])))
    listed = {piece.clause: anchor for anchor, piece in pieces}
    cited = {clause: f"step-{step.name}" for step in reversed(steps) for clause in step.clauses}
    return listed | cited | {step.clauses[0]: f"step-{step.name}" for step in reversed(steps)}


# In letters.


def short(name: str, language: str) -> str:
    """The short form as Markdown, for the terminal."""
    told, title = guide(name, language), _title(name, language)
    turn = (f"{n}. **{step.title}** {step.text} ({', '.join(step.clauses)})" for n, step in enumerate(told.steps, 1))
    box = (f"- {piece.text}" for piece in told.box)
    return "\n".join([f"# {title}", "", *told.what, "", told.goal, "", *box, "", *turn, ""])


def _title(name: str, language: str) -> str:
    return rulebook(name, language).partition("\n")[0].removeprefix("# ")


# The pictures.


@cache
def recipe(name: str) -> dict[str, Any]:
    """The example as data: seed, options, and all actions, chance's included."""
    return json.loads(files(games).joinpath(games.checked(name), EXAMPLE).read_text("utf8"))


@cache
def example(name: str) -> dict[int, Match]:
    """The match as it stood after so many actions, wherever a picture needs it: played once, from the start."""
    steps = guide(name, LANGUAGES[0]).steps
    wanted = sorted({n for step in steps for n in range(step.cut.first - 1, step.cut.last + 1)})
    ready, actions = load(name, **recipe(name)["options"]), recipe(name)["actions"]
    match, past = Match(ready.game, ready.options, None), {}
    for n in wanted:
        match.follow(actions[len(match.actions) : n])
        past[n] = match.copy()
    return past


@cache
def shown(name: str, step: str, language: str) -> Shown:
    """The board before and after a step, with what the log told of it."""
    (wanted,) = (each for each in guide(name, language).steps if each.name == step)
    cut, past = wanted.cut, example(name)
    lines = [line for n in range(cut.first, cut.last + 1) for line in _told(past[n - 1], past[n], language)]
    told = [line for line in lines if line["clause"] in wanted.clauses]
    before = _seen(past[cut.first - 1], past[cut.first], language, cut.shape)
    after = _seen(past[cut.last], None, language, cut.shape)
    if not _read(name).get("rim", True):
        before, after = _without_rim(before), _without_rim(after)
    box = _framed((before, after), {*cut.around, *_spoken_of(told, (before, after))}, cut.margin)
    texts = tuple(dict.fromkeys(line["text"] for line in told))[:FEW]
    return Shown(_cropped(before, box), _cropped(after, box), texts)


def _told(before: Match, after: Match, language: str) -> list[Line]:
    """What somebody who looks on hears of an action."""
    names = before.names(language)
    return lines_of(before.game, len(after.actions), before.seat, before.glance(), after.glance(), language, names)


def _seen(match: Match, then: Match | None, language: str, shape: str) -> Scene:
    """As somebody who looks on sees it; and what will be touched next is lit."""
    scene = match.scene(None, language, shape)
    if then is None or match.seat < 0:
        return scene
    own, action = match.scene(match.seat, language, shape), then.actions[len(match.actions)]
    acts = [act for act in own["acts"] if act["action"] == action]
    shown = {each["id"] for each in scene["things"]}.union(*(act["path"] for act in acts))
    return Scene(box=scene["box"], things=[each for each in own["things"] if each["id"] in shown], acts=acts, ask="")


def _without_rim(scene: Scene) -> Scene:
    """Where the plane moves behind the stage, what is pinned to its rim is out of place."""
    things = [each for each in scene["things"] if not _is_pinned(each)]
    return Scene(box=scene["box"], things=things, acts=scene["acts"], ask=scene["ask"])


def _is_pinned(thing: Thing) -> bool:
    return "pinned" in thing.get("classes", "").split()


def _spoken_of(lines: Iterable[Line], scenes: Iterable[Scene]) -> set[str]:
    """The things of the board that lines speak of; what is pinned to the rim of the stage is nowhere on it."""
    things = (each for scene in scenes for each in scene["things"])
    pinned = {each["id"] for each in things if _is_pinned(each)}
    return {thing for line in lines for thing in line["things"]} - pinned


def _framed(scenes: tuple[Scene, ...], ids: set[str], margin: float) -> list[float]:
    """The part of the plane in which these things are, in all of the scenes: as wide and high as all pictures are."""
    things = (each for scene in scenes for each in scene["things"])
    places = [(each["x"], each["y"]) for each in things if each["id"] in ids]
    whole = scenes[0]["box"]
    if not places:
        return whole
    low, high = ([pick(place[axis] for place in places) for axis in (0, 1)] for pick in (min, max))
    needed = [high[axis] - low[axis] + 2 * margin for axis in (0, 1)]
    width = min(max(needed[0], needed[1] * ASPECT, LEAST), whole[2], whole[3] * ASPECT)
    size = [width, width / ASPECT]
    corner = [
        min(max((low[axis] + high[axis] - size[axis]) / 2, whole[axis]), whole[axis] + whole[axis + 2] - size[axis])
        for axis in (0, 1)
    ]
    return [*corner, *size]


def _cropped(scene: Scene, box: list[float]) -> Scene:
    return Scene(box=box, things=scene["things"], acts=scene["acts"], ask=scene["ask"])
