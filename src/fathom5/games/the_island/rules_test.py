"""The rulebook of The Island, clause by clause."""

from collections import Counter

import numpy as np
import pytest

import fathom5
from fathom5 import CHANCE
from fathom5.games.the_island import sea
from fathom5.games.the_island.box import (
    EXPLORERS,
    NO_BOAT,
    NO_ONE,
    RED,
    TEAM,
    Phase,
    Plight,
    Terrain,
)
from fathom5.games.the_island.sea import (
    CELL_AT,
    COAST,
    LAIRS,
    LAND,
    NOWHERE,
    PLACES,
    distance,
)
from fathom5.games.the_island.words import KIND_WORDS, TERRAIN_WORDS, UNDER_WORDS
from fathom5.kernel.chance import dice
from fathom5.testing import can, dealt, then

CHALLENGES = ("crowded", "to_the_last", "all_equal", "atlantis_submerged")
VARIANTS = [
    {"players": 3, "memory": False},
    {"players": 4, "challenges": ["to_the_last"]},
]
REDS = UNDER_WORDS[RED:]


# For the laws.


def pieces(state):
    """All tiles, explorers and their seats; whatever has left the game is not counted."""
    undersides = state.left.sum() - (state.terrain < Terrain.SEA).sum() if state.phase > Phase.TERRAIN else 0
    if state.phase == Phase.UNDER and state.seat == CHANCE:
        undersides -= 1
    boats = sorted(state.boat[state.boat != NOWHERE].tolist())
    benches = sorted(state.bench[state.bench != NO_ONE].tolist())
    swimmers = Counter(state.place[state.plight == Plight.SWIMMING].tolist())
    return [
        int(undersides),  # an underside for each tile that lies
        boats == sorted(np.flatnonzero(state.boat_on != NO_BOAT).tolist()),
        all(state.boat[boat] == cell for cell, boat in enumerate(state.boat_on) if boat != NO_BOAT),
        benches == np.flatnonzero(state.plight == Plight.ABOARD).tolist(),
        all(state.place[who] == cell for cell, row in zip(state.boat, state.bench) for who in row if who != NO_ONE),
        all(state.swimmers[cell] == swimmers[cell] for cell in range(len(PLACES))),
        len(state.value),
    ]


def heard(before, move, seat):
    """TI-7, TI-27: only its owner knows a value, and only who removed a tile its red underside."""
    if seat == before.colour % before.seats:
        return move
    if move[0] == "place":
        return (*move[:3], None, *move[4:])
    return ("under", None) if move[0] == "under" and move[1] in REDS else move


def reveals(before, after):
    """TI-27: a red tile that is played lies open, so that all see which of the hand it was."""
    return after.held.sum() < before.held.sum()


# A match at its first turn. Beaches are in the north, mountains in the south, unless it is said otherwise.

WEST = [(-7, 5), (-5, 5), (-4, 4), (-6, 6), (-7, 7)]  # where colour 0 stands, and then in the south
EAST = [(7, 5), (5, 5), (4, 4), (6, 6), (7, 7)]  # colour 1
SHORES = [(-6, 4), (6, 4), (-8, 4), (8, 4), (-5, 9), (5, 9), (-6, 8), (6, 8)]  # boats, in the order of placing
INLAND = sorted(map(PLACES.__getitem__, LAND), key=lambda place: distance(place, (0, 6)))
FAR_BEACHES = dict.fromkeys(INLAND[-16:], "beach")
WORTH = [6, 5, 4, 3, 3, 2, 2, 1, 1, 1]  # explorer 0 is worth 6


def island(terrain=(), spots=(WEST, EAST), boats=SHORES, first=0, **options):
    """A match at its first turn; `terrain` says what lies on some places, all else follows a pattern."""
    options = {"players": 2, "two_colours": False} | options
    match = laid(terrain, first, **options)
    settle(match, spots)
    for place in boats[: 2 * match.state["colours"]]:
        match.play(("place_boat", *place))
    return match


def laid(terrain=(), first=0, **options):
    """A match with its tiles laid."""
    match = fathom5.load("the_island", **options).start(chance="manual")
    match.play(("first_player", first))
    left = {"beach": 16, "forest": 16, "mountain": 8}
    for kind in dict(terrain).values():
        left[kind] -= 1
    rest = [kind for kind, count in left.items() for _ in range(count)]
    for place in map(PLACES.__getitem__, LAND):
        match.play(("terrain", *place, dict(terrain).get(place) or rest.pop(0)))
    return match


def settle(match, spots):
    """Place all explorers: each colour on its own spots first, then in the south."""
    kept = {place for row in spots for place in row}
    south = [PLACES[cell] for cell in reversed(LAND)]
    south = [place for place in south if place not in kept] + south
    while match.state["phase"] == Phase.PLACE:
        colour, index = match.state["colour"], match.state["placed"] // match.state["colours"]
        own = spots[colour] if colour < len(spots) else ()
        place = own[index] if index < len(own) else south.pop(0)
        match.play(("place", colour, index, WORTH[index], *place))


def dull(match):
    """What changes least."""
    quiet = [move for move in match.moves if move[0] in ("pass", "end_moves", "stay", "decline")]
    if quiet:
        return quiet[0]
    peopled = {spot(match, *divmod(who, TEAM)) for who in range(EXPLORERS)}
    deserted = [move for move in match.moves if move[0] == "remove" and move[1:] not in peopled]
    return min(deserted, key=lambda move: (move[2], -move[1])) if deserted else match.moves[-1]


def until(match, phase, colour=None):
    """Let dull things happen until then."""
    while match.state["phase"] != phase or colour not in (None, match.state["colour"]):
        match.play(dull(match))
    return match


def turn(match, *moves, remove=None, under=None, die="serpent", creature="stay"):
    """A whole turn, of which only this is said."""
    if match.state["phase"] == Phase.START and not can(match) & set(moves):
        match.play("pass")
    until(then(match, *moves), Phase.REMOVE)
    match.play(("remove", *remove) if remove else dull(match))
    match.play(f"under {under}" if under else dull(match))
    if match.state["phase"] == Phase.DIE and not match.over:
        match.play(f"die {die}")
    if match.state["phase"] == Phase.CREATURE and not match.over:
        match.play(creature)
    return match


def sunk(match, *removals, colour=0):
    """Turns in which these tiles are removed, each given with its underside; then it is this colour's turn to move."""
    for place, under in removals:
        turn(match, remove=place, under=under)
    return until(match, Phase.MOVES, colour)


def vanished(match, *colours):
    """All explorers of these colours have jumped into the serpent's lagoon."""
    while not match.over and any(plight(match, colour, i) == "ashore" for colour in colours for i in range(TEAM)):
        steps = [move for move in match.moves if move[0] in ("walk", "dive") and move[1] in colours]
        match.play(min(steps, key=lambda move: to_lagoon(match, move)) if steps else dull(match))
    return match


def to_lagoon(match, move):
    """The step that ends nearest to the lagoon, of those the one from farthest away."""
    return distance(move[3:], (0, 6)), -distance(spot(match, *move[1:3]), (0, 6))


def drown_island(match, until_tiles, under=lambda match: match.moves[-1]):
    """Let tiles sink, with red undersides where there are any, until so many are left."""
    while not match.over and tiles_left(match) > until_tiles:
        match.play(under(match) if match.state["phase"] == Phase.UNDER else dull(match))
    return match


# What there is to see.


def spot(match, colour, index):
    cell = match.state["place"][TEAM * colour + index]
    return PLACES[cell] if cell != NOWHERE else None


