"""Make the pictures of the README: every board in the middle of a game, on a desk and on a phone, by day and by night.

Run it with `python docs/screenshots.py [GAME ...]`; the pictures land beside it, in `pictures/`.
"""

import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "tests"), str(HERE.parent / "src")]

from playwright.sync_api import Browser, expect, sync_playwright  # noqa: E402

import fathom5  # noqa: E402
from browser.conftest import CHROMIUM  # noqa: E402
from browser.people import PHONE, Visitor  # noqa: E402
from browser.test_lessons import begin  # noqa: E402
from fathom5.door.lessons import dive  # noqa: E402
from table.playing import house  # noqa: E402

DEVICES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": PHONE | {"device_scale_factor": 2},
}
THEMES = ("light", "dark")
QUALITY = 66  # of a JPEG
LINES = {"the_island": 120}  # of the log, before the picture is taken
FEW_LINES = 30  # where the set-up is short


def middle(browser: Browser, url: str, game: str) -> Visitor:
    """Play a game some way; who is to move."""
    ada = Visitor(browser, url, "Ada")
    players = fathom5.load(game).game.options["players"].allowed
    ada.set_up(game, "me", *["bot:hinted"] * (min(3, players[-1]) - 1))
    ada.play()
    expect(ada.page.locator("#log li").nth(LINES.get(game, FEW_LINES))).to_be_attached(timeout=60_000)
    ada.rest()
    ada.my_turn()
    return ada


def take(browser: Browser, url: str, ada: Visitor, path: Path, **device: Any) -> None:
    """What she sees on another screen; her cookie says who she is."""
    visitor = Visitor(browser, url, "Ada", **device)
    visitor.context.add_cookies(ada.context.cookies())
    visitor.page.goto(ada.page.url)
    visitor.my_turn()
    visitor.page.wait_for_timeout(400)
    visitor.page.screenshot(path=path, quality=QUALITY)
    visitor.context.close()


def first_page(browser: Browser, url: str, path: Path, theme: str) -> None:
    visitor = Visitor(browser, url, "Ada", color_scheme=theme, viewport={"width": 1280, "height": 800})
    visitor.page.goto("/")
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate("document.querySelectorAll('.warming').forEach((each) => each.remove())")  # not compiled here
    visitor.page.screenshot(path=path, quality=QUALITY)
    visitor.context.close()


def rulebook(browser: Browser, url: str, game: str, path: Path, language: str, **device: Any) -> None:
    """A turn, step by step."""
    visitor = Visitor(browser, url, "Ada", locale=language, **device)
    visitor.page.goto(f"/rules/{game}#turn")
    visitor.page.screenshot(path=path, quality=QUALITY)
    visitor.context.close()


def lesson(browser: Browser, url: str, game: str, path: Path, language: str, **device: Any) -> None:
    """A first dive, at the first question of the coach."""
    visitor = Visitor(browser, url, "Ada", locale=language, **device)
    page = begin(visitor, game)
    for bubble in dive(game).bubbles(language[:2]):
        expect(page.locator(".coach-told")).to_have_text(bubble["text"])
        if bubble["action"] is not None:
            break
        page.locator("#coach-on").click()
    page.wait_for_timeout(400)
    page.screenshot(path=path, quality=QUALITY)
    visitor.context.close()


def main(wanted: list[str]) -> None:
    pictures = HERE / "pictures"
    pictures.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, house(f"{folder}/tables.db") as home, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for theme in THEMES:
            first_page(browser, home.url, pictures / f"first-{theme}.jpg", theme)
        for game in wanted or fathom5.names():
            ada = middle(browser, home.url, game)
            for (device, settings), theme in product(DEVICES.items(), THEMES):
                path = pictures / f"{game}-{device}-{theme}.jpg"
                take(browser, home.url, ada, path, color_scheme=theme, **settings)
                print(path.relative_to(HERE.parent))
            ada.context.close()
            rulebook(browser, home.url, game, pictures / f"{game}-rules.jpg", "en-GB", **DEVICES["desk"])
            rulebook(browser, home.url, game, pictures / f"{game}-rules-phone.jpg", "fr-FR", **DEVICES["phone"])
            lesson(browser, home.url, game, pictures / f"{game}-lesson.jpg", "en-GB", **DEVICES["desk"])
            lesson(browser, home.url, game, pictures / f"{game}-lesson-phone.jpg", "fr-FR", **DEVICES["phone"])
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
