"""The catalogues hold what the pages say, in every language."""

from operator import attrgetter

import pytest

from fathom5.door import LANGUAGES
from fathom5.scene import typeset
from fathom5.table.web.language import LOCALE, kept, speech, spoken_by_scripts, updated
from fathom5.table.web.pages import picture


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_holds_what_the_sources_say_and_nothing_else(language):
    assert (LOCALE / f"{language}.po").read_bytes() == updated(language), "python -m fathom5.table.web.language"


def test_everything_is_said_in_french():
    for message in kept("fr"):
        said = [message.string] if isinstance(message.string, str) else message.string
        assert all(said) and not message.fuzzy, message.id


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


def test_in_french_no_sign_begins_a_line():
    assert (
        typeset("Où aller ? « Là » : à 50 % !", "fr")
        == "Où\u0020aller\u00a0? «\u00a0Là\u00a0»\u00a0: à 50\u00a0%\u00a0!"
    )
    assert typeset("Where to ?", "en") == "Where to ?"
    told = [*spoken_by_scripts("fr").values(), speech("fr").gettext("Paused: the table waits until somebody is back.")]
    assert any("\u00a0" in str(each) for each in told)
    assert not [each for each in told if " ?" in str(each) or " :" in str(each)]
