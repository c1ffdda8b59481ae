"""Every game's first dive: played to its end by the rules as they are, in both languages, and as short as promised."""

import re
from functools import cache
from pathlib import Path

import pytest

from every import random_game
from fathom5 import CHANCE, load, names
from fathom5.door import LANGUAGES, IllegalMove, Match, lessons
from fathom5.kernel.lesson import PERSON, Ask, Let, Tell
from fathom5.scene import SHAPES, SHARED

MOST_BUBBLES, MOST_WORDS = 40, 25
ANSWERS = Path(__file__).parents[2] / "docs" / "first_dives.md"
WORD = re.compile(r"[\w'’-]+")


def moments(name):
    """The match before each row of a lesson, and at its end."""
    dive = lessons.dive(name)
    match = Match(dive.ready.game, dive.ready.options, seed=None)
    yield match.copy()
    for _, action in dive.rows:
        match.play(action)
        yield match.copy()


@cache
def played(name):
    return list(moments(name))


@pytest.mark.parametrize("name", names())
def test_a_lesson_is_played_to_its_end_and_asks_only_the_person(name):
    dive, seen = lessons.dive(name), played(name)
    assert [match.seat for match in seen[:-1]] == [seat for seat, _ in dive.rows]
    for n, action, step in dive.spoken:
        assert (action is None) == isinstance(step, Tell)
        if action is not None:
            assert seen[n].seat == PERSON and len(seen[n].offers) > 1, f"{name} {n}: nothing to choose"
            assert dive.rows[n] == (PERSON, action)
    assert dive.spoken[-1][0] == len(dive.rows), "the last words come after the last move"
    assert seen[-1].over and seen[-1].winners == [PERSON], "it ends as the game does, and well"
    chance = [move for step in dive.lesson.script if isinstance(step, Let) for move in step.moves]
    assert chance and any(seat == CHANCE for seat, _ in dive.rows)


@pytest.mark.parametrize("name", names())
def test_a_lesson_that_the_rules_no_longer_allow_is_noticed(name, monkeypatch):
    lesson = lessons.lesson_of(name)
    ask = next(step for step in lesson.script if isinstance(step, Ask))
    broken = tuple(step._replace(move=("nonsense",)) if step is ask else step for step in lesson.script)
    monkeypatch.setattr(lessons, "lesson_of", lambda _: lesson._replace(script=broken))
    with pytest.raises(IllegalMove):
        lessons.dive.__wrapped__(name)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_bubbles_are_few_and_short_and_speak_of_things_that_are_there(name, language):
    bubbles, seen = lessons.dive(name).bubbles(language), played(name)
    assert len(bubbles) <= MOST_BUBBLES
    for bubble in bubbles:
        assert not bubble["picture"] or bubble["picture"] in SHARED | load(name).game.board.SYMBOLS
        assert 0 < len(WORD.findall(bubble["text"])) <= MOST_WORDS, bubble["text"]
        for shape in SHAPES:
            there = {thing["id"] for thing in seen[bubble["n"]].scene(PERSON, language, shape)["things"]}
            assert bubble["things"] and there.issuperset(bubble["things"]), (bubble, sorted(there))


@pytest.mark.parametrize("name", names())
def test_every_kind_of_decision_of_the_game_comes_up_in_its_lesson(name):
    """A kind is what a player is asked at once; the person decides each of them."""
    dive, seen = lessons.dive(name), played(name)
    asked = {lessons.decision(seen[n]) for n, action, _ in dive.spoken if action is not None}
    ready = load(name)
    offered = set()
    for seed in range(2):
        for state, action in random_game(ready, seed):
            if state.seat >= 0:
                offered.add(ready.game.words.move(state, action)[0])
    kinds = {word: kind for kind, each in dive.lesson.decisions.items() for word in each.moves}
    assert offered <= set(kinds), "a decision without a kind"
    assert asked == set(dive.lesson.decisions)


@pytest.mark.parametrize("name", names())
def test_what_the_coach_says_of_a_decision_is_said_in_the_lesson_and_cites_the_rulebook(name):
    dive = lessons.dive(name)
    said = {step.said for _, _, step in dive.spoken}
    clauses = set(dive.ready.game.words.CLAUSES.values())
    for decision in dive.lesson.decisions.values():
        assert decision.said in said
        assert decision.clause in clauses
    assert set(dive.lesson.answers) <= said


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_three_answers_are_written_down_as_the_lesson_says_them(name, language):
    """What wins, what ends the game, and what the last decision risked."""
    written, own = ANSWERS.read_text("utf8"), LANGUAGES.index(language)
    for answer in lessons.lesson_of(name).answers:
        assert answer[own] in written


@pytest.mark.parametrize("name", names())
def test_after_a_lesson_a_real_game_can_be_opened(name):
    lesson = lessons.lesson_of(name)
    assert load(name, **dict(lesson.next_options), players=len(lesson.next_seats))
    assert lesson.next_seats[PERSON] == "me"
