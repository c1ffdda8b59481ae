"""Bots by name, from the weakest on, and the advice they give."""

from time import process_time

import pytest

from every import INTERPRETED
from fathom5 import NOBODY, bots, games, load, names
from fathom5.bots import LEVELS, Hinted, Search, medals
from fathom5.bots.advice import Advised, is_close, margin
from fathom5.door import LANGUAGES
from fathom5.kernel.game import view

DEFAULTS = [load(name) for name in names()]


def test_bots_are_loaded_by_name():
    assert bots.load("search", seconds=0.5) == Search(seconds=0.5)
    assert bots.load("search", iterations=100, trees=1) == Search(iterations=100, trees=1)
    assert bots.load("zeffar") == Hinted("zeffar")
    assert bots.load("leviathan", trees=1).seconds == LEVELS["leviathan"].seconds
    for game in map(games.load, names()):
        assert all(map(bots.load, bots.names(game)))


def test_bots_are_named_with_their_knobs():
    assert bots.named("zeffar") == Hinted("zeffar")
    assert bots.named("hinted:trust=0.5") == Hinted("hinted", (0.5,))
    assert bots.named("search:seconds=0.5,horizon=40,playouts=uniform") == Search(0.5, horizon=40, playouts="uniform")


@pytest.mark.parametrize(
    "text, why",
    [
        ("zeffer", "there is no bot 'zeffer'; did you mean 'zeffar'?"),
        ("search:second=1", "search has no knob 'second'; did you mean 'seconds'?"),
        ("search:seconds=long", "seconds of search is not 'long'"),
        ("diver:playouts=3", "playouts of diver is not 3"),
        ("search:seconds=-1", "a search needs a budget"),
    ],
)
def test_a_wrong_word_is_answered_with_the_right_one(text, why):
    with pytest.raises(ValueError) as refusal:
        bots.named(text)
    assert why in str(refusal.value)


def test_no_game_has_a_player_of_the_same_name_as_a_level():
    for game in map(games.load, names()):
        assert len(set(bots.names(game))) == len(bots.names(game))
        assert "hinted" in game.hints.PLAYERS  # who plays on below every tree


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.skipif(INTERPRETED, reason="of use to players only when compiled")
def test_a_level_answers_within_its_time(level):
    bot = LEVELS[level]
    for ready in DEFAULTS:
        bots.warm(ready)
        match = ready.start(seed=2)
        seen = match.seen(match.seat)
        bot(seen, 1)  # memory is taken at the first search
        start = process_time()
        assert bot(seen, 2) in match.offers
        assert process_time() - start < bot.forest * (bot.seconds + 0.2)  # by its own time: the machine may be busy


def test_levels_think_longer_from_one_to_the_next():
    times = [level.seconds for level in LEVELS.values()]
    assert times == sorted(times) and min(times) > 0


# Advice.


def test_advice_ranks_what_can_be_done(ready):
    match = ready.start(seed=3)
    seen = match.seen(match.seat)
    advice = bots.advice(seen, iterations=12, horizon=20)
    assert {advised.move for advised in advice.moves} <= set(match.moves)
    visits = [advised.visits for advised in advice.moves]
    assert visits == sorted(visits, reverse=True) and sum(visits) == 12
    assert all(0 <= advised.outcome <= 1 for advised in advice.moves)
    assert advice.odds == ready.game.measures.odds(seen)


def test_advice_says_how_sure_it_is_and_what_is_as_good():
    assert margin(0.5, 100) < margin(0.5, 10) < 0.5
    assert 0 < margin(1.0, 50) < 0.1  # never quite certain
    best = Advised(("take",), 3, 100, 0.6, margin(0.6, 100))
    assert is_close(Advised(("nothing",), 2, 100, 0.55, margin(0.55, 100)), best)
    assert not is_close(Advised(("nothing",), 2, 100, 0.2, margin(0.2, 100)), best)


@pytest.mark.parametrize("ready", DEFAULTS, ids=lambda ready: ready.game.name)
def test_where_all_win_or_lose_together_each_medal_has_its_chance(ready):
    match = ready.start(seed=1)
    seen, can = match.seen(match.seat), list(match.offers)[:2]
    first, *_ = found = medals.chances(seen, can, seed=5, rounds=20)
    assert len(found) == len(can) and found == medals.chances(seen, can, seed=5, rounds=20)
    assert tuple(first) == getattr(ready.game.words, "MEDALS", ())[:0:-1]  # the best first, and nothing is no medal
    assert sum(chance.share for chance in first.values()) <= 1
    assert all(chance.margin == margin(chance.share, 20) > 0 for chance in first.values())


@pytest.mark.parametrize("ready", DEFAULTS, ids=lambda ready: ready.game.name)
def test_advice_names_its_reason_in_every_language(ready):
    match, named = ready.start(seed=3), set()
    for turn in range(60):
        if match.over:
            break
        if reason := ready.game.hints.reason(match.seen(match.seat)):
            named.add(reason[0])
            assert all(f"reason.{reason[0]}" in ready.game.words.WORDS[each] for each in LANGUAGES)
            said = ready.game.words.WORDS["fr"][f"reason.{reason[0]}"].format(**reason[1])
            assert said and "{" not in said
        match.play(match.moves[turn % len(match.moves)])
    assert named


def test_advice_is_also_for_those_who_wait():
    match = load("deep_sea").start(chance="manual")
    match.play("first_player 1")
    advice = bots.advice(match.seen(0), seat=0, iterations=100, trees=1)
    assert {advised.move for advised in advice.moves} == set(match.moves)  # the rolls that chance may bring
    assert not advice.odds


def test_advice_is_for_a_seat():
    match = load("deep_sea").start(seed=1)
    with pytest.raises(ValueError, match="advice is for a seat from 0 to 1, not for 2"):
        bots.advice(match.seen(0), seat=2, iterations=1)
    with pytest.raises(ValueError, match="advice is for a seat"):
        bots.advice(load("deep_sea").start(chance="manual").seen(0), iterations=1)


def test_there_is_no_advice_after_the_end(states):
    assert states[-1].seat == NOBODY
    assert bots.advice(view(states[-1], 0), iterations=1) == bots.Advice([], {})
