"""What the pages show of a game: its picture, its symbols, its colours and its rulebook; the same for every game."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from random import Random
from threading import Lock
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from markdown_it import MarkdownIt

from fathom5 import door, games
from fathom5.door import LANGUAGES, Match, departures, lessons, load
from fathom5.door.guide import clauses, guide, pictured, placed_pieces, plainly, shown
from fathom5.scene import SEAT_COLOURS, SHARED, STYLE, TOKENS, inline, svg, typeset
from fathom5.table.web.language import speech

MARK = re.compile(r"<li>(?:<p>)?([A-Z]+-\d+) ")  # a clause of a rulebook begins with its number
MENTION = re.compile(r"(?<![\w\"#>-])([A-Z]{2}-\d+)(?![\w\"-])")  # and others speak of it
PICTURE_SEED, PICTURE_PLAYERS = 5, 4
House = Mapping[str, Any]  # house rules by the names that options have
BY_THE_BOOK: House = MappingProxyType({})


@cache
def look() -> str:
    """The colours of `scene.TOKENS` for both themes, as variables."""
    light, dark = ("".join(f"--{name}:{pair[theme]};" for name, pair in TOKENS.items()) for theme in (0, 1))
    seats = "".join(f"--colour-{n}:{colour};--seat-{n}:{colour};" for n, colour in enumerate(SEAT_COLOURS))
    worn = "".join(
        f".seat-{n}{{color:var(--seat-{n})}}.colour-{n}{{color:var(--colour-{n})}}" for n in range(len(SEAT_COLOURS))
    )
    return (
        f":root{{color-scheme:light;{light}{seats}}}"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}{worn}"
    )


@cache
def board_css(name: str) -> str:
    """The style of the game's board; seats wear the colours that people chose."""
    style = STYLE + games.load(name).board.STYLE
    for seat, colour in enumerate(SEAT_COLOURS):
        style = style.replace(f".seat-{seat}{{color:{colour}}}", f".seat-{seat}{{color:var(--seat-{seat})}}")
    return style


