"""The rulebook, clause by clause."""

from collections import Counter
from functools import partial

import pytest

from fathom5 import CHANCE, NOBODY, load
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


def ready(match, rank, points=1):
    """When this caver next has so many points, other turns being ended and chance being kind."""
    kind = ("hazard gas", "hazard flood", "hazard cave-in", "cave_in 1", "check 6")
    while ("end",) not in match.moves or acting(match) != rank or match.state["points"] < points:
        moves = can(match)
        match.play("end" if "end" in moves else next(word for word in (*kind, *moves) if word in moves))
    return match


def together(match, side):
    """All move to this side, this round, if they can."""
    while ("end",) in match.moves:
        then(match, *{f"move {side}"} & can(match), "end")
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
    one, _, three, _ = ranks or FOUR
    match = then(
        begin(*(ranks or FOUR), **options), *explore("N", "plain C", "ES"), *explore("E", "plain S", "EW"), "end"
    )
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
    """The exit is east of the start, found by the third caver; others are within two moves, the first within four."""
    return then(drain(pocket(*ranks, **options), 6), "tile exit D", "place drawn W")


def pieces(state):
    """All tiles, wherever they are, and all cavers."""
    tiles = state["stack"].sum() + state["laid"] + state["discards"] + (state["drawn"] >= 0) + (state["kept"] >= 0)
    return int(tiles), int(state["cavers"]), int(state["pool"].sum()) - int(state["cards"])


VARIANTS = [
    {"cavers": [3, 4, 7, 8]},
    {"cavers": [1, 2, 5, 6], "difficulty": "expert", "easier": True},
    {"players": 3, "difficulty": "advanced"},
    {"players": 5, "cavers": [8, 7, 6, 5, 3]},
]


# Components.


def test_st_1_the_stack_holds_sixty_four_tiles_and_the_exit():
    box = begin().state["stack"]
    count = Counter()
    for design, tiles in enumerate(box):
        count[design_words(design)[:2]] += tiles
    assert sum(box) == 65
    assert {shape: n for (kind, shape), n in count.items() if kind == "plain"} == {
        "S": 4,
        "C": 4,
        "T": 3,
        "X": 3,
        "D": 2,
    }
    assert {shape: n for (kind, shape), n in count.items() if kind == "flood"} == {"S": 4, "T": 2, "X": 2}
    assert {shape: n for (kind, shape), n in count.items() if kind == "gas"} == {"C": 6, "T": 2}
    assert {shape: n for (kind, shape), n in count.items() if kind == "cave-in"} == {"C": 4, "T": 8}
    assert {shape: n for (kind, shape), n in count.items() if kind == "horror"} == {"C": 2, "D": 6}
    assert [count[one] for one in (("squeeze", "S"), ("ledge", "S"), ("slide", "S"), ("rough ground", "X"))] == [3] * 4
    assert count["exit", "D"] == 1


def test_st_2_each_number_is_on_four_cave_in_tiles():
    numbers = [move[2:] for move in then(begin(), "reveal N").moves if move[1] == "cave-in"]
    corners = {("C", 3, 6), ("C", 2, 6), ("C", 1, 5), ("C", 1, 4)}
    threes = {(2, 3), (1, 6), (3, 5), (4, 5), (1, 3), (4, 6), (2, 5), (2, 4)}
    assert corners | {("T", *pair) for pair in threes} == set(numbers)
    assert dict.fromkeys(range(1, 7), 4) == Counter(face for _, *pair in numbers for face in pair)


def test_st_2_a_tile_falls_by_either_of_its_numbers():
    for face in range(1, 7):
        match = over(dig(begin(), 6, "?N cave-in T 3 5 ESW"), "hazard cave-in", f"cave_in {face}")
        assert marked(match, 0, -1) == (face in (3, 5))


def test_st_3_there_are_five_plain_cards_and_one_double_of_each_hazard():
    normal, advanced = (over(begin(difficulty=word)) for word in ("normal", "advanced"))
    assert {("hazard", name): 1 / 5 for name in ("tremor", "flood", "gas", "cave-in", "horror")} == odds(normal)
    assert odds(advanced)["hazard", "gas x2"] == 1 / 25


def test_st_4_there_are_at_most_three_horrors():
    lairs = [f"?{side} horror D {back}" for side, back in ("NS", "EW", "SN")]
    match = dig(begin(difficulty="advanced"), 6, *lairs, *["W plain S EW"] * 4)
    for rank in (4, 5, 1):
        walk(match, rank, "WWWW")
    for hazard in ("horror x2", "horror", "horror"):
        over(match, f"hazard {hazard}")
        while match.moves[0][0] == "appear":
            match.play(match.moves[0])
    assert len(horrors(match)) == 3


def test_st_4_there_are_three_explosives_and_three_horrors_in_the_box():
    assert begin().state["blast"] == [[-1, -1]] * 3 and begin().state["horror"] == [-1] * 3


# Setup.


@pytest.mark.parametrize(
    "players, cavers, holders", [(1, 4, "0000"), (2, 4, "0011"), (3, 6, "001122"), (5, 5, "01234")]
)
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


@pytest.mark.parametrize(
    "options", [{"players": 2, "cavers": 5}, {"players": 3, "cavers": [1, 2, 3, 4]}, {"cavers": []}]
)
def test_st_5_another_number_of_cavers_is_refused(options):
    with pytest.raises(ValueError, match="cavers"):
        load("sub_terra", **options)


def test_st_5_chosen_cavers_sit_in_the_order_of_the_list():
    assert play(cavers=[8, 2, 5, 1, 7]).state["rank"] == [8, 2, 5, 1, 7, 0]


def test_st_6_all_begin_on_the_start_tile_and_the_exit_cannot_come():
    match = then(begin(), "reveal N")
    assert match.state["place"][:4] == [0] * 4
    assert KINDS[10] == "start" and match.state["laid"] == 1
    assert ("tile", "exit", "D") not in match.moves
    assert odds(match)["tile", "plain", "S"] == 4 / 64


def test_st_6_the_exit_is_any_of_the_last_six():
    match = drain(pocket(), 7)
    assert ("tile", "exit", "D") not in match.moves
    match.play(unseen(match))
    assert odds(match)["tile", "exit", "D"] == 1 / 6
    match.play(unseen(match))
    assert odds(match)["tile", "exit", "D"] == 1 / 5


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
    assert acting(then(match, "first_caver 1")) == 1
    assert acting(calm(match)) == 6


# A round.


