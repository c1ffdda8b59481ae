"""Rows of action numbers as moves."""

from fathom5.kernel.moves import spread


def test_a_row_names_all_values_the_last_fastest():
    assert spread({3: ("roll", "ab", (1, 2))}) == {
        3: ("roll", "a", 1),
        4: ("roll", "a", 2),
        5: ("roll", "b", 1),
        6: ("roll", "b", 2),
    }


def test_a_word_alone_is_one_action():
    assert spread({0: ("take",), 7: ("value", [None])}) == {0: ("take",), 7: ("value", None)}


def test_a_value_of_several_words_is_said_as_several():
    assert spread({0: ("front", [("shell", 2), ("seaweed", 0)])}) == {
        0: ("front", "shell", 2),
        1: ("front", "seaweed", 0),
    }
