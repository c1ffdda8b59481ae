"""Sub Terra in words: actions as moves, moves as sentences, and all that the board and the table say."""

from collections.abc import Iterator, Sequence

import numpy as np

from fathom5.games.sub_terra.house import HOUSE
from fathom5.games.sub_terra.rules.box import (
    ALL_SIDES,
    DESIGNS,
    DRAWABLE,
    FACES,
    HORRORS,
    MOST_CAVERS,
    MOST_TILES,
    NOWHERE,
    RANKS,
    REMOVED,
    SIDES,
    Action,
    Phase,
    Reason,
)
from fathom5.games.sub_terra.rules.cavers import (
    caver_of,
    checker,
    fears_horrors,
    has_horror,
    is_safe,
    is_success,
    owner,
)
from fathom5.games.sub_terra.rules.verbs import score
from fathom5.kernel.game import NOBODY
from fathom5.kernel.moves import spread
from fathom5.kernel.options import named as house_names
from fathom5.kernel.options import rulebook_numbers
from fathom5.kernel.record import Move
from fathom5.kernel.story import Course, Ending, Fared, Kind, Told
from fathom5.scene import Cited, Words, unbracketed

SIDE = ("N", "E", "S", "W", "here")
KINDS = ("plain", "flood", "gas", "cave-in", "horror", "squeeze", "ledge", "slide", "rough ground", "exit", "start")
SHAPES = "SCTXD"
CARDS = ("tremor", "flood", "gas", "cave-in", "horror")
NAMES = (*CARDS, *(f"{card} x2" for card in CARDS), "out of time")
CLAUSES = {  # where the rulebook speaks of each move
    "end": "ST-11",
    "exert": "ST-11",
    "reveal": "ST-13",
    "explore": "ST-15",
    "move": "ST-14",
    "run": "ST-16",
    "heal": "ST-17",
    "swim": "ST-18",
    "squeeze": "ST-19",
    "clear": "ST-20",
    "rope": "ST-21",
    "hide": "ST-22",
    "dive": "ST-44",
    "excavate": "ST-46",
    "demolish": "ST-47",
    "secure": "ST-48",
    "treat": "ST-49",
    "sprint": "ST-49",
    "repel": "ST-50",
    "direct": "ST-51",
    "step": "ST-16",
    "stop": "ST-16",
    "place": "ST-13",
    "guide": "ST-45",
    "decline": "ST-76",
    "surface": "ST-44",
    "horror_first": "ST-75",
    "horror_path": "ST-40",
    "appear": "ST-41",
    "caver": "ST-5",
    "first_caver": "ST-9",
    "tile": "ST-6",
    "hazard": "ST-33",
    "check": "ST-12",
    "cave_in": "ST-36",
}


def open_sides(mask: int) -> str:
    """Open sides in the order NESW."""
    return "".join(SIDE[side] for side in range(SIDES) if mask >> side & 1)


def design_words(design: int) -> Move:
    """A design as the rulebook names it: kind, shape, and the numbers of a cave-in tile."""
    kind, shape, _, numbers = DESIGNS[design]
    return KINDS[kind], SHAPES[shape], *numbers


SPOTS = ("end", "exert", "rope", "hide", "dive", "secure", "stop", "guide", "decline")  # by action number
TOWARDS = ("reveal", "explore", "move", "run", "sprint", "swim", "squeeze", "step", "demolish", "repel")
COMPASS = SIDE[:SIDES]
PIPS = range(1, FACES + 1)
MOVES = spread(
    {
        **{action: (word,) for action, word in enumerate(SPOTS)},
        **{Action.REVEAL + SIDES * verb: (word, COMPASS) for verb, word in enumerate(TOWARDS)},
        Action.CLEAR: ("clear", SIDE),
        Action.EXCAVATE: ("excavate", SIDE),
        Action.PLACE: ("place", ("drawn", "kept"), map(open_sides, range(ALL_SIDES + 1))),
        Action.HORROR_FIRST: ("horror_first", range(HORRORS)),
        Action.HORROR_PATH: ("horror_path", COMPASS),
        Action.TILE: ("tile", map(design_words, range(DRAWABLE))),
        Action.HAZARD: ("hazard", NAMES),
        Action.CHECK: ("check", PIPS),
        Action.CAVE_IN: ("cave_in", PIPS),
    }
)
BY_CAVER = {Action.HEAL: "heal", Action.TREAT: "treat", Action.DIRECT: "direct", Action.FIRST_CAVER: "first_caver"}
BY_TILE = {Action.SURFACE: "surface", Action.APPEAR: "appear"}


