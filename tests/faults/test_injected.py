"""Whole games by several people through a store whose calls fail, hang, or fail after they were done.

A seeded share of a minute; `fathom5 bench faults --minutes M` goes on for longer.
"""

import logging

import pytest

from fathom5.command.bench import faults

MINUTES = 0.25


@pytest.mark.parametrize("every", [0.05, 0.3])
def test_every_acknowledged_row_is_there_once_and_every_table_plays_on(every, caplog, monkeypatch):
    caplog.set_level(logging.CRITICAL, "fathom5.table")
    monkeypatch.setattr(faults, "names", lambda: ("deep_sea",))
    found = faults.measure(MINUTES, seed=5, every=every, tables=3)
    assert found["faults"] > 10
    assert found["moves"] > 50
    assert (found["lost or doubled"], found["unfinished"], found["alarms left"]) == (0, 0, 0)
