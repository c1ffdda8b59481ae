"""What the README promises is run as it stands."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_example_runs(capsys):
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    exec(example, {})
    assert capsys.readouterr().out


def test_every_picture_and_page_exists():
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), target
