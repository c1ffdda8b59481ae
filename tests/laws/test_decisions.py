"""Whatever a player is asked, the coach of first games knows its kind, has a sentence and says where to read on."""

from random import Random

import pytest

from every import IDS, READY, played
from fathom5 import CHANCE, load, names
from fathom5.door import LANGUAGES, Match, guide, lessons
from fathom5.scene import typeset

MOST_WORDS = 25
each_game = pytest.mark.parametrize("name", names())
each_set_up = pytest.mark.parametrize("index", range(len(READY)), ids=IDS)


def kinds(name):
    """The kind of each word with which a player's move begins."""
    return {word: kind for kind, each in lessons.lesson_of(name).every_decision.items() for word in each.moves}


def taken(index):
    """The words with which the moves of random games begin: chance's, and the players'."""
    move, by_chance, by_seats = READY[index].game.words.move, set(), set()
    for state, action in played(index)[:-1]:
        if state.seat >= CHANCE and action >= 0:
            (by_chance if state.seat == CHANCE else by_seats).add(move(state, action)[0])
    return by_chance, by_seats


@each_set_up
def test_a_move_is_chances_or_of_a_kind_whatever_the_options(index):
    known, (by_chance, by_seats) = kinds(READY[index].game.name), taken(index)
    assert by_seats <= set(known)
    assert not by_chance & set(known)


@each_game
def test_every_move_that_the_rulebook_knows_is_chances_or_of_a_kind(name):
    own = [index for index, ready in enumerate(READY) if ready.game.name == name]
    by_chance = set().union(*(taken(index)[0] for index in own))
    assert set(load(name).game.words.CLAUSES) - by_chance <= set(kinds(name))


@each_game
def test_every_kind_has_a_short_sentence_in_both_languages_and_a_clause_with_a_picture(name):
    for kind, decision in lessons.lesson_of(name).every_decision.items():
        assert len(set(decision.said)) == len(LANGUAGES), kind
        for language, sentence in zip(LANGUAGES, decision.said, strict=True):
            assert 0 < len(sentence.split()) <= MOST_WORDS
            told = lessons.dive(name).told(language)["decisions"][kind]
            assert told == {"text": typeset(sentence, language), "clause": decision.clause}
            assert decision.clause in guide.clauses(name, language)
        assert decision.clause in guide.pictured(name), kind


@each_game
def test_every_decision_of_a_game_is_recognised_when_it_comes_up(name):
    """As a table does: by what is on offer; a word that begins two kinds of moves would be taken for the first."""
    known, match, decided, luck = kinds(name), load(name).start(seed=4), set(), Random(4)
    while not match.over:
        offered = {known[move[0]] for move in match.moves}
        assert lessons.decision(match) == next(kind for kind in known.values() if kind in offered)
        decided |= offered
        match.play(luck.choice(match.moves))
    assert len(decided) > 1


@each_game
def test_chance_and_who_has_nothing_to_decide_are_not_spoken_to(name):
    ready = load(name)
    match = Match(ready.game, ready.options, seed=None)
    assert match.seat == CHANCE and lessons.decision(match) is None
