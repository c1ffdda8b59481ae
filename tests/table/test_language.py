"""The catalogues hold what the pages say, in every language."""

import re
from html.parser import HTMLParser
from operator import attrgetter

import pytest

from fathom5 import names
from fathom5.door import LANGUAGES, words_of
from fathom5.scene import typeset
from fathom5.table.web.language import LOCALE, kept, speech, spoken_by_scripts, updated
from fathom5.table.web.pages import picture


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_holds_what_the_sources_say_and_nothing_else(language):
    assert (LOCALE / f"{language}.po").read_bytes() == updated(language), "python -m fathom5.table.web.language"


SAID_BY_A_SCRIPT = re.compile(r'(?<![\w.])(?:_|ngettext)\("((?:[^"\\]|\\.)+)"')


def test_whatever_a_script_says_is_in_the_catalogue_wherever_it_stands_in_the_script():
    known = {message.id if isinstance(message.id, str) else message.id[0] for message in kept("fr")}
    for script in (LOCALE.parent / "static").glob("*.js"):
        assert set(SAID_BY_A_SCRIPT.findall(script.read_text("utf8"))) <= known, script.name


def test_everything_is_said_in_french():
    for message in kept("fr"):
        said = [message.string] if isinstance(message.string, str) else message.string
        assert all(said) and not message.fuzzy, message.id


TU = re.compile(r"\b(tu|toi|te|ton|ta|tes)\b", re.IGNORECASE)


def test_pages_say_vous_and_only_the_game_for_children_says_tu():
    assert not [message.id for message in kept("fr") if TU.search(str(message.string))]
    assert [name for name in names() if TU.search("; ".join(words_of(name, "fr").values()))] == ["treasure_divers"]


def test_what_is_to_be_filled_in_is_the_same_in_french():
    for message in kept("fr"):
        assert not list(message.check(kept("fr"))), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_can_be_shown_and_none_is_empty(language):
    for message in filter(attrgetter("id"), kept(language)):
        if message.pluralizable:
            shown = [speech(language).ngettext(*message.id, count) for count in (0, 1, 2, 5)]
        else:
            shown = [speech(language).gettext(message.id)]
        assert all(shown), message.id
    for said in spoken_by_scripts(language).values():
        assert all([said] if isinstance(said, str) else said), said


def test_the_pictures_of_games_speak_the_language_of_the_page():
    pictures = {language: picture("deep_sea", "light", language) for language in LANGUAGES}
    assert "Round " in pictures["en"] and "Manche " in pictures["fr"] and "Round " not in pictures["fr"]


LETTERS = re.compile(r"[^\W\d_]{2}")


class Shown(HTMLParser):
    """All that stands on a page, piece by piece."""

    def __init__(self, page):
        super().__init__()
        self.texts, self.inside = set(), ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.inside = tag
        self.texts |= {
            value for name, value in attrs if name in ("title", "alt", "aria-label", "placeholder", "content")
        }

    def handle_data(self, data):
        if self.inside not in ("script", "style"):
            self.texts.add(" ".join(data.split()))


def only_english():
    """What pages and games say in English, if they say it in other words in French."""
    told = {str(message.id): speech("fr").gettext(str(message.id)) for message in kept("en") if message.id}
    for name in names():
        told |= {said: words_of(name, "fr")[key] for key, said in words_of(name, "en").items()}
    return {english for english, french in told.items() if english != french and LETTERS.search(english)}


@pytest.mark.parametrize("path", ["/", *(f"/new/{name}" for name in names()), "/replay"])
def test_a_french_page_says_nothing_in_english(ada, path):
    page = ada.http.get(path, headers={"accept-language": "fr"}).text
    texts = Shown(page).texts
    assert any("é" in text for text in texts)
    assert not texts & only_english()


@pytest.mark.parametrize("name", names())
def test_a_french_picture_of_a_game_says_nothing_in_english(name):
    english, french = (Shown(picture(name, "light", language)).texts for language in LANGUAGES)
    assert not [text for text in english & french & only_english() if LETTERS.search(text)]


def test_to_cancel_what_was_begun_and_to_take_back_a_move_are_not_called_alike():
    for language in LANGUAGES:
        cancel, undo = (speech(language).gettext(said) for said in ("Cancel", "Undo"))
        assert cancel.split()[0] != undo.split()[0]


def test_in_french_no_sign_begins_a_line():
    assert (
        typeset("Où aller ? « Là » : à 50 % !", "fr")
        == "Où\u0020aller\u00a0? «\u00a0Là\u00a0»\u00a0: à 50\u00a0%\u00a0!"
    )
    assert typeset("Where to ?", "en") == "Where to ?"
    told = [*spoken_by_scripts("fr").values(), speech("fr").gettext("Paused: the table waits until somebody is back.")]
    assert any("\u00a0" in str(each) for each in told)
    assert not [each for each in told if " ?" in str(each) or " :" in str(each)]
