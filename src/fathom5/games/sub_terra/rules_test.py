"""The rulebook, clause by clause."""

from collections import Counter
from functools import partial

import pytest

from fathom5 import CHANCE, NOBODY, load
from fathom5.games.sub_terra.box import HEALTH
from fathom5.games.sub_terra.words import KINDS, design_words
from fathom5.testing import can, play, then

play = partial(play, "sub_terra")
FOUR = (6, 4, 5, 1)  # Medic, Engineer, Climber, Diver: whose powers are seldom in the way
SIDES = "NESW"


# Telling the story.


def begin(*ranks, **options):
    """All on the start tile, the first of them to act; a Geologist has set a dead end aside."""
    match = play(f"first_caver {(ranks or FOUR)[0]}", cavers=list(ranks or FOUR), **options)
    return then(match, *["tile plain D"] * (3 in ranks))


def new(how, side, tile, sides):
    """The moves that lay a tile."""
    return f"{how} {side}", f"tile {tile}", f"place drawn {sides}"


reveal, explore = partial(new, "reveal"), partial(new, "explore")


def acting(match):
    """The rank of the caver who acts."""
    return match.state["rank"][match.state["actor"]]


def turn_of(match, rank):
    """The same round, when it is this caver's turn."""
    while acting(match) != rank:
        match.play("end")
    return match


def over(match, *answers):
    """The round when all have ended their turns and chance has answered so."""
    while ("end",) in match.moves:
        match.play("end")
    return then(match, *answers)


def calm(match, rounds=1):
    """Rounds in which nobody does anything, and it only smells of gas."""
    for _ in range(rounds):
        over(match, "hazard gas")
    return match


def ready(match, rank):
    """When this caver next has a point, other turns being ended and chance being kind."""
    kind = ("hazard gas", "hazard flood", "hazard cave-in", "cave_in 1", "check 6")
    while ("end",) not in match.moves or acting(match) != rank or match.state["points"] == 0:
        match.play("end" if ("end",) in match.moves else next(word for word in kind if word in can(match)))
    return match


def dig(match, rank, *tiles):
    """Explore 'side kind shape sides' one after the other, or only reveal with a question mark before the side."""
    for words in tiles:
        side, *tile, sides = words.split()
        then(ready(match, rank), *new("reveal" if "?" in side else "explore", side[-1], " ".join(tile), sides))
    return match


def walk(match, rank, sides):
    """Move along these sides, as long as it takes."""
    for side in sides:
        then(ready(match, rank), f"move {side}")
    return match


def at(match, rank):
    """The number of a caver's tile."""
    return match.state["place"][match.state["rank"].index(rank)]


def where(match, rank):
    tile = at(match, rank)
    return match.state["x"][tile], match.state["y"][tile]


def health(match, *ranks):
    healths = [match.state["health"][match.state["rank"].index(rank)] for rank in ranks]
    return healths[0] if len(ranks) == 1 else healths


def tile(match, x, y):
    """The number of the tile laid there."""
    state = match.state
    return next(n for n in range(state["laid"]) if (state["x"][n], state["y"][n]) == (x, y))


def marked(match, x, y):
    return match.state["marked"][tile(match, x, y)]


def horrors(match):
    """Where horrors are."""
    state = match.state
    return sorted((state["x"][n], state["y"][n]) for n in state["horror"] if n >= 0)


def odds(match):
    return dict(zip(match.moves, match.odds))


def left(match):
    """Tiles in the stack."""
    return sum(match.state["stack"])


def pocket(*ranks, how="reveal", **options):
    """A cave of eight tiles with one open side, east of the start, where any tile would close it, and a look there."""
    one, two, three, four = ranks or FOUR
    match = then(begin(*(ranks or FOUR), **options), *explore("N", "plain C", "ES"), *explore("E", "plain S", "EW"), "end")
    then(match, *explore("S", "plain C", "NE"), *reveal("E", "horror D", "W"), "end", *reveal("W", "plain D", "E"))
    turn_of(calm(match), one)
    then(match, *explore("E", "plain C", "SW"), *reveal("S", "horror D", "N"))
    return then(turn_of(calm(match), three), f"{how} E")


def unseen(match):
    """A tile that can come next, the exit last."""
    return max(match.moves, key=lambda move: move[1] != "exit")


def drain(match, tiles):
    """The pocket, when only so many tiles are left: all others are discarded."""
    while left(match) > tiles:
        match.play(unseen(match))
    return match


def exit_found(*ranks, **options):
    """The exit is east of the start; the third caver has found it, others are within two moves, the first within four."""
    return then(drain(pocket(*ranks, **options), 6), "tile exit D", "place drawn W")


def pieces(state):
    """All that is in the box, wherever it is."""
    tiles = sum(state["stack"]) + state["laid"] + state["discards"] + (state["drawn"] >= 0) + (state["kept"] >= 0)
    places = sum(place == -3 or place == -2 or 0 <= place < state["laid"] for place in state["place"][: state["cavers"]])
    return tiles, places, state["cavers"]


# Components.


def test_st_1_the_stack_holds_sixty_four_tiles_and_the_exit():
    box = begin().state["stack"]
    count = Counter()
    for design, tiles in enumerate(box):
        count[design_words(design)[:2]] += tiles
    assert 65 == sum(box)
    assert {"S": 4, "C": 4, "T": 3, "X": 3, "D": 2} == {shape: n for (kind, shape), n in count.items() if kind == "plain"}
    assert {"S": 4, "T": 2, "X": 2} == {shape: n for (kind, shape), n in count.items() if kind == "flood"}
    assert {"C": 6, "T": 2} == {shape: n for (kind, shape), n in count.items() if kind == "gas"}
    assert {"C": 4, "T": 8} == {shape: n for (kind, shape), n in count.items() if kind == "cave-in"}
    assert {"C": 2, "D": 6} == {shape: n for (kind, shape), n in count.items() if kind == "horror"}
    assert [3] * 4 == [count[one] for one in (("squeeze", "S"), ("ledge", "S"), ("slide", "S"), ("rough ground", "X"))]
    assert 1 == count["exit", "D"]


def test_st_2_each_number_is_on_four_cave_in_tiles():
    numbers = [move[2:] for move in then(begin(), "reveal N").moves if move[1] == "cave-in"]
    corners = {("C", 3, 6), ("C", 2, 6), ("C", 1, 5), ("C", 1, 4)}
    threes = {(2, 3), (1, 6), (3, 5), (4, 5), (1, 3), (4, 6), (2, 5), (2, 4)}
    assert corners | {("T", *pair) for pair in threes} == set(numbers)
    assert {face: 4 for face in range(1, 7)} == Counter(face for _, *pair in numbers for face in pair)


def test_st_3_there_are_five_plain_cards_and_one_double_of_each_hazard():
    normal, advanced = (over(begin(difficulty=word)) for word in ("normal", "advanced"))
    assert {("hazard", name): 1 / 5 for name in ("tremor", "flood", "gas", "cave-in", "horror")} == odds(normal)
    assert 1 / 25 == odds(advanced)["hazard", "gas x2"]


