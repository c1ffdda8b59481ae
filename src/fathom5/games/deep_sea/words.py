"""Deep Sea Adventure in words: actions as moves, moves as sentences, and all that the board and the table say."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from fathom5.games.deep_sea.house import AIR_PER_PILE, HOUSE
from fathom5.games.deep_sea.rules import (
    FACES,
    LEVEL,
    MOST_PILES,
    MOST_PLAYERS,
    NO_CHIP,
    SUBMARINE,
    VALUES,
    Action,
    Phase,
    is_free,
    points_of,
    score,
)
from fathom5.kernel.game import NOBODY
from fathom5.kernel.moves import spread
from fathom5.kernel.options import named
from fathom5.kernel.record import Move
from fathom5.kernel.story import Course, Ending, Fared, Kind, Told
from fathom5.scene import Cited, Words

PIPS = range(1, FACES + 1)
MOVES = spread(
    {
        Action.RETURN: ("return",),
        Action.GO_ON: ("go_on",),
        Action.NOTHING: ("nothing",),
        Action.TAKE: ("take",),
        Action.DROP: ("drop", range(MOST_PILES)),
        Action.ROLL: ("roll", PIPS, PIPS),
        Action.FIRST: ("first_player", range(MOST_PLAYERS)),
        Action.VALUE: ("value", range(VALUES)),
        Action.VALUE_UNSEEN: ("value", [None]),
    }
)
CLAUSES = {  # where the rulebook speaks of each move
    "return": "DS-8",
    "go_on": "DS-8",
    "nothing": "DS-13",
    "take": "DS-13",
    "drop": "DS-13",
    "roll": "DS-9",
    "first_player": "DS-6",
    "value": "DS-17",
}


def move(before: np.record, action: int) -> Move:
    """An action as a readable tuple, given what stood before it."""
    if Action.VALUE <= action < Action.VALUE_UNSEEN:
        return "value", int(points_of(before, action - Action.VALUE))
    return MOVES[action]


# The story.


def tell(before: np.record, after: np.record, names: Sequence[str], words: Words) -> Iterator[Told]:
    """What a viewer hears of an action, from what it saw before and sees after."""
    done = move(before, int(after.last))
    kind: Kind = "setup" if done[0] == "first_player" else "deed"
    yield Told(kind, sentence(before, done, names, words), _place(before, done))
    if done[0] == "roll" and comes_home(before, done):
        who, chips = names[before.diver], sum(map(chips_of, before.held[before.diver]))
        yield Told("event", words.count("log.home", chips, who=who), (f"diver-{before.diver}", "submarine"), "DS-12")
    if is_last_of_round(before, after):
        yield from _round_over(before, after, names, words)
    if is_new_round(before, after) and after.lap > 1:
        text = words["log.standings"].format(lap=before.lap, points=standings(after, names, words))
        yield Told("event", text, clause="DS-17")
    if after.seat == NOBODY:
        yield Told("end", words[_end_key(after)], clause="DS-22")
        return
    if is_new_round(before, after):
        yield Told("round", words["board.round"].format(lap=after.lap, laps=after.laps))
    if is_new_turn(before, after, done):
        yield Told("turn", words["log.turn"].format(who=names[after.diver]), (f"diver-{after.diver}",))
        yield from _breath(after, names, words)


def sentence(before: np.record, move: Move, names: Sequence[str], words: Words) -> str:
    """What was done; `before` is what the reader saw before it."""
    who, place = names[before.diver], int(before.place[before.diver])
    if move[0] == "first_player":
        return words["log.first_player"].format(who=names[move[1]])
    if move[0] == "roll":
        piles = before.piles[before.diver]
        key = "log.roll_loaded" if piles else "log.roll"
        return words[key].format(who=who, a=move[1], b=move[2], piles=piles, steps=steps_of(before, move))
    if move[0] == "value":
        return _value_sentence(before, move, names, words)
    if move[0] == "take":
        return words["log.take"].format(who=who, chips=pile_words(before.path[place], words), place=place)
    if move[0] == "drop":
        pile = before.held[before.diver, move[1]]
        return words["log.drop"].format(who=who, chips=pile_words(pile, words), place=place)
    return words[f"log.{move[0]}"].format(who=who)


def _value_sentence(before: np.record, move: Move, names: Sequence[str], words: Words) -> str:
    """A chip turned over at home, or looked at under way."""
    if before.phase == Phase.LOOK:
        key = "log.looks" if move[1] is None else "log.sees"
        return words[key].format(who=names[before.diver], value=move[1])
    home = next(seat for seat in range(before.seats) if before.home[seat] and before.piles[seat])
    return words["log.value"].format(who=names[home], value=move[1])


def _place(before: np.record, move: Move) -> tuple[str, ...]:
    """What a sentence speaks of, on the board."""
    if move[0] in ("take", "drop", "nothing"):
        return f"diver-{before.diver}", f"space-{before.place[before.diver]}"
    return () if move[0] == "first_player" else (f"diver-{before.diver}",)


def _breath(after: np.record, names: Sequence[str], words: Words) -> Iterator[Told]:
    """DS-7: the air that a turn begins with."""
    used = after.piles[after.diver] * after.house[AIR_PER_PILE]
    if used > 0:
        key = "log.breath" if after.air > 0 else "log.last_breath"
        text = words[key].format(who=names[after.diver], used=used, air=after.air)
        yield Told("deed" if after.air > 0 else "event", text, ("air-number", f"diver-{after.diver}"), "DS-7")


def _round_over(before: np.record, after: np.record, names: Sequence[str], words: Words) -> Iterator[Told]:
    """DS-16, DS-18, DS-24: why the round is over, and who did not come home."""
    lost = drowned(before, after)
    why = "home" if not lost else "air" if before.air == 0 else "idle"
    clause = "DS-24" if why == "idle" else "DS-16"
    yield Told("event", words[f"log.round_over.{why}"].format(lap=before.lap), clause=clause)
    for seat, chips in lost.items():
        text = words.count("log.drowned", chips, who=names[seat]) if chips else words["log.out"].format(who=names[seat])
        yield Told("event", text, (f"diver-{seat}",), "DS-18")


def standings(after: np.record, names: Sequence[str], words: Words) -> str:
    points = np.zeros(after.seats, np.int64)
    score(after, points)
    return ", ".join(words.count("log.points", each, who=who) for who, each in zip(names, points.tolist()))


def _end_key(after: np.record) -> str:
    return "log.end" if after.lap == after.laps else "log.end_empty"


# What happened, from what was and what is.


def chips_of(pile: np.ndarray) -> int:
    return int((pile[:, LEVEL] != NO_CHIP).sum())


def pile_words(pile: np.ndarray, words: Words) -> str:
    """Such as a chip of level 2."""
    levels = [str(chip[LEVEL]) for chip in pile if chip[LEVEL] != NO_CHIP]
    return words.count("log.pile", len(levels), levels=", ".join(levels))


def steps_of(before: np.record, move: Move) -> int:
    """DS-9: as far as a roll carries."""
    return max(0, move[1] + move[2] - int(before.piles[before.diver]))


def comes_home(before: np.record, move: Move) -> bool:
    """DS-12: with a step left after all free spaces."""
    between = sum(is_free(before, place) for place in range(SUBMARINE + 1, before.place[before.diver]))
    return bool(before.returning[before.diver]) and steps_of(before, move) > between


def is_new_round(before: np.record, after: np.record) -> bool:
    return after.lap != before.lap or after.seat == NOBODY


def is_last_of_round(before: np.record, after: np.record) -> bool:
    """Nobody moves any more: what came home is turned over, or it is the next round already."""
    is_at_rest = after.phase == Phase.HOMECOMING or is_new_round(before, after)
    return is_at_rest and before.phase not in (Phase.HOMECOMING, Phase.FIRST)


def is_new_turn(before: np.record, after: np.record, done: Move) -> bool:
    return after.phase in (Phase.TURN_BACK, Phase.ROLL) and done[0] not in ("return", "go_on")


def drowned(before: np.record, after: np.record) -> dict[int, int]:
    """DS-18: who is not home when the round is over, and how many chips each has lost."""
    done = move(before, int(after.last))
    home = [bool(before.home[seat]) for seat in range(before.seats)]
    home[before.diver] |= done[0] == "roll" and comes_home(before, done)
    chips = [sum(map(chips_of, before.held[seat])) for seat in range(before.seats)]
    if done[0] == "take":
        chips[before.diver] += chips_of(before.path[before.place[before.diver]])
    elif done[0] == "drop":
        chips[before.diver] -= chips_of(before.held[before.diver, done[1]])
    return {seat: chips[seat] for seat in range(before.seats) if not home[seat]}


# The end.


def ending(course: Course, names: Sequence[str], words: Words) -> Ending:
    """What each round brought to each diver."""
    parts: list[list[str]] = [[] for _ in names]
    lost: dict[int, int] = {}
    treasure = course[0].treasure.copy()
    for before, after in pairwise(course):
        if is_last_of_round(before, after):
            lost = drowned(before, after)
        if is_new_round(before, after) and before.lap:
            for seat in range(after.seats):
                brought = after.treasure[seat].astype(int) - treasure[seat]
                points = sum(points_of(after, value) * brought[value] for value in range(VALUES))
                parts[seat].append(_round_part(int(before.lap), int(brought.sum()), int(points), lost.get(seat), words))
            treasure = after.treasure.copy()
    why = words[_end_key(course[-1])]
    return Ending(why, tuple(Fared(seat, tuple(parts[seat])) for seat in range(course[-1].seats)))


def _round_part(lap: int, chips: int, points: int, lost: int | None, words: Words) -> Cited:
    """Such as 12 points from 3 chips."""
    if lost is not None:
        drowned_with = words.count("end.drowned", lost, lap=lap) if lost else words["end.out"].format(lap=lap)
        return Cited(drowned_with, "DS-18")
    said = words.count("end.brought", chips, lap=lap, points=words.count("end.points", points))
    return Cited(said, "DS-17")


def button(before: np.record, move: Move, words: Words) -> str:
    """A move as something to press."""
    if move[0] != "drop":
        return words[f"do.{move[0]}"]
    return words["do.drop"].format(number=1 + move[1], chips=pile_words(before.held[before.diver, move[1]], words))


def ask(view: np.record, words: dict[str, str]) -> str:
    """What the seat to move has to decide."""
    return words["ask.turn_back" if view.phase == Phase.TURN_BACK else "ask.search"]


SAID = {
    "title": ("Deep Sea Adventure", "Deep Sea Adventure"),
    "blurb": (
        "Divers share one tank of air. Fetch treasure from the deep, and be home before it is gone.",
        "Des plongeurs partagent une seule réserve d'air. Remontez des trésors avant qu'elle ne soit vide.",
    ),
    "length": ("15–30 min", "15–30 min"),
    "depth": ("3", "3"),  # from the surface to the abyss
    "seat": ("Diver", "Plongeur"),
    "option.players": ("Divers", "Plongeurs"),
    "option.air": ("Air at the start of each round", "Air au début de chaque manche"),
    "option.rounds": ("Rounds", "Manches"),
    "option.chips": ("Chips of each level", "Jetons de chaque niveau"),
    "option.peek": ("Divers see the values they hold", "Les plongeurs voient les valeurs qu'ils portent"),
    "log.first_player": ("{who} begins", "{who} commence"),
    "log.return": ("{who} turns back", "{who} fait demi-tour"),
    "log.go_on": ("{who} dives on", "{who} continue la descente"),
    "log.nothing": ("{who} touches nothing", "{who} ne touche à rien"),
    "log.take": ("{who} takes {chips} from space {place}", "{who} ramasse {chips}, espace {place}"),
    "log.drop": ("{who} puts down {chips} on space {place}", "{who} repose {chips}, espace {place}"),
    "log.pile.one": ("a chip of level {levels}", "un jeton de niveau {levels}"),
    "log.pile.many": ("a pile of {n} chips (levels {levels})", "une pile de {n} jetons (niveaux {levels})"),
    "log.roll": ("{who} rolls {a} and {b}: {steps}", "{who} obtient {a} et {b} : {steps}"),
    "log.roll_loaded": (
        "{who} rolls {a} and {b}, less {piles} for the load: {steps}",
        "{who} obtient {a} et {b}, moins {piles} pour la charge : {steps}",
    ),
    "log.turn": ("{who}’s turn", "À {who} de jouer"),
    "log.breath": (
        "{who}’s load uses {used} air: {air} left",
        "{who} consomme {used} d'air avec sa charge : il en reste {air}",
    ),
    "log.last_breath": (
        "{who}’s load uses up the air: this is the last turn of the round",
        "{who} épuise l'air avec sa charge : c'est le dernier tour de la manche",
    ),
    "log.home.one": ("{who} is home with a chip", "{who} rentre avec un jeton"),
    "log.home.many": ("{who} is home with {n} chips", "{who} rentre avec {n} jetons"),
    "log.round_over.home": (
        "Everybody is home: round {lap} is over",
        "Tout le monde est rentré : fin de la manche {lap}",
    ),
    "log.round_over.air": ("The air is gone: round {lap} is over", "Plus d'air : fin de la manche {lap}"),
    "log.round_over.idle": (
        "Nothing moves any more: round {lap} is over",
        "Plus rien ne bouge : fin de la manche {lap}",
    ),
    "log.drowned.one": ("{who} drowns, and a chip sinks", "{who} se noie, et un jeton coule"),
    "log.drowned.many": ("{who} drowns, and {n} chips sink", "{who} se noie, et {n} jetons coulent"),
    "log.out": ("{who} drowns with empty hands", "{who} se noie les mains vides"),
    "log.standings": ("After round {lap}: {points}", "Après la manche {lap} : {points}"),
    "log.points.one": ("{who} {n} point", "{who} {n} point"),
    "log.points.many": ("{who} {n} points", "{who} {n} points"),
    "log.end": ("The last round is played: the game is over", "La dernière manche est jouée : la partie est finie"),
    "log.end_empty": ("Nothing is left on the path: the game is over", "Plus rien sur le chemin : la partie est finie"),
    "end.brought.one": ("round {lap}: {points} from a chip", "manche {lap} : {points} d'un jeton"),
    "end.brought.many": ("round {lap}: {points} from {n} chips", "manche {lap} : {points} de {n} jetons"),
    "end.drowned.one": ("round {lap}: drowned with a chip", "manche {lap} : noyade avec un jeton"),
    "end.drowned.many": ("round {lap}: drowned with {n} chips", "manche {lap} : noyade avec {n} jetons"),
    "end.out": ("round {lap}: drowned with empty hands", "manche {lap} : noyade les mains vides"),
    "end.points.one": ("{n} point", "{n} point"),
    "end.points.many": ("{n} points", "{n} points"),
    "log.value": ("{who} turns over a chip worth {value}", "{who} retourne un jeton de valeur {value}"),
    "log.sees": ("{who} sees that it is worth {value}", "{who} voit qu'il vaut {value}"),
    "log.looks": ("{who} looks at the chip", "{who} regarde le jeton"),
    "do.return": ("Turn back", "Faire demi-tour"),
    "do.go_on": ("Dive on", "Continuer"),
    "do.nothing": ("Leave everything", "Ne rien faire"),
    "do.take": ("Take it", "Ramasser"),
    "do.drop": ("Put down find {number}: {chips}", "Reposer la trouvaille {number} : {chips}"),
    "ask.turn_back": ("Turn back to the submarine, or dive on?", "Remonter vers le sous-marin, ou continuer ?"),
    "ask.search": ("Search this place?", "Fouiller cet endroit ?"),
    "reason.empty": (
        "Nothing held uses no air: {air} are left",
        "Sans rien porter, on ne consomme pas d'air : il en reste {air}",
    ),
    "reason.air": (
        "{air} air left; about {need} are used until you are home",
        "Air restant : {air} ; il en faut environ {need} pour rentrer",
    ),
    "reason.no_air": (
        "{air} air left, but about {need} would be used until you are home",
        "Air restant : {air}, mais il en faudrait environ {need} pour rentrer",
    ),
    "odds.stuck": ("Not moving at the next roll", "Rester sur place au prochain lancer"),
    "odds.home_next_roll": ("Being home after the next roll", "Être rentré après le prochain lancer"),
    "board.submarine": ("Submarine", "Sous-marin"),
    "board.aboard": ("Submarine: {aboard}", "Sous-marin : {aboard}"),
    "board.air": ("{air} of {full} air left", "{air} d'air sur {full}"),
    "board.round": ("Round {lap} of {laps}", "Manche {lap} sur {laps}"),
    "board.die": ("Die: {face}", "Dé : {face}"),
    "board.die_waiting": ("Die, not rolled yet", "Dé, pas encore lancé"),
    "board.blank": ("Space {place}: empty", "Espace {place} : vide"),
    "board.space": ("Space {place}: {chips}", "Espace {place} : {chips}"),
    "board.level": ("level {level}", "niveau {level}"),
    "board.diver": ("{who}, {place}, carries {piles}", "{who}, {place}, porte {piles}"),
    "board.held": ("Find {number}: {chips}", "Trouvaille {number} : {chips}"),
    "board.home": ("back home", "rentré"),
    "board.drowned": ("drowned", "noyé"),
    "board.in_submarine": ("in the submarine", "dans le sous-marin"),
    "board.on_space": ("on space {place}, {heading}", "espace {place}, {heading}"),
    "board.up": ("going up", "en remontée"),
    "board.down": ("going down", "en descente"),
    "board.treasure": (
        "Treasure of {who}, points: {points}, chips: {chips}",
        "Trésor : {who}, points : {points}, jetons : {chips}",
    ),
}
# What the lab counts.
MEASURED = {
    "turns": ("turns", "tours"),
    "rounds": ("rounds begun", "manches commencées"),
    "turned_back": ("divers who turned back", "plongeurs qui ont fait demi-tour"),
    "taken": ("chips taken", "jetons pris"),
    "put_down": ("chips put down", "jetons reposés"),
    "stuck": ("rolls that moved nobody", "lancers sans mouvement"),
    "brought_home": ("chips brought home", "jetons rapportés"),
}
SAID |= {f"measure.{column}": said for column, said in MEASURED.items()}
SAID |= named(HOUSE)

WORDS = Words.by_language(SAID)
