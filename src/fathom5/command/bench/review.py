"""How long a review takes: until there is a curve, and until the costliest decisions are sure."""

from time import perf_counter, process_time
from typing import Any

from fathom5.bots import Hinted
from fathom5.bots.review import Review, review
from fathom5.bots.review.rollouts import best_player
from fathom5.door import Match, load
from fathom5.games import load as find
from fathom5.kernel.play import CORES

LONG, SHORT = 4, 3  # seats: of a game that takes an evening, and of others
MINUTES = 30  # a game that takes longer is a long one


def measure(name: str, seed: int = 1) -> dict[str, Any]:
    """All figures of one game: somebody does anything that can be done, the others follow their hints."""
    match, told = played(name, seed), []
    begun, worked = perf_counter(), process_time()

    def tell(so_far: Review) -> None:
        told.append(perf_counter() - begun)

    found = review(match, tell=tell)
    seconds, processor = perf_counter() - begun, process_time() - worked
    named = [judged for seat in range(match.seats) for judged in found.costliest(seat)]
    return {
        "game": name,
        "players": match.seats,
        "actions": len(match.actions),
        "s_until_a_curve": told[0],
        "s_in_all": seconds,
        "processor_s": processor,
        "s_on_these_cores_alone": processor / CORES,
        "named_decisions": len(named),
        "widest_standard_error": max((judged.better.margin for judged in named if judged.better), default=0.0),
    }


def played(name: str, seed: int) -> Match:
    """A game with somebody in it whose errors are worth telling."""
    match = load(name, players=seats(name)).start(seed=seed)
    while not match.over:
        player = Hinted(best_player(match.game) if match.seat else "uniform")
        match.play(player(match.seen(match.seat), len(match.actions)))
    return match


def seats(name: str) -> int:
    """Four where a game is long, three elsewhere."""
    words = find(name).words.WORDS["en"]["length"]
    longest = max(int(number) for number in words.replace("–", " ").split() if number.isdigit())
    return LONG if longest > MINUTES else SHORT
