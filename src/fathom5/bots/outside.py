"""Players that somebody else has written: they may raise, take too long or say nonsense, and lose only that move.

The hinted move is played instead. Whoever runs them is told by the log, once for each player and kind of fault, with
the player's own traceback; every fault is counted.
"""

import logging
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

import numpy as np

from fathom5.bots.hinted import Hinted
from fathom5.bots.view import PATIENCE, Player, View
from fathom5.door import Match, among
from fathom5.kernel.record import spoken

log = logging.getLogger("fathom5.players")
SHOWN = 200  # letters of an answer that are shown
RAISED, LATE, NONSENSE = "raised", "took too long", "said what cannot be done"
Bot = Callable[[np.record, int], int]  # one of the house: (hidden record, seed) -> action


class Fault(NamedTuple):
    """Why a player's move was made for it."""

    kind: str
    text: str  # for who runs it


class Decision(NamedTuple):
    """What a seat does, and what was wrong with what its player said."""

    action: int
    fault: Fault | None = None


@dataclass(eq=False)
class Outside:
    """Somebody's player in one seat of one game."""

    name: str
    player: Player
    _last: "Task | None" = field(default=None, repr=False)

    def decide(self, view: View) -> Decision:
        """What the player says within its time, or what the hints say."""
        fault = self._still_busy() or self._asked(view)
        if isinstance(fault, int):
            return Decision(fault)
        told(self.name, fault)
        return Decision(Hinted("hinted")(view.record, view.seed), fault)

    def fits(self, game: str, players: int | None) -> bool:
        """Whether it can sit down there; a player that does not say is for all games."""
        says = getattr(self.player, "fits", None)
        return True if says is None else bool(says(game, players))

    def _still_busy(self) -> Fault | None:
        if self._last is None or self._last.done.is_set():
            return None
        return Fault(LATE, "still at the move before")

    def _asked(self, view: View) -> Fault | int:
        _ = view.moves  # worked out before its time runs: compiling it, the first time, is not the player's fault
        self._last = task = Task(self.player, view)
        aside(task)
        if not task.done.wait(view.clock.seconds):
            return Fault(LATE, f"no answer within {view.clock.seconds:g} seconds")
        if task.raised:
            return Fault(RAISED, task.raised)
        action = meant(task.answer, view)
        return Fault(NONSENSE, nonsense(task.answer, view)) if action is None else action


def meant(answer: object, view: View) -> int | None:
    """The action that an answer means: a number, a tuple or a text; none if it cannot be done."""
    if isinstance(answer, int | np.integer) and not isinstance(answer, bool):
        return int(answer) if int(answer) in view.actions else None
    return among(tuple(answer) if isinstance(answer, list) else answer, view.actions, view.moves)


def nonsense(answer: object, view: View) -> str:
    can = ", ".join(map(spoken, view.moves[:12]))
    return f"answered {repr(answer)[:SHOWN]}; it can: {can}"


def decision(bot: "Bot | Outside", match: Match, seed: int, seconds: float = PATIENCE) -> Decision:
    """What whoever sits there does."""
    if isinstance(bot, Outside):
        return bot.decide(View.of(match, match.seat, seconds, seed))
    return Decision(bot(match.seen(match.seat), seed))


def answered(bot: "Bot | Outside", view: View) -> Decision:
    """The same from a view, where there is no match."""
    return bot.decide(view) if isinstance(bot, Outside) else Decision(bot(view.record, view.seed))


# Who is told.

_told: set[tuple[str, str]] = set()


def told(name: str, fault: Fault) -> None:
    """Once: a player that fails, fails often."""
    if (name, fault.kind) not in _told:
        _told.add((name, fault.kind))
        log.warning("%s %s; the hinted move is played instead.\n%s", name, fault.kind, fault.text)


# Beside us, so that nobody waits for ever.


class Task:
    """A question to a player, and what came of it."""

    def __init__(self, player: Player, view: View) -> None:
        self.player, self.view, self.done = player, view, Event()
        self.answer: Any = None
        self.raised = ""

    def work(self) -> None:
        try:
            self.answer = self.player(self.view)
        except BaseException as error:  # also what would end a program: it is not this one's to end
            own = error.__traceback__.tb_next if error.__traceback__ else None
            self.raised = "".join(traceback.format_exception(type(error), error, own))
        self.done.set()


_idle: "list[SimpleQueue[Task]]" = []  # threads that wait for a question
_hiring = Lock()


def aside(task: Task) -> None:
    """Let a thread do it: one that is free, else a new one. Who never comes back from a move never keeps us here."""
    with _hiring:
        place = _idle.pop() if _idle else None
    if place is None:
        place = SimpleQueue()
        Thread(target=_serve, args=(place,), daemon=True, name="player").start()
    place.put(task)


def _serve(place: "SimpleQueue[Task]") -> None:
    while True:
        place.get().work()
        with _hiring:
            _idle.append(place)