def test_st_10_each_caver_acts_in_order_then_horrors_then_a_hazard():
    match = then(begin(), *reveal("N", "horror D", "S"), *reveal("E", "plain S", "EW"))
    assert [acting(then(match, "end")) for _ in range(3)] == [4, 5, 1]
    over(match, "hazard horror")
    then(match, "move E", "end", "move E", "end", "move E", "end")
    then(match, "move E", "end")
    assert horrors(match) == [(0, 0)]  # the horror has moved, and the hazard is yet to come
    assert match.seat == CHANCE and ("hazard", "gas") in match.moves


def test_st_11_two_points_and_a_third_by_exerting_once():
    match = then(begin(), *explore("N", "plain S", "NS"), *explore("N", "plain S", "NS"))
    assert {"end", "exert"} == can(match)
    then(match, "exert", *explore("N", "plain X", "NESW"))
    assert {"end"} == can(match)


def test_st_11_who_exerts_checks_at_the_end_of_the_turn():
    assert health(then(begin(), "exert", "end", "check 4"), 6) == 3
    assert health(then(begin(), "exert", "end", "check 3"), 6) == 2


def test_st_11_who_exerts_loses_nothing_on_the_exit():
    match = then(exit_found(), "exert", "move E")
    assert acting(match) == 5
    assert acting(then(match, "end")) == 1


def test_st_11_who_fell_does_not_check_any_more():
    match = then(calm(begin()), "exert", *explore("N", "gas T", "ESW"), "move S", "move N")
    assert health(match, 4) == 0 and acting(match) == 5


def test_st_12_four_or_more_succeeds_and_the_leader_adds_one():
    match = then(begin(8, 4, 5, 1), "exert", "end")
    assert {("check", face): 1 / 6 for face in range(1, 7)} == odds(match)
    assert health(then(match, "check 3"), 8) == 3
    assert health(then(match, "exert", "end", "check 3"), 4) == 2
    assert health(then(begin(8, 4, 5, 1), "exert", "end", "check 2"), 8) == 2


def test_st_13_reveal_lays_a_tile_in_any_orientation_that_connects():
    match = then(begin(), "reveal E", "tile plain T")
    assert {"place drawn NSW", "place drawn NEW", "place drawn ESW"} == can(match)
    then(match, "place drawn NEW")
    assert where(match, 6) == (0, 0) and match.state["points"] == 1


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
    assert where(match, 6) == (0, -1) and match.state["points"] == 0


WAYS_IN = {
    "plain S NS": {"move N", "run N"},
    "flood S NS": {"move N", "run N"},
    "gas C ES": {"move N", "run N"},
    "cave-in C 3 6 ES": {"move N", "run N"},
    "horror D S": {"move N", "run N"},
    "squeeze S NS": {"squeeze N"},
    "ledge S NS": {"move N", "run N"},
    "slide S NS": {"move N", "run N"},
    "rough ground X NESW": {"move N", "run N"},
}


@pytest.mark.parametrize("name", WAYS_IN)
def test_st_14_each_kind_of_tile_is_entered_in_its_own_way(name):
    match = turn_of(dig(begin(), 6, f"?N {name}"), 4)
    assert WAYS_IN[name] == {move for move in can(match) if move.endswith(" N") and "demolish" not in move}


@pytest.mark.parametrize("name", WAYS_IN)
def test_st_15_each_kind_of_tile_can_be_explored(name):
    assert where(dig(begin(), 6, f"N {name}"), 6) == (0, -1)


def test_st_15_explore_reveals_and_moves_for_one_point():
    match = then(begin(), *explore("W", "plain X", "NESW"))
    assert where(match, 6) == (-1, 0) and match.state["points"] == 1


def test_st_16_run_is_up_to_three_moves_for_two_points():
    match = then(begin(), *explore("N", "plain S", "NS"), *explore("N", "plain S", "NS"), "exert")
    then(match, *explore("N", "plain S", "NS"), "end", "check 6", "run N")
    assert {"stop", "step N", "step S"} == can(match)
    then(match, "step N", "step N")
    assert where(match, 4) == (0, -3) and {"end", "exert"} == can(match)


def test_st_16_a_run_may_stop_early():
    match = then(begin(), *reveal("N", "plain S", "NS"), "end", "run N", "stop")
    assert where(match, 4) == (0, -1) and {"end", "exert"} == can(match)


def test_st_16_a_fall_ends_the_run():
    match = then(begin(), *reveal("N", "gas T", "ESW"), "end", "exert", "end", "check 1")
    assert acting(then(calm(match), "run N")) == 5


def hurt(match, rank=6):
    """One health less by exerting."""
    return then(turn_of(match, rank), "exert", "end", "check 1")


def test_st_17_heal_yourself_or_who_is_here_for_two_points():
    match = hurt(begin())
    assert {"heal 6"} == {move for move in can(match) if "heal" in move}
    then(match, "heal 6")
    assert health(match, 6) == 3 and {"end", "exert"} == can(match)


def test_st_17_heal_up_to_the_maximum_and_only_on_the_own_tile():
    match = dig(hurt(begin()), 4, "N plain S NS")
    assert not {"heal 4", "heal 6"} & can(ready(match, 4, 2))
    assert {"heal 6"} == {move for move in can(ready(match, 5, 2)) if "heal" in move}


def flooded(*ranks):
    """North of the start a flooded tile, the first caver's turn."""
    match = then(begin(*ranks), *reveal("N", "flood X", "NESW"), *reveal("E", "plain S", "EW"))
    return turn_of(over(match, "hazard flood"), (ranks or FOUR)[1])


def test_st_18_swim_to_a_connected_flooded_tile_for_two_points():
    match = flooded()
    assert "move N" not in can(match) and "run N" not in can(match)
    then(match, "swim N")
    assert where(match, 4) == (0, -1) and match.state["points"] == 0


def test_st_19_squeeze_to_a_connected_squeeze_tile_for_two_points():
    match = turn_of(then(begin(), *reveal("N", "squeeze S", "NS")), 4)
    assert "squeeze N" in can(match) and not {"move N", "run N", "swim N"} & can(match)
    then(match, "squeeze N")
    assert where(match, 4) == (0, -1) and match.state["points"] == 0


def rubble(*ranks, sides="ESW"):
    """North of the start a tile under rubble, the second caver's turn."""
    match = then(begin(*ranks), *reveal("N", "cave-in T 2 3", sides))
    return over(match, "hazard cave-in", "cave_in 3")


def test_st_20_clear_rubble_on_a_connected_tile_for_two_points():
    match = rubble()
    assert "clear N" in can(match) and "move N" not in can(match)
    then(match, "clear N")
    assert not marked(match, 0, -1) and match.state["points"] == 0


