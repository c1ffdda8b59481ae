"""First dives as a table plays them: every row that happens, and what the coach says before which of them."""

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, TypedDict

from fathom5 import games
from fathom5.door.match import Match, Ready, load
from fathom5.kernel.lesson import PERSON, Ask, Lesson, Let
from fathom5.scene import LANGUAGES, typeset

Rows = tuple[tuple[int, int], ...]  # seat and action


class Bubble(TypedDict):
    """What the coach says after so many rows; with an action, what the person is to do then."""

    n: int
    text: str
    things: list[str]
    action: int | None
    picture: str  # a symbol of the board, or nothing


class Dive(NamedTuple):
    """A lesson whose every move was found to be possible."""

    ready: Ready
    lesson: Lesson
    rows: Rows
    spoken: tuple[tuple[int, int | None, Any], ...]  # after how many rows, the action that is asked for, and the words

    def asked(self, n: int) -> int | None:
        """What the person is to do after so many rows, if anything."""
        return next((action for at, action, _ in self.spoken if at == n and action is not None), None)

    def rest(self, n: int) -> Rows:
        """What happens by itself after so many rows: up to the next words."""
        end = next((at for at, *_ in self.spoken if at >= n), len(self.rows))
        return self.rows[n:end]

    def bubbles(self, language: str) -> list[Bubble]:
        """All that the coach says."""
        own = LANGUAGES.index(language)
        return [
            Bubble(
                n=n,
                text=typeset(step.said[own], language),
                things=list(step.things),
                action=action,
                picture=step.picture,
            )
            for n, action, step in self.spoken
        ]

    def told(self, language: str) -> dict[str, Any]:
        """All that a page needs to guide somebody through it, and to speak of decisions later."""
        own = LANGUAGES.index(language)
        decisions = {
            kind: {"text": typeset(decision.said[own], language), "clause": decision.clause}
            for kind, decision in self.lesson.every_decision.items()
        }
        return {
            "bubbles": self.bubbles(language),
            "others": typeset(self.lesson.others[own], language),
            "rows": len(self.rows),
            "next": {"seats": list(self.lesson.next_seats), "options": dict(self.lesson.next_options)},
            "decisions": decisions,
            "answers": [typeset(answer[own], language) for answer in self.lesson.answers],
        }


def lesson_of(name: str) -> Lesson:
    """A game's lesson as it is written down."""
    lesson: Lesson = import_module(f"{games.load(name).package}.lesson").LESSON
    return lesson


@cache
def dive(name: str) -> Dive:
    """The first dive of a game; IllegalMove where the rules no longer allow it."""
    lesson = lesson_of(name)
    ready = load(name, **lesson.options)
    match = Match(ready.game, ready.options, seed=None)
    spoken = list[tuple[int, int | None, Any]]()
    for step in lesson.script:
        n = len(match.actions)
        if isinstance(step, Let):
            for move in step.moves:
                match.play(move)
        elif isinstance(step, Ask):
            match.play(step.move)
            spoken.append((n, match.actions[-1], step))
        else:
            spoken.append((n, None, step))
    return Dive(ready, lesson, tuple(zip(match.deciders, match.actions, strict=True)), tuple(spoken))


def decision(match: Match) -> str | None:
    """Of which kind the decision of the seat to move is: of the kinds that it can be, the first that the game names."""
    if match.seat < PERSON:
        return None
    kinds, move, seen = _kinds(match.game.name), match.game.words.move, match.glance(match.seat)
    first = len(kinds)
    for action in match.offers:
        first = min(first, _place(match.game.name, move(seen, action)[0]))
        if first == 0:  # one of hundreds of moves is enough then
            break
    return kinds[first] if first < len(kinds) else None


@cache
def _kinds(name: str) -> tuple[str, ...]:
    return tuple(lesson_of(name).every_decision)


@cache
def _place(name: str, move: str) -> int:
    """Which of the kinds of decision is the first that such a move belongs to; the number of kinds if none is."""
    kinds = enumerate(lesson_of(name).every_decision.values())
    return next((n for n, kind in kinds if move in kind.moves), len(_kinds(name)))
