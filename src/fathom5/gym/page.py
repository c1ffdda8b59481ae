"""The page that says what is in an observation, made from the tables themselves.

python -m fathom5.gym.page > docs/observations.md
"""

from fathom5 import games
from fathom5.door import load, words_of
from fathom5.gym.encoding import Encoding

HEAD = """# Observations

What a learner is shown, by game. Each game's table lies in its folder as `observation.py`; the encoder, the spaces and
this page are made from it. It describes the *hidden* record: what a seat may not know is not in it.

As int8 the numbers are those below; as float32 they are scaled to 0 … 1. The flat vector holds the fields in this
order, the dict has them by name. *Own first* means that the first row is the viewer's, then clockwise; a *seat* is
one-hot, counted from the viewer on, and all 0 where it is no player. The mask covers the players' action numbers.
Shapes are those of the default options; `Encoding(fathom5.load(game, **options)).described()` says those of any others.
"""


def page() -> str:
    return HEAD + "".join(map(_section, games.names()))


def _section(name: str) -> str:
    encoding = Encoding(load(name))
    size = f"{encoding.size} numbers, {encoding.table.decisions} actions."
    return f"\n## {words_of(name, 'en')['title']} (`{name}`)\n\n{size}\n\n{encoding.described()}\n"


if __name__ == "__main__":
    print(page(), end="")