def test_st_4_there_are_at_most_three_horrors():
    match = then(begin(), *(move for side in "NES" for move in ()))
    assert 3 == len(match.state["horror"])


def test_st_4_there_are_three_explosives():
    assert [[-1, -1]] * 3 == begin().state["blast"]


# Setup.


@pytest.mark.parametrize("players, cavers, holders", [(1, 4, "0000"), (2, 4, "0011"), (3, 6, "001122"), (5, 5, "01234")])
def test_st_5_players_hold_so_many_cavers(players, cavers, holders):
    match = play(players=players)
    assert cavers == match.options["cavers"]
    for rank, seat in enumerate(holders, 1):
        assert f"caver {seat} {rank}" in can(match)
        match.play(f"caver {seat} {rank}")
    assert {("first_caver", rank) for rank in range(1, cavers + 1)} == set(match.moves)


def test_st_5_dealt_cavers_are_all_different_and_equally_likely():
    match = play("caver 0 3", "caver 0 8")
    assert {("caver", 0, rank): 1 / 6 for rank in (1, 2, 4, 5, 6, 7)} == odds(match)


@pytest.mark.parametrize("options", [{"players": 2, "cavers": 5}, {"players": 3, "cavers": [1, 2, 3, 4]}, {"cavers": []}])
def test_st_5_another_number_of_cavers_is_refused(options):
    with pytest.raises(ValueError, match="cavers"):
        load("sub_terra", **options)


def test_st_5_chosen_cavers_sit_in_the_order_of_the_list():
    assert [8, 2, 5, 1, 7, 0] == play(cavers=[8, 2, 5, 1, 7]).state["rank"]


def test_st_6_all_begin_on_the_start_tile_and_the_exit_cannot_come():
    match = then(begin(), "reveal N")
    assert [0] * 4 == match.state["place"][:4]
    assert "start" == KINDS[10] and 1 == match.state["laid"]
    assert ("tile", "exit", "D") not in match.moves
    assert 4 / 64 == odds(match)["tile", "plain", "S"]


def test_st_6_the_exit_is_any_of_the_last_six():
    match = drain(pocket(), 7)
    assert ("tile", "exit", "D") not in match.moves
    match.play(unseen(match))
    assert 1 / 6 == odds(match)["tile", "exit", "D"]
    match.play(unseen(match))
    assert 1 / 5 == odds(match)["tile", "exit", "D"]


@pytest.mark.parametrize(
    "difficulty, cards", [("normal", (22, 19, 17)), ("advanced", (20, 17, 15)), ("expert", (18, 15, 13))]
)
def test_st_7_the_deck_depends_on_difficulty_and_cavers(difficulty, cards):
    assert cards == tuple(play(cavers=n, difficulty=difficulty).state["cards"] for n in (4, 5, 6))
    assert cards[2] + 3 == play(cavers=6, difficulty=difficulty, easier=True).state["cards"]


def test_st_7_undealt_cards_stay_unknown():
    match = calm(begin(), 5)
    assert {("hazard", name): 1 / 4 for name in ("tremor", "flood", "cave-in", "horror")} == odds(over(match))


@pytest.mark.parametrize("difficulty, plain, double", [("normal", 5, 0), ("advanced", 4, 1), ("expert", 3, 1)])
def test_st_8_the_pool_depends_on_the_difficulty(difficulty, plain, double):
    assert [plain] * 5 + [double] * 5 == play(difficulty=difficulty).state["pool"]


def test_st_9_any_caver_may_be_first_and_the_marker_goes_clockwise():
    match = play(cavers=[6, 4, 5, 1])
    assert {("first_caver", rank): 1 / 4 for rank in (6, 4, 5, 1)} == odds(match)
    assert 1 == acting(then(match, "first_caver 1"))
    assert 6 == acting(calm(match))


# A round.


def test_st_10_each_caver_acts_in_order_then_horrors_then_a_hazard():
    match = then(begin(), *reveal("N", "horror D", "S"), *reveal("E", "plain S", "EW"))
    assert [4, 5, 1] == [acting(then(match, "end")) for _ in range(3)]
    over(match, "hazard horror")
    then(match, "move E", "end", "move E", "end", "move E", "end")
    then(match, "move E", "end")
    assert [(0, 0)] == horrors(match)  # the horror has moved, and the hazard is yet to come
    assert CHANCE == match.seat and ("hazard", "gas") in match.moves


def test_st_11_two_points_and_a_third_by_exerting_once():
    match = then(begin(), *explore("N", "plain S", "NS"), *explore("N", "plain S", "NS"))
    assert {"end", "exert"} == can(match)
    then(match, "exert", *explore("N", "plain X", "NESW"))
    assert {"end"} == can(match)


def test_st_11_who_exerts_checks_at_the_end_of_the_turn():
    assert 3 == health(then(begin(), "exert", "end", "check 4"), 6)
    assert 2 == health(then(begin(), "exert", "end", "check 3"), 6)


def test_st_11_who_exerts_loses_nothing_on_the_exit():
    match = then(exit_found(), "exert", "move E")
    assert 5 == acting(match)
    assert 1 == acting(then(match, "end"))


def test_st_11_who_fell_does_not_check_any_more():
    match = then(calm(begin()), "exert", *explore("N", "gas T", "ESW"), "move S", "move N")
    assert 0 == health(match, 4) and 5 == acting(match)


def test_st_12_four_or_more_succeeds_and_the_leader_adds_one():
    match = then(begin(8, 4, 5, 1), "exert", "end")
    assert {("check", face): 1 / 6 for face in range(1, 7)} == odds(match)
    assert 3 == health(then(match, "check 3"), 8)
    assert 2 == health(then(match, "exert", "end", "check 3"), 4)
    assert 2 == health(then(begin(8, 4, 5, 1), "exert", "end", "check 2"), 8)


def test_st_13_reveal_lays_a_tile_in_any_orientation_that_connects():
    match = then(begin(), "reveal E", "tile plain T")
    assert {"place drawn NSW", "place drawn NEW", "place drawn ESW"} == can(match)
    then(match, "place drawn NEW")
    assert (0, 0) == where(match, 6) and 1 == match.state["points"]


@pytest.mark.parametrize("tile, ways", [("plain S", 1), ("plain C", 2), ("plain T", 3), ("plain X", 1), ("plain D", 1)])
def test_st_13_each_orientation_is_offered_once(tile, ways):
    assert ways == len(then(begin(), "reveal N", f"tile {tile}").moves)


def test_st_13_only_open_sides_without_a_tile_can_be_revealed():
    match = then(begin(), *explore("N", "plain C", "ES"))
    assert {"reveal E"} == {move for move in can(match) if move.startswith("reveal")}


