"""The page of the rulebook: for everyone, in print, without scripts, and one click away from the table."""

import re
from itertools import product
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

import fathom5
from browser.people import LOOKS, PHONE
from browser.test_everyone import SHORT, faults
from browser.test_stage import MOST, kept, seated
from fathom5.door import LANGUAGES
from table.playing import House

# A picture is one thing to those who cannot see it; its thousands of strokes would be looked at one by one.
WITHOUT_STROKES = "document.querySelectorAll('.scene').forEach((each) => each.replaceChildren())"
PAPER = {"width": 688, "height": 1017}  # A4 without its margins, in pixels
NARROW = "document.documentElement.scrollWidth <= innerWidth"


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_on_the_rulebooks(visit, look):
    ada = visit("Ada", **look)
    for name in fathom5.names():
        ada.page.goto(f"/rules/{name}?q=air")
        ada.page.evaluate(WITHOUT_STROKES)
        assert not faults(ada), name


def test_it_can_be_read_searched_and_printed_without_scripts(visit):
    ada = visit("Ada", java_script_enabled=False, **PHONE)
    for name in fathom5.names():
        ada.page.goto(f"/rules/{name}")
        expect(ada.page.locator(".step svg.scene")).to_have_count(2 * ada.page.locator(".step").count())
    ada.page.goto(f"/rules/{SHORT}")
    ada.page.fill("#q", "submarine")
    ada.page.press("#q", "Enter")
    expect(ada.page.locator(".found mark").first).to_be_visible()
    ada.page.locator("[hreflang=fr]").click()
    expect(ada.page.locator("html")).to_have_attribute("lang", "fr")
    expect(ada.page.locator("[data-theme-switch]")).to_be_hidden()
    ada.page.emulate_media(media="print")
    expect(ada.page.locator(".ways")).to_be_hidden()
    expect(ada.page.locator(".step").first).to_be_visible()


def test_it_is_printed_black_on_white_by_night_too(visit):
    ada = visit("Ada", color_scheme="dark")
    ada.page.set_viewport_size(PAPER)
    ada.page.emulate_media(media="print", color_scheme="dark")
    look = "(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.body))"
    for name, language in product(fathom5.names(), LANGUAGES):
        ada.page.goto(f"/rules/{name}?lang={language}")
        assert ada.page.evaluate(look) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
        assert ada.page.evaluate(NARROW), name
        assert ada.page.pdf(format="A4").startswith(b"%PDF")


def test_pictures_have_the_boards_colours_and_no_page_is_wider_than_a_phone(visit):
    ada = visit("Ada", **PHONE)
    for name, language in product(fathom5.names(), LANGUAGES):
        ada.page.goto(f"/rules/{name}?lang={language}")
        assert ada.page.evaluate(NARROW), name
        fill = "getComputedStyle(document.querySelector('.scene .foam')).fill"
        assert ada.page.evaluate(fill) == "rgb(251, 247, 238)", name


