"""The first dive of Captain Carcass: once too far, once just far enough, then quickly to the end."""

import json
from importlib.resources import files

from fathom5.kernel.lesson import Answers, Decision, Lesson, ask, let, tell

DECISIONS = {
    "decide": Decision(
        ("go_on", "surface"),
        (
            "Go on, and there is more to win. Surface, and what hangs on the rope is yours.",
            "Continuer, c'est pouvoir gagner plus. Remonter, c'est garder ce qui pend à la corde.",
        ),
        "CC-6",
    ),
    "map": Decision(
        ("map",),
        (
            "The Map shows three cards of the graveyard; one of them must go on your rope.",
            "La Carte montre trois cartes du cimetière ; l'une d'elles va sur votre corde.",
        ),
        "CC-22",
    ),
    "knife": Decision(
        ("knife",),
        (
            "The Knife sends the highest card of one of your rival's suits to the graveyard.",
            "Le Couteau envoie au cimetière la plus haute carte d'une famille adverse.",
        ),
        "CC-24",
    ),
    "harpoon": Decision(
        ("harpoon",),
        (
            "The Harpoon steals a card of a suit that you do not own. It joins your rope.",
            "Le Harpon vole une carte d'une famille que vous n'avez pas. Elle va sur votre corde.",
        ),
        "CC-27",
    ),
    "net": Decision(
        ("net",),
        (
            "The Net pulls the highest card of one of your own suits back onto the rope.",
            "Le Filet ramène sur la corde la plus haute carte d'une de vos familles.",
        ),
        "CC-26",
    ),
}
OPTIONAL = (
    (
        "sabotage",
        Decision(
            ("sabotage",),
            (
                "You are the Saboteur: choose whose cards come to your hold when they are lost in an incident.",
                "Vous êtes la Saboteuse : choisissez qui perdra ses cartes à votre profit en cas d'incident.",
            ),
            "CC-47",
        ),
    ),
    (
        "plunder",
        Decision(
            ("plunder",),
            (
                "You are the Locksmith: your bonus comes from a rival's hold, not from the graveyard. Choose whose.",
                "Vous êtes le Serrurier : votre bonus vient d'une cale adverse, non du cimetière. Choisissez laquelle.",
            ),
            "CC-33",
        ),
    ),
)  # of divers, who are an option
ANSWERS = Answers(
    wins=(
        "In each suit only your highest card scores. The most points win.",
        "Dans chaque famille, seule votre plus haute carte compte. Le plus de points l'emporte.",
    ),
    ends=(
        "The game ends with the turn in which the last card of the draw pile is turned over.",
        "La partie finit avec le tour où l'on retourne la dernière carte de la pioche.",
    ),
    risked=(
        "Going on would have risked all five cards: one suit twice, and they are gone.",
        "Continuer risquait les cinq cartes : une famille en double, et tout est perdu.",
    ),
)
REST = [
    tuple(move) for move in json.loads(files(__package__).joinpath("rest.json").read_text("utf8"))
]  # see docs/rests.py
FIRST_LOOT = (
    let(("first_player", 0)),
    tell(
        (
            "Your dive begins. Cards come from this pile, one at a time.",
            "Votre plongée commence. Les cartes viennent de cette pioche, une à une.",
        ),
        "pile",
    ),
    tell(
        ("There are ten suits, and each does something.", "Il y a dix familles, et chacune agit."), "watch-3", "watch-4"
    ),
    let(("turn_over", "key-5")),
    tell(("A Key, worth 5, hangs on your rope.", "Une Clef, valeur 5, pend à votre corde."), "card-21"),
    ask(("go_on",), DECISIONS["decide"].said, "card-21"),
    let(("turn_over", "mermaid-8")),
    ask(
        ("surface",),
        (
            "A Mermaid: the most precious suit. Bring both home: surface.",
            "Une Sirène : la famille la plus précieuse. Remontez avec les deux.",
        ),
        "card-58",
    ),
    tell(
        ("What is in your hold is yours: 13 points.", "Ce qui est dans votre cale est à vous : 13 points."), "points-0"
    ),
    tell(ANSWERS.wins, "hold-0"),
    let(("turn_over", "chest-6"), ("go_on",), ("turn_over", "anchor-4"), ("surface",)),
    tell(("Calypso dived, and brought up two cards.", "Calypso a plongé, et remonte deux cartes."), "hold-1"),
)
TOO_FAR = (
    let(("turn_over", "squid-4")),
    tell(
        (
            "A Squid! Two more cards must follow before you may surface.",
            "Un Calamar ! Deux autres cartes doivent suivre avant de remonter.",
        ),
        "card-8",
    ),
    let(("turn_over", "map-5"), ("map_shows", "mermaid-4"), ("map_shows", "knife-2"), ("map_shows", "drone-2")),
    ask(("map", "mermaid-4"), DECISIONS["map"].said, "card-54"),
    tell(
        (
            "Here you see how likely an incident is: a suit that your rope has already.",
            "Ici se lit le risque d'incident : une famille que votre corde a déjà.",
        ),
        "odds",
        "tube",
    ),
    ask(
        ("go_on",),
        ("Not much, it seems. Be greedy: go on!", "C'est peu, semble-t-il. Soyez gourmand : continuez !"),
        "odds",
    ),
    let(("turn_over", "squid-6")),
    tell(
        (
            "A second Squid: an incident! The whole rope is lost to the graveyard.",
            "Un second Calamar : incident ! Toute la corde finit au cimetière.",
        ),
        "grave",
    ),
    tell(
        (
            "Your hold is safe, though. Only the rope is at stake.",
            "Votre cale, elle, ne craint rien. Seule la corde est en jeu.",
        ),
        "hold-0",
    ),
    let(("turn_over", "drone-3"), ("drone_shows", "knife-6"), ("surface",)),
    tell(
        (
            "Calypso's Drone showed her the next card. She left it to you.",
            "Le Drone de Calypso lui a montré la carte suivante. Elle vous la laisse.",
        ),
        "pile",
    ),
)
FAR_ENOUGH = (
    let(("turn_over", "knife-6")),
    tell(DECISIONS["knife"].said, "card-34"),
    ask(("knife", 1, "chest"), ("Cut her Chest: touch it.", "Tranchez son Coffre : touchez-le."), "card-28"),
    ask(
        ("go_on",),
        ("One card on the rope, little risk. Go on.", "Une seule carte à la corde, peu de risque. Continuez."),
        "odds",
    ),
    let(("turn_over", "harpoon-5")),
    tell(DECISIONS["harpoon"].said, "card-51"),
    ask(("harpoon", 1, "anchor"), ("Steal her Anchor.", "Volez son Ancre."), "card-2"),
    tell(
        (
            "An Anchor saves what was placed before it, should an incident happen.",
            "L'Ancre sauve ce qui fut placé avant elle, en cas d'incident.",
        ),
        "card-2",
    ),
    ask(("go_on",), ("So go on once more.", "Alors continuez encore une fois."), "odds"),
    let(("turn_over", "net-4")),
    tell(DECISIONS["net"].said, "card-44"),
    ask(("net", "mermaid"), ("It must be one: take the Mermaid.", "Il en faut une : prenez la Sirène."), "card-58"),
    ask(
        ("surface",),
        ("Five suits hang there now. Wise divers surface.", "Cinq familles pendent là. Un sage remonte."),
        "card-58",
    ),
    tell(ANSWERS.risked, "hold-0"),
    tell(
        (
            "With a Key and a Chest on one rope, surfacing brings extra cards from the graveyard.",
            "Clef et Coffre sur une même corde : en remontant, on reçoit des cartes du cimetière.",
        ),
        "watch-3",
        "watch-4",
    ),
    tell(("32 points to 3: well dived!", "32 points à 3 : bien plongé !"), "points-0"),
)
TO_THE_END = (
    tell(ANSWERS.ends, "pile"),
    tell(
        (
            "The rest goes quickly: I dive for you. Watch this pile run out.",
            "Le reste va vite : je plonge pour vous. Regardez fondre cette pioche.",
        ),
        "pile",
    ),
    let(*REST),
    tell(
        (
            "The pile is empty: you surfaced with your last five cards, and it is over.",
            "La pioche est vide : vous remontez avec vos cinq dernières cartes, et c'est fini.",
        ),
        "hold-0",
    ),
    tell(
        (
            "54 points to 34: you have won! Now you know the deep.",
            "54 points à 34 : vous avez gagné ! Vous connaissez le fond.",
        ),
        "points-0",
        "points-1",
    ),
)
LESSON = Lesson(
    options={"players": 2},
    decisions=DECISIONS,
    script=(*FIRST_LOOT, *TOO_FAR, *FAR_ENOUGH, *TO_THE_END),
    answers=ANSWERS,
    others=(
        "That can be done too, but not in this lesson. Do what glows.",
        "Cela se peut aussi, mais pas dans cette leçon. Faites ce qui brille.",
    ),
    next_seats=("me", "bot:snorkeller"),
    optional=OPTIONAL,
)
