"""Random games as a tree plays them, written down: `PYTHONPATH=older/src python recording.py > recorded.json`.

It is run over the sources of the version before and read by `test_same_games`, so it uses only what users have too.
Whoever changes a rule on purpose records the games anew, in the same commit, from the tree with the new rule.
"""

import json
import random
import sys
from hashlib import sha256
from itertools import count

import fathom5
from fathom5.gym.encoding import Encoding

SEEDS = 2  # games in each set-up
LOOK = 7  # between two looks at all that can be seen
LONGEST = 400  # actions; the rest of a game is left out
SETUPS = {
    "captain_carcass": [{}, {"players": 4}, {"players": 3, "divers": "dealt"}],
    "deep_sea": [{}, {"players": 6}],
    "sub_terra": [{}, {"players": 6, "difficulty": "expert"}],
    "the_island": [{}, {"players": 4}, {"challenges": ["crowded", "to_the_last"]}],
    "treasure_divers": [{}, {"players": 4}],
}


def seen(match: fathom5.Match, encoding: Encoding) -> str:
    """A digest of all that can be asked of a position: state, offers, scores, and what each seat sees."""
    told = [match.state, match.view(), sorted(match.offers.items()), match.scores, match.shares]
    for seat in range(match.seats):
        told += [match.view(seat), encoding.vector(match.seen(seat), seat).tolist()]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def played(name: str, options: dict, seed: int, decisions: list[int] | None = None) -> dict:
    """A game: what was decided at random, or as it was decided before, and a digest of some positions."""
    match, luck = fathom5.load(name, **options).start(seed=seed), random.Random(seed)
    encoding, decided, digests = Encoding(fathom5.load(name, **options)), [], []
    for turn in count():
        if turn % LOOK == 0 or match.over:
            digests.append(seen(match, encoding))
        if match.over or len(match.actions) > LONGEST or (decisions is not None and turn == len(decisions)):
            break
        decided.append(luck.choice(list(match.offers)) if decisions is None else decisions[turn])
        match.play(decided[-1])
    return {"game": name, "options": options, "seed": seed, "decisions": decided, "all": match.actions, "seen": digests}


def recorded() -> list[dict]:
    return [
        played(name, options, seed) for name, setups in SETUPS.items() for options in setups for seed in range(SEEDS)
    ]


if __name__ == "__main__":
    print("[\n" + ",\n".join(json.dumps(game) for game in recorded()) + "\n]", file=sys.stdout)