def test_st_20_clear_rubble_on_the_own_tile():
    match = then(begin(7, 4, 5, 1), *explore("N", "cave-in C 3 6", "ES"))
    match = turn_of(over(match, "hazard cave-in", "cave_in 6"), 7)
    assert marked(match, 0, -1) and not marked(then(match, "clear here"), 0, -1)


def wall_between(name, *ranks):
    """East of the start a tile behind a wall, all but the first caver on the start tile."""
    return dig(begin(*ranks), ranks[0], "N plain C ES", "E plain C SW", f"?S {name}")


def test_st_20_not_behind_a_wall():
    match = over(wall_between("cave-in C 3 6 NE", *FOUR), "hazard cave-in", "cave_in 3")
    assert "clear E" not in can(ready(match, 4, 2))


@pytest.mark.parametrize("name", ["ledge S", "slide S"])
def test_st_21_a_rope_on_the_own_ledge_or_slide_takes_two_points_and_a_check(name):
    match = then(begin(), *explore("N", name, "NS"), "exert", "rope")
    assert match.state["points"] == 0
    assert not marked(then(match.copy(), "check 3"), 0, -1)
    assert marked(then(match, "check 4"), 0, -1)


def test_st_21_a_rope_only_goes_on_ledges_and_slides_without_one():
    match = dig(begin(), 6, "N ledge S NS")
    assert "rope" not in can(turn_of(match.copy(), 4))
    assert "rope" not in can(ready(then(ready(match, 6, 2), "rope", "check 6", "end"), 6, 2))


def stalked(*ranks, **options):
    """All are on the start tile, a horror on the dead end north of it."""
    return over(then(begin(*ranks, **options), *reveal("N", "horror D", "S")), "hazard horror")


def test_st_22_who_hides_is_no_victim_this_round():
    match = stalked()
    for _ in FOUR:
        then(match, "hide", "check 4", "end")
    assert horrors(match) == []  # it senses nobody


def test_st_22_a_failed_check_does_not_hide():
    match = stalked()
    for face in (4, 3, 4, 4):
        then(match, "hide", f"check {face}")
        if match.seat != NOBODY:
            then(match, "end")
    assert horrors(match) == [(0, 0)]


def test_st_22_the_third_round_in_a_row_hides_without_a_check():
    match = begin()
    for _ in range(2):
        calm(then(turn_of(match, 6), "hide", "check 1", "end"))
    then(turn_of(match, 6), "hide")
    assert acting(match) == 6 and match.state["hidden"][0]


def test_st_22_a_round_without_an_attempt_breaks_the_row():
    match = begin()
    for _ in range(2):
        calm(then(turn_of(match, 6), "hide", "check 6", "end"))
    match = calm(match)
    assert then(turn_of(match, 6), "hide").seat == CHANCE


def test_st_22_hiding_lasts_for_one_round():
    match = calm(then(begin(), "hide", "check 6", "end"))
    assert match.state["hidden"] == [0] * 6


def fallen(*ranks):
    """The first caver has fallen on a gas tile north of the start."""
    match = calm(then(begin(*ranks), *reveal("N", "gas T", "ESW")))
    first = (ranks or FOUR)[0]
    return then(turn_of(match, first), "exert", "move N", "move S", "move N")


def test_st_23_the_unconscious_do_nothing_and_their_turn_is_over():
    match = fallen()
    assert health(match, 6) == 0
    assert match.seat == CHANCE
    match = over(match, "hazard flood")
    assert [acting(match), acting(then(match, "end")), acting(then(match, "end"))] == [5, 1, 4]


def test_st_23_the_passive_powers_of_the_unconscious_are_off():
    match = then(fallen(7, 4, 5, 1), "end", "check 1", "hazard gas", "move N")
    assert health(match, 7, 5) == [0, 1]  # the Bodyguard does not protect the Climber


def test_st_23_any_health_wakes_at_once():
    match = over(fallen(), "hazard flood")
    match = over(then(match, "exert", "move N", "heal 6", "end", "check 6"), "hazard flood")
    assert health(match, 6) == 1 and acting(turn_of(match, 6)) == 6


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
    assert left(match) == 58
    then(match, "tile plain X")
    assert match.seat == CHANCE and left(match) == 57
    assert odds(match)["tile", "plain", "X"] == 2 / 56


def test_st_25_without_tiles_there_is_nothing_to_reveal():
    match = then(drain(pocket(), 1), "tile exit D", "place drawn W")
    then(ready(match, 4, 2), "demolish S", "cave_in 2", "exert")
    assert left(match) == 0
    assert not {"reveal S", "explore S"} & can(match)


# Tiles.


def test_st_26_a_flood_tile_is_plain_until_flooded():
    match = then(begin(), *reveal("N", "flood S", "NS"))
    assert {"move N"} <= can(match)
    assert {"run N"} <= can(turn_of(match, 4)) and "swim N" not in can(match)


def test_st_27_to_enter_a_gas_tile_costs_two_while_the_marker_is_up():
    match = then(begin(), *explore("N", "gas T", "ESW"))
    assert health(match, 6) == 3
    match = over(then(begin(), *reveal("N", "gas T", "ESW")), "hazard gas")
    assert health(then(match, "move N"), 4) == 1


def test_st_27_newly_revealed_gas_tiles_too_until_the_next_hazard_phase():
    match = calm(begin())
    assert health(then(match, *explore("N", "gas T", "ESW")), 4) == 1
    match = over(match, "hazard flood")
    assert health(then(match, "move N"), 5) == 3


def test_st_28_rubble_cannot_be_entered_but_left():
    assert not {"move N", "run N"} & can(turn_of(rubble(6, 4, 7, 1), 4))
    match = then(begin(7, 4, 5, 1), *explore("N", "cave-in T 2 3", "ESW"))
    assert "move S" in can(turn_of(over(match, "hazard cave-in", "cave_in 2"), 7))


def test_st_29_a_squeeze_is_entered_by_squeezing_or_when_explored():
    match = then(begin(), *explore("N", "squeeze S", "NS"))
    assert where(match, 6) == (0, -1) and "move S" in can(match)
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
    assert where(match, 6) == (0, -1)
    assert "move N" not in can(match) and "move S" in can(match)


def test_st_30_a_slide_is_left_with_the_arrow_but_not_against_it():
    match = behind("slide S")
    assert "move N" in can(match) and "move S" not in can(match)
    assert "move S" in can(ready(then(ready(match, 6, 2), "rope", "check 6"), 6))


