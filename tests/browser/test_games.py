"""Every game, from the first page to the final score, by two people with a browser each, and a bot."""

import pytest
from playwright.sync_api import expect

import fathom5


@pytest.mark.parametrize("game", fathom5.names())
def test_two_people_and_a_bot_play_from_the_lobby_to_the_final_score(visit, game):
    players = fathom5.load(game).game.options["players"].allowed
    ada, ben = visit("Ada"), visit("Ben")
    ada.page.goto("/")
    ada.page.locator(f"a.go[href='/new/{game}']").click()
    ada.page.wait_for_url(f"**/new/{game}")
    address = ada.set_up(game, "me", "open", *["bot:hinted"] * (3 in players))
    ben.join(address)
    for seed, person in enumerate((ada, ben), 1):
        expect(person.page.locator("#bar")).to_be_visible()
        person.play(seed)
    assert ada.at_the_end() == ben.at_the_end()
    has_points = not getattr(fathom5.load(game).game.words, "TOGETHER", False)  # all win or lose together without any
    assert len(ada.scores()) == (2 + (3 in players)) * has_points
    assert ada.page.locator(".chart").is_visible() == has_points
    expect(ada.page.locator(".result > li")).to_have_count(2 + (3 in players))