def plight(match, colour, index):
    return Plight(match.state["plight"][TEAM * colour + index]).name.lower()


def boats(match):
    return {PLACES[cell] for cell in match.state["boat"] if cell != NOWHERE}


def creatures(match, kind):
    return sorted(PLACES[cell] for cell in match.state["creature"][KIND_WORDS.index(kind)] if cell != NOWHERE)


def terrain(match, x, y):
    return TERRAIN_WORDS[match.state["terrain"][CELL_AT[x, y]]]


def tiles_left(match):
    return sum(kind != Terrain.SEA for kind in match.state["terrain"])


def hand(match, colour):
    """The red undersides that a colour holds."""
    counts = np.sum(match.state["hand"][colour], 0)
    return [name for name, count in zip(REDS, counts, strict=True) for _ in range(count)]


def odds(match):
    return dict(zip(match.moves, match.odds, strict=True))


def offered(match, *words):
    return {move for move in match.moves if move[0] in words}


def targets(match, word, *who):
    """Where such a move can end."""
    return {move[-2:] for move in match.moves if move[0] == word and move[1 : 1 + len(who)] == who}


# Board.


def test_ti_1_thirteen_rows_of_133_cells_with_40_land_slots():
    rows, land = (Counter(y for _, y in places) for places in (sea.PLACES, [sea.PLACES[cell] for cell in sea.LAND]))
    assert [rows[y] for y in range(13)] == [7, 10, 11, 10, 11, 12, 11, 12, 11, 10, 11, 10, 7]
    assert [land[y] for y in range(3, 10)] == [4, 5, 8, 6, 8, 5, 4]
    assert (sea.CELLS, sea.SLOTS, sum(~sea.IS_LAND)) == (133, 40, 93)


def test_ti_2_cells_touch_their_neighbours_in_doubled_coordinates():
    around = {sea.PLACES[cell] for cell in sea.AROUND[sea.CELL_AT[0, 6], 1 : sea.NEAR]}
    assert around == {(-2, 6), (2, 6), (-1, 5), (1, 5), (-1, 7), (1, 7)}
    assert set(sea.LAIRS) == {(-9, 1), (10, 2), (0, 6), (-10, 10), (9, 11)}
    shores = {sea.ISLANDS[sea.ISLAND_AT[cell]]: [] for cell in range(133) if sea.ISLAND_AT[cell] != NOWHERE}
    for cell in np.flatnonzero(sea.ISLAND_AT != NOWHERE):
        shores[sea.ISLANDS[sea.ISLAND_AT[cell]]].append(sea.PLACES[cell])
    assert (shores["NW"], shores["NE"]) == ([(-9, 1), (-10, 2)], [(9, 1), (10, 2)])
    assert (shores["SW"], shores["SE"]) == ([(-10, 10), (-9, 11)], [(10, 10), (9, 11)])


def test_ti_3_what_touches_what():
    beside = [{cell for cell in row if cell != NOWHERE} for row in sea.AROUND[:, 1 : sea.NEAR]]
    lagoon = sea.CELL_AT[0, 6]
    outer = {cell for cell in range(133) if not sea.IS_LAND[cell]} - {lagoon}
    assert sum(bool(beside[cell] & set(sea.LAND)) for cell in outer) == sum(sea.TOUCHES_LAND[[*outer]]) == 28
    assert sum(bool(beside[cell] & outer) for cell in sea.LAND) == 22
    assert sum(lagoon in beside[cell] and not beside[cell] & outer for cell in sea.LAND) == 6
    assert sea.COAST.bit_count() == 22 + 6


# Components.


PRINTED = {  # in the order of the green and then the red undersides
    "beach": (3, 3, 1, 0, 0, 3, 2, 1, 1, 1, 1, 0),
    "forest": (2, 2, 3, 2, 0, 1, 0, 1, 1, 1, 1, 2),
    "mountain": (1, 0, 0, 4, 1, 0, 0, 0, 0, 0, 1, 1),
}


@pytest.mark.parametrize("kind, left", [("beach", 40), ("forest", 24), ("mountain", 8)])
def test_ti_4_what_is_printed_under_each_terrain(kind, left):
    match = until(drown_island(island(), left), Phase.REMOVE)
    assert terrain(match, *match.moves[0][1:]) == kind
    then(match, match.moves[0])
    ways = zip(UNDER_WORDS, PRINTED[kind], strict=True)
    assert odds(match) == {("under", symbol): count / sum(PRINTED[kind]) for symbol, count in ways if count}


def test_ti_4_a_symbol_turned_over_is_not_there_any_more():
    match = turn(island(), under="boat")
    then(until(match, Phase.REMOVE), dull(match))
    assert ("under", "boat") not in odds(match)
    assert odds(match)[("under", "shark")] == 3 / 15


def test_ti_5_a_colour_has_the_values_1_1_1_2_2_3_3_4_5_6():
    match, had = laid(two_colours=False), []
    while match.state["phase"] == Phase.PLACE:
        move = min(match.moves, key=lambda move: move[3])
        had += [move[3]] if match.seat == 0 else []
        then(match, move)
    assert had == [1, 1, 1, 2, 2, 3, 3, 4, 5, 6]


def test_ti_5_the_die_shows_each_creature_as_often():
    match = until(island(), Phase.DIE)
    assert odds(match) == {("die", kind): 1 / 3 for kind in ("serpent", "shark", "whale")}


# Setup.


def test_ti_6_serpents_are_in_their_lairs_and_the_tiles_are_shuffled():
    match = fathom5.load("the_island").start(chance="manual")
    then(match, "first_player 0")
    assert creatures(match, "serpent") == sorted(LAIRS)
    assert odds(match) == {
        ("terrain", -3, 3, kind): n / 40 for kind, n in {"beach": 16, "forest": 16, "mountain": 8}.items()
    }
    then(match, "terrain -3 3 mountain")
    assert odds(match)[("terrain", -1, 3, "mountain")] == pytest.approx(7 / 39)


def test_ti_6_there_are_no_more_tiles_of_a_terrain_than_in_the_box():
    match = laid()
    assert [match.state["terrain"].count(kind) for kind in range(3)] == [16, 16, 8]
    assert {spot for spot, kind in zip(PLACES, match.state["terrain"]) if kind != Terrain.SEA} == set(INLAND)


def test_ti_7_one_explorer_at_a_time_clockwise_on_tiles_without_one():
    match = laid(first=1, players=3)
    assert (match.seat, targets(match, "place", 1, 0)) == (1, set(INLAND))
    then(match, "place 1 0 6 -3 3")
    assert (match.seat, targets(match, "place", 2, 0)) == (2, set(INLAND) - {(-3, 3)})
    then(match, "place 2 0 1 -1 3", "place 0 0 1 1 3")
    assert match.moves[0][:3] == ("place", 1, 1)
    assert [plight(island(players=3), colour, 9) for colour in range(3)] == ["ashore"] * 3


def test_ti_7_only_the_owner_knows_the_value():
    match = then(laid(two_colours=False), "place 0 0 6 -3 3")
    assert match.told(0)[-1] == ("place", 0, 0, 6, -3, 3)
    assert match.told(1)[-1] == match.told()[-1] == ("place", 0, 0, None, -3, 3)
    assert [match.view(seat)["value"][0] for seat in (0, 1, None)] == [6, 0, 0]


