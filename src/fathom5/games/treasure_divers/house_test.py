"""House rules of Treasure Divers: each number that can be changed changes what its clause says."""

import pytest

from fathom5.door.testing import then
from fathom5.games.treasure_divers.house import HOUSE
from fathom5.games.treasure_divers.rules.box import KINDS
from fathom5.games.treasure_divers.rules_test import BUST, TRADE, bonuses, find, game

SEAWEED = (*find(0, 1, "shell", "seaweed 0"), BUST, *find(0, 2, "barrel", "seaweed 0"), BUST)


def test_td_2_a_bonus_token_may_be_worth_more():
    match = game(*SEAWEED, *find(0, 3, "cave", "seaweed 0"), house={"bonus": 9})
    assert match.scores == [9, 0]


def test_td_2_the_end_tells_what_tokens_were_worth():
    match = game(*SEAWEED, *find(0, 3, "cave", "seaweed 0"), house={"bonus": 9})
    told = match.game.words._parts(match.seen(), 0, match.words("en"))
    assert any("9" in part for part in told)


def test_td_7_a_bonus_may_ask_for_more():
    match = game(*SEAWEED, *find(0, 3, "cave", "seaweed 0"), house={"goal_seaweed": 4})
    assert bonuses(match, 0) == []
    assert bonuses(game(*SEAWEED, house={"goal_seaweed": 2}), 0) == ["seaweed"]


@pytest.mark.parametrize("rule", [rule for rule in HOUSE if rule.startswith("goal_")])
def test_td_7_each_kind_has_a_goal_of_its_own(rule):
    kind = KINDS.index(rule.removeprefix("goal_"))
    goals = list(game().state["goal"])
    goals[kind] = 11
    assert then(game(house={rule: 11})).state["goal"] == goals


@pytest.mark.parametrize("points", [0, 9])
def test_td_17_an_exchange_may_be_worth_more_or_nothing(points):
    match = game(*TRADE, "take", house={"exchange": points})
    assert match.scores == [3, points]
    assert f"{points} (1 tile)" in " ".join(match.game.words._parts(match.seen(), 1, match.words("en")))


def test_td_17_the_tile_shows_its_points():
    things = game(*TRADE, "take", house={"exchange": 9}).scene(1)["things"]
    assert [each["text"] for each in things if each["symbol"] == "card-exchange"] == ["9"]


def test_td_17_the_button_tells_its_points():
    acts = game(*TRADE, house={"exchange": 9}).scene(1)["acts"]
    assert "Keep it (+9)" in [act["words"] for act in acts]
