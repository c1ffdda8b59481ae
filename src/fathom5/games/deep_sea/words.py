"""Deep Sea Adventure in words: actions as moves, moves as sentences, and all that the board and the table say."""

from collections.abc import Sequence

import numpy as np

from fathom5.games.deep_sea.rules import FACES, MOST_PILES, MOST_PLAYERS, VALUES, Action, Phase
from fathom5.kernel.moves import spread
from fathom5.kernel.record import Move
from fathom5.scene import Words

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
    return MOVES[action]


def sentence(before: np.record, move: Move, names: Sequence[str], words: dict[str, str]) -> str:
    """What happened, for the log that people read; `before` is what the reader saw before it."""
    who = names[before.diver]
    if move[0] == "first_player":
        return words["log.first_player"].format(who=names[move[1]])
    if move[0] == "roll":
        piles = before.piles[before.diver]
        key = "log.roll_loaded" if piles else "log.roll"
        return words[key].format(who=who, a=move[1], b=move[2], piles=piles, steps=max(0, move[1] + move[2] - piles))
    if move[0] == "value":
        return _value_sentence(before, move, names, words)
    return words[f"log.{move[0]}"].format(who=who, number=1 + move[-1] if move[0] == "drop" else "")


def _value_sentence(before: np.record, move: Move, names: Sequence[str], words: dict[str, str]) -> str:
    """A chip turned over at home, or looked at under way."""
    if before.phase == Phase.LOOK:
        key = "log.looks" if move[1] is None else "log.sees"
        return words[key].format(who=names[before.diver], value=move[1])
    home = next(seat for seat in range(before.seats) if before.home[seat] and before.piles[seat])
    return words["log.value"].format(who=names[home], value=move[1])


def button(before: np.record, move: Move, words: dict[str, str]) -> str:
    """A move as something to press."""
    return words[f"do.{move[0]}"].format(number=1 + move[1] if move[0] == "drop" else "")


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
    "log.take": ("{who} takes what lies there", "{who} ramasse ce qui se trouve là"),
    "log.drop": ("{who} puts down find {number}", "{who} repose sa trouvaille {number}"),
    "log.roll": ("{who} rolls {a} and {b}", "{who} obtient {a} et {b}"),
    "log.roll_loaded": (
        "{who} rolls {a} and {b}, less {piles} for the load: {steps}",
        "{who} obtient {a} et {b}, moins {piles} pour la charge : {steps}",
    ),
    "log.value": ("{who} turns over a chip worth {value}", "{who} retourne un jeton de valeur {value}"),
    "log.sees": ("{who} sees that it is worth {value}", "{who} voit qu'il vaut {value}"),
    "log.looks": ("{who} looks at the chip", "{who} regarde le jeton"),
    "do.return": ("Turn back", "Faire demi-tour"),
    "do.go_on": ("Dive on", "Continuer"),
    "do.nothing": ("Leave everything", "Ne rien faire"),
    "do.take": ("Take it", "Ramasser"),
    "do.drop": ("Put down find {number}", "Reposer la trouvaille {number}"),
    "ask.turn_back": ("Turn back to the submarine, or dive on?", "Remonter vers le sous-marin, ou continuer ?"),
    "ask.search": ("Search this place?", "Fouiller cet endroit ?"),
    "odds.stuck": ("Not moving at the next roll", "Rester sur place au prochain lancer"),
    "odds.home_next_roll": ("Being home after the next roll", "Être rentré après le prochain lancer"),
    "board.submarine": ("Submarine", "Sous-marin"),
    "board.air": ("{air} of {full} air left", "{air} d'air sur {full}"),
    "board.round": ("Round {lap} of {laps}", "Manche {lap} sur {laps}"),
    "board.die": ("Die: {face}", "Dé : {face}"),
    "board.die_waiting": ("Die, not rolled yet", "Dé, pas encore lancé"),
    "board.blank": ("Space {place}: empty", "Espace {place} : vide"),
    "board.space": ("Space {place}: {chips}", "Espace {place} : {chips}"),
    "board.level": ("level {level}", "niveau {level}"),
    "board.diver": ("Diver {number}, {place}, carries {piles}", "Plongeur {number}, {place}, porte {piles}"),
    "board.held": ("Find {number}: {chips}", "Trouvaille {number} : {chips}"),
    "board.home": ("back home", "rentré"),
    "board.in_submarine": ("in the submarine", "dans le sous-marin"),
    "board.on_space": ("on space {place}, {heading}", "espace {place}, {heading}"),
    "board.up": ("going up", "en remontée"),
    "board.down": ("going down", "en descente"),
    "board.treasure": (
        "Treasure of diver {number}: {points} points, {chips} chips",
        "Trésor du plongeur {number} : {points} points, {chips} jetons",
    ),
}
WORDS = Words.by_language(SAID)