def test_ti_7_any_value_that_is_left_may_be_behind_an_explorer_of_another():
    seen, rng = island().seen(1), dice(1)
    guesses = Counter(int(dealt(seen, rng).value[0]) for _ in range(2000))
    assert [guesses[value] / 2000 for value in range(1, 7)] == pytest.approx([0.3, 0.2, 0.2, 0.1, 0.1, 0.1], abs=0.04)
    assert sorted(dealt(seen, rng).value[:TEAM]) == sorted(WORTH)


def test_ti_8_then_two_boats_each_by_the_land_without_a_boat():
    match = laid(first=1, two_colours=False)
    settle(match, ())
    assert (match.seat, len(match.moves)) == (1, 28)
    assert ("place_boat", 0, 6) not in match.moves
    then(match, "place_boat -6 4")
    assert (match.seat, len(match.moves)) == (0, 27)
    then(match, "place_boat 6 4", "place_boat -8 4", "place_boat 8 4")
    assert (match.seat, match.moves[0]) == (1, ("end_moves",))
    assert boats(match) == {(-6, 4), (6, 4), (-8, 4), (8, 4)}


def after_set_up(value, **options):
    """A match in which explorer 0 of colour 0 is worth so much, and all that seat 0 can read of it."""
    match = laid(two_colours=False, **options)
    then(match, f"place 0 0 {value} -7 5", "place 1 0 6 7 5", f"place 0 1 {11 - value} -5 5")
    while match.state["phase"] == Phase.PLACE:
        match.play(match.moves[0])
    then(match, *(("place_boat", *place) for place in SHORES[:4]), "end_moves")
    return match, (match.scene(0), match.text(0), match.story(0))


def test_ti_9_in_a_game_of_memory_nobody_can_look_at_values_after_set_up_but_bots_may_remember():
    (six, read), (five, read_too) = after_set_up(6), after_set_up(5)
    assert read == read_too
    assert (six.view(0)["value"][0], five.view(0)["value"][0]) == (6, 5)


def test_ti_9_without_memory_own_values_stay_visible_to_their_owner_only():
    (six, read), (five, read_too) = after_set_up(6, memory=False), after_set_up(5, memory=False)
    assert all(one != other for one, other in zip(read[::2], read_too[::2], strict=True))
    assert six.scene(1) == five.scene(1)


# A turn.


def test_ti_10_a_red_tile_may_be_played_only_on_a_later_turn_and_only_one():
    match = turn(island(), remove=(-3, 3), under="wind")
    assert match.moves[0] == ("end_moves",)
    until(turn(match, under="wind"), Phase.START, 0)
    assert ("pass",) in match.moves
    assert then(match, "wind -6 4 -5 3").moves[0] == ("end_moves",)


def test_ti_10_with_an_empty_hand_nothing_is_asked():
    match = turn(island(), under="shark")
    assert (match.seat, match.moves[0]) == (1, ("end_moves",))


def test_ti_11_up_to_three_moves_in_any_split_and_order():
    match = then(island(), "board 0 0 -6 4", "boat -6 4 -5 3", "walk 0 1 -7 5")
    assert match.moves[0][0] == "remove"
    assert then(island(), "walk 0 1 -7 5", "end_moves").moves[0][0] == "remove"


def test_ti_12_a_tile_must_be_removed_and_acts():
    match = then(island(), "end_moves")
    assert {move[0] for move in match.moves} == {"remove"}
    then(match, "remove -3 3", "under shark")
    assert (terrain(match, -3, 3), creatures(match, "shark")) == ("sea", [(-3, 3)])


def test_ti_13_one_creature_of_the_kind_rolled_may_move():
    match = then(island(), "end_moves", "remove -3 3", "under boat", "die serpent")
    assert match.seat == 0
    assert {move[:4] for move in match.moves} == {
        ("stay",),
        *(("creature", "serpent", *lair) for lair in LAIRS[:2] + LAIRS[3:]),
    }
    assert targets(match, "creature", "serpent", -9, 1) == {(-7, 1), (-10, 2), (-8, 2)}
    assert then(match, "stay").seat == 1


@pytest.mark.parametrize("kind, steps", [("shark", 2), ("whale", 3)])
def test_ti_13_sharks_move_up_to_two_cells_and_whales_up_to_three(kind, steps):
    match = then(until(sunk(island(boats=SHORES[2:]), ((-3, 3), kind)), Phase.DIE), f"die {kind}")
    near = {PLACES[c] for c in range(len(PLACES)) if PLACES[c][1] < 3 and 0 < distance(PLACES[c], (-3, 3)) <= steps}
    found = targets(match, "creature", kind, -3, 3)
    assert {place for place in found if place[1] < 3} == near
    assert max(distance(place, (-3, 3)) for place in found) == steps


def test_ti_13_nothing_is_asked_when_there_is_no_such_creature():
    assert then(until(island(), Phase.DIE), "die whale").seat == 1


def test_ti_14_who_has_no_explorer_left_skips_the_moves_only():
    match = vanished(island(FAR_BEACHES, spots=((), INLAND)), 1)
    until(match, Phase.START, 1)
    then(match, "pass")
    assert (match.seat, match.moves[0][0]) == (1, "remove")
    then(match, dull(match), "under shark", "die serpent")
    assert (match.seat, match.moves[0]) == (1, ("stay",))


# Moves.


def test_ti_15_from_land_to_land_to_a_boat_or_into_the_water():
    match = island()
    assert targets(match, "walk", 0, 1) == {(-7, 5), (-3, 5), (-4, 4), (-6, 6), (-4, 6)}
    assert targets(match, "board", 0, 0) == {(-6, 4), (-8, 4)}
    assert targets(match, "dive", 0, 1) == {(-6, 4)}
    then(match, "walk 0 1 -7 5")
    assert spot(match, 0, 0) == spot(match, 0, 1) == (-7, 5)


def test_ti_15_a_boat_holds_three():
    match = turn(island(), "board 0 0 -6 4", "board 0 1 -6 4", "board 0 2 -6 4")
    until(match, Phase.MOVES, 0)
    then(match, "walk 0 3 -7 5")
    assert targets(match, "board", 0, 3) == {(-8, 4)}


def test_ti_16_from_a_boat_to_the_next_boat_or_into_its_own_water():
    match = then(island(), "board 0 1 -6 4")
    assert targets(match, "board", 0, 1) == {(-8, 4)}
    assert targets(match, "dive", 0, 1) == {(-6, 4)}
    then(match, "board 0 1 -8 4")
    assert (spot(match, 0, 1), plight(match, 0, 1)) == ((-8, 4), "aboard")


def test_ti_16_from_a_boat_on_a_landing_cell_to_the_safe_island():
    match = turn(island(), "board 0 0 -8 4", "boat -8 4 -9 3")
    until(match, Phase.MOVES, 0)
    assert not offered(match, "land")
    then(match, "boat -9 3 -10 2", "land 0 0 NW")
    assert (plight(match, 0, 0), boats(match) >= {(-10, 2)}) == ("saved", True)


def test_ti_17_never_back_on_land_and_only_own_explorers():
    match = then(island(), "board 0 0 -6 4", "dive 0 1 -6 4")
    assert not targets(match, "walk", 0, 0) | targets(match, "walk", 0, 1)
    until(turn(match), Phase.MOVES, 0)
    assert not targets(match, "walk", 0, 0) | targets(match, "walk", 0, 1)
    assert {move[1] for move in offered(match, "walk", "board", "dive", "swim")} == {0}


