"""The pages' own words in each language; what a game says is in its `words.py`.

The words stand in English in the sources. Catalogues are kept as text and compiled when they are first asked for.
"""

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from babel.core import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from starlette.requests import HTTPConnection

from fathom5.door import LANGUAGES

LOCALE = Path(__file__).parent / "locale"


@cache
def speech(language: str) -> GNUTranslations:
    """What `gettext` and `ngettext` answer in this language."""
    with open(LOCALE / f"{language}.po", "rb") as text:
        catalogue = read_po(text, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def spoken_by_scripts(language: str) -> dict[str, str | list[str]]:
    """The words that the modules in the browser need: one for each message, a list where there is one and many."""
    with open(LOCALE / f"{language}.po", "rb") as text:
        catalogue = read_po(text, locale=language)
    told: dict[str, str | list[str]] = {}
    for message in catalogue:
        if message.string and any(path.endswith(".js") for path, _ in message.locations):
            is_counted = not isinstance(message.id, str)
            told[message.id[0] if is_counted else message.id] = (
                list(message.string) if is_counted else str(message.string)
            )
    return told


def language_of(request: HTTPConnection) -> str:
    """The language chosen on this device, else the first the browser asks for that we speak."""
    chosen = request.query_params.get("lang") or request.cookies.get("language")
    if chosen in LANGUAGES:
        return chosen
    asked = [part.split(";")[0].strip() for part in request.headers.get("accept-language", "").split(",")]
    return negotiate_locale([tag for tag in asked if tag], list(LANGUAGES), sep="-") or LANGUAGES[0]
