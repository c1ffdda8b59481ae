"""One test or more for each clause of the rulebook of Treasure Divers."""

from collections import Counter

import numpy as np
import pytest

from fathom5.door import Match
from fathom5.door.testing import can, play, then
from fathom5.games.treasure_divers import words
from fathom5.games.treasure_divers.rules.box import KINDS
from fathom5.games.treasure_divers.rules.verbs import GONE, ROWS, UNLIT, Phase
from fathom5.kernel.game import CHANCE, NOBODY
from fathom5.kernel.record import spoken

BUST = "roll X X"


def game(*moves: str, **options: object) -> Match:
    """A match in which diver 0 begins."""
    return play("treasure_divers", "first_player 0", *moves, **options)


def find(column: int, row: int, symbol: str, front: str) -> tuple[str, ...]:
    """A turn that brings up a tile no more than four squares down."""
    return f"roll {row} X", f"dive {column} {row}", f"lit {symbol}", "take", f"front {front}"


def sink(match: Match, column: int, row: int) -> Match:
    """Let the diver go down to a square, and leave what there is on the way."""
    while (depth := match.state["row"]) < row:
        if match.state["phase"] in (Phase.TILE, Phase.EMPTY):
            match.play("on")
        number = min(4, row - depth)
        then(match, f"roll {number} {number}", f"dive {column} {number}")
        if match.state["row"] < row and "lit shell" in can(match):
            match.play("lit shell")
    return match


def bring(match: Match, column: int, row: int, *moves: str) -> Match:
    """Let diver 0 dive to a square and do something there, while diver 1 is out of luck."""
    then(sink(match, column, row), *moves)
    return match if match.over else then(match, BUST)


def clear(match: Match, column: int, row: int) -> None:
    """Let the diver bring up the tile of a square, whatever it is."""
    sink(match, column, row)
    turn = match.state["diver"]
    while not match.over and match.state["diver"] == turn:
        match.play("roll 4 4" if match.state["phase"] == Phase.FIGHT else match.moves[0])


def ways(match: Match) -> dict[str, int]:
    """What can happen now, and in how many ways."""
    return dict(zip(map(spoken, match.moves), match.offers.values()))


def held(match: Match, seat: int) -> list[str]:
    """The finds of a diver."""
    counts = Counter(dict(zip(words.NAMED, match.state["held"][seat])))
    return [spoken(named) for named in counts.elements()]


def bonuses(match: Match, seat: int) -> list[str]:
    return [KINDS[kind] for kind, owner in enumerate(match.state["bonus"]) if owner == seat]


def pieces(state: np.record) -> object:
    """Tiles and bonus tokens, wherever they are."""
    tiles = (state.symbol != GONE).sum() + state.wreck.sum() + state.held.sum()
    return int(tiles), len(state.bonus)


# Components.


def test_td_1_two_dice_with_the_numbers_1_to_4_and_twice_x():
    rolls = ways(game())
    assert (rolls["roll X X"], rolls["roll X 1"]) == (4, 2)
    assert (rolls["roll 4 X"], rolls["roll 3 4"]) == (2, 1)
    assert (len(rolls), sum(rolls.values())) == (25, 36)
    assert ways(game("roll X 1", "dive 0 1", "lit shell", "on")) == {
        "roll X": 2,
        "roll 1": 1,
        "roll 2": 1,
        "roll 3": 1,
        "roll 4": 1,
    }


def test_td_2_five_columns_of_ten_tiles():
    state = game().state
    assert [column[1:] for column in state["symbol"]] == [[UNLIT] * ROWS] * 5
    assert state["bonus"] == [NOBODY] * 7
    assert sum(state["wreck"]) == 7


def test_td_2_rows_1_to_5_are_light_and_6_to_10_dark():
    light, dark = (ways(sink(game(), 0, row)) for row in (1, 10))
    assert sum(light.values()) == 25
    assert sum(ways(sink(game(), 0, 5)).values()) == 24
    assert ways(sink(game(), 0, 6)) == {**dark, "lit shell": 2}
    assert light != dark


