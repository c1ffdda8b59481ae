"""House rules of Sub Terra: each number that can be changed changes what its clause says."""

import pytest

from fathom5.door.testing import can, then
from fathom5.games.sub_terra.house import HOUSE
from fathom5.games.sub_terra.refusals import REASONS, refusal
from fathom5.games.sub_terra.rules_test import begin, calm, drain, explore, health, over, pocket, ready, reveal, tile


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
    (rule,) = (name for name, each in HOUSE.items() if each.clause == clause and name.endswith("_health"))
    others = [other for other in range(1, 9) if other != rank][:3]
    match = begin(rank, *others, house={rule: 2})
    assert health(match, rank, *others) == [2, *(5 if other == 7 else 3 for other in others)]


def test_st_17_nobody_is_healed_beyond_a_changed_health():
    match = begin(house={"medic_health": 1})
    assert "♥ " in match.text() and health(match, 6) == 1
    assert not any(move[0] in ("heal", "treat") for move in match.moves)


# The deck.


KINDS = ("tremor", "flood", "gas", "cave_in", "horror")


def pool(difficulty, **house):
    return begin(difficulty=difficulty, house=house).state["pool"]


@pytest.mark.parametrize("place, kind", [*enumerate(KINDS)])
@pytest.mark.parametrize("difficulty, fewer, doubles", [("normal", 0, 0), ("advanced", 1, 1), ("expert", 2, 1)])
def test_st_8_each_hazard_may_have_its_own_number_of_cards(place, kind, difficulty, fewer, doubles):
    plain, double = [5 - fewer] * 5, [doubles] * 5
    plain[place], double[place] = 8 - fewer, 3 * doubles
    assert pool(difficulty, **{f"{kind}_cards": 8, f"double_{kind}_cards": 3}) == plain + double


def test_st_8_no_hazard_has_less_than_no_card():
    assert pool("expert", gas_cards=1)[2] == 0


def test_st_72_a_deck_of_few_cards_is_dealt_whole():
    match = begin(house={f"{kind}_cards": int(kind == "gas") for kind in KINDS})
    assert match.state["cards"] == 1
    assert over(calm(match)).moves == (("hazard", "out of time"),)


# What it costs.


def flooded(**house):
    """A flooded tile north of the start, and the Medic's turn."""
    match = then(begin(house=house), *reveal("N", "flood T", "ESW"))
    return over(match, "hazard flood")


def spent(match, move):
    """The points that a move takes."""
    before = match.state["points"]
    return before - then(match, move).state["points"]


PLACES = {  # where a caver can do each of these, by its house rule
    "run": lambda **house: (ready(then(begin(house=house), *reveal("N", "plain X", "NESW")), 6, 2), "run N"),
    "swim": lambda **house: (ready(flooded(**house), 6, 2), "swim N"),
    "squeeze": lambda **house: (ready(then(begin(house=house), *reveal("N", "squeeze S", "NS")), 6, 2), "squeeze N"),
    "hide": lambda **house: (begin(house=house), "hide"),
    "rope": lambda **house: (ready(then(begin(house=house), *explore("N", "ledge S", "NS")), 6, 2), "rope"),
    "demolish": lambda **house: (
        ready(then(begin(4, 6, 5, 1, house=house), *explore("N", "plain S", "NS")), 4, 2),
        "demolish E",
    ),
    "dive": lambda **house: (
        ready(then(begin(1, 6, 5, 4, house=house), *explore("N", "flood T", "ESW")), 1, 2),
        "dive",
    ),
    "heal": lambda **house: (hurt_medic(**house), "heal 6"),
    "clear": lambda **house: (buried(**house), "clear N"),
}


def hurt_medic(**house):
    """The Medic has lost health to gas, and has two points."""
    return ready(over(then(begin(house=house), *explore("N", "gas T", "ESW")), "hazard gas"), 6, 2)


def buried(**house):
    """Rubble lies north of the start, where the Medic is."""
    match = then(begin(house=house), *reveal("N", "cave-in T 2 3", "ESW"))
    return ready(over(match, "hazard cave-in", "cave_in 3"), 6, 2)


def is_priced(what):
    """It can be had for one point, and for three only by exerting oneself."""
    match, move = PLACES[what](**{f"{what}_cost": 1})
    cheap = spent(match, move)
    match, move = PLACES[what](**{f"{what}_cost": 3})
    is_too_dear = move not in can(match)
    return cheap == 1 and is_too_dear and spent(then(match, "exert"), move) == 3


def test_st_16_to_run_may_take_other_points():
    assert is_priced("run")


def test_st_17_to_heal_may_take_other_points():
    assert is_priced("heal")


def test_st_18_to_swim_may_take_other_points():
    assert is_priced("swim")


def test_st_19_to_squeeze_may_take_other_points():
    assert is_priced("squeeze")


def test_st_20_to_clear_rubble_may_take_other_points():
    assert is_priced("clear")


def test_st_21_to_place_a_rope_may_take_other_points():
    assert is_priced("rope")


def test_st_22_to_hide_may_take_other_points():
    assert is_priced("hide")


def test_st_44_to_dive_may_take_other_points():
    assert is_priced("dive")


def test_st_47_to_demolish_may_take_other_points():
    assert is_priced("demolish")


def test_st_77_who_is_hidden_does_not_hide_again():
    match = then(begin(house={"hide_cost": 1}), "exert", "hide", "check 1")
    assert "hide" in can(match)
    assert "hide" not in can(then(match, "hide", "check 6"))


def test_st_51_who_is_directed_does_what_takes_one_point():
    """Nobody can go anywhere or heal, but everybody can hide."""
    match = then(begin(8, 6, 5, 4, house={"hide_cost": 1}), "direct 6")
    assert {"hide", "decline"} <= can(match) and "run N" not in can(match)


@pytest.mark.parametrize("language, said", [("en", "swimming there costs 3 points"), ("fr", "y nager coûte 3 points")])
def test_st_18_who_cannot_swim_hears_the_changed_cost(language, said):
    match = ready(flooded(swim_cost=3), 6, 2)
    reason, told = refusal(match.seen(), (), f"tile-{tile(match, 0, -1)}", match.words(language))
    assert said in REASONS[reason][1 + ("en", "fr").index(language)].format(**told)
