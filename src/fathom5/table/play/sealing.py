"""The rounds before a game: what is sealed, what follows from it, and what is told when somebody keeps silent.

The arithmetic is in `table/dice.py`. Tables that were opened under the first protocol (`fair.py`) keep it.
"""

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from fathom5.table import dice
from fathom5.table.keep.store import Agreed, Seat
from fathom5.table.play import botseats, fair

SILENT, CHANGED = "silent", "changed"  # why a round was broken: words did not come, or somebody else sits there now
MOST = 3  # broken rounds, then the table closes

Draw = Callable[[bytes, int, Mapping[int, int]], int]


def opened(table: str, game: str, rules: int, options: dict[str, Any], clock: int | None, host: str | None) -> Agreed:
    """A new table, which has committed to a fresh secret; its rows will hang on that and on the seal."""
    secret = dice.new_secret()
    agreed = Agreed(table, game, rules, options, clock, secret, host, protocol=dice.PROTOCOL, chain=None)
    agreed.commitment = dice.table_commitment(table, secret)
    return agreed


def is_sealing(agreed: Agreed) -> bool:
    """Whether words are told only once all commitments are sealed."""
    return agreed.protocol == dice.PROTOCOL


def is_closed(agreed: Agreed) -> bool:
    """Too many rounds were broken: this table will never begin."""
    return agreed.started is None and agreed.ended is not None


# Sealing.


def seal_of(agreed: Agreed, seats: Iterable[Seat]) -> dice.Seal:
    """What is to be sealed, as all sit now."""
    return dice.Seal(
        agreed.id,
        agreed.protocol,
        agreed.game,
        agreed.rules,
        dice.options_text(agreed.options),
        agreed.commitment or "",
        tuple(_place(seat) for seat in seats),
        agreed.broken,
    )


def _place(seat: Seat) -> dice.Place:
    """Bots have no words: the house would know them."""
    is_person = seat.kind == "person"
    return dice.Place(seat.kind, "" if is_person else seat.level or "", (seat.commitment or "") if is_person else "")


def sealed(agreed: Agreed, seats: Iterable[Seat]) -> Agreed:
    """The table with its seal: from now on nobody can change what the dice are made of."""
    done = replace(agreed, seal=json.dumps(seal_of(agreed, seats).data(), ensure_ascii=False))
    return replace(done, last=done.first)


def is_still_sealed(agreed: Agreed, seats: Iterable[Seat]) -> bool:
    """Whether those who sit here now are those whose commitments were sealed."""
    return agreed.seal is not None and dice.Seal.of(json.loads(agreed.seal)) == seal_of(agreed, seats)


def is_used(agreed: Agreed, commitment: str) -> bool:
    """Whether somebody has committed to the same in an earlier round: words are never told twice."""
    return any(commitment == seat["commitment"] for told in agreed.rounds or () for seat in told["seal"]["seats"])


# Broken rounds.


def broken(agreed: Agreed, seats: Sequence[Seat], reason: str, whose: Iterable[int]) -> Agreed:
    """The table after a broken round: all of that is public, and it has committed to a fresh secret."""
    told = {
        "seal": json.loads(agreed.seal or "null"),
        "secret": agreed.secret,
        "words": [seat.words if seat.kind == "person" else None for seat in seats],
        "reason": reason,
        "seats": list(whose),
    }
    rounds = [*(agreed.rounds or ()), told]
    fresh = dice.new_secret()
    again = replace(agreed, secret=fresh, commitment=dice.table_commitment(agreed.id, fresh), seal=None, last="")
    return replace(again, rounds=rounds, ended=time.time() if len(rounds) == MOST else None)


def anew(seat: Seat) -> Seat:
    """Who goes on commits to other words."""
    return replace(seat, commitment=None, words=None)


def given_up(seat: Seat) -> Seat:
    """A bot has it now."""
    return replace(seat, kind="bot", level=botseats.BEST, holder=None, secret=None, commitment=None, words=None)


# What follows from it.


def key_of(agreed: Agreed, seats: Sequence[Seat]) -> bytes:
    """What dice and bots' seeds are made of: nobody knows it before the end, and everybody after."""
    words = [seat.words or "" for seat in seats]
    if not is_sealing(agreed):
        return fair.key(agreed.secret or "", words)
    return dice.dice_key(agreed.secret or "", agreed.sealed, words)


def draw_of(agreed: Agreed) -> Draw:
    """How this table draws."""
    return dice.draw if is_sealing(agreed) else fair.draw


# What is told.


def told(agreed: Agreed, seats: Sequence[Seat]) -> dict[str, Any]:
    """What everybody may know now: words once the game has begun, of broken rounds everything."""
    has_begun = agreed.started is not None
    return {
        "protocol": agreed.protocol,
        "round": 1 + len(agreed.rounds or ()),
        "commitment": agreed.commitment,
        "seats": [{"commitment": seat.commitment, "words": seat.words if has_begun else None} for seat in seats],
        "seal": None if agreed.seal is None else json.loads(agreed.seal),
        "rounds": agreed.rounds or [],
    }
