"""Touches in vain on the board of Deep Sea Adventure, each with its reason."""

from fathom5.games.deep_sea.rules_test import FIRST, go, play


def no(match, *touched):
    told = match.refusal(match.seat, touched)
    return told.clause, told.text


def test_ds_13_only_the_own_space_can_be_searched():
    match = play(FIRST, "roll 1 2")
    assert no(match, "space-7") == ("DS-13", "Only the space where you are can be searched: space 3, not 7")


def test_ds_8_nobody_turns_back_with_empty_hands_or_after_the_roll():
    match = play(FIRST, "roll 1 2")
    assert no(match, "submarine")[1].startswith("Nobody turns back with empty hands")
    match = play(FIRST, *go(1, 2, "take"), *go(1, 1), "go_on", "roll 1 1")
    assert no(match, "submarine") == ("DS-8", "Turning back is decided before the dice are rolled")


def test_ds_13_finds_are_put_down_on_empty_spaces_and_only_the_own():
    match = play(FIRST, *go(1, 2, "take"), *go(1, 1, "take"), "go_on", "roll 2 2")
    assert no(match, "pile-0-0")[1].startswith("A find can only be put down on an empty space")
    assert no(match, "pile-1-0") == ("DS-13", "That find is another diver's")


def test_ds_14_the_last_find_stays_with_who_is_on_the_way_home():
    match = play(FIRST, *go(3, 3, "take"), *go(1, 1, "take"), "go_on", *go(1, 1), "go_on", *go(3, 3))
    match.play("return")
    match.play("roll 3 3")
    assert match.state["place"][0] == 2  # where the other has left a blank
    assert no(match, "pile-0-0") == no(match, "space-2")
    assert no(match, "space-2") == ("DS-14", "Who is on the way home keeps at least one find")
