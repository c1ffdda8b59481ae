"""Whoever asks why finds a clause and a picture of it: of each line of a result, each event and each refusal."""

from importlib import import_module

import pytest

from fathom5 import load, names
from fathom5.door.guide import pictured
from laws.test_story import NAMES, STYLES, played, story_of

each_game = pytest.mark.parametrize("name", names())


def games_of(name):
    """One in each set-up of its story, each in a style of its own."""
    for number, options in enumerate(story_of(name).SETUPS):
        yield played(name, options, number, STYLES[number % len(STYLES)])


@each_game
def test_every_line_of_a_result_leads_to_its_clause_and_picture(name):
    for match in games_of(name):
        ending = match.ending("en", NAMES)
        for row in ending["rows"]:
            assert len(row["parts"]) == len(row["clauses"])
        cited = {ending["clause"], *ending["clauses"], *(clause for row in ending["rows"] for clause in row["clauses"])}
        assert cited - {""} <= set(pictured(name))
        assert all(all(row["clauses"]) for row in ending["rows"])


@each_game
def test_every_event_leads_to_its_clause_and_picture(name):
    for match in games_of(name):
        happened = [line for line in match.lines() if line["kind"] in ("event", "end")]
        assert happened
        assert {line["clause"] for line in happened} <= set(pictured(name))


@each_game
def test_every_refusal_leads_to_its_clause_and_picture(name):
    reasons = import_module(f"fathom5.games.{name}.refusals").REASONS
    assert {clause for clause, *_ in reasons.values()} <= set(pictured(name))


@each_game
def test_every_thing_that_tells_what_it_is_leads_to_its_clause_and_picture(name):
    """What a touch in vain is answered with, where the game has no reason of its own."""
    assert set(load(name).game.board.ABOUT.values()) <= set(pictured(name))
