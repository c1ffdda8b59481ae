"""The rulebook of The Island, clause by clause."""

from collections import Counter

import numpy as np
import pytest

import fathom5
from fathom5 import CHANCE
from fathom5.door.testing import can, dealt, then
from fathom5.games.the_island.house import WORTH_TWO
from fathom5.games.the_island.rules import sea
from fathom5.games.the_island.rules.box import EXPLORERS, NO_BOAT, NO_ONE, RED, TEAM, Phase, Plight, Terrain
from fathom5.games.the_island.rules.sea import CELL_AT, LAIRS, LAND, NOWHERE, PLACES, distance
from fathom5.games.the_island.words import KIND_WORDS, TERRAIN_WORDS, UNDER_WORDS
from fathom5.kernel.chance import dice

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


def derived(state):
    """What the record keeps for the sake of speed, found in the rest of it."""
    colours = np.arange(EXPLORERS) // TEAM
    in_play = (state.plight >= Plight.ASHORE) & (state.plight <= Plight.SWIMMING)
    return {
        "sea_near": neighbours(lambda cell: state.terrain[cell] == Terrain.SEA),
        "boats_near": neighbours(lambda cell: cell in state.boat),
        "lying": [sum(1 << slot for slot, cell in enumerate(LAND) if state.terrain[cell] == kind) for kind in range(3)],
        "in_play": [int((in_play & (colours == colour)).sum()) for colour in range(4)],
        "crews": [
            [sum(who // TEAM == colour for who in row if who != NO_ONE) for colour in range(4)] for row in state.bench
        ],
        "team": [*team_of(state)],
        "team_worth": sum(value * count for value, count in enumerate(team_of(state), 1)),
    }


def team_of(state):
    """TI-5: how many explorers of a colour are worth 1, 2 … 6, with whatever house rules."""
    more = state.house[WORTH_TWO : WORTH_TWO + 5].tolist()
    return TEAM - sum(more), *more


def neighbours(is_so):
    """For each cell the neighbours of which something is so, a bit for each."""
    around = sea.AROUND[:, : sea.NEAR].tolist()
    return [sum(1 << n for n in range(1, len(cells)) if cells[n] != NOWHERE and is_so(cells[n])) for cells in around]


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


def armed(*under, spots=(WEST, EAST), moves=(), **more):
    """Colour 0 has such tiles in hand at the start of a turn, and has made these moves when it got the last."""
    match = island(spots=spots, **more)
    for symbol in under[:-1]:
        until(turn(until(match, Phase.MOVES, 0), under=symbol), Phase.MOVES, 1)
    until(match, Phase.MOVES, 0)
    turn(match, *moves, under=under[-1])
    return until(match, Phase.START, 0)


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


def rescued(**options):
    """Explorers 0 and 1 of colour 0, worth 6 and 5, have come to the north-west."""
    match = turn(island(**options), "board 0 0 -6 4", "board 0 1 -6 4", "boat -6 4 -7 3", under="shark")
    turn(until(match, Phase.MOVES, 0), "boat -7 3 -9 3", "boat -9 3 -10 2", "land 0 0 NW", under="shark")
    return then(until(match, Phase.MOVES, 0), "land 0 1 NW")


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
