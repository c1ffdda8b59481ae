"""What must hold in every game, on random play. A new game is covered as soon as its folder exists."""

import copy
import json
from itertools import product

import numpy as np
import pytest

from every import INTERPRETED, story_of
from fathom5 import CHANCE, NOBODY, IllegalMove, load, names, replay
from fathom5.door import LANGUAGES, plain
from fathom5.kernel.chance import dice
from fathom5.kernel.game import apply, measure, offers, policy, score, sheet, value, view, win
from fathom5.kernel.record import spoken
from fathom5.scene import SHAPES

NAMES = [f"Anna{seat}" for seat in range(6)]


def test_something_can_happen_until_the_game_is_over(states):
    for state in states:
        assert bool(offers(state)) == (state.seat != NOBODY)


def test_the_game_ends_within_its_bound(ready, turns):
    ends = [at for at, (_, action) in enumerate(turns) if action == NOBODY]
    assert turns[ends[-1]][0].seat == NOBODY
    assert max(np.diff([-1, *ends])) <= ready.longest <= ready.game.longest


def test_who_puts_things_off_for_ever_does_not_play_longer(ready):
    """Who always does the first or the last that can be done."""
    for which in (0, -1):
        match = ready.start(seed=5)
        while not match.over:
            match.play(list(match.offers)[which])
            assert len(match.actions) <= ready.longest


def test_chance_has_ways_to_do_a_thing_and_a_player_one(states):
    for state in states:
        assert all(ways == 1 or (ways > 1 and state.seat == CHANCE) for ways in offers(state).values())


def test_it_is_somebodys_turn(states):
    for state in states:
        assert state.seat in (*range(state.seats), CHANCE, NOBODY)


def test_what_happens_is_noted(turns):
    for state, action in turns:
        if action != NOBODY:
            after = state.copy()
            apply(after, action)
            assert after.last == action


def test_pieces_are_conserved(ready, states):
    pieces = story_of(ready.game.name).pieces
    assert {json.dumps(pieces(state)) for state in states} == {json.dumps(pieces(states[0]))}


def test_asking_changes_nothing(ready, some):
    for state in some:
        before = state.tobytes()
        offers(state)
        score(state, np.zeros(6, np.int64))
        win(state, np.zeros(6))
        value(state, np.zeros(6))
        measure(state, np.zeros(len(ready.game.measures.COLUMNS)))
        assert before == state.tobytes()


def test_shares_of_the_victory_are_shares(some):
    for state in some:
        for verb in (win, value):
            shares = np.zeros(6)
            verb(state, shares)
            assert all(0 <= share <= 1 for share in shares)
            assert not shares[state.seats :].any()


def test_every_offered_move_applies_and_says_what_it_is(ready, some):
    words = ready.game.words
    for state in some:
        spoken_moves = [spoken(words.move(state, action)) for action in offers(state)]
        assert len(set(spoken_moves)) == len(spoken_moves)
        for action in offers(state):
            after = state.copy()
            apply(after, action)
            assert words.move(state, action)[0] in words.CLAUSES


def test_what_is_not_offered_is_refused_and_nothing_changes(ready):
    match = ready.start(seed=3)
    for _ in range(30):
        before = (match.save(), match.state)
        wrong = [number for number in range(-3, 3000, 7) if number not in match.offers]
        for move in (*wrong[:40], ("fly",), ("go_on", 5), "", None, 1.5, True, [], ("take", "take"), object()):
            with pytest.raises(IllegalMove):
                match.play(move)
        assert before == (match.save(), match.state)
        if match.over:
            break
        match.play(match.moves[len(match.actions) % len(match.moves)])


def test_a_move_can_be_named_in_every_way(ready):
    match = ready.start(seed=4)
    for turn in range(20):
        if match.over:
            break
        number = turn % len(match.moves)
        by_tuple, by_text, by_number, by_list = (match.copy() for _ in range(4))
        by_tuple.play(match.moves[number])
        by_text.play(spoken(match.moves[number]))
        by_number.play(list(match.offers)[number])
        by_list.play(list(match.moves[number]))
        assert by_tuple.state == by_text.state == by_number.state == by_list.state
        match = by_tuple


def test_the_same_actions_give_the_same_bytes(turns):
    again = None
    for state, action in turns:
        if again is None:
            again = state.copy()
        assert again.tobytes() == state.tobytes()
        again = None if action == NOBODY else (apply(again, action), again)[1]


def test_copies_are_independent(ready):
    match = ready.start(seed=5)
    before = match.save()
    for twin in (match.copy(), copy.copy(match), copy.deepcopy(match)):
        twin.play(twin.moves[0])
        assert (match.save(), twin.log[: len(match.log)]) == (before, match.log)


def test_views_and_states_are_plain_data(ready, some):
    for state in some:
        for seen in (state, view(state, 0), view(state, NOBODY)):
            assert plain(seen) == json.loads(json.dumps(plain(seen)))


def test_a_saved_match_goes_on_as_it_would_have(ready):
    match = ready.start(seed=1)
    for turn in range(25):
        if match.over:
            break
        again = replay(match.save())
        for one in (match, again):
            one.play(one.moves[turn % len(one.moves)])
        assert (match.log, match.state, match.save()) == (again.log, again.state, again.save())


