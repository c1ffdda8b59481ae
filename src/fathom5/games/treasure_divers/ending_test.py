"""The rulebook of Treasure Divers, clause by clause: the end, options and rulings."""

import pytest

from fathom5.door import Match, load
from fathom5.door.testing import can, play, then
from fathom5.games.treasure_divers.rules.box import BONUSES, KINDS
from fathom5.games.treasure_divers.rules.verbs import FACE_DOWN
from fathom5.games.treasure_divers.rules_test import (
    BUST,
    bonuses,
    bring,
    clear,
    find,
    game,
    held,
    meet,
    shells,
    sink,
    ways,
)
from fathom5.kernel.game import CHANCE, ask, sheet

# The end.


def test_td_19_the_game_ends_with_the_last_light_tile():
    match = game()
    for row in range(1, 6):
        for column in range(5):
            assert not match.over
            clear(match, column, row)
    assert match.over


def test_td_19_the_game_ends_with_the_last_dark_tile():
    match = game()
    for row in range(6, 11):
        for column in range(5):
            assert not match.over
            clear(match, column, row)
    assert match.over


def test_td_19_the_game_ends_with_the_last_wreck_tile():
    match = game()
    for _ in range(7):
        assert not match.over
        clear(match, 0, 11)
    assert match.over
    assert match.scores == [5 + 5 + 6 + 7, 5 + 6 + 6]


LUCK = {  # what brings all but one of the bonus tokens, by place
    **{(0, row): ("shell", f"shell {amount}") for row, amount in ((1, 1), (2, 2), (3, 3))},
    **{(1, row): ("amphora", f"amphora {amount}") for row, amount in ((1, 1), (2, 2), (3, 2), (4, 1))},
    **{(2, row): ("barrel", f"barrel {amount}") for row, amount in ((1, 1), (2, 2), (3, 2), (4, 1))},
    **{(1, row): ("gold", f"gold {amount}") for row, amount in ((6, 3), (7, 4))},
    **{(2, row): ("chest", f"chest {amount}") for row, amount in ((6, 3), (7, 4))},
    **{(3, row): (symbol, "seaweed 0") for row, symbol in ((1, "shell"), (2, "cave"), (6, "gold"))},
}


def lucky() -> Match:
    """Diver 0 has all bonus tokens but that for monsters, of whom one is missing."""
    match = game()
    for (column, row), (symbol, front) in LUCK.items():
        bring(match, column, row, f"lit {symbol}", "take", f"front {front}")
    bring(match, 4, 1, "lit monster", "front monster 1", "roll 4 4")
    return bring(match, 4, 6, "lit monster", "front monster 3", "roll 4 4")


def test_td_19_the_game_ends_with_the_last_bonus_token():
    match = lucky()
    assert not match.over
    assert set(bonuses(match, 0)) == set(KINDS[:BONUSES]) - {"monster"}
    then(sink(match, 4, 3), "lit monster", "roll 4 4")
    assert match.over


def test_td_20_the_most_points_win():
    match = game()
    for _ in range(7):
        clear(match, 0, 11)
    assert (match.scores, match.winners) == ([23, 17], [0])


def test_td_20_amounts_and_exchanges_and_tokens():
    match = shells(0, game())
    then(match, "roll 4 4", "dive 0 4", "lit exchange", "take", BUST)
    bring(match, 1, 1, "lit monster", "front monster 2", "roll 2 2")
    bring(match, 1, 11, "wreck 7")
    assert match.scores == [6 + 5 + 2 + 2 + 7, 0]


def test_td_20_ties_share_the_victory():
    match = game(*[BUST] * 60)
    assert match.over
    assert (match.winners, match.shares) == ([0, 1], [0.5, 0.5])


def test_td_21_sixty_turns_without_a_change_end_the_game():
    match = game(*[BUST] * 59)
    assert not match.over
    assert then(match, BUST).over


def test_td_21_a_change_starts_the_count_anew():
    match = game(*[BUST] * 59, *find(0, 1, "shell", "shell 1"), *[BUST] * 59)
    assert not match.over
    assert then(match, BUST).scores == [0, 1]


def test_td_21_stopping_and_losing_a_fight_change_nothing():
    match = then(meet(2), "roll 1 1", *[BUST] * 58, "roll 1 1", "dive 0 1", "roll X X")
    assert match.over


# Options.


