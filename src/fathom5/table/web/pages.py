"""The pages: shells that the modules in the browser fill with life."""

import json
from collections.abc import Awaitable, Callable, Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from fathom5 import games
from fathom5.door import house_rules_among, house_rules_meant, words_of
from fathom5.door.guide import guide
from fathom5.scene import DARK, LIGHT, MARKS, SEAT_COLOURS
from fathom5.table.play import botseats
from fathom5.table.play.aside import SetAside
from fathom5.table.play.people import seat_of
from fathom5.table.play.searches import Told
from fathom5.table.web import assets
from fathom5.table.web.devices import device_of
from fathom5.table.web.language import language_of, speech, spoken_by_scripts

STATIC = Path(__file__).parent / "static"
STAMP = sha256(b"".join(path.read_bytes() for path in sorted(STATIC.iterdir()))).hexdigest()[:12]
FOR_EVER = "public, max-age=31536000, immutable"  # what lies under a stamp never changes
A_DAY = "public, max-age=86400"
ON_OFF = (False, True)
THEMES = {"light": LIGHT, "dark": DARK}
CLOCKS = (20, 60, 180, 600)  # seconds a decision
FEW = 8  # so many numbers are shown side by side, more on a slider


# What the templates are told.


class Card(NamedTuple):
    """A game on the first page."""

    name: str
    title: str
    blurb: str
    length: str
    players: str
    depth: str  # how deep it is played, where the game says so; the first page dives from one to the next


class Field(NamedTuple):
    """An option on the set-up form."""

    name: str
    label: str
    kind: str  # range, slider, switch, words, list or set
    default: Any
    words: list[tuple[str, str]]  # each value as JSON, and what it is called
    several: list[tuple[str, str]]
    most: int


def cards(language: str) -> list[Card]:
    """All games, from the surface to the abyss."""
    return sorted((card(name, language) for name in games.names()), key=lambda card: card.depth)


def card(name: str, language: str) -> Card:
    game = games.load(name)
    words, players = game.words.WORDS[language], game.options["players"].allowed
    span = f"{players[0]}–{players[-1]}"
    return Card(name, words["title"], words["blurb"], words["length"], span, words.get("depth", ""))


def fields(name: str, language: str) -> list[Field]:
    """All options of a game but the number of players, which follows from the seats."""
    words = games.load(name).words.WORDS[language]

    def spoken(key: str, values: Iterable[object]) -> list[tuple[str, str]]:
        return [(json.dumps(value), called(words, key, value, language)) for value in values]

    return [
        Field(
            key,
            words[f"option.{key}"],
            kind_of(option),
            json.dumps(option.default),
            spoken(key, (*((None,) if option.default is None else ()), *option.allowed)),
            spoken(key, option.several),
            option.most,
        )
        for key, option in games.load(name).options.items()
        if key != "players"
    ]


def called(words: dict[str, str], option: str, value: object, language: str) -> str:
    """What a value of an option is called: by the game where it has a word for it."""
    _ = speech(language).gettext
    if isinstance(value, list | tuple):
        return ", ".join(called(words, option, word, language) for word in value) or _("none")
    ours = {"True": _("on"), "False": _("off"), "None": _("as the rulebook says")}
    return words.get(f"option.{option}.{value}", ours.get(str(value), str(value)))


def agreed(name: str, options: dict[str, Any], language: str) -> list[tuple[str, str]]:
    """What a table has agreed on, in words."""
    words = words_of(name, language, options)
    return [(words[f"option.{key}"], called(words, key, value, language)) for key, value in options.items()]


def kind_of(option: Any) -> str:
    """How an option is asked for."""
    if option.several:
        return "list" if option.allowed else "set"
    if option.allowed == ON_OFF and option.default is not None:
        return "switch"
    if isinstance(option.allowed, range) and len(option.allowed) > FEW:
        return "slider"
    return "words"


# Drawing a page.


