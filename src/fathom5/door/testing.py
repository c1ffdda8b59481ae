"""Words for telling a game's story in a test."""

import numpy as np

from fathom5.door.match import Match, load
from fathom5.kernel.game import deal
from fathom5.kernel.record import Move, spoken


def play(name: str, *moves: str | Move, **options: object) -> Match:
    """The match after these moves, chance's included, each of which must be possible in its turn."""
    match = load(name, **options).start(chance="manual")
    return then(match, *moves)


def then(match: Match, *moves: str | Move) -> Match:
    """The same match some moves later."""
    for move in moves:
        match.play(move)
    return match


def can(match: Match) -> set[str]:
    """What can happen now."""
    return set(map(spoken, match.moves))


def dealt(view: np.record, rng: np.ndarray) -> np.record:
    """One of the worlds that could be behind a view."""
    world = view.copy()
    deal(world, rng)
    return world
