"""Treasure Divers in words: actions as moves, moves as sentences, and all that the board and the table say."""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from fathom5.games.treasure_divers.house import BONUS, EXCHANGE_POINTS, HOUSE
from fathom5.games.treasure_divers.rules.box import (
    AMOUNT,
    BONUSES,
    EXCHANGE,
    FIND,
    FINDS,
    KIND,
    KINDS,
    SYMBOLS,
)
from fathom5.games.treasure_divers.rules.verbs import (
    COLUMNS,
    DICE,
    FACE_DOWN,
    MOST_PIPS,
    MOST_PLAYERS,
    SURFACE,
    WRECK_ROW,
    Action,
    Phase,
    X,
    find_here,
    only_front,
    symbol_here,
    tiles_left,
    wreck_tiles_left,
)
from fathom5.kernel.game import NOBODY
from fathom5.kernel.moves import spread
from fathom5.kernel.options import named, rulebook_numbers
from fathom5.kernel.record import Move
from fathom5.kernel.story import Course, Ending, Fared, Kind, Told
from fathom5.scene import Cited, Words

FACE_WORDS = ("X", 1, 2, 3, 4)
NAMED = [(KINDS[kind], amount) for kind, amount in FINDS]  # finds, as a move names them
ROLLED = tuple(product(FACE_WORDS, repeat=DICE)) + tuple((face,) for face in FACE_WORDS)  # two dice, then one
SEATS = range(MOST_PLAYERS)
MOVES = spread(
    {
        Action.TAKE: ("take",),
        Action.ON: ("on",),
        Action.STOP: ("stop",),
        Action.DIVE: ("dive", range(COLUMNS), range(1, MOST_PIPS + 1)),
        Action.WRECK: ("wreck", [amount for _, amount in NAMED]),
        Action.EXCHANGE: ("exchange", SEATS, NAMED),
        Action.FIRST: ("first_player", SEATS),
        Action.ROLL: ("roll", ROLLED),
        Action.FIGHT: ("roll", ROLLED),
        Action.LIT: ("lit", KINDS[:SYMBOLS]),
        Action.FRONT: ("front", [NAMED[find] for find in FIND]),
    }
)
CLAUSES = {  # where the rulebook speaks of each move
    "take": "TD-11",
    "on": "TD-11",
    "stop": "TD-12",
    "dive": "TD-9",
    "wreck": "TD-14",
    "exchange": "TD-17",
    "first_player": "TD-8",
    "roll": "TD-8",
    "lit": "TD-11",
    "front": "TD-13",
}


def move(before: np.record, action: int) -> Move:
    """An action as a readable tuple, given what stood before it."""
    return MOVES[action]


# The log.


def tell(before: np.record, after: np.record, names: Sequence[str], words: Words) -> Iterator[Told]:
    """What a viewer hears of an action, from what it saw before and sees after."""
    done = move(before, int(after.last))
    yield Told(_kind(before, after, done), sentence(before, done, names, words), _places(before, after, done))
    for kind in range(BONUSES):
        if after.bonus[kind] != before.bonus[kind]:
            said = words["log.bonus"].format(who=names[after.bonus[kind]], kinds=words[f"kinds.{KINDS[kind]}"])
            yield Told("event", said, (f"medal-{kind}",), "TD-18")
    if after.seat == NOBODY:
        yield Told("end", words[f"log.end.{_why(after)}"], clause="TD-21" if _why(after) == "idle" else "TD-19")
    elif after.diver != before.diver or before.phase == Phase.FIRST:
        yield Told("turn", words["log.turn"].format(who=names[after.diver]), (f"shelf-{after.diver}",))


def _kind(before: np.record, after: np.record, done: Move) -> Kind:
    """What ends a turn matters, but for coming up from an empty square."""
    if done[0] == "first_player":
        return "setup"
    is_last = after.diver != before.diver or after.seat == NOBODY
    return "event" if is_last and done[0] != "stop" else "deed"


def _places(before: np.record, after: np.record, done: Move) -> tuple[str, ...]:
    """What a sentence speaks of, on the board."""
    if done[0] in ("wreck", "exchange"):
        return ("wreck",) if done[0] == "wreck" else (f"shelf-{before.diver}", f"shelf-{done[1]}")
    if done[0] == "roll" and before.phase != Phase.FIGHT:
        return ("die-0", "die-1")
    lamp = after if done[0] == "dive" else before
    if done[0] == "first_player" or lamp.row in (SURFACE, WRECK_ROW):
        return ("lamp",) if done[0] != "first_player" else ()
    return (f"square-{lamp.column}-{lamp.row}",)


