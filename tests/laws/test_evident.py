"""What plays itself, and what may be taken back, follows from what everybody knows: exactly, not by chance.

`evident` says whether everybody can see what the seat to move can do, `opens` whether somebody sees by an action more
than could be foreseen. Both are held against worlds dealt from what a viewer knows.
"""

from collections.abc import Iterator
from functools import cache

import numpy as np

from every import READY, random_game, story_of
from fathom5 import NOBODY
from fathom5.door import Match
from fathom5.door.testing import dealt
from fathom5.kernel.chance import dice
from fathom5.kernel.game import apply, evident, hide, offers, opens, sheet, view

SOME = 6  # decisions of each kind
WORLDS = 3  # dealt where all must agree
SEARCH = 600  # dealt at most until one differs: the least likely tile is one of twenty
SAMPLED = 12  # by `forced` and `opens` before the games answered themselves


@cache
def decisions(index: int) -> list[tuple[np.record, int]]:
    """States of a random game in which a seat acts: some of each kind, by what the game says of them."""
    kinds: dict[tuple[bool, bool], list[tuple[np.record, int]]] = {}
    for state, action in random_game(READY[index], seed=5):
        if state.seat >= 0:
            kind = bool(evident(state, sheet(state))), bool(opens(state, after(state, action)))
            kinds.setdefault(kind, []).append((state, action))
    return [turn for turns in kinds.values() for turn in turns[:: 1 + len(turns) // SOME]]


def worlds(state: np.record, viewer: int, count: int) -> Iterator[np.record]:
    seen, rng = view(state, viewer), dice(9)
    return (dealt(seen, rng) for _ in range(count))


def after(state: np.record, action: int) -> np.record:
    done = state.copy()
    apply(done, action)
    return done


def everyone(state: np.record) -> tuple[int, ...]:
    return (*range(state.seats), NOBODY)


def test_where_it_is_evident_every_world_offers_the_same_and_where_not_another_is_found(index):
    for state, _ in decisions(index):
        can = offers(state)
        if evident(state, sheet(state)):
            assert all(offers(world) == can for world in worlds(state, NOBODY, WORLDS))
        else:
            assert any(offers(world) != can for world in worlds(state, NOBODY, SEARCH))


def test_what_opens_nothing_was_foreseen_in_every_world_and_what_opens_was_not(index):
    for state, action in decisions(index):
        done = after(state, action)
        if opens(state, done):
            assert any(
                not is_foreseen(world, done, viewer)
                for viewer in everyone(state)
                for world in worlds(state, viewer, SEARCH)
            )
        else:
            assert all(
                is_foreseen(world, done, viewer)
                for viewer in everyone(state)
                for world in worlds(state, viewer, WORLDS)
            )


def is_foreseen(world: np.record, done: np.record, viewer: int) -> bool:
    """In this world too the same is heard to happen, and whoever hears it sees the same then."""
    told, can = view(done, viewer), offers(world)
    alike = (
        can if told.last != done.last else can.keys() & {int(done.last)}
    )  # what is heard as it is can be nothing else
    heard = [seen for seen in (view(after(world, action), viewer) for action in alike) if seen.last == told.last]
    return bool(heard) and all(seen.tobytes() == told.tobytes() for seen in heard)


def test_whether_it_is_evident_is_itself_known_to_all(index):
    """Else what plays itself would tell."""
    for state, _ in decisions(index):
        known = evident(state, sheet(state))
        assert all(evident(world, sheet(world)) == known for world in worlds(state, NOBODY, WORLDS))


def test_games_without_secrets_answer_as_they_did_when_worlds_were_dealt(ready):
    match = ready.start(seed=4)
    luck = np.random.default_rng(4)
    while not match.over and not match.has_secrets:
        action = int(luck.choice(list(match.offers)))
        assert match.forced == sampled_forced(match)
        assert match.opens(action) == sampled_opens(match, action)
        match.play(action)


def sampled_forced(match: Match) -> int | None:
    """As `Match.forced` answered before: by dealing worlds from what everybody knows."""
    if len(match.offers) != 1:
        return None
    seen, rng = match.seen(None), dice(len(match.actions))
    is_sure = all(offers(dealt(seen, rng)) == match.offers for _ in range(SAMPLED))
    return next(iter(match.offers)) if is_sure else None


def sampled_opens(match: Match, action: int) -> bool:
    """As `Match.opens` answered before."""
    done, rng = match.copy(), dice(len(match.actions))
    done._take(action)
    for viewer in (*range(match.seats), None):
        for _ in range(SAMPLED):
            world = dealt(match.seen(viewer), rng)
            if action not in offers(world):
                return True
            apply(world, action)
            hide(world, NOBODY if viewer is None else viewer)
            if world.tobytes() != done.seen(viewer).tobytes():
                return True
    return False


def test_the_laws_meet_games_in_which_it_is_not_evident():
    """They would hold in vain if everything were."""
    secretive, unclear, opening = set(), set(), set()
    for ready in READY:
        name = ready.game.name
        for state, action in random_game(ready, seed=5) if hasattr(story_of(name), "heard") else ():
            if state.seat >= 0:
                secretive.add(name)
                unclear |= {name} if not evident(state, sheet(state)) else set()
                opening |= {name} if opens(state, after(state, action)) else set()
    assert unclear
    assert unclear < opening == secretive
