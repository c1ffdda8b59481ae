"""The review of a game that is over: what was luck, what was skill, and where the game turned."""

from collections.abc import Callable

from fathom5.bots.compiling import make_ready
from fathom5.bots.review.course import Kind
from fathom5.bots.review.data import Better, Judged, Medals, Review, Standing
from fathom5.bots.review.positions import MOST
from fathom5.bots.review.work import FIRST, Work
from fathom5.door import Match, replay
from fathom5.kernel.play import CORES

__all__ = ["FIRST", "Better", "Judged", "Kind", "Medals", "Review", "Standing", "review"]


def review(
    match: Match | str,
    seconds: float | None = None,
    effort: int | None = None,
    kind: str = Kind.KNOWN,
    seed: int = 0,
    tell: Callable[[Review], bool | None] | None = None,
    cores: int = CORES,
) -> Review:
    """Judge every action of a game that is over, or of its save.

    More is played where it is still open what the best move was, and it stops by itself once little is. `seconds` is
    how long it may take, `effort` how many rounds each comparison may. `tell` is given what is known so far, at once
    and then about twice a second, and may return False to be content with it. With an effort and no limit of time the
    same seed tells the same.
    """
    match = replay(match) if isinstance(match, str) else match
    if not match.over:
        raise ValueError("this game is not over: a review is for afterwards")
    if match.branch is not None:
        raise ValueError("this game goes on from another, in which its beginning was played: there is no review of it")
    if kind not in set(Kind):
        raise ValueError(f"a review tells what was {' or '.join(Kind)}, not {kind!r}")
    if (seconds is not None and not seconds > 0) or (effort is not None and effort < FIRST):
        raise ValueError(f"a review needs some seconds, or an effort of at least {FIRST} rounds")
    make_ready(match.game.name)
    return Work(match, Kind(kind), seed, seconds, effort or MOST, cores).until_done(tell)
