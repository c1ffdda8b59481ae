"""The Python door, as someone who comes in by it finds it."""

import pytest

import fathom5
from fathom5 import BrokenSave, IllegalMove, load, names, replay
from fathom5.kernel.play import COURSE, answered

GAME = names()[0]


def begun():
    return load("deep_sea", players=3).start(seed=7)


def test_names_are_the_games():
    assert "deep_sea" in names()
    assert list(names()) == sorted(names())


@pytest.mark.parametrize(
    "name, options, why",
    [
        ("deep_see", {}, "there is no game 'deep_see'; did you mean 'deep_sea'?"),
        ("deep_sea", {"player": 3}, "deep_sea has no option 'player'; did you mean 'players'?"),
        ("deep_sea", {"players": 9}, "players is from 2 to 6, not 9"),
        ("deep_sea", {"players": "two"}, "players is from 2 to 6, not 'two'"),
        ("deep_sea", {"peek": "maybe"}, "peek is on or off (True or False), not 'maybe'"),
        ("deep_sea", {"air": [1, 2]}, "air is from 1 to 60, not a list"),
        ("deep_sea", {"air": 25.0}, "air is from 1 to 60, not 25.0"),
    ],
)
def test_a_wrong_word_is_answered_with_the_right_one(name, options, why):
    with pytest.raises(ValueError) as refusal:
        load(name, **options)
    assert why == str(refusal.value)


@pytest.mark.parametrize("seed", [0, 7, -7, 10**40, -(10**40), 2**64])
def test_a_seed_of_any_size_and_sign_gives_its_own_game_again(seed):
    one, two = (load("deep_sea").start(seed=seed) for _ in range(2))
    for match in (one, two):
        while not match.over:
            match.play(match.moves[-1])
    assert one.save() == two.save()
    assert load("deep_sea").start(seed=seed).save() != load("deep_sea").start(seed=seed + 1).save()


@pytest.mark.parametrize("seed", ["7", 7.0, True, (7,)])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(ValueError, match="a seed is a whole number"):
        load("deep_sea").start(seed=seed)


def test_chance_is_seeded_or_manual():
    with pytest.raises(ValueError, match="chance is 'seeded' or 'manual', not 'hand'"):
        load("deep_sea").start(chance="hand")


def test_by_hand_the_caller_plays_chance_too():
    match = load("deep_sea").start(chance="manual")
    match.play(("first_player", 1))
    match.play(("roll", 2, 3))
    assert match.seat == 1
    assert match.log == [("first_player", 1), ("roll", 2, 3)]


def test_an_illegal_move_says_why_and_changes_nothing():
    match = begun()
    before = match.save()
    with pytest.raises(IllegalMove, match=r"'return' cannot happen now \(see DS-8\); seat . can: nothing, take"):
        match.play("return")
    with pytest.raises(IllegalMove, match=r"'fly home' is no move of deep_sea; seat . can: nothing, take"):
        match.play(("fly", "home"))
    assert before == match.save()


def test_a_move_after_the_end_is_refused():
    match = load("deep_sea", rounds=1, air=1).start(seed=1)
    while not match.over:
        match.play(match.moves[-1])
    with pytest.raises(IllegalMove, match="the game is over"):
        match.play("take")


def test_there_is_no_other_seat():
    for ask in (begun().view, begun().told, begun().story):
        with pytest.raises(ValueError, match="there is no seat 3; the seats are 0 to 2"):
            ask(3)


def test_there_is_no_other_language():
    with pytest.raises(ValueError, match="the languages are en and fr, not 'de'"):
        begun().story(language="de")


def test_a_save_is_a_small_text_that_knows_its_rules():
    text = begun().save()
    assert text.startswith('fathom5 save\ngame: "deep_sea"\nrules: 2\nseed: 7\nplayers: 3\n')
    assert text.endswith("\nend\n")
    with pytest.raises(BrokenSave, match="played by rules 99 of deep_sea; these are rules 2"):
        replay(text.replace("rules: 2", "rules: 99"))


