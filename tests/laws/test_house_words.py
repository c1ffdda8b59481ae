"""Texts that name a number of the rulebook follow it where a house rule changes it."""

import re
from fnmatch import fnmatch
from importlib import import_module

import pytest

from fathom5 import load, names
from fathom5.door import LANGUAGES
from fathom5.games import load as find
from fathom5.scene import NAMED_NUMBER, Words
from fathom5.table.web import pages
from laws.numerals import NUMERALS

PLACES = re.compile(r"\{[^}]*\}")
# Texts with numerals that say the same by any house rules: patterns of their keys, or of the names of refusals.
FIXED = {
    "": ["length", "depth", "option.house_*"],
    "captain_carcass": [
        "blurb",  # a suit comes twice
        "option.divers.net_maker_2",  # CC-43
        "option.variant.strange_lands",
    ],
    "deep_sea": [],
    "sub_terra": [
        "option.easier",  # ST-7: three cards more
        "shape.*",
        "hazard.* x2",
        "end.medal.*",  # ST-53
        "do.exert",  # ST-11
        "measure.played_*",
        "measure.saved_*",
        "far_horror",  # ST-50: what costs one point stays so
    ],
    "the_island": [
        "option.two_colours",
        "boat_in_way",
        "landing",  # TI-1: cells beside a safe island
    ],
    "treasure_divers": [
        "find.*.one",
        "odds.front.*",
        "odds.beat.*",
        "odds.row.*",
    ],
}  # fmt: skip
NAMING = [
    (name, language, key)
    for name in names()
    for language in LANGUAGES
    for key in find(name).words.WORDS[language].naming
]


def texts(name, language):
    """All that a game says, by key, and why it refuses, by reason."""
    said = find(name).words.WORDS[language]
    reasons = import_module(f"{find(name).package}.refusals").REASONS
    return {key: text for key, text in said.items() if key not in said.naming} | {
        reason: sentences[LANGUAGES.index(language)] for reason, (_, *sentences) in reasons.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_a_text_with_a_number_names_its_house_rule_or_says_the_same_by_all(name, language):
    fixed = FIXED[""] + FIXED[name]
    told = {key for key, text in texts(name, language).items() if NUMERALS.search(PLACES.sub("", text))}
    assert not [key for key in told if not any(fnmatch(key, pattern) for pattern in fixed)]


@pytest.mark.parametrize("name", names())
def test_no_pattern_is_left_over(name):
    keys = {key for language in LANGUAGES for key in texts(name, language)}
    assert not [pattern for pattern in FIXED[name] if not any(fnmatch(key, pattern) for key in keys)]


@pytest.mark.parametrize("name, language, key", NAMING)
def test_a_text_that_names_a_house_rule_tells_its_number(name, language, key):
    rulebook = load(name).start(seed=1).words(language)
    for rule in NAMED_NUMBER.findall(rulebook.naming[key]):
        constant = find(name).house[rule]
        assert NUMERALS.search(rulebook[key])
        assert str(constant.rulebook) in rulebook[key]
        other = next(end for end in (constant.allowed[-1], constant.allowed[0]) if end != constant.rulebook)
        changed = load(name, house={rule: other}).start(seed=1).words(language)
        assert changed[key] == rulebook[key].replace(str(constant.rulebook), str(other))
        assert not NAMED_NUMBER.search(changed[key])


def test_the_table_tells_what_was_agreed_by_the_changed_number():
    ready = load("captain_carcass", variant="sudden_death", house={"enough": 40})
    told = [said for _, said in pages.agreed("captain_carcass", dict(ready.options), "en")]
    assert "Sudden death: 40 points win at once" in told


def test_words_of_the_rulebook_are_the_very_same_at_all_its_tables():
    for name in names():
        for language in LANGUAGES:
            assert load(name).start(seed=1).words(language) is find(name).words.WORDS[language]


def test_words_by_house_rules_are_made_once():
    words = Words.by_language({"bonus": ("+<bonus>", "+<bonus>"), "plain": ("plain", "simple")}, {"bonus": 5})["en"]
    assert words["bonus"] == "+5"
    assert words.by_house({"bonus": 7})["bonus"] == "+7"
    assert words.by_house({"bonus": 7}) is words.by_house({"bonus": 7})
    assert words.by_house({}) is words