def _why(after: np.record) -> str:
    """TD-19, TD-21: what the last of which has left the board ends the game."""
    if all(after.bonus[kind] != NOBODY for kind in range(BONUSES)):
        return "bonus"
    for zone, name in enumerate(("light", "dark")):
        if tiles_left(after, zone) == 0:
            return name
    return "wreck" if wreck_tiles_left(after) == 0 else "idle"


def sentence(before: np.record, move: Move, names: Sequence[str], words: Words) -> str:
    """What was done; `before` is what the reader saw before it.

    Where symbols are to be remembered (TD-22), the log does not do it for the reader.
    """
    who = names[before.diver]
    if move[0] == "first_player":
        return words["log.first_player"].format(who=names[move[1]])
    if move[0] == "roll":
        return _roll_sentence(before, move, who, words)
    if move[0] == "lit":
        return words["log.lit_memory" if before.memory else "log.lit"].format(who=who, symbol=words[f"lit.{move[1]}"])
    if move[0] == "dive":
        key = "log.dive" if before.row == SURFACE else "log.dive_on"
        return words[key].format(who=who, buoy=1 + move[1], number=move[2])
    if move[0] in ("on", "stop"):
        return words[f"log.{move[0]}"].format(who=who)
    return _find_sentence(before, move, names, words)


def _roll_sentence(before: np.record, move: Move, who: str, words: dict[str, str]) -> str:
    """Dice in a dive or in a fight."""
    roll = words["and"].join(map(str, move[1:]))
    if before.phase == Phase.FIGHT:
        find = find_here(before)
        if max(face for face in (X, *move[1:]) if face != "X") < AMOUNT[find]:
            return words["log.fight_lost"].format(who=who, roll=roll)
        return words["log.fight_won"].format(who=who, roll=roll, find=find_words(words, *NAMED[find]))
    bust = all(face == "X" for face in move[1:])
    return words["log.bust" if bust else "log.roll"].format(who=who, roll=roll)


def _find_sentence(before: np.record, move: Move, names: Sequence[str], words: dict[str, str]) -> str:
    """A tile that is taken, turned over or changes hands."""
    who = names[before.diver]
    if move[0] == "take" and only_front(before) == FACE_DOWN:
        return words["log.take"].format(who=who)
    kind, amount = _named(before, move)
    if kind == "monster":
        return words["log.meet_memory" if before.memory else "log.meet"].format(
            who=who, find=find_words(words, kind, amount)
        )
    other = names[move[1]] if move[0] == "exchange" else ""
    return words[_find_key(move, kind)].format(who=who, other=other, find=find_words(words, kind, amount))


def _named(before: np.record, move: Move) -> tuple[str, int]:
    """The kind and amount that a move brings to light."""
    if move[0] == "take":
        return NAMED[FIND[only_front(before)]]
    return ("wreck", move[1]) if move[0] == "wreck" else move[-2:]


def _find_key(move: Move, kind: str) -> str:
    """Which sentence tells of it."""
    if move[0] == "take" and kind == "exchange":
        return "log.keep"
    if move[0] in ("take", "front"):
        return "log.seaweed" if kind == "seaweed" else "log.find"
    return f"log.{move[0]}"


def find_words(words: dict[str, str], kind: str, amount: int) -> str:
    """Such as 3 shells."""
    return words[f"find.{kind}.{'one' if amount == 1 else 'many'}"].format(amount=amount)


# The end.


def ending(course: Course, names: Sequence[str], words: Words) -> Ending:
    """What each diver has found, kind by kind, and the bonus tokens."""
    last = course[-1]
    fared = tuple(Fared(seat, tuple(_parts(last, seat, words))) for seat in range(last.seats))
    return Ending(words[f"log.end.{_why(last)}"], fared)


def _parts(last: np.record, seat: int, words: Words) -> Iterator[Cited]:
    held = last.held[seat].astype(int)
    for kind, name in enumerate(KINDS):
        tiles = held * (kind == KIND)
        if tiles.any():
            many = words.count("end.tiles", int(tiles.sum()))
            points = int((tiles * AMOUNT).sum() if kind != EXCHANGE else tiles.sum() * last.house[EXCHANGE_POINTS])
            said = words["end.kind"].format(kinds=words[f"kinds.{name}"], points=points, tiles=many)
            yield Cited(said, "TD-20")
    if won := [words[f"kinds.{KINDS[kind]}"] for kind in range(BONUSES) if last.bonus[kind] == seat]:
        yield Cited(words["end.bonus"].format(points=int(last.house[BONUS]) * len(won), kinds=", ".join(won)), "TD-18")