def test_ti_18_a_swimmer_has_one_sea_action_a_turn_and_diving_is_one():
    match = then(island(), "dive 0 1 -6 4")
    assert not targets(match, "swim", 0, 1) | targets(match, "board", 0, 1)
    until(turn(match), Phase.MOVES, 0)
    assert targets(match, "board", 0, 1) == {(-6, 4)}
    assert targets(match, "swim", 0, 1) == {(-8, 4), (-7, 3), (-5, 3)}
    then(match, "swim 0 1 -8 4")
    assert not targets(match, "swim", 0, 1) | targets(match, "board", 0, 1)


def test_ti_18_a_swimmer_lands_from_a_landing_cell_but_not_in_the_turn_it_came():
    match = turn(island(), "dive 0 0 -8 4")
    until(match, Phase.MOVES, 0)
    turn(match, "swim 0 0 -9 3")
    until(match, Phase.MOVES, 0)
    then(match, "swim 0 0 -10 2")
    assert not offered(match, "land")
    until(turn(match), Phase.MOVES, 0)
    assert plight(then(match, "land 0 0 NW"), 0, 0) == "saved"


def test_ti_18_there_must_be_room_in_the_boat():
    match = turn(island(), "board 0 1 -6 4", "board 0 2 -6 4", "dive 0 0 -6 4")
    turn(until(match, Phase.MOVES, 0), "walk 0 3 -7 5", "board 0 3 -6 4")
    assert not targets(until(match, Phase.MOVES, 0), "board", 0, 0) & {(-6, 4)}


@pytest.mark.parametrize("under, lost", [("shark", True), ("whale", False)])
def test_ti_19_a_swimmer_who_enters_a_cell_with_a_shark_is_lost(under, lost):
    match = sunk(island(), ((-3, 3), under))
    then(match, "dive 0 2 -3 3")
    assert (plight(match, 0, 2) == "lost") == lost


def test_ti_19_a_swimmer_who_enters_a_cell_with_a_serpent_is_lost():
    match = vanished(island(FAR_BEACHES, spots=(INLAND, ())), 0)
    assert [plight(match, 0, index) for index in range(TEAM)] == ["lost"] * TEAM


def test_ti_20_anyone_moves_an_empty_boat_to_a_cell_without_a_boat():
    match = island()
    assert targets(match, "boat", 6, 4) == {(5, 3), (7, 3)}
    assert targets(match, "boat", -6, 4) == {(-5, 3), (-7, 3)}  # (-8, 4) has a boat
    assert (5, 3) in boats(then(match, "boat 6 4 5 3"))


@pytest.mark.parametrize("crew, ruled", [("0", {0}), ("1", {1}), ("01", {0, 1}), ("011", {1}), ("001", {0})])
def test_ti_20_most_aboard_control_a_boat_and_so_do_all_tied(crew, ruled):
    side = [(-7, 5), (-5, 5), (-4, 4)]
    match = island(spots=(side[: crew.count("0")], side[crew.count("0") : len(crew)]))
    for colour in (0, 1):
        until(match, Phase.MOVES, colour)
        turn(match, *(f"board {colour} {index} -6 4" for index in range(crew.count(str(colour)))))
    rulers = {c for c in (0, 1) if targets(until(match, Phase.MOVES, c), "boat", -6, 4)}
    assert rulers == ruled


def test_ti_21_an_occupied_boat_is_wrecked_by_a_whale():
    match = sunk(island(), ((-3, 3), "whale"))
    then(match, "board 0 1 -6 4", "boat -6 4 -5 3", "boat -5 3 -3 3")
    assert not boats(match) & {(-5, 3), (-3, 3)}
    assert (plight(match, 0, 1), spot(match, 0, 1)) == ("swimming", (-3, 3))


def test_ti_21_and_by_a_serpent_which_also_takes_the_swimmers():
    match = turn(island(), "board 0 0 -8 4", "boat -8 4 -9 3", die="serpent", creature="creature serpent -9 1 -10 2")
    then(until(match, Phase.MOVES, 0), "boat -9 3 -10 2")
    assert not boats(match) & {(-9, 3), (-10, 2)}
    assert plight(match, 0, 0) == "lost"


def test_ti_21_a_shark_does_not_wreck_a_boat_but_takes_those_who_are_wrecked_there():
    match = sunk(island(), ((-3, 3), "whale"), ((-1, 3), "shark"))
    turn(match, "board 0 1 -6 4", "boat -6 4 -5 3", die="shark", creature="creature shark -1 3 -2 2")
    turn(match, die="shark", creature="creature shark -2 2 -4 2")
    then(until(match, Phase.MOVES, 0), "boat -5 3 -4 2")
    assert plight(match, 0, 1) == "aboard"
    turn(match, die="whale", creature="creature whale -3 3 -4 2")
    assert plight(match, 0, 1) == "lost"


def test_ti_21_those_wrecked_by_their_own_move_are_taken_by_a_shark_there():
    match = sunk(island(), ((-3, 3), "whale"), ((-1, 3), "shark"))
    turn(match, "board 0 1 -6 4", "boat -6 4 -5 3", die="shark", creature="creature shark -1 3 -3 3")
    then(until(match, Phase.MOVES, 0), "boat -5 3 -3 3")
    assert plight(match, 0, 1) == "lost"


def test_ti_21_an_empty_boat_is_safe():
    match = then(sunk(island(), ((-3, 3), "whale")), "boat -6 4 -5 3", "boat -5 3 -3 3")
    assert (-3, 3) in boats(match)


def test_ti_22_who_boards_an_empty_boat_beside_a_whale_is_capsized_at_once():
    match = then(sunk(island(), ((-3, 3), "whale")), "boat -6 4 -5 3", "boat -5 3 -3 3", "board 0 2 -3 3")
    assert (-3, 3) not in boats(match)
    assert plight(match, 0, 2) == "swimming"


def test_ti_23_any_safe_island_will_do_and_all_there_score():
    match = turn(island(spots=(EAST, WEST)), "board 0 0 8 4", "boat 8 4 9 3")
    then(until(match, Phase.MOVES, 0), "boat 9 3 8 2", "boat 8 2 9 1", "land 0 0 NE")
    assert match.scores == [6, 0]
    assert until(match, Phase.MOVES, 0).scores == [6, 0]


# Removing a tile.


def test_ti_24_beaches_at_the_sea_first_and_new_sea_and_the_lagoon_count():
    match = until(island(), Phase.REMOVE)
    assert {terrain(match, *place) for place in targets(match, "remove")} == {"beach"}
    assert (-1, 5) in targets(match, "remove")  # at the lagoon
    assert (-2, 4) not in targets(match, "remove")
    until(turn(match, remove=(-3, 3), under="boat"), Phase.REMOVE)
    assert (-2, 4) in targets(match, "remove")


def test_ti_24_then_forests_then_mountains():
    for left, kind in ((25, "beach"), (24, "forest"), (9, "forest"), (8, "mountain")):
        match = until(drown_island(island(), left), Phase.REMOVE)
        assert {terrain(match, *place) for place in targets(match, "remove")} == {kind}


def test_ti_24_if_no_tile_of_that_terrain_is_at_the_sea_any_of_it():
    shore = [place for place in INLAND if place[1] in (3, 9)] + [
        (-4, 4),
        (4, 4),
        (-4, 8),
        (4, 8),
        (7, 5),
        (6, 6),
        (7, 7),
    ]
    match = island(dict.fromkeys([*shore, (-4, 6)], "beach"))
    until(match, Phase.REMOVE)
    assert targets(match, "remove") == set(shore)
    until(drown_island(match, 25), Phase.REMOVE)
    assert match.moves == (("remove", -4, 6),)


def test_ti_25_those_on_the_tile_swim_before_its_underside_acts():
    match = then(until(island(), Phase.REMOVE), "remove -5 5")
    assert (plight(match, 0, 1), spot(match, 0, 1)) == ("swimming", (-5, 5))
    assert plight(then(match, "under shark"), 0, 1) == "lost"