@cache
def symbols(name: str) -> str:
    """All symbols of the game, drawn once."""
    own = games.load(name).board.SYMBOLS
    shapes = (
        f'<symbol id="symbol-{symbol}" overflow="visible">{shape}</symbol>'
        for symbol, shape in (SHARED | own).items()
        if symbol != "defs"
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{own.get("defs", "")}{"".join(shapes)}</defs></svg>'


@cache
def picture(name: str, theme: int, language: str) -> str:
    """The board in the middle of a game, as someone who looks on sees it."""
    board = load(name).game.board
    return svg(midway(name).scene(language=language), board.SYMBOLS, board.STYLE, theme)


_one_at_a_time: dict[str, Lock] = defaultdict(Lock)


def midway(name: str) -> Match:
    """A game of up to four that has come half its way, played once, however many ask at the same time."""
    with _one_at_a_time[name]:
        return _midway(name)


@cache
def _midway(name: str) -> Match:
    """They play at random; where they came by is kept, since interpreted it takes as long to get there again."""
    most = games.load(name).options["players"].allowed[-1]
    whole, luck = load(name, players=min(PICTURE_PLAYERS, int(most))).start(seed=PICTURE_SEED), Random(PICTURE_SEED)
    past = [whole.copy()]
    while not whole.over:
        whole.play(luck.choice(list(whole.offers)))
        past.append(whole.copy())
    return next(match for match in past if len(match.actions) >= len(whole.actions) // 2)


@cache
def pictures_css(name: str) -> str:
    """The style of the game's pictures on a page of words: nothing of it reaches beyond them."""
    return f".scene{{{board_css(name)}}}"


def shared_by_pictures(name: str) -> str:
    """Gradients and the like, once on a page with pictures of a game."""
    return f'<svg class="unseen" aria-hidden="true"><defs>{games.load(name).board.SYMBOLS.get("defs", "")}</defs></svg>'


@cache
def clauses_of(name: str, language: str) -> str:
    """The sections of the rulebook as a piece of a page, in which each clause can be linked to."""
    head, _, sections = door.rulebook(name, language).partition("\n## ")
    marks = head.strip().split("\n\n")[-1]  # what (ruling) and the like mean
    page = MarkdownIt().render(f"{marks}\n\n## {sections}")
    page = page.replace("<h2>", "<h3>").replace("</h2>", "</h3>")
    page = MARK.sub(r'<li id="\1"><a class="clause" href="#\1">\1</a> ', page)
    return typeset(MENTION.sub(r'<a href="#\1">\1</a>', page), language)


def rulebook(name: str, language: str, house: House = BY_THE_BOOK) -> str:
    """The rulebook beside the board, with what is not so at a table with house rules."""
    _ = speech(language).gettext
    query, whole = urlencode({"lang": language, **house}), escape(_("The whole rulebook, with pictures"))
    head = f'<h2>{_("Rulebook")}</h2><p><a href="/rules/{name}?{escape(query)}" target="_blank">{whole}</a></p>'
    page = departing(_illustrated(name, language), departures(name, language, house))
    return f'<link rel="stylesheet" href="/games/{name}/pictures.css">{shared_by_pictures(name)}{head}{page}'


def departing(page: str, told: Mapping[str, tuple[str, ...]]) -> str:
    """Clauses of a page with what is not so at a table, each below what the rulebook says and above its pictures."""
    for clause, sentences in told.items():
        start = page.index(f'<li id="{clause}">')
        end = min(place for mark in ("<figure", "</li>") if (place := page.find(mark, start)) >= 0)
        notes = "".join(f'<p class="house-rule">{escape(sentence)}</p>' for sentence in sentences)
        page = page[:end] + notes + page[end:]
    return page


@cache
def _illustrated(name: str, language: str) -> str:
    """The clauses, each step's picture at the clause that it is about."""
    page = clauses_of(name, language)
    for clause, figure in _figures(name, language):
        start = page.index(f'<li id="{clause}">')
        page = page[:start] + page[start:].replace("</li>", f"{figure}</li>", 1)
    return page


def _figures(name: str, language: str) -> Iterator[tuple[str, str]]:
    """Pictures of steps and of pieces that no step shows, each with the clause that it is about."""
    own, places = games.load(name).board.SYMBOLS, pictured(name)
    for step in guide(name, language).steps:
        picture = inline(shown(name, step.name, language).after, own, step.title)
        cited = " ".join(step.clauses)
        text = escape(step.text)
        yield step.clauses[0], f'<figure data-clauses="{cited}">{picture}<figcaption>{text}</figcaption></figure>'
    for anchor, piece in placed_pieces(name, language):
        if places[piece.clause] == anchor:
            picture = inline(piece.scene, own, piece.text)
            yield piece.clause, f'<figure class="drawing" data-clauses="{piece.clause}">{picture}</figure>'


def about(name: str, language: str, house: House = BY_THE_BOOK) -> str:
    """What each thing on the board is and does: the clause of the rulebook that tells it, as plain text."""
    told = {
        key: {"clause": clause, "text": plainly(clauses(name, language)[clause])}
        for key, clause in _told_of(name).items()
    }
    return json.dumps(_noted(told, departures(name, language, house)), ensure_ascii=False)


def lesson(name: str, language: str, house: House = BY_THE_BOOK) -> str:
    """The first dive of a game: what its coach says, and when."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no lesson in {language!r}")
    told = _lesson(games.checked(name), language)
    decisions = _noted(told["decisions"], departures(name, language, house))
    return json.dumps(told | {"decisions": decisions}, ensure_ascii=False)


@cache
def _lesson(name: str, language: str) -> dict[str, Any]:
    return lessons.dive(name).told(language)


def _noted(texts: dict[str, Any], told: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """Texts that each quote a clause, with what is not so at a table with house rules."""
    return {
        key: text | ({"house": told[text["clause"]]} if text["clause"] in told else {}) for key, text in texts.items()
    }


def _told_of(name: str) -> dict[str, str]:
    return dict(getattr(games.load(name).board, "ABOUT", {}))
