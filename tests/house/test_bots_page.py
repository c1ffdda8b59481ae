"""What the page for bot writers shows is run as it stands."""

import re
from pathlib import Path

from every import INTERPRETED
from fathom5 import load
from fathom5.bots import arena
from fathom5.bots.standings import standings

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf8")
(EXAMPLE,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_ten_lines_beat_the_hints_clear_of_the_interval(tmp_path):
    path = tmp_path / "my_bots.py"
    path.write_text(EXAMPLE)
    ours = f"{path}:fourteen"
    rows = arena.run(load("deep_sea"), [ours, "hinted"], 60 if INTERPRETED else 200)
    best, worst = standings(rows)
    assert (best.bot, best.faults) == (ours, 0)
    assert best.share.low > 0.5 > worst.share.high


def test_it_is_ten_lines_and_calls_no_search():
    body = EXAMPLE.partition("def ")[2]
    assert len(body.strip().splitlines()) <= 10 and "search" not in EXAMPLE.lower()