def move(before: np.record, action: int) -> Move:
    """An action as a readable tuple, given what stood before it."""
    if action in MOVES:
        return MOVES[action]
    for first, word in BY_CAVER.items():
        if first <= action < first + MOST_CAVERS:
            return word, int(before.rank[action - first])
    for first, word in BY_TILE.items():
        if first <= action < first + MOST_TILES:
            return word, int(before.x[action - first]), int(before.y[action - first])
    return "caver", int(owner(before, caver_of(before, 0))), int(action - Action.CAVER)


# Moves as sentences.


def named(before: np.record, caver: int, names: Sequence[str], words: dict[str, str]) -> str:
    """A caver, and who plays it if more than one does."""
    name = words[f"the.{before.rank[caver]}"]
    return name if before.seats == 1 else f"{name} ({unbracketed(names[owner(before, caver)])})"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def tile_name(move: Move, words: dict[str, str]) -> str:
    """A tile as it is turned over, with its shape and its numbers."""
    kind, shape, *numbers = move
    name = f"{words[f'kind.{kind}']}, {words[f'shape.{shape}']}"
    return f"{name} ({' · '.join(map(str, numbers))})" if numbers else name


def spread_out(sides: str, words: dict[str, str]) -> str:
    return ", ".join(words[f"side.{side}"] for side in sides)


def tell(before: np.record, after: np.record, names: Sequence[str], words: Words) -> Iterator[Told]:
    """What a viewer hears of an action, from what was before and is after."""
    done = move(before, int(after.last))
    yield Told(_kind(before, done), sentence(before, done, names, words), _places(before, done))
    yield from _tiles_told(before, after, done, words)
    yield from _horrors_told(before, after, done, words)
    for caver in range(after.cavers):
        yield from _caver_told(before, after, done, caver, names, words)
    if after.seat == NOBODY:
        yield Told("end", words[f"log.end.{why(after)}"], clause="ST-53")
    elif (after.rounds, after.turns) != (before.rounds, before.turns) and after.turns:
        if before.turns == 0 or after.rounds != before.rounds:
            yield Told("round", words["log.round"].format(number=1 + after.rounds))
        if after.phase in (Phase.TURN, Phase.SURFACE):  # who comes last may be unconscious
            who = capital(named(after, int(after.caver), names, words))
            yield Told("turn", words["log.turn"].format(who=who), (f"caver-{after.caver}",))


def _kind(before: np.record, done: Move) -> Kind:
    if done[0] in ("caver", "first_caver") or before.phase == Phase.KEEP:
        return "setup"
    return "event" if done[0] in ("hazard", "demolish", "appear") else "deed"


def _places(before: np.record, done: Move) -> tuple[str, ...]:
    """What a sentence speaks of, on the board."""
    if done[0] in ("caver", "first_caver", "hazard", "cave_in"):
        return ("deck",) if done[0] == "hazard" else ()
    if done[0] == "tile":
        return ("stack",)
    if done[0] == "check":
        return (f"caver-{checker(before)}",)
    if done[0] in ("heal", "treat", "direct"):
        return f"caver-{before.actor}", f"caver-{caver_of(before, done[1])}"
    return (f"caver-{before.actor}",)


# What came of it.


def _tiles_told(before: np.record, after: np.record, done: Move, words: Words) -> Iterator[Told]:
    """Roofs that fall, water that rises, tiles that would close the cave, the exit."""
    if done[0] == "cave_in":
        fallen = [tile for tile in range(before.laid) if after.marked[tile] > before.marked[tile]]
        spots = ", ".join(spot(after, tile) for tile in fallen)
        key = "log.roofs" if fallen else "log.no_roof"
        yield Told("event", words[key].format(spots=spots), tuple(f"tile-{tile}" for tile in fallen), "ST-36")
    if done[0] == "hazard" and done[1].startswith("flood"):
        wet = [tile for tile in range(before.laid) if after.marked[tile] > before.marked[tile]]
        key = "log.flooded" if wet else "log.dry"
        spots = ", ".join(spot(after, tile) for tile in wet)
        yield Told("event", words[key].format(spots=spots), tuple(f"tile-{tile}" for tile in wet), "ST-34")
    if done[0] == "tile" and after.discards > before.discards:
        yield Told("event", words["log.discarded"], ("stack",), "ST-63")
    if after.exit != before.exit:
        yield Told(
            "event", words["log.exit"].format(spot=spot(after, int(after.exit))), (f"tile-{after.exit}",), "ST-32"
        )