def test_td_22_two_to_four_divers_who_remember():
    assert load("treasure_divers").options == {"players": 2, "memory": True}
    assert play("treasure_divers", players=4).seats == 4
    with pytest.raises(ValueError, match="from 2 to 4"):
        load("treasure_divers", players=5)


@pytest.mark.parametrize("memory", [True, False])
def test_td_22_a_symbol_stays_drawn_only_without_memory(memory):
    match = game("roll 2 2", "dive 0 2", "lit cave", memory=memory)
    assert "cave" in {thing["symbol"] for thing in match.scene(1)["things"]}
    then(match, "on", "roll 1 2", "dive 0 1")
    assert ("cave" in {thing["symbol"] for thing in match.scene(1)["things"]}) != memory  # the lamp has moved on
    assert match.view(1)["symbol"][0][2] == KINDS.index("cave")


@pytest.mark.parametrize("memory", [True, False])
def test_td_22_the_log_tells_symbols_only_without_memory(memory):
    match = game("roll 2 2", "dive 0 2", "lit cave", memory=memory)
    assert ("cave" in match.story()[-1]) != memory


@pytest.mark.parametrize("memory", [True, False])
def test_td_22_a_front_that_was_turned_back_stays_drawn_only_without_memory(memory):
    match = game("roll 2 2", "dive 0 2", "lit monster", "front monster 2", memory=memory)

    def is_drawn():
        symbols = {thing["id"]: thing["symbol"] for thing in match.scene(1)["things"]}
        drawn = {symbols.get("symbol-0-2") == "monster", "M2" in match.text(1)}
        assert len(drawn) == 1
        return drawn.pop()

    assert is_drawn()
    then(match, "roll 1 1")
    assert is_drawn() != memory  # the monsters have won, and the lamp is gone
    assert any("2 sea monsters" in line for line in match.story()) != memory
    assert match.view(1)["front"][0][2] != FACE_DOWN
    then(match, "roll 2 2", "dive 0 2")
    assert is_drawn()  # it stands there again


# Rulings.


def test_td_31_a_cave_whose_monster_won_must_be_fought_from_then_on():
    match = then(sink(game(), 0, 6), "lit cave", "take", "front monster 4", "roll 3 3")
    sink(match, 0, 6)
    assert match.seat == CHANCE
    assert held(then(match, "roll 4 X"), 1) == ["monster 4"]


def test_td_31_it_still_was_one_of_the_caves():
    match = then(sink(game(), 0, 6), "lit cave", "take", "front monster 4", "roll 3 3")
    assert ways(sink(match, 1, 6))["lit cave"] == 2
    assert ways(match)["lit monster"] == 3


def test_td_32_an_exchange_tile_cannot_be_taken_in_an_exchange():
    match = game("roll 1 1", "dive 0 1", "lit exchange", "take", "roll 2 2", "dive 0 2", "lit exchange")
    assert can(match) == {"take"}


def test_td_33_the_last_tile_still_brings_its_bonus():
    match = game()  # the light tiles are lit by kind, so that the last is a cave with seaweed
    squares = [(column, row) for row in range(1, 6) for column in range(5)]
    for square in squares[:20]:
        clear(match, *square)
    match.play(BUST)  # so that it falls to diver 1, who has found two
    for square in squares[20:]:
        clear(match, *square)
    assert match.over
    assert (held(match, 1).count("seaweed 0"), "seaweed" in bonuses(match, 1)) == (3, True)


def test_td_33_the_last_token_counts():
    match = lucky()
    then(sink(match, 4, 3), "lit monster", "roll 4 4")
    assert "monster" in bonuses(match, 0)
    assert match.scores[0] == sum((6, 6, 6, 7, 7, 0, 6)) + 7 * 5


def offered(match: Match) -> int:
    """How many offers were written down, equal ones included."""
    view = match.seen()
    choices = sheet(view)
    ask(view, choices)
    return int(choices.count)


def test_td_34_equal_dice_are_one_move():
    match = game("roll 2 2")
    assert can(match) == {f"dive {column} 2" for column in range(5)}
    assert offered(match) == 5


def test_td_34_equal_tiles_are_one_move():
    match = game(*find(0, 1, "shell", "shell 1"), BUST, *find(0, 2, "shell", "shell 1"))
    then(match, "roll 3 3", "dive 0 3", "lit exchange")
    assert can(match) == {"take", "exchange 0 shell 1"}
    assert offered(match) == 2


def test_td_34_equal_wreck_tiles_are_one_move():
    assert offered(sink(game(), 0, 11)) == 3