@pytest.mark.parametrize(
    "broken, why",
    [
        (lambda text: "", "no save of Full Fathom Five"),
        (lambda text: "[Event 'chess']\n1. e4 e5", "no save of Full Fathom Five"),
        (lambda text: text[:-5], "torn off"),
        (lambda text: text[: len(text) // 2], "torn off"),
        (lambda text: text.replace("seed: 7", "seed 7"), "where 'name: value' belongs"),
        (lambda text: text.replace("seed: 7\n", ""), "does not say its seed"),
        (lambda text: text.replace("first_player", "second_player"), "move 1 of this save: 'second_player"),
        (lambda text: text.replace('"deep_sea"', '"deep_see"'), "there is no game 'deep_see'"),
        (lambda text: text.replace("players: 3", "players: 33"), "players is from 2 to 6"),
        (lambda text: text.replace("seed: 7", 'seed: "7"'), "a seed is a whole number"),
        (lambda text: text.replace("rules: 2", "rules: [1]"), "played by rules"),
        (lambda text: text.replace('game: "deep_sea"', "game: 5"), "there is no game 5"),
    ],
)
def test_a_broken_save_is_refused_and_says_where(broken, why):
    with pytest.raises(ValueError, match=why):
        replay(broken(begun().save()))


def test_a_match_shows_itself():
    match = begun()
    assert repr(match).startswith("<Match of deep_sea, ")
    assert match._repr_svg_().startswith("<svg")
    assert "deep_sea" in repr(load("deep_sea"))


def test_told_is_the_log_where_nothing_is_private():
    assert begun().told(0) == begun().told(None) == begun().log


def test_the_version_is_known():
    assert fathom5.__version__.count(".") == 2


@pytest.mark.parametrize("words", [{"navigator", "old_salt"}, frozenset({"navigator", "old_salt"})])
def test_a_list_of_which_the_order_matters_is_no_set(words):
    with pytest.raises(ValueError, match=r"divers is .* a list of up to 4 of .*, not a set, which has no order"):
        load("captain_carcass", divers=words)
    assert load("captain_carcass", divers=("old_salt", "navigator")).options["divers"] == ("old_salt", "navigator")


def test_however_much_happens_before_somebody_asks_it_is_the_same_match(name):
    silent, asked = load(name).start(seed=7), load(name).start(seed=7)
    for turn in range(3 * COURSE):
        if not silent.over:
            asked.play(asked.moves[turn % len(asked.moves)])
            silent.play(silent.numbers[turn % len(silent.numbers)])
            assert len(asked.actions) == len(asked.deciders)
    assert (silent.actions, silent.deciders) == (asked.actions, asked.deciders)
    assert silent.state == asked.state


def test_who_was_interrupted_goes_on(monkeypatch):
    """A full course is written down late: nothing happens before there is room, and nothing is lost."""
    match, other = load("deep_sea").start(seed=2), load("deep_sea").start(seed=2)
    monkeypatch.setattr(match, "_let_chance_fall", lambda: None)
    while match._noted.item(0) < COURSE:
        match.play(match.numbers[0])
        other.play(other.numbers[0])
    monkeypatch.undo()
    assert answered(match._tables, match.numbers[0]) == 0
    match.follow(())
    match.play(match.numbers[0])
    other.play(other.numbers[0])
    assert (match.actions, match.state) == (other.actions, other.state)


def test_a_number_that_is_no_action_changes_nothing():
    match = load("deep_sea").start(seed=1)
    before = match.state
    for number in (-1, 1 << 15, 1 << 70, max(match.offers) + 1, True):
        with pytest.raises(IllegalMove):
            match.play(number)
    assert match.state == before


def test_numbers_are_those_of_what_is_on_offer(name):
    match = load(name).start(seed=4)
    for turn in range(30):
        assert match.numbers == list(match.offers) and bool(match.numbers) != match.over
        if not match.over:
            match.play(match.numbers[turn % len(match.numbers)])