def test_st_31_rough_ground_is_checked_on_entering():
    for face, rest in ((3, 2), (4, 3)):
        assert rest == health(then(begin(), *explore("N", "rough ground X", "NESW"), f"check {face}"), 6)
    match = then(begin(), *reveal("N", "rough ground X", "NESW"))
    assert then(match, "move N").seat == CHANCE


def test_st_32_cavers_on_the_exit_are_never_victims():
    match = escape(exit_found(2, 4, 5, 1), 5, 1, 4)
    assert horrors(over(match, "hazard horror")) == []


def test_st_32_cavers_on_the_exit_lose_no_health():
    match = then(exit_found(), "move E")
    match = over(match, "hazard tremor")
    assert len([then(match, "check 1") for _ in range(3)]) == 3
    assert health(match, *FOUR) == [2, 2, 3, 2]


# Hazards.


def shaken(card, *faces, **options):
    return over(begin(**options), f"hazard {card}", *(f"check {face}" for face in faces))


def test_st_33_in_a_tremor_each_conscious_caver_checks_or_loses_one():
    match = shaken("tremor", 3, 4, 1, 6)
    assert health(match, *FOUR) == [2, 3, 2, 3]
    assert acting(match) == 4


def test_st_33_the_unconscious_do_not_check():
    match = then(over(fallen(), "hazard flood"), "end", "end", "end", "hazard tremor", "check 1", "check 1", "check 1")
    assert health(match, *FOUR) == [0, 2, 2, 2]


def test_st_34_a_flood_marks_all_flood_tiles_and_hurts_who_is_on_them():
    match = then(begin(), *explore("N", "flood X", "NESW"), *reveal("W", "flood S", "EW"))
    match = over(match, "hazard flood")
    assert marked(match, 0, -1) and marked(match, -1, -1)
    assert health(match, 6, 4) == [2, 3]
    assert health(over(match, "hazard flood"), 6) == 1


def test_st_35_gas_costs_two_and_the_marker_is_up_until_the_next_hazard_phase():
    match = over(then(begin(), *explore("N", "gas T", "ESW")), "hazard gas")
    assert health(match, 6, 4) == [1, 3] and match.state["gas"]
    assert not over(match, "hazard flood").state["gas"]


def test_st_36_a_cave_in_buries_tiles_of_the_number_and_costs_three():
    match = then(begin(), *explore("N", "cave-in T 2 3", "ESW"), *reveal("E", "cave-in C 1 5", "SW"))
    match = over(match, "hazard cave-in")
    assert {("cave_in", face): 1 / 6 for face in range(1, 7)} == odds(match)
    then(match, "cave_in 3")
    assert marked(match, 0, -1) and not marked(match, 1, -1)
    assert health(match, 6, 4) == [0, 3]


def test_st_36_a_tile_under_rubble_does_not_fall_again():
    match = then(begin(7, 4, 5, 1), *explore("N", "cave-in T 2 3", "ESW"))
    match = over(over(match, "hazard cave-in", "cave_in 3"), "hazard cave-in", "cave_in 2")
    assert health(match, 7) == 2


def test_st_37_horrors_move_then_one_appears():
    match = dig(begin(), 6, "?N horror D S", "E plain S EW", "E plain S EW")
    for rank in (4, 5, 1):
        walk(match, rank, "EE")
    assert horrors(over(over(match, "hazard horror"))) == [(0, 0)]  # after the horror phase
    assert horrors(then(match, "hazard horror")) == [(0, -1), (1, 0)]


def test_st_38_twice_is_two_checks_two_rolls_two_losses():
    match = shaken("tremor x2", 1, 1, 1, 1, 1, 6, 6, 6, difficulty="advanced")
    assert health(match, *FOUR) == [1, 2, 2, 2]
    match = then(begin(difficulty="advanced"), *explore("N", "flood X", "NESW"))
    assert health(over(match, "hazard flood x2"), 6) == 1
    match = then(begin(7, 4, 5, 1, difficulty="advanced"), *explore("N", "gas T", "ESW"))
    assert health(over(match, "hazard gas x2"), 7) == 1


def test_st_38_two_rolls_for_a_double_cave_in():
    match = then(begin(difficulty="expert"), *reveal("N", "cave-in T 2 3", "ESW"), *reveal("E", "cave-in C 1 5", "SW"))
    match = over(match, "hazard cave-in x2", "cave_in 2", "cave_in 5")
    assert marked(match, 0, -1) and marked(match, 1, 0)


def test_st_38_after_double_gas_entering_still_costs_two():
    match = over(then(begin(difficulty="expert"), *reveal("N", "gas T", "ESW")), "hazard gas x2")
    assert health(then(match, "move N"), 4) == 1


def test_st_38_a_double_horror_moves_twice_and_two_appear():
    match = dig(begin(2, 4, 5, 1, difficulty="advanced"), 2, "?N horror D S", "?W horror D E", "?S horror D N")
    match = dig(match, 4, "E plain S EW", "E plain S EW", "E plain X NESW")
    walk(walk(match, 5, "EEE"), 1, "EEE")
    then(over(match, "hazard horror x2"), "appear -1 0")
    assert match.seat != CHANCE and {"appear 0 -1", "appear 0 1"} == can(match)
    then(match, "appear 0 1")
    assert horrors(match) == [(-1, 0), (0, 1)]


def late(match):
    """All cards are gone, and time is out."""
    kindest = ("gas", "flood", "cave-in", "tremor", "horror")
    while ("hazard", "out of time") not in over(match).moves:
        hazards = [move for move in match.moves if move[0] == "hazard"]
        match.play(min(hazards, key=lambda move: kindest.index(move[1])) if hazards else match.moves[-1])
    return then(match, "hazard out of time")


def test_st_39_out_of_time_is_the_last_card():
    match = begin()
    rounds = late(match).state["rounds"]
    assert rounds == 22
    assert {("check", face) for face in range(1, 7)} == set(match.moves)


def test_st_39_who_fails_is_removed_for_good_in_every_hazard_phase():
    match = then(late(begin()), "check 3", "check 4", "check 4", "check 4")
    assert match.state["place"].count(-3) == 1
    match = over(match, "check 3", "check 6", "check 6")
    assert match.state["place"].count(-3) == 2


# Horrors.


def test_st_40_a_horror_moves_one_tile_towards_its_nearest_victim():
    match = stalked(2, 4, 5, 1)
    for rank in (4, 5, 1):
        then(turn_of(match, rank), *(explore("E", "plain S", "EW") if rank == 4 else ["move E"]), "end")
    over(match, "hazard flood")
    assert horrors(match) == [(0, 0)]