def _horrors_told(before: np.record, after: np.record, done: Move, words: Words) -> Iterator[Told]:
    """Horrors that come nearer, appear, or lose the trail."""
    for figure in range(HORRORS):
        was, now = int(before.horror[figure]), int(after.horror[figure])
        if was == now or (done[0], NOWHERE) in (("repel", now), ("appear", was)):
            continue
        key = "appears" if was == NOWHERE else "loses" if now == NOWHERE else "moves"
        said = words[f"log.horror_{key}"].format(
            number=1 + figure, spot=spot(after, max(was, 0) if now == NOWHERE else now)
        )
        clause = "ST-41" if key == "appears" else "ST-40"
        yield Told("deed" if key == "moves" else "event", said, (f"horror-{figure}",), clause)


def _caver_told(
    before: np.record, after: np.record, done: Move, caver: int, names: Sequence[str], words: Words
) -> Iterator[Told]:
    """Who is hurt or falls and why, who is better or wakes up, who is out and who is lost."""
    was, now = int(before.health[caver]), int(after.health[caver])
    if done[0] == "caver":
        return
    who, things = named(after, caver, names, words), (f"caver-{caver}", f"card-{caver}")
    if now < was:
        cause = cause_of(before, after, done, caver)
        said = words["log.falls" if now == 0 else "log.hurt"].format(
            who=who, why=words[f"why.{cause}"], n=was - now, left=now
        )
        yield Told("event", capital(said), things, CAUSES[cause])
    elif now > was:
        said = words["log.wakes" if was == 0 else "log.better"].format(who=who, left=now)
        yield Told("event", capital(said), things, "ST-17")
    if after.place[caver] == REMOVED != before.place[caver]:
        yield Told("event", capital(words["log.removed"].format(who=who)), things, "ST-39")
    elif after.exit != NOWHERE and after.place[caver] == after.exit != before.place[caver]:
        yield Told("event", capital(words["log.out"].format(who=who)), things, "ST-32")


CAUSES = {  # why a caver loses health, and where the rulebook says so
    "horror": "ST-42",
    "roof": "ST-36",
    "flood": "ST-34",
    "gas": "ST-35",
    "exert": "ST-11",
    "rough": "ST-31",
    "tremor": "ST-33",
}


def cause_of(before: np.record, after: np.record, done: Move, caver: int) -> str:
    """Why a caver loses health."""
    place = after.place[caver]
    if after.health[caver] == 0 and place >= 0 and has_horror(after, place) and fears_horrors(after, caver):
        return "horror"
    if done[0] == "cave_in":
        return "roof"
    if done[0] == "check":
        return Reason(before.reason).name.lower()
    return done[1].split()[0] if done[0] == "hazard" else "gas"


def spot(state: np.record, tile: int) -> str:
    return f"({state.x[tile]}, {state.y[tile]})"


def why(after: np.record) -> str:
    """ST-53: why the game is over."""
    out = sum(is_safe(after, caver) for caver in range(after.cavers))
    left = sum(after.place[caver] != REMOVED and not is_safe(after, caver) for caver in range(after.cavers))
    if left == 0 and out:
        return "out" if out == after.cavers else "survivors"
    return "time" if after.late else "fallen"


# The end.

TOGETHER = True  # all win or lose together: there are no points to compare
MEDALS = ("defeat", "bronze", "silver", "gold")


def ending(course: Course, names: Sequence[str], words: Words) -> Ending:
    """Each caver's fate, the medal, and how far the game had come."""
    last = course[-1]
    points = np.zeros(last.seats, np.int64)
    score(last, points)
    fates: list[list[str]] = [[] for _ in range(last.seats)]
    for caver in range(last.cavers):
        fates[owner(last, caver)].append(_fate(last, caver, words))
    notes = (
        Cited(words[f"end.medal.{MEDALS[points[0]]}"], "ST-53"),
        words.count("end.tiles_left", int(last.stack.sum())),
        words["end.round"].format(number=1 + last.rounds),
    )
    fared = tuple(Fared(seat, tuple(fates[seat])) for seat in range(last.seats))
    return Ending(words[f"log.end.{why(last)}"], fared, notes)


FATES = {"out": "ST-32", "removed": "ST-39", "dived": "ST-52", "fallen": "ST-23", "left": "ST-53"}  # and their clauses


def _fate(last: np.record, caver: int, words: Words) -> Cited:
    who, place = words[f"the.{last.rank[caver]}"], int(last.place[caver])
    key = "out" if is_safe(last, caver) else "removed" if place == REMOVED else "dived" if place < 0 else ""
    key = key or ("fallen" if last.health[caver] == 0 else "left")
    return Cited(capital(words[f"end.fate.{key}"].format(who=who, spot=spot(last, max(place, 0)))), FATES[key])


def sentence(before: np.record, move: Move, names: Sequence[str], words: Words) -> str:
    """What was done, for the log that people read."""
    word, *rest = move
    said = words["log.set_aside" if before.phase == Phase.KEEP else f"log.{word}"]
    if word == "caver":
        return capital(said.format(who=names[rest[0]], caver=words[f"the.{rest[1]}"]))
    if word == "tile":
        return capital(said.format(tile=tile_name(tuple(rest), words)))
    if word == "hazard":
        return said.format(hazard=words[f"hazard.{rest[0]}"])
    if word == "check":
        return _check_sentence(before, rest[0], names, words)
    caver = _subject(before, word)
    return capital(said.format(who=named(before, caver, names, words), **_details(before, move, names, words)))


def _subject(before: np.record, word: str) -> int:
    """Of which caver a sentence speaks."""
    return int(before.first if word in ("horror_first", "appear") else before.actor)


def _details(before: np.record, move: Move, names: Sequence[str], words: dict[str, str]) -> dict[str, object]:
    """What else a sentence or a button may mention."""
    word, *rest = move
    if word in ("heal", "treat", "direct", "first_caver"):
        return {"whom": named(before, int(caver_of(before, rest[0])), names, words)}
    if word == "place":
        return {"sides": spread_out(rest[1], words), "which": words[f"which.{rest[0]}"]}
    if word in ("surface", "appear"):
        return {"x": rest[0], "y": rest[1]}
    if word in ("cave_in", "horror_first"):
        return {"number": rest[0] + (word == "horror_first")}
    return {"side": words[f"side.{rest[0]}"]} if rest else {}


def _check_sentence(before: np.record, face: int, names: Sequence[str], words: dict[str, str]) -> str:
    """Who rolls, for what, and whether it is enough."""
    caver = int(checker(before))
    passed = words["log.passed" if is_success(before, caver, face) else "log.failed"]
    reason = words[f"check.{Reason(before.reason).name.lower()}"]
    who = named(before, caver, names, words)
    return capital(words["log.check"].format(who=who, face=face, reason=reason, passed=passed))


def button(before: np.record, move: Move, words: Words) -> str:
    """A move as something to press."""
    names = [words.player(seat) for seat in range(before.seats)]
    return words[f"do.{move[0]}"].format(**_details(before, move, names, words))


ASKED = {
    Phase.TURN: "ask.turn",
    Phase.STEP: "ask.step",
    Phase.PLACE: "ask.place",
    Phase.SURFACE: "ask.surface",
    Phase.HORROR_FIRST: "ask.horror_first",
    Phase.HORROR_PATH: "ask.horror_path",
    Phase.APPEAR: "ask.appear",
}


def ask(view: np.record, words: dict[str, str]) -> str:
    """What the seat to move has to decide."""
    if view.seat < 0:
        return words["ask.over" if view.seat == NOBODY else "ask.chance"]
    who = words[f"the.{view.rank[view.actor]}"]
    key = "ask.directed" if view.phase == Phase.TURN and view.actor != view.caver else ASKED[Phase(view.phase)]
    return capital(words[key].format(who=who, points=view.points))


