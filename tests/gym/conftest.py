"""Which games the researcher's door is tried on: every game as it comes and with each option, a game a worker."""

import pytest

from fathom5 import names


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Environments take seconds to compile, so only one worker does it for each game."""
    for item in items:
        if game := next((game for game in names() if game in item.name and "/gym/" in item.nodeid), None):
            item.add_marker(pytest.mark.xdist_group(game))