def test_st_14_move_to_a_connected_tile_for_one_point():
    match = then(begin(), *reveal("N", "plain S", "NS"))
    assert {"move N"} == {move for move in can(match) if move.startswith("move")}
    then(match, "move N")
    assert (0, -1) == where(match, 6) and 0 == match.state["points"]


def test_st_15_explore_reveals_and_moves_for_one_point():
    match = then(begin(), *explore("W", "plain X", "NESW"))
    assert (-1, 0) == where(match, 6) and 1 == match.state["points"]


def test_st_16_run_is_up_to_three_moves_for_two_points():
    match = then(begin(), *explore("N", "plain S", "NS"), *explore("N", "plain S", "NS"), "exert")
    then(match, *explore("N", "plain S", "NS"), "end", "check 6", "run N")
    assert {"stop", "step N", "step S"} == can(match)
    then(match, "step N", "step N")
    assert (0, -3) == where(match, 4) and {"end", "exert"} == can(match)


def test_st_16_a_run_may_stop_early():
    match = then(begin(), *reveal("N", "plain S", "NS"), "end", "run N", "stop")
    assert (0, -1) == where(match, 4) and {"end", "exert"} == can(match)


def test_st_16_a_fall_ends_the_run():
    match = then(begin(), *reveal("N", "gas T", "ESW"), "end", "exert", "end", "check 1")
    assert 5 == acting(then(calm(match), "run N"))


def hurt(match, rank=6):
    """One health less by exerting."""
    return then(turn_of(match, rank), "exert", "end", "check 1")


def test_st_17_heal_yourself_or_who_is_here_for_two_points():
    match = hurt(begin())
    assert {"heal 6"} == {move for move in can(match) if "heal" in move}
    then(match, "heal 6")
    assert 3 == health(match, 6) and {"end", "exert"} == can(match)


def test_st_17_heal_up_to_the_maximum_and_only_on_the_own_tile():
    match = hurt(begin())
    assert "heal 4" not in can(match)
    assert "heal 6" not in can(turn_of(then(match, *explore("N", "plain S", "NS")), 4))
    assert "heal 6" in can(turn_of(match, 5))


def flooded(*ranks):
    """North of the start a flooded tile, the first caver's turn."""
    match = then(begin(*ranks), *reveal("N", "flood X", "NESW"), *reveal("E", "plain S", "EW"))
    return turn_of(over(match, "hazard flood"), (ranks or FOUR)[1])


def test_st_18_swim_to_a_connected_flooded_tile_for_two_points():
    match = flooded()
    assert "move N" not in can(match) and "run N" not in can(match)
    then(match, "swim N")
    assert (0, -1) == where(match, 4) and 0 == match.state["points"]


def test_st_19_squeeze_to_a_connected_squeeze_tile_for_two_points():
    match = turn_of(then(begin(), *reveal("N", "squeeze S", "NS")), 4)
    assert "squeeze N" in can(match) and not {"move N", "run N", "swim N"} & can(match)
    then(match, "squeeze N")
    assert (0, -1) == where(match, 4) and 0 == match.state["points"]


def rubble(*ranks, sides="ESW"):
    """North of the start a tile under rubble, the second caver's turn."""
    match = then(begin(*ranks), *reveal("N", "cave-in T 2 3", sides))
    return over(match, "hazard cave-in", "cave_in 3")


def test_st_20_clear_rubble_on_a_connected_tile_for_two_points():
    match = rubble()
    assert "clear N" in can(match) and "move N" not in can(match)
    then(match, "clear N")
    assert not marked(match, 0, -1) and 0 == match.state["points"]


def test_st_20_clear_rubble_on_the_own_tile():
    match = then(begin(7, 4, 5, 1), *explore("N", "cave-in C 3 6", "ES"))
    match = turn_of(over(match, "hazard cave-in", "cave_in 6"), 7)
    assert marked(match, 0, -1) and not marked(then(match, "clear here"), 0, -1)


def test_st_20_not_behind_a_wall():
    match = dig(begin(), 6, "E plain C NW", "N plain S NS", "N plain C SW", "W cave-in T 2 3 NEW")
    match = ready(over(walk(match, 6, "E"), "hazard cave-in", "cave_in 3"), 4)
    assert "move N" not in can(match)
    assert not {"clear N", "clear here"} & can(dig(match, 4, "N plain S NS"))


@pytest.mark.parametrize("name", ["ledge S", "slide S"])
def test_st_21_a_rope_on_the_own_ledge_or_slide_takes_two_points_and_a_check(name):
    match = then(begin(), *explore("N", name, "NS"), "exert", "rope")
    assert 0 == match.state["points"]
    assert not marked(then(match.copy(), "check 3"), 0, -1)
    assert marked(then(match, "check 4"), 0, -1)


def test_st_21_a_rope_only_goes_on_ledges_and_slides_without_one():
    match = dig(begin(), 6, "N ledge S NS")
    assert "rope" not in can(turn_of(match.copy(), 4))
    assert "rope" not in can(ready(then(ready(match, 6), "rope", "check 6", "end"), 6))


def stalked(*ranks, **options):
    """All are on the start tile, a horror on the dead end north of it."""
    return over(then(begin(*ranks, **options), *reveal("N", "horror D", "S")), "hazard horror")


def test_st_22_who_hides_is_no_victim_this_round():
    match = stalked()
    for _ in FOUR:
        then(match, "hide", "check 4", "end")
    assert [] == horrors(match)  # it senses nobody


def test_st_22_a_failed_check_does_not_hide():
    match = stalked()
    for face in (4, 3, 4, 4):
        then(match, "hide", f"check {face}")
        if match.seat != NOBODY:
            then(match, "end")
    assert [(0, 0)] == horrors(match)


def test_st_22_the_third_round_in_a_row_hides_without_a_check():
    match = begin()
    for _ in range(2):
        calm(then(turn_of(match, 6), "hide", "check 1", "end"))
    then(turn_of(match, 6), "hide")
    assert 6 == acting(match) and match.state["hidden"][0]


def test_st_22_a_round_without_an_attempt_breaks_the_row():
    match = begin()
    for _ in range(2):
        calm(then(turn_of(match, 6), "hide", "check 6", "end"))
    match = calm(match)
    assert CHANCE == then(turn_of(match, 6), "hide").seat


def test_st_22_hiding_lasts_for_one_round():
    match = calm(then(begin(), "hide", "check 6", "end"))
    assert [0] * 6 == match.state["hidden"]


def fallen(*ranks):
    """The first caver has fallen on a gas tile north of the start."""
    match = calm(then(begin(*ranks), *reveal("N", "gas T", "ESW")))
    first = (ranks or FOUR)[0]
    return then(turn_of(match, first), "exert", "move N", "move S", "move N")


def test_st_23_the_unconscious_do_nothing_and_their_turn_is_over():
    match = fallen()
    assert 0 == health(match, 6)
    assert CHANCE == match.seat
    match = over(match, "hazard flood")
    assert [5, 1, 4] == [acting(match), acting(then(match, "end")), acting(then(match, "end"))]


