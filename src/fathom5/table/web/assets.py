"""What the pages show of a game: its picture, its symbols, its colours and its rulebook; the same for every game."""

import json
import re
from collections import defaultdict
from functools import cache
from random import Random
from threading import Lock

from markdown_it import MarkdownIt

from fathom5 import door, games
from fathom5.door import Match, load
from fathom5.scene import SEAT_COLOURS, SHARED, STYLE, TOKENS, svg, typeset

MARK = re.compile(r"<li>(?:<p>)?([A-Z]+-\d+) ")  # a clause of a rulebook begins with its number
MENTION = re.compile(r"(?<![\w\"#>-])([A-Z]{2}-\d+)(?![\w\"-])")  # and others speak of it
CLAUSE = re.compile(r"^- ([A-Z]+-\d+) (.+)$", re.MULTILINE)
ASIDE = re.compile(r"\*\([^)]*\)\*:? ?")  # such as (ruling)
PICTURE_SEED, PICTURE_PLAYERS = 5, 4


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
def rulebook(name: str, language: str) -> str:
    """The rulebook as a piece of a page, in which each clause can be linked to."""
    page = MarkdownIt().render(door.rulebook(name, language))
    page = MARK.sub(r'<li id="\1"><a class="clause" href="#\1">\1</a> ', page)
    return typeset(MENTION.sub(r'<a href="#\1">\1</a>', page), language)


@cache
def about(name: str, language: str) -> str:
    """What each thing on the board is and does: the clause of the rulebook that tells it, as plain text."""
    clauses = dict(CLAUSE.findall(door.rulebook(name, language)))
    told = {
        key: {"clause": clause, "text": typeset(plainly(clauses[clause]), language)}
        for key, clause in _told_of(name).items()
    }
    return json.dumps(told, ensure_ascii=False)


def _told_of(name: str) -> dict[str, str]:
    return dict(getattr(games.load(name).board, "ABOUT", {}))


def plainly(text: str) -> str:
    """A clause without the marks that only the rulebook needs."""
    return ASIDE.sub("", text).replace("*", "").replace("`", "").strip()