def test_td_2_a_bonus_token_is_worth_five_points():
    match = game(*find(0, 1, "shell", "seaweed 0"), BUST, *find(0, 2, "barrel", "seaweed 0"), BUST)
    assert match.scores == [0, 0]
    assert then(match, *find(0, 3, "cave", "seaweed 0")).scores == [5, 0]


def test_td_3_the_lamp_shows_the_symbol_but_not_the_amount():
    match = game("roll 1 X", "dive 0 1", "lit shell", "take")
    assert match.seat == CHANCE
    assert {"front shell 1", "front shell 2", "front shell 3"} < can(match)


def test_td_3_the_symbol_can_lie():
    match = game("roll 1 X", "dive 0 1")
    assert "lit seaweed" not in can(match)
    assert "front seaweed 0" in can(then(match, "lit shell", "take"))


LIGHT_SYMBOLS = {"shell": 6, "amphora": 5, "barrel": 5, "gold": 1, "chest": 1, "monster": 3, "exchange": 2, "cave": 2}
LIGHT_FRONTS = {
    "shell": {"shell 1": 2, "shell 2": 2, "shell 3": 1, "seaweed 0": 1},
    "amphora": {"amphora 1": 2, "amphora 2": 2, "seaweed 0": 1},
    "barrel": {"barrel 1": 2, "barrel 2": 2, "seaweed 0": 1},
    "monster": {"monster 1": 1, "monster 2": 2},
    "cave": {"seaweed 0": 1, "amphora 3": 1},
}
DARK_SYMBOLS = {"shell": 2, "amphora": 2, "barrel": 3, "gold": 5, "chest": 5, "monster": 3, "exchange": 2, "cave": 3}
DARK_FRONTS = {
    "shell": {"shell 2": 1, "shell 3": 1},
    "amphora": {"amphora 2": 1, "amphora 3": 1},
    "barrel": {"barrel 2": 1, "barrel 3": 2},
    "gold": {"gold 2": 1, "gold 3": 2, "gold 4": 1, "seaweed 0": 1},
    "chest": {"chest 2": 1, "chest 3": 2, "chest 4": 1, "seaweed 0": 1},
    "monster": {"monster 3": 2, "monster 4": 1},
    "cave": {"gold 4": 1, "chest 4": 1, "monster 4": 1},
}


def turned(row: int, symbol: str) -> Match:
    """A tile with this symbol is about to be turned over."""
    match = then(sink(game(), 0, row), f"lit {symbol}")
    return match if symbol == "monster" else then(match, "take")


def test_td_4_the_symbols_of_the_light_tiles():
    assert ways(sink(game(), 0, 1)) == {f"lit {symbol}": n for symbol, n in LIGHT_SYMBOLS.items()}


@pytest.mark.parametrize("symbol", LIGHT_FRONTS)
def test_td_4_the_fronts_of_the_light_tiles(symbol):
    assert ways(turned(1, symbol)) == {f"front {front}": n for front, n in LIGHT_FRONTS[symbol].items()}


def test_td_4_gold_and_chest_are_what_they_seem():
    assert held(turned(1, "gold"), 0) == ["gold 2"]
    assert held(turned(1, "chest"), 0) == ["chest 2"]


def test_td_5_the_symbols_of_the_dark_tiles():
    assert ways(sink(game(), 0, 6)) == {f"lit {symbol}": n for symbol, n in DARK_SYMBOLS.items()}


@pytest.mark.parametrize("symbol", DARK_FRONTS)
def test_td_5_the_fronts_of_the_dark_tiles(symbol):
    assert ways(turned(6, symbol)) == {f"front {front}": n for front, n in DARK_FRONTS[symbol].items()}


def test_td_6_seven_tiles_in_the_wreck():
    wreck = dict(zip(words.NAMED, game().state["wreck"]))
    assert {named: n for named, n in wreck.items() if n} == {("wreck", 5): 3, ("wreck", 6): 3, ("wreck", 7): 1}


def test_td_7_three_seaweeds_bring_a_bonus():
    match = game(*find(0, 1, "shell", "seaweed 0"), BUST, *find(0, 2, "barrel", "seaweed 0"), BUST)
    assert bonuses(match, 0) == []
    assert bonuses(then(match, *find(0, 3, "cave", "seaweed 0")), 0) == ["seaweed"]