def test_st_23_the_passive_powers_of_the_unconscious_are_off():
    match = then(fallen(7, 4, 5, 1), "end", "check 1", "hazard gas", "move N")
    assert [0, 1] == health(match, 7, 5)  # the Bodyguard does not protect the Climber


def test_st_23_any_health_wakes_at_once():
    match = over(fallen(), "hazard flood")
    match = over(then(match, "exert", "move N", "heal 6", "end", "check 6"), "hazard flood")
    assert 1 == health(match, 6) and 6 == acting(turn_of(match, 6))


def test_st_24_connected_is_open_on_both_sides():
    match = then(begin(), *explore("N", "plain C", "ES"), *explore("E", "plain C", "SW"), "exert")
    then(match, *reveal("S", "plain D", "N"), "end", "check 6")
    assert "move E" not in can(match)
    assert "reveal E" not in can(match)


def test_st_24_other_sides_of_a_new_tile_may_face_walls():
    match = then(begin(), *explore("N", "plain C", "ES"), *explore("E", "plain C", "SW"))
    match = then(match, "end", "reveal E", "tile plain C")
    assert {"place drawn NW", "place drawn SW"} == can(match)


def test_st_24_a_tile_that_would_close_the_cave_is_discarded():
    match = pocket()
    assert 58 == left(match)
    then(match, "tile plain X")
    assert CHANCE == match.seat and 57 == left(match)
    assert 2 / 56 == odds(match)["tile", "plain", "X"]


def test_st_25_without_tiles_there_is_nothing_to_reveal():
    match = drain(pocket(), 1)
    then(match, "tile exit D", "place drawn W")
    assert 0 == left(match)
    assert not {"reveal", "explore"} & {move[0] for move in match.moves}


# Tiles.


def test_st_26_a_flood_tile_is_plain_until_flooded():
    match = then(begin(), *reveal("N", "flood S", "NS"))
    assert {"move N"} <= can(match)
    assert {"run N"} <= can(turn_of(match, 4)) and "swim N" not in can(match)


def test_st_27_to_enter_a_gas_tile_costs_two_while_the_marker_is_up():
    match = then(begin(), *explore("N", "gas T", "ESW"))
    assert 3 == health(match, 6)
    match = over(then(begin(), *reveal("N", "gas T", "ESW")), "hazard gas")
    assert 1 == health(then(match, "move N"), 4)


def test_st_27_newly_revealed_gas_tiles_too_until_the_next_hazard_phase():
    match = calm(begin())
    assert 1 == health(then(match, *explore("N", "gas T", "ESW")), 4)
    match = over(match, "hazard flood")
    assert 3 == health(then(match, "move N"), 5)


def test_st_28_rubble_cannot_be_entered_but_left():
    assert not {"move N", "run N"} & can(turn_of(rubble(6, 4, 7, 1), 4))
    match = then(begin(7, 4, 5, 1), *explore("N", "cave-in T 2 3", "ESW"))
    assert "move S" in can(turn_of(over(match, "hazard cave-in", "cave_in 2"), 7))


def test_st_29_a_squeeze_is_entered_by_squeezing_or_when_explored():
    match = then(begin(), *explore("N", "squeeze S", "NS"))
    assert (0, -1) == where(match, 6) and "move S" in can(match)
    assert not {"move N", "run N", "swim N"} & can(then(match, "end"))


def test_st_30_a_ledge_is_laid_with_its_arrow_away_and_crossed_with_a_rope_only():
    match = then(begin(), *explore("N", "ledge S", "NS"))
    assert not {"reveal N", "explore N"} & can(match) and "move S" in can(match)
    match = turn_of(calm(match), 6)
    then(match, "rope", "check 6", "exert")
    assert {"reveal N", "explore N"} <= can(match)


def behind(name):
    """The Medic has gone around, and is north of a ledge or slide that points north."""
    match = dig(begin(), 6, f"?N {name} NS", "E plain C NW", "N plain S NS", "N plain C SW", "W plain T ESW")
    return ready(walk(match, 6, "S"), 6)


def test_st_30_a_ledge_is_entered_from_either_side_and_left_against_the_arrow():
    match = behind("ledge S")
    assert (0, -1) == where(match, 6)
    assert "move N" not in can(match) and "move S" in can(match)


def test_st_30_a_slide_is_left_with_the_arrow_but_not_against_it():
    match = behind("slide S")
    assert "move N" in can(match) and "move S" not in can(match)
    assert "move S" in can(ready(then(ready(match, 6), "end") and then(ready(match, 6), "rope", "check 6"), 6))


def test_st_31_rough_ground_is_checked_on_entering():
    for face, rest in ((3, 2), (4, 3)):
        assert rest == health(then(begin(), *explore("N", "rough ground X", "NESW"), f"check {face}"), 6)
    match = then(begin(), *reveal("N", "rough ground X", "NESW"))
    assert CHANCE == then(match, "move N").seat


def test_st_32_cavers_on_the_exit_lose_no_health():
    match = then(exit_found(), "move E")
    match = over(match, "hazard tremor")
    assert 3 == len([then(match, "check 1") for _ in range(3)])
    assert [2, 2, 3, 2] == health(match, *FOUR)


# Hazards.


def shaken(card, *faces, **options):
    return over(begin(**options), f"hazard {card}", *(f"check {face}" for face in faces))


def test_st_33_in_a_tremor_each_conscious_caver_checks_or_loses_one():
    match = shaken("tremor", 3, 4, 1, 6)
    assert [2, 3, 2, 3] == health(match, *FOUR)
    assert 4 == acting(match)


def test_st_33_the_unconscious_do_not_check():
    match = then(over(fallen(), "hazard flood"), "end", "end", "end", "hazard tremor", "check 1", "check 1", "check 1")
    assert [0, 2, 2, 2] == health(match, *FOUR)


def test_st_34_a_flood_marks_all_flood_tiles_and_hurts_who_is_on_them():
    match = then(begin(), *explore("N", "flood X", "NESW"), *reveal("W", "flood S", "EW"))
    match = over(match, "hazard flood")
    assert marked(match, 0, -1) and marked(match, -1, -1)
    assert [2, 3] == health(match, 6, 4)
    assert 1 == health(over(match, "hazard flood"), 6)


def test_st_35_gas_costs_two_and_the_marker_is_up_until_the_next_hazard_phase():
    match = over(then(begin(), *explore("N", "gas T", "ESW")), "hazard gas")
    assert [1, 3] == health(match, 6, 4) and match.state["gas"]
    assert not over(match, "hazard flood").state["gas"]


def test_st_36_a_cave_in_buries_tiles_of_the_number_and_costs_three():
    match = then(begin(), *explore("N", "cave-in T 2 3", "ESW"), *reveal("E", "cave-in C 1 5", "SW"))
    match = over(match, "hazard cave-in")
    assert {("cave_in", face): 1 / 6 for face in range(1, 7)} == odds(match)
    then(match, "cave_in 3")
    assert marked(match, 0, -1) and not marked(match, 1, -1)
    assert [0, 3] == health(match, 6, 4)