def test_ti_26_a_shark_takes_the_swimmers_and_a_whale_does_not():
    shark = turn(island(), remove=(-5, 5), under="shark")
    whale = turn(island(), remove=(-5, 5), under="whale")
    assert (creatures(shark, "shark"), plight(shark, 0, 1)) == ([(-5, 5)], "lost")
    assert (creatures(whale, "whale"), plight(whale, 0, 1)) == ([(-5, 5)], "swimming")


def test_ti_26_up_to_three_swimmers_board_the_new_boat():
    match = turn(island(), "walk 0 0 -5 5", "walk 0 2 -5 5", remove=(-5, 5), under="boat")
    assert (-5, 5) in boats(match)
    assert [plight(match, 0, index) for index in (0, 1, 2)] == ["aboard"] * 3


def test_ti_26_of_five_swimmers_the_remover_chooses_three_of_any_colour():
    match = island(spots=(WEST, [(-3, 5), (-4, 6)]))
    turn(match, "walk 0 0 -5 5", "walk 0 2 -5 5", remove=(3, 3), under="shark")
    then(match, "walk 1 0 -5 5", "walk 1 1 -5 5", "end_moves", "remove -5 5", "under boat")
    assert (match.seat, can(match)) == (1, {f"aboard {who}" for who in ("0 0", "0 1", "0 2", "1 0", "1 1")})
    then(match, "aboard 1 0", "aboard 0 2", "aboard 1 1")
    assert match.seat == CHANCE
    assert [plight(match, *who) for who in ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1))] == [
        *("swimming", "swimming"),
        *("aboard", "aboard", "aboard"),
    ]


def whirlpool():
    """The forest at (-7, 5) is one; beside it a boat with explorer 0, a swimmer in another, a shark, and land."""
    match = drown_island(island(dict.fromkeys(WEST, "forest"), spots=([(-7, 5), (-5, 5), (-6, 6)], ())), 24)
    until(match, Phase.START, 0)
    then(match, next(move for move in match.moves if move[0] == "move_shark" and move[3:] == (-9, 5)))
    return then(match, "board 0 0 -8 4", "dive 0 1 -6 4", "end_moves", "remove -7 5")


def test_ti_26_a_whirlpool_takes_all_on_its_cell_and_on_the_sea_around():
    match = whirlpool()
    assert {(-8, 4), (-6, 4)} <= boats(match)
    assert (-9, 5) in creatures(match, "shark")
    then(match, "under whirlpool")
    assert not {(-8, 4), (-6, 4)} & boats(match)
    assert (-9, 5) not in creatures(match, "shark")
    assert plight(match, 0, 0) == plight(match, 0, 1) == "lost"


def test_ti_26_explorers_on_land_beside_a_whirlpool_are_safe():
    assert plight(then(whirlpool(), "under whirlpool"), 0, 2) == "ashore"


def test_ti_26_the_volcano_ends_the_game_at_once():
    match = until(drown_island(island(), 8), Phase.REMOVE)
    assert then(match, match.moves[0], "under volcano").over


def test_ti_27_a_red_underside_is_known_to_the_remover_only_and_the_number_in_hand_to_all():
    one, other = (turn(island(), remove=(-3, 3), under=under) for under in ("wind", "dolphin"))
    assert one.view(0) != other.view(0)
    for seat in (1, None):
        assert one.seen(seat).tobytes() == other.seen(seat).tobytes()
        assert one.told(seat) == other.told(seat)
        assert (np.sum(one.view(seat)["held"][0]), np.sum(one.view(seat)["hand"])) == (1, 0)
    assert ("under", None) in one.told(1)
    assert ("under", "wind") in one.told(0)


def test_ti_27_green_undersides_are_open_and_a_tile_once_played_leaves_the_game():
    match = turn(island(), remove=(-3, 3), under="wind")
    until(turn(match, under="shark"), Phase.START, 0)
    assert ("under", "shark") in match.told(0)
    assert hand(match, 0) == ["wind"]
    assert not hand(then(match, "wind -6 4 -5 3"), 0)


def test_ti_27_behind_a_tile_in_hand_may_be_any_red_one_of_its_terrain():
    seen, rng = turn(island(), remove=(-3, 3), under="wind").seen(1), dice(2)
    guesses = Counter(int(dealt(seen, rng).hand[0, 0].argmax()) for _ in range(2000))
    assert [guesses[red] / 2000 for red in range(7)] == pytest.approx(np.array([3, 2, 1, 1, 1, 1, 0]) / 9, abs=0.04)


# Red tiles.


def armed(*under, spots=(WEST, EAST), moves=(), **more):
    """Colour 0 has such tiles in hand at the start of a turn, and has made these moves when it got the last."""
    match = island(spots=spots, **more)
    for symbol in under[:-1]:
        until(turn(until(match, Phase.MOVES, 0), under=symbol), Phase.MOVES, 1)
    until(match, Phase.MOVES, 0)
    turn(match, *moves, under=under[-1])
    return until(match, Phase.START, 0)


def test_ti_28_the_dolphin_carries_an_own_swimmer_one_to_three_cells():
    match = armed("dolphin", moves=("dive 0 0 -8 6",))
    found = targets(match, "dolphin", 0, 0)
    near = {p for p in PLACES if 0 < distance(p, (-8, 6)) <= 3 and terrain(match, *p) == "sea"}
    assert found == near - {(-5, 9), (-5, 3)}  # which are farther, round the land
    then(match, "dolphin 0 0 -9 3")
    assert spot(match, 0, 0) == (-9, 3)
    assert (-10, 2) in targets(match, "swim", 0, 0)


def test_ti_28_the_dolphin_ends_where_a_swimmer_is_lost():
    match = armed("dolphin", moves=("dive 0 0 -8 4",))
    until(turn(match, die="serpent", creature="creature serpent -9 1 -10 2"), Phase.START, 0)
    assert (-10, 2) in targets(match, "dolphin", 0, 0)
    assert plight(then(match, "dolphin 0 0 -10 2"), 0, 0) == "lost"


def test_ti_28_the_dolphin_does_not_pass_a_deadly_cell():
    match = turn(island(), remove=(-5, 5), under="dolphin")
    turn(match, remove=(-4, 4), under="shark", die="shark", creature="creature shark -4 4 -6 4")
    assert {(-6, 4), (-4, 4), (-5, 3)} <= targets(match, "dolphin", 0, 1)
    assert (-8, 4) not in targets(match, "dolphin", 0, 1)  # only by way of (-6, 4)


@pytest.mark.parametrize("crew, boat", [((), (6, 4)), (("board 0 1 -6 4",), (-6, 4))])
def test_ti_28_the_wind_blows_a_boat_one_controls_one_to_three_cells(crew, boat):
    match = armed("wind", moves=crew)
    found = targets(match, "wind", *boat)
    assert found and max(distance(place, boat) for place in found) == 3
    assert not found & boats(match)
    then(match, ("wind", *boat, *min(found)))
    assert min(found) in boats(match)


def test_ti_28_the_wind_does_not_blow_a_boat_of_others():
    match = armed("wind")
    until(then(match, "pass"), Phase.MOVES, 1)
    until(turn(match, "board 1 1 6 4"), Phase.START, 0)
    assert not targets(match, "wind", 6, 4)


