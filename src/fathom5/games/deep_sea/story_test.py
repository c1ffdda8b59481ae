"""What the log of Deep Sea Adventure tells: every event, with its clause and its sentence in both languages."""

SETUPS = (
    {"players": 4, "peek": True},
    {"chips": 1, "rounds": 5},
    {"players": 3, "air": 60},
)  # in which random games are played
EVENTS = {
    "log.first_player": ("DS-6", "Ada begins", "Ada commence"),
    "log.return": ("DS-8", "Ada turns back", "Ada fait demi-tour"),
    "log.go_on": ("DS-8", "Ben dives on", "Ben continue la descente"),
    "log.nothing": ("DS-13", "Ben touches nothing", "Ben ne touche à rien"),
    "log.take": ("DS-13", "Ada takes a chip of level 1 from space 4", "Ada ramasse un jeton de niveau 1, espace 4"),
    "log.drop": ("DS-13", "Ben puts down a chip of level 2 on space 12", "Ben repose un jeton de niveau 2, espace 12"),
    "log.pile.one": ("DS-13", "Ada takes a chip of level 1 from space 4", "Ada ramasse un jeton de niveau 1, espace 4"),
    "log.pile.many": (
        "DS-13",
        "Cleo takes a pile of 3 chips (levels 3, 2, 2) from space 22",
        "Cleo ramasse une pile de 3 jetons (niveaux 3, 2, 2), espace 22",
    ),
    "log.roll": ("DS-9", "Ada rolls 2 and 2: 4", "Ada obtient 2 et 2 : 4"),
    "log.roll_loaded": (
        "DS-9",
        "Ada rolls 2 and 3, less 1 for the load: 4",
        "Ada obtient 2 et 3, moins 1 pour la charge : 4",
    ),
    "log.turn": ("", "Ada’s turn", "À Ada de jouer"),
    "log.breath": (
        "DS-7",
        "Ada’s load uses 1 air: 24 left",
        "Ada consomme 1 d'air avec sa charge : il en reste 24",
    ),
    "log.last_breath": (
        "DS-7",
        "Ben’s load uses up the air: this is the last turn of the round",
        "Ben épuise l'air avec sa charge : c'est le dernier tour de la manche",
    ),
    "log.home.one": ("DS-12", "Ada is home with a chip", "Ada rentre avec un jeton"),
    "log.home.many": ("DS-12", "Ben is home with 3 chips", "Ben rentre avec 3 jetons"),
    "log.round_over.home": (
        "DS-16",
        "Everybody is home: round 1 is over",
        "Tout le monde est rentré : fin de la manche 1",
    ),
    "log.round_over.air": ("DS-16", "The air is gone: round 3 is over", "Plus d'air : fin de la manche 3"),
    "log.round_over.idle": (
        "DS-24",
        "Nothing moves any more: round 2 is over",
        "Plus rien ne bouge : fin de la manche 2",
    ),
    "log.drowned.one": ("DS-18", "Ada drowns, and a chip sinks", "Ada se noie, et un jeton coule"),
    "log.drowned.many": ("DS-18", "Ben drowns, and 4 chips sink", "Ben se noie, et 4 jetons coulent"),
    "log.out": ("DS-18", "Cleo drowns with empty hands", "Cleo se noie les mains vides"),
    "log.standings": (
        "DS-17",
        "After round 1: Ada 0 points, Ben 8 points",
        "Après la manche 1 : Ada 0 point, Ben 8 points",
    ),
    "log.points.one": (
        "DS-17",
        "After round 2: Ada 8 points, Ben 2 points, Cleo 0 points, Dan 1 point",
        "Après la manche 2 : Ada 8 points, Ben 2 points, Cleo 0 point, Dan 1 point",
    ),
    "log.points.many": (
        "DS-17",
        "After round 1: Ada 0 points, Ben 8 points",
        "Après la manche 1 : Ada 0 point, Ben 8 points",
    ),
    "log.end": (
        "DS-22",
        "The last round is played: the game is over",
        "La dernière manche est jouée : la partie est finie",
    ),
    "log.end_empty": (
        "DS-22",
        "Nothing is left on the path: the game is over",
        "Plus rien sur le chemin : la partie est finie",
    ),
    "log.value": ("DS-17", "Ada turns over a chip worth 0", "Ada retourne un jeton de valeur 0"),
    "log.sees": ("DS-17", "Ada sees that it is worth 1", "Ada voit qu'il vaut 1"),
    "log.looks": ("DS-17", "Ada looks at the chip", "Ada regarde le jeton"),
}
