"""Which games the researcher's door is tried on: every game as it comes and with each option, a game a worker."""

import pytest

from fathom5 import names


@pytest.fixture(params=names())
def name(request: pytest.FixtureRequest) -> str:
    return request.param
