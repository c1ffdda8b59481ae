"""A seed gives the games that it always gave: logs made by the version before are replayed, position by position."""

import json
from pathlib import Path

import pytest

from laws.recording import played

RECORDED = json.loads(Path(__file__).with_name("recorded.json").read_text())


@pytest.mark.parametrize("before", RECORDED, ids=lambda game: f"{game['game']}-{game['options']}-{game['seed']}")
def test_what_was_recorded_before_is_played_again(before):
    now = played(before["game"], before["options"], before["seed"], before["decisions"])
    assert now["all"] == before["all"]  # start(seed) lets the same fall
    assert now["seen"] == before["seen"]  # and all that can be seen is as it was
