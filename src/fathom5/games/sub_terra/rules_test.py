"""The rulebook, clause by clause."""

from collections import Counter
from functools import partial

import pytest

from fathom5 import load
from fathom5.door.testing import can, play, then
from fathom5.games.sub_terra.house import HOUSE
from fathom5.games.sub_terra.rules.box import MOST_TILES, NOWHERE
from fathom5.games.sub_terra.words import KINDS, design_words

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


def derived(state):
    """What the record keeps for the sake of speed, found in the rest of it."""
    is_open = [[bool(state.sides[tile] >> side & 1) for side in range(4)] for tile in range(MOST_TILES)]
    ways, unexplored = [[NOWHERE] * 4 for _ in range(MOST_TILES)], [0] * MOST_TILES
    for tile in range(state.laid):
        for side, other in enumerate(state.beside[tile].tolist()):
            if other != NOWHERE and is_open[tile][side] and is_open[other][(side + 2) % 4]:
                ways[tile][side] = other
            unexplored[tile] |= (other == NOWHERE and is_open[tile][side]) << side
    costs = [number for name, number in zip(HOUSE, state.house.tolist()) if name.endswith("_cost")]
    return {"unseen": state.stack.sum(), "ways": ways, "unexplored": unexplored, "cheapest": min(costs)}


def changed(state):
    """The same state after somebody has moved tiles by hand."""
    for field, value in derived(state).items():
        state[field] = value
    return state


VARIANTS = [
    {"cavers": [3, 4, 7, 8]},
    {"cavers": [1, 2, 5, 6], "difficulty": "expert", "easier": True},
    {"players": 3, "difficulty": "advanced"},
    {"players": 5, "cavers": [8, 7, 6, 5, 3]},
]


def escape(match, *ranks):
    """These cavers go from where they were when the exit was found."""
    for rank in ranks:
        walk(match, rank, {(0, 0): "E", (0, 1): "NE", (2, -1): "WWSE"}[where(match, rank)])
    return match


def late(match):
    """All cards are gone, and time is out."""
    kindest = ("gas", "flood", "cave-in", "tremor", "horror")
    while ("hazard", "out of time") not in over(match).moves:
        hazards = [move for move in match.moves if move[0] == "hazard"]
        match.play(min(hazards, key=lambda move: kindest.index(move[1])) if hazards else match.moves[-1])
    return then(match, "hazard out of time")


def dived(*ranks):
    """The Diver is under water, the last of a round."""
    return then(ready(dig(begin(*(ranks or (1, 4, 5, 6))), 1, "N flood S NS", "?N horror D S"), 1, 2), "dive")


def mining():
    """The Engineer is on a corner north of the start, with two points; a tile west of the start may fall."""
    return ready(dig(begin(4, 6, 5, 1), 4, "?W cave-in C 1 4 ES", "N plain C ES"), 4, 2)


def fallen(*ranks):
    """The first caver has fallen on a gas tile north of the start."""
    match = calm(then(begin(*ranks), *reveal("N", "gas T", "ESW")))
    first = (ranks or FOUR)[0]
    return then(turn_of(match, first), "exert", "move N", "move S", "move N")


def hurt(match, rank=6):
    """One health less by exerting."""
    return then(turn_of(match, rank), "exert", "end", "check 1")


def rubble(*ranks, sides="ESW"):
    """North of the start a tile under rubble, the second caver's turn."""
    match = then(begin(*ranks), *reveal("N", "cave-in T 2 3", sides))
    return over(match, "hazard cave-in", "cave_in 3")


def stalked(*ranks, **options):
    """All are on the start tile, a horror on the dead end north of it."""
    return over(then(begin(*ranks, **options), *reveal("N", "horror D", "S")), "hazard horror")


def wall_between(name, *ranks):
    """East of the start a tile behind a wall, all but the first caver on the start tile."""
    return dig(begin(*ranks), ranks[0], "N plain C ES", "E plain C SW", f"?S {name}")


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
