"""Tables that cannot go on: their rows are torn from one on, or other rules than these have made them.

All others go on. What came before can be looked at by who may know it; the rules are never asked about what they did
not make.
"""

from dataclasses import replace
from typing import Any

from fathom5 import games
from fathom5.door import Match
from fathom5.table.keep.store import Agreed, Kept
from fathom5.table.play import replays
from fathom5.table.play.course import CannotHappen, played
from fathom5.table.play.people import seat_of
from fathom5.table.play.sealing import is_sealing
from fathom5.table.play.telling import Viewer


class SetAside(Exception):
    """A table that is not whole, from which row on; or one of other rules, and then there is no such row."""

    def __init__(self, kept: Kept, turn: int | None = None) -> None:
        super().__init__(f"torn from row {turn + 1} on" if turn is not None else f"played by rules {kept.agreed.rules}")
        self.kept, self.turn = kept, turn

    @property
    def was_over(self) -> bool:
        """Then its secrets are none any more."""
        return self.kept.agreed.ended is not None

    @property
    def is_readable(self) -> bool:
        """Something came before that these rules can tell."""
        return bool(self.turn) and is_ours(self.kept.agreed)

    def views(self, device: str | None) -> list[Viewer]:
        """From which seats a device may look at what came before; None is a spectator's place."""
        if not self.is_readable:
            return []
        held = seat_of(self.kept.seats, device)
        return [*range(len(self.kept.seats)), None] if self.was_over else [held] if held is not None else []

    @property
    def before(self) -> Kept:
        """What came before the tear."""
        return replace(self.kept, rows=self.kept.rows[: self.turn])

    def looked_back(self, view: Viewer, views: list[Viewer], language: str, shape: str) -> dict[str, Any]:
        """A replay of what came before; of a game that was not over, nothing but what that seat was told."""
        told = replays.replay(self.before, view, language, shape)
        if not self.was_over:
            steps = [{key: value for key, value in step.items() if key != "action"} for step in told["steps"]]
            told |= {"steps": steps, "scores": steps[-1]["scores"], "winners": [], "course": [], "fair": None}
        return told | {"viewpoints": views}

    def data(self) -> dict[str, Any]:
        """Its rows with their numbers, its options and the rules' version: needs no rules."""
        agreed = self.kept.agreed
        rows = [{"n": row.turn + 1, "seat": row.seat, "action": row.action, "by": row.by} for row in self.kept.rows]
        return {"game": agreed.game, "rules": agreed.rules, "options": agreed.options, "rows": rows}


def is_ours(agreed: Agreed) -> bool:
    """Whether these are the rules by which this table is played."""
    return agreed.game in games.names() and games.load(agreed.game).version == agreed.rules


def checked(kept: Kept) -> Match:
    """The match of a whole table; SetAside if a row is torn, cannot have happened, or is of other rules."""
    torn = 0 if kept.rows and kept.agreed.started is None else kept.torn_at()
    if torn == 0 or not is_ours(kept.agreed):
        raise SetAside(kept, torn)
    try:
        match = played(replays.ready_of(kept), replays.rows_of(kept)[:torn])
    except CannotHappen as error:
        raise SetAside(kept, error.turn) from None
    except (ValueError, TypeError):  # its options are none of this game
        raise SetAside(kept, 0) from None
    if torn is not None:
        raise SetAside(kept, torn)
    if _ends_too_early(kept.agreed, match):
        raise SetAside(replace(kept, agreed=replace(kept.agreed, ended=None)), len(kept.rows))
    return match


def _ends_too_early(agreed: Agreed, match: Match) -> bool:
    """It was played here and is said to be over, and is not: nobody shall see what it hides. What was brought here may
    end anywhere, and lessons end where they have told all."""
    is_said_to_be_over = agreed.started is not None and agreed.ended is not None
    return is_said_to_be_over and not match.over and is_sealing(agreed)
