"""The set-up form: every option of every game, of whatever kind."""

import json
from itertools import combinations

import pytest
from playwright.sync_api import expect

import fathom5
from browser.people import Visitor
from fathom5.table.web.pages import agreed, fields

OPTIONS = [(name, field.name) for name in fathom5.names() for field in fields(name, "en")]


def field_of(game: str, option: str):
    return next(field for field in fields(game, "en") if field.name == option)


def another(game: str, option: str) -> object:
    """A value that is not the default and goes with the defaults of the others; a list where there can be one."""
    asked = fathom5.load(game).game.options[option]
    lists = [list(words) for size in range(1, asked.most + 1) for words in combinations(asked.several[:7], size)]
    for value in [*lists, *reversed(asked.allowed)]:
        try:
            if fathom5.load(game, **{option: value}).options[option] != fathom5.load(game).options[option]:
                return value
        except ValueError:
            continue  # it asks for more than this option
    raise AssertionError(f"{option} of {game} has nothing to choose")


def choose(visitor: Visitor, kind: str, option: str, value) -> None:
    """Set one option as people do."""
    row = visitor.page.locator(f"[data-option={option}]")
    if kind == "switch":
        row.get_by_role("switch").set_checked(value)
    elif kind == "slider":
        row.locator("input").fill(str(value))
    elif kind == "set":
        for word in value:
            row.locator(f"input[value='{json.dumps(word)}']").check()
    elif isinstance(value, list):
        row.locator("select").first.select_option("list")
        for number, word in enumerate(value):
            row.locator(".list select").nth(number).select_option(json.dumps(word))
    else:
        row.locator("select").first.select_option(json.dumps(value))


@pytest.mark.parametrize("game, option", OPTIONS)
def test_every_option_is_agreed_on_as_it_was_set(visit, game, option):
    ada, value = visit("Ada"), another(game, option)
    ada.page.goto(f"/new/{game}")
    choose(ada, field_of(game, option).kind, option, value)
    ada.page.click("[type=submit]")
    ada.page.wait_for_url("**/t/*")
    ada.page.locator("[data-panel=more]").click()
    said = dict(agreed(game, fathom5.load(game, **{option: value}).options, "en"))
    shown = ada.page.locator("#panel-more dl").evaluate("dl => [...dl.children].map(each => each.textContent)")
    assert dict(zip(shown[::2], shown[1::2])) == said


def test_a_refusal_stands_beside_the_option_that_caused_it(visit):
    ada = visit("Ada").may_be_refused()
    game, option = next(
        ((game, option) for game, option in OPTIONS if field_of(game, option).kind == "list"), (None, None)
    )
    if game is None:
        pytest.skip("no game here has an option that is a list")
    ada.page.goto(f"/new/{game}")
    ada.page.locator(f"#option-{option}").select_option("list")
    ada.page.locator(f"[data-option={option}] .list select").first.select_option(index=1)
    ada.page.click("[type=submit]")
    expect(ada.page.locator(f"[data-option={option}] .error")).to_contain_text(option)
