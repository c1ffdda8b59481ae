"""A house to play in."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from every import INTERPRETED
from fathom5.table import warm_up
from table.playing import House, Person
from table.playing import house as running


@pytest.fixture(scope="session", autouse=True)
def warm() -> None:
    """What is compiled is compiled before the first clock runs."""
    if not INTERPRETED:
        warm_up()


@pytest.fixture
def house(tmp_path) -> Iterator[House]:
    with running(tmp_path / "tables.db") as house:
        yield house


@pytest.fixture
def ada(house) -> Person:
    return Person(house, "Ada")


@pytest.fixture
def ben(house) -> Person:
    return Person(house, "Ben")


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack
