"""The Island in words: actions as moves, moves as sentences, and all that the board and the table say."""

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

import numpy as np

from fathom5.games.the_island.house import HOUSE
from fathom5.games.the_island.rules.box import (
    BOATS,
    LAST_TURNS,
    MOST_CREATURES,
    RED,
    TEAM,
    Action,
    Challenge,
    Kind,
    Phase,
    Plight,
    Terrain,
    Under,
)
from fathom5.games.the_island.rules.sea import (
    AROUND,
    CELL_AT,
    CELLS,
    FAR,
    HALF_WIDTHS,
    ISLAND_AT,
    ISLANDS,
    LAND,
    NEAR,
    NOWHERE,
    PLACES,
    SLOTS,
    Place,
)
from fathom5.games.the_island.rules.tiles import lowest_terrain
from fathom5.games.the_island.rules.verbs import outlasts_volcano
from fathom5.kernel.game import NOBODY
from fathom5.kernel.options import named as house_names
from fathom5.kernel.record import Move
from fathom5.kernel.story import Course, Ending, Fared, Told
from fathom5.kernel.story import Kind as LineKind
from fathom5.scene import Cited, View, Words, unbracketed

Say = Callable[[View, int], Move]

BUTTONS = 1 << 14  # that are kept at hand
RANGES = tuple(Action)  # where the numbers of each kind of action begin
KIND_WORDS = tuple(kind.name.lower() for kind in Kind)
TERRAIN_WORDS = tuple(terrain.name.lower() for terrain in Terrain)
UNDER_WORDS = tuple(symbol.name.lower() for symbol in Under)
NEIGHBOURS = AROUND.tolist()


# Actions as moves.


def move(before: View, action: int) -> Move:
    """An action as a readable tuple, given what stood before it."""
    verb = RANGES[bisect(RANGES, action) - 1]
    return SAY[verb](before, int(action - verb))


def _explorer_move(word: str, reach: int) -> Say:
    """How an explorer's move is said that names one of so many cells around."""

    def say(before: View, number: int) -> Move:
        index, near = divmod(number, reach)
        return (word, int(before.colour), index, *around(before.place[TEAM * before.colour + index], near))

    return say


def _boat_move(word: str, reach: int) -> Say:
    """Likewise a boat's."""

    def say(before: View, number: int) -> Move:
        boat, near = divmod(number, reach)
        return (word, *PLACES[before.boat[boat]], *around(before.boat[boat], near))

    return say


def around(cell: int, near: int) -> Place:
    """The n-th place around a cell."""
    return PLACES[NEIGHBOURS[cell][near]]


def _place(before: View, number: int) -> Move:
    value, slot = divmod(number, SLOTS)
    return _placed(before, 1 + value, slot)


def _placed(before: View, value: int | None, slot: int) -> Move:
    return ("place", int(before.colour), int(before.placed // before.colours), value, *PLACES[LAND[slot]])


def _land(before: View, index: int) -> Move:
    island = ISLANDS[ISLAND_AT[before.place[TEAM * before.colour + index]]]
    return ("land", int(before.colour), index, island)


def _creature(before: View, number: int) -> Move:
    slot, near = divmod(number, FAR)
    cell = before.creature[before.die][slot]
    return ("creature", KIND_WORDS[before.die], *PLACES[cell], *around(cell, near))


def _move_creature(before: View, number: int) -> Move:
    creature, cell = divmod(number, CELLS)
    kind, slot = divmod(creature, MOST_CREATURES)
    return (f"move_{KIND_WORDS[kind]}", *PLACES[before.creature[kind][slot]], *PLACES[cell])


SAY: dict[Action, Say] = {
    Action.PASS: lambda before, _: ("pass",),
    Action.END_MOVES: lambda before, _: ("end_moves",),
    Action.STAY: lambda before, _: ("stay",),
    Action.DECLINE: lambda before, _: ("decline",),
    Action.STOP: lambda before, _: (f"stop_{KIND_WORDS[before.die]}",),
    Action.PLACE: _place,
    Action.PLACE_UNSEEN: lambda before, slot: _placed(before, None, slot),
    Action.PLACE_BOAT: lambda before, cell: ("place_boat", *PLACES[cell]),
    Action.WALK: _explorer_move("walk", NEAR),
    Action.BOARD: _explorer_move("board", NEAR),
    Action.DIVE: _explorer_move("dive", NEAR),
    Action.SWIM: _explorer_move("swim", NEAR),
    Action.LAND: _land,
    Action.BOAT: _boat_move("boat", NEAR),
    Action.DOLPHIN: _explorer_move("dolphin", FAR),
    Action.WIND: _boat_move("wind", FAR),
    Action.CREATURE: _creature,
    Action.MOVE_CREATURE: _move_creature,
    Action.REMOVE: lambda before, slot: ("remove", *PLACES[LAND[slot]]),
    Action.ABOARD: lambda before, who: ("aboard", *divmod(who, TEAM)),
    Action.FIRST: lambda before, seat: ("first_player", seat),
    Action.TERRAIN: lambda before, terrain: ("terrain", *PLACES[LAND[before.placed]], TERRAIN_WORDS[terrain]),
    Action.UNDER: lambda before, symbol: ("under", UNDER_WORDS[symbol]),
    Action.UNDER_UNSEEN: lambda before, _: ("under", None),
    Action.DIE: lambda before, kind: ("die", KIND_WORDS[kind]),
}
CLAUSES = {  # where the rulebook speaks of each move
    "place": "TI-7",
    "place_boat": "TI-8",
    "pass": "TI-10",
    "dolphin": "TI-28",
    "wind": "TI-28",
    "move_serpent": "TI-28",
    "move_shark": "TI-28",
    "move_whale": "TI-28",
    "end_moves": "TI-11",
    "walk": "TI-15",
    "board": "TI-15",
    "dive": "TI-18",
    "swim": "TI-18",
    "land": "TI-23",
    "boat": "TI-20",
    "remove": "TI-24",
    "aboard": "TI-26",
    "stay": "TI-13",
    "creature": "TI-13",
    "decline": "TI-29",
    "stop_shark": "TI-29",
    "stop_whale": "TI-29",
    "first_player": "TI-51",
    "terrain": "TI-6",
    "under": "TI-26",
    "die": "TI-13",
}


# Moves as sentences.


@cache
def chart(x: int, y: int) -> str:
    """A place as on a chart: rows A to M from the north, cells from the west."""
    return f"{chr(ord('A') + y)}{1 + (x + HALF_WIDTHS[y]) // 2}"


def tell(before: np.record, after: np.record, names: Sequence[str], words: Words) -> Iterator[Told]:
    """What a viewer hears of an action, from what it saw before and sees after."""
    done = move(before, int(after.last))
    yield Told(_kind(done), sentence(before, done, names, words), _things(before, done))
    if before.phase >= Phase.START:
        yield from _came_of(before, after, done, names, words)
    if done[0] == "die" and after.phase != Phase.CREATURE:
        yield Told("deed", words["log.no_creature"], clause="TI-13")
    if after.seat == NOBODY:
        yield Told("end", words[f"log.end.{why(before, after)}"], clause="TI-34")
    elif after.phase >= Phase.START and (after.colour != before.colour or before.phase < Phase.START):
        yield Told("turn", words["log.turn"].format(who=owner(after, int(after.colour), names, words)))


def _kind(done: Move) -> LineKind:
    if done[0] in ("first_player", "terrain", "place", "place_boat"):
        return "setup"
    is_green = done[0] == "under" and done[1] in UNDER_WORDS[:RED]
    return "event" if is_green or done[0] in ("land", "stop_shark", "stop_whale") else "deed"


def _things(before: np.record, done: Move) -> tuple[str, ...]:
    """What a sentence speaks of, on the board."""
    cell = scene_of(before, before, done)
    if done[0] in ("walk", "board", "dive", "swim", "land", "dolphin", "aboard"):
        return (f"explorer-{TEAM * done[1] + done[2]}", *([f"cell-{cell}"] if cell != NOWHERE else []))
    return (f"cell-{cell}", f"tile-{cell}") if cell != NOWHERE else ()


def owner(state: View, colour: int, names: Sequence[str], words: dict[str, str]) -> str:
    """Whose colour this is; with two colours each, and which: by its mark, since people choose their colours."""
    name = names[colour % state.seats]
    return f"{name} ({words[f'mark.{colour}']})" if state.colours > state.seats else name


def owners(state: View, words: Words) -> tuple[str, ...]:
    """Whose each colour is, where a picture speaks of it."""
    players = [words.player(seat) for seat in range(state.seats)]
    return tuple(owner(state, colour, players, words) for colour in range(state.colours))


# What came of it.


def scene_of(before: np.record, after: np.record, done: Move) -> int:
    """The cell where something may have happened, or NOWHERE."""
    if done[0] == "under":
        return int(before.hole)
    if done[0] == "decline":
        return int(before.creature[before.die, before.striker])
    return CELL_AT[done[-2:]] if len(done) >= 3 and done[-2:] in CELL_AT else NOWHERE


def _came_of(before: np.record, after: np.record, done: Move, names: Sequence[str], words: Words) -> Iterator[Told]:
    """Boats that are sunk, who is in the water, who is rescued and who is lost, and the terrain that is gone."""
    cell, cause = scene_of(before, after, done), cause_of(before, after, done)
    at = chart(*PLACES[cell]) if cell != NOWHERE else ""
    for boat in range(BOATS):
        if before.boat[boat] != NOWHERE == after.boat[boat]:
            said = words[f"log.sunk.{'whale' if cause == 'shark' else cause}"].format(to=at)
            yield Told("event", said, (f"boat-{boat}", f"cell-{cell}"), "TI-26" if cause == "whirlpool" else "TI-21")
    for plight, key, clause in ((Plight.SWIMMING, "overboard", "TI-25"), (Plight.ABOARD, "rescued", "TI-26")):
        who = [n for n in now_in(before, after, plight) if done[0] not in ("dive", "board", "aboard")]
        if who:
            yield Told(
                "event", words[f"log.{key}"].format(whom=listed(after, who, names, words)), _figures(who), clause
            )
    who = [] if is_left_behind(before, after) else now_in(before, after, Plight.LOST)
    if who:
        said = words[f"log.lost.{cause}"].format(whom=listed(after, who, names, words), to=at)
        yield Told("event", said, (*_figures(who), f"cell-{cell}"), CAUSES[cause])
    if done in (("under", "whirlpool"), ("under", "volcano")) and (
        gone := int((before.creature >= 0).sum() - (after.creature >= 0).sum())
    ):
        yield Told("event", words.count("log.creatures_gone", gone), (f"cell-{cell}",), "TI-26")
    lowest = lowest_terrain(after)
    if done[0] == "remove" and lowest != lowest_terrain(before):
        yield Told("event", words[f"log.sinking.{TERRAIN_WORDS[lowest]}"], (), "TI-24")


CAUSES = {"serpent": "TI-31", "shark": "TI-32", "whirlpool": "TI-26"}  # what takes explorers, and the clause of each


def cause_of(before: np.record, after: np.record, done: Move) -> str:
    """What takes explorers and boats where something has happened."""
    if done[0] == "under":
        return "shark" if done[1] == "shark" else "whirlpool"
    cell = scene_of(before, after, done)
    there = [kind for kind, cells in zip(KIND_WORDS, after.creature.tolist()) if cell != NOWHERE and cell in cells]
    return there[0] if there else "whale"


def now_in(before: np.record, after: np.record, plight: Plight) -> list[int]:
    """Explorers who were in another plight before."""
    count = TEAM * after.colours
    return np.flatnonzero((after.plight[:count] == plight) & (before.plight[:count] != plight)).tolist()


def listed(state: np.record, who: Sequence[int], names: Sequence[str], words: dict[str, str]) -> str:
    """Such as explorer 3 (Ada)."""
    said = words["log.explorer"]
    return ", ".join(
        said.format(number=1 + n % TEAM, who=unbracketed(owner(state, n // TEAM, names, words))) for n in who
    )


def _figures(who: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"explorer-{n}" for n in who)


def why(before: np.record, after: np.record) -> str:
    """TI-34, TI-35, TI-40, TI-58: what ended the game."""
    if after.last == Action.UNDER + Under.VOLCANO and not outlasts_volcano(after):
        return "volcano"
    if (
        after.challenge[Challenge.ATLANTIS_SUBMERGED]
        and lowest_terrain(after) == Terrain.SEA
        and before.phase < Phase.DIE
    ):
        return "submerged"
    return "late" if after.last_turns > LAST_TURNS * after.colours else "deserted"


def is_left_behind(before: np.record, after: np.record) -> bool:
    """TI-55: who is lost now is lost because the game is over."""
    return after.seat == NOBODY and why(before, after) != "deserted"


# The end.


def ending(course: Course, names: Sequence[str], words: Words) -> Ending:
    """Whom each has saved, with their values, and what became of the others."""
    last, fates = course[-1], [Counter[str]() for _ in range(course[-1].seats)]
    for before, after in pairwise(course):
        for who in now_in(before, after, Plight.LOST):
            done = move(before, int(after.last))
            cause = "behind" if is_left_behind(before, after) else cause_of(before, after, done)
            fates[who // TEAM % last.seats][cause] += 1
    fared = tuple(Fared(seat, tuple(_parts(last, seat, fates[seat], words))) for seat in range(last.seats))
    return Ending(words[f"log.end.{why(course[-2], last)}"], fared)


def _parts(last: np.record, seat: int, fates: Counter[str], words: Words) -> Iterator[Cited]:
    count = TEAM * last.colours
    own = [who for who in range(count) if who // TEAM % last.seats == seat and last.plight[who] == Plight.SAVED]
    values = sorted((int(last.value[who]) for who in own), reverse=True)
    if last.challenge[Challenge.ALL_EQUAL] or not values:
        yield Cited(words.count("end.saved_equal", len(values)), "TI-23")
    else:
        yield Cited(words.count("end.saved", len(values), values=" + ".join(map(str, values))), "TI-34")
    for cause, clause in (CAUSES | {"behind": "TI-34"}).items():
        if fates[cause]:
            yield Cited(words.count(f"end.{cause}", fates[cause]), clause)


def sentence(before: np.record, move: Move, names: Sequence[str], words: dict[str, str]) -> str:
    """What was done; `before` is what the reader saw before it."""
    if move[0] == "first_player":
        return words["log.first_player"].format(who=names[move[1]])
    colour = int(before.asked if before.phase == Phase.DEFENCE else before.colour)
    who = owner(before, colour, names, words)
    if move[0] == "aboard":
        return words["log.aboard"].format(who=who, whom=listed(before, [TEAM * move[1] + move[2]], names, words))
    return words[f"log.{_log_key(before, move)}"].format(who=who, **_details(move, words))


def _log_key(before: np.record, move: Move) -> str:
    """Which sentence; TI-9: in a game of memory the log does not tell values, not even one's own."""
    if move[0] == "under":
        return f"under.{move[1] or 'red'}"
    return "place_known" if move[0] == "place" and move[3] and not before.memory else move[0]


def _details(move: Move, words: dict[str, str]) -> dict[str, str]:
    """What a sentence or a button may speak of."""
    word, *rest = move
    said: dict[str, str] = {}
    if word in ("place", "walk", "board", "dive", "swim", "land", "dolphin", "aboard"):
        said["number"] = str(1 + rest[1])
    if word == "place":
        said["value"] = str(rest[2])
    if word == "land":
        said["island"] = words[f"island.{rest[2]}"]
    if word in ("creature", "die"):
        said |= {"kind": words[f"kind.{rest[0]}"], "the_kind": words[f"the_kind.{rest[0]}"]}
    if word == "terrain":
        said |= {"terrain": words[f"terrain.{rest.pop()}"]}
    if len(rest) >= 2 and isinstance(rest[-1], int):
        said["to"] = chart(rest[-2], rest[-1])
    if len(rest) >= 4 and word not in ("place", "walk", "board", "dive", "swim", "dolphin"):
        said["start"] = chart(rest[-4], rest[-3])
    return said


def button(before: np.record | None, move: Move, words: Words) -> str:
    """A move as something to press."""
    if move[0] == "aboard" and before is not None:
        return words["do.aboard"].format(number=1 + move[2], who=unbracketed(owners(before, words)[move[1]]))
    return _button(move, words)


@lru_cache(BUTTONS)
def _button(move: Move, words: Words) -> str:
    return words[f"do.{move[0]}"].format(**_details(move, words))


def steps(move: Move, words: Words) -> tuple[str, str]:
    """A move in two steps, for who is asked in letters: what it is about, then where to; or no steps."""
    said = _details(move, words)
    if move[0] == "place":
        return words["step.value"].format(**said), said["to"]
    if move[0] in ("walk", "board", "dive", "swim", "land", "dolphin"):
        return words["step.explorer"].format(**said), button(None, move, words)
    if move[0] in ("boat", "wind"):
        return words["step.boat"].format(**said), button(None, move, words)
    if move[0] in ("creature", "move_serpent", "move_shark", "move_whale"):
        kind = move[1] if move[0] == "creature" else move[0].removeprefix("move_")
        return words["step.creature"].format(kind=words[f"kind.{kind}"], start=said["start"]), said["to"]
    return "", ""


def ask(view: np.record, words: dict[str, str]) -> str:
    """What the seat to move has to decide, and with two colours each, for which."""
    key = f"ask.{Phase(view.phase).name.lower()}"
    if key not in words:
        return words["ask.wait"]
    asked = words[key].format(moves=view.moves, kind=words[f"the_kind.{KIND_WORDS[view.die]}"])
    if view.colours == view.seats:
        return asked
    colour = view.asked if view.phase == Phase.DEFENCE else view.colour
    return f"{words[f'mark.{colour}'].capitalize()}{words['colon']}{asked}"


SAID = {
    "title": ("The Island", "The Island"),
    "blurb": (
        "Your island is sinking. Swim, sail and steal boats to bring your people to safety before the volcano wakes.",
        "Votre île sombre. À la nage ou en bateau, mettez les vôtres à l'abri avant le réveil du volcan.",
    ),
    "length": ("45–60 min", "45–60 min"),
    "depth": ("1", "1"),  # from the surface to the abyss
    "seat": ("Player", "Joueur"),
    "colon": (": ", " : "),
    "option.players": ("Players", "Joueurs"),
    "option.two_colours": ("Two colours each (two players)", "Deux couleurs chacun (à deux joueurs)"),
    "option.memory": ("Values are hidden after set-up", "Les valeurs sont cachées après la mise en place"),
    "option.challenges": ("Challenges", "Défis"),
    "option.challenges.crowded": ("Crowded", "Surpeuplée"),
    "option.challenges.to_the_last": ("To the last", "Jusqu'au dernier"),
    "option.challenges.all_equal": ("All equal", "Tous égaux"),
    "option.challenges.atlantis_submerged": ("Atlantis submerged", "Atlantide engloutie"),
    "mark.0": ("disc", "disque"),
    "mark.1": ("square", "carré"),
    "mark.2": ("triangle", "triangle"),
    "mark.3": ("diamond", "losange"),
    "island.NW": ("north-west", "nord-ouest"),
    "island.NE": ("north-east", "nord-est"),
    "island.SW": ("south-west", "sud-ouest"),
    "island.SE": ("south-east", "sud-est"),
    "kind.serpent": ("serpent", "serpent"),
    "kind.shark": ("shark", "requin"),
    "kind.whale": ("whale", "baleine"),
    "the_kind.serpent": ("the serpent", "le serpent"),
    "the_kind.shark": ("the shark", "le requin"),
    "the_kind.whale": ("the whale", "la baleine"),
    "terrain.beach": ("beach", "plage"),
    "terrain.forest": ("forest", "forêt"),
    "terrain.mountain": ("mountain", "montagne"),
    "terrain.sea": ("sea", "mer"),
    "red.dolphin": ("dolphin", "dauphin"),
    "red.wind": ("fair wind", "bon vent"),
    "red.move_serpent": ("call a serpent", "appeler un serpent"),
    "red.move_shark": ("call a shark", "appeler un requin"),
    "red.move_whale": ("call a whale", "appeler une baleine"),
    "red.stop_shark": ("stop a shark", "repousser un requin"),
    "red.stop_whale": ("stop a whale", "repousser une baleine"),
    "reason.calm": (
        "Tiles that sink before the volcano can wake: {tiles}",
        "Tuiles qui sombrent avant que le volcan puisse se réveiller : {tiles}",
    ),
    "reason.volcano": (
        "The volcano may be under any of the mountains left: {peaks}",
        "Le volcan peut être sous chacune des montagnes restantes : {peaks}",
    ),
    "odds.shark": ("A shark under the next tile", "Un requin sous la prochaine tuile"),
    "odds.whale": ("A whale under the next tile", "Une baleine sous la prochaine tuile"),
    "odds.boat": ("A boat under the next tile", "Un bateau sous la prochaine tuile"),
    "odds.whirlpool": ("A whirlpool under the next tile", "Un tourbillon sous la prochaine tuile"),
    "odds.volcano": ("The volcano under the next tile", "Le volcan sous la prochaine tuile"),
    "odds.red": ("A red tile to keep", "Une tuile rouge à garder"),
    "log.first_player": ("{who} begins", "{who} commence"),
    "log.terrain": ("{to} is {terrain}", "{to} : {terrain}"),
    "log.place": ("{who} sends an explorer to {to}", "{who} envoie un explorateur en {to}"),
    "log.place_known": ("{who} sends a {value} to {to}", "{who} envoie un {value} en {to}"),
    "log.place_boat": ("{who} moors a boat at {to}", "{who} amarre un bateau en {to}"),
    "log.pass": ("{who} plays no red tile", "{who} ne joue pas de tuile rouge"),
    "log.dolphin": (
        "{who} calls a dolphin, which carries explorer {number} to {to}",
        "{who} appelle un dauphin, qui porte l'explorateur {number} en {to}",
    ),
    "log.wind": (
        "{who} has a fair wind: the boat at {start} sails to {to}",
        "{who} a bon vent : le bateau en {start} file en {to}",
    ),
    "log.move_serpent": ("{who} calls the serpent at {start} to {to}", "{who} appelle le serpent de {start} en {to}"),
    "log.move_shark": ("{who} calls the shark at {start} to {to}", "{who} appelle le requin de {start} en {to}"),
    "log.move_whale": ("{who} calls the whale at {start} to {to}", "{who} appelle la baleine de {start} en {to}"),
    "log.end_moves": ("{who} moves no further", "{who} arrête ses déplacements"),
    "log.walk": ("{who}: explorer {number} walks to {to}", "{who} : l'explorateur {number} marche jusqu'en {to}"),
    "log.board": ("{who}: explorer {number} boards a boat at {to}", "{who} : l'explorateur {number} embarque en {to}"),
    "log.dive": (
        "{who}: explorer {number} jumps into the water at {to}",
        "{who} : l'explorateur {number} saute à l'eau en {to}",
    ),
    "log.swim": ("{who}: explorer {number} swims to {to}", "{who} : l'explorateur {number} nage jusqu'en {to}"),
    "log.land": (
        "{who}: explorer {number} is safe in the {island}",
        "{who} : l'explorateur {number} est sauvé au {island}",
    ),
    "log.boat": ("{who} sails the boat at {start} to {to}", "{who} mène le bateau de {start} en {to}"),
    "log.remove": ("{who} lets {to} sink", "{who} fait sombrer {to}"),
    "log.aboard": (
        "{who} takes {whom} aboard",
        "{who} fait monter à bord {whom}",
    ),
    "log.stay": ("{who} lets all creatures stay", "{who} laisse les créatures en place"),
    "log.creature": ("{who} sends {the_kind} from {start} to {to}", "{who} envoie {the_kind} de {start} en {to}"),
    "log.decline": ("{who} lets it come", "{who} laisse faire"),
    "log.stop_shark": ("{who} drives the shark away for good", "{who} chasse le requin pour de bon"),
    "log.stop_whale": ("{who} drives the whale away for good", "{who} chasse la baleine pour de bon"),
    "log.turn": ("{who} to play", "À {who} de jouer"),
    "log.explorer": ("explorer {number} ({who})", "l'explorateur {number} ({who})"),
    "log.sunk.serpent": ("A serpent sinks the boat at {to}", "Un serpent coule le bateau en {to}"),
    "log.sunk.whale": ("A whale sinks the boat at {to}", "Une baleine coule le bateau en {to}"),
    "log.sunk.whirlpool": ("The whirlpool at {to} swallows a boat", "Le tourbillon en {to} engloutit un bateau"),
    "log.overboard": ("In the water now: {whom}", "À l'eau : {whom}"),
    "log.rescued": ("Safe in the new boat: {whom}", "À bord du nouveau bateau : {whom}"),
    "log.lost.serpent": ("A serpent at {to} takes {whom}", "Un serpent en {to} emporte {whom}"),
    "log.lost.shark": ("A shark at {to} takes {whom}", "Un requin en {to} emporte {whom}"),
    "log.lost.whirlpool": ("The whirlpool at {to} takes {whom}", "Le tourbillon en {to} emporte {whom}"),
    "log.creatures_gone.one": ("The whirlpool takes a creature too", "Le tourbillon emporte aussi une créature"),
    "log.creatures_gone.many": ("The whirlpool takes {n} creatures too", "Le tourbillon emporte aussi {n} créatures"),
    "log.sinking.forest": ("The beaches are gone: the forests sink now", "Plus de plage : les forêts sombrent"),
    "log.sinking.mountain": ("The forests are gone: the mountains sink now", "Plus de forêt : les montagnes sombrent"),
    "log.sinking.sea": ("The last tile has sunk", "La dernière tuile a sombré"),
    "log.end.volcano": ("The volcano ends the game", "Le volcan met fin à la partie"),
    "log.end.deserted": (
        "Nobody is left to be saved: the game is over",
        "Il n'y a plus personne à sauver : la partie est finie",
    ),
    "log.end.submerged": ("The island is gone: the game is over", "L'île a disparu : la partie est finie"),
    "log.end.late": (
        "The last turns are played: the game is over",
        "Les derniers tours sont joués : la partie est finie",
    ),
    "end.saved.one": ("saved: {values}", "sauvé : {values}"),
    "end.saved.many": ("{n} saved: {values}", "{n} sauvés : {values}"),
    "end.saved_equal.one": ("{n} saved", "{n} sauvé"),
    "end.saved_equal.many": ("{n} saved", "{n} sauvés"),
    "end.serpent.one": ("{n} taken by a serpent", "{n} emporté par un serpent"),
    "end.serpent.many": ("{n} taken by serpents", "{n} emportés par des serpents"),
    "end.shark.one": ("{n} taken by a shark", "{n} emporté par un requin"),
    "end.shark.many": ("{n} taken by sharks", "{n} emportés par des requins"),
    "end.whirlpool.one": ("{n} taken by a whirlpool", "{n} emporté par un tourbillon"),
    "end.whirlpool.many": ("{n} taken by whirlpools", "{n} emportés par des tourbillons"),
    "end.behind.one": ("{n} left behind", "{n} abandonné"),
    "end.behind.many": ("{n} left behind", "{n} abandonnés"),
    "log.die": ("{who} rolls: {kind}", "{who} lance le dé : {kind}"),
    "log.no_creature": ("There is none: nothing moves", "Il n'y en a pas : rien ne bouge"),
    "log.under.red": ("{who} finds a red tile and keeps it", "{who} trouve une tuile rouge et la garde"),
    "log.under.shark": ("A shark comes up from below", "Un requin surgit des profondeurs"),
    "log.under.whale": ("A whale comes up from below", "Une baleine surgit des profondeurs"),
    "log.under.boat": ("A boat drifts free", "Un bateau se détache"),
    "log.under.whirlpool": ("A whirlpool swallows all around", "Un tourbillon engloutit tout alentour"),
    "log.under.volcano": ("The volcano awakes", "Le volcan se réveille"),
    "log.under.dolphin": ("{who} finds a dolphin and keeps it", "{who} trouve un dauphin et le garde"),
    "log.under.wind": ("{who} finds a fair wind and keeps it", "{who} trouve un bon vent et le garde"),
    "log.under.move_serpent": ("{who} may call a serpent later", "{who} pourra appeler un serpent"),
    "log.under.move_shark": ("{who} may call a shark later", "{who} pourra appeler un requin"),
    "log.under.move_whale": ("{who} may call a whale later", "{who} pourra appeler une baleine"),
    "log.under.stop_shark": ("{who} can stop a shark later", "{who} pourra repousser un requin"),
    "log.under.stop_whale": ("{who} can stop a whale later", "{who} pourra repousser une baleine"),
    "step.value": ("An explorer worth {value}", "Un explorateur de valeur {value}"),
    "step.explorer": ("Explorer {number}", "Explorateur {number}"),
    "step.boat": ("The boat at {start}", "Le bateau en {start}"),
    "step.creature": ("The {kind} at {start}", "Créature en {start} : {kind}"),
    "do.place": ("Place a {value} at {to}", "Placer un {value} en {to}"),
    "do.place_boat": ("Moor a boat at {to}", "Amarrer un bateau en {to}"),
    "do.pass": ("Play no red tile", "Ne pas jouer de tuile rouge"),
    "do.dolphin": ("Dolphin: carry explorer {number} to {to}", "Dauphin : porter l'explorateur {number} en {to}"),
    "do.wind": ("Wind: boat {start} to {to}", "Vent : bateau {start} vers {to}"),
    "do.move_serpent": ("Call: serpent {start} to {to}", "Appel : serpent {start} vers {to}"),
    "do.move_shark": ("Call: shark {start} to {to}", "Appel : requin {start} vers {to}"),
    "do.move_whale": ("Call: whale {start} to {to}", "Appel : baleine {start} vers {to}"),
    "do.end_moves": ("Move no further", "Arrêter les déplacements"),
    "do.walk": ("Explorer {number}: walk to {to}", "Explorateur {number} : marcher en {to}"),
    "do.board": ("Explorer {number}: board the boat at {to}", "Explorateur {number} : embarquer en {to}"),
    "do.dive": ("Explorer {number}: jump into the water at {to}", "Explorateur {number} : sauter à l'eau en {to}"),
    "do.swim": ("Explorer {number}: swim to {to}", "Explorateur {number} : nager en {to}"),
    "do.land": ("Explorer {number}: land in the {island}", "Explorateur {number} : débarquer au {island}"),
    "do.boat": ("Boat {start}: sail to {to}", "Bateau {start} : aller en {to}"),
    "do.remove": ("Let {to} sink", "Faire sombrer {to}"),
    "do.aboard": ("Take explorer {number} of {who} aboard", "Faire monter l'explorateur {number} ({who})"),
    "do.stay": ("Let all creatures stay", "Laisser les créatures en place"),
    "do.creature": ("Send {the_kind} from {start} to {to}", "Envoyer {the_kind} de {start} en {to}"),
    "do.decline": ("Let it come", "Laisser faire"),
    "do.stop_shark": ("Stop the shark", "Repousser le requin"),
    "do.stop_whale": ("Stop the whale", "Repousser la baleine"),
    "ask.place": ("Place your next explorer.", "Placez votre prochain explorateur."),
    "ask.place_boat": ("Moor a boat by the shore.", "Amarrez un bateau près du rivage."),
    "ask.start": ("Play a red tile before you move?", "Jouer une tuile rouge avant de bouger ?"),
    "ask.moves": (
        "Move explorers or boats; moves left: {moves}.",
        "Déplacez explorateurs ou bateaux (encore {moves}).",
    ),
    "ask.remove": ("Which tile sinks?", "Quelle tuile sombre ?"),
    "ask.aboard": ("Who may board the boat?", "Qui monte à bord ?"),
    "ask.creature": ("The die has woken {kind}. Send one?", "Le dé a réveillé {kind}. L'envoyer ?"),
    "ask.defence": ("Beware, {kind} is upon you! Stop it?", "Attention, {kind} est sur vous ! Riposter ?"),
    "ask.wait": ("The sea decides.", "La mer décide."),
    "plight.ashore": ("on land", "à terre"),
    "plight.aboard": ("in a boat", "en bateau"),
    "plight.swimming": ("swimming", "à la nage"),
    "plight.saved": ("saved", "sauvé"),
    "board.target": ("To {place}", "Vers {place}"),
    "board.haven": ("Safe island in the {island}", "Île sûre au {island}"),
    "board.creature": ("{kind} at {place}", "{kind} en {place}"),
    "board.boat": ("Boat at {place}: {crew}", "Bateau en {place} : {crew}"),
    "board.empty": ("empty", "vide"),
    "board.explorer": (
        "Explorer {number} of {who}, {where}, {value}",
        "Explorateur {number} ({who}), {where}, {value}",
    ),
    "board.tally": ("saved: {saved}, left: {playing}", "sauvés : {saved}, en jeu : {playing}"),
    "board.points": ("saved: {saved}, points: {points}", "sauvés : {saved}, points : {points}"),
    "board.card_back": ("red tile, face down", "tuile rouge, face cachée"),
    "board.to_place": ("Explorer worth {value}: {left} to place", "Explorateur de valeur {value} : {left} à placer"),
    "board.die": ("The die shows: {kind}", "Le dé montre : {kind}"),
    "board.moves": ("Moves left: {moves}", "Déplacements restants : {moves}"),
    "board.legend": (
        ": beach  ♠ forest  ^ mountain  ~ sea   U boat   S serpent  K shark  W whale",
        ": plage  ♠ forêt  ^ montagne  ~ mer   U bateau   S serpent  K requin  W baleine",
    ),
}
# What the lab counts.
MEASURED = {
    "turns": ("turns", "tours"),
    "moves": ("moves of explorers and boats", "déplacements d'explorateurs et de bateaux"),
    "sailed": ("moves of boats", "déplacements de bateaux"),
    "dives": ("dives", "plongées"),
    "red_played": ("red tiles played at the start of a turn", "tuiles rouges jouées en début de tour"),
    "attacks": ("creatures sent", "créatures envoyées"),
    "stopped": ("creatures driven away", "créatures repoussées"),
    "removed": ("tiles removed", "tuiles retirées"),
    "saved": ("explorers saved", "explorateurs sauvés"),
    "lost": ("explorers lost", "explorateurs perdus"),
}
SAID |= {f"measure.{column}": said for column, said in MEASURED.items()}
SAID |= house_names(HOUSE)

WORDS = Words.by_language(SAID)
