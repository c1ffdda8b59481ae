"""Every game in many set-ups, and random games played in them."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module

import numpy as np

from fathom5 import NOBODY, load, names
from fathom5.door import Ready
from fathom5.kernel import worlds
from fathom5.kernel.chance import dice, pick
from fathom5.kernel.game import apply, ask, setup

INTERPRETED = worlds.WORLD != worlds.COMPILED  # rules that are called from Python, at least until they are loaded
GAMES = 1 if INTERPRETED else 2  # played in each set-up


def story_of(name: str):
    """The game's own tests, which also say what is conserved and what is private in it."""
    return import_module(f"fathom5.games.{name}.rules_test")


def variants(is_brief: bool) -> Iterator[Ready]:
    """Each game as it comes and as its own tests wish; else also with each option at either end or at each word."""
    for name in names():
        options = [{}, *getattr(story_of(name), "VARIANTS", [])]
        for option, (default, allowed, several, most) in load(name).game.options.items() if not is_brief else ():
            ends = (allowed[0], allowed[-1]) if isinstance(allowed, range) else allowed
            lists = [several[:length] for length in range(1, most + 1)]
            options += [{option: value} for value in (*ends, *lists) if value != default]
        yield from filter(None, (agreed(name, chosen) for chosen in options))
        yield from house_tables(name)


def house_tables(name: str) -> Iterator[Ready]:
    """A game with all house rules at the lowest number, and at the highest that goes with those before it."""
    house, own = load(name).game.house, getattr(story_of(name), "HOUSE_VARIANT", {})
    for end in (0, -1) if house else ():
        chosen: dict[str, int] = {}
        for rule, constant in house.items():
            ends = [constant.allowed[end], *constant.allowed[::-1]]
            chosen[rule] = next(value for value in ends if agreed(name, own | {"house": chosen | {rule: value}}))
        yield load(name, **own, house=chosen)


def agreed(name: str, options: dict) -> Ready | None:
    """Some options ask for others too; such set-ups are for the game's own VARIANTS."""
    try:
        return load(name, **options)
    except ValueError:
        return None


def random_game(ready: Ready, seed: int) -> Iterator[tuple[np.record, int]]:
    """Every state of a game in which all play at random, with the action that is taken in it."""
    game, rng = ready.game, dice(seed)
    state, choices = np.zeros(1, game.rules.STATE)[0], np.zeros(1, game.rules.CHOICES)[0]
    setup(state, game.packed(ready.options))
    for _ in range(game.longest):
        if state.seat == NOBODY:
            break
        ask(state, choices)
        action = int(pick(choices, rng))
        yield state.copy(), action
        apply(state, action)
    yield state.copy(), NOBODY


@cache
def played(index: int) -> list[tuple[np.record, int]]:
    """Random games in one set-up: states, each with the action taken in it (NOBODY at the end)."""
    return [turn for seed in range(GAMES) for turn in random_game(READY[index], seed)]


READY = list(variants(is_brief=INTERPRETED))
IDS = [f"{ready.game.name}-{index}" for index, ready in enumerate(READY)]
