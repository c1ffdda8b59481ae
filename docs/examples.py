"""Make the match of which a game's rulebook shows pictures: bots that follow their hints play it from a seed.

`python docs/examples.py GAME SEED LENGTH [OPTION=VALUE ...]` writes the first actions to `example.json` in the
game's folder, and tells what happened, so that the turns of `guide.toml` can say which actions they show.
"""

import json
import sys
from importlib.resources import files
from itertools import groupby
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "src")]

from fathom5 import games, load  # noqa: E402
from fathom5.bots.hinted import Hinted  # noqa: E402
from fathom5.door import Match  # noqa: E402


def played(name: str, seed: int, length: int, **options: object) -> Match:
    """So many actions of a match, chance's included."""
    match, bot = load(name, **options).start(seed=seed), Hinted("hinted")
    while not match.over and len(match.actions) < length:
        match.play(bot(match.seen(match.seat), seed + len(match.actions)))
    return Match(match.game, match.options, None, match.actions[:length])


def main(name: str, seed: str, length: str, *options: str) -> None:
    chosen = {key: json.loads(value) for key, value in (option.split("=") for option in options)}
    match = played(name, int(seed), int(length), **chosen)
    recipe = {"rules": match.game.version, "seed": int(seed), "options": chosen, "actions": match.actions}
    path = Path(str(files(games) / name / "example.json"))
    path.write_text(json.dumps(recipe) + "\n", encoding="utf8")
    for n, told in groupby(match.lines(), key=lambda line: line["n"]):
        print(n, *(f"[{line['clause']}] {line['text']} {line['things']}" for line in told), sep="  ")


if __name__ == "__main__":
    main(*sys.argv[1:])
