"""Where a clause of the rulebook is quoted at a table with house rules, it says what is not so there."""

import json
import re
from types import SimpleNamespace

import pytest

from fathom5 import load, names
from fathom5.door import LANGUAGES, departures, guide, lessons
from fathom5.games import load as find
from fathom5.kernel.options import HOUSE
from fathom5.table.web import assets, pages
from laws.numerals import NUMERALS

MENTIONED = re.compile(r"[A-Z]{2}-\d+")
# Clauses with numerals that hold by any house rules.
FIXED = {
    "captain_carcass": "1 2 3 20 23 34 43 48",
    "deep_sea": "4 5 9 10 22 24 25",
    "sub_terra": "1 2 4 5 12 13 14 15 24 30 37 40 41 53 54 62 63 78",
    "the_island": "1 3 7 12 36 37 51 58",
    "treasure_divers": "1 3 4 5 6 8 10 15 21 22",
}
# Likewise what guides and coaches say: steps by name, pieces of the box by clause, decisions by kind.
STEADY = {
    "captain_carcass": {"box CC-1", "box CC-3", "box CC-4", "step key-and-chest"},
    "deep_sea": {"box DS-4", "step win"},
    "sub_terra": {"box ST-1", "box ST-4", "box ST-5", "coach horror"},
    "the_island": {"box TI-23"},
    "treasure_divers": {"box TD-1", "box TD-6", "step roll"},
}
every_game = pytest.mark.parametrize("name", names())
in_every_language = pytest.mark.parametrize("language", LANGUAGES)
RULES = [(name, rule) for name in names() for rule in find(name).house]


def has_numeral(text):
    return NUMERALS.search(MENTIONED.sub("", text))


def changing(name):
    """The clauses that house rules change."""
    game = find(name)
    return {
        clause for each in (*game.house.values(), *(rest.constant for rest in game.rests)) for clause in each.clauses
    }


def fixed(name):
    (letters,) = {clause.partition("-")[0] for clause in guide.clauses(name, "en")}
    return {f"{letters}-{number}" for number in FIXED[name].split()}


def other(name, rule):
    """Another number than the rulebook's, to which the game agrees."""
    constant = find(name).house[rule]
    return next(end for end in (constant.allowed[0], constant.allowed[-1]) if end != constant.rulebook)


@in_every_language
@every_game
def test_a_clause_with_a_number_is_told_by_its_house_rules_or_holds_by_all(name, language):
    told = {clause for clause, text in guide.clauses(name, language).items() if has_numeral(text)}
    assert told - changing(name) <= fixed(name)


@every_game
def test_what_holds_by_all_house_rules_is_changed_by_none_and_none_is_left_over(name):
    told = {clause for each in LANGUAGES for clause, text in guide.clauses(name, each).items() if has_numeral(text)}
    assert fixed(name) <= told - changing(name)
    assert changing(name) <= set(guide.clauses(name, "en"))


@in_every_language
@pytest.mark.parametrize("name, rule", RULES)
def test_each_clause_that_a_house_rule_changes_says_so(name, rule, language):
    constant, number = find(name).house[rule], other(name, rule)
    told = departures(name, language, {"players": 2, HOUSE + rule: number})
    assert set(constant.clauses) <= set(told)
    for clause in constant.clauses:
        said = [each for each in told[clause] if constant.said[LANGUAGES.index(language)].split()[0] in each]
        assert any({str(number), str(constant.rulebook)} <= set(re.findall(r"\d+", each)) for each in said)
    assert departures(name, language, load(name).options) == {}


def test_what_others_leave_is_told_too():
    told = departures("the_island", "en", {"house_beach_sharks": 0, "house_worth_6": 2})
    assert told["TI-4"] == (
        "House rule. Sharks under the beaches: 0, not 3 as in the rulebook.",
        "House rule. Dolphins under the beaches: 6, not 3 as in the rulebook.",
    )
    assert "House rule. Explorers of a colour worth 1: 2, not 3 as in the rulebook." in told["TI-5"]
    level = departures("the_island", "en", {"house_beach_sharks": 2, "house_beach_winds": 3})
    assert not any("Dolphins" in each for each in level["TI-4"])


@in_every_language
@every_game
def test_whatever_quotes_a_clause_at_a_table_says_what_is_not_so_there(name, language):
    house = {HOUSE + rule: other(name, rule) for rule in find(name).house if agrees(name, rule)}
    told = departures(name, language, house)
    for quoted in (
        json.loads(assets.about(name, language, house)),
        json.loads(assets.lesson(name, language, house))["decisions"],
    ):
        assert {text["clause"]: tuple(text.get("house", ())) for text in quoted.values()} == {
            text["clause"]: told.get(text["clause"], ()) for text in quoted.values()
        }
    book = assets.rulebook(name, language, house)
    for clause, sentences in told.items():
        item = book[book.index(f'<li id="{clause}">') :].partition("</li>")[0]
        assert all(f'<p class="house-rule">{sentence}</p>' in item.replace("&#x27;", "'") for sentence in sentences)
    assert "house" not in assets.about(name, language)
    assert "house-rule" not in assets.rulebook(name, language)


def agrees(name, rule):
    """Alone it adds up."""
    try:
        return bool(load(name, house={rule: other(name, rule)}))
    except ValueError:
        return False


@in_every_language
@every_game
def test_numbers_of_guides_and_coaches_stand_beside_a_clause_that_tells_them(name, language):
    """Whoever reads such a text reads below it what is not so: by one of its clauses."""
    told, coach = guide.guide(name, language), lessons.dive(name).told(language)["decisions"]
    texts = [(f"step {step.name}", step.text, step.clauses) for step in told.steps]
    texts += [(f"box {piece.clause}", piece.text, (piece.clause,)) for piece in told.box]
    texts += [(f"coach {kind}", text["text"], (text["clause"],)) for kind, text in coach.items()]
    loose = {place for place, text, clauses in texts if has_numeral(text) and not changing(name) & set(clauses)}
    assert loose <= STEADY[name] <= {place for place, _, _ in texts}


def asked(game, **query):
    return SimpleNamespace(path_params={"game": game}, query_params=query)


def test_questions_from_a_table_name_its_house_rules():
    assert pages.house_of(asked("deep_sea", house_air_per_pile="2", lang="fr")) == {"house_air_per_pile": 2}
    assert pages.house_of(asked("deep_sea", house_air_per_pile="1")) == {}
    for game, query in (
        ("deep_sea", {"house_air_per_pile": "99"}),
        ("deep_sea", {"house_air_per_pile": "many"}),
        ("deep_sea", {"house_squid": "2"}),
        ("chess", {}),
    ):
        with pytest.raises(ValueError):
            pages.house_of(asked(game, **query))