SAID = {
    "title": ("Sub Terra", "Sub Terra"),
    "blurb": (
        "Cavers trapped in the dark look for the one way out. Explore together, help each other, and beware.",
        "Des spéléologues pris au piège cherchent l'unique sortie. Explorez ensemble, aidez-vous et prenez garde.",
    ),
    "length": ("45–60 min", "45–60 min"),
    "depth": ("5", "5"),  # from the surface to the abyss
    "seat": ("Player", "Joueur"),
    "option.players": ("Players", "Joueurs"),
    "option.cavers": ("Cavers", "Spéléologues"),
    **{
        f"option.cavers.{rank}": names
        for rank, names in enumerate(
            (
                ("Diver", "Plongeur"),
                ("Scout", "Éclaireur"),
                ("Geologist", "Géologue"),
                ("Engineer", "Ingénieur"),
                ("Climber", "Grimpeur"),
                ("Medic", "Médecin"),
                ("Bodyguard", "Garde du corps"),
                ("Leader", "Leader"),
            ),
            1,
        )
    },
    "option.difficulty": ("Difficulty", "Difficulté"),
    "option.difficulty.normal": ("Normal", "Normal"),
    "option.difficulty.advanced": ("Advanced", "Avancé"),
    "option.difficulty.expert": ("Expert", "Expert"),
    "option.easier": ("Easier: three more rounds", "Plus facile : trois tours de plus"),
    "the.0": ("nobody", "personne"),
    "the.1": ("the Diver", "le Plongeur"),
    "the.2": ("the Scout", "l'Éclaireur"),
    "the.3": ("the Geologist", "le Géologue"),
    "the.4": ("the Engineer", "l'Ingénieur"),
    "the.5": ("the Climber", "le Grimpeur"),
    "the.6": ("the Medic", "le Médecin"),
    "the.7": ("the Bodyguard", "le Garde du corps"),
    "the.8": ("the Leader", "le Leader"),
    "side.N": ("north", "au nord"),
    "side.E": ("east", "à l'est"),
    "side.S": ("south", "au sud"),
    "side.W": ("west", "à l'ouest"),
    "side.here": ("here", "ici"),
    "kind.plain": ("plain rock", "roche nue"),
    "kind.flood": ("flood tile", "tuile inondable"),
    "kind.gas": ("gas tile", "tuile à gaz"),
    "kind.cave-in": ("shaky roof", "plafond fragile"),
    "kind.horror": ("horror's lair", "antre d'horreur"),
    "kind.squeeze": ("squeeze", "boyau"),
    "kind.ledge": ("ledge", "corniche"),
    "kind.slide": ("slide", "toboggan"),
    "kind.rough ground": ("rough ground", "terrain accidenté"),
    "kind.exit": ("the exit", "la sortie"),
    "kind.start": ("the start", "le départ"),
    "shape.S": ("straight", "droit"),
    "shape.C": ("corner", "coude"),
    "shape.T": ("three ways", "trois issues"),
    "shape.X": ("four ways", "quatre issues"),
    "shape.D": ("dead end", "cul-de-sac"),
    "which.drawn": ("the new tile", "la nouvelle tuile"),
    "which.kept": ("the tile set aside", "la tuile mise de côté"),
    "hazard.tremor": ("tremor", "secousse"),
    "hazard.flood": ("flood", "inondation"),
    "hazard.gas": ("gas", "gaz"),
    "hazard.cave-in": ("cave-in", "éboulement"),
    "hazard.horror": ("horror", "horreur"),
    "hazard.tremor x2": ("tremor, twice", "secousse, deux fois"),
    "hazard.flood x2": ("flood, twice", "inondation, deux fois"),
    "hazard.gas x2": ("gas, twice", "gaz, deux fois"),
    "hazard.cave-in x2": ("cave-in, twice", "éboulement, deux fois"),
    "hazard.horror x2": ("horror, twice", "horreur, deux fois"),
    "hazard.out of time": ("out of time, the lamps go dark", "temps écoulé, les lampes s'éteignent"),
    "check.exert": ("after the effort", "après l'effort"),
    "check.rope": ("to fix a rope", "pour fixer une corde"),
    "check.hide": ("to hide", "pour se cacher"),
    "check.rough": ("on rough ground", "sur le terrain accidenté"),
    "check.tremor": ("against the tremor", "contre la secousse"),
    "check.out_of_time": ("in the dark", "dans le noir"),
    "log.passed": ("success", "réussi"),
    "log.failed": ("failure", "échec"),
    "log.check": ("{who} rolls {face} {reason}: {passed}", "{who} obtient {face} {reason} : {passed}"),
    "log.caver": ("{who} plays {caver}", "{who} joue {caver}"),
    "log.first_caver": ("{whom} goes first", "{whom} commence"),
    "log.tile": ("A new tile: {tile}", "Nouvelle tuile : {tile}"),
    "log.set_aside": ("The Geologist sets a tile aside: {tile}", "Le Géologue met une tuile de côté : {tile}"),
    "log.round": ("Round {number}", "Tour {number}"),
    "log.turn": ("{who} acts", "{who} agit"),
    "log.roofs": ("The roof falls at {spots}", "Le plafond s'effondre en {spots}"),
    "log.no_roof": ("No roof falls", "Aucun plafond ne s'effondre"),
    "log.flooded": ("The water rises at {spots}", "L'eau monte en {spots}"),
    "log.dry": ("No other tile is flooded", "Aucune autre tuile n'est inondée"),
    "log.discarded": (
        "This tile would close the cave: it is discarded",
        "Cette tuile fermerait la grotte : elle est défaussée",
    ),
    "log.exit": ("The exit is found, at {spot}!", "La sortie est trouvée, en {spot} !"),
    "log.horror_moves": ("Horror {number} moves to {spot}", "L'horreur {number} avance en {spot}"),
    "log.horror_appears": ("Horror {number} appears at {spot}", "L'horreur {number} surgit en {spot}"),
    "log.horror_loses": (
        "Horror {number} loses the trail and is gone",
        "L'horreur {number} perd la piste et disparaît",
    ),
    "log.hurt": ("{who} loses {n} health ({why}), {left} left", "{who} perd {n} de santé ({why}), reste {left}"),
    "log.falls": ("{who} falls unconscious ({why})", "{who} perd connaissance ({why})"),
    "log.better": ("{who} is better: health {left}", "{who} va mieux : santé {left}"),
    "log.wakes": ("{who} wakes up: health {left}", "{who} revient à soi : santé {left}"),
    "log.removed": ("{who} is lost in the dark", "{who} disparaît dans le noir"),
    "log.out": ("{who} reaches the exit", "{who} atteint la sortie"),
    "why.horror": ("a horror", "une horreur"),
    "why.roof": ("the roof", "le plafond"),
    "why.flood": ("the flood", "l'inondation"),
    "why.gas": ("gas", "le gaz"),
    "why.exert": ("the effort", "l'effort"),
    "why.rough": ("rough ground", "le terrain accidenté"),
    "why.tremor": ("the tremor", "la secousse"),
    "log.end.out": ("All cavers are out: the game is over", "Tout le monde est dehors : la partie est finie"),
    "log.end.survivors": (
        "All who survive are out: the game is over",
        "Tous les survivants sont dehors : la partie est finie",
    ),
    "log.end.fallen": (
        "Nobody is conscious any more: the game is over",
        "Plus personne n'est conscient : la partie est finie",
    ),
    "log.end.time": (
        "Time is out, and nobody is left who could go on: the game is over",
        "Le temps est écoulé et plus personne ne peut continuer : la partie est finie",
    ),
    "end.medal.gold": ("Gold: nobody is left behind", "Or : personne n'est resté"),
    "end.medal.silver": ("Silver: one caver is left behind", "Argent : une personne est restée"),
    "end.medal.bronze": ("Bronze: two cavers are left behind", "Bronze : deux personnes sont restées"),
    "end.medal.defeat": ("Defeat: three or more are left behind", "Défaite : trois personnes ou plus sont restées"),
    "end.tiles_left.one": ("{n} tile was left in the stack", "{n} tuile restait dans la pile"),
    "end.tiles_left.many": ("{n} tiles were left in the stack", "{n} tuiles restaient dans la pile"),
    "end.round": ("It was round {number}", "C'était le tour {number}"),
    "end.fate.out": ("{who}: out", "{who} : sain et sauf"),
    "end.fate.removed": ("{who}: lost in the dark", "{who} : disparu dans le noir"),
    "end.fate.dived": ("{who}: under water", "{who} : sous l'eau"),
    "end.fate.fallen": ("{who}: unconscious at {spot}", "{who} : inconscient en {spot}"),
    "end.fate.left": ("{who}: left behind at {spot}", "{who} : abandonné en {spot}"),
    "reason.search": (
        "Rounds until the lamps go dark: {rounds}; the exit is among the last <exit_among> of {tiles} tiles",
        "Tours avant le noir : {rounds} ; rang de la sortie depuis la fin : <exit_among> au plus, sur {tiles} tuiles",
    ),
    "reason.exit": (
        "The exit is known; rounds until the lamps go dark: {rounds}",
        "La sortie est connue ; tours avant le noir : {rounds}",
    ),
    "reason.late": (
        "Time is out: every round each caver who is not out may be lost",
        "Le temps est écoulé : à chaque tour, qui n'est pas dehors peut disparaître",
    ),
    "reason.exit_late": (
        "Time is out, but the exit is known: run",
        "Le temps est écoulé, mais la sortie est connue : il faut courir",
    ),
    "odds.check": ("Passing a check", "Réussir un jet"),
    "odds.exit_next": ("The exit is the next tile", "La sortie est la prochaine tuile"),
    "odds.cave_in_here": ("A cave-in here, should the card come", "Un éboulement ici, si la carte sort"),
    "odds.next_tremor": ("A tremor is next", "Une secousse arrive"),
    "odds.next_flood": ("A flood is next", "Une inondation arrive"),
    "odds.next_gas": ("Gas is next", "Du gaz arrive"),
    "odds.next_cave-in": ("A cave-in is next", "Un éboulement arrive"),
    "odds.next_horror": ("A horror is next", "Une horreur arrive"),
    "log.hazard": ("Hazard: {hazard}", "Danger : {hazard}"),
    "log.cave_in": ("The roof trembles: {number}", "Le plafond tremble : {number}"),
    "log.end": ("{who} ends the turn", "{who} termine son tour"),
    "log.exert": ("{who} makes an extra effort", "{who} fait un effort"),
    "log.reveal": ("{who} looks {side}", "{who} regarde {side}"),
    "log.explore": ("{who} explores {side}", "{who} explore {side}"),
    "log.move": ("{who} moves {side}", "{who} va {side}"),
    "log.run": ("{who} runs {side}", "{who} court {side}"),
    "log.sprint": ("{who} sprints {side}", "{who} sprinte {side}"),
    "log.step": ("{who} runs on {side}", "{who} court encore {side}"),
    "log.stop": ("{who} stops", "{who} s'arrête"),
    "log.swim": ("{who} swims {side}", "{who} nage {side}"),
    "log.squeeze": ("{who} squeezes {side}", "{who} se faufile {side}"),
    "log.heal": ("{who} heals {whom}", "{who} soigne {whom}"),
    "log.treat": ("{who} treats {whom}", "{who} panse {whom}"),
    "log.clear": ("{who} clears rubble {side}", "{who} dégage les éboulis {side}"),
    "log.excavate": ("{who} excavates {side}", "{who} excave {side}"),
    "log.rope": ("{who} tries to fix a rope", "{who} tente de fixer une corde"),
    "log.secure": ("{who} fixes a rope", "{who} fixe une corde"),
    "log.hide": ("{who} hides", "{who} se cache"),
    "log.dive": ("{who} dives", "{who} plonge"),
    "log.surface": ("{who} surfaces at ({x}, {y})", "{who} refait surface en ({x}, {y})"),
    "log.demolish": ("{who} blows up the wall {side}", "{who} fait sauter la paroi {side}"),
    "log.repel": ("{who} repels the horror {side}", "{who} repousse l'horreur {side}"),
    "log.direct": ("{who} directs {whom}", "{who} dirige {whom}"),
    "log.decline": ("{who} declines", "{who} décline"),
    "log.place": ("{who} lays {which}, open {sides}", "{who} pose {which}, ouverte {sides}"),
    "log.guide": ("{who} finds another way: the tile is discarded", "{who} cherche un autre passage : tuile défaussée"),
    "log.horror_first": ("{who} sends horror {number} first", "{who} fait avancer d'abord l'horreur {number}"),
    "log.horror_path": ("The horror comes {side}", "L'horreur avance {side}"),
    "log.appear": ("A horror appears at ({x}, {y})", "Une horreur apparaît en ({x}, {y})"),
    "do.end": ("End the turn", "Finir le tour"),
    "do.exert": ("Exert: +1 point", "Se dépasser : +1 point"),
    "do.reveal": ("Reveal {side}", "Découvrir {side}"),
    "do.explore": ("Explore {side}", "Explorer {side}"),
    "do.move": ("Move {side}", "Aller {side}"),
    "do.run": ("Run {side}", "Courir {side}"),
    "do.sprint": ("Sprint {side}", "Sprinter {side}"),
    "do.step": ("On {side}", "Encore {side}"),
    "do.stop": ("Stop here", "S'arrêter ici"),
    "do.swim": ("Swim {side}", "Nager {side}"),
    "do.squeeze": ("Squeeze {side}", "Se faufiler {side}"),
    "do.heal": ("Heal {whom}", "Soigner {whom}"),
    "do.treat": ("Treat {whom}", "Panser {whom}"),
    "do.clear": ("Clear rubble {side}", "Dégager les éboulis {side}"),
    "do.excavate": ("Excavate {side}", "Excaver {side}"),
    "do.rope": ("Try a rope", "Tenter une corde"),
    "do.secure": ("Fix a rope", "Fixer une corde"),
    "do.hide": ("Hide", "Se cacher"),
    "do.dive": ("Dive", "Plonger"),
    "do.surface": ("Surface at ({x}, {y})", "Refaire surface en ({x}, {y})"),
    "do.demolish": ("Blow up {side}", "Faire sauter {side}"),
    "do.repel": ("Repel {side}", "Repousser {side}"),
    "do.direct": ("Direct {whom}", "Diriger {whom}"),
    "do.decline": ("Decline", "Décliner"),
    "do.place": ("Lay {which}: open {sides}", "Poser {which} : ouverte {sides}"),
    "do.guide": ("Find another way", "Chercher un autre passage"),
    "do.horror_first": ("Horror {number} first", "D'abord l'horreur {number}"),
    "do.horror_path": ("It comes {side}", "Elle avance {side}"),
    "do.appear": ("At ({x}, {y})", "En ({x}, {y})"),
    "ask.turn": ("What does {who} do? Points left: {points}", "Que fait {who} ? Points restants : {points}"),
    "ask.directed": ("{who} may do something for one point", "{who} peut agir pour un point"),
    "ask.step": ("Does {who} run on?", "{who} court-il encore ?"),
    "ask.place": ("How does {who} lay the tile?", "Comment {who} pose-t-il la tuile ?"),
    "ask.surface": ("Where does {who} surface?", "Où {who} refait-il surface ?"),
    "ask.horror_first": ("Which horror moves first?", "Quelle horreur avance d'abord ?"),
    "ask.horror_path": ("Which way does the horror come?", "Par où vient l'horreur ?"),
    "ask.appear": ("Where does the horror appear?", "Où l'horreur apparaît-elle ?"),
    "ask.chance": ("Something is about to happen", "Quelque chose va arriver"),
    "ask.over": ("It is over", "C'est fini"),
    "board.tile": ("{kind} at ({x}, {y}), open {sides}{more}", "{kind} en ({x}, {y}), passage {sides}{more}"),
    "board.flooded": (", flooded", ", inondée"),
    "board.rubble": (", under rubble", ", sous les éboulis"),
    "board.roped": (", roped", ", avec une corde"),
    "board.arrow": (", arrow {side}", ", flèche {side}"),
    "board.numbers": (", falls on {numbers}", ", tombe sur {numbers}"),
    "board.caver": ("{who} at ({x}, {y}), health {health} of {most}", "{who} en ({x}, {y}), santé {health} sur {most}"),
    "board.diving": ("{who} is under water", "{who} est sous l'eau"),
    "board.removed": ("{who} is lost", "{who} a disparu"),
    "board.horror": ("horror at ({x}, {y})", "horreur en ({x}, {y})"),
    "board.stack": ("Tiles left: {left}", "Tuiles restantes : {left}"),
    "board.cards": ("Rounds left: {cards}", "Tours restants : {cards}"),
    "board.late": ("Out of time", "Temps écoulé"),
    "board.gas": ("Gas in the air until the next hazard", "Gaz dans l'air jusqu'au prochain danger"),
    "board.kept": ("Set aside: {tile}", "Mise de côté : {tile}"),
    "board.side": ("unexplored {side}", "inexploré {side}"),
    "board.wall": ("wall {side}", "paroi {side}"),
    "board.ghost": ("the tile, open {sides}", "la tuile, ouverte {sides}"),
    "cost.one": ("{n} point", "{n} point"),
    "cost.many": ("{n} points", "{n} points"),
    "board.points": ("Points left: {points}", "Points restants : {points}"),
    "board.hidden": (", hidden", ", caché"),
}
# What the lab counts.
MEASURED = {
    "rounds": ("rounds", "manches"),
    "cards_left": ("cards left", "cartes restantes"),
    "tiles_laid": ("tiles laid", "tuiles posées"),
    "exit_round": ("round in which the exit was laid", "manche où la sortie est posée"),
    "awake": ("conscious cavers at the end", "spéléologues conscients à la fin"),
    "fell_by_tremor": ("cavers felled by tremors", "spéléologues terrassés par un séisme"),
    "fell_by_flood": ("cavers felled by floods", "spéléologues terrassés par une inondation"),
    "fell_by_gas": ("cavers felled by gas", "spéléologues terrassés par le gaz"),
    "fell_by_cave_in": ("cavers felled by cave-ins", "spéléologues terrassés par un éboulement"),
    "fell_by_horror": ("cavers felled by horrors", "spéléologues terrassés par une horreur"),
    "fell_by_strain": ("cavers felled by exertion", "spéléologues terrassés par l'effort"),
    "fell_by_time": ("cavers felled when time was out", "spéléologues terrassés à la fin du temps"),
    "removed": ("cavers removed when time was out", "spéléologues retirés à la fin du temps"),
    "without_exit": ("games without an exit", "parties sans sortie"),
    "all_fell": ("games in which all fell", "parties où tous sont tombés"),
    "explored": ("explorations", "explorations"),
    "walked": ("moves", "déplacements"),
    "healed": ("healings", "soins"),
    "exerted": ("exertions", "efforts"),
    "hid": ("times hidden", "fois caché"),
    "worked": ("works on rubble, ropes and explosives", "travaux : gravats, cordes, explosifs"),
    **{f"played_{rank}": (f"with caver {rank}", f"avec le spéléologue {rank}") for rank in range(1, RANKS + 1)},
    **{f"saved_{rank}": (f"caver {rank} saved", f"spéléologue {rank} sauvé") for rank in range(1, RANKS + 1)},
}
SAID |= {f"measure.{column}": said for column, said in MEASURED.items()}
SAID |= house_names(HOUSE)

WORDS = Words.by_language(SAID, rulebook_numbers(HOUSE))
