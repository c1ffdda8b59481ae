"""The short rulebooks say all in both languages, cite clauses that there are, and show a match that can be played."""

import json
import tomllib
from importlib import import_module

import pytest

from fathom5 import load, names
from fathom5.door import guide
from fathom5.scene import LANGUAGES, SHARED, inline
from house.test_rulebooks import folder

every_game = pytest.mark.parametrize("name", names())


def read(name):
    return tomllib.loads((folder(name) / guide.GUIDE).read_text("utf8"))


def pairs(said):
    """Whatever is said in all languages."""
    for key, value in said.items():
        if key in ("title", "text", "goal", "what") and isinstance(value, list):
            yield value
        for each in value if isinstance(value, list) else ():
            if isinstance(each, dict):
                yield from pairs(each)


@every_game
def test_all_is_said_in_every_language_and_every_drawing_is_of_the_boards_own_symbols(name):
    said, symbols = read(name), SHARED | load(name).game.board.SYMBOLS
    assert [len(sentences) for sentences in said["what"]] == [3] * len(LANGUAGES)
    for texts in pairs(said):
        assert len(texts) == len(LANGUAGES) and all(texts), texts
    for language in LANGUAGES:
        listed = [piece for group in guide.groups(name, language) for piece in group.pieces]
        for piece in (*guide.guide(name, language).box, *listed):
            assert piece.text and {each["symbol"] for each in piece.things} <= {*symbols, ""}


@every_game
def test_what_is_cited_is_there_and_all_people_and_cards_are_listed_with_the_texts_of_their_tooltips(name):
    told, clauses = guide.guide(name, "fr"), guide.clauses(name, "fr")
    assert {told.scoring, *told.options, *(clause for step in told.steps for clause in step.clauses)} <= set(clauses)
    assert set(guide.pictured(name)) <= set(clauses)
    telling = [piece for group in guide.groups(name, "fr") for piece in group.pieces if piece.told]
    for piece in telling:
        assert piece.told[1:] in guide.plainly(clauses[piece.clause])
    listed = {piece.clause for group in guide.groups(name, "fr") for piece in group.pieces}
    people_and_cards = ("card-", "rank-", "red-dolphin", "red-stop", "diver-", "variant-", "kind-")
    about = load(name).game.board.ABOUT
    assert {clause for key, clause in about.items() if key.startswith(people_and_cards)} - listed <= {"TD-20", "TD-7"}


@every_game
def test_the_example_is_a_real_match_of_these_rules_from_its_seed(name):
    recipe = json.loads((folder(name) / guide.EXAMPLE).read_text("utf8"))
    assert recipe["rules"] == load(name).game.version
    match = load(name, **recipe["options"]).start(seed=recipe["seed"])
    while len(match.actions) < len(recipe["actions"]):
        match.play(recipe["actions"][len(match.actions)])
    assert match.actions[: len(recipe["actions"])] == recipe["actions"]


@every_game
def test_every_step_shows_what_it_tells_before_and_after(name):
    symbols = load(name).game.board.SYMBOLS
    for language in LANGUAGES:
        for step in guide.guide(name, language).steps:
            before, after, lines = guide.shown(name, step.name, language)
            assert lines, step.name  # the log cites a clause of the step
            assert before["box"] == after["box"]
            assert inline(before, symbols) != inline(after, symbols), step.name
            assert {*step.cut.around} <= {each["id"] for scene in (before, after) for each in scene["things"]}


@every_game
def test_whatever_is_refused_or_happens_leads_to_a_picture(name):
    package = load(name).game.package
    refused = {clause for clause, *_ in import_module(f"{package}.refusals").REASONS.values()}
    happens = {clause for clause, *_ in import_module(f"{package}.story_test").EVENTS.values()} - {""}
    assert refused | happens | {guide.guide(name, "en").scoring} <= set(guide.pictured(name))


def test_a_name_keeps_its_colon_when_the_aside_behind_it_is_left_out():
    assert guide.plainly("Sudden death *(printed)*: over. *(ruling)* At once.") == "Sudden death: over. At once."
    assert guide.plainly("*(ruling)*: over") == "over"
