"""Loops over any game, compiled for each."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from os import cpu_count

import numpy as np

from fathom5.kernel.chance import pick, reseed
from fathom5.kernel.game import (
    CHANCE,
    NOBODY,
    UNIFORM,
    apply,
    ask,
    look,
    loop,
    measure,
    policy,
    record_dtype,
    rule,
    score,
    setup,
    win,
    write_out,
)

CORES = cpu_count() or 1
RNG, KEY, USED = range(3)  # of the luck of a match
ACTIONS, SEATS = range(2)  # of the course that a match takes
COURSE = 128  # actions that are noted before somebody has to write them down elsewhere


@cache
def table_dtype(state: np.dtype, sheet: np.dtype) -> np.dtype:
    """All that a match needs to go on, in one record."""
    return record_dtype(
        ("luck", "u8", 3),  # a generator, the key of its starts and how many of them were used
        ("noted", "i4"),  # actions on the course
        ("course", "i2", (2, COURSE)),  # what has happened, and whose it was
        ("state", state),
        ("sheet", sheet),
    )


@rule
def begin(states, i, options, sheets):
    """Lay out a game in a zeroed state and ask what can happen."""
    setup(states[i], options)
    ask(states[i], sheets[i])


@rule
def step(states, i, action, sheets):
    """Apply, then ask anew, for callers in Python: to hand over arrays costs them a tenth of what a record does."""
    apply(states[i], action)
    ask(states[i], sheets[i])


@rule
def fall(states, i, sheets, seed, n, rng):
    """Let chance take its n-th action of a seed; return it."""
    reseed(rng, seed, n)
    action = pick(sheets[i], rng)
    step(states, i, action, sheets)
    return action


@rule
def answered(tables, action):
    """Let an action happen if it is on offer, and what chance answers; return how many actions stand on the course.

    For callers in Python, to whom every array that they hand over costs as much as a step: so there is only one. 0 is
    that nothing has happened: the action is not on offer, or the course is full.
    """
    table = tables[0]
    if table.noted == COURSE or not is_offered(table.sheet, action):
        return 0
    _go_on(table, action)
    return fallen(tables)


@rule
def fallen(tables):
    """Let chance act until somebody else is to, or until the course is full; return how many actions stand there."""
    table = tables[0]
    while table.state.seat == CHANCE and table.noted < COURSE:
        reseed(table.luck, table.luck[KEY], table.luck[USED])
        table.luck[USED] += np.uint64(1)
        _go_on(table, pick(table.sheet, table.luck))
    return table.noted


@rule
def _go_on(table, action):
    """Note an action and whose it was, let it happen and ask anew."""
    table.course[ACTIONS, table.noted] = action
    table.course[SEATS, table.noted] = table.state.seat
    table.noted += 1
    apply(table.state, action)
    ask(table.state, table.sheet)


@rule
def is_offered(choices, action):
    for index in range(choices.count):
        if choices.action[index] == action:
            return True
    return False


@rule
def follow(states, i, actions, seats, sheets):
    """Let actions happen one after the other, note whose each was, and stop at the first that is not on offer.

    Returns how many have happened. Everything that was written down comes back through here.
    """
    for n in range(len(actions)):
        if not is_offered(sheets[i], actions[n]):
            return n
        seats[n] = states[i].seat
        step(states, i, actions[n], sheets)
    return len(actions)


@rule
def playout(state, choices, rng):
    """Play at random until nobody acts; return how many actions that took."""
    taken = 0
    while state.seat != NOBODY:
        look(state, choices)
        apply(state, pick(choices, rng))
        taken += 1
    return taken


@rule
def decide(state, choices, brains, rng):
    """What happens next: by chance, at random, or as the brain of the seat to move says."""
    if state.seat == CHANCE or brains[state.seat].style == UNIFORM:
        return pick(choices, rng)
    write_out(choices)
    return policy(state, choices, brains[state.seat], rng)


@rule
def consider(state, choices, brains, rng):
    """Look, then decide."""
    look(state, choices)
    return decide(state, choices, brains, rng)


@rule
def play_one(state, choices, brains, rng, row):
    """Play a game to its end with these brains, measuring; return its decisions and its actions."""
    decisions, actions = 0, 0
    while state.seat != NOBODY:
        look(state, choices)
        decisions += state.seat != CHANCE
        apply(state, decide(state, choices, brains, rng))
        measure(state, row)
        actions += 1
    return decisions, actions


@loop
def play_all(states, options, choices, brains, dice, points, shares, rows):
    """Play one game in each state, from its set-up where that is still zeroed; return their decisions and actions."""
    lengths = np.zeros((len(states), 2), np.int64)
    for i in range(len(states)):
        if states[i].seats == 0:
            setup(states[i], options)
        lengths[i] = play_one(states[i], choices, brains, dice[i : i + 1], rows[i])
        score(states[i], points[i])
        win(states[i], shares[i])
    return lengths


@loop
def playouts(states, options, choices, dice):
    """Play each game at random from its set-up to its end; return how many actions that took in all."""
    actions = 0
    for i in range(len(states)):
        setup(states[i], options)
        actions += playout(states[i], choices, dice[i : i + 1])
    return actions


@loop
def step_all(states, actions, sheets):
    """Take one action in each game that is not over."""
    for i in range(len(states)):
        if states[i].seat != NOBODY:
            step(states, i, actions[i], sheets)


def in_slices(work, count: int, *arrays: np.ndarray, cores: int = CORES) -> list:
    """Run compiled `work` on slices of these arrays, on all cores at once: compiled loops do not hold the GIL."""
    cuts = [count * k // cores for k in range(cores + 1)]
    with ThreadPoolExecutor(cores) as pool:
        tasks = [pool.submit(work, *(array[a:b] for array in arrays)) for a, b in pairwise(cuts)]
        return [task.result() for task in tasks]
