"""The first dive of The Island: three turns, one explorer lost, one saved by a tile, one at home; then to the end."""

import json
from collections.abc import Iterator
from importlib.resources import files
from itertools import chain

from fathom5.games.the_island.rules.sea import CELL_AT, LAND, PLACES
from fathom5.kernel.lesson import Answers, Decision, Lesson, ask, let, tell
from fathom5.kernel.record import Move

DECISIONS = {
    "place": Decision(
        ("place",),
        (
            "Place an explorer: the number is its worth, which only you know. Near boats is good.",
            "Placez un explorateur : le chiffre est sa valeur, connue de vous seul. Près des bateaux, c'est bien.",
        ),
        "TI-7",
    ),
    "place_boat": Decision(
        ("place_boat",),
        (
            "Moor a boat beside the land, best where your valuable people are.",
            "Amarrez un bateau contre la terre, de préférence près de vos plus précieux.",
        ),
        "TI-8",
    ),
    "start": Decision(
        ("pass", "dolphin", "wind", "move_serpent", "move_shark", "move_whale"),
        (
            "Before your moves you may play one red tile from your hand.",
            "Avant vos déplacements, vous pouvez jouer une tuile rouge de votre main.",
        ),
        "TI-10",
    ),
    "moves": Decision(
        ("end_moves", "walk", "board", "dive", "swim", "land", "boat"),
        (
            "You have three moves: walk, board, swim, or move a boat, in any order.",
            "Vous avez trois déplacements : marcher, embarquer, nager ou déplacer un bateau, dans l'ordre voulu.",
        ),
        "TI-11",
    ),
    "remove": Decision(
        ("remove",),
        (
            "Now one tile must sink: beaches first, then forests, then mountains.",
            "Une tuile doit maintenant sombrer : plages d'abord, puis forêts, puis montagnes.",
        ),
        "TI-24",
    ),
    "aboard": Decision(
        ("aboard",),
        (
            "A boat has three seats. You choose who climbs in.",
            "Un bateau a trois places. C'est vous qui choisissez qui y monte.",
        ),
        "TI-26",
    ),
    "creature": Decision(
        ("stay", "creature"),
        (
            "The die has woken a creature: you may move one of its kind, or let all stay.",
            "Le dé a réveillé une créature : déplacez-en une de cette espèce, ou laissez-les.",
        ),
        "TI-13",
    ),
    "defence": Decision(
        ("decline", "stop_shark", "stop_whale"),
        (
            "A creature is upon you. With the right red tile you can stop it.",
            "Une créature est sur vous. Avec la bonne tuile rouge, vous pouvez l'arrêter.",
        ),
        "TI-29",
    ),
}
ANSWERS = Answers(
    wins=(
        "Only the values of people on the safe islands count. The highest total wins.",
        "Seules comptent les valeurs des gens sur les îles sûres. Le plus haut total l'emporte.",
    ),
    ends=(
        "Under one mountain sleeps the volcano: when it wakes, the game is over at once.",
        "Sous une montagne dort le volcan : quand il s'éveille, la partie finit aussitôt.",
    ),
    risked=(
        "That tile risked waking it: whoever was not home is lost, like Calypso's last explorer.",
        "Cette tuile risquait de l'éveiller : qui n'était pas rentré est perdu, comme le dernier de Calypso.",
    ),
)

REST = [
    tuple(move) for move in json.loads(files(__package__).joinpath("rest.json").read_text("utf8"))
]  # see docs/rests.py

# The set-up: beaches around, mountains in the middle, everybody where the story needs them.
BEACHES = {(-7, 7), (4, 4), (3, 9), (-3, 3), (-1, 3), (1, 3), (3, 3), (-7, 5), (7, 5), (7, 7), (-4, 4), (-4, 8), (4, 8)}
BEACHES |= {(-3, 9), (-1, 9), (1, 9)}
MOUNTAINS = {(-2, 6), (2, 6), (-1, 5), (1, 5), (-1, 7), (1, 7), (-3, 7), (3, 7)}
MINE = ((6, 7, 7), (3, -7, 5), (2, 3, 3), (5, 3, 9), (4, 1, 9), (3, 2, 8), (1, 4, 8), (2, 0, 4), (1, -2, 4), (1, 2, 4))
HERS = (
    (6, -6, 6),
    (5, -4, 6),
    (4, 6, 6),
    (3, 4, 6),
    (3, -5, 5),
    (2, -3, 5),
    (2, 5, 5),
    (1, -4, 8),
    (1, -2, 8),
    (1, -3, 9),
)