def test_st_40_of_victims_equally_near_the_lowest_rank():
    match = dig(begin(2, 4, 5, 8), 2, "?N horror D S", "?E plain S EW", "?W plain S EW")
    walk(walk(walk(match, 4, "E"), 5, "W"), 8, "W")
    over(over(match, "hazard horror"), "hazard flood")
    assert horrors(match) == [(0, 0)]
    assert horrors(over(match, "hazard flood")) == [(1, 0)]
    assert health(match, 4, 5, 8) == [0, 3, 3]


def ring(**options):
    """A horror south-east of the start, two ways from all cavers."""
    match = dig(begin(**options), 6, "E plain C SW", "?S horror C NW")
    return over(walk(dig(match, 4, "?S plain C NE"), 6, "W"), "hazard horror")


def test_st_40_of_several_shortest_paths_the_player_of_the_victim_chooses():
    match = over(ring(players=4))
    assert match.seat == 3  # who holds the Diver, the lowest rank
    assert {"horror_path N", "horror_path W"} == can(match)
    then(match, "horror_path W")
    assert horrors(match) == [(0, 1)] and match.seat == CHANCE


def long_way():
    """A horror is north of the start, with the Scout; all others are six tiles east, with one more tile beyond."""
    tiles = [*["E plain S EW"] * 4, *["E plain X NESW"] * 2, "?E plain X NESW"]
    match = dig(begin(2, 4, 5, 6), 4, "?N horror D S", *tiles)
    return over(walk(walk(match, 5, "EEEEEE"), 6, "EEEEEE"), "hazard horror")


def test_st_40_a_horror_senses_seven_tiles_far():
    match = long_way()
    assert horrors(match) == [(0, -1)]
    assert horrors(over(walk(match, 4, "E"))) == [(0, 0)]


def test_st_40_without_a_victim_within_seven_tiles_a_horror_is_gone():
    assert horrors(together(long_way(), "E")) == []


def test_st_40_walls_stop_horrors():
    match = walk(dig(begin(), 6, "N plain C ES", "E plain C SW", "?S horror D N"), 6, "WS")
    over(match, "hazard horror")
    assert horrors(match) == [(1, 0)]  # just east of all, behind a wall
    assert horrors(over(match)) == [(1, -1)]


@pytest.mark.parametrize("name", ["squeeze S NS", "slide S NS", "flood S NS", "cave-in T 2 3 NES"])
def test_st_40_nothing_else_stops_horrors(name):
    match = walk(dig(begin(), 5, f"N {name}", "?N horror D S"), 5, "S" * ("slide" not in name))
    if "cave-in" in name:
        over(match, "hazard cave-in", "cave_in 2")
    over(match, "hazard flood")
    assert horrors(over(over(match, "hazard horror"))) == [(0, -1)]


def test_st_41_a_horror_appears_on_the_horror_tile_nearest_to_its_victim():
    match = dig(begin(), 6, "?N horror D S", "E plain S EW", "E plain C SW", "?S horror D N")
    over(walk(match, 6, "W"), "hazard horror")
    assert horrors(match) == [(0, -1)]


def test_st_41_not_on_a_horror_tile_with_a_horror():
    match = then(begin(difficulty="advanced"), *reveal("N", "horror D", "S"))
    assert horrors(over(match, "hazard horror x2")) == [(0, -1)]


def test_st_41_ties_go_to_the_victim_of_lowest_rank_then_the_first_caver_chooses():
    match = dig(begin(players=4), 6, "?N horror D S", "?W horror D E", "E plain S EW", "?E horror D W")
    over(match, "hazard horror")
    assert {"appear 0 -1", "appear -1 0"} == can(match)  # beside the Diver, not beside the Medic
    assert 1 == match.state["first"] == match.seat
    assert horrors(then(match, "appear -1 0")) == [(-1, 0)]


def test_st_41_nowhere_without_a_victim_within_seven():
    assert horrors(then(together(long_way(), "E"), "hazard horror")) == []


def test_st_42_whoever_shares_a_tile_with_a_horror_loses_all_health():
    match = stalked(6, 4, 7, 1)
    assert health(then(match, "move N"), 4) == 0
    over(match)
    assert health(match, 6, 4, 7, 1) == [0, 0, 0, 0] and match.over


def test_st_42_a_hidden_caver_is_hit_too_but_not_the_scout():
    match = stalked(2, 4, 5, 1)
    over(then(match, "hide", "check 6", "end"))
    assert health(match, 2, 4, 5, 1) == [3, 0, 0, 0]
    assert horrors(match) == [(0, 0)]


def test_st_42_where_a_horror_appears_it_strikes():
    match = over(then(begin(), *explore("N", "horror D", "S")), "hazard horror")
    assert health(match, 6, 4) == [0, 3]


def test_st_43_the_unconscious_are_no_victims():
    match = dig(begin(), 6, "?N horror D S", "?E gas T NSW", "W plain S EW")
    calm(walk(walk(match, 5, "W"), 4, "W"))
    then(ready(match, 1, 2), "exert", "move E", "move W", "move E")
    over(over(match, "hazard horror"), "hazard flood")
    assert health(match, 1) == 0 and horrors(match) == [(0, 0)]
    assert horrors(over(match)) == [(-1, 0)]


# Cavers.


def test_st_44_the_diver_dives_from_a_flood_tile_and_surfaces_on_any_next_turn():
    match = dig(begin(1, 4, 5, 6), 1, "?S flood S NS", "N flood S NS")
    over(then(ready(match, 1, 2), "dive"), "hazard flood")
    assert at(match, 1) == -2
    assert {"surface 0 -1", "surface 0 1"} == can(over(match))
    then(match, "surface 0 1")
    assert where(match, 1) == (0, 1) and acting(match) != 1


def test_st_44_the_diver_only_dives_from_flood_tiles():
    assert "dive" not in can(begin(1, 4, 5, 6))
    assert "dive" not in can(then(begin(6, 4, 5, 1), *explore("N", "flood S", "NS")))


def test_st_44_floods_do_not_hurt_the_diver_who_walks_through_water():
    match = over(then(begin(1, 4, 5, 6), *explore("N", "flood S", "NS")), "hazard flood")
    assert health(match, 1) == 3
    match = turn_of(then(turn_of(match, 1), "move S", "move N"), 1)
    assert where(match, 1) == (0, -1) and {"swim N", "move N"}.isdisjoint(can(match))


