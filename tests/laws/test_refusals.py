"""A touch in vain is answered with the reason, worked out from the position, and with its clause."""

import random
import re
from importlib import import_module

import pytest

from fathom5 import load, names
from fathom5.door import rulebook
from fathom5.scene import LANGUAGES

LOOKS, TOUCHES = 30, 12  # positions of a game, and touches in each
each_game = pytest.mark.parametrize("name", names())


def reasons(name):
    return import_module(f"fathom5.games.{name}.refusals").REASONS


def positions(name, luck):
    """Some of a random game, from its beginning to its end."""
    match, path = load(name).start(seed=1), []
    while not match.over:
        path.append(match.copy())
        match.play(luck.choice(list(match.offers)))
    return luck.sample(path, min(LOOKS, len(path)))


def in_vain(match):
    """What can be seen and touched to no end, with the touches before it."""
    scene = match.scene(match.seat)
    seen = [thing["id"] for thing in scene["things"] if thing.get("label")]
    for begun in {(), *(tuple(act["path"][:1]) for act in scene["acts"] if len(act["path"]) > 1)}:
        next_ones = {
            act["path"][len(begun)]
            for act in scene["acts"]
            if tuple(act["path"][: len(begun)]) == begun and len(act["path"]) > len(begun)
        }
        firsts = {act["path"][0] for act in scene["acts"] if act["path"]}
        yield from ((thing, begun) for thing in seen if thing not in next_ones | firsts)


@each_game
def test_every_reason_has_its_clause_and_both_languages(name):
    for clause, english, french in reasons(name).values():
        for language, sentence in zip(LANGUAGES, (english, french), strict=True):
            assert f"- {clause} " in rulebook(name, language)
            assert sentence[0].isupper() or sentence.startswith("{")
        assert set(re.findall(r"\{\w+\}", english)) == set(re.findall(r"\{\w+\}", french))
        assert english != french


@each_game
def test_whatever_is_touched_in_vain_there_is_an_answer_in_words(name):
    luck, told = random.Random(1), set()
    for match in positions(name, luck):
        touches = sorted(in_vain(match))
        for thing, begun in luck.sample(touches, min(TOUCHES, len(touches))):
            no = match.refusal(match.seat, [thing], begun, luck.choice(LANGUAGES))
            assert no is None or ("{" not in no.text and no.clause), (thing, begun)
            told.add(no and no.clause)
    assert len(told - {None}) > 2


@each_game
def test_who_is_not_to_move_is_told_nothing(name):
    match = load(name, players=2).start(seed=3)
    things = [thing["id"] for thing in match.scene(1 - match.seat)["things"]]
    assert match.refusal(1 - match.seat, things) is None
    assert match.refusal(match.seat, ["no-such-thing"]) is None
