"""Chance: numbers from a seed, the same compiled and interpreted.

Both generators only multiply 32-bit halves, which never overflows: interpreted NumPy would warn.
"""

import numpy as np

from fathom5.kernel.game import BITS, SET_BITS, SIZES, rule

LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
FACTOR = np.uint64(4294883355)  # of MWC64X
PHILOX_FACTOR, PHILOX_KEY_STEP, PHILOX_ROUNDS = np.uint64(0xD256D193), np.uint64(0x9E3779B9), 10  # of Philox2x32-10
NUMBERS = 1 << 32  # so many starts a seed has


def dice(*seed: int, games: int = 1) -> np.ndarray:
    """A source of chance for each game, from whole numbers of any size and sign."""
    entropy = [word for number in seed for word in (abs(number), int(number < 0))]
    return np.random.SeedSequence(entropy).generate_state(games, np.uint64)


@rule
def below(rng, n):
    """A number from 0 to n - 1, by multiplying with carry."""
    low, high = rng[0] & LOW, rng[0] >> HALF
    rng[0] = FACTOR * low + high
    return np.int64((low ^ high) * np.uint64(n) >> HALF)


@rule
def fraction(rng):
    """A number from 0 up to but without 1."""
    return below(rng, 1 << 30) / (1 << 30)


@rule
def weighted(weights, rng):
    """An index, as likely as its weight."""
    ticket, index = below(rng, weights.sum()), 0
    while ticket >= weights[index]:
        ticket -= weights[index]
        index += 1
    return index


@rule
def pick(choices, rng):
    """One of the choices, by weight: for a player any is as likely as another."""
    ticket = below(rng, choices.total)
    if choices.members:
        return np.int16(choices.first + nth(choices.members, ticket))
    if choices.total == choices.count:
        return choices.action[ticket]
    return drawn(choices, ticket)


@rule
def nth(members, n):
    """Where the n-th bit is that is set, from 0."""
    passed = 0
    byte = members & (1 << BITS) - 1
    while n >= SIZES[byte]:
        n -= SIZES[byte]
        passed += BITS
        byte = members >> passed & (1 << BITS) - 1
    return passed + SET_BITS[byte, n]


@rule
def drawn(choices, ticket):
    """The action that holds this ticket, in the order of the offers."""
    index = 0
    while ticket >= choices.weight[index]:
        ticket -= choices.weight[index]
        index += 1
    return choices.action[index]


def scrambled(seed, n):
    """The n-th start of a seed, by Philox: of a number when compiled, of a whole array of them in NumPy."""
    low, high, key = n & LOW, seed >> HALF, seed & LOW
    for _ in range(PHILOX_ROUNDS):
        product = PHILOX_FACTOR * low
        low, high = (product >> HALF) ^ key ^ high, product & LOW
        key = (key + PHILOX_KEY_STEP) & LOW
    return (high << HALF) | low | np.uint64(1)  # never 0, where multiplying with carry would stay for ever


start_of = rule(scrambled)


@rule
def reseed(rng, seed, n):
    """Set a generator to the n-th start of a seed: what chance's n-th action takes, whatever came between."""
    rng[0] = start_of(seed, np.uint64(n))


def numbered_dice(seed: np.uint64, first: int, games: int) -> np.ndarray:
    """A source of chance for each game from number `first` on: no game asks for those before it."""
    if first + games > NUMBERS:
        raise ValueError(f"a seed has {NUMBERS:,} games, not {first + games:,}; take another seed for more")
    return scrambled(seed, np.arange(first, first + games, dtype=np.uint64))
