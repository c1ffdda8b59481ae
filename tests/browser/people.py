"""People with a browser, and what they do with it."""

import json
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, expect

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOOKS = [  # every device by day and by night; words and layout vary with them
    {"locale": "en-GB", "color_scheme": "light", **DESK},
    {"locale": "fr-FR", "color_scheme": "dark", **DESK},
    {"locale": "fr-FR", "color_scheme": "light", **PHONE},
    {"locale": "en-GB", "color_scheme": "dark", **PHONE},
]
ON_ITS_SIDE = PHONE | {"viewport": {"width": 844, "height": 390}}
PATIENCE = 600_000  # milliseconds for a whole game

# What happens is shown at once, unless a test wants to see it happen.
AT_ONCE = "localStorage.getItem('fathom5.pace') ?? localStorage.setItem('fathom5.pace', JSON.stringify('at_once'));"
# These people know the games; the coach of first games is for tests of it.
KNOWING = "localStorage.getItem('fathom5.coach') ?? localStorage.setItem('fathom5.coach', 'false');"

# Someone who touches what is lit on the board, or else presses a button, whenever there is something to do.
PLAYER = """
(seed) => {
  const board = document.querySelector("#board").shadowRoot;
  let luck = seed;
  const any = (list) => list[(luck = (luck * 1103515245 + 12345) % 2147483648) % list.length];
  window.player = setInterval(() => {
    const lit = [...board.querySelectorAll("[role=button]:not(.f5-begun)")];
    const buttons = [...document.querySelectorAll(".yours #acts button.lit:not(:disabled)")];
    const chosen = any([...lit, ...buttons]);
    chosen?.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
  }, 15);
}
"""


class Visitor:
    """Someone with a device of their own."""

    def __init__(self, browser: Browser, url: str, name: str = "Ada", colour: int = 0, **device: Any) -> None:
        settings: dict[str, Any] = {"base_url": url, "locale": "en-GB", "reduced_motion": "reduce"} | device
        self.context = browser.new_context(**settings)
        self.name, self.complaints = name, []
        self.context.add_init_script(AT_ONCE + KNOWING + self._named(name, colour))
        self.page = self.open_tab()

    @staticmethod
    def _named(name: str, colour: int) -> str:
        me = json.dumps(json.dumps({"name": name, "colour": colour}))
        return f"localStorage.getItem('fathom5.me') ?? localStorage.setItem('fathom5.me', {me})"

    def open_tab(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "WebSocket" not in message.text and "net::ERR" not in message.text:
            self.complaints.append(message.text)

    # Coming to a table.

    def set_up(self, game: str, *seats: str, **options: Any) -> str:
        """Open a table through the form; its address."""
        page = self.page
        page.goto(f"/new/{game}")
        page.locator(f"label:has([name=players][value='{len(seats)}'])").click()
        for number, kind in enumerate(seats):
            page.select_option(f"#seat-{number}", kind)
        for option, value in options.items():
            page.locator(f"#option-{option}").fill(str(value))
        page.click("[type=submit]")
        page.wait_for_url("**/t/*")
        return page.url

    def join(self, address: str) -> "Visitor":
        self.page.goto(address)
        self.page.locator("#places button.lit").first.click()
        return self

    # Playing.

    def play(self, seed: int = 1) -> None:
        """Play on without looking."""
        self.page.evaluate(PLAYER, seed)

    def rest(self) -> None:
        self.page.evaluate("clearInterval(window.player)")

    def settle(self) -> None:
        """Stop, and wait until the last move has been answered and there is something to decide."""
        self.rest()
        self.my_turn()
        offered = self.page.locator("#acts button.lit:enabled, #board [role=button]")
        expect(offered.first).to_be_attached()  # what is forced is not offered: it plays itself
        expect(self.page.locator("#acts button:disabled")).to_have_count(0)
        self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def my_turn(self) -> None:
        expect(self.page.locator("#bar.yours")).to_be_visible()

    def at_the_end(self) -> list[int]:
        """The final score by seat, once it is shown."""
        expect(self.page.locator(".end")).to_be_visible(timeout=PATIENCE)
        return self.scores()

    def scores(self) -> list[int]:
        points = self.page.locator("#seats .points").evaluate_all("all => all.map(each => each.lastChild.textContent)")
        return list(map(int, points))

    def log(self) -> list[str]:
        return self.page.locator("#log li[data-n] > :nth-child(2)").all_text_contents()