def test_td_7_the_others_count_what_is_on_the_tiles():
    match = game(*find(0, 1, "shell", "shell 3"), BUST, *find(0, 2, "shell", "shell 2"), BUST)
    assert bonuses(match, 0) == []
    assert bonuses(then(match, *find(0, 3, "shell", "shell 1")), 0) == ["shell"]


def test_td_7_six_of_the_common_seven_of_the_fine_five_monsters():
    assert dict(zip(KINDS, game().state["goal"])) == {
        **dict.fromkeys(("shell", "amphora", "barrel"), 6),
        **dict.fromkeys(("gold", "chest"), 7),
        "seaweed": 3,
        "monster": 5,
    }


# A turn.


def test_td_8_anyone_may_begin():
    assert ways(play("treasure_divers", players=3)) == {f"first_player {seat}": 1 for seat in range(3)}


def test_td_8_then_clockwise():
    match = play("treasure_divers", "first_player 2", BUST, BUST, players=3)
    assert then(match, "roll 1 2").seat == 1


def test_td_8_an_x_is_put_aside_for_the_rest_of_the_dive():
    match = game("roll X 2", "dive 0 2", "lit shell", "on")
    assert "roll 3" in can(match)
    then(match, "roll 1", "dive 0 1", "lit shell", "on")
    assert "roll 3" in can(match)


def test_td_8_without_an_x_both_dice_go_on():
    assert "roll 1 1" in can(game("roll 1 2", "dive 0 2", "lit shell", "on"))


def test_td_8_two_xs_end_the_turn():
    match = game(BUST)
    assert then(match, "roll 1 1").seat == 1


def test_td_8_an_x_on_the_only_die_ends_the_turn_with_nothing():
    match = game("roll X 2", "dive 0 2", "lit shell", "on", "roll X")
    assert match.scores == [0, 0]
    assert "roll 1 1" in can(match)
    assert then(match, "roll 1 1").seat == 1


def test_td_9_choose_a_die_and_on_the_first_roll_a_column():
    numbers = {f"dive {column} {number}" for column in range(5) for number in (2, 4)}
    assert can(game("roll 2 4")) == numbers
    assert can(game("roll X 4")) == {f"dive {column} 4" for column in range(5)}


def test_td_9_the_column_is_fixed_for_the_dive():
    assert can(game("roll 2 4", "dive 3 4", "lit shell", "on", "roll 1 2")) == {"dive 3 1", "dive 3 2"}


def test_td_9_the_lamp_goes_down_exactly_that_many_squares():
    match = game("roll 2 4", "dive 3 4", "lit shell", "on", "roll 1 2", "dive 3 1")
    assert (match.state["column"], match.state["row"]) == (3, 5)


def test_td_9_empty_squares_count():
    match = game(*find(0, 1, "shell", "shell 1"), "roll 2 X", "dive 0 2")
    assert match.state["row"] == 2
    assert "lit shell" in can(match)


def test_td_10_a_number_past_row_10_stops_at_the_wreck():
    match = sink(game(), 0, 10)
    then(match, "lit gold", "on", "roll 4 X", "dive 0 4")
    assert match.state["row"] == 11
    assert "wreck 5" in can(match)


def test_td_11_take_what_is_lit_or_dive_on():
    match = game("roll 2 X", "dive 0 2", "lit shell")
    assert match.seat == 0
    assert can(match) == {"take", "on"}


def test_td_11_a_tile_that_was_left_is_known():
    match = game("roll 2 X", "dive 0 2", "lit shell", "on", "roll X", "roll 2 X", "dive 0 2")
    assert match.seat == 1
    assert can(match) == {"take", "on"}


def test_td_11_its_symbol_is_no_longer_among_the_unlit():
    match = game("roll 2 X", "dive 0 2", "lit shell", "on", "roll X", "roll 3 X", "dive 0 3")
    assert ways(match)["lit shell"] == 5
    assert ways(match)["lit barrel"] == 5


def test_td_11_a_symbol_of_which_all_were_lit_cannot_be_lit_again():
    match = game("roll 2 X", "dive 0 2", "lit gold", "on", "roll X", "roll 3 X", "dive 0 3")
    assert "lit gold" not in can(match)


