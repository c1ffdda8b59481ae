"""Secrets have one door: what a seat may not know reaches it by no channel, and what it may know is not lost.

A game's own tests say what is private in it: `heard(before, move, seat)` is the move as that seat hears it, and
`reveals(before, after)` is true where the rules open secrets for all. Neither looks at `hide`.
"""

import pickle

from every import READY, random_game, story_of
from fathom5 import NOBODY, text
from fathom5.bots import View
from fathom5.bots.advice import advice
from fathom5.door.testing import dealt
from fathom5.kernel.chance import dice
from fathom5.kernel.game import apply, offers, view
from fathom5.scene import SHAPES

TOGETHER = 25  # actions for which twins are followed


def everyone(state):
    return (*range(state.seats), NOBODY)


def heard_by(game, before, action, seat):
    """The move as the rules let that seat hear it."""
    tell = getattr(story_of(game.name), "heard", lambda before, move, seat: move)
    return tell(before, game.words.move(before, action), seat)


def is_revealing(game, before, after):
    opens = getattr(story_of(game.name), "reveals", lambda before, after: False)
    return after.seat == NOBODY or opens(before, after)


def channels(game, state, seat):
    """All that reaches a seat of a state."""
    seen = view(state, seat)
    words = game.words.WORDS["en"]
    names = [f"seat {number}" for number in range(6)]
    scenes = [game.board.scene(seen, seat, words, shape) for shape in SHAPES]
    return seen.tobytes(), scenes, game.board.text(seen, seat, names, words)


def after(state, action):
    done = state.copy()
    apply(done, action)
    return done


def test_hiding_twice_hides_no_more(some):
    for state in some:
        for seat in everyone(state):
            seen = view(state, seat)
            assert seen.tobytes() == view(seen, seat).tobytes()


def test_a_seat_cannot_tell_a_deal_from_the_truth(states):
    rng = dice(1)
    for state in states[:: 1 + len(states) // 200]:
        for seat in everyone(state):
            seen = view(state, seat)
            assert seen.tobytes() == view(dealt(seen, rng), seat).tobytes()


def test_a_dealt_world_can_be_played_to_its_end(ready, some):
    rng = dice(2)
    for state in some[::4]:
        for seat in everyone(state):
            world = dealt(view(state, seat), rng)
            for _ in range(20):
                if world.seat == NOBODY:
                    break
                can = list(offers(world))
                apply(world, can[int(rng[0] % len(can))])


def test_a_seat_knows_what_it_can_do(some):
    for state in some:
        if state.seat >= 0:
            assert offers(state) == offers(view(state, state.seat))


def test_everyone_is_told_what_the_rules_let_them_hear(ready, turns):
    game = ready.game
    for state, action in turns:
        if action == NOBODY:
            continue
        for seat in everyone(state):
            told = game.words.move(view(state, seat), int(view(after(state, action), seat).last))
            assert told == heard_by(game, state, action, seat)


def test_states_that_differ_only_in_what_a_seat_may_not_know_reach_it_as_one(ready):
    for seed in (11, 12):
        twins = []  # each: the seat that must not tell it from the game, its state, for how long
        for state, action in random_game(ready, seed):
            if action == NOBODY:
                break
            twins = [twin for twin in twins if goes_along(ready.game, twin, state, action)]
            twins += list(forked(ready.game, state, action))


def forked(game, state, action):
    """What else could have happened here without a seat's hearing any difference."""
    for seat in everyone(state):
        heard = heard_by(game, state, action, seat)
        if heard == game.words.move(state, action):
            continue
        for other in offers(state):
            if other != action and heard_by(game, state, other, seat) == heard:
                twin = after(state, other)
                if not is_revealing(game, state, twin):
                    assert channels(game, twin, seat) == channels(game, after(state, action), seat)
                    yield [seat, twin, TOGETHER]
                    break


def test_views_of_twin_worlds_are_the_same_bytes(ready):
    """Matches that differ in one action, which a seat heard alike: its player is given the same, byte for byte.

    So is who reads: the text for language models is the same, and advice, with all its numbers.
    """
    if not hasattr(story_of(ready.game.name), "heard"):
        return
    done, compared = [], 0
    for state, action in random_game(ready, 3):
        for seat, twin, _ in forked(ready.game, state, action) if action != NOBODY and compared < 6 else ():
            pair = [ready.start(chance="manual") for _ in range(2)]
            for match, last in zip(pair, (action, int(twin.last)), strict=True):
                match.follow([*done, last])
            if seat >= 0:
                views = [pickle.dumps(View.of(match, seat)) for match in pair]
                compared += pair[0].record.tobytes() != pair[1].record.tobytes()
                assert views[0] == views[1]
                assert text.observe(pair[0], seat) == text.observe(pair[1], seat)
                told = [advice(match.seen(seat), seat, seed=5, iterations=4) for match in pair]
                assert told[0] == told[1] and (told[0].moves or pair[0].over)
        done.append(action)


def goes_along(game, twin, state, action):
    """Let the same happen to a twin, as long as it can and nothing is revealed, and compare."""
    seat, other, left = twin
    if left == 0 or other.seat != state.seat or action not in offers(other):
        return False
    real = after(state, action)
    if heard_by(game, state, action, seat) != heard_by(game, other, action, seat) or is_revealing(game, state, real):
        return False
    apply(other, action)
    assert view(other, seat).tobytes() == view(real, seat).tobytes()  # all else is made of these bytes alone
    twin[2] -= 1
    return True


def test_games_with_private_moves_are_found_out():
    """The law above would hold in vain if nobody ever had a secret."""
    private = {ready.game.name for ready in READY if hasattr(story_of(ready.game.name), "heard")}
    secretive = set()
    for ready in READY:
        for state, action in random_game(ready, 3) if ready.game.name in private - secretive else ():
            if action != NOBODY and any(True for _ in forked(ready.game, state, action)):
                secretive.add(ready.game.name)
                break
    assert secretive == private