def test_ti_28_the_wind_into_a_whale_capsizes_and_goes_no_farther():
    match = sunk(island(), ((-3, 3), "whale"))
    until(turn(match, "board 0 1 -6 4", "boat -6 4 -5 3", under="wind"), Phase.START, 0)
    assert (-3, 3) in targets(match, "wind", -5, 3)
    then(match, "wind -5 3 -3 3")
    assert (plight(match, 0, 1), spot(match, 0, 1)) == ("swimming", (-3, 3))
    assert not {(-5, 3), (-3, 3)} & boats(match)


@pytest.mark.parametrize("kind", KIND_WORDS)
def test_ti_28_any_creature_of_the_kind_goes_to_any_sea_cell_without_swimmer_boat_or_creature(kind):
    match = sunk(island(), ((-3, 3), "shark"), ((3, 3), "whale"))
    until(turn(match, "dive 0 0 -9 5", under=f"move_{kind}"), Phase.START, 0)
    here = creatures(match, kind)[0]
    taken = boats(match) | {(-9, 5)} | {place for each in KIND_WORDS for place in creatures(match, each)}
    water = {place for place in PLACES if terrain(match, *place) == "sea"}
    assert targets(match, f"move_{kind}", *here) == water - taken
    then(match, (f"move_{kind}", *here, 6, 0))
    assert (6, 0) in creatures(match, kind)


def test_ti_28_a_kind_that_is_not_there_cannot_be_moved():
    assert can(armed("move_whale")) == {"pass"}


# Defence.


def raid(kind, *under):
    """Colour 0 moves such a creature to (-6, 4), where one of colour 1 and one of colour 2 swim or share a boat.

    All have tiles in hand; the last ones of 1 and 2 are given.
    """
    woods = dict.fromkeys([(-7, 5), (-5, 5), (-4, 4), (-3, 3)], "forest")
    match = drown_island(island(woods, spots=([], [(-5, 5)], [(-7, 5)]), players=3), 24)
    verb = "dive" if kind == "shark" else "board"
    turn(until(match, Phase.MOVES, 1), f"{verb} 1 0 -6 4", remove=(6, 6), under=under[0])
    turn(match, f"{verb} 2 0 -6 4", remove=(7, 7), under=under[1])
    then(match, "pass", "end_moves", "remove -3 3", f"under {kind}", f"die {kind}")
    return then(match, f"creature {kind} -3 3 -6 4")


@pytest.mark.parametrize("kind, kept", [("shark", "swimming"), ("whale", "aboard")])
def test_ti_29_the_second_who_is_asked_may_stop_it_too_and_it_leaves_the_game(kind, kept):
    match = raid(kind, "boat", f"stop_{kind}")
    before = len(creatures(match, kind))
    assert match.seat == 1
    then(match, "decline")
    assert (match.seat, can(match)) == (2, {"decline", f"stop_{kind}"})
    then(match, f"stop_{kind}")
    assert plight(match, 1, 0) == plight(match, 2, 0) == kept
    assert (len(creatures(match, kind)), hand(match, 2).count(f"stop_{kind}")) == (before - 1, 0)


def test_ti_29_once_it_is_stopped_nobody_else_is_asked_and_the_turn_is_over():
    match = then(raid("shark", "stop_shark", "boat"), "stop_shark")
    assert (match.state["colour"], match.state["phase"]) == (1, Phase.START)


@pytest.mark.parametrize("kind, fate", [("shark", "lost"), ("whale", "swimming")])
def test_ti_29_if_all_decline_it_strikes(kind, fate):
    match = then(raid(kind, "boat", "boat"), "decline", "decline")
    assert plight(match, 1, 0) == plight(match, 2, 0) == fate


def test_ti_29_without_a_tile_in_hand_nobody_is_asked_and_not_when_others_are_attacked():
    match = island(spots=([], [(-5, 5)]), first=1)
    turn(match, "dive 1 0 -6 4", under="boat")
    then(match, "end_moves", "remove -3 3", "under shark", "die shark", "creature shark -3 3 -6 4")
    assert (plight(match, 1, 0), match.seat) == ("lost", 1)
    match = turn(turn(island(), "dive 0 1 -6 4", under="stop_shark"), remove=(-3, 3), under="shark")
    turn(match, die="shark", creature="creature shark -3 3 -6 4")
    assert plight(match, 0, 1) == "lost"


def test_ti_29_a_whale_may_be_stopped_only_by_who_controls_the_boat():
    match = raid("whale", "stop_whale", "stop_whale")
    assert "stop_whale" in can(match)
    woods = dict.fromkeys([(-7, 5), (-5, 5), (-4, 4), (-3, 3)], "forest")
    match = drown_island(island(woods, spots=([], [(-5, 5), (-4, 4)], [(-7, 5)]), players=3), 24)
    turn(until(match, Phase.MOVES, 1), "board 1 0 -6 4", "board 1 1 -6 4", remove=(6, 6), under="boat")
    turn(match, "board 2 0 -6 4", remove=(7, 7), under="stop_whale")
    then(match, "pass", "end_moves", "remove -3 3", "under whale", "die whale", "creature whale -3 3 -6 4")
    assert match.seat == 1
    assert then(match, "decline").state["phase"] != Phase.DEFENCE


def test_ti_29_not_against_a_shark_from_a_tile_nor_against_a_serpent():
    match = turn(island(first=1), under="stop_shark")
    turn(match, remove=(5, 5), under="shark")
    assert plight(match, 1, 1) == "lost"
    match = turn(island(first=1, spots=(EAST, WEST)), "board 1 0 -8 4", "boat -8 4 -9 3", under="stop_shark")
    turn(match, creature="creature serpent -9 1 -10 2")
    turn(match)
    turn(match, creature="creature serpent -10 2 -9 3")
    assert plight(match, 1, 0) == "lost"


# Creatures moved by the die.


def test_ti_30_creatures_pass_and_share_cells_with_each_other_and_with_empty_boats():
    match = sunk(island(), ((-3, 3), "whale"), ((-1, 3), "shark"))
    turn(match, "boat -6 4 -5 3", die="shark", creature="creature shark -1 3 -3 3")
    then(until(match, Phase.DIE), "die whale")
    assert {(-5, 3), (-6, 4), (-7, 3)} <= targets(match, "creature", "whale", -3, 3)
    then(match, "creature whale -3 3 -5 3")
    assert (-5, 3) in boats(match)


def test_ti_30_two_of_a_kind_on_one_cell_are_one_choice():
    match = sunk(island(), ((-3, 3), "shark"), ((-1, 3), "shark"))
    turn(match, die="shark", creature="creature shark -1 3 -3 3")
    then(until(match, Phase.DIE), "die shark")
    assert len(match.moves) == len(set(match.moves)) == 1 + len(targets(match, "creature", "shark", -3, 3))


def test_ti_31_a_serpent_takes_boat_crew_and_swimmers_but_leaves_an_empty_boat():
    match = turn(island(), "board 0 0 -8 4", "boat -8 4 -9 3", creature="creature serpent -9 1 -10 2")
    turn(until(match, Phase.MOVES, 0), creature="creature serpent -10 2 -9 3")
    assert (plight(match, 0, 0), (-9, 3) in boats(match)) == ("lost", False)
    match = turn(island(), "boat -8 4 -9 3", "dive 0 0 -8 4", creature="creature serpent -9 1 -10 2")
    turn(match)
    turn(match, "swim 0 0 -9 3", creature="creature serpent -10 2 -9 3")
    assert (plight(match, 0, 0), (-9, 3) in boats(match)) == ("lost", True)


