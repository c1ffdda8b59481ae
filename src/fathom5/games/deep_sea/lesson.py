"""The first dive of Deep Sea Adventure: one round too greedy, one round wise."""

from fathom5.kernel.lesson import Answers, Decision, Lesson, ask, let, tell

DECISIONS = {
    "search": Decision(
        ("nothing", "take", "drop"),
        (
            "Where you land you may take the treasure, leave it, or put one down on an empty space.",
            "Là où vous arrivez, vous pouvez ramasser le trésor, le laisser, ou en reposer un sur un espace vide.",
        ),
        "DS-13",
    ),
    "turn_back": Decision(
        ("return", "go_on"),
        (
            "Before you roll: dive on, or turn back? You can turn back only once, and never dive again this round.",
            "Avant les dés : continuer, ou faire demi-tour ? Le demi-tour est définitif pour toute la manche.",
        ),
        "DS-8",
    ),
}
ANSWERS = Answers(
    wins=("The most points in the chests win.", "Le plus de points dans les coffres l'emporte."),
    ends=(
        "The game ends after the last round: here the second, usually the third.",
        "La partie finit après la dernière manche : ici la deuxième, d'habitude la troisième.",
    ),
    risked=(
        "Diving on would have risked your find: out of air, you lose all you carry.",
        "Continuer risquait votre trouvaille : sans air, on perd tout ce qu'on porte.",
    ),
)
TOO_GREEDY = (
    let(("first_player", 0)),
    tell(("Welcome aboard! This is you.", "Bienvenue à bord ! Vous, c'est ce plongeur."), "diver-0"),
    tell(
        (
            "Treasure lies on the path. The deeper, the more dots, the more points.",
            "Des trésors jalonnent le chemin. Plus c'est profond, plus ils ont de pastilles, plus ils valent.",
        ),
        "space-1",
        "space-6",
        "space-11",
        "space-16",
    ),
    tell(ANSWERS.wins, "chest-0", "chest-1"),
    tell(
        (
            "All divers breathe from this one tank. When it is empty, the round is over.",
            "Tous les plongeurs respirent cette même réserve. Quand elle est vide, la manche est finie.",
        ),
        "air-number",
    ),
    tell(
        ("Two dice say how far you dive. Let us roll!", "Deux dés disent de combien vous plongez. On lance !"),
        "die-0",
        "die-1",
    ),
    let(("roll", 2, 3)),
    tell(("Five steps down.", "Cinq pas vers le fond."), "diver-0"),
    ask(("take",), DECISIONS["search"].said, "space-5"),
    let(("roll", 1, 2), ("take",)),
    tell(
        (
            "Calypso took one too. Now at the start of your turn your load used one air.",
            "Calypso en a pris un aussi. Au début de votre tour, votre charge a usé un d'air.",
        ),
        "air-number",
    ),
    tell(
        (
            "Every treasure you carry costs one air each turn, and one step of each roll.",
            "Chaque trésor porté coûte un d'air à chaque tour, et un pas à chaque lancer.",
        ),
        "pile-0-0",
    ),
    tell(DECISIONS["turn_back"].said, "submarine"),
    ask(
        ("go_on",),
        ("Let us be greedy, just to see. Dive on!", "Soyons gourmands, pour voir. Continuez !"),
        "diver-0",
    ),
    let(("roll", 3, 3)),
    ask(("take",), ("Three dots! Take it.", "Trois pastilles ! Ramassez."), "space-10"),
    let(("return",), ("roll", 2, 2)),
    tell(
        (
            "Calypso turned back at once, and is home. What is home is safe.",
            "Calypso a fait demi-tour aussitôt, et la voilà rentrée. Ce qui est rentré est sauvé.",
        ),
        "submarine",
    ),
    ask(
        ("go_on",),
        (
            "You are alone with 6 air. A wise diver turns back; dive on anyway.",
            "Seul avec 6 d'air, un sage rentrerait. Continuez quand même.",
        ),
        "air-number",
    ),
    let(("roll", 3, 3)),
    ask(("take",), ("Four dots, the best there is. Take it!", "Quatre pastilles, le meilleur. Ramassez !"), "space-14"),
    ask(
        ("return",),
        (
            "Three treasures use three air each turn. Only 3 left! Turn back now.",
            "Trois trésors usent trois d'air par tour. Plus que 3 ! Faites demi-tour.",
        ),
        "air-number",
        "submarine",
    ),
    let(("roll", 1, 2)),
    ask(
        ("drop", 0),
        (
            "You rolled 3, less three treasures: no step at all. Put down the smallest: touch it.",
            "Vous faites 3, moins trois trésors : aucun pas. Reposez le plus petit : touchez-le.",
        ),
        "pile-0-0",
    ),
    let(("roll", 3, 2)),
    ask(
        ("nothing",),
        (
            "Lighter is faster, but too late. Leave this one alone.",
            "Plus léger, plus rapide, mais trop tard. Ne touchez à rien.",
        ),
        "space-11",
    ),
    let(("roll", 2, 3), ("nothing",)),
    tell(
        (
            "The tank is empty: you drown, and all that you carried sinks to the very bottom.",
            "La réserve est vide : c'est la noyade, et tout ce que vous portiez coule au fond.",
        ),
        "air-number",
    ),
    tell(
        (
            "Calypso was home in time. Now her treasure is turned over: it becomes points.",
            "Calypso était rentrée à temps. On retourne son trésor : il devient des points.",
        ),
        "chest-1",
    ),
    let(("value", 2)),
)
WISE = (
    tell(
        (
            "A new round: full air, and the emptied spaces are gone. The deepest diver begins: you!",
            "Nouvelle manche : air plein, et les espaces vidés ont disparu. Le plus profond commence : vous !",
        ),
        "round",
        "air-number",
    ),
    let(("roll", 2, 3)),
    ask(("take",), ("Two dots. Take it.", "Deux pastilles. Ramassez."), "space-5"),
    let(("roll", 3, 3), ("take",)),
    tell(
        (
            "Calypso is deeper, and loaded too. Her load empties your tank as well!",
            "Calypso est plus bas, et chargée aussi. Sa charge vide la même réserve !",
        ),
        "diver-1",
    ),
    ask(
        ("return",),
        (
            "This time be wise: touch the submarine to turn back.",
            "Cette fois, soyez sage : touchez le sous-marin pour rentrer.",
        ),
        "submarine",
    ),
    let(("roll", 3, 3)),
    tell(("Home, with a treasure!", "Rentré, avec un trésor !"), "submarine"),
    tell(ANSWERS.risked, "air-number"),
    tell(
        ("Calypso dives on and takes more. Watch her air…", "Calypso continue et en prend encore. Regardez l'air…"),
        "diver-1",
    ),
    let(
        ("go_on",),
        ("roll", 3, 3),
        ("take",),
        ("go_on",),
        ("roll", 2, 2),
        ("take",),
        ("return",),
        ("roll", 1, 2),
        ("nothing",),
        ("roll", 2, 2),
        ("nothing",),
    ),
    tell(
        (
            "No air left: now Calypso has drowned, with all her finds. Yours is turned over.",
            "Plus d'air : c'est Calypso qui se noie, avec ses trouvailles. On retourne la vôtre.",
        ),
        "chest-0",
    ),
    let(("value", 6)),
    tell(ANSWERS.ends, "round"),
    tell(
        (
            "6 to 2: you have won! You know it all now. Good air!",
            "6 à 2 : vous avez gagné ! Vous savez tout. Bon air !",
        ),
        "chest-0",
    ),
)
LESSON = Lesson(
    options={"players": 2, "rounds": 2, "air": 10, "chips": 4},
    decisions=DECISIONS,
    script=(*TOO_GREEDY, *WISE),
    answers=ANSWERS,
    others=(
        "That can be done too, but not in this lesson. Do what glows.",
        "Cela se peut aussi, mais pas dans cette leçon. Faites ce qui brille.",
    ),
    next_seats=("me", "bot:snorkeller", "bot:snorkeller"),
)
