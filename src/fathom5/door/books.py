"""What a game says of itself: its words and its rulebook, in each language."""

from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType

from fathom5 import games
from fathom5.kernel.options import Value, changed_numbers
from fathom5.scene import LANGUAGES, Words


def checked_language(language: str) -> str:
    if language not in LANGUAGES:
        raise ValueError(f"the languages are {' and '.join(LANGUAGES)}, not {language!r}")
    return language


def words_of(name: str, language: str, options: Mapping[str, Value] = MappingProxyType({})) -> dict[str, str]:
    """All that a game says, in a language; with house rules among the options, by these."""
    words: Words = games.load(name).words.WORDS[checked_language(language)]
    return words.by_house(changed_numbers(options))


def rulebook(name: str, language: str) -> str:
    """A game's rulebook, as Markdown."""
    page = files(games).joinpath(games.checked(name), f"rulebook.{checked_language(language)}.md")
    return page.read_text("utf8")