def test_st_45_the_scout_may_refuse_a_tile_and_must_take_the_next():
    match = then(begin(2, 4, 5, 1), "reveal N", "tile plain D")
    assert {"place drawn S", "guide"} == can(match)
    then(match, "guide", "tile plain C")
    assert {"place drawn ES", "place drawn SW"} == can(match)
    assert left(match) == 63 and match.state["discards"] == 1


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
    assert horrors(match) == [(0, -1)] and health(match, 2, 4) == [3, 3]
    over(match)
    assert horrors(match) == [(0, 0)] and health(match, 2) == 3


def test_st_46_the_geologist_excavates_for_one_point():
    match = rubble(3, 4, 5, 1)
    assert "excavate N" in can(turn_of(match, 3))
    then(match, "excavate N")
    assert not marked(match, 0, -1) and match.state["points"] == 1


def test_st_46_the_geologist_begins_with_a_tile_and_always_has_two_to_choose_from():
    match = play("first_caver 4", cavers=[4, 3, 5, 1])
    assert match.seat == CHANCE and odds(match)["tile", "plain", "S"] == 4 / 64
    match = then(match, "tile plain C", "end", "reveal N", "tile plain S")
    assert {"place drawn NS", "place kept ES", "place kept SW"} == can(match)
    then(match, "place kept ES", "reveal E", "tile plain D")
    assert {"place drawn W", "place kept EW"} == can(match)


def test_st_46_only_the_geologist_lays_the_tile_set_aside():
    assert {"place drawn NS"} == can(then(turn_of(begin(3, 4, 5, 1), 4), "reveal N", "tile plain S"))


def mining():
    """The Engineer is on a corner north of the start, with two points; a tile west of the start may fall."""
    return ready(dig(begin(4, 6, 5, 1), 4, "?W cave-in C 1 4 ES", "N plain C ES"), 4, 2)


def test_st_47_the_engineer_blows_up_a_wall_for_two_points_and_the_roof_may_fall():
    match = mining()
    assert {"demolish N", "demolish W"} == {move for move in can(match) if "demolish" in move}
    then(match, "demolish W")
    assert {("cave_in", face): 1 / 6 for face in range(1, 7)} == odds(match)
    then(match, "cave_in 4", "exert")
    assert marked(match, -1, 0) and {"reveal W", "explore W"} <= can(match)


def test_st_47_towards_a_neighbour_both_sides_open():
    match = dig(begin(4, 6, 5, 1), 4, "?E plain C SW", "N plain C ES", "E plain D W")
    match = ready(match, 4, 2)
    then(match, "demolish S", "cave_in 1", "exert", "move S")
    assert where(match, 4) == (1, 0)


def test_st_47_three_times_a_game():
    match = mining()
    dig(match, 4, "E plain S EW", "E plain D W")
    for side in "NES":
        match = ready(match, 4, 2)
        then(match, f"demolish {side}", "cave_in 2")
    match = walk(match, 4, "W")
    assert not any("demolish" in move for move in can(ready(match, 4, 2)))


def test_st_47_cave_ins_cost_the_engineer_only_one():
    match = then(begin(4, 6, 5, 1), *explore("N", "cave-in T 2 3", "ESW"), "end", "move N")
    over(match, "hazard cave-in", "cave_in 2")
    assert health(match, 4, 6) == [2, 0]


def test_st_48_the_climber_secures_for_one_point_without_a_check():
    match = then(begin(5, 4, 6, 1), *explore("N", "ledge S", "NS"))
    assert "secure" in can(match)
    then(match, "secure")
    assert marked(match, 0, -1) and acting(match) == 5 and match.state["points"] == 0


def test_st_48_the_climber_walks_into_squeezes_and_rubble():
    match = turn_of(then(begin(), *reveal("N", "squeeze S", "NS")), 5)
    assert {"move N", "run N", "squeeze N"} <= can(match)
    assert {"move N", "run N", "clear N"} <= can(turn_of(rubble(), 5))


def test_st_49_the_medic_treats_another_for_one_point():
    match = turn_of(calm(hurt(hurt(begin(), 6), 4)), 6)
    assert {"treat 4"} == {move for move in can(match) if "treat" in move}
    then(match, "treat 4")
    assert health(match, 4) == 3 and match.state["points"] == 1


def test_st_49_the_medic_sprints_two_moves_for_one_point():
    match = then(begin(), *reveal("N", "plain S", "NS"), "sprint N")
    assert {"stop", "step S"} == can(match)
    then(match, "step S")
    assert {"end", "exert"} == can(match) and where(match, 6) == (0, 0)


def test_st_50_the_bodyguard_repels_a_horror_on_an_adjacent_tile():
    match = turn_of(stalked(6, 4, 7, 1), 7)
    assert "repel N" in can(match)
    then(match, "repel N")
    assert horrors(match) == [] and match.state["points"] == 1


@pytest.mark.parametrize(
    "tile, sides, answers",
    [
        ("flood X", "NESW", ("hazard flood",)),
        ("gas T", "ESW", ("hazard gas",)),
        ("cave-in T 2 3", "ESW", ("hazard cave-in", "cave_in 2")),
    ],
)
def test_st_50_others_on_the_tile_of_the_bodyguard_lose_nothing(tile, sides, answers):
    match = over(then(begin(7, 4, 5, 1), *explore("N", tile, sides), "end", "end", "move N"), *answers)
    assert health(match, 5) == 3 and health(match, 7) < 5


def test_st_50_nor_to_tremors():
    match = over(then(begin(7, 4, 5, 1), *explore("N", "plain S", "NS"), "end", "move N"), "hazard tremor")
    then(match, "check 1", "check 1", "check 1")
    assert health(match, 7, 4, 5, 1) == [4, 3, 2, 2] and match.seat != CHANCE


def test_st_50_nor_to_gas_when_they_enter():
    match = calm(then(begin(7, 4, 5, 1), *explore("N", "gas T", "ESW")))
    assert health(then(match, "move N"), 4) == 3


def test_st_51_the_leader_directs_another_caver_once_a_turn():
    match = then(begin(8, 4, 5, 1, players=4), "direct 5")
    assert match.seat == 2
    assert {"decline", *(f"{verb} {side}" for verb in ("reveal", "explore") for side in SIDES)} == can(match)
    then(match, *explore("N", "plain S", "NS"))
    assert where(match, 5) == (0, -1) and match.seat == 0 and match.state["points"] == 1
    assert "direct 4" not in can(match)


def test_st_51_not_the_unconscious():
    match = fallen(6, 8, 5, 1)
    assert {"direct 1", "direct 5"} == {
        move for move in can(turn_of(over(match, "hazard flood"), 8)) if "direct" in move
    }


