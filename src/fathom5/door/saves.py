"""Matches read back from what `Match.save` has written."""

from typing import Any, NamedTuple

from fathom5.door.branch import Branch
from fathom5.door.match import IllegalMove, Match, Ready, load, whole
from fathom5.kernel import record
from fathom5.kernel.record import BrokenSave


class Save(NamedTuple):
    """What stands in a save."""

    ready: Ready
    seed: int | None
    moves: list[str]
    notes: dict[str, Any]  # what a table adds: who played, and what its dice were made of


def read_save(text: str) -> Save:
    """A save as it was written; whether its moves can be made is for `replay`."""
    agreed, moves = record.read(text)
    missing = [key for key in ("game", "rules", "seed") if key not in agreed]
    if missing:
        raise BrokenSave(f"this save does not say its {missing[0]}")
    name, version, seed, notes = (agreed.pop(key, None) for key in ("game", "rules", "seed", "notes"))
    branch = Branch.of(agreed.pop("branch", None))
    if branch is not None and not 0 <= branch.at <= len(moves):
        raise BrokenSave(f"this save goes on from action {branch.at}, which it does not have")
    ready = load(name, **agreed)._replace(branch=branch)
    if version != ready.game.version:
        raise BrokenSave(f"played by rules {version} of {name}; these are rules {ready.game.version}")
    return Save(ready, None if seed is None else whole(seed), moves, notes if isinstance(notes, dict) else {})


def replay(text: str) -> Match:
    """The match that `save` wrote down, ready to go on."""
    save = read_save(text)
    match = save.ready.start(chance="manual")
    for number, move in enumerate(save.moves, 1):
        try:
            match.play(move)
        except IllegalMove as refusal:
            raise BrokenSave(f"move {number} of this save: {refusal}") from None
    return Match(match.game, match.options, save.seed, match.actions, match.branch)