def test_undo_takes_back_a_decision_and_what_chance_answered(ready):
    match = ready.start(seed=2)
    for turn in range(25):
        if match.over:
            break
        before = (match.save(), match.state, match.moves)
        match.play(match.moves[-1 - turn % len(match.moves)])
        match.undo()
        assert before == (match.save(), match.state, match.moves)
        match.play(match.moves[-1 - turn % len(match.moves)])


def test_undo_by_hand_takes_back_one_action(ready):
    match = ready.start(chance="manual")
    while not match.over and len(match.actions) < 20:
        before = match.state
        match.play(match.moves[0])
        after = match.copy()
        match.undo()
        assert before == match.state
        match = after
    with pytest.raises(IllegalMove, match="nothing to undo"):
        ready.start(chance="manual").undo()


def test_the_log_in_words_speaks_every_language(ready):
    match = ready.start(seed=6)
    for turn in range(60):
        if not match.over:
            match.play(match.moves[turn % len(match.moves)])
    for language in LANGUAGES:
        for seat in (0, match.seats - 1, None):
            lines = match.lines(seat, language, NAMES)
            assert {line["n"] for line in lines} == set(range(1, len(match.log) + 1))
            assert len(match.told(seat)) == len(match.log)
            assert all(line["text"] and "{" not in line["text"] and "None" not in line["text"] for line in lines)


def test_every_language_says_the_same_things(ready):
    words = ready.game.words.WORDS
    assert set(words) == set(LANGUAGES)
    assert words["en"].keys() == words["fr"].keys()
    for key in ("title", "blurb", "length", "seat", *(f"option.{name}" for name in ready.game.options)):
        assert words["en"][key]


def test_a_scene_is_plain_data_with_an_id_for_each_thing_and_all_that_can_be_done(ready, some):
    for state, shape in product(some, SHAPES):
        for seat in (*range(state.seats), NOBODY):
            seen = view(state, seat)
            scene = ready.game.board.scene(seen, seat, ready.game.words.WORDS["fr"], shape)
            assert scene == json.loads(json.dumps(scene))
            ids = {thing["id"] for thing in scene["things"]}
            assert len(scene["things"]) == len(ids)
            assert [act["action"] for act in scene["acts"]] == (list(offers(state)) if seat == state.seat else [])
            assert all(act["words"] and ids.issuperset(act["path"]) for act in scene["acts"])


def test_acts_that_touch_the_same_things_differ_in_words(ready, some):
    for state in some:
        acts = ready.game.board.scene(view(state, state.seat), state.seat, ready.game.words.WORDS["en"])["acts"]
        told = [(*act["path"], act["words"]) for act in acts]
        assert len(set(told)) == len(told)


def test_what_can_be_touched_has_a_label(ready, some):
    for state in some:
        scene = ready.game.board.scene(view(state, state.seat), state.seat, ready.game.words.WORDS["en"])
        touched = {part for act in scene["acts"] for part in act["path"]}
        assert all(thing.get("label") for thing in scene["things"] if thing["id"] in touched)


def test_the_board_in_letters_fits_a_terminal(ready, some):
    from rich.text import Text

    for state in some[::4]:
        for language in LANGUAGES:
            for seat in (0, NOBODY):
                text = ready.game.board.text(view(state, seat), seat, NAMES, ready.game.words.WORDS[language])
                assert max(map(len, Text.from_markup(text).plain.splitlines())) <= 100


def test_hinted_players_do_what_can_be_done_and_use_only_what_their_seat_may_know(ready, states):
    choices = sheet(states[0])
    for name in ready.game.hints.PLAYERS:
        brain = ready.game.brain(name)
        for number, state in enumerate(states[:: 1 + len(states) // 150]):
            if state.seat >= 0:
                taken = []
                for known in (state, view(state, state.seat)):
                    asked = offers(known)
                    choices.count, choices.total = len(asked), len(asked)
                    choices.action[: len(asked)], choices.weight[: len(asked)] = list(asked), 1
                    before = known.tobytes()
                    taken.append(int(policy(known, choices, brain, dice(number))))
                    assert before == known.tobytes()
                assert taken[0] in offers(state)
                assert taken[0] == taken[1]


def test_odds_are_chances_for_whoever_may_know_them(ready, some):
    for state in some:
        if state.seat >= 0:
            odds = ready.game.measures.odds(view(state, state.seat))
            assert all(0 <= chance <= 1 for chance in odds.values())
            assert json.loads(json.dumps(odds)) == odds
            for words in ready.game.words.WORDS.values():
                assert all(f"odds.{name}" in words for name in odds)


@pytest.mark.parametrize("name", names())
def test_a_game_starts_at_once_with_the_rulebooks_options(name):
    assert load(name).start(seed=0).moves


@pytest.mark.parametrize("name", names())
def test_a_game_is_kept_small(name):
    assert load(name).game.rules.STATE.itemsize < 2048
    assert not INTERPRETED or load(name).game.rules.CHOICES.itemsize < 65536
