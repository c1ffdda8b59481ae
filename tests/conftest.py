"""What the laws are tried on."""

import numpy as np
import pytest

from every import IDS, READY, played
from fathom5 import names
from fathom5.door import Ready


@pytest.fixture(params=range(len(READY)), ids=IDS, scope="session")
def index(request: pytest.FixtureRequest) -> int:
    return request.param


@pytest.fixture(params=names())
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def ready(index: int) -> Ready:
    return READY[index]


@pytest.fixture
def turns(index: int) -> list[tuple[np.record, int]]:
    return played(index)


@pytest.fixture
def states(turns) -> list[np.record]:
    return [state for state, _ in turns]


@pytest.fixture
def some(states) -> list[np.record]:
    """A sample of the states, for what takes its time."""
    return states[:: max(1, len(states) // 40)] + states[-1:]