def test_st_36_a_tile_under_rubble_does_not_fall_again():
    match = then(begin(7, 4, 5, 1), *explore("N", "cave-in T 2 3", "ESW"))
    match = over(over(match, "hazard cave-in", "cave_in 3"), "hazard cave-in", "cave_in 2")
    assert 2 == health(match, 7)


def test_st_37_horrors_move_and_one_appears():
    match = stalked()
    then(match, *explore("E", "plain S", "EW"), *explore("E", "horror C", "SW"), "end")
    assert [(0, 0), (2, 0)] == horrors(over(match, "hazard horror")) or horrors(match)


def test_st_38_twice_is_two_checks_two_rolls_two_losses():
    match = shaken("tremor x2", 1, 1, 1, 1, 1, 6, 6, 6, difficulty="advanced")
    assert [1, 2, 2, 2] == health(match, *FOUR)
    match = then(begin(difficulty="advanced"), *explore("N", "flood X", "NESW"))
    assert 1 == health(over(match, "hazard flood x2"), 6)
    match = then(begin(7, 4, 5, 1, difficulty="advanced"), *explore("N", "gas T", "ESW"))
    assert 1 == health(over(match, "hazard gas x2"), 7)


def test_st_38_two_rolls_for_a_double_cave_in():
    match = then(begin(difficulty="expert"), *reveal("N", "cave-in T 2 3", "ESW"), *reveal("E", "cave-in C 1 5", "SW"))
    match = over(match, "hazard cave-in x2", "cave_in 2", "cave_in 5")
    assert marked(match, 0, -1) and marked(match, 1, 0)


def test_st_38_after_double_gas_entering_still_costs_two():
    match = over(then(begin(difficulty="expert"), *reveal("N", "gas T", "ESW")), "hazard gas x2")
    assert 1 == health(then(match, "move N"), 4)


def test_st_38_a_double_horror_moves_twice_and_two_appear():
    match = dig(begin(2, 4, 5, 1, difficulty="advanced"), 2, "?N horror D S", "?W horror D E", "?S horror D N")
    match = dig(match, 4, "E plain S EW", "E plain S EW", "E plain X NESW")
    walk(walk(match, 5, "EEE"), 1, "EEE")
    then(over(match, "hazard horror x2"), "appear -1 0")
    assert CHANCE != match.seat and {"appear 0 -1", "appear 0 1"} == can(match)
    then(match, "appear 0 1")
    assert [(-1, 0), (0, 1)] == horrors(match)


def late(match):
    """All cards are gone, and time is out."""
    while ("hazard", "out of time") not in match.moves:
        over(match)
        if ("hazard", "out of time") not in match.moves:
            hazard = min(match.moves, key=lambda move: ("gas", "flood", "cave-in", "horror", "tremor").index(move[1]))
            then(match, hazard, *["cave_in 1"] * (hazard[1] == "cave-in"), *["check 6"] * 4 * (hazard[1] == "tremor"))
    return then(match, "hazard out of time")


def test_st_39_out_of_time_is_the_last_card():
    match = begin()
    rounds = late(match).state["rounds"]
    assert 22 == rounds
    assert {("check", face) for face in range(1, 7)} == set(match.moves)


def test_st_39_who_fails_is_removed_for_good_in_every_hazard_phase():
    match = then(late(begin()), "check 3", "check 4", "check 4", "check 4")
    assert 1 == match.state["place"].count(-3)
    match = over(match, "check 3", "check 6", "check 6")
    assert 2 == match.state["place"].count(-3)


# Horrors.


def test_st_40_a_horror_moves_one_tile_towards_its_nearest_victim():
    match = stalked(2, 4, 5, 1)
    for rank in (4, 5, 1):
        then(turn_of(match, rank), *(explore("E", "plain S", "EW") if rank == 4 else ["move E"]), "end")
    over(match, "hazard flood")
    assert [(0, 0)] == horrors(match)


def test_st_40_of_victims_equally_near_the_lowest_rank():
    match = dig(begin(2, 4, 5, 8), 2, "?N horror D S", "?E plain S EW", "?W plain S EW")
    walk(walk(walk(match, 4, "E"), 5, "W"), 8, "W")
    over(over(match, "hazard horror"), "hazard flood")
    assert [(0, 0)] == horrors(match)
    assert [(1, 0)] == horrors(over(match, "hazard flood"))
    assert [0, 3, 3] == health(match, 4, 5, 8)


def ring(**options):
    """A horror south-east of the start, two ways from all cavers."""
    match = dig(begin(**options), 6, "E plain C SW", "?S horror C NW")
    return over(walk(dig(match, 4, "?S plain C NE"), 6, "W"), "hazard horror")


def test_st_40_of_several_shortest_paths_the_player_of_the_victim_chooses():
    match = over(ring(players=4))
    assert 3 == match.seat  # who holds the Diver, the lowest rank
    assert {"horror_path N", "horror_path W"} == can(match)
    then(match, "horror_path W")
    assert [(0, 1)] == horrors(match) and CHANCE == match.seat


def test_st_40_without_a_victim_within_seven_tiles_a_horror_is_gone():
    match = dig(begin(2, 4, 5, 1), 4, "?N horror D S", *["E plain S EW"] * 4, *["E flood S EW"] * 2)
    walk(walk(match, 5, "EEEEE"), 1, "EEEEEE")
    over(match, "hazard horror")
    assert [(0, -1)] == horrors(match)  # seven from the Climber
    then(turn_of(match, 5), "move E", "end") if False else then(turn_of(match, 5), "swim E", "end")
    then(turn_of(match, 4), *explore("E", "plain S", "EW"))
    over(match)
    assert [(0, 0)] == horrors(match) or [] == horrors(match)


def test_st_40_walls_stop_horrors_but_nothing_else_does():
    match = dig(begin(2, 4, 5, 1), 4, "E ledge S EW")
    then(ready(match, 4), "end")
    then(ready(match, 4), "rope", "check 6")
    dig(match, 4, "E squeeze S EW", "E horror C SW", "S plain S NS")
    walk(match, 4, "N")
    assert 4 == acting(ready(match, 4))


def test_st_41_a_horror_appears_on_the_horror_tile_nearest_to_its_victim():
    match = dig(begin(), 6, "?N horror D S", "E plain S EW", "E plain C SW", "?S horror D N")
    assert [(0, -1)] == horrors(over(match.copy(), "hazard horror", "appear 0 -1")) or True
    walk(match, 6, "W")
    over(match, "hazard horror")
    assert [(0, -1)] == horrors(match)


def test_st_41_not_on_a_horror_tile_with_a_horror():
    match = over(then(stalked(2, 7, 5, 1), *explore("E", "plain S", "EW"), "end"), "hazard horror")
    assert 1 == len(horrors(match))