def test_ti_32_a_shark_stops_at_swimmers_and_takes_them_but_no_boat():
    match = turn(island(first=1, spots=(EAST, WEST)), "dive 1 1 -6 4", under="boat")
    then(match, "end_moves", "remove -4 4", "under shark", "die shark")
    assert (-6, 4) in targets(match, "creature", "shark", -4, 4)
    assert (-8, 4) not in targets(match, "creature", "shark", -4, 4)  # only by way of (-6, 4)
    then(match, "creature shark -4 4 -6 4")
    assert (plight(match, 1, 1), (-6, 4) in boats(match)) == ("lost", True)


def test_ti_32_a_shark_does_not_mind_people_in_boats():
    match = turn(island(first=1, spots=(EAST, WEST)), "board 1 1 -6 4", under="boat")
    then(match, "end_moves", "remove -4 4", "under shark", "die shark")
    assert (-8, 4) in targets(match, "creature", "shark", -4, 4)
    assert plight(then(match, "creature shark -4 4 -6 4"), 1, 1) == "aboard"


def test_ti_33_a_whale_stops_at_people_in_a_boat_and_capsizes_it():
    match = turn(island(first=1, spots=(EAST, WEST)), "board 1 1 -6 4", under="boat")
    then(match, "end_moves", "remove -4 4", "under whale", "die whale")
    assert (-6, 4) in targets(match, "creature", "whale", -4, 4)
    assert (-10, 4) not in targets(match, "creature", "whale", -4, 4)  # only by way of (-6, 4)
    then(match, "creature whale -4 4 -6 4")
    assert (plight(match, 1, 1), (-6, 4) in boats(match)) == ("swimming", False)


def test_ti_33_those_capsized_where_a_shark_is_are_lost():
    match = sunk(island(), ((-3, 3), "whale"), ((-4, 4), "shark"))
    turn(match, "board 0 1 -6 4", die="shark", creature="creature shark -4 4 -6 4")
    until(turn(match, die="whale", creature="creature whale -3 3 -6 4"), Phase.MOVES, 0)
    assert (plight(match, 0, 1), (-6, 4) in boats(match)) == ("lost", False)


def test_ti_33_swimmers_and_empty_boats_are_nothing_to_a_whale():
    match = turn(island(first=1, spots=(EAST, WEST)), "dive 1 1 -6 4", under="boat")
    then(match, "end_moves", "remove -4 4", "under whale", "die whale")
    assert (-10, 4) in targets(match, "creature", "whale", -4, 4)
    then(match, "creature whale -4 4 -6 4")
    assert (plight(match, 1, 1), (-6, 4) in boats(match)) == ("swimming", True)


# End.


def rescued(**options):
    """Explorers 0 and 1 of colour 0, worth 6 and 5, have come to the north-west."""
    match = turn(island(**options), "board 0 0 -6 4", "board 0 1 -6 4", "boat -6 4 -7 3", under="shark")
    turn(until(match, Phase.MOVES, 0), "boat -7 3 -9 3", "boat -9 3 -10 2", "land 0 0 NW", under="shark")
    return then(until(match, Phase.MOVES, 0), "land 0 1 NW")


def test_ti_34_the_volcano_ends_the_game_and_the_sum_of_the_saved_values_wins():
    match = until(drown_island(rescued(), 8), Phase.REMOVE)
    assert match.winners == []
    then(match, dull(match), "under volcano")
    assert (match.over, match.scores, match.winners, match.shares) == (True, [11, 0], [0], [1, 0])


def test_ti_34_ties_share_the_victory():
    match = until(drown_island(island(), 8), Phase.REMOVE)
    then(match, dull(match), "under volcano")
    assert (match.scores, match.winners, match.shares) == ([0, 0], [0, 1], [0.5, 0.5])


def test_ti_35_the_game_ends_as_soon_as_nobody_has_an_explorer_in_play():
    match = island(FAR_BEACHES, spots=(INLAND[:20:2], INLAND[1:20:2]))
    vanished(match, 0)
    assert not match.over
    vanished(match, 1)
    assert (match.over, match.state["phase"]) == (True, Phase.MOVES)


# Options.


def test_ti_36_two_players_take_two_colours_each_unless_they_say_otherwise():
    assert fathom5.load("the_island").options["two_colours"] is True
    assert fathom5.load("the_island", players=3).options["two_colours"] is False
    for players in (3, 4):
        with pytest.raises(ValueError, match="two_colours is for 2 players"):
            fathom5.load("the_island", players=players, two_colours=True)


def test_ti_36_the_colours_take_turns_each_with_its_own_pieces_and_the_totals_are_added():
    match = laid(first=1)
    order = []
    for _ in range(5):
        order.append((match.seat, match.moves[0][1]))
        then(match, match.moves[0])
    assert order == [(1, 1), (0, 2), (1, 3), (0, 0), (1, 1)]


def test_ti_36_each_colour_has_its_own_boats_and_the_two_totals_are_added():
    match = island(spots=([(-7, 5)], [], [(-5, 5)]), two_colours=True)
    assert len(boats(match)) == 8
    turn(match, "board 0 0 -6 4", under="shark")
    turn(until(match, Phase.MOVES, 2), "board 2 0 -6 4", "boat -6 4 -7 3", "boat -7 3 -9 3", under="shark")
    turn(until(match, Phase.MOVES, 0), "boat -9 3 -10 2", "land 0 0 NW", under="shark")
    assert then(until(match, Phase.MOVES, 2), "land 2 0 NW").scores == [12, 0]


def test_ti_36_a_person_knows_the_values_of_both_colours():
    match = island(two_colours=True)
    assert [bool(value) for value in match.view(1)["value"][::TEAM]] == [False, True, False, True]


def test_ti_37_crowded_two_may_stand_on_a_tile_that_touches_no_sea():
    match = laid(challenges=["crowded"])
    inner = {(-4, 6), (4, 6)}
    then(match, "place 0 0 1 -4 6", "place 1 0 1 -3 3", "place 2 0 1 -2 6")
    assert (-4, 6) in targets(match, "place", 3, 0)
    assert not {(-3, 3), (-2, 6)} & targets(match, "place", 3, 0)
    then(match, "place 3 0 1 -4 6")
    assert targets(match, "place", 0, 1) & inner == {(4, 6)}
    assert 40 - COAST.bit_count() == 12


def test_ti_37_otherwise_one_explorer_a_tile():
    match = then(laid(), "place 0 0 1 -4 6")
    assert (-4, 6) not in targets(match, "place", 1, 0)


def volcano(challenge):
    """The volcano is under a tile on which someone stands; what has become of that explorer."""
    match = until(drown_island(island(challenges=[challenge]), 8), Phase.REMOVE)
    standing = [(who, cell) for who, cell in enumerate(match.state["place"]) if match.state["plight"][who] == 1]
    who, tile = next((who, PLACES[cell]) for who, cell in standing if ("remove", *PLACES[cell]) in match.moves)
    then(match, ("remove", *tile), "under volcano")
    return match, plight(match, *divmod(who, TEAM))


def test_ti_38_to_the_last_the_volcano_acts_as_a_whirlpool():
    match, fate = volcano("to_the_last")
    assert (match.over, fate) == (False, "lost")


def test_ti_38_to_the_last_the_game_goes_on_until_nobody_is_left():
    crowd = (INLAND[:20:2], INLAND[1:20:2])
    match = vanished(island(FAR_BEACHES, spots=crowd, challenges=["to_the_last"]), 0, 1)
    assert match.over
    match = drown_island(island(challenges=["to_the_last"]), 0)
    assert not then(match, match.moves[0]).over


