"""What the researchers' page promises is run as it stands."""

import re
from pathlib import Path

import pytest

from every import INTERPRETED

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "researchers.md").read_text(encoding="utf8")
EXAMPLES = re.findall(r"## ([^\n]+)\n[^#]*?```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.skipif(INTERPRETED, reason="thousands of games take their time")
@pytest.mark.parametrize(("title", "example"), EXAMPLES, ids=[title for title, _ in EXAMPLES])
def test_an_example_runs(title, example, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(example, {})
    assert capsys.readouterr().out


def test_there_is_an_example_for_each_library():
    assert len(EXAMPLES) == 5
    assert all(len(example.strip().splitlines()) <= 11 for _, example in EXAMPLES)


def test_every_page_that_is_named_exists():
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