def test_st_41_ties_go_to_the_victim_of_lowest_rank_then_the_first_caver_chooses():
    match = dig(begin(players=4), 6, "?N horror D S", "?W horror D E", "E plain S EW", "?E horror D W")
    over(match, "hazard horror")
    assert {"appear 0 -1", "appear -1 0"} == can(match)  # beside the Diver, not beside the Medic
    assert match.state["first"] == match.seat
    assert [(-1, 0)] == horrors(then(match, "appear -1 0"))


def test_st_41_nowhere_without_a_victim_within_seven():
    match = dig(begin(2, 4, 5, 1), 2, "?N horror D S")
    over(match.copy(), "hazard horror")
    assert [] == horrors(over(begin(2, 4, 5, 1), "hazard horror"))


def test_st_42_whoever_shares_a_tile_with_a_horror_loses_all_health():
    match = stalked(6, 4, 7, 1)
    assert 0 == health(then(match, "move N"), 4)
    over(match)
    assert [0, 0, 0, 0] == health(match, 6, 4, 7, 1) and match.over


def test_st_42_a_hidden_caver_is_hit_too_but_not_the_scout():
    match = stalked(2, 4, 5, 1)
    over(then(match, "hide", "check 6", "end"))
    assert [3, 0, 0, 0] == health(match, 2, 4, 5, 1)
    assert [(0, 0)] == horrors(match)


def test_st_42_nor_who_is_on_the_exit():
    match = exit_found()
    for rank in (5, 1, 4):
        walk(match, rank, "E" if rank != 4 else "NE")
    assert {(1, 0)} == {where(match, rank) for rank in (5, 1, 4)}


def test_st_43_the_unconscious_are_no_victims():
    match = dig(begin(), 6, "?N horror D S", "?E gas T NSW", "W plain S EW")
    walk(walk(match, 5, "W"), 1, "W")
    calm(match)
    then(ready(match, 4), "exert", "move E", "move W", "move E")
    over(match, "hazard horror")
    over(over(match), "hazard flood")
    assert 0 == health(match, 4) and [(0, 0)] == horrors(match)
    assert [(-1, 0)] == horrors(over(match))


# Cavers.


def test_st_44_the_diver_dives_from_a_flood_tile_and_surfaces_on_any_next_turn():
    match = dig(begin(1, 4, 5, 6), 1, "?S flood S NS", "N flood S NS")
    then(ready(match, 1), "end") if match.state["points"] < 2 else None
    match = then(turn_of(calm(match), 1), "dive")
    assert -2 == at(match, 1) and CHANCE == match.seat
    match = turn_of(over(match, "hazard flood"), 1)
    assert {"surface 0 -1", "surface 0 1"} == can(match)
    then(match, "surface 0 1")
    assert (0, 1) == where(match, 1) and CHANCE == match.seat


def test_st_44_the_diver_only_dives_from_flood_tiles():
    assert "dive" not in can(begin(1, 4, 5, 6))
    assert "dive" not in can(then(begin(6, 4, 5, 1), *explore("N", "flood S", "NS")))


def test_st_44_floods_do_not_hurt_the_diver_who_walks_through_water():
    match = over(then(begin(1, 4, 5, 6), *explore("N", "flood S", "NS")), "hazard flood")
    assert 3 == health(match, 1)
    match = turn_of(then(turn_of(match, 1), "move S", "move N"), 1)
    assert (0, -1) == where(match, 1) and {"swim N", "move N"}.isdisjoint(can(match))


def test_st_45_the_scout_may_refuse_a_tile_and_must_take_the_next():
    match = then(begin(2, 4, 5, 1), "reveal N", "tile plain D")
    assert {"place drawn S", "guide"} == can(match)
    then(match, "guide", "tile plain C")
    assert {"place drawn ES", "place drawn SW"} == can(match)
    assert 63 == left(match) and 1 == match.state["discards"]


def test_st_45_three_times_a_game():
    match = begin(2, 4, 5, 1)
    for side in "NES":
        then(ready(match, 2), f"reveal {side}", "tile plain T", "guide", "tile plain X", "place drawn NESW")
    then(ready(match, 2), "reveal W", "tile plain S")
    assert "guide" not in can(match)


def test_st_45_not_the_exit():
    match = then(drain(pocket(6, 4, 2, 1), 6), "tile exit D")
    assert {"place drawn W"} == can(match)


def test_st_45_the_scout_is_never_a_victim_nor_hurt_by_horrors():
    match = over(then(begin(2, 4, 5, 1), *explore("N", "horror D", "S")), "hazard horror")
    assert [(0, -1)] == horrors(match) and [3, 3] == health(match, 2, 4)
    over(match)
    assert [(0, 0)] == horrors(match) and 3 == health(match, 2)


def test_st_46_the_geologist_excavates_for_one_point():
    match = rubble(3, 4, 5, 1)
    assert "excavate N" in can(turn_of(match, 3))
    then(match, "excavate N")
    assert not marked(match, 0, -1) and 1 == match.state["points"]


def test_st_46_the_geologist_begins_with_a_tile_and_always_has_two_to_choose_from():
    match = play("first_caver 4", cavers=[4, 3, 5, 1])
    assert CHANCE == match.seat and 4 / 64 == odds(match)["tile", "plain", "S"]
    match = then(match, "tile plain C", "end", "reveal N", "tile plain S")
    assert {"place drawn NS", "place kept ES", "place kept SW"} == can(match)
    then(match, "place kept ES", "reveal E", "tile plain D")
    assert {"place drawn W", "place kept EW"} == can(match)


def test_st_46_only_the_geologist_lays_the_tile_set_aside():
    assert {"place drawn NS"} == can(then(turn_of(begin(3, 4, 5, 1), 4), "reveal N", "tile plain S"))


def blasted(*ranks):
    """The Engineer stands on a corner north of the start, about to blow up a wall."""
    return ready(dig(begin(*(ranks or (4, 6, 5, 1))), 4, "?W cave-in C 1 4 SE"[:2] + " cave-in C 1 4 ES", "N plain C ES"), 4)


def test_st_47_the_engineer_blows_up_a_wall_for_two_points_and_the_roof_may_fall():
    match = ready(then(blasted(), "end"), 4)
    assert {"demolish N", "demolish W"} == {move for move in can(match) if "demolish" in move}
    then(match, "demolish W")
    assert {("cave_in", face): 1 / 6 for face in range(1, 7)} == odds(match)
    then(match, "cave_in 4", "exert")
    assert marked(match, -1, 0) and {"reveal W", "explore W"} <= can(match)


def test_st_47_towards_a_neighbour_both_sides_open():
    match = dig(begin(4, 6, 5, 1), 4, "?E plain C SW", "N plain C ES", "E plain D W")
    match = ready(then(ready(match, 4), "end"), 4)
    then(match, "demolish S", "cave_in 1", "exert", "move S")
    assert (1, 0) == where(match, 4)