# Buttons and questions.


def button(before: np.record, move: Move, words: Words) -> str:
    """A move as something to press."""
    if move[0] == "dive":
        key = "do.dive" if before.row == SURFACE else "do.dive_on"
        return words[key].format(buoy=1 + move[1], number=move[2])
    if move[0] == "wreck":
        return words["do.wreck"].format(find=find_words(words, *move))
    if move[0] == "exchange":
        other = words.player(move[1])
        return words["do.exchange"].format(find=find_words(words, *move[2:]), other=other)
    if move[0] == "take" and symbol_here(before) == EXCHANGE:
        return words["do.keep"]
    return words[f"do.{move[0]}"]


def ask(view: np.record, words: dict[str, str]) -> str:
    """What the seat to move has to decide; nothing while chance acts."""
    if view.seat < 0:
        return ""
    if view.phase == Phase.DIVE:
        return words["ask.dive" if view.row == SURFACE else "ask.dive_on"]
    if view.phase == Phase.EMPTY:
        return words["ask.empty"]
    if view.phase == Phase.WRECK:
        return words["ask.wreck"]
    if symbol_here(view) == EXCHANGE:
        return words["ask.exchange"]
    return words["ask.tile"].format(symbol=words[f"lit.{KINDS[symbol_here(view)]}"])


