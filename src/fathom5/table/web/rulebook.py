"""The rulebook as a page: short and with pictures first, then all clauses; a form finds words in it."""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple
from unicodedata import combining, normalize
from urllib.parse import urlencode

from markupsafe import Markup, escape
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from fathom5 import games
from fathom5.door import departures
from fathom5.door import guide as door
from fathom5.door.guide import Piece, Step
from fathom5.scene import inline
from fathom5.table.web import assets, pages
from fathom5.table.web.language import language_of, speech

LONGEST = 80  # letters of what is searched for
WORD = re.compile(r"[\w-]+")


class Drawn(NamedTuple):
    """A piece with its picture."""

    piece: Piece
    picture: Markup


class Pictured(NamedTuple):
    """A step with its pictures."""

    step: Step
    before: Markup
    after: Markup
    lines: tuple[str, ...]


class Found(NamedTuple):
    """Where something was found: its place on the page, what it is called there, the text, and its clauses."""

    anchor: str
    title: str
    text: Markup
    clauses: tuple[str, ...]


class Changes(NamedTuple):
    """What is not so at the table that a reader comes from."""

    house: assets.House  # its house rules
    told: dict[str, tuple[str, ...]]  # by clause

    @property
    def query(self) -> str:
        """What goes along from page to page."""
        return urlencode(self.house)

    def of(self, clauses: Iterable[str]) -> list[str]:
        """What is not so in these clauses, each once."""
        return list(dict.fromkeys(sentence for clause in clauses for sentence in self.told.get(clause, ())))

    @property
    def all(self) -> list[str]:
        return self.of(self.told)


class Book(NamedTuple):
    """All that a page shows of a game; drawn once."""

    defs: Markup
    what: tuple[str, ...]
    goal: str
    box: list[Drawn]
    steps: list[Pictured]
    groups: list[tuple[str, str, list[Drawn]]]  # title, what is said of all of them, and each
    options: list[tuple[str, str]]  # clause and text
    clauses: Markup


async def rulebook(request: Request) -> Response:
    """A game's rulebook, and what was asked of it."""
    name, language = request.path_params["game"], language_of(request)
    if name not in games.names():
        raise HTTPException(404)
    asked = request.query_params.get("q", "").strip()[:LONGEST]
    try:
        house = pages.house_of(request)
    except ValueError:
        raise HTTPException(404) from None
    changes, whole = Changes(house, departures(name, language, house)), await run_in_threadpool(book, name, language)
    return pages.page(
        request,
        "rulebook.html",
        card=pages.card(name, language),
        book=whole._replace(clauses=Markup(assets.departing(str(whole.clauses), changes.told))),
        changes=changes,
        choices=[(field.label, choice(field)) for field in pages.fields(name, language)],
        asked=asked,
        found=found(name, language, asked) if asked else [],
    )


def choice(field: pages.Field) -> str:
    """What can be chosen, numbers as a span; what is usual stands first, or in brackets."""
    called = dict(field.words)
    usual = called.get(field.default, "")
    if called and all(value.isdecimal() for value in called):
        return f"{next(iter(called.values()))}–{field.words[-1][1]} ({usual})"
    others = [word for word in (*called.values(), *(word for _, word in field.several)) if word != usual]
    return " · ".join(filter(None, (usual, *others)))


# Drawing.


@cache
def book(name: str, language: str) -> Book:
    told = door.guide(name, language)
    return Book(
        defs=Markup(assets.shared_by_pictures(name)),
        what=told.what,
        goal=told.goal,
        box=[drawn(name, piece) for piece in told.box],
        steps=[pictured(name, step, language) for step in told.steps],
        groups=[
            (group.title, group.told, [drawn(name, piece) for piece in group.pieces])
            for group in door.groups(name, language)
        ],
        options=[(clause, _plain(name, language, clause)) for clause in told.options],
        clauses=Markup(_with_ways_to_pictures(name, language)),
    )


def drawn(name: str, piece: Piece) -> Drawn:
    return Drawn(piece, Markup(inline(piece.scene, symbols_of(name))))


def _with_ways_to_pictures(name: str, language: str) -> str:
    """All clauses; those that a picture shows say where."""
    page, _ = assets.clauses_of(name, language), speech(language).gettext
    for clause, anchor in door.pictured(name).items():
        start = page.index(f'<li id="{clause}">')
        way = f' <a class="see" href="#{anchor}">{_("Picture")}</a></li>'
        page = page[:start] + page[start:].replace("</li>", way, 1)
    return page


def symbols_of(name: str) -> dict[str, str]:
    return games.load(name).board.SYMBOLS


def _plain(name: str, language: str, clause: str) -> str:
    return door.plainly(door.clauses(name, language)[clause])


def pictured(name: str, step: Step, language: str) -> Pictured:
    shown, _ = door.shown(name, step.name, language), speech(language).gettext
    told = ". ".join(shown.lines)
    before = inline(shown.before, symbols_of(name), _("Before: %(told)s") % {"told": told})
    after = inline(shown.after, symbols_of(name), _("After: %(told)s") % {"told": told})
    return Pictured(step, Markup(before), Markup(after), shown.lines)


# Searching.


def found(name: str, language: str, asked: str) -> list[Found]:
    """All places that have every word, whatever its case and accents; first what is short."""
    wanted = [plain_letters(word) for word in WORD.findall(asked)]
    return [
        Found(anchor, title, marked(text, wanted), clauses)
        for anchor, title, text, clauses in _places(name, language)
        if wanted and all(word in plain_letters(f"{title} {text}") for word in wanted)
    ]


def _places(name: str, language: str) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """Everything on the page that has a place: steps, pieces, clauses; and which clauses each is about."""
    steps = [(f"step-{step.name}", step.title, step.text, step.clauses) for step in door.guide(name, language).steps]
    pieces = [(anchor, piece.text, piece.told, (piece.clause,)) for anchor, piece in door.placed_pieces(name, language)]
    clauses = [(number, number, door.plainly(text), (number,)) for number, text in door.clauses(name, language).items()]
    return [*steps, *pieces, *clauses]


def plain_letters(text: str) -> str:
    """Small letters without accents, as many as before."""
    return "".join(_letter(letter) for letter in text)


def _letter(letter: str) -> str:
    base = "".join(part for part in normalize("NFD", letter.lower()) if not combining(part))
    return base if len(base) == 1 else letter


def marked(text: str, wanted: list[str]) -> Markup:
    """The text with what was asked for marked."""
    shown, at = Markup(""), 0
    for hit in re.finditer("|".join(map(re.escape, sorted(wanted, key=len, reverse=True))), plain_letters(text)):
        shown += escape(text[at : hit.start()]) + Markup("<mark>{}</mark>").format(text[hit.start() : hit.end()])
        at = hit.end()
    return shown + escape(text[at:])
