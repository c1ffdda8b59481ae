"""People with a browser, and what they do with it."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, TimeoutError, expect

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
FOR_LONG = 60_000  # for anything else: machines that test have other things to do

# What happens is shown at once, unless a test wants to see it happen.
AT_ONCE = "localStorage.getItem('fathom5.pace') ?? localStorage.setItem('fathom5.pace', JSON.stringify('at_once'));"
# These people know the games; the coach of first games is for tests of it.
KNOWING = "localStorage.getItem('fathom5.coach') ?? localStorage.setItem('fathom5.coach', 'false');"

# Someone who touches what is lit on the board, or else presses a button, whenever there is something to do; until what
# was wished for has come (true) or the game is over (false). Who waited for it outside would always be too late.
PLAYER = """
(seed) => new Promise((done) => {
  const board = document.querySelector("#board").shadowRoot;
  let luck = seed;
  // By its upper half: the lower bits of such numbers come back soon, and with them the same choices.
  const roll = () => (luck = (luck * 1103515245 + 12345) % 2147483648) / 2147483648;
  const any = (list) => list[Math.floor(roll() * list.length)];
  const stop = (hasCome) => (clearInterval(window.player), done(hasCome));
  window.player = setInterval(() => {
    if (WISHED) return stop(true);
    if (document.querySelector(".end")) return stop(false);
    const lit = [...board.querySelectorAll("[role=button]:not(.f5-begun)")];
    const buttons = [...document.querySelectorAll(".yours #acts button.lit:not(:disabled)")];
    const chosen = any([...lit, ...buttons]);
    chosen?.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
  }, 15);
})
"""
# Until all is drawn; a browser that draws nothing for so long has nothing more to draw.
FRAMES = "new Promise((done) => (requestAnimationFrame(() => requestAnimationFrame(done)), setTimeout(done, 10000)))"
REFUSAL = re.compile(r"the server responded with a status of 4\d\d")


class Visitor:
    """Someone with a device of their own."""

    def __init__(self, browser: Browser, url: str, name: str = "Ada", colour: int = 0, **device: Any) -> None:
        settings: dict[str, Any] = {"base_url": url, "locale": "en-GB", "reduced_motion": "reduce"} | device
        self.context = browser.new_context(**settings)
        self.context.set_default_timeout(FOR_LONG)
        self.name, self.complaints, self.is_refused = name, [], False
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
        if message.type != "error" or "WebSocket" in message.text or "net::ERR" in message.text:
            return
        if not (self.is_refused and REFUSAL.search(message.text)):
            self.complaints.append(message.text)

    def may_be_refused(self) -> "Visitor":
        """What is about to be tried is refused, which the browser itself complains of, sooner or later."""
        self.is_refused = True
        return self

    def listen(self) -> list[str]:
        """All that the page is going to hear over its sockets."""
        heard: list[str] = []
        self.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
        return heard

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
        self.page.evaluate(f"(seed) => void ({PLAYER.replace('WISHED', 'false')})(seed)", seed)

    def play_until(self, wished: str, seed: int = 1) -> None:
        """Play until this is so on the page, and not a move longer."""
        assert self.page.evaluate(PLAYER.replace("WISHED", wished), seed), f"the game was over before: {wished}"

    def play_until_told(self, lines: int) -> None:
        """Play until the log has more lines than this, and there is something to decide."""
        self.play_until(f"document.querySelectorAll('#log li[data-n]').length > {lines}")
        self.settle()

    def rest(self) -> None:
        self.page.evaluate("clearInterval(window.player)")

    def settle(self) -> None:
        """Stop, and wait until the last move has been answered, there is something to decide, and all is laid out."""
        self.rest()
        self.my_turn()
        offered = self.page.locator("#acts button.lit:enabled, #board [role=button]")
        expect(offered.first).to_be_attached()  # what is forced is not offered: it plays itself
        expect(self.page.locator("#acts button:disabled")).to_have_count(0)
        self.worded()
        self.page.evaluate(FRAMES)

    def worded(self) -> None:
        """Words for buttons come a moment after the buttons; before that there is less to be seen."""
        expect(self.page.locator("#acts button", has_text=re.compile("^…$"))).to_have_count(0)
        few = re.compile("^[1-3]$")  # moves: they are all offered as buttons once they have words
        expect(self.page.locator("#all-moves .in-short", has_text=few)).to_have_count(0)

    def resize(self, size: Any) -> None:
        """The screen becomes another; what is seen after that is laid out for it."""
        self.page.set_viewport_size(size)
        wanted = [size["width"], size["height"]]
        self.wait_until(lambda: self.page.evaluate("[innerWidth, innerHeight]") == wanted)
        self.page.evaluate(FRAMES)

    def touch(self, x: float, y: float) -> bool:
        """Touch a place; whether the browser answered. The screen itself would wait for ever for one that does not."""
        try:
            self.page.locator("body").tap(position={"x": x, "y": y}, force=True, timeout=FOR_LONG / 2)
        except TimeoutError:
            return False
        return True

    def wait_until(self, is_so: Callable[[], Any]) -> None:
        """For what the page cannot be asked to wait for: pages allow no conditions that are looked at within them."""
        for _ in range(FOR_LONG // 50):
            if is_so():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"waited in vain at {self.page.url}")

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
