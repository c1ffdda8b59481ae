"""A real browser at a real server."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

import fathom5
from browser.chromium import found
from browser.people import FOR_LONG, Visitor
from fathom5.table.play import botseats
from fathom5.table.web import assets
from table.playing import FAST, House
from table.playing import house as running

CHROMIUM = found()
expect.set_options(timeout=FOR_LONG)
PATIENT = replace(FAST, words_wait=600.0, promise_wait=600.0, request_time=60.0)  # however late a page comes to speak


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = [item for item in items if "browser" in item.path.parts]
    for item in here:
        if CHROMIUM is None:
            item.add_marker(pytest.mark.skip(reason="no Chromium here: apt-get install chromium"))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict:
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    return {"executable_path": CHROMIUM, "args": quiet}


@pytest.fixture(scope="session")
def house(tmp_path_factory) -> Iterator[House]:
    """One server for all; what is compiled at set-up elsewhere is compiled here before anyone waits for it."""
    botseats.warm_up()
    for name in fathom5.names():
        assets.midway(name)
    with running(tmp_path_factory.mktemp("house") / "tables.db", PATIENT) as house:
        yield house


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Callable[..., Visitor]]:
    """People who come by, each with a device of their own; none of their pages may complain."""
    visitors: list[Visitor] = []

    def come(name: str = "Ada", **device: object) -> Visitor:
        visitors.append(Visitor(browser, house.url, name, **device))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
        assert not visitor.complaints