@cache
def environment(language: str) -> Environment:
    """Templates that speak one language."""
    made = Environment(
        loader=PackageLoader("fathom5.table.web"),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.install_gettext_translations(speech(language), newstyle=True)  # type: ignore[attr-defined]
    made.globals.update(
        language=language,
        static=f"/static/{STAMP}",
        colours=SEAT_COLOURS,
        marks=[Markup(mark) for mark in MARKS],  # our own drawings
        script_words=spoken_by_scripts(language),
    )
    return made


def page(request: Request, template: str, status: int = 200, **more: Any) -> HTMLResponse:
    """A page in the reader's language and theme."""
    language, theme = language_of(request), request.cookies.get("theme", "")
    shown = environment(language).get_template(template)
    text = shown.render(theme=theme if theme in THEMES else "", **more)
    return HTMLResponse(text, status, {"Cache-Control": "no-cache", "Content-Language": language})


async def first(request: Request) -> Response:
    return page(
        request,
        "first.html",
        cards=cards(language_of(request)),
        searches=request.app.state.searches.all(),
    )


async def new(request: Request) -> Response:
    """The set-up form of a game, made from its options."""
    name, language = request.path_params["game"], language_of(request)
    if name not in games.names():
        raise HTTPException(404)
    players = games.load(name).options["players"]
    return page(
        request,
        "new.html",
        card=card(name, language),
        search=wanted(request, name),
        fields=fields(name, language),
        players=list(players.allowed),
        default_players=players.default,
        levels=levels(name, language),
        default_level=botseats.BEST,
        clocks=[(seconds, lasting(seconds, language)) for seconds in CLOCKS],
    )


def wanted(request: Request, game: str) -> Told:
    """How far the search of a game is that somebody has opened; it is the next to be made ready."""
    request.app.state.searches.ask(game)
    told: Told = request.app.state.searches.told(game)
    return told


def levels(game: str, language: str, players: int | None = None) -> list[tuple[str, str]]:
    """The bots by level, from the weakest, and what people call them; a trained one by the name of its file."""
    _ = speech(language).gettext
    called = {
        "uniform": _("carefree"),
        "hinted": _("by rule of thumb"),
        "paddler": _("paddler, for children"),
        "snorkeller": _("snorkeller"),
        "diver": _("diver"),
        "leviathan": _("leviathan, for experts"),
    }
    return [(level, called.get(level, level.rpartition(":")[2])) for level in botseats.levels(game, players)]


def lasting(seconds: int, language: str) -> str:
    """A stretch of time in words."""
    ngettext, minutes = speech(language).ngettext, seconds // 60
    if seconds < 60:
        return ngettext("%(num)d second", "%(num)d seconds", seconds) % {"num": seconds}
    return ngettext("%(num)d minute", "%(num)d minutes", minutes) % {"num": minutes}


async def table(request: Request) -> Response:
    """Lobby, game and end of a table, on one page."""
    return await at_table(request, "table.html")


async def replay(request: Request) -> Response:
    return await at_table(request, "replay.html")


async def at_table(request: Request, template: str) -> Response:
    language = language_of(request)
    try:
        room = await request.app.state.rooms.find(request.path_params["table"])
    except SetAside as aside:
        if template != "replay.html" or not aside.views(device_of(request)):
            return await set_aside(request, aside)
        room = aside.kept
    if room is None:
        raise HTTPException(404)
    return page(
        request,
        template,
        table=request.path_params["table"],
        base=request.url.path.removesuffix("/replay"),
        you=seat_of(room.seats, device_of(request)),
        card=card(room.agreed.game, language),
        search=wanted(request, room.agreed.game),
        agreed=agreed(room.agreed.game, room.agreed.options, language),
        levels=levels(room.agreed.game, language, room.agreed.options["players"]),
        scoring=guide(room.agreed.game, language).scoring,
        house=urlencode(house_rules_among(room.agreed.options)),
        together=bool(getattr(games.load(room.agreed.game).words, "TOGETHER", False)),
        is_lesson=room.agreed.is_lesson,
        branch=room.agreed.branch,
    )


async def set_aside(request: Request, aside: SetAside) -> Response:
    """What is wrong with a table, and what can still be had of it."""
    return page(
        request,
        "aside.html",
        409,
        table=aside.kept.agreed.id,
        row=None if aside.turn is None else aside.turn + 1,
        version=aside.kept.agreed.rules,
        was_over=aside.was_over,
        may_look=bool(aside.views(device_of(request))),
        may_save=aside.was_over and aside.is_readable,
        may_have_rows=aside.was_over and aside.turn is None,
    )


def take_seat(request: Request, name: str) -> Response:
    """A seat's own link: what it is, and a button. The page alone says where a form comes from, to this house only."""
    made = page(request, "seat.html", name=name)
    made.headers.update({"cache-control": "no-store", "referrer-policy": "same-origin"})
    return made


async def upload(request: Request) -> Response:
    """Where a save file can be handed in."""
    return page(request, "upload.html")


async def refused(request: Request, error: Exception) -> Response:
    """A page that says what went wrong, and the way back."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    return page(request, "lost.html", status, code=status)


# What a game brings along.


def asset(
    make: Callable[..., str], kind: str, *parts: str, by_house: bool = False
) -> Callable[[Request], Awaitable[Response]]:
    """A route to something made of a game; the first time takes a moment, so it is made beside the loop.

    By house: it follows the house rules that are asked for.
    """

    async def answer(request: Request) -> Response:
        try:
            house = [house_of(request)] if by_house else []
            text = await run_in_threadpool(make, *(request.path_params[part] for part in ("game", *parts)), *house)
        except ValueError:
            raise HTTPException(404) from None
        return Response(text, media_type=kind, headers={"Cache-Control": A_DAY})

    return answer


def house_of(request: Request) -> assets.House:
    """The house rules of a table, where a question about a game comes from one; a wrong one is a ValueError."""
    return house_rules_meant(games.checked(request.path_params["game"]), request.query_params)


async def look(request: Request) -> Response:
    return Response(assets.look(), media_type="text/css", headers={"Cache-Control": A_DAY})


def picture(name: str, theme: str, language: str) -> str:
    if theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r}")
    return assets.picture(name, THEMES[theme], language)


class Static(StaticFiles):
    """Modules and styles, under a path that changes when they do."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = FOR_EVER
        return response


routes: list[BaseRoute] = [
    Route("/", first),
    Route("/new/{game}", new),
    Route("/t/{table}", table),
    Route("/t/{table}/replay", replay),
    Route("/r/{table}", replay),
    Route("/replay", upload),
    Route("/look.css", look),
    Route("/games/{game}/board.css", asset(assets.board_css, "text/css")),
    Route("/games/{game}/pictures.css", asset(assets.pictures_css, "text/css")),
    Route("/games/{game}/symbols.svg", asset(assets.symbols, "image/svg+xml")),
    Route("/games/{game}/picture.{theme}.{language}.svg", asset(picture, "image/svg+xml", "theme", "language")),
    Route("/games/{game}/about.{language}.json", asset(assets.about, "application/json", "language", by_house=True)),
    Route("/games/{game}/lesson.{language}.json", asset(assets.lesson, "application/json", "language", by_house=True)),
    Route("/games/{game}/rulebook.{language}.html", asset(assets.rulebook, "text/html", "language", by_house=True)),
    Mount(f"/static/{STAMP}", Static(directory=STATIC)),
]
