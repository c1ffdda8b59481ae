"""Games for who reads and writes: language models, and whoever likes letters better than pictures.

What is read, what is written, and who is better at it:

    text.observe(match, seat)             # what a seat may know, as text, with its moves
    text.parse("Move: drop 0", moves)     # the move that an answer means, or None: it never guesses
    text.duel({"a": ask_a, "hinted": "hinted"}, 20, game)
"""

import ast
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, NamedTuple

from rich.text import Text

from fathom5.bots import Named, View
from fathom5.bots.arena import Arena, side_by_side
from fathom5.bots.results import Row
from fathom5.bots.review import review
from fathom5.bots.standings import told
from fathom5.door import Match, load
from fathom5.kernel.play import CORES
from fathom5.kernel.record import Move, spoken

HEARD = 20  # things that have happened last
MARK = re.compile(r"^\W*(?:(?:my|final|the)\s+)*(?:move|answer|action|choice)\s*(?:is|:|=)+\s*(.+)$", re.IGNORECASE)
PATIENCE = 600.0  # seconds for an answer


# What is read.


def observe(match: Match, seat: int) -> str:
    """All that a seat may know now: the board, what it heard last, and if it is to decide what it can do."""
    return described(View.of(match, seat))


def described(view: View) -> str:
    """A view as text."""
    parts = [f"Game: {view.game}. You are seat {view.seat + 1} of {int(view.record.seats)}.", plainly(view.text)]
    if view.told:
        parts.append("\n".join(["What you heard last:", *map(spoken, view.told[-HEARD:])]))
    parts.append(asked(view.moves, view.words) if view.moves else "It is not your turn.")
    return "\n\n".join(parts)


def asked(moves: Sequence[Move], words: Sequence[str]) -> str:
    """What can be done, to be answered with a number or with the move itself."""
    lines = [f"{number}. {spoken(move)} ({said})" for number, (move, said) in enumerate(zip(moves, words), 1)]
    return "\n".join(["Your moves:", *lines, "Answer with one of them, as in: Move: " + spoken(moves[0])])


def plainly(markup: str) -> str:
    """The board in letters, without markup for colour."""
    return Text.from_markup(markup).plain


# What is written.


def parse(answer: str, moves: Sequence[Move]) -> Move | None:
    """The move that is clearly meant: the answer itself, lines that are a move, or what follows 'Move:'.

    Capitals, signs, quotes, numbers of the list, tuples and JSON are understood. A move that is only spoken of in a
    sentence is not taken for one, and two different ones are no answer.
    """
    lines = [line for line in answer.strip().splitlines() if line.strip(" `*_\t")]
    marked = [found[1] for line in lines if (found := MARK.match(line))]
    whole = meant([answer], moves)
    if whole is not None:
        return whole
    return meant(marked, moves, is_strict=True) if marked else meant(lines, moves)


def meant(texts: Iterable[str], moves: Sequence[Move], is_strict: bool = False) -> Move | None:
    """The one move that these texts name; strictly, all of them have to name one."""
    named = [_named(text, moves) for text in texts]
    if is_strict and None in named:
        return None
    found = {move for move in named if move is not None}
    return found.pop() if len(found) == 1 else None


def _named(text: str, moves: Sequence[Move]) -> Move | None:
    """The move that a text is, with nothing beside it."""
    value = _data(text)
    if isinstance(value, dict):
        value = next((value[key] for key in ("move", "action", "answer") if key in value), None)
    if isinstance(value, list | tuple):
        value = " ".join(map(str, value))
    bare = _bare(str(value) if value is not None else text)
    numbered = re.fullmatch(r"#?(\d+)", bare)
    if numbered:
        return moves[int(numbered[1]) - 1] if 1 <= int(numbered[1]) <= len(moves) else None
    listed = re.fullmatch(r"(\d+) (.+)", bare)  # as the list has it: "2. take"
    found = [move for number, move in enumerate(moves, 1) if _fits(bare, move) or _is_listed(listed, number, move)]
    return found[0] if len(found) == 1 else None


def _fits(bare: str, move: Move) -> bool:
    return bare == _bare(spoken(move))


def _is_listed(listed: "re.Match[str] | None", number: int, move: Move) -> bool:
    return listed is not None and int(listed[1]) == number and _fits(listed[2], move)


def _data(text: str) -> Any:
    """JSON or a tuple of Python, if it is any."""
    inner = text.strip().strip("`").removeprefix("json").strip()
    for read in (json.loads, ast.literal_eval):
        try:
            found = read(inner)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
        if isinstance(found, dict | list | tuple):
            return found
    return None


def _bare(text: str) -> str:
    """Letters and digits in small, with one space between words."""
    return " ".join(re.findall(r"-?\d+|[^\W\d_]+", text.casefold()))


# Who plays whom.


class Reply(NamedTuple):
    """An answer, and how many tokens it took, if that is known."""

    text: str
    tokens: int = 0


Ask = Callable[[str], str | Reply]  # from what is read to what is written


class Illegal(ValueError):
    """An answer that names no move, or more than one."""


@dataclass
class Speaker:
    """A player that is asked in text, and what its answers came to."""

    ask: Ask
    asked: int = 0
    illegal: int = 0
    tokens: int = 0
    _lock: Lock = field(default_factory=Lock, repr=False)

    def __call__(self, view: View) -> Move:
        said = self.ask(described(view))
        reply = said if isinstance(said, Reply) else Reply(said)
        move = parse(reply.text, view.moves)
        with self._lock:
            self.asked += 1
            self.tokens += reply.tokens
            self.illegal += move is None
        if move is None:
            raise Illegal(f"no move is clear from {reply.text[:200]!r}")
        return move


@dataclass(frozen=True)
class Duel:
    """What came of it."""

    rows: list[Row]
    speakers: dict[str, Speaker]
    adjusted: dict[str, float]  # the mean share of the victory without luck, where games were reviewed

    def __str__(self) -> str:
        lines = [told(self.rows)]
        for name, each in self.speakers.items():
            tokens = f", {each.tokens} tokens" if each.tokens else ""
            lines.append(f"{name}: {each.illegal} of {each.asked} answers named no move{tokens}")
        lines += [f"{name}: {share:.1%} wins without luck" for name, share in self.adjusted.items()]
        return "\n".join(lines)


def duel(
    players: Mapping[str, Ask | str],
    games: int,
    game: str,
    seed: int = 0,
    effort: int = 0,
    cores: int = CORES,
    **options: Any,
) -> Duel:
    """Let players meet, seats turned and chance paired as in the arena: functions from text to text, or named bots.

    An answer that names no move costs that move. With some effort, each game is reviewed and results are told without
    luck too.
    """
    speakers = {name: Speaker(ask) for name, ask in players.items() if not isinstance(ask, str)}
    seated: dict[str, Named] = {name: speakers.get(name) or str(ask) for name, ask in players.items()}
    results: dict[str, list[float]] = {name: [] for name in players}

    def look_back(lineup: tuple[str, ...], match: Match) -> None:
        found = review(match, effort=effort, seed=seed, cores=1)
        for name, standing in zip(lineup, found.standings):
            results[name].append(standing.adjusted)

    arena = Arena(load(game, **options), tuple(players), seed, seated, PATIENCE, ended=look_back if effort else None)
    rows = [row for more in side_by_side(arena.play, arena.fixtures(games), cores) for row in more]
    adjusted = {name: sum(shares) / len(shares) for name, shares in results.items() if shares}
    return Duel(sorted(rows), speakers, adjusted)