def test_ti_39_all_equal_every_saved_explorer_counts_one():
    match = until(drown_island(rescued(challenges=["all_equal"]), 8), Phase.REMOVE)
    then(match, dull(match), "under volcano")
    assert (match.scores, match.winners) == ([2, 0], [0])


def test_ti_40_atlantis_submerged_the_volcano_acts_as_a_whirlpool():
    match, fate = volcano("atlantis_submerged")
    assert (match.over, fate) == (False, "lost")


def test_ti_40_atlantis_submerged_ends_with_the_last_tile():
    match = drown_island(island(challenges=["atlantis_submerged"]), 1)
    until(match, Phase.REMOVE)
    then(match, match.moves[0])
    assert not match.over
    assert then(match, match.moves[0]).over


def test_ti_41_with_both_whichever_end_comes_first():
    both = ["to_the_last", "atlantis_submerged"]
    match = drown_island(island(challenges=both), 1)
    assert drown_island(match, 0).state["phase"] == Phase.UNDER
    assert then(match, match.moves[0]).over
    match = vanished(island(FAR_BEACHES, spots=(INLAND[:20:2], INLAND[1:20:2]), challenges=both), 0, 1)
    assert match.over and tiles_left(match)
    assert laid(challenges=["crowded", "all_equal"]).state["challenge"] == [1, 0, 1, 0]
    assert fathom5.load("the_island", challenges=list(CHALLENGES)).options["challenges"] == CHALLENGES


# Corners.


def test_ti_51_the_first_player_is_drawn_among_the_persons():
    assert odds(fathom5.load("the_island").start(chance="manual")) == {
        ("first_player", 0): 0.5,
        ("first_player", 1): 0.5,
    }
    assert len(fathom5.load("the_island", players=3).start(chance="manual").moves) == 3


def test_ti_51_a_colour_counts_as_a_player_for_control_and_moves_only_its_own():
    match = island(spots=([(-7, 5)], [(-5, 5), (-4, 4)]), two_colours=True)
    turn(match, "board 0 0 -6 4")
    turn(match, "board 1 0 -6 4", "board 1 1 -6 4")
    assert {move[1] for move in offered(until(match, Phase.MOVES, 2), "walk", "dive", "board")} == {2}
    assert not targets(match, "boat", -6, 4)
    assert targets(until(match, Phase.MOVES, 1), "boat", -6, 4)


def test_ti_51_two_colours_of_a_person_do_not_add_up_in_a_boat():
    match = island(spots=([(-7, 5)], [(-5, 5)], [(-4, 4)]), two_colours=True)
    for colour in (0, 1, 2):
        turn(until(match, Phase.MOVES, colour), f"board {colour} 0 -6 4", under="shark")
    assert not targets(until(match, Phase.MOVES, 3), "boat", -6, 4)
    assert targets(until(match, Phase.MOVES, 1), "boat", -6, 4)


def test_ti_51_no_defence_in_the_turn_of_the_same_persons_other_colour():
    match = turn(island(spots=([(-5, 5)], []), two_colours=True), "dive 0 0 -6 4", under="stop_shark")
    turn(match, remove=(-3, 3), under="shark")
    then(match, "end_moves", "remove -1 3", "under boat", "die shark")
    then(match, "creature shark -3 3 -6 4")
    assert (plight(match, 0, 0), match.state["colour"]) == ("lost", 3)


def test_ti_52_who_climbed_into_a_boat_does_not_jump_out_again_in_that_turn():
    match = until(turn(island(), "dive 0 1 -6 4"), Phase.MOVES, 0)
    then(match, "board 0 1 -6 4")
    assert not targets(match, "dive", 0, 1)
    assert targets(match, "board", 0, 1) == {(-8, 4)}


def test_ti_52_being_capsized_in_ones_own_moves_uses_the_sea_action_up():
    match = then(sunk(island(), ((-3, 3), "whale")), "board 0 1 -6 4", "boat -6 4 -5 3")
    until(turn(match), Phase.MOVES, 0)
    then(match, "boat -5 3 -3 3")
    assert plight(match, 0, 1) == "swimming"
    assert not targets(match, "swim", 0, 1)


@pytest.mark.parametrize("index", range(TEAM))
def test_ti_52_whoever_of_the_ten_it_was(index):
    west = INLAND[: TEAM - 1]
    west.insert(index, (-5, 5))
    match = then(sunk(island(spots=(west, EAST)), ((-3, 3), "whale")), f"board 0 {index} -6 4", "boat -6 4 -5 3")
    then(until(turn(match), Phase.MOVES, 0), "boat -5 3 -3 3")
    assert plight(match, 0, index) == "swimming"
    assert match.state["spent"] == 1 << index


def test_ti_52_being_capsized_by_wind_does_not():
    match = sunk(island(), ((-3, 3), "whale"))
    until(turn(match, "board 0 1 -6 4", "boat -6 4 -5 3", under="wind"), Phase.START, 0)
    then(match, "wind -5 3 -3 3")
    assert targets(match, "swim", 0, 1)


def test_ti_53_the_moves_are_over_when_no_explorer_of_the_colour_is_in_play():
    match = island(FAR_BEACHES, spots=(INLAND, ()))
    vanished(match, 0)
    assert match.state["moves"] > 0
    assert (match.seat, match.moves[0][0]) == (0, "remove")


def test_ti_54_dolphin_and_wind_must_end_elsewhere():
    match = armed("dolphin")
    assert can(match) == {"pass"}  # nobody swims
    match = armed("dolphin", moves=("dive 0 0 -8 4",))
    assert (-8, 4) not in targets(match, "dolphin", 0, 0)
    match = armed("wind")
    assert (-6, 4) not in targets(match, "wind", -6, 4)


def test_ti_55_with_no_tile_left_nothing_is_removed_and_the_game_goes_on():
    match = drown_island(island(challenges=["to_the_last"]), 0)
    until(match, Phase.DIE)
    colour = match.state["colour"]
    until(match, Phase.MOVES, 1 - colour)
    assert then(match, "end_moves").moves[0][0] == "die"


def test_ti_55_whatever_ends_the_game_those_not_on_a_safe_island_do_not_score():
    match = drown_island(rescued(challenges=["atlantis_submerged"]), 0)
    then(match, match.moves[0])
    assert (match.over, match.scores) == (True, [11, 0])


def test_ti_56_at_the_end_the_values_of_the_saved_are_shown_and_the_others_are_not():
    match = drown_island(rescued(), 8)
    assert match.view(1)["value"][:TEAM] == [0] * TEAM
    until(match, Phase.REMOVE)
    then(match, dull(match), "under volcano")
    for seat in (1, None):
        assert match.view(seat)["value"][:TEAM] == [6, 5] + [0] * 8
    assert match.view(0)["value"][:TEAM] == WORTH


@pytest.mark.parametrize("kind", ["shark", "whale"])
def test_ti_57_who_holds_no_such_tile_is_asked_all_the_same_and_can_only_decline(kind):
    match = raid(kind, "boat", "boat")
    assert (match.seat, can(match)) == (1, {"decline"})
    with_tile, without = raid(kind, f"stop_{kind}", "boat"), raid(kind, "dolphin", "boat")
    assert with_tile.seen(2).tobytes() == without.seen(2).tobytes()


def test_ti_58_twenty_turns_of_each_colour_after_the_last_tile_end_the_game():
    match, turns = drown_island(island(challenges=["to_the_last"]), 0), 0
    match.play(match.moves[0])
    while not match.over:
        turns += match.state["phase"] == Phase.DIE
        match.play(dull(match))
    assert turns == 1 + 20 * 2
