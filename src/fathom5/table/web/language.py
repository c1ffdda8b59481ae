"""The pages' own words in each language; what a game says is in its `words.py`.

The words stand in English in the sources. Catalogues are kept as text and compiled when they are first asked for.
"""

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from babel.core import negotiate_locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from starlette.requests import HTTPConnection

from fathom5.door import LANGUAGES
from fathom5.scene import typeset

LOCALE = Path(__file__).parent / "locale"
TABLE = LOCALE.parents[1]  # all that speaks to people


@cache
def speech(language: str) -> GNUTranslations:
    """What `gettext` and `ngettext` answer in this language."""
    compiled = BytesIO()
    write_mo(compiled, printed(language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def printed(language: str) -> Catalog:
    """The catalogue as it is shown: with signs that stay on their lines."""
    catalogue = kept(language)
    for message in catalogue:
        said = message.string or ""
        message.string = typeset(said, language) if isinstance(said, str) else [typeset(one, language) for one in said]
    return catalogue


@cache
def spoken_by_scripts(language: str) -> dict[str, str | list[str]]:
    """The words that the modules in the browser need: one for each message, a list where there is one and many."""
    told: dict[str, str | list[str]] = {}
    for message in printed(language):
        if message.string and any(path.endswith(".js") for path, _ in message.locations):
            if isinstance(message.id, str):
                told[message.id] = str(message.string)
            else:
                told[message.id[0]] = list(message.string)
    return told


def language_of(request: HTTPConnection) -> str:
    """The language chosen on this device, else the first the browser asks for that we speak."""
    chosen = request.query_params.get("lang") or request.cookies.get("language")
    if chosen in LANGUAGES:
        return chosen
    asked = [part.split(";")[0].strip() for part in request.headers.get("accept-language", "").split(",")]
    return negotiate_locale([tag for tag in asked if tag], list(LANGUAGES), sep="-") or LANGUAGES[0]


# Keeping the catalogues: `python -m fathom5.table.web.language` gathers what the sources say.

SOURCES = [("**.py", "python"), ("web/templates/**.html", "jinja2"), ("web/static/**.js", "javascript")]
SETTINGS = {"web/static/**.js": {"parse_template_string": "true"}}
HEAD = """# The pages' own words, gathered from the sources; only what they mean in this language is written by hand.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""


def gathered() -> Catalog:
    """All that the sources say."""
    catalogue = Catalog()
    for path, _, message, _, _ in extract_from_dir(TABLE, SOURCES, SETTINGS):
        catalogue.add(message, locations=[(path, 0)])
    return catalogue


def kept(language: str) -> Catalog:
    """The catalogue as it stands."""
    with open(LOCALE / f"{language}.po", "rb") as text:
        return read_po(text, locale=language)


def updated(language: str) -> bytes:
    """The catalogue with what is new, still without its meaning, and without what nobody says any more."""
    catalogue, text = kept(language), BytesIO()
    catalogue.update(gathered(), no_fuzzy_matching=True)
    for message in catalogue:
        if language == LANGUAGES[0] and message.pluralizable and not any(message.string or ()):
            message.string = tuple(message.id)  # what the sources say; a single message may stay empty, plurals not
    write_po(text, catalogue, width=120, sort_output=True, include_lineno=False, omit_header=True, ignore_obsolete=True)
    return HEAD.format(language=language, plural=catalogue.plural_forms).encode() + text.getvalue()


if __name__ == "__main__":
    for each in LANGUAGES:
        (LOCALE / f"{each}.po").write_bytes(updated(each))
