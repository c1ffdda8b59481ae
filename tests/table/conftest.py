"""A house to play in, and a PostgreSQL for those who need one."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec

import pytest

from every import INTERPRETED
from fathom5.command.bench import postgres
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


@pytest.fixture(scope="module")
def cluster() -> Iterator[postgres.Postgres]:
    """A PostgreSQL of our own; it survives whatever the tests do to it, but not a power failure."""
    if find_spec("psycopg") is None or postgres.programs() is None:
        missing(f"psycopg (extra: postgres) is needed; {postgres.HOW}")
    with postgres.running("fsync=off") as found:
        yield found


def missing(what: str) -> None:
    """On a machine of one's own that is a pity; in CI it would hide that nothing was tried."""
    pytest.fail(what) if os.environ.get("CI") else pytest.skip(what)


@pytest.fixture
def database(cluster, request) -> str:
    """An empty database; its address."""
    return cluster.create(f"d{abs(hash(request.node.name))}")