def test_st_51_the_leader_adds_one_to_checks():
    for face, rest in ((3, 3), (2, 2)):
        match = over(begin(4, 8, 5, 1), "hazard tremor", "check 6", f"check {face}", "check 6", "check 6")
        assert rest == health(match, 8)


def dived(*ranks):
    """The Diver is under water, the last of a round."""
    return then(ready(dig(begin(*(ranks or (1, 4, 5, 6))), 1, "N flood S NS", "?N horror D S"), 1, 2), "dive")


def test_st_52_a_diver_in_transit_meets_no_hazard():
    match = over(dived(), "hazard tremor", "check 1", "check 1", "check 1")
    assert health(match, 1, 4, 5, 6) == [3, 2, 2, 2] and match.seat != CHANCE


def test_st_52_a_diver_in_transit_is_no_victim():
    match = calm(dig(begin(1, 2, 7, 8), 1, "N flood S NS", "?N horror D S"))
    then(match, "end", "hide", "check 6", "end", "hide", "check 6", "end", "dive", "hazard horror")
    assert horrors(match) == []


def test_st_52_a_diver_in_transit_checks_when_time_is_out():
    match = dig(then(late(begin(1, 4, 5, 6)), *["check 6"] * 4), 1, "N flood S NS")
    over(then(ready(match, 1, 2), "dive"), *["check 6"] * 3)
    assert match.seat == CHANCE and then(match, "check 6").seat != CHANCE  # four have checked


# The end.


def escape(match, *ranks):
    """These cavers go from where they were when the exit was found."""
    for rank in ranks:
        walk(match, rank, {(0, 0): "E", (0, 1): "NE", (2, -1): "WWSE"}[where(match, rank)])
    return match


def test_st_53_the_game_ends_at_once_when_every_caver_is_on_the_exit():
    match = escape(exit_found(), 5, 1, 4, 6)
    assert match.over and match.log[-1] == ("move", "E")
    assert match.scores == [3]


def test_st_53_or_when_nobody_is_conscious():
    match = over(stalked())
    assert match.over and match.scores == [0]


@pytest.mark.parametrize("lost, medal", [(0, 3), (1, 2), (2, 1), (3, 0)])
def test_st_53_each_caver_left_behind_costs_a_medal(lost, medal):
    match = escape(exit_found(), *(5, 1, 4, 6)[: 4 - lost])
    assert [medal] == match.scores


def test_st_54_the_medal_is_the_team_s():
    match = escape(exit_found(players=4), 5, 1, 4, 6)
    assert match.scores == [3] * 4 and match.shares == [1.0] * 4 and match.winners == [0, 1, 2, 3]
    match = over(stalked(players=4))
    assert match.scores == [0] * 4 and match.winners == []


def test_st_54_silver_and_bronze_are_worth_two_thirds_and_one():
    match = escape(exit_found(), 5, 1)
    assert [pytest.approx(1 / 3)] == match.shares
    assert [pytest.approx(2 / 3)] == escape(match, 4).shares


# The corners.


def test_st_61_a_check_that_can_cost_nothing_is_not_rolled():
    match = over(then(begin(7, 4, 5, 1)), "hazard tremor")
    then(match, "check 6")
    assert acting(match) == 4  # the Bodyguard alone had something to lose


def test_st_61_the_fallen_do_not_roll_on_rough_ground():
    match = walk(dig(begin(), 6, "E rough ground X NESW", "?N horror D S"), 6, "W")
    over(over(match, "hazard horror"), "hazard flood")
    rank = acting(match)
    then(match, "move E")
    assert health(match, rank) == 0 and match.seat != CHANCE


def test_st_62_powers_are_judged_before_anybody_loses_health():
    match = begin(7, 4, 5, 1)
    for _ in range(3):
        hurt(ready(match, 7), 7)
    walk(dig(match, 7, "N cave-in T 2 3 ESW"), 5, "N")
    over(match, "hazard cave-in", "cave_in 3")
    assert health(match, 7, 5) == [0, 3]  # the Bodyguard falls, and has protected the Climber


def test_st_63_orientations_that_would_close_the_cave_are_not_offered():
    match = dig(begin(), 6, "?N plain D S", "?E plain D W", "?S horror D N", "W plain C NE")
    assert {"place drawn SW"} == can(then(ready(match, 6), "reveal N", "tile plain C"))


def test_st_63_the_exit_is_laid_even_if_it_closes_the_cave():
    match = then(drain(pocket(), 6), "tile exit D")
    assert {"place drawn W"} == can(match)


def test_st_63_with_the_stack_empty_anything_may_be_laid():
    match = drain(pocket(), 2)
    then(match, "tile exit D", "place drawn W")
    match = drain(pocket(6, 4, 5, 1, how="explore"), 2)
    last = next(move for move in match.moves if move[1] != "exit")
    assert then(match, last).seat == CHANCE  # the last but one is discarded
    assert {("place", "drawn", "W")} == set(then(match, "tile exit D").moves)


def test_st_63_the_geologist_discards_only_the_drawn_tile():
    match = pocket(6, 4, 3, 1)
    kept = match.state["kept"]
    then(match, "tile plain X")
    assert match.seat == CHANCE and kept == match.state["kept"]


def test_st_64_explore_always_moves_in():
    match = then(begin(), "explore N", "tile squeeze S")
    assert {"place drawn NS"} == can(match)
    assert where(then(match, "place drawn NS"), 6) == (0, -1)


def test_st_65_adjacent_is_by_an_edge_walls_or_not():
    match = over(wall_between("cave-in C 3 6 NE", 6, 3, 7, 1), "hazard cave-in", "cave_in 3")
    assert "excavate E" in can(ready(match, 3, 2)) and "clear E" not in can(match)
    match = over(wall_between("horror D N", 6, 3, 7, 1), "hazard horror")
    assert "repel E" in can(ready(match, 7))


@pytest.mark.parametrize("name, action", [("squeeze S", "squeeze N"), ("flood S", "swim N")])
def test_st_66_swimming_and_squeezing_obey_ledges(name, action):
    way = ("E plain C NW", "N plain S NS", "N plain S NS", "N plain C SW", "W plain C ES", f"?S {name} NS")
    match = walk(dig(begin(), 6, "?N ledge S NS", *way), 4, "N")
    over(match, "hazard flood")
    assert action not in can(ready(match, 4, 2))
    assert action in can(ready(then(match, "rope", "check 6"), 4, 2))