def test_why_something_happened_is_asked_above_the_bar_in_the_log_and_at_the_end(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted", air=1)
    ada.play()
    ada.at_the_end()
    expect(ada.page.locator("#log .told-event .why-link").first).to_have_text("Why?")
    expect(ada.page.locator("#newest-why a")).to_have_attribute("data-clause", re.compile("^DS-"))
    lines = ada.page.locator(".result .fared li")
    assert lines.count() >= 2
    expect(ada.page.locator(".result .fared li > .why-link")).to_have_count(lines.count())
    expect(ada.page.locator(".end .why > .why-link")).to_have_attribute("data-clause", "DS-22")
    drowned = ada.page.locator(".result .why-link[data-clause=DS-18]").first  # with so little air somebody has
    drowned.click()
    expect(ada.page.locator(".rulebook .here figure svg")).to_be_visible()
    expect(ada.page.locator(".rulebook .here")).to_have_attribute("id", "DS-18")


# 'Why?', in every game: beside a touch in vain, beside what happened, and beside each line of a result.


def to_the_end(house: House, game: str) -> str:
    """The address of a game that is over, the same each time."""
    match, luck = fathom5.load(game, players=min(2, MOST[game])).start(seed=7), Random(7)
    while not match.over:
        match.play(luck.choice(match.moves))
    return kept(house, match)


def leads_on(page: Page, links: Locator, game: str) -> None:
    """Each link leads to a clause of the page that says where its picture is, and to both beside the board."""
    expect(links.first).to_be_attached()
    cited = dict(links.evaluate_all("all => all.map((each) => [each.dataset.clause, each.getAttribute('href')])"))
    for clause, address in cited.items():
        path, _, anchor = address.partition("#")
        text = page.request.get(path).text()
        start = text.index(f'<li id="{clause}">')
        picture = re.search('class="see" href="#([^"]+)"', text[start : text.index("</li>", start)])
        assert anchor == clause and picture and f'id="{picture[1]}"' in text, (game, clause)
    links.first.dispatch_event("click")
    expect(page.locator(".rulebook .here")).to_have_attribute("id", links.first.get_attribute("data-clause"))
    expect(page.locator(".rulebook .here figure svg").first).to_be_visible()


@pytest.mark.parametrize("game", fathom5.names())
def test_why_it_happened_and_what_it_counts_leads_to_clause_and_picture(visit, house, game):
    page = seated(visit, house, 0, to_the_end(house, game)).page
    expect(page.locator(".end .why > .why-link")).to_be_visible()
    leads_on(page, page.locator(".end .why-link"), game)
    lines = page.locator(".result .fared li")
    expect(page.locator(".result .fared li > .why-link")).to_have_count(lines.count())
    page.locator("[data-panel=log]").click()
    leads_on(page, page.locator("#log .told-event .why-link"), game)


# Whether a touch of some thing that is not lit was answered with a link, tried one after the other.
IN_VAIN = """
async () => {
  const board = document.querySelector("#board").shadowRoot;
  const wrong = document.querySelector("#wrong");
  const answered = async () => {
    for (let times = 0; times < 99 && !wrong.textContent; times += 1) await new Promise((done) => setTimeout(done, 50));
    return wrong.querySelector("a");
  };
  for (const thing of board.querySelectorAll("[data-id][role=img]")) {
    wrong.replaceChildren();
    thing.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
    if (await answered()) return true;
  }
  return false;
}
"""


@pytest.mark.parametrize("game", fathom5.names())
def test_why_a_touch_is_in_vain_leads_to_clause_and_picture(visit, game):
    ada = visit("Ada")
    ada.set_up(game, "me", *["bot:hinted"] * (MOST[game] > 1))
    ada.settle()
    expect(ada.page.locator("#board [data-id][role=img][aria-description]").first).to_be_attached()  # it can be told
    assert ada.page.evaluate(IN_VAIN)
    leads_on(ada.page, ada.page.locator("#wrong a"), game)


# Where a table has house rules, whatever quotes the rulebook says what is not so there.

BY_HOUSE = {
    "en": "House rule. Air used for each pile carried: 2, not 1 as in the rulebook.",
    "fr": "Règle maison. Air consommé par pile portée : 2, et non 1 comme dans la règle du jeu.",
}


def test_quoted_clauses_say_what_house_rules_change_on_the_board_beside_it_and_in_the_rulebook(visit, house):
    match, luck = fathom5.load("deep_sea", house={"air_per_pile": 2}).start(seed=7), Random(7)
    while len(match.actions) < 12 or match.seat != 0:
        match.play(luck.choice(match.moves))
    ada = seated(visit, house, 0, kept(house, match))
    page, anchor = ada.page, '[id="DS-7"]'
    air = page.locator("#board [aria-description*='(DS-7)']").last
    expect(air).to_have_attribute("aria-description", re.compile(re.escape(f"(DS-7) {BY_HOUSE['en']}")))
    box = air.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#about .house-rule")).to_have_text(BY_HOUSE["en"])
    expect(page.locator("#about .house-rule")).to_be_in_viewport(ratio=1)
    page.locator("[data-panel=rules]").click()
    expect(page.locator(f"#panel-rules {anchor} .house-rule")).to_have_text(BY_HOUSE["en"])
    page.goto(page.locator("#panel-rules a[href^='/rules/']").first.get_attribute("href"))
    expect(page.locator(".departures li")).to_have_text([BY_HOUSE["en"]])
    expect(page.locator(f"{anchor} .house-rule")).to_have_text(BY_HOUSE["en"])
    expect(page.locator("#step-breathe .house-rule")).to_have_text(BY_HOUSE["en"])
    page.locator("[hreflang=fr]").click()
    expect(page.locator(".departures li")).to_have_text([BY_HOUSE["fr"]])
    page.fill("#q", "DS-7")
    page.press("#q", "Enter")
    expect(page.locator(".found .house-rule").first).to_have_text(BY_HOUSE["fr"])
    ada.resize(PHONE["viewport"])
    assert page.evaluate(NARROW)
    page.emulate_media(media="print")
    expect(page.locator(".departures li")).to_be_visible()
    ada.may_be_refused()
    assert page.request.get("/rules/deep_sea?house_air_per_pile=99").status == 404
