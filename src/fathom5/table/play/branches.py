"""Tables that go on from a moment of a game that is over: one seat plays it again, against bots.

What happened before stands as it was; what that seat could not know is dealt anew, and the dice are fresh. Such a table
is marked, and so are its saves: its first rows are nobody's draws.
"""

import time
from secrets import randbits

from fathom5.door import Branch
from fathom5.table import dice
from fathom5.table.keep.store import BEFORE, Agreed, Kept, Row, Seat
from fathom5.table.play import botseats
from fathom5.table.play.course import CannotHappen, counting, played
from fathom5.table.play.people import BOT_NAMES, new_id
from fathom5.table.play.replays import ready_of, rows_of

Opened = tuple[Agreed, list[Seat], list[Row]]


def opened(kept: Kept, n: int, seat: int, device: str) -> Opened:
    """After so many rows, for who decided next; CannotHappen where that seat had nothing to decide."""
    if kept.agreed.branch is not None or not 0 <= n < len(kept.rows):
        raise CannotHappen(n, "a game goes on from a moment of one that was played from its beginning")
    rows = counting(rows_of(kept)[:n])
    branch = Branch(len(rows), seat, randbits(62))
    played(ready_of(kept)._replace(branch=branch), rows)
    agreed = Agreed(new_id(), kept.agreed.game, kept.agreed.rules, dict(kept.agreed.options), host=device)
    agreed.protocol, agreed.secret, agreed.brought = dice.PLAYED_ON, dice.new_secret(), {"branch": list(branch)}
    agreed.started = time.time()
    seats = [_seat(agreed.id, each, seat, device) for each in kept.seats]
    return agreed, seats, [Row(whose, action, by=BEFORE) for whose, action in rows]


def _seat(table: str, was: Seat, mine: int, device: str) -> Seat:
    if was.seat == mine:
        return Seat(table, mine, "person", was.name, was.colour, holder=device, secret=new_id())
    return Seat(table, was.seat, "bot", BOT_NAMES[was.seat], was.colour, level=botseats.BEST)