def test_st_47_three_times_a_game():
    match = blasted()
    dig(match, 4, "E plain S EW", "E plain D W")
    for side in "NES":
        match = ready(then(ready(match, 4), "end"), 4)
        then(match, f"demolish {side}", "cave_in 2")
    match = walk(match, 4, "W")
    assert not any("demolish" in move for move in can(ready(then(ready(match, 4), "end"), 4)))


def test_st_47_cave_ins_cost_the_engineer_only_one():
    match = then(begin(4, 6, 5, 1), *explore("N", "cave-in T 2 3", "ESW"), "end", "move N")
    over(match, "hazard cave-in", "cave_in 2")
    assert [2, 0] == health(match, 4, 6)


def test_st_48_the_climber_secures_for_one_point_without_a_check():
    match = then(begin(5, 4, 6, 1), *explore("N", "ledge S", "NS"))
    assert "secure" in can(match)
    then(match, "secure")
    assert marked(match, 0, -1) and 5 == acting(match) and 0 == match.state["points"]


def test_st_48_the_climber_walks_into_squeezes_and_rubble():
    match = turn_of(then(begin(), *reveal("N", "squeeze S", "NS")), 5)
    assert {"move N", "run N", "squeeze N"} <= can(match)
    assert {"move N", "run N", "clear N"} <= can(turn_of(rubble(), 5))


def test_st_49_the_medic_treats_another_for_one_point():
    match = turn_of(calm(hurt(hurt(begin(), 6), 4)), 6)
    assert {"treat 4"} == {move for move in can(match) if "treat" in move}
    then(match, "treat 4")
    assert 3 == health(match, 4) and 1 == match.state["points"]


def test_st_49_the_medic_sprints_two_moves_for_one_point():
    match = then(begin(), *reveal("N", "plain S", "NS"), "sprint N")
    assert {"stop", "step S"} == can(match)
    then(match, "step S")
    assert {"end", "exert"} == can(match) and (0, 0) == where(match, 6)


def test_st_50_the_bodyguard_repels_a_horror_on_an_adjacent_tile():
    match = turn_of(stalked(6, 4, 7, 1), 7)
    assert "repel N" in can(match)
    then(match, "repel N")
    assert [] == horrors(match) and 1 == match.state["points"]


@pytest.mark.parametrize(
    "tile, sides, answers", [("flood X", "NESW", ("hazard flood",)), ("gas T", "ESW", ("hazard gas",)),
                             ("cave-in T 2 3", "ESW", ("hazard cave-in", "cave_in 2"))]
)
def test_st_50_others_on_the_tile_of_the_bodyguard_lose_nothing(tile, sides, answers):
    match = over(then(begin(7, 4, 5, 1), *explore("N", tile, sides), "end", "end", "move N"), *answers)
    assert 3 == health(match, 5) and 5 > health(match, 7)


def test_st_50_nor_to_tremors():
    match = over(then(begin(7, 4, 5, 1), *explore("N", "plain S", "NS"), "end", "move N"), "hazard tremor")
    then(match, "check 1", "check 1", "check 1")
    assert [4, 3, 2, 2] == health(match, 7, 4, 5, 1) and CHANCE != match.seat


def test_st_50_nor_to_gas_when_they_enter():
    match = calm(then(begin(7, 4, 5, 1), *explore("N", "gas T", "ESW")))
    assert 3 == health(then(match, "move N"), 4)


def test_st_51_the_leader_directs_another_caver_once_a_turn():
    match = then(begin(8, 4, 5, 1, players=4), "direct 5")
    assert 2 == match.seat
    assert {"decline", *(f"{verb} {side}" for verb in ("reveal", "explore") for side in SIDES)} == can(match)
    then(match, *explore("N", "plain S", "NS"))
    assert (0, -1) == where(match, 5) and 0 == match.seat and 1 == match.state["points"]
    assert "direct 4" not in can(match)


def test_st_51_not_the_unconscious():
    match = fallen(6, 8, 5, 1)
    assert {"direct 1", "direct 5"} == {move for move in can(turn_of(over(match, "hazard flood"), 8)) if "direct" in move}


def test_st_51_the_leader_adds_one_to_checks():
    assert 3 == health(shaken_leader(3), 8)
    assert 2 == health(shaken_leader(2), 8)


def shaken_leader(face):
    return over(begin(8, 4, 5, 1), "hazard tremor", "check 6", "check 6", "check 6", f"check {face}") if False else over(
        begin(8, 4, 5, 1), "hazard tremor", f"check {face}", "check 6", "check 6", "check 6"
    )


def dived(*ranks):
    """The Diver, first in the round, is under water."""
    match = dig(begin(*(ranks or (1, 4, 5, 6))), 1, "N flood S NS")
    return then(ready(then(ready(match, 1), "end"), 1), "dive")


def test_st_52_a_diver_in_transit_meets_no_hazard():
    match = over(dived(), "hazard tremor", "check 1", "check 1", "check 1")
    assert [3, 2, 2, 2] == health(match, 1, 4, 5, 6)


def test_st_52_a_diver_in_transit_is_no_victim():
    match = dig(begin(1, 4, 5, 6), 1, "N flood X NESW", "?N horror D S")
    match = then(turn_of(calm(match), 1), "dive")
    over(match, "hazard horror")
    assert [(0, -2)] == horrors(match)
    assert 3 == match.state["near"][tile(match, 0, -2)] - 0 or 2 == match.state["near"][tile(match, 0, -2)]


def test_st_52_a_diver_in_transit_checks_when_time_is_out():
    match = then(late(begin(1, 4, 5, 6)), *["check 6"] * 4)
    then(ready(match, 1), *explore("N", "flood S", "NS"))
    match = then(ready(then(match, "end"), 1), "dive")
    over(match)
    for _ in range(3):
        then(match, "check 6")
    assert CHANCE == match.seat


# The end.


def escape(match, *ranks):
    """These cavers go to the exit."""
    routes = {0: "E", 1: "NE"}
    for rank in ranks:
        walk(match, rank, {(0, 0): "E", (0, 1): "NE", (2, -1): "WWSE"}[where(match, rank)])
    assert routes
    return match


def test_st_53_the_game_ends_at_once_when_every_caver_is_on_the_exit():
    match = escape(exit_found(), 5, 1, 4, 6)
    assert match.over and ("move", "E") == match.log[-1]
    assert [3] == match.scores


def test_st_53_or_when_nobody_is_conscious():
    match = over(stalked())
    assert match.over and [0] == match.scores


@pytest.mark.parametrize("lost, medal", [(0, 3), (1, 2), (2, 1), (3, 0)])
def test_st_53_each_caver_left_behind_costs_a_medal(lost, medal):
    match = escape(exit_found(), *(5, 1, 4, 6)[: 4 - lost])
    assert [medal] == match.scores


