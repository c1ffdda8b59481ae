"""A first dive: a guided game as data. Chance is a seat, so a lesson is a list of moves with words between them.

A game's `lesson.LESSON` is played on the real rules: what is prepared happens by itself, what is asked for is done by
the person, who has seat 0, and nothing else can be.
"""

from typing import Any, NamedTuple

from fathom5.kernel.record import Move

Said = tuple[str, str]  # in each language
PERSON = 0  # the seat of who learns


class Tell(NamedTuple):
    """The coach says something, and waits until it has been read."""

    said: Said
    things: tuple[str, ...] = ()  # of the board, that it speaks of
    picture: str = ""  # a symbol of the board beside the words, for who does not read yet


class Ask(NamedTuple):
    """The coach asks for a move, and nothing else happens before it is made."""

    move: Move
    said: Said
    things: tuple[str, ...] = ()
    picture: str = ""


class Let(NamedTuple):
    """What happens by itself, one after the other: dice, the others' moves, and what the person need not learn."""

    moves: tuple[Move, ...]


class Decision(NamedTuple):
    """A kind of decision of the game: what the coach says of it in the lesson, and when it first comes up in a game."""

    moves: tuple[str, ...]  # the words with which those moves begin
    said: Said
    clause: str  # where to read more


class Answers(NamedTuple):
    """What a person can say after the lesson, as the lesson has said it."""

    wins: Said
    ends: Said
    risked: Said  # what the last decision risked


class Lesson(NamedTuple):
    """A guided game of about five minutes."""

    options: dict[str, Any]
    decisions: dict[str, Decision]
    script: tuple[Tell | Ask | Let, ...]
    answers: Answers
    others: Said  # what is answered to any other move, which changes nothing
    next_seats: tuple[str, ...]  # of the first real game, as a table is opened with them
    next_options: tuple[tuple[str, Any], ...] = ()  # and its options, where others are easier
    optional: tuple[tuple[str, Decision], ...] = ()  # decisions that only options bring up, and so not in the lesson

    @property
    def every_decision(self) -> dict[str, Decision]:
        """All that the coach speaks of when it first comes up in a real game."""
        return self.decisions | dict(self.optional)


def let(*moves: Move) -> Let:
    return Let(moves)


def tell(said: Said, *things: str, picture: str = "") -> Tell:
    return Tell(said, things, picture)


def ask(move: Move, said: Said, *things: str, picture: str = "") -> Ask:
    return Ask(move, said, things, picture)
