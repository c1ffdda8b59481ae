"""The log is a story: every event has its sentence in both languages, and random games tell each of them.

A game's `story_test.py` lists its events, the set-ups in which they happen, and matches for what is rare.
"""

import random
import re
from importlib import import_module

import pytest

from fathom5 import NOBODY, bots, load, names
from fathom5.scene import LANGUAGES, Words, introduced

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
KINDS = {"round", "turn", "setup", "deed", "event", "end"}
STYLES = ("random", "hinted", "last", "first")
PLACE = re.compile(r"\{\w+\}")
each_game = pytest.mark.parametrize("name", names())


class Noting(Words):
    """Words that remember which of them were said."""

    def __init__(self, words):
        super().__init__(words)
        self.language, self.said = words.language, set()

    def __getitem__(self, key):
        self.said.add(key)
        return super().__getitem__(key)


def story_of(name):
    return import_module(f"fathom5.games.{name}.story_test")


def events(name):
    """All that the log of a game can say."""
    return {key for key in load(name).game.words.WORDS["en"] if key.startswith("log.")}


def plain(key):
    """One thing or several: the same event."""
    return key.removesuffix(".one").removesuffix(".many")


def played(name, options, seed, style):
    """A game in some style, to its end."""
    match, luck, hinted = load(name, **options).start(seed=seed), random.Random(seed), bots.load("hinted")
    while not match.over and len(match.actions) < 1500:
        if style == "hinted":
            match.play(hinted(match.seen(match.seat), len(match.actions)))
        elif style in ("last", "first") and luck.random() < 0.95:
            match.play(match.moves[-1 if style == "last" else 0])
        else:
            match.play(luck.choice(match.moves))
    return match


def told(match, viewer, words):
    """What is said of each action."""
    for _, before, after in match._retold(viewer):
        yield from match.game.words.tell(before, after, NAMES, words)


@each_game
def test_every_event_has_its_clause_and_its_sentence_in_both_languages(name):
    table, game = story_of(name).EVENTS, load(name).game
    assert set(table) == events(name)
    for key, (clause, *sentences) in table.items():
        assert re.fullmatch(r"[A-Z]{2}-\d+", clause) or key in ("log.turn", "log.round"), key
        for language, sentence in zip(LANGUAGES, sentences, strict=True):
            template = game.words.WORDS[language][key].replace("\N{NO-BREAK SPACE}", " ")
            pattern = ".+".join(map(re.escape, PLACE.split(template)))
            assert re.search(pattern, sentence, re.IGNORECASE), (key, language)


@each_game
def test_random_games_tell_every_event_at_least_once(name):
    story, wanted = story_of(name), {plain(key) for key in events(name)}
    words = Noting(load(name).game.words.WORDS["en"])
    for match in getattr(story, "rare", list)():
        list(told(match, NOBODY, words))
    for seed in range(60):
        match = played(name, story.SETUPS[seed % len(story.SETUPS)], seed, STYLES[seed // len(story.SETUPS) % 4])
        for viewer in (NOBODY, 0):
            list(told(match, viewer, words))
        if wanted <= {plain(key) for key in words.said}:
            break
    assert wanted <= {plain(key) for key in words.said}


@each_game
def test_both_languages_tell_the_same_and_speak_of_what_is_on_the_board(name):
    match = played(name, story_of(name).SETUPS[0], 1, "hinted")
    game = match.game
    for count, (_, before, after) in enumerate(match._retold(NOBODY)):
        english, french = ([*game.words.tell(before, after, NAMES, game.words.WORDS[each])] for each in LANGUAGES)
        assert [line._replace(text="") for line in english] == [line._replace(text="") for line in french]
        assert {line.kind for line in english} <= KINDS
        if count % 9 == 0:
            scenes = [game.board.scene(state, NOBODY, game.words.WORDS["en"]) for state in (before, after)]
            shown = {thing["id"] for scene in scenes for thing in scene["things"]}
            assert all(shown & {*line.things} for line in english if line.things), english


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_with_brackets_are_never_put_between_brackets(name, language):
    match = played(name, {"players": 2}, 1, "random")
    named = ["Player 1 (you)", "Player 2 (hinted)"]
    labels = [introduced(thing.get("label", ""), named) for thing in match.scene(None, language)["things"]]
    texts = [*match.story(None, language, named), *match.text(None, language, named).splitlines(), *labels]
    assert any("hinted" in text for text in texts)
    assert not [text for text in texts if re.search(r"\([^)]*\(", text)]


@each_game
def test_a_game_ends_with_why_and_with_what_each_result_is_made_of(name):
    match = played(name, story_of(name).SETUPS[0], 1, "hinted")
    lines, ending = match.lines(language="fr"), match.ending("fr", NAMES)
    assert [line["kind"] for line in lines].count("end") == 1
    assert ending["why"] == next(line["text"] for line in lines if line["kind"] == "end")
    assert sorted(row["seat"] for row in ending["rows"]) == list(range(match.seats))
    assert [row["place"] for row in ending["rows"]] == sorted(row["place"] for row in ending["rows"])
    assert {row["seat"] for row in ending["rows"] if row["won"]} == set(match.winners)
    assert all(row["parts"] for row in ending["rows"])
    assert match.story(names=NAMES)[-1].startswith((*(f"{n}. " for n in range(1, 7)), *NAMES))
    assert load(name).start(seed=1).ending() is None