def test_td_12_on_an_empty_square_dive_on_or_stop():
    match = game(*find(0, 1, "shell", "shell 1"), "roll 1 X", "dive 0 1")
    assert can(match) == {"on", "stop"}
    assert then(match.copy(), "on", "roll 1", "dive 0 1").state["row"] == 2
    then(match, "stop", "roll 1 1")
    assert (match.seat, held(match, 1)) == (0, [])


def test_td_13_a_taken_tile_is_kept_and_the_turn_ends():
    match = game(*find(0, 1, "shell", "shell 3"))
    assert held(match, 0) == ["shell 3"]
    assert match.state["symbol"][0][1] == GONE
    assert then(match, "roll 1 1").seat == 1


def test_td_13_seaweed_counts_nothing():
    match = game(*find(0, 1, "shell", "seaweed 0"))
    assert held(match, 0) == ["seaweed 0"]
    assert match.scores == [0, 0]


def test_td_13_a_front_that_was_turned_over_is_no_longer_open():
    match = game(*find(0, 1, "shell", "shell 3"), "roll 2 X", "dive 0 2", "lit shell", "take")
    assert ways(match) == {"front shell 1": 2, "front shell 2": 2, "front seaweed 0": 1}


def test_td_13_a_tile_that_was_left_may_still_have_any_front():
    match = game("roll 2 X", "dive 0 2", "lit shell", "on", "roll X", *find(0, 1, "shell", "shell 3")[:-1])
    assert ways(match) == {"front shell 1": 2, "front shell 2": 2, "front shell 3": 1, "front seaweed 0": 1}


def test_td_13_where_only_one_front_is_left_nothing_is_drawn():
    match = game(*find(0, 1, "cave", "seaweed 0"), "roll 2 X", "dive 0 2", "lit cave", "take")
    assert held(match, 1) == ["amphora 3"]


def test_td_14_at_the_wreck_choose_a_tile():
    match = sink(game(), 0, 11)
    assert can(match) == {"wreck 5", "wreck 6", "wreck 7"}
    then(match, "wreck 7")
    assert (match.state["diver"], held(match, 0), match.scores) == (1, ["wreck 7"], [7, 0])
    assert can(sink(match, 0, 11)) == {"wreck 5", "wreck 6"}


def meet(monsters: int, roll: str = "roll 1 1") -> Match:
    """A diver meets so many monsters, the light ones on the first square."""
    row = 1 if monsters < 3 else 6
    match = sink(game(), 0, row) if row == 6 else game(roll, "dive 0 1")
    return then(match, "lit monster", f"front monster {monsters}")


def test_td_15_a_monster_must_be_fought():
    match = game("roll 1 1", "dive 0 1", "lit monster")
    assert can(match) == {"front monster 1", "front monster 2"}
    assert "roll 1 1" in can(then(match, "front monster 2"))


@pytest.mark.parametrize("roll, won", [("2 X", True), ("X 2", True), ("1 4", True), ("1 1", False), ("X X", False)])
def test_td_15_any_number_as_high_as_the_monsters_wins(roll, won):
    match = then(meet(2), f"roll {roll}")
    assert held(match, 0) == (["monster 2"] if won else [])
    assert match.scores == ([2, 0] if won else [0, 0])
    assert then(match, "roll 1 1").seat == 1


def test_td_15_only_the_dice_that_are_left_fight():
    match = meet(1, roll="roll 1 X")
    assert can(match) == {"roll X", "roll 1", "roll 2", "roll 3", "roll 4"}
    assert held(then(match, "roll 1"), 0) == ["monster 1"]


def test_td_15_monsters_that_won_stay_and_are_known():
    match = then(meet(2), "roll 1 1", "roll 1 1", "dive 0 1")
    assert match.seat == CHANCE
    assert held(then(match, "roll 2 X"), 1) == ["monster 2"]


def test_td_15_monsters_that_won_are_no_longer_among_the_open_fronts():
    match = then(meet(1), "roll X X", "roll 2 2", "dive 0 2", "lit monster")
    assert held(then(match, "roll 2 2"), 1) == ["monster 2"]


