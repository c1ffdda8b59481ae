"""The first dive of Treasure Divers, for children of six: short enough to be read aloud."""

from itertools import chain

from fathom5.kernel.lesson import Answers, Decision, Lesson, ask, let, tell

DECISIONS = {  # where several could be meant, the first is
    "wreck": Decision(
        ("wreck",), ("The wreck! Take the biggest coins.", "L'épave ! Prends le plus de pièces possible."), "TD-14"
    ),
    "exchange": Decision(
        ("exchange",),
        (
            "An exchange! Keep it for 2 points, or swap it for a treasure of someone else.",
            "Un échange ! Garde-le pour 2 points, ou échange-le contre un trésor d'un autre.",
        ),
        "TD-17",
    ),
    "empty": Decision(
        ("stop",),
        (
            "Nothing is left here. Come up with nothing, or dive on.",
            "Il n'y a plus rien ici. Remonte sans rien, ou plonge encore.",
        ),
        "TD-12",
    ),
    "tile": Decision(
        ("take", "on"),
        (
            "The lamp shows what is here. Take it, or dive on?",
            "La lampe montre ce qu'il y a. Prendre, ou plonger encore ?",
        ),
        "TD-11",
    ),
    "dive": Decision(
        ("dive",),
        (
            "Pick a buoy and one of your numbers: so far down you go.",
            "Choisis une bouée et un de tes nombres : tu descends d'autant.",
        ),
        "TD-9",
    ),
}
ANSWERS = Answers(
    wins=("The most points win!", "Le plus de points gagne !"),
    ends=(
        "The game is over when the last of a sort is gone: light tiles, dark tiles, wreck or medals.",
        "Le jeu finit quand une sorte est épuisée : tuiles claires, foncées, épave ou médailles.",
    ),
    risked=(
        "Diving on was risky: two X, and you have nothing.",
        "Plonger encore, c'était risqué : deux X, et tu n'as rien.",
    ),
)
FOUR = (("roll", 4, 4), ("dive", 0, 4))  # squares down the first buoy
SCRIPT = (
    let(("first_player", 0)),
    tell(("Hello, diver! This is your boat.", "Bonjour, plongeur ! Voici ton bateau."), "boat", picture="boat"),
    tell(
        ("Down there lies treasure. Here you keep yours.", "Au fond, il y a des trésors. Ici, tu gardes les tiens."),
        "points-0",
        "shelf-0",
        picture="chest",
    ),
    tell(ANSWERS.wins, "points-0", "points-1", picture="medal"),
    tell(("Now roll the dice!", "Lance les dés !"), "die-0", "die-1", picture="die-3"),
    let(("roll", 2, 3)),
    tell(DECISIONS["dive"].said, "die-0", "die-1", picture="buoy"),
    ask(
        ("dive", 1, 3),
        ("Touch the third square here.", "Touche la troisième case, ici."),
        "square-1-3",
        picture="die-3",
    ),
    let(("lit", "shell")),
    tell(DECISIONS["tile"].said, "lamp", picture="lamp"),
    ask(("take",), ("A shell! Take it.", "Un coquillage ! Prends-le."), "square-1-3", picture="shell"),
    let(("front", "shell", 2)),
    tell(
        ("Two shells: two points. Now Calypso dives.", "Deux coquillages : deux points. Au tour de Calypso."),
        "points-0",
        picture="shell",
    ),
    let(("roll", 4, 1), ("dive", 3, 4), ("lit", "gold"), ("take",), ("roll", 4, "X")),
    tell(
        (
            "Calypso has gold! You rolled an X. It cannot be used in this dive.",
            "Calypso a de l'or ! Toi, tu as un X. Il ne sert pas pendant cette plongée.",
        ),
        "die-1",
        picture="die-0",
    ),
    ask(("dive", 2, 4), ("Dive down four.", "Descends de quatre."), "square-2-4", picture="die-4"),
    let(("lit", "barrel")),
    ask(
        ("on",),
        ("A barrel. Try something risky: dive on!", "Un tonneau. Essaie un coup risqué : plonge encore !"),
        "square-2-4",
        picture="barrel",
    ),
    let(("roll", "X")),
    tell(
        ("Another X! No number is left, so you get nothing.", "Encore un X ! Plus de nombre, donc tu n'as rien."),
        "die-0",
        picture="die-0",
    ),
    let(("roll", 2, "X"), ("dive", 0, 2), ("lit", "amphora"), ("take",), ("front", "amphora", 1), ("roll", 1, 2)),
    ask(("dive", 4, 2), ("Your turn again. Dive down two.", "À toi. Descends de deux."), "square-4-2", picture="die-2"),
    let(("lit", "exchange")),
    tell(DECISIONS["exchange"].said, "lamp", picture="exchange"),
    ask(("exchange", 1, "gold", 2), ("Take Calypso's gold!", "Prends l'or de Calypso !"), "points-1", picture="gold"),
    let(("roll", 1, "X"), ("dive", 0, 1), ("lit", "barrel"), ("take",), ("front", "seaweed", 0)),
    tell(
        ("Oh! Calypso found only seaweed: no points.", "Oh ! Calypso n'a trouvé que des algues : zéro point."),
        "points-1",
        picture="seaweed",
    ),
    let(("roll", 3, 3)),
    ask(
        ("dive", 1, 3),
        ("Dive where the shell was.", "Plonge là où était le coquillage."),
        "square-1-3",
        picture="die-3",
    ),
    ask(("on",), DECISIONS["empty"].said, "square-1-3", picture="hole"),
    let(("roll", 4, 4), ("dive", 1, 4), ("lit", "monster")),
    tell(
        (
            "Sea monsters! You must fight: roll their number or more.",
            "Des monstres ! Il faut les combattre : fais leur nombre ou plus.",
        ),
        "square-1-7",
        picture="monster",
    ),
    let(("front", "monster", 3), ("roll", 4, 1)),
    tell(
        ("A 4 beats 3 monsters. They are yours!", "Un 4 bat 3 monstres. Ils sont à toi !"),
        "points-0",
        picture="monster",
    ),
    tell(
        (
            "Get enough of one kind, and you win its medal: 5 points.",
            "Avec assez d'une même sorte, tu gagnes sa médaille : 5 points.",
        ),
        "medal-0",
        "medal-1",
        "medal-2",
        "medal-3",
        picture="medal",
    ),
    let(("roll", "X", "X"), ("roll", 4, 3)),
    ask(
        ("dive", 0, 4),
        ("Calypso rolled X and X: nothing! You dive four.", "Calypso a fait X et X : rien ! Toi, descends de quatre."),
        "square-0-4",
        picture="die-4",
    ),
    let(("lit", "chest")),
    ask(
        ("on",),
        ("A chest! But let us go to the wreck: dive on.", "Un coffre ! Mais allons à l'épave : plonge encore."),
        "wreck",
        picture="chest",
    ),
    let(("roll", 4, 2)),
    ask(("dive", 0, 4), ("Four more.", "Encore quatre."), "square-0-8", picture="die-4"),
    let(("lit", "cave")),
    ask(
        ("on",),
        ("A cave hides a surprise. We are brave: dive on!", "Une grotte cache une surprise. Courage : plonge encore !"),
        "wreck",
        picture="cave",
    ),
    let(("roll", 4, "X"), ("dive", 0, 4)),
    ask(("wreck", 7), DECISIONS["wreck"].said, "wreck", picture="coin"),
    tell(ANSWERS.ends, "wreck", picture="hull"),
    tell(
        ("Now you both dive to the wreck, very fast!", "Vous plongez tous les deux à l'épave, très vite !"),
        "wreck",
        picture="hull",
    ),
    let(*chain.from_iterable((*FOUR, ("on",), *FOUR, ("on",), *FOUR, ("wreck", coins)) for coins in (6, 6, 6, 5, 5))),
    let(*FOUR, ("on",), *FOUR),
    ask(
        ("on",),
        (
            "One wreck tile is left. Take the cave here, or dive on? Dive on!",
            "Il reste une tuile à l'épave. La grotte, ou plonger encore ? Plonge encore !",
        ),
        "wreck",
        picture="coin",
    ),
    let(("roll", 4, "X"), ("dive", 0, 4), ("wreck", 5)),
    tell(ANSWERS.risked, "points-0", picture="die-0"),
    tell(
        ("The wreck is empty: the game is over!", "L'épave est vide : le jeu est fini !"),
        "wreck",
        picture="hull",
    ),
    tell(
        ("30 points to 20: you win, bravo!", "30 points à 20 : tu gagnes, bravo !"),
        "points-0",
        "points-1",
        picture="medal",
    ),
)
LESSON = Lesson(
    options={"players": 2},
    decisions=DECISIONS,
    script=SCRIPT,
    answers=ANSWERS,
    others=("Not now! Touch what glows.", "Pas maintenant ! Touche ce qui brille."),
    next_seats=("me", "bot:paddler"),
)