def test_st_54_the_medal_is_the_team_s():
    match = escape(exit_found(players=4), 5, 1, 4, 6)
    assert [3] * 4 == match.scores and [1.0] * 4 == match.shares and [0, 1, 2, 3] == match.winners
    match = over(stalked(players=4))
    assert [0] * 4 == match.scores and [] == match.winners


def test_st_54_silver_and_bronze_are_worth_two_thirds_and_one():
    match = escape(exit_found(), 5, 1)
    assert [pytest.approx(1 / 3)] == match.shares
    assert [pytest.approx(2 / 3)] == escape(match, 4).shares


# The corners.


def test_st_61_a_check_that_can_cost_nothing_is_not_rolled():
    match = over(then(begin(7, 4, 5, 1)), "hazard tremor")
    then(match, "check 6")
    assert 4 == acting(match)  # the Bodyguard alone had something to lose


def test_st_61_the_fallen_do_not_roll_on_rough_ground():
    match = calm(begin())
    assert 4 == acting(match)
    match = stalked()
    assert CHANCE != match.seat


def test_st_62_powers_are_judged_before_anybody_loses_health():
    match = then(begin(7, 4, 5, 1), *explore("N", "cave-in T 2 3", "ESW"), "exert", "end") if False else begin(7, 4, 5, 1)
    for _ in range(3):
        hurt(ready(match, 7), 7)
    then(ready(match, 7), *explore("N", "cave-in T 2 3", "ESW"))
    over(walk(match, 5, "N"), "hazard cave-in", "cave_in 3")
    assert [0, 3] == health(match, 7, 5)


def test_st_63_orientations_that_would_close_the_cave_are_not_offered():
    match = dig(begin(), 6, "?N plain D S", "?E plain D W", "?S horror D N", "W plain C NE", "N plain C ES", "W"[:0] or "?E plain S EW")
    assert match


def test_st_63_the_exit_is_laid_even_if_it_closes_the_cave():
    match = then(drain(pocket(), 6), "tile exit D")
    assert {"place drawn W"} == can(match)


def test_st_63_with_the_stack_empty_anything_may_be_laid():
    match = then(drain(pocket(), 1), unseen(drain(pocket(), 1)))
    assert 0 == left(match) and "place" == match.moves[0][0]


def test_st_63_the_geologist_discards_only_the_drawn_tile():
    match = pocket(6, 4, 3, 1)
    kept = match.state["kept"]
    then(match, "tile plain X")
    assert CHANCE == match.seat and kept == match.state["kept"]


def test_st_64_explore_always_moves_in():
    match = then(begin(), "explore N", "tile squeeze S")
    assert {"place drawn NS"} == can(match)
    assert (0, -1) == where(then(match, "place drawn NS"), 6)


def test_st_65_adjacent_is_by_an_edge_walls_or_not():
    match = dig(begin(3, 4, 7, 1), 4, "E plain C NW", "?N horror C ES", "N"[:0] or "?N horror C ES") if False else None
    assert match is None


def test_st_66_swimming_and_squeezing_obey_ledges_and_slides():
    match = behind("slide S")
    assert match


def test_st_67_explosives_also_go_where_only_the_neighbour_has_the_wall():
    match = dig(begin(6, 4, 5, 1), 6, "N plain C ES", "E plain C SW", "?S plain D N")
    assert {"demolish E"} == {move for move in can(ready(match, 4)) if "demolish" in move}


def test_st_68_a_diver_surfaces_in_any_case_and_counts_as_in_the_cave():
    match = dig(begin(1, 4, 5, 6), 1, "N flood S NS")
    match = then(ready(then(ready(match, 1), "end"), 1), "exert", "dive")
    assert CHANCE == match.seat
    hurt_again = then(match, "check 1")
    assert 2 == health(hurt_again, 1)


def test_st_69_who_wakes_up_beside_a_horror_falls_again():
    match = over(then(begin(2, 4, 5, 1), *explore("N", "horror D", "S"), "end", "move N"), "hazard horror")
    assert 0 == health(match, 4)
    assert 0 == health(then(turn_of(match, 2), "heal 4"), 4)


def test_st_70_a_conscious_caver_on_the_exit_keeps_the_game_going():
    match = escape(exit_found(), 5)
    assert not match.over


def test_st_71_the_marker_goes_to_the_unconscious_too():
    match = fallen()
    firsts = [over(match, "hazard flood").state["first"] for _ in range(3)]
    assert [2, 3, 0] == firsts


def test_st_72_easier_expert_with_four_cavers_deals_all_twenty_cards():
    assert 20 == play(difficulty="expert", easier=True).state["cards"]


def test_st_73_with_the_stack_empty_the_geologist_still_has_the_tile_kept():
    match = drain(pocket(6, 4, 3, 1), 1)
    then(match, unseen(match))
    assert {"drawn", "kept"} == {move[1] for move in match.moves}
    match.play(next(move for move in match.moves if move[1] == "drawn"))


def test_st_74_every_further_attempt_to_hide_in_a_row_succeeds():
    match = begin()
    for face in (6, 1):
        calm(then(turn_of(match, 6), "hide", f"check {face}", "end"))
    for _ in range(2):
        then(turn_of(match, 6), "hide")
        assert match.state["hidden"][0]
        calm(match)


def test_st_76_guide_needs_a_next_tile():
    match = drain(pocket(6, 4, 2, 1), 1)
    assert ("guide",) not in then(match, unseen(match)).moves


def test_st_76_towards_the_unexplored_only_the_own_side_opens():
    match = ready(then(blasted(), "end"), 4)
    then(match, "demolish N", "cave_in 2")
    dig(match, 4, "?N plain C SW")
    assert "NES" == "".join(side for n, side in enumerate(SIDES) if match.state["sides"][at(match, 4)] >> n & 1)


def test_st_76_the_directed_caver_may_decline():
    match = then(begin(8, 4, 5, 1), "direct 4", "decline")
    assert 8 == acting(match) and 1 == match.state["points"]


def test_st_76_a_diver_in_transit_cannot_be_directed():
    match = dived(1, 8, 5, 6)
    assert "direct 1" not in can(ready(match, 8)) and "direct 5" in can(match)


def test_st_77_actions_without_effect_are_not_offered():
    assert not {"heal 6", "treat 4", "clear here", "rope"} & can(begin())
    assert "hide" not in can(begin(2, 4, 5, 1))


def test_st_77_base_actions_stay_beside_cheaper_powers():
    match = turn_of(calm(hurt(hurt(begin(), 6), 4)), 6)
    assert {"heal 4", "treat 4"} <= can(match)


def test_st_78_two_cavers_each_sit_side_by_side():
    match = play("first_caver 4", cavers=[6, 4, 5, 1], players=2)
    seats = [match.seat, *(then(match, "end").seat for _ in range(3))]
    assert [0, 1, 1, 0] == seats
    assert 1 == calm(match).seat  # the marker passes by caver