def terrain(place: tuple[int, int]) -> str:
    return "beach" if place in BEACHES else "mountain" if place in MOUNTAINS else "forest"


def tile(x: int, y: int) -> str:
    return f"tile-{CELL_AT[x, y]}"


def hunted(from_tile: tuple[int, int], to_swimmer: tuple[int, int]) -> Iterator[Move]:
    """A turn of Calypso's: under a tile she finds a shark, and the die lets it hunt at once."""
    yield from (("end_moves",), ("remove", *from_tile), ("under", "shark"), ("die", "shark"))
    yield ("creature", "shark", *from_tile, *to_swimmer)


LAID = [("terrain", *PLACES[cell], terrain(PLACES[cell])) for cell in LAND]
PLACED = [
    [("place", seat, number, *who) for number, who in enumerate(whose)] for seat, whose in enumerate((MINE, HERS))
]
ALL_PLACED = list(chain.from_iterable(zip(*PLACED)))
SET_UP = (
    let(("first_player", 0), *LAID),
    tell(
        (
            "An island for ten of your people and ten of Calypso's. It will sink.",
            "Une île pour dix des vôtres et dix de Calypso. Elle va sombrer.",
        ),
        tile(0, 4),
    ),
    tell(
        (
            "Bring yours to one of the four safe islands in the corners.",
            "Menez les vôtres vers une des quatre îles sûres, dans les coins.",
        ),
        "haven-SE",
        "haven-NE",
        "haven-NW",
        "haven-SW",
    ),
    tell(ANSWERS.wins, "safe-0"),
    ask(ALL_PLACED[0], DECISIONS["place"].said, "value-6", tile(7, 7)),
    let(*ALL_PLACED[1:]),
    ask(("place_boat", 8, 8), DECISIONS["place_boat"].said, f"cell-{CELL_AT[8, 8]}"),
    let(("place_boat", -5, 9), ("place_boat", -4, 2), ("place_boat", -6, 8)),
)
FIRST_TURN = (
    tell(DECISIONS["moves"].said, "move-0"),
    ask(
        ("board", 0, 0, 8, 8),
        (
            "Your 6 is your treasure: touch it, then the boat beside it.",
            "Votre 6 est votre trésor : touchez-le, puis le bateau voisin.",
        ),
        "explorer-0",
    ),
    ask(
        ("boat", 8, 8, 9, 9),
        (
            "You have most people aboard, so you steer. Sail towards the corner.",
            "Vous êtes majoritaire à bord, donc vous barrez. Voguez vers le coin.",
        ),
        "boat-0",
    ),
    ask(
        ("dive", 0, 1, -8, 6),
        (
            "Now something rash: let this one jump into the water.",
            "Et maintenant une imprudence : faites plonger celui-ci.",
        ),
        "explorer-1",
    ),
    ask(("remove", -3, 3), DECISIONS["remove"].said, tile(-3, 3)),
    let(("under", "wind")),
    tell(
        (
            "Under it: a fair wind. Red tiles are yours alone; keep it for later.",
            "Dessous : un bon vent. Les tuiles rouges sont pour vous seul ; gardez-la.",
        ),
        "card-0-0",
    ),
    let(("die", "serpent")),
    ask(
        ("creature", "serpent", -10, 10, -9, 9),
        DECISIONS["creature"].said,
        "serpent-3",
    ),
    tell(
        (
            "Well aimed: serpents swallow boats and swimmers, and she moors there.",
            "Bien visé : le serpent avale bateaux et nageurs, et elle mouille par là.",
        ),
        "serpent-3",
    ),
    let(*hunted(from_tile=(-7, 7), to_swimmer=(-8, 6))),
    tell(
        (
            "Calypso's tile hid a shark, and it comes for your swimmer. You cannot stop it.",
            "La tuile de Calypso cachait un requin, qui fond sur votre nageur. Rien à faire.",
        ),
        "shark-0",
    ),
    let(("decline",)),
    tell(
        (
            "Lost. The water is no place to linger; sharks spare boats, whales spare swimmers.",
            "Perdu. L'eau n'est pas un lieu où traîner ; le requin épargne les bateaux, la baleine les nageurs.",
        ),
        "shark-0",
    ),
)
SECOND_TURN = (
    tell(DECISIONS["start"].said, "card-0-0"),
    ask(
        ("wind", 9, 9, 10, 10),
        (
            "Play the wind: touch it, then your boat, then the cell beside the safe island.",
            "Jouez le vent : touchez-le, puis votre bateau, puis la case près de l'île sûre.",
        ),
        "card-0-0",
    ),
    ask(("land", 0, 0, "SE"), ("Now ashore with the 6!", "Et maintenant, à terre avec le 6 !"), "explorer-0"),
    tell(("Safe for good: those six points are yours.", "Sauvé pour de bon : ces six points sont à vous."), "haven-SE"),
    let(("dive", 0, 2, 5, 3), ("end_moves",)),
    ask(
        ("remove", -1, 3),
        (
            "Another of yours swims now, in the north-east. Again a tile must sink: this one.",
            "Un autre des vôtres nage, au nord-est. Une tuile doit encore sombrer : celle-ci.",
        ),
        tile(-1, 3),
    ),
    let(("under", "stop_shark"), ("die", "whale")),
    tell(
        (
            "A red tile that stops a shark! The die shows a whale; there is none yet.",
            "Une tuile rouge qui arrête un requin ! Le dé montre une baleine ; il n'y en a pas.",
        ),
        "card-0-0",
    ),
    let(*hunted(from_tile=(4, 4), to_swimmer=(5, 3))),
    ask(("stop_shark",), DECISIONS["defence"].said, "explorer-2"),
)
THIRD_TURN = (
    tell(
        (
            "The shark is gone for good. I move three of yours onto one beach.",
            "Le requin est parti pour de bon. J'amène trois des vôtres sur une plage.",
        ),
        "explorer-2",
    ),
    let(("walk", 0, 4, 3, 9), ("walk", 0, 5, 3, 9), ("walk", 0, 6, 3, 9)),
    ask(
        ("remove", 3, 9),
        (
            "Four stand there now. Let that very tile sink: they will swim.",
            "Ils y sont quatre. Faites sombrer cette tuile : ils nageront.",
        ),
        tile(3, 9),
    ),
    let(("under", "boat")),
    tell(DECISIONS["aboard"].said, "boat-4"),
    ask(
        ("aboard", 0, 3), ("What luck, a boat! The 5 first.", "Quelle chance, un bateau ! Le 5 d'abord."), "explorer-3"
    ),
    ask(("aboard", 0, 4), ("Then the 4.", "Puis le 4."), "explorer-4"),
    ask(
        ("aboard", 0, 5),
        (
            "Then the 3. Who has no seat swims, and fears the next shark: the 1.",
            "Puis le 3. Qui n'a pas de place nage et craint le prochain requin : le 1.",
        ),
        "explorer-5",
    ),
    tell(ANSWERS.ends, tile(-1, 5)),
    tell(
        (
            "Calypso and I play on for you, quickly: watch the island sink.",
            "Calypso et moi jouons la suite pour vous, très vite : voyez l'île sombrer.",
        ),
        "haven-SE",
    ),
    let(*REST[:-2]),
    ask(
        REST[-2],
        (
            "Yours are home or lost; only mountains are left. Let this one sink.",
            "Les vôtres sont rentrés ou perdus ; il ne reste que des montagnes. Faites sombrer celle-ci.",
        ),
        tile(*REST[-2][1:]),
    ),
    let(REST[-1]),
    tell(("The volcano! The game is over.", "Le volcan ! La partie est finie."), "haven-SE", picture="volcano"),
    tell(ANSWERS.risked, "safe-1"),
    tell(
        ("24 to 16: you have won! Good luck out there.", "24 à 16 : vous avez gagné ! Bonne chance en mer."), "safe-0"
    ),
)
LESSON = Lesson(
    options={"players": 2, "two_colours": False, "memory": False},
    decisions=DECISIONS,
    script=(*SET_UP, *FIRST_TURN, *SECOND_TURN, *THIRD_TURN),
    answers=ANSWERS,
    others=(
        "That can be done too, but not in this lesson. Do what glows.",
        "Cela se peut aussi, mais pas dans cette leçon. Faites ce qui brille.",
    ),
    next_seats=("me", "bot:snorkeller", "bot:snorkeller"),
)