SAID = {
    "title": ("Treasure Divers", "Les Pêcheurs de trésors"),
    "blurb": (
        "Shine your lamp into the deep. Take what you see, or dare to dive on: the best treasure lies far down.",
        "Éclaire les profondeurs. Prends ce que tu vois, ou ose descendre encore : le plus beau est tout au fond.",
    ),
    "length": ("20 min", "20 min"),
    "depth": ("2", "2"),  # from the surface to the abyss
    "seat": ("Diver", "Plongeur"),
    "option.players": ("Divers", "Plongeurs"),
    "option.memory": (
        "Remember for yourself what the lamp has shown",
        "Retenir soi-même ce que la lampe a montré",
    ),
    "and": (" and ", " et "),
    "log.first_player": ("{who} goes first", "{who} commence"),
    "log.roll": ("{who} rolls {roll}", "{who} lance {roll}"),
    "log.bust": ("{who} rolls {roll}: nothing this time", "{who} lance {roll} : rien cette fois"),
    "log.dive": ("{who} dives {number} down at buoy {buoy}", "{who} descend de {number} à la bouée {buoy}"),
    "log.dive_on": ("{who} dives {number} deeper", "{who} descend encore de {number}"),
    "log.lit": ("The lamp shows {symbol}", "La lampe montre {symbol}"),
    "log.lit_memory": ("{who} shines the lamp on a tile", "{who} éclaire une tuile"),
    "log.take": ("{who} takes the tile", "{who} prend la tuile"),
    "log.keep": ("{who} keeps the exchange tile", "{who} garde la tuile d'échange"),
    "log.on": ("{who} dives on", "{who} plonge encore"),
    "log.stop": ("{who} comes up with nothing", "{who} remonte les mains vides"),
    "log.find": ("{who} finds {find}", "{who} trouve {find}"),
    "log.seaweed": ("{who} finds only seaweed", "{who} ne trouve que des algues"),
    "log.meet": ("{who} meets {find}!", "{who} tombe sur {find} !"),
    "log.meet_memory": ("{who} meets sea monsters!", "{who} tombe sur des monstres marins !"),
    "log.fight_won": ("{who} rolls {roll} and beats {find}!", "{who} lance {roll} et bat {find} !"),
    "log.fight_lost": ("{who} rolls {roll}: the monsters win", "{who} lance {roll} : les monstres gagnent"),
    "log.exchange": (
        "{who} gives {other} the exchange tile and takes {find}",
        "{who} donne la tuile d'échange à {other} et prend {find}",
    ),
    "log.wreck": ("{who} takes {find} from the wreck", "{who} prend {find} dans l'épave"),
    "log.bonus": ("{who} wins the bonus for {kinds}!", "{who} gagne le bonus {kinds} !"),
    "log.turn": ("{who}’s turn", "À {who} de jouer"),
    "log.end.bonus": ("The last bonus is won: the game is over", "Le dernier bonus est gagné : la partie est finie"),
    "log.end.light": ("The last light tile is gone: the game is over", "Plus de tuile claire : la partie est finie"),
    "log.end.dark": ("The last dark tile is gone: the game is over", "Plus de tuile foncée : la partie est finie"),
    "log.end.wreck": ("The wreck is empty: the game is over", "L'épave est vide : la partie est finie"),
    "log.end.idle": (
        "Nobody finds anything any more: the game is over",
        "Plus personne ne trouve rien : la partie est finie",
    ),
    "end.kind": ("{kinds} {points} ({tiles})", "{kinds} {points} ({tiles})"),
    "end.tiles.one": ("{n} tile", "{n} tuile"),
    "end.tiles.many": ("{n} tiles", "{n} tuiles"),
    "end.bonus": ("bonus {points} ({kinds})", "bonus {points} ({kinds})"),
    "do.dive": ("Buoy {buoy}: dive {number}", "Bouée {buoy} : descendre de {number}"),
    "do.dive_on": ("Dive {number} deeper", "Descendre encore de {number}"),
    "do.take": ("Take it", "Prendre"),
    "do.keep": ("Keep it (+<exchange>)", "La garder (+<exchange>)"),
    "do.on": ("Dive on", "Plonger encore"),
    "do.stop": ("Come up", "Remonter"),
    "do.wreck": ("Take {find}", "Prendre {find}"),
    "do.exchange": ("Swap it for {find} of {other}", "L'échanger contre {find} chez {other}"),
    "ask.dive": ("Choose a buoy and a number", "Choisis une bouée et un nombre"),
    "ask.dive_on": ("How far down?", "De combien descends-tu ?"),
    "ask.tile": (
        "The lamp shows {symbol}. Take it, or dive on?",
        "La lampe montre {symbol}. Prendre, ou plonger encore ?",
    ),
    "ask.exchange": ("An exchange! Keep it, or swap it with someone?", "Un échange ! Le garder, ou échanger ?"),
    "ask.empty": ("Nothing here any more. Dive on, or come up?", "Plus rien ici. Plonger encore, ou remonter ?"),
    "ask.wreck": ("You are at the wreck! What do you take?", "Te voilà à l'épave ! Que prends-tu ?"),
    "lit.shell": ("a shell", "un coquillage"),
    "lit.amphora": ("an amphora", "une amphore"),
    "lit.barrel": ("a barrel", "un tonneau"),
    "lit.gold": ("gold", "de l'or"),
    "lit.chest": ("a chest", "un coffre"),
    "lit.monster": ("sea monsters", "des monstres marins"),
    "lit.exchange": ("an exchange", "un échange"),
    "lit.cave": ("a cave", "une grotte"),
    "lit.seaweed": ("seaweed", "des algues"),
    "reason.bust": (
        "Row {row}; diving on fails at once in {percent} % of cases",
        "Ligne {row} ; en plongeant encore, on remonte aussitôt les mains vides dans {percent} % des cas",
    ),
    "odds.beat": ("Beating {find}, if it comes to a fight", "Battre {find}, s'il faut se battre"),
    "odds.row": ("Getting down to row {row}", "Descendre jusqu'à la ligne {row}"),
    "odds.wreck": ("Getting down to the wreck", "Descendre jusqu'à l'épave"),
    "odds.front": ("On the tile: {find}", "Sur la tuile : {find}"),
    "board.boat": ("Boat of {who}", "Bateau : {who}"),
    "board.dice": ("Dice:", "Dés :"),
    "board.die": ("Die: {face}", "Dé : {face}"),
    "board.die_waiting": ("Die, not rolled yet", "Dé, pas encore lancé"),
    "board.buoy": ("Buoy {number}", "Bouée {number}"),
    "board.square": ("Buoy {buoy}, row {row}: {what}", "Bouée {buoy}, ligne {row} : {what}"),
    "board.hole": ("empty", "vide"),
    "board.tile-light": ("light tile", "tuile claire"),
    "board.tile-dark": ("dark tile", "tuile foncée"),
    "board.lamp": ("The lamp, in row {row}", "La lampe, ligne {row}"),
    "board.lamp_aboard": ("The lamp, on the boat", "La lampe, sur le bateau"),
    "board.wreck": ("Wreck, tiles left: {tiles}", "Épave, tuiles restantes : {tiles}"),
    "board.wreck_short": ("Wreck:", "Épave :"),
    "board.shelf": ("{who}, points: {points}", "{who}, points : {points}"),
    "board.bonus": ("Bonus for {goal} of these: {kinds}", "Bonus pour {goal} de ce genre : {kinds}"),
    "board.won": ("Bonus of {who}: {kinds}", "Bonus, {who} : {kinds}"),
    "short.shell": ("shell", "coquillage"),
    "short.amphora": ("amphora", "amphore"),
    "short.barrel": ("barrel", "tonneau"),
    "short.gold": ("gold", "or"),
    "short.chest": ("chest", "coffre"),
    "short.seaweed": ("seaweed", "algues"),
    "short.monster": ("monster", "monstre"),
    "short.exchange": ("exchange", "échange"),
    "short.cave": ("cave", "grotte"),
    "kinds.shell": ("shells", "coquillages"),
    "kinds.amphora": ("amphorae", "amphores"),
    "kinds.barrel": ("barrels", "tonneaux"),
    "kinds.gold": ("gold", "or"),
    "kinds.chest": ("chests", "coffres"),
    "kinds.seaweed": ("seaweed", "algues"),
    "kinds.monster": ("monsters", "monstres"),
    "kinds.exchange": ("exchanges", "échanges"),
    "kinds.wreck": ("coins", "pièces d'or"),
    "find.shell.one": ("1 shell", "1 coquillage"),
    "find.shell.many": ("{amount} shells", "{amount} coquillages"),
    "find.amphora.one": ("1 amphora", "1 amphore"),
    "find.amphora.many": ("{amount} amphorae", "{amount} amphores"),
    "find.barrel.one": ("1 barrel", "1 tonneau"),
    "find.barrel.many": ("{amount} barrels", "{amount} tonneaux"),
    "find.gold.one": ("1 gold bar", "1 lingot d'or"),
    "find.gold.many": ("{amount} gold bars", "{amount} lingots d'or"),
    "find.chest.one": ("1 chest", "1 coffre"),
    "find.chest.many": ("{amount} chests", "{amount} coffres"),
    "find.seaweed.many": ("seaweed", "des algues"),
    "find.monster.one": ("1 sea monster", "1 monstre marin"),
    "find.monster.many": ("{amount} sea monsters", "{amount} monstres marins"),
    "find.exchange.many": ("an exchange tile", "une tuile d'échange"),
    "worth.exchange": ("<exchange>", "<exchange>"),
    "find.wreck.one": ("1 coin", "1 pièce d'or"),
    "find.wreck.many": ("{amount} coins", "{amount} pièces d'or"),
}
# What the lab counts.
MEASURED = {
    "turns": ("turns", "tours"),
    "busts": ("turns that ended with nothing", "tours terminés sans rien"),
    "lit": ("tiles lit", "tuiles éclairées"),
    "empty": ("empty squares lit", "cases vides éclairées"),
    "stopped": ("stops", "arrêts"),
    "taken": ("tiles taken", "tuiles prises"),
    "seaweed": ("seaweed tiles owned", "tuiles d'algues possédées"),
    "fights": ("fights", "combats"),
    "fights_won": ("fights won", "combats gagnés"),
    "exchanges": ("exchanges", "échanges"),
    "wreck": ("tiles taken from the wreck", "tuiles prises dans l'épave"),
    "bonuses": ("bonus tokens taken", "jetons bonus pris"),
    "end_bonus": ("games ended by the last bonus", "parties finies par le dernier bonus"),
    "end_light": ("games ended by the last light tile", "parties finies par la dernière tuile claire"),
    "end_dark": ("games ended by the last dark tile", "parties finies par la dernière tuile sombre"),
    "end_wreck": ("games ended by the empty wreck", "parties finies par l'épave vide"),
    "end_patience": ("games ended by patience", "parties finies par patience"),
}
SAID |= {f"measure.{column}": said for column, said in MEASURED.items()}
SAID |= named(HOUSE)

WORDS = Words.by_language(SAID, rulebook_numbers(HOUSE))


def odds_words(words: dict[str, str]) -> dict[str, str]:
    """What each of the odds is about."""
    tiles = {(kind, amount): find_words(words, kind, amount) for kind, amount in NAMED}
    monsters = {number: find_words(words, "monster", number) for number in range(1, MOST_PIPS + 1)}
    return {
        **{
            f"odds.front.{kind}.{amount}": words["odds.front"].format(find=find)
            for (kind, amount), find in tiles.items()
        },
        **{f"odds.beat.{number}": words["odds.beat"].format(find=find) for number, find in monsters.items()},
        **{f"odds.row.{row}": words["odds.row"].format(row=row) for row in range(1, WRECK_ROW)},
    }


for words in WORDS.values():
    words |= odds_words(words)