def test_st_67_explosives_also_go_where_only_the_neighbour_has_the_wall():
    match = dig(begin(6, 4, 5, 1), 6, "N plain C ES", "E plain C SW", "?S plain D N")
    assert {"demolish E"} == {move for move in can(ready(match, 4)) if "demolish" in move}


def test_st_68_a_diver_surfaces_in_any_case():
    match = dig(begin(1, 4, 5, 6), 1, "N flood S NS")
    hurt(hurt(match, 1) and ready(match, 1), 1)
    over(then(ready(match, 1, 2), "exert", "dive", "check 1"), "hazard flood")
    assert health(match, 1) == 0 and {"surface 0 -1"} == can(over(match))


def test_st_68_a_diver_in_transit_counts_as_in_the_cave():
    match = over(dig(begin(1, 4, 5, 6), 1, "?N horror D S", "W flood S EW"), "hazard horror")
    then(turn_of(match, 1), "dive")
    over(match)
    assert health(match, 4, 5, 6) == [0, 0, 0] and not match.over


def test_st_69_who_wakes_up_beside_a_horror_falls_again():
    match = over(then(begin(2, 4, 5, 1), *explore("N", "horror D", "S"), "end", "move N"), "hazard horror")
    assert health(match, 4) == 0
    assert health(then(turn_of(match, 2), "heal 4"), 4) == 0


def test_st_70_a_conscious_caver_on_the_exit_keeps_the_game_going():
    match = escape(exit_found(), 5)
    for hazard in ("horror", "flood", "flood", "flood", "flood", "gas"):
        over(match, f"hazard {hazard}")
    assert health(match, *FOUR) == [0, 0, 3, 0] and not match.over


def test_st_70_until_the_others_are_removed():
    match = then(late(escape(exit_found(), 5)), "check 1", "check 1")
    assert not match.over and then(match, "check 1").over


def test_st_71_the_marker_goes_to_the_unconscious_too():
    match = fallen()
    firsts = [over(match, "hazard flood").state["first"] for _ in range(3)]
    assert firsts == [2, 3, 0]


def test_st_72_easier_expert_with_four_cavers_deals_all_twenty_cards():
    assert play(difficulty="expert", easier=True).state["cards"] == 20


def test_st_73_with_the_stack_empty_the_geologist_still_has_the_tile_kept():
    match = drain(pocket(6, 4, 3, 1), 1)
    then(match, "tile exit D", "place drawn W")
    then(ready(match, 4, 2), "demolish S", "cave_in 2")
    assert not any(move[0] == "reveal" for move in ready(match, 4).moves)
    assert {"place kept N"} == can(then(ready(walk(match, 3, "S"), 3), "reveal S"))


def test_st_73_the_tile_kept_may_be_the_exit():
    match = drain(pocket(6, 4, 3, 1), 6)
    then(match, "tile exit D")
    assert {"place drawn W", "place kept W"} == can(match)
    assert then(match, "place kept W").state["kept"] >= 0


def test_st_74_every_further_attempt_to_hide_in_a_row_succeeds():
    match = begin()
    for face in (6, 1):
        calm(then(turn_of(match, 6), "hide", f"check {face}", "end"))
    for _ in range(2):
        then(turn_of(match, 6), "hide")
        assert match.state["hidden"][0]
        calm(match)


def two_ways():
    """Horrors north and east of the Diver, who is at the start; the Engineer beside the second, others in the south."""
    match = begin(players=4, difficulty="advanced")
    dig(match, 4, "?N horror D S", "E horror C NW", "N plain C ES")
    walk(dig(match, 5, "S plain S NS"), 6, "S")
    return over(over(match, "hazard horror x2", "appear 0 -1"))


def test_st_75_the_first_caver_chooses_which_horror_starts_if_it_matters():
    match = two_ways()
    assert {"horror_first 0", "horror_first 1"} == can(match)
    assert match.state["first"] == match.seat
    then(match.copy(), "horror_first 0")
    assert horrors(then(match, "horror_first 0")) == [(0, 0), (1, -1)] and health(match, 1, 4) == [0, 0]
    match = then(two_ways(), "horror_first 1")
    assert horrors(match) == [(0, 0), (0, 0)] and health(match, 1, 4) == [0, 3]


def test_st_75_the_order_is_not_asked_if_it_does_not_matter():
    match = dig(begin(difficulty="advanced"), 6, "?N horror D S", "?W horror D E")
    over(match, "hazard horror x2", "appear 0 -1")
    assert horrors(match) == [(-1, 0), (0, -1)]
    assert over(match).over


def test_st_75_nor_if_no_horror_can_strike():
    match = dig(begin(difficulty="advanced"), 6, "N plain X NESW", "?N horror D S", "?E horror D W", "?W horror D E")
    over(walk(match, 6, "S"), "hazard horror x2", "appear 0 -2", "appear 1 -1")
    assert over(match).seat == CHANCE and horrors(match) == [(0, -1), (0, -1)]


def test_st_76_guide_needs_a_next_tile():
    match = drain(pocket(6, 4, 2, 1), 1)
    assert ("guide",) not in then(match, "tile exit D").moves


def test_st_76_towards_the_unexplored_only_the_own_side_opens():
    match = mining()
    then(match, "demolish N", "cave_in 2")
    dig(match, 4, "?N plain C SW")
    assert "".join(side for n, side in enumerate(SIDES) if match.state["sides"][at(match, 4)] >> n & 1) == "NES"


def test_st_76_the_directed_caver_may_decline():
    match = then(begin(8, 4, 5, 1), "direct 4", "decline")
    assert acting(match) == 8 and match.state["points"] == 1


def test_st_76_a_diver_in_transit_cannot_be_directed():
    match = over(dived(1, 5, 6, 8), "hazard flood")
    assert {"direct 5", "direct 6"} == {move for move in can(turn_of(match, 8)) if "direct" in move}


def test_st_77_actions_without_effect_are_not_offered():
    assert not {"heal 6", "treat 4", "clear here", "rope"} & can(begin())
    assert "hide" not in can(begin(2, 4, 5, 1))


def test_st_77_base_actions_stay_beside_cheaper_powers():
    match = turn_of(calm(hurt(hurt(begin(), 6), 4)), 6)
    assert {"heal 4", "treat 4"} <= can(match)


def test_st_78_two_cavers_each_sit_side_by_side():
    match = play("first_caver 4", cavers=[6, 4, 5, 1], players=2)
    seats = [match.seat, *(then(match, "end").seat for _ in range(3))]
    assert seats == [0, 1, 1, 0]
    assert calm(match).seat == 1  # the marker passes by caver
