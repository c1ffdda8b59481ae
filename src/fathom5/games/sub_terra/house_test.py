"""House rules of Sub Terra: each number that can be changed changes what its clause says."""

import pytest

from fathom5.door.testing import then
from fathom5.games.sub_terra.house import HOUSE
from fathom5.games.sub_terra.rules_test import begin, drain, explore, health, over, pocket, reveal


def test_st_27_gas_may_cost_more_to_enter():
    match = over(then(begin(house={"gas_loss": 1}), *reveal("N", "gas T", "ESW")), "hazard gas")
    assert health(then(match, "move N"), 4) == 2


def test_st_35_gas_may_cost_less():
    match = over(then(begin(house={"gas_loss": 1}), *explore("N", "gas T", "ESW")), "hazard gas")
    assert health(match, 6, 4) == [2, 3]


def test_st_36_a_cave_in_may_cost_less():
    match = then(begin(house={"cave_in_loss": 1}), *explore("N", "cave-in T 2 3", "ESW"))
    assert health(over(match, "hazard cave-in", "cave_in 3"), 6, 4) == [2, 3]


def test_st_47_a_cave_in_never_costs_the_engineer_more_than_others():
    match = then(begin(4, 6, 5, 1, house={"cave_in_loss": 0}), *explore("N", "cave-in T 2 3", "ESW"))
    assert health(over(match, "hazard cave-in", "cave_in 3"), 4, 6) == [3, 3]


def test_st_6_the_exit_may_come_earlier_or_last():
    assert ("tile", "exit", "D") in then(begin(house={"exit_among": 65}), "reveal N").moves
    last = drain(pocket(house={"exit_among": 1}), 6)
    assert ("tile", "exit", "D") not in last.moves


@pytest.mark.parametrize("rank, clause", [(rank, f"ST-{43 + rank}") for rank in range(1, 9)])
def test_st_6_each_caver_has_a_health_of_its_own(rank, clause):
    (rule,) = (name for name, constant in HOUSE.items() if constant.clause == clause)
    others = [other for other in range(1, 9) if other != rank][:3]
    match = begin(rank, *others, house={rule: 2})
    assert health(match, rank, *others) == [2, *(5 if other == 7 else 3 for other in others)]


def test_st_17_nobody_is_healed_beyond_a_changed_health():
    match = begin(house={"medic_health": 1})
    assert "♥ " in match.text() and health(match, 6) == 1
    assert not any(move[0] in ("heal", "treat") for move in match.moves)
