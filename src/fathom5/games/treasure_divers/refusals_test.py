"""Touches in vain on the board of Treasure Divers, each with its reason."""

from fathom5.games.treasure_divers.rules_test import game


def no(match, *touched):
    told = match.refusal(match.seat, touched)
    return told.clause, told.text


def test_td_9_the_lamp_goes_down_by_a_number_on_a_die_and_stays_below_its_buoy():
    match = game("roll 2 3")
    assert no(match, "square-1-4") == (
        "TD-9", "The lamp goes down by a number on a die: 2, 3; to there it would be 4"
    )  # fmt: skip
    match = game("roll 2 3", "dive 1 2", "lit shell", "on", "roll 1 3")
    assert no(match, "square-2-3")[1].startswith("This dive goes down below buoy 2")
    assert no(match, "square-1-1") == ("TD-9", "The lamp only goes down")
    assert no(match, "wreck") == ("TD-10", "The wreck is 9 squares down; your dice show 1, 3")


def test_td_11_only_the_tile_in_the_light_can_be_taken():
    match = game("roll 2 3", "dive 1 2", "lit shell")
    assert no(match, "square-1-3") == ("TD-11", "Only the tile in the light can be taken, row 2")
    assert no(match, "boat") == ("TD-12", "Stopping is only possible on an empty square")
    assert no(match, "coin-0-0", "wreck")[0] == "TD-14"


def test_td_17_from_an_exchange_tile_there_is_no_diving_on():
    match = game("roll 2 3", "dive 1 2", "lit exchange")
    assert no(match, "die-0")[1].startswith("From an exchange tile there is no diving on")
