"""Play a first dive on from where the lesson stops teaching: bots that follow their hints finish the game.

`python docs/rests.py GAME FIRST LAST [WORD]` tries these seeds and keeps the shortest game that the person wins, of
those that end with a word if there is one. It writes the moves to `rest.json` in the game's folder and tells what
happened, so that the last words of `lesson.py` fit.
"""

import json
import sys
from importlib.resources import files
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "src")]

from fathom5 import games  # noqa: E402
from fathom5.bots.hinted import Hinted  # noqa: E402
from fathom5.door import Match  # noqa: E402
from fathom5.door.lessons import lesson_of, load  # noqa: E402
from fathom5.kernel.lesson import PERSON, Ask, Let, Tell  # noqa: E402
from fathom5.kernel.record import Move  # noqa: E402


def taught(name: str) -> Match:
    """The lesson without the rest that it has so far."""
    lesson = lesson_of(name)
    moves = [move for step in lesson.script for move in moves_of(step)]
    match = load(name, **lesson.options).start(chance="manual")
    for move in moves[: len(moves) - len(json.loads(rest_of(name).read_text("utf8")))]:
        match.play(move)
    return match


def moves_of(step: Tell | Ask | Let) -> tuple[Move, ...]:
    if isinstance(step, Tell):
        return ()
    return step.moves if isinstance(step, Let) else (step.move,)


def rest_of(name: str) -> Path:
    return Path(str(files(games) / name / "rest.json"))


def finished(begun: Match, seed: int) -> Match:
    """The same game, played on to its end with dice from this seed."""
    match, bot = Match(begun.game, begun.options, seed, begun.actions), Hinted("hinted")
    while not match.over:
        match.play(bot(match.seen(match.seat), seed + len(match.actions)))
    return match


def why(match: Match) -> str:
    ending = match.ending()
    return ending["why"] if ending else ""


def main(name: str, first: str, last: str, word: str = "") -> None:
    begun = taught(name)
    tried = (finished(begun, seed) for seed in range(int(first), int(last) + 1))
    won = [match for match in tried if match.shares[PERSON] == 1 and word in why(match)]
    if not won:
        sys.exit("No game of these was won so; try other seeds.")
    best = min(won, key=lambda match: len(match.actions))
    moves = best.log[len(begun.actions) :]
    rest_of(name).write_text(json.dumps(moves, separators=(",", ":")).replace("],[", "],\n[") + "\n", encoding="utf8")
    print(*best.story()[-30:], f"seed {best.seed}, {len(moves)} moves", sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