def test_td_16_a_cave_is_taken_like_a_treasure():
    match = then(sink(game(), 0, 6), "lit cave")
    assert can(match) == {"take", "on"}
    assert held(then(match, "take", "front gold 4"), 0) == ["gold 4"]


def test_td_16_a_monster_in_a_cave_is_fought_at_once():
    match = then(sink(game(), 0, 6), "lit cave", "take", "front monster 4")
    assert (match.seat, held(match, 0)) == (CHANCE, [])
    assert held(then(match.copy(), "roll X 4"), 0) == ["monster 4"]
    assert held(then(match, "roll 3 3"), 0) == []


TRADE = (*find(0, 1, "shell", "shell 3"), "roll 2 2", "dive 0 2", "lit exchange")


def test_td_17_keep_an_exchange_or_exchange_it_but_never_dive_on():
    assert can(game(*TRADE)) == {"take", "exchange 0 shell 3"}


def test_td_17_who_keeps_it_has_two_points():
    match = game(*TRADE, "take")
    assert (held(match, 1), match.scores) == (["exchange 2"], [3, 2])
    assert then(match, "roll 1 1").seat == 0


def test_td_17_who_gives_it_takes_a_find_and_the_other_has_the_points():
    match = game(*TRADE, "exchange 0 shell 3")
    assert (held(match, 0), held(match, 1)) == (["exchange 2"], ["shell 3"])
    assert match.scores == [2, 3]
    assert then(match, "roll 1 1").seat == 0


def test_td_17_with_any_opponent():
    match = game(*find(0, 1, "shell", "shell 3"), *find(1, 1, "barrel", "barrel 1"), players=3)
    then(match, "roll 2 2", "dive 0 2", "lit exchange")
    assert can(match) == {"take", "exchange 0 shell 3", "exchange 1 barrel 1"}


def test_td_17_seaweed_and_wreck_tiles_too_but_no_monsters():
    match = game(*find(0, 1, "shell", "seaweed 0"), BUST)
    then(sink(match, 1, 11), "wreck 6", BUST, "roll 1 1", "dive 2 1", "lit monster", "front monster 1", "roll 1 1")
    then(match, "roll 2 2", "dive 0 2", "lit exchange")
    assert can(match) == {"take", "exchange 0 seaweed 0", "exchange 0 wreck 6"}


def test_td_17_an_exchange_leaves_the_board():
    match = game(*TRADE, "exchange 0 shell 3", "roll 2 2", "dive 0 2")
    assert can(match) == {"on", "stop"}


def shells(seat: int, match: Match) -> Match:
    """Let this diver, who is to roll, find six shells, while the other has no luck."""
    for row, amount in ((1, 3), (2, 2), (3, 1)):
        then(match, *find(seat, row, "shell", f"shell {amount}"), BUST)
    return match


def test_td_18_who_has_enough_of_a_kind_takes_its_token():
    match = shells(0, game())
    assert bonuses(match, 0) == ["shell"]
    assert match.scores == [11, 0]


def test_td_18_a_token_stays_when_the_count_drops():
    match = then(shells(0, game()), BUST, "roll 2 2", "dive 4 2", "lit exchange", "exchange 0 shell 3")
    assert bonuses(match, 0) == ["shell"]
    assert match.scores == [10, 3]


def test_td_18_nobody_can_take_a_token_away():
    match = then(shells(0, game()), BUST, *find(3, 1, "shell", "shell 2"), BUST, *find(3, 2, "shell", "shell 1"), BUST)
    then(sink(match, 3, 6), "lit shell", "take", "front shell 3")
    assert len(held(match, 1)) == 3
    assert (bonuses(match, 0), bonuses(match, 1)) == (["shell"], [])


def test_td_18_an_exchange_can_bring_a_token():
    match = game(*find(0, 1, "shell", "shell 3"), *find(1, 1, "shell", "shell 2"), BUST)
    then(match, *find(1, 2, "shell", "shell 1"), BUST, "roll 3 3", "dive 1 3", "lit exchange")
    assert bonuses(then(match, "exchange 0 shell 3"), 1) == ["shell"]
